"""Run a function in static mode: fluid's were written when there was no other."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from opscope.base.dygraph.base import guarded
from opscope.core.state import mode, names


def statically(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, in static mode for the length of the call; inside `dygraph.guard` as it is.

    A `name=` names what it makes: `<name>.tmp_0`.
    """

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        kept, mode.static = mode.static, not guarded()
        name = kwargs.get("name")
        try:
            if not isinstance(name, str):
                return function(*args, **kwargs)
            with names.calling(name):
                return function(*args, **kwargs)
        finally:
            mode.static = kept

    return wrapped
