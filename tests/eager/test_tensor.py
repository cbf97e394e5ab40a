"""Tensor: making it, asking it, changing it, printing it."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError


class TestToTensor:
    @pytest.mark.parametrize(
        "data, dtype, shape",
        [
            (3, "int64", []),
            (2.5, "float32", []),
            (True, "bool", []),
            (1j, "complex64", []),
            ([1, 2], "int64", [2]),
            ([[1.0], [2.0]], "float32", [2, 1]),
            ((True, False), "bool", [2]),
            (np.ones(2), "float64", [2]),
            (np.float16(1), "float16", []),
            ([paddle.to_tensor(1.0), 2.0], "float32", [2]),
        ],
        ids=str,
    )
    def test_types_are_paddles(self, data, dtype, shape):
        t = paddle.to_tensor(data)
        assert (t.dtype.name, t.shape, t.stop_gradient, t.is_leaf) == (dtype, shape, True, True)

    def test_the_default_type_is_what_was_set(self):
        paddle.set_default_dtype("float64")
        assert paddle.to_tensor([1.5]).dtype is paddle.float64

    def test_it_is_a_copy(self):
        array = np.ones(2)
        t = paddle.to_tensor(array)
        array[:] = 5
        assert t.tolist() == [1, 1]
        t.numpy()[:] = 7
        np.array(t)[:] = 7
        assert t.tolist() == [1, 1]

    @pytest.mark.parametrize(
        "data, kind",
        [("text", TypeError), (None, TypeError), ({}, TypeError), ([None], ValueError), (["a"], ValueError)],
        ids=str,
    )
    def test_anything_else_is_refused(self, data, kind):
        with pytest.raises(kind, match=r"Can't constructs a 'paddle.Tensor' with data type"):
            paddle.to_tensor(data)


class TestFacts:
    def test_shape_size_and_place(self):
        t = paddle.to_tensor([[1, 2, 3]])
        assert (t.shape, t.ndim, t.dim(), t.size, len(t)) == ([1, 3], 2, 2, 3, 1)
        assert str(t.place) == "Place(cpu)" and t.inplace_version == 0

    def test_names(self):
        a, b = paddle.to_tensor(1), paddle.to_tensor(1)
        assert [a.name, b.name, a.name] == ["generated_tensor_0", "generated_tensor_1", "generated_tensor_0"]
        a.name = "mine"
        assert a.name == "mine"

    def test_numbers(self):
        t = paddle.to_tensor([2.5])
        assert (float(t), int(t), t.item(), bool(t)) == (2.5, 2, 2.5, True)
        assert paddle.to_tensor([[1, 2], [3, 4]]).item(1, 0) == 3 and [10, 20, 30][paddle.to_tensor(2)] == 30
        assert f"{paddle.to_tensor(2.5):.2f}" == "2.50"

    @pytest.mark.parametrize(
        "use, kind, words",
        [
            (bool, AssertionError, "When Variable is used as the condition of if/while"),
            (float, AssertionError, "only one element variable can be converted to float"),
            (int, AssertionError, "only one element variable can be converted to int"),
            (lambda t: t.item(), ValueError, "only one element tensors can be converted to Python scalars"),
        ],
        ids=["bool", "float", "int", "item"],
    )
    def test_many_elements_are_no_number(self, use, kind, words):
        with pytest.raises(kind, match=words):
            use(paddle.to_tensor([1.0, 2.0]))

    def test_a_0d_tensor_has_no_length(self):
        with pytest.raises(AssertionError, match=r"len\(\) of a 0-D tensor is wrong"):
            len(paddle.to_tensor(1.0))
        with pytest.raises(TypeError, match="iteration over a 0-D tensor"):
            list(paddle.to_tensor(1.0))

    def test_iterating_gives_rows(self):
        assert [r.tolist() for r in paddle.to_tensor([[1, 2], [3, 4]])] == [[1, 2], [3, 4]]


class TestRepr:
    @pytest.mark.parametrize(
        "data, text",
        [
            (1.0, "Tensor(shape=[], dtype=float32, place=Place(cpu), stop_gradient=True,\n       1.)"),
            ([1, 2], "Tensor(shape=[2], dtype=int64, place=Place(cpu), stop_gradient=True,\n       [1, 2])"),
            (
                np.array([[0.5, 1 / 3], [2, -1]]),
                "Tensor(shape=[2, 2], dtype=float64, place=Place(cpu), stop_gradient=True,\n"
                "       [[0.50000000, 0.33333333],\n        [2., -1.]])",
            ),
        ],
        ids=["0-d", "int", "matrix"],
    )
    def test_is_paddles(self, data, text):
        assert "".join(repr(paddle.to_tensor(data)).split()) == "".join(text.split())
        assert repr(paddle.to_tensor(data)).splitlines()[0] == text.splitlines()[0]

    def test_large_tensors_are_summarised(self):
        text = repr(paddle.to_tensor(np.arange(5000.0)))
        assert "..." in text and len(text) < 300
        assert "stop_gradient=False" in repr(paddle.to_tensor(1.0, stop_gradient=False))

    def test_the_outer_elements_decide_how_wide_all_are(self):
        assert repr(paddle.to_tensor([1, 2, 3, 4444, 5, 6, 7])).endswith("[1, 2, 3, 4444, 5, 6, 7])")
        assert repr(paddle.to_tensor([1, 2, 4444, 4, 5, 6, 7])).endswith("[1   , 2   , 4444, 4   , 5   , 6   , 7   ])")
        assert repr(paddle.to_tensor([1.0, 2.0, 3.0, -10.0, 5.0, 6.0, 7.0])).endswith("[1., 2., 3., -10., 5., 6., 7.])")


class TestInPlace:
    def test_assignment_counts_versions(self):
        t = paddle.to_tensor([1.0, 2.0])
        t[0] = 5.0
        t[paddle.to_tensor([1])] = paddle.to_tensor([7.0])
        assert t.tolist() == [5, 7] and t.inplace_version == 2

    def test_a_leaf_that_needs_a_gradient_is_refused_but_under_no_grad(self):
        t = paddle.to_tensor([1.0], stop_gradient=False)
        with pytest.raises(
            ArgumentError, match=r"Leaf Tensor .* that doesn't stop gradient can't use inplace strategy"
        ):
            t[0] = 2.0
        with paddle.no_grad():
            t[0] = 2.0
        assert t.tolist() == [2]

    def test_part_of_an_intermediate_is_recorded(self):
        x, value = paddle.to_tensor([1.0, 2.0], stop_gradient=False), paddle.to_tensor(5.0, stop_gradient=False)
        t = x * 2
        t[0] = value
        (t * t).sum().backward()
        assert (t.tolist(), x.grad.tolist(), value.grad.tolist()) == ([5, 4], [0, 16], 10)

    def test_set_value_checks_shape_and_type(self):
        t = paddle.to_tensor([1.0, 2.0])
        t.set_value(np.array([3, 4], "float32"))
        assert t.tolist() == [3, 4]
        with pytest.raises(AssertionError, match=r"Variable Shape not match, .* shape \[2\] .* shape \[3\]"):
            t.set_value(np.ones(3, "float32"))
        with pytest.raises(AssertionError, match=r"Variable dtype not match, .* dtype float32 .* dtype float64"):
            t.set_value(np.ones(2))

    def test_detach_shares_memory_and_clone_does_not(self):
        t = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        shared, copy = t.detach(), t.clone()
        shared[0] = 9.0
        assert t.tolist() == [9, 2] and copy.tolist() == [1, 2] and t.inplace_version == 1
        copy.sum().backward()
        assert t.grad.tolist() == [1, 1] and shared.stop_gradient


def test_int_tensors_times_python_floats_are_floats():
    t = paddle.to_tensor([1, 2])
    assert (t * 0.5).dtype is paddle.float32 and (t / 2).dtype is paddle.float32 and (t + 1).dtype is paddle.int64
    assert (t * 0.5).tolist() == [0.5, 1.0]


def test_numpy_on_the_left_asks_the_tensor():
    out = np.ones(2, "float32") + paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    assert isinstance(out, paddle.Tensor) and out.tolist() == [2, 3] and not out.stop_gradient
