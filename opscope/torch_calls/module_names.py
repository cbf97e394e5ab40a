"""Names of PyTorch modules: the names of variables in the user's functions that refer to the modules."""

from __future__ import annotations

import dis
import weakref
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

from opscope.core.frame_locals import attributes_of_self
from opscope.core.source import user_frames
from opscope.torch_calls.storages import torch


def named_module(parameter: Any, frame: FrameType | None, is_trained: bool) -> tuple[str, Any] | None:
    """Return the name and the module of a parameter that a call uses. Return None if no module is found.

    The result is the outermost module whose call contains the frame. If no variable refers to this module, or only the
    variable of a loop, the result is a module that contains this module. If no module is running and the parameter is
    trained, the result is a module that has the parameter. While a module is being created, no name is returned,
    because only the functions that create the module have variables for it.
    """
    module: Any = None
    is_made = False
    code, caller, each = torch.nn.Module._call_impl.__code__, frame, frame
    while each is not None:
        if each.f_code is code:
            module, caller = each.f_locals["self"], each.f_back
        elif each.f_code.co_name == "__init__":
            is_made = is_made or _is_module(each.f_locals.get("self"))
        each = each.f_back
    frames = list(user_frames(caller))
    if module is None:
        if is_made or not is_trained:
            return None
        return _found(frames, lambda part: any(own is parameter for own in _own(part, "_parameters")))
    for each in frames:
        looped = _loop_variables(each.f_code)
        for name, value in _variables(each):
            if value is module and not (name in looped and each.f_locals.get(name) is module):
                return name, module
    return _found(frames, lambda part: part is module) or (type(module).__name__, module)


def _found(frames: list[FrameType], is_wanted: Callable[[Any], bool]) -> tuple[str, Any] | None:
    """Find a variable whose module contains a wanted part. If a later module contains this module, take the later one.

    The variable is `self` only if there is no other variable.
    """
    found: tuple[str, Any] | None = None
    own: tuple[str, Any] | None = None
    for frame in frames:
        for name, value in _variables(frame):
            if not _is_module(value) or not any(map(is_wanted, _parts(value))):
                continue
            if name == "self":
                own = own or (name, value)
            elif found is None or (value is not found[1] and any(part is found[1] for part in _parts(value))):
                found = name, value
    return found or own


def _is_module(value: Any) -> bool:
    """Return True for a module. `isinstance` is not used, because a proxy object can give a wrong answer."""
    return issubclass(type(value), torch.nn.Module)


def _parts(root: Any) -> Iterator[Any]:
    """Yield a module and the modules in it.

    The method `modules()` is not called, because a class may have another method with this name.
    """
    seen: set[int] = set()
    left = [root]
    while left:
        part = left.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            left += [each for each in _own(part, "_modules") if each is not None]


def _own(part: Any, kind: str) -> list[Any]:
    """Return the direct modules or parameters of a module. A module that is being created may have none yet."""
    return list((part.__dict__.get(kind) or {}).values())


def _variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each local variable of a function, attribute of its `self`, and global variable."""
    names = frame.f_locals
    yield from list(names.items())
    if own := attributes_of_self(names):
        modules = own.get("_modules") if _is_module(names["self"]) else None
        yield from [*own.items(), *(modules or {}).items()]
    if names is not frame.f_globals:
        yield from list(frame.f_globals.items())


_loops: weakref.WeakKeyDictionary[CodeType, frozenset[str]] = weakref.WeakKeyDictionary()
_BINDING = ("STORE_FAST", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF")


def _loop_variables(code: CodeType) -> frozenset[str]:
    """Return the loop variables of a function.

    Such a variable refers to a new object in each iteration.
    """
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
