"""Probes: a Plan -> Plan pass that puts a look at a value right behind the operator that writes it.

What is not selected gets no instruction: a plan without taps is the very plan of the uninstrumented run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.debug.select import Selector
from opscope.ir.program import Operator, Variable
from opscope.runtime.plan import Env, Instruction, Plan

# (variable, operator that wrote it or None, value, step)
Observe = Callable[[Variable, Operator | None, Any, int], None]


class Probes:
    """The pass. Two passes with equal selectors are still two: they observe for different people."""

    def __init__(self, selectors: Sequence[Selector], observe: Observe) -> None:
        self.selectors = tuple(selectors)
        self.observe = observe
        self.matched: set[Selector] = set()

    def __call__(self, plan: Plan) -> Plan:
        """The plan with a probe behind each write of a selected value, also in sub-blocks."""
        plan = plan.map_plans(self)
        names = {slot: name for name, slot in plan.slots.items()}
        added = False
        instructions: list[Instruction] = []
        if plan.block.parent_idx < 0 and plan.instructions:
            first = plan.instructions[0].operator
            for name, slot in (*plan.feeds, *plan.loads):
                variable = plan.block.find(name)
                if variable is not None and self._wants(name, None) and not self._written(plan, slot):
                    instructions.append(self._probe(variable, None, first, slot))
                    added = True
        for instruction in plan.instructions:
            instructions.append(instruction)
            if instruction.kind != "op":
                continue
            for slot in dict.fromkeys(instruction.writes):
                name = names[slot]
                variable = plan.block.find(name)
                if variable is not None and self._wants(name, instruction.operator):
                    instructions.append(self._probe(variable, instruction.operator, instruction.operator, slot))
                    added = True
        return plan.with_instructions(instructions) if added else plan

    def _wants(self, name: str, operator: Operator | None) -> bool:
        found = [s for s in self.selectors if s.matches(name, operator)]
        self.matched.update(found)
        return bool(found)

    def _written(self, plan: Plan, slot: int) -> bool:
        return any(slot in i.writes for i in plan.instructions)

    def _probe(self, variable: Variable, operator: Operator | None, owner: Operator, slot: int) -> Instruction:
        observe = self.observe

        def probe(env: Env) -> None:
            value = env[slot]
            if hasattr(value, "dtype"):  # the record of a while loop is no array
                observe(variable, operator, value, env[0].step)

        return Instruction(probe, owner, reads=(slot,), kind="probe")
