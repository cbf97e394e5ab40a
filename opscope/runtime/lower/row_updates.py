"""Optimizer steps whose gradient is a few rows. At the end of a run, they update the buffers of the scope in place.

An update over flat arrays (`update_groups`) reads all rows. A step by rows reads and writes only the rows of its
gradient. Its cost does not depend on the size of the table.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from opscope.ops.optimizer.row_steps import ROW_STEPS
from opscope.runtime.lower.emitter import Call
from opscope.runtime.lower.persistent_buffers import PersistentBuffers
from opscope.runtime.lower.trace import Trace, TraceNode, TraceValue


def updated_inputs(node: TraceNode) -> list[tuple[str, TraceValue]]:
    """Return pairs (input, its new value) of all inputs that the step updates."""
    names = (name.removesuffix("_out") for name in node.op.outputs)
    return list(zip(names, node.outs, strict=True))


def can_update_rows(node: TraceNode, trace: Trace, slot_of: Mapping[int, int]) -> bool:
    """Return True for a step by rows that stores each output in the variable of the corresponding input."""
    if node.instruction is not None or node.op.name not in ROW_STEPS:
        return False
    if node.inputs[0].dtype != node.inputs[2].dtype:
        return False
    for name, out in updated_inputs(node):
        slot = slot_of.get(id(out))
        value = node.inputs[node.op.inputs.index(name)]
        if slot is None or trace.inputs.get(slot) is not value:
            return False
    return True


def row_update(
    node: TraceNode, buffers: PersistentBuffers, names: Mapping[int, str], arrays: Mapping[str, Any]
) -> Call:
    """Return the call of the step. `names` maps the id of a new value to the name of the stored value.

    `arrays` are the other inputs.
    """
    given = {**arrays, **{name: buffers.bind(names[id(out)]) for name, out in updated_inputs(node)}}
    inputs = [given[name] for name in node.op.inputs]
    return functools.partial(ROW_STEPS[node.op.name], buffers.xp, *inputs, **node.op.with_defaults(node.attrs))
