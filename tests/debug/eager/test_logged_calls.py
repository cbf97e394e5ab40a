"""Logged calls: a record that is read when somebody looks has what a record of notified calls has, to the last bit."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.source import site_of
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.eager.op_calls import thread_state
from opscope.errors import OpscopeError
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD, Adam
from tests.debug.eager_runs import LONG
from tests.eager.watching import Twice, tensor

F = paddle.nn.functional
STEPS = 3


def steps(loss_of, *parameters, make=SGD):
    """A training loop over a function of the step's number."""
    optimizer = make(0.1, parameters=[*parameters])
    for number in range(STEPS):
        loss_of(number).backward()
        optimizer.step()
        optimizer.clear_grad()


def weight(*shape):
    values = np.random.default_rng(0).normal(size=shape).astype("float32")
    return paddle.to_tensor(values, stop_gradient=False)


def dense():
    layer = paddle.nn.Linear(4, 3)
    steps(lambda n: paddle.mean(F.relu(layer(weight(5, 4) * float(n)))), *layer.parameters(), make=Adam)


def normalized():
    norm = paddle.nn.BatchNorm1D(4)
    steps(lambda n: paddle.mean(norm(weight(6, 4)) ** 3), *norm.parameters())


def written_in_place():
    w, buffer = weight(4), paddle.zeros([4])

    def loss(number):
        buffer.add_(paddle.ones([4]))
        buffer[number] = 7.0
        view = buffer.reshape([2, 2])
        scaled = paddle.sum(view * 2.0)
        buffer.set_value(buffer * 0.5)
        return paddle.sum(w * buffer) + scaled + paddle.sum(view)

    steps(loss, w)


def in_a_layer():
    w, v = weight(3), weight(3)

    def loss(_):
        a, (b,) = Twice.apply([w, v], 2.0)
        return paddle.sum(a * b)

    steps(loss, w, v)


def hooked():
    w = weight(3)
    w.register_hook(lambda g: g * 2.0)
    steps(lambda n: paddle.sum(paddle.tanh(w)), w)


def gradients_of_gradients():
    w = weight(3)

    def loss(_):
        (g,) = paddle.grad([paddle.sum(w**3)], [w], create_graph=True)
        return paddle.sum(g * g)

    steps(loss, w)


def several_results_and_names():
    w = weight(4, 2)

    def loss(_):
        a, b = paddle.split(w, 2)
        with paddle.no_grad():
            paddle.max(a, name="largest")
        return paddle.sum(paddle.multiply(a, b, name="product"))

    steps(loss, w)


class Failing(PyLayer):
    @staticmethod
    def forward(ctx, x):
        paddle.tanh(x)
        raise ValueError("as expected")

    @staticmethod
    def backward(ctx, dx):
        return dx


def errors_that_are_caught():
    w = weight(3)

    def loss(_):
        for fails in (lambda: Failing.apply(w), lambda: paddle.matmul(w, weight(5, 5))):
            with pytest.raises((ValueError, OpscopeError)):
                fails()
        return paddle.sum(w * w)

    steps(loss, w)


def without_steps():
    x = weight(3)
    for _ in range(1200):
        x = paddle.tanh(x)


BODIES = [
    dense,
    normalized,
    written_in_place,
    in_a_layer,
    hooked,
    gradients_of_gradients,
    several_results_and_names,
    errors_that_are_caught,
    without_steps,
]


OPS = [
    lambda h, w, b, n: paddle.tanh(h),
    lambda h, w, b, n: paddle.matmul(h, w),
    lambda h, w, b, n: h + b.add_(paddle.ones([3, 3])),
    lambda h, w, b, n: write_element(h, b, n),
    lambda h, w, b, n: write_under_a_view(h, b),
    lambda h, w, b, n: F.dropout(h, 0.3),
    lambda h, w, b, n: paddle.multiply(*paddle.split(paddle.concat([h, h]), 2)),
    lambda h, w, b, n: h + h.detach(),
    lambda h, w, b, n: fail_and_go_on(h),
    lambda h, w, b, n: hooked_clone(h),
    lambda h, w, b, n: Twice.apply([h, h], 2.0)[0] if not h.stop_gradient else h,
    lambda h, w, b, n: paddle.clip(h, -2, 2).transpose([1, 0]),
]


def write_element(h, buffer, number):
    buffer[number % 3] = float(number)
    return h * 1.0


def write_under_a_view(h, buffer):
    view = buffer.reshape([9])
    buffer.set_value(buffer * 0.5)
    return h + paddle.sum(view)


def fail_and_go_on(h):
    with pytest.raises(OpscopeError):
        paddle.matmul(h, paddle.ones([5, 5]))
    return h


def hooked_clone(h):
    h = h.clone()
    h.register_hook(lambda g: g * 0.5)
    return h


def by_chance(seed):
    """A training loop of ops drawn by chance."""
    rng = np.random.default_rng(seed)
    plans = [rng.integers(0, len(OPS), rng.integers(2, 9)) for _ in range(2)]

    def body():
        w, v, buffer = weight(3, 3), weight(3, 3), paddle.zeros([3, 3])

        def loss(number):
            h = w
            for op in plans[number % 2]:
                h = OPS[op](h, v, buffer, number)
            return paddle.mean(h * h)

        steps(loss, w, v, make=(SGD, Adam)[seed % 2])

    return body


