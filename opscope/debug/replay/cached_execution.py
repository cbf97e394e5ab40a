"""Cached execution of a run: each instruction is executed, or its cached results for the same inputs are restored.

Kernels do not write to their inputs, so two inputs are equal if they are the same array. An operator that draws
random numbers draws the same numbers at each execution. The user's functions are called only once in a run. If the
run goes back, the cached results of the user's functions are used.
"""

from __future__ import annotations

from typing import Any

from opscope.debug.replay.edit_log import EditLog, same_edits
from opscope.debug.replay.program_kind import Arrays, Cursor, OnPlace, RngState, RunRecord, TargetReached
from opscope.debug.replay.replay_frame import CachedResult, ReplayFrame, RestoredRng, read_inputs, rng_advanced
from opscope.errors import RunError
from opscope.runtime.frame import Frame
from opscope.runtime.plan import Instruction


class CachedExecution(Cursor):
    """State of a run, and the execution of the run's instructions.

    The subclass `RunCursor` adds movements through the run.

    `live` is True for the run of the program itself, and False for a replay. `calls_functions` is True if the user's
    functions are called, and False if their recorded results are used. `executed_operators` is the number of
    operators of the outermost block that were executed and not restored from the cache. `stack` contains the frames
    of the run, innermost frame last.
    """

    def __init__(self, record: RunRecord, on_place: OnPlace, *, live: bool = False) -> None:
        super().__init__(record, on_place, live=live)
        self.calls_functions = live
        self.executed_operators = 0
        self.edited = False  # True after an edit by the user: from then on random states are recorded
        self.stack: list[ReplayFrame] = []
        self.edits = EditLog(record.edits)
        # results of the user's functions in this run so far, by tick; these calls are not repeated
        self.known_calls: dict[int, Arrays] = {}
        self.known_rng_states: dict[int, RngState] = {}
        self.known_failure: tuple[int, Exception] | None = None
        self.unfinished_call: int | None = None  # tick before the running call of a user's function
        self._reentry_depth = 0  # blocks around this place that are entered again despite cached results

    def _execute(self, replay_frame: ReplayFrame, instruction: Instruction) -> None:
        frame, begin = replay_frame.frame, self.tick
        replay_frame.start_ticks.append(begin)
        replay_frame.results.append(None)
        if replay_frame.trivially_reversible[frame.pc] and not self.edits and frame.pc not in replay_frame.cache:
            self.tick = begin + 1
            frame.step()
        elif instruction.kind != "op":
            if self.live:
                frame.step()
            else:
                frame.pc += 1
        else:
            replay_frame.results[-1] = self._execute_cached(replay_frame, instruction, begin)

    def _execute_cached(self, replay_frame: ReplayFrame, instruction: Instruction, begin: int) -> CachedResult:
        """Execute an instruction, or restore its cached result for equal inputs."""
        index, inputs = replay_frame.frame.pc, read_inputs(instruction, replay_frame.frame.env)
        cached = self._find_cached(replay_frame, instruction, inputs, begin)
        self.tick = begin + 1
        if cached is not None and self._restore_cached(replay_frame, instruction, cached, begin):
            return cached
        if cached is None:
            self._execute_uncached(replay_frame, instruction, begin)
        cached = self._new_result(replay_frame, index, inputs, begin)
        replay_frame.cache.setdefault(index, []).append(cached)
        return cached

    def _find_cached(
        self, replay_frame: ReplayFrame, instruction: Instruction, inputs: tuple[Any, ...], begin: int
    ) -> CachedResult | None:
        for cached in replay_frame.cache.get(replay_frame.frame.pc, ()):
            if (
                cached.step is instruction.step
                and all(a is b for a, b in zip(cached.inputs, inputs, strict=True))
                and (not instruction.plans or same_edits(cached.edits, self.edits.between(begin, begin + cached.ticks)))
            ):
                return cached
        return None

    def _restore_cached(
        self, replay_frame: ReplayFrame, instruction: Instruction, cached: CachedResult, begin: int
    ) -> bool:
        """Restore a cached result.

        If `on_place` may stop inside the blocks of the instruction, the execution enters these blocks again. Returns
        False if the user has made an edit inside these blocks.
        """
        frame, record, index = replay_frame.frame, self.record, replay_frame.frame.pc
        record.call_results.update((begin + tick, arrays) for tick, arrays in cached.call_results)
        record.rng_states.update((begin + tick, state) for tick, state in cached.rng_states)
        if self.edited and index in replay_frame.rng_states:
            record.rng_states[begin] = replay_frame.rng_states[index]
        if instruction.plans and begin + cached.ticks > self.skip_before:
            self._reentry_depth += 1
            self._step_with_saved_rng(replay_frame, index)
            if not self._reentry_depth:  # an edit has set it to 0
                return False
            self._reentry_depth -= 1
        else:
            frame.pc += 1
        for slot, value in cached.outputs:
            frame.env[slot] = value
        self.tick = begin + cached.ticks
        return True

    def _execute_uncached(self, replay_frame: ReplayFrame, instruction: Instruction, begin: int) -> None:
        """Execute an instruction for the first time, or again because its inputs have changed."""
        frame, index, op = replay_frame.frame, replay_frame.frame.pc, instruction.operator.op
        if op.opaque and (begin in self.known_calls or (self.known_failure and self.known_failure[0] == begin)):
            self._repeat_call(replay_frame, begin)
        elif op.opaque and (self._reentry_depth or not self.calls_functions):
            self._replay_call(frame, begin)
        elif op.opaque or op.random or instruction.plans:
            first = index not in replay_frame.cache
            self._step_with_saved_rng(replay_frame, index)
            if self.edited:
                self.record.rng_states[begin] = replay_frame.rng_states[index]
            elif op.opaque and first and self.live:
                after = frame.context.rng.get_state()
                if rng_advanced(replay_frame.rng_states[index], after):
                    self.record.rng_states[self.tick] = after
        else:
            frame.step()
        self.executed_operators += replay_frame is self.stack[0]

    def _new_result(self, replay_frame: ReplayFrame, index: int, inputs: tuple[Any, ...], begin: int) -> CachedResult:
        """Make the cache entry of the instruction that has just run."""
        plan, env, record, end = replay_frame.frame.plan, replay_frame.frame.env, self.record, self.tick
        instruction = plan.instructions[index]
        outputs = tuple([(slot, env[slot]) for slot in instruction.writes])
        if instruction.operator.op.opaque:
            # a function may call set() on its inputs
            outputs += tuple([(s, env[s]) for s, x in zip(instruction.reads, inputs, strict=True) if env[s] is not x])
            names = {slot: name for name, slot in plan.slots.items()}
            record.call_results[begin] = {names[slot]: value for slot, value in outputs}
        elif not instruction.plans:
            return CachedResult(instruction.step, inputs, outputs)
        results = tuple([(t - begin, r) for t, r in record.call_results.items() if begin <= t < end])
        states = tuple([(t - begin, s) for t, s in record.rng_states.items() if begin < t <= end])
        edits = self.edits.between(begin, end) if self.edits else ()
        return CachedResult(instruction.step, inputs, outputs, end - begin, results, states, edits)

    def _step_with_saved_rng(self, replay_frame: ReplayFrame, index: int) -> None:
        """Execute an operator that may draw random numbers, so that each execution draws the same numbers."""
        rng, saved = replay_frame.frame.context.rng, replay_frame.rng_states.get(index)
        if saved is None:
            replay_frame.rng_states[index] = rng.get_state()
            replay_frame.frame.step()
        elif index not in replay_frame.cache:  # its first execution was interrupted
            rng.set_state(saved)
            replay_frame.frame.step()
        else:
            with RestoredRng(rng, saved):
                replay_frame.frame.step()

    def _replay_call(self, frame: Frame, tick: int) -> None:
        """Set the outputs of a user's function to the recorded results of the call at a tick."""
        found = self.record.call_results.get(tick)
        if found is None and tick == self.unfinished_call:
            raise TargetReached  # the program itself has not come further
        if found is None:
            where = f"place {tick} of run {self.record.run}"
            raise RunError(f"no result of {frame.next.operator.type} is recorded at {where}")
        frame.pass_with([(frame.plan.slots[name], value) for name, value in found.items()])

    def _repeat_call(self, replay_frame: ReplayFrame, tick: int) -> None:
        """Restore the effects of a call to a user's function: its results and random state, or its error.

        The call was made in the lowered (compiled) part of this run.
        """
        frame, rng = replay_frame.frame, replay_frame.frame.context.rng
        replay_frame.rng_states[frame.pc] = rng.get_state()
        if tick not in self.known_calls:
            assert self.known_failure is not None
            error, self.known_failure = self.known_failure[1], None
            frame.raise_located(error)
        outputs = self.known_calls.pop(tick)
        frame.pass_with([(frame.plan.slots[name], value) for name, value in outputs.items()])
        state = self.known_rng_states.pop(tick + 1, None)
        if state is not None:
            rng.set_state(state)
            self.record.rng_states[tick + 1] = state

    def _apply_recorded_state(self, replay_frame: ReplayFrame) -> None:
        """Apply the recorded edits and the recorded random state of this position."""
        if replay_frame is self.stack[0]:
            self.edits.resume(replay_frame.frame.pc, self.tick)
        self.apply_edits(replay_frame.frame, replay_frame.frame.env, self.tick)
        state = self.record.rng_states.get(self.tick)
        if state is not None and (self._reentry_depth or not self.live):
            replay_frame.frame.context.rng.set_state(state)

    def apply_edits(self, frame: Frame, env: list[Any], tick: int) -> None:
        """Apply the edits that the user has made at a tick to `env`, the list of a frame's values."""
        for name in self.edits.names_at(tick) if self.edits else ():
            if (slot := frame.plan.slots.get(name)) is not None:
                env[slot] = self.edits.edited(tick, name, env[slot])
