"""Watchers compose: opened and ended in any order, each finds what it finds alone; at the end none is left."""

import itertools
import threading
from contextlib import nullcontext

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.gradients import checking
from opscope.debug.profile.profile import profile
from opscope.eager.optimizers.optimizer_steps import on_optimizer_step, optimizer_step
from opscope.eager.pylayer import apply_hooks
from opscope.eager.watch import watched
from opscope.paddle import static
from opscope.paddle.autograd import PyLayer
from opscope.runtime.executor import Executor
from opscope.runtime.instrument import Instrumentation, current, instrumented
from tests.eager.watching import OFF, Log, seams

LONG = 60.0
PLAIN_RUN = Executor.run
NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def nothing_is_left():
    yield
    assert seams() == OFF and Executor.run is PLAIN_RUN and not apply_hooks.open
    assert current() == Instrumentation()


def wrong_layer():
    """A PyLayer with a name of its own, whose gradient is wrong."""
    backward = staticmethod(lambda ctx, d: d * 3.0)
    return type(
        f"Own{next(NUMBERS)}", (PyLayer,), {"forward": staticmethod(lambda ctx, x: x * 2.0), "backward": backward}
    )


def apply_one():
    """Applies a new PyLayer; returns its name, under which a check finds it, and the gradient."""
    own, x = wrong_layer(), paddle.to_tensor([1.0, 2.0])
    x.stop_gradient = False
    own.apply(x).sum().backward()
    return own.__name__, x.grad.tolist()


class Program:
    """A program with a py_func whose gradient is wrong; three training steps."""

    def __init__(self):
        self.main, startup = static.Program(), static.Program()
        with static.program_guard(self.main, startup):
            h = static.nn.fc(static.data("x", [4, 3], "float32"), 3)
            out = self.main.current_block().create_var(name="out", shape=[4, 3], dtype="float32")

            def wrong(a):
                return np.array(a) * 2

            static.py_func(wrong, h, out, backward_func=lambda a, b, d: np.array(d) * 3)
            self.loss = paddle.mean(out)
            paddle.optimizer.SGD(0.1).minimize(self.loss)
        self.exe = static.Executor()
        self.exe.run(startup)
        self.x = np.random.default_rng(0).standard_normal((4, 3)).astype("float32")

    def __call__(self):
        return [self.exe.run(self.main, feed={"x": self.x}, fetch_list=[self.loss])[0].item() for _ in range(3)]


def checked(found, name):
    return any(name in c.name for c in found)


@pytest.mark.parametrize("order", [*itertools.permutations(range(5))][::17])
def test_eager_watchers_end_in_any_order(order):
    paddle.disable_static()
    log, steps, made = Log(), [], []
    blocks = {0: checking(), 1: watched(log), 2: checking(), 3: profile(), 4: watched(Log())}
    for at in sorted(blocks, key=lambda at: order[-1 - at]):
        made.append((at, blocks[at].__enter__()))
    found = dict(made)
    for at in (None, *order):
        if at is not None:
            blocks.pop(at).__exit__(None, None, None)
        steps.append(len(log.lines))
        name, grad = apply_one()
        assert grad == [3.0, 3.0]
        assert [checked(found[at], name) for at in (0, 2)] == [at in blocks for at in (0, 2)]
        assert (len(log.lines) > steps[-1]) == (1 in blocks)
        if 1 in blocks:
            assert log.lines[steps[-1]] == name and log.lines.count(name) == 1  # not what a check does itself


@pytest.mark.parametrize("order", [*itertools.permutations(range(3))])
def test_watchers_of_programs_end_in_any_order(order):
    paddle.enable_static()
    program = Program()
    blocks = {0: checking(times=100), 1: profile(), 2: profile(program.exe)}
    found = {at: block.__enter__() for at, block in blocks.items()}
    for at in order:
        timed = [len(found[at].timed) + found[at]._stopwatch.untimed for at in (1, 2)]
        program()
        now = [len(found[at].timed) + found[at]._stopwatch.untimed for at in (1, 2)]
        assert [b - a for a, b in zip(timed, now, strict=True)] == [3 * (at in blocks) for at in (1, 2)]
        blocks.pop(at).__exit__(None, None, None)
    assert checked(found[0], "py_func")


def test_checks_of_several_threads_see_all_threads():
    paddle.disable_static()
    made, barrier = {}, threading.Barrier(4)

    def work(number):
        block = checking()
        found = block.__enter__() if number % 2 else []
        barrier.wait(LONG)
        names = [apply_one()[0] for _ in range(5)]
        barrier.wait(LONG)
        if number % 2:
            block.__exit__(None, None, None)
        made[number] = names, found

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    everything = {name for names, _ in made.values() for name in names}
    for number, (_, found) in made.items():
        assert {c.name.removesuffix(".backward") for c in found} == (everything if number % 2 else set())


@pytest.mark.parametrize("first", ["run", "check"])
def test_a_check_beside_a_recorded_run(first):
    """While the run stands, while it goes on, and when it is over."""
    paddle.disable_static()
    check = checking()
    found = check.__enter__() if first == "check" else None
    run = debug.start(lambda: [apply_one() for _ in range(3)], entry=True)
    run.until_stopped(LONG)
    found = check.__enter__() if found is None else found
    names = [apply_one()[0]]
    run.cont()
    theirs = run.wait(LONG)
    names.append(apply_one()[0])
    check.__exit__(None, None, None)
    names += [name for name, _ in theirs[1:]]  # the first may have begun before the check
    assert all(checked(found, name) for name in names)
    assert all(grad == [3.0, 3.0] for _, grad in theirs)
    run.goto(1)
    assert run.here.op_type == theirs[0][0]


def test_a_check_inside_a_recorded_run_of_a_program():
    """What runs inside it is recorded as before, can be visited, and calls no function again."""
    paddle.enable_static()
    program, found = Program(), []

    def body():
        losses = program()
        with checking() as checks:
            losses += program()
        found.extend(checks)
        return losses + program()

    run = debug.start(body)
    losses = run.wait(LONG)
    assert run.steps == 9 and checked(found, "py_func")
    assert not checked([c for c in found if c.right], "py_func")
    count = len(found)
    for step in (9, 5, 2):
        run.goto(step)
        run.run_to_end()
        assert run.value(program.loss.name).item() == losses[step - 1]
    assert len(found) == count
    assert [run.values(program.loss.name)[s].item() for s in range(1, 10)] == losses


def test_a_tap_level_that_is_set_inside_a_block_lasts():
    paddle.enable_static()
    program = Program()

    def body():
        with profile(program.exe), instrumented((lambda plan: plan,)):
            program()
            start.wait(LONG)
            run.dial("out", "statistics")
            program()
        program()

    start = threading.Event()
    run = debug.start(body, hz=None)
    start.set()
    run.wait(LONG)
    assert {seen.step for seen in run.history.of("out")} == {*range(4, 10)}


def test_optimizer_listeners_end_in_any_order():
    seen = []

    def listener(name):
        def enter():
            seen.append(name)
            return nullcontext()

        return enter

    first, second = on_optimizer_step(listener("first")), on_optimizer_step(listener("second"))
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    with optimizer_step():
        pass
    second.__exit__(None, None, None)
    with optimizer_step():
        pass
    assert seen == ["second"]
