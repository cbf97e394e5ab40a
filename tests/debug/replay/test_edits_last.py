"""What is set at a stop stays set until somebody writes it: also a parameter that the program only reads."""

import contextlib

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import RunError
from opscope.paddle import static
from tests.debug.nets import Net
from tests.debug.stops import Film, alike, seen

LONG = 60.0


class Reader(Net):
    """Reads `w` and writes `u`; `between` may write to the scope between two steps."""

    steps = 5

    def __init__(self):
        super().__init__()
        self.between = {}

    def film(self, between):
        self.between = between
        return Film(self)

    def define(self, x):
        w = static.create_global_var([3], 0.5, "float32", persistable=True, name="w")
        u = static.create_parameter([3, 1], "float32", name="u")
        self.h = h = paddle.tanh(x * w)
        loss = paddle.mean(paddle.square(paddle.matmul(h, u)))
        paddle.optimizer.SGD(0.1, parameters=[u]).minimize(loss)
        return [loss, h]

    def step(self, rng):
        number = self.exe.steps.get(self.main, 0) + 1
        for name, value in self.between.get(number, {}).items():
            self.scope.find_var(name).get_tensor().set(np.full(3, value, "float32"), paddle.CPUPlace())
        return super().step(rng)


def edited(body, at, value, op="op:tanh", **options):
    """A run of a body, finished, whose `w` was set before an operator of step `at`."""
    run = debug.start(body, entry=True, **options)
    run.until_stopped(LONG)
    run.goto(at, op, timeout=LONG)
    run.set("w", value)
    run.cont()
    return run, run.wait(LONG)


@pytest.mark.parametrize("at", range(1, 6))
def test_an_edited_value_that_the_program_only_reads_is_that_of_later_steps(at, tmp_path):
    body = Reader()
    run, result = edited(body, at, 7.0, to=tmp_path / "live")
    film = body.film({at: {"w": 7.0}})
    assert alike(result, film.result)
    run.save(tmp_path / "saved")
    for past in (run, debug.open(tmp_path / "live"), debug.open(tmp_path / "saved")):
        for step in (5, 1, at, 3):
            past.goto(step, "op:tanh")
            assert alike(seen(past), film.runs[step][past.here.tick].values)


def test_until_somebody_writes_it():
    body = Reader()
    body.between = {4: {"w": 3.0}}
    _, result = edited(body, 2, 7.0)
    assert alike(result, body.film({2: {"w": 7.0}, 4: {"w": 3.0}}).result)


@pytest.mark.parametrize("at", [1, 3])
def test_a_branch_of_it_is_the_run_with_that_value(at):
    body = Reader()
    body.between = {5: {"w": 3.0}}
    run = debug.start(body)
    run.wait(LONG)
    names = [body.h.name, "u"]
    found = run.branch(at, {"w": 7.0}, names=names, until=4)
    films = body.film({at: {"w": 7.0}}), body.film({})
    for step in range(at, 5):
        for kept, film in zip((found.edited, found.untouched), films, strict=True):
            assert all(alike(kept[n][step], film.runs[step][-1].values[n]) for n in names)
    assert {"w", *names} <= {d.name for d in found.differences}
    last = run.branch(at, {"w": 7.0}).differences
    assert "w" not in {d.name for d in last}  # somebody has written it before step 5


def test_a_branch_of_a_run_that_was_edited():
    body = Reader()
    run, _ = edited(body, 2, 7.0)
    found = run.branch(1, {"w": 1.0}, names=["w"])
    assert found.edited["w"][1].tolist() == [1.0] * 3 and found.untouched["w"][1].tolist() == [0.5] * 3
    assert all(found.edited["w"][step].tolist() == [7.0] * 3 for step in (2, 3, 4, 5))


def test_an_edit_that_is_undone_does_not_last():
    body = Reader()
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.goto(2, "op:tanh", timeout=LONG)
    run.set("w", 7.0)
    run.run_to_end(LONG)
    run.step_back(2)
    run.undo()
    run.cont()
    assert alike(run.wait(LONG), body.film({}).result)


def test_an_edit_of_a_run_that_fails_does_not_last():
    """A run that fails stores nothing: neither what it computed nor what was set in it."""

    class Failing(Reader):
        def define(self, x):
            fetched = super().define(x)
            out = self.main.current_block().create_var(name="out", shape=[4, 3], dtype="float32")
            static.py_func(self.fail, x, out)
            return fetched

        def fail(self, x):
            if self.exe.steps[self.main] == 2:
                raise ValueError("no")
            return np.array(x)

        def step(self, rng):
            with contextlib.suppress(ValueError):
                return super().step(rng)

    run, result = edited(Failing(), 2, 7.0)
    assert result[1]["w"].tolist() == [0.5] * 3
    run.goto(3, "op:tanh")
    assert run.value("w").tolist() == [0.5] * 3


def test_a_value_of_the_block_around_is_set_there():
    """In the block it would be set for one iteration only; behind the loop, all iterations run again with it."""

    class Loop(Reader):
        def define(self, x):
            w = static.create_global_var([3], 0.5, "float32", persistable=True, name="w")
            i = paddle.full([1], 0, "int64")
            _, y = static.nn.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, paddle.tanh(y * w)), [i, x])
            return [y]

    body = Loop()
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.goto(2, "op:tanh", timeout=LONG)
    with pytest.raises(RunError, match=r"(?s)w belongs to an outer block and cannot be set in this block\n.*step out"):
        run.set("w", 7.0)
    run.step_out(LONG)
    run.set("w", 7.0)
    run.cont()
    assert alike(run.wait(LONG), body.film({2: {"w": 7.0}}).result)
