"""In-place functions, as in Paddle 2.6: shapes, types, which results share memory, x[...] = value."""

import numpy as np
import pytest

from opscope import paddle


def tensor(values, stop_gradient=True, dtype="float64"):
    return paddle.to_tensor(np.array(values, dtype), stop_gradient=stop_gradient)


def middle(values, dtype="float64"):
    """A leaf and what an op made of it: in-place functions may write to that."""
    leaf = tensor(values, False, dtype)
    return leaf, leaf * 1.0


class TestShapesAndTypes:
    @pytest.mark.parametrize("other", [[[1.0, 2.0, 3.0]], [[1.0], [2.0]], [1.0, 2.0]], ids=["rank", "rows", "longer"])
    def test_broadcasting_must_not_change_the_shape(self, other):
        x = tensor([1.0])
        shape = r"different from that of inplace tensor \[1\] in the Inplace operation\."
        with pytest.raises(ValueError, match=r"The shape of broadcast output \[.*\] is " + shape):
            x.add_(tensor(other))
        assert x.tolist() == [1] and x.inplace_version == 0
        assert tensor([1.0, 2.0]).add_(tensor([5.0])).tolist() == [6, 7]

    def test_nor_the_type_but_where_that_is_what_it_does(self):
        x = paddle.to_tensor([1, 2])
        with pytest.raises(TypeError, match=r"the result is float32 and cannot be written to .*int64(?s:.)*cast_\(\)"):
            x.add_(paddle.to_tensor([0.5, 0.5]))
        assert x.scale_(2.5).tolist() == [2, 4] and x.clip_(3, 4).tolist() == [3, 4]
        assert x.equal_(paddle.to_tensor([3, 3])).dtype is paddle.bool and x.tolist() == [True, False]

    def test_a_cast_takes_new_memory(self):
        x = tensor([1.0, 2.0])
        view = x[:1]
        x.cast_("float32")
        x[0] = 9.0
        assert view.tolist() == [1] and view.dtype is paddle.float64 and x.tolist() == [9, 2]

    @pytest.mark.parametrize(
        "call, shape",
        [
            (lambda x: x.reshape_([3, 1]), [3, 1]),
            (lambda x: x.squeeze_(0), [3]),
            (lambda x: x.unsqueeze_(0), [1, 1, 3]),
            (lambda x: x.flatten_(), [3]),
            (lambda x: x.transpose_([1, 0]), [3, 1]),
            (lambda x: x.t_(), [3, 1]),
        ],
        ids=["reshape", "squeeze", "unsqueeze", "flatten", "transpose", "t"],
    )
    def test_another_shape_is_the_same_memory(self, call, shape):
        leaf, x = middle([[1.0, 2.0, 3.0]])
        shown = x.detach()
        assert call(x) is x and x.shape == shape
        shown[0, 1] = 7.0
        assert x.numpy().ravel().tolist() == [1, 7, 3] and x.inplace_version == 2
        (x * x).sum().backward()
        assert leaf.grad.tolist() == [[2, 14, 6]]


VIEWS = {
    "int": lambda x: x[0],
    "slice": lambda x: x[:, ::2],
    "None": lambda x: x[None],
    "ellipsis": lambda x: x[...],
    "reshape": lambda x: x.reshape([3, 2]),
    "flatten": lambda x: x.flatten(),
    "transpose": lambda x: x.transpose([1, 0]),
    "T": lambda x: x.T,
    "t": lambda x: x.t(),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "squeeze": lambda x: x.squeeze(),
    "detach": lambda x: x.detach(),
    "unbind": lambda x: x.unbind()[0],
    "slice()": lambda x: paddle.slice(x, [0], [0], [1]),
    "iter": lambda x: next(iter(x)),
    "cpu": lambda x: x.cpu(),
}


COPIES = {
    "integers": lambda x: x[[0]],
    "mask": lambda x: x[paddle.to_tensor([True, True])],
    "clone": lambda x: x.clone(),
    "expand": lambda x: x.expand([2, 3]),
    "split": lambda x: x.split(2)[0],
    "chunk": lambda x: x.chunk(2)[0],
    "flip": lambda x: x.flip([0]),
    "astype": lambda x: x.astype("float64"),
    "tile": lambda x: x.tile([1, 1]),
    "add": lambda x: x + 0.0,
    "concat": lambda x: paddle.concat([x]),
    "to_tensor": lambda x: paddle.to_tensor(x),
}


