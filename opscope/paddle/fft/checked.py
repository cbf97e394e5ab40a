"""Checks of the arguments of transforms: sizes, axes and normalization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError
from opscope.ops.elementwise import arithmetic
from opscope.ops.signal import fourier

NORMS = ("forward", "backward", "ortho")


def _bad(summary: str, x: Any = None) -> ArgumentError:
    return ArgumentError(summary, facts={} if x is None else {"shape of x": list(x.shape)}, site=site())


def whole(x: Any) -> Any:
    """Convert whole numbers to the default dtype. Other values are unchanged."""
    return arithmetic.cast(x, dtype=mode.dtype.name) if x.dtype.kind in "iu" else x


def complexed(x: Any) -> Any:
    """Convert real numbers to complex numbers of the same precision."""
    x = whole(x)
    if x.dtype.kind != "f":
        return x
    return arithmetic.cast(x, dtype="complex128" if as_dtype(x.dtype).name == "float64" else "complex64")


def normalized(norm: str) -> str:
    """Check the name of a normalization. Raises ArgumentError (a ValueError) for another name than the three."""
    if norm not in NORMS:
        raise _bad(f"Unexpected norm: {norm}. Norm should be forward, backward or ortho")
    return norm


def one(x: Any, n: int | None, axis: int | None) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Return (sizes, axes) of a transform along one axis. Raises ArgumentError."""
    axis, rank = -1 if axis is None else axis, len(x.shape)
    if not isinstance(axis, int):
        raise _bad(f"Invalid FFT axis ({axis}), it should be an integer.")
    if not -rank <= axis < rank:
        raise _bad(f"Invalid FFT axis ({axis}), it should be in range [-{rank}, {rank})", x)
    if n is None:
        return None, (axis % rank,)
    if not isinstance(n, int | np.integer):
        raise _bad(f"Invalid FFT argument n({n}), it should be an integer.")
    if n <= 0:
        raise _bad(f"Invalid FFT argument n({n}), it should be positive.")
    return (int(n),), (axis % rank,)


def many(x: Any, s: Sequence[int] | None, axes: Sequence[int] | None) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Return (sizes, axes) of a transform along several axes.

    If only s is given, the axes are the last ones; without both, all axes.
    """
    rank = len(x.shape)
    if s is not None:
        _sizes(x, s)
    if axes is None:
        axes = range(rank) if s is None else range(rank - len(s), rank)
    elif not isinstance(axes, Sequence):
        raise _bad(f"Invalid FFT axes ({axes}), it should be a sequence of integers.")
    if len(axes) > rank:
        raise _bad(
            "Length of fft axes should not be larger than the rank of input. "
            f"The length of axes is {len(axes)}, the rank of x is {rank}"
        )
    for axis in axes:
        if not isinstance(axis, int) or not -rank <= axis < rank:
            raise _bad(
                f"FFT axes {axes} contain the invalid value {axis}, which should be in range [-{rank}, {rank})", x
            )
    if not axes:
        raise _bad("axes is empty, but the FFT needs at least one axis", x)
    if s is not None and len(s) != len(axes):
        raise _bad(f"The length of s ({len(s)}) and the length of axes ({len(axes)}) must be equal.")
    return None if s is None else tuple(map(int, s)), tuple(a % rank for a in axes)


def _sizes(x: Any, s: Any) -> None:
    if not isinstance(s, Sequence):
        raise _bad(f"Invalid FFT argument s({s}), it should be a sequence of integers.")
    if len(s) > len(x.shape):
        raise _bad(
            "Length of FFT argument s should not be larger than the rank of input. "
            f"s is {s}, the rank of x is {len(x.shape)}"
        )
    for size in s:
        if not isinstance(size, int | np.integer) or size <= 0:
            raise _bad(f"FFT sizes {s} contain the invalid value {size}")


def fitted(x: Any, sizes: tuple[int, ...] | None, axes: tuple[int, ...]) -> Any:
    """Return x, cut or filled with zeros to the sizes, if sizes are given."""
    if sizes is None or all(x.shape[a] == size for a, size in zip(axes, sizes, strict=True)):
        return x
    return fourier.fitted(x, axes=axes, sizes=sizes)
