"""paddle.base.dygraph.base: the switch to dygraph for the length of a block, and tensors of arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core import place as places
from opscope.core import state
from opscope.core.dtype import as_dtype
from opscope.core.modes import disable_static, enable_static, in_dynamic_mode
from opscope.core.state import mode
from opscope.eager.autograd import enable_grad, grad, no_grad
from opscope.eager.tensor import Tensor, to_tensor
from opscope.ir.program import Variable

_depth: list[None] = []  # of guards that are open
state.on_reset(_depth.clear)


@contextmanager
def guard(place: object = None) -> Iterator[None]:
    """Ops compute at once inside the block; new tensors live at `place`.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/guard.html
    """
    kept, here = mode.static, places.current()
    mode.static = False
    _depth.append(None)
    if place is not None:
        places.choose(places.as_place(place))
    try:
        yield
    finally:
        _depth.pop()
        mode.static = kept
        places.choose(here)


def guarded() -> bool:
    """True inside a guard."""
    return bool(_depth)


def enabled() -> bool:
    """True if ops compute at once."""
    return in_dynamic_mode()


def to_variable(value: Any, name: str | None = None, zero_copy: bool | None = None, dtype: object = None) -> Any:
    """A Tensor of an array, list, number or Tensor; a Variable is itself.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/to_variable.html
    """
    if isinstance(value, Variable):
        return value
    made = value if isinstance(value, Tensor) else to_tensor(value)
    made = made if dtype is None else made.astype(as_dtype(dtype))
    if name is not None:
        made.name = name
    return made


def enable_dygraph(place: object = None) -> None:
    """From now on ops compute at once."""
    disable_static(place)


disable_dygraph = enable_static

__all__ = [
    "Tensor",
    "Variable",
    "disable_dygraph",
    "disable_static",
    "enable_dygraph",
    "enable_grad",
    "enable_static",
    "enabled",
    "grad",
    "guard",
    "guarded",
    "in_dynamic_mode",
    "no_grad",
    "to_tensor",
    "to_variable",
]
