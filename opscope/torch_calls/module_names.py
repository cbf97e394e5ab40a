"""Names of modules of PyTorch: variables of the user's functions that refer to them."""

from __future__ import annotations

import dis
import weakref
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

from opscope.core.source import user_frames
from opscope.torch_calls.storages import torch


def named_module(parameter: Any, frame: FrameType | None, is_trained: bool) -> tuple[str, Any] | None:
    """Return the module to name for a parameter that a call uses, and its name; None for a parameter without a module.

    It is the outermost module that runs around the frame. If no variable refers to it, or only the variable of a loop,
    it is a module that contains it. If no module runs and the parameter is trained, it is one that has the parameter.
    """
    module: Any = None
    code, caller, each = torch.nn.Module._call_impl.__code__, frame, frame
    while each is not None:
        if each.f_code is code:
            module, caller = each.f_locals["self"], each.f_back
        each = each.f_back
    frames = list(user_frames(caller))
    if module is None:
        if not is_trained:
            return None
        return _found(frames, lambda root: any(part is parameter for part in root.parameters()))
    in_loop: str | None = None
    for each in frames:
        names = [name for name, value in _variables(each) if value is module]
        looped = _loop_variables(each.f_code)
        if direct := [name for name in names if name not in looped]:
            return direct[0], module
        in_loop = in_loop or next(iter(names), None)
    if (root := _found(frames, lambda root: any(part is module for part in root.modules()))) is not None:
        return root
    return in_loop or type(module).__name__, module


def _found(frames: list[FrameType], has: Callable[[Any], bool]) -> tuple[str, Any] | None:
    """Return the variable with the largest module that meets a condition; `self` only if there is no other."""
    found: tuple[str, Any] | None = None
    own: tuple[str, Any] | None = None
    for frame in frames:
        for name, value in _variables(frame):
            if not isinstance(value, torch.nn.Module) or not has(value):
                continue
            if name == "self":
                own = own or (name, value)
            elif found is None or (value is not found[1] and any(part is found[1] for part in value.modules())):
                found = name, value
    return found or own


def _variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Return the variables of a function, the attributes of its `self`, and its globals."""
    names = frame.f_locals
    yield from list(names.items())
    if "self" in names:
        own = getattr(names["self"], "__dict__", {})
        yield from [*own.items(), *own.get("_modules", {}).items()]
    if names is not frame.f_globals:
        yield from list(frame.f_globals.items())


_loops: weakref.WeakKeyDictionary[CodeType, frozenset[str]] = weakref.WeakKeyDictionary()
_BINDING = ("STORE_FAST", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF")


def _loop_variables(code: CodeType) -> frozenset[str]:
    """Return the variables that the loops of a function bind: they refer to one object after the other."""
    found = _loops.get(code)
    if found is None:
        names: set[str] = set()
        is_target = False
        for instruction in dis.get_instructions(code):
            name, bound = instruction.opname, instruction.argval
            is_binding = is_target and name.startswith(_BINDING)
            if is_binding:  # Python 3.13 has instructions that bind two variables, or bind one and load one
                names.update([bound] if isinstance(bound, str) else bound[: 1 if "LOAD" in name else 2])
            is_target = name == "FOR_ITER" or is_binding or (is_target and name.startswith(("UNPACK_", "EXTENDED_")))
        found = _loops[code] = frozenset(names)
    return found
