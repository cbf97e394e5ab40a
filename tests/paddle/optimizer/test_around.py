"""LookAhead and ModelAverage, eagerly and in programs: numbers from Paddle 2.6.2, and by hand."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static

rng = np.random.default_rng(0)
X = rng.standard_normal((7, 3)).astype("float32")
Y = rng.standard_normal((7, 2)).astype("float32")


def model() -> paddle.nn.Linear:
    made = paddle.nn.Linear(3, 2)
    made.weight.set_value(np.arange(6).reshape(3, 2).astype("float32") / 10)
    made.bias.set_value(np.ones(2, "float32"))
    return made


def loss_of(made: paddle.nn.Linear) -> paddle.Tensor:
    loss = ((made(paddle.to_tensor(X)) - paddle.to_tensor(Y)) ** 2).mean()
    loss.backward()
    return loss


def test_look_ahead():
    made = model()
    inner = paddle.optimizer.SGD(0.1, parameters=made.parameters())
    optimizer = paddle.incubate.LookAhead(inner, 0.5, 3)
    for _ in range(8):
        loss_of(made)
        optimizer.step()
        optimizer.clear_grad()
    expected = [0.0932582, 0.1500251, 0.2331074, 0.2138999, 0.4494015, 0.5862829]
    np.testing.assert_allclose(made.weight.numpy().ravel(), expected, rtol=1e-5)
    names = set(optimizer.state_dict())
    assert any("slow" in n for n in names) and any("lookahead_step" in n for n in names)


def test_look_ahead_by_minimize():
    made = model()
    inner = paddle.optimizer.Adam(0.1, parameters=made.parameters())
    optimizer = paddle.incubate.LookAhead(inner, 0.3, 2)
    for _ in range(5):
        optimizer.minimize(loss_of(made))
        optimizer.clear_grad()
    expected = [0.1538468, 0.2779479, 0.3366274, 0.011534, 0.6258053, 0.7576066]
    np.testing.assert_allclose(made.weight.numpy().ravel(), expected, rtol=1e-3)


def program(around):
    """(program, what `around` made) of one layer."""
    paddle.enable_static()
    main, start = static.Program(), static.Program()
    with static.program_guard(main, start):
        x, y = static.data("x", [None, 3]), static.data("y", [None, 2])
        attr = paddle.ParamAttr(name="W", initializer=paddle.nn.initializer.Constant(0.2))
        loss = ((static.nn.fc(x, 2, weight_attr=attr) - y) ** 2).mean()
        made = around(loss)
    executor = static.Executor()
    executor.run(start)
    return main, executor, made


def weights() -> np.ndarray:
    return np.array(static.global_scope().find_var("W").get_tensor()).ravel()


def test_look_ahead_in_a_program():
    def around(loss):
        optimizer = paddle.incubate.LookAhead(paddle.optimizer.SGD(0.1), 0.5, 3)
        return optimizer.minimize(loss)

    main, executor, (_, pairs) = program(around)
    assert len(pairs) == 2
    for _ in range(8):
        executor.run(main, feed={"x": X, "y": Y})
    expected = [0.1191098, 0.1539129, 0.1963827, 0.107388, 0.1970775, 0.2573448]
    np.testing.assert_allclose(weights(), expected, rtol=1e-5)


def test_model_average():
    """Which steps are in the average: as Paddle 2.6.2 has it, in dygraph and in programs."""
    windows = [(0, 1), (0, 2), (0, 3), (2, 4), (2, 5), (4, 6), (4, 7), (6, 8)]
    made = model()
    inner = paddle.optimizer.SGD(0.1, parameters=made.parameters())
    average = paddle.incubate.ModelAverage(0.3, made.parameters(), 2, 4)
    history = []
    for first, last in windows:
        loss = loss_of(made)
        inner.step()
        average.minimize(loss)
        inner.clear_grad()
        history.append(made.weight.numpy().copy())
        with average.apply():
            np.testing.assert_allclose(made.weight.numpy(), np.mean(history[first:last], axis=0), rtol=1e-5)
        np.testing.assert_array_equal(made.weight.numpy(), history[-1])
    with average.apply(need_restore=False):
        pass
    assert not np.array_equal(made.weight.numpy(), history[-1])
    average.restore()
    np.testing.assert_array_equal(made.weight.numpy(), history[-1])


def test_model_average_in_a_program():
    def around(loss):
        paddle.optimizer.SGD(0.1).minimize(loss)
        return paddle.incubate.ModelAverage(0.3, min_average_window=2, max_average_window=4)

    main, executor, average = program(around)
    history = []
    for first, last in [(0, 1), (0, 2), (0, 3), (2, 4), (2, 5), (4, 6), (4, 7), (6, 8)]:
        executor.run(main, feed={"x": X, "y": Y})
        history.append(weights())
        with average.apply(executor):
            np.testing.assert_allclose(weights(), np.mean(history[first:last], axis=0), rtol=1e-5)
        np.testing.assert_array_equal(weights(), history[-1])
    with pytest.raises(RuntimeError, match="executor must not be None"), average.apply():
        pass


def test_what_cannot_be_is_refused():
    inner = paddle.optimizer.SGD(0.1, parameters=model().parameters())
    for arguments, words in [
        ((None,), "inner_optimizer must not be None"),
        ((inner, 1.5), "alpha should be"),
        ((inner, 0.5, 0), "k should be a positive integer"),
        ((inner, 0.5, 1.0), "k should be a positive integer"),
    ]:
        with pytest.raises(AssertionError, match=words):
            paddle.incubate.LookAhead(*arguments)
    with pytest.raises(AssertionError, match="The loss should be"):
        paddle.incubate.LookAhead(inner).minimize(1.0)
    average = paddle.incubate.ModelAverage(0.5, model().parameters())
    with average.apply():
        pass  # nothing has been summed, nothing changes
