"""Less common functions of Paddle: values and dtypes measured beside 2.6.2, ties, NaN, infinities, what is refused."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, ModeError, RunError, ShapeError, UsageError

INF, NAN = math.inf, math.nan


def t(values, dtype=None):
    array = np.array(values, dtype)
    return paddle.to_tensor(array, stop_gradient=array.dtype.kind != "f")


def listed(result):
    return [(r.dtype.name, r.tolist()) for r in (result if isinstance(result, tuple) else [result])]


F32 = "float32"
VALUES = {
    "logaddexp": (lambda: paddle.logaddexp(t([INF, -INF, 0], F32), t([INF, -INF, -INF], F32)), [(F32, [INF, -INF, 0])]),
    "logaddexp of integers": (lambda: paddle.logaddexp(t([5]), t([-95])), [(F32, [5.0])]),
    "logit": (lambda: paddle.logit(t([0, 0.5, 1], F32)), [(F32, [-INF, 0, INF])]),
    "fmax": (lambda: paddle.fmax(t([1, NAN, NAN]), t([NAN, 2, NAN])), [("float64", [1, 2, NAN])]),
    "fmin of integers": (lambda: paddle.fmin(t([1, 2]), t([3, 1])), [("int64", [1, 1])]),
    "ldexp of integers": (lambda: paddle.ldexp(t([3, 4]), t([1, 2], "int32")), [(F32, [6, 16])]),
    "ldexp of float64": (lambda: paddle.ldexp(t([3.0, 4.0]), t([1, -2])), [("float64", [6, 1])]),
    "frexp": (lambda: paddle.frexp(t([0, 1, -3, 1024], F32)), [(F32, [0, 0.5, -0.75, 0.5]), (F32, [0, 1, 2, 11])]),
    "frac": (lambda: paddle.frac(t([1.5, -1.5], F32)), [(F32, [0.5, -0.5])]),
    "frac of integers": (lambda: paddle.frac(t([3])), [("int64", [0])]),
    "nextafter": (lambda: paddle.nextafter(t([1.0]), t([2.0])), [("float64", [1 + 2.0**-52])]),
    "heaviside": (lambda: paddle.heaviside(t([-1, 0, 2, NAN]), t([0.5])), [("float64", [0, 0.5, 1, 0])]),
    "heaviside of integers": (lambda: paddle.heaviside(t([-1, 0, 2]), t([5])), [("int64", [0, 5, 1])]),
    "copysign": (lambda: paddle.copysign(t([1.0, -2.0]), t([-0.0, 3.0])), [("float64", [-1, 2])]),
    "atan2 of integers": (lambda: paddle.atan2(t([1]), t([0])), [("float64", [math.pi / 2])]),
    "rad2deg of integers": (lambda: paddle.rad2deg(t([2])), [(F32, [float(np.float32(360 / math.pi))])]),
    "gcd": (lambda: paddle.gcd(t([12, -8, 0, 0]), t([8, 12, 5, 0])), [("int64", [4, 4, 5, 0])]),
    "lcm": (lambda: paddle.lcm(t([12, -8, 0, 0]), t([8, 12, 5, 0])), [("int64", [24, 24, 0, 0])]),
    "left shift": (lambda: paddle.bitwise_left_shift(t([1, -3]), t([3, 1])), [("int64", [8, -6])]),
    "right shift": (lambda: paddle.bitwise_right_shift(t([-8, 8], "int8"), t([1], "int8")), [("int8", [-4, 4])]),
    "logical right shift": (
        lambda: paddle.bitwise_right_shift(t([-8, 8], "int8"), t([1], "int8"), False),
        [("int8", [124, 4])],
    ),
    "nan_to_num": (
        lambda: paddle.nan_to_num(t([NAN, INF, -INF, 1], F32)),
        [(F32, [0, float(np.finfo(F32).max), float(np.finfo(F32).min), 1])],
    ),
    "isposinf": (lambda: paddle.isposinf(t([INF, -INF, NAN])), [("bool", [True, False, False])]),
    "isneginf": (lambda: paddle.isneginf(t([INF, -INF, NAN])), [("bool", [False, True, False])]),
    "signbit of integers": (lambda: paddle.signbit(t([-1, 0])), [("bool", [True, False])]),
    "cummax": (
        lambda: paddle.cummax(t([[1, 3, 3], [2, 1, NAN], [NAN, 3, NAN]], F32), axis=1),
        [(F32, [[1, 3, 3], [2, 2, NAN], [NAN] * 3]), ("int64", [[0, 1, 2], [0, 0, 2], [0, 0, 2]])],
    ),
    "cummax flat": (
        lambda: paddle.cummax(t([[1, 3, 3], [2, 1, 5]]), dtype="int32"),
        [("int64", [1, 3, 3, 3, 3, 5]), ("int32", [0, 1, 2, 2, 2, 5])],
    ),
    "cummin": (
        lambda: paddle.cummin(t([[1, 3, 3], [2, 1, 1]], F32), axis=1),
        [(F32, [[1, 1, 1], [2, 1, 1]]), ("int64", [[0, 0, 0], [0, 1, 2]])],
    ),
    "cummax of rank 0": (lambda: paddle.cummax(t(3.0, F32), axis=0), [(F32, 3.0), ("int64", 0)]),
    "cummax of rank 0, flat": (lambda: paddle.cummax(t(3.0, F32)), [(F32, [3.0]), ("int64", [0])]),
    "cumprod in a dtype": (lambda: paddle.cumprod(t([1, 2, 3]), 0, "float64"), [("float64", [1, 2, 6])]),
    "cumprod of integers": (lambda: paddle.cumprod(t([[1, 2], [3, 4]], "int32"), 1), [("int32", [[1, 2], [3, 12]])]),
    "logcumsumexp of infinities": (
        lambda: paddle.logcumsumexp(t([-INF, -INF, 1, INF, 2], F32), axis=0),
        [(F32, [-INF, -INF, 1, INF, INF])],
    ),
    "logcumsumexp in a dtype": (lambda: paddle.logcumsumexp(t([900, 0]), dtype="float64"), [("float64", [900, 900])]),
    "nansum of integers": (lambda: paddle.nansum(t([1, 2], "int32")), [("int64", 3)]),
    "nanmean": (lambda: paddle.nanmean(t([[1, NAN], [3, 4]], F32), axis=1), [(F32, [1, 3.5])]),
    "count_nonzero": (
        lambda: paddle.count_nonzero(t([[1, 0, NAN], [0, 0, 2]]), axis=1, keepdim=True),
        [("int64", [[2], [1]])],
    ),
    "amax": (lambda: paddle.amax(t([[1, 2], [5, 4]]), axis=[0, 1], keepdim=True), [("int64", [[5]])]),
    "mode": (
        lambda: paddle.mode(t([[1.0, 2, 2, 1, 3], [5, 4, 3, 2, 1]])),
        [("float64", [1, 1]), ("int64", [3, 4])],
    ),
    "mode of columns": (
        lambda: paddle.mode(t([[1, 2, 2, 1, 3], [5, 4, 3, 2, 1]]), axis=0, keepdim=True),
        [("int64", [[1, 2, 2, 1, 1]]), ("int64", [[0, 0, 0, 0, 1]])],
    ),
    "mode with NaN": (lambda: paddle.mode(t([1.0, NAN, NAN])), [("float64", 1.0), ("int64", 0)]),
    "mode of rank 0": (lambda: paddle.mode(t(2.0)), [("float64", 2.0), ("int64", 0)]),
    "kthvalue": (
        lambda: paddle.kthvalue(t([[1.0, 7, 2, 5], [2, 2, 2, 1]]), 2, axis=0, keepdim=True),
        [("float64", [[2, 7, 2, 5]]), ("int64", [[1, 0, 1, 0]])],
    ),
    "kthvalue with NaN": (lambda: paddle.kthvalue(t([1, NAN, 0]), 3), [("float64", NAN), ("int64", 1)]),
    "kthvalue of rank 0": (lambda: paddle.kthvalue(t(1.0), 1), [("float64", 1.0), ("int64", 0)]),
    "median": (lambda: paddle.median(t([1, 5, 2, 4])), [(F32, 3)]),
    "median with NaN": (lambda: paddle.median(t([[1, 5, 2], [3, NAN, 1]], F32), axis=1), [(F32, [2, NAN])]),
    "median of infinities": (lambda: paddle.median(t([[INF, 1, 2], [INF, INF, 1]]), axis=1), [("float64", [2, INF])]),
    "median between infinities": (lambda: paddle.median(t([INF, INF, 1, INF])), [("float64", INF)]),
    "nanmedian": (lambda: paddle.nanmedian(t([[1, 5, 2], [3, NAN, 1]], F32), axis=[0, 1]), [(F32, 2)]),
    "nanmedian of nothing": (lambda: paddle.nanmedian(t([NAN, NAN])), [("float64", NAN)]),
    "quantile": (lambda: paddle.quantile(t([1, 2, 3]), [0.4, 1]), [("float64", [1.8, 3])]),
    "quantile with NaN": (lambda: paddle.quantile(t([1, NAN]), 0.0), [("float64", NAN)]),
    "nanquantile": (lambda: paddle.nanquantile(t([1, NAN, 3], F32), 0.5), [("float64", 2)]),
    "quantile of rank 0": (lambda: paddle.quantile(t(2.0), 0.5), [("float64", 2)]),
    "kron": (lambda: paddle.kron(t([1, 2]), t([3, 4])), [("int64", [3, 4, 6, 8])]),
    "kron of rank 0": (lambda: paddle.kron(t(2), t(3)), [("int64", 6)]),
    "outer": (lambda: paddle.outer(t([1, 2]), t([[3, 4]])), [("int64", [[3, 4], [6, 8]])]),
    "inner": (lambda: paddle.inner(t([1, 2]), t([1, 2])), [("int64", 5)]),
    "inner with one value": (lambda: paddle.inner(t([[1, 2]]), t(2)), [("int64", [[2, 4]])]),
    "cross": (lambda: paddle.cross(t([[1, 2, 3]]), t([[3, 4, 5]])), [("int64", [[-2, 4, -2]])]),
    "cross along an axis": (lambda: paddle.cross(t(np.eye(3)), t(np.ones((3, 3))), 1)[0], [("float64", [0, -1, 1])]),
    "trace of int32": (lambda: paddle.trace(t(np.eye(2), "int32")), [("int32", 2)]),
    "dist": (lambda: paddle.dist(t([[1.0, 2], [3, 4]]), t([1.0, 5]), 0), [("float64", 3)]),
    "dist -inf": (lambda: paddle.dist(t([1.0, 2]), t([1.0, 5]), -INF), [("float64", 0)]),
    "renorm": (lambda: paddle.renorm(t([[1.0, 2], [3, 4]]), INF, 0, 3.0), [("float64", [[1, 2], [2.25, 3]])]),
    "diff": (lambda: paddle.diff(t([1, 4, 9, 16]), n=2), [("int64", [2, 2])]),
    "diff, joined twice": (lambda: paddle.diff(t([1, 4, 9, 16]), n=2, prepend=t([0])), [("int64", [1, 2, 2, 2])]),
    "diff of booleans": (lambda: paddle.diff(t([True, False, False])), [("bool", [True, False])]),
    "diff of too few": (lambda: paddle.diff(t([1, 4]), n=3), [("int64", [])]),
    "take": (lambda: paddle.take(t([[1, 2], [3, 4]]), t([[0, -1]])), [("int64", [[1, 4]])]),
    "vander": (lambda: paddle.vander(t([1, 2, 3])), [("int64", [[1, 1, 1], [4, 2, 1], [9, 3, 1]])]),
    "vander without columns": (lambda: paddle.vander(t([1.0, 2]), 0), [("float64", [[], []])]),
    "multiplex": (
        lambda: paddle.multiplex([t([[1, 2], [3, 4]]), t([[5, 6], [7, 8]])], t([[1], [0]], "int32")),
        [("int64", [[5, 6], [3, 4]])],
    ),
    "is_empty": (lambda: paddle.is_empty(paddle.zeros([0, 2])), [("bool", True)]),
    "rank": (lambda: paddle.rank(paddle.zeros([3, 2])), [("int32", 2)]),
}


@pytest.mark.parametrize("call, expected", VALUES.values(), ids=list(VALUES))
def test_values(call, expected):
    with np.errstate(divide="ignore"):
        found = listed(call())
    assert [dtype for dtype, _ in found] == [dtype for dtype, _ in expected]
    for (_, value), (_, truth) in zip(found, expected, strict=True):
        np.testing.assert_allclose(value, truth, rtol=1e-7)
        assert np.shape(value) == np.shape(truth)


GRADIENTS = {
    "logit outside": (lambda x: paddle.logit(x, 0.1), [[0.0, 0.5, 1.5]], [[0, 4, 0]]),
    "amax shares ties": (lambda x: paddle.amax(x, 0), [[1.0, 3, 3]], [[0, 0.5, 0.5]]),
    "max does not": (lambda x: paddle.max(x, 0), [[1.0, 3, 3]], [[0, 1, 1]]),
    "cummax": (lambda x: paddle.cummax(x, 0)[0], [[1.0, 3, 3, 2, 5]], [[1, 1, 2, 0, 1]]),
    "cumprod at zeros": (lambda x: paddle.cumprod(x, 0), [[2.0, 0, 3, 0, 5]], [[1, 8, 0, 0, 0]]),
    "logcumsumexp far apart": (lambda x: paddle.logcumsumexp(x, 0), [[-900.0, 900, -900]], [[1, 2, 0]]),
    "logcumsumexp of -inf": (lambda x: paddle.logcumsumexp(x, 0), [[-INF, 1.0, 1.0]], [[1, 1.5, 0.5]]),
    "fmax": (paddle.fmax, [[1.0, 2, NAN, 3], [1.0, 3, 1, NAN]], [[1, 0, 0, 1], [0, 1, 1, 0]]),
    "fmin": (paddle.fmin, [[1.0, 2, NAN, 3], [1.0, 3, 1, NAN]], [[1, 1, 0, 1], [0, 0, 1, 0]]),
    "heaviside": (paddle.heaviside, [[-1.0, 0, 2], [0.5, 0.5, 0.5]], [[0, 0, 0], [0, 1, 0]]),
    "copysign at 0": (paddle.copysign, [[0.0, -2, 3], [1.0, 1, -1]], [[0, -1, -1], [0, 0, 0]]),
    "hypot at 0": (paddle.hypot, [[0.0, 3], [0.0, 4]], [[NAN, 0.6], [NAN, 0.8]]),
    "frexp": (lambda x: paddle.frexp(x)[0], [[1.0, 3]], [[0.5, 0.25]]),
    "nan_to_num": (paddle.nan_to_num, [[NAN, INF, 1.0]], [[0, 0, 1]]),
    "nanmean": (paddle.nanmean, [[NAN, 2.0, 3]], [[0, 0.5, 0.5]]),
    "median": (paddle.median, [[1.0, 5, 2, 4]], [[0, 0, 0.5, 0.5]]),
    "quantile": (lambda x: paddle.quantile(x, [0.3, 0.6]), [[1.0, 5, 2, 4]], [[0.1, 0, 1.1, 0.8]]),
    "mode": (lambda x: paddle.mode(x)[0], [[1.0, 2, 2, 1]], [[0, 0, 0, 1]]),
    "dist of equals": (paddle.dist, [[1.0, 2], [1.0, 2]], [[0, 0], [0, 0]]),
    "dist inf, tied": (lambda x, y: paddle.dist(x, y, INF), [[1.0, 2], [2.0, 3]], [[-1, -1], [1, 1]]),
    "dist 0.5 of equals": (lambda x, y: paddle.dist(x, y, 0.5), [[1.0, 2], [1.0, 6]], [[0, -1], [0, 1]]),
    "cdist of equals": (paddle.cdist, [[[1.0, 2]], [[1.0, 2], [1, 4]]], [[[0, -1]], [[0, 0], [0, 1]]]),
    "cdist by products of equals": (
        lambda x, y: paddle.cdist(x, y, compute_mode="use_mm_for_euclid_dist"),
        [[[1.0, 2]], [[1.0, 2], [1, 4]]],
        [[[0, -1]], [[0, 0], [0, 1]]],
    ),
    "renorm": (lambda x: paddle.renorm(x, 2.0, 0, 3.0), [[[1.0, 2], [3, 4]]], [[[1, 1], [0.096, -0.072]]]),
}


@pytest.mark.parametrize("call, values, expected", GRADIENTS.values(), ids=list(GRADIENTS))
def test_gradients(call, values, expected):
    inputs = [t(v, "float64") for v in values]
    with np.errstate(invalid="ignore", divide="ignore"):
        call(*inputs).sum().backward()
    for tensor, truth in zip(inputs, expected, strict=True):
        np.testing.assert_allclose(tensor.grad.numpy(), truth, rtol=1e-9, atol=1e-12)


REFUSED = {
    "hypot of numbers": (lambda: paddle.hypot(3, t([4.0])), UsageError, "x must be a Tensor"),
    "frac of booleans": (lambda: paddle.frac(t([True])), RuntimeError, "in frac"),
    "cumprod without a dim": (lambda: paddle.cumprod(t([1.0])), ArgumentError, "must be int"),
    "cummax into float32": (lambda: paddle.cummax(t([1.0]), dtype=F32), DTypeError, "The data type of 'dtype'"),
    "diff of order 0": (lambda: paddle.diff(t([1.0]), n=0), ArgumentError, "n must be at least 1"),
    "trapezoid twice told": (
        lambda: paddle.trapezoid(t([1.0, 2]), t([1.0, 2]), 1.0),
        ArgumentError,
        "x and dx must not both be passed",
    ),
    "trapezoid of integers": (lambda: paddle.trapezoid(t([1, 2])), DTypeError, "but its dtype is"),
    "trapezoid of many dx": (
        lambda: paddle.trapezoid(t([1.0, 2]), dx=t([[1.0]])),
        ArgumentError,
        "dx must be a number",
    ),
    "cross of shapes": (lambda: paddle.cross(t(np.ones((2, 3))), t(np.ones(3))), ShapeError, "should be equal to the"),
    "cross of 2": (lambda: paddle.cross(t(np.ones((2, 3))), t(np.ones((2, 3))), 0), ShapeError, "equal to 3"),
    "cross without a 3": (lambda: paddle.cross(t([1.0]), t([1.0])), ShapeError, "at least one dim of x and y"),
    "trace of a vector": (lambda: paddle.trace(t([1.0])), ShapeError, "expected at least 2"),
    "trace of one axis": (lambda: paddle.trace(t(np.eye(2)), 0, 1, -1), ArgumentError, "identical"),
    "cdist of vectors": (lambda: paddle.cdist(t([1.0]), t([1.0])), ModeError, "must have at least 2 dims"),
    "cdist by another way": (
        lambda: paddle.cdist(t([[1.0]]), t([[1.0]]), compute_mode="fast"),
        ArgumentError,
        "compute_mode",
    ),
    "cdist of a negative p": (lambda: paddle.cdist(t([[1.0]]), t([[1.0]]), -1.0), ModeError, "greater than or equal"),
    "cdist of other columns": (lambda: paddle.cdist(t([[1.0]]), t([[1.0, 2]])), ModeError, "must be equal"),
    "renorm beyond": (lambda: paddle.renorm(t([[1.0]]), 2.0, 2, 1.0), ArgumentError, "the axis must be from -2 to 1"),
    "kthvalue 0": (lambda: paddle.kthvalue(t([1.0]), 0), ArgumentError, "must be at least 1"),
    "kthvalue beyond": (lambda: paddle.kthvalue(t([1.0]), 2), ArgumentError, "must have >= 2 columns"),
    "median of axes": (lambda: paddle.median(t([1.0]), axis=[0]), ArgumentError, "In median, axis should be none"),
    "median of nothing": (lambda: paddle.median(paddle.zeros([0])), ArgumentError, "should not be 0"),
    "median of an array": (lambda: paddle.median(np.ones(2)), UsageError, "should be a Tensor"),
    "nanmedian of no axes": (lambda: paddle.nanmedian(t([1.0]), axis=[]), ArgumentError, "should not be empty"),
    "quantile beyond": (lambda: paddle.quantile(t([1.0]), 1.4), ArgumentError, r"range \[0, 1\]"),
    "quantile of text": (lambda: paddle.quantile(t([1.0]), "a"), UsageError, "q should be an int"),
    "quantile of none": (lambda: paddle.quantile(t([1.0]), []), ArgumentError, "q should not be empty"),
    "quantile of a tuple of axes": (lambda: paddle.quantile(t([1.0]), 0.5, axis=(0,)), ArgumentError, "Axis should"),
    "take in a mode": (lambda: paddle.take(t([1]), t([0]), mode="x"), ArgumentError, "'mode' in 'take'"),
    "take of a list": (lambda: paddle.take(t([1]), [0]), UsageError, "must be a Tensor"),
    "take of floats": (lambda: paddle.take(t([1]), t([0.0])), DTypeError, "must be one of"),
    "take beyond": (lambda: paddle.take(t([1]), t([1])), IndexError, "out of bounds"),
    "vander of a matrix": (lambda: paddle.vander(t([[1]])), ArgumentError, "x must have 1 dim"),
    "vander of less than none": (lambda: paddle.vander(t([1]), -1), ArgumentError, "n must be at least 0"),
    "multiplex of one": (lambda: paddle.multiplex([t([[1]])], t([[0]])), ArgumentError, "at least 2"),
    "multiplex of no list": (lambda: paddle.multiplex(t([[1]]), t([[0]])), UsageError, "must be a list"),
    "multiplex by a vector": (lambda: paddle.multiplex([t([[1]])] * 2, t([0])), RunError, "2 dims"),
    "is_complex of a number": (lambda: paddle.is_complex(1), UsageError, "must be a Tensor"),
    "rank of a list": (lambda: paddle.rank([1]), UsageError, "must be Tensor"),
    "positive of booleans": (lambda: paddle.positive(t([True])), UsageError, "no sign"),
    "broadcast_shape": (lambda: paddle.broadcast_shape([2], [3]), ShapeError, "Broadcast dimension mismatch"),
    "gcd of floats": (lambda: paddle.gcd(t([1.0]), t([1.0])), RuntimeError, "in gcd"),
}


@pytest.mark.parametrize("call, error, words", REFUSED.values(), ids=list(REFUSED))
def test_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_multiplex_in_programs_knows_its_shapes():
    paddle.enable_static()
    x, y = (paddle.static.data(name, [-1, 3]) for name in "xy")
    index = paddle.static.data("index", [4, 1], "int32")
    assert paddle.multiplex([x, y], index).shape == (4, 3)
    with pytest.raises(ShapeError, match="different shapes"):
        paddle.multiplex([x, paddle.static.data("z", [-1, 2])], index)


def test_vander_needs_a_size():
    paddle.enable_static()
    with pytest.raises(ShapeError, match="must be known"):
        paddle.vander(paddle.static.data("x", [-1]))


def test_take_of_an_unknown_size():
    paddle.enable_static()
    x = paddle.static.data("x", [-1, 2])
    out = paddle.take(x, paddle.to_tensor([-1, 7]), mode="wrap")
    fed = {"x": np.arange(6, dtype="float32").reshape(3, 2)}
    assert paddle.static.Executor().run(feed=fed, fetch_list=[out])[0].tolist() == [5, 1]


def test_questions():
    x = t([1.0])
    assert paddle.is_tensor(x) and not paddle.is_tensor(np.ones(1))
    assert paddle.is_floating_point(x) and not paddle.is_integer(x) and not paddle.is_complex(x)
    assert paddle.is_integer(t([1], "uint8")) and not paddle.is_integer(t([True]))
    assert paddle.broadcast_shape([2, 1, 3], [-1, 3]) == [2, -1, 3]
    assert paddle.positive(x) is x


def test_other_names_are_the_same_functions():
    assert paddle.mod is paddle.floor_mod is paddle.remainder
    assert paddle.less is paddle.less_than and paddle.bitwise_invert is paddle.bitwise_not


def test_methods():
    x = t([[1.0, 4], [2, 3]])
    assert x.amax().item() == 4 and x.kthvalue(2)[0].tolist() == [4, 3] and x.lerp(x + 1, 0.5)[0, 0].item() == 1.5
    assert x.cumprod(1).tolist() == [[1, 4], [2, 6]] and x.trace().item() == 4 and x.median().item() == 2.5
