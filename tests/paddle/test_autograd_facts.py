"""Gradients of dygraph code, fact by fact, as measured on Paddle 2.6."""

import numpy as np
import pytest

from opscope import paddle


def leaf(*values):
    return paddle.to_tensor(list(values or (1.0, 2.0, 3.0)), stop_gradient=False)


def constant(*values):
    return paddle.to_tensor(list(values or (1.0, 2.0, 3.0)))


class TestBackward:
    def test_seeds(self):
        x = leaf()
        (x * x).backward()
        assert x.grad.tolist() == [2, 4, 6]
        x.clear_gradient()
        (x * x).backward(constant(1.0, 10.0, 100.0))
        assert x.grad.tolist() == [2, 40, 600]
        with pytest.raises(AssertionError, match=r"The type of grad_tensor must be paddle\.Tensor"):
            (x * x).backward(np.ones(3))
        words = r"Tensor shape not match, Tensor of grad_tensor \[ .* \] with shape \[1\] mismatch Tensor \[ .* \] with"
        with pytest.raises(AssertionError, match=words):
            (x * x).backward(constant(1.0))

    def test_without_a_history(self):
        assert constant().backward() is None
        x = leaf()
        x.backward()
        assert x.grad.tolist() == [1, 1, 1]
        assert not paddle.to_tensor([1, 2], stop_gradient=False).stop_gradient

    def test_where_gradients_stay(self):
        x = leaf(2.0)
        y = x * x
        y.backward()
        assert y.grad is None and x.grad.tolist() == [4] and not x.grad.stop_gradient
        y = x * x
        y.retain_grads()
        y.backward()
        assert y.grad.tolist() == [1] and x.grad.tolist() == [8]

    def test_kept_gradients_are_the_last_ones_at_the_place_among_the_hooks(self):
        x = leaf(1.0)
        y = x * 2
        y.retain_grads()
        y.register_hook(lambda g: g * 10)
        z = y * 3
        z.backward(retain_graph=True)
        assert y.grad.tolist() == [3] and x.grad.tolist() == [60]
        z.backward(retain_graph=True)
        assert y.grad.tolist() == [3] and x.grad.tolist() == [120]  # leaves accumulate
        y.clear_gradient(False)
        assert paddle.grad(z, [x, y])[1].tolist() == [30] and y.grad.tolist() == [3]
        y.retain_grads()  # a second time is nothing
        z.backward()
        assert y.grad.tolist() == [3]

    def test_each_registration_of_a_hook_is_its_own(self):
        x = leaf(1.0)
        twice = lambda g: g * 2
        first, _ = x.register_hook(twice), x.register_hook(twice)
        assert first.remove() and not first.remove()
        (x * 1).backward()
        assert x.grad.tolist() == [2]

    def test_a_hook_keeps_the_dtype(self):
        x = leaf(1.0)
        x.register_hook(lambda g: g.astype("float64"))
        with pytest.raises(RuntimeError, match=r"dtype of tensor before\(float32\) and after\(float64\) hook"):
            (x * 1).backward()

    def test_integers_have_gradients(self):
        x = paddle.to_tensor([1, 2], stop_gradient=False)
        ((x * 2).reshape([2, 1])[0] ** 2).sum().backward()
        assert x.grad.tolist() == [8, 0] and x.grad.dtype == paddle.int64
        y = leaf(1.5, 0.5)
        (y.astype("int64") * 3).astype("float32").sum().backward()
        assert y.grad.tolist() == [3, 3]
        y.clear_gradient()
        _, where = paddle.topk(y, 1)
        (where.astype("float32").sum() + paddle.argsort(y).sum()).backward()
        assert y.grad.tolist() == [0, 0]  # what does not move has a gradient of 0, not none

    def test_grad_may_be_assigned(self):
        x = leaf(1.0)
        x.grad = constant(5.0)
        assert x.gradient().tolist() == [5] and x._grad_ivar().tolist() == [5]
        with pytest.raises(ValueError, match=r"argument \(position 1\) must be Tensor, but got ndarray"):
            x.grad = np.ones(1)

    def test_clearing(self):
        x = leaf(1.0)
        (x * 2).backward()
        x.clear_gradient()
        assert x.grad.tolist() == [0]
        x.clear_grad(False)
        assert x.grad is None and x.gradient() is None
        x._zero_grads()
        assert x.grad is None

    def test_twice(self):
        x = leaf(2.0)
        y = x * x
        y.backward(retain_graph=True)
        y.backward()
        assert x.grad.tolist() == [8]
        words = "The TensorWrappers of MultiplyGradNode do not exist. This may be because: You calculate backward twice"
        with pytest.raises(SystemError, match=words):
            y.backward()

    @pytest.mark.parametrize(
        "call, words",
        [
            (lambda y: ([y, y],), "'tensors' of paddle.autograd.backward contains duplicate paddle.Tensor object"),
            (lambda y: ([y], [constant(), constant()]), "The length of grad_tensors must be equal to tensors"),
            (lambda y: ([y], [3]), "The argument 'grad_tensors' of paddle.autograd.backward is invalid, it can be"),
            (lambda y: ([3],), "Elements of tensors must be paddle.Tensor"),
            (lambda y: (3,), "tensors must be Tensor or list of Tensor"),
            (lambda y: ([],), "tensors cannot be empty"),
            (lambda y: (y, None, 3), "retain_graph must be True or False"),
        ],
    )
    def test_wrong_arguments_of_autograd_backward(self, call, words):
        with pytest.raises(AssertionError, match=words):
            paddle.autograd.backward(*call(leaf() * 2))

    def test_of_several(self):
        x = leaf(1.0)
        paddle.autograd.backward([x * 2, x * 3], [None, constant(10.0)])
        assert x.grad.tolist() == [32]
        paddle.autograd.backward_mode.backward(x * 1)
        assert x.grad.tolist() == [33]


