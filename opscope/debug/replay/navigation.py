"""Navigate: forwards and backwards through what has run, and on through what has not.

Going forwards through the past ends at the live walk, from where the program itself goes on. Stepping words are those
of the Debug Adapter Protocol.
"""

from __future__ import annotations

from collections.abc import Callable

from opscope.debug.conditions.condition import Condition
from opscope.debug.replay.breakpoints import Breakpoints
from opscope.debug.replay.environment import Words
from opscope.debug.replay.gradient_stepper import Inside, inside
from opscope.debug.replay.history_search import (
    BEGINNING,
    END,
    STEP,
    Go,
    Goal,
    Past,
    Point,
    Stop,
    is_before,
    operator_test,
    stands,
    stop_at,
)
from opscope.debug.replay.interpreter import Walk
from opscope.debug.replay.replay import Kept
from opscope.errors import NotFound, RunError


class Navigator(Past):
    """Where one stands, and where each word leads. `inside` is set within the rule of a gradient operator."""

    def __init__(self, kept: Kept, breakpoints: Breakpoints) -> None:
        super().__init__(kept, breakpoints)
        self.inside: Inside | None = None

    # --- forwards -----------------------------------------------------------------------------------

    def step(self) -> Stop | Go:
        """Before the next operator of this block, or of the one around it."""
        if self.inside is not None:
            return self._within(self.inside.forwards())
        here = self.standing()
        run, depth = here.record.run, here.depth
        return self.forwards(lambda w: stands(w) and (w.record.run != run or w.depth <= depth))

    def step_in(self) -> Stop | Go:
        """Before the very next operator: in a block of this one, or in the rule of a gradient operator."""
        here = self.standing()
        if self.inside is None and here.operator is not None and (found := inside(here)) is not None:
            self.inside = found
            return STEP
        return self.step() if self.inside is not None else self.forwards(stands)

    def step_out(self) -> Stop | Go:
        """Where the block is over; of the outermost block, its end."""
        if self.inside is not None:
            self.inside = None
            return self.step()
        here = self.standing()
        run, depth = here.record.run, here.depth
        return self.forwards(lambda w: stands(w) and (w.record.run != run or w.depth < depth or w.over))

    def run_to(self, op: int | str) -> Stop | Go:
        """Before operator `op`: its number, or a pattern."""
        test = operator_test(op)
        return self.forwards(lambda w: is_before(w, test))

    def run_to_end(self) -> Stop | Go:
        """Where this run is over."""
        return self.forwards(lambda w: w.over)

    def next_run(self) -> Stop | Go:
        """Before the first operator of the next run."""
        run = self.standing().record.run
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
            failed = walk.record.error and after >= walk.record.ticks - 1  # it went no further
            found = None if failed else self._scan(walk, after, goal)
            if found is not None:
                self.past = walk
                return found
            following = self.kept.beside(walk.record.run, 1)
            live = self.live
            if live is not None and walk.record.run == live.record.run:
                self.past = None
                return self._on(live, goal)
            if (live is None or following != live.record.run) and self.kept.find(following) is None:
                self.past = walk
                return Stop("exception", walk.record.error) if failed else END
            walk, after = self._walk(following), -1

    def _on(self, live: Walk, goal: Goal | None) -> Stop | Go:
        """Come to where the program is: stop here too, or let it go on."""
        hits = [h for h in self.breakpoints.met(live, False) if not h.breakpoint.log]
        if hits:
            return stop_at(hits[0])
        return STEP if goal is not None and goal(live) else Go(goal)

    # --- backwards ----------------------------------------------------------------------------------

    def step_back(self) -> Stop | Go:
        """Before the operator that ran last in this block, or before the one that owns the block."""
        if self.inside is not None:
            return self._within(self.inside.backwards())
        if (stop := self._where_it_failed()) is not None:
            return stop
        here = self.standing()
        run, depth, tick = here.record.run, here.depth, here.tick
        if (before := here.levels[-1].before_last) is not None:
            return self.stand(Point(run, before), STEP)
        if depth:  # the beginning of a block: behind one beside it, or before the operator that owns it
            best = self._last(run, tick, lambda w: stands(w) and w.depth <= depth)
            assert best is not None
            return self.stand(best[0], STEP)
        if not self._kept(before := self.kept.beside(run, -1)):
            return self.stand(Point(run, 0), BEGINNING)
        return self.stand(Point(before, self._last_tick(before)), STEP)

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
        """The place where a condition came true last. Where a name has no value yet, it is as it was before."""
        self.inside = None
        over = self.here is None
        here = self.standing()
        held: bool | None = None
        since: list[tuple[Point, Stop]] = []  # where it held first, of all that was walked

        def test(walk: Walk) -> Stop | None:
            nonlocal held
            words = Words(walk, None, "", walk.came, self.breakpoints.before(walk))
            known = condition.known(words)
            before, held = held, held if known is None else known
            if not known or before:
                return None
            stop = Stop("data breakpoint", condition.explain(words))
            if before is None:
                edge.append((Point(walk.record.run, walk.tick), stop))
            return stop if before is False else None

        for runs in self._chunks(here.record.run):
            best: tuple[Point, Stop] | None = None
            edge: list[tuple[Point, Stop]] = []
            held = None
            for run in runs:
                best = self._last(run, here.tick if run == here.record.run and not over else None, test) or best
            if since and held is False:  # pyright: ignore[reportUnnecessaryComparison]  test() sets it
                break  # it became true between this group of runs and the later one
            if best is not None:
                return self.stand(*best)
            since = edge or since
        return self.stand(*since[0]) if since else self.stand(Point(self._first(), 0), BEGINNING)

    def _back_to(self, test: Callable[[Walk], Stop | None]) -> Stop | Go:
        over = self.here is None  # then nobody has stood at the very end yet
        here = self.standing()
        for runs in self._chunks(here.record.run):
            best: tuple[Point, Stop] | None = None
            for run in runs:
                best = self._last(run, here.tick if run == here.record.run and not over else None, test) or best
            if best is not None:
                return self.stand(*best)
        first = self._first()
        return self.stand(Point(first, 0), BEGINNING)

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
            return Go(lambda w: w.record.step == step and (op == -1 or is_before(w, test)))
        if op == -1:
            return self.stand(Point(record.run, 0), Stop("goto"))
        found = self._first_place(record.run, test)
        if found is not None:
            live = self.live
            self.past = (
                found if live is None or (found.record.run, found.tick) != (live.record.run, live.tick) else None
            )
            return Stop("goto")
        if self.live is not None and record is self.live.record:
            self.past = None
            return Go(lambda w: w.record is record and is_before(w, test))
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

    def arrive(self, walk: Walk, why: Stop) -> Stop:
        """Stand where a walk of the past has come to."""
        live = self.live
        there = live is not None and (walk.record.run, walk.tick) == (live.record.run, live.tick)
        self.past = None if there else walk
        return why

    def leave(self) -> None:
        """Back to where the program is."""
        self.past = self.inside = None

    def _where_it_failed(self) -> Stop | None:
        """When all is over and the last run failed: stand there, it never left that place."""
        last = self.kept.last() if self.here is None else None
        if last is None or not last.error:
            return None
        self.standing()
        return Stop("exception", last.error)

    def _within(self, moved: bool) -> Stop | Go:
        """Stand within a gradient's rule, or leave it."""
        if moved:
            return STEP
        at_end, self.inside = self.inside is not None and self.inside.over, None
        return self.step() if at_end else STEP
