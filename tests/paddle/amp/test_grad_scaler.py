"""GradScaler: scaled losses, unscaled steps, steps left out; a whole training in mixed precision."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, RunError, UnsupportedError, UsageError
from opscope.paddle.amp import GradScaler, auto_cast, decorate
from opscope.paddle.nn.clip import ClipGradByGlobalNorm
from opscope.paddle.optimizer import SGD, Adam
from opscope.paddle.saving import load, save

F = paddle.nn.functional
nn = paddle.nn


def weight(value=1.0, dtype="float32"):
    made = paddle.to_tensor(np.array([value], dtype))
    made.stop_gradient = False
    return made


def scaled_step(scaler, optimizer, w, factor=3.0):
    scaler.scale((w * factor).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.clear_grad()


def test_a_scaled_step_is_a_step():
    w = weight()
    scaler = GradScaler(init_loss_scaling=1024.0)
    loss = scaler.scale((w * 3.0).sum())
    assert loss.item() == 3 * 1024
    loss.backward()
    assert w.grad.item() == 3 * 1024
    scaler.step(SGD(0.1, parameters=[w]))
    assert w.grad.item() == 3 and w.item() == pytest.approx(0.7)


def test_a_loss_in_float16_is_scaled_in_float32():
    assert GradScaler().scale(weight(2.0, "float16").sum()).dtype == paddle.float32


def test_unscaled_gradients_can_be_clipped_by_hand():
    w = weight()
    scaler, optimizer = GradScaler(init_loss_scaling=1024.0), SGD(0.1, parameters=[w])
    scaler.scale((w * 3.0).sum()).backward()
    scaler.unscale_(optimizer)
    ((_, clipped),) = ClipGradByGlobalNorm(1.0)([(w, w.grad)])
    w.grad = clipped
    scaler.step(optimizer)
    assert w.item() == pytest.approx(0.9)


@pytest.mark.parametrize("bad", [np.inf, np.nan])
def test_steps_that_are_not_finite_are_left_out(bad):
    w, other = weight(), weight()
    scaler = GradScaler(init_loss_scaling=8.0)
    first, second = SGD(0.1, parameters=[w]), SGD(0.1, parameters=[other])
    w.grad, other.grad = paddle.to_tensor([bad]), paddle.to_tensor([8.0], dtype="float32")
    scaler.step(first)
    scaler.step(second)  # whose gradients are good
    scaler.update()
    assert w.item() == 1 and other.item() == pytest.approx(0.9) and scaler.get_init_loss_scaling() == 4.0


def test_the_scale_grows_and_shrinks_when_it_is_time():
    w = weight()
    optimizer = SGD(1e-30, parameters=[w])
    scaler = GradScaler(
        init_loss_scaling=8.0, incr_ratio=4.0, decr_ratio=0.25, incr_every_n_steps=2, decr_every_n_nan_or_inf=2
    )
    seen = []
    for factor in (1, 1, 1, np.inf, 1, np.inf, np.inf, 1, 1):
        scaled_step(scaler, optimizer, w, factor)
        seen.append(scaler.get_init_loss_scaling())
    assert seen == [8, 32, 32, 32, 32, 32, 8, 8, 32]


def test_a_scale_that_is_not_dynamic_stays():
    w = weight()
    scaler = GradScaler(init_loss_scaling=8.0, use_dynamic_loss_scaling=False)
    optimizer = SGD(0.1, parameters=[w])
    for factor in (1.0, np.inf, 1.0):
        scaler.scale((w * factor).sum()).backward()
        scaler.step(optimizer)  # update() is for dynamic ones
        optimizer.clear_grad()
    assert w.item() == pytest.approx(0.8) and scaler.get_init_loss_scaling() == 8.0


def test_minimize_is_step_and_update():
    w = weight()
    scaler = GradScaler(init_loss_scaling=8.0, incr_every_n_steps=1)
    optimizer = SGD(0.1, parameters=[w])
    loss = scaler.scale((w * 3.0).sum())
    loss.backward()
    _, pairs = scaler.minimize(optimizer, loss)
    assert w.item() == pytest.approx(0.7) and pairs[0][0] is w and scaler.get_init_loss_scaling() == 16.0
    w.grad = paddle.to_tensor([np.nan], dtype="float32")
    assert scaler.minimize(optimizer, loss) == (None, None) and scaler.get_init_loss_scaling() == 8.0


def test_disabled_it_does_nothing():
    w = weight()
    scaler, optimizer = GradScaler(enable=False), SGD(0.1, parameters=[w])
    loss = (w * 3.0).sum()
    assert scaler.scale(loss) is loss and scaler.state_dict() == {} and not scaler.is_enable()
    loss.backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()
    scaler.load_state_dict({})
    assert w.item() == pytest.approx(0.7)
    scaler.minimize(optimizer, loss)
    assert w.item() == pytest.approx(0.4)


def test_what_is_out_of_order_is_refused():
    w = weight()
    w.grad = paddle.to_tensor([1.0])
    scaler, optimizer = GradScaler(), SGD(0.1, parameters=[w])
    scaler.unscale_(optimizer)
    with pytest.raises(RunError, match=r"unscale_\(\) has already been called on this optimizer"):
        scaler.unscale_(optimizer)
    scaler.step(optimizer)
    with pytest.raises(RunError, match=r"step\(\) has already been called since the last update"):
        scaler.step(optimizer)
    with pytest.raises(RunError, match=r"unscale_\(\) must be called before step"):
        scaler.unscale_(optimizer)
    scaler.update()
    scaler.step(optimizer)
    with pytest.raises(ModeError, match="needs a Tensor"):
        scaler.scale(3.0)


def test_the_state_goes_on_elsewhere(tmp_path):
    w = weight()
    scaler = GradScaler(init_loss_scaling=8.0, incr_every_n_steps=3)
    optimizer = SGD(1e-30, parameters=[w])
    scaled_step(scaler, optimizer, w)
    scaled_step(scaler, optimizer, w)
    save(scaler.state_dict(), tmp_path / "scaler.pd")
    other = GradScaler()
    other.load_state_dict(load(tmp_path / "scaler.pd", return_numpy=True))
    assert other.state_dict() == scaler.state_dict() and other.state_dict()["incr_count"] == 2
    scaled_step(other, optimizer, w)
    assert other.get_init_loss_scaling() == 16.0
    with pytest.raises(RunError, match="The input state dict is empty"):
        other.load_state_dict({})
    with pytest.raises(UsageError, match="has no entry 'scale'"):
        other.load_state_dict({"a": 1})


def test_every_setting_can_be_read_and_changed():
    scaler = GradScaler()
    assert scaler.is_enable() and scaler.is_use_dynamic_loss_scaling()
    for name, default, value in [
        ("init_loss_scaling", 65536.0, 4.0),
        ("incr_ratio", 2.0, 3.0),
        ("decr_ratio", 0.5, 0.25),
        ("incr_every_n_steps", 2000, 5),
        ("decr_every_n_nan_or_inf", 1, 2),
    ]:
        assert getattr(scaler, f"get_{name}")() == default
        getattr(scaler, f"set_{name}")(value)
        assert getattr(scaler, f"get_{name}")() == value
    for make in (lambda: GradScaler(incr_ratio=1.0), lambda: scaler.set_incr_ratio(0.5)):
        with pytest.raises(ArgumentError, match=r"incr_ratio must be > 1\.0"):
            make()
    for make in (lambda: GradScaler(decr_ratio=1.0), lambda: scaler.set_decr_ratio(0.0)):
        with pytest.raises(ArgumentError, match=r"decr_ratio must be in \(0, 1.0\)"):
            make()


# --- training ---------------------------------------------------------------------------------------


def model():
    paddle.seed(1)
    return nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1D(16), nn.ReLU(), nn.Linear(16, 2))


def data():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 8)).astype("float32")
    return paddle.to_tensor(x), paddle.to_tensor((x.sum(1) > 0).astype("int64"))


def trained(level):
    net = model()
    optimizer = Adam(0.02, parameters=net.parameters())
    net, optimizer = decorate(net, optimizer, level=level)
    scaler = GradScaler(init_loss_scaling=256.0)
    x, label = data()
    losses = []
    for _ in range(25):
        with auto_cast(level=level):
            out = net(x)
            loss = F.cross_entropy(out.astype("float32"), label)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.clear_grad()
        losses.append(loss.item())
    return net, optimizer, losses


@pytest.mark.parametrize("level", ["O0", "O1", "O2"])
def test_a_model_trains_in_mixed_precision(level):
    net, optimizer, losses = trained(level)
    assert losses[-1] < 0.35 * losses[0] and np.isfinite(losses).all()
    assert losses == trained(level)[2]
    low = level == "O2"
    assert net[0].weight.dtype == (paddle.float16 if low else paddle.float32)
    assert net[1].weight.dtype == paddle.float32
    masters = optimizer.state_dict().get("master_weights", {})
    assert set(masters) == ({net[i].weight.name for i in (0, 3)} | {net[i].bias.name for i in (0, 3)} if low else set())


def test_decorate_leaves_what_it_is_told():
    net = model()
    optimizer = Adam(parameters=net.parameters())
    assert decorate(net, level="O1") is net and net[0].weight.dtype == paddle.float32
    models, optimizers = decorate([net], [optimizer], level="O2", master_weight=False, excluded_layers=[net[3]])
    assert models == [net] and optimizers == [optimizer] and not optimizer.multi_precision
    assert net[0].weight.dtype == paddle.float16 and net[3].weight.dtype == paddle.float32
    other = decorate(model(), level="O2", excluded_layers=nn.Linear)
    assert other[0].weight.dtype == paddle.float32


def test_states_are_saved_in_the_dtype_that_is_asked_for():
    net = decorate(model(), level="O2", save_dtype="float32")
    state = net.state_dict()
    assert {v.dtype.name for v in state.values()} == {"float32"}
    assert net[0].weight.dtype == paddle.float16 and state["0.weight"].name == net[0].weight.name


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"dtype": "bfloat16"}, UnsupportedError, "bfloat16"),
        ({"level": "x"}, ArgumentError, "level should be"),
        ({"master_grad": True}, UnsupportedError, "master_grad"),
        ({"models": 3}, UsageError, "each model must be an nn.Layer"),
        ({"optimizers": 3}, UsageError, "each optimizer must be an Optimizer"),
        ({"save_dtype": "int32"}, ArgumentError, "save_dtype can only be"),
    ],
    ids=str,
)
def test_arguments_are_checked(options, error, message):
    with pytest.raises(error, match=message):
        decorate(**{"models": model(), **options})
