"""Eager code in a session: what fails, what is changed where it stands, threads, programs among ops, taps."""

import threading

import numpy as np
import pytest

from opscope import paddle
from opscope.eager.tensor import Tensor
from opscope.errors import NotFound, RunError, UnsupportedError
from opscope.events import Next, Stopped, ValueSeen, Warned
from opscope.paddle import static
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD
from tests.debug.eager_runs import LONG, go_on, train
from tests.eager.watching import tensor

F = paddle.nn.functional
pytestmark = pytest.mark.usefixtures("nothing_stays")


def test_code_that_fails_stands_where_it_failed(begin):
    def body():
        x = paddle.tanh(tensor(1.0, 2.0), name="x")
        return paddle.matmul(x, tensor(1.0, 2.0, 3.0))

    run = begin(body)
    with pytest.raises(ValueError, match="matmul"):
        run.wait(LONG)
    here = run.step_back()
    assert (here.reason, here.op_type, here.past) == ("exception", "matmul_v2", True) and "matmul" in here.text
    assert run.value("x").tolist() == np.tanh([1.0, 2.0]).tolist()
    assert run.step_back().op_type == "tanh" and run.run_to_end().reason == "exception"


def test_code_that_fails_stops_there_when_asked_to(begin):
    def body():
        x = paddle.tanh(tensor(1.0, 2.0), name="x")
        try:
            Failing.apply(x)
        except ValueError:
            return paddle.exp(x)

    run = begin(body, on_error=True)
    here = run.until_stopped(LONG)
    assert (here.reason, here.op_type, here.depth, here.past) == ("exception", "matmul_v2", 1, False)
    assert "matmul" in here.text and run.value("x").shape == (2,) and run.step_back().past
    run.cont()
    assert run.wait(LONG).shape == [2]


class Failing(PyLayer):
    @staticmethod
    def forward(ctx, x):
        return paddle.matmul(x, tensor(1.0, 2.0, 3.0))

    @staticmethod
    def backward(ctx, dy):
        return dy


# --- changing ---------------------------------------------------------------------------------------


