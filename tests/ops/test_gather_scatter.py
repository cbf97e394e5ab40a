"""Elements found, picked and replaced: values as Paddle 2.6.2 gives them, and its errors."""

from __future__ import annotations

import numpy as np
import pytest

from opscope import paddle


def tensor(values, dtype=None):
    return paddle.to_tensor(np.asarray(values), dtype)


def lists(values):
    return [v.tolist() for v in values]


def test_unique():
    x = tensor([2, 1, 1, 3])
    assert paddle.unique(x).tolist() == [1, 2, 3]
    assert lists(paddle.unique(x, True, True, True)) == [[1, 2, 3], [1, 0, 3], [1, 0, 0, 2], [2, 1, 1]]
    rows = tensor([[2, 1], [2, 1], [0, 1]])
    found = paddle.unique(rows, True, True, True, axis=0)
    assert lists(found) == [[[0, 1], [2, 1]], [2, 0], [1, 1, 0], [1, 2]]
    assert paddle.unique(x, return_index=True, dtype="int32")[1].dtype is paddle.int32
    runs = tensor([1, 1, 2, 2, 3, 1, 1, 2])
    found = paddle.unique_consecutive(runs, True, True)
    assert lists(found) == [[1, 2, 3, 1, 2], [0, 0, 1, 1, 2, 3, 3, 4], [2, 2, 1, 2, 1]]
    assert lists(paddle.unique_consecutive(rows, True, True, axis=0)) == [[[2, 1], [0, 1]], [0, 0, 1], [2, 1]]
    assert paddle.unique_consecutive(tensor(np.zeros(0))).shape == [0]


def test_nonzero():
    x = tensor([[1.0, 0.0], [0.0, 2.0]])
    assert paddle.nonzero(x).tolist() == [[0, 0], [1, 1]]
    assert lists(paddle.nonzero(x, as_tuple=True)) == [[[0], [1]], [[0], [1]]]
    with pytest.raises(ValueError, match="at least 1"):
        paddle.nonzero(tensor(3.0))


def test_places_among_sorted_numbers():
    edges = tensor([1, 3, 5])
    assert paddle.searchsorted(edges, tensor([[0, 3], [6, 3]])).tolist() == [[0, 1], [3, 1]]
    found = paddle.bucketize(tensor([0, 3, 9]), edges, out_int32=True, right=True)
    assert found.tolist() == [0, 2, 3] and found.dtype is paddle.int32
    batch = paddle.searchsorted(tensor([[1, 3, 5], [2, 4, 6]]), tensor([[0, 3], [6, 3]]))
    assert batch.tolist() == [[0, 1], [2, 1]]
    with pytest.raises(ValueError, match="must have 1 dim, but it has 2 dims"):
        paddle.bucketize(edges, tensor([[1, 3]]))
    with pytest.raises(ValueError, match="all dims except the last must be equal"):
        paddle.searchsorted(tensor([[1, 3], [2, 4]]), edges)


def test_counts():
    assert paddle.histogram(tensor([1.0, 2.0, 1.0, 5.0]), 4, 0, 4).tolist() == [0, 2, 1, 0]
    assert paddle.histogram(tensor([1, 2, 1]), 3).tolist() == [2, 0, 1]
    assert paddle.histogram(tensor([1, 1, 1]), 3).tolist() == [0, 3, 0]
    assert paddle.bincount(tensor([1, 2, 1, 4])).tolist() == [0, 2, 1, 0, 1]
    weighted = paddle.bincount(tensor([1, 2, 1]), tensor([2.0, 1.0, 1.0], "float32"), minlength=4)
    assert weighted.tolist() == [0, 3, 1, 0] and weighted.dtype is paddle.float32
    for call, error, words in [
        (lambda: paddle.bincount(tensor([-1])), ValueError, "non-negative ints"),
        (lambda: paddle.bincount(tensor([1.0])), TypeError, "must be integers"),
        (lambda: paddle.bincount(tensor([[1]])), ValueError, "must be a 1-D tensor"),
        (lambda: paddle.histogram(tensor([1.0]), 3, 4, 1), ValueError, "max must be larger or equal to min"),
        (lambda: paddle.histogram(tensor([1.0]), 0), ValueError, "bins should be greater"),
        (lambda: paddle.histogram(tensor([1.0, np.inf])), ValueError, "not finite"),
    ]:
        with pytest.raises(error, match=words):
            call()


