"""Watches: what they leave behind when something is raised, what they keep alive, several at once, threads."""

import gc
import threading
import weakref
from contextlib import ExitStack

import numpy as np
import pytest

from opscope import paddle
from opscope.core import random
from opscope.eager.watch import watched
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD
from tests.eager.watching import OFF, Log, Mlp, early, seams, tensor


@pytest.fixture(autouse=True)
def nothing_stays():
    yield
    assert all(now is then for now, then in zip(seams(), OFF, strict=True))


# --- raising ----------------------------------------------------------------------------------------


class Ended(BaseException):
    pass


def end_at(name):
    def before(call):
        if call.op.name == name:
            raise Ended(name)

    return Log(before)


def test_ended_in_forward():
    x = tensor(1, 2)
    log = end_at("exp")
    with watched(log):
        y = paddle.tanh(x)
        with pytest.raises(Ended, match="exp"):
            paddle.exp(y)
    assert log.lines == ["tanh", "exp"]
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx((1 - np.tanh([1, 2]) ** 2).tolist())


@pytest.mark.parametrize("name, retain", [("sum_grad", False), ("tanh_grad", True)])
def test_ended_in_backward_before_anything_is_released(name, retain):
    x = tensor(1, 2)
    y = paddle.tanh(x).sum()
    with pytest.raises(Ended), watched(end_at(name)):
        y.backward(retain_graph=retain)
    assert x.grad is None and paddle.is_grad_enabled()
    y.backward()
    assert x.grad.tolist() == pytest.approx((1 - np.tanh([1, 2]) ** 2).tolist())


def test_ended_late_in_backward_the_next_step_is_whole():
    model = Mlp()
    with pytest.raises(Ended), watched(end_at("tanh_grad")):
        model.loss().backward()
    assert [p.grad for p in model.parameters] == [None] * 4 and paddle.is_grad_enabled()
    random.seed(5)
    found = model.step(SGD(0.1, parameters=model.parameters))
    random.seed(5)
    fresh = Mlp()
    assert found == fresh.step(SGD(0.1, parameters=fresh.parameters))


def test_ended_inside_a_pylayer_the_depth_comes_back():
    log = end_at("tanh")
    with watched(log):
        with pytest.raises(Ended):
            early([tensor(1.0), tensor(2.0)], 2.0)
        tensor(1.0) + tensor(1.0)
    assert log.lines == ["Twice", "  tanh", "add"] and paddle.is_grad_enabled()


def test_a_failed_op_has_failed_in_place_of_after():
    told = []
    log = Log(on_after=lambda call: told.append(call.number))
    with pytest.raises(ValueError, match="matmul") as raised, watched(log):
        paddle.matmul(tensor(1, 2), tensor(1, 2, 3))
    assert told == [] and log.errors == [(0, raised.value)] and log.calls[0].inputs == ()
    with watched(log):  # depths are counted as ever
        assert paddle.tanh(tensor(1.0)) is not None and log.calls[-1].depth == 0


def test_raised_in_after():
    def after(call):
        raise Ended

    x = tensor(1.0)
    with watched(Log(on_after=after)):
        with pytest.raises(Ended):
            paddle.tanh(x)
        with pytest.raises(Ended):
            paddle.tanh(x)
    assert paddle.tanh(x).tolist() == [np.tanh(1.0)]


# --- memory -----------------------------------------------------------------------------------------


def test_kept_calls_keep_no_values():
    log = Log()
    gc.disable()
    try:
        with watched(log):
            x = tensor(*range(100))
            y = paddle.tanh(paddle.tanh(x))
            alive = [weakref.ref(y), weakref.ref(y._value), weakref.ref(y._edge[0])]
            y.sum().backward()
            del y
            assert [r() for r in alive] == [None] * 3
    finally:
        gc.enable()
    assert all(c.inputs == c.outputs == () and c.attrs == {} and c.node is None for c in log.calls)


def test_what_a_pylayer_saved_goes_with_its_result():
    kept = []

    class Keeps(PyLayer):
        @staticmethod
        def forward(ctx, x):
            kept.append(weakref.ref(ctx))
            return x * 2.0

        @staticmethod
        def backward(ctx, dy):
            return dy * 2.0

    log = Log()
    with watched(log):
        Keeps.apply(tensor(1.0)).backward()
    gc.collect()
    assert log.calls[-2].op.name == "Keeps_grad" and kept[0]() is None


# --- watches beside and inside each other -----------------------------------------------------------


def test_nested_the_outer_first_and_last():
    order = []
    outer = Log(lambda c: order.append(("outer", c.number)), lambda c: order.append(("outer done", c.number)))
    inner = Log(lambda c: order.append(("inner", c.number)), lambda c: order.append(("inner done", c.number)))
    x = tensor(1.0)
    with watched(outer):
        paddle.tanh(x)
        with watched(inner):
            y = paddle.tanh(x)
            y.backward()
    assert order == [
        ("outer", 0), ("outer done", 0),
        ("outer", 1), ("inner", 0), ("inner done", 0), ("outer done", 1),
        ("outer", 2), ("inner", 1), ("inner done", 1), ("outer done", 2),
    ]  # fmt: skip
    assert outer.calls[2].forward_number == 1 and inner.calls[1].forward_number == 0


