"""Values set in the past of eager code: each later value is that of the program that ran with them, bit by bit."""

import copy
import re

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager import condensed_history
from opscope.paddle import nn
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD, Adam, Momentum
from tests.debug.eager_runs import LONG
from tests.debug.eager_trainings import LAYERS, OPTIMIZERS, RandomTraining
from tests.debug.edited_runs import changes_by_chance, check_change, places_of, recorded, run_with

thorough = pytest.mark.thorough
STEPS = 4
REFUSED = re.compile(
    r"operator \d+ of step \d+, \w+, (depends on|contains) the change, but this operator "
    r"(runs Python code|draws random numbers)"
    r"|step \d+ uses elements that no call has computed"
)


def train(loss_of, parameters, make=SGD):
    """A training loop with other data in each step."""
    optimizer, data = make(0.1, parameters=[*parameters]), np.random.default_rng(0)
    for _ in range(STEPS):
        loss_of(paddle.to_tensor(data.normal(size=(4, 3)).astype("float32"))).backward()
        optimizer.step()
        optimizer.clear_grad()


def named(values, name, stop_gradient=True):
    tensor = paddle.to_tensor(np.array(values, "float32"), stop_gradient=stop_gradient)
    tensor.name = name
    return tensor


def in_place():
    """Backward reads the elements that these operators overwrite."""
    w = named([1.0, 2.0, 3.0], "w", stop_gradient=False)

    def loss(x):
        h = paddle.tanh(w * x) * 1.0
        h.multiply_(w)
        h[1] = 0.5
        h.scale_(1.5)
        h.exp_()
        h.add_(w)
        h = h.pow(2.0)
        h.multiply_(h)
        h.clip_(-1.0, 9.0)
        return paddle.sum(h)

    train(loss, [w])


def equal_gradients():
    """The gradients, and the moments, of both parameters have the same bits."""
    w, v = (named([1.0, 2.0, 3.0], name, stop_gradient=False) for name in "wv")
    train(lambda x: paddle.sum(paddle.tanh(paddle.multiply(w, v))), [w, v], Adam)


def buffers():
    w = named([1.0, 2.0, 3.0], "w", stop_gradient=False)
    b, c, counts = (named([0.0, 0.0, 0.0], name) for name in ("b", "c", "counts"))

    def loss(x):
        h = paddle.tanh(w * 0.5)
        with paddle.no_grad():
            b.set_value(b * 0.9 + h * 0.1)
            c.copy_(h.detach())
            b[1] = 0.5
            c[0:2] = b[1:3]
            b.scale_(2.0)
            counts[:2] = [1.0, 2.0]
            counts[2] = h[0]
            w[0] = 1.0
        return paddle.sum(h * b * c * h.detach().cpu() * counts)

    train(loss, [w])


def views():
    net = nn.Linear(3, 3)

    def loss(x):
        h = net(x) * 1.0
        part = h[1:3]
        part.multiply_(part.detach() + 2.0)
        h.transpose([1, 0])[0].scale_(2.0)
        h.reshape_([2, 6])
        h.add_(paddle.ones([6]))
        return paddle.mean(h * h)

    train(loss, net.parameters())


def hooks():
    net = nn.Linear(3, 3)
    net.weight.register_hook(lambda gradient: paddle.clip(gradient, -0.5, 0.5))

    def halve(gradient):
        gradient.scale_(0.5)

    def loss(x):
        h = net(x)
        h.register_hook(halve)
        h.retain_grads()
        made = paddle.mean(h * h)
        made.backward(retain_graph=True)
        return made + paddle.sum(h.grad)

    train(loss, net.parameters())


def shared_weights():
    first, second = nn.Linear(3, 3), nn.Linear(3, 3)
    second.weight = first.weight
    parameters = [*first.parameters(), second.bias]
    train(lambda x: paddle.mean(second(paddle.tanh(first(x))) ** 2), parameters, Momentum)


