"""paddle.hapi: Model and its callbacks, summary, flops."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.hapi import callbacks, logger
from opscope.paddle.hapi.model import Model
from opscope.paddle.hapi.summary import flops, summary

alias_in_submodules(
    __name__,
    {
        "dynamic_flops": "flops",
        "model_summary": "summary",
    },
)

__all__ = ["Model", "callbacks", "flops", "logger", "summary"]
