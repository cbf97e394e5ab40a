"""Plan: a program made ready to run, as data.

Operators have become small closures over a list of slots. A plan is immutable; whoever wants it to run
differently makes another plan (`Plan -> Plan`). Slot 0 holds the run's context, all other slots hold values
by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from opscope.core.place import Place
from opscope.ir.program.program import Block, Operator

Env = list[Any]
Step = Callable[[Env], None]


@dataclass(frozen=True, eq=False)
class Instruction:
    """One step of a plan. `kind` is "op", or what the pass that put it in calls it.

    "probe" looks at values, "finish" at the end of a run, when all is stored. Of such an instruction `lower` adds
    the calls that do the same on arrays, `lower(emission, arrays of reads)`, and says whether it could.
    """

    step: Step
    operator: Operator
    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    kind: str = "op"
    plans: tuple[Plan, ...] = ()
    remake: Callable[[tuple[Plan, ...]], Step] | None = None
    lower: Callable[[Any, list[Any]], bool] | None = None

    def with_plans(self, plans: tuple[Plan, ...]) -> Instruction:
        """The same control operator over other plans of its blocks."""
        assert self.remake is not None
        return replace(self, plans=plans, step=self.remake(plans))


@dataclass(frozen=True, eq=False)
class Plan:
    """Instructions over slots, and which slots are filled from where.

    feeds, loads (from the scope), stores (to the scope) and fetches are (name, slot); so is `given`, what whoever
    makes the frame puts there beside the feeds: what the other half of a program that runs in two has computed.
    """

    block: Block
    instructions: tuple[Instruction, ...]
    slots: dict[str, int]
    place: Place
    feeds: tuple[tuple[str, int], ...] = ()
    loads: tuple[tuple[str, int], ...] = ()
    stores: tuple[tuple[str, int], ...] = ()
    fetches: tuple[tuple[str, int], ...] = ()
    missing: tuple[tuple[str, int], ...] = ()
    given: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(i.step for i in self.instructions))

    steps: tuple[Step, ...] = ()

    @property
    def size(self) -> int:
        """Number of slots, the context's included."""
        return len(self.slots) + 1

    def with_instructions(self, instructions: Sequence[Instruction]) -> Plan:
        """The same plan with other instructions."""
        return replace(self, instructions=tuple(instructions), steps=())

    def map_plans(self, function: Callable[[Plan], Plan]) -> Plan:
        """The same plan with `function` applied to the plans of all sub-blocks."""
        if not any(i.plans for i in self.instructions):
            return self
        return self.with_instructions(
            [i.with_plans(tuple(map(function, i.plans))) if i.plans else i for i in self.instructions]
        )
