"""Dims moved, split and joined, diagonals, grids: values against NumPy and Paddle 2.6.2, and its errors."""

from __future__ import annotations

import numpy as np
import pytest

from opscope import paddle

X = np.arange(24.0).reshape(2, 3, 4)


def tensor(values):
    return paddle.to_tensor(np.asarray(values))


def same(found, wanted):
    many = isinstance(wanted, list | tuple)
    for a, b in zip(found if many else [found], wanted if many else [wanted], strict=True):
        assert a.shape == list(np.shape(b))
        np.testing.assert_array_equal(a.numpy(), b)


def test_moved_and_turned():
    x = tensor(X)
    same(paddle.moveaxis(x, [0, 1], [2, 0]), np.moveaxis(X, [0, 1], [2, 0]))
    same(x.moveaxis(-1, 0), np.moveaxis(X, -1, 0))
    for k in range(-1, 5):
        same(paddle.rot90(x, k, [1, 2]), np.rot90(X, k, (1, 2)))
    same(paddle.unflatten(x, 2, [2, -1]), X.reshape(2, 3, 2, 2))
    same(x.unflatten(0, tensor([2, 1])), X.reshape(2, 1, 3, 4))
    same(x.view([4, 6]), X.reshape(4, 6))
    same(x.view_as(paddle.ones([24])), X.reshape(24))
    assert tensor(np.float32([1, 2])).view("int32").tolist() == [1065353216, 1073741824]
    assert tensor(np.float32([1, 2])).view(paddle.uint8).shape == [8]


def test_windows_and_repeats():
    same(paddle.unfold(tensor(np.arange(9.0)), 0, 2, 4), np.array([[0.0, 1.0], [4.0, 5.0]]))
    same(tensor(X).unfold(1, 2, 1), np.lib.stride_tricks.sliding_window_view(X, 2, axis=1))
    same(paddle.as_strided(tensor(np.arange(8.0)), [2, 3], [1, 2], 1), np.array([[1.0, 3, 5], [2, 4, 6]]))
    pairs = np.array([[1, 2], [3, 4]])
    same(paddle.repeat_interleave(tensor(pairs), 2), np.repeat(pairs, 2))
    same(paddle.repeat_interleave(tensor(pairs), 2, 1), np.repeat(pairs, 2, 1))
    same(paddle.repeat_interleave(tensor(pairs), tensor([1, 3]), 0), np.repeat(pairs, [1, 3], 0))


def test_split():
    x = tensor(X)
    same(paddle.vsplit(tensor(X[0]), [1, 2]), np.split(X[0], [1]))
    same(paddle.hsplit(x, 3), np.hsplit(X, 3))
    same(paddle.dsplit(x, [1, 3]), np.dsplit(X, [1, 3]))
    same(paddle.tensor_split(x, 3, axis=2), np.array_split(X, 3, axis=2))
    same(paddle.hsplit(tensor(X[0, 0]), 2), np.hsplit(X[0, 0], 2))
    same(paddle.crop(x, [-1, 2, 2], [0, 1, 1]), X[:, 1:, 1:3])
    same(paddle.crop(x, tensor([1, 1, 1]), tensor([1, 0, 2])), X[1:, :1, 2:3])


