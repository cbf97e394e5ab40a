"""save_vars and load_vars: the values of a program's variables, with a file for each value, or one file for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import UsageError
from opscope.ir.program.program import Program, Variable
from opscope.ir.value_store import find_tensor
from opscope.paddle.saving.tensor_files import read_values, write_values
from opscope.paddle.static.values import put, valid_program


def is_parameter(var: Any) -> bool:
    """Return True for a parameter of a program."""
    return bool(var.is_parameter)


def is_persistable(var: Any) -> bool:
    """Return True for a variable that keeps its value between runs."""
    return bool(var.persistable)


def save_vars(
    executor: Any,
    dirname: str,
    main_program: Program | None = None,
    vars: Sequence[Variable] | None = None,
    predicate: Callable[[Variable], bool] | None = None,
    filename: str | None = None,
) -> None:
    """Write the values of variables, a file for each, or one file called `filename` for all.

    vars lists the variables; without vars, the predicate selects the variables. The files have the format of Paddle
    2.6. Raises UsageError without vars and predicate, ArgumentError for a variable without a value.
    """
    chosen = _chosen(main_program, vars, predicate)
    write_values({v.name: np.array(find_tensor(v.name)) for v in chosen}, dirname, filename)


def load_vars(
    executor: Any,
    dirname: str,
    main_program: Program | None = None,
    vars: Sequence[Variable] | None = None,
    predicate: Callable[[Variable], bool] | None = None,
    filename: str | None = None,
) -> None:
    """Set variables to the values that `save_vars` wrote. Raises FileNotFoundError, ArgumentError for other files.

    One file for all variables contains no names: pass the same variables as to `save_vars`.
    """
    chosen = {v.name: v for v in _chosen(main_program, vars, predicate)}
    for name, value in read_values(chosen, dirname, filename).items():
        put(chosen[name], value)


def _chosen(program: Any, vars: Sequence[Variable] | None, predicate: Any) -> list[Variable]:
    if vars is not None:
        return list(vars)
    if predicate is None:
        raise UsageError("save_vars and load_vars need either vars or predicate", site=site())
    return [v for v in valid_program(program).list_vars() if predicate(v)]
