"""Source positions: lines of the user's code, found in stack frames outside opscope and the standard library."""

from __future__ import annotations

import functools
import os
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, NamedTuple

from opscope import errors
from opscope.core.layer_calls import LAYERS, LayerCall, layer_of
from opscope.core.source_text.notebook_cells import cell_name, typed_line

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
DEMO = os.path.join(PACKAGE, "demo") + os.sep  # treated like a user's program
_STDLIB = os.path.dirname(os.__file__) + os.sep
_SITE = os.path.join(_STDLIB, "site-packages") + os.sep


class Site(NamedTuple):
    """A line of the user's program. The text of the line is read when it is needed, because most lines are never shown.

    For a line in a recording, `text` contains the text, because the source file may not exist on this machine.
    """

    filename: str
    line: int
    function: str
    text: str | None = None

    def __str__(self) -> str:
        return self.where

    @property
    def where(self) -> str:
        """The place of the line as text, such as `train.py:20 in main`."""
        return f"{display_name(self.filename)}:{self.line} in {self.function}"

    @property
    def code(self) -> str:
        """The text of the line. "" if it is not available."""
        if self.text is not None:
            return self.text
        return typed_line(self.filename, self.line).strip()


def display_name(filename: str) -> str:
    """Return the file name for output. It is relative if the file is inside the working folder.

    For a notebook cell, return the name with its number.
    """
    if name := cell_name(filename):
        return name
    if filename.startswith("<"):
        return filename
    if "ipykernel_" in filename:  # /tmp/ipykernel_4711/12345.py: a notebook cell of unknown number
        return "<cell>"
    relative = os.path.relpath(filename) if os.path.isabs(filename) else filename
    return filename if relative.startswith("..") else relative


CodePosition = tuple[
    CodeType, int
]  # a code object and an instruction offset: cheap to store; `site_of` makes a Site of it
CalledPosition = tuple[CodeType, int, tuple[CodePosition, ...]]  # with the positions of the callers, innermost first
MAX_CALLERS = 100
Position = CodePosition | CalledPosition | Site


@dataclass(eq=False)
class RecordedCode:
    """Names and lines of a user's function in a recording, with the attributes of a code object.

    The object cannot be executed. `lines` maps each known instruction to its line. `texts` maps each line to its text
    at the time of the recording.
    """

    co_filename: str
    co_name: str
    co_qualname: str
    co_firstlineno: int
    co_argcount: int
    co_kwonlyargcount: int
    co_flags: int
    co_varnames: tuple[str, ...]
    co_cellvars: tuple[str, ...]
    co_freevars: tuple[str, ...]
    lines: dict[int, int] = field(default_factory=dict[int, int])
    texts: dict[int, str] = field(default_factory=dict[int, str])

    def add(self, lines: Sequence[tuple[int, int, str]]) -> None:
        """Add instructions, each with its line and the text of the line."""
        for instruction, line, text in lines:
            self.lines[instruction] = line
            self.texts[line] = text


class UserCall:
    """A running or finished call of a user's function.

    `below` is the number of Python frames below the call on the stack. `outer` is the call of the user's function that
    has made this call at the instruction `called_at`. `outer` is None for the outermost call. A UserCall does not
    contain the frame, so that Python can delete the values of the function.
    """

    __slots__ = ("below", "called_at", "code", "outer")

    def __init__(self, code: CodeType, below: int, outer: UserCall | None, called_at: int) -> None:
        self.code, self.below, self.outer, self.called_at = code, below, outer, called_at

    @property
    def caller(self) -> CodePosition | None:
        """The position of this call in the calling user function. None for the outermost call."""
        return None if self.outer is None else (self.outer.code, self.called_at)

    def is_of(self, code: CodeType, below: int, outer: UserCall | None, called_at: int) -> bool:
        """Return True if this call has this code, this depth, this calling function and this calling instruction."""
        return self.code is code and (self.below, self.called_at) == (below, called_at) and self.outer is outer

    def is_like(self, other: UserCall | None) -> bool:
        """Return True if `other`, which may belong to another record, may describe the same call."""
        if other is self or other is None:
            return other is self
        if self.code is not other.code or (self.below, self.called_at) != (other.below, other.called_at):
            return False
        return other.outer is None if self.outer is None else self.outer.is_like(other.outer)

    def __repr__(self) -> str:
        return f"<call of {self.code.co_name}>"


