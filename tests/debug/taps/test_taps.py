"""Taps: what they see, and that whoever does not look pays nothing and changes nothing."""

from contextlib import nullcontext

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core import state
from opscope.errors import NotFound, OpscopeWarning
from opscope.events import ValueSeen
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


IMAGES = np.random.default_rng(0).normal(size=(8, 1, 6, 6)).astype("float32")
LABELS = np.arange(8).reshape(8, 1) % 3


def build():
    """A small convolutional classifier with batch_norm, dropout, py_func, static_pylayer and Momentum."""
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        image = static.data("image", [None, 1, 6, 6], "float32")
        label = static.data("label", [None, 1], "int64")
        h = static.nn.batch_norm(static.nn.conv2d(image, 4, 3))
        out = main.current_block().create_var(name="bent", dtype="float32", shape=h.shape)
        h = static.py_func(np.tanh, h, out, lambda y, dy: np.array(dy) * (1 - np.array(y) ** 2), h)
        h = paddle.nn.functional.dropout(h, 0.4)
        h = static.nn.static_pylayer(lambda h: h * paddle.nn.functional.sigmoid(h), [h], lambda d: d * 0.5)
        loss = paddle.nn.functional.cross_entropy(static.nn.fc(h, 3), label)
        paddle.optimizer.Momentum(0.05, 0.9).minimize(loss)
    return main, startup, loss


def train(patterns, steps=4):
    """(losses, final scope as bytes, next random numbers, taps) of a training from scratch."""
    state.reset()
    paddle.enable_static()
    main, startup, loss = build()
    exe = static.Executor()
    taps = debug.attach(exe)
    if patterns:
        taps.tap(*patterns)
    paddle.seed(7)
    exe.run(startup)
    losses = [
        exe.run(main, feed={"image": IMAGES, "label": LABELS}, fetch_list=[loss])[0].tobytes() for _ in range(steps)
    ]
    scope = static.global_scope()
    values = {n: np.array(scope.find_var(n).get_tensor()).tobytes() for n in scope.local_var_names()}
    paddle.disable_static()
    return losses, values, paddle.rand([3]).tolist(), taps


class TestNothingAttached:
    def test_the_plan_holds_operators_only(self):
        main, _, loss = build()
        exe = static.Executor()
        plan = exe.plan(main, ("image", "label"), (loss.name,))
        plans = [plan]
        while plans:
            current = plans.pop()
            assert {i.kind for i in current.instructions} == {"op"}
            assert len(current.instructions) == len(current.block.ops)
            plans += [p for i in current.instructions for p in i.plans]

    def test_attaching_without_a_tap_and_untapping_give_the_very_same_plan(self):
        main, _, loss = build()
        exe = static.Executor()
        ask = lambda: exe.plan(main, ("image", "label"), (loss.name,))
        plain = ask()
        taps = debug.attach(exe)
        assert ask() is plain
        taps.tap("bent")
        assert ask() is not plain
        taps.untap("bent")
        assert ask() is plain
        taps.tap("*")
        taps.detach()
        assert ask() is plain

    def test_taps_that_select_nothing_leave_every_instruction_as_it_is(self):
        main, _, loss = build()
        exe = static.Executor()
        ask = lambda: exe.plan(main, ("image", "label"), (loss.name,))
        plain = ask()
        debug.attach(exe).tap("no such value")
        with pytest.warns(OpscopeWarning, match="the tap no such value matches nothing"):
            tapped = ask()
        assert [i.operator for i in tapped.instructions] == [i.operator for i in plain.instructions]
        assert {i.kind for i in tapped.instructions} == {"op"}

    def test_an_executor_that_is_not_tapped_stays_as_it_is(self):
        tapped, other = static.Executor(), static.Executor()
        debug.attach(tapped).tap("*")
        assert other.passes == () and len(tapped.passes) == 1


@pytest.mark.parametrize(
    "patterns", [["*"], ["*@GRAD"], ["*", "*@GRAD"], ["bent", "op:dropout"], ["role:optimize"]], ids=str
)
def test_a_tapped_training_is_bit_identical(patterns):
    plain, tapped = train([]), train(patterns)
    assert plain[:3] == tapped[:3]
    assert tapped[3].names() and not plain[3].names()


