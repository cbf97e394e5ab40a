"""What 1.x's names stand for, with 1.x's parameters: layers, optimizers, initializers, decorators."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ModeError, UnsupportedError
from opscope.paddle import base, fluid, static

X = np.arange(6, dtype="float32").reshape(2, 3) - 2


def run(*fetch, **feed):
    exe = fluid.Executor()
    exe.run(fluid.default_startup_program())
    return exe.run(feed=feed, fetch_list=list(fetch))


def trained(optimizer):
    """The weight before and after a step."""
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.layers.data("x", [3])
        loss = fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.5), bias_attr=False))
        optimizer.minimize(loss, parameter_list=["fc_0.w_0"])
        run(loss, x=X)
        return np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor())


@pytest.mark.parametrize(
    "make",
    [
        lambda o: o.SGDOptimizer(0.1),
        lambda o: o.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        lambda o: o.AdagradOptimizer(0.1, initial_accumulator_value=0.1),
        lambda o: o.AdamOptimizer(0.1, grad_clip=fluid.clip.GradientClipByGlobalNorm(1.0)),
        lambda o: o.AdamaxOptimizer(0.1),
        lambda o: o.AdadeltaOptimizer(0.1),
        lambda o: o.RMSPropOptimizer(0.1, centered=True),
    ],
    ids=["sgd", "momentum", "adagrad", "adam", "adamax", "adadelta", "rmsprop"],
)
def test_optimizers_take_a_step_downhill(make):
    with fluid.unique_name.guard():
        after = trained(make(fluid.optimizer))
    slope = X.mean(0)[:, None]
    assert np.all((after - 0.5) * slope <= 0) and np.any(after != 0.5)


@pytest.mark.parametrize(
    "make, least, most",
    [
        (lambda i: i.UniformInitializer(1.0, 2.0), 1, 2),
        (lambda i: i.NormalInitializer(5.0, 0.1), 3, 7),
        (lambda i: i.TruncatedNormalInitializer(5.0, 0.1), 4.8, 5.2),
        (lambda i: i.Xavier(), -0.25, 0.25),
        (lambda i: i.MSRA(uniform=False), -2, 2),
        (lambda i: i.NumpyArrayInitializer(np.full((50, 50), 3.0)), 3, 3),
    ],
    ids=["uniform", "normal", "truncated", "xavier", "msra", "array"],
)
def test_initializers_fill_parameters(make, least, most):
    weight = fluid.layers.create_parameter([50, 50], "float32", default_initializer=make(fluid.initializer))
    (got,) = run(weight)
    assert least <= got.min() <= got.max() <= most and (least == most or got.std() > 0)


def test_layers_of_dygraph():
    with fluid.dygraph.guard(fluid.CPUPlace()):
        image = fluid.dygraph.to_variable(np.ones((2, 3, 5, 5), "float32"), name="image")
        conv = fluid.dygraph.Conv2D(3, 4, 3, padding=1, act="relu")
        out = conv(image)
        assert image.name == "image" and out.shape == [2, 4, 5, 5] and (out.numpy() >= 0).all()
        normal = fluid.dygraph.LayerNorm([5], act="sigmoid")(out)
        assert (normal.numpy() > 0).all() and (normal.numpy() < 1).all()
        table = fluid.dygraph.Embedding([7, 2])
        assert table(fluid.dygraph.to_variable(np.array([1, 2]))).shape == [2, 2]
        kept = fluid.dygraph.Dropout(0.5, is_test=True)(fluid.dygraph.to_variable(np.ones(4, "float32")))
        assert kept.numpy().tolist() == [0.5] * 4
        assert fluid.dygraph.to_variable([1, 2], dtype="float32").dtype is paddle.float32
        with pytest.raises(ValueError, match="dropout_implementation should be one of"):
            fluid.dygraph.Dropout(dropout_implementation="none")
        with pytest.raises(UnsupportedError, match="the table is not divided"):
            fluid.dygraph.Embedding([7, 2], is_distributed=True)
        assert fluid.dygraph.Linear(1, 1, dtype="float64").weight.dtype is paddle.float64
        same = fluid.dygraph.Dropout(seed=3)
        assert np.array_equal(*[same(image).numpy() for _ in range(2)])


def test_layers_that_create_and_reshape():
    x = fluid.data("x", [2, 3])
    ones = fluid.layers.ones([1, 2], "float32")
    out = [
        fluid.layers.squeeze(fluid.layers.transpose(ones, [1, 0]), [1]),
        fluid.layers.cast(x, "int64"),
        fluid.layers.eye(2, batch_shape=[2]),
        fluid.layers.range(0, 6, 2, "int64"),
        fluid.layers.dropout(x, 0.5, is_test=True),
        fluid.layers.sums([x, x, x]),
        fluid.layers.mul(x, fluid.layers.ones([3, 1], "float32")),
        fluid.layers.logical_and(x > 0, fluid.layers.logical_not(x > 1)),
    ]
    got = run(*out, x=X)
    want = [
        *([1, 1], X.astype("int64").tolist(), [[[1, 0], [0, 1]]] * 2, [0, 2, 4], (X / 2).tolist(), (3 * X).tolist()),
        *(X.sum(1, keepdims=True).tolist(), ((X > 0) & ~(X > 1)).tolist()),
    ]
    assert [g.tolist() for g in got] == want
    low = fluid.layers.uniform_random([50], min=2.0, max=3.0)
    spread = fluid.layers.gaussian_random([50], mean=7.0, std=0.1)
    a, b = run(low, spread, x=X)
    assert 2 <= a.min() <= a.max() < 3 and 6 < b.min() <= b.max() < 8


def test_soft_labels_and_ignored_ones():
    p, soft = fluid.data("p", [2, 3]), fluid.data("s", [2, 3])
    hard = fluid.data("h", [2, 1], "int64")
    value = np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]], "float32")
    first = fluid.layers.cross_entropy(p, soft, soft_label=True)
    second = fluid.layers.cross_entropy(p, hard, ignore_index=2)
    got = run(first, second, p=value, s=value, h=np.array([[2], [0]]))
    np.testing.assert_allclose(got[0], -(value * np.log(value)).sum(1, keepdims=True), rtol=1e-5)
    np.testing.assert_allclose(got[1], [[0], [-np.log(0.6)]], rtol=1e-5)


def test_decorators_and_modes_of_the_framework():
    @base.framework.static_only
    def building():
        return "built"

    @base.framework.dygraph_only
    def computing():
        return "computed"

    assert computing() == "computed" and not base.framework.in_pir_mode()
    with pytest.raises(ModeError, match=r"please call 'paddle.enable_static"):
        building()
    base.disable_dygraph()
    assert building() == "built" and not base.in_dygraph_mode()
    with pytest.raises(ModeError, match=r"We only support 'computing\(\)' in dynamic graph mode"):
        computing()
    base.enable_dygraph()
    assert base.in_dygraph_mode()
    with base.framework._dygraph_place_guard(base.CPUPlace()):
        assert base.framework._current_expected_place() == base.CPUPlace()
    assert (
        base.framework.grad_var_name("x")
        == base.backward._append_grad_suffix_("x")
        == "x" + base.core.grad_var_suffix()
    )
    assert base.framework._dygraph_tracer()._train_mode
    assert base.core.is_float16_supported(None) and not base.core.is_bfloat16_supported(None)
    assert not base.core.is_compiled_with_xpu() and not base.core.is_compiled_with_rocm()
    assert isinstance(base.core.get_cuda_device_count(), int)


def test_a_wrapped_decorator_keeps_the_name():
    decorate = base.wrapped_decorator.wrap_decorator(lambda function: lambda *args: function(*args) + 1)

    @decorate
    def counted(n):
        """Doc."""
        return n

    assert counted(2) == 3 and (counted.__name__, counted.__doc__) == ("counted", "Doc.")


def test_a_value_by_name():
    paddle.enable_static()
    weight = paddle.create_parameter([2], "float32", default_initializer=paddle.nn.initializer.Constant(4.0))
    static.Executor().run(static.default_startup_program())
    assert base.executor._fetch_var(weight).tolist() == [4, 4]
    assert base.executor._fetch_var(weight.name, return_numpy=False).shape() == [2]


def test_pooling_by_paddles_operator():
    paddle.enable_static()
    x = static.data("x", [1, 1, 4, 4])
    block = static.default_main_program().global_block()
    image = np.arange(16, dtype="float32").reshape(1, 1, 4, 4)
    for kind, want in (("max", [[5, 7], [13, 15]]), ("avg", [[2.5, 4.5], [10.5, 12.5]])):
        out = block.create_var(kind, [1], "float32")
        attrs = {"pooling_type": kind, "ksize": [2, 2], "strides": [2, 2], "paddings": [0, 0]}
        block.append_op(type="pool2d", inputs={"X": x}, outputs={"Out": out}, attrs=attrs)
        assert static.Executor().run(feed={"x": image}, fetch_list=[out])[0][0, 0].tolist() == want
    whole = block.create_var("whole", [1], "float32")
    attrs = {"pooling_type": "max", "ksize": [2, 2], "global_pooling": True}
    block.append_op(type="pool2d", inputs={"X": x}, outputs={"Out": whole}, attrs=attrs)
    assert static.Executor().run(feed={"x": image}, fetch_list=[whole])[0].tolist() == [[[[15.0]]]]
