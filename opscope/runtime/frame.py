"""Frame: one run as data: a plan, its slots and a program counter.

`run` is the fast loop; `step` calls the same closures one at a time. To pause is to stop calling `step`: the driver may
read `env` and continue later.
"""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from opscope.core.random import Generator, default
from opscope.runtime.error_context import with_context
from opscope.runtime.plan import Instruction, Plan


@dataclass(slots=True)
class Context:
    """What a whole run shares, including sub-blocks: the random stream, the step number, the driver of frames."""

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
        """The context of the run that this frame belongs to."""
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
        """Run one instruction. If it raises, the program counter stays before it."""
        try:
            self.plan.steps[self.pc](self.env)
        except Exception as e:  # noqa: BLE001 (the boundary where context is added)
            self._raise(e)
        self.pc += 1

    def run(self) -> None:
        """Run to the end. If an instruction raises, the program counter stays before it."""
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
        located = with_context(error, self.next, self.env)
        if located is error:  # the user's own exception, or one of opscope's
            raise
        raise located from error

    def value(self, name: str) -> Any:
        """The current value of a variable, None if it has none."""
        slot = self.plan.slots.get(name)
        return None if slot is None else self.env[slot]


def run_frame(frame: Frame) -> None:
    """The default driver: run the frame to its end."""
    frame.run()
