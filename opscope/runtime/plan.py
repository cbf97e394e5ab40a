"""Plan, a program that was compiled to instructions. Instructions read and write values in slots of a list.

An instruction is a small closure over a list of slots. A plan is immutable. If a program must run differently, a pass
creates another plan. Slot 0 contains the context of the run. Each other slot contains the value of a name.
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
    """Step of a plan. `kind` is "op", or another name that a pass has set.

    A "probe" reads values. A "finish" runs at the end of a run, after the results were stored. The function `lower`
    adds calls to a compiled (lowered) run that do the same as the instruction. Its arguments are the emitter and the
    arrays that the instruction reads. It returns False if this is not possible. `lower` may be None.
    """

    step: Step
    operator: Operator
    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    kind: str = "op"
    plans: tuple[Plan, ...] = ()
    rebuild_step: Callable[[tuple[Plan, ...]], Step] | None = None
    lower: Callable[[Any, list[Any]], bool] | None = None

    def with_plans(self, plans: tuple[Plan, ...]) -> Instruction:
        """Return a copy of this instruction, a control-flow operator, with other plans for its blocks."""
        assert self.rebuild_step is not None
        return replace(self, plans=plans, step=self.rebuild_step(plans))


@dataclass(frozen=True, eq=False)
class Plan:
    """Instructions over slots, and the sources of the values in the slots.

    `feeds`, `loads` (from the scope), `stores` (to the scope), `fetches`, `missing` and `extra_feeds` are pairs (name,
    slot). `missing` are variables that are read before a write. `extra_feeds` are additional values from the caller,
    such as the forward values for a backward plan. `optional` are variables that may have no value at the end, because
    a branch that writes them may not run. Their slots are then None.
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
    extra_feeds: tuple[tuple[str, int], ...] = ()
    optional: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(i.step for i in self.instructions))

    steps: tuple[Step, ...] = ()

    @property
    def size(self) -> int:
        """The number of slots, including the slot of the context."""
        return len(self.slots) + 1

    def with_instructions(self, instructions: Sequence[Instruction]) -> Plan:
        """Return a copy of the plan with other instructions."""
        return replace(self, instructions=tuple(instructions), steps=())

    def map_plans(self, function: Callable[[Plan], Plan]) -> Plan:
        """Return a copy of the plan in which `function` has replaced the plans of all inner blocks."""
        if not any(i.plans for i in self.instructions):
            return self
        return self.with_instructions(
            [i.with_plans(tuple(map(function, i.plans))) if i.plans else i for i in self.instructions]
        )
