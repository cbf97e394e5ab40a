"""Places that opscope has no arrays for: names to ask `isinstance` about, and refused when made."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError


class CUDAPinnedPlace:
    """Refused: pinned memory is CuPy's own business."""

    def __init__(self) -> None:
        raise UnsupportedError("CUDAPinnedPlace is not supported", site=site(), fix="use CPUPlace()")


class XPUPlace:
    """Refused: there are no XPUs here."""

    def __init__(self, id: int = 0) -> None:
        raise UnsupportedError("Cannot use XPU: XPUPlace is not supported", site=site(), fix="use CPUPlace()")


class IPUPlace:
    """Refused: there are no IPUs here."""

    def __init__(self) -> None:
        raise UnsupportedError("Cannot use IPU: IPUPlace is not supported", site=site(), fix="use CPUPlace()")


class CustomPlace:
    """Refused: there are no plugins of devices."""

    def __init__(self, device_type: str, device_id: Any = 0) -> None:
        raise UnsupportedError("CustomPlace is not supported", site=site(), fix="use CPUPlace()")


__all__ = ["CUDAPinnedPlace", "CustomPlace", "IPUPlace", "XPUPlace"]
