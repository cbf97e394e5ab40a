"""Changed values: exactly what depends on them is computed again, and an edit that is undone leaves no trace."""

import random

import numpy as np
import pytest

from opscope import debug
from opscope.errors import RunError
from tests.debug.nets import (
    BatchNorm,
    Cond,
    Digits,
    DropoutAdam,
    LoopThenFunctions,
    NotSSA,
    PyFunc,
    PyFuncInLoop,
    Pylayer,
    TwoLoops,
    TwoScopes,
    While,
)
from tests.debug.stops import Film, alike, check_values, same, seen, stand

LONG = 60.0
VALUED = [DropoutAdam, While, Cond, Pylayer, Digits, BatchNorm, TwoScopes]


class Bench:
    """A body that stands at an outermost place of one of its runs, and what is to be edited there."""

    def __init__(self, body, seed, run=None, pc=None):
        self.body, self.random = body, random.Random(seed)
        self.film = Film(body)
        self.calls = list(body.calls)
        self.number = run or self.random.randrange(1, len(self.film.runs))
        outer = [p for p in self.film.runs[self.number] if p.depth == 0]
        self.place = outer[pc] if pc is not None else self.random.choice(outer[1:])
        self.run = debug.start(body, entry=True)
        self.run.until_stopped(LONG)
        while self.run.here.run < self.number:
            self.run.next_run(LONG)
        while self.run.here.tick < self.place.tick:
            self.run.next(timeout=LONG)
        self.edits = {}

    def choose(self):
        """A variable that has a value, and another value for it."""
        name = self.random.choice(sorted(n for n, v in seen(self.run).items() if v.size))
        old = self.run.value(name)
        rng = np.random.default_rng(self.random.randrange(1 << 30))
        if old.dtype.kind == "b":
            return name, ~old
        new = old + rng.integers(1, 3) if old.dtype.kind in "iu" else old * rng.uniform(0.5, 0.99, old.shape)
        return name, new.astype(old.dtype)

    def since(self, name):
        """Behind the instruction that wrote it last."""
        return max((p.pc for p in self.ran() if name in written(p.op)), default=-1) + 1

    def ran(self):
        return [p for p in self.film.runs[self.number] if p.depth == 0 and p.pc < self.place.pc]

    def downstream(self, name):
        """How many of the operators that have run read what depends on the value."""
        dirty, count, since = {name}, 0, self.since(name)
        for p in self.ran():
            if p.pc < since:
                continue
            if dirty & set(p.op.inputs):
                count += 1
                dirty |= written(p.op)
            else:
                dirty -= written(p.op)
            dirty -= {n for n, _ in self.edits.get((self.number, p.pc + 1), ())}  # an earlier edit stands there
        return count

    def set(self, name, value):
        self.edits.setdefault((self.number, self.since(name)), []).append((name, value))
        return self.run.set(name, value)

    def edited(self):
        return Film(self.body, self.edits, self.film, self.place.pc)

    def finish(self, result):
        self.run.cont()
        assert alike(self.run.wait(LONG), result)


def written(op):
    inputs = op.inputs if op.type == "py_func" and "sets" in repr(op.op.function) else ()
    return {n for n in (*op.outputs, *inputs) if n is not None}


def outer_values(film, bench):
    return film.outer(bench.number, bench.place.pc).values


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("net", [*VALUED, NotSSA, PyFunc, PyFuncInLoop])
def test_what_depends_on_it_and_nothing_else_is_computed_again(net, seed):
    bench = Bench(net(), seed)
    for _ in range(2):
        name, value = bench.choose()
        expected = bench.downstream(name)
        assert bench.set(name, value) == expected
    bench.run.undo()
    bench.run.undo()
    check_values(bench.place, seen(bench.run))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("net", VALUED)
def test_edited_values_are_those_of_a_run_with_that_value(net, seed):
    bench = Bench(net(), seed)
    for _ in range(3):
        bench.set(*bench.choose())
    values = seen(bench.run)
    bench.run.cont()
    result = bench.run.wait(LONG)
    film = bench.edited()
    assert not (d := [n for n in values if values[n].tobytes() != outer_values(film, bench)[n].tobytes()]), d
    assert alike(result, film.result)
    places = [p for p in film.places if p.depth == 0 and p.run >= bench.number]
    for place in bench.random.sample(places, min(8, len(places))):  # and so is its record
        stand(bench.run, place)
        check_values(place, seen(bench.run))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("net", [*VALUED, NotSSA, PyFunc, PyFuncInLoop])
def test_an_edit_that_is_undone_leaves_no_trace(net, seed):
    """Also after the run went on past what depends on it, and back; several edits are undone in turn."""
    bench = Bench(net(), seed + 10)
    before = seen(bench.run)
    calls = len(bench.body.calls)
    bench.set(*bench.choose())
    here = bench.run.here
    if bench.random.random() < 0.5:
        bench.run.step_back()
    bench.run.undo()
    if bench.run.here.tick == here.tick:
        assert alike(seen(bench.run), before)
    check_values(bench.film.runs[bench.number][bench.run.here.tick], seen(bench.run))
    if len(bench.body.calls) == calls:
        bench.finish(bench.film.result)


