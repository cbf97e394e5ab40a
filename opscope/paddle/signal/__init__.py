"""paddle.signal: divides a signal into short frames, and transforms the frames."""

from opscope.paddle.signal.frames import frame, overlap_add
from opscope.paddle.signal.short_time import istft, stft

__all__ = ["frame", "istft", "overlap_add", "stft"]
