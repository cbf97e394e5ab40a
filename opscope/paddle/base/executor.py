"""paddle.base.executor: the Executor, and helper functions of old programs, by their names."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.described import Described
from opscope.core.dtype import as_dtype
from opscope.core.place import CPU
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ModeError, RunError, UsageError
from opscope.ir.program.program import Operator
from opscope.paddle.static.variable import Variable
from opscope.runtime.executor import Executor
from opscope.runtime.feed import convert_feed
from opscope.runtime.scope import Scope, global_scope, scope_guard


class FetchHandler(Described):
    """Handler of the values of the Variables in var_dict. The handler is called every period_secs seconds.

    A subclass overrides `handler`. Raises ModeError (an AssertionError) without a var_dict.
    """

    def __init__(self, var_dict: Mapping[str, Variable] | None = None, period_secs: float = 60) -> None:
        if var_dict is None:
            raise ModeError("FetchHandler needs a var_dict", site=site(), fix="pass {'name': variable}")
        self.var_dict = var_dict
        self.period_secs = period_secs

    def handler(self, res_dict: Mapping[str, Any]) -> None:
        """Write the first element of each value (an array or None), by its key in var_dict."""
        shown = (f"{key}[0]: {value[0]} " for key, value in res_dict.items() if type(value) is np.ndarray)
        sys.stdout.write("".join(shown) + "\n")

    @staticmethod
    def help() -> None:
        """Write an example."""
        sys.stdout.write(_EXAMPLE)


_EXAMPLE = """
class FetchHandlerExample(FetchHandler):
    def handler(self, res_dict):
        print(res_dict["auc"])

handler = FetchHandlerExample(var_dict={"auc": auc})
"""


def as_numpy(tensor: Any, copy: bool = False) -> Any:
    """Return the array of a DenseTensor, or the arrays of a list of DenseTensors. Return None for a missing value.

    Raises RunError for sequences of several lengths. Raises ModeError (an AssertionError) for other types.
    """
    if isinstance(tensor, list):
        return [as_numpy(t, copy) for t in tensor]
    if not isinstance(tensor, DenseTensor):
        raise ModeError(f"as_numpy needs a LoDTensor, but received {type(tensor)}", site=site())
    if tensor.lod():
        raise RunError(
            "Some of your fetched tensors hold LoD information. They can not be completely cast to Python ndarray. "
            "Please set the parameter 'return_numpy' as 'False' to return LoDTensor itself directly.", site=site(),
        )  # fmt: skip
    return np.array(tensor) if tensor._is_initialized() else None


def _as_lodtensor(data: Any, place: object, dtype: Any = None) -> DenseTensor:
    if dtype is None and not isinstance(data, np.ndarray):
        raise ModeError("dtype must be passed if the data to feed is not a NumPy array", site=site())
    made = DenseTensor()
    made.set(np.asarray(unmasked(data), dtype=None if dtype is None else as_dtype(dtype).dtype), place)
    return made


def _fetch_var(name: str | Variable, scope: Scope | None = None, return_numpy: bool = True) -> Any:
    called = _to_name_str(name)
    found = (global_scope() if scope is None else scope).find_var(called)
    if found is None:
        raise ModeError(
            f"Cannot find {called} in scope. Perhaps the variable must be persistable: set var.persistable = "
            "True in your program.", site=site(),
        )  # fmt: skip
    return as_numpy(found.get_tensor()) if return_numpy else found.get_tensor()


def _to_name_str(var: Any) -> str:
    """Return the name of a Variable, or the string itself. For a list, return the names, separated by commas."""
    if isinstance(var, tuple):
        var = var[0]
    if isinstance(var, list):
        return ",".join(map(_to_name_str, var))
    if isinstance(var, Operator):
        return str(id(var))
    if not isinstance(var, Variable | str):
        raise UsageError(f"{var} should be Variable, Operator or str", site=site())
    return var if isinstance(var, str) else var.name


def dtype_is_compatible_with(first: Any, second: Any) -> bool:
    """Return True if the dtypes are equal."""
    return as_dtype(first) is as_dtype(second)


def dimension_is_compatible_with(first: Sequence[int | None], second: Sequence[int | None]) -> bool:
    """Return True if the shapes have the same rank, and if their known dims are equal."""
    known = [(a, b) for a, b in zip(first, second, strict=False) if a not in (None, -1) and b not in (None, -1)]
    return len(first) == len(second) and all(a == b for a, b in known)


def check_feed_shape_type(var: Variable, feed: DenseTensor, num_places: int = 1) -> bool:
    """Return True if the value can be fed to the variable. Raises FeedError (a ValueError) otherwise."""
    convert_feed(var.program, var.name, feed, CPU)
    return True


__all__ = [
    "DenseTensor",
    "Executor",
    "FetchHandler",
    "Scope",
    "Variable",
    "_as_lodtensor",
    "_fetch_var",
    "_to_name_str",
    "as_numpy",
    "check_feed_shape_type",
    "dimension_is_compatible_with",
    "dtype_is_compatible_with",
    "global_scope",
    "scope_guard",
]
