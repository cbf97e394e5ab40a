"""What the seven examples do on the real thing, step by step: names, operators, calls, prints, results and errors.

Their programs are in `programs/` and run whole in test_programs.py; here is what one sees of them on the way.
"""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle import static

X = np.linspace(-1, 1, 10 * 784, dtype="float32").reshape(10, 784)
Y = np.arange(10)


class WatchedNet:
    """Example 1: a network with a debug function and a py_func with backward in each of its layers."""

    def __init__(self):
        paddle.enable_static()
        self.seen, self.printed = [], []
        x, y = static.data("x", [-1, 784], "float32"), static.data("y", [10], "int64")
        hidden, self.returned, self.hidden = x, [], []
        for i in range(4):
            out = static.nn.fc(hidden, 200)
            self.hidden.append(out)
            hidden = self.variable(f"hidden_{i}", out)
            self.returned.append((static.py_func(np.tanh, out, hidden, self.backward), hidden))
            self.debugged = static.py_func(self.debug, hidden, None)
        self.loss = paddle.nn.CrossEntropyLoss()(static.nn.fc(hidden, 10, activation="softmax"), y)

    def variable(self, name, like):
        return static.default_main_program().current_block().create_var(name=name, dtype=like.dtype, shape=like.shape)

    def backward(self, x, y, dy):
        return np.array(dy) * (1 - np.square(np.array(y)))

    def debug(self, x):
        self.seen.append((type(x).__name__, x.shape()))
        self.printed.append(str(x))

    def run(self, fetch=(), **feed):
        exe = static.Executor(paddle.CPUPlace())
        exe.run(static.default_startup_program())
        return exe.run(feed={"x": X, "y": Y, **feed}, fetch_list=list(fetch))


class TestExample1:
    def test_layers_are_named_and_shaped_as_there(self):
        net = WatchedNet()
        assert (net.hidden[0].name, net.hidden[0].shape) == ("fc_0.tmp_1", (-1, 200))
        assert (net.loss.name, net.loss.shape) == ("mean_0.tmp_0", ())

    def test_py_func_returns_out_itself_and_none_for_none(self):
        net = WatchedNet()
        assert all(returned is out for returned, out in net.returned) and net.debugged is None

    def test_the_operators_of_forward_and_backward(self):
        net = WatchedNet()
        pairs = static.append_backward(net.loss)
        types = [o.type for o in static.default_main_program().global_block().ops]
        layer = ["mul", "elementwise_add", "py_func", "py_func"]
        assert types[: 4 * len(layer)] == 4 * layer
        assert types[16:20] == ["mul", "elementwise_add", "softmax", "unsqueeze2"]
        assert types[20:22] == ["softmax_with_cross_entropy", "reduce_mean"]
        assert len(pairs) == 10 and sum("py_func" in t for t in types[22:]) == 4

    def test_debug_functions_are_called_once_a_layer_with_a_dense_tensor(self):
        net = WatchedNet()
        net.run()
        assert net.seen == 4 * [("DenseTensor", [10, 200])]

    def test_print_shows_five_lines_and_all_2000_numbers(self):
        net = WatchedNet()
        net.run()
        lines = net.printed[0].split("\n")
        fields = ["  - shape: [10, 200]", "  - layout: NCHW", "  - place: Place(cpu)", "  - dtype: float32"]
        assert lines[:4] == fields and len(lines) == 5
        assert lines[4].startswith("  - data: [") and len(lines[4].split()) == 2 + 2000

    def test_the_result_is_a_list_with_one_array_of_rank_0(self):
        (loss,) = WatchedNet().run(["mean_0.tmp_0"])
        assert loss.shape == () and loss.dtype == np.float32 and 1.5 < loss < 3.5

    @pytest.mark.parametrize(
        "feed, words",
        [
            (
                {"y": Y[:5]},
                r"Variable 'y' should have dimensions = 1, shape = \(10,\), but received fed shape \[5\]",
            ),
            (
                {"y": Y.reshape(10, 1)},
                r"Variable 'y' should have dimensions = 1, .* received fed shape \[10, 1\]",
            ),
            ({"x": X[:5]}, "softmax_with_cross_entropy|in same shape in dimensions except axis|cross_entropy"),
        ],
        ids=["five labels", "a column of labels", "five rows"],
    )
    def test_feeds_that_do_not_fit_are_value_errors(self, feed, words):
        net = WatchedNet()
        with pytest.raises(ValueError, match=words) as e:
            net.run([net.loss], **feed)
        assert isinstance(e.value, OpscopeError)


