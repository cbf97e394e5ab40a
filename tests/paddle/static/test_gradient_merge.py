"""GradientMergeOptimizer: k runs are one step on the sum, or mean, of their gradients. Numbers are Paddle 2.6.2's."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.paddle.incubate.optimizer import GradientMergeOptimizer, RecomputeOptimizer
from opscope.paddle.nn.initializer import Constant


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def loss_of(shape=(4, 3)):
    x = static.data("x", list(shape), "float32")
    w = static.create_parameter([3, 2], "float32", attr=paddle.ParamAttr(name="w", initializer=Constant(0.5)))
    v = static.create_parameter([2], "float32", attr=paddle.ParamAttr(name="v", initializer=Constant(0.25)))
    return ((paddle.matmul(x, w) + v) ** 2).mean()


def value(name):
    return np.array(static.global_scope().find_var(name).get_tensor())


def batches(count=5):
    stream = np.random.RandomState(0)
    return [stream.randn(4, 3).astype("float32") for _ in range(count)]


def trained(optimizer, feeds):
    """The losses, and w after each run."""
    loss = loss_of()
    optimizer.minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    losses, weights = [], []
    for x in feeds:
        losses.append(exe.run(feed={"x": x}, fetch_list=[loss])[0].item())
        weights.append(value("w"))
    return losses, weights


OPTIMIZERS = {
    "sgd": (lambda: paddle.optimizer.SGD(0.1), [2.13627, 1.01241, 0.62732, 0.48561, 0.23700]),
    "adam": (lambda: paddle.optimizer.Adam(0.1), [2.13627, 1.01241, 0.59739, 0.47601, 0.18903]),
    "momentum": (
        lambda: paddle.optimizer.Momentum(0.1, weight_decay=0.01, grad_clip=paddle.nn.ClipGradByGlobalNorm(0.5)),
        [2.13627, 1.01241, 0.90243, 0.68582, 0.33345],
    ),
}


@pytest.mark.parametrize("make, losses", OPTIMIZERS.values(), ids=OPTIMIZERS)
def test_every_second_run_updates_by_the_mean(make, losses):
    found, weights = trained(GradientMergeOptimizer(make(), k_steps=2), batches())
    np.testing.assert_allclose(found, losses, atol=2e-5)
    changed = [not np.array_equal(a, b) for a, b in zip([np.full((3, 2), 0.5), *weights], weights, strict=False)]
    assert changed == [False, True, False, True, False]
    assert value("w@GRAD@GradientMerge").any() and value("gradient_merge_step").tolist() == [1]


def test_the_sum_without_avg():
    found, _ = trained(GradientMergeOptimizer(paddle.optimizer.SGD(0.1), 2, avg=False), batches())
    np.testing.assert_allclose(found, [2.13627, 1.01241, 0.36188, 0.29177, 0.13077], atol=2e-5)


def test_it_is_a_step_on_all_rows_at_once():
    """The mean of the gradients of two halves is the gradient of the whole."""
    feeds = batches(4)
    merged, weights = trained(GradientMergeOptimizer(paddle.optimizer.Adam(0.1), 2), feeds)
    with static.program_guard(static.Program(), static.Program()), static.scope_guard(static.Scope()):
        loss = loss_of((8, 3))
        paddle.optimizer.Adam(0.1).minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        for i in (0, 2):
            whole = exe.run(feed={"x": np.concatenate(feeds[i : i + 2])}, fetch_list=[loss])[0].item()
            assert whole == pytest.approx(np.mean(merged[i : i + 2]), rel=1e-5)
            np.testing.assert_allclose(value("w"), weights[i + 1], rtol=1e-4)


def test_what_it_returns_and_leaves_behind():
    loss = loss_of()
    operators, pairs = GradientMergeOptimizer(paddle.optimizer.SGD(0.1), 2).minimize(loss)
    assert [o.type for o in operators] == ["sgd", "sgd"]
    assert [(p.name, g.name) for p, g in pairs] == [("w", "w@GRAD"), ("v", "v@GRAD")]
    assert all(not p.stop_gradient and p.op is None for p in loss.program.all_parameters())
    adding = [o for o in loss.block.ops if o.op.name == "add" and o.attr("op_role_var")]
    assert [o.attr("op_role_var") for o in adding] == [[n, f"{n}@GRAD@GradientMerge"] for n in "wv"]
    assert {o.attr("op_role") for o in adding} == {1}
    test = loss.program.clone(for_test=True)
    assert not any("gradient_merge" in n for o in test.global_block().ops for n in o.input_arg_names)


def test_around_a_recompute_optimizer():
    x = static.data("x", [4, 3], "float32")
    h = paddle.tanh(static.nn.fc(x, 3))
    inner = RecomputeOptimizer(paddle.optimizer.SGD(0.1))
    inner._set_checkpoints([h])
    loss = (h * h).mean()
    GradientMergeOptimizer(inner, 2).minimize(loss)
    assert any(o.output_arg_names and o.output_arg_names[0].endswith(".subprog_0") for o in loss.block.ops)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    found = [exe.run(feed={"x": np.ones((4, 3), "float32")}, fetch_list=[loss])[0].item() for _ in range(5)]
    assert found[0] == found[1] > found[2] == found[3] > found[4]


class TestRefusals:
    @pytest.mark.parametrize("steps", [0, -1, 1.5, "2", True])
    def test_steps_are_a_positive_integer(self, steps):
        with pytest.raises(AssertionError, match="k_steps should be a positive integer"):
            GradientMergeOptimizer(paddle.optimizer.SGD(0.1), steps)

    def test_an_optimizer_is_needed(self):
        with pytest.raises(AssertionError, match="inner_optimizer must not be None"):
            GradientMergeOptimizer(None)

    @pytest.mark.parametrize("option", ["parameter_list", "no_grad_set"])
    def test_parameters_cannot_be_chosen(self, option):
        with pytest.raises(AssertionError, match=f"The {option} should be None when using GradientMergeOptimizer"):
            GradientMergeOptimizer(paddle.optimizer.SGD(0.1)).minimize(loss_of(), **{option: ["w"]})

    def test_the_loss_is_a_variable(self):
        with pytest.raises(AssertionError, match=r"The loss should be a Variable\."):
            GradientMergeOptimizer(paddle.optimizer.SGD(0.1)).minimize(3)

    def test_not_in_dygraph(self):
        paddle.disable_static()
        with pytest.raises(Exception, match="GradientMergeOptimizer is not supported in dygraph mode"):
            GradientMergeOptimizer(paddle.optimizer.SGD(0.1, parameters=[]))

    def test_options_can_be_set_later(self):
        optimizer = GradientMergeOptimizer(paddle.optimizer.SGD(0.1))
        optimizer._set_k_steps(3)
        optimizer._set_avg(False)
        assert (optimizer.k_steps, optimizer.avg, optimizer.get_lr()) == (3, False, 0.1)
