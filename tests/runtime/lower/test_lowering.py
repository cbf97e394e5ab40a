"""Lowered runs: the same numbers as plain ones, whatever happens between and inside the runs."""

import tracemalloc

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle import static
from opscope.runtime.frame import run_frame
from opscope.runtime.instrument import instrumented
from tests.runtime.lower.nets import NETS, begin, mlp, plainly, scope_values

CLOSE = {"rtol": 2e-5, "atol": 2e-6}  # chains and convolutions add up in another order
OPTIMIZERS = {
    "sgd": lambda: paddle.optimizer.SGD(0.1),
    "momentum": lambda: paddle.optimizer.Momentum(0.05, 0.9),
    "nesterov": lambda: paddle.optimizer.Momentum(0.05, 0.9, use_nesterov=True),
    "adam": lambda: paddle.optimizer.Adam(0.01),
    "adam with weight decay": lambda: paddle.optimizer.Adam(0.01, weight_decay=0.1),
    "adamw": lambda: paddle.optimizer.AdamW(0.01, weight_decay=0.1),
    "adamw of some": lambda: paddle.optimizer.AdamW(
        0.01, lr_ratio=lambda p: 0.5, apply_decay_param_fun=lambda name: ".w" in name
    ),
    "adamax": lambda: paddle.optimizer.Adamax(0.01),
    "adagrad": lambda: paddle.optimizer.Adagrad(0.05),
    "adadelta": lambda: paddle.optimizer.Adadelta(1.0),
    "rmsprop": lambda: paddle.optimizer.RMSProp(0.01, momentum=0.5),
    "centered rmsprop": lambda: paddle.optimizer.RMSProp(0.01, centered=True),
    "lamb": lambda: paddle.optimizer.Lamb(0.01),
    "lamb that always adapts": lambda: paddle.optimizer.Lamb(0.01, lamb_weight_decay=0.0, always_adapt=True),
    "lamb without decay": lambda: paddle.optimizer.Lamb(0.01, lamb_weight_decay=0.0),
    "clipped by norm": lambda: paddle.optimizer.SGD(0.1, grad_clip=paddle.nn.clip.ClipGradByNorm(0.01)),
    "clipped together": lambda: paddle.optimizer.Adam(0.1, grad_clip=paddle.nn.clip.ClipGradByGlobalNorm(0.01)),
}


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def newest(exe):
    """What the executor lowered last."""
    return [r._latest for r in exe._plans.values() if r._latest is not None][-1]


def trained(net, steps=6):
    exe, feed, loss = begin(net)
    losses = [float(exe.run(feed=feed, fetch_list=[loss])[0]) for _ in range(steps)]
    return exe, losses, scope_values()


@pytest.mark.parametrize("name", NETS)
def test_training_is_the_same(name):
    lowered, losses, values = trained(NETS[name])
    with plainly():
        plain, wanted, expected = trained(NETS[name])
    assert lowered.lowered == 1 and plain.lowered == 0
    assert np.allclose(losses, wanted, **CLOSE)
    for key, value in expected.items():
        assert np.allclose(values[key], value, **CLOSE), key


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_each_optimizer_updates_as_its_operators_do_bit_for_bit(optimizer):
    def net():
        x = static.data("x", [4, 3], "float32")
        loss = paddle.mean(paddle.square(static.nn.fc(static.nn.fc(x, 5, activation="relu"), 2)))
        OPTIMIZERS[optimizer]().minimize(loss)
        return {"x": np.random.default_rng(1).normal(size=(4, 3)).astype("f")}, loss

    _, losses, values = trained(net)
    with plainly():
        _, wanted, expected = trained(net)
    assert losses == wanted
    assert all(np.array_equal(values[k], v) for k, v in expected.items())


def test_a_steady_state_neither_compiles_nor_lowers_nor_allocates():
    exe, feed, loss = begin(mlp)
    for _ in range(4):
        exe.run(feed=feed, fetch_list=[loss])
    counts = exe.compiled, exe.lowered
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    for _ in range(3):
        exe.run(feed=feed, fetch_list=[loss])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (exe.compiled, exe.lowered) == counts == (2, 1)
    assert peak - before < 8192  # a value of this net takes 512 bytes, all of them 40 thousand


@pytest.mark.parametrize("name", NETS)
def test_memory_is_close_to_what_lives_at_the_same_time(name):
    exe, *_ = trained(NETS[name], steps=3)
    lowered = newest(exe)
    assert 0 < lowered.peak_live_bytes <= lowered.peak <= 1.2 * lowered.peak_live_bytes


