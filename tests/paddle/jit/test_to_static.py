"""to_static: a traced function computes, trains and draws at random as the function itself, one program a signature."""

import copy

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ModeError, RunError, UnsupportedError
from opscope.paddle import nn
from opscope.paddle.jit import to_static
from opscope.paddle.static import InputSpec


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1D(4)
        self.drop = nn.Dropout(0.4)
        self.out = nn.Linear(4, 2)

    def forward(self, x, scale=1.0):
        return self.out(self.drop(nn.functional.relu(self.norm(self.fc(x))))) * scale


class Gated(nn.Layer):
    """What networks are made of beside linear layers."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(7, 4)
        self.rnn = nn.LSTM(4, 5)
        self.attend = nn.MultiHeadAttention(4, 2)
        self.norm = nn.LayerNorm(4)
        self.conv = nn.Conv1D(4, 3, 2)
        self.head = nn.Linear(8, 2)

    def forward(self, ids):
        x = self.norm(self.embed(ids))
        x = x + self.attend(x, x, x)
        hidden, _ = self.rnn(x)
        found = self.conv(x.transpose([0, 2, 1])).mean(axis=-1)
        return self.head(paddle.concat([hidden[:, -1], found], axis=-1))


def random(*shape: int, seed: int = 0) -> paddle.Tensor:
    return paddle.to_tensor(np.random.default_rng(seed).standard_normal(shape).astype("float32"))


def twins(kind: type) -> tuple[nn.Layer, nn.Layer]:
    paddle.seed(3)
    first, second = kind(), kind()
    second.set_state_dict(first.state_dict())
    return first, second


def trained(net: nn.Layer, batches: list, optimizer: type) -> list[float]:
    paddle.seed(11)  # the same numbers are dropped
    step = optimizer(learning_rate=0.05, parameters=net.parameters())
    losses = []
    for batch in batches:
        loss = (net(batch) ** 2).mean()
        loss.backward()
        step.step()
        step.clear_grad()
        losses.append(float(loss))
    return losses


def same_state(a: nn.Layer, b: nn.Layer, rtol: float = 1e-5) -> None:
    for (name, x), y in zip(a.state_dict().items(), b.state_dict().values(), strict=True):
        np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=rtol, atol=1e-6, err_msg=name)


# --- values and gradients ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("optimizer", [paddle.optimizer.SGD, paddle.optimizer.Adam, paddle.optimizer.Momentum])
def test_training_goes_as_eagerly(optimizer):
    plain, static = twins(Net)
    to_static(static)
    batches = [random(6, 3, seed=i) for i in range(5)]
    assert trained(plain, batches, optimizer) == pytest.approx(trained(static, batches, optimizer), rel=1e-5)
    same_state(plain, static)  # running statistics, too
    assert static.forward.get_traced_count() == 1


def test_evaluation_is_another_program():
    plain, static = twins(Net)
    to_static(static)
    x = random(5, 3)
    for mode in ("train", "eval", "train"):
        getattr(plain, mode)(), getattr(static, mode)()
        paddle.seed(5)
        expected = plain(x)
        paddle.seed(5)
        np.testing.assert_allclose(static(x).numpy(), expected.numpy(), rtol=1e-5)
    assert static.forward.get_traced_count() == 2
    same_state(plain, static)


def test_layers_of_all_kinds():
    plain, static = twins(Gated)
    to_static(static)
    ids = paddle.to_tensor([[1, 2, 3, 4], [6, 5, 0, 1]])
    a, b = plain(ids), static(ids)
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-5, atol=1e-6)
    (a**2).sum().backward(), (b**2).sum().backward()
    for (name, p), q in zip(plain.named_parameters(), static.parameters(), strict=True):
        np.testing.assert_allclose(p.grad.numpy(), q.grad.numpy(), rtol=1e-4, atol=1e-6, err_msg=name)


def test_gradients_reach_inputs_parameters_and_closures():
    w = random(3, 3, seed=1)
    w.stop_gradient = False
    inner = w * 2  # no leaf: its gradient goes on

    @to_static
    def f(x, y=None):
        return paddle.matmul(x, inner) + y["bias"], x * 3

    x, bias = random(2, 3, seed=2), random(3, seed=3)
    x.stop_gradient = bias.stop_gradient = False
    first, second = f(x, y={"bias": bias})
    (first.sum() + (second**2).sum()).backward()
    np.testing.assert_allclose(w.grad.numpy(), 2 * x.numpy().T @ np.ones((2, 3)), rtol=1e-5)
    np.testing.assert_allclose(x.grad.numpy(), (2 * w.numpy()).sum(1) + 18 * x.numpy(), rtol=1e-5)
    np.testing.assert_allclose(bias.grad.numpy(), [2, 2, 2])


def test_what_needs_no_gradient_gets_none():
    net = to_static(nn.Linear(2, 2))
    net.weight.stop_gradient = True
    x = random(3, 2)
    net(x).sum().backward()
    assert net.weight.grad is None and x.grad is None
    np.testing.assert_allclose(net.bias.grad.numpy(), [3, 3])
    net.weight.stop_gradient = False  # known only now: it is traced anew
    net(x).sum().backward()
    np.testing.assert_allclose(net.weight.grad.numpy(), np.repeat(x.numpy().sum(0)[:, None], 2, 1), rtol=1e-5)


def test_no_grad_and_detach_inside_stop_gradients():
    @to_static
    def f(x):
        with paddle.no_grad():
            quiet = x * 5
        return x * 2 + quiet + x.detach() * 7

    x = random(2)
    x.stop_gradient = False
    f(x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [2, 2])
    with paddle.no_grad():
        assert f(x).stop_gradient
    assert f.get_traced_count() == 1


def test_the_tape_is_walked_again_only_if_it_is_kept():
    f = to_static(lambda x: x**3)
    x = random(2)
    x.stop_gradient = False
    y = f(x).sum()
    y.backward(retain_graph=True)
    y.backward()
    np.testing.assert_allclose(x.grad.numpy(), 6 * x.numpy() ** 2, rtol=1e-5)
    with pytest.raises(RunError, match="retain_graph=True"):
        y.backward()


def test_a_gradient_of_the_gradient_is_refused():
    x = random(2)
    x.stop_gradient = False
    y = to_static(lambda x: x**3)(x)
    with pytest.raises(UnsupportedError, match="second-order gradients"):
        paddle.grad(y.sum(), x, create_graph=True)


def test_what_changed_between_forward_and_backward_is_noticed():
    net = to_static(nn.Linear(2, 2))
    loss = net(random(3, 2)).sum()
    with paddle.no_grad():
        net.weight.set_value(np.zeros((2, 2), "float32"))
    with pytest.raises(RunError, match="modified by an inplace operation"):
        loss.backward()


def test_a_result_may_be_written_to():
    x = random(2)
    x.stop_gradient = False
    y = to_static(lambda x: paddle.exp(x))(x)
    with paddle.no_grad():
        y.set_value(np.zeros(2, "float32"))
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.exp(x.numpy()), rtol=1e-5)


# --- what is returned ---------------------------------------------------------------------------------------------


def test_structures_constants_and_inputs_are_returned():
    @to_static
    def f(x):
        y = x + 1
        return {"y": y, "same": y, "x": x, "n": 3, "none": None, "ids": (paddle.argmax(x), [y * 2])}

    x = random(3)
    x.stop_gradient = False
    made = f(x)
    np.testing.assert_array_equal(made["y"].numpy(), made["same"].numpy())
    np.testing.assert_array_equal(made["x"].numpy(), x.numpy())
    assert made["n"] == 3 and made["none"] is None and made["ids"][0].stop_gradient
    (made["y"].sum() + made["same"].sum() + made["x"].sum() + made["ids"][1][0].sum()).backward()
    np.testing.assert_allclose(x.grad.numpy(), [5, 5, 5])


def test_nothing_needs_to_be_a_tensor():
    assert to_static(lambda n: n + 1)(2) == 3


# --- one program a signature --------------------------------------------------------------------------------------


def test_signatures():
    seen = []

    @to_static
    def f(x, k=1, *, flag=False):
        seen.append((tuple(x.shape), k, flag))
        return x * k if flag else x + k

    f(random(2, 3)), f(random(2, 3)), f(x=random(2, 3), k=1)
    f(random(3, 3)), f(random(2, 3), k=2), f(random(2, 3), k=2.0), f(random(2, 3), flag=True)
    f(np.ones((2, 3), "float32")), f(paddle.ones([2, 3], "float64"))
    assert seen == [((2, 3), 1, False), ((3, 3), 1, False), ((2, 3), 2, False), ((2, 3), 2.0, False),
                    ((2, 3), 1, True), ((2, 3), 1, False)]  # fmt: skip


def test_an_input_spec_leaves_dims_open():
    @to_static(input_spec=[InputSpec([None, 3], "float32", name="image")])
    def f(x):
        return x.sum(axis=1)

    assert [list(f(random(n, 3)).shape) for n in (2, 5)] == [[2], [5]] and f.get_traced_count() == 1
    assert f.inputs[0].name == "image" and f.inputs[0].shape == (-1, 3)
    with pytest.warns(UserWarning, match="but its InputSpec is"):  # Paddle traces another program without a word
        assert list(f(random(2, 4)).shape) == [2]
    assert f.get_traced_count() == 2


def test_another_parameter_is_another_program():
    net = to_static(nn.Linear(2, 2, bias_attr=False))
    net(random(1, 2))
    net.weight = paddle.create_parameter([2, 2], "float32", default_initializer=nn.initializer.Constant(2.0))
    np.testing.assert_allclose(net(paddle.ones([1, 2])).numpy(), [[4, 4]])


def test_a_layer_in_a_closure_decides_too():
    net = nn.Dropout(0.5)
    f = to_static(lambda x: net(x))
    assert (f(paddle.ones([100])).numpy() == 0).any()
    net.eval()
    np.testing.assert_array_equal(f(paddle.ones([100])).numpy(), np.ones(100))


def test_each_instance_has_its_own():
    class Scaled(nn.Layer):
        def __init__(self, k):
            super().__init__()
            self.k = self.create_parameter([1], default_initializer=nn.initializer.Constant(k))

        @to_static
        def forward(self, x):
            return x * self.k

    two, three = Scaled(2.0), Scaled(3.0)
    assert float(two(paddle.ones([]))) == 2 and float(three(paddle.ones([]))) == 3
    other = copy.deepcopy(two)
    other.k.set_value(np.array([5.0], "float32"))
    assert float(other(paddle.ones([]))) == 5 and float(two(paddle.ones([]))) == 2


# --- buffers ------------------------------------------------------------------------------------------------------


class Counting(nn.Layer):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", paddle.zeros([]))
        self.register_buffer("mean", paddle.zeros([2]))

    def forward(self, x):
        self.count = self.count + 1
        self.mean.set_value(self.mean * 0.5 + x.mean(axis=0) * 0.5)
        return x * self.count + self.mean


def test_buffers_are_written_by_each_run():
    plain, static = Counting(), to_static(Counting())
    for i in range(3):
        x = random(4, 2, seed=i)
        np.testing.assert_allclose(static(x).numpy(), plain(x).numpy(), rtol=1e-5)
    assert float(static.count) == 3
    same_state(plain, static)


def test_a_part_of_a_buffer_is_written_by_each_run():
    buffer = paddle.zeros([3])

    @to_static
    def f(x):
        buffer[0] = x.sum()
        buffer[1:] = 4.0
        return buffer * 2

    for value in (1.0, 2.0):
        np.testing.assert_array_equal(f(paddle.full([2], value)).numpy(), [4 * value, 8, 8])
        np.testing.assert_array_equal(buffer.numpy(), [2 * value, 4, 4])


@pytest.mark.parametrize("value, words", [([1.0], "Shape not match"), (np.zeros(2, "int64"), "dtype not match")])
def test_a_buffer_keeps_its_shape_and_dtype(value, words):
    buffer = paddle.zeros([2])

    def f(x):
        buffer.set_value(paddle.to_tensor(value))
        return x

    with pytest.raises(ModeError, match=words):
        to_static(f)(random(2))


class TestGradientsInside:
    """paddle.grad of what the function computes; expected values: Paddle 2.6.2, or the function itself."""

    def test_of_inputs_and_of_gradients(self):
        def derivatives(x):
            (dx,) = paddle.grad([(x * x * x).sum()], [x], create_graph=True)
            return dx * 2, paddle.grad(dx.sum(), x, grad_outputs=paddle.full([], 1.0))[0]

        x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        for function in (derivatives, to_static(derivatives)):
            assert [v.tolist() for v in function(x)] == [[6.0, 24.0], [6.0, 12.0]]

    def test_a_penalty_on_a_gradient_trains(self):
        def penalized(layer, x):
            x.stop_gradient = False
            return (paddle.grad((layer(x) ** 2).sum(), x, create_graph=True)[0] ** 2).sum()

        losses = []
        for wrap in (lambda f: f, to_static):
            paddle.seed(1)
            layer = nn.Linear(3, 2)
            opt = paddle.optimizer.SGD(0.01, layer.parameters())
            step = wrap(lambda x, layer=layer: penalized(layer, x))
            for _ in range(3):
                loss = step(paddle.to_tensor([[1.0, 2.0, -1.0]]))
                loss.backward()
                opt.step()
                opt.clear_grad()
                losses.append(loss.item())
        np.testing.assert_allclose(losses[:3], losses[3:], rtol=1e-6)

    def test_of_a_parameter(self):
        layer = nn.Linear(2, 1)
        found = to_static(lambda x: paddle.grad(layer(x).sum(), layer.weight)[0])(paddle.to_tensor([[1.0, 2.0]]))
        assert found.tolist() == [[1.0], [2.0]]

    def test_an_input_without_a_path(self):
        x, y = (paddle.to_tensor([1.0, 2.0], stop_gradient=False) for _ in range(2))
        with pytest.raises(ValueError, match="The 1-th input does not appear in the backward graph"):
            to_static(lambda x, y: paddle.grad(x * x, [x, y])[0])(x, y)
        unused = to_static(lambda x, y: paddle.grad(x * x, [x, y], allow_unused=True)[0])
        assert unused(x, y).tolist() == [2.0, 4.0]
