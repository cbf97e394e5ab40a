"""paddle.hapi: Model and its callbacks, summary, flops."""

from opscope.core.module_aliases import also_in
from opscope.paddle.hapi import callbacks, logger
from opscope.paddle.hapi.model import Model
from opscope.paddle.hapi.summary import flops, summary

also_in(
    __name__,
    {
        "dynamic_flops": "flops",
        "model_summary": "summary",
    },
)

__all__ = ["Model", "callbacks", "flops", "logger", "summary"]
