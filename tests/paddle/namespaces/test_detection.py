"""paddle.vision.ops: regions, moved windows and boxes. The numbers are those of Paddle 2.6.2 on the same values."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle import static
from opscope.paddle.vision import ops

RNG = np.random.RandomState(0)
X = RNG.randn(2, 8, 9, 10).astype("float32")
BOXES = np.array([[0.3, 1.2, 6.1, 7.9], [2, 2, 12, 11], [-3, -2, 4, 5]], "float32")
COUNTS = np.array([1, 2], "int32")
HEAD = RNG.randn(2, 16, 6, 6).astype("float32")
TRUE = np.concatenate([RNG.rand(2, 3, 2), RNG.rand(2, 3, 2) * 0.5], -1).astype("float32")
TRUE[0, 2] = 0
LABEL, SCORE = RNG.randint(0, 3, (2, 3)).astype("int32"), RNG.rand(2, 3).astype("float32")
LOW = RNG.rand(2, 8, 2) * 0.4
FOUND = np.concatenate([LOW, LOW + RNG.rand(2, 8, 2) * 0.5 + 0.1], -1).astype("float32")
CHANCES = RNG.rand(2, 3, 8).astype("float32")


def tensors(*arrays):
    return [paddle.to_tensor(a) for a in arrays]


def told(*values):
    """The first eight numbers of each, and the sum of all magnitudes."""
    return [[*v.numpy().astype("float64").reshape(-1)[:8], np.abs(v.numpy()).sum()] for v in values]


def close(found, *expected):
    for a, b in zip(told(*found), expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=2e-5)


# --- regions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda *a: ops.roi_align(*a, 2),
         [-0.12766, -0.02853, -0.31369, -0.34364, 0.04148, 0.37862, 0.26346, 0.20686, 17.3407]),
        (lambda *a: ops.roi_align(*a, (2, 3), 0.5, 2, False),
         [0.31936, 0.92536, 0.20417, -0.24873, -0.52505, -0.78584, 0.4589, -0.79955, 54.6107]),
        (lambda *a: ops.roi_pool(*a, (2, 3), 0.5),
         [1.45427, 1.45427, 0.86444, 0.37816, 0.37816, 1.95078, 1.88315, 0.90604, 148.9454]),
        (lambda *a: ops.psroi_pool(*a, [2, 2]),
         [-0.24098, 0.33838, -0.38039, -0.84481, -0.43289, 0.43943, -0.2461, 0.15365, 6.8258]),
    ],
    ids=["align", "align_points", "pool", "psroi"],
)  # fmt: skip
def test_regions(call, expected):
    close([call(*tensors(X, BOXES, COUNTS))], expected)


def test_an_aligned_mean_lies_at_the_middle_of_its_bin():
    ramp = paddle.arange(12, dtype="float32").expand([1, 1, 12, 12])
    out = ops.RoIAlign(2)(ramp, paddle.to_tensor([[2.0, 2.0, 8.0, 8.0]]), paddle.to_tensor([1], "int32"))
    np.testing.assert_allclose(out[0, 0, 0].numpy(), [3.0, 6.0], rtol=1e-6)  # 3.5 and 6.5, of pixels at halves


def test_outside_of_the_image_there_is_nothing():
    x, boxes, count = paddle.ones([1, 4, 5, 5]), paddle.to_tensor([[-30.0, -30, -20, -20]]), paddle.to_tensor([1])
    for layer in (ops.RoIAlign(2), ops.RoIPool(2), ops.PSRoIPool(2)):
        assert not layer(x, boxes, count).numpy().any()
    assert ops.RoIPool(2).extra_repr() == "output_size=2, spatial_scale=1.0"


def test_the_largest_value_alone_gets_the_gradient():
    x = paddle.to_tensor(X, stop_gradient=False)
    out = ops.roi_pool(x, *tensors(BOXES, COUNTS), 2)
    out.sum().backward()
    assert float(x.grad.sum()) == 2 * 2 * 8 * 3
    np.testing.assert_allclose((x.grad * x).sum().numpy(), out.sum().numpy(), rtol=1e-5)


# --- windows that are moved ---------------------------------------------------------------------------


@pytest.mark.parametrize("groups", [1, 2])
def test_without_an_offset_it_is_a_convolution(groups):
    x, weight, bias = tensors(X, RNG.randn(6, 8 // groups, 3, 2).astype("float32"), RNG.randn(6).astype("float32"))
    window = (2, (1, 0), (1, 2))
    expected = paddle.nn.functional.conv2d(x, weight, bias, *window, groups=groups)
    still = paddle.zeros([2, 2 * 2 * 6, *expected.shape[2:]])
    half = paddle.full([2, 2 * 6, *expected.shape[2:]], 0.5)
    out = ops.deform_conv2d(x, still, weight, bias, *window, deformable_groups=2, groups=groups)
    np.testing.assert_allclose(out.numpy(), expected.numpy(), rtol=1e-4, atol=1e-4)
    masked = ops.deform_conv2d(x, still, weight, None, *window, deformable_groups=2, groups=groups, mask=half)
    np.testing.assert_allclose(masked.numpy() * 2 + bias.numpy()[:, None, None], out.numpy(), rtol=1e-4, atol=1e-4)


def test_an_offset_moves_y_then_x():
    x = paddle.to_tensor(X[:1, :1])
    offset = paddle.to_tensor(np.array([1.0, 2.5], "float32").reshape(1, 2, 1, 1)).expand([1, 2, 9, 10])
    out = ops.deform_conv2d(x, offset, paddle.ones([1, 1, 1, 1])).numpy()[0, 0]
    np.testing.assert_allclose(out[:8, :7], (X[0, 0, 1:, 2:9] + X[0, 0, 1:, 3:]) / 2, rtol=1e-5)
    assert not out[8].any()


def test_on_a_pixel_the_slope_is_that_behind_it():
    """Offsets begin with 0, where the magnitude of a distance has no slope; and there is none at the padding."""
    x, weight = paddle.to_tensor([[[[1.0, 4.0, 9.0]]]]), paddle.ones([1, 1, 1, 1])
    offset = paddle.zeros([1, 2, 1, 5])
    offset.stop_gradient = False
    ops.deform_conv2d(x, offset, weight, padding=(0, 1)).sum().backward()
    np.testing.assert_allclose(offset.grad[0, 1, 0].numpy(), [0, 3, 5, -9, 0])
    grid = paddle.to_tensor([[[[-1.0, 0.0], [0.0, 0.0]]]], stop_gradient=False)
    paddle.nn.functional.grid_sample(paddle.to_tensor([[[[1.0, 4.0, 9.0]] * 3]]), grid).sum().backward()
    np.testing.assert_allclose(grid.grad[0, 0, :, 0].numpy(), [3, 5])


def test_the_layer_and_the_program():
    layer = ops.DeformConv2D(8, 6, (3, 2), groups=2)
    assert {n: p.shape for n, p in layer.named_parameters()} == {"weight": [6, 4, 3, 2], "bias": [6]}
    offset, mask = RNG.randn(2, 12, 7, 9).astype("float32"), RNG.rand(2, 6, 7, 9).astype("float32")
    expected = layer(*tensors(X, offset, mask)).numpy()
    paddle.enable_static()
    try:
        with static.program_guard(static.Program(), static.Program()):
            x, o, m = (static.data(n, [None, *a.shape[1:]]) for n, a in (("x", X), ("o", offset), ("m", mask)))
            attr = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(layer.weight.numpy()))
            out = static.nn.deform_conv2d(x, o, m, 6, (3, 2), groups=2, weight_attr=attr)
            exe = static.Executor()
            exe.run(static.default_startup_program())
            for _ in range(2):
                got = exe.run(feed={"x": X, "o": offset, "m": mask}, fetch_list=[out])[0]
                np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)
    finally:
        paddle.disable_static()


# --- boxes --------------------------------------------------------------------------------------------


def test_yolo():
    head = paddle.to_tensor(HEAD, stop_gradient=False)
    loss = ops.yolo_loss(
        head, *tensors(TRUE, LABEL), [10, 13, 16, 30, 33, 23, 60, 70], [1, 3], 3, 0.5, 32, paddle.to_tensor(SCORE),
        scale_x_y=1.1,
    )  # fmt: skip
    loss.sum().backward()
    close([loss, head.grad], [59.85062, 57.77725, 117.6279], [0.0] * 8 + [73.4135])
    sizes = paddle.to_tensor(np.array([[100, 160], [90, 80]], "int32"))
    boxes, scores = ops.yolo_box(head, sizes, [10, 13, 16, 30], 3, 0.4, 32)
    close(
        [boxes, scores], [0.0, 0.0, 0.0, 0.0, 32.83229, 0.0, 35.08212, 19.74048, 20534.5156],
        [0.0, 0.0, 0.0, 0.15185, 0.17699, 0.37948, 0.128, 0.33064, 84.812],
    )  # fmt: skip


def test_two_boxes_of_one_place_both_teach_it():
    """Paddle keeps the gradient of the last of them, and the losses of both."""
    head = paddle.to_tensor(HEAD[:1], stop_gradient=False)
    twice = np.repeat(TRUE[1:, :1], 2, axis=1)
    grads = []
    for boxes in (twice[:, :1], twice):
        kinds = paddle.zeros(list(boxes.shape[:2]), "int32")
        anchors = [10, 13, 16, 30, 33, 23, 60, 70]
        loss = ops.yolo_loss(head, paddle.to_tensor(boxes), kinds, anchors, [2, 3], 3, 0.5, 32)
        grads.append(paddle.grad(loss, head)[0].reshape([2, 8, 36]))
    assert np.abs(grads[0][:, :4].numpy()).sum() > 0
    np.testing.assert_allclose(grads[1][:, :4].numpy(), 2 * grads[0][:, :4].numpy(), rtol=1e-5)


def test_matrix_nms():
    rows, counts, index = ops.matrix_nms(*tensors(FOUND, CHANCES), 0.2, 0.1, 5, 6, return_index=True)
    close(
        [rows, counts, index], [1.0, 0.88699, 0.14166, 0.21841, 0.64341, 0.69166, 2.0, 0.8345, 44.9851],
        [6.0, 6.0, 12.0], [6.0, 7.0, 3.0, 2.0, 0.0, 5.0, 8.0, 9.0, 89.0],
    )  # fmt: skip
    rows, counts, index = ops.matrix_nms(
        *tensors(FOUND * 40, CHANCES), 0.2, 0.3, 5, -1, True, background_label=-1, normalized=False, return_index=True
    )
    close(
        [rows, counts, index], [1.0, 0.88699, 5.66623, 8.73622, 25.73632, 27.66644, 0.0, 0.8622, 1649.1736],
        [13.0, 12.0, 25.0], [6.0, 5.0, 7.0, 3.0, 0.0, 1.0, 2.0, 3.0, 181.0],
    )  # fmt: skip
    assert ops.matrix_nms(*tensors(FOUND, CHANCES), 1.0, 0.1, 5, 6, return_rois_num=False)[0].shape == [0, 6]


def test_proposals_and_their_levels():
    rng = np.random.RandomState(4)
    low = rng.rand(3, 4, 2, 2) * 40
    anchors = np.concatenate([low, low + rng.rand(3, 4, 2, 2) * 40 + 1], -1).astype("float32")
    scores, still = rng.rand(2, 2, 3, 4).astype("float32"), np.zeros((2, 8, 3, 4), "float32")
    sizes, spread = np.array([[70, 80], [60, 50]], "float32"), np.ones_like(anchors)
    rois, chances, counts = ops.generate_proposals(
        *tensors(scores, still, sizes, anchors, spread), post_nms_top_n=5, nms_thresh=0.6, return_rois_num=True
    )
    best = scores[0].transpose(1, 2, 0).reshape(-1).argmax()  # without offsets the best anchor comes first
    np.testing.assert_allclose(rois[0].numpy(), anchors.reshape(-1, 4)[best].clip(0, [80, 70, 80, 70]), rtol=1e-5)
    assert counts.tolist() == [5, 5] and (np.diff(chances.numpy()[:5, 0]) <= 0).all()
    assert float(ops.nms(rois[:5], 0.6).shape[0]) == 5
    levels, restore, numbers = ops.distribute_fpn_proposals(rois, 2, 4, 3, 30, rois_num=counts)
    back = np.concatenate([level.numpy() for level in levels])[restore.numpy()[:, 0]]
    np.testing.assert_array_equal(back, rois.numpy())
    assert np.array([n.numpy() for n in numbers]).sum(0).tolist() == [5, 5]
    sides = [np.sqrt(np.prod(v.numpy()[:, 2:] - v.numpy()[:, :2], axis=1)) for v in levels]
    assert (sides[0] < 30).all() and (sides[1] < 60).all() and (sides[2] >= 60).all() and len(sides[1])
    nothing = ops.generate_proposals(
        *tensors(scores, still, sizes, anchors, spread), min_size=1000.0, return_rois_num=True
    )
    assert nothing[0].shape == [2, 4] and not nothing[0].numpy().any()  # a box of zeros each


def test_prior_boxes():
    features, image = paddle.zeros([1, 1, 2, 3]), paddle.zeros([1, 3, 20, 30])
    options = {"flip": True, "min_max_aspect_ratios_order": True, "clip": True, "steps": (9.0, 0.0)}
    made = ops.prior_box(features, image, [4.0, 8.0], [6.0, 12.0], [2.0], **options)
    assert made[0].shape == [2, 3, 8, 4]
    close(
        made, [0.1, 0.15, 0.23333, 0.35, 0.08502, 0.12753, 0.24832, 0.37247, 96.0],
        [0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2, 0.2, 28.8],
    )  # fmt: skip


def test_row_conv_looks_ahead():
    paddle.enable_static()
    try:
        with static.program_guard(static.Program(), static.Program()):
            x = static.data("x", [None, 3, 1])
            attr = paddle.ParamAttr(initializer=paddle.nn.initializer.Assign(np.float32([[1.0], [10.0]])))
            out = static.nn.row_conv(x, 1, attr)
            cost = static.nn.nce(static.data("y", [None, 4]), static.data("l", [None, 1], "int64"), 5)
            exe = static.Executor()
            exe.run(static.default_startup_program())
            feed = {"x": np.float32([[[1], [2], [3]]]), "y": np.ones((1, 4), "float32"), "l": np.array([[2]])}
            got = exe.run(feed=feed, fetch_list=[out, cost])
    finally:
        paddle.disable_static()
    assert got[0].reshape(-1).tolist() == [21, 32, 3] and got[1].shape == (1, 1) and got[1] > 0


x4, b4, n2 = paddle.ones([2, 4, 5, 5]), paddle.ones([2, 4]), paddle.to_tensor([1, 1], "int32")
WRONG = [
    (lambda: ops.roi_align(x4, b4, None, 2), AssertionError, "boxes_num should not be None"),
    (lambda: ops.roi_pool(x4, b4, n2, [2, 2]), TypeError, "output_size"),
    (lambda: ops.psroi_pool(x4, b4, n2, 0), ValueError, "should not contain 0"),
    (lambda: ops.psroi_pool(x4[0], b4, n2, 1), AssertionError, "N, C, H, W"),
    (lambda: ops.psroi_pool(x4, b4, n2, 3), ValueError, "multiple of 9"),
    (lambda: ops.roi_align(x4, b4, n2 + 1, 2), ValueError, "sum of boxes_num"),
    (lambda: ops.roi_align(x4, b4, n2[:1], 2), ValueError, "each image"),
    (lambda: ops.roi_align(x4[0], b4, n2, 2), ValueError, "x is"),
    (
        lambda: ops.deform_conv2d(x4, paddle.ones([2, 2, 5, 5]), paddle.ones([2, 4, 3, 3])),
        ValueError,
        "offset must have the shape",
    ),
    (lambda: ops.deform_conv2d(x4, x4[0], x4), ValueError, "four dims"),
    (
        lambda: ops.deform_conv2d(x4, x4[:, :2], paddle.ones([2, 4, 1, 1]), mask=x4),
        ValueError,
        "mask must have the shape",
    ),
    (lambda: ops.DeformConv2D(4, 4, 3, weight_attr=False), AssertionError, "weight_attr"),
    (lambda: ops.DeformConv2D(4, 4, 3, groups=3), ValueError, "divisible by groups"),
    (lambda: ops.prior_box(x4, x4, 4.0, steps=[1.0]), ValueError, "steps should be"),
    (lambda: ops.prior_box(x4, x4, [4.0, 5.0], [9.0]), ValueError, "max_sizes must have one element"),
    (lambda: ops.yolo_box(x4, n2, [1, 2], 3, 0.1, 8), ValueError, "yolo_box: x must be"),
    (lambda: ops.yolo_loss(x4, b4, n2, [1, 2], [0], 3, 0.1, 8), ValueError, "yolo_loss: x must be"),
    (lambda: ops.matrix_nms(b4, x4, 0.1, 0.1, 1, 1), ValueError, "bboxes"),
    (lambda: ops.distribute_fpn_proposals(b4, 2, 4, 3, 9), AssertionError, "rois_num"),
    (lambda: ops.distribute_fpn_proposals(b4, 4, 4, 3, 9), AssertionError, "max_level"),
    (lambda: ops.generate_proposals(x4, x4, b4, b4, b4), AssertionError, "return_rois_num"),
    (lambda: ops.generate_proposals(x4, x4, b4, b4, b4, return_rois_num=True), ValueError, "bbox_deltas"),
]


@pytest.mark.parametrize("call, error, words", WRONG)
def test_what_does_not_fit_is_said(call, error, words):
    with pytest.raises(error, match=words) as caught:
        call()
    assert isinstance(caught.value, OpscopeError)