class TestViews:
    """What shares memory is what shares it in Paddle 2.6."""

    @pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
    def test_views_are_seen_through(self, make):
        for written, read in ((0, 1), (1, 0)):
            x = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            both = (x, make(x))
            assert both[0]._is_shared_buffer_with(both[1])
            both[written].fill_(9.0)
            assert 9.0 in both[read].numpy() and both[read].inplace_version == both[written].inplace_version == 1

    @pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
    def test_copies_are_not(self, make):
        for written, read in ((0, 1), (1, 0)):
            x = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            both = (x, make(x))
            assert not both[0]._is_shared_buffer_with(both[1])
            both[written].fill_(9.0)
            assert 9.0 not in both[read].numpy() and both[read].inplace_version == 0


class TestItems:
    @pytest.mark.parametrize(
        "index, shape",
        [
            (0, (3,)),
            (-1, ()),
            (slice(None, None, 2), (2, 1)),
            ((slice(None), 1), (3,)),
            ((..., None, 0), ()),
            ([2, 0], (2, 3)),
            ((np.array([2, 0]), np.array([1, 1])), (2,)),
            (np.array([True, False, True]), (2, 3)),
            ((slice(None), np.array([True, False, True])), (3, 2)),
        ],
        ids=str,
    )
    def test_gradients_go_to_both(self, index, shape):
        rng = np.random.default_rng(4)
        start, value = rng.standard_normal((3, 3)), rng.standard_normal(shape)
        weights = rng.standard_normal((3, 3))
        leaf, given = tensor(start, False), tensor(value, False)
        x = leaf * 1.0
        x[index] = given
        assert x.inplace_version == 1
        (x * tensor(weights)).sum().backward()
        wanted, there = start.copy(), np.zeros((3, 3), bool)
        wanted[index], there[index] = value, True
        np.testing.assert_array_equal(x.numpy(), wanted)
        np.testing.assert_array_equal(leaf.grad.numpy(), np.where(there, 0.0, weights))
        assert given.grad.numpy().sum() == pytest.approx(weights[there].sum())

    def test_tensors_as_indices_and_numbers_as_values(self):
        leaf, x = middle([1.0, 2.0, 3.0])
        x[paddle.to_tensor([2, 0])] = 7
        x[paddle.to_tensor(1)] = np.float32(5)
        assert x.tolist() == [7, 5, 7]
        x.sum().backward()
        assert leaf.grad.tolist() == [0, 0, 0]


class TestDiagonals:
    def test_offsets_and_wrapping(self):
        tall = paddle.ones([7, 3]).fill_diagonal_(7.0, wrap=True).numpy()
        wanted = np.ones((7, 3))
        np.fill_diagonal(wanted, 7.0, wrap=True)
        assert (tall == wanted).all()
        moved = paddle.ones([4, 3]).fill_diagonal_(7.0, offset=1).numpy()
        assert (moved == np.where(np.eye(4, 3, 1) == 1, 7.0, 1.0)).all()
        with pytest.raises(ValueError, match="no diagonal"):
            paddle.ones([2]).fill_diagonal_(1.0)  # Paddle 2.6 dies of it

    @pytest.mark.parametrize("dims", [(0, 1), (0, 2), (1, 2), (2, 0)])
    @pytest.mark.parametrize("offset", [-1, 0, 1])
    def test_a_tensor_on_a_diagonal(self, dims, offset):
        x = np.zeros((3, 4, 2))
        view = np.diagonal(x, offset, *dims)
        values = np.arange(1.0, view.size + 1).reshape(view.shape)
        given, (leaf, start) = tensor(values, False), middle(x)
        start.fill_diagonal_tensor_(given, offset, *dims)
        assert (np.diagonal(start.numpy(), offset, *dims) == values).all()
        assert np.count_nonzero(start.numpy()) == values.size
        start.sum().backward()
        assert (given.grad.numpy() == 1).all() and leaf.grad.numpy().sum() == x.size - values.size

    def test_of_another_shape(self):
        with pytest.raises(AssertionError, match=r"y should have the shape \[3\]"):
            paddle.ones([4, 3]).fill_diagonal_tensor(tensor([1.0]))


class TestInPrograms:
    def test_it_is_the_function_without_and_says_so(self):
        paddle.enable_static()
        x = paddle.static.data("x", [2, 3])
        words = r"In static graph mode, reshape_\(\) is the same as reshape\(\) and does not perform inplace operation"
        with pytest.warns(UserWarning, match=words):
            y = x.reshape_([3, 2])
        assert y is not x and list(y.shape) == [3, 2] and list(x.shape) == [2, 3]

    def test_what_has_no_function_without_is_for_dygraph(self):
        paddle.enable_static()
        x = paddle.static.data("x", [2, 3])
        with pytest.raises(AssertionError, match=r"We only support 'fill_\(\)' in dynamic graph mode"):
            x.fill_(1.0)