class TestWhatIsSeen:
    def test_statistics_shape_and_origin(self):
        x = static.data("x", [None, 3], "float32")
        y = x * 2
        exe = static.Executor()
        taps = debug.attach(exe).tap("*")
        value = np.array([[0, 1, 2]], "float32")
        exe.run(feed={"x": value}, fetch_list=[y])
        seen = taps[y.name]
        assert (seen.op, seen.op_type, seen.role) == (y.op.id, "scale", "forward")
        assert (seen.shape, seen.dtype, seen.min, seen.max, seen.mean) == ((1, 3), "float32", 0.0, 4.0, 2.0)
        assert seen.std == pytest.approx(np.std([0, 2, 4])) and seen.zeros == pytest.approx(1 / 3)
        assert "test_taps.py" in seen.site and (seen.nan, seen.inf, seen.step) == (0, 0, 1)
        assert np.array_equal(taps.value(y.name), value * 2)

    def test_feeds_and_parameters(self):
        _, _, _, taps = train(["image", "fc_0.w_0", "label"], steps=1)
        assert taps["image"].op == -1 and taps["image"].op_type == "" and taps["label"].dtype == "int64"
        assert taps["fc_0.w_0"].parameter and taps["fc_0.w_0"].op_type == "momentum"  # what the update wrote

    def test_gradients_of_parameters(self):
        _, _, _, taps = train(["*@GRAD"], steps=1)
        seen = taps["fc_0.w_0@GRAD"]
        assert (seen.grad_of, seen.parameter, seen.role) == ("fc_0.w_0", True, "backward")
        assert taps["bent@GRAD"].grad_of == "bent" and not taps["bent@GRAD"].parameter

    def test_values_inside_blocks(self):
        x = static.data("x", [2], "float32")
        i = paddle.full([1], 0, "int64")
        inner = []
        static.nn.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, inner.append(v * 2) or inner[0]), [i, x])
        exe = static.Executor()
        events = []
        debug.attach(exe, events.append).tap(inner[0].name)
        exe.run(feed={"x": np.ones(2, "float32")})
        assert [e.max for e in events] == [2, 4, 8]

    def test_nan_and_inf(self):
        x = static.data("x", [3], "float32")
        paddle.log(x)
        exe = static.Executor()
        taps = debug.attach(exe).tap("op:log")
        with np.errstate(all="ignore"):
            exe.run(feed={"x": np.array([-1, 0, 1], "float32")})
        seen = taps["log_0.tmp_0"]
        assert (seen.nan, seen.inf, seen.mean) == (1, 1, 0.0)

    def test_a_value_that_a_function_sets_is_seen_as_it_was_at_that_moment(self):
        x = static.data("x", [2], "float32")
        y = x * 1
        static.py_func(lambda y: y.set(np.full(2, 9, "float32")), y, None)
        z = y + 0
        exe = static.Executor()
        taps = debug.attach(exe).tap("*")
        exe.run(feed={"x": np.array([1, 2], "float32")}, fetch_list=[z])
        assert taps.value(y.name).tolist() == [1, 2] and taps.value(z.name).tolist() == [9, 9]

    def test_a_variable_written_twice_is_seen_twice(self):
        x = static.data("x", [2], "float32")
        out = x.block.create_var(name="out", dtype="float32", shape=[2])
        for add in (1, 10):
            static.py_func(lambda x, add=add: np.array(x) + add, x, out)
        exe, events = static.Executor(), []
        debug.attach(exe, events.append).tap("out")
        exe.run(feed={"x": np.zeros(2, "float32")})
        assert [e.mean for e in events] == [1, 10]

    def test_a_buffer_that_the_feeder_reuses_does_not_change_what_was_seen(self):
        x = static.data("x", [2], "float32")
        exe, buffer = static.Executor(), np.ones(2, "float32")
        taps = debug.attach(exe).tap("x")
        exe.run(feed={"x": buffer}, fetch_list=[x * 2])
        buffer[:] = -1
        assert taps.value("x").tolist() == [1, 1]

    def test_every_nth_step(self):
        x = static.data("x", [2], "float32")
        exe = static.Executor()
        taps = debug.attach(exe).tap("x", every=3)
        for _ in range(7):
            exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[x + 1])
        assert [e.step for e in taps.history.of("x")] == [3, 6]

    def test_details_on_request(self):
        x = static.data("x", [None, 2], "float32")
        exe = static.Executor()
        taps = debug.attach(exe).tap("x")
        exe.run(feed={"x": np.array([[0, 1]], "float32")}, fetch_list=[x + 1])
        detail = taps.detail("x")
        assert (detail.low, detail.high, sum(detail.counts), detail.rows, detail.cols) == (0, 1, 2, 1, 2)
        assert tuple(detail.pixels) == (2, 254)

    def test_events_are_what_emit_gets(self):
        x = static.data("x", [2], "float32")
        exe, events = static.Executor(), []
        debug.attach(exe, events.append).tap("x")
        exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[x + 1])
        assert [type(e) for e in events] == [ValueSeen]


