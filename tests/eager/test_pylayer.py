"""PyLayer: what apply, forward, backward and the context do."""

import gc
import weakref

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, DTypeError, OpscopeWarning, ShapeError, UsageError
from opscope.paddle.autograd import PyLayer, PyLayerContext
from opscope.paddle.autograd.py_layer import once_differentiable


def tensor(*values, stop_gradient=False):
    return paddle.to_tensor(list(values), dtype="float64", stop_gradient=stop_gradient)


def layer(forward, backward=None):
    """A PyLayer of two functions."""
    members = {"forward": staticmethod(forward)}
    if backward is not None:
        members["backward"] = staticmethod(backward)
    return type("Made", (PyLayer,), members)


class TestApply:
    def test_what_a_call_kept_goes_with_its_result(self):
        kept = []

        def forward(ctx, x):
            kept.append(weakref.ref(ctx))
            return x * 2

        layer(forward, lambda ctx, dy: dy * 2).apply(tensor(1)).backward()
        gc.collect()
        assert kept[0]() is None  # it had been held by a cache of what ops keep

    def test_forward_runs_without_recording_and_the_mode_comes_back(self):
        modes = []
        made = layer(lambda ctx, x: modes.append(paddle.is_grad_enabled()) or x * 2, lambda ctx, dy: dy)
        made.apply(tensor(1))
        assert modes == [False] and paddle.is_grad_enabled()

    def test_the_context_is_named_after_the_class_and_takes_attributes(self):
        seen = []

        def forward(ctx, x):
            ctx.anything = 5
            seen.append(ctx)
            return x * 2

        made = layer(forward, lambda ctx, dy: dy * ctx.anything)
        x = tensor(1)
        made.apply(x).backward()
        assert x.grad.tolist() == [5] and isinstance(seen[0], PyLayerContext)
        assert type(seen[0]).__name__ == "Made_backward" and not isinstance(seen[0], PyLayer)
        assert seen[0].name() == "GradNodePyLayer_Made_backward"

    def test_classmethods_plain_functions_and_instances_work(self):
        class Plain(PyLayer):
            def forward(ctx, x):  # noqa: N805
                return x * 2

            @classmethod
            def backward(cls, ctx, dy):
                return dy * 7

        x = tensor(1)
        Plain().apply(x).backward()
        assert x.grad.tolist() == [7] and not callable(Plain())

    def test_function_is_another_name(self):
        assert paddle.autograd.Function is PyLayer

    def test_missing_forward(self):
        with pytest.raises(NotImplementedError, match="You must implement the forward function for PyLayer"):
            type("Bare", (PyLayer,), {}).apply(tensor(1))

    def test_missing_backward_is_found_when_it_is_needed(self):
        y = layer(lambda ctx, x: x * 2).apply(tensor(1))
        with pytest.raises(NotImplementedError, match="You must implement the backward function for PyLayer"):
            y.backward()

    def test_wrong_arguments_are_pythons_type_errors(self):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
            layer(lambda ctx, x: x).apply()

    def test_exceptions_in_forward_come_out_unchanged(self):
        def forward(ctx, x):
            raise LookupError("mine")

        with pytest.raises(LookupError, match="mine"):
            layer(forward).apply(tensor(1))
        assert paddle.is_grad_enabled()

    def test_exceptions_in_backward_keep_their_type_and_get_a_note(self):
        def backward(ctx, dy):
            raise LookupError("mine")

        y = layer(lambda ctx, x: x * 2, backward).apply(tensor(1))
        with pytest.raises(LookupError, match="mine") as e:
            y.backward()
        assert e.traceback[-1].name == "backward" and paddle.is_grad_enabled()
        assert "raised in Made.backward, for Made.apply at" in e.value.__notes__[0]
        assert "test_pylayer.py" in e.value.__notes__[0]


