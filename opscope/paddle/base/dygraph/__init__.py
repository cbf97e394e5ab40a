"""paddle.base.dygraph."""

from opscope.paddle.base.dygraph import base
from opscope.paddle.base.dygraph.base import (
    disable_dygraph,
    enable_dygraph,
    enable_grad,
    enabled,
    grad,
    guard,
    no_grad,
    to_variable,
)

__all__ = [
    "base",
    "disable_dygraph",
    "enable_dygraph",
    "enable_grad",
    "enabled",
    "grad",
    "guard",
    "no_grad",
    "to_variable",
]
