"""A Tensor's memory: asking about it, sharing it, taking another."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.tensors.dense_tensor import DenseTensor


def tensor(values=(1.0, 2.0, 3.0), stop_gradient=True):
    return paddle.to_tensor(np.array(values, "float32"), stop_gradient=stop_gradient)


class TestAsking:
    def test_where_the_elements_are(self):
        x = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        assert x.data_ptr() == x.detach().data_ptr() and x[1].data_ptr() == x.data_ptr() + 12
        assert (x.element_size(), x.strides, x.T.strides, x.get_strides()) == (4, [3, 1], [1, 3], [3, 1])
        assert (x.offset, x[1].offset) == (0, 12)
        assert x.is_contiguous() and not x.T.is_contiguous() and x.contiguous() is x
        assert x.T.contiguous().strides == [2, 1]

    def test_other_words_for_the_same(self):
        x = tensor()
        assert x.value() is x and x.data is x and x._numel() == 3 and x._inplace_version() == 0
        assert x.dim() == x.ndimension() == x.ndim == 1 and x._place_str == "Place(cpu)"

    def test_there_are_dense_ones_only(self):
        x = tensor()
        assert x.is_dense() and not any(
            f() for f in (x.is_selected_rows, x.is_sparse, x.is_sparse_coo, x.is_sparse_csr, x.is_dist)
        )
        assert x.get_selected_rows() is None
        for refused in (x.coalesce, x.to_dense, x.values, x.pin_memory):
            with pytest.raises(NotImplementedError):
                refused()
        for refused in (x.rows, x.indices, x.nnz):
            with pytest.raises(SystemError, match="this method is only effective for"):
                refused()


class TestSharing:
    def test_data_takes_over_memory(self):
        x, other = tensor([1.0, 2.0]), tensor([5.0, 6.0, 7.0])
        x.data = other
        other[0] = 0.0
        assert x.tolist() == [0, 6, 7] and x._is_shared_buffer_with(other) and x.inplace_version == 1
        with pytest.raises(TypeError, match="data must be a Tensor, but received ndarray"):
            x.data = np.ones(2)

    def test_share_buffer_to(self):
        x, other = tensor(), tensor([9.0])
        x._share_buffer_to(other)
        x[0] = 4.0
        assert other.tolist() == [4] and other._is_shared_buffer_with(x) and not tensor()._is_shared_buffer_with(x)
        with pytest.raises(ValueError, match="cannot share the memory of"):
            other.clone()._share_buffer_to(tensor())

    def test_set_shows_other_memory(self):
        x, source = tensor([1.0]), tensor(range(6))
        assert x.set_(source) is x and x._is_shared_buffer_with(source) and x.shape == [6]
        assert x.set_(source, [2, 2]).tolist() == [[0, 1], [2, 3]]
        assert x.set_(source, [2, 2], [1, 2]).tolist() == [[0, 2], [1, 3]]
        assert x.set_(source, [2], [2], 4).tolist() == [1, 3]
        assert x.set_(source[2:], [2]).tolist() == [2, 3]
        source[2] = 9.0
        assert x.tolist() == [9, 3]
        assert x.set_().shape == [0]

    @pytest.mark.parametrize(
        "arguments, words",
        [
            ((np.ones(3),), r"Input \(source\) should be paddle.Tensor but received"),
            ((paddle.to_tensor([1]),), "set_: .* is float32, and source is int64"),
            ((tensor(), [4]), "reach outside the memory of the source"),
            ((tensor(), [2], [1], 3), "are not a valid combination"),
            ((tensor(), [2], [-1]), "are not a valid combination"),
        ],
        ids=["array", "dtype", "beyond", "offset", "stride"],
    )
    def test_set_refuses(self, arguments, words):
        with pytest.raises(ValueError, match=words):
            tensor().set_(*arguments)

    def test_resize(self):
        x = tensor([[1.0, 2.0], [3.0, 4.0]])
        shown = x.detach()
        assert x.resize_([3]) is x and x.tolist() == [1, 2, 3] and x._is_shared_buffer_with(shown)
        assert x.resize_([2, 2], fill_zero=True).tolist() == [[1, 2], [3, 0]]
        assert tensor([[1.0, 2.0], [3.0, 4.0]]).T.resize_([3]).tolist() == [1, 3, 2]
        with pytest.raises(ValueError, match=r"Input \(shape\) should be list or tuple but received"):
            x.resize_(3)


class TestTaking:
    def test_the_dense_tensor_of_a_tensor(self):
        x = tensor()
        dense = x.get_tensor()
        assert isinstance(dense, DenseTensor) and dense.shape() == [3] and np.array(dense).tolist() == [1, 2, 3]
        dense.set(np.array([4.0, 5.0], "float32"), paddle.CPUPlace())
        assert x.tolist() == [4, 5] and x.inplace_version == 1
        assert x.value().get_tensor()._is_initialized()

    def test_copies(self):
        x = tensor()
        y = x._copy_to(paddle.CPUPlace(), True)
        assert y is not x and not y._is_shared_buffer_with(x) and y.tolist() == x.tolist()
        assert x.copy_(tensor([7.0, 8.0, 9.0]), True) is x and x.tolist() == [7, 8, 9]
        with pytest.raises(TypeError, match="copy_ takes a Tensor"):
            x.copy_(np.ones(3))

    def test_detach_here(self):
        leaf = tensor(stop_gradient=False)
        x = leaf * 2
        assert x.detach_() is x and x.is_leaf and x.stop_gradient

    def test_cleared(self):
        x = tensor()
        x._clear_data()
        assert not x._is_initialized() and x.shape == [3] and x.dtype is paddle.float32
        for use in (x.numpy, lambda: x + 1, lambda: x[0]):
            with pytest.raises(RuntimeError, match="Tensor holds no memory"):
                use()
        x.set_value(np.ones(3, "float32"))
        assert x.tolist() == [1, 1, 1] and x._is_initialized()

    def test_versions_of_gradients(self):
        x = tensor(stop_gradient=False)
        x._reset_grad_inplace_version()
        (x * 2).sum().backward()
        with paddle.no_grad():
            x.grad.add_(tensor())
        x._reset_grad_inplace_version(False)
        assert x.grad.inplace_version == 0 and x.grad.tolist() == [3, 4, 5]
        with paddle.no_grad():
            x.grad.add_(tensor())
        x._reset_grad_inplace_version(True)
        assert x.grad.inplace_version == 0 and x.grad.tolist() == [0, 0, 0]

    def test_apply(self):
        x = tensor()
        assert x.apply(lambda v: v * 2 + 1).tolist() == [3, 5, 7] and x.tolist() == [1, 2, 3]
        assert x.apply_(lambda v: v * 3) is x and x.tolist() == [3, 6, 9] and x.inplace_version == 1
        for name in ("apply", "apply_"):
            with pytest.raises(RuntimeError, match="Cannot apply function on a tensor that required gradient"):
                getattr(tensor(stop_gradient=False), name)(lambda v: v)


class TestTo:
    @pytest.mark.parametrize(
        "arguments, named",
        [
            (("float64",), {}),
            ((np.dtype("float64"),), {}),
            ((paddle.float64, True), {}),
            (("cpu", "float64"), {}),
            ((paddle.CPUPlace(), "float64", False), {}),
            ((paddle.to_tensor(np.ones(1)),), {}),
            ((), {"dtype": "float64"}),
            (("cpu",), {"dtype": "float64", "blocking": True}),
            ((), {"other": paddle.to_tensor(np.ones(1))}),
        ],
        ids=["name", "numpy", "blocking", "device", "all", "other", "dtype=", "both", "other="],
    )
    def test_every_way_to_say_it(self, arguments, named):
        x = tensor(stop_gradient=False)
        y = x.to(*arguments, **named)
        assert y.dtype is paddle.float64 and y.tolist() == [1, 2, 3]
        y.sum().backward()
        assert x.grad.tolist() == [1, 1, 1]
        assert x.to("float32") is x.to("cpu") is x

    @pytest.mark.parametrize(
        "arguments, named, kind, words",
        [
            ((), {}, TypeError, "too mant arguments"),
            ((1, 2, 3, 4), {}, TypeError, "too mant arguments"),
            ((), {"where": 1}, TypeError, "unexpected keyword argument where"),
            (("float64", True, 1), {}, TypeError, "takes 2 arguments of this form"),
            (("moon",), {}, ValueError, "moon"),
        ],
        ids=["none", "many", "unknown", "third", "place"],
    )
    def test_wrong_ways(self, arguments, named, kind, words):
        with pytest.raises(kind, match=words):
            tensor().to(*arguments, **named)
