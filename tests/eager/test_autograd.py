"""backward, grad, hooks and the modes of recording."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, RunError
from opscope.paddle import autograd


def tensor(*values, stop_gradient=False, dtype="float64"):
    return paddle.to_tensor(list(values), dtype=dtype, stop_gradient=stop_gradient)


class TestBackward:
    def test_seeds_with_ones_or_what_is_given(self):
        x = tensor(1, 2)
        (x * x).backward()
        assert x.grad.tolist() == [2, 4]
        (x * 3).backward(tensor(10, 100))
        assert x.grad.tolist() == [32, 304]  # and accumulates

    def test_a_seed_of_zero_is_a_seed(self):
        x = tensor(2)
        (x * 3).backward(tensor(0))
        assert x.grad.tolist() == [0]

    def test_only_leaves_have_gradients_unless_retained(self):
        x = tensor(1)
        h, kept = x * 2, x * 3
        kept.retain_grads()
        (h * kept).backward()
        assert h.grad is None and kept.grad.tolist() == [2] and x.grad.tolist() == [12]

    def test_on_what_stops_the_gradient_is_nothing(self):
        tensor(1, stop_gradient=True).backward()

    def test_on_a_leaf_is_ones(self):
        x = tensor(3, 4)
        x.backward()
        assert x.grad.tolist() == [1, 1]

    def test_twice_needs_retain_graph(self):
        x = tensor(2)
        y = x * x
        y.backward(retain_graph=True)
        y.backward()
        assert x.grad.tolist() == [8]
        with pytest.raises(
            RunError, match=r"The TensorWrappers of MultiplyGradNode do not exist.*retain_graph=True"
        ) as e:
            y.backward()
        assert isinstance(e.value, SystemError)  # as in Paddle
        assert "test_autograd.py" in str(e.value) and "y = x * x" in str(e.value)

    def test_a_value_changed_in_place_is_found(self):
        x, w = tensor(2), tensor(3)
        h = w.detach()
        y = x * h
        h[0] = 5.0
        with pytest.raises(RunError, match=r"has been modified by an inplace operation. Its version is 1"):
            y.backward()

    def test_a_value_changed_through_a_view_is_found(self):
        x = tensor(1, 2)
        view = paddle.reshape(x, [2, 1])
        y = (x * x).sum()
        with paddle.no_grad():
            view[0] = 50.0
        with pytest.raises(RunError, match="modified by an inplace operation"):
            y.backward()

    @pytest.mark.parametrize(
        "seed, words",
        [
            (np.ones(2), "The type of grad_tensor must be paddle.Tensor"),
            (tensor(1), r"Tensor shape not match, Tensor of grad_tensor \[ .* \] with shape \[1\] mismatch Tensor"),
        ],
        ids=["type", "shape"],
    )
    def test_a_wrong_seed_is_an_assertion_error(self, seed, words):
        with pytest.raises(ModeError, match=words):
            (tensor(1, 2) * 2).backward(seed)

    def test_of_several_tensors(self):
        x = tensor(1, 2)
        autograd.backward([x * 2, x * x], [None, tensor(1, 10)])
        assert x.grad.tolist() == [4, 42]

    @pytest.mark.parametrize(
        "args, words",
        [
            (lambda y: ([y, y],), "contains duplicate paddle.Tensor object"),
            (lambda y: ([y], [y, y]), "The length of grad_tensors must be equal to tensors"),
            (lambda y: ([y], [3]), "The argument 'grad_tensors' of paddle.autograd.backward is invalid"),
            (lambda y: ([3],), "Elements of tensors must be paddle.Tensor"),
            (lambda y: ([],), "tensors cannot be empty"),
        ],
        ids=["duplicate", "length", "seeds", "type", "empty"],
    )
    def test_wrong_arguments_are_assertion_errors(self, args, words):
        with pytest.raises(AssertionError, match=words):
            autograd.backward(*args(tensor(1) * 2))


class TestGradAttribute:
    def test_is_the_tensors_own(self):
        x, y, seed = tensor(1, 2), tensor(3, 4), tensor(5, 6, stop_gradient=True)
        (x + y).backward(seed)  # one array goes to both
        with paddle.no_grad():
            x.grad[0] = 100
        assert x.grad.tolist() == [100, 6] and y.grad.tolist() == seed.tolist() == [5, 6]

    def test_may_be_assigned(self):
        x = tensor(1)
        x.grad = tensor(5)
        assert x.gradient().tolist() == [5]
        x.grad = None
        assert x.grad is None and x.gradient() is None
        with pytest.raises(ValueError, match=r"argument \(position 1\) must be Tensor, but got ndarray"):
            x.grad = np.ones(1)

    def test_clearing_zeroes_or_forgets(self):
        x = tensor(1)
        x.backward()
        x.clear_grad()
        assert x.grad.tolist() == [0]
        x.clear_gradient(False)
        assert x.grad is None


class TestGrad:
    def test_gives_a_list_and_leaves_grad_alone(self):
        x, y = tensor(1, 2), tensor(3, 4)
        dx, dy = paddle.grad((x * y).sum(), [x, y])
        assert dx.tolist() == [3, 4] and dy.tolist() == [1, 2] and x.grad is None

    def test_of_an_intermediate(self):
        x = tensor(2)
        h = x * 3
        assert paddle.grad(h * h, h)[0].tolist() == [12]

    def test_the_graph_is_kept(self):
        x = tensor(2)
        y = x * x
        assert [paddle.grad(y, x)[0].tolist() for _ in "ab"] == [[4], [4]]

    def test_orders(self):
        x = tensor(0.5)
        target, got = paddle.exp(x * 2), []
        for _ in range(4):
            (target,) = paddle.grad(target, x, create_graph=True)
            got.append(target.item())
        assert got == pytest.approx([np.e * 2**k for k in (1, 2, 3, 4)])

    def test_second_order_is_the_difference_of_the_first(self):
        value = np.array([0.3, -0.7, 1.1])

        def first(v, create_graph=False):
            x = paddle.to_tensor(v, stop_gradient=False)
            h = paddle.nn.functional.softmax(paddle.tanh(x) * x)
            (dx,) = paddle.grad((h * h).sum(), x, create_graph=create_graph)
            return x, (dx * paddle.cos(x)).sum()

        x, total = first(value, create_graph=True)
        total.backward()
        for i, step in enumerate(np.eye(3) * 1e-6):
            want = (first(value + step)[1].item() - first(value - step)[1].item()) / 2e-6
            assert x.grad.numpy()[i] == pytest.approx(want, rel=1e-5, abs=1e-8)

    def test_an_unused_input_is_an_error_or_none(self):
        x, z = tensor(1), tensor(1)
        words = "The 0-th input does not appear in the backward graph.*allow_unused=True to get None result"
        with pytest.raises(ArgumentError, match=words):
            paddle.grad(x * 2, z)
        assert paddle.grad(x * 2, [z, x], allow_unused=True)[0] is None

    @pytest.mark.parametrize(
        "call, kind, words",
        [
            (lambda x, y: paddle.grad(y, [3]), AssertionError, "inputs must be Tensor or list of Tensor"),
            (lambda x, y: paddle.grad(3, x), AssertionError, "outputs must be Tensor or list of Tensor"),
            (lambda x, y: paddle.grad(y, []), AssertionError, "inputs cannot be empty"),
            (lambda x, y: paddle.grad(y, x, 3), AssertionError, "grad_outputs must be None, a Variable or a list"),
            (lambda x, y: paddle.grad(y, x, [y, y]), AssertionError, "The length of grad_outputs must be equal"),
            (lambda x, y: paddle.grad(y, x, only_inputs=False), AssertionError, "only_inputs=False is not supported"),
            (lambda x, y: paddle.grad(y, [x, x]), RuntimeError, "inputs contain duplicate tensor"),
            (lambda x, y: paddle.grad(y, x, no_grad_vars=[3]), AssertionError, "no_grad_vars should be None, Tensor"),
            (lambda x, y: paddle.grad(y, x, create_graph=1), AssertionError, "create_graph must be True or False"),
            (lambda x, y: paddle.grad(y, x, retain_graph=1), AssertionError, "retain_graph must be True or False"),
        ],
        ids=[
            "inputs",
            "outputs",
            "empty",
            "seeds",
            "length",
            "only_inputs",
            "duplicate",
            "no_grad_vars",
            "create",
            "retain",
        ],
    )
    def test_wrong_arguments(self, call, kind, words):
        x = tensor(1)
        with pytest.raises(kind, match=words):
            call(x, x * 2)


class TestHooks:
    def test_run_in_order_on_the_total_and_may_replace_it(self):
        x = tensor(1)
        h = x * 2
        seen = []
        h.register_hook(lambda d: seen.append(d.item()))
        h.register_hook(lambda d: d * 10)
        h.register_hook(lambda d: seen.append(d.item()))
        (h * 3 + h * 4).backward()
        assert seen == [7, 70] and x.grad.tolist() == [140]

    def test_on_a_leaf_run_before_accumulation(self):
        x = tensor(1)
        x.register_hook(lambda d: d * 10)
        for _ in range(2):
            (x * 2 + x * 3).backward()
        assert x.grad.tolist() == [100]

    def test_can_be_removed_once(self):
        x = tensor(1)
        handle = x.register_hook(lambda d: d * 10)
        assert handle.remove() is True and handle.remove() is False
        x.backward()
        assert x.grad.tolist() == [1]

    def test_need_a_gradient(self):
        with pytest.raises(RuntimeError, match="Cannot register hook on a tensor that stop gradient"):
            tensor(1, stop_gradient=True).register_hook(print)

    def test_exceptions_keep_their_type(self):
        x = tensor(1)
        x.register_hook(lambda d: {}["mine"])
        with pytest.raises(KeyError, match="mine"):
            (x * 2).backward()

    @pytest.mark.parametrize("value", ["text", 3, np.ones(1)], ids=["str", "int", "ndarray"])
    def test_what_is_no_tensor_is_refused(self, value):
        x = tensor(1)
        x.register_hook(lambda d: value)
        with pytest.raises(TypeError, match="a hook must return a Tensor or None, but returned"):
            (x * 2).backward()

    def test_grad_uses_hooks_of_intermediates(self):
        x = tensor(1)
        h = x * 2
        h.register_hook(lambda d: d * 10)
        assert paddle.grad(h * 3, x)[0].tolist() == [60]


class TestModes:
    def test_no_grad_as_a_block_and_a_decorator(self):
        x = tensor(1)

        @paddle.no_grad()
        def quiet(v):
            return v * 2

        @paddle.no_grad()
        def generator(v):
            yield v * 2
            yield v * 3

        with paddle.no_grad():
            inside = x * 2
            with paddle.enable_grad():
                recorded = x * 2
        assert inside.stop_gradient and quiet(x).stop_gradient and not recorded.stop_gradient
        assert all(v.stop_gradient for v in generator(x)) and not (x * 2).stop_gradient

    def test_a_generator_leaves_the_mode_alone_between_its_values(self):
        @paddle.no_grad()
        def generator():
            yield paddle.is_grad_enabled()

        iterator = generator()
        assert next(iterator) is False and paddle.is_grad_enabled()

    def test_exceptions_restore(self):
        with pytest.raises(KeyError), paddle.no_grad():
            raise KeyError
        assert paddle.is_grad_enabled()

    def test_set_grad_enabled_is_immediate_and_a_block(self):
        paddle.set_grad_enabled(False)
        assert not paddle.is_grad_enabled()
        with paddle.set_grad_enabled(True):
            assert paddle.is_grad_enabled()
        assert not paddle.is_grad_enabled()

    def test_parentheses_are_required(self):
        with pytest.raises(TypeError, match=r"no_grad_\(\) takes no arguments"):
            paddle.no_grad(lambda: 1)


@pytest.mark.parametrize("of, given", [((), (1,)), ((1,), ()), ((1, 1), (1,))])
def test_a_gradient_of_one_number_for_an_output_of_one_number(of, given):
    """Paddle 2.6.2 takes it in `grad` and in `autograd.backward`, and refuses it in the method."""
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    seed = paddle.full(given, 3.0)
    (dx,) = paddle.grad((x * x).sum().reshape(of), x, grad_outputs=seed)
    paddle.autograd.backward((x * x).sum().reshape(of), seed)
    assert dx.tolist() == x.grad.tolist() == [6.0, 12.0]
    with pytest.raises(AssertionError, match="Tensor shape not match"):
        (x * x).sum().reshape(of).backward(seed)
    with pytest.raises(AssertionError, match="Tensor shape not match"):
        paddle.grad(x * x, x, grad_outputs=seed)


@pytest.mark.parametrize("create_graph", [False, True])
def test_an_unused_output_has_zeros_beside_a_used_one(create_graph):
    """Paddle 2.6.2: hooks and retained gradients get zeros, and what a hook returns counts; measured."""
    x = paddle.to_tensor([0.0, 1.0, 2.0, 3.0], stop_gradient=False)
    used, unused = paddle.split(x * 1, 2)
    seen = []
    unused.register_hook(lambda g: seen.append(g.tolist()))
    unused.retain_grads()
    unused.register_hook(lambda g: g + 1)
    (found,) = paddle.grad([(used * used).sum()], [x], create_graph=create_graph)
    assert found.tolist() == [0.0, 2.0, 1.0, 1.0]
    assert seen == [[0.0, 0.0]] and unused.grad.tolist() == [0.0, 0.0]


def test_the_indices_of_topk_have_no_gradient():
    x = paddle.to_tensor([[1.0, 3.0, 2.0]], stop_gradient=False)
    values, indices = paddle.topk(x * 1, 2)
    values.retain_grads()
    indices.retain_grads()
    values.sum().backward()
    assert values.grad.tolist() == [[1.0, 1.0]] and indices.grad is None


def test_an_unused_output_of_a_pylayer_has_no_gradient():
    class Two(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 1, x * 2

        @staticmethod
        def backward(ctx, a, b):
            return a + b

    used, unused = Two.apply(paddle.to_tensor([1.0], stop_gradient=False) * 1)
    unused.retain_grads()
    used.backward()
    assert unused.grad is None  # measured, as above
