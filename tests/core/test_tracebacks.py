"""Tracebacks lead from the user's call to the user's line; opscope's frames are left out unless they are needed."""

import threading
import traceback

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.source import user_position_and_callers
from opscope.errors import OpscopeError
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from opscope.paddle.autograd import PyLayer
from opscope.runtime.executor import Executor
from tests.fresh import python

F = paddle.nn.functional


def fail(*_):
    raise LookupError("mine")


@pytest.fixture
def program():
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main, static.Program()):
        yield main


class FailingLayer(PyLayer):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, d):
        fail()


class FailingForward(PyLayer):
    forward = staticmethod(fail)


class Net(paddle.nn.Layer):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)


def tensor(*shape):
    made = paddle.ones(list(shape))
    made.stop_gradient = False
    return made


def hooked():
    x = tensor(2)
    (x * 2).register_hook(fail)
    y = x * 3
    y.register_hook(fail)
    y.sum().backward()


EAGER = {
    "op": lambda: paddle.matmul(tensor(2, 3), tensor(2, 3)),
    "composition": lambda: F.linear(tensor(2, 5), tensor(3, 4)),
    "layer": lambda: Net(paddle.nn.Sequential(paddle.nn.Linear(3, 4)))(tensor(2, 5)),
    "layer of the user": lambda: Net(fail)(tensor(2)),
    "PyLayer.forward": lambda: FailingForward.apply(tensor(2)),
    "PyLayer.backward": lambda: FailingLayer.apply(tensor(2)).sum().backward(),
    "grad": lambda: paddle.grad([FailingLayer.apply(tensor(2)).sum()], [tensor(2)]),
    "hook": hooked,
}


def py_func(function, **options):
    x = static.data("x", [2, 3], "float32")
    x.stop_gradient = False
    out = static.default_main_program().current_block().create_var(name="out", shape=[2, 3], dtype="float32")
    static.py_func(function, x, out, **options)
    return x, out


def run(fetch, times=1, **feed):
    exe = Executor()
    for _ in range(times):
        exe.run(feed=feed or {"x": np.ones((2, 3), "float32")}, fetch_list=[fetch])


def function_fails_at(number):
    def later(x, calls=[]):  # noqa: B006 (one list for each function)
        calls.append(1)
        return fail() if len(calls) == number else np.asarray(x)

    return lambda: run(py_func(later)[1], 4)


def backward_fails():
    x, out = py_func(np.asarray, backward_func=fail)
    run(static.gradients([paddle.sum(out)], [x])[0])


def loop():
    i = paddle.full([1], 0, "int64")
    static.nn.while_loop(lambda i: i < 2, fail, [i])


def static_pylayer():
    x = static.data("x", [2, 3], "float32")
    static.nn.static_pylayer(fail, [x], lambda d: d)


def shapes_differ():
    x, y = static.data("x", [None, 3], "float32"), static.data("y", [None, 3], "float32")
    run(x + y, x=np.ones((2, 3), "float32"), y=np.ones((4, 3), "float32"))


PROGRAMS = {
    "first run": function_fails_at(1),
    "lowered run": function_fails_at(4),
    "backward function": backward_fails,
    "operator": shapes_differ,
    "feed": lambda: run(py_func(np.asarray)[1], x=np.ones((9, 9), "float32")),
    "fetch": lambda: run("nowhere"),
    "building": lambda: paddle.matmul(static.data("x", [2, 3], "float32"), static.data("y", [2, 3], "float32")),
    "cond": lambda: static.nn.cond(static.data("p", [1], "bool"), fail, fail),
    "while_loop": loop,
    "static_pylayer": static_pylayer,
}


def check(action):
    """The traceback has this file's frames only, and no cause is shown that has none of them."""
    with pytest.raises((OpscopeError, LookupError)) as caught:
        action()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert {f.filename for f in frames} == {__file__}
    assert (frames[-1].name == "fail") == (str(caught.value) == "'mine'" or caught.value.args == ("mine",))
    text = "".join(traceback.format_exception(caught.value))
    assert "opscope/" not in text and text.count("Traceback") == 1


