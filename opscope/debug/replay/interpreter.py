"""Walk: one run of a program, place by place, forwards and backwards.

A place is where one can stand: before an operator, those of sub-blocks included, and at the end of a block. `tick`
numbers the places of a run in the order in which they are passed, the same in every replay. What each instruction
made is remembered with what it was made of, by identity: kernels write to no input, so going back is putting arrays
back, and going on again runs only what has other inputs than before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from opscope.core.random import Generator
from opscope.debug.replay.edit_log import Amendments, Edit
from opscope.debug.replay.execution import Execution
from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.replay_frame import Level
from opscope.ir.program.program import Operator, Program
from opscope.runtime.frame import Context, Frame

Look = Callable[["Walk"], None]


class Reached(BaseException):
    """A walk that was to stop here stands here. Not an Exception: nothing of the program may swallow it."""


class Rewound(BaseException):
    """The outermost frame was put back while sub-blocks were running: they end, and the run goes on from there."""


class Walk(Execution):
    """One run. `look` is called at every place, with the walk; it may raise Reached to stop there.

    `on_error` is told of an error where it happens and says whether to try again. After an error, or Reached, `levels`
    are what was being walked.
    """

    def __init__(self, record: RunRecord, look: Look, *, live: bool = False) -> None:
        super().__init__(record, live=live)
        self.look = look
        self.on_error: Callable[[Walk, Exception], bool] | None = None
        self._told: Exception | None = None

    # --- where it stands ----------------------------------------------------------------------------

    @property
    def context(self) -> Context | None:
        """The context of its frames, None before it has one."""
        return self.levels[0].frame.context if self.levels else None

    @property
    def depth(self) -> int:
        """How many blocks are around the one it stands in."""
        return len(self.levels) - 1

    @property
    def program(self) -> Program:
        """The program whose run it is."""
        return self.record.plan.block.program

    @property
    def frame(self) -> Frame:
        """The innermost frame."""
        return self.levels[-1].frame

    @property
    def operator(self) -> Operator | None:
        """The operator that is next, None at the end of a block."""
        return None if self.frame.done else self.frame.next.operator

    @property
    def came(self) -> Operator | None:
        """The operator that has just run, None where a block begins."""
        return self.levels[-1].came

    @property
    def over(self) -> bool:
        """True at the end of the outermost block."""
        return len(self.levels) == 1 and self.frame.done

    def find(self, name: str) -> Any:
        """The value of a variable as of here, from the innermost block outwards; None if it has none."""
        for level in reversed(self.levels):
            value = level.frame.value(name)
            if value is not None:
                return value
        return None

    # --- walking ------------------------------------------------------------------------------------

    def drive(self, frame: Frame) -> None:
        """Walk a frame to its end: what `Context.drive` is."""
        level = Level(frame)
        self.levels.append(level)
        self._go(level)
        self.levels.pop()
        self.tick += 1

    def begin(self, frame: Frame) -> None:
        """Stand at the beginning of an outermost frame."""
        self.levels = [Level(frame)]

    def go(self) -> None:
        """Walk on to the end from the operator of the outermost block that it stands at, or in."""
        self._leave_blocks()
        self._go(self.levels[0])

    def goto(self, tick: int) -> None:
        """Stand at a place of this run; beyond the end, at the end."""
        level = self._leave_blocks()
        if tick < self.tick:
            self.rewind(level, max(i for i, begin in enumerate(level.begins) if begin <= tick))
        self._until(level, lambda walk: walk.tick >= tick, tick)

    def advance(self, level: Level, index: int) -> None:
        """Walk on to instruction `index` of a level, looking nowhere on the way."""
        self._until(level, lambda walk: walk.levels[-1] is level and level.frame.pc >= index, sys.maxsize)

    def look_on(self, look: Look, until: int) -> None:
        """Walk on to a place, looking at every one on the way and at it."""

        def there(walk: Walk) -> bool:
            if walk.tick <= until:
                look(walk)
            return walk.tick >= until

        self._until(self._leave_blocks(), there, 0)

    def rewind(self, level: Level, index: int) -> None:
        """Put a frame back before its instruction `index`, or one that has run already."""
        level.remember(self.amend)
        begins, outermost = [*level.begins, self.tick], level is self.levels[0]
        del self.levels[self.levels.index(level) + 1 :]
        self.tick = begins[index]
        if self.live and outermost:
            self.edits.lift(begins, self.tick)
        level.frame.env, level.frame.pc = level.before(index, self.tick, self.amend), index
        del level.begins[index:], level.used[index:]
        if outermost:
            self._repeating = 0
        if self.live:  # what comes again is written down again, where it then is
            for noted in (self.record.results, self.record.states):
                for tick in [t for t in noted if t > self.tick]:
                    del noted[tick]

    def changed(self) -> None:
        """Something of this run is about to be changed: it does not follow from its record alone any more."""
        for level in self.levels:
            level.remember(self.amend)
            if not self.edited:
                self.record.states.update((level.begins[i], s) for i, s in level.noise.items() if i < len(level.begins))
        self.edited, self._repeating = True, 0

    def fork(self, look: Look) -> Walk:
        """A replay of its own that stands at the operator of the outermost block where this walk is, or is in."""
        twin = Walk(self.record, look)
        level = self.levels[0]
        level.remember(self.amend)
        rng = Generator()  # what has not run yet draws on from here
        rng.set_state(level.frame.context.rng.get_state())
        context = Context(twin.drive, rng, level.frame.context.step)
        twin.levels = [level.fork(context)]
        twin.tick = self.tick
        if self.depth:
            twin.tick = twin.levels[0].begins.pop()
            twin.levels[0].used.pop()
        return twin

    def apart(self, edits: list[Edit]) -> Walk:
        """A fork whose edits and record are its own. It calls the user's functions where their inputs are others."""
        twin, record = self.fork(nowhere), self.record
        twin.record = replace(record, edits=edits, results=dict(record.results), states=dict(record.states))
        twin.edits, twin.calls = Amendments(edits), True
        return twin

    def _leave_blocks(self) -> Level:
        level = self.levels[0]
        if self.depth:
            del self.levels[1:]
            self.tick = level.begins.pop()
            level.used.pop()
            self._repeating = 0
        return level

    def _until(self, level: Level, there: Callable[[Walk], bool], skip: int) -> None:
        def look(walk: Walk) -> None:
            if there(walk):
                raise Reached

        kept, self.look = self.look, look
        told, self.on_error = self.on_error, None
        skipped, self.skip = self.skip, skip
        try:
            self._go(level)
        except Reached:
            pass
        finally:
            self.look, self.on_error, self.skip = kept, told, skipped

    def _go(self, level: Level) -> None:
        frame, record = level.frame, self.record
        shown = False  # whether someone stood here already: it was put back to here, or has failed here
        while True:
            if self.edits or record.states:
                self._arrive(level)
            at = frame.pc
            if at == len(frame.plan.instructions):
                if not shown:
                    self.look(self)
                if frame.pc == at:
                    return
                shown = True
                continue
            instruction = frame.plan.instructions[at]
            if instruction.kind == "op" and not shown:
                self.look(self)
                if frame.pc != at:
                    shown = True
                    continue
                instruction = frame.plan.instructions[at]  # it may have been changed
            shown = False
            try:
                self._execute(level, instruction)
            except Rewound:
                if level is not self.levels[0]:
                    raise
            except Exception as e:  # noqa: BLE001 (raised again, unless someone mends it)
                self._failed(level, e)
                shown = True
            except BaseException:  # an interrupt, or the end of the run
                self._stand_before(level)
                raise

    def _stand_before(self, level: Level) -> bool:
        """Stand before the instruction that did not come to its end; False if an inner one is where it stands."""
        if self.levels[-1] is not level:
            return False
        self.tick = level.begins.pop()
        level.used.pop()
        return True

    def _failed(self, level: Level, error: Exception) -> None:
        """An error is shown once, in the block where it happened."""
        if self._stand_before(level) and self.on_error is not None and error is not self._told:
            self._told = error
            if self.on_error(self, error):
                return
        raise error


def nowhere(walk: Walk) -> None:
    """Look at nothing."""