class TestWhatIsSetBetweenRuns:
    def test_a_parameter_is_used_by_the_next_run(self):
        x = static.data("x", [2], "float32")
        w = static.create_parameter([2], "float32", name="w")
        exe = static.Executor()
        exe.run(static.default_startup_program())
        tensor = static.global_scope().find_var("w").get_tensor()
        feed = {"x": np.array([1, 2], "f")}
        for value in ([3, 4], [5, 6], [7, 8], [9, 10]):
            tensor.set(np.array(value, "f"), paddle.CPUPlace())
            assert exe.run(feed=feed, fetch_list=[x * w])[0].tolist() == [value[0], 2 * value[1]]

    def test_the_learning_rate_may_change_at_every_step(self):
        exe, feed, loss = begin(lambda: mlp(lambda: paddle.optimizer.SGD(0.1)))
        rate = static.global_scope().find_var("learning_rate_0").get_tensor()
        for step in range(5):
            rate.set(np.array([0.0 if step % 2 else 0.1], "f"), paddle.CPUPlace())
            before = scope_values()["fc_0.w_0"]
            exe.run(feed=feed, fetch_list=[loss])
            assert np.array_equal(before, scope_values()["fc_0.w_0"]) == bool(step % 2)
        assert exe.lowered == 1

    def test_powers_that_differ_are_not_taken_for_one(self):
        def run():
            exe, feed, loss = begin(mlp)
            for step in range(5):
                if step == 3:
                    power = static.global_scope().find_var("fc_0.w_0_beta1_pow_acc_0").get_tensor()
                    power.set(np.array([0.5], "f"), paddle.CPUPlace())
                exe.run(feed=feed, fetch_list=[loss])
            return scope_values()

        values = run()
        with plainly():
            expected = run()
        assert all(np.allclose(values[k], v, **CLOSE) for k, v in expected.items())

    def test_what_was_read_before_stays_as_it_was(self):
        exe, feed, loss = begin(mlp)
        tensor = static.global_scope().find_var("fc_0.w_0").get_tensor()
        for _ in range(3):
            exe.run(feed=feed, fetch_list=[loss])
        views = [tensor.array, np.asarray(tensor), np.array(tensor, copy=False), tensor[0].array]
        (fetched,) = exe.run(feed=feed, fetch_list=["fc_0.w_0"], return_numpy=False)
        views.append(np.array(fetched, copy=False))
        kept = [v.copy() for v in views]
        for _ in range(3):
            exe.run(feed=feed, fetch_list=[loss])
        assert all(np.array_equal(v, k) for v, k in zip(views, kept, strict=True))
        assert not np.array_equal(tensor, kept[0])

    def test_starting_over_and_forgetting(self):
        exe, feed, loss = begin(mlp)
        first = [float(exe.run(feed=feed, fetch_list=[loss])[0]) for _ in range(4)]
        paddle.seed(11)
        exe.run(static.default_startup_program())
        assert [float(exe.run(feed=feed, fetch_list=[loss])[0]) for _ in range(4)] == pytest.approx(first)
        static.global_scope().erase(["fc_0.w_0"])
        with pytest.raises(RuntimeError, match=r"holds no memory: fc_0\.w_0"):
            exe.run(feed=feed, fetch_list=[loss])

    def test_scopes_do_not_share(self):
        exe, feed, loss = begin(mlp)
        other = static.Scope()
        paddle.seed(11)
        exe.run(static.default_startup_program(), scope=other)
        for _ in range(4):
            a = exe.run(feed=feed, fetch_list=[loss])[0]
            b = exe.run(feed=feed, fetch_list=[loss], scope=other)[0]
            assert a == pytest.approx(b)

    def test_programs_that_share_parameters_take_turns(self):
        def run():
            exe, feed, loss = begin(mlp)
            test = static.default_main_program().clone(for_test=True)
            seen = []
            for size in (8, 8, 8, 5, 8, 5, 5, 8):
                part = {k: v[:size] for k, v in feed.items()}
                seen += exe.run(test, feed=part, fetch_list=[loss.name])
                seen += exe.run(feed=part, fetch_list=[loss, "fc_1.w_0"])
                seen += exe.run(feed=part, fetch_list=[loss])
            return exe, seen

        exe, seen = run()
        with plainly():
            _, wanted = run()
        assert all(np.allclose(a, b, **CLOSE) for a, b in zip(seen, wanted, strict=True))
        assert exe.lowered <= 8  # two shapes of three plans, and once anew when the parameters moved together

    def test_views_and_copies_of_a_parameter_are_of_before_the_update(self):
        def net():
            x = static.data("x", [4, 3], "float32")
            loss = paddle.mean(static.nn.fc(x, 3))
            w = static.default_main_program().all_parameters()[0]
            views.extend([paddle.assign(w), paddle.reshape(w, [9]), paddle.transpose(w, [1, 0]), w])
            paddle.optimizer.SGD(0.5).minimize(loss)
            return {"x": np.ones((4, 3), "f")}, loss

        def run():
            views.clear()
            exe, feed, _ = begin(net)
            taps = debug.attach(exe).tap("*")
            fetched = [exe.run(feed=feed, fetch_list=views) for _ in range(4)]
            return fetched, [taps.value(v.name) for v in views]

        views = []
        fetched, values = run()
        with plainly():
            expected, wanted = run()
        assert all(
            np.array_equal(a, b) for f, e in zip(fetched, expected, strict=True) for a, b in zip(f, e, strict=True)
        )
        assert all(np.array_equal(a, b) for a, b in zip(values, wanted, strict=True))

    def test_two_optimizers(self):
        def net():
            x = static.data("x", [4, 3], "float32")
            made = static.nn.fc(x, 3, activation="tanh", name="generator")
            judged = static.nn.fc(made, 1, name="critic")
            losses = paddle.mean(judged), paddle.mean(paddle.square(judged))
            for loss, prefix in zip(losses, ("generator", "critic"), strict=True):
                params = [p for p in static.default_main_program().all_parameters() if p.name.startswith(prefix)]
                paddle.optimizer.Adam(0.01).minimize(loss, parameters=params)
            return {"x": np.random.default_rng(2).normal(size=(4, 3)).astype("f")}, losses[1]

        _, losses, values = trained(net)
        with plainly():
            _, wanted, expected = trained(net)
        assert losses == wanted and all(np.array_equal(values[k], v) for k, v in expected.items())


