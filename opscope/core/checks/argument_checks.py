"""Checks of arguments that are not numbers: paths, functions, and objects of a certain class."""

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
    """Raise UsageError if a value is not an instance of a class.

    `text` is the first part of the error, which describes the expected value, such as `attach takes an Executor`.
    """
    if not isinstance(value, kind):
        raise UsageError(f"{text}, but received {value!r}", site=site(), fix=fix)


def require_attribute(value: Any, attribute: str, text: str, fix: str = "") -> None:
    """Raise UsageError if a value does not have an attribute. `text` describes the expected value."""
    if not hasattr(value, attribute):
        raise UsageError(f"{text}, but received {value!r}", site=site(), fix=fix)


def require_callable(value: Any, text: str, fix: str = "") -> None:
    """Raise UsageError if a value cannot be called. `text` describes the expected value."""
    if not callable(value):
        raise UsageError(f"{text}, but received {value!r}", site=site(), fix=fix)
