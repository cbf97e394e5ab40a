"""Sequences and optionals: lists of values whose length is known when the program is built."""

from __future__ import annotations

import numpy as np

from opscope.onnx.node import Node, Value, axis_of, known_dims, operator, rank_of, run
from opscope.onnx.operators.control_flow_nodes import subgraph


def items(node: Node, position: int = 0) -> list[Value]:
    """Return the elements of an input that is a sequence."""
    value = node.input(position)
    if not isinstance(value, list):
        raise node.error(f"input {position} is not a sequence")
    return list(value)


def _position(node: Node, where: int, count: int, limit: int) -> int:
    at = node.ints(where, "the position")[0]
    if not -count <= at < limit:
        raise node.error(f"position {at} does not exist in a sequence of {count} elements")
    return at + count if at < 0 else at


@operator("SequenceEmpty", 11)
def empty(node: Node) -> Value:
    """Convert SequenceEmpty: no elements."""
    node.dtype_attr("dtype")
    return []


@operator("SequenceConstruct", 11)
def construct(node: Node) -> Value:
    """Convert SequenceConstruct: the inputs as a sequence."""
    return [v for v in node.inputs if v is not None]


@operator("SequenceAt", 11)
def at(node: Node) -> Value:
    """Convert SequenceAt: the element of a sequence at a position."""
    found = items(node)
    return found[_position(node, 1, len(found), len(found))]


@operator("SequenceInsert", 11)
def insert(node: Node) -> Value:
    """Convert SequenceInsert: insert an element, at the end by default."""
    found = items(node)
    where = _position(node, 2, len(found), len(found) + 1) if node.has(2) else len(found)
    return [*found[:where], node.input(1), *found[where:]]


@operator("SequenceErase", 11)
def erase(node: Node) -> Value:
    """Convert SequenceErase: remove an element, the last by default."""
    found = items(node)
    where = _position(node, 1, len(found), len(found)) if node.has(1) else len(found) - 1
    return [*found[:where], *found[where + 1 :]]


@operator("SequenceLength", 11)
def length(node: Node) -> Value:
    """Convert SequenceLength: the number of elements."""
    return np.asarray(len(items(node)), "int64")


@operator("ConcatFromSequence", 11)
def concat(node: Node) -> Value:
    """Convert ConcatFromSequence: the elements concatenated along an axis, or stacked along a new axis."""
    found = items(node)
    if not found:
        raise node.error("the sequence is empty")
    new = bool(node.attr("new_axis"))
    axis = axis_of(int(node.attr("axis")), rank_of(found[0]) + new, node)
    return run("stack" if new else "concat", *found, axis=axis)


@operator("SplitToSequence", 11)
def split(node: Node) -> Value:
    """Convert SplitToSequence: parts of a size, or of given sizes; without keepdims, single slices lose their dim."""
    x = node.input(0)
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    (size,) = known_dims(x, [axis], node)
    keep = bool(node.attr("keepdims"))
    node.limit(size, 1 << 12, "slices")
    if not node.has(1):
        parts = [1] * size
    else:
        given = np.asarray(node.constant(1, "the sizes of the parts"))
        each = int(given.reshape(-1)[0]) if given.size else 0
        if given.ndim == 0 and each < 1:
            raise node.error(f"the size of the parts must be at least 1, but is {each}")
        parts = [min(each, size - i) for i in range(0, size, each)] if given.ndim == 0 else [int(v) for v in given]
    if sum(parts) != size:
        raise node.error(f"the parts {parts} must add up to the dim, which is {size}")
    made = list(run("split", x, num_or_sections=tuple(parts), axis=axis))
    return made if keep or node.has(1) else [run("squeeze", v, axis=[axis]) for v in made]


@operator("SequenceMap", 17)
def sequence_map(node: Node) -> Value:
    """Convert SequenceMap: the body for each element of the first sequence, and of further sequences.

    A tensor is the same for all elements.
    """
    body, found = node.attr("body"), items(node)
    others = [list(v) if isinstance(v, list) else [v] * len(found) for v in node.inputs[1:]]
    if any(len(v) != len(found) for v in others):
        raise node.error("the sequences have different lengths")
    rows = [subgraph(node, body, [value, *(v[i] for v in others)]) for i, value in enumerate(found)]
    return tuple([row[o] for row in rows] for o in range(len(body.output)))


@operator("Optional", 15)
def optional(node: Node) -> Value:
    """Convert Optional: the value, or nothing."""
    node.ignore("type")
    return node.optional(0)


@operator("OptionalHasElement", 15)
def has_element(node: Node) -> Value:
    """Return True if there is a value."""
    return np.asarray(node.has(0))


@operator("OptionalGetElement", 15)
def get_element(node: Node) -> Value:
    """Convert OptionalGetElement: the value. Raises an error without a value."""
    return node.input(0)
