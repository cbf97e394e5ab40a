"""Discrete Fourier transforms of complex and real numbers over several axes, and their adjoints.

All transforms are linear, and a transform of n values is a symmetric matrix. Its adjoint is the transform in the other
direction, with the other normalization. For real numbers, half of the last axis is stored; the other half is its
conjugate. The adjoints therefore multiply elements that stand for two values by a weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import complex64, complex128, float64
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.complex_numbers import of_parts, some
from opscope.ops.registry import REGISTRY, Sample, op

Axes = Sequence[int]
_ADJOINT = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def _with_axis_size(spec: TensorSpec, axis: int, size: dims.Dim) -> TensorSpec:
    at = dims.axis_of(axis, spec.rank)
    return spec.with_shape((*spec.shape[:at], size, *spec.shape[at + 1 :]))


def _dim(spec: TensorSpec, axis: int) -> dims.Dim:
    return spec.shape[dims.axis_of(axis, spec.rank)]


def _checked(x: TensorSpec, axes: Axes) -> TensorSpec:
    if empty := [a for a in axes if _dim(x, a) == 0]:
        raise ShapeError(
            f"fft: axis {empty[0]} has no values", facts={"x": x}, fix="give n, or remove the axis from axes"
        )
    return x


def _weighed(xp: ArrayModule, x: Array, axis: int, size: int, weight: float) -> Any:
    """Multiply the elements that stand for two of `size` values by `weight`.

    These are all elements except the first, and except the middle element of an even size.
    """
    weights = xp.full(x.shape[axis], weight, dtype=x.real.dtype)
    weights[0] = 1.0
    if size % 2 == 0:
        weights[-1] = 1.0
    at = dims.axis_of(axis, x.ndim)
    return x * xp.reshape(weights, (-1, *(1,) * (x.ndim - at - 1)))


# --- complex to complex -----------------------------------------------------------------------------


@op(
    dtype_kinds="c",
    infer=lambda x, *, axes, normalization="backward", forward=True: _checked(x, axes),
    samples=lambda: [
        Sample((some(2, 3),), {"axes": (1,)}),
        Sample((some(2, 3, 2),), {"axes": (0, 2), "normalization": "ortho", "forward": False}),
        Sample((some(4),), {"axes": (0,), "normalization": "forward"}),
    ],
    vjp={
        "x": lambda dout, axes, normalization, forward: REGISTRY["fft_c2c"](
            dout, axes=axes, normalization=_ADJOINT[normalization], forward=not forward
        )
    },
)
def fft_c2c(xp: ArrayModule, x: Array, *, axes: Axes, normalization: str = "backward", forward: bool = True) -> Array:
    """Return the discrete Fourier transform of complex x over the axes; with forward=False, the inverse transform.

    normalization: the direction that divides by the number of values, or "ortho": both divide by its square root.
    """
    transform = xp.fft.fftn if forward else xp.fft.ifftn
    return transform(x, axes=tuple(axes), norm=normalization).astype(x.dtype, copy=False)


# --- real to complex --------------------------------------------------------------------------------


def _r2c(
    x: TensorSpec, *, axes: Axes, normalization: str = "backward", forward: bool = True, onesided: bool = True
) -> TensorSpec:
    out = _checked(x, axes).with_dtype(complex128 if x.dtype is float64 else complex64)
    size = _dim(x, axes[-1])
    return _with_axis_size(out, axes[-1], None if size is None else size // 2 + 1) if onesided else out


def _wide(x: Array) -> Any:
    return x.astype("float32") if x.dtype == "float16" else x


_REALS = [
    {"axes": (1,)},
    {"axes": (0, 1), "normalization": "ortho", "forward": False},
    {"axes": (1, 0), "normalization": "forward"},
    {"axes": (0, 1), "onesided": False, "forward": False},
]


@op(
    dtype_kinds="f",
    infer=_r2c,
    samples=lambda: [Sample((samples.array(4, 3),), attrs) for attrs in _REALS],
    vjp={
        "x": lambda dout, x, axes, normalization, forward, onesided: REGISTRY["fft_r2c_adjoint"](
            dout, x, axes=axes, normalization=normalization, forward=forward, onesided=onesided
        )
    },
)
def fft_r2c(
    xp: ArrayModule,
    x: Array,
    *,
    axes: Axes,
    normalization: str = "backward",
    forward: bool = True,
    onesided: bool = True,
) -> Array:
    """Return the discrete Fourier transform of real x over the axes: complex64, or complex128 for float64.

    onesided: return only the first n // 2 + 1 of n values along the last of the axes; the other values are their
    conjugates. forward=False is the inverse transform, which is the conjugate.
    """
    x, others = _wide(x), tuple(axes)
    kind = "complex128" if x.dtype == "float64" else "complex64"
    if not onesided:
        transform = xp.fft.fftn if forward else xp.fft.ifftn
        return transform(x, axes=others, norm=normalization).astype(kind, copy=False)
    out = xp.fft.rfftn(x, axes=others, norm=normalization if forward else _ADJOINT[normalization])
    return (out if forward else xp.conj(out)).astype(kind, copy=False)


def _spectra() -> list[Sample]:
    real = samples.array(4, 3)
    return [Sample((fft_r2c.run((real + 0.5,), attrs), real), attrs) for attrs in _REALS]


@op(
    dtype_kinds={"x": "c", "like": "f"},
    infer=lambda x, like, *, axes, normalization="backward", forward=True, onesided=True: like,
    samples=_spectra,
    vjp={
        "x": lambda dout, axes, normalization, forward, onesided: fft_r2c(
            dout, axes=axes, normalization=normalization, forward=forward, onesided=onesided
        )
    },
)
def fft_r2c_adjoint(
    xp: ArrayModule,
    x: Array,
    like: Array,
    *,
    axes: Axes,
    normalization: str = "backward",
    forward: bool = True,
    onesided: bool = True,
) -> Array:
    """Apply the transpose of fft_r2c: complex x in the shape of its output becomes real, in the shape of `like`."""
    norm, others = _ADJOINT[normalization], tuple(axes)
    if onesided:
        size = like.shape[axes[-1]]
        half = _weighed(xp, x if forward else xp.conj(x), axes[-1], size, 0.5)
        sizes = [like.shape[a] for a in axes]
        return xp.fft.irfftn(half, s=sizes, axes=others, norm=norm if forward else normalization).astype(like.dtype)
    return (xp.fft.ifftn if forward else xp.fft.fftn)(x, axes=others, norm=norm).real.astype(like.dtype)


# --- complex to real --------------------------------------------------------------------------------


def _c2r(
    x: TensorSpec, *, axes: Axes, normalization: str = "backward", forward: bool = True, last_dim_size: int = 0
) -> TensorSpec:
    half = _dim(x, axes[-1])
    if last_dim_size and half not in (None, last_dim_size // 2 + 1):
        raise ShapeError(
            f"fft_c2r: axis {axes[-1]} has {half} values, which does not match last_dim_size {last_dim_size}",
            facts={"x": x},
            fix=f"pass {last_dim_size // 2 + 1} values",
        )  # fmt: skip
    size = last_dim_size or (None if half is None else 2 * (half - 1))
    if size == 0:
        raise ShapeError(
            "Invalid number of data points (0) specified.", facts={"x": x}, fix="pass n, the number of values"
        )
    return of_parts(_with_axis_size(_checked(x, axes), axes[-1], size))


_HALVES = [
    ((2, 3), {"axes": (1,)}),
    ((2, 3), {"axes": (0, 1), "last_dim_size": 5, "normalization": "ortho"}),
    ((3, 2), {"axes": (1, 0), "normalization": "forward", "forward": False}),
]


@op(
    dtype_kinds="c",
    infer=_c2r,
    check_shapes=True,
    samples=lambda: [Sample((some(*shape),), attrs) for shape, attrs in _HALVES],
    vjp={
        "x": lambda dout, axes, normalization, forward, last_dim_size: REGISTRY["fft_c2r_adjoint"](
            dout, axes=axes, normalization=normalization, forward=forward, last_dim_size=last_dim_size
        )
    },
)
def fft_c2r(
    xp: ArrayModule,
    x: Array,
    *,
    axes: Axes,
    normalization: str = "backward",
    forward: bool = True,
    last_dim_size: int = 0,
) -> Array:
    """Return the real transform of complex x, in which the conjugate half of the last of the axes is left out.

    last_dim_size: the number of values along this axis; 0 means 2 * (m - 1) for m values in x.
    """
    size = last_dim_size or 2 * (x.shape[axes[-1]] - 1)
    sizes = [*(x.shape[a] for a in axes[:-1]), size]
    norm = _ADJOINT[normalization] if forward else normalization
    out = xp.fft.irfftn(xp.conj(x) if forward else x, s=sizes, axes=tuple(axes), norm=norm)
    return out.astype(x.real.dtype, copy=False)


@op(
    dtype_kinds="f",
    infer=lambda x, *, axes, normalization="backward", forward=True, last_dim_size=0: _r2c(x, axes=axes),
    samples=lambda: [
        Sample((samples.array(2, 4),), {"axes": (1,)}),
        Sample((samples.array(2, 5),), {"axes": (0, 1), "last_dim_size": 5, "normalization": "ortho"}),
        Sample((samples.array(4, 2),), {"axes": (1, 0), "normalization": "forward", "forward": False}),
    ],
    vjp={
        "x": lambda dout, axes, normalization, forward, last_dim_size: fft_c2r(
            dout, axes=axes, normalization=normalization, forward=forward, last_dim_size=last_dim_size
        )
    },
)
def fft_c2r_adjoint(
    xp: ArrayModule,
    x: Array,
    *,
    axes: Axes,
    normalization: str = "backward",
    forward: bool = True,
    last_dim_size: int = 0,
) -> Array:
    """Apply the transpose of fft_c2r: real x becomes complex, in the shape of the input of fft_c2r."""
    x = _wide(x)
    out = xp.fft.rfftn(x, axes=tuple(axes), norm=normalization if forward else _ADJOINT[normalization])
    kind = "complex128" if x.dtype == "float64" else "complex64"
    return _weighed(xp, xp.conj(out) if forward else out, axes[-1], x.shape[axes[-1]], 2.0).astype(kind, copy=False)


# --- sizes and order --------------------------------------------------------------------------------


@op(
    infer=lambda x, *, axes, sizes: _fitted(x, axes, sizes),
    samples=lambda: [
        Sample((samples.array(2, 3),), {"axes": (1,), "sizes": (5,)}),
        Sample((samples.array(2, 3),), {"axes": (0, 1), "sizes": (4, 2)}),
    ],
    vjp={"x": lambda dout, x, axes: REGISTRY["fitted_like"](dout, x, axes=axes)},
)
def fitted(xp: ArrayModule, x: Array, *, axes: Axes, sizes: Sequence[int]) -> Array:
    """Cut x, or append zeros to x, along each of the axes, to the given sizes."""
    return _cut_or_pad(xp, x, axes, sizes)


@op(
    infer=lambda x, like, *, axes: x.with_shape(like.shape),
    samples=lambda: [Sample((samples.array(4, 2), samples.array(2, 3)), {"axes": (0, 1)})],
    vjp={"x": lambda dout, x, axes: fitted_like(dout, x, axes=axes)},
)
def fitted_like(xp: ArrayModule, x: Array, like: Array, *, axes: Axes) -> Array:
    """Apply `fitted` with the sizes of `like`."""
    return _cut_or_pad(xp, x, axes, [like.shape[a] for a in axes])


def _fitted(x: TensorSpec, axes: Axes, sizes: Sequence[int]) -> TensorSpec:
    for axis, size in zip(axes, sizes, strict=True):
        x = _with_axis_size(x, axis, size)
    return x


def _cut_or_pad(xp: ArrayModule, x: Array, axes: Axes, sizes: Sequence[int]) -> Any:
    cut, more = [slice(None)] * x.ndim, [(0, 0)] * x.ndim
    for axis, size in zip(axes, sizes, strict=True):
        at = dims.axis_of(axis, x.ndim)
        cut[at], more[at] = slice(size), (0, max(size - x.shape[at], 0))
    return xp.pad(x[tuple(cut)], more)


def _axes_from_zero(rank: int, axes: Any) -> tuple[int, ...]:
    given = range(rank) if axes is None else (axes,) if isinstance(axes, int) else axes
    return tuple(dims.axis_of(a, rank) for a in given)


def _shifted(x: TensorSpec, *, axes: Any = None) -> TensorSpec:
    _axes_from_zero(x.rank, axes)
    return x


def _rolled() -> list[Sample]:
    return [Sample((samples.array(5),)), Sample((samples.array(2, 3),), {"axes": (1,)})]


@op(
    infer=_shifted,
    samples=_rolled,
    vjp={"x": lambda dout, axes: REGISTRY["ifftshift"](dout, axes=axes)},
)
def fftshift(xp: ArrayModule, x: Array, *, axes: Any = None) -> Array:
    """Roll x along the axes (None: all), so that the frequency 0 moves from the start to the middle."""
    where = _axes_from_zero(x.ndim, axes)
    return xp.fft.fftshift(x, axes=where) if x.ndim else xp.array(x)


@op(infer=_shifted, samples=_rolled, vjp={"x": lambda dout, axes: fftshift(dout, axes=axes)})
def ifftshift(xp: ArrayModule, x: Array, *, axes: Any = None) -> Array:
    """Undo fftshift."""
    where = _axes_from_zero(x.ndim, axes)
    return xp.fft.ifftshift(x, axes=where) if x.ndim else xp.array(x)
