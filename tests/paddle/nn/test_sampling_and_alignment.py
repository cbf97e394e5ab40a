"""Grids, alignments and shifts: what their results must be, whatever the numbers."""

import itertools

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle.nn import functional as F  # noqa: N812
from tests.paddle.nn.reference import wave


def test_the_identity_looks_at_every_pixel():
    x = paddle.to_tensor(wave(2, 3, 4, 5))
    theta = paddle.to_tensor(np.tile([[1.0, 0, 0], [0, 1, 0]], (2, 1, 1)))
    for corners in (True, False):
        grid = F.affine_grid(theta, [2, 3, 4, 5], align_corners=corners)
        np.testing.assert_allclose(F.grid_sample(x, grid, align_corners=corners).numpy(), x.numpy(), atol=1e-12)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda x, g: F.grid_sample(x, g, mode="cubic"), "should be one of .'bilinear', 'nearest'., but it is 'cubic'"),
        (lambda x, g: F.grid_sample(x, g, padding_mode="zz"), "padding_mode of grid_sample should be one of"),
        (lambda x, g: F.grid_sample(x, g[..., :1]), "grid_sample needs x"),
        (lambda x, g: F.affine_grid([1.0], [1, 1, 2, 2]), "theta should be a Tensor"),
        (lambda x, g: F.affine_grid(x, [1, 1, 2, 2]), r"theta must have the shape \[N, 2, 3\]"),
        (lambda x, g: F.temporal_shift(x, 2, data_format="NCL"), "should be 'NCHW' or 'NHWC'"),
        (lambda x, g: F.multi_margin_loss(x[0, 0], g[0, 0, :1, 0]), "label.shape.0. should be equal to input"),
        (lambda x, g: F.multi_margin_loss(x[0, 0], g[0, :, 0, 0], weight=g[0, 0, :, 0]), "weight.shape.0. should"),
    ],
)
def test_refused(call, words):
    x, grid = paddle.to_tensor(wave(2, 3, 4, 5)), paddle.to_tensor(wave(2, 4, 2, 2))
    with pytest.raises(ValueError, match=words):
        call(x, grid)


def by_hand(p, label, blank):
    """Minus the log of the summed probability of every path of frames that reads as the label."""
    total = 0.0
    for path in itertools.product(range(p.shape[1]), repeat=p.shape[0]):
        read = [c for i, c in enumerate(path) if c != blank and (i == 0 or path[i - 1] != c)]
        if read == label:
            total += np.prod([p[i, c] for i, c in enumerate(path)])
    return -np.log(total)


@pytest.mark.parametrize("label", [[], [1], [1, 2], [2, 2], [1, 2, 1]])
def test_ctc_is_the_sum_over_paths(label):
    logits = wave(5, 1, 3)
    p = np.exp(logits[:, 0]) / np.exp(logits[:, 0]).sum(1, keepdims=True)
    padded = paddle.to_tensor(np.array([label + [0] * (4 - len(label))]))
    loss = F.ctc_loss(paddle.to_tensor(logits), padded, paddle.to_tensor([5]), paddle.to_tensor([len(label)]),
                      reduction="sum")  # fmt: skip
    assert float(loss) == pytest.approx(by_hand(p, label, 0), rel=1e-9)


def test_ctc_of_a_label_too_long_is_zero_and_pulls_nowhere():
    logits = paddle.to_tensor(wave(3, 1, 4), stop_gradient=False)
    loss = F.ctc_loss(logits, paddle.to_tensor([[1, 1, 1]]), paddle.to_tensor([3]), paddle.to_tensor([3]),
                      reduction="none")  # fmt: skip
    loss.sum().backward()
    assert loss.tolist() == [0.0]
    assert not logits.grad.numpy().any()


def test_ctc_reductions():
    logits, labels = paddle.to_tensor(wave(6, 2, 4), stop_gradient=False), paddle.to_tensor([[1, 2], [3, 0]])
    frames, sizes = paddle.to_tensor([6, 4]), paddle.to_tensor([2, 1])
    each = F.ctc_loss(logits, labels, frames, sizes, reduction="none")
    assert float(F.ctc_loss(logits, labels, frames, sizes, reduction="sum")) == pytest.approx(float(each.sum()))
    assert float(F.ctc_loss(logits, labels, frames, sizes)) == pytest.approx(float((each / [2.0, 1.0]).mean()))
    (plain,) = paddle.grad(each.sum(), logits)
    timed = F.ctc_loss(logits, labels, frames, sizes, reduction="none", norm_by_times=True)
    np.testing.assert_allclose(timed.numpy(), each.numpy())
    (divided,) = paddle.grad(timed.sum(), logits)
    np.testing.assert_allclose(divided.numpy()[:, 0], plain.numpy()[:, 0] / 6)
    with pytest.raises(AssertionError, match="reduction must be"):
        F.ctc_loss(logits, labels, frames, sizes, reduction="average")
    with pytest.raises(ValueError, match=r"labels the shape \[N, L\]"):
        F.ctc_loss(logits, labels[0], frames, sizes)


def test_temporal_shift_is_paddle_s():
    """Measured on Paddle 2.6.2: a channel from the segment before, one from the next, the others stay."""
    x = paddle.to_tensor(np.arange(64.0).reshape(4, 4, 2, 2))
    out = F.temporal_shift(x, seg_num=2, shift_ratio=0.25).numpy().reshape(2, 2, 4, 4)
    given = x.numpy().reshape(2, 2, 4, 4)
    assert not out[:, 0, 0].any()
    np.testing.assert_array_equal(out[:, 1, 0], given[:, 0, 0])
    np.testing.assert_array_equal(out[:, 0, 1], given[:, 1, 1])
    assert not out[:, 1, 1].any()
    np.testing.assert_array_equal(out[:, :, 2:], given[:, :, 2:])
    last = F.temporal_shift(x.transpose([0, 2, 3, 1]), 2, 0.25, data_format="NHWC")
    np.testing.assert_array_equal(last.transpose([0, 3, 1, 2]).numpy().ravel(), out.ravel())


def test_spectral_norm_divides_by_the_largest_singular_value():
    layer = paddle.nn.SpectralNorm([6, 4, 3], dim=1, power_iters=50, dtype="float64")
    weight = wave(6, 4, 3)
    out = layer(paddle.to_tensor(weight)).numpy()
    largest = np.linalg.svd(weight.transpose(1, 0, 2).reshape(4, -1), compute_uv=False)[0]
    np.testing.assert_allclose(out, weight / largest, rtol=1e-6)
    with pytest.raises(AssertionError, match="should be less than the length of `weight_shape`"):
        paddle.nn.SpectralNorm([3, 2], dim=2)
    with pytest.raises(AssertionError, match="may be 0"):
        paddle.nn.SpectralNorm([3, 0])
