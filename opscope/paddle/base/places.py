"""Places for which opscope has no arrays.

Programs can use them in `isinstance`, but the constructor raises an error.
"""

from __future__ import annotations

from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError


class CUDAPinnedPlace(Described):
    """The constructor raises an error, because CuPy manages pinned memory."""

    def __init__(self) -> None:
        raise UnsupportedError("CUDAPinnedPlace is not supported", site=site(), fix="use CPUPlace()")


class XPUPlace(Described):
    """The constructor raises an error, because opscope has no XPUs."""

    def __init__(self, id: int = 0) -> None:
        raise UnsupportedError("Cannot use XPU: XPUPlace is not supported", site=site(), fix="use CPUPlace()")


class IPUPlace(Described):
    """The constructor raises an error, because opscope has no IPUs."""

    def __init__(self) -> None:
        raise UnsupportedError("Cannot use IPU: IPUPlace is not supported", site=site(), fix="use CPUPlace()")


class CustomPlace(Described):
    """The constructor raises an error, because opscope has no plugins for devices."""

    def __init__(self, device_type: str, device_id: Any = 0) -> None:
        raise UnsupportedError("CustomPlace is not supported", site=site(), fix="use CPUPlace()")


__all__ = ["CUDAPinnedPlace", "CustomPlace", "IPUPlace", "XPUPlace"]
