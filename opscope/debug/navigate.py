"""Navigate: forwards and backwards through what has run, and on through what has not.

There is the live walk, where the program itself stands, and, while one looks back, a past walk beside it. Going back
never disturbs the live one: the past is computed from the journal. Going forwards through the past ends at the live
walk, from where the program itself goes on. Stepping words are those of the Debug Adapter Protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from opscope.debug.breakpoints import Breakpoints, Hit
from opscope.debug.inside import Inside, inside
from opscope.debug.journal import RunRecord
from opscope.debug.predicates import Condition
from opscope.debug.replay import Kept, Replay
from opscope.debug.select import Selector
from opscope.debug.walk import Reached, Walk
from opscope.debug.words import Words
from opscope.errors import NotFound, RunError
from opscope.ir.program import Operator

Goal = Callable[[Walk], bool]


class Stop(NamedTuple):
    """Why one stands where one stands."""

    reason: str
    text: str = ""


class Go(NamedTuple):
    """The program itself is to go on, until it comes to where `goal` is true (None: to the next breakpoint)."""

    goal: Goal | None


class Point(NamedTuple):
    """A place in the history."""

    run: int
    tick: int


STEP = Stop("step")
BEGINNING = Stop("entry", "the beginning of what is recorded")
END = Stop("end", "the end of what is recorded")


class Navigator:
    """`live` is set while a run is on; `past` while one looks back; `inside` within the rule of a gradient operator."""

    def __init__(self, kept: Kept, breakpoints: Breakpoints) -> None:
        self.kept = kept
        self.breakpoints = breakpoints
        self.replay = Replay(kept)
        self.live: Walk | None = None
        self.past: Walk | None = None
        self.inside: Inside | None = None

    @property
    def here(self) -> Walk | None:
        """Where one stands; None before anything has run."""
        return self.past if self.past is not None else self.live

    @property
    def point(self) -> Point | None:
        """The place where one stands."""
        here = self.here
        return None if here is None else Point(here.record.run, here.tick)

    # --- forwards -----------------------------------------------------------------------------------

    def step(self) -> Stop | Go:
        """Before the next operator of this block, or of the one around it."""
        if self.inside is not None:
            return self._within(self.inside.forwards())
        here = self._standing()
        run, depth = here.record.run, here.depth
        return self.forwards(lambda w: _stands(w) and (w.record.run != run or w.depth <= depth))

    def step_in(self) -> Stop | Go:
        """Before the very next operator: in a block of this one, or in the rule of a gradient operator."""
        here = self._standing()
        if self.inside is None and here.operator is not None and (found := inside(here)) is not None:
            self.inside = found
            return STEP
        return self.step() if self.inside is not None else self.forwards(_stands)

    def step_out(self) -> Stop | Go:
        """Where the block is over; of the outermost block, its end."""
        if self.inside is not None:
            self.inside = None
            return self.step()
        here = self._standing()
        run, depth = here.record.run, here.depth
        return self.forwards(lambda w: _stands(w) and (w.record.run != run or w.depth < depth or w.over))

    def run_to(self, op: int | str) -> Stop | Go:
        """Before operator `op`: its number, or a pattern."""
        test = operator_test(op)
        return self.forwards(lambda w: _is(w, test))

    def run_to_end(self) -> Stop | Go:
        """Where this run is over."""
        return self.forwards(lambda w: w.over)

    def next_run(self) -> Stop | Go:
        """Before the first operator of the next run."""
        run = self._standing().record.run
        return self.forwards(lambda w: w.record.run != run)

    def forwards(self, goal: Goal | None) -> Stop | Go:
        """On to where the goal is true, or a breakpoint stops."""
        self.inside = None
        if self.past is None:
            if self.live is None:
                raise RunError("the run is over", fix="go back: stepBack, reverseContinue or goto")
            return Go(goal)
        walk, after = self.past, self.past.tick
        while True:
            found = self._scan(walk, after, goal)
            if found is not None:
                self.past = walk
                return found
            following = walk.record.run + 1
            if self.live is not None and walk.record.run == self.live.record.run:
                self.past = None
                return self._on(self.live, goal)
            if self.live is not None and following == self.live.record.run:
                walk = self._walk(following)
            elif self.kept.find(following) is None:
                self.past = walk
                return END
            else:
                walk = self._walk(following)
            after = -1

    def _on(self, live: Walk, goal: Goal | None) -> Stop | Go:
        """Come to where the program is: stop here too, or let it go on."""
        hits = [h for h in self.breakpoints.met(live, False) if not h.breakpoint.log]
        if hits:
            return stop_at(hits[0])
        return STEP if goal is not None and goal(live) else Go(goal)

    def _scan(self, walk: Walk, after: int, goal: Goal | None) -> Stop | None:
        """Walk on to the first place behind `after` that stops; None when there is none in what has run."""
        found: list[Stop] = []
        limit = self._limit(walk.record)

        def look(walk: Walk) -> None:
            if walk.tick <= after:
                return
            if limit is not None and walk.tick >= limit:
                if walk.record.error:
                    found.append(Stop("exception", walk.record.error))
                raise Reached
            hits = [h for h in self.breakpoints.met(walk, False) if not h.breakpoint.log]
            if hits:
                found.append(stop_at(hits[0]))
            elif goal is not None and goal(walk):
                found.append(STEP)
            if found:
                raise Reached

        walk.skip = after
        _walk_on(walk, look)
        return found[0] if found else None

    # --- backwards ----------------------------------------------------------------------------------

    def step_back(self) -> Stop | Go:
        """Before the operator that ran last in this block, or before the one that owns the block."""
        if self.inside is not None:
            return self._within(self.inside.backwards())
        here = self._standing()
        run, depth, tick = here.record.run, here.depth, here.tick
        best = self._last(run, tick, lambda w: _stands(w) and w.depth <= depth)
        if best is not None:
            return self.stand(best[0], STEP)
        if not self._kept(run - 1):
            return self.stand(Point(run, 0), BEGINNING)
        return self.stand(Point(run - 1, self._end(run - 1)), STEP)

    def reverse_continue(self) -> Stop | Go:
        """The last place where a breakpoint would have stopped."""
        self.inside = None

        def test(walk: Walk) -> Stop | None:
            hits = [h for h in self.breakpoints.met(walk, False) if not h.breakpoint.log]
            return stop_at(hits[0]) if hits else None

        return self._back_to(test)

    def back_to_write(self, name: str) -> Stop | Go:
        """Before the operator that wrote a variable last."""
        self.inside = None

        def test(walk: Walk) -> Stop | None:
            writes = walk.operator is not None and name in walk.operator.outputs
            return Stop("data breakpoint", f"writes {name}") if writes else None

        return self._back_to(test)

    def back_to_when(self, condition: Condition) -> Stop | Go:
        """The place where a condition came true last."""
        self.inside = None
        held = [False, False]

        def test(walk: Walk) -> Stop | None:
            words = Words(walk, None, "", walk.came, self.breakpoints.previous)
            held[:] = held[1], condition.holds(words)
            became = held[1] and not held[0]
            return Stop("data breakpoint", condition.explain(words)) if became else None

        return self._back_to(test)

    def _back_to(self, test: Callable[[Walk], Stop | None]) -> Stop | Go:
        here = self._standing()
        for runs in self._chunks(here.record.run):
            best: tuple[Point, Stop] | None = None
            for run in runs:
                best = self._last(run, here.tick if run == here.record.run else None, test) or best
            if best is not None:
                return self.stand(*best)
        first = self._first()
        return self.stand(Point(first, 0), BEGINNING)

    def _last(
        self, run: int, before: int | None, test: Callable[[Walk], Stop | bool | None]
    ) -> tuple[Point, Stop] | None:
        """The last place of a run, before a tick, that passes a test."""
        best: list[tuple[Point, Stop]] = []
        walk = self._walk(run)
        limit = self._limit(walk.record)
        until = before if limit is None or (before is not None and before <= limit) else limit + 1

        def look(walk: Walk) -> None:
            if until is not None and walk.tick >= until:
                raise Reached
            found = test(walk)
            if found:
                best[:] = [(Point(run, walk.tick), found if isinstance(found, Stop) else STEP)]

        _walk_on(walk, look)
        return best[0] if best else None

    # --- anywhere -----------------------------------------------------------------------------------

    def goto(self, step: int, op: int | str = -1) -> Stop | Go:
        """Before operator `op` of a step (-1: the first), in the past or still to come. Raises NotFound."""
        self.inside = None
        record = self._record_of(step)
        test = operator_test(op)
        if record is None:
            live = self.live
            if live is None or (live.record.step and step < live.record.step):
                first, last = self.kept.steps()
                raise NotFound(f"step {step} is not kept", fix=f"steps {first} to {last} are")
            self.past = None
            return Go(lambda w: w.record.step == step and (op == -1 or _is(w, test)))
        if op == -1:
            return self.stand(Point(record.run, 0), Stop("goto"))
        found = self._first_place(record.run, test)
        if found is not None:
            return self.stand(found, Stop("goto"))
        if self.live is not None and record is self.live.record:
            self.past = None
            return Go(lambda w: w.record is record and _is(w, test))
        raise NotFound(f"operator {op} does not run in step {step}", fix="operators are numbered as in the graph")

    def stand(self, point: Point, why: Stop) -> Stop:
        """Stand at a place of the past, or where the program is."""
        live = self.live
        if live is not None and point == (live.record.run, live.tick):
            self.past = None
            return why
        near = self.past
        if near is not None and near.record.run == point.run:
            near.goto(point.tick)
        else:
            walk = self._walk(point.run)
            walk.goto(point.tick)
            self.past = walk
        return why

    def leave(self) -> None:
        """Back to where the program is."""
        self.past = self.inside = None

    def _standing(self) -> Walk:
        """Where one stands: when all runs are over, at the end of the last one."""
        here = self.here
        if here is None:
            last = self.kept.last()
            if last is None:
                raise RunError("nothing has run yet")
            here = self.past = self._walk(last.run)
            here.goto(last.ticks - 1)
        return here

    def _within(self, moved: bool) -> Stop | Go:
        """Stand within a gradient's rule, or leave it."""
        if moved:
            return STEP
        at_end, self.inside = self.inside is not None and self.inside.over, None
        return self.step() if at_end else STEP

    def _walk(self, run: int) -> Walk:
        """A walk at the beginning of a run."""
        if self.live is not None and run == self.live.record.run:
            walk = self.live.fork(_nowhere)
            walk.goto(0)
            return walk
        return self.replay.walk(run)

    def _limit(self, record: RunRecord) -> int | None:
        """The place that a run has not gone beyond, None if it has come to its end."""
        if self.live is not None and record.run == self.live.record.run:
            return self.live.tick
        return record.ticks - 1 if record.error else None

    def _kept(self, run: int) -> bool:
        return run >= 0 and self.kept.find(run) is not None

    def _first(self) -> int:
        found = self.kept.first()
        return found if found is not None else self._standing().record.run

    def _end(self, run: int) -> int:
        found = self.kept.find(run)
        assert found is not None
        segment, index = found
        return segment.records[index].ticks - 1

    def _chunks(self, run: int) -> Iterator[Iterable[int]]:
        """The runs up to this one, latest first, in groups that are walked in one go."""
        if self.live is not None and run == self.live.record.run:
            yield (run,)
            run -= 1
        while self._kept(run):
            found = self.kept.find(run)
            assert found is not None
            first = found[0].records[0].run
            yield range(first, run + 1)
            run = first - 1

    def _record_of(self, step: int) -> RunRecord | None:
        if self.live is not None and self.live.record.step == step:
            return self.live.record
        return self.kept.of_step(step)

    def _first_place(self, run: int, test: Callable[[Operator], bool]) -> Point | None:
        walk = self._walk(run)
        found: list[Point] = []
        limit = self._limit(walk.record)

        def look(walk: Walk) -> None:
            if _is(walk, test):
                found.append(Point(run, walk.tick))
            if found or (limit is not None and walk.tick >= limit):
                raise Reached

        _walk_on(walk, look)
        return found[0] if found else None


def stop_at(hit: Hit) -> Stop:
    """The stop that a breakpoint makes."""
    return Stop(hit.reason, hit.text)


def _walk_on(walk: Walk, look: Callable[[Walk], None]) -> None:
    walk.look = look
    try:
        walk.go()
    except Reached:
        pass
    finally:
        walk.look, walk.skip = _nowhere, 0


def _stands(walk: Walk) -> bool:
    """Where steps stop: before operators, and at the end of a run."""
    return walk.operator is not None or walk.over


def _is(walk: Walk, test: Callable[[Operator], bool]) -> bool:
    return walk.operator is not None and test(walk.operator)


def operator_test(op: int | str) -> Callable[[Operator], bool]:
    """Whether an operator is the one meant: by its number, or by a pattern (a name: what writes it)."""
    if isinstance(op, int):
        return lambda operator: operator.id == op
    selector = Selector.parse(op)
    return lambda operator: any(selector.matches(n or "", operator) for n in operator.outputs or ("",))


def _nowhere(walk: Walk) -> None:
    pass
