"""Learning rates that fall: as variables of programs and as schedules of dygraph, by 1.8's formulas."""

import math

import numpy as np
import pytest

from opscope.errors import UsageError
from opscope.paddle import fluid
from opscope.paddle.fluid import dygraph

L = fluid.layers


def falling(step, by, staircase):
    done = step / 5
    return by(math.floor(done) if staircase else done)


def polynomial(step, cycle):
    steps = 5 * max(math.ceil(step / 5), 1) if cycle else 5
    return (1 - 1e-4) * (1 - min(step, steps) / steps) + 1e-4


SCHEDULES = {
    "exponential": (lambda: L.exponential_decay(1.0, 5, 0.5), lambda s: falling(s, lambda e: 0.5**e, False)),
    "staircase": (lambda: L.exponential_decay(1.0, 5, 0.5, True), lambda s: falling(s, lambda e: 0.5**e, True)),
    "natural": (lambda: L.natural_exp_decay(1.0, 5, 0.5), lambda s: falling(s, lambda e: math.exp(-0.5 * e), False)),
    "inverse": (lambda: L.inverse_time_decay(1.0, 5, 0.5, True), lambda s: falling(s, lambda e: 1 / (1 + e / 2), True)),
    "polynomial": (lambda: L.polynomial_decay(1.0, 5), lambda s: polynomial(s, False)),
    "cycles": (lambda: L.polynomial_decay(1.0, 5, cycle=True), lambda s: polynomial(s, True)),
    "pieces": (
        lambda: L.piecewise_decay([3, 6, 9], [0.1, 0.2, 0.3, 0.4]),
        lambda s: [0.1, 0.2, 0.3, 0.4][sum(s >= b for b in (3, 6, 9))],
    ),
    "cosine": (lambda: L.cosine_decay(0.1, 4, 20), lambda s: 0.05 * (math.cos(s // 4 * math.pi / 20) + 1)),
    "noam": (
        lambda: L.noam_decay(16, 5, 2.0),
        lambda s: 2 * 16**-0.5 * min((s + 1) ** -0.5, (s + 1) * 5**-1.5),
    ),
    "warm-up": (
        lambda: L.linear_lr_warmup(L.exponential_decay(1.0, 5, 0.5), 4, 0.1, 0.3),
        lambda s: 0.1 + 0.05 * s if s < 4 else 0.5 ** (s / 5),
    ),
}


@pytest.mark.parametrize("make, want", SCHEDULES.values(), ids=SCHEDULES)
def test_schedules(make, want):
    rate = make()
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    got = [exe.run(fetch_list=[rate])[0] for _ in range(12)]
    np.testing.assert_allclose(np.concatenate(got), [want(s) for s in range(12)], rtol=1e-5, atol=1e-7)
    with dygraph.guard():
        decay = make()
        assert isinstance(decay, dygraph.LearningRateDecay)
        first = 1 if isinstance(decay, dygraph.LinearLrWarmup) else 0  # it begins with step 1
        steps = range(first, 3) if first else range(12)
        got = [decay().numpy() for _ in steps]
    np.testing.assert_allclose(np.concatenate(got), [want(s) for s in steps], rtol=1e-5, atol=1e-7)


def test_a_program_for_tests_does_not_count():
    x = fluid.data("x", [2, 3])
    rate = L.exponential_decay(1.0, 1, 0.5)
    loss = L.mean(L.fc(x, 1))
    fluid.optimizer.SGD(rate).minimize(loss)
    main = fluid.default_main_program()
    test = main.clone(for_test=True)
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    feed = {"x": np.ones((2, 3), "float32")}
    weight = fluid.global_scope().find_var("fc_0.w_0").get_tensor()
    for step in range(3):
        exe.run(test, feed=feed, fetch_list=[loss])
        before = np.array(weight)
        assert exe.run(main, feed=feed, fetch_list=[rate])[0] == [0.5**step]
        after = np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor())
        np.testing.assert_allclose(before - after, 0.5**step, rtol=1e-5)
        weight = fluid.global_scope().find_var("fc_0.w_0").get_tensor()


def stepped(decay, count):
    """The rates of so many steps of an optimizer."""
    linear = dygraph.Linear(3, 2)
    optimizer = fluid.optimizer.Adam(decay, parameter_list=linear.parameters())
    loss = L.reduce_mean(linear(dygraph.to_variable(np.ones((2, 3), "float32"))))
    loss.backward()
    rates = []
    for _ in range(count):
        optimizer.minimize(loss)
        rates.append(optimizer.current_step_lr())
    return optimizer, rates


def test_an_optimizer_goes_on_with_each_step():
    with dygraph.guard():
        made = dygraph.PiecewiseDecay([2, 4], [0.2, 0.4, 0.6], 0)
        optimizer, rates = stepped(made, 5)
        assert rates == pytest.approx([0.2, 0.2, 0.4, 0.4, 0.6])
        again = dygraph.PiecewiseDecay([2, 4], [0.2, 0.4, 0.6], 0)
        other = fluid.optimizer.Adam(again, parameter_list=[])
        assert other.current_step_lr() == 0.2
        other.set_dict({"LR_Scheduler": optimizer.state_dict()["LR_Scheduler"]})
        assert again.step_num == 5 and other.current_step_lr() == 0.6
        slope = dygraph.LinearLrWarmup(dygraph.ExponentialDecay(1.0, 1, 0.5), 3, 0.0, 0.3)
        assert stepped(slope, 4)[1] == pytest.approx([0.1, 0.2, 0.25, 0.125])


def test_epochs_and_plateaus():
    with dygraph.guard():
        steps, stones = dygraph.StepDecay(1.0, 2), dygraph.MultiStepDecay(1.0, [1, 3], 0.5)
        curve = dygraph.LambdaDecay(1.0, lambda epoch: 1 / (1 + epoch))
        got = []
        for _ in range(4):
            got.append([d().item() for d in (steps, stones, curve)])
            for d in (steps, stones, curve):
                d.epoch()
        np.testing.assert_allclose(got, [[1, 1, 1], [1, 0.5, 1 / 2], [0.1, 0.5, 1 / 3], [0.1, 0.25, 1 / 4]], rtol=1e-6)
        plateau = dygraph.ReduceLROnPlateau(1.0, decay_rate=0.5, patience=0)
        for loss in (3.0, 3.0, 1.0, 2.0):
            plateau.step(dygraph.to_variable(np.array([loss], "float32")))
        assert plateau() == 0.25
    with pytest.raises(UsageError, match="a float or a LearningRateDecay"):
        dygraph.LinearLrWarmup("fast", 3, 0.0, 0.3)
    with pytest.raises(AssertionError, match="must be greater than start_lr"):
        dygraph.LinearLrWarmup(0.1, 3, 0.3, 0.3)


def test_a_schedule_of_dygraph_is_none_of_a_program():
    loss = L.mean(L.fc(fluid.data("x", [2, 3]), 1))
    with pytest.raises(UsageError, match="a float or a Variable"):
        fluid.optimizer.SGD(dygraph.ExponentialDecay(1.0, 1, 0.5)).minimize(loss)
    with pytest.raises(ValueError, match="one more element than boundaries"):
        L.piecewise_decay([1, 2], [0.1, 0.2])
    with pytest.raises(UsageError, match="fetch the variable"):
        fluid.optimizer.SGD(L.exponential_decay(1.0, 1, 0.5)).current_step_lr()
