"""From a call to the place where the run then stands: pause, step, step back, go to another step; while it trains."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from opscope import debug
from tests.bench.history import Figure, figure
from tests.bench.history.training import training
from tests.bench.works import WORKS

NAMES = (
    "mlp 8x16 b16",
    "mlp 8x256 b64",
    "LeNet b32",
    "two 3x3 convs, 64 channels, 32x32, b16",
    "Transformer block d256, s128, b8, 4 heads",
)
LIMIT = 50.0  # milliseconds, in the median
BACK = 5  # steps that `goto` goes back


def figures(quick: bool) -> list[Figure]:
    """Milliseconds of each move in each of the works."""
    return [found for name in NAMES[: 1 if quick else None] for found in _moves(name, 3 if quick else 20)]


def _moves(name: str, count: int) -> list[Figure]:
    def body() -> None:
        trained = training(WORKS[name])
        while not over:
            trained.step()

    over: list[bool] = []
    run, choice = debug.start(body), random.Random(0)
    seconds: dict[str, list[float]] = {"pause": [], "next": [], "step_back": [], "goto": []}
    try:
        while run.steps < 2 * BACK:
            time.sleep(0.01)
            if run.done:
                run.wait()  # raises what has ended the training
        for _ in range(count):
            time.sleep(choice.uniform(0.02, 0.06))
            seconds["pause"].append(_seconds(lambda: (run.pause(), run.until_stopped(60))))
            here = run.here
            assert here is not None
            seconds["next"].append(_seconds(lambda: run.next(timeout=60)))
            seconds["step_back"].append(_seconds(lambda: run.step_back()))
            seconds["goto"].append(_seconds(lambda step=here.step - BACK: run.goto(step)))
            run.cont()
    finally:
        over.append(True)
    run.wait(60)
    return [
        found
        for move, times in seconds.items()
        for found in (
            figure(f"{name}: `{move}`, median", 1e3 * statistics.median(times), " ms", limit=LIMIT),
            figure(f"{name}: `{move}`, worst", 1e3 * max(times), " ms"),
        )
    ]


def _seconds(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start
