"""fluid.io: values of programs in directories, with a file for each value or one file for all; readers and loaders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.program.program import Parameter, Program, Variable
from opscope.ir.value_store import find_tensor
from opscope.paddle.fluid.generated import DataLoader, PyReader
from opscope.paddle.fluid.reader import (
    ComposeNotAligned,
    batch,
    buffered,
    cache,
    chain,
    compose,
    firstn,
    map_readers,
    multiprocess_reader,
    shuffle,
    xmap_readers,
)
from opscope.paddle.fluid.statically import statically
from opscope.paddle.saving.model_files import OWN_SUFFIX, is_own_format
from opscope.paddle.static import inference, values
from opscope.paddle.static.values import (
    get_program_parameter,
    get_program_persistable_vars,
    load_program_state,
    valid_program,
)
from opscope.paddle.static.vars import load_vars, save_vars

load, save, set_program_state = map(statically, (values.load, values.save, values.set_program_state))


def save_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Write all variables that keep their values between runs."""
    save_vars(
        executor, dirname, main_program, get_program_persistable_vars(valid_program(main_program)), None, filename
    )


def load_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Set all variables that keep their values between runs to the values of save_persistables."""
    load_vars(
        executor, dirname, main_program, get_program_persistable_vars(valid_program(main_program)), None, filename
    )


def save_params(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Write the parameters."""
    save_vars(executor, dirname, main_program, get_program_parameter(valid_program(main_program)), None, filename)


def load_params(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Set the parameters to the values of save_params."""
    load_vars(executor, dirname, main_program, get_program_parameter(valid_program(main_program)), None, filename)


def save_inference_model(
    dirname: str, feeded_var_names: Any, target_vars: Any, executor: Any, main_program: Any = None,
    model_filename: str | None = None, params_filename: str | None = None, export_for_deployment: bool = True,
    program_only: bool = False,
) -> list[str]:  # fmt: skip
    """Write the operators that compute target_vars from the named feeds to a directory.

    Return the names of target_vars. By default, the file of the program is `__model__`. Each parameter has a file, or
    all parameters are in params_filename; program_only writes no parameters. If Paddle's format cannot express the
    program, the file is `__model__.opscope.json`, with a warning. Raises UnsupportedError for
    export_for_deployment=False.
    """
    if not export_for_deployment:
        raise UnsupportedError(
            "save_inference_model with export_for_deployment=False is not supported", site=site(), fix="use fluid.save"
        )
    program = valid_program(main_program)
    names = [feeded_var_names] if isinstance(feeded_var_names, str) else list(feeded_var_names or ())
    targets = [target_vars] if isinstance(target_vars, Variable) else list(target_vars)
    feeds = [program.global_block().var(n) for n in names]
    content = inference.serialize_program(feeds, targets, program=program)
    file = os.path.join(dirname, model_filename or "__model__")
    own = file + OWN_SUFFIX
    target, other = (own, file) if is_own_format(content) and not model_filename else (file, own)
    inference.save_to_file(target, content)
    Path(other).unlink(missing_ok=True)
    if not program_only:
        kept = inference.normalize_program(program, feeds, targets).global_block().vars.values()
        save_vars(executor, dirname, vars=[v for v in kept if v.persistable], filename=params_filename)
        if params_filename != "__params__":
            Path(dirname, "__params__").unlink(missing_ok=True)  # of another model: it would be read
    return [v.name for v in targets]


@statically
def load_inference_model(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> list[Any]:
    """Return [program, names to feed, variables to fetch], and set the parameters in the global scope.

    Without params_filename, the parameters are in the file `__params__`, or each in its file, as Paddle 1.8 writes
    them.
    """
    together = params_filename or "__params__"
    return inference.load_model(
        os.path.join(dirname, model_filename or "__model__"),
        dirname,
        together if params_filename or os.path.exists(os.path.join(dirname, together)) else None,
    )


def get_parameter_value(para: Variable, executor: Any) -> Any:
    """Return a parameter of the global scope as an array. Raises NotFound before the startup program has run."""
    return np.array(find_tensor(para.name))


def get_parameter_value_by_name(name: str, executor: Any, program: Program | None = None) -> Any:
    """Return the parameter with a name as an array."""
    return get_parameter_value(valid_program(program).global_block().var(name), executor)


def is_parameter(var: Variable) -> bool:
    """Return True for a parameter."""
    return isinstance(var, Parameter)


def is_persistable(var: Variable) -> bool:
    """Return True for a variable that keeps its value between runs."""
    return var.persistable


def is_belong_to_optimizer(var: Variable) -> bool:
    """Return True for a variable that an optimizer keeps between runs."""
    return var.persistable and var.belong_to_optimizer


__all__ = [
    "ComposeNotAligned", "DataLoader", "PyReader", "batch", "buffered", "cache", "chain", "compose", "firstn",
    "get_parameter_value", "get_parameter_value_by_name", "get_program_parameter", "get_program_persistable_vars",
    "is_belong_to_optimizer", "is_parameter", "is_persistable", "load", "load_inference_model", "load_params",
    "load_persistables", "load_program_state", "load_vars", "map_readers", "multiprocess_reader", "save",
    "save_inference_model", "save_params", "save_persistables", "save_vars", "set_program_state", "shuffle",
    "xmap_readers",
]  # fmt: skip
