"""Events of a thread's Python code in Python 3.11.

The events come from a trace function. A trace function slows down all code of its thread, even in frames that it does
not follow. So the trace function is set only while a frame with a breakpoint is on the stack, a line step is in
progress, or exceptions are examined. Functions with a breakpoint get additional instructions (a prologue, see
`function_prologue`), which call a hook of this module. An import finder detects files that are imported later in the
run. A replacement of `io.open_code` detects files that `runpy` runs.
"""

from __future__ import annotations

import dis
import inspect
import io
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from opscope.core.source import user_files
from opscope.debug.lines.code_stops import CodeStops
from opscope.debug.lines.function_prologue import with_prologue
from opscope.debug.lines.source_file import CodeMap, loaded_functions, nested_codes, program_files, same_file

Trace = Callable[[FrameType, str, Any], Any]
_YIELD = dis.opmap["YIELD_VALUE"]
_SUSPENDABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_by_thread: dict[int, TraceEvents] = {}


_read_code = io.open_code


def _open_code(path: str) -> Any:
    """Replacement of `io.open_code` while breakpoints exist.

    This function detects that a file with a breakpoint will run now.
    """
    events = _by_thread.get(threading.get_ident())
    if events is not None:
        events.notice_file(path)
    return _read_code(path)


def _enter() -> None:
    """Hook that each function with a breakpoint calls when the function begins."""
    events = _by_thread.get(threading.get_ident())
    if events is not None:
        events.enter(sys._getframe(1))


class PatchedFunctions:
    """Functions with a breakpoint, for all threads of a `CodeStops` object.

    The code of each such function gets a prologue (additional instructions at the start).
    """

    def __init__(self, stops: CodeStops) -> None:
        self.users = 0  # number of watched threads
        self.defined: CodeMap[bool] = CodeMap()  # code objects of existing functions
        self.originals: CodeMap[CodeType] = CodeMap()  # code with prologues -> original
        self._stops = stops
        self._with_prologue: CodeMap[CodeType] = CodeMap()  # original -> code with prologues
        self._patched: list[tuple[weakref.ref[FunctionType], CodeType, CodeType]] = []

    def patch(self) -> None:
        """Add a prologue to the code of all functions with a breakpoint.

        If a function defines another function with a breakpoint, the code of the outer function is also changed.
        """
        stops = self._stops
        for each in loaded_functions():
            if not stops.concerns(code := each.__code__) or code in self.originals:
                continue
            self.defined.set(code, True)
            made = self._code_with_prologues(code)
            if made is not code:
                each.__code__ = made
                self._patched.append((weakref.ref(each), code, made))

    def are_missing(self, code: CodeType) -> bool:
        """Return True if a code object defines functions with a breakpoint that may have no prologue yet."""
        inner = (c for c in code.co_consts if isinstance(c, CodeType))
        return code not in self.originals and any(map(self._stops.concerns, inner))

    def _code_with_prologues(self, code: CodeType) -> CodeType:
        found = self._with_prologue.get(code)
        if found is not None:
            return found
        made = code
        inner = [c for c in code.co_consts if isinstance(c, CodeType) and self._stops.concerns(c)]
        if inner:
            consts = [self._code_with_prologues(c) if c in inner else c for c in code.co_consts]
            made = made.replace(co_consts=tuple(consts))
        if self._stops.breakpoints_in(code):
            made = with_prologue(made, _enter) or made
        self._with_prologue.set(code, made)
        if made is not code:
            self.originals.set(made, code)
        return made

    def restore(self) -> None:
        """Restore the original code of all functions that got a prologue."""
        for reference, code, made in self._patched:
            function = reference()
            if function is not None and function.__code__ is made:
                function.__code__ = code
        self._patched = []
        self._with_prologue, self.originals, self.defined = CodeMap(), CodeMap(), CodeMap()