class TestArguments:
    def test_gradients_come_in_the_order_of_the_call(self):
        made = layer(lambda ctx, x, y=None, z=None: x + y + z, lambda ctx, d: (d * 1, d * 2, d * 3))
        x, y, z = tensor(1), tensor(1), tensor(1)
        made.apply(x, z=z, y=y).backward()
        assert [t.grad.tolist() for t in (x, z, y)] == [[1], [2], [3]]

    def test_what_is_no_tensor_takes_no_slot(self):
        made = layer(lambda ctx, n, x, f, y: f(x, y) * n, lambda ctx, d: (d * 2, d * 3))
        x, y = tensor(1), tensor(4)
        out = made.apply(5, x, paddle.add, y)
        out.backward()
        assert out.tolist() == [25] and x.grad.tolist() == [2] and y.grad.tolist() == [3]

    def test_a_list_of_tensors_is_one_slot(self):
        made = layer(lambda ctx, xs, y: xs[0] + xs[1] + y, lambda ctx, d: ([d * 2, d * 3], d * 4))
        a, b, y = tensor(1), tensor(1), tensor(1)
        made.apply([a, b], y).backward()
        assert [t.grad.tolist() for t in (a, b, y)] == [[2], [3], [4]]

    def test_a_list_may_hold_members_without_gradient(self):
        made = layer(lambda ctx, xs: xs[0] * xs[1], lambda ctx, d: [d * 2, None])
        a, b = tensor(1), tensor(1, stop_gradient=True)
        made.apply((a, b)).backward()
        assert a.grad.tolist() == [2] and b.grad is None

    def test_deeper_nesting_is_not_tracked(self):
        made = layer(lambda ctx, d: d["x"] * 2, lambda ctx, dy: dy)
        assert made.apply({"x": tensor(1)}).stop_gradient

    def test_the_same_tensor_twice_adds_its_gradients(self):
        x = tensor(1)
        layer(lambda ctx, a, b: a + b, lambda ctx, d: (d * 10, d * 100)).apply(x, x).backward()
        assert x.grad.tolist() == [110]


class TestOutputs:
    @pytest.mark.parametrize(
        "make, kind",
        [
            (lambda x: x * 2, paddle.Tensor),
            (lambda x: (x * 2,), tuple),
            (lambda x: [x * 2, 3], list),
            (lambda x: (x * 2, None, "text"), tuple),
        ],
        ids=["tensor", "1-tuple", "list", "mixed"],
    )
    def test_the_structure_is_kept(self, make, kind):
        assert type(layer(lambda ctx, x: make(x), lambda ctx, *d: d[0]).apply(tensor(1))) is kind

    @pytest.mark.parametrize("value", [None, 3, "text", ()], ids=str)
    def test_at_least_one_tensor(self, value):
        with pytest.raises(ArgumentError, match=r"At least one output of `PyLayer.forward` is a `Tensor`"):
            layer(lambda ctx, x: value).apply(tensor(1))

    def test_all_outputs_need_gradients_if_an_input_does(self):
        made = layer(lambda ctx, x: (x * 2, paddle.to_tensor([1])), lambda ctx, a, b: a)
        assert [t.stop_gradient for t in made.apply(tensor(1))] == [False, False]
        assert [t.stop_gradient for t in made.apply(tensor(1, stop_gradient=True))] == [True, True]
        with paddle.no_grad():
            assert [t.stop_gradient for t in made.apply(tensor(1))] == [True, True]

    def test_a_list_output_is_one_parameter_of_backward(self):
        def backward(ctx, ds, d):
            assert isinstance(ds, list)
            return ds[0] * 2 + ds[1] * 3 + d

        x = tensor(1)
        (a, b), c = layer(lambda ctx, x: ([x * 1, x * 2], x * 3), backward).apply(x)
        (a * 10 + b * 100 + c).backward()
        assert x.grad.tolist() == [321]

    def test_unused_outputs_arrive_as_zeros_or_none(self):
        for materialize, wanted in ((True, [0.0]), (False, None)):

            def forward(ctx, x, m=materialize):
                ctx.set_materialize_grads(m)
                return x * 1, x * 2

            seen = []
            made = layer(forward, lambda ctx, a, b, seen=seen: seen.append(b) or a)
            made.apply(tensor(1))[0].backward()
            assert (seen[0] if seen[0] is None else seen[0].tolist()) == wanted

    def test_set_materialize_grads_takes_a_bool(self):
        with pytest.raises(ValueError, match=r"argument \(position 1\) must be bool, but got str"):
            layer(lambda ctx, x: ctx.set_materialize_grads("no")).apply(tensor(1))

    def test_mark_non_differentiable(self):
        def forward(ctx, x):
            a, b = x * 2, x * 3
            ctx.mark_non_differentiable(b)
            return a, b

        seen = []
        a, b = layer(forward, lambda ctx, da, db: seen.append(db.tolist()) or da).apply(tensor(1))
        assert b.stop_gradient and not a.stop_gradient
        a.backward()
        assert seen == [[0.0]]

    def test_returning_a_leaf_is_in_place_and_refused(self):
        with pytest.raises(
            ValueError, match=r"Made : Leaf Var .* that doesn't stop gradient can't use inplace strategy"
        ):
            layer(lambda ctx, x: x, lambda ctx, d: d).apply(tensor(1))

    def test_returning_an_intermediate_is_in_place(self):
        x = tensor(1)
        h = x * 3
        y = layer(lambda ctx, h: h, lambda ctx, d: d * 2).apply(h)
        y.backward()
        assert y is h and h.inplace_version == 1 and x.grad.tolist() == [6]

    def test_mark_not_inplace_gives_a_new_tensor_with_its_gradient(self):
        def forward(ctx, x):
            ctx.mark_not_inplace(x)
            return x

        x = tensor(1)
        y = layer(forward, lambda ctx, d: d * 2).apply(x)
        y.backward()
        assert y is not x and x.grad.tolist() == [2]


