"""Decorator that makes a function public under its own name, and the names of the public functions.

`REGISTRY.public` maps each name to its public function. A public function is a composition of operators, or an operator
whose signature is the same in Paddle.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from opscope.core.public_calls import code_of, listeners, note_return, wrappers
from opscope.core.state import mode, names
from opscope.core.tracebacks import hide_frames
from opscope.ops.registry import REGISTRY

Function = Callable[..., Any]


def public(function: Function) -> Function:
    """Register a composition of operators as a public function. Its argument `name=` names the results of its ops."""

    @functools.wraps(function)
    def named(*args: Any, **kwargs: Any) -> Any:
        try:
            name = kwargs.pop("name", None)
            if name is None:
                result = function(*args, **kwargs)
            else:
                with names.naming(name):
                    result = function(*args, **kwargs)
            if listeners:
                note_return(args, kwargs, result)
            return result
        except Exception as e:
            hide_frames(e)
            raise

    wrappers.add(code_of(named))
    REGISTRY.public[function.__name__] = named
    return named


def layer_names(key: str) -> AbstractContextManager[None]:
    """In static mode, name the results of the ops inside `<key>_N.tmp_M`, as a layer does.

    A name that the user has given takes precedence.
    """
    return names.naming(names(key)) if mode.static and not names.result_name else _NOTHING


_NOTHING = nullcontext()
