"""The dial of taps: health, statistics, record. Lowered runs look with a few bound calls, and say the same."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from opscope import debug, paddle
from opscope.debug.taps import probe_lowering
from opscope.debug.taps.levels import LEVEL_NAMES, LEVELS, Level, TapLevels, TapOptions, tap_options
from opscope.debug.taps.statistics import statistics
from opscope.debug.taps.stats_buffer import StatsBuffer, TappedValue
from opscope.errors import ArgumentError, NotFound
from opscope.paddle import static
from opscope.runtime.lower.moments import CHUNK
from tests.debug.spreads import difficult_arrays, is_right
from tests.runtime.lower.nets import begin, convnet, mlp, plainly


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def tapped(level, net=mlp, steps=5, **more):
    exe, feed, loss = begin(net)
    taps = debug.attach(exe).tap("*", "*@GRAD*", level=level, **more)
    losses = [exe.run(feed=feed, fetch_list=[loss])[0].tobytes() for _ in range(steps)]
    return taps, losses


@pytest.mark.parametrize("level", ["health", "statistics", "record"])
@pytest.mark.parametrize("net", [mlp, convnet])
def test_every_level_leaves_the_run_as_it_is_and_knows_the_newest_values(level, net):
    exe, feed, loss = begin(net)
    plain = [exe.run(feed=feed, fetch_list=[loss])[0].tobytes() for _ in range(5)]
    taps, losses = tapped(level, net)
    assert losses == plain
    for name in taps.names():
        seen, exact = taps[name], statistics(taps.value(name))
        assert seen.step == 5 and seen.shape == taps.value(name).shape
        for key in ("min", "max", "zeros", "nan", "inf"):
            assert getattr(seen, key) == pytest.approx(getattr(exact, key)), (name, key)
        assert seen.mean == pytest.approx(exact.mean, rel=1e-4, abs=1e-6), name
        assert seen.std == pytest.approx(exact.std, rel=1e-3, abs=1e-7), name


def test_statistics_have_a_history_step_by_step():
    taps, _ = tapped("statistics")
    with plainly():
        plain, _ = tapped("statistics")
    for name in ("fc_0.w_0", "fc_0.w_0@GRAD"):
        got, wanted = taps.history.of(name), plain.history.of(name)
        assert [e.step for e in got] == [e.step for e in wanted] == [1, 2, 3, 4, 5]
        assert [e.std for e in got] == pytest.approx([e.std for e in wanted], rel=1e-3)
        assert [(e.op, e.op_type, e.role, e.site) for e in got] == [(e.op, e.op_type, e.role, e.site) for e in wanted]


@pytest.mark.parametrize("level", ["health", "statistics"])
def test_a_nan_is_seen_at_its_step_where_it_first_is(level):
    x = static.data("x", [4], "float32")
    y = paddle.log(x)
    z = y * 2
    exe, taps = static.Executor(), None
    taps = debug.attach(exe).tap("*", level=level)
    for step in range(1, 8):
        value = np.array([1, 2, -1 if step == 5 else 3, np.e], "f")
        with np.errstate(invalid="ignore"):
            exe.run(feed={"x": value}, fetch_list=[z])
    bad = {n: [e.step for e in taps.history.of(n) if e.nan] for n in (x.name, y.name, z.name)}
    assert bad == {x.name: [], y.name: [5], z.name: [5]}
    assert taps[y.name].nan == 0 and taps[y.name].max == pytest.approx(np.log(3))


def test_events_arrive_in_program_order_as_each_run_ends():
    said = []
    exe, feed, loss = begin(mlp)
    debug.attach(exe, said.append).tap("fc_*.tmp_0")
    for step in range(1, 5):
        exe.run(feed=feed, fetch_list=[loss])
        assert [(e.name, e.step) for e in said[-3:]] == [(f"fc_{i}.tmp_0", step) for i in range(3)]
    assert len(said) == 12


class TestRecord:
    def test_values_are_kept_by_step_and_are_copies(self):
        taps, _ = tapped("record")
        with plainly():
            plain, _ = tapped("record")
        kept, wanted = taps.values("fc_0.w_0"), plain.values("fc_0.w_0")
        assert list(kept) == list(wanted) == [1, 2, 3, 4, 5]
        assert all(np.allclose(kept[s], wanted[s], rtol=1e-5, atol=1e-6) for s in kept)
        kept[5][...] = 0
        assert taps.values("fc_0.w_0")[5].any()

    def test_the_budget_is_kept_and_the_newest_steps_stay(self):
        all_of_it, _ = tapped("record", steps=1)
        size = all_of_it.recorder.nbytes
        taps, _ = tapped("record", steps=9, budget=3 * size + 10)
        assert taps.recorder.nbytes <= 3 * size + 10
        assert list(taps.values("fc_0.w_0")) == [7, 8, 9]

    def test_a_step_over_the_budget_is_refused_with_the_mend(self):
        with pytest.raises(ArgumentError, match="takes more than the budget of 1,000 bytes") as caught:
            tapped("record", budget=1000)
        assert "budget=bytes" in str(caught.value)

    def test_what_is_not_recorded_is_not_found(self):
        taps, _ = tapped("statistics", steps=1)
        with pytest.raises(NotFound, match=r"no value 'fc_0\.w_0' is recorded"):
            taps.values("fc_0.w_0")


def test_attach_and_sessions_know_the_same_levels():
    for name in LEVEL_NAMES:
        exe = static.Executor()
        taps = debug.attach(exe).tap("*", level=name)
        levels = TapLevels()
        levels.set_level("*", name)
        assert {str(s): o for s, o in taps._selectors.items() if o.level != "off"} == {
            str(s): o for s, o in levels.options.items() if o.level != "off"
        }
    assert set(LEVELS) == set(get_args(Level)) and all(LEVELS.values())
    assert tap_options("everything") == tap_options("record") == TapOptions("record")
    assert tap_options("sampled") == tap_options("record", 10) == tap_options("everything", 10)


@pytest.mark.parametrize("every", [0, -1, 1.5, True, "2"])
def test_an_interval_is_a_whole_number_of_steps(every):
    with pytest.raises(ArgumentError, match="every must be a whole number greater than 0"):
        tap_options("record", every)


def test_a_session_records_every_nth_step():
    levels = TapLevels()
    levels.set_level("h*", "record", every=3)
    assert [levels.is_recorded("h", None, step) for step in range(1, 7)] == [False, False, True] * 2
    assert levels.records_values and not levels.is_recorded("x", None, 3)
    levels.set_level("h", "health")
    assert not levels.is_recorded("h", None, 3) and levels.is_tapped("h", None)


def test_off_removes_a_tap():
    exe, feed, loss = begin(mlp)
    taps = debug.attach(exe).tap("*", level="statistics").tap("fc_0.*", level="record").tap("*", level="off")
    exe.run(feed=feed, fetch_list=[loss])
    assert taps.names() and all(name.startswith("fc_0.") for name in taps.names())
    assert taps.tap("fc_0.*", level="off").executor.passes == ()


def test_an_unknown_level_is_refused():
    with pytest.raises(ArgumentError, match="unknown level 'helth'") as caught:
        debug.attach(static.Executor()).tap("*", level="helth")
    assert "health" in str(caught.value)


def test_the_closer_of_two_taps_counts_and_the_dial_turns_between_runs():
    exe, feed, loss = begin(mlp)
    taps = debug.attach(exe).tap("*", level="health").tap("fc_0.*", level="record")
    for _ in range(3):
        exe.run(feed=feed, fetch_list=[loss])
    assert list(taps.values("fc_0.w_0")) == [1, 2, 3]
    with pytest.raises(NotFound):
        taps.values("fc_1.w_0")
    taps.tap("fc_0.*", level="health").tap("fc_1.*", level="record")
    for _ in range(3):
        exe.run(feed=feed, fetch_list=[loss])
    assert list(taps.values("fc_1.w_0")) == [4, 5, 6] and list(taps.values("fc_0.w_0")) == [1, 2, 3]


floats = st.floats(width=32, min_value=-1e6, max_value=1e6, allow_subnormal=False)


@settings(max_examples=60)
@given(arrays("float32", st.integers(1, 40), elements=floats), st.sampled_from([0.0, 1e5]))
def test_the_fast_numbers_agree_with_exact_ones_or_are_not_used(value, shift):
    value = value + np.float32(shift)
    found = read(value)
    exact = statistics(value)
    assert (found.min, found.max, found.zeros) == pytest.approx((exact.min, exact.max, exact.zeros))
    scale = max(abs(exact.min), abs(exact.max))
    assert found.mean == pytest.approx(exact.mean, rel=1e-4, abs=1e-6 * scale)
    assert found.std == pytest.approx(exact.std, rel=2e-3, abs=1e-6 * scale)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "bool"])
def test_large_values_are_read_part_by_part(dtype):
    rng = np.random.default_rng(0)
    value = (rng.normal(3, 2, size=(5, CHUNK // 2 + 7)) * rng.integers(0, 2, (5, 1))).astype(dtype)
    found, exact = read(value), statistics(value)
    assert (found.min, found.max, found.zeros) == (exact.min, exact.max, exact.zeros)
    assert (found.mean, found.std) == pytest.approx((exact.mean, exact.std), rel=1e-4)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [100, CHUNK, CHUNK + 1, 5 * CHUNK + 77])
def test_a_lowered_run_finds_the_very_numbers_of_statistics(dtype, size):
    """Chunks and their combination are the same, so are all digits."""
    value = np.random.default_rng(size).normal(0.5, 2, size).astype(dtype)
    assert read(value) == statistics(value)


VIEWS = {"transposed": lambda a: a.T, "broadcast": lambda a: np.broadcast_to(a[:1], (50, 7)), "a row": lambda a: a[2:3]}


@pytest.mark.parametrize("view", VIEWS)
def test_views_are_read_where_they_lie(view):
    value = VIEWS[view](np.random.default_rng(0).normal(size=(5, 7)).astype("f"))
    found, exact = read(value), statistics(np.array(value))
    assert (found.min, found.max, found.mean) == pytest.approx((exact.min, exact.max, exact.mean), rel=1e-5)
    assert found.std == pytest.approx(exact.std, rel=1e-3)


def read(value):
    """The statistics of an array as a lowered run reads them."""

    class Emission:
        def __init__(self):
            self.pass_state, self.calls, self.post_update = {}, [], False

        def call(self, function, *args):
            self.calls.append(lambda: function(*args))

        def temp(self, shape, dtype):
            return np.empty(shape, dtype)

    flat = probe_lowering.dense_view(value)
    assert flat is not None and np.may_share_memory(flat, value)
    emission, buffer = Emission(), StatsBuffer("statistics", probe_lowering.accumulator_dtype(value))
    probe_lowering.add_statistics_calls(emission, buffer, TappedValue(None, value, flat))
    for call in emission.calls:
        call()
    return buffer.snapshot(1).statistics(0)


@pytest.mark.parametrize("kernels", [True, False], ids=["kernels", "NumPy"])
@pytest.mark.parametrize("array", list(difficult_arrays([CHUNK + 77])))
def test_a_spread_keeps_its_digits(array, kernels, monkeypatch):
    if not kernels:
        monkeypatch.setattr("opscope.core.machine_code.llvm_compiler.available", lambda: False)
    x = static.data("x", array.shape, array.dtype.name)
    y = paddle.reshape(x, [-1, 1]).transpose([1, 0])
    exe = static.Executor()
    taps = debug.attach(exe).tap("*", level="statistics")
    for _ in range(3):
        exe.run(feed={"x": array}, fetch_list=[y])
    assert exe.lowered == 1
    is_right(taps["x"], array)
    is_right(taps[y.name], array)
