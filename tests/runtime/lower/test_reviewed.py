"""What a hostile reader broke once: programs and moments that lowering must survive."""

import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import DTypeError
from opscope.paddle import static
from opscope.runtime.lower import blas
from tests.runtime.lower.nets import begin, mlp, plainly, scope_values


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def same_as_plain(build, feeds, close=1e-6):
    """(executor) after runs with these feeds, whose fetches were those of plain runs."""

    def run():
        fetches = build()
        exe = static.Executor()
        exe.run(static.default_startup_program())
        return exe, [exe.run(feed=feed, fetch_list=fetches) for feed in feeds]

    exe, found = run()
    with plainly(), static.program_guard(static.Program(), static.Program()), static.scope_guard(static.Scope()):
        _, wanted = run()
    for got, right in zip(found, wanted, strict=True):
        for a, b in zip(got, right, strict=True):
            assert a.dtype == b.dtype and np.allclose(a, b, rtol=close, atol=close, equal_nan=True)
    return exe


def test_a_transposed_array_as_parameter_is_trained():
    x = static.data("x", [4, 3], "float32")
    y = static.nn.fc(x, 3, weight_attr=paddle.ParamAttr(name="w"), bias_attr=False)
    loss = paddle.mean(y * y)
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe, value = static.Executor(), np.random.default_rng(0).normal(size=(3, 3)).astype("f")
    exe.run(static.default_startup_program())
    feed = {"x": np.ones((4, 3), "f")}
    exe.run(feed=feed, fetch_list=[loss])
    static.global_scope().find_var("w").get_tensor().set(value.T)
    losses = [float(exe.run(feed=feed, fetch_list=[loss])[0]) for _ in range(4)]
    assert losses == sorted(losses, reverse=True) and len({*losses}) == 4


@pytest.mark.parametrize("signs", [(1, -1), (1, 1, -1), (-1, 1, 1, -1, -1)])
def test_a_cond_may_take_another_branch_in_each_run(signs):
    def build():
        x = static.data("x", [3], "float32")
        x.stop_gradient = False
        y = static.nn.cond(paddle.sum(x) > 0, lambda: paddle.exp(paddle.tanh(x)), lambda: paddle.tanh(paddle.exp(x)))
        return [y, *static.gradients(y, x)]

    same_as_plain(build, [{"x": np.full(3, s, "f")} for s in signs])


def test_records_of_loops_survive_going_on_in_the_plan():
    rows = iter([3, 3, 2, 3] * 2)

    def build():
        x = static.data("x", [3, 2], "float32")
        x.stop_gradient = False
        i, n = paddle.full([1], 0, "int64"), paddle.full([1], 3, "int64")
        _, y = static.nn.while_loop(lambda i, v: i < n, lambda i, v: (i + 1, paddle.tanh(v * 2)), [i, x])
        out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=[-1, 2])
        static.py_func(lambda v: np.array(v)[: next(rows)], y, out)
        return [y, out, *static.gradients(y, x)]

    same_as_plain(build, [{"x": np.full((3, 2), 0.3, "f")}] * 4)


def test_chains_that_wait_for_each_other():
    def build():
        x, y, z = (static.data(n, [rows, 512], "float32") for n, rows in (("x", 400), ("y", 300), ("z", 200)))
        h, e, k = paddle.tanh(x), paddle.tanh(y), paddle.tanh(z)
        return [h + paddle.sum(e, 0), e * paddle.sum(k, 0), k * paddle.sum(h, 0)]

    rng = np.random.default_rng(0)
    feed = {n: rng.normal(size=(rows, 512)).astype("f") for n, rows in (("x", 400), ("y", 300), ("z", 200))}
    assert same_as_plain(build, [feed] * 3, 2e-4).lowered == 1


