"""The frequencies of a transform, and a shift that moves the frequency 0 to the middle."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops import creation
from opscope.ops.attr_values import dtype_or_default
from opscope.ops.public_functions import public
from opscope.ops.signal import fourier


def _spacing(n: int, d: float) -> None:
    if d * n == 0:
        raise ArgumentError("n and d must not be 0.", site=site())


@public
def fftfreq(n: int, d: float = 1.0, dtype: Any = None, name: str | None = None) -> Any:
    """Return the frequencies of fft for n values at a distance d.

    The frequencies are 0, 1, ... and the negative frequencies, divided by n d. If dtype is None, the default dtype is
    used. Raises ArgumentError (a ValueError) if n or d is 0.
    """
    _spacing(n, d)
    return creation.assign_value(values=np.fft.fftfreq(n, d).astype(dtype_or_default(dtype).dtype))


@public
def rfftfreq(n: int, d: float = 1.0, dtype: Any = None, name: str | None = None) -> Any:
    """Return the frequencies of rfft: the first n // 2 + 1 frequencies, which are not negative."""
    _spacing(n, d)
    return creation.assign_value(values=np.fft.rfftfreq(n, d).astype(dtype_or_default(dtype).dtype))


def _axes(axes: Any) -> Any:
    return axes if axes is None or isinstance(axes, int) else tuple(axes)


@public
def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Any:
    """Roll x along the axes (None: all), so that the frequency 0, which comes first, is in the middle."""
    return fourier.fftshift(x, axes=_axes(axes))


@public
def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Any:
    """Undo fftshift."""
    return fourier.ifftshift(x, axes=_axes(axes))
