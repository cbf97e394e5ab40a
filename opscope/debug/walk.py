"""Walk: one run of a program, place by place, forwards and backwards.

A place is where one can stand: before an operator, those of sub-blocks included, and at the end of a block. `tick`
numbers the places of a run in the order in which they are passed, the same in every replay. What each instruction
made is remembered with what it was made of, by identity: kernels write to no input, so going back is putting arrays
back, and going on again runs only what has other inputs than before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from opscope.core.random import Generator
from opscope.debug.journal import Arrays, RunRecord
from opscope.debug.level import Level, Memo, Noise, drew, ins_of
from opscope.errors import RunError
from opscope.ir.program import Operator
from opscope.runtime.frame import Context, Frame
from opscope.runtime.plan import Instruction

Look = Callable[["Walk"], None]
Edit = tuple[int, str, Any]  # at which tick, the variable, its new value


class Reached(BaseException):
    """A walk that was to stop here stands here. Not an Exception: nothing of the program may swallow it."""


class Rewound(BaseException):
    """The outermost frame was put back while sub-blocks were running: they end, and the run goes on from there."""


class Walk:
    """One run. `look` is called at every place, with the walk; it may raise Reached to stop there.

    `live`: the program's own run, whose functions are called; a replay takes what they gave. `executed` counts the
    operators of the outermost block that were run and not remembered. `on_error` is told of an error where it happens
    and says whether to try again. After an error, or Reached, `levels` are what was being walked, the innermost last.
    """

    def __init__(self, record: RunRecord, look: Look, *, live: bool = False) -> None:
        self.record = record
        self.look = look
        self.live = live
        self.tick = 0
        self.executed = 0
        self.edited = False  # whether the run itself was changed: from then on its random states are noted
        self.skip = 0  # blocks that end before this place, and are remembered, are not entered again
        self._repeating = 0  # blocks around this place that have run before
        self.levels: list[Level] = []
        self.on_error: Callable[[Walk, Exception], bool] | None = None
        self.edits: dict[int, list[Edit]] = {}
        for edit in record.edits:
            self.edits.setdefault(edit[0], []).append(edit)
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
        del self.levels[self.levels.index(level) + 1 :]
        self.tick = [*level.begins, self.tick][index]
        level.frame.env, level.frame.pc = level.before(index, self.tick, self.amend), index
        del level.begins[index:], level.used[index:]
        if level is self.levels[0]:
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
        context = Context(twin.drive, Generator(), level.frame.context.step)
        twin.levels = [level.fork(context)]
        twin.tick = self.tick
        if self.depth:
            twin.tick = twin.levels[0].begins.pop()
            twin.levels[0].used.pop()
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
        while True:
            if self.edits or record.states:
                self._arrive(frame)
            at = frame.pc
            if at == len(frame.plan.instructions):
                self.look(self)
                if frame.pc == at:
                    return
                continue
            instruction = frame.plan.instructions[at]
            if instruction.kind == "op":
                self.look(self)
                if frame.pc != at or frame.next is not instruction:
                    continue  # it was put back, or changed
            try:
                self._execute(level, instruction)
            except Rewound:
                if level is not self.levels[0]:
                    raise
            except Exception as e:  # noqa: BLE001 (raised again, unless someone mends it)
                self._failed(level, e)
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

    def _execute(self, level: Level, instruction: Instruction) -> None:
        frame, begin = level.frame, self.tick
        level.begins.append(begin)
        level.used.append(None)
        if level.plain[frame.pc] and not self.edits and frame.pc not in level.memos:
            self.tick = begin + 1
            frame.step()
        elif instruction.kind != "op":
            if self.live:
                frame.step()
            else:
                frame.pc += 1
        else:
            level.used[-1] = self._remembered(level, instruction, begin)

    def _remembered(self, level: Level, instruction: Instruction, begin: int) -> Memo:
        """Run an instruction, or put back what it made of these very inputs."""
        index, ins = level.frame.pc, ins_of(instruction, level.frame.env)
        memo = self._known(level, instruction, ins, begin)
        self.tick = begin + 1
        if memo is not None and self._repeat(level, instruction, memo, begin):
            return memo
        if memo is None:
            self._run(level, instruction, begin)
        memo = self._memo(level, index, ins, begin)
        level.memos.setdefault(index, []).append(memo)
        return memo

    def _known(self, level: Level, instruction: Instruction, ins: tuple[Any, ...], begin: int) -> Memo | None:
        for memo in level.memos.get(level.frame.pc, ()):
            if (
                memo.step is instruction.step
                and all(a is b for a, b in zip(memo.ins, ins, strict=True))
                and (not instruction.plans or memo.edits == self._edits_within(begin, begin + memo.ticks))
            ):
                return memo
        return None

    def _edits_within(self, begin: int, end: int) -> tuple[Any, ...]:
        """What was edited between two places: where, what, and which array."""
        inside = [(t - begin, n, id(a)) for t, edits in self.edits.items() if begin < t < end for _, n, a in edits]
        return tuple(inside)

    def _repeat(self, level: Level, instruction: Instruction, memo: Memo, begin: int) -> bool:
        """Put back what an instruction made; its blocks are entered again where someone may want to look into them.

        False if it was edited there.
        """
        frame, record, index = level.frame, self.record, level.frame.pc
        record.results.update((begin + tick, arrays) for tick, arrays in memo.results)
        record.states.update((begin + tick, state) for tick, state in memo.states)
        if self.edited and index in level.noise:
            record.states[begin] = level.noise[index]
        if instruction.plans and begin + memo.ticks > self.skip:
            self._repeating += 1
            self._step_with_noise(level, index)
            if not self._repeating:  # an edit ends that
                return False
            self._repeating -= 1
        else:
            frame.pc += 1
        for slot, value in memo.outs:
            frame.env[slot] = value
        self.tick = begin + memo.ticks
        return True

    def _run(self, level: Level, instruction: Instruction, begin: int) -> None:
        """Run an instruction for the first time, or with other inputs than before."""
        frame, index, op = level.frame, level.frame.pc, instruction.operator.op
        if op.opaque and (self._repeating or (not self.live and index not in level.memos)):
            self._take(frame, begin)
        elif op.opaque or op.random or instruction.plans:
            first = index not in level.noise
            self._step_with_noise(level, index)
            if self.edited:
                self.record.states[begin] = level.noise[index]
            elif op.opaque and first and self.live:
                after = frame.context.rng.get_state()
                if drew(level.noise[index], after):
                    self.record.states[self.tick] = after
        else:
            frame.step()
        self.executed += level is self.levels[0]

    def _memo(self, level: Level, index: int, ins: tuple[Any, ...], begin: int) -> Memo:
        """What an instruction has just come to."""
        plan, env, record, end = level.frame.plan, level.frame.env, self.record, self.tick
        instruction = plan.instructions[index]
        outs = tuple([(slot, env[slot]) for slot in instruction.writes])
        if instruction.operator.op.opaque:
            # a function may set() what it reads
            outs += tuple([(s, env[s]) for s, x in zip(instruction.reads, ins, strict=True) if env[s] is not x])
            names = {slot: name for name, slot in plan.slots.items()}
            record.results[begin] = {names[slot]: value for slot, value in outs}
        elif not instruction.plans:
            return Memo(instruction.step, ins, outs)
        results = tuple([(t - begin, r) for t, r in record.results.items() if begin <= t < end])
        states = tuple([(t - begin, s) for t, s in record.states.items() if begin < t <= end])
        edits = self._edits_within(begin, end) if self.edits else ()
        return Memo(instruction.step, ins, outs, end - begin, results, states, edits)

    def _step_with_noise(self, level: Level, index: int) -> None:
        """An operator that may draw: when it is run again, the same random numbers, and not those of who comes later."""
        rng, noise = level.frame.context.rng, level.noise.get(index)
        if noise is None:
            level.noise[index] = rng.get_state()
            level.frame.step()
        else:
            with Noise(rng, noise):
                level.frame.step()

    def _take(self, frame: Frame, tick: int) -> None:
        """What the user's function gave when it was called."""
        found = self.record.results.get(tick)
        if found is None:
            where = f"place {tick} of run {self.record.run}"
            raise RunError(f"no result of {frame.next.operator.type} is recorded at {where}")
        for name, value in found.items():
            frame.env[frame.plan.slots[name]] = value
        frame.pc += 1

    def _arrive(self, frame: Frame) -> None:
        """Put in what is noted of this place: edits, and where the random stream stands."""
        self.amend(frame, frame.env, self.tick)
        state = self.record.states.get(self.tick)
        if state is not None and (self._repeating or not self.live):
            frame.context.rng.set_state(state)

    def amend(self, frame: Frame, env: list[Any], tick: int) -> None:
        """Put in what the user has changed at a place."""
        for _, name, value in self.edits.get(tick, ()) if self.edits else ():
            if name in frame.plan.slots:
                env[frame.plan.slots[name]] = value