class TestExample2:
    def program(self):
        paddle.enable_static()
        x, y = (static.data(n, [2, 3], "int32") for n in "xy")
        out = static.default_main_program().current_block().create_var(name="output", dtype="int32", shape=[3, 1])

        def element_wise_add(x, y):
            x, y = np.array(x), np.array(y)
            if x.shape != y.shape:
                raise AssertionError("the shape of inputs must be the same!")
            return x + y

        static.py_func(func=element_wise_add, x=[x, y], out=out)
        return out

    @pytest.mark.filterwarnings("ignore:.*which was declared")
    def test_the_declared_shape_is_not_that_of_the_result(self):
        self.program()
        a = np.arange(6, dtype="int32").reshape(2, 3)
        (got,) = static.Executor().run(feed={"x": a, "y": a}, fetch_list=["output"])
        assert np.array_equal(got, 2 * a) and got.dtype == np.int32

    def test_the_users_own_error_surfaces_unchanged(self):
        paddle.enable_static()
        x, y = static.data("x", [None, 3], "int32"), static.data("y", [None, 3], "int32")
        out = static.default_main_program().current_block().create_var(name="output", dtype="int32", shape=[2, 3])

        def element_wise_add(x, y):
            if x.shape() != y.shape():
                raise AssertionError("the shape of inputs must be the same!")

        static.py_func(element_wise_add, [x, y], out)
        with pytest.raises(AssertionError) as e:
            static.Executor().run(feed={"x": np.ones((2, 3), "int32"), "y": np.ones((3, 3), "int32")}, fetch_list=[out])
        assert type(e.value) is AssertionError and e.value.args == ("the shape of inputs must be the same!",)


@pytest.mark.parametrize("skips_x", [False, True])
def test_the_guides_tanh_is_called_twice_on_one_out(skips_x):
    """Documents 001 and 003 call py_func twice with the same out_var; the second one counts, once."""
    fluid = paddle.fluid
    x = fluid.layers.data(name="input", dtype="float32", shape=[-1, 4])
    x.stop_gradient = False
    out = fluid.default_main_program().current_block().create_var(name="output", dtype="float32", shape=[-1, 4])
    full = lambda x, y, dy: np.array(dy) * (1 - np.square(np.array(y)))
    short = lambda y, dy: np.array(dy) * (1 - np.square(np.array(y)))
    fluid.layers.py_func(func=np.tanh, x=x, out=out, backward_func=full)
    if skips_x:
        fluid.layers.py_func(func=np.tanh, x=x, out=out, backward_func=short, skip_vars_in_backward_input=x)
    grads = static.gradients([out], [x])
    exe = fluid.Executor(fluid.CPUPlace())
    value, grad = exe.run(fluid.default_main_program(), feed={"input": X[:2, :4]}, fetch_list=[out, *grads])
    np.testing.assert_allclose(value, np.tanh(X[:2, :4]), rtol=1e-6)
    np.testing.assert_allclose(grad, 1 - value**2, rtol=1e-5)


def test_pylayer_of_document_2_prints_its_gradient():
    class Tanh(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x, func1, func2=paddle.square):
            ctx.func = func2
            y = func1(x)
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, dy):
            (y,) = ctx.saved_tensor()
            return dy * (1 - ctx.func(y))

    data = paddle.zeros([2, 3], dtype="float64")
    data.stop_gradient = False
    Tanh.apply(data, func1=paddle.tanh).mean().backward()
    head, rows = str(data.grad).split(", stop_gradient=")
    assert head == "Tensor(shape=[2, 3], dtype=float64, place=Place(cpu)"
    assert rows.split(",\n", 1)[1] == (
        "       [[0.16666667, 0.16666667, 0.16666667],\n        [0.16666667, 0.16666667, 0.16666667]])"
    )


def test_names_and_values_of_document_4():
    paddle.enable_static()
    x = static.data(name="X", shape=[None, 5], dtype="float32")
    x.stop_gradient = False
    ret = static.nn.static_pylayer(paddle.exp, [x], lambda dy: 2 * paddle.exp(dy))
    (grad,) = static.gradients([ret], x)
    assert [v.name for v in (x, grad, ret)] == ["X", "X@GRAD", "_generated_var_0"]
    fed = np.array([[1, 2, 3, 4, 5]], "float32")
    got = static.Executor().run(feed={"X": fed}, fetch_list=[x.name, grad.name, ret.name])
    for value, want in zip(got, (fed, np.full((1, 5), 2 * np.e), np.exp(fed)), strict=True):
        np.testing.assert_allclose(value, want, rtol=1e-6)
