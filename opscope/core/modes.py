"""The switch between the two worlds."""

from __future__ import annotations

from opscope.core import place as places
from opscope.core.state import mode


def enable_static() -> None:
    """From now on ops build programs."""
    mode.static = True


def disable_static(place: object = None) -> None:
    """From now on ops compute at once; `place` as in set_device."""
    mode.static = False
    if place is not None:
        places.choose(places.as_place(place))


def in_dynamic_mode() -> bool:
    """True if ops compute at once."""
    return not mode.static


def in_to_static_mode() -> bool:
    """True while a function of eager code is made a program, as by paddle.jit.to_static."""
    return mode.trace is not None


in_declarative_mode = in_to_static_mode