def test_replaced():
    x = tensor([[1.0, 2.0], [3.0, 4.0]])
    assert paddle.masked_fill(tensor([[1, 2], [3, 4]]), tensor([True, False]), 2.7).tolist() == [[2, 2], [2, 4]]
    assert paddle.index_fill(x, tensor([0, 0]), -1, tensor(7.0)).tolist() == [[7, 2], [7, 4]]
    assert paddle.index_add(x, tensor([0, 0]), 0, paddle.ones([2, 2], "float64")).tolist() == [[3, 4], [3, 4]]
    assert paddle.index_put(x, (tensor([0, 1]), tensor([0, 0])), tensor([9.0, 8.0])).tolist() == [[9, 2], [8, 4]]
    assert paddle.index_put(x[0], (tensor([0, 0]),), 1.0, accumulate=True).tolist() == [3, 2]
    assert paddle.index_put(x[0], [tensor([True, False])], 5).tolist() == [5, 2]
    assert paddle.scatter_nd(tensor([[1], [1], [0]]), tensor([1.0, 2.0, 3.0]), [3]).tolist() == [3, 3, 0]
    assert paddle.select_scatter(x, tensor([7.0, 8.0]), -1, -1).tolist() == [[1, 7], [3, 8]]
    assert paddle.masked_scatter(x, x > 1, tensor([7.0, 8.0, 9.0])).tolist() == [[1, 7], [8, 9]]
    assert paddle.masked_scatter(x, tensor([True, False]), tensor([7.0, 8.0])).tolist() == [[7, 2], [8, 4]]
    assert paddle.masked_scatter(x, x > 9, tensor(np.zeros(0))).tolist() == x.tolist()
    assert paddle.index_sample(x, tensor([[0, 0, 1], [1, 1, 0]])).tolist() == [[1, 1, 2], [4, 4, 3]]


def test_replaced_elsewhere():
    x = tensor([[1.0, 2.0], [3.0, 4.0]])
    for call, error, words in [
        (lambda: paddle.index_put(x, tensor([1]), 5.0), ValueError, "must be a list of Tensors"),
        (lambda: paddle.index_fill(x, tensor([0]), 0, tensor([1.0])), ValueError, "value must have 0 dims"),
        (lambda: paddle.index_add(x, tensor([0, 0]), 0, x[:1]), ValueError, "should have the shape"),
        (lambda: paddle.index_add(x, tensor([0]), 0, paddle.ones([1, 2])), ValueError, "does not match the type"),
        (lambda: paddle.index_add(x, tensor([5]), 0, x[:1]), IndexError, "out of bounds"),
        (lambda: paddle.scatter_nd_add(x[0], tensor([[1], [1]]), tensor([1.0])), ValueError, "Updates has wrong"),
        (lambda: paddle.select_scatter(x, tensor([1.0]), 0, 1), RuntimeError, "the shape of the slice of x"),
        (lambda: paddle.select_scatter(x, tensor([1.0, 2.0]), 0, 2), ValueError, "out of range"),
        (
            lambda: paddle.masked_scatter(x, x > 0, tensor([1.0])),
            AssertionError,
            "value has 1 elements and mask has 4 True elements",
        ),
        (lambda: paddle.index_sample(x, tensor([0])), ValueError, "should be 2-D"),
        (lambda: paddle.diagonal_scatter(x, tensor([1.0])), ValueError, "the y shape should be"),
        (lambda: paddle.shard_index(tensor([[1]]), 20, 2, 2), ValueError, "must be less than nshards"),
    ]:
        with pytest.raises(error, match=words):
            call()


ARR, AT, VALUES = [[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]], [[0, 0, 1], [1, 1, 2]], [[7.0, 8.0, 1.0], [2.0, 3.0, 9.0]]
# Measured on Paddle 2.6.2: what comes out, and the gradients of arr and values along [[1, 2, 3], [4, 5, 6]]. (Paddle
# counts arr among those that reach the extreme without include_self, too: there it has 3 where 6 stands.)
PUT = {
    ("assign", True): ([[8, 1, 3], [4, 3, 9]], [[0, 0, 3], [4, 0, 0]], [[0, 1, 2], [0, 5, 6]]),
    ("add", True): ([[16, 3, 3], [4, 10, 18]], [[1, 2, 3], [4, 5, 6]], [[1, 1, 2], [5, 5, 6]]),
    ("add", False): ([[15, 1, 3], [4, 5, 9]], [[0, 0, 3], [4, 0, 0]], [[1, 1, 2], [5, 5, 6]]),
    ("mul", True): ([[56, 2, 3], [4, 30, 81]], [[56, 2, 3], [4, 30, 54]], [[8, 7, 4], [75, 50, 54]]),
    ("mul", False): ([[56, 1, 3], [4, 6, 9]], [[0, 0, 3], [4, 0, 0]], [[8, 7, 2], [15, 10, 6]]),
    ("mean", False): ([[7.5, 1, 3], [4, 2.5, 9]], [[0, 0, 3], [4, 0, 0]], [[0.5, 0.5, 2], [2.5, 2.5, 6]]),
    ("amin", True): ([[1, 1, 3], [4, 2, 9]], [[1, 0, 3], [4, 0, 3]], [[0, 0, 2], [5, 0, 3]]),
    ("amin", False): ([[7, 1, 3], [4, 2, 9]], [[0, 0, 3], [4, 0, 0]], [[1, 0, 2], [5, 0, 6]]),
    ("amax", True): ([[8, 2, 3], [4, 5, 9]], [[0, 2, 3], [4, 5, 3]], [[0, 1, 0], [0, 0, 3]]),
    ("amax", False): ([[8, 1, 3], [4, 3, 9]], [[0, 0, 3], [4, 0, 0]], [[0, 1, 2], [0, 5, 6]]),
}


