"""Programs at CUDAPlace: nothing crosses to the host but feeds, fetches, user functions, conditions and summaries."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.taps.statistics import statistics
from tests.laws import fake_cupy


@pytest.fixture
def cupy(monkeypatch):
    return fake_cupy.install(monkeypatch)


def program():
    paddle.enable_static()
    paddle.seed(3)
    x = paddle.static.data("x", [None, 1, 6, 6], "float32")
    h = paddle.static.nn.batch_norm(paddle.static.nn.conv2d(x, 4, 3, padding=1), act="relu")
    h = paddle.static.nn.fc(paddle.nn.functional.max_pool2d(h, 2, 2), 5)
    out = paddle.static.default_main_program().current_block().create_var("out", [-1, 5], "float32")
    paddle.static.py_func(np.tanh, h, out, lambda a, y, dy: np.array(dy) * (1 - np.array(y) ** 2))
    h = paddle.static.nn.static_pylayer(lambda v: v * 2.0, [out], lambda d: d * 2.0)
    h = paddle.static.nn.cond(paddle.sum(h) > 0, lambda: h * 3.0, lambda: h - 1.0)
    count = paddle.zeros([], "int64")
    _, h = paddle.static.nn.while_loop(lambda i, v: i < 3, lambda i, v: [i + 1, v * 0.5], [count, h])
    loss = paddle.mean(paddle.square(h))
    paddle.optimizer.Adam(0.01).minimize(loss)
    return loss


def losses(place, tap):
    loss = program()
    exe = paddle.static.Executor(place)
    exe.run(paddle.static.default_startup_program())
    taps = debug.attach(exe).tap("*", "*@GRAD*") if tap else None
    rng = np.random.default_rng(0)
    fetched = [exe.run(feed={"x": rng.random((4, 1, 6, 6)).astype("f")}, fetch_list=[loss])[0] for _ in range(3)]
    return fetched, exe, taps


def start_values(monkeypatch):
    """Initial parameters drawn on the host: a device's stream of random numbers is its own."""
    constant = paddle.nn.initializer.Constant(0.1)
    monkeypatch.setattr("opscope.paddle.nn.initializer.Normal.op_for", lambda self, shape: constant.op_for(shape))
    monkeypatch.setattr(
        "opscope.paddle.nn.initializer.XavierUniform.op_for", lambda self, shape: constant.op_for(shape)
    )


@pytest.mark.thorough
def test_a_whole_program_trains_on_the_device_as_on_the_host(cupy, monkeypatch):
    start_values(monkeypatch)
    there, exe, taps = losses(paddle.CUDAPlace(0), tap=True)
    place = taps.executor.place
    assert taps.executor is exe
    paddle.disable_static()
    from opscope.core import state

    state.reset()
    here, _, _ = losses(paddle.CPUPlace(), tap=False)
    assert place == paddle.CUDAPlace(0)
    assert np.allclose(here, there, rtol=1e-5)


def test_parameters_stay_on_the_device(cupy):
    losses(paddle.CUDAPlace(0), tap=False)
    array = paddle.static.global_scope().find_var("fc_0.w_0").get_tensor().array
    assert isinstance(array, cupy.ndarray)


def test_what_is_fed_on_the_device_is_a_copy_too(cupy):
    paddle.enable_static()
    x = paddle.static.data("x", [3], "float32")
    paddle.tanh(x)
    exe = paddle.static.Executor(paddle.CUDAPlace(0))
    taps = debug.attach(exe).tap("x")
    buffer = cupy.zeros(3, dtype="float32")
    exe.run(feed={"x": buffer})
    buffer += 1
    np.testing.assert_array_equal(taps.value("x"), np.zeros(3))


def test_taps_reduce_on_the_device(cupy):
    _, _, taps = losses(paddle.CUDAPlace(0), tap=True)
    seen = taps["out"]
    assert seen.nan == 0
    assert np.isclose(seen.mean, taps.value("out").mean(), rtol=1e-5)
    assert sum(taps.detail("out").counts) == 4 * 5


@pytest.mark.parametrize(
    "values",
    [
        [1.0, 2.0, -3.0, 0.0],
        [np.nan, 1.0, np.inf, -np.inf, 0.0],
        [np.nan, np.inf],
        [3, 0, -7],
        [True, False, True],
        [1 + 1j, 0j],
    ],
    ids=["floats", "mixed", "nothing finite", "ints", "bools", "complex"],
)
def test_statistics_of_the_device_are_those_of_the_host(cupy, values):
    array = np.array(values)
    here, there = statistics(array), statistics(cupy.asarray(array))
    assert (here.nan, here.inf, here.zeros) == (there.nan, there.inf, there.zeros)
    for name in ("min", "max", "mean", "std"):
        a, b = getattr(here, name), getattr(there, name)
        assert a is b is None or np.isclose(a, b)
