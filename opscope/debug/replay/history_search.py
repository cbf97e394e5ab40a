"""Past: the places of what has run, found by walking it again.

There is the live walk, where the program itself stands, and, while one looks back, a past walk beside it. Going back
never disturbs the live one: the past is computed from the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from opscope.debug.replay.breakpoints import Breakpoints, Hit
from opscope.debug.replay.interpreter import Reached, Walk, nowhere
from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.replay import Kept, Replay
from opscope.debug.taps.selector import Selector
from opscope.errors import RunError
from opscope.ir.program.program import Operator

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


class Past:
    """What is kept of past runs, and the run that is on up to where it stands.

    `live` is set while a run is on; `past` while one looks back.
    """

    def __init__(self, kept: Kept, breakpoints: Breakpoints) -> None:
        self.kept = kept
        self.breakpoints = breakpoints
        self.replay = Replay(kept)
        self.live: Walk | None = None
        self.past: Walk | None = None
        self._end: Walk | None = None  # that stands where a run was over
        breakpoints.past = self._previous

    @property
    def here(self) -> Walk | None:
        """Where one stands; None before anything has run."""
        return self.past if self.past is not None else self.live

    @property
    def point(self) -> Point | None:
        """The place where one stands."""
        here = self.here
        return None if here is None else Point(here.record.run, here.tick)

    def standing(self) -> Walk:
        """Where one stands: when all runs are over, at the end of the last one."""
        here = self.here
        if here is None:
            last = self.kept.last()
            if last is None:
                raise RunError("nothing has run yet")
            here = self.past = self._walk(last.run)
            here.goto(last.ticks - 1)
        return here

    def _walk(self, run: int) -> Walk:
        """A walk at the beginning of a run."""
        for known in (self.past, self.live):
            if known is not None and run == known.record.run:
                walk = known.fork(nowhere)
                walk.goto(0)
                return walk
        return self.replay.walk(run)

    def whole(self, walk: Walk) -> Walk:
        """A walk of the same run that stands as far on as it has come: all that it ever computed is there."""
        twin, limit = walk.fork(nowhere), self._limit(walk.record)
        twin.goto(walk.record.ticks - 1 if limit is None else limit)
        return twin

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
        walk_on(walk, look)
        return found[0] if found else None

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
            if limit is not None and walk.tick >= limit:  # what is next has failed, or not run yet
                raise Reached

        walk_on(walk, look)
        return best[0] if best else None

    def _first_place(self, run: int, test: Callable[[Operator], bool]) -> Walk | None:
        """A walk that stands before the first operator of a run that passes a test; None if none does."""
        walk = self._walk(run)
        found: list[Walk] = []
        limit = self._limit(walk.record)

        def look(walk: Walk) -> None:
            if is_before(walk, test):
                found.append(walk)
            if found or (limit is not None and walk.tick >= limit):
                raise Reached

        walk_on(walk, look)
        return found[0] if found else None

    def _previous(self, walk: Walk, name: str) -> Any:
        """The value of a variable at the end of the step before that of a walk, None if that is not kept."""
        step, record = walk.record.step - 1, None
        while (
            step > 0
            and (record := self.kept.of_step(step)) is not None
            and record.plan.block.program is not walk.program
        ):
            step, record = step - 1, None  # programs may take turns
        end = None if record is None else self._end_of(record.run)
        return None if end is None else end.find(name)

    def _end_of(self, run: int) -> Walk | None:
        """A walk that stands where a run was over; None if it is not kept, or did not come to its end."""
        found = self.kept.find(run)
        if found is None or found[0].records[found[1]].error:
            return None
        if self._end is None or self._end.record.run != run:
            self._end = Replay(self.kept).walk(run)
            self._end.go()
        return self._end

    def _limit(self, record: RunRecord) -> int | None:
        """The place that a run has not gone beyond, None if it has come to its end."""
        if self.live is not None and record.run == self.live.record.run:
            return self.live.tick
        return record.ticks - 1 if record.error else None

    def _kept(self, run: int) -> bool:
        return run >= 0 and self.kept.find(run) is not None

    def _first(self) -> int:
        found = self.kept.first()
        return found if found is not None else self.standing().record.run

    def _last_tick(self, run: int) -> int:
        found = self.kept.find(run)
        assert found is not None
        segment, index = found
        return segment.records[index].ticks - 1

    def _chunks(self, run: int) -> Iterator[Iterable[int]]:
        """The runs up to this one, latest first, in groups that are walked in one go: this one, then by keyframes."""
        yield (run,)
        run = self.kept.beside(run, -1)
        while self._kept(run):
            found = self.kept.find(run)
            assert found is not None
            first = found[0].records[0].run
            yield range(first, run + 1)
            run = self.kept.beside(first, -1)

    def _record_of(self, step: int) -> RunRecord | None:
        if self.live is not None and self.live.record.step == step:
            return self.live.record
        return self.kept.of_step(step)


def stop_at(hit: Hit) -> Stop:
    """The stop that a breakpoint makes."""
    return Stop(hit.reason, hit.text)


def walk_on(walk: Walk, look: Callable[[Walk], None]) -> None:
    """Walk on, looking at every place, to the end or to where `look` raises Reached."""
    walk.look = look
    try:
        walk.go()
    except Reached:
        pass
    finally:
        walk.look, walk.skip = nowhere, 0


def stands(walk: Walk) -> bool:
    """Where steps stop: before operators, and at the end of a run."""
    return walk.operator is not None or walk.over


def is_before(walk: Walk, test: Callable[[Operator], bool]) -> bool:
    """Whether an operator that passes a test is next."""
    return walk.operator is not None and test(walk.operator)


def operator_test(op: int | str) -> Callable[[Operator], bool]:
    """Whether an operator is the one meant: by its number, or by a pattern (a name: what writes it)."""
    if isinstance(op, int):
        return lambda operator: operator.id == op
    selector = Selector.parse(op)
    return lambda operator: any(selector.matches(n or "", operator) for n in operator.outputs or ("",))