class UserCalls:
    """Registry of the running calls of the user's functions, with one object for each call.

    If the innermost function is still the same, a lookup needs one comparison. Otherwise, it searches the stack for a
    known call.
    """

    def __init__(self) -> None:
        self._frame: FrameType | None = None  # the last looked up frame
        self._call: UserCall | None = None
        self._layer: LayerCall | None = None  # the Layer call of the last call
        # outermost first, including the last one: each call, and the Layer call to which it belongs
        self._running: dict[FrameType, tuple[UserCall, LayerCall | None]] = {}
        self._layers: dict[FrameType, LayerCall] = {}  # between the user's code and the last looked up op
        self._former: dict[FrameType, UserCall] = {}  # calls before `forget`, until the next lookup

    def of(self, frame: FrameType) -> UserCall:
        """Return the UserCall of a frame of the user's code."""
        if frame is self._frame and self._call is not None:
            return self._call
        self._call, self._layer = self._find(frame)
        self._frame = frame
        return self._call

    def layer_of(self, user: FrameType | None, frame: FrameType | None) -> LayerCall | None:
        """Return the innermost LayerCall that runs inside `user`, which is the frame of the last lookup.

        `frame` is the frame of the innermost `Layer.__call__` that `user` has called, or None.
        """
        if frame is None:
            return None if user is None else self._layer
        known = self._layers.get(frame)
        if known is not None:
            return known
        frames = [frame]
        at, code = frame.f_back, frame.f_code
        while at is not None and at is not user:
            if at.f_code is code:
                frames.append(at)
            at = at.f_back
        call = None if user is None else self._layer
        layers: dict[FrameType, LayerCall] = {}
        for outer in reversed(frames):
            layers[outer] = call = self._layers.get(outer) or LayerCall(outer.f_locals["self"], call)
        self._layers = layers
        return call

    def forget(self) -> None:
        """Remove all calls from the registry.

        In the next lookup, calls that are still running get the same UserCall objects again. Then the references to
        their frames are removed.
        """
        if self._running:
            self._former = {frame: call for frame, (call, _) in self._running.items()}
        self._frame, self._call, self._layer, self._running, self._layers = None, None, None, {}, {}

    def _find(self, frame: FrameType) -> tuple[UserCall, LayerCall | None]:
        running = self._running
        # unknown frames, the number of frames above each, and the Layer that it calls or belongs to
        new: list[tuple[FrameType, int, Any]] = []
        above, at, known, layer_calls = 0, frame, None, LAYERS.calls
        while at is not None and (known := running.get(at)) is None:
            code = at.f_code
            layer = layer_of(at) if code in layer_calls or code.co_name == "forward" else None
            if layer is not None or user_files[code.co_filename]:
                new.append((at, above, layer))
            above, at = above + 1, at.f_back
        while running and next(reversed(running)) is not at:
            running.popitem()
        found, called = (None, None) if known is None else known
        below = above if found is None else above + found.below
        for inner, count, layer in reversed(new):
            if layer is not None:
                called = LayerCall(layer, called)
            if user_files[inner.f_code.co_filename]:
                called_at = -1 if at is None else at.f_lasti
                former = self._former.get(inner)
                if former is not None and former.is_of(inner.f_code, below - count, found, called_at):
                    found = former
                else:
                    found = UserCall(inner.f_code, below - count, found, called_at)
                running[inner] = found, called
                at = inner
        assert found is not None
        self._former = {}
        return found, called

    def release(self) -> None:
        """Remove the references to stack frames, because no more lookups follow."""
        self.forget()
        self._former = {}


def site() -> Site | None:
    """Return the user's line that is running now, if possible outside installed libraries.

    Return None if no line of the user is running.
    """
    found = frame = _user_frame(2)
    while frame is not None and not _is_own(frame.f_code.co_filename):
        frame = frame.f_back
    found = frame or found
    return None if found is None else Site(found.f_code.co_filename, found.f_lineno, found.f_code.co_name)


def raising_site(error: BaseException) -> Site | None:
    """Return the innermost user line in the traceback of an error, if possible outside installed libraries."""
    own, of_library, trace = None, None, error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if user_files[code.co_filename]:
            here = Site(code.co_filename, trace.tb_lineno, code.co_name)
            if _is_own(code.co_filename):
                own = here
            else:
                of_library = here
        trace = trace.tb_next
    return own or of_library


errors.raising_site[0] = raising_site


def is_raised_by_user(error: BaseException) -> bool:
    """Return True if an error's traceback contains a frame of a user's file, not of an installed library."""
    trace = error.__traceback__
    while trace is not None:
        if _is_own(trace.tb_frame.f_code.co_filename):
            return True
        trace = trace.tb_next
    return False


def _is_own(filename: str) -> bool:
    """Return True for the user's files, and False for installed libraries."""
    return user_files[filename] and not is_library_file(filename)


def user_stacklevel() -> int:
    """Return the `stacklevel` with which `warnings.warn` in the caller reports the user's line.

    Return 1 if there is no such line. If possible, the line is outside installed libraries, because IPython's frames
    are between a magic and its cell.
    """
    frame, count, of_library = sys._getframe(1), 0, 0
    while frame is not None and not _is_own(frame.f_code.co_filename):
        if not of_library and user_files[frame.f_code.co_filename]:
            of_library = count
        frame, count = frame.f_back, count + 1
    return (count if frame is not None else of_library) + 1


def user_position(user_stacklevel: int = 1) -> CodePosition | None:
    """Return the user's position as a code object and an instruction, which is fast. `site_of` converts it to a Site.

    The search starts `user_stacklevel` frames above this function.
    """
    frame: FrameType | None = sys._getframe(user_stacklevel)
    while frame is not None:
        code = frame.f_code
        if user_files[code.co_filename]:
            return code, frame.f_lasti
        frame = frame.f_back
    return None