def accumulated():
    net = nn.Linear(3, 3)

    def loss(x):
        paddle.mean(net(x) ** 2).backward()
        with paddle.no_grad():
            net.weight.grad.scale_(0.5)
        net.bias.grad = net.bias.grad * 2.0
        return paddle.mean(net(x))

    train(loss, net.parameters())


def gradient_penalty():
    net = nn.Linear(3, 3)

    def loss(x):
        x.stop_gradient = False
        (slope,) = paddle.grad(paddle.sum(paddle.tanh(net(x))), [x], create_graph=True)
        return paddle.mean(slope * slope)

    train(loss, net.parameters(), Adam)


def averaged():
    net = nn.Linear(3, 3)
    look = paddle.incubate.LookAhead(SGD(0.1, parameters=net.parameters()), alpha=0.2, k=2)
    train(lambda x: paddle.mean(net(x) ** 2), [], lambda rate, parameters: look)


def master_weights():
    net = nn.Linear(3, 3)
    net.to(dtype="float16")
    make = lambda rate, parameters: Momentum(rate, parameters=parameters, multi_precision=True)
    train(lambda x: paddle.mean(net(x.astype("float16")) ** 2), net.parameters(), make)


def copied_net():
    net, data = nn.Linear(3, 3), paddle.ones([4, 3])
    net(data)
    target = copy.deepcopy(net)
    net.to(dtype="float64")
    train(lambda x: paddle.mean(net(x.astype("float64")) * target(x).astype("float64")), net.parameters())


def copied_tensor():
    net, data = nn.Linear(3, 3), paddle.ones([4, 3])
    shown = copy.deepcopy(net(data).detach())
    train(lambda x: paddle.mean(net(x) * shown), net.parameters())


def normed():
    net, data = nn.Linear(3, 3), paddle.ones([4, 3])
    net(data)
    paddle.nn.utils.weight_norm(net)
    train(lambda x: paddle.mean(net(x) ** 2), net.parameters())


def loaded_state():
    net, data = nn.Linear(3, 3), paddle.ones([4, 3])
    first, second = (Momentum(0.1, parameters=net.parameters()) for _ in range(2))
    paddle.mean(net(data)).backward()
    first.step()
    first.clear_grad()
    second.set_state_dict(first.state_dict())
    train(lambda x: paddle.mean(net(x) ** 2), [], lambda rate, parameters: second)


COMPUTED = [in_place, equal_gradients, buffers, views, hooks, shared_weights, accumulated, gradient_penalty, averaged]
COPIES = [master_weights, copied_net, copied_tensor, normed, loaded_state]


