"""Frame: a run as data. A plan, its slots and a program counter.

`run` is the tight loop; `step` calls the same closures one at a time. Pausing is returning: whoever drives a
frame may stop calling, look at `env`, and go on.
"""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from opscope.core.random import Generator, default
from opscope.runtime.error_context import located
from opscope.runtime.plan import Instruction, Plan


@dataclass(slots=True)
class Context:
    """What a whole run shares, sub-blocks included: random stream, step number, who drives the frames."""

    drive: Callable[[Any], None]
    rng: Generator = default
    step: int = 0
    depth: int = 0


class Frame:
    """One activation of a plan."""

    __slots__ = ("env", "pc", "plan")

    def __init__(self, plan: Plan, context: Context, values: list[Any]) -> None:
        self.plan = plan
        self.pc = 0
        self.env: list[Any] = [None] * plan.size
        self.env[0] = context
        for (_, slot), value in zip(plan.feeds, values, strict=True):
            self.env[slot] = value

    @property
    def context(self) -> Context:
        """The run that this frame is part of."""
        return self.env[0]

    @property
    def done(self) -> bool:
        """True when every instruction has run."""
        return self.pc >= len(self.plan.steps)

    @property
    def next(self) -> Instruction:
        """The instruction that `step` will run."""
        return self.plan.instructions[self.pc]

    def step(self) -> None:
        """Run one instruction. If it raises, the frame still stands before it."""
        try:
            self.plan.steps[self.pc](self.env)
        except Exception as e:  # noqa: BLE001 (the boundary where context is added)
            self._raise(e)
        self.pc += 1

    def run(self) -> None:
        """Run to the end. If an instruction raises, the frame stands before it."""
        env = self.env
        steps = iter(self.plan.steps[self.pc :])
        total = len(self.plan.steps)
        try:
            for step in steps:
                step(env)
        except Exception as e:  # noqa: BLE001 (the boundary where context is added)
            self.pc = total - _operator.length_hint(steps) - 1
            self._raise(e)
        self.pc = total

    def _raise(self, error: Exception) -> NoReturn:
        found = located(error, self.next, self.env)
        if found is error:  # the user's own exception, or one of ours: as it is
            raise
        raise found from error

    def value(self, name: str) -> Any:
        """The value of a variable as of now, None if it has none."""
        slot = self.plan.slots.get(name)
        return None if slot is None else self.env[slot]


def run_frame(frame: Frame) -> None:
    """The default driver."""
    frame.run()
