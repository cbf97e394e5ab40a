"""fluid.layers: arithmetic, comparisons and reductions with the parameters of Paddle 1.x.

Results have at least one dim.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import arithmetic
from opscope.paddle.functions.assign import assign
from opscope.paddle.functions.assign import increment as _increment


def activated(out: Any, act: str | None) -> Any:
    """Apply the activation of a name. Raises ArgumentError for an unknown name."""
    if act is None:
        return out
    if act not in REGISTRY.public:
        raise ArgumentError(f"activation {act!r} is not known", fix="use relu, sigmoid, tanh, softmax, ...")
    return REGISTRY.public[act](out)


def whole(op: str, x: Any) -> Any:
    """Reduce x over all dims to [1], the shape that fluid returns; one operator if a dim is 1."""
    shape = list(x.shape)
    if len(shape) == 1:
        return REGISTRY[op](x, axis=(0,), keepdim=True)
    ones = [axis for axis, size in enumerate(shape) if size == 1]
    if not ones:
        return REGISTRY["reshape"](REGISTRY[op](x), shape=(1,))
    return REGISTRY[op](x, axis=tuple(axis for axis in range(len(shape)) if axis != ones[-1]))


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
    """Return logical_not of x, bool; `out` receives the result."""
    made = REGISTRY["logical_not"](x)
    return made if out is None else assign(made, output=out)


def _reduced(op: str) -> Callable[..., Any]:
    def function(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
        if dim is None or dim == [] or dim == ():
            return REGISTRY[op](input, keepdim=True) if keep_dim else whole(op, input)
        axes = tuple(dim) if isinstance(dim, list | tuple) else (dim,)
        if len(axes) == len(input.shape) and not keep_dim:
            return whole(op, input)
        return REGISTRY[op](input, axis=axes, keepdim=keep_dim)

    function.__name__ = f"reduce_{op}"
    function.__doc__ = f"The {op} over `dim`, [1] over all of them (None)."
    return statically(function)


reduce_sum, reduce_mean, reduce_prod = _reduced("sum"), _reduced("mean"), _reduced("prod")
reduce_max, reduce_min = _reduced("max"), _reduced("min")
reduce_all, reduce_any = _reduced("all"), _reduced("any")


@statically
def mean(x: Any, name: str | None = None) -> Any:
    """Return the mean over all elements, [1]."""
    return whole("mean", x)


@statically
def isfinite(x: Any) -> Any:
    """Return True, bool [1], if no element of x is Inf or NaN."""
    return whole("all", REGISTRY["isfinite"](x))


@statically
def has_inf(x: Any) -> Any:
    """Return True, bool [1], if an element of x is Inf."""
    return whole("any", REGISTRY["isinf"](x))


@statically
def has_nan(x: Any) -> Any:
    """Return True, bool [1], if an element of x is NaN."""
    return whole("any", REGISTRY["isnan"](x))


@statically
def increment(x: Any, value: float = 1.0, in_place: bool = True) -> Any:
    """Return x + value; by default, x receives the result."""
    return _increment(x, value) if in_place else REGISTRY["increment"](x, value=value)


@statically
def matmul(
    x: Any, y: Any, transpose_x: bool = False, transpose_y: bool = False, alpha: float = 1.0, name: str | None = None
) -> Any:
    """Return the matrix product, times alpha; [1] for two vectors."""
    out = REGISTRY["matmul"](x, y, transpose_x=transpose_x, transpose_y=transpose_y)
    out = REGISTRY["reshape"](out, shape=(1,)) if len(x.shape) == len(y.shape) == 1 else out
    return out if alpha == 1.0 else out * alpha


@statically
def mul(x: Any, y: Any, x_num_col_dims: int = 1, y_num_col_dims: int = 1, name: str | None = None) -> Any:
    """Return the matrix product of x and y, each flattened to two dims."""
    return REGISTRY["mul"](x, y, x_num_col_dims=x_num_col_dims, y_num_col_dims=y_num_col_dims)


@statically
def sum(x: Any) -> Any:
    """Return the sum of several tensors."""
    return REGISTRY["add_n"](list(x) if isinstance(x, list | tuple) else [x])


@statically
def sums(input: Any, out: Any = None) -> Any:
    """Return the sum of several tensors; `out` receives the result."""
    made = sum(input)
    return made if out is None else assign(made, output=out)


@statically
def scale(
    x: Any, scale: float = 1.0, bias: float = 0.0, bias_after_scale: bool = True, act: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Return x * scale + bias, or (x + bias) * scale, then the activation `act`."""
    return activated(arithmetic.scale(x, scale, bias, bias_after_scale), act)


@statically
def cumsum(x: Any, axis: int | None = None, exclusive: bool = False, reverse: bool = False) -> Any:
    """Return cumulative sums along an axis (None: of the flattened x). exclusive leaves out the element itself.

    With reverse, the sums begin at the end.
    """
    if axis is None:
        x, axis = REGISTRY["reshape"](x, shape=(-1,)), 0
    turned = REGISTRY["flip"](x, axis=(axis,)) if reverse else x
    out = REGISTRY["cumsum"](turned, axis=axis)
    out = REGISTRY["subtract"](out, turned) if exclusive else out
    return REGISTRY["flip"](out, axis=(axis,)) if reverse else out


@statically
def clip_by_norm(x: Any, max_norm: float, name: str | None = None) -> Any:
    """Scale x to a norm (the root of the sum of squares) of at most max_norm."""
    length = REGISTRY["sqrt"](REGISTRY["sum"](REGISTRY["square"](x)))
    return x * (max_norm / REGISTRY["maximum"](length, max_norm))


@statically
def l2_normalize(x: Any, axis: int, epsilon: float = 1e-12, name: str | None = None) -> Any:
    """Return x / sqrt(sum(x^2) + epsilon) along an axis."""
    axis = axis % len(x.shape)
    length = REGISTRY["sum"](REGISTRY["square"](x), axis=(axis,), keepdim=True)
    return x / REGISTRY["sqrt"](length + epsilon)


@statically
def cos_sim(X: Any, Y: Any) -> Any:
    """Return the cosine of the angle between the rows of X and Y: [N, 1]."""
    rows = REGISTRY["sum"](X * Y, axis=(1,), keepdim=True)
    a, b = (REGISTRY["sum"](REGISTRY["square"](v), axis=(1,), keepdim=True) for v in (X, Y))
    return rows / (REGISTRY["sqrt"](a) * REGISTRY["sqrt"](b))


__all__ = [
    "clip_by_norm", "cos_sim", "cumsum", "elementwise_add", "elementwise_div", "elementwise_floordiv",
    "elementwise_max", "elementwise_min", "elementwise_mod", "elementwise_mul", "elementwise_pow", "elementwise_sub",
    "equal", "greater_equal", "greater_than", "has_inf", "has_nan", "increment", "isfinite", "l2_normalize",
    "less_equal", "less_than", "logical_and", "logical_not", "logical_or", "logical_xor", "matmul", "mean", "mul",
    "not_equal", "reduce_all", "reduce_any", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum",
    "scale", "sum", "sums",
]  # fmt: skip
