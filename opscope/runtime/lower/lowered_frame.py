"""LoweredFrame, which represents a run of a compiled (lowered) plan as data. A driver can run it step by step.

A step is one call, so an operator may have several steps. The final update of the parameters is one step, which always
runs completely.
"""

from __future__ import annotations

from typing import Any, Protocol

from opscope.runtime.frame import Context
from opscope.runtime.lower.emitter import Call
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.plan import Instruction


class HasPending(Protocol):
    """Interface of an object that may interrupt a run."""

    @property
    def pending(self) -> bool:
        """True if a command is waiting."""
        ...


class LoweredFrame:
    """Run of a compiled (lowered) plan, with the interface of `runtime.frame.Frame`."""

    __slots__ = ("_owners", "_steps", "lowered", "pc", "plan")
    _steps: tuple[Call, ...]

    def __init__(self, lowered: LoweredPlan, context: Context) -> None:
        self.lowered = lowered
        self.plan = lowered.plan
        self.pc = 0
        lowered.env[0] = context
        self._steps, self._owners = (), ()

    def _prepare(self) -> None:
        """Create the list of steps. A driver that makes the calls itself does not need this list."""
        lowered, last = self.lowered, len(self.plan.instructions) - 1
        self._steps = (*lowered.calls, lowered.commit, *lowered.post_update_calls)
        self._owners = (*lowered.owners, last, *lowered.post_update_owners)

    @property
    def context(self) -> Context:
        """The context of the run that this frame belongs to."""
        return self.lowered.env[0]

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self.lowered.calls) + 1 + len(self.lowered.post_update_calls)

    @property
    def done(self) -> bool:
        """True if all calls were made."""
        return self.pc >= self.length

    @property
    def next(self) -> Instruction:
        """The instruction of the next call."""
        return self.plan.instructions[self.next_index]

    @property
    def next_index(self) -> int:
        """The index of the instruction of the next call."""
        if not self._owners:
            self._prepare()
        return self._owners[self.pc]

    def run_until_pending(self, queue: HasPending) -> None:
        """Make the remaining calls. Stop before a call if `queue.pending` is True."""
        if self.pc:
            return
        calls, made = self.lowered.calls, 0
        try:
            for call in calls:
                if queue.pending:
                    break
                call()
                made += 1
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.pc = made
            self.lowered.fail(e, made)
        self.pc = made

    def step(self) -> None:
        """Make the next call of the run. If the call raises an error, the program counter stays before the call."""
        if not self._steps:
            self._prepare()
        try:
            self._steps[self.pc]()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.lowered.fail(e, self.pc)
        self.pc += 1

    def run(self) -> None:
        """Make the remaining calls of the run."""
        while not self.done:
            self.step()

    @property
    def env(self) -> LoweredFrame:
        """Values by slot, as in `frame.env[slot]`."""
        return self

    def __getitem__(self, slot: int) -> Any:
        return self.lowered.final_value(slot)

    def value(self, name: str) -> Any:
        """Return the value of a variable, or None if the value is no longer in memory."""
        slot = self.plan.slots.get(name)
        if slot is None:
            return None
        return self.lowered.live_value(slot, None if self.done else self.next_index)
