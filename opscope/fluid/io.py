"""fluid.io: values of programs in directories, a file each or all in one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.ir.program import Program, Variable
from opscope.ir.scopes import found
from opscope.saving import load as load_file
from opscope.saving import save as save_file
from opscope.static import inference
from opscope.static.values import (
    get_program_parameter,
    get_program_persistable_vars,
    load,
    load_program_state,
    put,
    save,
    set_program_state,
    valid_program,
)


def save_vars(
    executor: Any, dirname: str, main_program: Program | None = None, vars: Sequence[Variable] | None = None,
    predicate: Callable[[Variable], bool] | None = None, filename: str | None = None,
) -> None:  # fmt: skip
    """Write the values of variables to a directory: a file each, or all to `filename`."""
    chosen = _chosen(main_program, vars, predicate)
    values = {v.name: np.array(found(v.name)) for v in chosen}
    if filename is not None:
        save_file(values, os.path.join(dirname, filename))
        return
    for name, array in values.items():
        save_file({name: array}, os.path.join(dirname, name))


def load_vars(
    executor: Any, dirname: str, main_program: Program | None = None, vars: Sequence[Variable] | None = None,
    predicate: Callable[[Variable], bool] | None = None, filename: str | None = None,
) -> None:  # fmt: skip
    """Set variables to what `save_vars` wrote. Raises FileNotFoundError, ArgumentError for what is not in the files."""
    for variable in _chosen(main_program, vars, predicate):
        values = load_file(os.path.join(dirname, filename or variable.name), return_numpy=True)
        if variable.name not in values:
            raise ArgumentError(f"{filename} lacks {variable.name}", site=site(), fix="load what save_vars wrote")
        put(variable, values[variable.name])


def _chosen(program: Any, vars: Sequence[Variable] | None, predicate: Any) -> list[Variable]:
    if vars is not None:
        return list(vars)
    if predicate is None:
        raise UsageError("save_vars and load_vars need vars or predicate", site=site())
    return [v for v in valid_program(program).list_vars() if predicate(v)]


def save_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Write everything that stays between runs."""
    save_vars(
        executor, dirname, main_program, get_program_persistable_vars(valid_program(main_program)), None, filename
    )


def load_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Set everything that stays between runs to what save_persistables wrote."""
    load_vars(
        executor, dirname, main_program, get_program_persistable_vars(valid_program(main_program)), None, filename
    )


def save_params(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Write the parameters."""
    save_vars(executor, dirname, main_program, get_program_parameter(valid_program(main_program)), None, filename)


def load_params(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Set the parameters to what save_params wrote."""
    load_vars(executor, dirname, main_program, get_program_parameter(valid_program(main_program)), None, filename)


def save_inference_model(
    dirname: str, feeded_var_names: Sequence[str], target_vars: Sequence[Variable], executor: Any,
    main_program: Any = None, model_filename: str | None = None, params_filename: str | None = None,
) -> list[str]:  # fmt: skip
    """Write what computes target_vars from the named feeds to a directory; returns the names of target_vars.

    The files are `__model__` and `__params__` unless named.
    """
    program = valid_program(main_program)
    feeds = [program.global_block().var(n) for n in feeded_var_names]
    content = inference.serialize_program(feeds, list(target_vars), program=program)
    values = inference.serialize_persistables(feeds, list(target_vars), executor, program=program)
    inference.save_to_file(os.path.join(dirname, model_filename or "__model__"), content)
    inference.save_to_file(os.path.join(dirname, params_filename or "__params__"), values)
    return [v.name for v in target_vars]


def load_inference_model(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> list[Any]:
    """[program, names to feed, variables to fetch]; the parameters are set in the global scope."""
    return inference.load_inference_model(
        dirname, executor, model_filename=model_filename or "__model__", params_filename=params_filename or "__params__"
    )


__all__ = [
    "get_program_parameter", "get_program_persistable_vars", "load", "load_inference_model", "load_params",
    "load_persistables", "load_program_state", "load_vars", "save", "save_inference_model", "save_params",
    "save_persistables", "save_vars", "set_program_state",
]  # fmt: skip