def test_joined():
    a, b, one = np.arange(3.0), np.arange(3.0) + 5, np.array(2.0)
    for name in ("hstack", "vstack", "dstack", "column_stack"):
        same(getattr(paddle, name)([tensor(a), tensor(b)]), getattr(np, name)([a, b]))
        same(getattr(paddle, name)([tensor(X), tensor(X)]), getattr(np, name)([X, X]))
    same(paddle.row_stack([tensor(a), tensor(b)]), np.vstack([a, b]))
    same(paddle.atleast_1d(tensor(one), tensor(a)), [one[None], a])
    same(paddle.atleast_2d(tensor(a)), a[None])
    same(paddle.atleast_3d(tensor(a), tensor(X[0])), [np.atleast_3d(a), np.atleast_3d(X[0])])
    same(paddle.broadcast_tensors([tensor(X[0, :, :1]), tensor(X[0, :1])]), np.broadcast_arrays(X[0, :, :1], X[0, :1]))
    same(paddle.meshgrid(tensor(a), tensor(b[:2])), np.meshgrid(a, b[:2], indexing="ij"))
    same(paddle.meshgrid([tensor(one), tensor(a)]), np.meshgrid(one, a, indexing="ij"))
    blocks = np.array([[1.0, 2, 0], [0, 0, 3]])
    same(paddle.block_diag([tensor([[1.0, 2.0]]), tensor(3.0)]), blocks)
    same(paddle.combinations(tensor([1, 2, 3])), np.array([[1, 2], [1, 3], [2, 3]]))
    same(paddle.combinations(tensor([1, 2]), 2, with_replacement=True), np.array([[1, 1], [1, 2], [2, 2]]))
    assert paddle.combinations(tensor([1, 2]), 5).shape == [0, 5] and paddle.combinations(tensor([1]), 0).shape == [0]
    same(paddle.cartesian_prod([tensor([1, 2]), tensor([3, 4])]), np.array([[1, 3], [1, 4], [2, 3], [2, 4]]))


def test_diagonals():
    same(paddle.diag(tensor([1.0, 2.0]), 1, 9.0), np.array([[9.0, 1, 9], [9, 9, 2], [9, 9, 9]]))
    same(paddle.diag(tensor(X[0]), -1), np.diag(X[0], -1))
    same(paddle.diagflat(tensor([[1, 2], [3, 4]]), 1), np.diagflat([[1, 2], [3, 4]], 1))
    same(paddle.diag_embed([1.0, 2.0]), np.diag([1.0, 2.0]).astype("float32"))
    same(paddle.diagonal(tensor(X), 1, 0, 2), np.diagonal(X, 1, 0, 2))
    same(paddle.diagonal(paddle.diag_embed(tensor(X), 2, 0, -1), 2, 0, -1), X)
    same(paddle.diagonal_scatter(paddle.zeros([2, 3]), paddle.ones([2]), 1), np.eye(2, 3, 1, dtype="float32"))
    for rows, columns, offset in [(3, 4, -1), (4, 2, 1), (3, 3, 5)]:
        same(paddle.tril_indices(rows, columns, offset), np.stack(np.tril_indices(rows, offset, columns)))
        same(paddle.triu_indices(rows, columns, offset), np.stack(np.triu_indices(rows, offset, columns)))
    assert paddle.triu_indices(2, dtype="int32").dtype is paddle.int32
    same(paddle.logspace(0, 2, 3), np.array([1, 10, 100], "float32"))
    same(paddle.logspace(tensor(0.0), tensor(3.0), 4, 2, "int32"), np.array([1, 2, 4, 8], "int32"))


def test_small_ones():
    x = tensor(X)
    assert paddle.tolist(x) == X.tolist() and paddle.empty_like(x, "int32").dtype is paddle.int32
    x.stop_gradient = False
    paddle.clone(x).sum().backward()
    assert x.grad.tolist() == np.ones_like(X).tolist()
    joined, counts = paddle.tensor.manipulation.tensor_array_to_tensor([x[0], x[1, :, :2]], axis=1)
    assert joined.shape == [3, 6] and counts.tolist() == [4, 2]
    made = paddle.tensor.fill_constant([2], "int32", 3.5)
    assert made.tolist() == [3, 3] and paddle.tensor.fill_constant([2], "int32", 7, out=made) is made
    assert made.tolist() == [7, 7]
    empty = paddle.tensor.create_tensor("float32", name="later")
    assert empty.name == "later" and not empty.size and paddle.assign(x[0], empty).shape == [3, 4]


