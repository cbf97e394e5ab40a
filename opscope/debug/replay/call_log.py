"""Log of the calls to the user's functions in a lowered (compiled) run: records their results by tick, or replays them.

A lowered (compiled) run does not count ticks (numbers of positions). Therefore, the tick of a call is computed from the
index of its instruction, and from the blocks that have run before the instruction.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.random import Generator
from opscope.debug.replay.program_kind import Arrays, RunRecord
from opscope.debug.replay.replay_frame import read_inputs, rng_advanced
from opscope.errors import RunError
from opscope.ir.program.program import Operator
from opscope.ir.user_calls import OutputsAndInputs
from opscope.runtime.error_context import missing_output_error
from opscope.runtime.frame import Frame, StepwiseRun, run_frame
from opscope.runtime.plan import Instruction, Plan


class PlanLayout(NamedTuple):
    """Numbers of the positions in a plan, and flags for calls to user functions and for random numbers in the plan.

    `places` contains, for each instruction, the number of operators before it. The last item is the number of all
    operators. `has_calls` is True if an instruction calls a user's function or runs blocks. `draws` is True if a run of
    the plan may draw random numbers. `calls_functions` is True if an instruction calls a user's function, even inside a
    block.
    """

    places: tuple[int, ...]
    has_calls: bool
    draws: bool
    calls_functions: bool


_layouts: weakref.WeakKeyDictionary[Plan, PlanLayout] = weakref.WeakKeyDictionary()


def plan_layout(plan: Plan) -> PlanLayout:
    """Return the layout of a plan. The layout is computed only once for each plan."""
    found = _layouts.get(plan)
    if found is None:
        places, count = [], 0
        for instruction in plan.instructions:
            places.append(count)
            count += instruction.kind == "op"
        operators = [i for i in plan.instructions if i.kind == "op"]
        found = _layouts[plan] = PlanLayout(
            (*places, count),
            any(i.operator.op.opaque or i.plans for i in operators),
            any(i.operator.op.opaque or i.operator.op.random or any(_draws(p) for p in i.plans) for i in operators),
            any(i.operator.op.opaque or any(plan_layout(p).calls_functions for p in i.plans) for i in operators),
        )
    return found


def _draws(plan: Plan) -> bool:
    return plan_layout(plan).draws


class FunctionLog:
    """Observer of a lowered (compiled) run. The observer computes the tick of each call to a user's function.

    The function `before_place` is called before each operator in a block. If `before_place` raises an error, the run
    ends.
    """

    def __init__(self, plan: Plan, rng: Generator, before_place: Callable[[], None] = lambda: None) -> None:
        self.layout = plan_layout(plan)
        self.rng = rng
        self.tick = 0
        self._before_place = before_place
        self._start = 0  # tick after which the current instruction would begin if no block had run before

    @property
    def ticks(self) -> int:
        """The number of positions in the run, after the run has finished."""
        return self.layout.places[-1] + self.tick - self._start + 1

    def tick_in(self, index: int) -> int:
        """Return the tick of the latest position, while instruction `index` of the outermost block runs."""
        at = self.layout.places[index]
        return max(at, self.tick - 1) if self._start == at + 1 else at + self.tick - self._start

    def enter_blocks(self, index: int) -> None:
        """Advance the tick to the first position inside instruction `index` of the outermost block."""
        inside = self.tick - self._start
        self._start = self.layout.places[index] + 1
        self.tick = self._start + inside

    def drive(self, frame: Frame) -> None:
        """Run the frame of a block."""
        layout = plan_layout(frame.plan)
        self._before_place()
        if not layout.has_calls:
            run_frame(frame)
            self.tick += layout.places[-1] + 1
            return
        while not frame.done:
            instruction = frame.next
            if instruction.kind == "op":
                self.tick += 1
                self._before_place()
                if instruction.operator.op.opaque:
                    self._call_in_block(frame, instruction)
                    continue
            frame.step()
        self.tick += 1

    def call(self, index: int, operator: Operator, function: Callable[[], list[Any]]) -> list[Any]:
        """Return the results of instruction `index` of the outermost block, which calls a user's function."""
        raise NotImplementedError

    def _call_in_block(self, frame: Frame, instruction: Instruction) -> None:
        raise NotImplementedError


