"""Profiles of eager code: its calls by operator, Layer and line, a sample of the steps, the time outside of calls."""

import threading
from pathlib import Path

import numpy as np
import pytest

import opscope
from opscope import debug, paddle
from opscope.core import state
from opscope.debug.profile import profile as profile_module
from opscope.debug.profile import roofline
from opscope.debug.profile.eager_stopwatch import BLOCK, EagerStopwatch
from opscope.eager.op_calls import SET_VALUE, open_watches, thread_state
from opscope.eager.optimizers.optimizer_steps import optimizer_step
from opscope.eager.timed_calls import CallCost, TimedCall
from opscope.errors import UsageError
from opscope.paddle import static

LIMITS = roofline.MachineLimits(10e9, 100e9)


@pytest.fixture(autouse=True)
def no_measurement(monkeypatch):
    monkeypatch.setattr(profile_module, "limits", lambda place, dtype: LIMITS)
    monkeypatch.setattr(profile_module, "measure_again", lambda place, dtype: LIMITS)


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = paddle.nn.Linear(4, 5), paddle.nn.Linear(5, 3)

    def forward(self, x):
        hidden = paddle.tanh(self.fc1(x))
        return self.fc2(hidden)


def train(steps=6):
    state.reset()
    paddle.seed(3)
    net = Net()
    optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
    losses = []
    for _ in range(steps):
        loss = (net(paddle.rand([2, 4])) ** 2).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss))
    return losses, [p.numpy().tobytes() for p in net.parameters()], paddle.rand([2]).tolist()


def line_of(text):
    lines = Path(__file__).read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_profiled_training_is_bit_identical():
    plain = train()
    with opscope.profile() as seen:
        profiled = train()
    assert profiled == plain
    assert seen.rows and not open_watches and thread_state.log is None


def test_rows_have_the_phase_the_layer_and_the_line():
    with opscope.profile() as seen:
        train()
    tanh = next(row for row in seen.rows if row.op == "tanh")
    assert (tanh.role, tanh.layer, tanh.calls, tanh.runs) == ("forward", "", 1, 6)
    assert tanh.site.partition(" in ")[0].endswith(f"test_eager_profile.py:{line_of('hidden = paddle.tanh(')}")
    products = {(row.op, row.layer, row.role) for row in seen.rows if row.op.startswith("matmul")}
    of_layers = {("matmul", layer, "forward") for layer in ("fc1", "fc2")}
    assert products == of_layers | {("matmul_grad", layer, "backward") for layer in ("fc1", "fc2")}
    assert all(row.site for row in seen.rows if row.role == "backward")
    assert {row.op for row in seen.by("role")} == {"forward", "backward", "optimize", "python"}
    assert sum(row.share for row in seen.rows) == pytest.approx(1.0)
    first = next(row for row in seen.rows if row.op == "matmul" and row.layer == "fc1")
    assert first.flops == 2 * 2 * 4 * 5 and first.bytes == 4 * (2 * 4 + 4 * 5 + 2 * 5)
    assert next(row for row in seen.rows if row.op == "matmul_grad").flops is None


@pytest.mark.parametrize("key", ["type", "site", "role", "layer"])
def test_sums_lose_nothing(key):
    with opscope.profile() as seen:
        train()
    assert sum(r.total for r in seen.by(key)) == pytest.approx(sum(r.total for r in seen.rows))


def test_code_without_an_optimizer_is_one_run():
    net = Net()
    with opscope.profile() as seen:
        net(paddle.rand([2, 4]))
        net(paddle.rand([3, 4]))
    assert next(row for row in seen.rows if row.op == "tanh").calls == 2
    assert "no optimizer made a step" in repr(seen)
    assert seen.seconds == pytest.approx(sum(row.seconds for row in seen.rows))


def test_time_is_that_of_the_clock_and_the_rest_of_a_step_is_outside():
    """A call takes 10 s, a step without timing 25 s, a step with timing 60 s, of which 35 s are overhead of timing."""
    now, runs = [0.0], []
    stopwatch = EagerStopwatch(runs.append, lambda: now[0])

    def step():
        timer = stopwatch._timer
        if stopwatch._is_sampling:
            start = now[0]
            timer.calls.append(call(start, start + 10.0))
            timer.overhead += 35.0
            now[0] += 35.0
        now[0] += 25.0
        with optimizer_step():
            pass

    with stopwatch.on():
        for _ in range(3 * BLOCK):
            step()
    counted = [run for run in runs if run.lowered]
    assert {span.own for run in counted for span in run.spans} == {10.0}
    assert set(stopwatch.plain) == {25.0} and stopwatch.outside(10.0) == 15.0
    assert {run.end - run.start - run.overhead for run in counted} == {25.0}


def test_the_cost_of_sampled_steps_is_a_share_of_the_time():
    now, sampled = [0.0], [0]
    stopwatch = EagerStopwatch(lambda run: None, lambda: now[0])
    with stopwatch.on():
        for _ in range(2000):
            sampled[0] += stopwatch._is_sampling
            now[0] += 5.0 if stopwatch._is_sampling else 1.0
            with optimizer_step():
                pass
    extra = 4.0 * sampled[0]
    assert 0.02 < extra / now[0] < 0.06


def test_an_error_of_the_program_leaves_a_profile_and_no_watch():
    seen = opscope.profile()
    with pytest.raises(ZeroDivisionError), seen:
        fail_after(paddle.ones([2]))
    assert "full" in {row.op for row in seen.rows} and not open_watches and thread_state.log is None


def test_what_a_debugger_watches_is_not_timed_and_that_is_said():
    found = []

    def body():
        with opscope.profile() as seen:
            paddle.ones([2]) + 1
        found.append(seen)

    debug.start(body).wait(60)
    assert len(found[0].rows) == 0 and "eager code was not timed" in repr(found[0])


def test_a_program_that_runs_between_calls_is_counted_once():
    paddle.enable_static()
    x = static.data("x", [4], "float32")
    y = paddle.tanh(x)
    exe = static.Executor()
    with opscope.profile() as seen:
        paddle.disable_static()
        value = paddle.ones([4])
        paddle.enable_static()
        for _ in range(3):
            exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[y])
        paddle.disable_static()
        value * 2
    assert {row.op for row in seen.rows} >= {"full", "tanh", "scale", "python (executor)", "python (between operators)"}
    run, eager = [run for run in seen.timed if run.plan is not None][-1], seen.timed[-1]
    assert eager.plan is None and eager.overhead >= run.end - run.start


def test_other_threads_and_an_executor_alone_have_no_eager_rows():
    with opscope.profile(static.Executor()) as seen:
        paddle.ones([2]) + 1
    assert len(seen.rows) == 0
    with opscope.profile() as seen:
        thread = threading.Thread(target=lambda: paddle.ones([2]) + 1)
        thread.start()
        thread.join(60)
    assert len(seen.rows) == 0


def test_the_timeline_and_the_missing_graph(tmp_path):
    with opscope.profile() as seen:
        train()
    seen.save(tmp_path / "trace.json")
    text = (tmp_path / "trace.json").read_text()
    assert '"eager code"' in text and '"layer": "fc1"' in text
    with pytest.raises(UsageError, match="no Executor has run a program"):
        seen.graph()


def fail_after(value):
    raise ZeroDivisionError(value.shape)


def call(start, end):
    return TimedCall(SET_VALUE, "forward", None, None, start, end, end - start, CallCost(0, 0))
