"""Runs a script as `__main__` with `import paddle` meaning opscope."""

from __future__ import annotations

import argparse
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
    """A Python file with its arguments. `status` is the exit status that it passed to `sys.exit`."""

    def __init__(self, path: str, args: Sequence[str]) -> None:
        self.path = path
        self.status = 0
        as_paddle()
        sys.argv = [path, *args]
        sys.path[0] = os.path.dirname(os.path.abspath(path))

    def run(self) -> None:
        """Run the file in this thread."""
        runpy.run_path(self.path, run_name="__main__")

    def body(self) -> None:
        """As `run`, for a worker thread: `sys.exit()` ends only the script."""
        try:
            self.run()
        except SystemExit as e:
            self.status = e.code if isinstance(e.code, int) else int(e.code is not None)
            if isinstance(e.code, str):
                print(e.code, file=sys.stderr)

    def where(self, thread: int | None) -> list[Site]:
        """The lines of the script that a thread executes, outermost first; none before it starts and after it ends."""
        return [Site(f.f_code.co_filename, f.f_lineno, f.f_code.co_name) for f in self._frames(thread)]

    def values(self, thread: int | None, kind: type[V]) -> dict[str, V]:
        """The values of a type in the variables of the script where a thread executes it, by name."""
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
        start = next((i for i in range(len(found) - 1, -1, -1) if self._is_script(found[i].f_code.co_filename)), -1)
        return found[start::-1] if start >= 0 else []

    def traceback(self, error: BaseException) -> str:
        """The traceback of an error, with the frames of the script only."""
        whole = traceback.TracebackException.from_exception(error)
        part: traceback.TracebackException | None = whole
        while part is not None:
            frames = [f for f in part.stack if not f.filename.startswith((PACKAGE, "<frozen"))]
            start = next((i for i, frame in enumerate(frames) if self._is_script(frame.filename)), 0)
            part.stack = traceback.StackSummary.from_list(frames[start:])
            part = part.__cause__ or part.__context__
        return "".join(line for line in whole.format() if whole.stack or not line.startswith("Traceback"))

    def _is_script(self, filename: str) -> bool:
        return os.path.abspath(filename) == os.path.abspath(self.path)


def add_script_argument(parser: argparse.ArgumentParser) -> None:
    """Add the file and its arguments to the parser of a subcommand."""
    parser.add_argument("script", help="the Python file")
    rest = parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments for the script")
    rest.required = False  # argparse would require them


def report_missing(path: str, command: str) -> bool:
    """True, with a message on stderr, if there is no such file."""
    if os.path.isfile(path):
        return False
    print(f"opscope {command}: no such file: {path}", file=sys.stderr)
    return True