class TestGrad:
    @pytest.mark.parametrize(
        "call, kind, words",
        [
            (lambda x, y: paddle.grad(y, 3), AssertionError, "inputs must be Tensor or list of Tensor"),
            (lambda x, y: paddle.grad(3, x), AssertionError, "outputs must be Tensor or list of Tensor"),
            (lambda x, y: paddle.grad(y, x, [3]), AssertionError, "grad_outputs must be None, a Variable or a list"),
            (lambda x, y: paddle.grad(y, []), AssertionError, "inputs cannot be empty"),
            (lambda x, y: paddle.grad([y], [x], [y, y]), AssertionError, "The length of grad_outputs must be equal to"),
            (lambda x, y: paddle.grad(y, x, only_inputs=False), AssertionError, "only_inputs=False is not supported"),
            (lambda x, y: paddle.grad(y, leaf()), ValueError, "The 0-th input does not appear in the backward graph"),
            (lambda x, y: paddle.grad(y, [x, x]), RuntimeError, "inputs contain duplicate tensor .*, please check"),
        ],
        ids=["inputs", "outputs", "seeds", "empty", "length", "only_inputs", "unused", "duplicate"],
    )
    def test_wrong_arguments(self, call, kind, words):
        x = leaf()
        with pytest.raises(kind, match=words):
            call(x, x * 2)

    def test_it_touches_no_grad_and_may_be_asked_twice(self):
        x = leaf(3.0)
        y = x * x
        assert [paddle.grad(y, x)[0].tolist() for _ in range(2)] == [[6], [6]] and x.grad is None
        assert paddle.grad(y, leaf(), allow_unused=True) == [None]
        assert paddle.autograd.ir_backward.grad(y, x)[0].tolist() == [6]

    def test_create_graph_is_what_makes_it_differentiable(self):
        x = leaf(3.0)
        y = x * x
        assert paddle.grad(y, x)[0].stop_gradient and not paddle.grad(y, x, create_graph=True)[0].stop_gradient

    @pytest.mark.parametrize("given", [list, tuple, set, lambda v: v[0]], ids=["list", "tuple", "set", "one"])
    def test_no_gradient_goes_through_no_grad_vars(self, given):
        x = leaf(2.0)
        y = x * x
        z = y * x
        assert paddle.grad(z, x, no_grad_vars=given([y]))[0].tolist() == [4]
        assert paddle.grad(z, x, no_grad_vars=given([x]), allow_unused=True) == [None]
        assert paddle.grad(z, x)[0].tolist() == [12]

    def test_of_several_outputs_and_intermediates(self):
        x = leaf(2.0)
        y = x * x
        by_x, by_y = paddle.grad([y * x, y], [x, y])
        assert (by_x.tolist(), by_y.tolist()) == ([16], [3])

    def test_of_third_order(self):
        x = leaf(2.0)
        g = x**4
        for wanted in (32, 48, 48):
            g = paddle.grad(g, x, create_graph=True)[0]
            assert g.tolist() == [wanted]

    def test_a_penalty_on_gradients(self):
        x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]], stop_gradient=False)
        g = paddle.grad(paddle.matmul(x, x).sum(), x, create_graph=True)[0]
        (g * g).sum().backward()
        assert x.grad.tolist() == [[68, 76], [84, 92]]


