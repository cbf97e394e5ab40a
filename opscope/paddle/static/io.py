"""paddle.static.io."""

from opscope.paddle.static.inference import (
    deserialize_persistables,
    deserialize_program,
    load_from_file,
    load_inference_model,
    normalize_program,
    save_inference_model,
    save_to_file,
    serialize_persistables,
    serialize_program,
)
from opscope.paddle.static.values import (
    get_program_parameter,
    get_program_persistable_vars,
    load,
    load_program_state,
    save,
    set_program_state,
)
from opscope.paddle.static.values import valid_program as _get_valid_program
from opscope.paddle.static.vars import is_parameter, is_persistable, load_vars, save_vars

__all__ = [
    "_get_valid_program",
    "deserialize_persistables",
    "deserialize_program",
    "get_program_parameter",
    "get_program_persistable_vars",
    "is_parameter",
    "is_persistable",
    "load",
    "load_from_file",
    "load_inference_model",
    "load_program_state",
    "load_vars",
    "normalize_program",
    "save",
    "save_inference_model",
    "save_to_file",
    "save_vars",
    "serialize_persistables",
    "serialize_program",
    "set_program_state",
]