def test_an_edit_that_changes_how_many_places_there_are_moves_those_behind_it():
    bench = Bench(TwoLoops(), 1, run=2, pc=-1)
    run, body = bench.run, bench.body
    for name, scale in ((body.between.name, 0.5), (body.y.name, 0.3)):
        bench.set(name, run.value(name) * np.float32(scale))
    seen_at: list[tuple[int, dict]] = []
    for many in (1, 5):
        bench.set(body.i.name, np.array([many]))
        seen_at.append((run.here.tick, seen(run)))
        run.step_back(2)
        seen_at.append((run.here.tick, seen(run)))
        run.run_to_end(LONG)
    assert seen_at[0][0] < bench.place.tick < seen_at[2][0]
    run.cont()
    result = run.wait(LONG)
    edits = bench.edits.pop((2, bench.since(body.i.name)))
    for edit, places in ((edits[1], seen_at[2:]), (edits[0], seen_at[:2])):  # the films are taken when the run is over
        film = Film(body, {**bench.edits, (2, bench.since(body.i.name)): [edit]}, bench.film, bench.place.pc)
        assert all(alike(values, film.runs[2][tick].values) for tick, values in places)
        if edit is edits[1]:
            assert alike(result, film.result)
            run.goto(2)
            run.run_to_end(LONG)
            assert alike(seen(run), film.runs[2][-1].values)


def test_the_record_of_an_edited_run_has_the_noise_that_it_had():
    """Another number of iterations draws more; who draws behind the loop still draws what it drew."""
    bench = Bench(TwoLoops(), 2, run=2, pc=-1)
    bench.set(bench.body.i.name, np.array([6]))
    values = seen(bench.run)
    bench.run.cont()
    bench.run.wait(LONG)
    film = bench.edited()
    assert alike(values, film.runs[2][-1].values)
    for place in film.runs[2][::7]:
        stand(bench.run, place)
        check_values(place, seen(bench.run))


def test_functions_that_draw_behind_another_number_of_places():
    """They are not called again, and their record moves with them."""
    bench = Bench(LoopThenFunctions(), 1, run=2, pc=-1)
    run, calls = bench.run, list(bench.body.calls)
    bench.set(bench.body.i.name, np.array([4]))
    values, end = seen(run), run.here.tick
    assert bench.body.calls == calls and end > bench.place.tick
    run.cont()
    run.wait(LONG)
    run.goto(2)
    run.run_to_end(LONG)
    assert run.here.tick == end and alike(seen(run), values)


@pytest.mark.parametrize("known", [False, True])
def test_an_edit_in_a_block_moves_with_its_block(known):
    """Also in a block that is entered again only because someone may want to look (`known`)."""
    bench = Bench(TwoLoops(), 1, run=2, pc=-1)
    run, body = bench.run, bench.body
    run.goto(2, [p.op.id for p in bench.film.runs[2] if p.op is not None and p.op.type == "while"][1])
    run.set(body.between.name, run.value(body.between.name))  # the run itself comes back to here
    if known:
        run.undo()
    while run.here.op_type != "tanh":
        run.step_in()
    assert not run.here.past
    name = run.session.driver.navigator.cursor.next_operator.inputs[0]
    run.set(name, 0.5)
    run.run_to_end(LONG)
    values, end = run.value(body.y.name), run.here.tick
    assert not same(values, bench.place.values[body.y.name])
    run.set(body.i.name, 1)
    assert run.here.tick < end and same(run.value(body.y.name), values)
    while run.session.driver.edits.applied:
        run.undo()
    check_values(bench.place, seen(run))
    bench.finish(bench.film.result)


EDITED = [DropoutAdam, While, Cond, Pylayer, BatchNorm]


class Fiddler:
    """Edits, undoes and steps at random, without leaving the run that is edited."""

    def __init__(self, bench):
        self.bench, self.run, self.made = bench, bench.run, 0
        self.places = bench.film.runs[bench.number]

    def set(self):
        name = self.bench.random.choice(sorted(n for n, v in seen(self.run).items() if v.dtype.kind == "f"))
        if self.made < 4 and allowed(lambda: self.run.set(name, self.run.value(name) * 0.9)):
            assert (self.run.here.run, self.run.here.past) == (self.bench.number, False)
            self.made += 1

    def undo(self):
        if self.made and allowed(self.run.undo):
            self.made -= 1

    def step(self):
        word = self.bench.random.choice(["next", "step_in", "step_out"])
        if self.run.here.depth or (self.run.here.op != -1 and word != "step_out"):
            getattr(self.run, word)(timeout=LONG)

    def step_back(self):
        if self.run.here.tick:
            self.run.step_back()

    def goto(self):
        self.run.goto(self.run.here.step, self.bench.random.choice([p.op.id for p in self.places[:4] if p.depth == 0]))


def allowed(edit):
    """Whether an edit could be made from where the run stands."""
    try:
        edit()
    except RunError as e:
        if "outer block" in e.summary or "looked at" in e.summary:
            return False
        raise
    return True


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("net", EDITED)
def test_edits_anywhere_between_steps_to_and_fro(net, seed):
    """Standing in a block, in the past of the run, behind what was edited; all undone, nothing is left of them."""
    bench = Bench(net(), seed + 50)
    run, fiddler = bench.run, Fiddler(bench)
    for _ in range(25):
        getattr(fiddler, bench.random.choice(["set", "set", "undo", "step", "step", "step_back", "goto"]))()
    while run.here.depth:
        run.step_out(LONG)
    assert run.here.run == bench.number
    while run.session.driver.edits.applied:
        run.undo()
    navigator = run.session.driver.navigator
    check_values(bench.film.outer(bench.number, navigator.cursor.stack[0].frame.pc), seen(run))
    bench.finish(bench.film.result)