def test_an_axis_may_be_a_tensor():
    x, axis = tensor(X), paddle.to_tensor(1)
    for given in (axis, axis.reshape([1])):
        assert paddle.sum(x, axis=given).tolist() == x.sum(1).tolist()
        assert paddle.concat([x, x], axis=given).shape == paddle.concat([x, x], 1).shape
        assert [p.tolist() for p in paddle.split(x, 3, axis=given)] == [p.tolist() for p in paddle.split(x, 3, 1)]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda x: paddle.moveaxis(x, [0, 1], [0]), AssertionError, "the same number of elements"),
        (lambda x: paddle.moveaxis(x, [0, 0], [0, 1]), ValueError, "'source' must be unique"),
        (lambda x: paddle.moveaxis(x, 0, 5), AssertionError, "must be in the range"),
        (lambda x: paddle.rot90(x, 1, [0]), ValueError, "needs 2 axes"),
        (lambda x: paddle.rot90(x, 1, [0, 0]), ValueError, "the two axes must differ"),
        (lambda x: paddle.rot90(x, 1, [0, 3]), ValueError, r"axes\[1\] = 3 is out of range"),
        (lambda x: paddle.rot90(x[0, 0]), ValueError, "at least 2 dims"),
        (lambda x: paddle.view(x, 3), TypeError, "3 is neither a shape nor a dtype"),
        (lambda x: paddle.view(x[0, :, :1], "complex128"), ValueError, "does not contain a whole number"),
        (lambda x: paddle.unflatten(x, 1, [4, 2]), ValueError, "has 3 elements"),
        (lambda x: paddle.unfold(x, 0, 5, 1), ValueError, r"size\(5\) must be less than"),
        (lambda x: paddle.as_strided(x, [5], [9]), ValueError, "reach outside"),
        (lambda x: paddle.repeat_interleave(x, 0), ValueError, "repeats should be larger than zero"),
        (lambda x: paddle.repeat_interleave(x, tensor([1, 2, 3]), 0), ValueError, "length of Input"),
        (lambda x: paddle.vsplit(x[0, 0], 2), ValueError, "must have at least 2 dims, but it has 1"),
        (lambda x: paddle.tensor_split(x, 0), ValueError, "number of parts must be positive"),
        (lambda x: paddle.crop(x, [3, 3, 3]), ValueError, "on axis 0, the sum"),
        (lambda x: paddle.crop(x, [1]), ValueError, "but shape has 1"),
        (lambda x: paddle.crop(x, [-2, 1, 1]), ValueError, "only negative number"),
        (lambda x: paddle.crop(x, offsets=[-1, 0, 0], shape=[1, 1, 1]), ValueError, "must be at least 0"),
        (lambda x: paddle.broadcast_tensors([]), ValueError, "must be a list of Tensors"),
        (lambda x: paddle.meshgrid(x[0, 0]), ValueError, "needs at least 2 tensors"),
        (lambda x: paddle.meshgrid(x, x), ValueError, "must have 0 or 1 dims"),
        (lambda x: paddle.combinations(x), TypeError, "a vector with one dim"),
        (lambda x: paddle.combinations(x[0, 0], -1), ValueError, "not negative, but it is -1"),
        (lambda x: paddle.diag(x), ValueError, "should be either 1 or 2, but received 3"),
        (lambda x: paddle.diagonal(x, 0, 1, 1), ValueError, "should not be identical 1 vs 1"),
        (lambda x: paddle.diagonal(x[0, 0]), ValueError, "expected at least 2 dimensions"),
        (lambda x: paddle.tril_indices(2, 2.5), ValueError, "col should be a non-negative int"),
        (lambda x: paddle.block_diag([x]), ValueError, "each input must be a matrix"),
        (lambda x: paddle.cartesian_prod([x]), ValueError, "each element of x must be a vector"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors(call, error, words):
    with pytest.raises(error, match=words):
        call(tensor(X))
