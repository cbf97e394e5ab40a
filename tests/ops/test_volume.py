"""Windows in any number of dims against loops, and what ops over them say of shapes that do not fit."""

import itertools

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, NotFound, ShapeError
from opscope.ops.nn import windows_nd
from opscope.ops.nn.conv3d import conv3d
from opscope.ops.nn.conv_transpose import conv3d_transpose
from opscope.ops.nn.max_pool_indices import max_pool_with_index
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn import functional as F  # noqa: N812
from tests.laws.cases import spec_of


def values(*shape):
    return np.random.default_rng(len(shape)).standard_normal(shape)


def test_conv3d_by_loops():
    x, weight = values(2, 4, 5, 6, 4), values(6, 2, 3, 2, 2)
    stride, pads, dilation = (2, 1, 1), ((1, 0), (2, 1), (0, 1)), (1, 2, 1)
    out = conv3d(x, weight, stride=stride, padding=[v for p in pads for v in p], dilation=dilation, groups=2)
    big = np.pad(x, ((0, 0), (0, 0), *pads))
    for place in itertools.product(*map(range, out.shape[2:])):
        spot = tuple(
            slice(i * s, i * s + d * (k - 1) + 1, d)
            for i, s, d, k in zip(place, stride, dilation, weight.shape[2:], strict=True)
        )
        window = big[(slice(None), slice(None), *spot)]
        for o in range(6):
            part = window[:, 2 * (o // 3) : 2 * (o // 3) + 2]
            np.testing.assert_allclose(out[(slice(None), o, *place)], (part * weight[o]).sum((1, 2, 3, 4)))


def test_conv3d_transpose_by_loops():
    x, weight = values(1, 2, 2, 3, 2), values(2, 1, 2, 2, 3)
    out = conv3d_transpose(x, weight, stride=2, padding=[0, 1, 0], output_padding=[1, 0, 0], groups=2)
    whole = np.zeros((1, 2, 5, 6, 5))
    for c, place in itertools.product(range(2), itertools.product(*map(range, x.shape[2:]))):
        spot = tuple(slice(2 * i, 2 * i + k) for i, k in zip(place, weight.shape[2:], strict=True))
        whole[(0, c, *spot)] += x[(0, c, *place)] * weight[c, 0]
    np.testing.assert_allclose(out, whole[:, :, :5, 1:5, :])


def test_max_pooling_names_the_first_of_equals():
    out, index = max_pool_with_index(np.zeros((1, 1, 3, 3)), kernel_size=2, stride=1)
    assert index[0, 0].tolist() == [[0, 1], [3, 4]] and not out.any()
    out, index = max_pool_with_index(np.arange(5).reshape(1, 1, 5) - 9, kernel_size=2, padding=1)
    assert out.tolist() == [[[-9, -7, -5]]] and index.tolist() == [[[0, 2, 4]]], "padding never wins, in integers too"
    assert np.isnan(max_pool_with_index(np.array([[[1.0, np.nan]]]), kernel_size=2)[0]).all()


@pytest.mark.parametrize(
    "name, shapes, attrs, words",
    [
        ("conv3d", [(1, 2, 3, 3), (1, 2, 1, 1, 1)], {}, r"x must be \[N, C, D, H, W\]"),
        ("conv3d", [(1, 2, 3, 3, 3), (1, 3, 1, 1, 1)], {}, "x has 2 channels, but weight needs 3 in each of 1 groups"),
        ("conv3d", [(1, 2, 3, 3, 3), (3, 1, 1, 1, 1)], {"groups": 2}, "3 output channels cannot be divided into 2"),
        ("conv3d", [(1, 2, 3, 3, 3), (3, 2, 5, 1, 1)], {}, "does not fit"),
        ("conv2d_transpose", [(1, 2, 3, 3), (2, 1, 3)], {}, "weight must be"),
        (
            "conv2d_transpose",
            [(1, 2, 3, 3), (3, 1, 3, 3)],
            {},
            "x has 2 channels in 1 groups, but the first dim of weight is 3",
        ),
        ("conv2d_transpose", [(1, 2, 1, 1), (2, 1, 2, 2)], {"padding": 2}, "gives -2 output values"),
        ("max_pool_with_index", [(2, 3)], {"kernel_size": 2}, r"x must be \[N, C, \*\]"),
        ("avg_pool3d", [(1, 2, 3, 3)], {"kernel_size": 2}, r"x must be \[N, C, D, H, W\]"),
        ("unfold", [(2, 3)], {"kernel_sizes": 2}, r"x must be \[N, C, H, W\]"),
        ("fold", [(1, 7, 4)], {"output_sizes": 3, "kernel_sizes": 2}, r"x must be \[N, C \* 4, 4\]"),
        ("group_norm", [(3,)], {"groups": 1}, r"x must be \[N, C, ...\]"),
        ("group_norm", [(2, 4), (3,)], {"groups": 2}, "weight must be \\[4\\]"),
        ("prelu", [(2, 4), (2, 2)], {}, r"weight must be \[1\] or \[C\]"),
        ("prelu", [(2, 4), (3,)], {}, "weight must have 1 or 4 values, one for each channel of x, but has 3"),
        ("pad_mirrored", [(2, 3)], {"paddings": [1, 1], "mode": "reflect"}, "do not match"),
    ],
)
def test_shapes_that_do_not_fit(name, shapes, attrs, words):
    with pytest.raises(ShapeError, match=words):
        REGISTRY[name].infer(*(spec_of(np.zeros(s)) for s in shapes), **attrs)


def test_arguments_that_do_not_fit():
    x = paddle.to_tensor(values(1, 2, 4, 4))
    for words, call in (
        ("padding 'FULL' is not valid", lambda: windows_nd.axes((3, 3), 2, 1, "FULL")),
        (r"padding \[1, 2, 3\] is not valid", lambda: windows_nd.paddings([1, 2, 3], 2)),
        ("stride must be an int or 3 ints", lambda: windows_nd.axes((3, 3, 3), 2, [1, 1], 0)),
        ("mode 'sinc' is not supported", lambda: REGISTRY["interpolate"](x, size=[2, 2], mode="sinc")),
        ("mode 'mirror' is not supported", lambda: REGISTRY["pad_mirrored"](x, paddings=[0] * 8, mode="mirror")),
        ("kernel_size must be an int or a list of one", lambda: F.max_pool1d(x[0], [2, 2])),
        ("is not valid", lambda: F.conv1d(x[0], x[0, :, :, :2], padding=[1, 2, 3])),
        ("should be one of NC, NCL", lambda: F.group_norm(x, 2, data_format="CN")),
    ):
        with pytest.raises(ArgumentError, match=words):
            call()


def test_by_cells_and_by_area():
    x = paddle.to_tensor(values(2, 3, 4, 6))
    means = x.numpy().reshape(2, 3, 2, 2, 3, 2).mean((3, 5))
    np.testing.assert_allclose(F.interpolate(x, scale_factor=0.5, mode="area").numpy(), means)
    np.testing.assert_allclose(F.interpolate(x[:, :, 0], [3], mode="area").numpy(),
                               x.numpy()[:, :, 0].reshape(2, 3, 3, 2).mean(-1))  # fmt: skip
    cube = x.reshape([2, 1, 3, 4, 6])
    wanted = F.adaptive_avg_pool3d(cube, [3, 2, 3]).numpy()
    np.testing.assert_array_equal(F.interpolate(cube, [3, 2, 3], mode="area").numpy(), wanted)
    np.testing.assert_allclose(wanted[:, 0], means)
    assert F.interpolate(x, paddle.to_tensor([2, 3])).shape == [2, 3, 2, 3]
    assert F.interpolate(x, 5).shape == [2, 3, 5, 5]
    paddle.enable_static()
    unknown = paddle.static.data("x", [-1, 3, -1, 4])
    assert F.interpolate(unknown, scale_factor=2).shape == (-1, 3, -1, 8)
    with pytest.raises(ArgumentError, match="needs an x whose dims are known"):
        F.interpolate(unknown, scale_factor=2, mode="area")
    with pytest.raises(ShapeError, match="the height and the width of x must be known"):
        F.pixel_unshuffle(unknown, 2)


def test_zero_padding_and_columns_in_paddles_order():
    x = values(1, 1, 2, 2)
    padded = F.zeropad2d(paddle.to_tensor(x), [1, 0, 2, 0]).numpy()
    np.testing.assert_array_equal(padded, np.pad(x, ((0, 0), (0, 0), (2, 0), (1, 0))))
    assert F.pad(paddle.to_tensor(x), 1).shape == [1, 1, 4, 4]
    columns = F.unfold(paddle.to_tensor(x), 2, paddings=[2, 1, 0, 0]).numpy()  # top, left, bottom, right
    np.testing.assert_array_equal(columns, F.unfold(paddle.to_tensor(padded), 2).numpy())


def test_integers_are_refused_where_they_would_be_rounded():
    x = paddle.to_tensor(np.arange(16).reshape(1, 1, 4, 4))
    assert F.interpolate(x, [8, 8]).numpy()[0, 0, 7, 7] == 15
    for call in (
        lambda: F.interpolate(x, [8, 8], mode="bilinear"),
        lambda: F.avg_pool3d(x.reshape([1, 1, 1, 4, 4]), [1, 2, 2]),
        lambda: F.adaptive_avg_pool3d(x.reshape([1, 1, 1, 4, 4]), 1),
    ):
        with pytest.raises((DTypeError, NotFound), match=r"takes floating values, not int64|must be .* received int64"):
            call()