class Saved(PyLayer):
    """A PyLayer whose backward reads by NumPy what its forward has saved."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2.0

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        return paddle.to_tensor(dy.numpy() * np.cos(x.numpy()))


def read_by_backward():
    net = nn.Linear(3, 3)
    train(lambda x: paddle.sum(Saved.apply(paddle.tanh(net(x)))), net.parameters())


def in_two_precisions():
    net = nn.Linear(3, 3)

    def loss(x):
        with paddle.amp.auto_cast():
            return paddle.mean(net(x) ** 2)

    train(loss, net.parameters())


def scaled():
    net, scaler = nn.Linear(3, 3), paddle.amp.GradScaler(init_loss_scaling=1024.0)
    optimizer = SGD(0.1, parameters=net.parameters())

    class Steps:
        step = staticmethod(lambda: (scaler.step(optimizer), scaler.update()))
        clear_grad = optimizer.clear_grad

    train(lambda x: scaler.scale(paddle.mean(net(x) ** 2)), [], lambda rate, parameters: Steps)


def spectral():
    net = paddle.nn.utils.spectral_norm(nn.Linear(3, 3))
    train(lambda x: paddle.mean(net(x) ** 2), net.parameters())


def chosen_by_flags():
    net, buffer = nn.Linear(3, 3), named(np.zeros((4, 3)), "buffer")

    def loss(x):
        h = net(x)
        with paddle.no_grad():
            buffer[h > 0.1] = 1.0
        return paddle.mean(h * buffer)

    train(loss, net.parameters())


REFUSED_IN_PART = [read_by_backward, in_two_precisions, scaled, spectral, chosen_by_flags]


def reasons(body, count, seed=0, run=None, among=None):
    """The reasons why changes by chance, `among` the first places, are refused, "" for those compared to the end."""
    run = run or recorded(body)
    places, plain = places_of(run.session.driver.journal), run_with(body, None)
    assert [place.operator.op.name for place in places] == [name for name, _, _ in plain.places]
    changes = changes_by_chance(places[:among], plain, count, seed)
    found = [(change, run_with(body, change)) for change in changes]
    return [check_change(run, places, change, expected) for change, expected in found if expected is not None]


def by_name(bodies, quick=()):
    return [pytest.param(b, id=b.__name__, marks=() if b in quick else thorough) for b in bodies]


@pytest.mark.parametrize("body", by_name(COMPUTED, (in_place, equal_gradients, buffers)))
def test_each_later_value_is_that_of_the_program_with_the_change(body, monkeypatch):
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 60)  # so the change goes on from one stretch to the next
    assert set(reasons(body, 12)) == {""}


@pytest.mark.parametrize("body", COPIES)
def test_a_value_that_is_set_before_the_library_copies_it_is_in_the_copy(body):
    found = reasons(body, 12, among=12)
    assert "" in found and not any(found), found


@pytest.mark.parametrize("body", by_name(REFUSED_IN_PART, (read_by_backward,)))
def test_a_step_that_cannot_be_computed_with_the_change_is_refused_with_the_reason(body):
    found = reasons(body, 12)
    assert any(found) and all(not reason or REFUSED.match(reason) for reason in found), found


@thorough
@pytest.mark.parametrize("layer", sorted(LAYERS.keys() - {"written", "rows"}))  # Python passes data made of values
@pytest.mark.parametrize("optimizer", sorted(OPTIMIZERS))
def test_the_layers_of_random_trainings(layer, optimizer):
    is_opaque = layer in ("dropout", "pylayer with numpy")
    found = reasons(RandomTraining([layer], optimizer), 4, layer + optimizer)
    assert is_opaque or not all(found)
    assert all(not reason or (is_opaque and REFUSED.match(reason)) for reason in found), found


def test_while_the_program_has_stopped(begin):
    def body():
        in_place()
        breakpoint()

    with paddle.utils.unique_name.guard():
        paddle.seed(0)
        run = begin(body)
        run.until_stopped(LONG)
        assert set(reasons(in_place, 4, 1, run)) == {""}
        run.cont()
        run.wait(LONG)


@thorough
@pytest.mark.parametrize("body", by_name([in_place, buffers, hooks]))
def test_a_recording_on_disk(body, tmp_path):
    run = recorded(body, to=tmp_path / "recording")
    run.stop()
    assert set(reasons(body, 6, 2, debug.open(tmp_path / "recording"))) == {""}


@pytest.mark.parametrize("limit", [0, condensed_history.MAX_DIFFERENT])
def test_a_change_does_not_concern_tensors_of_another_program_with_the_same_names(limit, monkeypatch):
    """They were changed instead, if the program had no Tensor with the name yet, and the copies contained them."""
    monkeypatch.setattr(condensed_history, "MAX_DIFFERENT", limit)  # with 0, the record keeps Tensors of its last step
    with paddle.utils.unique_name.guard():
        other = nn.Linear(3, 3)
        paddle.mean(other(paddle.ones([4, 3]))).backward()
    kept = [each.numpy() for each in (other.weight, other.weight.grad)]
    for seed in range(3):
        assert set(reasons(normed, 12, seed, among=12)) == {""}
    assert set(reasons(shared_weights, 12)) == {""}
    for now, then in zip((other.weight, other.weight.grad), kept, strict=True):
        np.testing.assert_array_equal(now.numpy(), then)
