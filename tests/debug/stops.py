"""What a program does, seen by a driver of its own: every place of every run, with all values; and where commands lead.

This shares nothing with the debugger: it steps frames and copies what is in them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import to_host
from opscope.debug.replay.outer_versions import value_in
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.values import place_values
from opscope.runtime.frame import StepwiseRun, run_frame
from opscope.runtime.instrument import instrumented
from opscope.runtime.lower.lowered_frame import LoweredFrame


class Place(NamedTuple):
    run: int
    tick: int
    depth: int
    op: Any  # the operator that is next, None at the end of a block
    over: bool
    came: Any  # the operator that has just run in this block
    pc: int
    rng: Any
    values: dict[str, Any]

    @property
    def stands(self):
        return self.op is not None or self.over


class Film:
    """All places of all runs of a body, in order; `result` is what it returned, or what it raised.

    `edits` are put in on the way: (name, array) by run and instruction of the outermost block. Of the edited run
    instructions up to number `until` draw what they drew in the film `untouched`.
    """

    def __init__(self, body, edits=None, untouched=None, until=-1):
        self.runs: list[list[Place]] = []
        self._edits, self._untouched, self._until = edits or {}, untouched, until
        self._stack: list[Any] = []
        with instrumented(drive=self._drive):
            try:
                self.result = body()
            except Exception as e:  # noqa: BLE001 (what the tests of failures look at)
                self.result = e

    def _drive(self, frame):
        if isinstance(frame, LoweredFrame) and not self._stack:
            raise StepwiseRun
        if not self._stack:
            self.runs.append([])
        elif self._stack[0].context is not frame.context:
            run_frame(frame)
            return
        self._stack.append(frame)
        came = None
        try:
            while True:
                done = frame.done
                if self._edits and len(self._stack) == 1:
                    self._amend(frame)
                self._see(None if done else frame.next.operator, done and len(self._stack) == 1, came)
                if done:
                    break
                came = frame.next.operator
                frame.step()
        finally:
            self._stack.pop()

    def _amend(self, frame):
        run = len(self.runs) - 1
        if run in {r for r, _ in self._edits} and frame.pc <= self._until:
            frame.context.rng.set_state(self._untouched.outer(run, frame.pc).rng)
        for name, array in self._edits.get((run, frame.pc), ()):
            slot = frame.plan.slots[name]
            frame.env[slot] = array
            if (name, slot) in frame.plan.loads and (name, slot) not in frame.stores:  # it stays set
                frame.stores = (*frame.stores, (name, slot))

    def outer(self, run, pc):
        """The place before instruction `pc` of the outermost block."""
        return next(p for p in self.runs[run] if p.depth == 0 and p.pc == pc)

    def _see(self, op, over, came):
        frame = self._stack[-1]
        places = self.runs[-1]
        names = dict.fromkeys(name for frame in self._stack for name in frame.plan.slots)
        found = {name: value_in(self._stack, name) for name in names}
        values = {name: to_host(value).copy() for name, value in found.items() if hasattr(value, "dtype")}
        place = (len(self.runs) - 1, len(places), len(self._stack) - 1)
        places.append(Place(*place, op, over, came, frame.pc, frame.context.rng.get_state(), values))

    @property
    def places(self):
        return [p for run in self.runs for p in run]


class Map:
    """Where each command leads, by its definition: `move(name, place)` is a place, None where there is none."""

    def __init__(self, film):
        self.film, self.all = film, film.places
        self._index = {(p.run, p.tick): i for i, p in enumerate(self.all)}

    def at(self, run, tick):
        return self.all[self._index[run, tick]]

    def _after(self, place, test):
        return next((p for p in self.all[self._index[place[:2]] + 1 :] if test(p)), None)

    def _before(self, place, test):
        return next((p for p in self.all[: self._index[place[:2]]][::-1] if test(p)), None)

    def next(self, at):
        return self._after(at, lambda p: p.stands and (p.run != at.run or p.depth <= at.depth))

    def step_in(self, at):
        return self._after(at, lambda p: p.stands)

    def step_out(self, at):
        return self._after(at, lambda p: p.stands and (p.run != at.run or p.depth < at.depth or p.over))

    def run_to_end(self, at):
        return self._after(at, lambda p: p.over)

    def next_run(self, at):
        return self._after(at, lambda p: p.run != at.run)

    def step_back(self, at):
        return self._before(at, lambda p: p.stands and (p.run != at.run or p.depth <= at.depth))

    def back_to_write(self, at, name):
        return self._before(at, lambda p: p.op is not None and name in p.op.outputs)

    def run_to(self, at, op):
        return self._after(at, lambda p: p.op is not None and p.op.id == op)


def equal(a, b):
    return a.keys() == b.keys() and all(same(a[n], b[n]) for n in a)


def same(a, b):
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def alike(one, other):
    """Whether two results of a body are the same to the bit."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return same(one, other)


def different(a, b):
    """What differs between two sets of values: for the message of a test."""
    return (a.keys() ^ b.keys()) | {n for n in a.keys() & b.keys() if not same(a[n], b[n])}


def seen(run):
    """All values that a run lists where it stands."""
    navigator = run.session.driver.navigator
    return run.session.call(
        lambda: {n: to_host(place_values.find_value(navigator, n)).copy() for n in place_values.value_names(navigator)}
    )


def check_values(place, values):
    """Asserts that the values of a run are those of a place."""
    assert equal(values, place.values), (place[:4], different(values, place.values))


def stand(run, place):
    """Go to any place of the past, also in a block."""
    navigator = run.session.driver.navigator
    run.session.call(
        lambda: run.session.commands.move(lambda: navigator.move_to(Position(*place[:2]), StopReason("goto")))
    )
