"""Transforms along one axis or several axes, of complex numbers, real numbers, and halves of symmetric spectra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from opscope.core.public_calls import note_functions
from opscope.ops.public_functions import public
from opscope.ops.signal import fourier
from opscope.paddle.fft.checked import complexed, fitted, many, normalized, one, whole

Sizes: TypeAlias = Sequence[int] | None
Where = tuple[tuple[int, ...] | None, tuple[int, ...]]


def _c2c(x: Any, where: Where, norm: str, forward: bool) -> Any:
    norm, (sizes, axes) = normalized(norm), where
    return fourier.fft_c2c(fitted(complexed(x), sizes, axes), axes=axes, normalization=norm, forward=forward)


def _r2c(x: Any, where: Where, norm: str, forward: bool, onesided: bool) -> Any:
    norm, (sizes, axes) = normalized(norm), where
    x = fitted(whole(x), sizes, axes)
    return fourier.fft_r2c(x, axes=axes, normalization=norm, forward=forward, onesided=onesided)


def _c2r(x: Any, where: Where, norm: str, forward: bool) -> Any:
    norm, (sizes, axes) = normalized(norm), where
    halved = None if sizes is None else (*sizes[:-1], sizes[-1] // 2 + 1)
    last = 0 if sizes is None else sizes[-1]
    x = fitted(complexed(x), halved, axes)
    return fourier.fft_c2r(x, axes=axes, normalization=norm, forward=forward, last_dim_size=last)


def fft_c2c(x: Any, n: int | None, axis: int, norm: str, forward: bool, name: str | None = None) -> Any:
    """Return fft or ifft of complex x."""
    return _c2c(x, one(x, n, axis), norm, forward)


def fft_r2c(x: Any, n: int | None, axis: int, norm: str, forward: bool, onesided: bool, name: str | None = None) -> Any:
    """Return fft or ifft of real x. If onesided is True, return only the first half."""
    return _r2c(x, one(x, n, axis), norm, forward, onesided)


def fft_c2r(x: Any, n: int | None, axis: int, norm: str, forward: bool, name: str | None = None) -> Any:
    """Return hfft or irfft."""
    return _c2r(x, one(x, n, axis), norm, forward)


def fftn_c2c(x: Any, s: Sizes, axes: Sizes, norm: str, forward: bool, name: str | None = None) -> Any:
    """Return fftn or ifftn of complex x."""
    return _c2c(x, many(x, s, axes), norm, forward)


def fftn_r2c(x: Any, s: Sizes, axes: Sizes, norm: str, forward: bool, onesided: bool, name: str | None = None) -> Any:
    """Return fftn or ifftn of real x. If onesided is True, return only the first half of the last axis."""
    return _r2c(x, many(x, s, axes), norm, forward, onesided)


def fftn_c2r(x: Any, s: Sizes, axes: Sizes, norm: str, forward: bool, name: str | None = None) -> Any:
    """Return hfftn or irfftn."""
    return _c2r(x, many(x, s, axes), norm, forward)


def _real(x: Any) -> bool:
    return x.dtype.kind in "iuf"


@public
def fft(x: Any, n: int | None = None, axis: int = -1, norm: str = "backward", name: str | None = None) -> Any:
    """Return the complex discrete Fourier transform of x along an axis.

    If n is given, x is first cut or filled with zeros to n values. norm selects the transform that divides by n:
    "backward" or "forward". With "ortho", both transforms divide by the square root of n. Raises ArgumentError (a
    ValueError) for another norm, and for an invalid axis or size.
    """
    return fft_r2c(x, n, axis, norm, True, False) if _real(x) else fft_c2c(x, n, axis, norm, True)


@public
def ifft(x: Any, n: int | None = None, axis: int = -1, norm: str = "backward", name: str | None = None) -> Any:
    """Return the inverse of fft, complex."""
    return fft_r2c(x, n, axis, norm, False, False) if _real(x) else fft_c2c(x, n, axis, norm, False)


@public
def rfft(x: Any, n: int | None = None, axis: int = -1, norm: str = "backward", name: str | None = None) -> Any:
    """Return the first n // 2 + 1 values of fft of real x, which determine the other values."""
    return fft_r2c(x, n, axis, norm, True, True)


@public
def irfft(x: Any, n: int | None = None, axis: int = -1, norm: str = "backward", name: str | None = None) -> Any:
    """Return the inverse of rfft, real. n is the number of values. By default, it is 2 (m - 1) for m values in x."""
    return fft_c2r(x, n, axis, norm, False)


@public
def hfft(x: Any, n: int | None = None, axis: int = -1, norm: str = "backward", name: str | None = None) -> Any:
    """Return the real transform of a signal whose first half is x, and whose other half is the conjugate of x."""
    return fft_c2r(x, n, axis, norm, True)


@public
def ihfft(x: Any, n: int | None = None, axis: int = -1, norm: str = "backward", name: str | None = None) -> Any:
    """Return the inverse of hfft: the first half of the inverse transform of real x."""
    return fft_r2c(x, n, axis, norm, False, True)


@public
def fftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str = "backward", name: str | None = None) -> Any:
    """Return fft along several axes. If axes is None, all axes are used, or as many of the last axes as s has sizes."""
    return fftn_r2c(x, s, axes, norm, True, False) if _real(x) else fftn_c2c(x, s, axes, norm, True)


@public
def ifftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str = "backward", name: str | None = None) -> Any:
    """Return the inverse of fftn."""
    return fftn_r2c(x, s, axes, norm, False, False) if _real(x) else fftn_c2c(x, s, axes, norm, False)


@public
def rfftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str = "backward", name: str | None = None) -> Any:
    """Return fftn of real x. Along the last of the axes, only the first half is returned."""
    return fftn_r2c(x, s, axes, norm, True, True)


@public
def irfftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str = "backward", name: str | None = None) -> Any:
    """Return the inverse of rfftn, real."""
    return fftn_c2r(x, s, axes, norm, False)


@public
def hfftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str = "backward", name: str | None = None) -> Any:
    """Return hfft along several axes."""
    return fftn_c2r(x, s, axes, norm, True)


@public
def ihfftn(x: Any, s: Sizes = None, axes: Sizes = None, norm: str = "backward", name: str | None = None) -> Any:
    """Return the inverse of hfftn."""
    return fftn_r2c(x, s, axes, norm, False, True)


note_functions(__name__)
