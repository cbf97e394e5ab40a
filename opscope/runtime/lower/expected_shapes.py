"""Expected shapes of the results of inner blocks and of the user's functions, from declarations and feeds.

The shapes of all other values are computed by the shape rules of the operators. If a run computes another
shape than the expected shape, the rest of the run does not use the expected shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.ir.control_flow.while_loop import WHILE
from opscope.ir.program.program import Block
from opscope.runtime.lower.trace import ShapeProfile
from opscope.runtime.plan import Instruction, Plan

OpenDims = Mapping[int, int]  # by axis: the number of elements along a dim that is declared as unknown


def expected_shapes(plan: Plan, feeds: Mapping[str, Any]) -> ShapeProfile:
    """Return the expected (shape, dtype) of each result that is known only in a run, by slot.

    None for a result that is not an array.
    """
    open_dims = _open_dims(plan.block, feeds)
    found: dict[int, Any] = {}
    for instruction in plan.instructions:
        if instruction.plans or instruction.operator.op.opaque:
            found.update((plan.slots[n], _expected(plan.block, n, open_dims)) for n in _arrays_written(instruction))
    return found


def _open_dims(block: Block, feeds: Mapping[str, Any]) -> OpenDims:
    """Return the expected dims of axes that feeds leave open. The first feed with an open dim for an axis is used."""
    found: dict[int, int] = {}
    for name, array in feeds.items():
        declared = block.var_of(name).spec.shape
        for axis, dim in enumerate(declared) if len(declared) == array.ndim else ():
            if dim is None:
                found.setdefault(axis, array.shape[axis])
    return found


def _arrays_written(instruction: Instruction) -> list[str]:
    operator = instruction.operator
    outputs = operator.outputs[: operator.attrs["n_loop"]] if operator.op is WHILE else operator.outputs
    return [name for name in outputs if name is not None]


def _expected(block: Block, name: str, open_dims: OpenDims) -> tuple[tuple[int, ...], Any] | None:
    spec = block.var_of(name).spec
    shape = tuple(open_dims.get(axis) if dim is None else dim for axis, dim in enumerate(spec.shape))
    known = tuple(dim for dim in shape if dim is not None)
    return (known, spec.dtype.dtype) if len(known) == len(shape) else None
