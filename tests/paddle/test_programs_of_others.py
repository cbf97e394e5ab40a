"""What other people's programs do, with the answers of Paddle 2.6.2."""

import inspect

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import FeedError, RunError
from opscope.paddle import base, fluid, static

PLACE = paddle.CPUPlace()


class TestFeedsThatAreNotChecked:
    @pytest.fixture(autouse=True)
    def static_mode(self):
        paddle.enable_static()

    def test_another_shape_and_dtype(self):
        x = static.data("x", [2, 3])
        total = x.sum()
        exe, feed = static.Executor(), np.ones((4, 5), "float64")
        with pytest.raises(FeedError):
            exe.run(feed={"x": feed}, fetch_list=[total])
        x.desc.set_need_check_feed(False)
        for _ in range(3):  # the third is lowered
            for value in (feed, feed.astype("float32")):
                (got,) = exe.run(feed={"x": value}, fetch_list=[total])
                assert got == 20 and got.dtype == value.dtype

    def test_astype_of_what_was_declared_otherwise(self):
        x = static.data("x", [2], "float32")
        x.desc.set_need_check_feed(False)
        whole, same = x.astype("int64"), x.astype("float32")
        exe = static.Executor()
        for _ in range(3):
            got = exe.run(feed={"x": np.array([1.5, 2.5])}, fetch_list=[whole, same])
            assert [v.dtype.name for v in got] == ["int64", "float32"]
            assert [v.tolist() for v in got] == [[1, 2], [1.5, 2.5]]


@pytest.mark.parametrize("decorator", [base.dygraph.no_grad, fluid.dygraph.no_grad], ids=["base", "fluid"])
class TestNoGrad:
    def test_decorates_functions_with_arguments(self, decorator):
        @decorator
        def function(a, b=2):
            """A product."""
            return a * b, paddle.is_grad_enabled()

        assert function(3) == (6, False) and function(3, b=4) == (12, False)
        assert str(inspect.signature(function)) == "(a, b=2)" and function.__doc__ == "A product."

    def test_is_also_called(self, decorator):
        with decorator():
            assert not paddle.is_grad_enabled()
        assert decorator()(paddle.is_grad_enabled)() is False and paddle.is_grad_enabled()


@pytest.mark.parametrize("module", [base.framework, fluid.framework], ids=["base", "fluid"])
def test_dygraph_guard(module):
    tracer = module._dygraph_tracer()
    with module._dygraph_guard(None):
        assert not paddle.in_dynamic_mode() and module._dygraph_tracer() is None
        with module._dygraph_guard(tracer):
            assert paddle.in_dynamic_mode()
    assert paddle.in_dynamic_mode()


def test_gradients_with_a_graph_are_differentiable():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    y = x * 2
    for outputs, inputs in ((x, x), (y, x), (y, y)):
        (with_graph,) = paddle.grad([outputs], [inputs], create_graph=True)
        (without,) = paddle.grad([outputs], [inputs])
        assert not with_graph.stop_gradient and without.stop_gradient
        assert with_graph.tolist() == without.tolist()


@pytest.mark.parametrize("dim, shape", [(0, [3]), (1, [2]), (3, [2]), (-2, [2]), (-1, []), (None, [])])
def test_weight_norm(dim, shape):
    layer = paddle.nn.Conv2D(2, 3, 2)
    before = layer.weight.numpy()
    paddle.nn.utils.weight_norm(layer, dim=dim)
    assert layer.weight_g.shape == shape and np.allclose(layer.weight.numpy(), before, atol=1e-6)
    kept = () if shape == [] else (dim % 4,)
    axes = tuple(i for i in range(4) if i not in kept)
    assert np.allclose(layer.weight_g.numpy(), np.sqrt((before**2).sum(axes)), atol=1e-6)
    layer(paddle.ones([1, 2, 4, 4])).sum().backward()
    assert layer.weight_g.grad.shape == shape
    paddle.nn.utils.remove_weight_norm(layer)
    assert np.allclose(layer.weight.numpy(), before, atol=1e-6)


@pytest.mark.parametrize("name", ["Tensor", "LoDTensor"])
@pytest.mark.parametrize("module", [base, base.core, fluid], ids=["base", "core", "fluid"])
def test_tensors_without_arguments(module, name):
    tensor = getattr(module, name)()
    assert not tensor._is_initialized() and tensor.shape() == [0]
    tensor.set(np.arange(3, dtype="float32"), PLACE)
    assert np.array(tensor).tolist() == [0, 1, 2] and np.array(tensor[-5:2]).tolist() == [0, 1]
    with pytest.raises(IndexError, match="out of bounds"):
        tensor[-5]
    assert base.core.Tensor is base.core.LoDTensor and base.core.eager.Tensor is paddle.Tensor


