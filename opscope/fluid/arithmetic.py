"""fluid.layers: arithmetic, comparisons and reductions with 1.x's parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.fluid.statically import statically
from opscope.ir.assigning import assign
from opscope.ir.assigning import increment as _increment
from opscope.ops.registry import REGISTRY


def activated(out: Any, act: str | None) -> Any:
    """The result through the activation of that name."""
    return out if act is None else REGISTRY.public[act](out)


def _elementwise(op: str, name_: str) -> Callable[..., Any]:
    def function(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
        if axis != -1 and len(y.shape) < len(x.shape):
            after = len(x.shape) - axis - len(y.shape)
            y = REGISTRY["unsqueeze"](y, axis=tuple(range(len(y.shape), len(y.shape) + after))) if after else y
        return activated(REGISTRY[op](x, y), act)

    function.__name__ = name_
    function.__doc__ = f"{op} of x and y; y's dims stand at `axis` of x, at its end for -1."
    return statically(function)


elementwise_add = _elementwise("add", "elementwise_add")
elementwise_sub = _elementwise("subtract", "elementwise_sub")
elementwise_mul = _elementwise("multiply", "elementwise_mul")
elementwise_div = _elementwise("divide", "elementwise_div")
elementwise_max = _elementwise("maximum", "elementwise_max")
elementwise_min = _elementwise("minimum", "elementwise_min")
elementwise_mod = _elementwise("remainder", "elementwise_mod")
elementwise_floordiv = _elementwise("floor_divide", "elementwise_floordiv")
elementwise_pow = _elementwise("elementwise_pow", "elementwise_pow")


def _compared(op: str) -> Callable[..., Any]:
    def function(x: Any, y: Any, force_cpu: bool | None = None, cond: Any = None, name: str | None = None) -> Any:
        out = REGISTRY[op](x, y)
        return out if cond is None else assign(out, output=cond)

    function.__name__ = op
    function.__doc__ = f"{op} of x and y, bool; written to cond if one is given."
    return statically(function)


less_than = _compared("less_than")
less_equal = _compared("less_equal")
greater_than = _compared("greater_than")
greater_equal = _compared("greater_equal")


def _equality(op: str) -> Callable[..., Any]:
    def function(x: Any, y: Any, cond: Any = None, name: str | None = None) -> Any:
        out = REGISTRY[op](x, y)
        return out if cond is None else assign(out, output=cond)

    function.__name__ = op
    function.__doc__ = f"{op} of x and y, bool; written to cond if one is given."
    return statically(function)


equal, not_equal = _equality("equal"), _equality("not_equal")


def _logical(op: str) -> Callable[..., Any]:
    def function(x: Any, y: Any, out: Any = None, name: str | None = None) -> Any:
        made = REGISTRY[op](x, y)
        return made if out is None else assign(made, output=out)

    function.__name__ = op
    function.__doc__ = f"{op} of x and y, bool; written to out if one is given."
    return statically(function)


logical_and, logical_or, logical_xor = _logical("logical_and"), _logical("logical_or"), _logical("logical_xor")


@statically
def logical_not(x: Any, out: Any = None, name: str | None = None) -> Any:
    """logical_not of x, bool; written to out if one is given."""
    made = REGISTRY["logical_not"](x)
    return made if out is None else assign(made, output=out)


def _reduced(op: str) -> Callable[..., Any]:
    def function(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
        axis = tuple(dim) if isinstance(dim, list) else dim
        return REGISTRY[op](input, axis=axis, keepdim=keep_dim)

    function.__name__ = f"reduce_{op}"
    function.__doc__ = f"The {op} over `dim` (None: all)."
    return statically(function)


reduce_sum, reduce_mean, reduce_prod = _reduced("sum"), _reduced("mean"), _reduced("prod")
reduce_max, reduce_min = _reduced("max"), _reduced("min")
reduce_all, reduce_any = _reduced("all"), _reduced("any")


@statically
def increment(x: Any, value: float = 1.0, in_place: bool = True) -> Any:
    """x + value, written to x itself unless in_place is False; returns it."""
    return _increment(x, value) if in_place else REGISTRY["increment"](x, value=value)


@statically
def matmul(
    x: Any, y: Any, transpose_x: bool = False, transpose_y: bool = False, alpha: float = 1.0, name: str | None = None
) -> Any:
    """The matrix product, times alpha."""
    out = REGISTRY["matmul"](x, y, transpose_x=transpose_x, transpose_y=transpose_y)
    return out if alpha == 1.0 else out * alpha


@statically
def mul(x: Any, y: Any, x_num_col_dims: int = 1, y_num_col_dims: int = 1, name: str | None = None) -> Any:
    """The matrix product of x and y, each flattened to two dims."""
    return REGISTRY["mul"](x, y, x_num_col_dims=x_num_col_dims, y_num_col_dims=y_num_col_dims)


@statically
def sum(x: Any) -> Any:
    """The sum of several tensors."""
    return REGISTRY["add_n"](list(x) if isinstance(x, list | tuple) else [x])


sums = sum
