"""Errors of a program: the error at which the program has stopped, and the error that has ended the program."""

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
    """An error of the program.

    `trace` is the traceback that the error had when it was noted, because raising the error again extends its own
    traceback.

    `place` is the place of the operator that raised the error; None for an error that has ended the Python code of the
    program or of a thread.
    """

    error: BaseException
    trace: TracebackType | None
    place: Position | None = None

    @property
    def has_ended_code(self) -> bool:
        """True if no code on the traceback is still running."""
        return self.place is None


class ProgramFailures:
    """Owner of a run's errors.

    `here` is the failure at which the run has stopped. `end` is the failure of the body, which is set when the error
    leaves the body.
    """

    def __init__(self) -> None:
        self.here: ProgramFailure | None = None
        self.end: ProgramFailure | None = None
        self._noted: deque[ProgramFailure] = deque(maxlen=NOTED)

    @property
    def shown(self) -> ProgramFailure | None:
        """The failure whose frames are shown as the stack; None while the program runs or stops elsewhere."""
        return self.here or self.end

    def note(self, failure: ProgramFailure) -> bool:
        """Note a failure at which the run can stop.

        Returns False if the error of the failure was noted before and is only propagating.
        """
        if any(_is_passed_on(each, failure) for each in self._noted):
            return False
        self._noted.append(failure)
        return True

    @contextmanager
    def standing_at(self, failure: ProgramFailure) -> Iterator[None]:
        """Inside the block, set `here` to a failure."""
        former, self.here = self.here, failure
        try:
            yield
        finally:
            self.here = former

    def settle(self, failure: ProgramFailure) -> None:
        """Forget a failure, because its operator runs again.

        If the same error occurs again, this counts as a new failure.
        """
        self._noted.remove(failure)

    def end_with(self, error: BaseException, trace: TracebackType | None) -> ProgramFailure:
        """Note the error that has ended the body.

        Returns the failure of the error; for a known error, the known failure.
        """
        if self.end is None or self.end.error is not error:
            self.end = ProgramFailure(error, trace)
        return self.end

    def end_at_last(self, error: BaseException) -> None:
        """Note an error after the end of the body. The error ends the run, unless an earlier error has ended it."""
        self.end = self.end or ProgramFailure(error, error.__traceback__)

    def release(self) -> None:
        """Release frames after the end of the run, except frames of the final error."""
        self._noted.clear()


def _is_passed_on(earlier: ProgramFailure, later: ProgramFailure) -> bool:
    """Return True if `later` is the failure `earlier` further out: the same error, or an error raised from it.

    If the same error occurs at a later operator, it was caught in between and raised again.
    """
    error, seen = later.error, set[int]()
    while error is not earlier.error:
        seen.add(id(error))
        if error.__cause__ is None or id(error.__cause__) in seen:
            return False
        error = error.__cause__
    return later.place is None or earlier.place is None or later.place < earlier.place
