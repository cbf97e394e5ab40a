"""In-place functions (`<name>_`). They write the result of the function `<name>` into one of its arguments."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.annotations import Array
from opscope.core.public_calls import noted
from opscope.core.source import site
from opscope.eager.tensor import ResultKind, Tensor
from opscope.eager.tensor_writes import check_leaf
from opscope.errors import ModeError, OpscopeWarning
from opscope.ops.registry import REGISTRY


def inplace_variant(
    name: str,
    function: Callable[..., Any] | None = None,
    *,
    target: str = "",
    gives: ResultKind = "like",
    leaves: bool = False,
) -> Callable[..., Any]:
    """Create the function `<name>_`, which writes the result of `name` or `function` into an argument.

    In a program, `<name>_` does the same as the function without `_`. gives: the result's possible shapes and dtypes,
    as in `Tensor.rewrite`. leaves: if True, the function may be called on a leaf that needs a gradient. This tensor
    stays a leaf.
    """
    plain = function or REGISTRY.public.get(name)
    if plain is None:
        return _missing
    parameters = list(inspect.signature(plain).parameters)
    target = target or parameters[0]
    position = parameters.index(target)

    @functools.wraps(plain)
    def inplace(*args: Any, **kwargs: Any) -> Any:
        tensor = args[position] if position < len(args) else kwargs.get(target)
        called = function or REGISTRY.public[name]
        if not isinstance(tensor, Tensor):
            return called(*_program_args(name, function, tensor, args), **kwargs)
        if leaves and tensor._edge is None and not tensor.stop_gradient:
            tensor.set_value(called(tensor.detach(), *args[1:], **kwargs))
            return tensor
        check_leaf(tensor)
        return tensor.rewrite(called, args, kwargs, gives)

    inplace.__name__ = inplace.__qualname__ = f"{name}_"
    inplace.__doc__ = f"{name}, written to {target} itself, which is returned; in a program the same as {name}."
    REGISTRY.public[f"{name}_"] = public = noted(inplace)
    return public


def _missing() -> None:
    """Placeholder for `<name>_` if the function `<name>` does not exist. `exported_inplace` removes it."""


def exported_inplace(table: dict[str, Any]) -> list[str]:
    """Return the names of the in-place functions in the globals of a module.

    Placeholders for functions that do not exist are removed from these globals.
    """
    for name in [n for n, value in table.items() if value is _missing]:
        del table[name]
    return [n for n in table if n.endswith("_") and not n.startswith("_")]


def _program_args(name: str, function: Any, tensor: Array, args: Sequence[Any]) -> Sequence[Any]:
    """Return the arguments for the function without `_`. In a program, issue a warning.

    Raises ModeError if there is no function without `_`.
    """
    if function is not None and hasattr(tensor, "__apply_op__"):
        raise ModeError(
            f"We only support '{name}_()' in dynamic graph mode, please call 'paddle.disable_static()' to enter "
            "dynamic graph mode.",
            site=site(),
        )
    if hasattr(tensor, "__apply_op__"):
        warnings.warn(
            OpscopeWarning(
                f"In static graph mode, {name}_() is the same as {name}() and does not perform inplace operation."
            ),
            stacklevel=3,
        )
    return args
