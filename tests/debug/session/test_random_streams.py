"""Runs at once that draw random numbers: each draws what it would draw alone, and its steps can be replayed."""

import os
import sys
import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.cli.script_run import ScriptRun
from opscope.core import random
from opscope.paddle import static

STEPS = 40


@pytest.fixture(autouse=True)
def many_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def training(seed=None, steps=STEPS, between=None):
    """A function that trains a program with dropout, in a scope of its own; returns its losses."""
    paddle.enable_static()
    main, startup, scope = static.Program(), static.Program(), static.Scope()
    with static.program_guard(main, startup), paddle.utils.unique_name.guard():
        h = paddle.tanh(static.nn.fc(static.data("x", [4, 3], "float32"), 5))
        loss = paddle.mean(paddle.square(paddle.nn.functional.dropout(h, 0.5)))
        paddle.optimizer.SGD(0.1).minimize(loss)
    exe = static.Executor()

    def train():
        if seed is not None:
            paddle.seed(seed)
        exe.run(startup, scope=scope)
        losses = []
        for step in range(1, steps + 1):
            if between is not None:
                between(step)
            losses += exe.run(main, feed={"x": np.full((4, 3), step, "float32")}, fetch_list=[loss], scope=scope)
        return [float(each) for each in losses]

    return train


def drawn(count=3):
    return [random.default.random() for _ in range(count)]


def numbers(seed, skip=0, count=3):
    """What follows a seed."""
    stream = random.Generator(seed)
    return [stream.random() for _ in range(skip + count)][skip:]


def replay(run, losses, every=3):
    """Look at the loss of each step, and compare it with the one that the program got: a step may not be replayed."""
    for step in range(1, len(losses) + 1, every):
        run.goto(step, "op:sgd")
        assert run.value("loss").item() == losses[step - 1]


def in_thread(function, *args):
    found = []
    thread = threading.Thread(target=lambda: found.append(function(*args)))
    thread.start()
    thread.join(60)
    return found[0]


def draw_until(run):
    while not run.done:
        random.default.random()


# --- runs at once ---------------------------------------------------------------------------------------


def test_two_runs_at_once_draw_as_each_alone_and_can_be_replayed():
    alone = [training(seed)() for seed in (1, 2)]
    runs = [debug.start(training(seed), title=f"run {seed}") for seed in (1, 2)]
    losses = [run.wait(60) for run in runs]
    assert losses == alone
    for run, each in zip(runs, losses, strict=True):
        replay(run, each)


def test_a_run_beside_a_thread_that_draws_can_be_replayed():
    paddle.seed(3)
    alone = training()()
    paddle.seed(3)
    run = debug.start(training())
    draw_until(run)
    assert run.wait(60) == alone
    replay(run, alone)


def test_others_go_on_from_the_state_at_the_start_of_the_run_and_keep_it():
    paddle.seed(3)
    run = debug.start(training(), entry=True)
    run.until_stopped(60)
    assert drawn() == in_thread(lambda: numbers(3)) == numbers(3)
    run.cont()
    run.wait(60)
    assert drawn() == numbers(3, 3), "what the run drew does not follow: the same numbers would come twice"


def test_a_seed_beside_a_run_is_no_seed_of_the_run_and_stays():
    paddle.seed(3)
    alone = training()()
    paddle.seed(3)
    run = debug.start(training(), entry=True)
    run.until_stopped(60)
    in_thread(paddle.seed, 5)
    assert random.default.initial_seed() == 5
    run.cont()
    assert run.wait(60) == alone
    assert random.default.initial_seed() == 5 and drawn() == numbers(5)


def test_a_seeded_run_beside_a_paused_one_draws_as_alone():
    alone = training(7)()
    paused = debug.start(training(1), breakpoints=[("op:tanh", "step == 5")])
    paused.until_stopped(60)
    run = debug.start(training(7))
    assert run.wait(60) == alone
    after = drawn()
    paused.cont()
    losses = paused.wait(60)
    assert losses == training(1)()
    replay(paused, losses)
    training(7)()
    assert drawn() == after


def test_a_state_that_is_set_beside_a_run_stays_even_if_it_is_that_of_the_start():
    paddle.seed(9)
    run = debug.start(training(), entry=True)
    run.until_stopped(60)
    paddle.set_rng_state([random.Generator(9).get_state()])
    run.cont()
    run.wait(60)
    assert drawn() == numbers(9)


