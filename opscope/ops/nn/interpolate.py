"""Interpolation: resize [N, C, *] dim by dim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, DTypeError
from opscope.ops import samples
from opscope.ops.nn.weighted_sums import mapped
from opscope.ops.registry import Sample, op

MODES = ("nearest", "linear", "cubic")
_CUBIC = -0.75  # Keys' parameter, as in every framework


def _scaled_dim(dim: dims.Dim, size: int | None, scale: float | None) -> dims.Dim:
    if size is not None:
        return size
    return dim if scale is None else None if dim is None else int(dim * scale)


def _floats_only(x: Array, mode: str) -> None:
    """Raise DTypeError for integers, unless the mode is `nearest`, the only mode that gives integers."""
    if mode != "nearest" and as_dtype(x.dtype).kind != "f":
        raise DTypeError(
            f"interpolate with mode {mode!r} takes floating values, not {as_dtype(x.dtype).name}",
            fix="cast x to a floating type first",
        )


def _resized(x: TensorSpec, *, size: Any = None, scale: Any = None, mode: str = "nearest", **_: Any) -> TensorSpec:
    _floats_only(x, mode)
    n = x.rank - 2
    pairs = zip(x.shape[2:], size or (None,) * n, scale or (None,) * n, strict=True)
    return x.with_shape((*x.shape[:2], *(_scaled_dim(*pair) for pair in pairs)))


def _cubic(xp: ArrayModule, t: Array) -> Any:
    """Return the weight of Keys' cubic kernel at the distance t."""
    t = xp.abs(t)
    near = ((_CUBIC + 2) * t - (_CUBIC + 3)) * t * t + 1
    far = ((_CUBIC * t - 5 * _CUBIC) * t + 8 * _CUBIC) * t - 4 * _CUBIC
    return xp.where(t <= 1, near, xp.where(t < 2, far, xp.zeros_like(t)))


def _positions(xp: ArrayModule, dim: int, count: int, scale: float | None, centered: bool, align_corners: bool) -> Any:
    """Return the position in the input for each output value, float64."""
    if align_corners:
        return xp.arange(count) * ((dim - 1) / (count - 1) if count > 1 else 0.0)
    ratio = 1.0 / scale if scale else dim / count
    return (xp.arange(count) + 0.5) * ratio - 0.5 if centered else xp.arange(count) * ratio


def _weights(
    xp: ArrayModule, dim: int, count: int, mode: str, scale: float | None, align_corners: bool, align_mode: int
) -> Any:
    """Return the matrix [count, dim] of an interpolation along one dim, float64."""
    places = xp.arange(dim)
    centered = mode == "cubic" or (mode == "linear" and align_mode == 0)
    at = _positions(xp, dim, count, scale, centered, align_corners)[:, None]
    if mode == "nearest":
        nearest = xp.floor(at + 0.5) if align_corners else xp.floor(at)
        return (places == xp.clip(nearest, 0, dim - 1)).astype("float64")
    if mode == "linear":
        at = xp.clip(at, 0, dim - 1)
        return xp.maximum(1.0 - xp.abs(at - places), 0.0)
    first = xp.floor(at)
    total = xp.zeros((count, dim))
    for offset in (-1, 0, 1, 2):  # beyond the border the value at the border counts
        total = total + _cubic(xp, at - first - offset) * (places == xp.clip(first + offset, 0, dim - 1))
    return total


def _matrices(
    xp: ArrayModule, like: Any, sizes: Any, mode: str, scale: Any, align_corners: bool, align_mode: int
) -> list[Any]:
    if mode not in MODES:
        raise ArgumentError(f"interpolate: mode {mode!r} is not supported", fix=f"use one of {', '.join(MODES)}")
    scales = scale or (None,) * len(sizes)
    return [
        _weights(xp, dim, count, mode, factor, align_corners, align_mode).astype(like.dtype)
        for dim, count, factor in zip(like.shape[2:], sizes, scales, strict=True)
    ]


def _resize_samples() -> list[Sample]:
    a = samples.array
    return [
        Sample((a(1, 2, 3, 4),), {"size": (5, 2), "mode": "nearest"}),
        Sample((a(2, 1, 3, 4),), {"scale": (2.0, 1.5), "mode": "linear"}),
        Sample((a(1, 1, 3, 4),), {"size": (5, 7), "mode": "linear", "align_corners": True}),
        Sample((a(1, 1, 4, 3),), {"size": (7, 2), "mode": "cubic"}),
        Sample((a(1, 2, 4),), {"size": (7,), "mode": "linear", "align_mode": 1}),
        Sample((a(1, 1, 2, 2, 3),), {"size": (3, 4, 1), "mode": "linear"}),
    ]


@op(
    infer=_resized,
    vjp={"x": lambda dout, x, attrs: interpolate_spread(dout, x, **attrs)},
    samples=_resize_samples,
)
def interpolate(
    xp: ArrayModule,
    x: Array,
    *,
    size: Sequence[int] | None = None,
    scale: Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
) -> Array:
    """Resize x [N, C, *] to the sizes `size`, or multiply each dim by its `scale`; mode nearest, linear or cubic.

    align_corners: the values at the corners keep their positions. align_mode (for linear): 1 places output i at i /
    scale, 0 at (i + 0.5) / scale - 0.5. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/functional/interpolate_en.html
    """
    _floats_only(x, mode)
    n = x.ndim - 2
    pairs = zip(x.shape[2:], size or (None,) * n, scale or (None,) * n, strict=True)
    sizes = [_scaled_dim(*pair) for pair in pairs]
    return mapped(xp, x, _matrices(xp, x, sizes, mode, scale, align_corners, align_mode))


@op(
    dtype_kinds="f",
    infer=lambda x, like, **_: x.with_shape(like.shape),
    vjp={"x": lambda dout, attrs: interpolate(dout, **attrs)},
    samples=lambda: [
        Sample((samples.array(1, 2, 5, 2), samples.array(1, 2, 3, 4)), {"size": (5, 2), "mode": "linear"})
    ],
)
def interpolate_spread(
    xp: ArrayModule,
    x: Array,
    like: Array,
    *,
    size: Sequence[int] | None = None,
    scale: Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
) -> Array:
    """Add the values of x to the positions that interpolate read: the gradient of interpolate.

    The result has the shape of `like`.
    """
    matrices = _matrices(xp, like, x.shape[2:], mode, scale, align_corners, align_mode)
    return mapped(xp, x, matrices, transposed=True)