@pytest.mark.parametrize(
    "shape, build",
    [
        ([1, 3], lambda x: paddle.nn.functional.relu(paddle.expand(x * 2, [1, 3]))),
        ([64, 8, 64, 256], lambda x: paddle.matmul(x, paddle.full([256], 0.01))),
        ([8, 64, 256], lambda x: paddle.matmul(paddle.full([64], 0.01), x)),
        ([], lambda x: paddle.nn.functional.softmax(x, axis=-1)),
        ([], lambda x: paddle.cumsum(x, axis=-1)),
    ],
    ids=[
        "relu of expand",
        "matrices times vector",
        "vector times matrices",
        "softmax of a number",
        "cumsum of a number",
    ],
)
def test_shapes_on_the_edge(shape, build):
    x = np.random.default_rng(0).normal(size=shape).astype("f")
    same_as_plain(lambda: [build(static.data("x", shape, "float32"))], [{"x": x}] * 3, 1e-4)


@pytest.mark.parametrize("name", ["silu", "gelu", "leaky_relu", "elu", "softplus", "log_sigmoid"])
def test_integers_are_refused_where_kernel_and_shape_rule_would_differ(name):
    function = getattr(paddle.nn.functional, name)
    with pytest.raises(DTypeError, match=f"data type of 'x' in {name} must be .* received int32"):
        same_as_plain(lambda: [function(static.data("x", [3], "int32"))], [{"x": np.array([-1, 0, 2], "i")}])


def test_a_backward_of_another_shape_than_the_parameter_trains_as_in_the_plan():
    def build():
        w = static.create_parameter([3], "float32", default_initializer=paddle.nn.initializer.Constant(1.0))
        out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=[3])
        static.py_func(lambda w: np.array(w) * 2, w, out, lambda w, o, d: np.ones((1, 3), "f"))
        loss = paddle.sum(out)
        paddle.optimizer.SGD(0.1).minimize(loss)
        return [loss]

    with pytest.warns(UserWarning, match="returned a gradient of shape"):
        same_as_plain(build, [{}] * 4)


def test_means_of_float16_over_large_arrays():
    x = np.zeros((2048, 512), "float16")
    x[:, :5] = 1
    same_as_plain(
        lambda: [paddle.mean(paddle.nn.functional.relu(static.data("x", [2048, 512], "float16")) * 2)], [{"x": x}] * 3
    )


class TestAllOrNothing:
    def test_an_error_that_the_user_asked_for_leaves_the_scope_as_it_was(self):
        exe, feed, loss = begin(lambda: mlp(lambda: paddle.optimizer.Momentum(0.1, 0.9)))
        for _ in range(3):
            exe.run(feed=feed, fetch_list=[loss])
        name = next(n for n in scope_values() if "velocity" in n)
        tensor = static.global_scope().find_var(name).get_tensor()
        tensor.set(np.full_like(np.array(tensor), 1e-45))
        before = scope_values()
        with np.errstate(under="raise"), pytest.raises(FloatingPointError):
            exe.run(feed=feed, fetch_list=[loss])
        assert all(np.array_equal(v, before[k]) for k, v in scope_values().items())
        exe.run(feed=feed, fetch_list=[loss])

    def test_a_run_inside_a_run_on_a_child_scope_does_not_change_what_the_outer_one_reads(self):
        w = static.create_parameter([1], "float32", name="w", default_initializer=paddle.nn.initializer.Constant(1.0))
        inner = static.Program()
        with static.program_guard(inner):
            again = inner.global_block().create_parameter(name="w", shape=[1], dtype="float32")
            loss = paddle.sum(again)
            paddle.optimizer.SGD(0.2).minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        rate = next(n for n in inner.global_block().vars if n.startswith("learning_rate"))
        static.global_scope().var(rate).get_tensor().set(np.array([0.2], "f"))
        child = static.global_scope().new_scope()
        out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=[1])

        def nested(w):
            for _ in range(2):
                exe.run(inner, fetch_list=[loss], scope=child)
            return np.array(w)

        static.py_func(nested, w, out)
        late = out * 0 + w
        seen = [exe.run(fetch_list=[late])[0].item() for _ in range(3)]
        assert seen == pytest.approx([1.0, 0.6, 0.2], abs=1e-5)

    def test_the_last_to_write_wins(self):
        w = static.create_parameter([1], "float32", name="w", default_initializer=paddle.nn.initializer.Constant(1.0))
        loss = paddle.sum(w)
        tensor = []
        static.py_func(lambda v: tensor[0].set(np.array([100.0], "f")) if tensor else None, loss, None)
        paddle.optimizer.SGD(0.1).minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        for _ in range(3):
            exe.run(fetch_list=[loss])
        tensor.append(static.global_scope().find_var("w").get_tensor())
        exe.run(fetch_list=[loss])
        assert np.array(tensor[0]).item() == pytest.approx(0.6)


