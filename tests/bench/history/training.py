"""A training run to be recorded: every step has a batch of its own, as in life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope import paddle
from tests.bench.peers import static
from tests.bench.work import Model, normal


class Training(NamedTuple):
    """The numbers of the program's operators, and a step."""

    operators: list[int]
    step: Callable[[], Any]


def training(model: Model) -> Training:
    """A model with its parameters set. To be called by the body of a run: what it sets is recorded, too."""
    exe, main, loss = static.started(paddle, model)
    rng, given = np.random.default_rng(2), model.feed()

    def step() -> Any:
        feed = {n: normal(rng, *value.shape) if value.dtype.kind == "f" else value for n, value in given.items()}
        return exe.run(main, feed=feed, fetch_list=[loss])[0]

    return Training([operator.id for operator in main.global_block().ops], step)
