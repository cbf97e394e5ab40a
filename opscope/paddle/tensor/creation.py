"""paddle.tensor.creation: tensors from numbers, shapes and other tensors."""

from __future__ import annotations

from typing import Any

from opscope.core.lazy_names import lazy_names
from opscope.core.public_calls import note_functions
from opscope.core.state import mode, names
from opscope.eager.to_tensor import to_tensor
from opscope.ir.program import context
from opscope.ops.complex_numbers import complex
from opscope.ops.manipulation.diagonals import diag, tril_indices, triu_indices
from opscope.ops.manipulation.reshape import tril, triu
from opscope.paddle.functions.arithmetic import polar
from opscope.paddle.functions.assign import assign
from opscope.paddle.functions.fill import (
    arange,
    clone,
    empty,
    empty_like,
    eye,
    full,
    full_like,
    linspace,
    logspace,
    ones,
    ones_like,
    zeros,
    zeros_like,
)
from opscope.paddle.functions.grids import diag_embed, diagflat, meshgrid

__all__ = [
    "arange",
    "assign",
    "clone",
    "complex",
    "diag",
    "diag_embed",
    "diagflat",
    "empty",
    "empty_like",
    "eye",
    "full",
    "full_like",
    "linspace",
    "logspace",
    "meshgrid",
    "ones",
    "ones_like",
    "polar",
    "to_tensor",
    "tril",
    "tril_indices",
    "triu",
    "triu_indices",
    "zeros",
    "zeros_like",
]


def fill_constant(
    shape: Any, dtype: Any, value: Any, force_cpu: bool = False, out: Any = None, name: str | None = None
) -> Any:
    """Return a tensor of one value; `out` receives the tensor. force_cpu has no effect."""
    made = full(shape, float(value) if isinstance(value, str) else value, dtype, name=name)
    return made if out is None else assign(made, output=out)


def create_tensor(dtype: Any, name: str | None = None, persistable: bool = False) -> Any:
    """Declare a variable without a value in a program, which assign can write; in dygraph, return an empty tensor."""
    if not mode.static:
        made = zeros([0], dtype)
        made.name, made.persistable = name or made.name, persistable
        return made
    block = context.defaults.main.current_block()
    return block.create_var(name or names("create_tensor"), [None], dtype, persistable=persistable)


LATER = {"create_parameter": "opscope.paddle.nn.param_attr:create_parameter"}  # of a layer: loads paddle.nn
__getattr__ = lazy_names(__name__, LATER)


note_functions(__name__)