class TestUserCode:
    def test_another_shape_than_before_goes_on_without_lowering(self):
        x, out = static.data("x", [None, 2], "float32"), None
        out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=[-1, 2])
        calls = []

        def head(x):
            calls.append(len(x.shape()))
            return np.array(x)[: rows[0]]

        static.py_func(head, x * 1, out)
        total, exe, rows = (out + 1).sum(), static.Executor(), [3]
        feed = {"x": np.arange(8, dtype="f").reshape(4, 2)}
        for n in (3, 3, 2, 4, 1, 1, 1, 4):
            rows[0] = n
            assert exe.run(feed=feed, fetch_list=[total])[0] == (feed["x"][:n] + 1).sum()
        assert len(calls) == 8

    def test_going_on_in_the_plan_finds_every_value_it_needs(self):
        """Also what the lowered run had no need of: computed once for two, or asked for its shape alone."""
        x = static.data("x", [200, 400], "float32")
        out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=[-1, 400])
        a = paddle.tanh(x)
        b = a + 1
        half = [False]
        static.py_func(lambda a: np.array(a)[:100] if half[0] else np.array(a), b * 2, out)
        again = paddle.tanh(x) + 1
        rows = paddle.expand_as(paddle.full([1, 400], 1.0), b)
        total = (out * 2).sum() + again.sum() + rows.sum() + a.sum()
        exe, value = static.Executor(), np.random.default_rng(0).normal(size=(200, 400)).astype("f")
        t = np.tanh(value.astype("d"))
        for half[0] in (False, False, False, True):
            wanted = 4 * (t + 1)[: 100 if half[0] else 200].sum() + (t + 1).sum() + t.size + t.sum()
            assert exe.run(feed={"x": value}, fetch_list=[total])[0] == pytest.approx(wanted, rel=1e-4)
        assert exe.lowered == 1

    def test_set_in_a_function_is_seen_and_stays(self):
        w = static.create_parameter([2], "float32", name="w")
        static.py_func(lambda w: w.set(np.array(w) + 1), w, None)
        exe = static.Executor()
        exe.run(static.default_startup_program())
        static.global_scope().find_var("w").get_tensor().set(np.zeros(2, "f"))
        for step in range(1, 7):
            assert exe.run(fetch_list=[w * 1])[0].tolist() == [step] * 2
        assert np.array(static.global_scope().find_var("w").get_tensor()).tolist() == [6, 6]

    def test_what_a_function_keeps_does_not_change(self):
        x, kept = static.data("x", [2], "float32"), []
        static.py_func(kept.append, x * 2, None)
        exe = static.Executor()
        for i in range(5):
            exe.run(feed={"x": np.full(2, i, "f")})
        assert [np.array(k).tolist() for k in kept] == [[2 * i] * 2 for i in range(5)]

    def test_a_failure_leaves_the_scope_and_the_executor_usable(self):
        fail = [False]

        def watch(x):
            if fail[0]:
                raise ZeroDivisionError("on purpose")

        def net():
            feed, loss = mlp()
            static.py_func(watch, loss, None)
            return feed, loss

        exe, feed, loss = begin(net)
        for _ in range(3):
            exe.run(feed=feed, fetch_list=[loss])
        before = scope_values()
        fail[0] = True
        with pytest.raises(ZeroDivisionError, match="on purpose") as caught:
            exe.run(feed=feed, fetch_list=[loss])
        assert any("test_lowering.py" in note for note in caught.value.__notes__)
        assert all(np.array_equal(v, before[k]) for k, v in scope_values().items())
        fail[0] = False
        exe.run(feed=feed, fetch_list=[loss])
        assert exe.lowered == 1

    def test_errors_of_kernels_say_the_same_as_in_a_plain_run(self):
        x, i = static.data("x", [3, 2], "float32"), static.data("i", [2], "int64")
        y, exe = paddle.gather(x, i), static.Executor()
        said = []
        for index in ([0, 9], [0, 1], [0, 1], [0, 9]):
            try:
                exe.run(feed={"x": np.zeros((3, 2), "f"), "i": np.array(index)}, fetch_list=[y])
            except (IndexError, ValueError) as e:
                said.append((type(e), str(e)))
        assert len(said) == 2 and said[0] == said[1] and "i" in said[0][1] and exe.lowered == 1


