"""Eager code on a GPU: what it mixes with arrays of the host, it moves.

On the stand-in, which refuses arrays of the host as cupy does; with -m gpu on a real one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.eager.tensor import Tensor
from opscope.paddle import static
from tests.laws import fake_cupy

ROWS = np.arange(6, dtype="float32").reshape(2, 3) + 1


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> Any:
    module = fake_cupy.install(monkeypatch) if request.param == "stand-in" else pytest.importorskip("cupy")
    paddle.set_device("gpu")
    return module


def there(values: Any, **how: Any) -> Tensor:
    tensor = paddle.to_tensor(values, **how)
    assert tensor.place.is_gpu_place()
    return tensor


BESIDE = {
    "x + array": lambda x: x + ROWS,
    "array * x": lambda x: ROWS * x,
    "array - x": lambda x: ROWS - x,
    "array / x": lambda x: ROWS / x,
    "x @ array": lambda x: x @ ROWS.T,
    "a tensor of the host": lambda x: paddle.maximum(x, paddle.to_tensor(ROWS[::-1].copy(), place="cpu")),
}


@pytest.mark.parametrize("call", BESIDE.values(), ids=BESIDE)
def test_arrays_of_the_host_beside_tensors(call: Any):
    here = paddle.to_tensor(ROWS, place="cpu", stop_gradient=False)
    wanted = call(here)
    wanted.sum().backward()
    x = there(ROWS, stop_gradient=False)
    found = call(x)
    assert found.place.is_gpu_place()
    found.sum().backward()
    np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-6)
    np.testing.assert_allclose(x.grad.numpy(), here.grad.numpy(), rtol=1e-6)


def test_whole_numbers_are_divided_by_python_numbers():
    x = there([5, -5])
    assert (x // 2).tolist() == [2, -3] and (x % 3).tolist() == [2, 1]
    with pytest.raises(ValueError, match="division by zero"):
        x // 0


def test_one_value_has_an_axis():
    x = there(3.0)
    assert (paddle.argmax(x, 0).item(), paddle.argmin(x, -1).item(), paddle.cumsum(x, 0).tolist()) == (0, 0, 3.0)


def test_what_is_written_comes_from_anywhere():
    x = there(np.zeros((2, 3), "float32"))
    x.set_value(ROWS)
    assert x.tolist() == ROWS.tolist()
    x.set_value(paddle.to_tensor(ROWS * 2, place="cpu"))
    assert x.tolist() == (ROWS * 2).tolist()
    x[0] = ROWS[1]
    x[:, 1:] = ROWS[:, :2]
    x[[1]] = np.array([[7, 8, 9]], "float32")
    assert x.tolist() == [[4, 1, 2], [7, 8, 9]] and x.place.is_gpu_place()
    paddle.nn.initializer.Constant(2.5)(x)
    assert x.tolist() == np.full((2, 3), 2.5).tolist()


def test_lbfgs_goes_on_from_its_state(cupy: Any):
    if isinstance(cupy, fake_cupy._Module):
        pytest.skip("it asks arrays of the device for numbers, which the stand-in refuses")

    def made(x: Tensor) -> Any:
        return paddle.optimizer.LBFGS(max_iter=3, parameters=[x])

    def step(optimizer: Any, x: Tensor) -> float:
        def closure() -> Any:
            loss = ((x - there(ROWS[0])) ** 4).sum()
            optimizer.clear_grad()
            loss.backward()
            return loss

        return float(optimizer.step(closure))

    x = paddle.create_parameter([3], "float32", default_initializer=paddle.nn.initializer.Constant(0.0))
    first = made(x)
    step(first, x)
    kept, values = first.state_dict(), x.numpy()
    wanted = [step(first, x), *x.tolist()]
    x.set_value(values)
    second = made(x)
    second.set_state_dict(kept)
    assert [step(second, x), *x.tolist()] == pytest.approx(wanted)


def test_a_session_sets_what_an_op_made():
    out: list[float] = []

    def body() -> None:
        h = paddle.tanh(there(ROWS), name="h")
        out.append(float((h * 2.0).sum()))

    run = debug.start(body, breakpoints=["h"])
    run.until_stopped()
    run.set("h", 1.0)
    run.clear()
    run.cont()
    run.wait()
    assert out == [12.0]


def test_a_function_of_the_user_sets_its_input():
    paddle.enable_static()
    x = static.data("x", [2, 3])
    h = x + 0.0
    out = static.default_main_program().current_block().create_var(name="out", dtype="float32", shape=[2, 3])

    def called(a: Any) -> Any:
        a.set(np.array(a) * 10)
        return np.array(a)

    static.py_func(called, h, out)
    after = paddle.tanh(h * 0.01)
    exe = static.Executor(paddle.CUDAPlace(0))
    for _ in range(4):
        (found,) = exe.run(feed={"x": ROWS}, fetch_list=[after])
        np.testing.assert_allclose(found, np.tanh(ROWS / 10), rtol=1e-5)


def test_arrays_are_shared_with_other_libraries(cupy: Any):
    if isinstance(cupy, fake_cupy._Module):
        pytest.skip("the stand-in has no DLPack")
    dlpack = paddle.utils.dlpack
    x = there(ROWS)
    for shared in (dlpack.from_dlpack(dlpack.to_dlpack(x)), dlpack.from_dlpack(x._value)):
        x[0, 0] = x[0, 0] + 1
        assert shared.place.is_gpu_place() and shared.tolist() == x.tolist()
