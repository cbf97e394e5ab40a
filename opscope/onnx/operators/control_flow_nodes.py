"""If, Loop and Scan: their graphs become blocks of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.ir.control_flow.cond import cond
from opscope.ir.control_flow.tensor_array import array_write, empty_array
from opscope.ir.control_flow.while_loop import loop_values
from opscope.ir.program.program import Block, Variable
from opscope.onnx.node import Node, Value, axis_of, cast, dim_of, operator, rank_of, run

UNROLLED = 1024  # iterations of a loop with sequences, at most


def subgraph(node: Node, proto: Any, inputs: Sequence[Value]) -> list[Value]:
    """Append the operators of a graph attribute to the current block, and return its outputs."""
    importer = node.importer
    inner = importer.inner_graph(node.graph)
    if len(inputs) != len(proto.input):
        raise node.error(f"the subgraph has {len(proto.input)} inputs, but {len(inputs)} are needed")
    for info, value in zip(proto.input, inputs, strict=True):
        inner.values[info.name] = value
    importer.run_graph(proto, inner)
    found = [importer.lookup(inner, o.name, node.label) for o in proto.output]
    if narrow := [f for f in map(importer.format_of, found) if f is not None]:
        raise node.refuse(f"{narrow[0]} as a result of the subgraph", fix="cast the result after the node")
    return found


def as_variable(node: Node, value: Value) -> Variable:
    """Return a value as a Variable of the current block."""
    if isinstance(value, list):
        raise node.refuse("a sequence that a block makes")
    made = node.importer.program.current_block().as_variable(
        value if isinstance(value, Variable) else np.asarray(value), ()
    )
    assert made is not None
    return made


def _is_sequence(info: Any) -> bool:
    """Return True for a graph's output that is a sequence or an optional."""
    return info.type.WhichOneof("value") in ("sequence_type", "optional_type")


@operator("If")
def if_of(node: Node) -> Value:
    """Convert two graphs and a condition; for a known condition, its graph replaces the node."""
    branches = node.attr("then_branch"), node.attr("else_branch")
    if any(_is_sequence(o) for o in branches[0].output):
        node.constant(0, "the condition of a branch that makes a sequence")
    known = node.known(0)
    if known is not None:
        chosen = branches[0] if bool(np.reshape(known, -1)[0]) else branches[1]
        return tuple(subgraph(node, chosen, ()))
    condition = node.input(0)
    functions = [lambda b=b: [as_variable(node, v) for v in subgraph(node, b, ())] for b in branches]
    return tuple(cond(condition, functions[0], functions[1]))


@operator("Loop")
def loop(node: Node) -> Value:
    """Convert Loop: at most M iterations while the condition is true, with carried values and collected values."""
    body = node.attr("body")
    if any(isinstance(v, list) for v in node.inputs) or any(_is_sequence(o) for o in body.output):
        return _unrolled(node, body, list(node.inputs[2:]))
    carried = [as_variable(node, node.input(i)) for i in range(2, len(node.inputs))]
    block = node.importer.program.current_block()
    collected = _arrays(block, len(body.output) - 1 - len(carried))
    limit = cast(as_variable(node, node.input(0)), "int64") if node.has(0) else None
    start = as_variable(node, node.input(1) if node.has(1) else np.asarray(True))
    limit = None if limit is None else run("reshape", limit, shape=())

    def goes_on(i: Variable, go: Variable, *_: Variable) -> Variable:
        return go if limit is None else run("logical_and", run("less_than", i, limit), go)

    def step(i: Variable, go: Variable, *values: Variable) -> list[Variable]:
        found = [as_variable(node, v) for v in subgraph(node, body, [i, go, *values[: len(carried)]])]
        for array, value in zip(collected, found[1 + len(carried) :], strict=True):
            array_write(value, i, array)
        ends = [run("reshape", found[0], shape=()), *found[1 : 1 + len(carried)]]
        return [run("increment", i, value=1), *ends, *collected]

    first = as_variable(node, np.asarray(0, "int64"))
    start = run("reshape", start, shape=())
    ends = loop_values(goes_on, step, [first, start, *carried, *collected])
    return (*ends[2 : 2 + len(carried)], *map(elements, collected))


