"""Operators on pairs of tensors: the dims of the smaller tensor begin at `axis` of the larger tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.ir.compat.composite_ops import Many, composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812 (as F in torch and paddle)

_PAIRS = {
    "elementwise_add": "add",
    "elementwise_sub": "subtract",
    "elementwise_mul": "multiply",
    "elementwise_div": "divide",
    "elementwise_max": "maximum",
    "elementwise_min": "minimum",
    "elementwise_mod": "remainder",
    "elementwise_floordiv": "floor_divide",
    "elementwise_pow": "elementwise_pow",
    "elementwise_fmax": "fmax",
    "elementwise_fmin": "fmin",
    "elementwise_heaviside": "heaviside",
    "grad_add": "add",
    "minus": "subtract",
    **{name: name for name in ("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal")},
}


def stood(small: Any, rank: int, axis: int) -> Any:
    """Append dims of 1 to a tensor, so that its dims are at `axis` of `rank`.

    Trailing dims of 1 may exceed the rank.
    """
    sizes = list(small.shape)
    while len(sizes) > max(rank - axis, 1) and sizes[-1] == 1:
        sizes.pop()
    sizes += [1] * (rank - axis - len(sizes))
    return small if sizes == list(small.shape) else T.reshape(small, sizes)


def _pair(function: Callable[..., Any]) -> Callable[..., Any]:
    def pair(X: Any, Y: Any, *, axis: int = -1) -> Any:
        if axis >= 0 and len(Y.shape) < len(X.shape):
            return function(X, stood(Y, len(X.shape), axis))
        if axis >= 0 and len(X.shape) < len(Y.shape):
            return function(stood(X, len(Y.shape), axis), Y)
        return function(X, Y)

    return pair


for _type, _name in _PAIRS.items():
    composed(_type)(_pair(REGISTRY[_name]))


@composed("pow")
def pow_(X: Any, FactorTensor: Any = None, *, factor: float = 1.0) -> Any:
    if FactorTensor is not None:
        return REGISTRY["elementwise_pow"](X, T.cast(FactorTensor, X.dtype))
    return T.pow(X, factor)


@composed("scale")
def scale(
    X: Any, ScaleTensor: Any = None, *, scale: float = 1.0, bias: float = 0.0, bias_after_scale: bool = True
) -> Any:
    factor = scale if ScaleTensor is None else ScaleTensor
    return T.scale(X, factor, bias, bias_after_scale)


@composed("clip")
def clip(X: Any, Min: Any = None, Max: Any = None, *, min: float | None = None, max: float | None = None) -> Any:
    return T.clip(X, min if Min is None else Min, max if Max is None else Max)


@composed("sum")
def sum_(X: Many) -> Any:
    return T.add_n(X)


@composed("partial_concat")
def partial_concat(X: Many, *, start_index: int = 0, length: int = -1) -> Any:
    return T.concat([_columns(x, start_index, length) for x in X], 1)


@composed("partial_sum")
def partial_sum(X: Many, *, start_index: int = 0, length: int = -1) -> Any:
    return T.add_n([_columns(x, start_index, length) for x in X])


def _columns(x: Any, start: int, length: int) -> Any:
    start += x.shape[1] if start < 0 else 0
    return T.slice(x, [1], [start], [x.shape[1] if length < 0 else start + length])
