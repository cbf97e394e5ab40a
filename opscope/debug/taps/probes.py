"""Compiler pass that adds a probe to a plan after each operator that writes a tapped value.

A plan without taps is not changed, and has no additional instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from opscope.core.annotations import Array
from opscope.core.place import has_numbers
from opscope.debug.taps.selector import Selector
from opscope.ir.program.program import Operator, Program, Variable
from opscope.runtime.lower.emitter import Emitter
from opscope.runtime.plan import Env, Instruction, Plan

# (variable, operator that wrote it or None, value, step)
Observer = Callable[[Variable, Operator | None, Any, int], None]


class ProbePoint(NamedTuple):
    """A variable, and the operator that writes the variable (None: the variable is fed or loaded).

    The probe runs directly after the operator has written the variable.
    """

    variable: Variable
    operator: Operator | None


class ProbeLowering(Protocol):
    """Interface of objects that convert probes to calls of a lowered run."""

    def add(self, emission: Emitter, point: ProbePoint, array: Array) -> bool:
        """Add the calls that measure an array.

        Returns False if no call can measure the array, so that the probe must pass each value to the observer.
        """
        ...

    def finish(self, emission: Emitter) -> None:
        """Add the calls that run at the end of the run."""
        ...


class ProbePass:
    """Pass that adds probes to plans.

    Two passes are equal only if they are the same object, because each pass has its own observer.
    """

    def __init__(
        self,
        selectors: Sequence[Selector],
        observe: Observer,
        lowering: ProbeLowering | None = None,
        is_enabled: Callable[[str, Operator | None, Program], bool] = lambda name, operator, program: True,
        on_plan: Callable[[Plan], None] = lambda plan: None,
    ) -> None:
        self.selectors = tuple(selectors)
        self.observe = observe
        self.lowering = lowering
        self.is_enabled = is_enabled  # False for selected values that must not get a probe
        self.on_plan = on_plan  # called with each outermost plan, once the matching selectors are known
        self.matched: set[Selector] = set()

    def __call__(self, plan: Plan) -> Plan:
        """Return the plan with a probe after each write of a selected value, also in blocks inside operators."""
        plan = plan.map_plans(self)
        names = {slot: name for name, slot in plan.slots.items()}
        instructions: list[Instruction] = []
        changed = False
        outermost = plan.block.parent_idx < 0
        if outermost and plan.instructions:
            first, written = plan.instructions[0].operator, {s for i in plan.instructions for s in i.writes}
            for name, slot in (*plan.feeds, *plan.loads):
                variable = plan.block.find(name)
                if variable is not None and slot not in written and self._is_probed(name, None, plan):
                    instructions.append(self._probe(ProbePoint(variable, None), first, slot))
        for each in plan.instructions:
            instruction = self._with_loop_probes(each)
            instructions.append(instruction)
            changed |= instruction is not each
            if instruction.kind != "op":
                continue
            for slot in dict.fromkeys(instruction.writes):
                name = names[slot]
                variable = plan.block.find(name)
                if variable is not None and self._is_probed(name, instruction.operator, plan):
                    point = ProbePoint(variable, instruction.operator)
                    instructions.append(self._probe(point, instruction.operator, slot))
        if outermost:
            self.on_plan(plan)
        if len(instructions) == len(plan.instructions) and not changed:
            return plan
        if outermost and self.lowering is not None:
            instructions.append(self._finish(plan.instructions[-1].operator, self.lowering))
        return plan.with_instructions(instructions)

    def _with_loop_probes(self, instruction: Instruction) -> Instruction:
        """Return a while loop with probes of the selected loop variables at the beginning of the loop body.

        These probes are necessary because no operator writes the loop variables.
        """
        if instruction.operator.type != "while" or not instruction.plans:
            return instruction
        cond, body = instruction.plans
        names = [name for name, _ in body.feeds if name in body.block.vars and self._is_probed(name, None, body)]
        if not names or not body.instructions:
            return instruction
        first, slots = body.instructions[0].operator, dict(body.feeds)
        probes = [self._probe(ProbePoint(body.block.vars[name], None), first, slots[name]) for name in names]
        return instruction.with_plans((cond, body.with_instructions([*probes, *body.instructions])))

    def _is_probed(self, name: str, operator: Operator | None, plan: Plan) -> bool:
        program = plan.block.program
        matching = [s for s in self.selectors if s.matches(name, operator, program)]
        self.matched.update(matching)
        return bool(matching) and self.is_enabled(name, operator, program)

    def _probe(self, point: ProbePoint, owner: Operator, slot: int) -> Instruction:
        observe, lowering = self.observe, self.lowering

        def probe(env: Env) -> None:
            value = env[slot]
            if has_numbers(value):  # the record of a while loop is not an array
                observe(*point, value, env[0].step)

        def lower(emission: Emitter, arrays: list[Any]) -> bool:
            return lowering is not None and len(arrays) == 1 and lowering.add(emission, point, arrays[0])

        return Instruction(probe, owner, reads=(slot,), kind="probe", lower=lower)

    def _finish(self, owner: Operator, lowering: ProbeLowering) -> Instruction:
        def lower(emission: Emitter, arrays: list[Any]) -> bool:
            lowering.finish(emission)
            return True

        return Instruction(lambda env: None, owner, kind="finish", lower=lower)
