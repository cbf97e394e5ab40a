"""paddle.base.framework: programs and modes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from opscope.core import place as places
from opscope.core.context_settings import SettingsBlock
from opscope.core.dtype import DType, as_dtype
from opscope.core.modes import in_dynamic_mode
from opscope.core.place import is_compiled_with_cuda
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ModeError
from opscope.ir.compat.op_protos import OpProtoHolder
from opscope.ir.compat.variable_methods import GRAD
from opscope.ir.program.context import (
    default_main_program,
    default_startup_program,
    name_scope,
    program_guard,
    require_static,
    switch_main_program,
    switch_startup_program,
)
from opscope.ir.program.program import Block, Operator, Program
from opscope.paddle.base.parameter import EagerParamBase
from opscope.paddle.base.tracer import _dygraph_tracer
from opscope.paddle.static.places import cpu_places, cuda_pinned_places, cuda_places, device_guard, xpu_places
from opscope.paddle.static.variable import Parameter, Variable

ParamBase = EagerParamBase
GRAD_VAR_SUFFIX, EMPTY_VAR_NAME, TEMP_VAR_NAME, ZERO_VAR_SUFFIX = GRAD, "@EMPTY@", "@TEMP@", "@ZERO"

in_dygraph_mode = _non_static_mode = in_dynamic_or_pir_mode = in_dynamic_mode


def in_pir_mode() -> bool:
    """Return False, because programs have the form of Paddle 2.6."""
    return False


use_pir_api = in_pir_mode


def convert_np_dtype_to_dtype_(np_dtype: object) -> DType:
    """Return the data type for any spelling. Raises DTypeError for any other value."""
    return as_dtype(np_dtype)


def grad_var_name(var_name: str) -> str:
    """Return `x@GRAD`."""
    return var_name + GRAD


def static_only(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a function for static mode. In dygraph, it raises ModeError (an AssertionError)."""

    @functools.wraps(func)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        require_static(func.__name__)
        return func(*args, **kwargs)

    return wrapped


def dygraph_only(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a function for dygraph. In static mode, it raises ModeError (an AssertionError)."""

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


def _full_name_scope() -> str:
    """Return the scope of names that operators get, such as `/a/b/`."""
    return default_main_program().namescope


def _get_var(name: str, program: Program | None = None) -> Any:
    """Return the variable of a program with this name. If the program is None, search the default program.

    Raises ArgumentError.
    """
    return (default_main_program() if program is None else program).global_block().var(name)


def _get_paddle_place(place: Any) -> places.Place | None:
    """Return the place for a place or a string. Return None for None. Raises ArgumentError for other values."""
    return None if place is None else places.as_place(place)


def _set_expected_place(place: Any) -> None:
    """Set the place of new tensors."""
    places.set_current(places.as_place(place))


def dtype_is_floating(dtype: object) -> bool:
    """Return True for floats."""
    return as_dtype(dtype).kind == "f"


def _dygraph_guard(tracer: Any) -> SettingsBlock:
    """Return a block in which ops compute at once if there is a tracer. If the tracer is None, programs are built."""
    return mode.block(static=tracer is None)


def _dygraph_place_guard(place: object) -> SettingsBlock:
    return places.place_guard(place)


__all__ = [
    "EMPTY_VAR_NAME",
    "GRAD_VAR_SUFFIX",
    "TEMP_VAR_NAME",
    "ZERO_VAR_SUFFIX",
    "Block",
    "EagerParamBase",
    "OpProtoHolder",
    "Operator",
    "ParamBase",
    "Parameter",
    "Program",
    "Variable",
    "_current_expected_place",
    "_dygraph_guard",
    "_dygraph_place_guard",
    "_dygraph_tracer",
    "_full_name_scope",
    "_get_paddle_place",
    "_get_var",
    "_non_static_mode",
    "_set_expected_place",
    "convert_np_dtype_to_dtype_",
    "cpu_places",
    "cuda_pinned_places",
    "cuda_places",
    "default_main_program",
    "default_startup_program",
    "device_guard",
    "dtype_is_floating",
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
    "switch_main_program",
    "switch_startup_program",
    "use_pir_api",
    "xpu_places",
]
