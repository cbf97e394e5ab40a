"""paddle.signal: transforms of short pieces of a signal, and the pieces."""

from opscope.paddle.signal.frames import frame, overlap_add
from opscope.paddle.signal.short_time import istft, stft

__all__ = ["frame", "istft", "overlap_add", "stft"]
