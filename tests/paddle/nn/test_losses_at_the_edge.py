"""Losses at infinities, at probabilities 0 and 1, and of shapes that do not fit.

The expected numbers were measured with Paddle 2.6.2 on a CPU, where the difference is not noted: its softmax cross
entropy holds logits at most 64 below the largest (`64.0`, 1.6e-28 in the gradient) where the truth is Inf and 0.
"""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, RangeError, ShapeError
from opscope.paddle import fluid, static
from opscope.paddle.nn import functional as F  # noqa: N812

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

INF, NAN = np.inf, np.nan
ROWS = [[1.0, -INF], [0.0, 2.0]]
SOFT = [[1.0, 0.0], [0.5, 0.5]]
LABELED = [[1, 0], [0.5, 0.5]]
NEARLY = 0.12692800


def i(*values):
    return np.array(values, "int64")


def f(*values):
    return np.array(values, "float32")


def case(name, function, x, args, out, grad):
    return pytest.param(function, f(*x), args, out, grad, id=name)


def ce(**options):
    return lambda x, label, *weight: F.cross_entropy(x, label, *weight, **{"reduction": "none", **options})


def nll(**options):
    return lambda x, label, *weight: F.nll_loss(x, label, *weight, **{"reduction": "none", **options})


def bce(**options):
    return lambda x, label, *weight: F.binary_cross_entropy(x, label, *weight, **{"reduction": "none", **options})


def two():
    return paddle.full([1], 2, "int64")


