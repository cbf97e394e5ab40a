"""Losses that were scaled. Loss scaling looks for NaN and Inf in their gradients, and skips steps with NaN or Inf."""

from __future__ import annotations

import weakref

from opscope.eager.tape import Tracked

_scaled: weakref.WeakValueDictionary[int, Tracked] = weakref.WeakValueDictionary()


def note_scaled(loss: Tracked) -> None:
    """Remember a scaled loss, as long as it exists."""
    _scaled[id(loss)] = loss


def is_scaled(loss: Tracked) -> bool:
    """Return True for a scaled loss."""
    return _scaled.get(id(loss)) is loss
