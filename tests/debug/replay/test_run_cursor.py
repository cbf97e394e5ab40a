"""Walks of random programs: views, variables written again, functions that set their inputs or share a buffer."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.core import state
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.session.session import Session
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from tests.debug.nets import DropoutAdam, Net, While
from tests.debug.stops import Film, alike, check_values, same, seen

LONG = 60.0
F = paddle.nn.functional

KINDS = ("tanh", "add", "transpose", "reshape", "slice", "dropout", "again", "sets", "shares", "views", "cond", "while")


class Program(Net):
    """Instructions (kind, which, which) on a growing list of 4 x 4 variables."""

    steps = 2

    def __init__(self, instructions):
        self.instructions = instructions
        super().__init__()

    def define(self, x):
        values, buffer = [paddle.matmul(x, x, transpose_y=True)], np.zeros((4, 4), "float32")
        for kind, first, second in self.instructions:
            a, b = values[first % len(values)], values[second % len(values)]
            found = getattr(self, f"_{kind}")(a, b, buffer)
            if found is not None:
                values.append(found)
        return [paddle.sum(v) for v in values]

    def _tanh(self, a, b, buffer):
        return paddle.tanh(a)

    def _add(self, a, b, buffer):
        return a * 0.5 + b

    def _transpose(self, a, b, buffer):
        return paddle.transpose(a, [1, 0])

    def _reshape(self, a, b, buffer):
        return paddle.reshape(paddle.reshape(a, [2, 8]), [4, 4])

    def _slice(self, a, b, buffer):
        return paddle.concat([a[:2], b[1:3]], axis=0)

    def _dropout(self, a, b, buffer):
        return F.dropout(a, 0.5)

    def _again(self, a, b, buffer):
        a.block.append(REGISTRY["tanh"], [b], {}, outputs=[a])

    def _function(self, a, called):
        out = a.block.create_var(name=f"o{len(a.block.ops)}", shape=[4, 4], dtype="float32")
        static.py_func(called, a, out)
        return out

    def _sets(self, a, b, buffer):
        def called(v):
            self.calls.append("sets")
            v.set(np.array(v) * 0.5 + len(self.calls))
            return np.array(v)

        return self._function(a, called)

    def _shares(self, a, b, buffer):
        def called(v):
            self.calls.append("shares")
            buffer[:] += np.array(v) * 0.1
            return buffer

        return self._function(a, called)

    def _views(self, a, b, buffer):
        def called(v):
            self.calls.append("views")
            return np.asarray(v).T

        return self._function(a, called)

    def _cond(self, a, b, buffer):
        return static.nn.cond(paddle.mean(a) > paddle.mean(b), lambda: F.dropout(a, 0.3) + 1.0, lambda: b * 0.5)

    def _while(self, a, b, buffer):
        i = paddle.full([1], 0, "int64")
        _, y = static.nn.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, paddle.tanh(y) + b), [i, a])
        return y


PROGRAMS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=8)


@given(PROGRAMS, st.integers(0, 1000))
@settings(max_examples=40)
def test_any_program_is_as_it_was_anywhere(instructions, seed):
    check_places(instructions, seed)


def check_places(instructions, seed, count=10):
    """Assert that places drawn with the seed have the values that they had where nothing recorded them."""
    state.reset()
    film = Film(Program(instructions))
    state.reset()
    body = Program(instructions)
    run = debug.start(body)
    assert alike(run.wait(LONG), film.result)
    calls, navigator = list(body.calls), run.session.driver.navigator
    assert calls.count("sets") == 2 * sum(kind == "sets" for kind, *_ in instructions)
    for place in random.Random(seed).sample(film.places, min(count, len(film.places))):
        walk = run.session.call(lambda p=place: walked(navigator, p))
        assert (walk.record.run, walk.tick, walk.depth) == place[:3]
        check_values(place, seen(run))
    for fetched in body.fetch[::2]:
        ends = [places[-1].values[fetched.name] for places in film.runs[1:]]
        assert alike(list(run.values(fetched.name).values()), ends)
    assert body.calls == calls


@pytest.mark.parametrize("seed", range(5))
def test_layout_of_what_a_function_returns_changes_no_bit(seed):
    """A transposed result is an array in C order: a sum goes through it in one order, in each way to run it."""
    instructions = [("tanh", 0, 0), ("tanh", 0, 0), ("slice", 0, 0), ("again", 0, 3), ("views", 0, 0), ("cond", 0, 0)]
    check_places(instructions, seed)


def test_runs_before_and_after_lowering_keep_their_bits():
    """The first run goes through kernels that add in another order, because the shapes in its loop are unknown."""
    transposed = [("transpose", 0, 0), ("slice", 1, 1), ("tanh", 1, 0), ("tanh", 0, 0), ("tanh", 0, 0), ("add", 3, 2)]
    check_places([*transposed, ("while", 0, 0)], 0, count=1000)


def walked(navigator, place):
    navigator.move_to(Position(*place[:2]), StopReason("goto"))
    return navigator.cursor


def watched(body, **options):
    session = Session(lambda event: None, journal=Journal(**options))
    with session.in_thread():
        result = body()
    return session, result


def test_a_place_that_was_walked_is_not_computed_again(monkeypatch):
    """Going back puts arrays back; going on runs nothing that has the same inputs."""
    body = While()
    session, _ = watched(body)
    navigator, ran = session.driver.navigator, []
    end = session.driver.journal.last_record()
    walked(navigator, (end.run, end.ticks - 1))
    walk = navigator.cursor
    monkeypatch.setattr(RunCursor, "_execute_uncached", lambda self, level, instruction, begin: ran.append(instruction))
    assert walk.stack[0].start_ticks[3:]
    for tick in (walk.stack[0].start_ticks[3], walk.stack[0].start_ticks[-1], 0, end.ticks - 1):
        walk.seek(tick)
        assert walk.tick == tick
    assert ran == []


def test_a_run_that_nobody_looks_at_remembers_only_what_would_be_lost(monkeypatch):
    """Updates in place of a variable, noise, blocks and functions; all else still stands in its slot."""
    made, real = [], RunCursor._new_result

    def new_result(walk, level, index, *rest):
        made.append(level.frame.plan.instructions[index].operator.type)
        return real(walk, level, index, *rest)

    monkeypatch.setattr(RunCursor, "_new_result", new_result)
    watched(DropoutAdam())
    assert set(made) == {"dropout", "adam", "uniform_random"}


def test_the_value_of_a_block_that_is_over_is_its_last():
    """`value` of an intermediate of a loop, behind the loop: what its last iteration made."""
    body = While()
    film = Film(body)
    run = debug.start(body)
    run.wait(LONG)
    run.goto(2, "op:reduce_mean")
    place = film.runs[2][run.here.tick]
    inner = [p for p in film.runs[2][: place.tick] if p.depth == 1]
    name = next(o.outputs[0] for o in body.main.operators if o.type == "sin" and o.block.idx)
    expected = [p.values[name] for p in inner if name in p.values][-1]
    assert same(run.value(name), expected)
    found = run.look(name)
    assert found.operator == "sin" and same(found.array, expected)


@pytest.mark.parametrize("depth", [2])
def test_loops_in_loops(depth):
    class Nest(Net):
        def define(self, x):
            def outer(i, y):
                j = paddle.full([1], 0, "int64")
                _, z = static.nn.while_loop(lambda j, z: j < 2, lambda j, z: (j + 1, F.dropout(z, 0.2) * 0.9), [j, y])
                return i + 1, z + 0.1

            i = paddle.full([1], 0, "int64")
            _, y = static.nn.while_loop(lambda i, y: i < 2, outer, [i, static.nn.fc(x, 3)])
            loss = paddle.mean(y * y)
            paddle.optimizer.SGD(0.1).minimize(loss)
            return [loss]

    body = Nest()
    film = Film(body)
    session, result = watched(body)
    assert alike(result, film.result) and max(p.depth for p in film.places) == depth
    navigator = session.driver.navigator
    for place in random.Random(1).sample(film.places, 30):
        walk = walked(navigator, place)
        assert walk.tick == place.tick
        for name in place.values:
            assert same(walk.lookup(name), place.values[name])
