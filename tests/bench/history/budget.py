"""A long run of a tiny net, whose history is many times as large as its budget."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from opscope import debug
from tests.bench.history import Figure, figure
from tests.bench.history.training import training
from tests.bench.work import Arrays
from tests.bench.works.mlp import Mlp

BUDGET = 4 << 20  # bytes


@dataclass(frozen=True)
class LookedAt(Mlp):
    """With a function of the user's in the middle of a step."""

    look: Callable[[Any], None] = field(default=lambda value: None, compare=False)

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        loss = super().static(paddle, given, feed)
        paddle.static.py_func(self.look, loss, None)
        return loss


def figures(quick: bool) -> list[Figure]:
    """How much the journal says it has, in and after each step; what the process has, once the journal is full."""
    steps = 500 if quick else 10_000
    most, taken = 0, [0]

    def look(value: Any) -> None:
        nonlocal most
        most = max(most, journal.nbytes)

    def body() -> None:
        step = training(LookedAt(2, 16, 16, look=look)).step
        for _ in range(steps):
            step()
            look(None)
            if journal.dropped and not taken[0]:
                taken[0] = resident()
        taken.append(resident())

    budget = BUDGET // 8 if quick else BUDGET
    run = debug.Run(body, record=budget)
    assert run.session.driver is not None
    journal = run.session.driver.journal
    run.start().wait()
    first, last = journal.step_range()
    name = f"{steps} steps of a tiny net in {budget / (1 << 20):g} MiB"
    return [
        figure(f"{name}: the most that the journal held, over its budget", most / budget, limit=1.0),
        Figure(f"{name}: steps that can be gone back to", f"{last - first + 1} ({first} to {last})"),
        figure(f"{name}: growth of the process once it was full", (taken[1] - taken[0]) / 1e6, " MB"),
    ]


def resident() -> int:
    """Bytes of memory of this process; 0 without Linux' /proc."""
    if not os.path.exists("/proc/self/statm"):
        return 0
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
