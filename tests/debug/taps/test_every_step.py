"""Law: scalars are kept for every step, in every view; every other curve says which steps it lacks; a value has one."""

import itertools
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import debug, paddle, sinks
from opscope.debug.delivery.event_queue import EventQueue
from opscope.debug.taps.levels import parsed_tap
from opscope.debug.taps.sampling_rate import SamplingRate
from opscope.debug.taps.scalar_series import CAPACITY, TappedScalars
from opscope.errors import ArgumentError
from opscope.events import StepFinished, ValueSeen
from opscope.run_report.report_data import collect
from opscope.run_report.report_page import report_text
from opscope.ui.event_fold import Fold

STEPS = 60
VALUE = {
    "name": "h", "op": 0, "op_type": "mean", "role": "forward", "shape": (), "dtype": "float32", "min": 1.0, "max": 1.0,
    "mean": 1.0, "std": 0.0, "zeros": 0.0, "nan": 0, "inf": 0,
}  # fmt: skip


class Static:
    """A program with a loss, another scalar and a tensor, and what trains it."""

    def __init__(self, bad=()):
        self.bad = bad
        self.main, startup = paddle.static.Program(), paddle.static.Program()
        self.scope = paddle.static.Scope()
        with paddle.static.program_guard(self.main, startup):
            x = paddle.static.data("x", [4, 3], "float32")
            hidden = paddle.tanh(paddle.static.nn.fc(x, 5))
            largest = paddle.max(hidden)
            loss = paddle.mean(paddle.square(paddle.static.nn.fc(hidden, 1) - 1.0))
            paddle.optimizer.SGD(0.05).minimize(loss)
        self.loss, self.largest, self.hidden = loss, largest, hidden
        self.exe = paddle.static.Executor()
        with paddle.static.scope_guard(self.scope):
            self.exe.run(startup)

    def train(self, steps=STEPS, fetch_every=1):
        with paddle.static.scope_guard(self.scope):
            for step in range(steps):
                x = np.random.default_rng(step).normal(size=(4, 3)).astype("float32")
                x[0, 0] = math.nan if step in self.bad else x[0, 0]
                fetched = [self.loss] if step % fetch_every == 0 else [self.hidden]
                self.exe.run(self.main, feed={"x": x}, fetch_list=fetched)


@pytest.fixture(autouse=True)
def static():
    paddle.enable_static()
    yield
    paddle.disable_static()


def folded(events):
    fold = Fold()
    for event in events:
        fold.add(event)
    return fold


@pytest.mark.parametrize("record", [True, False])
@pytest.mark.parametrize("bad", [(), (20, 21, 41)])
def test_scalars_have_every_step_in_every_view(record, bad):
    net, batches, numbers = Static(bad), [], {}
    sink = sinks.numbers(lambda step, found: numbers.setdefault(step, {}).update(found))
    run = debug.start(net.train, taps=["*"], hz=1.0, record=record, sinks=[batches.extend, sink])
    run.wait()
    everything = list(range(1, STEPS + 1))
    loss, largest = net.loss.name, net.largest.name
    truth = {step: float(value) for step, value in run.values("loss").items()} if record else {}
    history, live = folded(run.history.events()), folded(batches)
    for name in (loss, largest):
        seen = run.history.of(name)
        assert [each.step for each in seen] == everything and not run.history.sampled(name)
        assert [each.step for each in seen if each.nan] == [step for step in everything if bad and step > bad[0]]
        for fold in (history, live):
            points = fold.history[name].points
            assert [p.step for p in points] == everything and not fold.history[name].sampled
            assert [p.mean for p in points] == [each.mean for each in seen]
    for step, number in truth.items() if record else ():
        found = next(each for each in run.history.of(loss) if each.step == step)
        assert found.mean == (number if math.isfinite(number) else None)
        assert run.history.scalars()[step][loss] == pytest.approx(number, nan_ok=True)
        if math.isfinite(number):
            assert numbers[step]["loss"] == number and f"{net.largest.name}" and "loss/mean" not in numbers[step]
    assert [p.step for p in live.scalars[loss].points] == everything
    assert [step.step for step in run.history.steps()] == everything
    frame = run.history.to_frame()
    assert list(frame[frame.name == loss].step) == everything
    assert collect(run).histories[largest].seen == STEPS


