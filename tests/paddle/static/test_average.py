"""ExponentialMovingAverage: averages that are applied and restored."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.paddle.nn.initializer import Constant


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def value(name):
    return np.array(static.global_scope().find_var(name).get_tensor())


def trained(**options):
    """A program that is trained, its averages, an executor, and one run."""
    x = static.data("x", [4, 3], "float32")
    w = static.create_parameter([3, 2], "float32", attr=paddle.ParamAttr(name="w", initializer=Constant(0.5)))
    apart = paddle.ParamAttr(name="v", initializer=Constant(0.25), do_model_average=False)
    loss = ((paddle.matmul(x, w) + static.create_parameter([2], "float32", attr=apart)) ** 2).mean()
    paddle.optimizer.SGD(0.1).minimize(loss)
    if "steps" in options:
        options["thres_steps"] = static.create_global_var([1], options.pop("steps"), "float32", True, name="steps")
    average = static.ExponentialMovingAverage(0.9, **options)
    average.update()
    exe = static.Executor()
    exe.run(static.default_startup_program())
    stream = np.random.RandomState(0)
    run = lambda: exe.run(feed={"x": stream.randn(4, 3).astype("float32")}, fetch_list=[loss])
    return average, exe, run


def test_it_is_the_corrected_average():
    average, exe, run = trained()
    total, seen = np.zeros((3, 2)), []
    for count in range(1, 5):
        run()
        seen.append(value("w"))
        total = 0.9 * total + 0.1 * seen[-1]
        with average.apply(exe):
            np.testing.assert_allclose(value("w"), total / (1 - 0.9**count), rtol=1e-5)
        np.testing.assert_array_equal(value("w"), seen[-1])
    assert not np.array_equal(seen[0], seen[-1])


def test_before_the_first_run_it_is_zero():
    """As in Paddle: there is nothing to average yet."""
    average, exe, _ = trained()
    with average.apply(exe):
        assert not value("w").any()
    assert (value("w") == 0.5).all()


def test_parameters_can_be_left_out():
    average, exe, run = trained()
    run()
    kept = value("v")
    with average.apply(exe):
        np.testing.assert_array_equal(value("v"), kept)


def test_it_stays_until_it_is_restored():
    average, exe, run = trained()
    run(), run()
    former = value("w")
    with average.apply(exe, need_restore=False):
        applied = value("w")
    np.testing.assert_array_equal(value("w"), applied)
    average.restore(exe)
    np.testing.assert_array_equal(value("w"), former)
    assert not np.array_equal(applied, former)


def test_what_is_raised_inside_restores():
    average, exe, run = trained()
    run()
    former = value("w")
    with pytest.raises(KeyError), average.apply(exe):
        raise KeyError
    np.testing.assert_array_equal(value("w"), former)


def test_a_schedule_bounds_the_rate():
    average, exe, run = trained(steps=3.0)
    run()
    assert value("scheduled_ema_decay_rate").item() == pytest.approx(4 / 13)
    with average.apply(exe):  # one run: the average is the parameter
        applied = value("w")
    np.testing.assert_allclose(applied, value("w"), rtol=1e-6)
    former = value("w")
    run()
    rate = 4 / 13
    with average.apply(exe):
        expected = (rate * (1 - rate) * former + (1 - rate) * value_before(average, exe)) / (1 - rate**2)
        np.testing.assert_allclose(value("w"), expected, rtol=1e-5)


def value_before(average, exe):
    """What the parameter is outside of `apply`."""
    return value(average._kept["w"])


def test_evaluation_uses_the_average_and_a_clone_does_not_average():
    x = static.data("x", [1, 2], "float32")
    out = static.nn.fc(x, 1, weight_attr=paddle.ParamAttr(name="w", initializer=Constant(1.0)), bias_attr=False)
    test = static.default_main_program().clone(for_test=True)
    loss = out.sum()
    paddle.optimizer.SGD(0.5).minimize(loss)
    average = static.ExponentialMovingAverage(0.5)
    average.update()
    exe, feed = static.Executor(), {"x": np.ones((1, 2), "float32")}
    exe.run(static.default_startup_program())
    for _ in range(2):
        exe.run(feed=feed, fetch_list=[loss])
    assert exe.run(test, feed=feed, fetch_list=[out])[0].item() == 0  # 1 - 0.5 * 2, twice
    with average.apply(exe):
        assert exe.run(test, feed=feed, fetch_list=[out])[0].item() == pytest.approx(2 * (0.25 * 0.5 + 0) / 0.75)
    late = static.default_main_program().clone(for_test=True)
    assert not any("ema" in n for o in late.global_block().ops for n in o.output_arg_names)


def test_names_are_paddles():
    _, _, run = trained(name="mine")
    run()
    names = {v.name for v in static.default_main_program().list_vars() if v.persistable}
    assert {"scheduled_ema_decay_rate", "@EMA_STEP_COUNTER@", "minew_ema_0"} <= names
    assert value("@EMA_STEP_COUNTER@").tolist() == [1]


def test_not_in_dygraph():
    paddle.disable_static()
    with pytest.raises(Exception, match="ExponentialMovingAverage works only in static mode"):
        static.ExponentialMovingAverage()
