"""LoweredFrame: a lowered run as data, for those who drive it themselves: step by step, and paused in between.

A step is one call, so several to an operator. The update at the end is one step: it is not left half done.
"""

from __future__ import annotations

from typing import Any

from opscope.runtime.frame import Context
from opscope.runtime.lower.lowered_run import Lowered
from opscope.runtime.plan import Instruction


class LoweredFrame:
    """One run of a lowered plan, with the interface of `runtime.frame.Frame`."""

    __slots__ = ("_owners", "_steps", "lowered", "pc", "plan")

    def __init__(self, lowered: Lowered, context: Context) -> None:
        self.lowered = lowered
        self.plan = lowered.plan
        self.pc = 0
        lowered.env[0] = context
        last = len(lowered.plan.instructions) - 1
        self._steps = (*lowered.calls, lowered.store, *lowered.after)
        self._owners = (*lowered.owners, last, *lowered.after_owners)

    @property
    def context(self) -> Context:
        """The run that this frame is part of."""
        return self.lowered.env[0]

    @property
    def done(self) -> bool:
        """True when every call was made."""
        return self.pc >= len(self._steps)

    @property
    def next(self) -> Instruction:
        """The instruction whose call `step` will make."""
        return self.plan.instructions[self._owners[self.pc]]

    def step(self) -> None:
        """Make one call. If it raises, the frame still stands before it."""
        try:
            self._steps[self.pc]()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.lowered.fail(e, self.pc)
        self.pc += 1

    def run(self) -> None:
        """Make the calls that are left."""
        while not self.done:
            self.step()

    @property
    def env(self) -> LoweredFrame:
        """Values by slot, as `frame.env[slot]`."""
        return self

    def __getitem__(self, slot: int) -> Any:
        return self.lowered.slot(slot)

    def value(self, name: str) -> Any:
        """The value of a variable, None if it has none now: only what someone looks at stays in memory."""
        slot = self.plan.slots.get(name)
        return None if slot is None else self.lowered.standing(slot, None if self.done else self._owners[self.pc])
