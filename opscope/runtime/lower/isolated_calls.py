"""Calls of the user's functions in a compiled (lowered) run. They receive copies, and their results are copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getrefcount
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.ir.program.program import Operator
from opscope.ir.user_calls import OutputsAndInputs
from opscope.runtime.error_context import missing_output_error
from opscope.runtime.plan import Env, Step


class GuardFailure(Exception):
    """Signal that an instruction has computed an unexpected shape. The run then continues operator by operator."""

    def __init__(self, index: int, slots: dict[int, Any]) -> None:
        super().__init__(index)
        self.index = index
        self.slots = slots  # what the instruction left in its slots


class IsolatedArg:
    """Copy of a value for user code.

    Each run uses the same array for the copy, unless the user's code has a reference to it.
    """

    __slots__ = ("array", "source")

    def __init__(self, source: Array) -> None:
        self.source = source
        self.array = source.copy()

    def refresh(self) -> None:
        """Copy the value again. This is done before the first function of a run that reads the value."""
        if self.ref_count() > UNSHARED_REF_COUNT:  # the user's function kept the array or a view
            self.array = self.source.copy()
        else:
            self.array[...] = self.source

    def ref_count(self) -> int:
        """Return the number of references to the array."""
        return getrefcount(self.array)


UNSHARED_REF_COUNT = IsolatedArg(
    np.zeros(())
).ref_count()  # of an array that nothing else refers to; depends on the Python version


def user_call(
    operator: Operator,
    kernel: Callable[..., Any],
    ins: Sequence[IsolatedArg | None],
    outs: Sequence[Any],
    slots: OperatorSlots,
    env: Env,
) -> Callable[[], None]:
    """Return the call of an operator that consists of user functions.

    `ins` and `outs` are the inputs and outputs of the operator. An output that is not used is None.
    """
    single = ins[0] if len(ins) == 1 else None

    def call_functions() -> list[Any]:
        return kernel(single.array) if single else kernel(*[None if p is None else p.array for p in ins])

    def call() -> None:
        calls = env[0].calls
        result = call_functions() if calls is None else calls.call(slots.index, operator, call_functions)
        if type(result) is OutputsAndInputs:
            slots.raise_guard_failure(result)
        for out, value in zip(outs, result, strict=True):
            if out is None:
                continue
            if value is None:
                raise missing_output_error(operator, result.index(None))
            if value.shape != out.shape or value.dtype != out.dtype:
                slots.raise_guard_failure(result)
            out[...] = value

    return call


class OperatorSlots:
    """Slots of a user's operator, for the frame that continues after a failed guard."""

    __slots__ = ("in_slots", "index", "out_slots")

    def __init__(self, index: int, in_slots: Sequence[int], out_slots: Sequence[int]) -> None:
        self.index = index
        self.in_slots = in_slots
        self.out_slots = out_slots

    def raise_guard_failure(self, result: list[Any]) -> None:
        """Raise GuardFailure with the results of the operator and the inputs that it replaced."""
        replaced: dict[int, Any] = getattr(result, "inputs", {})
        slots = {self.in_slots[position]: value for position, value in replaced.items()}
        slots.update(zip(self.out_slots, result, strict=True))
        raise GuardFailure(self.index, {slot: value for slot, value in slots.items() if slot})


def block_call(
    env: Env, step: Step, ins: list[tuple[int, Any]], outs: list[tuple[int, Any]], others: Sequence[int], index: int
) -> None:
    """Run an operator with blocks on copies of its inputs, and copy its results.

    The operator may keep the copies for its gradient. `others` are the slots of results that are not copied. If a block
    does not run, its results have no value.
    """
    for slot in others:
        env[slot] = None
    for slot, array in ins:
        env[slot] = array.copy()
    if env[0].calls is not None:
        env[0].calls.enter_blocks(index)
    step(env)
    for slot, array in outs:
        value = env[slot]
        if getattr(value, "shape", None) != array.shape or value.dtype != array.dtype:
            raise GuardFailure(index, {slot: env[slot] for slot, _ in outs})
    for slot, array in outs:
        array[...] = env[slot]
