"""Losses that loss scaling has scaled. If their gradients have NaN or Inf, loss scaling skips the step."""

from __future__ import annotations

import weakref

from opscope.eager.tape import Tracked

_scaled: weakref.WeakValueDictionary[int, Tracked] = weakref.WeakValueDictionary()


def note_scaled(loss: Tracked) -> None:
    """Record that a loss was scaled. The record ends when the loss is deleted."""
    _scaled[id(loss)] = loss


def is_scaled(loss: Tracked) -> bool:
    """Return True for a scaled loss."""
    return _scaled.get(id(loss)) is loss
