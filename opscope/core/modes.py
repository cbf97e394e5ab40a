"""Functions that switch between static and dygraph mode."""

from __future__ import annotations

from opscope.core import place as places
from opscope.core.state import mode


def enable_static() -> None:
    """Switch to static mode. In static mode, the call of an op computes nothing, but adds an operator to a program."""
    mode.static = True


def disable_static(place: object = None) -> None:
    """Switch to dygraph mode, in which ops compute at once. If `place` is not None, it is the place of new tensors."""
    mode.static = False
    if place is not None:
        places.set_current(places.as_place(place))


def in_dynamic_mode() -> bool:
    """Return True in dygraph mode, in which ops compute at once."""
    return not mode.static


def in_to_static_mode() -> bool:
    """Return True while a function is traced into a program, for example by paddle.jit.to_static."""
    return mode.trace is not None


in_declarative_mode = in_to_static_mode
