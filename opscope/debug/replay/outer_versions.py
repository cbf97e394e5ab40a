"""Lookup of the current value of a variable in nested frames.

If a block writes a variable of an outer block, the variable has another name in the inner block.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from opscope.ir.control_flow.while_loop import WHILE
from opscope.ir.program.program import Operator
from opscope.runtime.frame import Frame


def value_in(frames: Sequence[Frame], name: str) -> Any:
    """Return the current value of a variable; None if the variable has no value.

    The search begins at the innermost frame, which is the last frame in `frames`, and continues outward.
    """
    for depth in range(len(frames) - 1, -1, -1):
        frame, inside = frames[depth], name
        if any(each.value(name) is not None for each in frames[:depth]):
            inside = version_inside(frames[depth - 1].next.operator, frame, name)
        if (value := frame.value(inside)) is not None:
            return value
    return None


def version_inside(owner: Operator, frame: Frame, name: str) -> str:
    """Return the name of the variable in a frame that has the current value of an outer variable.

    `owner` is the operator that runs the frame.
    """
    version = re.compile(re.escape(name) + r"(@\d+)?")
    outputs = [k for k, n in enumerate(owner.outputs) if n is not None and version.fullmatch(n)]
    if not outputs:
        return name
    for instruction in reversed(frame.plan.instructions[: frame.pc]):
        for written in instruction.operator.outputs:
            if written is not None and version.fullmatch(written):
                return written
    if owner.op is not WHILE:
        return name
    position = outputs[-1]
    if frame.plan.block.idx == owner.attrs["blocks"][0]:  # a condition may read the value before the iteration
        position = max(k for k in range(owner.attrs["n_loop"]) if owner.inputs[k] == owner.inputs[position])
    return owner.attrs["params"][position]
