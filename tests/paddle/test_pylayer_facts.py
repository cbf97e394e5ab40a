"""PyLayer, fact by fact, as measured on Paddle 2.6 and 3.3; where opscope does better, the test says so."""

import weakref

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle.autograd import PyLayer, PyLayerContext
from opscope.paddle.autograd.py_layer import once_differentiable


def leaf(*values):
    return paddle.to_tensor(list(values or (1.0, 2.0, 3.0)), stop_gradient=False)


def constant(*values):
    return paddle.to_tensor(list(values or (1.0, 2.0, 3.0)))


def layer(forward=lambda ctx, x: x * 3, backward=lambda ctx, d: d):
    return type("A", (PyLayer,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def grad_of(cls, *args, **kwargs):
    cls.apply(*args, **kwargs).sum().backward()
    return [None if a.grad is None else a.grad.tolist() for a in args if isinstance(a, paddle.Tensor)]


class TestApply:
    def test_the_context(self):
        seen = []

        def forward(ctx, x):
            ctx.anything = 1
            seen.append((type(ctx).__name__, isinstance(ctx, PyLayerContext), paddle.is_grad_enabled()))
            assert weakref.ref(ctx)() is ctx and not isinstance(ctx, PyLayer)
            return x * 2

        layer(forward).apply(leaf())
        assert seen == [("A_backward", True, False)]

    def test_instances_apply_and_are_not_called(self):
        assert layer()().apply(leaf()).tolist() == [3, 6, 9]
        with pytest.raises(TypeError):
            layer()()(leaf())

    def test_other_kinds_of_methods(self):
        class A(PyLayer):
            def forward(ctx, x):  # noqa: N805 (as programs write it)
                return x * 2

            @classmethod
            def backward(cls, ctx, d):
                return d * 5

        assert grad_of(A, leaf()) == [[5, 5, 5]]
        assert paddle.autograd.Function is PyLayer

    def test_what_is_not_overridden(self):
        with pytest.raises(NotImplementedError, match=r"You must implement the forward function for PyLayer\."):
            PyLayer.apply(leaf())
        only = type("A", (PyLayer,), {"forward": staticmethod(lambda ctx, x: x * 2)})
        y = only.apply(leaf())
        with pytest.raises(NotImplementedError, match=r"You must implement the backward function for PyLayer\."):
            y.backward()

    def test_wrong_arguments_are_pythons_errors(self):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
            layer(lambda ctx, x: x).apply()
        with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
            layer(lambda ctx, x: x).apply(leaf(), 1)

    def test_an_error_in_forward_is_the_users_and_the_mode_comes_back(self):
        def forward(ctx, x):
            raise KeyError("mine")

        with pytest.raises(KeyError) as e:
            layer(forward).apply(leaf())
        assert e.value.args == ("mine",) and paddle.is_grad_enabled()

    def test_lists_are_looked_into_once_and_dicts_are_not(self):
        assert not layer(lambda ctx, x: x[0] * 2).apply([leaf()]).stop_gradient
        assert layer(lambda ctx, x: x[0][0] * 2).apply([[leaf()]]).stop_gradient
        assert layer(lambda ctx, x: x["a"] * 2).apply({"a": leaf()}).stop_gradient

    def test_slots_are_tensors_in_the_order_of_the_call(self):
        x, y, z = leaf(), leaf(), leaf()
        three = layer(lambda ctx, x, y, z: x + y + z, lambda ctx, d: (d, d * 2, d * 3))
        three.apply(x, z=z, y=y).sum().backward()
        assert [t.grad.tolist()[0] for t in (x, y, z)] == [1, 3, 2]
        two = layer(lambda ctx, x, n, y: x + n * y, lambda ctx, d: (d, d * 2))
        assert grad_of(two, leaf(1.0), 4, leaf(1.0)) == [[1], [2]]


class TestOutputs:
    def test_anything_may_be_returned_beside_a_tensor(self):
        made = layer(lambda ctx, x: (x * 2, None, 3, "s", [x * 2, 1])).apply(leaf())
        assert [type(v).__name__ for v in made] == ["Tensor", "NoneType", "int", "str", "list"]
        assert isinstance(layer(lambda ctx, x: [x * 2]).apply(leaf()), list)
        assert isinstance(layer(lambda ctx, x: (x * 2,)).apply(leaf()), tuple)

    def test_there_must_be_one(self):
        with pytest.raises(ValueError, match=r"A : At least one output of `PyLayer.forward` is a `Tensor`"):
            layer(lambda ctx, x: 3).apply(leaf())

    def test_who_needs_a_gradient(self):
        both = layer(lambda ctx, x: (x * 2, constant(1)), lambda ctx, d, e: d)
        assert [t.stop_gradient for t in both.apply(leaf())] == [False, False]
        assert layer().apply(constant()).stop_gradient
        with paddle.no_grad():
            assert layer().apply(leaf()).stop_gradient

    def test_a_returned_input_counts_as_written_in_place(self):
        same = layer(lambda ctx, x: x, lambda ctx, d: d * 2)
        words = r"A : Leaf Var \(.*\) that doesn't stop gradient can't use inplace strategy\."
        with pytest.raises(ValueError, match=words):
            same.apply(leaf())
        a = leaf()
        x = a * 3
        assert same.apply(x) is x and x.inplace_version == 1
        x.sum().backward()
        assert a.grad.tolist() == [6, 6, 6]

    def test_mark_not_inplace_keeps_the_gradient_that_paddle_loses(self):
        def forward(ctx, x):
            ctx.mark_not_inplace(x)
            return x

        x = leaf()
        y = layer(forward, lambda ctx, d: d * 2).apply(x)
        assert y is not x and y._is_shared_buffer_with(x)
        y.sum().backward()
        assert x.grad.tolist() == [2, 2, 2]


class TestSaved:
    def test_the_last_call_wins_and_anything_may_be_saved(self):
        seen = []

        def forward(ctx, x):
            ctx.save_for_backward(1)
            ctx.save_for_backward(x, None, 5, "s", [x])
            return x * 2

        def backward(ctx, d):
            seen.extend(ctx.saved_tensor())
            return d

        x = leaf()
        grad_of(layer(forward, backward), x)
        assert seen[0] is x and not seen[0].stop_gradient and seen[1:4] == [None, 5, "s"] and seen[4][0] is x

    def test_nothing_saved_is_none(self):
        seen = []
        grad_of(layer(backward=lambda ctx, d: seen.append(ctx.saved_tensor()) or d), leaf())
        assert seen == [None]

    def test_versions_of_what_is_saved_are_not_looked_at(self):
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        a = leaf()
        x = a * 1
        y = layer(forward, lambda ctx, d: d * ctx.saved_tensor()[0]).apply(x)
        x.add_(constant())
        y.sum().backward()
        assert a.grad.tolist() == [2, 4, 6]

    def test_marks(self):
        seen = []

        def forward(ctx, x):
            a, b = x * 2, x * 3
            ctx.mark_non_differentiable(b)
            return a, b

        a, b = layer(forward, lambda ctx, d, e: seen.append((d.tolist(), e.tolist(), e.stop_gradient)) or d).apply(
            leaf()
        )
        assert not a.stop_gradient and b.stop_gradient
        a.sum().backward()
        assert seen == [([1, 1, 1], [0, 0, 0], True)]

    @pytest.mark.parametrize("materialize", [True, False])
    def test_gradients_that_are_missing(self, materialize):
        seen = []

        def forward(ctx, x):
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        a, _ = layer(forward, lambda ctx, d, e: seen.append(e) or d).apply(leaf())
        a.sum().backward()
        assert (seen[0].tolist() == [0, 0, 0] and seen[0].stop_gradient) if materialize else seen == [None]
        with pytest.raises(ValueError, match=r"argument \(position 1\) must be bool, but got str"):
            layer(lambda ctx, x: ctx.set_materialize_grads("a")).apply(leaf())

    def test_what_the_context_has_not(self):
        seen = []

        def forward(ctx, x):
            seen.append((ctx.name(), hasattr(ctx, "needs_input_grad"), hasattr(ctx, "saved_tensors")))
            return x * 2

        layer(forward).apply(leaf())
        assert seen == [("GradNodePyLayer_A_backward", False, False)]


class TestBackward:
    @pytest.mark.parametrize(
        "backward, words",
        [
            (lambda ctx, d: (d, d, d), "The number of outputs of `PyLayer.backward` should be 2, but received 3"),
            (lambda ctx, d: d, "GradNodePyLayer_A's backward function should not return empty at 1 position"),
            (
                lambda ctx, d: (d, d.numpy()),
                "We can only support Tensor or None .* but got numpy.ndarray, please check",
            ),
            (lambda ctx, d: (d, 1.0), "We can only support Tensor or None for backward output, , but got float"),
            (lambda ctx, d: (d, "a"), "but got str, please check your PyLayer code and make it fits"),
        ],
        ids=["more", "fewer", "ndarray", "float", "str"],
    )
    def test_what_does_not_fit(self, backward, words):
        with pytest.raises(ValueError, match=words):
            grad_of(layer(lambda ctx, x, y: x + y, backward), leaf(), leaf())

    def test_what_stops_the_gradient_gets_none(self):
        add = lambda ctx, x, y: x + y
        assert grad_of(layer(add, lambda ctx, d: d), leaf(1.0), constant(1.0)) == [[1], None]
        words = "should return None at 1 position, because it's forward Tensor's stopgradient is true"
        with pytest.raises(ValueError, match=words):
            grad_of(layer(add, lambda ctx, d: (d, d)), leaf(), constant())

    def test_none_for_what_needs_one(self):
        add = layer(lambda ctx, x, y: x + y, lambda ctx, d: (None, d))
        assert grad_of(add, leaf(1.0), leaf(1.0)) == [None, [1]]
        a, b = leaf(1.0), leaf(1.0)
        add.apply(a * 2, b).backward()  # Paddle dies of it
        assert a.grad is None and b.grad.tolist() == [1]

    def test_a_list_is_as_good_as_a_tuple(self):
        assert grad_of(layer(backward=lambda ctx, d: [d]), leaf(1.0)) == [[1]]  # as documented; Paddle refuses it
        a, b = leaf(1.0), leaf(1.0)
        layer(lambda ctx, many: many[0] + many[1], lambda ctx, d: [d, d * 2]).apply([a, b]).backward()
        assert (a.grad.tolist(), b.grad.tolist()) == ([1], [2])
        many = layer(lambda ctx, x: [x * 2, x * 3], lambda ctx, ds: ds[0] * 2 + ds[1] * 3)
        x = leaf(1.0)
        one, two = many.apply(x)
        (one + two).backward()  # Paddle 3.3 dies of it
        assert x.grad.tolist() == [5]

    def test_errors_are_the_users(self):
        def backward(ctx, d):
            raise KeyError("mine")

        with pytest.raises(KeyError) as e:  # an OSError without the user's type in Paddle
            grad_of(layer(backward=backward), leaf())
        assert e.value.args == ("mine",) and "A.backward" in e.value.__notes__[0]
        with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
            grad_of(layer(backward=lambda ctx: None), leaf())

    def test_the_same_tensor_twice(self):
        x = leaf(1.0)
        layer(lambda ctx, a, b: a + b, lambda ctx, d: (d * 10, d * 100)).apply(x, x).backward()
        assert x.grad.tolist() == [110]

    def test_differentiated_again_unless_once(self):
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x * x

        def backward(ctx, d):
            (x,) = ctx.saved_tensor()
            return 3 * x * x * d

        x = leaf(2.0)
        first = paddle.grad(layer(forward, backward).apply(x), x, create_graph=True)[0]
        assert first.tolist() == [12] and paddle.grad(first, x)[0].tolist() == [12]
        first = paddle.grad(layer(forward, once_differentiable(backward)).apply(x), x, create_graph=True)[0]
        with pytest.raises(ValueError, match="The 0-th input does not appear in the backward graph"):
            paddle.grad(first, x)

    def test_twice_with_retain_graph(self):
        x = leaf(1.0)
        y = layer().apply(x)
        y.backward(retain_graph=True)
        y.backward()  # Paddle dies of it
        assert x.grad.tolist() == [2]

    def test_hooks_on_outputs_replace(self):
        x = leaf(1.0)
        y = layer().apply(x)
        y.register_hook(lambda d: d * 7)
        y.backward()
        assert x.grad.tolist() == [7]  # called, and not listened to, in Paddle


class TestSavedTensorsHooks:
    def setup_method(self):
        self.log = []

    def hooks(self):
        def pack(tensor):
            self.log.append("pack")
            return tensor.numpy()

        def unpack(array):
            self.log.append("unpack")
            return paddle.to_tensor(array)

        return paddle.autograd.saved_tensors_hooks(pack, unpack)

    def test_what_ops_keep(self):
        a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
        with self.hooks():
            y = a * b
        assert self.log == ["pack", "pack"]
        y.sum().backward()
        assert self.log[2:] == ["unpack", "unpack"] and (a.grad.tolist(), b.grad.tolist()) == ([3, 4], [1, 2])

    def test_results_too(self):
        a = leaf(0.5)
        with self.hooks():
            y = a.exp().tanh()
        y.backward()
        np.testing.assert_allclose(a.grad.numpy(), (1 - np.tanh(np.exp(0.5)) ** 2) * np.exp(0.5), rtol=1e-6)
        assert self.log == ["pack", "pack", "unpack", "unpack"]

    def test_what_is_written_to_later_was_packed_before(self):
        a = leaf(3.0)
        x = a * 1
        with self.hooks():
            y = x * x
        x.zero_()
        y.backward()
        assert a.grad.tolist() == [6]

    def test_what_pylayers_save(self):
        def forward(ctx, a, b):
            ctx.save_for_backward(a, [b, None], None)
            return a * b

        def backward(ctx, d):
            a, (b, nothing), none = ctx.saved_tensor()
            assert nothing is none is None
            return d * b, d * a

        a, b = leaf(2.0), leaf(5.0)
        with self.hooks():
            y = layer(forward, backward).apply(a, b)
        y.backward()
        assert (a.grad.tolist(), b.grad.tolist()) == ([5], [2]) and self.log == ["pack", "pack", "unpack", "unpack"]

    def test_only_tensors_may_be_saved_then(self):
        words = "save_for_backward only support Tensor, list of Tensor, tuple of Tensor"
        with self.hooks(), pytest.raises(ValueError, match=words):
            layer(lambda ctx, x: ctx.save_for_backward(3) or x * 2).apply(leaf())

    @pytest.mark.parametrize("power", [lambda a: a * a * a, lambda a: a.exp()], ids=["inputs", "results"])
    def test_differentiated_again(self, power):
        a = leaf(2.0)
        with self.hooks():
            y = power(a)
        first = paddle.grad(y, a, create_graph=True)[0]
        plain = paddle.grad(power(a), a, create_graph=True)[0]
        assert paddle.grad(first, a)[0].tolist() == paddle.grad(plain, a)[0].tolist()

    def test_what_is_unpacked_must_be_a_tensor(self):
        with paddle.autograd.saved_tensors_hooks(lambda t: t, lambda t: 3):
            y = leaf(1.0).exp()
        with pytest.raises(TypeError, match="unpack_hook must return a Tensor, but returned int"):
            y.backward()
        with pytest.raises(TypeError, match="takes two functions"):
            paddle.autograd.saved_tensors_hooks(1, 2)

    def test_the_innermost_counts_and_hooks_are_not_packed_themselves(self):
        inner = []
        a = leaf(2.0)
        with self.hooks(), paddle.autograd.saved_tensors_hooks(lambda t: inner.append(1) or t * t, lambda t: t.sqrt()):
            y = a * a
        y.backward()
        assert self.log == [] and inner == [1, 1] and a.grad.tolist() == [4]