def user_position_and_callers() -> CalledPosition | None:
    """Return the user's position, and the positions of all calling user functions, up to the module."""
    frame = _user_frame(2)
    return None if frame is None else callers_of(frame)


def callers_of(frame: FrameType) -> CalledPosition:
    """Return the position of a frame of the user's code, with the positions of the calling user functions."""
    callers: list[CodePosition] = []
    code, outer = frame.f_code, frame.f_back
    while outer is not None and code.co_name != "<module>" and len(callers) < MAX_CALLERS:
        if user_files[outer.f_code.co_filename]:
            code = outer.f_code
            callers.append((code, outer.f_lasti))
        outer = outer.f_back
    return frame.f_code, frame.f_lasti, _shared(tuple(callers))


_latest_callers: list[tuple[CodePosition, ...]] = [()]


def _shared(callers: tuple[CodePosition, ...]) -> tuple[CodePosition, ...]:
    """Return the callers as a tuple that consecutive calls share.

    Otherwise, the callers in a deep stack would take kilobytes of memory for each call.
    """
    if callers == _latest_callers[0]:
        return _latest_callers[0]
    _latest_callers[0] = callers
    return callers


def site_of(call: Position | None) -> Site | None:
    """Return the Site of a position. A Site is returned unchanged."""
    if call is None or isinstance(call, Site):
        return call
    code, instruction = call[0], call[1]
    if isinstance(code, RecordedCode):
        line = code.lines.get(instruction, code.co_firstlineno)
        return Site(code.co_filename, line, code.co_name, code.texts.get(line, ""))
    starts, lines = line_ranges(code)
    # code added by the compiler has no line
    return Site(code.co_filename, lines[bisect_right(starts, instruction) - 1] or code.co_firstlineno, code.co_name)


def user_site_of(call: Position | None) -> Site | None:
    """Return the innermost line of a position and its callers that is outside installed libraries.

    If there is no such line, return the result of `site_of`.
    """
    if call is None or isinstance(call, Site):
        return call
    if is_library_file(call[0].co_filename) and len(call) == 3:
        for caller in call[2]:
            if not is_library_file(caller[0].co_filename):
                return site_of(caller)
    return site_of(call)


def with_callers(call: CodePosition, user: UserCall) -> Position:
    """Return a position. If it is in an installed library, add the positions of its callers."""
    if not is_library_file(call[0].co_filename):
        return call
    callers: list[CodePosition] = []
    running: UserCall | None = user
    while running is not None and (caller := running.caller) is not None and len(callers) < MAX_CALLERS:
        callers.append(caller)
        running = running.outer
    return *call, tuple(callers)


@functools.lru_cache(maxsize=1024)
def is_library_file(filename: str) -> bool:
    """Return True for files of installed packages."""
    return not {"site-packages", "dist-packages"}.isdisjoint(filename.replace("\\", "/").split("/"))


@functools.lru_cache(maxsize=1024)
def line_ranges(code: CodeType) -> tuple[list[int], list[int | None]]:
    """Return the first instruction of each range of instructions with the same line, and this line (None: no line).

    The result is cached, because long scripts have thousands of ranges.
    """
    found = list(code.co_lines())
    return [start for start, _, _ in found], [line for _, _, line in found]


def _user_frame(user_stacklevel: int) -> FrameType | None:
    frame = sys._getframe(user_stacklevel)
    while frame is not None and not user_files[frame.f_code.co_filename]:
        frame = frame.f_back
    return frame


def user_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames of the user's functions, from a frame outwards. The innermost frame comes first."""
    while frame is not None:
        if user_files[frame.f_code.co_filename]:
            yield frame
        frame = frame.f_back


def is_opscope_file(filename: str) -> bool:
    """Return True for the files of opscope, except the demo."""
    return filename.startswith(PACKAGE) and not filename.startswith(DEMO)


def is_user_file(filename: str) -> bool:
    """Return True for files that belong neither to opscope nor to the standard library."""
    return user_files[filename]


class _UserFiles(dict[str, bool]):
    """Cache that maps file names to True for files of the user.

    Files of opscope (except the demo) and of the standard library are False.
    """

    def __missing__(self, filename: str) -> bool:
        self[filename] = found = not is_opscope_file(filename) and not _is_library_file(filename)
        return found

    def exclude(self, folder: str) -> None:
        """Treat the files of a folder as a library, not as the user's code."""
        if folder not in _excluded:
            _excluded.append(folder)
            for filename in [f for f in self if f.startswith(folder)]:
                self[filename] = False


def _is_library_file(filename: str) -> bool:
    if filename.startswith(("<frozen", *_excluded)):
        return True
    return filename.startswith(_STDLIB) and not filename.startswith(_SITE)


_excluded: list[str] = []  # folders of libraries
user_files = _UserFiles()  # by filename
