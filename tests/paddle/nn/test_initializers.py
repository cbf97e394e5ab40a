"""Initializers: their statistics, in both modes, and which one a parameter gets."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.paddle import nn, static
from opscope.paddle.nn import initializer as I  # noqa: N812

SHAPE = (60, 80)
STATISTICS = {  # name -> (initializer, mean, std, bound)
    "Constant": (I.Constant(3.0), 3.0, 0.0, 3.0),
    "Normal": (I.Normal(1.0, 2.0), 1.0, 2.0, math.inf),
    "TruncatedNormal": (I.TruncatedNormal(0.0, 2.0), 0.0, 2.0 * 0.8796, 4.0),
    "TruncatedNormal ab": (I.TruncatedNormal(0.0, 1.0, -1.0, 1.0), 0.0, 0.5396, 1.0),
    "Uniform": (I.Uniform(-2.0, 2.0), 0.0, 4 / math.sqrt(12), 2.0),
    "XavierNormal": (I.XavierNormal(), 0.0, math.sqrt(2 / 140), math.inf),
    "XavierUniform": (I.XavierUniform(), 0.0, math.sqrt(2 / 140), math.sqrt(6 / 140)),
    "XavierNormal fans": (I.XavierNormal(fan_in=10, fan_out=40), 0.0, 0.2, math.inf),
    "KaimingNormal": (I.KaimingNormal(), 0.0, math.sqrt(2 / 60), math.inf),
    "KaimingUniform": (I.KaimingUniform(), 0.0, math.sqrt(2 / 60), math.sqrt(6 / 60)),
    "KaimingNormal leaky": (
        I.KaimingNormal(20, 0.5, "leaky_relu"), 0.0, math.sqrt(2 / 1.25 / 20), math.inf,
    ),
    "Orthogonal": (I.Orthogonal(), 0.0, 1 / math.sqrt(80), 1.0),
}  # fmt: skip


def in_program(start, shape):
    paddle.enable_static()
    made = paddle.create_parameter(shape, "float32", attr=paddle.ParamAttr(initializer=start))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return np.asarray(static.global_scope().find_var(made.name).get_tensor())


def in_dygraph(start, shape):
    return paddle.create_parameter(shape, "float32", attr=paddle.ParamAttr(initializer=start)).numpy()


@pytest.mark.parametrize("made", [in_program, in_dygraph])
@pytest.mark.parametrize("name", STATISTICS)
def test_statistics(name, made):
    paddle.seed(7)
    start, mean, std, bound = STATISTICS[name]
    values = made(start, SHAPE)
    assert values.shape == SHAPE and values.dtype == np.float32
    assert abs(values.mean() - mean) <= 0.05 * max(std, 1e-9) + 1e-6 and abs(values.std() - std) <= 0.05 * std
    assert np.abs(values).max() <= bound * (1 + 1e-6)


@pytest.mark.parametrize("made", [in_program, in_dygraph])
@pytest.mark.parametrize("shape", [(4, 6), (6, 4), (3, 2, 2, 2)])
def test_orthogonal(made, shape):
    flat = made(I.Orthogonal(2.0), shape).reshape(shape[0], -1)
    product = flat @ flat.T if flat.shape[0] <= flat.shape[1] else flat.T @ flat
    np.testing.assert_allclose(product, 4 * np.eye(len(product)), atol=1e-5)


@pytest.mark.parametrize("made", [in_program, in_dygraph])
def test_dirac_hands_channels_through(made):
    weight = made(I.Dirac(), (3, 2, 3, 3))
    x = np.random.default_rng(1).standard_normal((1, 2, 5, 5)).astype("float32")
    paddle.disable_static()
    out = nn.functional.conv2d(paddle.to_tensor(x), paddle.to_tensor(weight), padding=1).numpy()
    np.testing.assert_allclose(out[:, :2], x)
    assert not out[:, 2].any()
    halves = I.Dirac(groups=2).make((4, 2, 3), "float32")
    assert [tuple(int(i) for i in row) for row in np.argwhere(halves)] == [(0, 0, 1), (1, 1, 1), (2, 0, 1), (3, 1, 1)]


@pytest.mark.parametrize("made", [in_program, in_dygraph])
def test_bilinear_doubles_an_image_as_interpolate_does(made):
    """Away from the border, where the kernel reaches over the edge."""
    weight = made(I.Bilinear(), (1, 1, 4, 4))
    paddle.disable_static()
    x = paddle.to_tensor(np.random.default_rng(1).standard_normal((1, 1, 5, 6)).astype("float32"))
    out = nn.functional.conv2d_transpose(x, paddle.to_tensor(weight), stride=2, padding=1)
    wanted = nn.functional.interpolate(x, scale_factor=2, mode="bilinear")
    np.testing.assert_allclose(out.numpy()[..., 1:-1, 1:-1], wanted.numpy()[..., 1:-1, 1:-1], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("made", [in_program, in_dygraph])
def test_assign(made):
    np.testing.assert_array_equal(made(I.Assign([[1.0, 2.0]]), (1, 2)), [[1.0, 2.0]])
    if made is not in_dygraph:  # there it takes the shape of the value
        with pytest.raises(ArgumentError, match="must have the shape"):
            made(I.Assign([1.0]), (2,))


def test_refused():
    for words, call in (
        ("2 or more dims", lambda: in_dygraph(I.Orthogonal(), (3,))),
        ("3, 4 or 5 dims", lambda: in_dygraph(I.Dirac(), (3, 2))),
        ("only parameters with 4 dims", lambda: in_dygraph(I.Bilinear(), (3, 2))),
        (r"shape\[2\] is equal to shape\[3\]", lambda: in_dygraph(I.Bilinear(), (1, 1, 3, 2))),
        ("groups must be positive", lambda: I.Dirac(0)),
        ("does not support the nonlinearity gelu", lambda: I.calculate_gain("gelu")),
    ):
        with pytest.raises(ArgumentError, match=words):
            call()
    with pytest.raises(NotImplementedError, match="must define op_for"):
        in_dygraph(I.Initializer(), (2,))


def test_gains():
    gains = {n: I.calculate_gain(n) for n in ("linear", "conv2d", "sigmoid", "tanh", "relu", "selu", "leaky_relu")}
    assert gains == pytest.approx(
        {"linear": 1, "conv2d": 1, "sigmoid": 1, "tanh": 5 / 3, "relu": 2**0.5, "selu": 0.75,
         "leaky_relu": math.sqrt(2 / 1.0001)}
    )  # fmt: skip
    assert I.calculate_gain("leaky_relu", 1.0) == 1.0


@pytest.mark.parametrize("static_mode", [False, True])
def test_global_initializer(static_mode):
    if static_mode:
        paddle.enable_static()
    I.set_global_initializer(I.Constant(2.0), I.Constant(3.0))
    layer = nn.Linear(1, 2)
    mine = nn.Linear(1, 1, weight_attr=I.Constant(5.0))
    norm = nn.BatchNorm1D(1)
    I.set_global_initializer(None)
    plain = nn.Linear(1, 1)
    if static_mode:
        static.Executor().run(static.default_startup_program())

    def value(parameter):
        if not static_mode:
            return parameter.numpy()
        return np.asarray(static.global_scope().find_var(parameter.name).get_tensor())

    assert value(layer.weight).tolist() == [[2.0, 2.0]] and value(layer.bias).tolist() == [3.0, 3.0]
    assert value(mine.weight).item() == 5.0 and value(plain.bias).item() == 0.0
    assert value(norm._mean).item() == 0.0 and value(norm._variance).item() == 1.0, "statistics are not weights"
    with pytest.raises(UsageError, match="must be an Initializer or None"):
        I.set_global_initializer(3)


def test_called_on_a_tensor_it_fills_it_in_place():
    weight = paddle.create_parameter([2, 3], "float16")
    shared = weight.detach()
    assert I.Constant(2.5)(weight) is None and (shared.numpy() == 2.5).all() and not weight.stop_gradient
    I.Assign(np.arange(6.0).reshape(2, 3))(weight)
    assert weight.numpy().tolist() == [[0, 1, 2], [3, 4, 5]] and weight.dtype == paddle.float16
    I.XavierUniform(fan_in=0, fan_out=6)(plain := paddle.zeros([1000]))
    assert 0.9 < np.abs(plain.numpy()).max() < 1.0  # fan_in 0 is not "not given"


def test_called_without_a_block_the_operator_stands_in_the_main_program():
    paddle.enable_static()
    main = static.default_main_program().global_block()
    variable = main.create_var(name="v", shape=[2, 3], dtype="float32")
    assert I.Constant(1.0)(variable) is main.ops[-1] and main.ops[-1].type == "fill_constant"


class Own(I.Initializer):
    def forward(self, var, block=None):
        I.Constant(5.0)(var, block)


class OwnCall(I.Initializer):
    def __call__(self, var, block=None):
        assert block is static.default_main_program().global_block()
        var.set_value(np.full(var.shape, 7, "float32"))


def test_initializers_of_the_users():
    layer = nn.Linear(2, 3, weight_attr=Own(), bias_attr=paddle.ParamAttr(initializer=OwnCall()))
    assert (layer.weight.numpy() == 5).all() and (layer.bias.numpy() == 7).all()
    assert (in_program(Own(), (2, 3)) == 5).all()


def test_without_a_seed_the_random_seed_of_the_program_counts():
    static.default_main_program().random_seed = 11
    first, second, other = (in_dygraph(I.Uniform(seed=seed), (4,)) for seed in (0, 0, 3))
    assert (first == second).all() and (first != other).all()


def test_a_tensor_has_the_block_that_initializers_are_called_with():
    layer = paddle.nn.Linear(2, 2)
    assert layer.weight.block is paddle.static.default_main_program().global_block()
    paddle.nn.initializer.Constant(3.0)(layer.weight, layer.weight.block)
    assert layer.weight.tolist() == [[3.0, 3.0], [3.0, 3.0]] and not layer.weight.block.ops


def test_numbers_of_numpy_do_not_change_the_dtype():
    for init in (
        I.Normal(0.0, np.float64(2.0)),
        I.Uniform(np.float64(-1.0), np.float64(1.0)),
        I.Constant(np.float64(3)),
    ):
        layer = nn.Linear(2, 2)
        init(layer.weight)
        assert layer.weight.numpy().dtype == "float32"


def test_a_value_of_another_shape_gives_a_parameter_its_shape_and_a_warning():
    attr = paddle.ParamAttr(initializer=I.Assign(np.ones((1, 3), "float32")))
    with pytest.warns(OpscopeWarning, match=r"the shape \[3\], but it gets the shape \[1, 3\]"):
        made = paddle.create_parameter([3], "float32", attr=attr)
    assert made.shape == [1, 3]