HALF = 0.3807971
LOSSES = [
    # a class that is not the label's
    case("nll", nll(), [[0, -INF]], [i(0)], [0], [[-1, 0]]),
    case("nll NaN elsewhere", nll(), [[0, NAN]], [i(0)], [0], [[-1, 0]]),
    case("nll mean", nll(reduction="mean"), [[0, -INF], [-INF, NAN]], [i(0, -100)], 0, [[-1, 0], [0, 0]]),
    case("nll ignored", nll(ignore_index=1), [[0, -INF], [-INF, NAN]], [i(0, 1)], [0, 0], [[-1, 0], [0, 0]]),
    case("nll all ignored", nll(ignore_index=1, reduction="mean"), [[0, -INF]], [i(1)], 0, [[0, 0]]),
    case("nll weight", nll(), [[0, -INF], [2, -INF]], [i(0, 1), f(1, INF)], [0, INF], [[-1, 0], [0, -INF]]),
    case("nll weight 0", nll(), [[0, -INF], [2, -INF]], [i(0, 1), f(1, 0)], [0, NAN], [[-1, 0], [0, 0]]),
    case("nll places", nll(reduction="sum"), [[[0, -INF], [-INF, 3]]], [i([0, 1])], -3, [[[-1, 0], [0, -1]]]),
    case("ce", ce(), ROWS, [i(0, 1)], [0, NEARLY], [[0, 0], [0.1192029, -0.1192029]]),
    case("ce ignored", ce(ignore_index=1), [[NAN, INF], [-INF, -INF], [1, 2]], [i(1, 1, 0)],
         [0, 0, 1.3132616], [[0, 0], [0, 0], [-0.7310586, 0.7310586]]),
    case("ce ignored mean", ce(reduction="mean", ignore_index=1), [[NAN, INF], [1, 2]], [i(1, 0)],
         1.3132616, [[0, 0], [-0.7310586, 0.7310586]]),
    case("ce weight 0", ce(), [[1, -INF], [0, -INF]], [i(0, 1), f(1, 0)], [0, 0], [[0, 0], [0, 0]]),
    case("ce infinite weight", ce(), [[1, -INF]], [i(0), f(1, INF)], [0], [[0, 0]]),
    case("ce axis", ce(axis=1), [[[1, 0], [-INF, 2]]], [i([0, 1])],
         [[0, NEARLY]], [[[0, 0.1192029], [0, -0.1192029]]]),
    # a soft label 0
    case("soft", ce(soft_label=True), ROWS, [f(*SOFT)], [[0], [1.126928]], [[0, 0], [-HALF, HALF]]),
    case("soft mean", ce(soft_label=True, reduction="mean"), ROWS, [f(*SOFT)],
         0.563464, [[0, 0], [-HALF / 2, HALF / 2]]),
    case("soft weight", ce(soft_label=True), ROWS, [f(*SOFT), f(1, 2)],
         [[0], [1.690392]], [[0, 0], [-1.5 * HALF, 1.5 * HALF]]),
    case("soft axis", ce(soft_label=True, axis=1), [[[1, 0], [-INF, 2]]], [f([[1, 0.5], [0, 0.5]])],
         [[[0, 1.126928]]], [[[0, -HALF], [0, HALF]]]),
    case("smoothed keeps the axis", ce(label_smoothing=0.1), [[0, 2.0]], [i(1)],
         [[0.226928]], [[0.0692029, -0.0692029]]),
    # probabilities; Paddle's infinite loss is 1e20, and its gradient at 0 with label 0 is NaN
    case("plain", ce(use_softmax=False), LABELED, [i(0, 1)], [0, 0.6931472], [[-1, 0], [0, -2]]),
    case("plain wrong", ce(use_softmax=False), LABELED, [i(1, 1)], [INF, 0.6931472], [[0, -INF], [0, -2]]),
    case("plain ignored", ce(use_softmax=False, ignore_index=1), [[1, 0], [NAN, 0]], [i(0, 1)],
         [0, 0], [[-1, 0], [0, 0]]),
    case("plain soft", ce(use_softmax=False, soft_label=True), LABELED, [f(*SOFT)],
         [[0], [0.6931472]], [[-1, 0], [-1, -1]]),
    # binary cross entropy
    case("bce", bce(), [0, 1, 0, 1, 0.5], [f(0, 1, 1, 0, 1)], [0, 0, 100, 100, 0.6931472], [0, 0, -1e12, 1e12, -2]),
    case("bce mean", bce(reduction="mean"), [0, 1], [f(1, 0)], 100, [-5e11, 5e11]),
    case("bce sum", bce(reduction="sum"), [0, 1], [f(1, 0)], 200, [-1e12, 1e12]),
    case("bce weight", bce(), [0, 1], [f(1, 0), f(2, 0.5)], [200, 50], [-2e12, 5e11]),
    case("bce soft", bce(), [0, 1, 0, 1], [f(0.5, 0.5, 0.2, 0.2)], [50, 50, 20, 80], [-5e11, 5e11, -2e11, 8e11]),
    case("bce small", bce(), [1e-30, 1e-13, 1e-7, 1 - 6e-8], [f(1, 1, 1, 0)],
         [69.07755, 29.93361, 16.1181, 16.63553], [-1e12, -1e12, -1e7, 16777216]),
    # masks and branches
    case("smooth_l1", lambda x, y: F.smooth_l1_loss(x, y, "none"), [INF, -INF, 1e30, 2], [f(0, 0, 0, INF)],
         [INF, INF, 1e30, INF], [1, -1, 1, -1]),
    case("smooth_l1 where the parts meet", lambda x, y: F.smooth_l1_loss(x, y, "none"), [1, -1, 3, 0.5],
         [f(0, 0, 2, 0)], [0.5, 0.5, 0.5, 0.125], [1, -1, 1, 0.5]),
    case("smooth_l1 delta", lambda x, y: F.smooth_l1_loss(x, y, "none", 2.0), [2, -2, 1], [f(0, 0, 0)],
         [2, 2, 0.5], [2, -2, 1]),
    case("kl_div", lambda x, y: F.kl_div(x, y, "none"), [-INF, -1, NAN, -INF, 0], [f(0, 0.5, 0, 0.5, NAN)],
         [0, 0.1534264, 0, INF, NAN], [0, -0.5, 0, -0.5, NAN]),
    case("ctc padding", lambda x, y: F.ctc_loss(x, y, two(), two(), reduction="none"),
         [[[1, 2, -INF]], [[1, -INF, 2]], [[NAN, 2, 3]]], [np.array([[1, 2]], "int32")],
         [0.6265234], [[[0.2689414, -0.2689414, 0]], [[0.2689414, 0, -0.2689414]], [[0, 0, 0]]]),
    case("dropped", lambda x: F.dropout(x, p=1.0), [INF, NAN, 1], [], [0, 0, 0], [0, 0, 0]),
    # Paddle has this one on a GPU only: chosen by its formula
    case("margins", lambda x, y: F.margin_cross_entropy(x, y, reduction="none"), [[0.1, -INF]], [i(0)],
         [[0]], [[0, 0]]),
]  # fmt: skip