class TraceEvents:
    """Source of the code events of one thread: the thread in which the source was created."""

    def __init__(self, stops: CodeStops) -> None:
        self._stops = stops
        self._thread = threading.get_ident()
        self._follows: CodeMap[bool] = CodeMap()
        self._former: Any = None  # trace function of others, to be restored
        self._is_tracing = False
        self._suspended: set[int] = set()  # ids of suspended generator frames with a breakpoint
        others = [each for each in _by_thread.values() if each._stops is stops]
        self._functions = others[0]._functions if others else PatchedFunctions(stops)
        self._functions.users += 1
        self._raising: FrameType | None = None  # the frame that an exception has reached
        self._awaits_program = True  # True until a frame of the program begins
        self._noticed = ""  # file whose code is about to run
        _by_thread[self._thread] = self

    # --- what is watched ----------------------------------------------------------------------------

    def update(self, new_breakpoints: bool) -> None:
        """Update which code is watched.

        If `new_breakpoints` is True, the breakpoints have changed. If `new_breakpoints` is False, the goal of a step
        command or the filters for exceptions have changed.
        """
        self._follows = CodeMap()
        if new_breakpoints:
            self._functions.restore()
            if self._stops.breakpoints.enabled:
                self._functions.patch()
            self._watch_imports(bool(self._stops.breakpoints.enabled))
        self._follow_stack()
        self._switch()

    def close(self) -> None:
        """Stop watching code, and restore the trace function that was set before."""
        self._watch_imports(False)
        self._functions.users -= 1
        if not self._functions.users:
            self._functions.restore()
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_trace == self._local:
                frame.f_trace = None
            frame = frame.f_back
        if self._is_tracing:
            self._set(False)
        _by_thread.pop(self._thread, None)

    def _follow_stack(self) -> None:
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            if self._follows_frame(frame.f_code):
                self._awaits_program = False
                self._follow(frame)
            frame = frame.f_back

    def _follow(self, frame: FrameType) -> Trace:
        frame.f_trace_lines = self._stops.goal_here is not None or bool(self._stops.breakpoints_in(frame.f_code))
        frame.f_trace = self._local
        return self._local

    def _follows_frame(self, code: CodeType) -> bool:
        """Return True if the events of frames with this code are needed."""
        found = self._follows.get(code)
        if found is None:
            found = self._stops.follows(code) or self._stops.concerns(code)
            self._follows.set(code, found)
        return found

    def _is_needed(self, without: FrameType | None = None) -> bool:
        """Return True if the trace function must be set. `without` is a frame that ends now and does not count."""
        stops = self._stops
        if stops.goal_here is not None or stops.examines_exceptions or self._suspended:
            return True
        if not stops.breakpoints.enabled:
            return False
        if self._awaits_program:
            return True
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame is not without and user_files[frame.f_code.co_filename] and self._needs(frame.f_code):
                return True
            frame = frame.f_back
        return False

    def _needs(self, code: CodeType) -> bool:
        """Return True if code that is running has a breakpoint, or defines a function with a breakpoint."""
        code = self._functions.originals.get(code) or code
        if self._stops.breakpoints_in(code):
            return True
        inner = [c for c in nested_codes(code) if c is not code and self._stops.breakpoints_in(c)]
        return any(c not in self._functions.defined or code.co_flags & inspect.CO_OPTIMIZED for c in inner)

    def _switch(self, without: FrameType | None = None) -> None:
        needed = self._is_needed(without)
        if needed != self._is_tracing or (needed and sys.gettrace() != self._global):
            self._set(needed)

    def _set(self, on: bool) -> None:
        now = sys.gettrace()
        if on:
            if now != self._global:
                self._former = now
            sys.settrace(self._global)
        elif now is None or now == self._global:  # else another tool has set a trace function
            sys.settrace(self._former)
        self._is_tracing = on

    # --- events -------------------------------------------------------------------------------------

    def enter(self, frame: FrameType) -> None:
        """Handle the start of a function with a prologue."""
        self._awaits_program = False
        self._stops.update_thread()
        self._stops.at_call(frame)
        self._follow(frame)
        self._switch()

    def _global(self, frame: FrameType, event: str, arg: Any) -> Trace | None:
        code = frame.f_code
        follows = self._follows.get(code)
        if follows is None:
            follows = self._follows_frame(code)
        if not follows:
            if self._awaits_program and self._is_of_program(code.co_filename):
                self._awaits_program = False
                self._switch(frame)
            return None
        self._awaits_program = False
        if id(frame) not in self._suspended:  # else a generator continues
            self._stops.at_call(frame)
            if code not in self._functions.defined and self._stops.breakpoints_in(code):
                self._functions.patch()  # the breakpoint's function exists now
        return self._follow(frame)

    def _is_of_program(self, filename: str) -> bool:
        """Return True if `filename` is a file of the program, or the file that is expected to run now.

        Before this file runs, the garbage collector may run code of a library.
        """
        return program_files[filename] or (bool(self._noticed) and same_file(filename, self._noticed))

    def _local(self, frame: FrameType, event: str, arg: Any) -> Trace | None:
        if event == "line":
            self._raising = None
            self._stops.at_line(frame)
        elif event == "exception":
            self._raising = frame
            self._stops.at_exception(frame, arg[1], arg[2])
            frame.f_trace_lines = frame.f_trace_lines or self._stops.examines_exceptions
        elif event == "return":
            self._returned(frame, arg)
        return self._local

    def _returned(self, frame: FrameType, value: Any) -> None:
        code, stops = frame.f_code, self._stops
        now = code.co_code[frame.f_lasti]
        suspended = bool(code.co_flags & _SUSPENDABLE) and now == _YIELD and self._raising is not frame
        self._raising = None
        if suspended and stops.breakpoints_in(code):
            self._suspended.add(id(frame))
        else:
            self._suspended.discard(id(frame))
        stops.at_return(frame, value, suspended or dis.opname[now] == "RETURN_VALUE")
        if not suspended and stops.breakpoints.enabled and self._functions.are_missing(code):
            self._functions.patch()
        self._switch(frame)

    # --- imports ------------------------------------------------------------------------------------

    def _watch_imports(self, on: bool) -> None:
        if on and self not in sys.meta_path:
            sys.meta_path.insert(0, self)
        elif not on and self in sys.meta_path:
            sys.meta_path.remove(self)
        watched = any(isinstance(finder, TraceEvents) for finder in sys.meta_path)
        if watched or io.open_code is _open_code:
            io.open_code = _open_code if watched else _read_code

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Detect the import of a file with a breakpoint. The module itself is found by the other import finders."""
        if threading.get_ident() != self._thread:
            return None
        finders = [f for f in sys.meta_path if f is not self and hasattr(f, "find_spec")]
        found = next((spec for f in finders if (spec := f.find_spec(name, path, target)) is not None), None)
        origin = None if found is None else found.origin
        if origin:
            self.notice_file(origin)
        return found

    def notice_file(self, path: str) -> None:
        """Set the trace function if a file that will run now may have a breakpoint."""
        if any(b.function or same_file(path, b.file) for b in self._stops.breakpoints.enabled):
            self._awaits_program, self._noticed = True, path
            self._switch()
