"""Errors of a program: the error at which the program has stopped now, and the error that has ended the program."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from opscope.debug.replay.stops import Position

NOTED = 8  # failures that may be propagating at the same time, in several threads


@dataclass(frozen=True, slots=True, eq=False)
class ProgramFailure:
    """An error that the program has raised.

    `trace` is the traceback that the error had when the error was first recorded. If the error is raised again, the
    traceback in the error object becomes longer.

    `place` is the position of the operator that has raised the error; None if the error has ended the Python code of
    the program or of a thread.
    """

    error: BaseException
    trace: TracebackType | None
    place: Position | None = None

    @property
    def has_ended_code(self) -> bool:
        """True if the error has ended the Python code, so that no frame in the traceback still runs."""
        return self.place is None


class ProgramFailures:
    """Store of the errors of a run.

    `here` is the failure at which the run has stopped now. `end` is the failure that has ended the body of the run.
    `end` is set when the error leaves the body.
    """

    def __init__(self) -> None:
        self.here: ProgramFailure | None = None
        self.end: ProgramFailure | None = None
        self._noted: deque[ProgramFailure] = deque(maxlen=NOTED)

    @property
    def shown(self) -> ProgramFailure | None:
        """The failure whose frames are shown as the stack; None if the program runs, or stops for another reason."""
        return self.here or self.end

    def note(self, failure: ProgramFailure) -> bool:
        """Record a failure at which the run can stop.

        Returns False if the error was recorded before, and is now only passed to the callers.
        """
        if any(_is_passed_on(each, failure) for each in self._noted):
            return False
        self._noted.append(failure)
        return True

    @contextmanager
    def standing_at(self, failure: ProgramFailure) -> Iterator[None]:
        """Inside the `with` block, set `here` to a failure at which the run has stopped."""
        former, self.here = self.here, failure
        try:
            yield
        finally:
            self.here = former

    def settle(self, failure: ProgramFailure) -> None:
        """Forget a failure, because the operator that has failed runs again.

        If the error of a forgotten failure occurs again, it counts as a new failure.
        """
        self._noted.remove(failure)

    def end_with(self, error: BaseException, trace: TracebackType | None) -> ProgramFailure:
        """Record the error that has ended the body of the run.

        Returns the failure of this error. If the same error has already ended the body, no new failure is made.
        """
        if self.end is None or self.end.error is not error:
            self.end = ProgramFailure(error, trace)
        return self.end

    def end_at_last(self, error: BaseException) -> None:
        """Record an error that occurred after the end of the body.

        An error after the end of the body ends the run, unless another error has already ended the run.
        """
        self.end = self.end or ProgramFailure(error, error.__traceback__)

    def release(self) -> None:
        """Release the frames after the end of the run, except the frames of the error that has ended the run."""
        self._noted.clear()


def _is_passed_on(earlier: ProgramFailure, later: ProgramFailure) -> bool:
    """Return True if `later` is the error of `earlier` in an outer frame, or an error that was raised from this error.

    If the same error occurs at a later operator, the result is False: the program has caught the error and raised it
    again.
    """
    error, seen = later.error, set[int]()
    while error is not earlier.error:
        seen.add(id(error))
        if error.__cause__ is None or id(error.__cause__) in seen:
            return False
        error = error.__cause__
    return later.place is None or earlier.place is None or later.place < earlier.place
