"""Values in formats that NumPy lacks (bfloat16, 8-bit floats, 4-bit integers), stored in a wider dtype.

A node computes with the wider values. Then its results are rounded to the format of the node's schema.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.ir.program.program import Variable
from opscope.onnx.node import Node, Value, run
from opscope.onnx.onnx_files import numpy_dtype
from opscope.ops.elementwise.narrow_formats import HELD_IN

# results that are elements of the inputs: nothing is rounded
COPIES = frozenset(
    {
        *(
            "Compress",
            "Concat",
            "DepthToSpace",
            "Expand",
            "Flatten",
            "Gather",
            "GatherElements",
            "GatherND",
            "Identity",
        ),
        *("Max", "Min", "OneHot", "Reshape", "ReverseSequence", "Slice", "SpaceToDepth", "Split", "Squeeze"),
        *("Tile", "TopK", "Transpose", "Trilu", "Unique", "Unsqueeze", "Where"),
    }
)


def held(value: Value) -> Value:
    """Return a known array of a format that NumPy lacks in the wider dtype; return other values unchanged."""
    if value is None or isinstance(value, list | Variable):
        return value
    name = np.asarray(value).dtype.name
    return np.asarray(value).astype(HELD_IN[name]) if name in HELD_IN else value


def output_formats(node: Node, schema: Any, count: int) -> list[str | None]:
    """Return for each output the format of the inputs with the same type in the schema.

    A format that the converter has set has priority.
    """
    by_type: dict[str, str] = {}
    for position, format_ in enumerate(node.formats):
        if format_ is not None:
            by_type.setdefault(schema.inputs[min(position, len(schema.inputs) - 1)].type_str, format_)
    types = [schema.outputs[min(i, len(schema.outputs) - 1)].type_str for i in range(count)]
    return [node.output_formats.get(i, by_type.get(type_)) for i, type_ in enumerate(types)]


def in_format(value: Value, format_: str | None, node: Node) -> Value:
    """Return a result, rounded to a format. A converter, or a node that copies elements, can skip the rounding."""
    if format_ is None or value is None:
        return value
    if isinstance(value, list):
        raise node.refuse(f"a sequence of {format_}")
    if node.op_type not in COPIES and not node.output_formats:
        value = run("cast_narrow", value, dtype=format_)
    return value if isinstance(value, Variable) else np.asarray(value).astype(numpy_dtype(format_))
