"""Lowered convolution and pooling make what the kernels make: a first run is plain, a third lowered."""

import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope import paddle
from opscope.ops.nn import direct_conv, product_sums
from opscope.ops.nn.windows_2d import Axis
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from opscope.runtime.lower.lowerings import conv_lowerings, winograd

# relative to the largest value: sums of products in another order; Winograd's sums lose a digit
TOLERANCE = {"float32": 1e-5, "float64": 2e-14}


@pytest.fixture(autouse=True)
def _static():
    paddle.enable_static()
    yield
    paddle.disable_static()


@pytest.fixture
def matrix_products(monkeypatch):
    """As without compiled code for convolutions."""
    monkeypatch.setattr(product_sums, "is_compiled", lambda dtype: False)


def both(name, arrays, attrs):
    """What one op makes in a plain run and in a lowered one, which must have been lowered once."""
    main = static.Program()
    with static.program_guard(main, static.Program()):
        inputs = [static.data(f"x{i}", list(a.shape), str(a.dtype)) for i, a in enumerate(arrays)]
        outs = REGISTRY[name](*inputs, **attrs)
    exe = static.Executor()
    feed = {f"x{i}": a for i, a in enumerate(arrays)}
    outs = list(outs) if isinstance(outs, list | tuple) else [outs]
    scope = static.Scope()
    runs = [exe.run(main, feed=feed, fetch_list=outs, scope=scope) for _ in range(4)]
    (ready,) = exe._plans.values()
    assert ready.lowered_count == 1
    for again, once in zip(runs[2], runs[3], strict=True):  # scratch is not kept between runs
        np.testing.assert_array_equal(again, once)
    return runs[0], runs[3]


def close(name, arrays, attrs):
    for plain, lowered in zip(*both(name, arrays, attrs), strict=True):
        assert lowered.dtype == plain.dtype
        limit = TOLERANCE[str(plain.dtype)] * (np.abs(plain).max(initial=0) + 1e-30)
        np.testing.assert_allclose(lowered, plain, rtol=0, atol=limit)


def equal(name, arrays, attrs):
    for plain, lowered in zip(*both(name, arrays, attrs), strict=True):
        assert lowered.dtype == plain.dtype
        np.testing.assert_array_equal(lowered, plain)


