"""paddle.framework.io_utils: functions that return the kind of a file or a variable."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.source import site
from opscope.errors import UsageError
from opscope.ir.program.program import Parameter, Variable
from opscope.paddle.nn.parameter import Parameter as EagerParameter


def is_parameter(var: Any) -> bool:
    """Return True for a Parameter, in a program or in dygraph."""
    return isinstance(var, Parameter | EagerParameter)


def is_persistable(var: Any) -> bool:
    """Return True for a variable that keeps its value between runs."""
    return bool(var.persistable)


def is_belong_to_optimizer(var: Any) -> bool:
    """Return True for a variable that keeps its value between runs and is not a parameter."""
    return not is_parameter(var) and not getattr(var, "is_data", False) and is_persistable(var)


def _is_file_path(path: Any) -> bool:
    return isinstance(path, str)


def _is_memory_buffer(buffer: Any) -> bool:
    return isinstance(buffer, io.BytesIO)


@contextmanager
def _open_file_buffer(path_or_buffer: Any, mode: str) -> Iterator[Any]:
    if _is_file_path(path_or_buffer):
        with open(path_or_buffer, mode) as file:
            yield file
    elif _is_memory_buffer(path_or_buffer):
        yield path_or_buffer
    else:
        raise UsageError(
            f"only the path of a file or a BytesIO can be opened, but received {type(path_or_buffer)}", site=site()
        )


def _clone_var_in_block_(block: Any, var: Variable) -> Variable:
    return block.create_var(name=var.name, shape=var.shape, dtype=var.dtype, lod_level=var.lod_level, persistable=True)


__all__ = [
    "_clone_var_in_block_",
    "_is_file_path",
    "_is_memory_buffer",
    "_open_file_buffer",
    "is_belong_to_optimizer",
    "is_parameter",
    "is_persistable",
]
