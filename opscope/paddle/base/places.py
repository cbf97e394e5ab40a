"""Places that opscope has no arrays for: names to ask `isinstance` about, and refused when made."""

from __future__ import annotations

from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError


class CUDAPinnedPlace(Described):
    """Refused: pinned memory is CuPy's own business."""

    def __init__(self) -> None:
        raise UnsupportedError("CUDAPinnedPlace is not supported", site=site(), fix="use CPUPlace()")


class XPUPlace(Described):
    """Refused: there are no XPUs here."""

    def __init__(self, id: int = 0) -> None:
        raise UnsupportedError("Cannot use XPU: XPUPlace is not supported", site=site(), fix="use CPUPlace()")


class IPUPlace(Described):
    """Refused: there are no IPUs here."""

    def __init__(self) -> None:
        raise UnsupportedError("Cannot use IPU: IPUPlace is not supported", site=site(), fix="use CPUPlace()")


class CustomPlace(Described):
    """Refused: there are no plugins of devices."""

    def __init__(self, device_type: str, device_id: Any = 0) -> None:
        raise UnsupportedError("CustomPlace is not supported", site=site(), fix="use CPUPlace()")


__all__ = ["CUDAPinnedPlace", "CustomPlace", "IPUPlace", "XPUPlace"]
