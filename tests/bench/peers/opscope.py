"""opscope; variants: "" untapped, "statistics" every value tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import opscope as paddle
from opscope import debug
from tests.bench import work
from tests.bench.peers.static import program


def make(mlp: work.Mlp, variant: str) -> Callable[[], Any]:
    """One training step of the static program."""
    exe, step = program(paddle, mlp)
    if variant == "statistics":
        debug.attach(exe).tap("*", "*@GRAD*")
    return step