def values(*shape, dtype="float32", seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def three(x, weight, attrs):
    """conv2d and both gradients."""
    close("conv2d", [x, weight], attrs)
    shape = REGISTRY["conv2d"].run((x, weight), attrs).shape
    grad = values(*shape, dtype=x.dtype, seed=1)
    close("conv2d_grad_input", [grad, weight, x], attrs)
    close("conv2d_grad_weight", [grad, x, weight], attrs)


SHAPES = [  # x, weight, attrs
    ((2, 3, 5, 4), (4, 3, 3, 2), {}),
    ((32, 1, 28, 28), (6, 1, 3, 3), {"padding": 1}),
    ((32, 6, 14, 14), (16, 6, 5, 5), {}),
    ((2, 4, 5, 5), (2, 2, 3, 3), {"stride": 2, "padding": 1, "groups": 2}),
    ((1, 2, 6, 5), (3, 2, 2, 2), {"stride": [2, 1], "padding": [1, 0, 2, 1], "dilation": (2, 1)}),
    ((1, 2, 5, 4), (1, 2, 3, 2), {"padding": "SAME", "stride": 2}),
    ((1, 3, 4, 4), (3, 1, 2, 2), {"padding": "VALID", "groups": 3}),
    ((2, 3, 2, 2), (4, 3, 1, 1), {}),
    ((3, 16, 30, 30), (8, 16, 1, 1), {}),
    ((5, 2, 3, 3), (2, 2, 1, 1), {"stride": 2}),
    ((2, 2, 3, 3), (2, 2, 1, 1), {"padding": 3}),
    ((2, 3, 9, 9), (4, 3, 3, 1), {"padding": 1}),
    ((2, 3, 30, 30), (4, 3, 1, 3), {}),
    ((17, 8, 40, 40), (8, 2, 3, 3), {"padding": 1, "groups": 4}),
    ((4, 3, 31, 33), (8, 3, 7, 7), {"stride": 2, "padding": 3}),
    ((4, 3, 31, 33), (8, 3, 7, 7), {"stride": 3, "padding": 4, "dilation": 2}),
    ((1, 2, 2, 9), (3, 2, 2, 3), {"padding": [4, 0, 0, 5]}),  # windows that see padding only
    ((37, 40, 9, 9), (3, 40, 5, 5), {"padding": 2}),  # parts, the last smaller, images innermost
    ((3, 300, 24, 24), (5, 300, 5, 5), {}),  # parts of one image
    ((9, 160, 24, 24), (3, 160, 2, 2), {}),  # parts of several, the last smaller
]


@pytest.mark.usefixtures("matrix_products")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape, kernel, attrs", SHAPES)
def test_convolution(shape, kernel, attrs, dtype):
    three(values(*shape, dtype=dtype), values(*kernel, dtype=dtype, seed=2), attrs)


WINOGRAD = [
    ((2, 64, 32, 32), 64, 1),
    ((3, 16, 13, 17), 20, 1),
    ((5, 16, 16, 8), 20, 2),
    ((3, 20, 18, 18), 16, 0),
    ((11, 32, 7, 7), 16, [2, 0, 1, 1]),
    ((1, 16, 24, 24), 16, "SAME"),
]


@pytest.mark.usefixtures("matrix_products")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape, outs, padding", WINOGRAD)
def test_three_by_three_with_fewer_multiplications(shape, outs, padding, dtype):
    x, weight = values(*shape, dtype=dtype), values(outs, shape[1], 3, 3, dtype=dtype, seed=2)
    made = REGISTRY["conv2d"].run((x, weight), {"padding": padding})
    pads = conv_lowerings.windows_2d.axes(shape[2:], (3, 3), 1, padding)
    assert winograd.is_faster(shape, outs, pads, 1, made.shape[2:])
    three(x, weight, {"padding": padding})


def test_where_fewer_multiplications_pay():
    where = (Axis(3, 1, 1, 1, 1),) * 2
    assert winograd.is_faster((16, 64, 32, 32), 64, where, 1, (32, 32))
    assert not winograd.is_faster((16, 8, 32, 32), 64, where, 1, (32, 32))  # few channels
    assert not winograd.is_faster(
        (4, 512, 7, 512), 512, where, 1, (7, 7)
    )  # few places: the weights would be all the work
    assert not winograd.is_faster((64, 64, 5, 5), 64, where, 1, (5, 5))  # the second tile is one row
    assert not winograd.is_faster((16, 64, 32, 32), 64, (Axis(3, 2, 1, 1, 1),) * 2, 1, (16, 16))
    assert not winograd.is_faster((16, 64, 32, 32), 64, where, 2, (32, 32))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
@pytest.mark.usefixtures("matrix_products")
def test_any_convolution(data):
    def draw(low, high):
        return data.draw(st.integers(low, high))

    groups = draw(1, 2)
    kernel, dilation = (draw(1, 3), draw(1, 3)), (draw(1, 2), draw(1, 2))
    dims = [draw(dilation[i] * (kernel[i] - 1) + 1, 9) for i in (0, 1)]
    attrs = {
        "stride": (draw(1, 3), draw(1, 3)),
        "padding": [draw(0, 3) for _ in range(4)],
        "dilation": dilation,
        "groups": groups,
    }
    x, weight = values(draw(1, 5), 2 * groups, *dims), values(3 * groups, 2, *kernel, seed=2)
    three(x, weight, attrs)


@pytest.mark.skipif(not product_sums.is_compiled(np.dtype("float32")), reason="needs llvmlite")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    "shape, kernel, attrs", [SHAPES[1], SHAPES[2], SHAPES[14], ((5, 16, 16, 32), (9, 16, 3, 3), {})]
)
def test_compiled_convolution_has_the_bits_of_dygraph(shape, kernel, attrs, dtype):
    """On any number of threads: the same code, and each element is summed in one order."""
    x, weight = values(*shape, dtype=dtype), values(*kernel, dtype=dtype, seed=2)
    equal("conv2d", [x, weight], attrs)
    grad = values(*REGISTRY["conv2d"].run((x, weight), attrs).shape, dtype=dtype, seed=1)
    given = {"stride": 1, "padding": 0, "dilation": 1, "groups": 1, **attrs}
    conv = direct_conv.conv_shape(x, weight, given, grad)
    assert conv is not None
    if conv.backwards is not None:
        equal("conv2d_grad_input", [grad, weight, x], attrs)
    equal("conv2d_grad_weight", [grad, x, weight], attrs)


def test_operands_that_are_views():
    """Transposed images and weights, and a gradient that is one number everywhere."""
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [10, 3, 12, 6])
        weight = static.data("w", [3, 4, 3, 3])
        x.stop_gradient = weight.stop_gradient = False
        images, filters = paddle.transpose(x, [3, 1, 0, 2]), paddle.transpose(weight, [1, 0, 3, 2])
        out = paddle.nn.functional.conv2d(images, filters, padding=1)
        pooled = paddle.nn.functional.max_pool2d(paddle.transpose(out, [0, 1, 3, 2]), 2)
        mean = paddle.nn.functional.adaptive_avg_pool2d(paddle.transpose(pooled, [0, 1, 3, 2]), 2)
        grads = static.gradients([mean], [x, weight])
    exe, scope = static.Executor(), static.Scope()
    feed = {"x": values(10, 3, 12, 6), "w": values(3, 4, 3, 3, seed=2)}
    runs = [exe.run(main, feed=feed, fetch_list=[mean, *grads], scope=scope) for _ in range(3)]
    for plain, lowered in zip(runs[0], runs[2], strict=True):
        np.testing.assert_allclose(lowered, plain, rtol=1e-4, atol=1e-6)


