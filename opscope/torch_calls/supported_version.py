"""Oldest version of PyTorch that opscope supports."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from opscope.core.strict import warn_or_print
from opscope.errors import OpscopeWarning
from opscope.torch_calls.torch_import import on_import

OLDEST = (2, 6)
_said: set[str] = set()


def is_supported() -> bool:
    """Return True if the imported version of PyTorch is supported. Otherwise, warn once, and return False."""
    torch: Any = sys.modules["torch"]
    version = str(torch.__version__)
    numbers = version.split(".")[:2]
    if not all(number.isdigit() for number in numbers) or tuple(map(int, numbers)) >= OLDEST:
        return True
    if version not in _said:
        _said.add(version)
        oldest = ".".join(map(str, OLDEST))
        text = f"PyTorch {version} is older than {oldest}: opscope does not see its calls"
        warn_or_print(OpscopeWarning(text, fix=f'pip install "torch>={oldest}"'))
    return False


def on_supported_import(function: Callable[[], None]) -> AbstractContextManager[None]:
    """Call a function after the import of torch, like `on_import`, if the imported version is supported."""
    return on_import(lambda: function() if is_supported() else None)