def test_blas_has_its_threads_back_when_all_have_left():
    counts = [c.get() for c in blas._controls()]
    calls = [blas.parallel([[lambda: np.ones((8, 8)) @ np.ones((8, 8))] * 20] * 2) for _ in range(4)]
    threads = [threading.Thread(target=lambda c=c: [c() for _ in range(30)]) for c in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [c.get() for c in blas._controls()] == counts


class TestWatching:
    def test_statistics_of_a_parameter_larger_than_all_else(self):
        x = static.data("x", [1, 300], "float32")
        loss = paddle.mean(static.nn.fc(x, 300, bias_attr=False))
        paddle.optimizer.SGD(0.1).minimize(loss)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        taps = debug.attach(exe).tap("fc_0.w_0")
        for _ in range(3):
            exe.run(feed={"x": np.ones((1, 300), "f")}, fetch_list=[loss])
        assert taps["fc_0.w_0"].step == 3

    def test_taps_know_of_the_run_that_failed(self):
        x, fail = static.data("x", [2], "float32"), [False]
        y = x * 2
        static.py_func(lambda v: 1 / 0 if fail[0] else None, y, None)
        z = y + 1
        exe = static.Executor()
        taps = debug.attach(exe).tap("*")
        for step in (1, 2, 3):
            exe.run(feed={"x": np.full(2, step, "f")}, fetch_list=[z])
        fail[0] = True
        with pytest.raises(ZeroDivisionError):
            exe.run(feed={"x": np.full(2, 4, "f")}, fetch_list=[z])
        assert (taps[y.name].step, taps[y.name].mean, taps.value(y.name)[0]) == (4, 8, 8)
        assert (taps[z.name].step, taps[z.name].mean) == (3, 7)

    def test_taps_that_come_and_go_keep_one_arena(self):
        exe, feed, loss = begin(mlp)
        taps = debug.attach(exe)
        for _ in range(5):
            taps.tap("*")
            for _ in range(3):
                exe.run(feed=feed, fetch_list=[loss])
            taps.untap("*")
            exe.run(feed=feed, fetch_list=[loss])
        assert sum(len(ready._specializations) for ready in exe._plans.values()) <= 2

    def test_bits_do_not_depend_on_taps_even_where_sums_are_blocked(self):
        def run(level):
            def net():
                x, y = (static.data(n, [1024, w], "float32") for n, w in (("x", 64), ("y", 512)))
                h = static.nn.fc(x, 512)
                d = h - y
                loss = paddle.mean(d * d)
                paddle.mean(paddle.abs(d))
                paddle.mean(paddle.nn.functional.sigmoid(h))
                paddle.optimizer.SGD(0.1).minimize(loss)
                rng = np.random.default_rng(0)
                return {
                    "x": rng.normal(size=(1024, 64)).astype("f"),
                    "y": rng.normal(size=(1024, 512)).astype("f"),
                }, loss

            exe, feed, loss = begin(net)
            if level:
                debug.attach(exe).tap("*", "*@GRAD*", level=level)
            losses = [exe.run(feed=feed, fetch_list=[loss])[0].tobytes() for _ in range(5)]
            return losses, {k: v.tobytes() for k, v in scope_values().items()}

        assert run("") == run("health") == run("statistics")
