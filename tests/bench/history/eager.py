"""Recorded eager code: the curve of steps kept against the budget, moves anywhere in them, searches.

Ten Linear layers of 64, Adam, new data in each step. Seconds are of the processor.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from opscope import debug, paddle
from opscope.paddle.optimizer import Adam
from tests.bench.history import Figure, figure
from tests.bench.history.budget import resident

LAYERS, WIDTH, BATCH = 10, 64, 16
BUDGETS = (4 << 20, 8 << 20, 16 << 20, 32 << 20)
STEPS = 5_000  # as many as fit about 50 MB
GOTO, GOTOS = 200.0, 40  # milliseconds, moves
SEARCHED = 5.0  # seconds


def figures(quick: bool) -> list[Figure]:
    """The curve, and what moves and searches take, in memory and in a recording."""
    steps = 60 if quick else STEPS
    growth: list[tuple[int, int]] = []
    run = _run(steps, growth=growth)
    found = _curve(quick)
    (before, counted), (after, counted_after) = growth
    per_step = (after - before - (counted_after - counted)) / (steps - steps // 2)
    found.append(figure("eager: growth of the process that the journal does not count", per_step, " bytes a step"))
    found.append(figure("eager: bytes of a kept step", run.session.driver.journal.nbytes / steps, " bytes"))
    moves = _moves(run, 3 if quick else GOTOS)
    found.append(figure(f"eager: `goto` in {steps:,} steps, median", 1e3 * statistics.median(moves), " ms"))
    found.append(figure(f"eager: `goto` in {steps:,} steps, worst", 1e3 * max(moves), " ms", limit=GOTO))
    found += _searches(f"eager, {steps:,} steps in memory", run)
    with tempfile.TemporaryDirectory() as folder:
        run.save(Path(folder) / "run")
        found += _searches(f"eager, {steps:,} steps on disk", debug.open(Path(folder) / "run"))
    return found


def _curve(quick: bool) -> list[Figure]:
    """Steps kept by budget, of runs that fill it."""
    budgets = BUDGETS[:1] if quick else BUDGETS
    found: list[Figure] = []
    for budget in budgets:
        first, last = _run(60 if quick else budget // 8_000, budget).session.driver.journal.step_range()
        found.append(figure(f"eager: steps kept in {budget >> 20} MiB", last - first + 1))
    return found


def _run(steps: int, budget: int | None = None, growth: list[tuple[int, int]] | None = None) -> Any:
    """A run that is over; `growth` takes the bytes of the process, and those of the journal, in its middle and end."""

    def body() -> None:
        net = paddle.nn.Sequential(*[paddle.nn.Linear(WIDTH, WIDTH) for _ in range(LAYERS)])
        optimizer = Adam(1e-3, parameters=net.parameters())
        data = np.random.default_rng(0)
        for number in range(steps):
            if growth is not None and number in (steps // 2, steps - 1):
                growth.append((resident(), run.session.driver.journal.nbytes))
            hidden = net(paddle.to_tensor(data.normal(size=(BATCH, WIDTH)).astype("float32")))
            loss = paddle.mean(hidden * hidden)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    paddle.seed(0)
    run: Any = debug.Run(body) if budget is None else debug.Run(body, record=budget)
    run.start().wait()
    return run


def _moves(run: Any, count: int) -> list[float]:
    """Seconds of moves to operators of any steps."""
    choice, (first, last) = random.Random(0), run.session.driver.journal.step_range()
    places = [(choice.randint(first, last), choice.choice(["op:mean", "op:adam"])) for _ in range(count)]
    return [_seconds(lambda at=at: run.goto(*at)) for at in places]


def _searches(where: str, run: Any) -> list[Figure]:
    series, first = _seconds(lambda: run.values("loss")), _seconds(lambda: run.first("nan"))
    return [
        figure(f'{where}: `values("loss")`', series, " s", limit=SEARCHED),
        figure(f'{where}: `first("nan")`', first, " s", limit=SEARCHED),
    ]


def _seconds(do: Callable[[], object]) -> float:
    """Seconds of the processor, so that other work on the machine does not count."""
    start = time.process_time()
    do()
    return time.process_time() - start
