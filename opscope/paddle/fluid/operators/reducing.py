"""Reductions: `dim` is a list of dims; reduce_all means the same as a list of all dims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.ir.compat.composite_ops import composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812


def axes_of(x: Any, dim: Any, everything: bool) -> tuple[int, ...] | None:
    """Return the reduced dims, None for all dims."""
    dims = tuple(dim) if isinstance(dim, list | tuple) else (dim,)
    return None if everything or not dims or len(dims) == len(x.shape) else dims


def _reduced(function: Callable[..., Any]) -> Callable[..., Any]:
    def reduced(
        X: Any, *, dim: Any = (0,), keep_dim: bool = False, reduce_all: bool = False, in_dtype: Any = None,
        out_dtype: Any = None,
    ) -> Any:  # fmt: skip
        x = X if out_dtype is None or function in _TRUTHS else T.cast(X, out_dtype)
        return function(x, axis=axes_of(X, dim, reduce_all), keepdim=keep_dim)

    return reduced


_TRUTHS = (REGISTRY["all"], REGISTRY["any"])
for _name in ("sum", "mean", "prod", "max", "min", "all", "any", "amax", "amin"):
    composed(f"reduce_{_name}")(_reduced(REGISTRY[_name]))


@composed("frobenius_norm")
def frobenius_norm(X: Any, *, dim: Any = (0,), keep_dim: bool = False, reduce_all: bool = False) -> Any:
    return T.sqrt(T.sum(T.square(X), axes_of(X, dim, reduce_all), keepdim=keep_dim))


@composed("logsumexp")
def logsumexp(X: Any, *, axis: Any = (0,), keepdim: bool = False, reduce_all: bool = False) -> Any:
    return T.logsumexp(X, axes_of(X, axis, reduce_all), keepdim)


@composed("mean")
def mean(X: Any) -> Any:
    return T.mean(X)


@composed("p_norm")
def p_norm(
    X: Any, *, porder: float = 2.0, axis: int = -1, epsilon: float = 1e-12, keepdim: bool = False,
    asvector: bool = False,
) -> Any:  # fmt: skip
    return REGISTRY["lp_norm"](X, p=float(porder), axis=None if asvector else axis, keepdim=keepdim)


@composed("l1_norm")
def l1_norm(X: Any) -> Any:
    return T.sum(T.abs(X))


@composed("squared_l2_norm")
def squared_l2_norm(X: Any) -> Any:
    return T.reshape(T.sum(T.square(X)), [1])


@composed("norm", out="Out Norm")
def norm(X: Any, *, axis: int = -1, epsilon: float = 1e-10) -> Any:
    length = T.sqrt(T.sum(T.square(X), axis, keepdim=True) + epsilon)
    return X / length, length


@composed("clip_by_norm")
def clip_by_norm(X: Any, *, max_norm: float) -> Any:
    length = T.sqrt(T.sum(T.square(X)))
    return X * (max_norm / REGISTRY["maximum"](length, max_norm))


@composed("nanmedian")
def nanmedian(X: Any, *, axis: Any = (), keepdim: bool = True) -> Any:
    return T.nanmedian(X, list(axis) if axis else None, keepdim)


def _finite(name: str) -> Callable[..., Any]:
    def finite(X: Any) -> Any:
        every = T.all if name == "isfinite" else T.any
        return T.reshape(every(REGISTRY[name](X)), [1])

    return finite


for _name in ("isfinite", "isnan", "isinf"):
    composed(_name)(_finite(_name))
