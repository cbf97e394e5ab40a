"""Errors for keyword arguments that a public function does not have."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from opscope.errors import UsageError, nearest

P = ParamSpec("P")
R = TypeVar("R")


def reject_unknown_options(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function, so that an unknown keyword raises a UsageError, which shows the most similar option.

    Signature, type and docstring of the function do not change.
    """
    parameters = inspect.signature(function).parameters
    known = [name for name in parameters if name != "self"]
    title = function.__qualname__.removesuffix(".__init__")

    @functools.wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in parameters:
                fix = nearest(name, known) or f"the options are {', '.join(known)}"
                raise UsageError(f"{title}() has no option {name!r}", fix=fix)
        return function(*args, **kwargs)

    return checked
