"""fluid.dygraph: layers with 1.8's parameters, modes, gradients, files."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import fluid
from opscope.paddle.fluid import dygraph, initializer
from opscope.paddle.fluid.dygraph import nn
from tests.paddle.fluid.modes import in_both, in_dygraph

L = fluid.layers

R = np.random.RandomState(0)


def rand(*shape):
    return R.rand(*shape).astype("float32")


def attr(value=0.1):
    return fluid.ParamAttr(initializer=initializer.Constant(value))


ONE = initializer.Constant(1.0)

PAIRS = {
    "linear": (
        {"x": rand(3, 5)},
        lambda x: L.fc(x, 4, param_attr=attr(), bias_attr=ONE, act="sigmoid"),
        lambda x: nn.Linear(5, 4, param_attr=attr(), bias_attr=ONE, act="sigmoid")(x),
    ),
    "conv2d": (
        {"x": rand(2, 4, 5, 5)},
        lambda x: L.conv2d(x, 6, 3, padding=1, groups=2, param_attr=attr(), act="relu"),
        lambda x: nn.Conv2D(4, 6, 3, padding=1, groups=2, param_attr=attr(), act="relu")(x),
    ),
    "conv2d transposed": (
        {"x": rand(2, 3, 5, 5)},
        lambda x: L.conv2d_transpose(x, 4, output_size=12, param_attr=attr(), act="sigmoid"),
        lambda x: nn.Conv2DTranspose(3, 4, 8, output_size=12, param_attr=attr(), act="sigmoid")(x),
    ),
    "conv3d": (
        {"x": rand(2, 3, 4, 4, 4)},
        lambda x: L.conv3d(x, 3, 2, param_attr=attr()),
        lambda x: nn.Conv3D(3, 3, 2, param_attr=attr())(x),
    ),
    "conv3d transposed": (
        {"x": rand(2, 3, 4, 4, 4)},
        lambda x: L.conv3d_transpose(x, 4, filter_size=3, param_attr=attr()),
        lambda x: nn.Conv3DTranspose(3, 4, 3, param_attr=attr())(x),
    ),
    "pool2d": (
        {"x": rand(2, 3, 5, 5)},
        lambda x: L.pool2d(x, 3, "avg", 2, 1, exclusive=False),
        lambda x: nn.Pool2D(3, "avg", 2, 1, exclusive=False)(x),
    ),
    "layer norm": (
        {"x": rand(3, 4, 5)},
        lambda x: L.layer_norm(x, act="tanh", bias_attr=ONE),
        lambda x: nn.LayerNorm([4, 5], act="tanh", bias_attr=ONE)(x),
    ),
    "group norm": (
        {"x": rand(3, 4, 5, 5)},
        lambda x: L.group_norm(x, 2, act="relu"),
        lambda x: nn.GroupNorm(4, 2, act="relu")(x),
    ),
    "instance norm": ({"x": rand(3, 4, 5)}, lambda x: L.instance_norm(x), lambda x: nn.InstanceNorm(4)(x)),
    "batch norm": ({"x": rand(3, 4, 5, 5)}, lambda x: L.batch_norm(x, "relu"), lambda x: nn.BatchNorm(4, "relu")(x)),
    "bilinear": (
        {"x": rand(5, 3), "y": rand(5, 4)},
        lambda x, y: L.bilinear_tensor_product(x, y, 6, "sigmoid", param_attr=attr(), bias_attr=ONE),
        lambda x, y: nn.BilinearTensorProduct(3, 4, 6, act="sigmoid", param_attr=attr(), bias_attr=ONE)(x, y),
    ),
    "gru": (
        {"x": rand(4, 15), "h": rand(4, 5)},
        lambda x, h: L.gru_unit(x, h, 15, attr(), ONE),
        lambda x, h: nn.GRUUnit(15, attr(), ONE)(x, h),
    ),
    "prelu": (
        {"x": rand(5, 3, 4, 4) - 0.5},
        lambda x: [L.prelu(x, m, attr(0.5)) for m in ("all", "channel", "element")],
        lambda x: [
            nn.PRelu("all", param_attr=attr(0.5))(x),
            nn.PRelu("channel", 3, param_attr=attr(0.5))(x),
            nn.PRelu("element", input_shape=[5, 3, 4, 4], param_attr=attr(0.5))(x),
        ],
    ),
    "embedding": (
        {"x": np.array([[1], [2], [3]])},
        lambda x: fluid.embedding(x, [7, 2], param_attr=attr()),
        lambda x: nn.Embedding([7, 2], is_sparse=True, param_attr=attr())(x),
    ),
    "nce": (
        {"x": rand(4, 5), "y": np.array([[0], [1], [2], [3]])},
        lambda x, y: L.nce(x, y, 6, None, attr(), ONE, num_neg_samples=3, sampler="log_uniform", seed=5),
        lambda x, y: nn.NCE(6, 5, None, attr(), ONE, num_neg_samples=3, sampler="log_uniform", seed=5)(x, y),
    ),
}


@pytest.mark.parametrize("feed, static, eager", PAIRS.values(), ids=PAIRS)
def test_layers_are_those_of_programs(feed, static, eager):
    in_both(static, feed, eager)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize("origin", [False, True])
def test_a_gru_unit_by_hand(origin):
    x, hidden, weight, bias = rand(4, 15) - 0.5, rand(4, 5), rand(5, 15) - 0.5, rand(1, 15)

    def unit(x, hidden):
        made = initializer.NumpyArrayInitializer
        layer = nn.GRUUnit(15, fluid.ParamAttr(initializer=made(weight)), fluid.ParamAttr(initializer=made(bias)),
                           origin_mode=origin)  # fmt: skip
        return layer(x, hidden)

    new, reset, gates = in_dygraph(unit, {"x": x, "hidden": hidden})
    gate_weight, new_weight = weight.reshape(-1)[:50].reshape(5, 10), weight.reshape(-1)[50:].reshape(5, 5)
    given = x + bias
    u, r = np.split(sigmoid(given[:, :10] + hidden @ gate_weight), 2, 1)
    c = np.tanh(given[:, 10:] + (r * hidden) @ new_weight)
    want = u * hidden + (1 - u) * c if origin else (1 - u) * hidden + u * c
    np.testing.assert_allclose(new, want, rtol=1e-5)
    np.testing.assert_allclose(reset, r * hidden, rtol=1e-5)
    np.testing.assert_allclose(gates, np.concatenate([u, r, c], 1), rtol=1e-5)


def test_lstm_cells_by_hand():
    x, h, c = rand(2, 3) - 0.5, rand(2, 4), rand(2, 4)
    joined = np.concatenate([x, h], 1) @ np.full((7, 16), 0.1)

    def both(x, h, c):
        cell = L.LSTMCell(4, attr(), attr(0.2), forget_bias=2.0)
        return (*L.lstm_unit(x, h, c, 1.0, attr(), attr(0.2)), *cell(x, [h, c])[1], L.rnn(cell, L.stack([x, x], 1))[0])

    hidden, kept, hidden_of, cell_of, over = in_both(both, {"x": x, "h": h, "c": c})
    gates = np.split(joined + 0.2, 4, 1)
    want = sigmoid(gates[0] + 1.0) * c + sigmoid(gates[0]) * np.tanh(gates[0])
    np.testing.assert_allclose(kept, want, rtol=1e-5)
    np.testing.assert_allclose(hidden, sigmoid(gates[0]) * np.tanh(want), rtol=1e-5)
    want = sigmoid(gates[0] + 2.0) * c + sigmoid(gates[0]) * np.tanh(gates[0])
    np.testing.assert_allclose(cell_of, want, rtol=1e-5)
    np.testing.assert_allclose(hidden_of, sigmoid(gates[0]) * np.tanh(want), rtol=1e-5)
    assert over.shape == (2, 2, 4)


def test_noise_contrasted_by_hand():
    """Of one class that is always drawn, the loss is known."""
    x, label, weight = rand(4, 3), np.array([[0], [1], [2], [0]]), rand(3, 3)

    def loss(x, label):
        made = fluid.ParamAttr(initializer=initializer.NumpyArrayInitializer(weight))
        shares = [0.0, 1.0, 0.0]
        return L.nce(x, label, 3, None, made, False, num_neg_samples=2, sampler="custom_dist", custom_dist=shares)

    (got,) = in_both(loss, {"x": x, "label": label})
    scores = sigmoid(x @ weight.T)
    true, noise = np.take_along_axis(scores, label, 1), 2.0 * (label == 1)
    drawn = scores[:, 1:2]
    want = -np.log(true / (true + noise)) - 2 * np.log(2 / (drawn + 2))
    np.testing.assert_allclose(got, want / 3, rtol=1e-5)


def test_layers_are_found_and_named():
    with dygraph.guard():
        for _ in range(2):
            with dygraph.guard():  # names begin anew
                model = dygraph.Sequential(fluid.Linear(2, 3), nn.Dropout(0.5))
                assert [p.name for p in model.parameters()] == ["linear_0.w_0", "linear_0.b_0"]
        assert all(isinstance(m, fluid.Layer) for m in (model, *model.sublayers())) and not isinstance(3, fluid.Layer)
        assert issubclass(fluid.Embedding, fluid.Layer) and isinstance(dygraph.LayerList(), dygraph.Layer)


class Dropping(fluid.Layer):
    def __init__(self):
        super().__init__()
        self.linear = fluid.Linear(20, 20)

    def forward(self, x):
        return L.dropout(self.linear(x), 0.5)


def test_eval_reaches_functions_without_a_layer():
    with dygraph.guard():
        model, x = Dropping(), dygraph.to_variable(np.ones((4, 20), "float32"))
        model.eval()
        np.testing.assert_allclose(model(x).numpy(), model.linear(x).numpy() * 0.5)
        with dygraph.guard():
            assert (model(x).numpy() == 0).any()  # each guard begins with training
        model.train()
        assert (model(x).numpy() == 0).any()


def test_modes():
    assert not fluid.in_dygraph_mode()
    fluid.enable_dygraph()
    assert fluid.in_dygraph_mode() and dygraph.enabled()
    assert L.elementwise_add(L.ones([2], "float32"), L.ones([2], "float32")).numpy().tolist() == [2, 2]
    fluid.disable_dygraph()
    assert (
        not fluid.in_dygraph_mode() and L.ones([2], "float32").name in fluid.default_main_program().global_block().vars
    )


@pytest.mark.parametrize("how", ["first", "named", "not"])
def test_backward_takes_a_strategy(how):
    with dygraph.guard():
        strategy = dygraph.BackwardStrategy()
        strategy.sort_sum_gradient = True
        inputs = [dygraph.to_variable(np.ones((2, 2), "float32")) for _ in range(3)]
        for each in inputs:
            each.stop_gradient = False
        loss = L.reduce_sum(L.sums(inputs))
        loss.backward(*[strategy] * (how == "first"), **{"backward_strategy": strategy} if how == "named" else {})
        assert np.array_equal(inputs[0].gradient(), np.ones((2, 2)))
        with pytest.raises(AssertionError, match=r"must be paddle\.Tensor"):
            loss.backward(3)


def test_gradients_are_recorded_or_not():
    with dygraph.guard():
        linear, x = fluid.Linear(2, 2), dygraph.to_variable(np.ones((1, 2), "float32"))

        @dygraph.no_grad
        def bare():
            return linear(x)

        @dygraph.no_grad()
        def called():
            return linear(x)

        with dygraph.no_grad():
            inside = linear(x)
        assert all(y.stop_gradient for y in (bare(), called(), inside)) and not linear(x).stop_gradient
        x.stop_gradient = False
        (slope,) = dygraph.grad([linear(x)], [x], create_graph=True, backward_strategy=dygraph.BackwardStrategy())
        np.testing.assert_allclose(slope.numpy(), linear.weight.numpy().sum(1)[None], rtol=1e-6)


def test_states_in_files(tmp_path):
    path = str(tmp_path / "model")
    with dygraph.guard():
        model = fluid.Linear(3, 2)
        adam = fluid.optimizer.Adam(dygraph.ExponentialDecay(0.1, 1, 0.5), parameter_list=model.parameters())
        x = dygraph.to_variable(rand(2, 3))
        L.reduce_mean(model(x)).backward()
        adam.minimize(L.reduce_mean(model(x)))
        fluid.save_dygraph(model.state_dict(), path)
        fluid.save_dygraph(adam.state_dict(), path)
        want = model(x).numpy()
    with dygraph.guard():
        parameters, state = fluid.load_dygraph(path + ".pdparams")
        model = fluid.Linear(3, 2)
        decay = dygraph.ExponentialDecay(0.1, 1, 0.5)
        adam = fluid.optimizer.Adam(decay, parameter_list=model.parameters())
        model.set_dict(parameters)
        adam.set_dict(state)
        np.testing.assert_array_equal(model(x).numpy(), want)
        assert decay.step_num == 1 and "linear_0.w_0_moment1_0" in adam.state_dict()
    with pytest.raises(RuntimeError, match="does not exist"):
        dygraph.load_dygraph(str(tmp_path / "other"))
    (tmp_path / "model.pdopt").unlink()
    assert dygraph.load_dygraph(path)[1] is None


def test_one_process_is_parallel():
    with dygraph.guard():
        strategy = dygraph.prepare_context()
        model = fluid.Linear(3, 2)
        wide = dygraph.DataParallel(model, strategy)
        loss = L.reduce_mean(wide(dygraph.to_variable(rand(2, 3))))
        assert wide.scale_loss(loss) is loss and strategy.nranks == dygraph.ParallelEnv().nranks == 1
        wide.scale_loss(loss).backward()
        wide.apply_collective_grads()
        with wide.no_sync():
            assert wide(dygraph.to_variable(rand(2, 3))).shape == [2, 2]
        with pytest.raises(UnsupportedError, match="one process"):
            dygraph.DataParallel(model, group=3)
        assert model.weight.gradient() is not None and set(wide.state_dict()) == {"weight", "bias"}


def test_what_layers_refuse():
    with pytest.raises(AssertionError, match="channel argument is required"):
        nn.PRelu("channel")
    with pytest.raises(ValueError, match="Unknown pool_type"):
        nn.Pool2D(2, "sum")(paddle.ones([1, 1, 4, 4]))
    with pytest.raises(ValueError, match="custom_dist needs"):
        nn.NCE(3, 4, custom_dist=[0.5, 0.2, 0.3])
    with pytest.raises(UnsupportedError, match="TreeConv is not supported"):
        nn.TreeConv(3, 4, 5)