def recorded(body, breakpoint):
    """What the records of a run hold."""
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        run = debug.Run(body)
        if breakpoint:
            run.breakpoint(breakpoint)
        run.start().wait(LONG)
    driver = run.session.driver
    return [place_of(p) for segment in driver.journal.segments for r in segment.records for p in r.places]


def place_of(place):
    operator, call = place.operator, place.caller[1]
    shown = [(name, array.tobytes(), array.shape) for name, array in place.values]
    function = None if call is None else (call.code.co_name, call.below)
    if operator is None:
        return None, place.after, place.depth, shown, function
    named = operator.type, operator.id, operator.inputs, operator.outputs, operator.role
    named = (*named, site_of(operator.call), operator.layer_path)
    return named, place.after, place.depth, shown, function


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_the_record_is_that_of_notified_calls(body):
    notified, logged = recorded(body, "op:nothing_has_this_name"), recorded(body, "")
    assert len(logged) == len(notified)
    for now, then in zip(logged, notified, strict=True):
        assert now == then


@pytest.mark.parametrize("seed", range(16))
def test_the_record_of_a_random_program_is_that_of_notified_calls(seed):
    assert recorded(by_chance(seed), "") == recorded(by_chance(seed), "op:nothing_has_this_name")


def test_calls_are_logged_where_nothing_can_stop(begin):
    seen = []

    def body():
        w = weight(3)

        def loss(_):
            seen.append(thread_state.log is not None)
            return paddle.sum(w * w)

        steps(loss, w)

    begin(body).wait(LONG)
    assert all(seen) and len(seen) == STEPS
    seen.clear()
    begin(body, record=False).wait(LONG)
    assert all(seen)


def test_a_record_takes_part_in_the_budget_before_it_is_read(begin, monkeypatch):
    monkeypatch.setattr(CondensedHistory, "_is_worthwhile", lambda self: False)

    def body():
        w = weight(1000)
        steps(lambda n: paddle.sum(paddle.tanh(paddle.tanh(w))), w)

    run = begin(body)
    run.wait(LONG)
    records = [r for s in run.session.driver.journal.segments for r in s.records]
    before = [r.nbytes for r in records]
    assert len(records) == STEPS and min(before) > 7 * 4000  # w, its gradient, two tanh and theirs, w before the update
    for record in records:
        assert len(record.places) == record.ticks
    # a record that was read keeps its log, too, so that it can be condensed
    assert max(r.nbytes / b for r, b in zip(records, before, strict=True)) < 2.0


@pytest.mark.parametrize("make", [lambda x: x / 0.0, lambda x: paddle.log(x - 1.0)], ids=["inf", "log of zero"])
def test_a_watch_stops_at_the_call_and_the_program_may_go_on(standing, make):
    def body():
        x = tensor(1.0, 2.0)
        for number in range(4):
            y = x * 2.0
            if number == 2:
                with np.errstate(all="ignore"):
                    y = make(x)
        return y.tolist()

    run = standing(body)
    run.watch("nan")
    run.cont()
    run.until_stopped(LONG)
    assert not np.isfinite(run.value("out")).all()
    assert run.here.op_type in ("divide", "elementwise_div", "scale", "log", "elementwise_mul")
    run.cont()
    assert run.wait(LONG) == [2.0, 4.0]


def test_a_pause_in_a_layer_stands_in_it(begin):
    entered = []

    class Waits(PyLayer):
        @staticmethod
        def forward(ctx, x):
            paddle.tanh(x)
            entered.append(True)
            while len(entered) < 2:
                x = x + 0.0
            return x

        @staticmethod
        def backward(ctx, dx):
            return dx

    run = begin(lambda: Waits.apply(tensor(1.0)) * 2.0)
    while not entered:
        pass
    run.pause(LONG)
    names = [level.operator for level in run.stack()]
    assert len(names) == 2 and "Waits(" in names[0] and run.frame().function.endswith("Waits.forward")
    assert run.goto(1, 1).op_type == "tanh"
    entered.append(True)
    run.cont()
    assert run.wait(LONG).tolist() == [2.0]


def test_what_was_written_in_place_is_shown_as_it_was(begin):
    def body():
        x = paddle.to_tensor(np.array([1.0, 2.0], "float32"))
        x.name = "x"
        w = weight(2)
        optimizer = SGD(0.1, parameters=[w])
        for number in range(5):
            view = x.reshape([2, 1])
            paddle.sum(w * view[:, 0]).backward()
            x.set_value(np.array([number, number], "float32"))
            optimizer.step()
            optimizer.clear_grad()

    run = begin(body)
    run.wait(LONG)
    for step, expected in ((1, [1.0, 2.0]), (2, [0.0, 0.0]), (5, [3.0, 3.0])):
        run.goto(step, "op:elementwise_mul")
        assert run.value("in1").tolist() == expected
