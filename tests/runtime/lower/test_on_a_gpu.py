"""Lowered runs on a GPU: they do what the plan does, and most of each run is one graph.

On the stand-in, whose graphs do nothing before they are launched; with -m gpu on a real one.
"""

from __future__ import annotations

import functools
import gc
import itertools
import threading
import weakref
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.core import state
from opscope.paddle import static
from opscope.runtime.lower.cuda.cuda_graphs import CudaGraphs, Uncapturable
from opscope.runtime.lower.cuda.cuda_plan import CudaLoweredPlan
from opscope.runtime.lower.update_groups import UpdateGroup
from tests.laws import fake_cuda, fake_cupy
from tests.runtime.lower.nets import NETS, mlp, plainly, scope_values

F = paddle.nn.functional
GPU = paddle.CUDAPlace(0)


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> Any:
    return fake_cupy.install(monkeypatch) if request.param == "stand-in" else pytest.importorskip("cupy")


def begin(net: Any, *args: Any) -> tuple[Any, dict[str, Any], Any]:
    """(executor, feed, loss) of a fresh program; the parameters are drawn on the host."""
    state.reset()
    paddle.enable_static()
    paddle.seed(11)
    feed, loss = net(*args)
    static.Executor(paddle.CPUPlace()).run(static.default_startup_program())
    return static.Executor(GPU), feed, loss


def lowered_of(exe: Any) -> CudaLoweredPlan:
    (found,) = [r._latest for r in exe._plans.values() if r._latest is not None]
    assert isinstance(found, CudaLoweredPlan)
    return found


def trained(net: Any, *args: Any, lower: bool, runs: int = 5) -> tuple[list[Any], dict[str, Any], Any]:
    exe, feed, loss = begin(net, *args)
    losses = []
    for _ in range(runs):
        if lower:
            losses += exe.run(feed=feed, fetch_list=[loss])
        else:
            with plainly():
                losses += exe.run(feed=feed, fetch_list=[loss])
    return losses, scope_values(), exe


def check(net: Any, *args: Any) -> Any:
    """Trained both ways, with the same result; the executor of the lowered runs."""
    wanted, values, _ = trained(net, *args, lower=False)
    losses, found, exe = trained(net, *args, lower=True)
    np.testing.assert_allclose(losses, wanted, rtol=1e-5)
    assert wanted[0] != wanted[-1] and exe.lowered == 1
    for name, value in values.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-4, atol=1e-5, err_msg=name)
    return exe


@pytest.mark.parametrize("name", NETS)
def test_a_lowered_run_does_what_the_plan_does(name: str):
    exe = check(NETS[name])
    graphs = lowered_of(exe).graphs
    assert graphs is not None and not graphs.capture_errors