class TestSaved:
    def test_the_last_call_wins_and_anything_may_be_saved(self):
        def forward(ctx, x):
            assert ctx.saved_tensor() is None
            ctx.save_for_backward(x)
            ctx.save_for_backward(x, None, 3, "text", [1])
            return x * 2

        seen = []
        x = tensor(1)
        layer(forward, lambda ctx, d: seen.append(ctx.saved_tensor()) or d).apply(x).backward()
        assert seen[0][0] is x and seen[0][1:] == (None, 3, "text", [1])


class TestWhatBackwardReturns:
    two = staticmethod(lambda backward: layer(lambda ctx, a, b: a * b, backward))

    def test_a_list_is_as_good_as_a_tuple(self):
        a, b = tensor(1), tensor(1)
        self.two(lambda ctx, d: [d * 2, d * 3]).apply(a, b).backward()
        assert a.grad.tolist() == [2] and b.grad.tolist() == [3]

    def test_none_for_a_leaf_leaves_it_without(self):
        a, b = tensor(1), tensor(1)
        self.two(lambda ctx, d: (d * 2, None)).apply(a, b).backward()
        assert a.grad.tolist() == [2] and b.grad is None

    def test_none_for_an_intermediate_is_no_gradient(self):
        x, b = tensor(1), tensor(1)
        self.two(lambda ctx, d: (None, d)).apply(x * 2, b).backward()
        assert x.grad is None and b.grad.tolist() == [1]

    def test_fewer_are_enough_where_the_rest_stops_the_gradient(self):
        a = tensor(1)
        self.two(lambda ctx, d: d * 2).apply(a, tensor(1, stop_gradient=True)).backward()
        assert a.grad.tolist() == [2]

    @pytest.mark.parametrize(
        "backward, stop, words",
        [
            (
                lambda ctx, d: (d, d, d),
                False,
                "The number of outputs of `PyLayer.backward` should be 2, but received 3",
            ),
            (lambda ctx, d: d, False, "should not return empty at 1 position"),
            (lambda ctx, d: (d, d), True, "should return None at 1 position, because it's forward Tensor's"),
            (lambda ctx, d: (d, np.ones(1)), False, "We can only support Tensor or None .* got numpy.ndarray"),
            (lambda ctx, d: (d, 1.0), False, "We can only support Tensor or None .* got float"),
        ],
        ids=["more", "fewer", "stopped", "ndarray", "float"],
    )
    def test_what_does_not_fit_is_a_value_error(self, backward, stop, words):
        y = self.two(backward).apply(tensor(1), tensor(1, stop_gradient=stop))
        with pytest.raises(ArgumentError, match=words):
            y.backward()

    @pytest.mark.parametrize(
        "backward, error, words",
        [
            (lambda ctx, d: d.sum(), ShapeError, r"a gradient of shape \[\] for input 0, which is .*\[2\]"),
            (lambda ctx, d: paddle.concat([d, d]), ShapeError, r"of shape \[4\] for input 0, which is .*\[2\]"),
            (lambda ctx, d: d.astype("int64"), DTypeError, "of dtype int64 for input 0"),
            (lambda ctx, d: d.astype("complex64"), DTypeError, "of dtype complex64 for input 0"),
            (lambda ctx, d: ctx.saved_tensor()[0], UsageError, "save_for_backward was never called"),
        ],
        ids=["no dims", "more", "integers", "complex", "nothing saved"],
    )  # fmt: skip
    def test_what_does_not_fit_the_input_is_refused_with_what_was_expected(self, backward, error, words):
        y = layer(lambda ctx, x: x * 2, backward).apply(tensor(1, 2))
        with pytest.raises(error, match=words):
            y.sum().backward()

    def test_dims_of_one_are_warned_of(self):
        y = layer(lambda ctx, x: x * 2, lambda ctx, d: d.reshape([1, 2])).apply(tensor(1, 2))
        with pytest.warns(OpscopeWarning, match=r"a gradient of shape \[1, 2\] for input 0, which is .*\[2\]"):
            y.sum().backward()


