"""Script: another program's file, run as `__main__` with `paddle` meaning opscope."""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import TypeVar

from opscope.as_paddle import as_paddle
from opscope.core.source import PACKAGE, Site

V = TypeVar("V")


class Script:
    """A file with its arguments. `status` is the exit status that it asked for."""

    def __init__(self, path: str, args: Sequence[str]) -> None:
        self.path = path
        self.status = 0
        as_paddle()
        sys.argv = [path, *args]
        sys.path[0] = os.path.dirname(os.path.abspath(path))

    def run(self) -> None:
        """Run it to its end, in this thread."""
        runpy.run_path(self.path, run_name="__main__")

    def body(self) -> None:
        """As `run`, where `sys.exit()` only ends the script: what a worker thread does."""
        try:
            self.run()
        except SystemExit as e:
            self.status = e.code if isinstance(e.code, int) else int(e.code is not None)
            if isinstance(e.code, str):
                print(e.code, file=sys.stderr)

    def where(self, thread: int | None) -> list[Site]:
        """The script's lines that a thread is in, the outermost first; none before it begins and when it is over."""
        return [Site(f.f_code.co_filename, f.f_lineno, f.f_code.co_name) for f in self._frames(thread)]

    def values(self, thread: int | None, kind: type[V]) -> dict[str, V]:
        """The values of a kind that the script has where a thread is in it, by what it calls them."""
        found: dict[str, V] = {}
        for frame in self._frames(thread):
            for names in (frame.f_globals, frame.f_locals):
                found |= {n: v for n, v in list(names.items()) if isinstance(v, kind)}
        return found

    def _frames(self, thread: int | None) -> list[FrameType]:
        frame: FrameType | None = sys._current_frames().get(thread or 0)
        found: list[FrameType] = []
        while frame is not None:
            file = frame.f_code.co_filename
            if not file.startswith((PACKAGE, "<frozen")):
                found.append(frame)
            frame = frame.f_back
        begin = next((i for i in range(len(found) - 1, -1, -1) if self._is(found[i].f_code.co_filename)), -1)
        return found[begin::-1] if begin >= 0 else []

    def traceback(self, error: BaseException) -> str:
        """What Python says of an error, with the script's own lines only."""
        told = traceback.TracebackException.from_exception(error)
        part: traceback.TracebackException | None = told
        while part is not None:
            frames = [f for f in part.stack if not f.filename.startswith((PACKAGE, "<frozen"))]
            begin = next((i for i, frame in enumerate(frames) if self._is(frame.filename)), 0)
            part.stack = traceback.StackSummary.from_list(frames[begin:])
            part = part.__cause__ or part.__context__
        return "".join(line for line in told.format() if told.stack or not line.startswith("Traceback"))

    def _is(self, filename: str) -> bool:
        return os.path.abspath(filename) == os.path.abspath(self.path)


def missing(path: str, command: str) -> bool:
    """True, and said, if there is no such file."""
    if os.path.isfile(path):
        return False
    print(f"opscope {command}: no such file: {path}", file=sys.stderr)
    return True