@pytest.mark.parametrize("action", EAGER.values(), ids=EAGER)
def test_frames_of_opscope_are_hidden_in_eager_code(action):
    check(action)


@pytest.mark.parametrize("action", PROGRAMS.values(), ids=PROGRAMS)
def test_frames_of_opscope_are_hidden_in_programs(action, program):
    check(action)


def test_what_a_function_of_the_user_calls_stays():
    def solve(_):
        return np.linalg.inv(np.zeros((2, 2)))

    with pytest.raises(np.linalg.LinAlgError) as caught:
        Net(solve)(tensor(2))
    names = [f.name for f in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1].startswith("_raise") and "solve" in names


def test_an_error_that_is_a_bug_of_opscope_keeps_all_frames(program, monkeypatch):
    _, out = py_func(np.asarray)
    monkeypatch.setattr(Executor, "_convert_feeds", None)
    with pytest.raises(TypeError) as caught:
        run(out)
    assert "executor.py" in "".join(traceback.format_exception(caught.value))


def test_a_kernel_of_the_user_is_shown_as_the_cause():
    op = REGISTRY["tanh"]
    former = op.kernel

    def kernel(xp, x):
        raise ValueError("in the kernel")

    op.kernel = kernel
    try:
        with pytest.raises(OpscopeError, match="in the kernel") as caught:
            paddle.tanh(tensor(2))
    finally:
        op.kernel = former
    cause = caught.value.__cause__
    assert cause is not None and traceback.extract_tb(cause.__traceback__)[-1].name == "kernel"


FAILS = """
import opscope as paddle
def build():
    return paddle.matmul(paddle.ones([2, 3]), paddle.ones([2, 3]))
build()
"""


@pytest.mark.parametrize("full", ["0", "1"])
def test_the_environment_keeps_all_frames(full, tmp_path, monkeypatch):
    path = tmp_path / "train.py"
    path.write_text(FAILS)
    monkeypatch.setenv("OPSCOPE_FULL_TRACEBACK", full)
    for command in ([str(path)], ["-m", "opscope", "run", str(path)]):
        shown = python(*command).stderr
        assert "train.py" in shown and "ShapeError: matmul: the inner dims differ" in shown
        assert ("/eager/tensor.py" in shown) == (full == "1")
        assert shown.count("Traceback") == 1 + int(full)


def files_of(trace):
    return [frame.filename for frame in traceback.extract_tb(trace)]


def test_memory_that_lacks_is_no_bug_of_opscope(program):
    huge = paddle.full([1 << 45], 1.0) + 1.0
    with pytest.raises(MemoryError, match="Unable to allocate") as failed:
        Executor().run(program, fetch_list=[huge])
    assert files_of(failed.value.__traceback__) == [__file__]
    assert "raised in fill_constant()" in failed.value.__notes__[0]


def test_memory_that_lacks_in_eager_code():
    with pytest.raises(MemoryError, match="Unable to allocate") as failed:
        paddle.matmul(paddle.ones([1 << 20, 1]), paddle.ones([1, 1 << 25]))
    assert files_of(failed.value.__traceback__) == [__file__]
    assert "raised in matmul(x float32[1048576, 1], y float32[1, 33554432])" in failed.value.__notes__[0]


def test_an_error_in_a_thread_of_a_recorded_program(monkeypatch):
    seen = []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(files_of(args.exc_value.__traceback__)))

    def body():
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()

    debug.start(body, on_error=False).wait()
    (files,) = seen
    assert files[-1] == __file__ and not any("opscope/debug" in file for file in files)


def test_the_callers_of_consecutive_calls_are_one_tuple():
    def position():
        return user_position_and_callers()

    found = [position() for _ in range(3)]
    assert found[0] == found[1] and found[0][2] is found[1][2] is found[2][2]
    assert user_position_and_callers()[2] != found[0][2]
