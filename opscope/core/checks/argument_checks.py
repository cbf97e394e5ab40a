"""Checks of arguments that are not numbers: paths, functions and objects of a given kind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError


def file_path(value: Any, name: str) -> Path:
    """Return the path as a Path.

    Raises UsageError if the value is not a path, and ArgumentError if the path contains a zero byte.
    """
    if not isinstance(value, str | os.PathLike) or not isinstance(os.fspath(value), str):
        raise UsageError(f"{name} must be a path, but received {value!r}", site=site(), fix="pass a str or a Path")
    if "\0" in os.fspath(value):
        raise ArgumentError(f"{name} contains a zero byte, which a path cannot have: {value!r}", site=site())
    return Path(value)


def require_kind(value: Any, kind: type | tuple[type, ...], text: str, fix: str = "") -> None:
    """Raise UsageError if the value is not an instance.

    `text` describes the expectation: `attach takes an Executor`.
    """
    if not isinstance(value, kind):
        raise UsageError(f"{text}, but received {value!r}", site=site(), fix=fix)


def require_attribute(value: Any, attribute: str, text: str, fix: str = "") -> None:
    """Raise UsageError if the value lacks an attribute; `text` describes the expectation."""
    if not hasattr(value, attribute):
        raise UsageError(f"{text}, but received {value!r}", site=site(), fix=fix)


def require_callable(value: Any, text: str, fix: str = "") -> None:
    """Raise UsageError if the value cannot be called; `text` describes the expectation."""
    if not callable(value):
        raise UsageError(f"{text}, but received {value!r}", site=site(), fix=fix)
