"""Recorded runs on a GPU launch the graphs that plain runs launch, with a journal at their boundary.

On the stand-in; with -m gpu on a real one.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core import state
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.paddle import static
from tests.laws import fake_cupy
from tests.runtime.lower.nets import mlp

GPU, CPU = paddle.CUDAPlace(0), paddle.CPUPlace()
CUPY = fake_cupy.module()
STEPS = 6


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> Any:
    if request.param == "real":
        return pytest.importorskip("cupy")
    monkeypatch.setitem(sys.modules, "cupy", CUPY)
    return CUPY


class Training:
    """A net whose parameters are drawn on the host; called, it trains. `losses` are what its steps returned."""

    def __init__(self) -> None:
        state.reset()
        paddle.enable_static()
        paddle.seed(11)
        self.feed, self.loss = mlp()
        static.Executor(CPU).run(static.default_startup_program())
        self.exe = static.Executor(GPU)
        self.losses: list[bytes] = []

    def __call__(self) -> None:
        for _ in range(STEPS):
            self.losses.append(self.exe.run(feed=self.feed, fetch_list=[self.loss])[0].tobytes())

    def results(self) -> list[bytes]:
        """The losses, and the parameters as they are now."""
        scope, names = static.global_scope(), [p.name for p in static.default_main_program().all_parameters()]
        return [*self.losses, *(np.array(scope.find_var(name).get_tensor()).tobytes() for name in names)]

    @property
    def lowered(self) -> Any:
        return next(cached._latest for cached in self.exe._plans.values() if cached._latest is not None)


def test_recorded_runs_launch_graphs_and_change_no_bit():
    plain = Training()
    plain()
    wanted, graphs = plain.results(), len(plain.lowered.graphs.calls)
    recorded = Training()
    run = debug.start(recorded)
    run.wait(60)
    assert recorded.results() == wanted
    assert recorded.lowered.graphs is not None and len(recorded.lowered.graphs.calls) == graphs
    records = run.session.driver.journal.records()
    assert [bool(r.lowered) for r in records] == [False] + [True] * (STEPS - 1)
    assert run.why_slow() == {}


def test_a_watched_session_launches_graphs_too():
    watched = Training()
    debug.start(watched, record=False).wait(60)
    assert watched.lowered.graphs is not None


def test_the_past_of_fast_runs_can_be_gone_to():
    recorded = Training()
    run = debug.start(recorded)
    run.wait(60)
    journal = run.session.driver.journal
    replay = ReplayScope()
    replay.restore(journal.segments[0].keyframe)
    assert [replay.run(record) for record in journal.records()] == [False] + [True] * (STEPS - 1)
    names = [p.name for p in static.default_main_program().all_parameters()]
    again = [np.array(replay.scope.find_var(name).get_tensor()).tobytes() for name in names]
    assert again == recorded.results()[STEPS:]  # bit for bit
    place = run.goto(4, f"op:{recorded.loss.op.type}")
    assert place.step == 4
    run.next()
    value = np.asarray(run.value(recorded.loss.name))
    np.testing.assert_allclose(value, np.frombuffer(recorded.losses[3], "float32").reshape(value.shape), rtol=1e-4)
    assert run.step_back().step == 4


def test_a_breakpoint_stops_in_a_run_of_graphs():
    recorded = Training()
    run = debug.start(recorded, breakpoints=[(recorded.loss.name, "step == 3")])
    place = run.until_stopped(60)
    assert place is not None and place.step == 3
    run.clear()
    run.cont()
    run.wait(60)
    assert len(recorded.losses) == STEPS
    records = run.session.driver.journal.records()
    assert not records[2].lowered and records[-1].lowered  # fast again, once the breakpoint is gone
