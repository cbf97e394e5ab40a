"""Access to the values of variables in a scope. The runtime registers its global scope here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ArgumentError, UsageError

_current: list[Callable[[], Any]] = []


def set_global_scope(current: Callable[[], Any]) -> None:
    """Register the function that returns the global scope."""
    _current[:] = [current]


def find_tensor(name: str, scope: Any = None) -> DenseTensor:
    """Return the tensor of a variable in the scope (None: the global scope).

    Raises UsageError if scope is not a Scope, and ArgumentError if the variable has no value.
    """
    if scope is not None and not hasattr(scope, "find_var"):
        raise UsageError(
            f"`scope` should be None or `paddle.static.Scope` type, but received {type(scope)}.", site=site()
        )
    variable = (scope or _current[0]()).find_var(name)
    if variable is None or not variable.get_tensor()._is_initialized():
        raise ArgumentError(
            f"Can not find Variable '{name}' in the Scope.", site=site(),
            fix="run the startup program first: exe.run(paddle.static.default_startup_program())",
        )  # fmt: skip
    return variable.get_tensor()


def read(name: str, scope: Any = None) -> DenseTensor:
    """Return a copy of the value. Raises the same errors as `find_tensor`."""
    return DenseTensor(find_tensor(name, scope).array.copy())


def write(name: str, value: Any, shape: tuple[int | None, ...], scope: Any = None) -> None:
    """Replace the value by an array, a Tensor or a DenseTensor of the same shape.

    The new value is converted to the variable's dtype. Raises the same errors as `find_tensor`, and ArgumentError for
    another shape.
    """
    if not (isinstance(value, np.ndarray | DenseTensor) or hasattr(value, "__apply_op__")):
        raise UsageError(f"`value` should be `numpy.ndarray` or `LoDTensor`, but received {type(value)}.", site=site())
    target = find_tensor(name, scope)
    array = np.array(unmasked(value))
    if list(array.shape) != target.shape():
        raise ArgumentError(
            f"{name} expected a shape {target.shape()}, but the received shape is {list(array.shape)}.",
            facts={"declared": list(shape)}, site=site(),
        )  # fmt: skip
    target.set(array.astype(target.array.dtype), target._place())
