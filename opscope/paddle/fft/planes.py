"""Transforms along two axes. The default is the last two axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.public_functions import public
from opscope.paddle.fft import transforms
from opscope.paddle.fft.transforms import Sizes


def _two(x: Any, s: Any, axes: Any) -> None:
    if len(x.shape) < 2:
        raise ArgumentError(
            f"The rank of the input should be at least 2, but it is {len(x.shape)}",
            site=site(),
            fix="use the 1-d function, such as paddle.fft.fft",
        )
    for name, given in (("s", s), ("axes", axes)):
        if given is not None and (not isinstance(given, Sequence) or len(given) != 2):
            raise ArgumentError(
                f"Invalid FFT argument {name} ({given}), it should be a sequence of 2 integers.", site=site()
            )


@public
def fft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str = "backward", name: str | None = None) -> Any:
    """Return fftn along two axes. Raises ArgumentError (a ValueError) for fewer dims, sizes or axes."""
    _two(x, s, axes)
    return transforms.fftn(x, s, axes, norm)


@public
def ifft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str = "backward", name: str | None = None) -> Any:
    """Return ifftn along two axes."""
    _two(x, s, axes)
    return transforms.ifftn(x, s, axes, norm)


@public
def rfft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str = "backward", name: str | None = None) -> Any:
    """Return rfftn along two axes."""
    _two(x, s, axes)
    return transforms.rfftn(x, s, axes, norm)


@public
def irfft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str = "backward", name: str | None = None) -> Any:
    """Return irfftn along two axes."""
    _two(x, s, axes)
    return transforms.irfftn(x, s, axes, norm)


@public
def hfft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str = "backward", name: str | None = None) -> Any:
    """Return hfftn along two axes."""
    _two(x, s, axes)
    return transforms.hfftn(x, s, axes, norm)


@public
def ihfft2(x: Any, s: Sizes = None, axes: Sizes = (-2, -1), norm: str = "backward", name: str | None = None) -> Any:
    """Return ihfftn along two axes."""
    _two(x, s, axes)
    return transforms.ihfftn(x, s, axes, norm)
