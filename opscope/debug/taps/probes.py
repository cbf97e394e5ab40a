"""Probes: a Plan -> Plan pass that puts a look at a value right behind the operator that writes it.

What is not selected gets no instruction: a plan without taps is the very plan of the uninstrumented run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from opscope.debug.taps.selector import Selector
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.plan import Env, Instruction, Plan

# (variable, operator that wrote it or None, value, step)
Observe = Callable[[Variable, Operator | None, Any, int], None]


class Spot(NamedTuple):
    """Where a probe stands: behind the operator that writes the variable (None: it is fed or loaded)."""

    variable: Variable
    operator: Operator | None


class Gauges(Protocol):
    """How probes look in a lowered run: with calls of their own, and once more when the run is over."""

    def add(self, emission: Any, spot: Spot, array: Any) -> bool:
        """Add the calls that look at an array; False to be shown it as in any other run."""
        ...

    def finish(self, emission: Any) -> None:
        """Add what is to be called at the end of the run."""
        ...


class Probes:
    """The pass. Two passes with equal selectors are still two: they observe for different people."""

    def __init__(
        self,
        selectors: Sequence[Selector],
        observe: Observe,
        gauges: Gauges | None = None,
        looks: Callable[[str, Operator | None], bool] = lambda name, operator: True,
    ) -> None:
        self.selectors = tuple(selectors)
        self.observe = observe
        self.gauges = gauges
        self.looks = looks  # False for what is selected and yet not looked at
        self.matched: set[Selector] = set()

    def __call__(self, plan: Plan) -> Plan:
        """The plan with a probe behind each write of a selected value, also in sub-blocks."""
        plan = plan.map_plans(self)
        names = {slot: name for name, slot in plan.slots.items()}
        instructions: list[Instruction] = []
        outermost = plan.block.parent_idx < 0
        if outermost and plan.instructions:
            first, written = plan.instructions[0].operator, {s for i in plan.instructions for s in i.writes}
            for name, slot in (*plan.feeds, *plan.loads):
                variable = plan.block.find(name)
                if variable is not None and slot not in written and self._wants(name, None):
                    instructions.append(self._probe(Spot(variable, None), first, slot))
        for instruction in plan.instructions:
            instructions.append(instruction)
            if instruction.kind != "op":
                continue
            for slot in dict.fromkeys(instruction.writes):
                name = names[slot]
                variable = plan.block.find(name)
                if variable is not None and self._wants(name, instruction.operator):
                    spot = Spot(variable, instruction.operator)
                    instructions.append(self._probe(spot, instruction.operator, slot))
        if len(instructions) == len(plan.instructions):
            return plan
        if outermost and self.gauges is not None:
            instructions.append(self._finish(plan.instructions[-1].operator))
        return plan.with_instructions(instructions)

    def _wants(self, name: str, operator: Operator | None) -> bool:
        found = [s for s in self.selectors if s.matches(name, operator)]
        self.matched.update(found)
        return bool(found) and self.looks(name, operator)

    def _probe(self, spot: Spot, owner: Operator, slot: int) -> Instruction:
        observe, gauges = self.observe, self.gauges

        def probe(env: Env) -> None:
            value = env[slot]
            if hasattr(value, "dtype"):  # the record of a while loop is no array
                observe(*spot, value, env[0].step)

        def lower(emission: Any, arrays: list[Any]) -> bool:
            return gauges is not None and len(arrays) == 1 and gauges.add(emission, spot, arrays[0])

        return Instruction(probe, owner, reads=(slot,), kind="probe", lower=lower)

    def _finish(self, owner: Operator) -> Instruction:
        gauges = self.gauges
        assert gauges is not None

        def lower(emission: Any, arrays: list[Any]) -> bool:
            gauges.finish(emission)
            return True

        return Instruction(lambda env: None, owner, kind="finish", lower=lower)
