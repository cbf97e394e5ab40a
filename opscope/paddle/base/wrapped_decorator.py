"""paddle.base.wrapped_decorator: decorators that keep the name and signature of the wrapped function."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def wrap_decorator(decorator_func: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return the decorator. Its results have the name and signature of the decorated function."""

    def wrapped(function: Function) -> Function:
        return functools.wraps(function)(decorator_func(function))

    return wrapped


signature_safe_contextmanager = wrap_decorator(contextlib.contextmanager)

__all__ = [
    "signature_safe_contextmanager",
    "wrap_decorator",
]