OPTIMIZERS = {
    "sgd": lambda: paddle.optimizer.SGD(0.1),
    "momentum": lambda: paddle.optimizer.Momentum(0.05, 0.9, use_nesterov=True, weight_decay=0.01),
    "adamw": lambda: paddle.optimizer.AdamW(0.01),
    "rmsprop": lambda: paddle.optimizer.RMSProp(0.01),
    "adagrad": lambda: paddle.optimizer.Adagrad(0.05),
    "adamax": lambda: paddle.optimizer.Adamax(0.01),
    "lamb": lambda: paddle.optimizer.Lamb(0.01),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers(name: str, cupy: Any):
    exe = check(mlp, OPTIMIZERS[name])
    updates = lowered_of(exe).commit_calls
    kernels = [c for c in updates if isinstance(getattr(c, "func", None), cupy.RawKernel)]
    if name == "lamb":  # sums over each parameter
        assert not kernels
    else:
        assert 1 <= len(updates) == len(kernels) <= 2


def test_a_training_step_is_one_graph(cupy: Any):
    exe, feed, loss = begin(mlp)
    for run in range(6):
        exe.run(feed=feed, fetch_list=[loss])
        if run >= 2:
            lowered = lowered_of(exe)
            assert lowered.graphs is not None and lowered.commit_graphs is not None
            ((_, step),), ((_, update),) = lowered.graphs.steps, lowered.commit_graphs.steps
            assert is_graph(cupy, step) and is_graph(cupy, update)
            if isinstance(step.__self__, fake_cuda.Graph):
                assert step.__self__.launches == update.__self__.launches == run - 1
    assert exe.lowered == 1


def is_graph(cupy: Any, call: Any) -> bool:
    return isinstance(getattr(call, "__self__", None), cupy.cuda.Graph)


def test_user_code_stands_between_graphs(cupy: Any):
    exe, feed, loss = begin(NETS["convnet"])
    for _ in range(3):
        exe.run(feed=feed, fetch_list=[loss])
    graphs = lowered_of(exe).graphs
    assert graphs is not None
    kinds = [is_graph(cupy, call) for _, call in graphs.steps]
    assert kinds.count(True) > 1 and kinds.count(False) >= 2


def test_feeds_and_values_that_are_set_count():
    exe, feed, loss = begin(mlp, lambda: paddle.optimizer.SGD(1e-30))
    before = [exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(3)]
    other = {"x": feed["x"][::-1] * 2, "label": feed["label"]}
    (changed,) = exe.run(feed=other, fetch_list=[loss])
    with plainly():
        (wanted,) = exe.run(feed=other, fetch_list=[loss])
    assert changed != before[-1]
    np.testing.assert_allclose(changed, wanted, rtol=1e-6)
    weight = static.global_scope().find_var("fc_0.w_0").get_tensor()
    weight.set(np.array(weight) * 0.5, paddle.CPUPlace())
    (changed,) = exe.run(feed=feed, fetch_list=[loss])
    with plainly():
        (wanted,) = exe.run(feed=feed, fetch_list=[loss])
    assert changed != before[-1] and exe.lowered == 1
    np.testing.assert_allclose(changed, wanted, rtol=1e-6)


def test_what_is_fetched_stays(cupy: Any):
    exe, feed, loss = begin(mlp)
    names = [loss, "fc_0.w_0"]
    kept = [exe.run(feed=feed, fetch_list=names, return_numpy=False) for _ in range(4)]
    losses = [float(np.array(a)) for a, _ in kept]
    assert len(set(losses)) == 4 and isinstance(kept[-1][0].array, cupy.ndarray)
    weights = [np.array(w) for _, w in kept]
    assert all((a != b).any() for a, b in itertools.pairwise(weights))


def test_another_executor_on_the_host_goes_on_from_there():
    exe, feed, loss = begin(mlp)
    losses = [exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(4)]
    host = static.Executor(paddle.CPUPlace())
    losses += [host.run(feed=feed, fetch_list=[loss])[0] for _ in range(4)]
    losses += [exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(4)]
    wanted, _, _ = trained(mlp, lower=False, runs=12)
    np.testing.assert_allclose(losses, wanted, rtol=1e-4)


def test_the_second_gpu(cupy: Any):
    if isinstance(cupy, fake_cupy._Module) or cupy.cuda.runtime.getDeviceCount() > 1:
        exe, feed, loss = begin(mlp)
        exe.place = paddle.CUDAPlace(1)
        losses = [exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(4)]
        wanted, _, _ = trained(mlp, lower=False, runs=4)
        np.testing.assert_allclose(losses, wanted, rtol=1e-5)


def test_a_rate_that_the_program_writes_too():
    """What follows a schedule is set anew when a run in place has written it."""

    def rates(place: Any) -> list[float]:
        state.reset()
        paddle.enable_static()
        x = static.data("x", [4, 3])
        loss = paddle.mean(paddle.square(static.nn.fc(x, 2)))
        optimizer = paddle.optimizer.SGD(paddle.optimizer.lr.StepDecay(0.1, 100))
        optimizer.minimize(loss)
        rate = optimizer._global_learning_rate()
        paddle.assign(rate * 0.5, output=rate)
        static.Executor(paddle.CPUPlace()).run(static.default_startup_program())
        exe, feed = static.Executor(place), {"x": np.ones((4, 3), "float32")}
        found = [float(exe.run(feed=feed, fetch_list=[rate])[0].item()) for _ in range(6)]
        assert exe.lowered == 1
        return found

    np.testing.assert_allclose(rates(GPU), rates(paddle.CPUPlace()))


def test_labels_that_are_spread():
    def net() -> Any:
        x, label = static.data("x", [8, 5]), static.data("label", [1, 1], "int64")
        loss = paddle.mean(F.cross_entropy(static.nn.fc(x, 5), paddle.expand(label, [8, 1])))
        paddle.optimizer.SGD(0.5).minimize(loss)
        return {"x": np.random.default_rng(0).random((8, 5), "float32"), "label": np.array([[3]])}, loss

    check(net)


def test_what_cannot_be_captured_keeps_no_arrays(cupy: Any):
    array = cupy.zeros(3)
    there = weakref.ref(array)
    CudaGraphs(cupy, [functools.partial(cupy.add, array, 1.0), functools.partial(cupy.asnumpy, array)])
    gc.disable()
    try:
        del array
        assert there() is None
    finally:
        gc.enable()


def test_float64():
    def net() -> Any:
        x = static.data("x", [6, 9], "float64")
        h = F.softmax(static.nn.fc(x, 7, activation="tanh")) * 3.0
        loss = paddle.sum(paddle.square(F.layer_norm(h, 7) - 0.2))
        paddle.optimizer.Adam(0.01).minimize(loss)
        return {"x": np.random.default_rng(0).standard_normal((6, 9))}, loss

    check(net)


def test_graphs_are_of_the_thread_that_captured_them():
    exe, feed, loss = begin(mlp)
    losses = []

    def run(times: int) -> None:
        losses.extend(exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(times))

    def elsewhere(times: int) -> None:
        thread = threading.Thread(target=run, args=(times,))
        thread.start()
        thread.join()

    run(4)
    graphs = lowered_of(exe).graphs
    elsewhere(1)  # makes the calls: libraries are set up for each thread
    assert lowered_of(exe).graphs is graphs
    elsewhere(2)
    assert lowered_of(exe).graphs is not graphs
    run(3)
    wanted, _, _ = trained(mlp, lower=False, runs=10)
    np.testing.assert_allclose(losses, wanted, rtol=1e-5)


# --- what is not captured ----------------------------------------------------------------------------


def test_what_comes_from_the_host_is_not_captured(cupy: Any):
    there, out = cupy.zeros(3), cupy.zeros(3)
    step = [1.0, 2.0, 3.0]

    def add() -> None:
        cupy.add(out, 1.0, out)

    calls = [add, add, lambda: cupy.add(out, cupy.asarray(step), there), add, add]
    graphs = CudaGraphs(cupy, calls)
    assert any(isinstance(e, Uncapturable) for e in graphs.capture_errors)
    assert [number for number, _ in graphs.steps] == [0, 2, 3]  # two, the one, two
    for _, call in graphs.steps:
        call()
    step[0] = 5.0
    for _, call in graphs.steps:
        call()
    np.testing.assert_array_equal(cupy.asnumpy(there), [11.0, 8.0, 9.0])
    cupy.asarray([1.0])  # and afterwards copies are made as before


def test_who_waits_for_the_device_is_not_captured(cupy: Any):
    out, seen = cupy.zeros(2), []

    def add() -> None:
        cupy.add(out, 1.0, out)

    graphs = CudaGraphs(cupy, [add, add, lambda: seen.append(cupy.asnumpy(out).sum()), add, add])
    assert graphs.capture_errors
    for _ in range(2):
        for _, call in graphs.steps:
            call()
    assert seen == [4.0, 12.0]


def test_a_failure_leaves_parameters_as_they_were():
    state.reset()
    fail = []

    def user(a: Any) -> Any:
        if fail:
            raise ValueError("no")
        return np.asarray(a) * 2

    def net() -> Any:
        x = static.data("x", [4, 3])
        h = static.nn.fc(x, 3)
        out = static.default_main_program().current_block().create_var(name="bent", dtype="float32", shape=h.shape)
        h = static.py_func(user, h, out, lambda a, y, dy: np.asarray(dy) * 2)
        loss = paddle.mean(paddle.square(h))
        paddle.optimizer.SGD(0.01).minimize(loss)
        return {"x": np.ones((4, 3), "float32")}, loss

    exe, feed, loss = begin(net)
    for _ in range(4):
        exe.run(feed=feed, fetch_list=[loss])
    before = scope_values()
    fail.append(1)
    with pytest.raises(ValueError, match="no"):
        exe.run(feed=feed, fetch_list=[loss])
    for name, value in scope_values().items():
        np.testing.assert_array_equal(value, before[name])
    fail.clear()
    losses = [exe.run(feed=feed, fetch_list=[loss])[0] for _ in range(2)]
    assert losses[1] < losses[0] and exe.lowered == 1


def test_powers_are_looked_at_again_only_when_they_were_set(monkeypatch: pytest.MonkeyPatch):
    """A look would have to wait for the device, and a learning rate that changes is set before every run."""
    looks = []
    look = UpdateGroup.powers_equal
    monkeypatch.setattr(UpdateGroup, "powers_equal", lambda group: looks.append(1) or look(group))
    rate = paddle.optimizer.lr.ExponentialDecay(0.01, 0.9)
    exe, feed, loss = begin(mlp, lambda: paddle.optimizer.Adam(rate))
    losses = []
    for _ in range(4):
        losses += exe.run(feed=feed, fetch_list=[loss])
        rate.step()
    before = len(looks)
    for _ in range(3):
        losses += exe.run(feed=feed, fetch_list=[loss])
        rate.step()
    assert len(looks) <= before + 1 and len(set(map(float, losses))) == 7
    power = static.global_scope().find_var("fc_0.w_0_beta1_pow_acc_0").get_tensor()
    power.set(np.array(power) * 0.5, paddle.CPUPlace())
    exe.run(feed=feed, fetch_list=[loss])  # the parameters are not equally far any more: lowered anew, apart
    assert len(looks) > before + 1 and exe.lowered == 2