class TestTaps:
    @pytest.mark.parametrize("name", NETS)
    def test_every_tapped_value_is_right_though_memory_is_used_again(self, name):
        def run():
            exe, feed, loss = begin(NETS[name])
            taps = debug.attach(exe).tap("*", "*@GRAD*")
            for _ in range(4):
                exe.run(feed=feed, fetch_list=[loss])
            return {n: taps.value(n) for n in taps.names()}

        values = run()
        with plainly():
            expected = run()
        assert values.keys() == expected.keys() and len(values) > 20
        for key, value in expected.items():
            assert values[key].dtype == value.dtype and np.allclose(values[key], value, **CLOSE), key

    def test_a_change_of_taps_compiles_nothing_anew(self):
        exe, feed, loss = begin(mlp)
        taps = debug.attach(exe)
        for pattern in ("fc*", "*", "*@GRAD"):
            taps.tap(pattern)
            exe.run(feed=feed, fetch_list=[loss])
            taps.untap(pattern)
        exe.run(feed=feed, fetch_list=[loss])
        assert exe.compiled == 2  # the startup program and this one


class TestWhoeverDrivesTheFrame:
    def test_steps_lead_to_the_same(self):
        seen = []

        def drive(frame):
            while not frame.done:
                seen.append(frame.next.operator.type)
                frame.step()

        with instrumented(drive=drive):
            exe, losses, values = trained(mlp)
        _, wanted, expected = trained(mlp)
        assert exe.lowered == 1 and losses == wanted
        assert all(np.array_equal(values[k], v) for k, v in expected.items())
        assert seen.count("softmax_with_cross_entropy") >= 6

    def test_values_can_be_looked_at_in_between_and_leaving_stores_nothing(self):
        exe, feed, loss = begin(mlp)
        for _ in range(2):
            exe.run(feed=feed, fetch_list=[loss])
        before, found = scope_values(), []

        def drive(frame):
            while frame.next.operator.type != "softmax_with_cross_entropy":
                frame.step()
            found.append(frame.value("fc_0.w_0").copy())
            raise KeyboardInterrupt

        with instrumented(drive=drive), pytest.raises(KeyboardInterrupt):
            exe.run(feed=feed, fetch_list=[loss])
        assert np.array_equal(found[0], before["fc_0.w_0"])
        assert all(np.array_equal(v, before[k]) for k, v in scope_values().items())

    def test_a_second_run_on_a_scope_in_use_is_plain_and_right(self):
        exe, feed, loss = begin(mlp)
        with plainly():
            for _ in range(2):
                exe.run(feed=feed, fetch_list=[loss])
            expected = exe.run(static.default_main_program().clone(for_test=True), feed=feed, fetch_list=[loss.name])
        test, inner = static.default_main_program().clone(for_test=True), []
        for _ in range(2):
            exe.run(test, feed=feed, fetch_list=[loss.name])

        def drive(frame):
            with instrumented(drive=run_frame):
                inner.append(exe.run(test, feed=feed, fetch_list=[loss.name]))
            frame.run()

        with instrumented(drive=drive):
            exe.run(test, feed=feed, fetch_list=[loss.name])
        assert np.allclose(inner[0][0], expected[0], **CLOSE)