class TestHooks:
    def test_in_their_order_and_what_they_return_counts(self):
        x = leaf(1.0)
        y = x * 2
        log = []
        first = y.register_hook(lambda g: log.append("a"))
        y.register_hook(lambda g: log.append("b") or g * 10)
        y.backward()
        assert log == ["a", "b"] and x.grad.tolist() == [20]
        assert [first.remove(), first.remove()] == [True, False]

    def test_on_a_leaf_before_it_accumulates(self):
        x = leaf(1.0)
        x.register_hook(lambda g: g * 2)
        for _ in range(2):
            (x * 1).backward()
        assert x.grad.tolist() == [4]

    def test_paddle_grad_asks_those_of_intermediates_only(self):
        x = leaf(1.0)
        y = x * 2
        x.register_hook(lambda g: g * 100)
        y.register_hook(lambda g: g * 10)
        assert paddle.grad(y * 3, x)[0].tolist() == [60]

    def test_wrong_ones(self):
        with pytest.raises(RuntimeError, match="Cannot register hook on a tensor that stop gradient"):
            constant().register_hook(lambda g: g)
        x = leaf(1.0)
        x.register_hook(lambda g: 3)
        with pytest.raises(
            TypeError, match="a hook must return a Tensor or None, but returned int"
        ):  # Paddle dies of it
            x.backward()

    def test_errors_in_them_are_the_users(self):
        x = leaf(1.0)
        x.register_hook(lambda g: {}["mine"])
        with pytest.raises(KeyError, match="mine"):
            x.backward()

    def test_by_number(self):
        x = leaf(1.0)
        number = x._register_grad_hook(lambda g: g * 3)
        (x * 1).backward()
        assert [x._remove_grad_hook(number), x._remove_grad_hook(number)] == [True, False]
        (x * 1).backward()
        assert x.grad.tolist() == [4]

    def test_after_the_gradient_has_arrived(self):
        x, seen = leaf(1.0), []
        assert x._register_backward_hook(lambda: seen.append(x.grad.tolist())) is None
        for _ in range(2):
            (x * 2).backward()
        assert seen == [[2], [4]]
        with pytest.raises(ValueError, match="Only can register backward hook for leaf Tensor"):
            (x * 2)._register_backward_hook(lambda: None)
        with pytest.raises(ValueError, match="Cannot register backward hook on a Tensor that stop gradient"):
            constant()._register_backward_hook(lambda: None)


class TestModes:
    def test_all_ways(self):
        on = paddle.is_grad_enabled

        @paddle.no_grad()
        def off():
            return on()

        @paddle.no_grad()
        def generator():
            yield on()

        @paddle.enable_grad()
        def again():
            return on()

        with paddle.no_grad():
            inside = again()
        with paddle.set_grad_enabled(False):
            switched = on()
        assert [off(), *generator(), inside, switched, on()] == [False, False, True, False, True]
        with pytest.raises(KeyError), paddle.no_grad():
            raise KeyError
        assert on()
        with pytest.raises(TypeError, match=r"no_grad_\(\) takes no arguments"):
            paddle.no_grad(off)

    def test_stop_gradient_set_later(self):
        x = leaf(1.0)
        y = x * 2
        y.stop_gradient = True
        assert (y * 3).stop_gradient
        z = constant(1.0)
        w = z * 2
        z.stop_gradient = False
        w.backward()
        assert w.stop_gradient and z.grad is None


class TestTensors:
    def test_set_value(self):
        x = constant()
        with pytest.raises(AssertionError, match=r"Variable Shape not match, Variable \[ .* \] need tensor with shape"):
            x.set_value(np.ones(2, "float32"))
        with pytest.raises(AssertionError, match=r"Variable dtype not match, Variable \[ .* \] need tensor with dtype"):
            x.set_value(np.ones(3))
        with pytest.raises(AssertionError, match="arguments type only support Variable, numpy, Tensor, dict, string"):
            x.set_value([1.0, 2.0, 3.0])

    def test_numbers(self):
        words = "When Variable is used as the condition of if/while , Variable can only contain one element"
        with pytest.raises(AssertionError, match=words):
            bool(constant())
        with pytest.raises(AssertionError, match="only one element variable can be converted to float"):
            float(constant())
        with pytest.raises(
            ValueError, match="only one element tensors can be converted to Python scalars when no input"
        ):
            constant().item()
        with pytest.raises(ValueError, match="index 7 is out of bounds"):
            constant().item(7)

    def test_ints_beside_floats(self):
        assert (paddle.to_tensor([1, 2]) * 1.5).dtype is paddle.float32
        assert (paddle.to_tensor([1, 2]) / paddle.to_tensor([2, 2])).tolist() == [0.5, 1]
        assert (paddle.to_tensor([5, -5]) // 2).tolist() == [2, -3]

    def test_large_ones_are_shown_by_their_ends(self):
        text = repr(paddle.arange(2000, dtype="float32"))
        assert text.endswith("[0.   , 1.   , 2.   , ..., 1997., 1998., 1999.])")
