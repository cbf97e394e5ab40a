"""Requests of the protocol, one module per group.

To answer another request, write a function with `@request(...)` in one of these modules, and list its capabilities in
`lifecycle_requests.CAPABILITIES`. The function gets the `DebugAdapter` and the `Arguments`, and returns the response's
body.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_requests() -> None:
    """Import every module of this package, which registers its functions."""
    for info in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{info.name}")
