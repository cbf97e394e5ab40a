"""Frame, which represents a run as data: a plan, its slots and a program counter.

`run` is the fast loop. `step` calls the same closures one at a time. To pause a frame, a
driver does not call `step`. It may then read the values in `env`, and continue later.
"""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from opscope.core.random import Generator, default
from opscope.ir.program.program import Operator
from opscope.runtime.error_context import with_context
from opscope.runtime.plan import Instruction, Plan


class FunctionCalls(Protocol):
    """Interface for the calls of the user's functions in a lowered run.

    An implementation records the results of the functions, or returns recorded results.
    """

    def call(self, index: int, operator: Operator, function: Callable[[], list[Any]]) -> list[Any]:
        """Return the results of instruction `index`, which calls a user's function."""
        ...

    def enter_blocks(self, index: int) -> None:
        """Handle the start of the blocks of instruction `index`."""
        ...


class StepwiseRun(BaseException):
    """Signal from the driver of a compiled (lowered) run to start the run again, operator by operator.

    The driver raises this signal before any value is stored.
    """


@dataclass(slots=True)
class Context:
    """State that all frames of a run share, such as the random stream, the step number and the driver.

    Persistable values are read from `scope` and stored in it. In a replay, `scope` is None. `not_lowered` is the reason
    why operators run one by one, or "" if the run is compiled (lowered).
    """

    drive: Callable[[Any], None]
    rng: Generator = default
    step: int = 0
    depth: int = 0
    scope: Any = None
    calls: FunctionCalls | None = None
    not_lowered: str = ""


class Frame:
    """Execution of a plan, represented as data.

    `stores` are pairs (name, slot). Their values are written to the scope after the run has succeeded. The pairs are
    the stores of the plan, and persistable values that other code has set during the run.
    """

    __slots__ = ("env", "pc", "plan", "stores")

    def __init__(self, plan: Plan, context: Context, values: list[Any]) -> None:
        self.plan = plan
        self.pc = 0
        self.stores = plan.stores
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
        """True if every instruction has run."""
        return self.pc >= len(self.plan.steps)

    @property
    def next(self) -> Instruction:
        """The instruction that the next call of `step` runs."""
        return self.plan.instructions[self.pc]

    def step(self) -> None:
        """Run one instruction.

        After an error of the instruction, the program counter is still before the instruction.
        """
        try:
            self.plan.steps[self.pc](self.env)
        except Exception as e:  # noqa: BLE001 (the boundary where context is added)
            self.raise_located(e)
        self.pc += 1

    def pass_with(self, outputs: Iterable[tuple[int, Any]]) -> None:
        """Skip the next instruction, and set its results. `outputs` are pairs (slot, value)."""
        for slot, value in outputs:
            self.env[slot] = value
        self.pc += 1

    def fork(self, context: Context) -> Frame:
        """Return a copy of the frame at this position, in another context."""
        fork = Frame(self.plan, context, [None] * len(self.plan.feeds))
        fork.env, fork.pc = [context, *self.env[1:]], self.pc
        return fork

    def run(self) -> None:
        """Run the frame to its end.

        If an instruction raises an error, the program counter stays before the instruction.
        """
        env = self.env
        steps = iter(self.plan.steps[self.pc :])
        total = len(self.plan.steps)
        try:
            for step in steps:
                step(env)
        except Exception as e:  # noqa: BLE001 (the boundary where context is added)
            self.pc = total - _operator.length_hint(steps) - 1
            self.raise_located(e)
        self.pc = total

    def raise_located(self, error: Exception) -> NoReturn:
        """Raise `error`, which the next instruction has raised, with details about the instruction."""
        located = with_context(error, self.next, self.env)
        if located is error:  # the user's own exception, or one of opscope's
            raise error
        raise located from error

    def value(self, name: str) -> Any:
        """Return the current value of a variable, or None if it has no value."""
        slot = self.plan.slots.get(name)
        return None if slot is None else self.env[slot]


def run_frame(frame: Frame) -> None:
    """Run a frame to its end. This function is the default driver."""
    frame.run()