@pytest.mark.parametrize("function, x, args, out, grad", LOSSES)
def test_only_what_counts_counts(function, x, args, out, grad):
    tensor = paddle.to_tensor(x)
    tensor.stop_gradient = False
    value = function(tensor, *map(paddle.to_tensor, args))
    value.sum().backward()
    assert list(value.shape) == list(np.shape(out))
    np.testing.assert_allclose(value.numpy(), out, rtol=2e-6, atol=1e-7)
    np.testing.assert_allclose(tensor.grad.numpy(), grad, rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("function, x, args, out, grad", LOSSES)
def test_programs_have_the_same_bits_as_dygraph_in_every_run(function, x, args, out, grad):
    """The first run goes by the plan, the next is lowered."""
    tensor = paddle.to_tensor(x)
    tensor.stop_gradient = False
    value = function(tensor, *map(paddle.to_tensor, args))
    value.sum().backward()
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        fed = static.data("x", x.shape)
        fed.stop_gradient = False
        others = [static.data(f"a{k}", a.shape, str(a.dtype)) for k, a in enumerate(args)]
        loss = function(fed, *others)
        (slope,) = static.gradients([loss.sum()], [fed])
    exe = static.Executor()
    feed = {"x": x, **{f"a{k}": a for k, a in enumerate(args)}}
    runs = [exe.run(main, feed=feed, fetch_list=[loss, slope]) for _ in range(3)]
    assert exe.lowered > 0
    for found in runs:
        np.testing.assert_allclose(found[0], out, rtol=2e-6, atol=1e-7)
        np.testing.assert_allclose(found[1], grad, rtol=2e-6, atol=1e-7)
        for one, other in zip(found, runs[0], strict=True):
            assert np.array_equal(np.asarray(one).view("uint32"), np.asarray(other).view("uint32"))


def test_labels_have_a_gradient_that_is_bounded_too():
    """PyTorch has one, infinite at 0 and 1; Paddle has none."""
    x, label = paddle.to_tensor(f(0, 1, 0.25)), paddle.to_tensor(f(1, 0, 0.5))
    label.stop_gradient = False
    F.binary_cross_entropy(x, label, reduction="sum").backward()
    np.testing.assert_allclose(label.grad.numpy(), [100, -100, np.log(3)], rtol=1e-6)


def test_half_precision_has_no_nan_where_the_prediction_is_right():
    x = paddle.to_tensor(np.array([0, 1, 0.5], "float16"))
    x.stop_gradient = False
    F.binary_cross_entropy(x, paddle.to_tensor(np.array([0, 1, 1], "float16")), reduction="sum").backward()
    np.testing.assert_allclose(x.grad.numpy(), [0, 0, -2])


@pytest.mark.parametrize("value", [1.25, -0.25, NAN])
def test_no_probability_is_refused_also_by_programs(value):
    with pytest.raises(ArgumentError, match="Illegal input"):
        F.binary_cross_entropy(paddle.to_tensor(f(0.5, value)), paddle.to_tensor(f(1, 0)))
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [-1])
        loss = F.binary_cross_entropy(x, paddle.ones([2]))
    exe = static.Executor()
    for _ in range(2):
        exe.run(main, feed={"x": f(0.5, 1)}, fetch_list=[loss])
        with pytest.raises(ArgumentError, match="Illegal input"):
            exe.run(main, feed={"x": f(0.5, value)}, fetch_list=[loss])