class TestMoreThanOnce:
    def test_twice_with_retain_graph(self):
        x = tensor(3)
        y = layer(lambda ctx, x: ctx.save_for_backward(x) or x * x, lambda ctx, d: ctx.saved_tensor()[0] * 2 * d)
        y = y.apply(x)
        y.backward(retain_graph=True)
        y.backward()
        assert x.grad.tolist() == [12]

    def test_twice_without_it_says_how(self):
        y = layer(lambda ctx, x: x * 2, lambda ctx, d: d).apply(tensor(1))
        y.backward()
        with pytest.raises(RuntimeError, match="without setting retain_graph=True"):
            y.backward()

    def test_second_and_third_order(self):
        class Cube(PyLayer):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x * x

            @staticmethod
            def backward(ctx, d):
                (x,) = ctx.saved_tensor()
                return 3 * x * x * d

        x = tensor(2)
        (one,) = paddle.grad(Cube.apply(x), x, create_graph=True)
        (two,) = paddle.grad(one, x, create_graph=True)
        (three,) = paddle.grad(two, x)
        assert (one.tolist(), two.tolist(), three.tolist()) == ([12], [12], [6])

    def test_once_differentiable_stops_there(self):
        @once_differentiable
        def backward(ctx, d):
            return d * ctx.saved_tensor()[0]

        x = tensor(2)
        made = layer(lambda ctx, x: ctx.save_for_backward(x) or x * x, backward)
        (one,) = paddle.grad(made.apply(x), x, create_graph=True)
        with pytest.raises(ValueError, match="The 0-th input does not appear in the backward graph"):
            paddle.grad(one, x)

    def test_a_hook_on_its_output_is_used(self):
        x = tensor(1)
        y = layer(lambda ctx, x: x * 2, lambda ctx, d: d * 3).apply(x)
        y.register_hook(lambda d: d * 7)
        y.backward()
        assert x.grad.tolist() == [21]


class Halved(PyLayer):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, d):
        a, b = ctx.saved_tensor()
        return d * b, d * a


TAILS = {"sum": lambda y: y.sum(), "mean": lambda y: y.mean() * 3, "nothing": lambda y: y, "factor": lambda y: y * 1}


@pytest.mark.parametrize("tail", TAILS.values(), ids=TAILS)
def test_backward_gets_a_gradient_that_does_not_stop(tail):
    """Paddle 2.6.2: also where nothing, or a constant, comes behind; a PyLayer in backward was refused."""
    seen = []

    class Square(PyLayer):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, dy):
            seen.append(dy.stop_gradient)
            (x,) = ctx.saved_tensor()
            return Halved.apply(dy, x * 2.0)

    x = paddle.to_tensor([1.0, 2.0, -3.0], stop_gradient=False)
    (dx,) = paddle.grad(tail(Square.apply(x)), x, create_graph=True)
    (ddx,) = paddle.grad((dx * dx).sum(), x)
    assert dx.tolist() == [2.0, 4.0, -6.0] and ddx.tolist() == [8.0, 16.0, -24.0]
    Square.apply(x).sum().backward()
    assert seen == [False, False]


def test_gradients_that_hooks_get_do_not_stop():
    seen = []
    for create_graph in (True, False):
        x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        y = x * 2.0
        y.register_hook(lambda g: seen.append(g.stop_gradient))
        paddle.grad(y.sum(), x, create_graph=create_graph)
    assert seen == [False, False]


def test_a_given_gradient_is_left_as_it_is():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    given = paddle.to_tensor([3.0, 4.0])
    (dx,) = paddle.grad(Halved.apply(x, x), x, grad_outputs=given, create_graph=True)
    dx.sum().backward()
    assert given.stop_gradient and given.grad is None and x.grad.tolist() == [6.0, 8.0]


@pytest.mark.parametrize("wide, narrow", [("float64", "float32"), ("float32", "float64")])
def test_a_gradient_in_another_precision_is_cast(wide, narrow):
    class Other(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, dy):
            return paddle.cast(dy, wide) * 2

    x = paddle.to_tensor([1.0, 2.0], narrow, stop_gradient=False)
    with pytest.warns(OpscopeWarning, match=f"Other.backward returned a gradient of dtype {wide} .*: it is cast"):
        Other.apply(x * 3).sum().backward()
    assert x.grad.dtype.name == narrow and x.grad.tolist() == [6.0, 6.0]