class TestErrors:
    def test_a_value_that_was_not_seen_names_the_nearest(self):
        x = static.data("image", [2], "float32")
        exe = static.Executor()
        taps = debug.attach(exe).tap("image")
        with pytest.raises(NotFound, match=r"(?s)the taps have seen no value 'image'.*nothing yet"):
            taps["image"]
        exe.run(feed={"image": np.ones(2, "float32")}, fetch_list=[x + 1])
        for ask in (taps.__getitem__, taps.value, taps.detail):
            with pytest.raises(NotFound, match=r"(?s)the taps have seen no value 'imgae'.*did you mean 'image'"):
                ask("imgae")

    def test_untapping_what_is_not_tapped(self):
        taps = debug.attach(static.Executor()).tap("hidden*")
        with pytest.raises(NotFound, match=r"(?s)no tap 'hiden\*'.*did you mean 'hidden\*'"):
            taps.untap("hiden*")
        assert repr(taps) == "<taps hidden*; 0 values seen>"


@pytest.mark.parametrize(
    "pattern, guess",
    [("imgae", "did you mean 'image'"), ("op:tanhh", "did you mean 'op:tanh'"), ("tanh", "did you mean 'op:tanh'"),
     ("activated", ""), ("image", None), ("act*", None), ("op:tanh", None), ("x@GRAD", "")],
)  # fmt: skip
def test_a_tap_that_matches_nothing_is_reported_once(pattern, guess):
    """A misspelt tap was silent: it saw no values, and nobody said so."""
    out = paddle.tanh(static.data("image", [2]), name="act")
    exe = static.Executor()
    debug.attach(exe).tap(pattern)
    with pytest.warns() if guess is not None else nullcontext() as seen:
        exe.run(static.default_startup_program())
        for _ in range(4):
            exe.run(feed={"image": np.ones(2, "float32")}, fetch_list=[out])
    if guess is not None:
        (one,) = seen
        assert one.category is OpscopeWarning and one.filename == __file__
        assert f"the tap {pattern} matches nothing in this program" in str(one.message) and guess in str(one.message)


def test_a_feed_is_tapped_by_the_name_that_the_user_gives_it():
    """Only values that an operator makes were: a tap on the variable of a feed saw nothing."""
    batch = static.data("image", [2])
    loss = paddle.mean(batch)

    def run():
        exe = static.Executor()
        taps = debug.attach(exe).tap("batch")
        for _ in range(3):
            exe.run(feed={"image": np.ones(2, "float32")}, fetch_list=[loss])
        return taps.names()

    assert run() == ["image"]
    watched = debug.start(run, taps=["batch"])
    watched.wait()
    assert {e.name for e in watched.history.of("image")} == {"image"}


def test_summaries_are_found_by_the_name_in_the_code():
    paddle.disable_static()
    net = paddle.nn.Linear(3, 2)
    adam = paddle.optimizer.Adam(parameters=net.parameters())

    def train():
        for scale in (1.0, 2.0):
            hidden = net(paddle.full([4, 3], scale))
            loss = hidden.mean()
            loss.backward()
            adam.step()

    run = debug.start(train, taps=["hidden", "loss"], hz=None)
    run.wait()
    assert not {"hidden", "loss"} & set(run.history.names())
    hidden, loss = run.history.of("hidden"), run.history.of("loss")
    assert [(seen.step, seen.title) for seen in hidden] == [(1, "hidden"), (2, "hidden")]
    assert [(seen.step, seen.title) for seen in loss] == [(1, "loss"), (2, "loss")]
    assert [seen.mean for seen in loss] == pytest.approx([seen.mean for seen in hidden])
    assert run.history.of("losses") == []