def test_labels_that_are_none_are_still_refused():
    with pytest.raises(RangeError):
        F.nll_loss(paddle.to_tensor(f([0, -INF])), paddle.to_tensor(i(2)))


def test_losses_of_1_x():
    """An ignored row, and 0 labeled 0: by 2.6.2's cross_entropy(use_softmax=False) and its 1.x operator on logits."""
    paddle.enable_static()
    x = f([1, 0], [0.5, 0.5], [NAN, 0])
    main = static.Program()
    with static.program_guard(main):
        fed = static.data("x", [3, 2])
        fed.stop_gradient = False
        hard = fluid.layers.cross_entropy(fed, fluid.layers.assign(i([0], [1], [7])), ignore_index=7)
        soft = fluid.layers.cross_entropy(fed, fluid.layers.assign(f([1, 0], [0.5, 0.5], [0, 1])), soft_label=True)
        logits = fluid.layers.sigmoid_cross_entropy_with_logits(
            fed, fluid.layers.assign(f([1, -1], [0, 1], [-1, -1])), ignore_index=-1
        )
        slopes = [static.gradients([v.sum()], [fed])[0] for v in (hard, logits)]
    found = static.Executor().run(main, feed={"x": x}, fetch_list=[hard, soft, logits, *slopes])
    np.testing.assert_allclose(found[0], [[0], [0.6931472], [0]], rtol=1e-6)
    np.testing.assert_allclose(found[1], [[0], [0.6931472], [NAN]], rtol=1e-6)
    np.testing.assert_allclose(found[2], [[0.3132617, 0], [0.9740770, 0.4740770], [0, 0]], rtol=1e-6)
    np.testing.assert_allclose(found[3], [[-1, 0], [0, -2], [0, 0]], rtol=1e-6)
    np.testing.assert_allclose(found[4], [[-0.2689414, 0], [0.6224593, -0.3775407], [0, 0]], rtol=1e-6)


# Paddle 2.6.2 raises for all of these, in dygraph and in programs ...
PAIRS = [
    ([2], [2, 1]),
    ([2, 1], [2]),
    ([2], [1]),
    ([1], [2]),
    ([2, 3], [3]),
    ([2, 3], [2, 1]),
    ([3], [2, 3]),
    ([], [2]),
]
EQUAL = {
    "smooth_l1_loss": F.smooth_l1_loss, "binary_cross_entropy": F.binary_cross_entropy,
    "binary_cross_entropy_with_logits": F.binary_cross_entropy_with_logits, "kl_div": F.kl_div,
    "log_loss": F.log_loss, "sigmoid_focal_loss": F.sigmoid_focal_loss, "poisson_nll_loss": F.poisson_nll_loss,
    "soft_margin_loss": F.soft_margin_loss, "multi_label_soft_margin_loss": F.multi_label_soft_margin_loss,
}  # fmt: skip
# ... and broadcasts in these
BROADCAST = {
    "square_error_cost": F.square_error_cost, "mse_loss": F.mse_loss, "l1_loss": F.l1_loss,
    "hinge_embedding_loss": F.hinge_embedding_loss,
    "margin_ranking_loss": lambda x, y: F.margin_ranking_loss(x, x, y),
    "binary_cross_entropy's weight": lambda x, y: F.binary_cross_entropy(x, x, y),
}  # fmt: skip
OTHERS = {
    "dice: rank": (lambda x, y: F.dice_loss(x, y), [2, 3], [2]),
    "dice: rows": (lambda x, y: F.dice_loss(x, y), [2, 3], [1, 1]),
    "dice: one class": (lambda x, y: F.dice_loss(x, y), [2, 3, 4], [2, 3, 2]),
    "dice: places": (lambda x, y: F.dice_loss(x, y), [2, 3, 4], [2, 1, 1]),
    "dice: a row": (lambda x, y: F.dice_loss(x, y), [3], [1]),
    "gaussian_nll_loss: variance": (lambda x, y: F.gaussian_nll_loss(x, x, y), [2, 3], [3]),
    "gaussian_nll_loss: one variance": (lambda x, y: F.gaussian_nll_loss(x, x, y), [2, 2], [1]),
    "npair_loss: rows": (lambda x, y: F.npair_loss(x, y, paddle.ones([2])), [2, 3], [1, 3]),
    "pos_weight": (lambda x, y: F.binary_cross_entropy_with_logits(x, x, pos_weight=y), [2, 1], [2]),
    "normalizer": (lambda x, y: F.sigmoid_focal_loss(x, x, y), [2, 2], [2, 2]),
    "soft labels": (lambda x, y: F.cross_entropy(x, y, soft_label=True), [2, 3], [2, 1]),
}