def test_overlapping():
    first, second = Log(), Log()
    a, b = ExitStack(), ExitStack()
    x = tensor(1.0)
    a.enter_context(watched(first))
    b.enter_context(watched(second))
    paddle.tanh(x)
    a.close()
    paddle.exp(x)
    b.close()
    paddle.sqrt(x)
    assert first.lines == ["tanh"] and second.lines == ["tanh", "exp"]


def test_a_watch_that_begins_inside_a_call_counts_its_own_depth():
    log = Log()

    class Opens(PyLayer):
        @staticmethod
        def forward(ctx, x):
            with watched(log):
                return paddle.tanh(x)

    with watched(Log()):
        Opens.apply(tensor(1.0))
    assert log.lines == ["tanh"] and log.calls[0].number == 0


def test_a_watchers_own_ops_are_told_to_nobody():
    x = tensor(1.0, stop_gradient=True)
    outer, inner = Log(), Log(lambda call: paddle.exp(x), lambda call: paddle.exp(x).numpy())
    with watched(outer), watched(inner):
        paddle.tanh(x)
    assert outer.lines == inner.lines == ["tanh"]


def test_a_watch_that_is_opened_while_being_told_stays_and_one_that_is_closed_ends():
    stack, later = ExitStack(), Log()
    x = tensor(1.0)
    with stack:
        first = Log(lambda call: stack.enter_context(watched(later)) if not later.calls and call.number == 0 else None)
        with watched(first):
            paddle.tanh(x)
            paddle.exp(x)
        paddle.sqrt(x)
    assert first.lines == ["tanh", "exp"] and later.lines == ["exp", "sqrt"]

    stack = ExitStack()
    closing = Log(lambda call: stack.close())
    stack.enter_context(watched(closing))
    paddle.tanh(x)
    with watched(Log()):
        paddle.exp(x)
    assert closing.lines == ["tanh"]


def test_off_is_off_after_an_exception_too():
    with watched(Log()):
        assert all(now is not then for now, then in zip(seams(), OFF, strict=True))
        with pytest.raises(Ended), watched(Log()):
            raise Ended
        assert all(now is not then for now, then in zip(seams(), OFF, strict=True))
    with pytest.raises(Ended), watched(Log()):
        raise Ended
    assert all(now is then for now, then in zip(seams(), OFF, strict=True))


def test_only_the_thread_that_watches_is_told_and_may_be_held_up():
    paused, go_on = threading.Event(), threading.Event()
    results = {}

    def hold(call):
        paused.set()
        assert go_on.wait(60)

    log = Log(hold)

    def work():
        with watched(log):
            results["worker"] = paddle.exp(tensor(1.0)).tolist()

    worker = threading.Thread(target=work)
    worker.start()
    assert paused.wait(60)
    x = tensor(1.0, stop_gradient=True)
    x[0] = 2.0  # every other way in runs here meanwhile, without being told or waiting
    y = tensor(2.0)
    a, (b,) = early([y, y], 2.0)
    (paddle.tanh(x) + a + b + paddle.zeros([1])).backward()
    assert "worker" not in results and log.lines == ["exp"] and y.grad.tolist() == [5.0]
    go_on.set()
    worker.join(60)
    assert results["worker"] == [np.exp(1.0)]


def test_a_thread_that_watches_and_rests_is_not_told_of_others():
    resting, go_on = threading.Event(), threading.Event()
    log = Log()

    def work():
        with watched(log):
            resting.set()
            go_on.wait(60)
            paddle.exp(tensor(1.0))

    worker = threading.Thread(target=work)
    worker.start()
    assert resting.wait(60)
    paddle.tanh(tensor(1.0)).backward()
    go_on.set()
    worker.join(60)
    assert log.lines == ["exp"]


def test_many_threads_each_with_their_own_watch():
    logs, errors = [Log() for _ in range(6)], []

    def work(log, count):
        try:
            x = tensor(1.0, stop_gradient=True)
            for _ in range(20):
                with watched(log):
                    for _ in range(count):
                        paddle.tanh(x)
                paddle.exp(x)
        except BaseException as e:  # noqa: BLE001 (a thread's would be lost)
            errors.append(e)

    workers = [threading.Thread(target=work, args=(log, k)) for k, log in enumerate(logs)]
    [w.start() for w in workers]
    [w.join(60) for w in workers]
    assert not errors and [len(log.calls) for log in logs] == [20 * k for k in range(6)]
    assert {line for log in logs for line in log.lines} == {"tanh"}
