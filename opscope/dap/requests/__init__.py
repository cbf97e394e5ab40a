"""Requests of the protocol, with one module for each group of requests.

To answer another request, write a function with `@request(...)` in one of these modules. List its capabilities in
`lifecycle_requests.CAPABILITIES`. The function receives the `DebugAdapter` and the `Arguments`, and returns the body of
the response.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_requests() -> None:
    """Import every module of this package. Each import registers the functions of the module."""
    for info in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{info.name}")
