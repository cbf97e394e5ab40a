"""fluid.dygraph: saves and loads the state of models and optimizers: .pdparams and .pdopt."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError, RunError, UnsupportedError
from opscope.paddle.nn.parameter import Parameter
from opscope.paddle.saving import load as load_file
from opscope.paddle.saving import save as save_file

PARAMETERS, OPTIMIZER = ".pdparams", ".pdopt"


def save_dygraph(state_dict: Mapping[str, Any], model_path: str) -> None:
    """Write the state of a model to `model_path.pdparams`, or the state of an optimizer to `model_path.pdopt`.

    A state without parameters is the state of an optimizer. Raises ModeError (an AssertionError) for a path without a
    file name.
    """
    if not os.path.basename(model_path):
        raise ModeError(f"model_path must be dirname/filename, but received {model_path!r}", site=site())
    has_parameters = not state_dict or any(isinstance(v, Parameter) for v in state_dict.values())
    save_file(dict(state_dict), model_path + (PARAMETERS if has_parameters else OPTIMIZER))


def load_dygraph(model_path: str, keep_name_table: bool = False) -> tuple[Any, Any]:
    """Return (state of the model, state of the optimizer) as arrays; None for a missing file.

    Raises RunError if both files are missing, UnsupportedError for keep_name_table.
    """
    if keep_name_table:
        raise UnsupportedError(
            "load_dygraph does not support keep_name_table", site=site(), fix="leave keep_name_table out"
        )
    base = model_path
    for suffix in (PARAMETERS, OPTIMIZER):
        base = base.removesuffix(suffix)
    found = [
        load_file(base + s, return_numpy=True) if os.path.exists(base + s) else None for s in (PARAMETERS, OPTIMIZER)
    ]
    if found == [None, None]:
        raise RunError(f"Parameter file [{base + PARAMETERS}] does not exist", site=site())
    return found[0], found[1]


__all__ = ["load_dygraph", "save_dygraph"]