POOLS = [
    {"kernel_size": 2},
    {"kernel_size": [3, 2], "stride": 1, "padding": 1},
    {"kernel_size": 3, "stride": 2, "ceil_mode": True},
    {"kernel_size": 2, "padding": "SAME"},
    {"kernel_size": 3, "stride": 3, "padding": [1, 0, 0, 1]},
    {"kernel_size": 2, "stride": 3},
    {"kernel_size": 1},
]
IMAGES = [(32, 6, 28, 28), (3, 2, 5, 5), (1, 1, 7, 4), (19, 9, 50, 34)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("attrs, shape", [*itertools.product(POOLS, IMAGES)])
def test_pooling(attrs, shape, dtype):
    ties = np.random.default_rng(0).integers(-2, 3, shape).astype(dtype)
    equal("max_pool2d", [ties], attrs)
    out, choice = REGISTRY["max_pool2d"].run((ties,), attrs)
    grad = values(*out.shape, dtype=dtype, seed=1)
    close("max_pool2d_scatter", [grad, choice, ties], attrs)  # windows that overlap add up in another order
    x = values(*shape, dtype=dtype)
    equal("avg_pool2d", [x], attrs)
    equal("avg_pool2d_spread", [grad, x], attrs)


@pytest.mark.parametrize("attrs", [{"padding": 1, "exclusive": False}, {"divisor_override": 3}])
def test_average_pooling(attrs):
    x = values(2, 3, 6, 6)
    equal("avg_pool2d", [x], {"kernel_size": 3, **attrs})
    equal("avg_pool2d_spread", [values(*REGISTRY["avg_pool2d"].run((x,), {"kernel_size": 3, **attrs}).shape), x],
          {"kernel_size": 3, **attrs})  # fmt: skip


def test_pooling_what_is_no_number():
    """NaN is the largest and stays so; where it stood is not said. The lowest value, too, can win."""
    x = values(3, 2, 6, 6)
    x[0, 0, 1, 1] = x[1, 1, 2, 4] = x[2, 0, 0, 0] = np.nan
    x[1, 0] = -np.inf
    equal("max_pool2d", [x], {"kernel_size": 2})
    equal("max_pool2d", [x], {"kernel_size": 3, "stride": 1, "padding": 1})


def test_pooling_backwards_through_views():
    """A gradient and choices that do not lie in order, of windows that are apart and that are not."""
    for size, stride in ((2, 2), (3, 1)):
        main = static.Program()
        with static.program_guard(main, static.Program()):
            x = static.data("x", [5, 3, 9, 8])
            x.stop_gradient = False
            out = paddle.nn.functional.max_pool2d(x, size, stride)
            total = paddle.sum(paddle.tanh(paddle.transpose(out, [3, 0, 2, 1])))
            (grad,) = static.gradients([total], [x])
        exe, scope, feed = static.Executor(), static.Scope(), {"x": values(5, 3, 9, 8)}
        plain, _, lowered = (exe.run(main, feed=feed, fetch_list=[grad], scope=scope)[0] for _ in range(3))
        np.testing.assert_allclose(lowered, plain, rtol=1e-5, atol=1e-6)  # 1 - tanh * tanh, near 0


def test_pooling_integers_and_very_large_windows():
    equal("max_pool2d", [np.arange(72, dtype="int64").reshape(2, 1, 6, 6)], {"kernel_size": 2, "padding": 1})
    equal("max_pool2d", [values(1, 2, 17, 17)], {"kernel_size": 16, "stride": 1})  # 256 places: the kernel runs


@pytest.mark.parametrize("output_size", [1, 2, [3, None], [4, 3], 9])
def test_adaptive_pooling(output_size):
    x = values(3, 4, 7, 5)
    close("adaptive_avg_pool2d", [x], {"output_size": output_size})
    shape = REGISTRY["adaptive_avg_pool2d"].run((x,), {"output_size": output_size}).shape
    close("adaptive_avg_pool2d_spread", [values(*shape), x], {"output_size": output_size})


def test_training_a_small_net():
    """LeNet's shape, with Adam: lowered steps go where plain ones go."""
    losses = []
    for lowers in (True, False):
        paddle.seed(0)
        main, start = static.Program(), static.Program()
        with static.program_guard(main, start):
            x, y = static.data("x", [8, 1, 16, 16]), static.data("y", [8, 1], "int64")
            h = paddle.nn.functional.max_pool2d(static.nn.conv2d(x, 6, 3, padding=1, act="relu"), 2)
            h = paddle.nn.functional.avg_pool2d(static.nn.conv2d(h, 16, 5, act="relu"), 2)
            logits = static.nn.fc(h, 10)
            loss = paddle.mean(paddle.nn.functional.softmax_with_cross_entropy(logits, y))
            paddle.optimizer.Adam(1e-3).minimize(loss)
        scope = static.Scope()
        exe = static.Executor()
        exe.run(start, scope=scope)
        feed = {"x": values(8, 1, 16, 16), "y": np.arange(8).reshape(8, 1)}
        made = []
        for _ in range(6):
            exe = exe if lowers else static.Executor()  # the first run of an executor is plain
            made.append(exe.run(main, feed=feed, fetch_list=[loss], scope=scope)[0])
        losses.append(np.ravel(made))
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-4)
