"""Families of layers in one, two and three dims: they share __init__, except for defaults that depend on the dims."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any


class DimsFamily:
    """Mixin: `class MaxPool3D(_MaxPool, data_format="NCDHW")` has a copy of _MaxPool's __init__ with this default.

    Signatures and error messages then show the class's own name and default.
    """

    def __init_subclass__(cls, **defaults: Any) -> None:
        super().__init_subclass__()
        if defaults:
            cls.__init__ = _with_defaults(cls.__init__, f"{cls.__qualname__}.__init__", defaults)


def _with_defaults(function: Callable[..., None], name: str, defaults: dict[str, Any]) -> Callable[..., None]:
    """Return a copy of a function with other default values and another qualified name."""
    assert isinstance(function, FunctionType)
    parameters = inspect.signature(function).parameters
    values = {n: p.default for n, p in parameters.items() if p.default is not p.empty}
    unknown = defaults.keys() - values.keys()
    assert not unknown, f"no parameters with defaults: {unknown}"
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, None, function.__closure__)
    copy.__defaults__ = tuple({**values, **defaults}.values())
    copy.__annotations__, copy.__doc__, copy.__qualname__ = function.__annotations__, function.__doc__, name
    return copy
