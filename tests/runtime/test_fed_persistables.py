"""What is fed to a persistable variable is its value, and stays. Expected values: Paddle 2.6.2."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle import static

FED = np.array([5.0, 6.0], "float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def parameter():
    ones = paddle.nn.initializer.Constant(1.0)
    return static.create_parameter([2], "float32", attr=paddle.ParamAttr(name="w", initializer=ones))


def stored(name):
    return np.array(static.global_scope().find_var(name).get_tensor()).tolist()


def started():
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return exe


@pytest.mark.parametrize("before", [0, 3])
def test_a_parameter_is_trained_from_what_was_fed(before):
    w = parameter()
    loss = paddle.sum(w * w)
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe = started()
    for _ in range(before):  # then the runs are lowered
        exe.run(fetch_list=[loss])
    assert exe.run(feed={"w": FED}, fetch_list=[loss])[0] == 61.0
    np.testing.assert_allclose(stored("w"), [4.0, 4.8], rtol=1e-6)
    assert exe.run(fetch_list=[loss, w])[0] == pytest.approx(39.04)


@pytest.mark.parametrize("is_read", [True, False])
def test_a_variable_without_a_value_gets_it(is_read):
    kept = static.default_main_program().global_block().create_var("kept", [2], "float32", persistable=True)
    x = static.data("x", [2])
    y = (kept if is_read else x) * 2.0
    exe = started()
    exe.run(feed={"kept": FED, "x": FED * 0}, fetch_list=[y])
    assert stored("kept") == [5.0, 6.0]
    assert exe.run(feed={"x": FED * 0}, fetch_list=[y])[0].tolist() == ([10.0, 12.0] if is_read else [0.0, 0.0])


def test_a_fed_rate_stays_but_a_schedule_goes_on():
    w = parameter()
    exe, seen = None, []
    for rate in (0.1, paddle.optimizer.lr.StepDecay(0.1, 1)):
        program, startup = static.Program(), static.Program()
        with static.program_guard(program, startup):
            w = parameter()
            loss = paddle.sum(w)
            paddle.optimizer.SGD(rate).minimize(loss)
            name = next(v.name for v in program.list_vars() if v.name.startswith("learning_rate"))
            exe = started()
            for feed in ({name: np.array([1.0], "float32")}, {}):
                exe.run(program, feed=feed, fetch_list=[loss])
                seen.append(stored("w")[0])
    np.testing.assert_allclose(seen, [0.0, -1.0, 0.0, -0.1], atol=1e-7)


def test_the_past_has_what_was_fed():
    w = parameter()
    y = w * 2.0
    exe = started()
    feeds = [{}, {}, {"w": FED}, {}, {"w": FED + 1}]
    run = debug.start(lambda: [exe.run(feed=feed, fetch_list=[y])[0].tolist() for feed in feeds])
    assert run.wait() == [[2, 2], [2, 2], [10, 12], [10, 12], [12, 14]]
    for step, value in ((4, 5), (2, 1), (5, 6), (3, 5), (1, 1)):
        run.goto(step)
        assert run.value("w")[0] == value
    assert [v[0] for v in run.values("w").values()] == [1, 1, 5, 5, 6]
