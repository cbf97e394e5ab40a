"""paddle.base.framework: programs and modes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core import place as places
from opscope.core.dtype import as_dtype as convert_np_dtype_to_dtype_
from opscope.core.modes import in_dynamic_mode
from opscope.core.place import is_compiled_with_cuda
from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ir.context import (
    default_main_program,
    default_startup_program,
    name_scope,
    program_guard,
    require_static,
)
from opscope.ir.program import Block, Operator, Parameter, Program, Variable
from opscope.ir.variable_surface import GRAD
from opscope.nn.parameter import Parameter as EagerParamBase
from opscope.static.places import cpu_places, cuda_pinned_places, cuda_places, device_guard, xpu_places

in_dygraph_mode = _non_static_mode = in_dynamic_or_pir_mode = in_dynamic_mode


def in_pir_mode() -> bool:
    """False: programs are those of Paddle 2.6."""
    return False


use_pir_api = in_pir_mode


def grad_var_name(var_name: str) -> str:
    """`x@GRAD`."""
    return var_name + GRAD


def static_only(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: ModeError (an AssertionError) where ops compute at once."""

    @functools.wraps(func)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        require_static(func.__name__)
        return func(*args, **kwargs)

    return wrapped


def dygraph_only(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: ModeError (an AssertionError) where programs are built."""

    @functools.wraps(func)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        if not in_dynamic_mode():
            raise ModeError(
                f"We only support '{func.__name__}()' in dynamic graph mode, please call 'paddle.disable_static()' to "
                "enter dynamic graph mode.", site=site(),
            )  # fmt: skip
        return func(*args, **kwargs)

    return wrapped


dygraph_not_support = static_only


def _current_expected_place() -> places.Place:
    return places.current()


def _dygraph_tracer() -> None:
    """None: there is no tracer; ops record by themselves."""


@contextmanager
def _dygraph_place_guard(place: object) -> Iterator[None]:
    kept = places.current()
    places.choose(places.as_place(place))
    try:
        yield
    finally:
        places.choose(kept)


__all__ = [
    "Block",
    "EagerParamBase",
    "Operator",
    "Parameter",
    "Program",
    "Variable",
    "_current_expected_place",
    "_dygraph_place_guard",
    "_dygraph_tracer",
    "_non_static_mode",
    "convert_np_dtype_to_dtype_",
    "cpu_places",
    "cuda_pinned_places",
    "cuda_places",
    "default_main_program",
    "default_startup_program",
    "device_guard",
    "dygraph_not_support",
    "dygraph_only",
    "grad_var_name",
    "in_dygraph_mode",
    "in_dynamic_mode",
    "in_dynamic_or_pir_mode",
    "in_pir_mode",
    "is_compiled_with_cuda",
    "name_scope",
    "program_guard",
    "static_only",
    "use_pir_api",
    "xpu_places",
]
