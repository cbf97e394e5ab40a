"""Gradients of gradients through cond and static_pylayer, against differences of the first ones."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import static
from opscope.paddle.static.nn import cond, static_pylayer, while_loop
from tests.paddle.static.programs import check_gradients, data, number, run

X, W = np.array([0.5, -1.0, 2.0]), np.array([1.5, 0.25, -0.5])


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def first_order(value, inputs):
    """The sum of the gradients, each with weights of its own: what second order is taken of."""
    grads = static.gradients([value], inputs)
    return sum(((g * (i + 2.0)).sum() for i, g in enumerate(grads)), 0.0)


class TestCond:
    @pytest.mark.parametrize("sign", [1, -1])
    def test_through_either_branch(self, sign):
        x, w = data("x"), data("w")
        h = paddle.tanh(x)
        y = cond(x.sum() > 0, lambda: h * w * w + x * x * x, lambda: paddle.exp(h) * w)
        check_gradients(first_order(y, [x, w]), [x, w], x=sign * X, w=W)

    def test_what_a_branch_computed_inside(self):
        """Here the first gradient reads inner values of the branch; those have gradients of their own."""
        x, w = data("x"), data("w")

        def branch():
            inner = paddle.exp(x * w)
            return inner * inner * x

        y = cond(x.sum() > 0, branch, lambda: x * 2)
        check_gradients(first_order(y, [x, w]), [x, w], x=X, w=W)

    def test_a_branch_without_the_input_has_zeros(self):
        x, w = data("x"), data("w")
        y = cond(x.sum() > 0, lambda: x * x * w, lambda: paddle.exp(w))
        total = first_order(y, [x, w])
        grads = static.gradients([total], [x, w])
        exe = static.Executor()
        for sign in (1, -1, -1, 1, -1):  # also when runs are lowered after one of the branches
            dx, dw = exe.run(feed={"x": sign * X, "w": W}, fetch_list=grads)
            v = sign * X
            np.testing.assert_allclose(dx, 4 * W + 6 * v if sign > 0 else 0 * X)
            np.testing.assert_allclose(dw, 4 * v if sign > 0 else 3 * np.exp(W))

    def test_nested_ones(self):
        x, w = data("x"), data("w")
        y = cond(
            x.sum() > 0,
            lambda: cond(w.sum() > 0, lambda: paddle.exp(x * w), lambda: x * x * w * w),
            lambda: x / w,
        )
        for sign in (1, -1):
            check_gradients(first_order(y, [x, w]), [x, w], x=X, w=sign * W)
            check_gradients(first_order(y, [x, w]), [x, w], x=-X, w=sign * W)

    def test_third_order(self):
        x = data("x")
        y = cond(x.sum() > 0, lambda: paddle.exp(x * x), lambda: x**3.0)
        for sign in (1, -1):
            check_gradients(first_order(first_order(y, [x]), [x]), [x], x=0.5 * sign * X)

    def test_of_two_losses_that_share_it(self):
        x = data("x")
        y = cond(x.sum() > 0, lambda: paddle.exp(x) * x, lambda: paddle.tanh(x))
        total = first_order(y * y, [x]) + first_order(paddle.sin(y), [x])
        for sign in (1, -1):
            check_gradients(total, [x], x=sign * X)

    def test_a_program_with_it_is_read_again(self):
        x = data("x")
        y = cond(x.sum() > 0, lambda: paddle.exp(x) * x, lambda: paddle.tanh(x))
        (grad,) = static.gradients([first_order(y, [x])], [x])
        program = static.default_main_program()
        again = static.Program.parse_from_string(program.desc.serialize_to_string())
        assert str(again) == str(program)
        for made in (again, program.clone()):
            got = static.Executor().run(made, feed={"x": X}, fetch_list=[grad.name])
            np.testing.assert_allclose(got[0], 2 * (2 + X) * np.exp(X))


class TestStaticPyLayer:
    def test_is_the_gradient_of_what_backward_fn_does(self):
        x = data("x")
        y = static_pylayer(lambda x: x, [x], lambda dy: dy * dy * 7)
        h = y * x  # dx = x * x * 7 + y
        (dx,) = static.gradients([h], [x])
        (ddx,) = static.gradients([dx], [x])
        first, second = run([dx, ddx], x=X)
        np.testing.assert_allclose(first, 7 * X * X + X)
        # of y as an input of h: through backward_fn once more, whose gradient is told by (1)^2 * 7
        np.testing.assert_allclose(second, 14 * X + 7)

    def test_inputs_that_backward_fn_reads(self):
        x, w = data("x"), data("w")
        y = static_pylayer(lambda x, w: x * x * w, [x, w], lambda dy: (dy * 2 * x * w, dy * x * x))
        check_gradients(first_order(y * y, [x, w]), [x, w], x=X, w=W)

    def test_what_forward_fn_computed(self):
        """A value kept for backward_fn is differentiated through the ops that made it."""
        kept = {}

        def forward(x, w):
            kept["e"] = paddle.exp(x * w)
            return kept["e"] * 1

        x, w = data("x"), data("w")
        y = static_pylayer(forward, [x, w], lambda dy: (dy * kept["e"] * w, dy * kept["e"] * x))
        check_gradients(first_order(paddle.sin(y), [x, w]), [x, w], x=X, w=W)

    def test_an_outer_variable_kept_by_forward_fn(self):
        """Outer variables get no gradient of the results; of the gradients that read them, they do."""
        kept = {}

        def forward(x):
            kept["e"] = paddle.exp(scale)
            return x * kept["e"]

        x, w = data("x"), data("w")
        scale = w * 2
        y = static_pylayer(forward, [x], lambda dy: dy * kept["e"])
        assert static.gradients([y], [w]) == []
        (dx,) = static.gradients([y * y], [x])  # 2 x exp(4 w), of which y's share has none for w
        (dw,) = static.gradients([dx.sum()], [w])
        np.testing.assert_allclose(run([dw], x=X, w=W)[0], 2 * X * np.exp(2 * W) * 2 * np.exp(2 * W))

    def test_an_input_given_twice(self):
        kept = {}

        def forward(a, b):
            kept["p"] = a * b
            return kept["p"] * a

        x = data("x")
        y = static_pylayer(forward, [x, x], lambda dy: (dy * kept["p"] * 2, dy * kept["p"]))
        check_gradients(first_order(y, [x]), [x], x=X)

    def test_an_input_without_a_gradient(self):
        x, w = data("x"), data("w")
        y = static_pylayer(lambda x, w: x * w, [x, w], lambda dy: (None, dy * x * x))
        check_gradients(first_order(y, [x, w]), [x], x=X, w=W)

    def test_inside_cond_and_cond_inside_it(self):
        def square(x):
            return static_pylayer(
                lambda x: x * x, [x], lambda dy: cond(dy.sum() > 0, lambda: dy * 2 * x, lambda: dy * x)
            )

        x = data("x")
        y = cond(x.sum() > 0, lambda: square(paddle.exp(x)), lambda: square(x) * x)
        for sign in (1, -1):
            check_gradients(first_order(y, [x]), [x], x=sign * X)

    def test_third_order(self):
        x = data("x")
        y = static_pylayer(paddle.exp, [x], lambda dy: dy * paddle.exp(x))
        check_gradients(first_order(first_order(y, [x]), [x]), [x], x=X)

    def test_minimize_of_a_penalty_on_the_gradient(self):
        w = static.create_parameter([3], "float64", default_initializer=paddle.nn.initializer.Constant(2.0))
        y = static_pylayer(lambda w: w * w * w, [w], lambda dy: dy * 3 * w * w)
        (dw,) = static.gradients([y.sum()], [w])
        paddle.optimizer.SGD(0.001).minimize((dw * dw).sum())
        exe = static.Executor()
        exe.run(static.default_startup_program())
        exe.run()
        value = np.array(static.global_scope().find_var(w.name).get_tensor())
        np.testing.assert_allclose(value, 2.0 - 0.001 * 36 * 2.0**3)  # (3 w^2)^2 has the gradient 36 w^3


class TestRefused:
    def test_loops_with_the_line(self):
        x = data("x")
        _, y = while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, v * x), [number(0), x * 1])
        (dx,) = static.gradients([y], [x])
        with pytest.raises(UnsupportedError, match="while_grad: the gradient of a gradient through a loop") as e:
            static.gradients([dx], [x])
        assert "while_loop(lambda i, v: i < 2" in str(e.value)