def test_a_curve_of_a_tensor_says_how_many_steps_it_has():
    net = Static()
    run = debug.start(net.train, taps=["*"], hz=1.0)
    run.wait()
    name = net.hidden.name
    kept = len(run.history.of(name))
    assert 1 < kept < STEPS
    note = f"sampled: {kept} of {STEPS} steps"
    assert run.history.sampled(name) == note == folded(run.history.events()).history[name].sampled
    assert note in run._repr_html_()
    page = report_text(collect(run))
    assert f"<title>{note}</title>" in page
    axes = pytest.importorskip("matplotlib.pyplot").figure().subplots()
    run.plot("*", axes=axes)
    for line in axes.lines:
        lacks = "sampled" in line.get_label()
        assert lacks == (len(line.get_xdata()) < STEPS) == (line.get_marker() == ".")
    labels = [line.get_label() for line in axes.lines]
    assert len(labels) == len(set(labels)) and f"{name}.mean(), {note}" in labels


def test_a_value_has_one_curve():
    net = Static()
    run = debug.start(net.train, taps=[net.loss, net.largest])
    run.wait()
    axes = pytest.importorskip("matplotlib.pyplot").figure().subplots()
    for name in ("loss", net.loss.name):
        axes.clear()
        run.plot(name, axes=axes)
        (line,) = axes.lines
        assert list(line.get_ydata()) == [float(value) for value in run.values("loss").values()]
    axes.clear()
    run.plot(axes=axes)
    assert [line.get_label() for line in axes.lines] == ["loss", "largest"]


def test_a_scalar_that_is_fetched_now_and_then_says_so():
    net = Static()
    run = debug.start(lambda: net.train(fetch_every=10), taps=["x"])
    run.wait()
    axes = pytest.importorskip("matplotlib.pyplot").figure().subplots()
    run.plot("loss", axes=axes)
    assert axes.get_ylabel() == "loss, sampled: 6 of 51 steps"
    assert folded(run.history.events()).scalars[net.loss.name].sampled == "sampled: 6 of 51 steps"


@pytest.mark.parametrize("every", [1, 7])
@pytest.mark.parametrize("spelled", ["pair", "text", "dial"])
def test_a_tap_asks_for_the_steps_that_it_is_summarized_at(every, spelled):
    net = Static()
    name = net.hidden.name
    if spelled == "dial":
        run = debug.Run(net.train, taps=[name], hz=0.001)
        run.session.values.set_level(name, "statistics", every)
        run.start()
    else:
        tap = (name, every) if spelled == "pair" else f"{name} every {every}"
        run = debug.start(net.train, taps=[tap], hz=0.001)
    run.wait()
    steps = {seen.step for seen in run.history.of(name)}
    assert {step for step in range(1, STEPS + 1) if step % every == 0} <= steps
    assert len(steps) <= STEPS // every + 2


@pytest.mark.parametrize("record", [True, False])
def test_values_of_programs_are_checked_as_often_as_the_share_allows(record, monkeypatch):
    """A check that costs much is made seldom, and then the first NaN is news; scalars do not depend on it."""
    checks, end_check = [], SamplingRate.end_check
    monkeypatch.setattr(
        SamplingRate, "end_check", lambda rate, now, seconds: (checks.append(now), end_check(rate, now, 1e9))[1]
    )
    net = Static(bad=(20,))
    run = debug.start(net.train, taps=["*"], hz=1e-3, record=record)
    run.wait()
    assert 1 <= len(checks) <= 4  # the first run goes operator by operator, and the rate itself asks for the last ones
    seen = run.history.of(net.hidden.name)
    assert [each.healthy for each in seen if each.step >= 20] == [False] and seen[-1].step == STEPS
    assert [each.step for each in run.history.of(net.loss.name) if each.nan] == list(range(21, STEPS + 1))

    monkeypatch.setattr(SamplingRate, "end_check", lambda rate, now, seconds: checks.append(now))
    net = Static(bad=(20,))
    run = debug.start(net.train, taps=["*"], hz=1e-3, record=record)
    run.wait()
    assert len(checks) > STEPS - 3
    assert next(each.step for each in run.history.of(net.hidden.name) if not each.healthy) == 21


def test_the_cost_of_a_tap_that_asks_for_every_step_of_a_program_is_said():
    net = Static()
    run = debug.start(net.train, taps=[(net.hidden.name, 1)])
    run.wait()
    assert f"because of {net.hidden.name} every 1" in run.why_slow()["taps"]
    net = Static()
    run = debug.start(net.train, taps=[net.hidden.name])
    run.wait()
    assert "taps" not in run.why_slow()


