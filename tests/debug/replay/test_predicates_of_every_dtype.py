"""Predicates stop at exactly the steps whose values meet them: of every dtype, in first, lowered and recorded runs."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.conditions.predicates import PREDICATES
from opscope.paddle import static

LONG = 60.0
INTEGERS = ("int8", "int16", "int32", "int64", "uint8")
FLOATS = ("float16", "float32", "float64", "complex64", "complex128")
NUMBERS = [[3, 1, 2], [-7, 0, 5], [0, 0, 0], [100, 127, 90], [-128, -3, -1]]
MASKS = [[True, False], [False, False], [True, True], [False, True], [False, False]]
NOT_FINITE = (math.nan, math.inf, -math.inf, 1, math.nan)
BOUNDS = (0, 0.5, 60, -2, -300)

Test = Callable[[Any], bool]


class Echo:
    """A body whose runs return what is fed, one step for each of `values`; the second call finds a lowered plan."""

    def __init__(self, values: list[Any]) -> None:
        paddle.enable_static()
        self.values = values
        self.main, self.exe = static.Program(), static.Executor()
        with static.program_guard(self.main):
            x = static.data("x", [None] * values[0].ndim, str(values[0].dtype))
            self.y = paddle.assign(x)
            self.twice = paddle.stack([self.y, self.y])

    def __call__(self) -> None:
        self.exe.steps.clear()
        for value in self.values:
            self.exe.run(self.main, feed={"x": value}, fetch_list=[self.twice])

    def steps_of(self, test: Test) -> list[int]:
        return [step for step, value in enumerate(self.values, 1) if test(value)]


def values(dtype: str, kind: str) -> list[Any]:
    """The values of the steps: vectors, scalars, vectors with NaN and Inf, or vectors without elements."""
    found = [np.array(v) for v in (MASKS if dtype == "bool" else NUMBERS)]
    if dtype.startswith("complex"):
        found = [v * (0.6 + 0.8j) for v in found]
    if kind == "not finite":
        found = [np.append(v, (bad, 1)) for v, bad in zip(found, NOT_FINITE, strict=True)]
    found = [(abs(v) if dtype == "uint8" else v).astype(dtype) for v in found]
    return [v[:0] for v in found] if kind == "empty" else [v[0].reshape(()) for v in found] if kind == "0-d" else found


CASES = [
    *((dtype, kind) for dtype in ("bool", *INTEGERS, *FLOATS) for kind in ("plain", "0-d", "empty")),
    *((dtype, "not finite") for dtype in FLOATS),
]


def meets(name: str, bound: Any, array: Any) -> bool:
    """The definition of a predicate, on Python's numbers."""
    elements = [abs(e) if isinstance(e, complex) else float(e) for e in array.reshape(-1).tolist()]
    nan, inf = any(map(math.isnan, elements)), any(map(math.isinf, elements))
    if name.startswith("has"):
        return {"has_nan": nan, "has_inf": inf, "has_inf_or_nan": nan or inf}[name]
    finite = list(filter(math.isfinite, elements))
    if not finite:
        return False
    mean = math.fsum(finite) / len(finite)
    measures = {
        "max": max(finite),
        "min": min(finite),
        "range": max(finite) - min(finite),
        "mean": mean,
        "std": math.sqrt(math.fsum((e - mean) ** 2 for e in finite) / len(finite)),
    }
    measure, _, sign = name.rpartition("_")
    return measures[measure] > bound if sign == "gt" else measures[measure] < bound


def predicates_about(body: Echo) -> list[tuple[str, Test]]:
    """Each predicate with its test; with the bound at which the steps differ most."""
    found: list[tuple[str, Test]] = []
    for name, definition in PREDICATES.items():
        tests = [functools.partial(meets, name, b) for b in (BOUNDS if definition.takes_bound else (None,))]
        test = min(tests, key=lambda t: abs(len(body.steps_of(t)) - len(body.values) / 2))
        found.append((name if test.args[1] is None else f"{name}({test.args[1]})", test))
    return found


def stops(run: Any) -> list[int]:
    """The steps where a run stops until it ends."""
    found: list[int] = []
    while (here := run.until_stopped(LONG)) is not None:
        found.append(here.step)
        run.cont()
    return found


