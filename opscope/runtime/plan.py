"""Plan: a program compiled to instructions over slots.

An instruction is a small closure over a list of slots. A plan is immutable: to run a program differently, make
another plan (`Plan -> Plan`). Slot 0 holds the context of the run; all other slots hold values by name.
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
    """A step of a plan. `kind` is "op", or another name that a pass has set.

    A "probe" reads values; "finish" runs at the end of a run, after the stores. `lower(emitter, arrays of reads)`, if
    it is set, adds calls that do the same on arrays in a lowered run. It returns False if this is not possible.
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
        """Return a copy of the control-flow operator with other plans for its blocks."""
        assert self.rebuild_step is not None
        return replace(self, plans=plans, step=self.rebuild_step(plans))


@dataclass(frozen=True, eq=False)
class Plan:
    """Instructions over slots, and the sources of the slots' values.

    feeds, loads (from the scope), stores (to the scope) and fetches are pairs (name, slot). `missing` and `extra_feeds`
    are also pairs (name, slot). `missing` are variables that are read before a write. `extra_feeds` are additional
    values from the caller, such as the forward values of a backward plan. `optional` are the variables that may have no
    value at the end, because only an unexecuted branch writes them. The slots of these variables are then None.
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
        """Number of slots, including the slot of the context."""
        return len(self.slots) + 1

    def with_instructions(self, instructions: Sequence[Instruction]) -> Plan:
        """Return a copy of the plan with other instructions."""
        return replace(self, instructions=tuple(instructions), steps=())

    def map_plans(self, function: Callable[[Plan], Plan]) -> Plan:
        """Return a copy of the plan in which `function` has changed the plans of all inner blocks."""
        if not any(i.plans for i in self.instructions):
            return self
        return self.with_instructions(
            [i.with_plans(tuple(map(function, i.plans))) if i.plans else i for i in self.instructions]
        )