def test_a_tap_of_eager_code_asks_for_every_step():
    paddle.disable_static()
    net = paddle.nn.Linear(3, 2)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def train():
        for step in range(STEPS):
            hidden = paddle.tanh(net(paddle.full([4, 3], step / STEPS)))
            loss = paddle.mean(hidden)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(train, taps=[("op:tanh", 1)], hz=0.001)
    run.wait()
    (name,) = run.history.names()
    assert [seen.step for seen in run.history.of(name)] == list(range(1, STEPS + 1))
    assert sorted(run.history.scalars()) == list(range(1, STEPS + 1))


@pytest.mark.parametrize("level", ["statistics", "record"])
def test_attached_taps_keep_scalars_for_every_step(level):
    net = Static()
    taps = debug.attach(net.exe).tap("*", level=level)
    net.train(700)
    for name in (net.loss.name, net.largest.name):
        assert [seen.step for seen in taps.history.of(name)][-700:] == sorted({s.step for s in taps.history.of(name)})
        assert not taps.history.sampled(name)


@pytest.mark.parametrize("tap", ["h every", "h every x", "h every 0", ("h", 0), ("h", 1.5), ("h", "often")])
def test_a_wrong_interval_is_an_error(tap):
    if tap == "h every":
        assert parsed_tap(tap) == (tap, None)
        return
    with pytest.raises(ArgumentError, match="every"):
        debug.start(lambda: None, taps=[tap])


NUMBERS = st.one_of(st.none(), st.floats(-1e6, 1e6))
BURSTS = st.lists(
    st.tuples(
        st.integers(1, 700),
        st.integers(1, 3),
        st.sampled_from([("loss",), ("loss", "rate")]),
        st.lists(NUMBERS, min_size=3, max_size=3),
    ),
    max_size=4,
)


@settings(max_examples=40, deadline=None)
@given(BURSTS, st.sampled_from([4, 32, 256]))
def test_many_steps_at_once_fold_as_one_by_one(bursts, capacity):
    events, step = [ValueSeen(**VALUE, step=1)], 0
    for count, stride, names, numbers in bursts:
        for i in range(count):
            step += stride
            scalars = tuple(numbers[(i + k) % 3] for k, _ in enumerate(names))
            events.append(
                StepFinished(
                    step=step, seconds=0.1, names=names, scalars=scalars, tapped=("h",), tapped_scalars=scalars[:1]
                )
            )
    together, one_by_one = Fold(capacity=capacity), Fold(capacity=capacity)
    together.add_all(events)
    for event in events:
        one_by_one.add(event)
    assert together.steps == one_by_one.steps
    for slot in ("history", "scalars"):
        found, truth = getattr(together, slot), getattr(one_by_one, slot)
        assert found.keys() == truth.keys()
        for name, series in truth.items():
            assert (found[name].points, found[name].seen, found[name].sampled) == (
                series.points,
                series.seen,
                series.sampled,
            )


WRITTEN = st.sets(st.sampled_from("abc"), min_size=1).map(sorted).map(tuple)


@given(st.lists(st.tuples(st.integers(0, 4), WRITTEN, st.floats(allow_nan=False)), max_size=50))
def test_scalars_are_the_last_number_of_each_step_whatever_is_written_together(added):
    scalars, truth, step = TappedScalars(), {}, 1
    for forward, names, number in added:
        step += forward
        if any(step in truth.get(name, {}) for name in names):
            continue
        scalars.add(step, names, [number + i for i, _ in enumerate(names)])
        for i, name in enumerate(names):
            truth.setdefault(name, {})[step] = number + i
    assert scalars.all_by_step() == truth


def test_a_second_number_of_a_step_replaces_the_first_and_an_earlier_step_is_ignored():
    scalars = TappedScalars()
    for step, number in ((1, 1.0), (2, 2.0), (2, 3.0), (1, 9.0)):
        scalars.add(step, ("loss",), [number])
    assert scalars.by_step("loss") == {1: 1.0, 2: 3.0}


def test_a_long_series_is_thinned_evenly_and_keeps_its_first_step():
    scalars = TappedScalars()
    for step in range(1, 3 * CAPACITY):
        scalars.add(step, ("a", "b"), [step, -step])
    kept = scalars.by_step("b")
    assert CAPACITY // 2 < len(kept) <= CAPACITY and next(iter(kept)) == 1
    assert {b - a for a, b in itertools.pairwise(kept)} == {4} and all(kept[step] == -step for step in kept)


def test_a_queue_keeps_every_step_for_a_slow_reader():
    queue = EventQueue()
    for step in range(1, 10_001):
        queue.put(StepFinished(step=step, seconds=0.1, names=("loss",), scalars=(0.5,)))
    assert [event.step for event in queue.take()] == list(range(1, 10_001))
    assert not queue.dropped and not re.search(r"[1-9]", repr(queue))
