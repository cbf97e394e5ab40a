"""Convolution and pooling against loops that anyone can read."""

import itertools

import numpy as np
import pytest

import opscope.ops  # noqa: F401
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops.nn.conv2d import conv2d
from opscope.ops.nn.pool2d import adaptive_avg_pool2d, avg_pool2d
from opscope.ops.nn.windows_2d import Axis
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.functional import conv2d as conv2d_with_bias
from opscope.paddle.nn.functional import max_pool2d


def values(*shape):
    return np.random.default_rng(len(shape)).standard_normal(shape)


def windows(x, kernel, stride, pads, dilation=(1, 1), fill=0.0):
    """(row, column, values [N, C, KH, KW]) of every window."""
    (top, bottom), (left, right) = pads
    x = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=fill)
    high, wide = (dilation[i] * (kernel[i] - 1) + 1 for i in (0, 1))
    rows, columns = (x.shape[2] - high) // stride[0] + 1, (x.shape[3] - wide) // stride[1] + 1
    for r, c in itertools.product(range(rows), range(columns)):
        y0, x0 = r * stride[0], c * stride[1]
        yield r, c, x[:, :, y0 : y0 + high : dilation[0], x0 : x0 + wide : dilation[1]]


@pytest.mark.parametrize(
    "groups, stride, pads, dilation",
    [
        (1, (1, 1), ((0, 0), (0, 0)), (1, 1)),
        (2, (2, 1), ((1, 0), (2, 1)), (1, 2)),
        (4, (1, 2), ((1, 1), (1, 1)), (1, 1)),
    ],
)
def test_conv2d(groups, stride, pads, dilation):
    x, weight = values(2, 4, 6, 7), values(8, 4 // groups, 3, 2)
    flat = [*pads[0], *pads[1]]
    out = conv2d(x, weight, stride=stride, padding=flat, dilation=dilation, groups=groups)
    for r, c, window in windows(x, (3, 2), stride, pads, dilation):
        for o in range(8):
            g = o // (8 // groups)
            part = window[:, g * (4 // groups) : (g + 1) * (4 // groups)]
            np.testing.assert_allclose(out[:, o, r, c], (part * weight[o]).sum((1, 2, 3)))
    assert out.shape[2:] == (r + 1, c + 1)


def test_paddings_mean_the_same():
    x, weight = values(1, 2, 5, 5), values(3, 2, 3, 3)
    wanted = conv2d(x, weight, padding=1)
    for padding in ([1, 1], [1, 1, 1, 1], [[0, 0], [0, 0], [1, 1], [1, 1]], "SAME", "same"):
        np.testing.assert_array_equal(conv2d(x, weight, padding=padding), wanted)
    assert conv2d(x, weight, padding="VALID").shape == (1, 3, 3, 3)
    with pytest.raises(ArgumentError, match="padding 'FULL' is not valid"):
        conv2d(x, weight, padding="FULL")
    with pytest.raises(ArgumentError, match=r"padding .* is not valid"):
        conv2d(x, weight, padding=[1, 2, 3])
    with pytest.raises(ArgumentError, match="stride must be an int or two"):
        conv2d(x, weight, stride=[1, 2, 3])


def test_conv2d_says_what_does_not_fit():
    infer = REGISTRY["conv2d"].infer
    from tests.laws.cases import spec_of

    x, weight = spec_of(values(1, 4, 5, 5)), spec_of(values(3, 2, 3, 3))
    with pytest.raises(ShapeError, match="x has 4 channels, but weight needs 2"):
        infer(x, weight)
    with pytest.raises(ShapeError, match="3 output channels cannot be divided into 2 groups"):
        infer(x, weight, groups=2)
    with pytest.raises(ShapeError, match="does not fit"):
        infer(spec_of(values(1, 2, 2, 2)), weight)
    with pytest.raises(UnsupportedError, match="NHWC"):
        infer(x, weight, data_format="NHWC")
    with pytest.raises(ArgumentError, match="should be 'NCHW' or 'NHWC'"):
        conv2d_with_bias(values(1, 4, 5, 5), values(3, 4, 3, 3), data_format="HWCN")


def test_bias_is_added_to_channels():
    x, weight, bias = values(1, 2, 4, 4), values(3, 2, 3, 3), values(3)
    np.testing.assert_allclose(conv2d_with_bias(x, weight, bias), conv2d(x, weight) + bias[:, None, None])


@pytest.mark.parametrize(
    "kernel, stride, pads", [((2, 2), (2, 2), ((0, 0), (0, 0))), ((3, 2), (1, 2), ((1, 1), (0, 1)))]
)
def test_pooling(kernel, stride, pads):
    x = values(2, 3, 6, 5)
    attrs = {"kernel_size": kernel, "stride": stride, "padding": [*pads[0], *pads[1]]}
    largest, mean = max_pool2d(x, **attrs), avg_pool2d(x, **attrs)
    plain = avg_pool2d(x, **attrs, exclusive=False)
    for r, c, window in windows(x, kernel, stride, pads, fill=np.nan):
        np.testing.assert_allclose(largest[:, :, r, c], np.nanmax(window, axis=(2, 3)))
        np.testing.assert_allclose(mean[:, :, r, c], np.nanmean(window, axis=(2, 3)))
        np.testing.assert_allclose(plain[:, :, r, c], np.nansum(window, axis=(2, 3)) / np.prod(kernel))


def test_ceil_mode_keeps_the_last_window():
    x = np.arange(25.0).reshape(1, 1, 5, 5)
    assert max_pool2d(x, 2).shape == (1, 1, 2, 2)
    out = max_pool2d(x, 2, ceil_mode=True)
    assert out.shape == (1, 1, 3, 3) and out[0, 0, 2, 2] == 24 and out[0, 0, 2, 0] == 21
    # a window that would lie in the padding alone is not made
    assert max_pool2d(x, 2, 3, 1, ceil_mode=True).shape == (1, 1, 2, 2)
    assert avg_pool2d(x, 2, ceil_mode=True)[0, 0, 2, 2] == 24


def test_max_pool2d_lets_nan_through_and_takes_integers():
    x = np.array([[np.nan, 1.0], [2.0, 3.0]]).reshape(1, 1, 2, 2)
    assert np.isnan(max_pool2d(x, 2)).all()
    assert max_pool2d(np.arange(4).reshape(1, 1, 2, 2), 2, padding=1).max() == 3
    with pytest.raises(UnsupportedError, match="return_mask"):
        max_pool2d(x, 2, return_mask=True, data_format="NHWC")
    with pytest.raises(ShapeError, match=r"must be \[N, C, H, W\]"):
        max_pool2d(x[0], 2)


def test_a_large_window_still_knows_its_winner():
    """The place in the window once was a uint8: a window of 17 x 17 wrapped around."""
    x = values(1, 1, 20, 20)
    out, choice = REGISTRY["max_pool2d"](x, kernel_size=20)
    assert choice.item() == x.argmax()
    back = REGISTRY["max_pool2d_scatter"](out, choice, x, kernel_size=20)
    assert back.ravel().argmax() == x.argmax() or out.item() < 0


@pytest.mark.parametrize("size", [1, 3, (2, 5), (None, 2), 7])
def test_adaptive_avg_pool2d(size):
    x = values(2, 3, 6, 5)
    high, wide = (size, size) if isinstance(size, int) else size
    high, wide = high or 6, wide or 5
    out = adaptive_avg_pool2d(x, size)
    assert out.shape == (2, 3, high, wide)
    for r, c in itertools.product(range(high), range(wide)):
        rows = slice(r * 6 // high, -(-(r + 1) * 6 // high))
        columns = slice(c * 5 // wide, -(-(c + 1) * 5 // wide))
        np.testing.assert_allclose(out[:, :, r, c], x[:, :, rows, columns].mean((2, 3)))


@pytest.mark.parametrize("name", ["conv2d", "conv2d_grad_input", "conv2d_grad_weight"])
def test_on_a_cpu_some_images_at_a_time(name):
    """NumPy's kernels take many images in parts; each image is still the same."""
    x, weight = values(3, 64, 40, 41), values(8, 32, 3, 3)
    grad = values(3, 8, 20, 21)
    operands = {"conv2d": (x, weight), "conv2d_grad_input": (grad, weight, x), "conv2d_grad_weight": (grad, x, weight)}
    attrs = {"stride": 2, "padding": 1, "groups": 2}
    op = REGISTRY[name]
    np.testing.assert_allclose(
        op.run(operands[name], attrs), op.kernel(np, *operands[name], **attrs), rtol=1e-10, atol=1e-10
    )


def test_no_images():
    assert conv2d(values(0, 2, 5, 5), values(3, 2, 3, 3)).shape == (0, 3, 3, 3)


@pytest.mark.parametrize(
    "size, stride, dilation, before, after", [(3, 1, 1, 1, 1), (2, 3, 2, 4, 0), (5, 2, 1, 0, 7), (3, 2, 3, 6, 6)]
)
def test_which_windows_have_no_padding_at_a_place(size, stride, dilation, before, after):
    axis, dim = Axis(size, stride, dilation, before, after), 8
    count = axis.count(dim)
    for offset in range(size):
        windows, found = axis.unpadded(offset, count, dim)
        where = [k * stride + offset * dilation - before for k in range(count)]
        assert [*range(count)][windows] == [k for k, w in enumerate(where) if 0 <= w < dim]
        assert [*range(dim)][found] == [w for w in where if 0 <= w < dim]
