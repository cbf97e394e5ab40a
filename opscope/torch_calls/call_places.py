"""Positions of PyTorch calls in the user's functions, with the running module and the tensors in local variables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FrameType
from typing import Any

from opscope.core.frame_locals import FrameLocals, FunctionLocals, attributes_of_self, names_in
from opscope.core.layer_calls import LAYERS, LayerCall
from opscope.core.source import CodePosition, UserCall, user_files, user_frames
from opscope.eager.op_call_log import Caller, CallLog
from opscope.torch_calls.deferred_calls import UsedArrays
from opscope.torch_calls.hidden_tensors import hidden_classes, note_tensor
from opscope.torch_calls.kept_locals import KeptLocals
from opscope.torch_calls.left_tensors import LeftTensors
from opscope.torch_calls.shown_tensors import NamedTensors
from opscope.torch_calls.storages import PLAIN

MAX_ELEMENTS = 32  # of a list or dict that is looked through

_UNCHANGED = FrameLocals(())
_NUMBERS = (int, float, str, bool)
_MAY_WAIT = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR  # may go on in another function


class CallPlace:
    """Position of a call, the running module, and the local variables that may have changed since the last call."""

    __slots__ = ("caller", "layer", "locals")

    def __init__(self, caller: Caller, layer: LayerCall | None, found: FrameLocals) -> None:
        self.caller, self.layer, self.locals = caller, layer, found

    @property
    def position(self) -> CodePosition | None:
        """The position in the user's code."""
        return self.caller[0]


_NOWHERE = CallPlace((None, None), None, _UNCHANGED)


class _Function:
    """A function of the user that was running at the last call. Its frame keeps the variables when it returns.

    `found` contains the tensors that were in the variables when they were last read, and `kept` contains the same
    tensors in the form of the log. `has_shared` is True if a function that it has called may have replaced one of them:
    in an attribute, list or dict, or in a variable of a closure.
    """

    __slots__ = ("call", "found", "frame", "has_shared", "kept")

    def __init__(self, frame: FrameType, call: UserCall) -> None:
        self.frame, self.call = frame, call
        self.found: FunctionLocals | None = None
        self.kept = KeptLocals()
        self.has_shared = False


