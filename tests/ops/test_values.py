"""Values of ops against NumPy and the standard library, and corners that once were wrong."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.core import dtype as types
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError, UnsupportedError, UsageError
from opscope.ops import attr_values
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions import (
    arithmetic,
    fill,
    lookup,
    neural,
    products,
    quantiles,
    reshape,
)
from opscope.paddle.functions.norms import norm
from opscope.paddle.nn.functional import pad
from tests.laws.cases import spec_of

X = np.random.default_rng(8).standard_normal((3, 4))


@pytest.mark.parametrize("dtype, error", [("float64", 1e-15), ("float32", 3e-7)])
def test_erf(dtype, error):
    x = np.concatenate([np.linspace(-7, 7, 2001), [0.46875, 0.5, -0.5, 1e-30, np.inf, -np.inf]]).astype(dtype)
    out = REGISTRY["erf"](x)
    assert out.dtype == dtype
    np.testing.assert_allclose(out, [math.erf(v) for v in x], atol=error, rtol=0)
    assert np.isnan(REGISTRY["erf"](np.array(np.nan, dtype)))


def test_gelu_is_the_exact_one():
    x = np.linspace(-5, 5, 101)
    np.testing.assert_allclose(REGISTRY["gelu"](x), [v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in x], atol=1e-14)


@pytest.mark.parametrize(
    "name", ["sigmoid", "softplus", "silu", "log_sigmoid", "softmax", "log_softmax", "logsumexp", "elu"]
)
def test_large_values_do_not_overflow(name):
    x = np.array([-1e4, -100.0, 0.0, 100.0, 1e4], dtype="float32")
    with np.errstate(over="raise", invalid="raise"):
        out = REGISTRY[name](x)
    assert out.dtype == np.float32 and np.isfinite(out).all()


def test_mixtures_of_types_are_paddles():
    """NumPy widens int64 + float32 to float64."""
    i, f = np.arange(4), np.ones(4, dtype="float32")
    for name in ("add", "multiply", "divide", "maximum", "floor_divide", "elementwise_pow"):
        assert REGISTRY[name](i, f).dtype == REGISTRY[name](f, i + 1).dtype == np.float32, name
    assert REGISTRY["concat"]([i, f]).dtype == REGISTRY["where"](f > 0, i, f).dtype == np.float32
    assert REGISTRY["matmul"](i, f).dtype == np.float32
    assert REGISTRY["divide"](i, 2).dtype == REGISTRY["divide"](i, i + 1).dtype == np.float32
    assert REGISTRY["mean"](i).dtype == REGISTRY["sqrt"](i).dtype == np.float32
    assert REGISTRY["sum"](i.astype("int32")).dtype == REGISTRY["sum"](f > 0).dtype == np.int64


def test_attributes_of_numpy_do_not_widen():
    x = X.astype("float32")
    assert REGISTRY["scale"](x, scale=np.float64(2)).dtype == np.float32
    assert REGISTRY["leaky_relu"](x, negative_slope=np.float64(0.1)).dtype == np.float32


def test_matmul_says_which_dims_differ():
    with pytest.raises(ShapeError, match=r"inner dims differ, 4 and 3(.|\n)*transpose_y=True"):
        REGISTRY["matmul"].infer(spec_of(X), spec_of(X))
    with pytest.raises(ShapeError, match="rank of at least 1"):
        REGISTRY["matmul"].infer(spec_of(X), spec_of(np.array(1.0)))
    with pytest.raises(ShapeError, match="mul: the inner dims differ"):
        REGISTRY["mul"].infer(spec_of(X), spec_of(X))


def test_mul_keeps_unknown_rows():
    x, w = TensorSpec((None, 3, 4), spec_of(X).dtype), spec_of(np.ones((12, 5)))
    assert REGISTRY["mul"].infer(x, w).shape == (None, 5)


ITEMS = [
    *(0, -1, np.int64(1), slice(None, None, -2), (slice(1), 2), (..., None, 1), (None, None), ()),
    *(np.array([2, 0]), [0, 1], ([0, 1], [1, 2]), ([[0], [1]], slice(1, 3), None)),
    *((slice(None), (0, 2)), ((0, 1), range(1, 3)), [], (0, ())),  # every sequence is a list
    *(X > 0, (slice(None), [True, False, True, False]), (X[:, 0] > 0, 1)),
]


@pytest.mark.parametrize("item", ITEMS, ids=str)
def test_getitem_is_numpys(item):
    from opscope.ops.index_keys import normalize_index

    index, arrays = normalize_index(item)
    hash(index)
    out = REGISTRY["getitem"](X, *arrays, index=index)
    wanted = X[item]
    assert out.shape == wanted.shape and np.array_equal(out, wanted)
    spec = REGISTRY["getitem"].infer(spec_of(X), *map(spec_of, arrays), index=index)
    assert all(a is None or a == b for a, b in zip(spec.shape, wanted.shape, strict=True))


def test_single_indices_are_taken_before_arrays_of_them():
    """In NumPy the 0 of x[0, :, [0, 1]] is an array, too, and the dim of the other one comes first."""
    x = paddle.arange(24).reshape([2, 3, 4])
    for zero in (0, np.int64(0), np.array(0), paddle.to_tensor(0)):
        assert np.array_equal(x[zero, :, [0, 2]].numpy(), x.numpy()[0][:, [0, 2]])
    assert np.array_equal(x[0, ..., [[1], [3]]].numpy(), x.numpy()[0][:, [[1], [3]]])
    flags = paddle.to_tensor([True, False, True, True])
    assert np.array_equal(x[1, :, flags].numpy(), x.numpy()[1][:, flags.numpy()])
    x[0, :, [0, 2]] = paddle.to_tensor([[-1, -2], [-3, -4], [-5, -6]])
    assert x[0, :, 0].tolist() == [-1, -3, -5] and x[0, :, 2].tolist() == [-2, -4, -6] and int(x[0, 0, 1]) == 1


def test_flags_for_all_elements_choose_from_a_value_of_the_whole_shape():
    x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]], stop_gradient=False)
    value = paddle.to_tensor([5.0, 6.0], stop_gradient=False)
    y = x * 1
    y[y > 1] = value  # each element takes what stands at its place in the broadcast value
    assert y.tolist() == [[1.0, 6.0], [5.0, 6.0]]
    y.sum().backward()
    assert x.grad.tolist() == [[1.0, 0.0], [0.0, 0.0]] and value.grad.tolist() == [1.0, 2.0]
    z = x.detach()
    z[z > 1] = paddle.to_tensor([7.0, 8.0, 9.0])  # as many as there are flags
    assert z.tolist() == [[1.0, 7.0], [8.0, 9.0]]


def test_an_index_that_is_none_is_refused():
    from opscope.ops.index_keys import normalize_index

    for item, name in (("a", "str"), (1.5, "float"), ([None], "list"), ([slice(1)], "list")):
        with pytest.raises(ValueError, match=f"only allows indexing by Boolean, Integers, .* but received {name}"):
            normalize_index(item)
    with pytest.raises(ShapeError, match="index 3 is out of range"):
        REGISTRY["getitem"].infer(spec_of(X), index=(3,))
    with pytest.raises(ShapeError, match="too many indices"):
        REGISTRY["getitem"].infer(spec_of(X), index=(0, 0, 0))


def test_shapes_are_numbers():
    class Symbol:
        def __apply_op__(self):
            """A tensor of any kind."""

    with pytest.raises(UnsupportedError, match="a tensor as a dim of the shape"):
        attr_values.static_sizes([Symbol(), 2], "pad")
    with pytest.raises(UsageError, match="consist of integers"):
        fill.zeros(["a"])
    assert reshape.reshape(X, np.array([2, -1])).shape == (2, 6)
    assert fill.zeros(3).shape == [3]


def test_creation():
    assert fill.full([2], 3).dtype is types.float32 and fill.full([2], 3, "int64").tolist() == [3, 3]
    for args in [(5,), (1, 5), (1, 8, 3), (5, 0, -2), (0.0, 1.0, 0.25), (5, 1), (0, 1, 0.1)]:
        np.testing.assert_allclose(fill.arange(*args), np.arange(*args), rtol=1e-6)
    assert fill.arange(3).dtype is types.int64 and fill.arange(0.0, 1.0, 0.5).dtype is types.float32
    assert fill.assign([1.0, 2.0]).dtype is types.float32 and fill.assign(np.ones(2)).dtype is types.float32
    assert fill.eye(2, 3).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert fill.ones_like(X, "int32").dtype == np.int32 and fill.zeros_like(X).dtype == X.dtype
    np.testing.assert_allclose(fill.linspace(0, 1, 5), [0, 0.25, 0.5, 0.75, 1])
    with pytest.raises(ArgumentError, match="step must not be 0"):
        fill.arange(0, 3, 0)


def test_compositions():
    np.testing.assert_allclose(quantiles.std(X), X.std(ddof=1))
    np.testing.assert_allclose(quantiles.var(X, axis=1, unbiased=False, keepdim=True), X.var(1, keepdims=True))
    np.testing.assert_allclose(norm(X), np.linalg.norm(X))
    for p in (1, 2, 3, math.inf, -math.inf):
        np.testing.assert_allclose(norm(X, p, axis=1), np.linalg.norm(X, p, axis=1))
    with pytest.raises(ArgumentError, match="but received 'nuc'"):
        norm(X, "nuc")
    np.testing.assert_array_equal(quantiles.sort(X, 0, descending=True), -np.sort(-X, 0))
    out, where = quantiles.topk(X, 2)
    np.testing.assert_array_equal(out, -np.sort(-X, 1)[:, :2])
    np.testing.assert_array_equal(np.take_along_axis(X, where, 1), out)
    np.testing.assert_array_equal(reshape.slice(X, [0, 1], [-2, 0], [10, 3]), X[-2:10, 0:3])
    np.testing.assert_array_equal(reshape.strided_slice(X, [1], [3], [0], [-2]), X[:, 3:0:-2])
    np.testing.assert_array_equal(lookup.masked_select(X, X > 0), X[X > 0])
    np.testing.assert_allclose(products.addmm(np.ones(3), X, X.T, beta=2.0, alpha=0.5), 2 + 0.5 * X @ X.T)
    np.testing.assert_allclose(products.dot(X, X), (X * X).sum(-1))
    assert [p.shape for p in reshape.chunk(X, 2, axis=1)] == [(3, 2), (3, 2)]
    assert arithmetic.pow(np.arange(3), 0.5).dtype == np.float32
    assert arithmetic.pow(np.arange(3), 2).tolist() == [0, 1, 4]
    np.testing.assert_allclose(neural.normalize(X), X / np.linalg.norm(X, axis=1, keepdims=True))


def test_pad_in_both_of_paddles_orders():
    image = np.ones((1, 1, 2, 2))
    assert pad(image, [1, 0, 0, 2]).shape == (1, 1, 4, 3)  # left, right, top, bottom
    assert pad(image, [1, 0, 0, 2], data_format="NHWC").shape == (1, 3, 3, 2)
    assert pad(image, [0, 0, 1, 1, 0, 0, 0, 3], value=7.0).shape == (1, 3, 2, 5)
    with pytest.raises(ArgumentError, match="but it is mirror"):
        pad(image, [1, 1, 1, 1], mode="mirror")
    with pytest.raises(ShapeError, match="3 values cannot be copied from a dim of 2"):
        pad(paddle.to_tensor(image), [3, 1, 1, 1], mode="circular")
    with pytest.raises(ArgumentError, match="do not match an input of rank 4"):
        pad(image, [1])


def test_joining_says_what_differs():
    concat, split = REGISTRY["concat"], REGISTRY["split"]
    with pytest.raises(ShapeError, match="differ outside axis 0"):
        concat.infer(spec_of(X), spec_of(X.T))
    with pytest.raises(ShapeError, match="the shapes of the inputs differ"):
        REGISTRY["stack"].infer(spec_of(X), spec_of(X.T))
    with pytest.raises(ShapeError, match="list of tensors is empty"):
        REGISTRY["stack"].infer()
    with pytest.raises(ShapeError, match="a dim of 4 cannot be divided into 3"):
        split.infer(spec_of(X), num_or_sections=3, axis=1)
    with pytest.raises(ShapeError, match="do not add up to 4"):
        split.infer(spec_of(X), num_or_sections=[1, 2], axis=1)
    with pytest.raises(ShapeError, match="must be known"):
        REGISTRY["unbind"].infer(TensorSpec((None,), spec_of(X).dtype))
    with pytest.raises(ShapeError, match="is not a permutation of the 2 dims"):
        REGISTRY["transpose"].infer(spec_of(X), perm=[0, 0])
    with pytest.raises(ShapeError, match="only dims of size 1"):
        REGISTRY["expand"].infer(spec_of(X), shape=[3, 5])


def test_squeeze_leaves_other_dims_alone():
    assert REGISTRY["squeeze"](X, axis=0).shape == (3, 4)
    assert REGISTRY["squeeze"](X[None], axis=None).shape == (3, 4)
    assert REGISTRY["squeeze"](X[None], axis=[]).shape == (3, 4)


def test_one_hot_and_embedding():
    assert REGISTRY["one_hot"](np.array([0, 2]), num_classes=3).tolist() == [[1, 0, 0], [0, 0, 1]]
    weight = np.arange(6.0).reshape(3, 2)
    out = neural.embedding(np.array([[0, 2]]), weight, padding_idx=-1)
    assert out.tolist() == [[[0, 1], [0, 0]]]


def test_calls_of_the_wrong_form_are_named():
    with pytest.raises(UsageError, match=r"the input 'y' of .* is missing"):
        REGISTRY["add"](X)
    with pytest.raises(UsageError, match=r"does not take axes(.|\n)*axis"):
        REGISTRY["mean"](X, axes=1)
    with pytest.raises(UsageError, match="does not take"):
        REGISTRY["mean"](X, 0, False, 3)
    assert REGISTRY["mean"](X, 0, True, name="m").shape == (1, 4)
    assert REGISTRY["concat"](x=[X, X], axis=1, name=None).shape == (3, 8)
