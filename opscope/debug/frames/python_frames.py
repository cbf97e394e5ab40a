"""Python frames of the program: the frames of a thread of the program, or the frames in the traceback of an error."""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from types import CodeType, FrameType, TracebackType
from typing import NamedTuple

from opscope.core.source import PACKAGE, is_opscope_file, is_user_file

_ENDED = 1_000_000  # depth of the outermost frame that an error has ended
_DEBUGGER = tuple(os.path.join(PACKAGE, room) + os.sep for room in ("debug", "cli", "notebook"))


class PythonFrame(NamedTuple):
    """A Python frame, the line that it executes, and its depth (the number of frames outside of it).

    `kind` is "python" for the user's code, "library" for opscope, installed packages and the standard library, and
    "debugger" for the debugger itself. `ended` is True if an error has ended the frame.
    """

    frame: FrameType
    line: int
    depth: int
    kind: str
    ended: bool = False


def running_frames(bottom: CodeType | None, thread: int | None = None) -> list[PythonFrame]:
    """Return the frames of a thread that were called by the function `bottom`, outermost frame first.

    If `thread` is None, return the frames of the calling thread. `bottom` is the code object of the function that calls
    the program. If `bottom` is None or did not call this code, the list is empty.
    """
    frames: list[FrameType] = []
    frame: FrameType | None = sys._getframe(1) if thread is None else sys._current_frames().get(thread)
    while frame is not None and frame.f_code is not bottom:
        frames.append(frame)
        frame = frame.f_back
    if frame is None:
        return []
    frames.reverse()
    return [PythonFrame(f, f.f_lineno, depth, kind_of(f.f_code.co_filename)) for depth, f in enumerate(frames)]


def traceback_frames(trace: TracebackType | None) -> list[PythonFrame]:
    """Return the frames of a traceback, beginning with the outermost frame.

    The innermost frame is the frame that has raised the error.
    """
    found: list[PythonFrame] = []
    while trace is not None:
        kind = kind_of(trace.tb_frame.f_code.co_filename)
        found.append(PythonFrame(trace.tb_frame, trace.tb_lineno, len(found), kind, ended=True))
        trace = trace.tb_next
    return found


def frames_at_failure(bottom: CodeType | None, error: BaseException) -> list[PythonFrame]:
    """Return the frames of this thread, which handles an error, followed by the frames that the error has ended."""
    running = running_frames(bottom)
    alive = {each.frame for each in running}
    ended = [each for each in traceback_frames(error.__traceback__) if each.frame not in alive]
    return [*running, *(each._replace(depth=_ENDED + n) for n, each in enumerate(ended))] if running else []


def kind_of(filename: str) -> str:
    """Return the kind of a frame whose code is in a file: python, library or debugger."""
    if is_opscope_file(filename):
        return "debugger" if filename.startswith(_DEBUGGER) else "library"
    if not is_user_file(filename):
        return "library"
    return "library" if filename.startswith(_packages()) and not filename.startswith(_program()) else "python"


@functools.cache
def _packages() -> tuple[str, ...]:
    """Return the folders of installed packages."""
    return tuple({sysconfig.get_path(name) + os.sep for name in ("purelib", "platlib")})


def _program() -> str:
    """Return the folder of the package that was started by `python -m`.

    The code in this folder counts as the user's code, even in an installed package.
    """
    main = sys.modules.get("__main__")
    package, path = getattr(main, "__package__", None), getattr(main, "__file__", None)
    if not package or not path:
        return "\0"  # matches no file name
    levels = package.count(".") + 1
    folder = os.path.abspath(path)
    for _ in range(levels):
        folder = os.path.dirname(folder)
    return folder + os.sep
