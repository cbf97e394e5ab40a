"""Jacobians, Hessians, vjp and jvp: values, shapes, what is computed, and in programs."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle.autograd import functional, hessian, jacobian, jvp, vjp
from opscope.paddle.autograd.backward_mode import gradients_with_optimizer


def leaf(values):
    return paddle.to_tensor(np.array(values, "float64"), stop_gradient=False)


X, W, B = [1.0, 2.0, 3.0], [4.0, 5.0], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


class TestJacobian:
    def test_indexed_as_a_tensor(self):
        x = leaf(X)
        J = jacobian(x * x, x)
        whole = np.diag([2.0, 4.0, 6.0])
        assert J.shape == [3, 3]
        for index in (np.s_[:], 0, -1, np.s_[1, 2], np.s_[:, 1], np.s_[0:2], np.s_[::2, 1:], np.s_[-2:, -1]):
            np.testing.assert_array_equal(J[index].numpy(), whole[index])
        np.testing.assert_array_equal((J + J).numpy(), whole * 2)
        np.testing.assert_array_equal((J @ J[:]).numpy(), whole @ whole)
        assert J.sum().item() == 12 and (J > 0).numpy().sum() == 3

    def test_only_the_rows_asked_for_are_computed(self):
        rows = []
        x = leaf(X)
        y = x * x
        y.register_hook(lambda g: rows.append(g.tolist()))
        J = jacobian(y, x)
        assert rows == []
        J[1], J[1, 2], J[1:]
        assert rows == [[0, 1, 0], [0, 0, 1]]

    def test_numbers_have_no_dim(self):
        x, s = leaf(X), leaf(3.0)
        assert jacobian((x * x).sum(), x).shape == [3] and jacobian((x * x).sum(), x)[1].item() == 4
        assert jacobian(x * s, s)[:].tolist() == X and jacobian(x * s, s)[-1].item() == 3
        J = jacobian(s * s, s)
        assert J.shape == [] and J.numpy() == 6
        with pytest.raises(IndexError, match="0-D tensor can not be indexed"):
            J[0]

    def test_of_tuples(self):
        x, w = leaf(X), leaf(W)
        y = x.sum() * w
        (by_x, by_w), (other, none) = jacobian((y, x * 2), (x, w))
        assert by_x[:].tolist() == [[4] * 3, [5] * 3] and by_w[:].tolist() == [[6, 0], [0, 6]]
        assert other[0].tolist() == [2, 0, 0] and none[:].tolist() == [[0, 0]] * 3

    def test_batched(self):
        b = leaf(B)
        J = jacobian(b * b, b, batch_axis=0)
        whole = np.einsum("bi,ij->bij", np.array(B) * 2, np.eye(2))
        for index in (np.s_[:], 1, np.s_[:, 1], np.s_[:, :, 0], np.s_[1:, 0, 1]):
            np.testing.assert_array_equal(J[index].numpy(), whole[index])
        J = jacobian(b.sum(-1), b, batch_axis=0)
        assert J.shape == [3, 2] and J[1].tolist() == [1, 1]

    @pytest.mark.parametrize(
        "call, kind, words",
        [
            (lambda x, b: jacobian(b, b), ValueError, "xs.ndim should be 0 or 1 when is_batched=False, but it is 2"),
            (lambda x, b: jacobian(b, x), ValueError, "ys.ndim should be 0 or 1 when is_batched=False, but it is 2"),
            (lambda x, b: jacobian(b, b, 1), ValueError, "batch_axis should be None or 0, but got 1"),
            (lambda x, b: jacobian(x, x)[...], IndexError, r"index with Ellipsis \(...\) is not supported"),
            (lambda x, b: jacobian(x, x)[0, 0, 0], IndexError, "3 indices are too many for a tensor of 2 dims"),
            (lambda x, b: jacobian(x, x)["a"], TypeError, "An index of type <class 'str'> is not supported"),
            (lambda x, b: hessian(x, x), ValueError, r"needs ys.numel\(\) == 1 when batch_axis is None, but it is 3"),
            (lambda x, b: hessian(b, b, 0), ValueError, r"needs ys\[0\].numel\(\) == 1 .* but it is 2"),
            (lambda x, b: hessian(x, x, 1), ValueError, "batch_axis must be None or 0"),
            (lambda x, b: hessian(x, x, "a"), ValueError, "batch_axis should be None or int"),
        ],
        ids=["xs", "ys", "axis", "ellipsis", "many", "text", "elements", "case", "second", "kind"],
    )
    def test_wrong_uses(self, call, kind, words):
        with pytest.raises(kind, match=words):
            call(leaf(X), leaf(B))


class TestHessian:
    def test_values(self):
        x, b = leaf(X), leaf(B)
        H = hessian((x * x * x).sum(), x)
        assert type(H).__name__ == "Hessian" and H[:].tolist() == np.diag([6.0, 12.0, 18.0]).tolist()
        H = hessian((b * b * b).sum(-1), b, batch_axis=0)
        assert H.shape == [3, 2, 2] and H[1].tolist() == [[18, 0], [0, 24]]

    def test_of_two_tensors(self):
        x, w = leaf(X), leaf(W)
        ((xx, xw), (wx, ww)) = hessian((x.sum() * w * w).sum(), (x, w))
        assert not xx[:].numpy().any() and ww[:].tolist() == [[12, 0], [0, 12]]
        assert xw[:].tolist() == [[8, 10]] * 3 and wx[:].tolist() == [[8] * 3, [10] * 3]


class TestOfFunctions:
    def test_products(self):
        m = paddle.to_tensor(np.ones((2, 2)))
        v = paddle.to_tensor(np.array([[1.0, 0.0], [0.0, 0.0]]))
        square = lambda a: paddle.matmul(a, a)
        for product in (vjp, jvp):
            assert product(square, m)[0].tolist() == [[2, 2], [2, 2]]
            assert product(square, m)[1].tolist() == [[4, 4], [4, 4]]
            assert product(square, m, v)[1].tolist() == [[2, 1], [1, 0]]
        assert m.stop_gradient

    def test_of_several(self):
        x, y = leaf(X), leaf([2.0, 2.0, 2.0])
        both = lambda a, b: (a * b, a + b)
        outs, (by_x, by_y) = vjp(both, [x, y])
        assert [o.tolist() for o in outs] == [[2, 4, 6], [3, 4, 5]]
        assert (by_x.tolist(), by_y.tolist()) == ([3, 3, 3], [2, 3, 4])
        _, (product, total) = jvp(both, [x, y], [leaf([1.0, 0.0, 0.0]), leaf([0.0, 1.0, 0.0])])
        assert (product.tolist(), total.tolist()) == ([2, 2, 0], [1, 1, 0])

    def test_what_else_was_computed_does_not_count(self):
        x = leaf(X)
        y = x * 2
        assert vjp(lambda a, b: a * b, [x, y])[1][0].tolist() == [2, 4, 6]

    @pytest.mark.parametrize(
        "call, kind, words",
        [
            (lambda m, x: vjp(3, x), TypeError, "'func' must be callable, but received <class 'int'>"),
            (lambda m, x: vjp(abs, 3), TypeError, "'xs' must be a Tensor"),
            (lambda m, x: jvp(abs, x, 3), TypeError, "'v' must be a Tensor"),
            (lambda m, x: vjp(abs, m, x), RuntimeError, r"v\[0\] must have the shape \[2, 2\], but it has"),
            (lambda m, x: jvp(abs, m, [m, m]), RuntimeError, "v must have 1 Tensors, but it has 2"),
            (
                lambda m, x: functional.Hessian(lambda a: a, x),
                RuntimeError,
                "The function that is passed to Hessian must",
            ),
        ],
        ids=["function", "xs", "v", "shape", "length", "hessian"],
    )
    def test_wrong_uses(self, call, kind, words):
        with pytest.raises(kind, match=words):
            call(leaf([[1.0, 2.0], [3.0, 4.0]]), leaf(X))

    def test_matrices(self):
        m = leaf([[1.0, 2.0], [3.0, 4.0]])
        J = functional.Jacobian(lambda a, b: paddle.matmul(a, b), [m, m])
        assert J.shape == (4, 8) and J[0, :].tolist() == [1, 3, 0, 0, 1, 0, 2, 0]
        assert J[:, 0].tolist() == [1, 2, 0, 0]
        H = functional.Hessian(lambda a: (a * a).sum(), m)
        assert H.shape == (4, 4) and (H[:].numpy() == 2 * np.eye(4)).all()
        H = functional.Hessian(lambda a: (a * a * a).sum(-1, keepdim=True), m, is_batched=True)
        assert H.shape == (2, 2, 2) and H[1].tolist() == [[18, 0], [0, 24]]


class TestInPrograms:
    def run(self, fetched, x):
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        return exe.run(feed={"x": np.array(x, "float32")}, fetch_list=fetched)

    def test_a_jacobian_and_a_hessian(self):
        paddle.enable_static()
        x = paddle.static.data("x", [3], "float32")
        x.stop_gradient = False
        fetched = [jacobian(x * x, x)[:], hessian((x * x * x).sum(), x)[:]]
        first, second = self.run(fetched, X)
        assert first.tolist() == np.diag([2.0, 4.0, 6.0]).tolist()
        assert second.tolist() == np.diag([6.0, 12.0, 18.0]).tolist()

    def test_ir_backward(self):
        paddle.enable_static()
        x = paddle.static.data("x", [3], "float32")
        x.stop_gradient = False
        assert self.run(paddle.autograd.ir_backward.grad(x * x, [x]), X)[0].tolist() == [2, 4, 6]

    def test_gradients_with_optimizer(self):
        paddle.enable_static()
        x = paddle.static.data("x", [2, 3], "float32")
        loss = paddle.static.nn.fc(x, 1).mean()
        optimizer = paddle.optimizer.SGD(learning_rate=0.5)
        updates, pairs = gradients_with_optimizer(paddle.static.default_main_program(), optimizer)
        assert [o.type for o in updates] == ["sgd", "sgd"] and len(pairs) == 2
        parameter, gradient = pairs[0]
        start = np.zeros((3, 1), "float32")
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        value = paddle.static.global_scope().find_var(parameter.name).get_tensor()
        value.set(start, paddle.CPUPlace())
        grad, after = exe.run(feed={"x": np.array([[1, 2, 3], [3, 4, 5]], "float32")}, fetch_list=[gradient, parameter])
        np.testing.assert_allclose(after, start - 0.5 * grad, rtol=1e-6)
        assert grad.ravel().tolist() == [2, 3, 4] and loss.name
        with pytest.raises(TypeError, match=r"The type of 'program' in paddle.static.gradients_with_optimizer must be"):
            gradients_with_optimizer(3, optimizer)
        with pytest.raises(TypeError, match=r"The type of 'optimizer' in paddle.static.gradients_with_optimizer must"):
            gradients_with_optimizer(paddle.static.default_main_program(), 3)
