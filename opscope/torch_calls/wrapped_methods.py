"""Methods of PyTorch's classes, wrapped while there are listeners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def wrap_while_open(
    cls: Any, name: str, wrap: Callable[[Any], Any], listeners: list[T], listener: T
) -> Callable[[], None]:
    """Add a listener, and wrap a method of a class for the first listener.

    The returned function removes the listener. Without listeners, the class has its own method again. `wrap` is a
    function that returns the wrapper of the method, made with functools.wraps.
    """
    if not listeners:
        setattr(cls, name, wrap(getattr(cls, name)))
    listeners.append(listener)

    def close() -> None:
        listeners.remove(listener)
        if not listeners:
            setattr(cls, name, getattr(cls, name).__wrapped__)

    return close
