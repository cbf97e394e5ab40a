"""Taps of lowered runs on a GPU say what they say on the host, and look at everything in one launch.

On the stand-in; with -m gpu on a real one.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from opscope import debug, paddle
from opscope.core import state
from opscope.debug.taps.statistics import Statistics, from_device_numbers, statistics
from opscope.events import ValueSeen
from opscope.paddle import static
from opscope.runtime.lower.cuda import statistics_kernels
from opscope.runtime.lower.cuda.statistics_kernels import DeviceMeasurement
from tests.debug.spreads import difficult_arrays, is_right
from tests.laws import fake_cuda, fake_cupy
from tests.runtime.lower.nets import mlp

GPU, CPU = paddle.CUDAPlace(0), paddle.CPUPlace()
CUPY = fake_cupy.module()


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> Any:
    if request.param == "real":
        return pytest.importorskip("cupy")
    monkeypatch.setitem(sys.modules, "cupy", CUPY)
    return CUPY


def begin(place: Any) -> tuple[Any, dict[str, Any], Any]:
    """(executor, feed, loss) of a fresh program, whose parameters are drawn on the host."""
    state.reset()
    paddle.enable_static()
    paddle.seed(11)
    feed, loss = mlp()
    static.Executor(CPU).run(static.default_startup_program())
    return static.Executor(place), feed, loss


def tapped(place: Any, level: str) -> tuple[Any, Any]:
    exe, feed, loss = begin(place)
    taps = debug.attach(exe).tap("*", "*@GRAD*", level=level)
    for _ in range(5):
        exe.run(feed=feed, fetch_list=[loss])
    assert exe.lowered == 1
    return taps, exe


def close(a: float | None, b: float | None) -> bool:
    return a is b or (a is not None and b is not None and math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-6))


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["statistics", "health", "record"])
def test_they_say_what_they_say_on_the_host(level: str, cupy: Any):
    here, _ = tapped(CPU, level)
    wanted = {name: (here[name], here.value(name)) for name in here.names()}
    there, exe = tapped(GPU, level)
    assert there.names() == list(wanted) and len(wanted) > 40
    for name, (seen, value) in wanted.items():
        np.testing.assert_allclose(there.value(name), value, rtol=1e-3, atol=1e-5)
        for number in ("min", "max", "mean", "std", "zeros", "nan", "inf"):
            assert close(getattr(seen, number), getattr(there[name], number)), (name, number)
    if level == "record":
        for name in wanted:
            kept = there.values(name)
            assert list(kept) == [1, 2, 3, 4, 5]
            for step, value in here.values(name).items():
                np.testing.assert_allclose(kept[step], value, rtol=1e-3, atol=1e-5, err_msg=name)
    lowered = next(r._latest for r in exe._plans.values() if r._latest is not None)
    graphs = [c for _, c in lowered.graphs.steps if isinstance(getattr(c, "__self__", None), cupy.cuda.Graph)]
    assert len(graphs) == 1 and len(lowered.graphs.steps) <= 2  # looking does not tear a run into pieces


@pytest.mark.thorough
def test_nobody_waits_for_the_device_before_someone_asks(monkeypatch: pytest.MonkeyPatch, cupy: Any):
    if cupy is not CUPY:
        pytest.skip("a real device does not count who waits for it")
    taps, exe = tapped(GPU, "statistics")
    feed, _ = mlp_feed()
    waits: list[int] = []
    monkeypatch.setattr(fake_cuda.capture, "wait", lambda: waits.append(1))
    for _ in range(3):
        exe.run(feed=feed, fetch_list=[])
    waits.clear()
    for _ in range(3):
        exe.run(feed=feed, fetch_list=[])
    assert waits == [] and taps["fc_0.tmp_0"].step == 11 and waits


def mlp_feed() -> Any:
    """What the net of `tapped` is fed."""
    with static.program_guard(static.Program(), static.Program()):
        return mlp()


def test_what_is_not_finite_is_found_and_where_a_run_failed():
    paddle.enable_static()
    x = static.data("x", [3, 4])
    h = paddle.log(x) * 2.0
    out = static.default_main_program().current_block().create_var(name="bent", dtype="float32", shape=[3, 4])

    def user(a: Any) -> Any:
        if np.asarray(a).max() > 10:
            raise ValueError("too large")
        return np.asarray(a)

    static.py_func(user, h, out)
    late = paddle.exp(out)
    exe = static.Executor(GPU)
    taps = debug.attach(exe).tap("*", level="health")
    ones = np.ones((3, 4), "float32")
    for _ in range(3):
        exe.run(feed={"x": ones}, fetch_list=[late])
    assert exe.lowered == 1 and taps[h.name].inf == 0
    zeros = ones.copy()
    zeros[1, 2] = 0
    exe.run(feed={"x": zeros}, fetch_list=[late])
    assert (taps[h.name].inf, taps[late.name].inf, taps[late.name].min) == (1, 0, 0)
    with pytest.raises(ValueError, match="too large"):
        exe.run(feed={"x": ones * 1e6}, fetch_list=[late])
    assert np.allclose(taps.value(h.name), 2 * math.log(1e6)) and taps[h.name].step == 5 and taps[late.name].step == 4


@pytest.mark.thorough
def test_a_session_watches():
    """At its own pace, without waiting for the device at every value."""
    seen = []
    for place in (CPU, GPU):
        exe, feed, loss = begin(place)
        events: list[Any] = []

        def train(exe: Any = exe, feed: Any = feed, loss: Any = loss) -> Any:
            return [exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(4)]

        debug.start(train, taps=["*"], record=False, hz=None, sinks=[events.extend]).wait()
        assert exe.lowered == 1
        summaries = {(e.name, e.step): e for e in events if isinstance(e, ValueSeen)}
        seen.append({name: e for (name, step), e in summaries.items() if step == 4})
    here, there = seen
    assert here.keys() == there.keys() and len(here) > 20
    assert all(close(e.mean, there[name].mean) and close(e.std, there[name].std) for name, e in here.items())


DTYPES = ["float32", "float64", "float16", "int8", "int64", "uint8", "bool"]


@settings(max_examples=60)
@given(st.data(), st.sampled_from(DTYPES))
def test_statistics_are_those_of_the_host(data: st.DataObject, dtype: str):
    cupy = sys.modules["cupy"]
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=40))
    wide = {"width": 32, "min_value": -1000, "max_value": 1000} if dtype in ("float32", "float64") else {}
    narrow = {"width": 16} if dtype == "float16" else wide
    numbers = st.floats(**narrow) | st.sampled_from([np.nan, np.inf, -np.inf, 0.0]) if dtype[0] == "f" else None
    array = data.draw(hnp.arrays(dtype, shape, elements=numbers))
    with np.errstate(all="ignore"):
        same(statistics(cupy.asarray(array)), exact(array))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("first", [0.0, 1e8, np.nan])
def test_a_small_spread_keeps_its_digits(dtype: str, first: float, cupy: Any):
    array = (1e4 + np.random.default_rng(0).standard_normal(100_003) * 1e-1).astype(dtype)
    array[0] = first
    same(statistics(cupy.asarray(array)), exact(array), rel=1e-6)


def test_many_arrays_are_measured_at_once(monkeypatch: pytest.MonkeyPatch, cupy: Any):
    launches, kernel = [], statistics_kernels._kernel

    def counted(xp: Any, element: str) -> Any:
        return lambda grid, *rest: launches.append(grid) or kernel(xp, element)(grid, *rest)

    monkeypatch.setattr(statistics_kernels, "_kernel", counted)
    rng = np.random.default_rng(0)
    arrays = [cupy.asarray(rng.standard_normal(n).astype("f")) for n in (1, 5, 300, 20_000)]
    found = DeviceMeasurement(cupy, arrays)
    found.launch()
    assert [grid[-1] for grid in launches] == [4, 4] and len(launches) == 2
    for array, numbers in zip(arrays, found.numbers(), strict=True):
        host = cupy.asnumpy(array).astype("float64")
        np.testing.assert_allclose(numbers[:2], [host.min(), host.max()])
        np.testing.assert_allclose(numbers[2] + numbers[7] * host.size, host.sum())


def exact(array: Any) -> Statistics:
    """By definition, in float64."""
    values = array.astype("float64")
    finite = values[np.isfinite(values)]
    nan, inf = int(np.isnan(values).sum()), int(np.isinf(values).sum())
    if not finite.size:
        return Statistics(None, None, None, None, 0.0, nan, inf)
    zeros = float((finite == 0).sum()) / array.size
    return Statistics(finite.min(), finite.max(), finite.mean(), finite.std(), zeros, nan, inf)


def same(found: Statistics, wanted: Statistics, rel: float = 1e-6) -> None:
    assert (found.min, found.max, found.nan, found.inf) == (wanted.min, wanted.max, wanted.nan, wanted.inf)
    assert math.isclose(found.zeros, wanted.zeros)
    if wanted.mean is not None and wanted.std is not None:
        assert found.mean is not None and found.std is not None
        assert math.isclose(found.mean, wanted.mean, rel_tol=rel, abs_tol=1e-9)
        assert math.isclose(found.std, wanted.std, rel_tol=rel, abs_tol=1e-9 * max(1, abs(wanted.mean)))


@pytest.mark.parametrize("array", list(difficult_arrays([20_000])))
def test_difficult_spreads_keep_their_digits(array: Any, cupy: Any):
    is_right(statistics(cupy.asarray(array)), array)
    together = DeviceMeasurement(cupy, [cupy.asarray(array), cupy.asarray(array[::-1].copy())])
    together.launch()
    is_right(from_device_numbers(array.size, together.numbers()[1]), array)
