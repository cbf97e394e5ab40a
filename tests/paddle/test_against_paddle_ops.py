"""Facts of Paddle 2.6.2's functions, measured beside it: values, dtypes, gradients at kinks, rank 0."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.paddle.nn import functional

X = np.array([0.5, 1.0, -2.0], "float32")


def tensor(values, stop_gradient=False):
    return paddle.to_tensor(np.asarray(values), stop_gradient=stop_gradient)


def gradient(function, values):
    x = tensor(np.asarray(values, "float32"))
    function(x).sum().backward()
    return x.grad.tolist()


def test_round_takes_halves_away_from_zero():
    rounded = paddle.round(tensor(np.float32([0.5, 1.5, -0.5, -2.5, 0.49999997, np.inf])))
    assert rounded.tolist() == [1, 2, -1, -3, 0, np.inf]


@pytest.mark.parametrize(
    "function, values, expected",
    [
        (lambda x: paddle.clip(x, -1, 1), [-1, 0, 1, 2], [0, 1, 0, 0]),
        (functional.relu6, [0, 3, 6], [0, 1, 0]),
        (lambda x: functional.hardtanh(x, -2, 2), [-2, 0, 2], [0, 1, 0]),
        (lambda x: functional.leaky_relu(x, 0.5), [-1, 0, 1], [0.5, 1, 1]),
    ],
    ids=["clip", "relu6", "hardtanh", "leaky_relu"],
)
def test_gradients_at_kinks(function, values, expected):
    assert gradient(function, values) == expected


def test_a_number_to_the_power_of_a_tensor_has_a_gradient():
    np.testing.assert_allclose(gradient(lambda x: 2**x, [1, 3]), [2 * np.log(2), 8 * np.log(2)], rtol=1e-6)
    assert np.isnan(gradient(lambda x: (-2) ** x, [2])).all()


def test_integers_to_negative_powers_are_whole():
    x = tensor(np.array([5, 1, -1, 0]))
    assert (x ** tensor(np.array([-1, -2, -3, -1]))).tolist() == [0, 1, -1, 0]
    assert (2 ** tensor(np.array([3, -2]))).tolist() == [8, 0]
    assert paddle.pow(x, -1).dtype is paddle.int64


@pytest.mark.parametrize(
    "function", [lambda x: x // 2.0, lambda x: x % 2.0, lambda x: 7.5 % x], ids=["floor", "mod", "rmod"]
)
def test_integers_beside_a_float_are_float32(function):
    assert function(tensor(np.array([4, 1]))).dtype is paddle.float32


def test_prod_keeps_int32():
    assert paddle.prod(tensor(np.array([2, 3], "int32"))).dtype is paddle.int32


@pytest.mark.parametrize("name", ["sum", "mean", "max", "min", "prod", "logsumexp", "cumsum", "sort"])
@pytest.mark.parametrize("axis", [0, -1])
def test_axes_of_rank_0(name, axis):
    x = tensor(np.float32(3.5))
    out = getattr(paddle, name)(x, axis=axis)
    assert out.item() == 3.5 and (name == "cumsum" or out.shape == [])
    out.sum().backward()
    assert x.grad.item() == 1


def test_order_of_rank_0():
    x = tensor(np.float32(2.0))
    assert paddle.argsort(x).shape == [] and paddle.argmax(x, 0).item() == 0
    values, places = paddle.topk(x, 1)
    assert (values.item(), places.item(), values.shape, places.shape) == (2.0, 0, [], [])
    functional.softmax(x).backward()
    assert x.grad.item() == 0


def test_spread_of_one_value_is_0():
    assert paddle.var(tensor(np.float32([2.0]))).item() == 0 and paddle.std(tensor(np.float32(2.0))).item() == 0


def test_the_norm_0_counts():
    assert paddle.norm(tensor(np.float32([[0, 3], [2, 0]])), p=0, axis=0).tolist() == [1, 1]


def test_scale_has_an_activation():
    assert paddle.scale(tensor(X), 2, act="relu").tolist() == [1, 2, 0]


def test_assign_of_numbers_and_of_float64():
    assert paddle.assign(3).shape == [1] and paddle.assign(2.5).dtype is paddle.float32
    assert paddle.assign(np.arange(3.0)).dtype is paddle.float32


def test_the_name_may_be_the_last_positional_argument():
    assert paddle.tanh(tensor(X), "mine").tolist() == paddle.tanh(tensor(X)).tolist()


def test_shapes_may_hold_tensors():
    x = tensor(np.arange(6.0))
    assert paddle.reshape(x, [paddle.to_tensor(2), 3]).shape == [2, 3]
    assert paddle.reshape(x, paddle.to_tensor([3, -1])).shape == [3, 2]


@pytest.mark.parametrize("label", [np.array([0, 2]), np.array([[0], [2]])], ids=["bare", "column"])
def test_label_smoothing(label):
    logits = np.float32([[1, 2, 3], [0.5, -1, 0]])
    smooth = 0.9 * np.eye(3)[[0, 2]] + 0.1 / 3
    expected = -(smooth * np.log(np.exp(logits) / np.exp(logits).sum(1, keepdims=True))).sum(1).mean()
    out = functional.cross_entropy(tensor(logits), tensor(label), label_smoothing=0.1)
    np.testing.assert_allclose(out.item(), expected, rtol=1e-6)


def test_to_tensor_is_a_variable_in_static_mode():
    paddle.enable_static()
    three, pair = paddle.to_tensor(3.0), paddle.to_tensor([1, 2], "int32", stop_gradient=False)
    assert isinstance(three, static.Variable) and three.shape == () and three.stop_gradient
    assert pair.dtype is paddle.int32 and not pair.stop_gradient
    doubled = paddle.to_tensor(three) * 2
    assert [v.tolist() for v in static.Executor().run(fetch_list=[doubled, pair])] == [6.0, [1, 2]]
    assert paddle.to_tensor(three, "int64").dtype is paddle.int64


@pytest.mark.parametrize(
    "values, shown",
    [
        ([True, False], "[True , False]"),
        ([[1, -20], [300, 4]], "[[ 1 , -20],\n        [300,  4 ]]"),
        ([1e-8, 1e8, float("nan"), float("inf")], "[0.00000001, 100000000., nan       , inf.      ]"),
        (-3, "-3"),
        (list(range(1001)), "[0   , 1   , 2   , ..., 998 , 999 , 1000]"),
    ],
)
def test_tensors_print_in_columns(values, shown):
    assert repr(paddle.to_tensor(values)).endswith(f",\n       {shown})")


def test_large_tensors_print_their_edges():
    lines = repr(paddle.zeros([40, 30, 2])).splitlines()
    assert lines.count("        ...,") == 1 and lines[1] == "       [[[0., 0.],"


@pytest.mark.parametrize("value", ["a", [1.0, 2.0], object()], ids=["text", "list", "object"])
def test_what_is_no_tensor_is_refused_by_name_and_position(value):
    with pytest.raises(ValueError, match=r"tanh\(\): argument 'x' \(position 0\) must be Tensor, but got"):
        paddle.tanh(value)
