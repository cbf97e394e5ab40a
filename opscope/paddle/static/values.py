"""static.save and static.load: the values of a program's variables in Paddle's files, and the program as JSON."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UsageError
from opscope.ir.program.context import default_main_program, require_static
from opscope.ir.program.program import Program, Variable
from opscope.ir.serialize.program_json import to_bytes
from opscope.paddle.saving import load as load_file
from opscope.paddle.saving import save as save_file
from opscope.paddle.saving.model_files import OWN_SUFFIX, PADDLE_SUFFIX
from opscope.paddle.saving.tensor_files import named_files, read_values
from opscope.paddle.saving.to_file import opened
from opscope.runtime.scope import global_scope

PARAMS, OPT = ".pdparams", ".pdopt"


def valid_program(program: Any = None) -> Program:
    """Return the program of a Program, a CompiledProgram, or None. Raises UsageError for other objects."""
    found = default_main_program() if program is None else getattr(program, "_program", program)
    if not isinstance(found, Program):
        raise UsageError(
            f"program must be a Program, but received {type(program)}",
            site=site(),
        )
    return found


def _prefix(model_path: str) -> str:
    if not os.path.basename(model_path):
        raise ModeError(
            "model_path must have the form dirname/filename, but it is an empty string.", site=site(),
        )  # fmt: skip
    ends = (PARAMS, OPT, PADDLE_SUFFIX, OWN_SUFFIX)
    return next((model_path.removesuffix(e) for e in ends if model_path.endswith(e)), model_path)


def get_program_parameter(program: Program) -> list[Variable]:
    """Return the parameters of a program."""
    return [v for v in valid_program(program).list_vars() if v.is_parameter]


def get_program_persistable_vars(program: Program) -> list[Variable]:
    """Return all variables of a program that keep their values between runs."""
    return [v for v in valid_program(program).list_vars() if v.persistable]


def save(program: Any, model_path: str, protocol: int = 4, **configs: Any) -> None:
    """Write the values in the global scope, and the program, to files with the same prefix.

    Parameters are written to <path>.pdparams, other persistable values to <path>.pdopt, and the program (with its
    gradients) to <path>.opscope.json. Missing directories are made. A file is replaced only after the new file is
    complete. Raises ModeError (an AssertionError) for a path without a filename, ArgumentError for a parameter without
    a value.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/save_en.html
    """
    require_static("save")
    if unknown := [name for name in configs if name != "pickle_protocol"]:
        raise UsageError(f"save() has no argument {unknown[0]}", site=site())
    protocol = configs.get("pickle_protocol", protocol)
    program, prefix = valid_program(program), _prefix(model_path)
    content = to_bytes(program)
    for suffix, mode in ((PARAMS, "param"), (OPT, "opt")):
        values = {name: np.array(t) for name, t in program.state_dict(mode).items()}
        save_file(values, prefix + suffix, protocol)
    with opened(prefix + OWN_SUFFIX) as file:
        file.write(content)


def load(program: Any, model_path: str, executor: Any = None, var_list: Sequence[Variable] | None = None) -> None:
    """Set the parameters, and the state of optimizers, to the values that `save` wrote.

    `var_list`: load only these variables.

    model_path can also be a directory, or a file, of `save_vars` or save_persistables; for such a file, `var_list`
    lists the content of the file. Raises FileNotFoundError, ModeError (an AssertionError) for a variable that the files
    do not contain, ArgumentError for another shape.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/load_en.html
    """
    require_static("load")
    program, prefix = valid_program(program), _prefix(model_path)
    chosen = get_program_persistable_vars(program) if var_list is None else list(var_list)
    if not os.path.exists(prefix + PARAMS) and os.path.exists(model_path):
        values = _bare(model_path, var_list)
        for variable in (v for v in chosen if v.name in values):
            put(variable, values[variable.name])
        return
    files = {True: PARAMS, False: OPT}
    for kind, suffix in files.items():
        wanted = [v for v in chosen if v.is_parameter is kind]
        if not wanted:
            continue
        values = _file(prefix + suffix)
        for variable in wanted:
            if variable.name not in values:
                raise ModeError(
                    f"The file {prefix + suffix} has no value for the variable {variable.name}", site=site()
                )
            put(variable, values[variable.name])


def put(variable: Variable, array: Any) -> None:
    """Set a value in the global scope. Raises ArgumentError if the shape is not the declared shape."""
    if array.shape == () and variable.spec.shape == (1,):  # Paddle 2.6 saves learning rates so
        array = array.reshape(1)
    if tuple(array.shape) != variable.spec.shape:
        raise ArgumentError(
            f"the variable {variable.name} of the program has the shape {variable.shape}, but its value in the "
            f"file has the shape {tuple(array.shape)}.",
            site=variable.site,
        )
    global_scope().var(variable.name).get_tensor().set(array.astype(variable.dtype.dtype))


def _file(path: str) -> dict[str, Any]:
    found = load_file(path, return_numpy=True)
    if not isinstance(found, dict) or not all(isinstance(v, np.ndarray) for v in found.values()):
        raise ArgumentError(
            f"{path} does not contain values with names", site=site(), fix="load a file that static.save wrote"
        )
    return found


def _bare(path: str, var_list: Sequence[Variable] | None) -> dict[str, Any]:
    """Return the values that `save_vars` wrote to a directory of files, or to one file for all."""
    for variable in var_list or ():
        if not isinstance(variable, Variable):
            raise UsageError(
                f"var_list must contain only Variables, but it contains a {type(variable).__name__}", site=site()
            )
    wanted = None if var_list is None else [v.name for v in var_list]
    if os.path.isdir(path):
        return read_values([n for n in named_files(path) if wanted is None or n in wanted], path)
    if wanted is None:
        raise ArgumentError(
            "var_list is needed for a file from save_params, save_persistables or save_vars, because such a file "
            "has no names", site=site(), fix="pass the variables from which the file was written",
        )  # fmt: skip
    return read_values(wanted, *os.path.split(path))


def load_program_state(model_path: str, var_list: Sequence[Variable] | None = None) -> dict[str, Any]:
    """Return the arrays that `save` wrote, by name. `var_list`: load only these variables. Raises FileNotFoundError.

    model_path can also be a directory, or a file, of `save_vars` or save_persistables; for such a file, `var_list`
    lists the content of the file.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/load_program_state_en.html
    """
    prefix = _prefix(model_path)
    if not Path(prefix + PARAMS).exists() and Path(model_path).exists():
        return _bare(model_path, var_list)
    state = _file(prefix + PARAMS)
    if Path(prefix + OPT).exists():
        state.update(_file(prefix + OPT))
    if var_list is None:
        return state
    wanted = {v.name for v in var_list}
    return {name: array for name, array in state.items() if name in wanted}


def set_program_state(program: Any, state_dict: Mapping[str, Any]) -> None:
    """Set the values of a program's variables in the global scope; warn of names that the program does not have.

    Raises ModeError (an AssertionError) for another shape, or before the startup program has run.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/set_program_state_en.html
    """
    require_static("set_program_state")
    known = {v.name: v for v in get_program_persistable_vars(program)}
    for name, variable in known.items():
        if name not in state_dict:
            continue
        found = global_scope().find_var(name)
        if found is None or not found.get_tensor()._is_initialized():
            raise ModeError(f"the scope has no Variable {name}", site=site(), fix="run the startup program first")
        array = np.array(unmasked(state_dict[name]))
        if list(array.shape) != found.get_tensor().shape():
            raise ModeError(
                f"the parameter {name} of the program has the shape {found.get_tensor().shape()}, but its loaded "
                f"value has the shape {list(array.shape)}.",
                site=variable.site,
            )
        found.get_tensor().set(array.astype(variable.dtype.dtype), found.get_tensor()._place())
    if unused := [name for name in state_dict if name not in known]:
        warn(
            OpscopeWarning(
                f"These values are not set, because the program has no Parameter with their names: {' '.join(unused)}",
                fix="compare these names with the names of the program's parameters",
            )
        )


__all__ = ["load", "load_program_state", "save", "set_program_state"]
