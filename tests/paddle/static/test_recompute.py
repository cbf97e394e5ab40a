"""Recompute: the same gradients, the operators that Paddle appends, and less peak memory."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeWarning, UnsupportedError
from opscope.paddle import static
from opscope.paddle.incubate.optimizer import RecomputeOptimizer
from opscope.paddle.static import append_backward
from opscope.runtime.instrument import instrumented
from tests.paddle.static.programs import data

X = np.random.default_rng(0).normal(size=(4, 8))


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def layers(x, depth=6, width=8, drop=0.0):
    """What fc, tanh and dropout make of x, layer by layer."""
    made = []
    for i in range(depth):
        w = static.create_parameter([width, width], x.dtype, name=f"w{len(made)}_{i}")
        x = paddle.exp(paddle.tanh(paddle.matmul(x, w))) * 0.5
        if drop:
            x = paddle.nn.functional.dropout(x, drop)
        made.append(x)
    return made


def both(build, every=2, runs=2, **feed):
    """The gradients of all parameters, without checkpoints and with every second layer as one."""
    results = []
    for checkpoints in (False, True):
        with static.program_guard(static.Program(), static.Program()), paddle.base.unique_name.guard():
            made = build()
            loss = (made[-1] * made[-1]).sum()
            pairs = append_backward(loss, checkpoints=made[1::every] if checkpoints else None)
            pairs = pairs[0] if checkpoints else pairs
            exe, scope = static.Executor(), static.Scope()
            paddle.seed(3)
            exe.run(static.default_startup_program(), scope=scope)
            paddle.seed(5)
            fetch = [loss, *(g for _, g in pairs)]
            results.append([exe.run(feed=feed, fetch_list=fetch, scope=scope) for _ in range(runs)])
    return results


@pytest.mark.parametrize("drop", [0.0, 0.4])
@pytest.mark.parametrize("every", [1, 2, 3])
def test_the_gradients_are_the_same(drop, every):
    """Plan and lowered run; with dropout the masks are the same ones, another one in each run."""
    plain, again = both(lambda: layers(data(shape=(4, 8)), drop=drop), every, x=X)
    if drop:  # its seeds are drawn in one case and its masks in the other: only the rates are alike
        assert not np.array_equal(again[0][1], again[1][1])
        return
    for a, b in zip(plain, again, strict=True):
        for one, other in zip(a, b, strict=True):
            np.testing.assert_array_equal(one, other)


def test_dropout_has_one_mask_in_both_directions():
    x = data(shape=(50, 8), dtype="float32")
    h = paddle.nn.functional.dropout(x * 2, 0.5)
    out = paddle.tanh(h)
    append_backward((out * 3).sum(), checkpoints=[out])
    (seed,) = [o for o in out.block.ops if o.type == "seed"]
    first, second = [o for o in out.block.ops if o.type == "dropout"]
    assert first.input("Seed") == second.input("Seed") == seed.output("Out") and seed.phase == "forward"
    names = [first.output("Mask")[0], second.output("Mask")[0], "x@GRAD", h.name]
    assert names[1] == f"{names[0]}.subprog_0" and second.phase == "backward"
    feed, exe = {"x": np.ones((50, 8), "float32")}, static.Executor()
    runs = [exe.run(feed=feed, fetch_list=names) for _ in range(3)]  # the last two are lowered
    for mask, again, grad, value in runs:
        np.testing.assert_array_equal(mask, again)
        assert (
            0.3 < mask.mean() < 0.7 and np.array_equal(value != 0, mask == 1) and np.array_equal(grad != 0, mask == 1)
        )
    assert not np.array_equal(runs[0][0], runs[1][0])


def test_a_program_with_a_seed_drops_the_same_in_each_run():
    static.default_main_program().random_seed = 7
    x = data(shape=(50, 8), dtype="float32")
    out = paddle.tanh(paddle.nn.functional.dropout(x * 2, 0.5))
    append_backward(out.sum(), checkpoints=[out])
    feed = {"x": np.ones((50, 8), "float32")}
    one, other = (static.Executor().run(feed=feed, fetch_list=["x@GRAD"])[0] for _ in range(2))
    np.testing.assert_array_equal(one, other)


DRAWS = {"bernoulli": lambda x: paddle.bernoulli(x * 0 + 0.5), "rand": lambda x: paddle.rand([4, 8], "float64")}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_other_random_values_are_held(draw):
    """Paddle draws them again, and the gradients are those of another run."""
    x = data(shape=(4, 8))
    noise = draw(x)
    out = paddle.tanh(x * noise)
    append_backward(out.sum(), checkpoints=[out])
    for _ in range(2):
        value, grad = static.Executor().run(feed={"x": X}, fetch_list=[noise, "x@GRAD"])
        np.testing.assert_allclose(grad, value / np.cosh(X * value) ** 2)


def test_a_python_function_is_called_once():
    calls = []
    x = data(shape=(4, 8))
    y = static.default_main_program().global_block().create_var("y", [4, 8], "float64")
    static.py_func(lambda v: calls.append("f") or np.asarray(v) * 2, x * 1, y, lambda a, b, d: np.asarray(d) * 2)
    out = paddle.tanh(y)
    append_backward(out.sum(), checkpoints=[out])
    (grad,) = static.Executor().run(feed={"x": X}, fetch_list=["x@GRAD"])
    np.testing.assert_allclose(grad, 2 / np.cosh(2 * X) ** 2)
    assert calls == ["f"]


def test_statistics_are_updated_once():
    """Paddle's batch_norm moves its running mean in backward, too."""
    means = []
    for checkpoints in (False, True):
        with static.program_guard(static.Program(), static.Program()), static.scope_guard(static.Scope()):
            x = static.data("x", [4, 2, 3, 3])
            x.stop_gradient = False
            h = paddle.tanh(static.nn.batch_norm(x, moving_mean_name="mean"))
            append_backward((h * h).sum(), checkpoints=[h] if checkpoints else None)
            exe = static.Executor()
            exe.run(static.default_startup_program())
            feed = {"x": np.arange(72, dtype="float32").reshape(4, 2, 3, 3)}
            got = [exe.run(feed=feed, fetch_list=["x@GRAD"])[0] for _ in range(2)]
            means.append((np.array(static.global_scope().find_var("mean").get_tensor()), *got))
    for one, other in zip(*means, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_name_that_is_written_again_is_read_as_it_was():
    fetch = None
    for checkpoints in (False, True):
        with static.program_guard(static.Program()):
            x = data(shape=(3,))
            y = x * 2
            z = y * y
            paddle.assign(paddle.exp(x), output=y)
            out = paddle.tanh(z * y)
            got = append_backward((out * 1.5).sum(), checkpoints=[out] if checkpoints else None)
            assert got == (([], [out.name]) if checkpoints else [])
            (grad,) = static.Executor().run(feed={"x": np.array([0.1, 0.2, -0.3])}, fetch_list=["x@GRAD"])
            fetch = grad if fetch is None else fetch
            np.testing.assert_array_equal(grad, fetch)


def arena(checkpoints):
    with static.program_guard(static.Program(), static.Program()), paddle.base.unique_name.guard():
        x = data(shape=(1000, 64), dtype="float32")
        made = layers(x, depth=24, width=64)
        append_backward(made[-1].mean(), checkpoints=made[2:-1:3] if checkpoints else None)
        exe, scope = static.Executor(), static.Scope()
        exe.run(static.default_startup_program(), scope=scope)
        for _ in range(3):
            exe.run(feed={"x": np.ones((1000, 64), "float32")}, fetch_list=["x@GRAD"], scope=scope)
        assert exe.lowered == 1
        (found,) = [low for ready in exe._plans.values() for low in ready._specializations.values()]
        return found.peak


def test_a_lowered_run_needs_less_memory_at_once():
    """What is computed again must not fall together with what was computed first, though it is the same."""
    assert arena(True) < arena(False) / 2


def test_the_plan_computes_the_same_as_the_lowered_run():
    made = layers(data(shape=(4, 8)))
    append_backward(made[-1].sum(), checkpoints=made[1::2])
    exe = static.Executor()
    exe.run(static.default_startup_program())
    fetch = [v.name for v in made[0].block.vars.values() if ".subprog_" in v.name]
    with instrumented(lower=False):
        plain = exe.run(feed={"x": X}, fetch_list=fetch)
    for _ in range(2):
        got = exe.run(feed={"x": X}, fetch_list=fetch)
    for a, b, name in zip(plain, got, fetch, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
        np.testing.assert_allclose(
            a, exe.run(feed={"x": X}, fetch_list=[name.partition(".subprog_")[0]])[0], rtol=1e-12
        )


def test_operators_with_blocks_lie_between_segments():
    x = data(shape=(2,))
    y = static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x * 3)
    with pytest.raises(UnsupportedError, match="Recompute don't support ops with sub_block"):
        append_backward((y * y).sum(), checkpoints=[y])


def test_operators_with_blocks_outside_segments_are_differentiated():
    x = data(shape=(2,))
    a = paddle.tanh(paddle.exp(x))
    b = static.nn.cond(x.sum() > 0, lambda: a * 2, lambda: a * 3)
    append_backward(b.sum(), checkpoints=[a])
    (grad,) = static.Executor().run(feed={"x": np.array([0.1, 0.2])}, fetch_list=["x@GRAD"])
    e = np.exp([0.1, 0.2])
    np.testing.assert_allclose(grad, 2 * e / np.cosh(e) ** 2)


# --- RecomputeOptimizer: operators as Paddle's own tests list them ----------------------------------

FORWARD = ["mul", "elementwise_add", "elementwise_add", "mean"]
GRADS = ["mean_grad", "elementwise_add_grad", "elementwise_add_grad", "mul_grad"]


def net(dropout=False):
    """The net of Paddle's test_recompute_optimizer.py."""
    block = static.default_main_program().global_block()
    make = lambda name, shape: block.create_var(name=name, shape=shape, dtype="float32")
    x, b1, b2 = (
        block.create_parameter(name=n, shape=s, dtype="float32")
        for n, s in {"mul.x": [5, 10], "b1": [5, 8], "b2": [5, 8]}.items()
    )
    v = {n: make(n, s) for n, s in {"y": [10, 8], "mul.out": [5, 8], "b1_out": [5, 8], "b2_out": [5, 8]}.items()}
    loss = make("mean.out", [1])
    block.append_op(type="mul", inputs={"X": x, "Y": v["y"]}, outputs={"Out": v["mul.out"]})
    added = v["mul.out"]
    if dropout:
        added, mask = make("dropped", [5, 8]), block.create_var(name="mask", shape=[5, 8], dtype="uint8")
        block.append_op(type="dropout", inputs={"X": v["mul.out"]}, outputs={"Out": added, "Mask": mask})
    block.append_op(type="elementwise_add", inputs={"X": added, "Y": b1}, outputs={"Out": v["b1_out"]})
    block.append_op(type="elementwise_add", inputs={"X": v["b1_out"], "Y": b2}, outputs={"Out": v["b2_out"]})
    block.append_op(type="mean", inputs={"X": v["b2_out"]}, outputs={"Out": loss})
    return {**v, "mul.x": x, "mean.out": loss}


@pytest.mark.parametrize(
    "checkpoints, again, before",
    [
        ([], [], 0),
        (["b1_out"], ["mul -> mul.out.subprog_0"], 2),
        (["b1_out", "b2_out"], [], 0),
        (["b2_out", "b1_out"], [], 0),
        (["mul.out", "b2_out"], ["elementwise_add -> b1_out.subprog_0"], 1),
        (["mul.out", "b1_out"], [], 0),
        (["mul.x", "b2_out"], ["mul -> mul.out.subprog_0", "elementwise_add -> b1_out.subprog_0"], 1),
        (["mul.x"], [], 0),
    ],
)
def test_the_operators_are_paddles(checkpoints, again, before):
    made = net()
    optimizer = RecomputeOptimizer(paddle.optimizer.SGD(1.0))
    optimizer._set_checkpoints([made[c] if i else c for i, c in enumerate(checkpoints)])
    operators, pairs = optimizer.minimize(made["mean.out"])
    found = made["mean.out"].block.ops
    assert [o.type for o in found[:5]] == [*FORWARD, "fill_constant"] and [o.type for o in operators] == ["sgd"] * 3
    backward = found[5:-3]
    assert [o.type for o in backward if o.type.endswith("_grad")] == GRADS
    assert [f"{o.type} -> {o.output_arg_names[0]}" for o in backward if not o.type.endswith("_grad")] == again
    assert all(not o.type.endswith("_grad") for o in backward[before : before + len(again)])
    assert {p.name: g.name for p, g in pairs} == {n: f"{n}@GRAD" for n in ("mul.x", "b1", "b2")}


def test_paddles_net_with_dropout():
    made = net(dropout=True)
    optimizer = RecomputeOptimizer(paddle.optimizer.SGD(1.0))
    optimizer._set_checkpoints([made["b1_out"]])
    optimizer.minimize(made["mean.out"])
    types = [o.type for o in made["mean.out"].block.ops]
    assert types[:3] == ["mul", "seed", "dropout"]
    middle = ["elementwise_add_grad", "mul", "dropout", "elementwise_add_grad", "dropout_grad", "mul_grad"]
    assert types[8:14] == middle


class TestOptimizer:
    def make(self):
        return RecomputeOptimizer(paddle.optimizer.SGD(1.0))

    def test_it_needs_checkpoints_first(self):
        loss = net()["mean.out"]
        for act in (self.make().minimize, self.make().backward):
            with pytest.raises(AssertionError, match="call _set_checkpoints before this method"):
                act(loss)

    @pytest.mark.parametrize("given", ["b1_out", [3], None])
    def test_checkpoints_are_a_list_of_variables_or_names(self, given):
        with pytest.raises(AssertionError, match="the checkpoints should be a list of Variables"):
            self.make()._set_checkpoints(given)

    def test_what_paddle_refuses_is_refused(self):
        optimizer = self.make()
        with pytest.raises(NotImplementedError, match="RecomputeOptimizer does not support load"):
            optimizer.load({})
        with pytest.raises(AssertionError, match=r"The loss should be a Variable\."):
            optimizer.minimize(3)
        optimizer._set_checkpoints(["nobody"])
        with pytest.raises(ValueError, match="var nobody not in this block"):
            optimizer.minimize(net()["mean.out"])
        with pytest.raises(UnsupportedError, match="does not support _enable_offload"):
            optimizer._enable_offload()
        paddle.disable_static()
        with pytest.raises(Exception, match="RecomputeOptimizer works only in static mode"):
            self.make()

    def test_it_is_the_optimizer_otherwise(self):
        optimizer = self.make()
        assert optimizer.get_lr() == 1.0
        with pytest.raises(AttributeError):
            _ = optimizer.no_such_thing

    def test_in_two_steps(self):
        loss = net()["mean.out"]
        optimizer = self.make()
        optimizer._set_checkpoints(["b1_out"])
        pairs = optimizer.backward(loss)
        assert [o.type for o in optimizer.apply_optimize(loss, None, pairs)] == ["sgd"] * 3
        assert [o.type for o in optimizer.apply_gradients(pairs)] == ["sgd"] * 3

    def test_training_is_the_same(self):
        values = []
        for checkpoints in (False, True):
            with static.program_guard(static.Program(), static.Program()), paddle.base.unique_name.guard():
                made = layers(data(shape=(4, 8)))
                optimizer = paddle.optimizer.Adam(0.01)
                if checkpoints:
                    optimizer = RecomputeOptimizer(optimizer)
                    optimizer._set_checkpoints(made[1::2])
                loss = made[-1].sum()
                optimizer.minimize(loss)
                exe, scope = static.Executor(), static.Scope()
                paddle.seed(3)
                exe.run(static.default_startup_program(), scope=scope)
                values.append([exe.run(feed={"x": X}, fetch_list=[loss], scope=scope)[0] for _ in range(5)])
        np.testing.assert_array_equal(*values)
        assert values[0][-1] < values[0][0]


def test_a_clone_for_evaluation_has_no_second_forward():
    made = layers(data(shape=(4, 8)), drop=0.5)
    append_backward(made[-1].sum(), checkpoints=made[1::2])
    test = static.default_main_program().clone(for_test=True)
    assert not any(".subprog_" in v.name for v in test.list_vars())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    one, other = (exe.run(test, feed={"x": X}, fetch_list=[made[-1].name])[0] for _ in range(2))
    np.testing.assert_array_equal(one, other)


def test_nothing_to_train_is_said_here_too():
    out = paddle.tanh(paddle.exp(static.data("x", [3])))
    with pytest.warns(OpscopeWarning, match="no gradient path from .* there is nothing to train"):
        append_backward(out.sum(), checkpoints=[out])
