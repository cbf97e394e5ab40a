"""Backwards through a program of 300 operators: a step, and searches through one run and through all."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from opscope import debug
from tests.bench.history import Figure, figure
from tests.bench.history.training import training
from tests.bench.works.mlp import Mlp

NET = Mlp(36, 16, 16)
PLACES = 20  # from which it goes back


def figures(quick: bool) -> list[Figure]:
    """Milliseconds of step_back and of reverse_continue, from random places and from the end."""
    steps = 20 if quick else 100
    operators: list[int] = []

    def body() -> None:
        trained = training(NET)
        operators.extend(trained.operators)
        for _ in range(steps):
            trained.step()

    run = debug.start(body)
    run.wait()
    choice = random.Random(0)
    places = [(choice.randint(2, steps), choice.choice(operators[1:])) for _ in range(PLACES)]
    name = f"{len(operators)} operators, {steps} steps"
    back = _times(run, places, lambda: run.step_back())
    again = [_seconds(lambda: run.step_back()) for _ in range(PLACES)]
    first, last = operators[0], operators[-1]
    run.breakpoint(f"id:{first}")
    near = _times(run, places, lambda: run.reverse_continue())
    run.clear()
    run.breakpoint(f"id:{first}", "step == 1")
    run.goto(steps, last)
    far = 1e3 * _seconds(lambda: run.reverse_continue())
    assert run.here is not None and (run.here.step, run.here.op) == (1, first), run.here
    return [
        *_both(f"{name}: `step_back` from a place just gone to", back),
        *_both(f"{name}: `step_back` again and again", again),
        *_both(f"{name}: `reverse_continue` to a breakpoint in the same step", near),
        figure(f"{name}: `reverse_continue` through all steps", far, " ms"),
    ]


def _times(run: Any, places: list[tuple[int, int]], do: Callable[[], object]) -> list[float]:
    """Seconds from each of the places."""
    times: list[float] = []
    for step, operator in places:
        run.goto(step, operator)
        times.append(_seconds(do))
        assert run.here.step == step, run.here
    return times


def _seconds(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


def _both(name: str, seconds: list[float]) -> list[Figure]:
    return [
        figure(f"{name}: median", 1e3 * statistics.median(seconds), " ms"),
        figure(f"{name}: worst", 1e3 * max(seconds), " ms"),
    ]
