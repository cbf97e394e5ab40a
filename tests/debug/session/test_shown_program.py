"""The panel draws the program that the run stands in, and colors it by the values of that program."""

import numpy as np
import pytest

from opscope import paddle
from opscope.debug.runs.run import Run
from opscope.events import BreakpointsChanged, ValueSeen
from opscope.paddle import static

LONG = 60.0


class DrawnRun(Run):
    """A run that notes the programs that are drawn."""

    def __init__(self, *args, **kwargs):
        self.drawn = []
        super().__init__(*args, **kwargs)

    def _draw(self, program):
        self.drawn.append(program.id)

    def last_drawn(self):
        """The program that is drawn where the run stands."""
        self.names()  # its answer comes behind the report of the stop
        return self.drawn[-1]


def start(body, **options):
    run = DrawnRun(body, **options)
    run.start()
    run.until_stopped(LONG)
    return run


@pytest.fixture
def two_programs():
    """A start-up program, and two programs that train by turns, as those of a GAN."""
    paddle.enable_static()
    programs, startup = [static.Program(), static.Program()], static.Program()
    losses = []
    for number, program in enumerate(programs):
        with static.program_guard(program, startup):
            x = static.data("x", [2, 4], "float32")
            loss = paddle.mean(static.nn.fc(x, 3, activation="tanh" if number else "relu"))
            paddle.optimizer.SGD(0.1).minimize(loss)
            losses.append(loss)
    exe, scope = static.Executor(), static.Scope()

    def body():
        exe.run(startup, scope=scope)
        for _ in range(3):
            for program, loss in zip(programs, losses, strict=True):
                exe.run(program, feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss], scope=scope)

    yield body, startup.id, [program.id for program in programs]
    paddle.disable_static()


def test_the_program_of_each_place_is_drawn(two_programs):
    body, startup, (first, second) = two_programs
    run = start(body, entry=True, breakpoints=["op:relu", "op:tanh"])
    assert run.last_drawn() == startup
    for op, program in (("relu", first), ("tanh", second), ("relu", first)):
        run.cont()
        run.until_stopped(LONG)
        assert (run.here.op_type, run.last_drawn()) == (op, program)
    run.next(timeout=LONG)
    count = run.last_drawn() and len(run.drawn)
    run.step_back()
    run.until_stopped(LONG)
    assert run.last_drawn() and len(run.drawn) == count, "the same program is not drawn again"
    for step, program in ((2, second), (1, first)):
        run.goto(step, timeout=LONG)
        assert run.last_drawn() == program
    run.clear()
    run.cont()
    run.wait(LONG)


def test_a_program_is_drawn_once_while_the_run_goes_on(two_programs):
    body, _, programs = two_programs
    run = start(body)
    run.wait(LONG)
    assert run.drawn == programs


def test_the_start_up_program_gives_way_to_the_first_step(two_programs):
    body, startup, programs = two_programs
    run = start(body, entry=True)
    run.goto(2, timeout=LONG)
    run.reverse_continue()
    run.until_stopped(LONG)
    assert run.last_drawn() == startup
    run.cont()
    run.wait(LONG)
    assert run.last_drawn() in programs


def test_values_say_which_program_has_their_operator(two_programs):
    body, startup, (first, second) = two_programs
    run = start(body, taps=["*"])
    run.wait(LONG)
    made = {(e.op_type, e.program) for e in run.history.events() if isinstance(e, ValueSeen)}
    assert made >= {("relu", first), ("tanh", second), ("fill_constant", startup)}
    assert made.isdisjoint({("relu", second), ("tanh", first), ("sgd", startup)})


def test_eager_code_and_a_program_are_drawn_by_turns():
    paddle.enable_static()
    program = static.Program()
    with static.program_guard(program):
        out = paddle.tanh(static.data("x", [2], "float32"))
    paddle.disable_static()
    exe = static.Executor()

    def body():
        w = paddle.create_parameter([2], "float32")
        optimizer = paddle.optimizer.SGD(0.1, parameters=[w])
        for _ in range(3):
            paddle.enable_static()
            (seen,) = exe.run(program, feed={"x": np.ones(2, "float32")}, fetch_list=[out])
            paddle.disable_static()
            loss = paddle.mean(paddle.exp(w * paddle.to_tensor(seen)))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = start(body, breakpoints=["op:tanh", "op:exp"], taps=["*"])
    kinds = []
    while not run.done:
        kinds.append((run.here.op_type, run.last_drawn() == program.id))
        run.cont()
        run.until_stopped(LONG)
    assert kinds == [("tanh", True), ("exp", False)] * 3
    eager = {e.program for e in run.history.events() if isinstance(e, ValueSeen) and e.op_type == "exp"}
    assert eager == set(run.drawn) - {program.id}, "the drawing of eager calls has the number of their values"


def test_breakpoints_say_which_program_has_their_operators(two_programs):
    """At the end of the run the dot of op:tanh was drawn at an operator of the other program."""
    body, _, programs = two_programs
    run = start(body, breakpoints=[("op:relu", "step == 1")])
    seen = [run.last_drawn()]
    run.cont()
    run.wait(LONG)
    run.flush()
    events = [e for e in run.history.events() if isinstance(e, BreakpointsChanged)]
    operators = {p.id: p.operators for p in run.session.driver.navigator.programs().programs}
    assert seen == [programs[0]] and events
    for event in events:
        for number in map(int, " ".join(event.ops).split()):
            assert next(o for o in operators[event.program] if o.id == number).type == "relu"
