"""Families of functions in one, two and three dims: one definition, and a public function for each number of dims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.ops.public_functions import public

Function = Callable[..., Any]


def member(function: Function, name: str, doc: str) -> Function:
    """Make a function public under this name, with this docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return public(function)