class CallRecorder(FunctionLog):
    """Function log that calls the user's functions, and records their results.

    `failure` is a pair: the tick and the error of the call that has raised an error. `failure` is None if no call has
    raised an error.
    """

    def __init__(self, plan: Plan, record: RunRecord, rng: Generator, before_place: Callable[[], None]) -> None:
        super().__init__(plan, rng, before_place)
        self.record = record
        self.failure: tuple[int, Exception] | None = None
        self.running: tuple[int, Operator] | None = None  # tick and operator of the current call
        self.end_run = False  # True to end the run after the current call; it continues operator by operator

    def call(self, index: int, operator: Operator, function: Callable[[], list[Any]]) -> list[Any]:
        """Call the user's function, and record and return its results."""
        self.enter_blocks(index)
        tick, state = self.tick - 1, self.rng.get_state()
        self.running = tick, operator
        try:
            result = function()
            for position, (name, value) in enumerate(zip(operator.outputs, result, strict=True)):
                if value is None and name is not None:
                    raise missing_output_error(operator, position)
        except Exception as e:
            self.failure = tick, e
            raise
        found = {n: np.array(v) for n, v in zip(operator.outputs, result, strict=True) if n is not None}
        if type(result) is OutputsAndInputs:
            replaced = ((operator.inputs[position], value) for position, value in result.inputs.items())
            found.update((name, np.array(value)) for name, value in replaced if name is not None)
        self._note(tick, found, state)
        return result

    def _call_in_block(self, frame: Frame, instruction: Instruction) -> None:
        tick, state = self.tick - 1, self.rng.get_state()
        inputs = read_inputs(instruction, frame.env)
        self.running = tick, instruction.operator
        try:
            frame.step()
        except Exception as e:
            self.failure = tick, e
            raise
        names = {slot: name for name, slot in frame.plan.slots.items()}
        found = {names[slot]: frame.env[slot] for slot in instruction.writes}
        now = zip(instruction.reads, inputs, strict=True)
        found.update((names[slot], frame.env[slot]) for slot, before in now if frame.env[slot] is not before)
        self._note(tick, found, state)

    def _note(self, tick: int, found: Arrays, state: Any) -> None:
        self.running = None
        self.record.call_results[tick] = found
        if rng_advanced(state, after := self.rng.get_state()):
            self.record.rng_states[tick + 1] = after
        if self.end_run:
            raise StepwiseRun


class CallPlayer(FunctionLog):
    """Function log that returns the recorded results of the user's functions, and does not call the functions."""

    def __init__(self, plan: Plan, record: RunRecord, rng: Generator) -> None:
        super().__init__(plan, rng)
        self.record = record

    def call(self, index: int, operator: Operator, function: Callable[[], list[Any]]) -> list[Any]:
        """Return the recorded results of a call to a user's function."""
        self.enter_blocks(index)
        found = self._found(operator)
        results = [None if name is None else found[name] for name in operator.outputs]
        written = {*operator.outputs}
        replaced = {n: found[name] for n, name in enumerate(operator.inputs) if name in found and name not in written}
        return OutputsAndInputs(results, replaced) if replaced else results

    def _call_in_block(self, frame: Frame, instruction: Instruction) -> None:
        found = self._found(instruction.operator)
        frame.pass_with((frame.plan.slots[name], value) for name, value in found.items())

    def _found(self, operator: Operator) -> Arrays:
        tick = self.tick - 1
        found = self.record.call_results.get(tick)
        if found is None:
            raise RunError(f"no result of {operator.type} is recorded at position {tick} of run {self.record.run}")
        state = self.record.rng_states.get(self.tick)
        if state is not None:
            self.rng.set_state(state)
        return found
