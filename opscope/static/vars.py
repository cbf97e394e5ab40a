"""save_vars and load_vars: the values of a program's variables in a directory, a file each or all in one."""

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
from opscope.static.values import put, valid_program


def is_parameter(var: Any) -> bool:
    """True for a parameter of a program."""
    return bool(var.is_parameter)


def is_persistable(var: Any) -> bool:
    """True for what stays between runs."""
    return bool(var.persistable)


def save_vars(
    executor: Any,
    dirname: str,
    main_program: Program | None = None,
    vars: Sequence[Variable] | None = None,
    predicate: Callable[[Variable], bool] | None = None,
    filename: str | None = None,
) -> None:
    """Write the values of variables, or of those the predicate chooses: a file each, or all to `filename`.

    Raises UsageError without vars and predicate, ArgumentError for a variable without a value.
    """
    chosen = _chosen(main_program, vars, predicate)
    values = {v.name: np.array(found(v.name)) for v in chosen}
    if filename is not None:
        save_file(values, os.path.join(dirname, filename))
        return
    for name, array in values.items():
        save_file({name: array}, os.path.join(dirname, name))


def load_vars(
    executor: Any,
    dirname: str,
    main_program: Program | None = None,
    vars: Sequence[Variable] | None = None,
    predicate: Callable[[Variable], bool] | None = None,
    filename: str | None = None,
) -> None:
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
