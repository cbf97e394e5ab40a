"""on_error=True and an error of the program's own Python: the run stops there, and its past can be explored."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound, RunError
from opscope.paddle import static
from tests.debug.nets import Net
from tests.debug.stops import Film, alike, check_values, seen, stand

LONG = 60.0


class Plain(Net):
    """Three steps; then `fail` is called."""

    def __init__(self, fail=None):
        self.fail = fail or (lambda: None)
        super().__init__()

    def define(self, x):
        h = static.nn.fc(x, 4, activation="tanh", name="h")
        loss = paddle.mean(h * h)
        paddle.optimizer.SGD(0.1).minimize(loss)
        self.h, self.loss = h.name, loss.name
        return [loss]

    def __call__(self):
        found = super().__call__()
        self.fail()
        return found


def divide():
    return 1 / 0  # the line that fails


@pytest.fixture
def stopped():
    """A body whose code fails behind its third step, what it does before, and the run that stands there."""
    body = Plain()
    film = Film(body)
    body.fail = divide
    run = debug.start(body, on_error=True)
    run.until_stopped(LONG)
    yield body, film, run
    run.stop(LONG)


def test_it_stops_at_the_line_that_raised(stopped):
    _, _, run = stopped
    here = run.here
    assert (here.reason, here.op, here.step, here.past) == ("exception", -1, 3, False)
    assert here.text == "ZeroDivisionError: division by zero" and here.source == "return 1 / 0  # the line that fails"
    assert "test_uncaught_errors.py" in here.site and here.site.endswith("in divide")
    assert repr(here).startswith("<step 3, in the program's own code (exception: ZeroDivisionError")
    assert run.state == "paused" and not run.done and isinstance(run.error, ZeroDivisionError)


def test_values_there_are_those_at_the_end_of_the_last_step(stopped):
    body, film, run = stopped
    end = film.places[-1]
    check_values(end, seen(run))
    assert {body.loss, body.h + ".tmp_0"} & {*run.names()} and run.look(body.loss).step == 3
    assert run.evaluate(f"{body.loss} * 0") == 0.0 and run.stack()[-1].function == "divide"
    assert run.here.tick == end.tick and not run.here.past  # looking does not move


def test_the_past_is_explored_and_the_way_forward_ends_at_the_error_again(stopped):
    body, film, run = stopped
    for place in [p for p in film.places if p.depth == 0][::5]:
        stand(run, place)
        check_values(place, seen(run))
    run.goto(3)
    run.run_to_end(LONG)
    here = run.next(timeout=LONG)
    assert (here.reason, here.past, here.text) == ("exception", False, "ZeroDivisionError: division by zero")
    assert run.step_back().past and run.reverse_continue().reason == "entry"
    assert len(run.values(body.loss)) == 3


@pytest.mark.parametrize("move", ["cont", "next", "step_in", "run_to_end", "next_run", "stop"])
def test_going_on_lets_the_error_end_the_program(move):
    run = debug.start(Plain(divide), on_error=True)
    run.until_stopped(LONG)
    getattr(run, move)()
    with pytest.raises(ZeroDivisionError) as caught:
        run.wait(LONG)
    assert run.state == "failed" and caught.traceback[-1].name == "divide"
    assert not any(entry.name in ("_main", "_call_body") for entry in caught.traceback)


def test_waiting_for_it_says_where_it_stands(stopped):
    _, _, run = stopped
    with pytest.raises(RunError, match="stopped at ZeroDivisionError: division by zero") as caught:
        run.wait(LONG)
    assert caught.value.__cause__ is run.error


def test_there_nothing_can_be_edited(stopped):
    body, _, run = stopped
    with pytest.raises(RunError, match="only the current run can be edited"):
        run.set(body.loss, 0.0)
    tried = run.branch(2, {"x": np.ones((4, 3), "float32")}, names=[body.loss])  # it touches nothing of the run
    assert (tried.first, tried.last) == (2, 3) and tried.differences


def test_before_anything_has_run():
    run = debug.start(divide, on_error=True)
    here = run.until_stopped(LONG)
    assert (here.reason, here.op, here.step) == ("exception", -1, 0) and here.site.endswith("in divide")
    assert run.names() == [] and [frame.function for frame in run.stack()] == ["divide"]
    with pytest.raises(NotFound, match="nothing has run yet"):
        run.value("x")
    run.cont()
    with pytest.raises(ZeroDivisionError):
        run.wait(LONG)


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_what_ends_a_program_on_purpose_is_no_error(raised):
    def leave():
        raise raised

    run = debug.start(Plain(leave), on_error=True)
    with pytest.raises(raised):
        run.wait(LONG)
    assert run.here is None


def test_an_error_that_the_program_catches_does_not_stop_it():
    def careful():
        try:
            divide()
        except ZeroDivisionError:
            return

    body = Plain(careful)
    assert alike(debug.start(body, on_error=True).wait(LONG), Film(body).result)


def test_an_operators_error_stops_once():
    class Failing(Plain):
        def define(self, x):
            out = self.main.current_block().create_var(name="o", shape=[-1, 3], dtype="float32")

            def function(a):
                self.calls.append(1)
                if len(self.calls) == 2:
                    divide()
                return np.array(a)

            static.py_func(function, x, out)
            self.loss = "o"
            return [out]

    run = debug.start(Failing(), on_error=True)
    assert run.until_stopped(LONG).op_type == "py_func"
    run.cont()
    with pytest.raises(ZeroDivisionError):
        run.wait(LONG)


def test_another_error_while_one_is_handled_stops_again():
    class Wrapping(Plain):
        def define(self, x):
            self.loss = "y"
            return [paddle.matmul(x, static.data("y", [None, None], "float32"))]

        def feed(self, rng):
            return {**super().feed(rng), "y": np.ones((5, 2), "float32")}

        def __call__(self):
            try:
                super().__call__()
            except ValueError:
                divide()

    run = debug.start(Wrapping(divide), on_error=True)
    assert run.until_stopped(LONG).op_type == "matmul_v2"
    run.cont()
    here = run.until_stopped(LONG)
    assert (here.reason, here.op, here.text) == ("exception", -1, "ZeroDivisionError: division by zero")
    run.cont()
    with pytest.raises(ZeroDivisionError):
        run.wait(LONG)


# --- runs that are over ---------------------------------------------------------------------------


@pytest.mark.parametrize("fails", [False, True])
def test_a_run_that_is_over_answers_at_its_last_place(fails):
    body = Plain()
    film = Film(body)
    body.fail = divide if fails else body.fail
    run = debug.start(body)
    if fails:
        with pytest.raises(ZeroDivisionError):
            run.wait(LONG)
    else:
        run.wait(LONG)
    assert run.here is None
    check_values(film.places[-1], seen(run))
    assert run.look(body.loss).step == 3 and run.evaluate(body.loss) == film.result[0][-1][0]
    assert run.here is None  # looking does not move
    assert run.step_back().tick == film.places[-2].tick


def test_an_opened_recording_answers_at_its_last_place(tmp_path):
    body = Plain()
    run = debug.start(body)
    run.wait(LONG)
    run.save(tmp_path / "kept")
    opened = debug.open(tmp_path / "kept")
    assert opened.names() == run.names() and opened.value(body.loss) == run.value(body.loss)
    assert opened.look(body.loss).step == 3 and opened.here is None


def test_behind_an_evaluation_the_last_step_is_seen_too():
    body = Plain()

    def train():
        body.begin()
        evaluation, other = static.Program(), static.Program()
        with static.program_guard(evaluation, other):
            total = paddle.sum(static.data("x", [None, 3], "float32"), name="total")
        with static.scope_guard(body.scope):
            for value in (1.0, 2.0):
                body.exe.run(body.main, feed={"x": np.full((4, 3), value, "float32")}, fetch_list=body.fetch)
            body.exe.run(evaluation, feed={"x": np.full((1, 3), 5.0, "float32")}, fetch_list=[total])
        return total.name

    run = debug.start(train)
    total = run.wait(LONG)
    assert run.value(total) == 15.0 and run.value("x").shape == (1, 3)  # of the last run
    assert run.value(f"{body.loss}@GRAD") == 1.0 and run.look(body.loss).step == 2
    assert {total, body.loss} <= {*run.names()}
    assert run.here is None and run.step_back().run == 3
