"""paddle.hapi: Model and its callbacks, summary, flops."""

from opscope.core.elsewhere import also_in
from opscope.hapi import callbacks, logger
from opscope.hapi.model import Model
from opscope.hapi.summary import flops, summary

also_in(
    __name__,
    {
        "dynamic_flops": "flops",
        "model_summary": "summary",
    },
)

__all__ = ["Model", "callbacks", "flops", "logger", "summary"]