class WrongSquare(PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        return dy * x  # and not 2 * dy * x


def test_a_wrong_backward_is_found_and_set_right(begin):
    def body():
        x = tensor(3.0)
        x.name = "x"
        paddle.sum(WrongSquare.apply(x) * 2.0).backward()
        return x.grad.tolist()

    run = begin(body, breakpoints=["x@GRAD"])
    here = run.until_stopped(LONG)
    assert here.op_type == "WrongSquare_grad" and run.value("x@GRAD").tolist() == [6.0]
    run.step_back()
    run.step_in()
    assert run.here.past and run.here.op_type == "elementwise_mul" and "dy * x" in run.here.source
    assert go_on(run).text == here.text and not run.here.past
    assert run.set("x@GRAD", [12.0]) == 0 and run.value("x@GRAD").tolist() == [12.0]
    run.clear()
    assert go_on(run) is None and run.wait(LONG) == [12.0]


def test_what_an_op_made_is_set_and_all_that_comes_sees_it(begin):
    def body():
        x = tensor(1.0, 2.0)
        h = paddle.tanh(x, name="h")
        (h * h).sum().backward()
        return h.tolist(), x.grad.tolist()

    run = begin(body, breakpoints=["h"])
    run.until_stopped(LONG)
    run.set("h", 0.5)
    assert run.here.reason == "goto" and run.value("h").tolist() == run.value("out").tolist() == [0.5, 0.5]
    run.step_back()
    assert run.next().past is False
    run.clear()
    assert go_on(run) is None
    assert run.wait(LONG) == ([0.5, 0.5], [0.75, 0.75])  # backward of tanh reads its output: 2h (1 - h^2)


def test_an_input_is_set_before_the_op_runs_and_set_back(standing):
    def body():
        x = tensor(1.0, 2.0)
        x.name = "x"
        return paddle.tanh(x).tolist(), x.tolist()

    run = standing(body)
    run.set("x", 9.0, index=0)
    assert run.value("x").tolist() == [9.0, 2.0]
    assert run.undo() == "x[0] = 9.0" and run.value("x").tolist() == [1.0, 2.0]
    with pytest.raises(RunError, match="no value was set at this position"):
        run.undo()
    run.set("x", 0.0, index=1)
    run.cont()
    assert run.wait(LONG) == ([np.tanh(1.0), 0.0], [1.0, 0.0])


def test_a_view_is_set_without_what_it_shows(begin):
    def body():
        x = tensor(1.0, 2.0, stop_gradient=True)
        y = paddle.reshape(x, [2, 1])
        return x.tolist(), y.tolist()

    run = begin(body, breakpoints=["reshape_0"])
    run.until_stopped(LONG)
    run.set("reshape_0", 5.0)
    run.undo()
    run.set("reshape_0", 6.0)
    run.cont()
    assert run.wait(LONG) == ([1.0, 2.0], [[6.0], [6.0]])


def test_a_named_tensor_is_set_anywhere(standing):
    run = standing(train)
    run.run_to(4)
    run.next()
    run.goto(1, 5)
    run.set("w1", 0.0)
    run.goto(2, 1, LONG)
    assert np.abs(run.value("w1")).max() <= 0.2 and np.abs(run.value("w2")).max() > 1  # but for one step of 0.1


def test_what_is_refused(begin, standing):
    def shared():
        a = tensor(1.0, 2.0)
        a.name = "a"
        paddle.reshape(a, [2, 1]).sum().backward()

    run = begin(shared, breakpoints=["a@GRAD"])
    run.until_stopped(LONG)
    with pytest.raises(UnsupportedError, match="other gradients may share its array"):
        run.set("a@GRAD", 3.0)
    run = standing(train)
    with pytest.raises(UnsupportedError, match="attributes cannot be changed"):
        run.set_attr("op:tanh", "name", 1)
    with pytest.raises(UnsupportedError, match="cannot be compared"):
        run.compare()
    with pytest.raises(NotFound, match="no variable 'nothing'"):
        run.set("nothing", 1.0)
    run.next(count=3)
    run.step_back()
    with pytest.raises(RunError, match="in the past, so nothing can be changed"):
        run.set("h", 1.0)
    assert run.here.past and run.next().past is False


# --- threads, commands, programs --------------------------------------------------------------------


def test_ops_of_threads_of_the_program_are_told_and_of_others_not(standing):
    def body():
        done = []
        thread = threading.Thread(target=lambda: done.append(paddle.exp(tensor(1.0))))
        thread.start()
        thread.join(LONG)
        paddle.tanh(tensor(1.0))
        return len(done)

    run = standing(body)
    assert (run.here.op_type, run.here.op, run.here.thread) == ("exp", 0, 2)
    run.goto(1, "op:tanh")
    assert run.here.op_type == "tanh" and run.here.op == 0
    paddle.exp(tensor(2.0))  # nor those of who asks
    assert go_on(run) is None and run.wait(LONG) == 1


def test_two_runs_at_once_know_their_own_steps(begin):
    def body():  # without random numbers, whose stream is one for all
        w = tensor(1.0, 2.0)
        optimizer = SGD(0.1, parameters=[w])
        for _ in range(3):
            paddle.tanh(w).sum().backward()
            optimizer.step()
        return w.tolist()

    plain = body()
    runs = [begin(body, breakpoints=["op:tanh"]) for _ in range(2)]
    assert [r.until_stopped(LONG).op_type for r in runs] == ["tanh", "tanh"]
    runs[0].clear()
    runs[0].cont()
    assert runs[0].wait(LONG) == plain and runs[1].here.step == 1 and runs[1].steps == 0
    runs[1].clear()
    runs[1].cont()
    assert runs[1].wait(LONG) == plain


@pytest.mark.parametrize("record", [True, False])
def test_pause_looks_and_goes_on(begin, record):
    end = threading.Event()

    def body():
        x = tensor(1.0)
        while not end.is_set():
            x = paddle.tanh(x, name="x")
        return True

    run = begin(body, record=record)
    run.pause(LONG)
    assert run.here.reason == "pause" and run.here.op_type == "tanh" and "while" not in run.here.source
    run.cont()
    end.set()
    assert run.wait(LONG) is True


def test_the_panels_commands(standing):
    run = standing(train)
    run.handle(Next(request=1))
    assert run.session.call(lambda: 1, LONG) == 1
    stops = [e for e in run.history.events() if isinstance(e, Stopped)]
    assert [s.op for s in stops] == [0, 1] and stops[-1].op_type == "elementwise_add"


def test_stop_ends_the_code(standing):
    run = standing(train)
    run.stop(LONG)
    assert run.state == "stopped" and run.steps == 0


def mixed():
    """Eager data, a program, eager again, twice; the program calls a function that runs eager ops."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    function = lambda v: np.array(paddle.exp(Tensor(np.array(v))))
    with static.program_guard(main, startup):
        x = static.data("x", [2], "float32")
        out = main.current_block().create_var("called", [2], "float32")
        static.py_func(function, paddle.tanh(x), out)
        y = out * 2.0
    exe = static.Executor()
    paddle.disable_static()
    found = []
    for i in range(2):
        fed = paddle.sin(paddle.to_tensor(np.ones(2, "f") * i), name="fed")
        paddle.enable_static()
        (got,) = exe.run(main, feed={"x": fed.numpy()}, fetch_list=[y])
        paddle.disable_static()
        found.append(paddle.cos(paddle.to_tensor(got)).tolist())
    return found


def test_a_program_among_eager_ops(standing):
    plain = mixed()
    run = standing(mixed)
    seen = []
    while run.here is not None:
        seen.append((run.here.op_type or "end", run.here.step))
        run.next(timeout=LONG)
    one = ["sin", "tanh", "py_func", "scale", "end", "cos"]
    assert [s[0] for s in seen] == [*one, *one]
    assert [s[1] for s in seen] == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3]
    assert run.wait(LONG) == plain and run.steps == 2
    back = [run.step_back().op_type or "end" for _ in range(11)]
    assert back == [*one[::-1], *one[::-1]][:11]
    assert run.goto(2).op_type == "cos" and run.goto(2, "op:py_func").step == 2
    assert run.back_to_write("fed").op_type == "sin"


# --- taps -------------------------------------------------------------------------------------------


def test_taps_on_eager_ops(begin):
    run = begin(train, taps=["h", "op:mean", "grad:w?", "nothing"], hz=None)
    run.wait(LONG)
    seen = [e for e in run.history.events() if isinstance(e, ValueSeen)]
    assert [(e.name, e.step, e.op) for e in seen if e.step == 2] == [
        ("h", 2, 2), ("mean_6", 2, 6), ("w2@GRAD", 2, 9), ("w1@GRAD", 2, 13),
    ]  # fmt: skip
    h = next(e for e in seen if e.name == "h")
    assert h.shape == (5, 8) and h.op_type == "tanh" and "in loss" in h.site
    assert next(e for e in seen if e.name == "w1@GRAD").grad_of == "w1"
    assert [w.subject for w in run.history.events() if isinstance(w, Warned)] == ["nothing"]


def test_the_dial_is_turned_between_ops(standing):
    run = standing(train)
    run.dial("h", "statistics")
    run.cont()
    assert run.wait(LONG) == train()
    assert {e.step for e in run.history.of("h")} >= {1}
