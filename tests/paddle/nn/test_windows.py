"""Convolution, pooling and resizing: layouts, paddings in all spellings, and what is refused."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.paddle import nn, static
from opscope.paddle.nn import functional as F  # noqa: N812
from tests.paddle.nn.reference import wave


def t(*shape, start=0.0):
    return paddle.to_tensor(wave(*shape, start=start))


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_channels_last_is_channels_first_turned(dims: int):
    x, last = t(2, 4, *(6, 5, 4)[:dims]), ("NLC", "NHWC", "NDHWC")[dims - 1]
    to, back = [0, *range(2, dims + 2), 1], [0, dims + 1, *range(1, dims + 1)]
    turned = paddle.transpose(x, to)
    weight, bias = t(6, 2, *(3, 2, 2)[:dims], start=1.0), t(6)
    calls = [
        (f"conv{dims}d", (weight, bias), {"padding": 1, "groups": 2}),
        (
            f"conv{dims}d_transpose",
            (paddle.transpose(weight, [1, 0, *range(2, dims + 2)])[:, :2].tile([2] + [1] * (dims + 1)), None),
            {"stride": 2},
        ),
    ]
    if dims > 1:
        calls += [(f"max_pool{dims}d", (2,), {}), (f"avg_pool{dims}d", (2,), {"padding": 1})]
        calls += [(f"adaptive_avg_pool{dims}d", (2,), {})]
    for name, args, options in calls:
        call = getattr(F, name)
        expected = call(x, *args, **options).numpy()
        found = paddle.transpose(call(turned, *args, **options, data_format=last), back).numpy()
        np.testing.assert_array_equal(found, expected, err_msg=name)


def test_paddings_in_all_spellings():
    x, weight = t(1, 2, 5, 5), t(3, 2, 3, 3)
    wanted = F.conv2d(x, weight, padding=[1, 1, 1, 1]).numpy()
    for padding in (1, [1, 1], "SAME", [[0, 0], [0, 0], [1, 1], [1, 1]]):
        np.testing.assert_array_equal(F.conv2d(x, weight, padding=padding).numpy(), wanted)
    last = F.conv2d(paddle.transpose(x, [0, 2, 3, 1]), weight, padding=[[0, 0], [1, 1], [1, 1], [0, 0]],
                    data_format="NHWC")  # fmt: skip
    np.testing.assert_array_equal(paddle.transpose(last, [0, 3, 1, 2]).numpy(), wanted)
    with pytest.raises(ArgumentError, match="is not zero for N or C"):
        F.conv2d(x, weight, padding=[[0, 0], [1, 0], [1, 1], [1, 1]])
    cube, kernel = t(1, 1, 4, 4, 4), t(1, 1, 3, 3, 3)
    same = F.conv3d(cube, kernel, padding=1).numpy()
    for padding in ([1] * 3, [1] * 6, "same", [[0, 0], [0, 0], [1, 1], [1, 1], [1, 1]]):
        np.testing.assert_array_equal(F.conv3d(cube, kernel, padding=padding).numpy(), same)
    line, filters = t(1, 1, 5), t(1, 1, 3)
    for padding in ([1], [1, 1], "SAME", [[0, 0], [0, 0], [1, 1]]):
        np.testing.assert_array_equal(
            F.conv1d(line, filters, padding=padding).numpy(), F.conv1d(line, filters, padding=1).numpy()
        )


def test_padding_modes_are_padding_first():
    layer = nn.Conv2D(2, 3, 3, padding=[1, 2], padding_mode="circular")
    x = paddle.to_tensor(wave(2, 2, 5, 6).astype("float32"))
    by_hand = F.conv2d(F.pad(x, [2, 2, 1, 1], "circular"), layer.weight, layer.bias)
    np.testing.assert_allclose(layer(x).numpy(), by_hand.numpy())


@pytest.mark.parametrize("kind, shape", [("1D", (2, 3, 5)), ("2D", (2, 3, 5, 4)), ("3D", (1, 3, 3, 4, 2))])
def test_transposed_convolution_is_the_gradient_of_convolution(kind: str, shape: tuple[int, ...]):
    paddle.set_default_dtype("float64")
    layer = getattr(nn, f"Conv{kind}Transpose")(3, 2, 3, stride=2, padding=1, bias_attr=False)
    y = t(*shape)
    out = layer(y)
    x = paddle.to_tensor(np.zeros(out.shape), stop_gradient=False)
    convolved = getattr(F, f"conv{kind.lower()}")(x, layer.weight, stride=2, padding=1)
    assert convolved.shape == list(shape)
    convolved.backward(y)
    np.testing.assert_allclose(out.numpy(), x.grad.numpy(), atol=1e-12)


def test_sizes_of_transposed_convolution():
    layer = nn.Conv2DTranspose(1, 1, 3, stride=2)
    x = paddle.ones([1, 1, 3, 4])
    assert layer(x).shape == [1, 1, 7, 9] and layer(x, output_size=[8, 9]).shape == [1, 1, 8, 9]
    with pytest.raises(ArgumentError, match=r"output_size must be between \[7, 9\] and \[8, 10\], but it is \[9, 9\]"):
        layer(x, output_size=9)
    with pytest.raises(ArgumentError, match="must be smaller than the stride"):
        nn.Conv2DTranspose(1, 1, 3, stride=2, output_padding=2)(x)
    with pytest.raises(ShapeError, match="must not both be passed"):
        nn.Conv2DTranspose(1, 1, 3, stride=2, output_padding=1)(x, output_size=8)
    paddle.enable_static()
    with pytest.raises(UnsupportedError, match="needs an x whose dims are known"):
        nn.Conv2DTranspose(1, 1, 3, stride=2)(static.data("x", [-1, 1, -1, 4]), output_size=[8, 9])
    assert nn.Conv2DTranspose(1, 1, 3, 2)(static.data("y", [-1, 1, -1, 4])).shape == (-1, 1, -1, 9)


def test_masks_find_the_values():
    for dims, shape in ((1, (2, 3, 7)), (2, (2, 3, 6, 7)), (3, (1, 2, 4, 5, 6))):
        x = wave(*shape)
        flat = x.reshape(*shape[:2], -1)
        for out, mask in (
            getattr(F, f"max_pool{dims}d")(paddle.to_tensor(x), 3, 2, 1, return_mask=True),
            getattr(F, f"adaptive_max_pool{dims}d")(paddle.to_tensor(x), 3, return_mask=True),
        ):
            found = np.take_along_axis(flat, mask.numpy().reshape(*shape[:2], -1).astype(int), 2)
            np.testing.assert_array_equal(found, out.numpy().reshape(*shape[:2], -1))
            assert mask.dtype is paddle.int32


def test_unpooling_puts_values_back():
    x = t(1, 2, 6)
    out, mask = F.max_pool1d(x, 2, return_mask=True)
    back = F.max_unpool1d(out, mask, 2).numpy()
    assert np.count_nonzero(back) == 6 and (back[back != 0] == x.numpy()[back != 0]).all()
    assert F.max_unpool1d(out, mask, 2, output_size=[1, 2, 7]).shape == [1, 2, 7]
    with pytest.raises(UnsupportedError, match="data_format='NLC'"):
        F.max_unpool1d(out, mask, 2, data_format="NLC")


def test_nearest_takes_what_stands_there():
    x = np.arange(6.0).reshape(1, 1, 2, 3)
    out = F.interpolate(paddle.to_tensor(x), scale_factor=2).numpy()
    np.testing.assert_array_equal(out, x.repeat(2, 2).repeat(2, 3))
    np.testing.assert_array_equal(F.upsample(paddle.to_tensor(x), [2, 3]).numpy(), x)
    last = F.interpolate(paddle.to_tensor(x.transpose(0, 2, 3, 1)), scale_factor=[2, 2], data_format="NHWC").numpy()
    np.testing.assert_array_equal(last.transpose(0, 3, 1, 2), out)
    asymmetric = F.interpolate(paddle.to_tensor(x), [2, 6], mode="bilinear", align_mode=1).numpy()
    np.testing.assert_allclose(asymmetric[0, 0, 0], [0, 0.5, 1, 1.5, 2, 2])


def test_resizing_says_what_does_not_fit():
    x = t(1, 1, 2, 3)
    for words, options in (
        ("needs either size or scale_factor", {}),
        ("needs either size or scale_factor", {"size": [2, 2], "scale_factor": 2}),
        ("can only be 'linear'", {"size": [2, 2], "mode": "sinc"}),
        ("align_corners=True is possible only", {"size": [2, 2], "align_corners": True}),
        ("positive numbers", {"scale_factor": -1}),
    ):
        with pytest.raises(ArgumentError, match=words):
            F.interpolate(x, **options)
    with pytest.raises(ShapeError, match="must have 3 dims"):
        F.interpolate(x, [2, 2], mode="trilinear")
    with pytest.raises(ShapeError, match="the number of channels, 3, must be divisible by 4"):
        F.pixel_shuffle(t(1, 3, 2, 2), 2)
    with pytest.raises(ShapeError, match="the height 3 and the width 2 must be divisible by 2"):
        F.pixel_unshuffle(t(1, 3, 3, 2), 2)


def test_layers_refuse_what_cannot_be():
    for words, call in (
        ("must be divisible by groups", lambda: nn.Conv2D(3, 4, 3, groups=2)),
        ("padding_mode must be one of", lambda: nn.Conv2D(2, 2, 3, padding_mode="mirror")),
        ("should be 'NCHW' or 'NHWC'", lambda: nn.Conv2D(2, 2, 3, data_format="NCL")),
        ("kernel_size must be an int or 2 ints", lambda: nn.Conv2D(2, 2, [3, 3, 3])),
        ("padding_idx must be within", lambda: nn.Embedding(3, 2, padding_idx=3)),
        ("must be positive", lambda: nn.Embedding(0, 2)),
    ):
        with pytest.raises(ArgumentError, match=words):
            call()
    with pytest.raises(UnsupportedError, match="cannot be combined with padding='SAME'"):
        nn.Conv2D(2, 2, 3, padding="SAME", padding_mode="reflect")(t(1, 2, 4, 4))
    with pytest.raises(ShapeError, match="conv1d needs an input of rank 3, but its rank is 2"):
        nn.Conv1D(1, 1, 1)(t(2, 2))


def test_an_embedding_leaves_its_padding_alone():
    table = nn.Embedding(4, 3, padding_idx=-1)
    assert table._padding_idx == 3 and not table.weight.numpy()[3].any()
    table(paddle.to_tensor([1, 3, 3])).sum().backward()
    np.testing.assert_array_equal(table.weight.grad.numpy(), [[0] * 3, [1] * 3, [0] * 3, [0] * 3])
