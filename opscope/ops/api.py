"""How a composition becomes the public function of its name, and how sizes with tensors among them are read.

`REGISTRY.public` has every public function by name: compositions, and the ops themselves where Paddle's signature is
theirs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.errors import UnsupportedError, UsageError
from opscope.ops import infer
from opscope.ops.registry import REGISTRY

Function = Callable[..., Any]
HOLE = "?"  # stands in a template for a size that a tensor holds


def public(function: Function) -> Function:
    """Make a composition the public function of its name; its `name=` names what the ops in it make."""

    @functools.wraps(function)
    def named(*args: Any, **kwargs: Any) -> Any:
        name = kwargs.pop("name", None)
        if name is None:
            return function(*args, **kwargs)
        with names.calling(name):
            return function(*args, **kwargs)

    REGISTRY.public[function.__name__] = named
    return named


def one_layer(key: str) -> AbstractContextManager[None]:
    """In static mode what the ops inside make is called `<key>_N.tmp_M`, as a layer's; or as the user has called it."""
    return names.calling(names(key)) if mode.static and not names.called else nullcontext()


def sizes(shape: Any, where: str) -> tuple[int, ...]:
    """A shape attribute as ints. Raises UnsupportedError for Variables among them, UsageError for no numbers."""
    template, tensors = planned(shape, where)
    if tensors:
        raise UnsupportedError(
            f"{where}: a dim of the shape is a tensor", fix="pass numbers; -1 stands for an unknown dim"
        )
    return template


def planned(shape: Any, where: str) -> tuple[Any, list[Any]]:
    """A shape attribute as ints, with HOLE where a Variable stands, and the Variables. Eager tensors are read.

    Raises UsageError for what is no integer, ShapeError for a tensor of which nobody knows how many sizes it holds.
    """
    if waits(shape):
        count = infer.known(dims.product(None if d == -1 else d for d in shape.shape), where, "how long the shape is")
        return (HOLE,) * count, [shape]
    if hasattr(shape, "tolist"):
        shape = shape.tolist()
    given = list(shape) if isinstance(shape, list | tuple) else [shape]
    if not all(d is None or hasattr(d, "__index__") or waits(d) for d in given):
        raise UsageError(f"{where}: the shape is made of integers, not {shape!r}")
    template = tuple(HOLE if waits(d) else -1 if d is None else int(d) for d in given)
    return template, [d for d in given if waits(d)]


def waits(value: Any) -> bool:
    """True for what has a value only when the program runs."""
    return hasattr(value, "__apply_op__") and not hasattr(value, "__index__")


def number(value: Any) -> Any:
    """A number, or that of an eager tensor."""
    return value.item() if hasattr(value, "item") and not waits(value) else value


def told(value: Any, where: str) -> Any:
    """A number that shapes depend on; of a Variable what it always holds.

    Raises UnsupportedError for one whose value is known only when the program runs.
    """
    if not waits(value):
        return number(value)
    known = value.constant_value() if hasattr(value, "constant_value") else None
    if known is not None and known.size == 1:
        return known.item()
    raise UnsupportedError(f"{where} must be known when the program is built", site=site(), fix="pass a number")


def floating(dtype: Any) -> DType:
    """The dtype, or the default one."""
    return mode.dtype if dtype is None else as_dtype(dtype)