def test_a_run_whose_own_threads_draw_beside_its_steps_can_be_replayed():
    train, found, ended = training(), [], threading.Event()

    def draw():
        while not ended.wait(1e-5):
            found.append(random.default.random())

    def body():
        thread = threading.Thread(target=draw)
        thread.start()
        losses = train()
        ended.set()
        thread.join()
        return losses

    paddle.seed(3)
    run = debug.start(body)
    replay(run, run.wait(60), every=1)
    assert found and len({*found}) == len(found), "no number comes twice"
    assert random.default.random() not in found


def test_a_thread_draws_as_without_a_run_beside_steps_that_do_not_draw():
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        y = paddle.nn.functional.dropout(static.data("x", [2], "float32"), 0.5, training=False)
    exe, found = static.Executor(), []

    def body():
        thread = threading.Thread(target=lambda: found.extend(drawn(300)))
        thread.start()
        while thread.is_alive():
            exe.run(main, feed={"x": np.zeros(2, "float32")}, fetch_list=[y])

    paddle.seed(3)
    debug.start(body).wait(60)
    assert found == numbers(3, 0, 300)


# --- one after the other: as without any recorded run ---------------------------------------------------------


def plain(body):
    return body()


def recorded(body):
    run = debug.start(body)
    losses = run.wait(60)
    replay(run, losses[:4])
    return losses


def watched(body):
    return debug.start(body, record=False).wait(60)


def as_script(body):
    run = ScriptRun(body)
    run.start().run_script()
    return run.result


def paused(body):
    run = debug.start(body, breakpoints=[("op:dropout", "step == 2")])
    run.until_stopped(60)
    run.goto(1, "op:tanh")
    run.branch(1, {"fc_0.w_0": np.zeros((3, 5), "float32")})
    run.cont()
    run.until_stopped(60)
    run.cont()
    return run.wait(60)


def inside_a_run(body):
    return debug.start(lambda: recorded(body)).wait(60)


def until_an_error(body):
    def fails():
        found.extend(body())
        raise KeyError("on purpose")

    found = []
    with pytest.raises(KeyError):
        debug.start(fails).wait(60)
    return found


def until_stop(body):
    def waits():
        found.extend(body())
        breakpoint()

    found = []
    run = debug.start(waits)
    run.until_stopped(60)
    run.stop()
    return found


def in_a_thread_of_the_run(body):
    return debug.start(lambda: in_thread(body)).wait(60)


WAYS = [recorded, watched, as_script, paused, inside_a_run, until_an_error, until_stop, in_a_thread_of_the_run]


def history(run):
    """All numbers of a program that draws before, in, between and after its runs."""
    shuffled = paddle.io.RandomSampler(range(6))
    paddle.seed(11)
    found = [drawn(), list(shuffled)]
    order = iter(shuffled)  # keeps the stream
    found += [run(training(steps=5)), drawn(1), [next(order)], run(training(steps=4, between=lambda _: next(order)))]
    found += [random.default.initial_seed(), list(shuffled), run(training(2, steps=3)), drawn()]
    state = paddle.get_rng_state()
    found += [random.default.initial_seed(), run(training(steps=2)), drawn()]
    paddle.set_rng_state(state)
    return [*found, run(training(steps=2)), drawn()]


@pytest.mark.parametrize("way", WAYS)
def test_sequential_programs_draw_the_same_numbers_as_without_a_run(way):
    assert history(way) == history(plain)


def test_a_comparison_within_a_run_begins_with_its_state_and_leaves_it():
    def body():
        found = [drawn(1)]
        found.append(debug.diff(training(steps=2), training(steps=2)).same)
        return [*found, drawn(1)]

    paddle.seed(3)
    assert debug.start(body).wait(60) == [numbers(3, 0, 1), True, numbers(3, 1, 1)]
    assert drawn() == numbers(3, 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_draws_as_the_thread_that_forked():
    def forked():
        reading, writing = os.pipe()
        if not (child := os.fork()):
            os.write(writing, repr((drawn(), random.default.claim().release())).encode())
            os._exit(0)
        os.waitpid(child, 0)
        return os.read(reading, 1000).decode()

    paddle.seed(3)
    run = debug.start(lambda: (drawn(), forked(), drawn()))
    assert run.wait(60) == (numbers(3), repr((numbers(3, 3), None)), numbers(3, 3))
    assert forked() == repr((numbers(3, 6), None)) and drawn() == numbers(3, 6)


def test_a_run_that_draws_nothing_leaves_no_generator():
    paddle.seed(3)
    assert debug.start(lambda: random.default._stream._generator).wait(60) is None
    assert random.default._stream._generator is None
