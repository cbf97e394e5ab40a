"""statically: runs a function in static mode, because fluid's functions build programs by default."""

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
    """Decorate a function: a call is in static mode, but with Tensors or in `dygraph.guard` in dygraph mode.

    `name=` names the results: `<name>.tmp_0`.
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
    """Return True if a call with these values makes operators: by the values, else by the current mode."""
    for value in values:
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Tensor | Variable):
                return isinstance(each, Variable)
    return not guarded()


@block_manager
def device_guard(device: str | None = None) -> Iterator[None]:
    """Return paddle.static.device_guard. It works in both modes, but not in dygraph.guard."""
    with mode.block(static=not guarded()), places.device_guard(device):
        yield
