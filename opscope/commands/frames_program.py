"""The user's code that a run executes, found through the run's frames: notebook cells, or an editor's program."""

from __future__ import annotations

import traceback
from contextlib import suppress
from typing import TypeVar

from opscope.core.source import Site
from opscope.core.tracebacks import user_part
from opscope.debug.frames.stack import StackFrame
from opscope.debug.runs.run import Run
from opscope.errors import RunError

V = TypeVar("V")


class FramesProgram:
    """The user's code that a run executes."""

    status = 0

    def where(self, run: Run) -> list[Site]:
        """Return the user's lines at the current place, outermost first.

        Return [] while the program runs or has ended.
        """
        return [Site(frame.path, frame.line, frame.function) for frame in self._frames(run)]

    def values(self, run: Run, kind: type[V]) -> dict[str, V]:
        """Return a dict of the user's variables at the current place whose values have the type `kind`."""
        found: dict[str, V] = {}
        for frame in self._frames(run):
            for read in (run.globals, run.locals):
                with suppress(RunError):  # a past frame of a finished run exists only in the recording
                    found |= {name: each.value for name, each in read(frame).items() if isinstance(each.value, kind)}
        return found

    def traceback(self, error: BaseException) -> str:
        """Return the traceback of an error, without the frames of opscope."""
        return "".join(traceback.format_exception(type(error), error, user_part(error)))

    def _frames(self, run: Run) -> list[StackFrame]:
        return [] if run.done or run.here is None else [frame for frame in run.stack() if frame.kind == "python"]


def read_nothing(prompt: str) -> str:
    """Raise EOFError, because this front end has no input to read."""
    raise EOFError