class CallPlaces:
    """Finder of the positions of calls. All calls of a backward pass or an optimizer step usually have one position."""

    def __init__(self, log: CallLog, tensors: NamedTensors) -> None:
        self._log = log
        self._tensors = tensors
        self._left = LeftTensors(tensors)  # of the step before
        self._running: list[_Function] = []  # at the last call, outermost first
        self._depths: dict[FrameType, int] = {}  # numbers of the functions in this list, by frame
        self._call: UserCall | None = None  # the function at the last call
        self._library_place: CallPlace | None = None  # if the last call was one of a library's loop
        self._library_frame: FrameType | None = None  # the library's function that has made it
        self.used = UsedArrays()  # by the step's calls
        self._position = -1  # of the last call in its function

    def at(self, frame: FrameType | None, in_library: bool, value_of: Callable[[Any], Any] | None = None) -> CallPlace:
        """Return the position of a call, with the tensors in the local variables there.

        in_library: the call belongs to a backward pass or an optimizer step. value_of: function that converts a tensor.
            If the function returns None, the tensor is omitted. By default, the tensors have the form of the log.
        """
        if in_library and frame is self._library_frame and self._library_place is not None:
            return self._library_place  # the functions around it have waited
        self._library_frame = None
        inner, layer = frame, None
        codes = () if in_library else LAYERS.calls
        while frame is not None:
            code = frame.f_code
            if user_files[code.co_filename]:
                break
            if layer is None and code in codes:
                layer = frame
            frame = frame.f_back
        if frame is None:
            self._library_place = None
            return _NOWHERE
        if in_library and inner is not frame and inner is not None and not inner.f_code.co_flags & _MAY_WAIT:
            self._library_frame = inner
        call, position = self._log.user_call(frame), frame.f_lasti
        known = self._library_place
        if in_library and known is not None and call is self._call and position == self._position:
            return known
        self._call, self._position = call, position
        caller = (frame.f_code, position), call
        place = CallPlace(caller, self._log.layer_call(frame, layer), self._changed(frame, call, value_of))
        self._library_place = CallPlace(caller, None, _UNCHANGED) if in_library else None
        return place

    def _changed(self, frame: FrameType, call: UserCall | None, value_of: Callable[[Any], Any] | None) -> FrameLocals:
        new: list[_Function] = []
        at: FrameType | None = frame
        waiting = 0  # functions around the new ones, which have waited since the last call, but for the innermost one
        while at is not None and call is not None:
            code = at.f_code
            if user_files[code.co_filename]:
                depth = self._depths.get(at)
                if depth is not None and not code.co_flags & _MAY_WAIT and self._running[depth].call is call:
                    waiting = depth + 1
                    break
                new.append(_Function(at, call))
                call = call.outer
            at = at.f_back
        ended = self._ended(waiting, new)
        around = self._running[:waiting]
        changed = [*new, *around[-1:], *(each for each in reversed(around[:-1]) if each.has_shared)]
        # Globals are read for the innermost function only: while an outer function waits, they may be assigned again.
        for each in changed:
            tensors, cells = _tensors(each.frame, each.frame is frame), each.frame.f_code.co_cellvars
            each.found = self._locals(each, tensors, value_of)
            each.has_shared = any("." in name or "[" in name or name in cells for name in tensors)
        last = [self._locals(each, tensors, value_of) for each, tensors in ended]
        return FrameLocals((*last, *(each.found for each in changed if each.found is not None)))

    def _ended(self, waiting: int, new: list[_Function]) -> list[tuple[_Function, dict[str, Any]]]:
        """Replace the functions behind the first `waiting` ones by new functions, which are innermost first.

        Returns the functions that have returned since the last call, with the last tensors in their variables.
        """
        running = self._running
        former, innermost = running[waiting:], running[-1] if running else None
        for each in former:
            del self._depths[each.frame]
        running[waiting:] = reversed(new)
        for number, each in enumerate(running[waiting:], waiting):
            self._depths[each.frame] = number
        return [
            (each, _tensors(each.frame, each is innermost))
            for each in reversed(former)
            if each.frame not in self._depths
        ]

    def _locals(
        self, function: _Function, tensors: dict[str, Any], value_of: Callable[[Any], Any] | None
    ) -> FunctionLocals:
        left = self._left.names(function.call, tensors)
        if value_of is None:
            return function.kept.read(function.call, tensors, left, self._tensors)
        kept = {name: value_of(value) for name, value in tensors.items()}
        for name in [name for name, value in kept.items() if value is None]:
            note_tensor(name, tensors[name])
        bound = {name: value for name, value in kept.items() if value is not None}
        return FunctionLocals(function.call, bound, left)

    def last(self) -> FrameLocals:
        """Return the tensors in the variables of the functions that were running at the last call.

        If a function has returned, these are the tensors that it had when it returned.
        """
        found: list[FunctionLocals] = []
        for each in reversed(self._running):
            tensors = _tensors(each.frame, each is self._running[-1])
            found.append(FunctionLocals(each.call, tensors, self._left.names(each.call, tensors)))
        return FrameLocals(tuple(found))

    def end_step(self, frame: FrameType) -> None:
        """Record the tensors in the variables of the running functions at the end of a step."""
        former = {each.call: each.found for each in self._running}
        left = LeftTensors(self._tensors)
        call: UserCall | None = None
        for number, of in enumerate(user_frames(frame)):
            call = self._log.user_call(of) if not number else call and call.outer
            last = None if call is None else former.get(call)
            if last is not None:
                left.take(_tensors(of, not number), last, self._left)
        self.begin_step()
        self._left = left

    @property
    def has_functions(self) -> bool:
        """True if the functions that were running at the last call are known."""
        return bool(self._running)

    def begin_step(self) -> None:
        """Forget all functions and their tensors. The next call begins a step, and examines all running functions."""
        self._left = LeftTensors(self._tensors)
        self._tensors.storages.written.clear()
        self._running, self._depths, self.used = [], {}, UsedArrays()
        self._library_place = self._library_frame = None


def _tensors(frame: FrameType, has_globals: bool) -> dict[str, Any]:
    """Return the tensors in the locals of a function, by name."""
    names = frame.f_locals
    found = _bound(list(names.items()))
    if has_globals and names is not (space := frame.f_globals):
        found |= _bound(
            [(name, space[name]) for name in names_in(frame.f_code, "LOAD_GLOBAL", "STORE_GLOBAL") if name in space]
        )
    if (own := attributes_of_self(names)) and not {*map(type, own.values())}.isdisjoint(PLAIN):
        found |= {f"self.{name}": value for name, value in list(own.items()) if type(value) in PLAIN}
    return found


def _bound(variables: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the tensors among variables, and among the elements of lists and dicts."""
    found: dict[str, Any] = {}
    for name, value in variables:
        kind = type(value)
        if kind in PLAIN:
            found[name] = value
        elif kind in _NUMBERS:
            continue
        elif kind in (list, tuple) and len(value) <= MAX_ELEMENTS:
            for index, element in enumerate(value):
                if type(element) in PLAIN:
                    found[f"{name}[{index}]"] = element
        elif kind is dict and len(value) <= MAX_ELEMENTS and not name.startswith("__"):
            for key, element in list(value.items()):
                if type(element) in PLAIN and isinstance(key, str | int):
                    found[f"{name}[{key!r}]"] = element
        elif kind in hidden_classes:
            note_tensor(name, value)
    return found