def _arrays(block: Block, count: int) -> list[Variable]:
    """Return an array for each output that a loop collects; its first element determines shape and dtype."""
    return [empty_array(block, "float32") for _ in range(count)]


def _unrolled(node: Node, body: Any, carried: list[Value]) -> Value:
    """Convert a loop with sequences to a copy of its graph for each iteration; the number must be known."""
    limit = int(np.reshape(node.constant(0, "the number of iterations"), -1)[0]) if node.has(0) else UNROLLED
    go = bool(np.reshape(node.constant(1, "the condition"), -1)[0]) if node.has(1) else True
    collected: list[list[Value]] = [[] for _ in range(len(body.output) - 1 - len(carried))]
    step = 0
    while go and step < limit:
        if step == UNROLLED:
            raise node.refuse(f"a loop with sequences of more than {UNROLLED} iterations")
        found = subgraph(node, body, [np.asarray(step, "int64"), np.asarray(go), *carried])
        known = node.importer.known_array(found[0])
        if known is None:
            raise node.refuse("a loop with sequences and a computed condition")
        go, carried, step = bool(known.reshape(-1)[0]), found[1 : 1 + len(carried)], step + 1
        for values, value in zip(collected, found[1 + len(carried) :], strict=True):
            values.append(value)
    return (*carried, *(run("stack", *values, axis=0) for values in collected))


@operator("Scan", 9)
def scan(node: Node) -> Value:
    """Convert Scan: the graph for each slice of the inputs, with carried values and collected slices."""
    body, count = node.attr("body"), int(node.attr("num_scan_inputs"))
    states, scanned = node.inputs[: len(node.inputs) - count], node.inputs[len(node.inputs) - count :]
    outs = len(body.output) - len(states)
    axes = [
        axis_of(int(a), rank_of(v), node)
        for a, v in zip(node.attr("scan_input_axes") or [0] * count, scanned, strict=True)
    ]
    backwards = [bool(d) for d in node.attr("scan_input_directions") or [0] * count]
    out_axes = [int(a) for a in node.attr("scan_output_axes") or [0] * outs]
    out_backwards = [bool(d) for d in node.attr("scan_output_directions") or [0] * outs]
    length = dim_of(scanned[0], axes[0])
    block = node.importer.program.current_block()
    collected = _arrays(block, outs)
    start = [as_variable(node, v) for v in states]

    def step(i: Variable, *values: Variable) -> list[Variable]:
        slices = []
        for value, axis, back in zip(scanned, axes, backwards, strict=True):
            at = from_behind(length, i) if back else i
            slices.append(run("gather", value, at, axis=axis))
        found = [as_variable(node, v) for v in subgraph(node, body, [*values[: len(states)], *slices])]
        for array, value in zip(collected, found[len(states) :], strict=True):
            array_write(value, i, array)
        return [run("increment", i, value=1), *found[: len(states)], *collected]

    first = as_variable(node, np.asarray(0, "int64"))
    limit = length if isinstance(length, Variable) else np.asarray(length, "int64")
    ends = loop_values(lambda i, *_: run("less_than", i, limit), step, [first, *start, *collected])
    made = []
    for array, axis, back in zip(collected, out_axes, out_backwards, strict=True):
        out = with_length(array, length)
        out = run("flip", out, axis=0) if back else out
        at = axis_of(axis, rank_of(out), node)
        order = [*range(1, at + 1), 0, *range(at + 1, rank_of(out))]
        made.append(run("transpose", out, perm=order) if at else out)
    return (*ends[1 : 1 + len(start)], *made)


def elements(array: Variable) -> Variable:
    """Return the elements of an array as a tensor, along its first dim."""
    made = run("assign", array)
    made.is_tensor_array = False
    return made


def from_behind(length: Any, i: Variable) -> Variable:
    """Return position i from the end of `length` positions, an int or a Variable."""
    last = run("subtract", length, np.asarray(1, "int64")) if isinstance(length, Variable) else np.asarray(length - 1)
    return run("subtract", last, i)


def with_length(array: Variable, length: Any) -> Variable:
    """Return the elements of an array that a loop has filled, as a tensor; `length` is an int or a Variable."""
    inner = [-1 if d is None else d for d in array.spec.shape[1:]]
    if -1 in inner:
        return elements(array)
    return run("reshape", array, shape=(-1 if isinstance(length, Variable) else length, *inner))