@pytest.mark.parametrize("reduce, include_self", PUT)
def test_put_along_axis(reduce, include_self):
    out, darr, dvalues = PUT[reduce, include_self]
    arr, values = (paddle.to_tensor(v, stop_gradient=False) for v in (ARR, VALUES))
    found = paddle.put_along_axis(arr, tensor(AT), values, 1, reduce, include_self=include_self)
    np.testing.assert_allclose(found.numpy(), out, rtol=1e-6)
    grads = paddle.grad([found], [arr, values], [tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "float32")])
    np.testing.assert_allclose(grads[0].numpy(), darr, rtol=1e-6)
    np.testing.assert_allclose(grads[1].numpy(), dvalues, rtol=1e-6)


def test_put_along_axis_stretches_or_not():
    arr = tensor(ARR)
    assert paddle.put_along_axis(arr, tensor([[0]]), 99, 0).tolist() == [[99, 99, 99], [4, 5, 9]]
    part = paddle.put_along_axis(arr, tensor([[0, 1]]), 9.0, 1, broadcast=False)
    assert part.tolist() == [[9, 9, 3], [4, 5, 9]]
    whole = paddle.put_along_axis(tensor([[5, 7]]), tensor([[0, 0]]), tensor([[2, 4]]), 1, "mean", False)
    assert whole.tolist() == [[3, 7]]
    with pytest.raises(ValueError, match="same number of dims"):
        paddle.put_along_axis(arr, tensor([0]), 9.0, 1)
    with pytest.raises(ValueError, match="can not support reduce: 'max'"):
        paddle.put_along_axis(arr, tensor([[0]]), 9.0, 1, "max")


def test_draws():
    paddle.seed(4)
    assert paddle.multinomial(tensor([0.0, 1.0]), 3, replacement=True).tolist() == [1, 1, 1]
    assert sorted(paddle.multinomial(tensor([0.2, 0.5, 0.3]), 3).tolist()) == [0, 1, 2]
    first = [paddle.multinomial(tensor([1.0, 3.0]), 1).item() for _ in range(2000)]
    assert np.mean(first) == pytest.approx(0.75, abs=0.04)
    assert set(paddle.randint_like(tensor(np.zeros(200)), 1, 3).tolist()) == {1.0, 2.0}
    value, ids = paddle.tensor.top_p_sampling(tensor([[0.1, 0.7, 0.2]] * 50), tensor([0.6] * 50))
    assert set(ids.numpy().ravel()) == {1} and value.shape == [50, 1]
    _, ids = paddle.tensor.top_p_sampling(
        tensor([[0.1, 0.5, 0.4]] * 50), tensor([0.9] * 50), tensor([0.3] * 50), seed=3
    )
    assert set(ids.numpy().ravel()) == {1, 2}
    for call, words in [
        (lambda: paddle.multinomial(tensor([0.0, 0.8]), 2), "less than non-zero categories"),
        (lambda: paddle.multinomial(tensor([-1.0, 0.8]), 1), "should be >= 0"),
        (lambda: paddle.multinomial(tensor([0.0, 0.0]), 1), "should be > 0"),
        (lambda: paddle.multinomial(tensor([0.5, 0.5]), 0), "number of samples should be > 0"),
        (lambda: paddle.multinomial(tensor(np.ones((2, 2, 2))), 1), "<= 2, but got 3"),
        (lambda: paddle.randint_like(tensor([1.0]), 0), "low must be greater than 0"),
        (lambda: paddle.randint_like(tensor([1.0]), 3, 3), "there is no integer in"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