def step_of(place: Any) -> int:
    return place.step


def back(run: Any) -> list[int]:
    """The steps where the run would have stopped, found backwards from the end."""
    found: list[int] = []
    while (here := run.reverse_continue()).reason != "entry":
        found.append(here.step)
    return found[::-1]


@pytest.mark.thorough
@pytest.mark.parametrize("dtype, kind", CASES, ids="-".join)
def test_predicates_stop_where_they_hold(dtype: str, kind: str) -> None:
    for number, (text, test) in enumerate(predicates_about(Echo(values(dtype, kind)))):
        body = Echo(values(dtype, kind))
        expected = body.steps_of(test)
        for session in ("first", "lowered"):
            run = debug.Run(body)
            run.breakpoint(("op:assign", body.y.name)[number % 2], text)
            run.start()
            assert (stops(run), text, session) == (expected, text, session)
            run.wait(LONG)
            assert (back(run), text, session) == (expected, text, session)
        assert body.exe.lowered


WAYS: dict[str, tuple[Callable[[Any, str], Any], Callable[[list[int]], list[int]]]] = {
    "an expression about the value": (lambda run, y: run.breakpoint(y, "value.max() > 0"), list),
    "an expression about a variable": (lambda run, y: run.breakpoint("", f"{y}.max() > 0"), list),
    "a watch": (lambda run, y: run.watch(y, "max_gt(0)"), list),
    "a watch without a pattern": (lambda run, y: run.watch("", f"{y}.max() > 0"), list),
    "hits": (lambda run, y: run.breakpoint(y, "max_gt(0)", hits=2), lambda steps: steps[1:]),
    "once": (lambda run, y: run.breakpoint(y, "max_gt(0)", once=True), lambda steps: steps[:1]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, *FLOATS])
def test_conditions_stop_where_they_hold(dtype: str, way: str) -> None:
    body = Echo(values(dtype, "plain"))
    add, of_hits = WAYS[way]
    expected = of_hits(body.steps_of(functools.partial(meets, "max_gt", 0)))
    for _ in range(3):
        run = debug.Run(body)
        add(run, body.y.name)
        run.start()
        assert stops(run) == expected
        run.wait(LONG)


@pytest.mark.parametrize("record", [True, 1 << 16])
@pytest.mark.parametrize("dtype", ["int32", "int64", "float32"])
def test_conditions_about_a_counter_that_persists(dtype: str, record: int) -> None:
    paddle.enable_static()
    main, startup, executor = static.Program(), static.Program(), static.Executor()
    with static.program_guard(main, startup):
        count = static.create_global_var([1], 0, dtype, persistable=True, name="count")
        paddle.increment(count)

    def body() -> None:
        executor.steps.clear()
        executor.run(startup)
        for _ in range(5):
            executor.run(main, fetch_list=[count])

    for _ in range(3):
        run = debug.Run(body, record=record)
        run.breakpoint("count", "max_gt(2)")
        run.start()
        assert stops(run) == [3, 4, 5]
        run.wait(LONG)
        assert back(run) == [3, 4, 5]


@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, *FLOATS])
def test_searches_and_messages_find_the_steps_where_a_condition_holds(dtype: str, tmp_path: Any) -> None:
    body = Echo(values(dtype, "plain"))
    expected = body.steps_of(functools.partial(meets, "max_gt", 0))
    for session in range(2):
        folder = tmp_path / str(session)
        run = debug.Run(body, to=folder)
        run.breakpoint(body.y.name, "max_gt(0)", log="large")
        run.start()
        assert stops(run) == []
        run.wait(LONG)
        assert run.breakpoints[0].hit_count == len(expected)
        for past in (run, debug.open(folder)):
            past.goto(len(body.values), timeout=LONG)
            past.clear()
            past.run_to_end()
            past.breakpoint(body.y.name, "max_gt(0)")
            assert back(past) == expected
            rises = [step for step in expected if step - 1 not in expected]
            past.goto(len(body.values), timeout=LONG)
            assert step_of(past.back_to_when(f"{body.y.name}.max() > 0")) == rises[-1]
            past.goto(1)
            past.clear()
            assert step_of(past.run_to("op:stack")) == 1
