"""Division of a signal into frames, and the sum of frames."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.public_functions import public
from opscope.ops.signal import framing


def _whole(name: str, value: Any) -> int:
    if not isinstance(value, int) or value <= 0:
        raise ArgumentError(f"{name} should be a positive integer, but it is {value}.", site=site())
    return value


@public
def frame(x: Any, frame_length: int, hop_length: int, axis: int = -1, name: str | None = None) -> Any:
    """Return the frames of x. Each frame begins hop_length values after the previous frame.

    The result is [..., frame_length, frames], or [frames, frame_length, ...]. axis is the axis of the signal: -1, or 0.
    Raises ArgumentError (a ValueError) for another axis, and for a frame that is longer than the signal.
    """
    lengths = {"frame_length": _whole("frame_length", frame_length), "hop_length": _whole("hop_length", hop_length)}
    return framing.frame(x, axis=axis, **lengths)


@public
def overlap_add(x: Any, hop_length: int, axis: int = -1, name: str | None = None) -> Any:
    """Return the sum of frames [..., length, count], or [count, length, ...] with axis=0.

    Each frame begins hop_length values after the previous frame.
    """
    return framing.overlap_add(x, hop_length=_whole("hop_length", hop_length), axis=axis)
