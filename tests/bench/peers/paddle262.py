"""Paddle 2.6.2, static; needs numpy < 2 and so an environment of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench import work
from tests.bench.peers.static import program


def make(mlp: work.Mlp, variant: str) -> Callable[[], Any]:
    """One training step of the static program."""
    import paddle

    return program(paddle, mlp)[1]
