"""An error has one home: every place agrees about it, whatever the error is and wherever it is raised."""

import contextlib
import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.replay.program_failures import ProgramFailure, ProgramFailures
from opscope.debug.replay.stops import Position
from opscope.events import Stopped, Terminated
from opscope.paddle import static

LONG = 60.0


def raiser(error):
    """A function that raises an error, and has a local variable then."""

    def fail(*args):
        secret = 7  # noqa: F841 (read at the stop)
        raise error

    return fail


def plain(error):
    def body():
        paddle.tanh(paddle.ones([2]))
        raiser(error)()

    return body


def py_func(error):
    """A static program whose function fails in its fourth run: that is lowered."""
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [2], "float32")
        out = main.global_block().create_var(name="o", shape=[2], dtype="float32")
        calls = []

        def function(value):
            calls.append(value)
            return np.array(value) if len(calls) < 4 else raiser(error)(value)

        loss = paddle.mean(static.py_func(function, paddle.tanh(x), out))

    def body():
        exe = static.Executor()
        for _ in range(5):
            exe.run(main, feed={"x": np.ones(2, "float32")}, fetch_list=[loss])

    return body


def py_func_in_loop(error):
    """A static program whose function fails in a block."""
    main = static.Program()
    with static.program_guard(main):

        def step(i, y):
            out = main.current_block().create_var(name="inner", shape=[2], dtype="float32")
            static.py_func(raiser(error), y, out)
            return i + 1, out * 2.0

        first = [paddle.full([1], 0, "int64"), static.data("x", [2], "float32")]
        _, y = static.nn.while_loop(lambda i, y: i < 2, step, first)

    return lambda: static.Executor().run(main, feed={"x": np.ones(2, "float32")}, fetch_list=[y])


def forward(error):
    class Layer(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            try:
                return raiser(error)(paddle.exp(x))
            finally:
                paddle.exp(x)  # an operator on the error's way out

        @staticmethod
        def backward(ctx, dy):
            return dy

    return lambda: Layer.apply(paddle.ones([2]))


def backward(error):
    class Layer(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, dy):
            return raiser(error)(dy)

    def body():
        x = paddle.ones([2])
        x.stop_gradient = False
        Layer.apply(x.tanh()).sum().backward()

    return body


def tensor_hook(error):
    def body():
        x = paddle.ones([2])
        x.stop_gradient = False
        y = x.tanh()
        y.register_hook(raiser(error))
        y.sum().backward()

    return body


def layer_hook(error):
    def body():
        layer = paddle.nn.Linear(2, 2)
        layer.register_forward_post_hook(raiser(error))
        layer(paddle.ones([1, 2]))

    return body


def thread(error):
    """The error of a thread, which the body raises again."""

    def body():
        caught = []

        def work():
            try:
                forward(error)()
            except BaseException as e:  # noqa: BLE001 (raised in the body)
                caught.append(e)

        worker = threading.Thread(target=work)
        worker.start()
        worker.join()
        raise caught[0]

    return body


EAGER = (plain, forward, backward, tensor_hook, layer_hook, thread)
STATIC = (py_func, py_func_in_loop)


@pytest.fixture(params=[*EAGER, *STATIC], ids=lambda make: make.__name__)
def failing(request):
    """Makes a body that fails with an error."""
    if request.param in STATIC:
        paddle.enable_static()
        yield request.param
        paddle.disable_static()
    else:
        yield request.param


@pytest.mark.parametrize("kind", [ValueError, SystemExit, KeyboardInterrupt])
@pytest.mark.parametrize("on_error", [False, True])
def test_every_place_says_the_same_of_an_error(failing, kind, on_error):
    error, events = kind("no luck"), []
    run = debug.start(failing(error), on_error=on_error, sinks=[events.extend])
    stops = 0
    while run.until_stopped(LONG) is not None and not run.done:
        stops += 1
        assert (run.here.reason, run.here.text) == ("exception", "ValueError: no luck")
        assert run.evaluate("secret", frame=-1) == 7
        run.cont()
    assert stops == (on_error and kind is ValueError)  # an interrupt, and `sys.exit`, are no faults to stop at
    for _ in range(2):
        with pytest.raises(kind) as found:
            run.wait(LONG)
        assert found.value is error
    assert run.error is error and run.state == "failed" and run.session.failures.shown.error is error
    assert (run.stack()[-1].function, run.evaluate("secret", frame=-1)) == ("raiser.fail", 7)
    failure = run.findings.every[-1]
    assert (failure.rule, failure.evidence) == ("run-failed", f"{kind.__name__}: no luck")
    assert [e.error.partition("\n")[0] for e in events if isinstance(e, Terminated)] == [f"{kind.__name__}: no luck"]
    assert sum(isinstance(e, Stopped) and e.reason == "exception" for e in events) == stops
    later = debug.post_mortem(error)
    assert later.error is error and later.evaluate("secret", frame=-1) == 7


def test_a_run_that_is_only_watched_has_the_failure(capsys):
    run = debug.start(plain(SystemExit(3)), record=False)
    with pytest.raises(SystemExit):
        run.wait(LONG)
    assert isinstance(run.error, SystemExit) and run.session.failures.end.error is run.error


def stops_of(body):
    """The lines at which a run stops for errors."""
    run, found = debug.start(body, on_error=True), []
    while run.until_stopped(LONG) is not None and not run.done:
        found.append(run.here.text)
        run.cont()
    return found


def test_an_error_that_is_caught_and_raised_again_by_a_later_operator_is_another_failure():
    error = ValueError("kept")

    class Layer(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            raise error

        @staticmethod
        def backward(ctx, dy):
            return dy

    def body():
        for _ in range(3):
            with contextlib.suppress(ValueError):
                Layer.apply(paddle.ones([2]))

    assert stops_of(body) == ["ValueError: kept"] * 3


def test_an_error_that_is_wrapped_on_its_way_out_stops_once():
    def body():
        try:
            try:
                paddle.matmul(paddle.ones([2, 3]), paddle.ones([2, 3]))
            except Exception as e:
                raise RuntimeError("step failed") from e
        except Exception as e:
            raise LookupError("epoch failed") from e

    assert len(stops_of(body)) == 1


def test_failures_of_two_threads_that_leave_at_the_same_time_are_each_noted_once():
    failures = ProgramFailures()
    first, second = ValueError("a"), ValueError("b")
    assert failures.note(ProgramFailure(first, None, Position(1, 5)))
    assert failures.note(ProgramFailure(second, None, Position(2, 5)))
    assert not failures.note(ProgramFailure(first, None, Position(1, 2)))
    assert not failures.note(ProgramFailure(second, None))
    assert failures.note(ProgramFailure(first, None, Position(3, 0)))
