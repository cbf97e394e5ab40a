"""Valid ranges of the options of update rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.errors import ArgumentError


def finite(options: Mapping[str, Any], *names: str) -> None:
    """Raise UsageError for options that are not numbers, and ArgumentError for NaN or infinity."""
    for name in names:
        finite_number(options[name], name)


def below_one(options: Mapping[str, Any], *names: str) -> None:
    """Raise ArgumentError for options outside [0, 1)."""
    finite(options, *names)
    for name in names:
        if not 0.0 <= options[name] < 1.0:
            raise ArgumentError(
                f"Invalid value of {name}: it must be at least 0 and less than 1.", facts={name: options[name]}
            )


def not_negative(options: Mapping[str, Any], *names: str) -> None:
    """Raise ArgumentError for options below zero."""
    finite(options, *names)
    for name in names:
        if not options[name] >= 0.0:
            raise ArgumentError(f"Invalid value of {name}: it must be at least 0.", facts={name: options[name]})
