"""User code in a lowered run: it is given arrays of its own, and what it makes is copied to where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getrefcount
from typing import Any

import numpy as np

from opscope.ir.program.program import Operator
from opscope.ir.user_calls import OutputsAndInputs
from opscope.runtime.error_context import nothing
from opscope.runtime.plan import Env, Step


class Mismatch(Exception):
    """A step made something of another shape than when it was watched; the run goes on without lowering."""

    def __init__(self, index: int, slots: dict[int, Any]) -> None:
        super().__init__(index)
        self.index = index
        self.slots = slots  # what the step left there


class Private:
    """A copy of a value for user code: the same array in every run, until somebody keeps it."""

    __slots__ = ("array", "source")

    def __init__(self, source: Any) -> None:
        self.source = source
        self.array = source.copy()

    def refresh(self) -> None:
        """Before the first function of a run that reads the value."""
        if self.holders() > HOLDERS:  # the function kept it, or a view
            self.array = self.source.copy()
        else:
            self.array[...] = self.source

    def holders(self) -> int:
        """How many references there are to the array."""
        return getrefcount(self.array)


HOLDERS = Private(np.zeros(())).holders()  # of an array that nobody keeps: it depends on the version of Python


def user_call(
    operator: Operator, kernel: Callable[..., Any], ins: Sequence[Private | None], outs: Sequence[Any], where: Where
) -> Callable[[], None]:
    """The call of an operator made of the user's Python. `ins` and `outs` (None: dropped) are as in the operator."""
    single = ins[0] if len(ins) == 1 else None

    def call() -> None:
        result = kernel(single.array) if single else kernel(*[None if p is None else p.array for p in ins])
        if type(result) is OutputsAndInputs:
            where.give_up(result)
        for out, value in zip(outs, result, strict=True):
            if out is None:
                continue
            if value is None:
                raise nothing(operator, result.index(None))
            if value.shape != out.shape or value.dtype != out.dtype:
                where.give_up(result)
            out[...] = value

    return call


class Where:
    """Where a user's operator stands, for the frame that goes on behind it."""

    __slots__ = ("in_slots", "index", "out_slots")

    def __init__(self, index: int, in_slots: Sequence[int], out_slots: Sequence[int]) -> None:
        self.index = index
        self.in_slots = in_slots
        self.out_slots = out_slots

    def give_up(self, result: list[Any]) -> None:
        """Raises Mismatch with what was made, and replaced."""
        replaced: dict[int, Any] = getattr(result, "inputs", {})
        slots = {self.in_slots[position]: value for position, value in replaced.items()}
        slots.update(zip(self.out_slots, result, strict=True))
        raise Mismatch(self.index, {slot: value for slot, value in slots.items() if slot})


def block_call(env: Env, step: Step, ins: list[tuple[int, Any]], outs: list[tuple[int, Any]], index: int) -> None:
    """Blocks get copies, since they may keep them for their gradient, and what they make is copied to its place."""
    for slot, array in ins:
        env[slot] = array.copy()
    step(env)
    for slot, array in outs:
        value = env[slot]
        if getattr(value, "shape", None) != array.shape or value.dtype != array.dtype:
            raise Mismatch(index, {slot: env[slot] for slot, _ in outs})
    for slot, array in outs:
        array[...] = env[slot]
