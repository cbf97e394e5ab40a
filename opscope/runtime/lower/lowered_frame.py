"""LoweredFrame: one run of a lowered plan as data, for drivers that run it step by step.

A step is one call, so an operator may have several steps. The final update is one step: it is never left half done.
"""

from __future__ import annotations

from typing import Any

from opscope.runtime.frame import Context
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.plan import Instruction


class LoweredFrame:
    """One run of a lowered plan, with the interface of `runtime.frame.Frame`."""

    __slots__ = ("_owners", "_steps", "lowered", "pc", "plan")

    def __init__(self, lowered: LoweredPlan, context: Context) -> None:
        self.lowered = lowered
        self.plan = lowered.plan
        self.pc = 0
        lowered.env[0] = context
        last = len(lowered.plan.instructions) - 1
        self._steps = (*lowered.calls, lowered.commit, *lowered.post_update_calls)
        self._owners = (*lowered.owners, last, *lowered.post_update_owners)

    @property
    def context(self) -> Context:
        """The context of the run that this frame belongs to."""
        return self.lowered.env[0]

    @property
    def done(self) -> bool:
        """True when every call was made."""
        return self.pc >= len(self._steps)

    @property
    def next(self) -> Instruction:
        """The instruction of the next call."""
        return self.plan.instructions[self._owners[self.pc]]

    def step(self) -> None:
        """Make one call. If it raises, the program counter stays before it."""
        try:
            self._steps[self.pc]()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.lowered.fail(e, self.pc)
        self.pc += 1

    def run(self) -> None:
        """Make the remaining calls."""
        while not self.done:
            self.step()

    @property
    def env(self) -> LoweredFrame:
        """Values by slot, as in `frame.env[slot]`."""
        return self

    def __getitem__(self, slot: int) -> Any:
        return self.lowered.final_value(slot)

    def value(self, name: str) -> Any:
        """The value of a variable, or None: only values that something reads at the end stay in memory."""
        slot = self.plan.slots.get(name)
        return None if slot is None else self.lowered.live_value(slot, None if self.done else self._owners[self.pc])
