"""What the options of update rules may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError


def numbers(options: Mapping[str, Any], *names: str) -> None:
    """Raise UsageError for options that are no numbers: an attribute of an op cannot be a tensor."""
    for name in names:
        value = options[name]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(f"{name} must be a number, but received {type(value)}", site=site())


def below_one(options: Mapping[str, Any], *names: str) -> None:
    """Raise ArgumentError for options outside [0, 1)."""
    numbers(options, *names)
    for name in names:
        if not 0.0 <= options[name] < 1.0:
            raise ArgumentError(f"Invalid value of {name}, expect {name} in [0,1).", facts={name: options[name]})


def not_negative(options: Mapping[str, Any], *names: str) -> None:
    """Raise ArgumentError for options below zero."""
    numbers(options, *names)
    for name in names:
        if not options[name] >= 0.0:
            raise ArgumentError(f"Invalid value of {name}, expect {name} >= 0.", facts={name: options[name]})
