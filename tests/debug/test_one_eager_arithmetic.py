"""One arithmetic: eager code has the same bits plain, watched, tapped, recorded, stepped, replayed, read from disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope import debug
from tests.debug.eager_runs import LONG
from tests.debug.eager_trainings import LAYERS, OPTIMIZERS, STEPS, RandomTraining


def replayed(run: Any) -> list[bytes]:
    """The bits of the losses, computed again step by step from the last to the first."""
    found: list[bytes] = []
    for step in reversed(range(1, STEPS + 1)):
        run.goto(step)
        found.append(np.asarray(run.values("loss")[step]).tobytes())
    return found[::-1]


def check(body: RandomTraining, folder: Path | None = None) -> None:
    plain = body()
    for options in ({}, {"taps": ["*", "*@*"]}, {"taps": ["*", "*@*"], "hz": None}):
        watched = debug.start(body, record=False, **options)
        assert watched.wait(LONG) == plain, options
    run = debug.start(body, taps=["*", "*@*"], to=folder)
    assert run.wait(LONG) == plain
    assert replayed(run) == plain[0]
    if folder is not None:
        assert replayed(debug.open(folder)) == plain[0]


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    layers=st.lists(st.sampled_from(sorted(LAYERS)), min_size=1, max_size=5),
    name=st.sampled_from(sorted(OPTIMIZERS)),
    scaled=st.booleans(),
)
def test_random_trainings(layers: list[str], name: str, scaled: bool) -> None:
    check(RandomTraining(layers, name, scaled))


@pytest.mark.thorough
@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_each_layer(layer: str, tmp_path: Path) -> None:
    check(RandomTraining([layer], "adam"), tmp_path / "recording")


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_each_optimizer(name: str) -> None:
    check(RandomTraining(["fc", "gelu", "dropout"], name, True))


def test_paused_at_any_place_and_continued() -> None:
    body = RandomTraining(["fc", "dropout", "pylayer", "in place", "batch norm"], "adam")
    plain = body()
    for step, place in ((2, "op:dropout"), (3, "op:sin"), (4, "op:adam")):
        run = debug.start(body, breakpoints=[(place, f"step == {step}")])
        stops = 0
        while run.until_stopped(LONG) is not None and stops < 100:
            if not stops:
                run.step_back()
                run.next()
            run.cont()
            stops += 1
        assert run.wait(LONG) == plain and 0 < stops < 100, place
