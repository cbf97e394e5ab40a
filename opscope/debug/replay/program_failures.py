"""The errors of a program: the error that it stands at, and the error that has ended it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from opscope.debug.replay.stops import Position

NOTED = 8  # failures that may be on their way out at the same time, in several threads


@dataclass(frozen=True, slots=True, eq=False)
class ProgramFailure:
    """An error of the program. `trace` is its traceback then: raising the error again makes that of the error longer.

    `place` is that of the operator that has raised it. None: it has ended the program's Python code, or a thread's.
    """

    error: BaseException
    trace: TracebackType | None
    place: Position | None = None

    @property
    def has_ended_code(self) -> bool:
        """True if nothing that is on the traceback runs any more."""
        return self.place is None


class ProgramFailures:
    """The owner of a run's errors.

    `here` is the failure that the run stands at; `end` that of the body, from the moment when the error leaves it.
    """

    def __init__(self) -> None:
        self.here: ProgramFailure | None = None
        self.end: ProgramFailure | None = None
        self._noted: deque[ProgramFailure] = deque(maxlen=NOTED)

    @property
    def shown(self) -> ProgramFailure | None:
        """The failure whose frames are the stack; None while the program runs, or stands elsewhere."""
        return self.here or self.end

    def note(self, failure: ProgramFailure) -> bool:
        """Note a failure to stop at. False if its error was noted before, and is only on its way out."""
        if any(_is_passed_on(each, failure) for each in self._noted):
            return False
        self._noted.append(failure)
        return True

    @contextmanager
    def standing_at(self, failure: ProgramFailure) -> Iterator[None]:
        """Inside the block, the run stands at a failure."""
        former, self.here = self.here, failure
        try:
            yield
        finally:
            self.here = former

    def settle(self, failure: ProgramFailure) -> None:
        """The operator that has failed runs again: the same error would be a new failure."""
        self._noted.remove(failure)

    def end_with(self, error: BaseException, trace: TracebackType | None) -> ProgramFailure:
        """An error has ended the body: the failure, the same one if the error is known."""
        if self.end is None or self.end.error is not error:
            self.end = ProgramFailure(error, trace)
        return self.end

    def end_at_last(self, error: BaseException) -> None:
        """An error has come up after the body: it ends the run, unless another one has."""
        self.end = self.end or ProgramFailure(error, error.__traceback__)

    def release(self) -> None:
        """The run is over: let go of the frames of what did not end it."""
        self._noted.clear()


def _is_passed_on(earlier: ProgramFailure, later: ProgramFailure) -> bool:
    """Return True if a failure is an earlier one further out, with the same error or one raised from it.

    The same error at a later operator was caught in between, and raised again.
    """
    error, seen = later.error, set[int]()
    while error is not earlier.error:
        seen.add(id(error))
        if error.__cause__ is None or id(error.__cause__) in seen:
            return False
        error = error.__cause__
    return later.place is None or earlier.place is None or later.place < earlier.place