def test_indices_out_of_bounds():
    x = paddle.ones([3])
    for index in (-5, 5):
        with pytest.raises(IndexError, match="out of range"):
            x[index]
    assert x[-5:2].shape == [2] and x[-9:].shape == [3] and x[:-9].shape == [0]


def test_detached_variables():
    paddle.enable_static()
    w = static.create_parameter([2], "float32", name="w")
    detached = w.detach()
    again, plain = detached.detach(), (w * 2).detach()
    exe = static.Executor()
    exe.run(static.default_startup_program())
    exe.run(fetch_list=[plain])
    assert (detached.name, again.name, plain.name) == ("detach_w_0", "detach_detach_w_0_0", "detach_tmp_0_0")
    scope = static.global_scope()
    for name in ("detach_w_0", "detach_detach_w_0_0"):
        assert (np.array(scope.find_var(name).get_tensor()) == np.array(scope.find_var("w").get_tensor())).all()
    assert detached.persistable and not plain.persistable and scope.find_var(plain.name) is None
    assert detached.stop_gradient


NAN_LINES = [
    ([1, -1, 2], "num_nan=1, num_inf=0, num_zero=1, max=6.931472e-01, min=0.000000e+00, mean=nan"),
    ([-1, 1, 2], "num_nan=1, num_inf=0, num_zero=1, max=nan, min=nan, mean=nan"),
    ([1, -1, 0], "num_nan=1, num_inf=1, num_zero=1, max=0.000000e+00, min=-inf, mean=nan"),
    ([0, 1, 2], "num_nan=0, num_inf=1, num_zero=1, max=6.931472e-01, min=-inf, mean=-inf"),
]


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("values, counts", NAN_LINES, ids=lambda given: str(given)[:12])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_lines_of_check_nan_inf(level, values, counts, capsys):
    paddle.set_flags({"FLAGS_check_nan_inf": 1, "FLAGS_check_nan_inf_level": level})
    x = paddle.to_tensor(np.float32(values))
    if level:
        paddle.log(x)
    else:
        words = counts.partition(", max")[0]
        with pytest.raises(RunError, match=rf"There are NAN or INF \({words}\) in \[device=cpu, op=log, tensor=, "):
            paddle.log(x)
    line = f"[PRECISION] [ERROR] in [device=cpu, op=log, tensor=, dtype=fp32], numel=3, {counts}"
    assert line in capsys.readouterr().out


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_number_without_dims_that_is_nan(level, capsys):
    paddle.set_flags({"FLAGS_check_nan_inf": 1, "FLAGS_check_nan_inf_level": level})
    assert np.isnan(paddle.to_tensor([1.0, np.nan]).sum().item())
    assert "op=sum" in (out := capsys.readouterr().out) and "numel=1, num_nan=1" in out


C = np.float32([3, 4])
AFTER_BACKWARD = {  # of a first gradient that does not depend on x
    "x * c": (lambda x: x * paddle.to_tensor(C), [0.0, 0.0]),
    "x * c.sum()": (lambda x: x * paddle.to_tensor(C).sum(), [0.0, 0.0]),
    "(2 * x + 1) * c": (lambda x: (2 * x + 1) * paddle.to_tensor(C), [0.0, 0.0]),
    "x / c": (lambda x: x / paddle.to_tensor(C), [0.0, 0.0]),
    "x ** 1": (lambda x: x**1, [0.0, 0.0]),
    "x * 3": (lambda x: x * 3, None),
    "x + c": (lambda x: x + paddle.to_tensor(C), None),
    "matmul": (lambda x: paddle.matmul(x.reshape([1, 2]), paddle.to_tensor(C).reshape([2, 1])), None),
    "relu": (lambda x: paddle.nn.functional.relu(x), None),
    "mean": (lambda x: x.mean(), None),
}


@pytest.mark.parametrize("function, expected", AFTER_BACKWARD.values(), ids=AFTER_BACKWARD)
def test_gradients_of_what_a_first_gradient_does_not_depend_on(function, expected):
    x = paddle.to_tensor(np.float32([1, 2]), stop_gradient=False)
    (first,) = paddle.grad([function(x).sum()], [x], create_graph=True)
    (first * first).sum().backward()
    assert (x.grad if expected is None else x.grad.tolist()) == expected


def test_both_factors_have_second_gradients():
    x, y = (paddle.to_tensor(v, stop_gradient=False) for v in (C + 1, C))
    (first,) = paddle.grad([(x * y).sum()], [x], create_graph=True)
    (again,) = paddle.grad([first.sum()], [x], create_graph=True)
    assert again.tolist() == [0.0, 0.0] and not again.stop_gradient
    (first**2).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([0.0, 0.0], [6.0, 8.0])
