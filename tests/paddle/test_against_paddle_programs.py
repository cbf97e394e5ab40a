"""Facts of Paddle 2.6.2's programs, measured beside it: names of layers, gradients without a path, weight decay."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning
from opscope.paddle import static
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.optimizer import SGD, Adam, Momentum


@pytest.fixture
def x():
    paddle.enable_static()
    return static.data("x", [2, 1, 4, 4])


def test_names_of_convolution_and_normalisation(x):
    out = static.nn.conv2d(x, 2, 3, act="relu")
    assert out.name == "conv2d_0.tmp_2"
    assert static.nn.batch_norm(out).name == "batch_norm_0.tmp_3"
    names = [n for n in static.default_main_program().global_block().vars if n.startswith("batch_norm_0.")]
    assert {"batch_norm_0.w_0", "batch_norm_0.b_0", "batch_norm_0.w_1", "batch_norm_0.w_2"} <= set(names)


def test_names_of_lookups_and_globals(x):
    ids = static.data("ids", [3], "int64")
    assert static.nn.embedding(ids, [5, 2]).name == "embedding_0.tmp_0"
    assert static.create_global_var([1], 2, "int64").name == "_generated_var_0"
    assert paddle.squeeze(x, 1).name == "squeeze_0.tmp_0"


def test_operator_types(x):
    row = x.flatten()
    made = [paddle.isnan(x), paddle.isinf(x), paddle.isfinite(x), paddle.topk(row, 1)[0], paddle.arange(3)]
    assert [v.op.type for v in made] == ["isnan_v2", "isinf_v2", "isfinite_v2", "top_k_v2", "range"]


def test_gradients_without_a_path(x):
    """One input: an empty list; several: a None each. Paddle says nothing, here is a warning."""
    u, w = static.data("u", [2]), static.data("w", [2])
    u.stop_gradient = w.stop_gradient = False
    with pytest.warns(OpscopeWarning, match="does not depend on u"):
        assert static.gradients([x * 2], [u]) == [] and static.gradients([x * 2], [u, w]) == [None, None]


def test_variables_can_be_cloned_and_detached(x):
    x.stop_gradient = False
    copy, cut = x.clone(), x.detach()
    assert not copy.stop_gradient and cut.stop_gradient and (x.dim(), x.ndimension()) == (4, 4)
    (grad,) = static.gradients([(copy * cut).sum()], [x])
    fed = np.full((2, 1, 4, 4), 3, "float32")
    assert (static.Executor().run(feed={"x": fed}, fetch_list=[grad])[0] == 3).all()


def test_a_block_makes_parameters(x):
    startup = static.default_startup_program().global_block()
    made = startup.create_parameter(name="p", shape=[2], dtype="float32", initializer=Constant(2.0))
    assert isinstance(made, static.Parameter) and made.persistable
    exe = static.Executor()
    exe.run(static.default_startup_program())
    assert np.array(static.global_scope().find_var("p").get_tensor()).tolist() == [2, 2]


def decayed(kind, **options):
    return lambda **more: kind(0.5, weight_decay=0.1, **options, **more)


@pytest.mark.parametrize("make", [decayed(SGD), decayed(Momentum, momentum=0.0)], ids=["sgd", "momentum"])
def test_weight_decay_adds_to_the_gradient(make):
    expected = 3.0 - 0.5 * (2.0 + 0.1 * 3.0)
    w = paddle.to_tensor([3.0], stop_gradient=False)
    (w * 2.0).sum().backward()
    make(parameters=[w]).step()
    np.testing.assert_allclose(w.numpy(), [expected], rtol=1e-6)
    paddle.enable_static()
    p = paddle.create_parameter([1], "float32", default_initializer=Constant(3.0))
    make().minimize((p * 2.0).sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    exe.run()
    np.testing.assert_allclose(exe.run(static.default_main_program().clone(for_test=True), fetch_list=[p])[0], expected)


def test_weight_decay_of_adam_is_seen_by_its_moments():
    w = paddle.to_tensor([3.0], stop_gradient=False)
    (w * 0.0).sum().backward()
    Adam(0.5, parameters=[w], weight_decay=0.1).step()
    np.testing.assert_allclose(w.numpy(), [2.5], rtol=1e-5)


def test_parameters_of_dygraph_train():
    w = paddle.create_parameter([2], "float32", default_initializer=Constant(1.0))
    assert not w.stop_gradient and w.persistable and w.trainable and w.name == "create_parameter_0.w_0"
    (w * w).sum().backward()
    SGD(0.1, parameters=[w]).step()
    np.testing.assert_allclose(w.numpy(), [0.8, 0.8], rtol=1e-6)
