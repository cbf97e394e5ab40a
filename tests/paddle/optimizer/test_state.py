"""What optimizers keep: names, state dicts in both worlds, float32 copies of float16 parameters."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.state import reset
from opscope.errors import ArgumentError, ModeError, NotFound, OpscopeWarning, RunError
from opscope.paddle import static
from opscope.paddle.optimizer import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, Lamb, Momentum, RMSProp, lr

MOMENTS = ["moment1_0", "moment2_0", "beta1_pow_acc_0", "beta2_pow_acc_0"]
NAMES = {
    "sgd": (lambda **k: SGD(**k), []),
    "momentum": (lambda **k: Momentum(**k), ["velocity_0"]),
    "adagrad": (lambda **k: Adagrad(0.1, **k), ["moment_0"]),
    "adadelta": (lambda **k: Adadelta(**k), ["_avg_squared_grad_0", "_avg_squared_update_0"]),
    "rmsprop": (lambda **k: RMSProp(0.1, **k), ["mean_square_0", "momentum_0"]),
    "centered": (lambda **k: RMSProp(0.1, centered=True, **k), ["mean_square_0", "momentum_0", "mean_grad_0"]),
    "adam": (lambda **k: Adam(**k), MOMENTS),
    "adamw": (lambda **k: AdamW(**k), MOMENTS),
    "adamax": (lambda **k: Adamax(**k), ["moment_0", "inf_norm_0", "beta1_pow_acc_0"]),
    "lamb": (lambda **k: Lamb(**k), MOMENTS),
}
every_kind = pytest.mark.parametrize("kind", NAMES)


def parameter(value=(1.0, 2.0), name="linear_0.w_0", dtype="float32"):
    made = paddle.to_tensor(np.array(value, dtype), stop_gradient=False)
    made.name = name
    return made


def steps(optimizer, w, count):
    for i in range(count):
        w.grad = paddle.to_tensor(np.full(w.shape, 0.1 * (i + 1), w.dtype.name))
        optimizer.step()
    return w.numpy()


def program(make):
    paddle.enable_static()
    w = static.create_parameter(
        [2], "float32", name="linear_0.w_0", default_initializer=paddle.nn.initializer.Assign(np.array([1, 2], "f"))
    )
    optimizer = make()
    optimizer.minimize((w * w).sum())
    return optimizer, static.Executor()


@every_kind
def test_names_are_paddles_in_both_worlds(kind):
    make, suffixes = NAMES[kind]
    w = parameter()
    optimizer = make(parameters=[w])
    steps(optimizer, w, 1)
    wanted = [f"linear_0.w_0_{s}" for s in suffixes]
    assert list(optimizer.state_dict()) == wanted
    reset()
    optimizer, _ = program(make)
    block = static.default_main_program().global_block()
    assert [n for n in block.vars if n.startswith("linear_0.w_0_")] == wanted
    assert "learning_rate_0" in block.vars


def test_an_optimizer_with_a_name_puts_it_in_theirs():
    w = parameter()
    optimizer = Momentum(parameters=[w], name="mine")
    steps(optimizer, w, 1)
    assert list(optimizer.state_dict()) == ["linear_0.w_0_mine_velocity_0"]


@every_kind
def test_another_optimizer_goes_on_from_a_state_dict(kind):
    make, _ = NAMES[kind]
    w = parameter()
    optimizer = make(parameters=[w])
    steps(optimizer, w, 3)
    state = {n: v.numpy() for n, v in optimizer.state_dict().items()}
    other = parameter(w.numpy())  # of the same name, in another process say
    follower = make(parameters=[other])
    follower.set_state_dict(state)
    assert np.array_equal(steps(optimizer, w, 3), steps(follower, other, 3))


def test_a_state_dict_holds_the_schedule():
    scheduler = lr.StepDecay(0.5, 2)
    scheduler.step()
    w = parameter()
    optimizer = Adam(scheduler, parameters=[w])
    steps(optimizer, w, 1)
    state = optimizer.state_dict()
    assert state["LR_Scheduler"] == {"last_epoch": 1, "last_lr": 0.5}
    fresh = lr.StepDecay(0.5, 2)
    other = Adam(fresh, parameters=[w])
    other.set_state_dict(state)
    assert fresh.last_epoch == 1


def test_a_state_dict_that_does_not_fit_is_refused():
    w = parameter()
    optimizer = Adam(parameters=[w])
    steps(optimizer, w, 1)
    state = optimizer.state_dict()
    with pytest.raises(NotFound, match=r"no value for the optimizer variable linear_0.w_0_moment2_\d"):
        Adam(parameters=[w]).set_state_dict({n: v for n, v in state.items() if "moment2" not in n})
    with pytest.raises(ArgumentError, match="does not match"):
        Adam(parameters=[parameter((1.0, 2.0, 3.0))]).set_state_dict(state)
    with pytest.warns(OpscopeWarning, match=r"4 values of the state dict do not belong to any parameter of this Adam"):
        Adam(parameters=[parameter(name="linear_1.w_0")]).set_state_dict(state)


def test_a_parameter_whose_name_begins_anothers_is_not_mistaken_for_it():
    """The state of w_1 was looked for under w, of which there is none."""
    w, longer = parameter(name="w"), parameter(name="w_1")
    optimizer = Momentum(parameters=[w, longer])
    steps(optimizer, longer, 1)
    state = optimizer.state_dict()
    follower = Momentum(parameters=[w, longer])
    follower.set_state_dict(state)
    assert np.array_equal(*[next(iter(o.state_dict().values())) for o in (optimizer, follower)])


def test_a_program_goes_on_from_a_state_dict():
    def value():
        return np.array(static.global_scope().find_var("linear_0.w_0").get_tensor())

    optimizer, exe = program(Adam)
    with pytest.raises(RunError, match="moment1_0 has no value yet"):
        optimizer.state_dict()
    exe.run(static.default_startup_program())
    for _ in range(3):
        exe.run()
    state, at = {n: np.array(v) for n, v in optimizer.state_dict().items()}, value()
    for _ in range(3):
        exe.run()
    wanted = value()
    reset()
    optimizer, exe = program(Adam)
    exe.run(static.default_startup_program())
    optimizer.set_state_dict(state)
    static.global_scope().find_var("linear_0.w_0").get_tensor().set(at)
    for _ in range(3):
        exe.run()
    assert np.array_equal(value(), wanted)


# --- precision --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [SGD, Momentum, Adam, AdamW, Lamb])
def test_small_steps_of_float16_parameters_add_up_in_float32(make):
    half, full = parameter((1.0, 1.0), dtype="float16"), parameter((1.0, 1.0))
    optimizer = make(1e-5, parameters=[half], multi_precision=True)
    steps(optimizer, half, 60)
    steps(make(1e-5, parameters=[full]), full, 60)
    assert half.dtype == paddle.float16
    master = optimizer.state_dict()["master_weights"]["linear_0.w_0"]
    assert master.dtype == paddle.float32 and master.name == "linear_0.w_0_fp32_master_0"
    np.testing.assert_allclose(master, full, rtol=1e-4)
    assert np.array_equal(half, master.numpy().astype("float16"))
    other = parameter(half.numpy(), dtype="float16")
    follower = make(1e-5, parameters=[other], multi_precision=True)
    follower.set_state_dict(optimizer.state_dict())
    assert np.array_equal(steps(follower, other, 3), steps(optimizer, half, 3))


def test_programs_keep_float32_copies_too():
    paddle.enable_static()
    w = static.create_parameter([1], "float16", name="w", default_initializer=paddle.nn.initializer.Constant(1.0))
    SGD(1e-4, multi_precision=True).minimize(w.sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    for _ in range(20):
        exe.run()
    value = lambda n: np.array(static.global_scope().find_var(n).get_tensor())
    np.testing.assert_allclose(value("w_fp32_master_0"), 1 - 20e-4, rtol=1e-6)
    assert value("w").dtype == np.float16 and value("w") == np.float16(1 - 20e-4)


# --- minimize and its halves ------------------------------------------------------------------------


def test_the_halves_of_minimize_in_dygraph():
    a, b = parameter(name="a"), parameter(name="b")
    loss = (a * b).sum()
    loss.backward()
    optimizer = SGD(0.5, parameters=[a, b])
    pairs = optimizer.backward(loss, no_grad_set={b})
    assert [p is a for p, _ in pairs] == [True]
    assert optimizer.apply_gradients(pairs) == [] and a.tolist() == [0.5, 1.0] and b.tolist() == [1.0, 2.0]
    _, pairs = optimizer.minimize(loss, parameters=[b])
    assert len(pairs) == 1 and a.tolist() == [0.5, 1.0] and b.tolist() == [0.5, 1.0]


def test_a_loss_that_is_none():
    with pytest.raises(ModeError, match="The loss should be a Tensor"):
        SGD().minimize(3.0)


def test_a_nan_in_a_parameter_does_not_reach_its_state():
    """The state began as value * 0, which is NaN for NaN and for Inf."""
    w = parameter((np.nan, np.inf))
    optimizer = Momentum(parameters=[w])
    steps(optimizer, w, 1)
    (velocity,) = optimizer.state_dict().values()
    assert np.allclose(velocity, 0.1)
