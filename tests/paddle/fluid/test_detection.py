"""fluid.layers for boxes and regions: Paddle 2.6.2's operators of these types gave the numbers."""

import numpy as np
import pytest

from opscope.errors import ArgumentError, UnsupportedError
from opscope.paddle import fluid
from tests.paddle.fluid.modes import in_both

L = fluid.layers
BOXES = {
    "a": np.array([[0, 0, 0.5, 0.5], [0.2, 0.2, 0.8, 0.9]], "float32"),
    "b": np.array([[0.1, 0.1, 0.4, 0.6], [0, 0, 0, 0]], "float32"),
}
IMAGES = np.random.RandomState(0).rand(2, 8, 6, 6).astype("float32")
REGIONS = np.array([[0, 0, 20, 20], [8, 8, 40, 30], [0, 10, 47, 47]], "float32")
SIZE = {"pooled_height": 2, "pooled_width": 2, "spatial_scale": 0.125}

# the first four elements and the sum of [regions, channels, 2, 2]
POOLED = {
    "roi_align": (L.roi_align, SIZE, [0.6957, 0.7917, 0.7803, 0.4618], 48.7105),
    "roi_pool": (L.roi_pool, SIZE, [0.8918, 0.9637, 0.9256, 0.9786], 82.424),
    "psroi_pool": (L.psroi_pool, {"output_channels": 2, **SIZE}, [0.6483, 0.5719, 0.3117, 0.6838], 12.1747),
}


@pytest.mark.parametrize(
    "normalized, shares",
    [(True, [[0.42857143, 0], [0.1632653, 0]]), (False, [[0.7647059, 0.44444445], [0.561873, 0.20779222]])],
)
def test_the_shares_of_unions(normalized, shares):
    (got,) = in_both(lambda a, b: L.iou_similarity(a, b, box_normalized=normalized), BOXES)
    np.testing.assert_allclose(got, shares, rtol=1e-6)


@pytest.mark.parametrize("case", POOLED)
def test_a_lod_says_of_which_image_a_region_is(case):
    function, options, first, total = POOLED[case]
    x, rois = fluid.data("x", [-1, 8, 6, 6]), fluid.data("rois", [-1, 4], lod_level=1)
    given = fluid.create_lod_tensor(REGIONS, [[1, 2]], fluid.CPUPlace())
    (got,) = fluid.Executor().run(feed={"x": IMAGES, "rois": given}, fetch_list=[function(x, rois, **options)])
    np.testing.assert_allclose(got.ravel()[:4], first, atol=5e-5)
    assert got.sum() == pytest.approx(total, abs=1e-3)


def test_rois_num_says_it_too():
    feed = {"x": IMAGES, "rois": REGIONS, "n": np.array([1, 2], "int32")}
    for case in ("roi_align", "roi_pool"):
        function, options, *_, total = POOLED[case]
        (got,) = in_both(lambda x, rois, n, f=function, o=options: f(x, rois, rois_num=n, **o), feed)
        assert got.sum() == pytest.approx(total, abs=1e-3)


def test_errors():
    x, rois = fluid.data("x", [-1, 8, 6, 6]), fluid.data("rois", [-1, 4])
    with pytest.raises(ArgumentError, match=r"ROIs.* of roi_align does not contain LoD"):
        L.roi_align(x, L.transpose(rois, [1, 0]))
    with pytest.raises(UnsupportedError, match="output_channels \\* pooled_height"):
        L.psroi_pool(x, rois, 3, 0.125, 2, 2)
    with pytest.raises(UnsupportedError, match="py_func"):
        L.bipartite_match(x)


# of the logits -20, -1.5, 0.3 and 16 by label: the losses, and their slopes
TAUGHT = {
    -2.0: ([0, 0.20141, 0.85436, 16], [0, 0.18243, 0.57444, 0]),
    -1.0: ([20, 1.70141, 0.55436, 0], [0, -0.81757, -0.42556, 0]),
    0.4: ([8, 1.00283, 1.58871, 25.6], [0, -0.03515, 0.74888, 0]),
    1.3: ([26, 2.35283, 1.31871, 11.2], [0, -0.93515, -0.15111, 0]),
}


@pytest.mark.parametrize("label", TAUGHT)
def test_a_teacher_and_a_student(label):
    logits = np.array([[-20], [-1.5], [0.3], [16]], "float32")
    x, y = fluid.data("x", [-1, 1]), fluid.data("y", [-1, 1])
    x.stop_gradient = False
    loss = L.teacher_student_sigmoid_loss(x, y)
    (slope,) = fluid.gradients(L.reduce_sum(loss), x)
    got = fluid.Executor().run(feed={"x": logits, "y": np.full_like(logits, label)}, fetch_list=[loss, slope])
    for made, wanted in zip(got, TAUGHT[label], strict=True):
        np.testing.assert_allclose(np.ravel(made), wanted, atol=1e-5)
