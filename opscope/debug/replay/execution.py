"""Execution: how one instruction of a walk is run, or what it made of the same inputs put back.

Kernels write to no input, so what an instruction came to is known by the identity of what it read. Operators that draw
get the random numbers that they got first; the user's functions are called once, and never only to look back.
"""

from __future__ import annotations

from typing import Any

from opscope.debug.replay.edit_log import Amendments, same
from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.replay_frame import Level, Memo, Noise, drew, ins_of
from opscope.errors import RunError
from opscope.runtime.frame import Frame
from opscope.runtime.plan import Instruction


class Execution:
    """What is known of a run that is walked, and how its instructions are run.

    `live`: the program's own run. Where it `calls`, the user's functions are called; a replay takes what they gave.
    `executed` counts the operators of the outermost block that were run and not remembered. `levels` are the frames
    that are being walked, the innermost last.
    """

    def __init__(self, record: RunRecord, *, live: bool = False) -> None:
        self.record = record
        self.live = live
        self.calls = live
        self.tick = 0
        self.executed = 0
        self.edited = False  # whether the run itself was changed: from then on its random states are noted
        self.skip = 0  # blocks that end before this place, and are remembered, are not entered again
        self.levels: list[Level] = []
        self.edits = Amendments(record.edits)
        self._repeating = 0  # blocks around this place that have run before

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
                and (not instruction.plans or same(memo.edits, self.edits.within(begin, begin + memo.ticks)))
            ):
                return memo
        return None

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
        if op.opaque and (self._repeating or not self.calls):
            self._take(frame, begin)
        elif op.opaque or op.random or instruction.plans:
            first = index not in level.memos
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
        edits = self.edits.within(begin, end) if self.edits else ()
        return Memo(instruction.step, ins, outs, end - begin, results, states, edits)

    def _step_with_noise(self, level: Level, index: int) -> None:
        """An operator that may draw: again, the same numbers as at first, and not those of who comes later."""
        rng, noise = level.frame.context.rng, level.noise.get(index)
        if noise is None:
            level.noise[index] = rng.get_state()
            level.frame.step()
        elif index not in level.memos:  # it was broken off at first
            rng.set_state(noise)
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

    def _arrive(self, level: Level) -> None:
        """Put in what is noted of this place: edits, and where the random stream stands."""
        if level is self.levels[0]:
            self.edits.land(level.frame.pc, self.tick)
        self.amend(level.frame, level.frame.env, self.tick)
        state = self.record.states.get(self.tick)
        if state is not None and (self._repeating or not self.live):
            level.frame.context.rng.set_state(state)

    def amend(self, frame: Frame, env: list[Any], tick: int) -> None:
        """Put in what the user has changed at a place."""
        for _, name, value in self.edits.at(tick) if self.edits else ():
            if name in frame.plan.slots:
                env[frame.plan.slots[name]] = value
