"""Run a function in static mode: fluid's were written when there was no other."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from opscope.core.block_decorators import block_manager
from opscope.core.public_calls import code_of, listeners, note_return, receiver_count, wrappers
from opscope.core.state import mode, names
from opscope.eager.tensor import Tensor
from opscope.ir.program.program import Variable
from opscope.paddle.base.dygraph.base import guarded
from opscope.paddle.static import places


def statically(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, in static mode for the length of the call; with Tensors, and in `dygraph.guard`, in dygraph.

    A `name=` names what it makes: `<name>.tmp_0`.
    """
    receivers = receiver_count(function)

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        name = kwargs.get("name")
        with mode.block(static=_static([*args, *kwargs.values()])):
            if not isinstance(name, str):
                result = function(*args, **kwargs)
            else:
                with names.naming(name):
                    result = function(*args, **kwargs)
        if listeners:
            note_return(args[receivers:], kwargs, result)
        return result

    wrappers.add(code_of(wrapped))
    return wrapped


def _static(values: Iterable[Any]) -> bool:
    """True if a call with these values makes operators: by the values, else by the place of the call."""
    for value in values:
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Tensor | Variable):
                return isinstance(each, Variable)
    return not guarded()


@block_manager
def device_guard(device: str | None = None) -> Iterator[None]:
    """paddle.static.device_guard in either mode, but not inside dygraph.guard."""
    with mode.block(static=not guarded()), places.device_guard(device):
        yield
