"""paddle.jit: functions on Tensors that run as programs, and their files."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.jit import dy2static
from opscope.paddle.jit.api import (
    ProgramTranslator,
    enable_to_static,
    ignore_module,
    not_to_static,
    set_code_level,
    set_verbosity,
    to_static,
)
from opscope.paddle.jit.concrete import ConcreteProgram
from opscope.paddle.jit.files import TranslatedLayer, load, save
from opscope.paddle.jit.static_function import StaticFunction

alias_in_submodules(
    __name__,
    {
        "api": "save load",
        "translated_layer": "TranslatedLayer",
    },
)

__all__ = [
    "ConcreteProgram",
    "ProgramTranslator",
    "StaticFunction",
    "TranslatedLayer",
    "dy2static",
    "enable_to_static",
    "ignore_module",
    "load",
    "not_to_static",
    "save",
    "set_code_level",
    "set_verbosity",
    "to_static",
]