def outcome(function, shape, other, mode):
    """ShapeError, or the shape of the result."""
    a, b = np.full(shape, 0.5, "float32"), np.full(other, 0.5, "float32")
    try:
        if mode == "dygraph":
            return tuple(function(paddle.to_tensor(a), paddle.to_tensor(b)).shape)
        paddle.enable_static()
        main = static.Program()
        with static.program_guard(main):
            out = function(static.data("a", shape), static.data("b", other))
        return np.shape(static.Executor().run(main, feed={"a": a, "b": b}, fetch_list=[out])[0])
    except ShapeError:
        return ShapeError


@pytest.mark.parametrize("mode", ["dygraph", "static"])
@pytest.mark.parametrize("shape, other", PAIRS)
def test_a_column_and_a_row_are_refused_where_paddle_refuses_them(shape, other, mode):
    for name, function in EQUAL.items():
        assert outcome(function, shape, other, mode) is ShapeError, name
    for name, function in BROADCAST.items():
        assert outcome(function, shape, other, mode) is not ShapeError, name


@pytest.mark.parametrize("mode", ["dygraph", "static"])
@pytest.mark.parametrize("function, shape, other", OTHERS.values(), ids=OTHERS)
def test_other_shapes_that_do_not_fit(function, shape, other, mode):
    assert outcome(function, shape, other, mode) is ShapeError


@pytest.mark.parametrize("function", EQUAL.values(), ids=EQUAL)
def test_an_unknown_batch_is_no_difference(function):
    paddle.enable_static()
    with static.program_guard(static.Program()):
        function(static.data("a", [-1, 3]), static.data("b", [2, 3]))


def test_one_variance_a_row():
    """Paddle 2.6.2: 0.5 in the first row, 0.81815 in the second."""
    x, label = paddle.zeros([2, 2]), paddle.ones([2, 2])
    found = F.gaussian_nll_loss(x, label, paddle.to_tensor(f(1.0, 4.0)), reduction="none").numpy()
    np.testing.assert_allclose(found, [[0.5, 0.5], [np.log(4) / 2 + 0.125] * 2], rtol=1e-6)


@pytest.mark.parametrize("mode", ["nearest", "bilinear", "area"])
def test_a_pixel_that_is_not_finite_stays_where_it_is(mode):
    """Paddle 2.6.2: only the windows that hold it are Inf, or NaN; also by the lowered program."""
    x = f([[[1, INF, 3, 4], [5, 6, 7, 8], [NAN, 2, 3, 4], [1, 2, 3, 4]]])
    wanted = [[[[1, 3], [NAN, 3]]]] if mode == "nearest" else [[[[INF, 5.5], [NAN, 3.5]]]]
    np.testing.assert_allclose(F.interpolate(paddle.to_tensor(x), size=[2, 2], mode=mode).numpy(), wanted)
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        fed = static.data("x", list(x.shape))
        out = F.interpolate(fed, size=[2, 2], mode=mode), F.adaptive_avg_pool2d(fed, 2)
    exe = static.Executor()
    for _ in range(3):
        found = exe.run(main, feed={"x": x}, fetch_list=list(out))
        np.testing.assert_allclose(found[0], wanted)
        np.testing.assert_allclose(found[1], [[[[INF, 5.5], [NAN, 3.5]]]])
    assert exe.lowered
