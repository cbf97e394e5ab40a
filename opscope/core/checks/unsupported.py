"""Placeholders for Paddle's names that opscope does not support."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from opscope.core.source import site
from opscope.errors import UnsupportedError


def unsupported_function(name: str, why: str, fix: str) -> Callable[..., Any]:
    """Make a placeholder function that raises UnsupportedError when it is called."""

    def function(*_: Any, **__: Any) -> NoReturn:
        raise UnsupportedError(f"{name} is not supported: {why}", site=site(), fix=fix)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Refused: {why}."
    return function


class RefusedName(UnsupportedError, AttributeError):
    """Error for a name of Paddle's API that opscope does not have.

    This error is also an AttributeError, so that hasattr returns False.
    """


def absent(namespace: str, fixes: Mapping[str, str]) -> Callable[[str], NoReturn]:
    """Create the `__getattr__` of a module that lacks some of Paddle's names. Such a name raises RefusedName."""

    def __getattr__(name: str) -> NoReturn:  # noqa: N807 (a module's own)
        if name in fixes:
            raise RefusedName(f"{namespace}.{name} is not supported", site=site(), fix=fixes[name])
        raise AttributeError(f"module {namespace!r} has no attribute {name!r}")

    return __getattr__
