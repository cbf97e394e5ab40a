"""Writing in place and backward: which versions it needs, who has which history, hooks."""

import numpy as np
import pytest

from opscope import paddle


def tensor(values, stop_gradient=True, dtype="float64"):
    return paddle.to_tensor(np.array(values, dtype), stop_gradient=stop_gradient)


def middle(values, dtype="float64"):
    """A leaf and what an op made of it: in-place functions may write to that."""
    leaf = tensor(values, False, dtype)
    return leaf, leaf * 1.0


class TestLeaves:
    @pytest.mark.parametrize(
        "call",
        [
            lambda x: x.add_(tensor(1.0)),
            lambda x: x.reshape_([3, 1]),
            lambda x: x.zero_(),
            lambda x: x.uniform_(),
            lambda x: x.cast_("float32"),
            lambda x: paddle.nn.functional.relu_(x),
            lambda x: x.resize_([2]),
            lambda x: x.set_(tensor([1.0])),
        ],
        ids=["add", "reshape", "zero", "uniform", "cast", "relu", "resize", "set"],
    )
    def test_one_that_needs_a_gradient_is_refused_but_under_no_grad(self, call):
        x = tensor([1.0, 2.0, 3.0], False)
        words = r"Leaf Var \(.*\) that doesn't stop gradient can't use inplace strategy\."
        with pytest.raises(ValueError, match=words):
            call(x)
        assert x.tolist() == [1, 2, 3] and x.inplace_version == 0
        with paddle.no_grad():
            call(x)
        assert x.is_leaf and not x.stop_gradient and x.inplace_version == 1

    def test_increment_and_exponential_may_write_and_leave_it_a_leaf(self):
        x = tensor([1.0], False)
        assert paddle.increment(x) is x
        (x * 2).sum().backward()
        assert x.tolist() == [2] and x.grad.tolist() == [2] and x.is_leaf
        x.exponential_()
        assert x.is_leaf and not x.stop_gradient and x.item() > 0

    def test_one_that_stops_the_gradient_takes_the_history_of_what_is_written(self):
        leaf, w = tensor([3.0], False), tensor([1.0])
        w.add_(leaf * 2)
        w.sum().backward()
        assert not w.stop_gradient and not w.is_leaf and leaf.grad.tolist() == [2]


class TestVersions:
    @pytest.mark.parametrize(
        "use",
        [lambda x: x * x, lambda x: x.detach() * x, lambda x: paddle.matmul(x, x)],
        ids=["multiply", "constant", "matmul"],
    )
    def test_what_backward_reads_must_not_change(self, use):
        _, x = middle([[1.0, 2.0], [3.0, 4.0]])
        y = use(x)
        x.add_(tensor(1.0))
        words = r"used in gradient computation has been modified by an inplace operation\. Its version is 1 but the "
        with pytest.raises(RuntimeError, match=words + r"expected version is 0"):
            y.sum().backward()

    def test_results_that_backward_reads_are_watched_too(self):
        leaf = tensor([1.0], False)
        y = leaf.exp()
        y.add_(tensor(1.0))
        with pytest.raises(RuntimeError, match=r"modified by an inplace operation(?s:.)*the Tensor is a result of exp"):
            y.backward()
        y = leaf.tanh()
        y.detach().zero_()
        with pytest.raises(RuntimeError, match=r"the Tensor is a result of tanh"):
            y.backward()

    @pytest.mark.parametrize(
        "use",
        [
            lambda x: x + x,
            lambda x: x.sum(),
            lambda x: x.reshape([4]),
            lambda x: x[0],
            lambda x: paddle.concat([x, x]),
            lambda x: x + tensor([1.0, 2.0]),
        ],
        ids=["add", "sum", "reshape", "getitem", "concat", "broadcast"],
    )
    def test_what_only_lends_its_shape_may_change(self, use):
        leaf, x = middle([[1.0, 2.0], [3.0, 4.0]])
        y = use(x)
        wanted = paddle.grad(y.sum(), leaf)[0].tolist()
        x.add_(tensor(1.0))
        x.reshape_([4])  # the shape that backward asks for is the one of then
        y.sum().backward()
        assert leaf.grad.tolist() == wanted

    def test_what_was_written_before_is_no_matter(self):
        leaf, x = middle([2.0])
        x.pow_(2.0)
        x.multiply_(x)
        y = x * x
        y.backward()
        assert x.inplace_version == 2 and leaf.grad.tolist() == [8 * 2.0**7]

    def test_hooks_and_kept_gradients_belong_to_the_value_of_then(self):
        leaf, x = middle([1.0, 2.0])
        seen = []
        x.register_hook(lambda g: seen.append(g.tolist()))
        x.multiply_(tensor([3.0, 5.0]))
        x.register_hook(lambda g: seen.append(g.tolist()))
        x.retain_grads()
        (x * 2).sum().backward()
        assert seen == [[2, 2], [6, 10]] and x.grad.tolist() == [2, 2] and leaf.grad.tolist() == [6, 10]

    def test_no_ring_of_tensor_and_node(self):
        import gc
        import weakref

        gc.collect()
        gc.disable()
        try:
            _, x = middle([1.0])
            x.tanh_()
            x.add_(x)
            gone = weakref.ref(x)
            del x
            assert gone() is None
        finally:
            gc.enable()

    def test_second_order(self):
        leaf, x = middle([2.0])
        x.pow_(3.0)
        first = paddle.grad(x, leaf, create_graph=True)[0]
        assert first.tolist() == [12] and paddle.grad(first, leaf)[0].tolist() == [12]
