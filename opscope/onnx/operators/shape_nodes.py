"""Shapes: reshape, transpose, concat, split, slice, pad, expand, and queries of a shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.ir.program.program import Variable
from opscope.onnx.node import Node, Value, axis_of, dtype_of, known_dims, operator, rank_of, run, shape_of
from opscope.ops.attr_values import DYNAMIC_DIM


def sized(op: str, x: Value, sizes: list[Any], name: str = "shape", **attrs: Any) -> Value:
    """Append an operator whose sizes may be values: the operator, or its form with tensors as sizes."""
    tensors = [s for s in sizes if isinstance(s, Variable)]
    template = tuple(DYNAMIC_DIM if isinstance(s, Variable) else s for s in sizes)
    if not tensors:
        return run(op, x, **{name: template}, **attrs)
    if not isinstance(x, Variable):
        x = tensors[0].program.current_block().as_variable(x, ())
    return run(f"{op}_to", x, *tensors, **{name: template}, **attrs)


@operator("Reshape")
def reshape(node: Node) -> Value:
    """Convert Reshape: 0 is the dim of the input (unless allowzero), and -1 is computed."""
    node.ignore("consumed_inputs")
    x = node.input()
    sizes = [int(d) for d in node.attr("shape")] if node.version < 5 else node.sizes(1, "the shape")
    if node.attr("allowzero", 0):
        if any(isinstance(d, Variable) for d in sizes):
            return sized("reshape", x, sizes, allow_zero=True)
        return np.zeros(sizes, dtype_of(x).dtype) if 0 in sizes else run("reshape", x, shape=sizes)  # no elements in x
    shape: list[Any] = list(shape_of(x))
    for i, d in enumerate(sizes):
        if not isinstance(d, Variable) and d == 0:
            if i >= len(shape):
                raise node.error(f"the 0 in the shape {sizes} copies dim {i}, which the input does not have")
            sizes[i] = shape[i] if shape[i] is not None else 0
    return sized("reshape", x, sizes)


@operator("Flatten")
def flatten(node: Node) -> Value:
    """Return a matrix: [product of the dims before axis, product of the dims from axis on]."""
    x = node.input()
    rank = rank_of(x)
    axis = int(node.attr("axis"))
    if not -rank <= axis <= rank:
        raise node.error(f"axis {axis} does not exist in a tensor of rank {rank}")
    axis += rank if axis < 0 else 0
    if 0 < axis < rank:
        return run("flatten_to_2d", x, num_col_dims=axis)
    return run("reshape", x, shape=(1, -1) if axis == 0 else (-1, 1))


@operator("Transpose")
def transpose(node: Node) -> Value:
    """Convert Transpose: perm is the order of the dims, by default reversed."""
    x = node.input()
    perm = node.attr("perm") or list(range(rank_of(x)))[::-1]
    return run("transpose", x, perm=[axis_of(int(a), rank_of(x), node) for a in perm])


def _axes(node: Node, rank: int) -> list[int] | None:
    given = node.attr("axes") if node.version < 13 else node.ints(1, "axes") if node.has(1) else None
    return None if given is None else [axis_of(int(a), rank, node) for a in given]


@operator("Squeeze")
def squeeze(node: Node) -> Value:
    """Convert Squeeze: remove the dims `axes` of size 1; by default all dims of size 1."""
    x = node.input()
    axes = _axes(node, rank_of(x))
    if axes is None:
        axes = [i for i, d in enumerate(known_dims(x, range(rank_of(x)), node)) if d == 1]
    if any(shape_of(x)[a] not in (1, None) for a in axes):
        raise node.error(f"the dims {axes} must be 1 to be removed, but the shape is {list(shape_of(x))}")
    return run("squeeze", x, axis=axes) if axes else run("assign", x)


@operator("Unsqueeze")
def unsqueeze(node: Node) -> Value:
    """Convert Unsqueeze: insert dims of size 1 at `axes` of the result."""
    x = node.input()
    given = [int(a) for a in node.attr("axes")] if node.version < 13 else node.ints(1, "axes")
    rank = rank_of(x) + len(given)
    axes = sorted(axis_of(a, rank, node) for a in given)
    if len(set(axes)) < len(axes):
        raise node.error(f"axes {given} contain a dim twice")
    for axis in axes:
        x = run("unsqueeze", x, axis=axis)
    return x


@operator("Concat")
def concat(node: Node) -> Value:
    """Convert Concat: concatenate the inputs along an axis."""
    values = [v for v in node.inputs if v is not None]
    axis = axis_of(int(node.attr("axis", 1)), rank_of(values[0]), node)
    return run("concat", *values, axis=axis) if len(values) > 1 else values[0]


@operator("Split")
def split(node: Node) -> Value:
    """Convert Split: parts of given sizes, or equal parts, along an axis."""
    x = node.input()
    axis = axis_of(int(node.attr("axis", 0)), rank_of(x), node)
    sizes = _split_sizes(node)
    count = node.output_count
    if sizes is None:
        parts = int(node.attr("num_outputs", 0) or count)
        if parts != count:
            raise node.refuse(f"num_outputs={parts} with {count} outputs")
        (size,) = known_dims(x, [axis], node)
        each = -(-size // parts)
        sizes = [each] * (parts - 1) + [size - each * (parts - 1)]
    made = run("split", x, num_or_sections=tuple(sizes), axis=axis)
    return tuple(made)


def _split_sizes(node: Node) -> list[int] | None:
    if node.version >= 13:
        return node.ints(1, "the sizes of the parts") if node.has(1) else None
    if node.has(1):
        return node.ints(1, "the sizes of the parts")
    given = node.attr("split")
    return None if given is None else [int(s) for s in given]


@operator("Slice")
def slice_of(node: Node) -> Value:
    """Convert Slice: start:end:step along each of the axes."""
    x = node.input()
    rank = rank_of(x)
    if node.version < 10:
        starts, ends = [int(v) for v in node.attr("starts")], [int(v) for v in node.attr("ends")]
        axes, steps = [int(v) for v in node.attr("axes") or range(len(starts))], [1] * len(starts)
    else:
        starts, ends = node.sizes(1, "starts"), node.sizes(2, "ends")
        axes = node.ints(3, "axes") if node.has(3) else list(range(len(starts)))
        steps = node.ints(4, "steps") if node.has(4) else [1] * len(starts)
    if not len(starts) == len(ends) == len(axes) == len(steps) or 0 in steps:
        raise node.error("starts, ends, axes and steps must have the same length, and no step may be 0")
    axes = [axis_of(a, rank, node) for a in axes]
    tensors = [v for v in (*starts, *ends) if isinstance(v, Variable)]
    if tensors:
        template = [tuple(DYNAMIC_DIM if isinstance(v, Variable) else v for v in part) for part in (starts, ends)]
        whole = x if isinstance(x, Variable) else tensors[0].program.current_block().as_variable(x, ())
        return run(
            "slice_to", whole, *tensors, axes=tuple(axes), starts=template[0], ends=template[1], strides=tuple(steps)
        )
    index: list[Any] = [(None, None, None)] * rank
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        index[axis] = _bounds(start, end, step)
    return run("getitem", x, index=tuple(index))


def _bounds(start: int, end: int, step: int) -> tuple[int | None, int | None, int]:
    """Return Python's bounds of a slice; ONNX uses the smallest and largest integers for the ends of an axis."""
    limit = 1 << 30
    if step < 0:
        return (None if start >= limit else start), (None if end <= -limit else end), step
    return start, (None if end >= limit else end), step


@operator("Expand", 8)
def expand(node: Node) -> Value:
    """Convert Expand: broadcast the input and a shape with each other."""
    x = node.input()
    sizes = node.sizes(1, "the shape")
    shape = shape_of(x)
    rank = max(len(shape), len(sizes))
    own = (1,) * (rank - len(shape)) + tuple(shape)
    wanted = [1] * (rank - len(sizes)) + sizes
    if any(isinstance(d, Variable) for d in wanted):
        if any(isinstance(d, Variable) and o != 1 for o, d in zip(own, wanted, strict=True)):
            ones = run("full_to", *[d for d in sizes if isinstance(d, Variable)],
                       shape=tuple(DYNAMIC_DIM if isinstance(d, Variable) else d for d in sizes),
                       fill_value=1, dtype="bool")  # fmt: skip
            return run("where", ones, x, x)
        return sized("expand", x, wanted)
    merged = [o if d == 1 else d if o in (1, None) or o == d else 0 for o, d in zip(own, wanted, strict=True)]
    bad = [i for i, (o, d) in enumerate(zip(own, wanted, strict=True)) if o not in (None, 1, d) and d != 1]
    if bad:
        raise node.error(f"the shape {list(shape)} cannot be broadcast to {sizes}")
    return run("expand", x, shape=[-1 if d is None else d for d in merged])


@operator("Tile")
def tile(node: Node) -> Value:
    """Convert Tile: repeat the input along each dim; in version 1, along one dim."""
    x = node.input()
    if node.version == 1:
        times, axis = node.ints(1, "tiles")[0], node.ints(2, "axis")[0]
        repeats: list[Any] = [times if a == axis else 1 for a in range(rank_of(x))]
    else:
        repeats = node.sizes(1, "the repeats")
    return sized("tile", x, repeats, "repeat_times")


@operator("Pad")
def pad(node: Node) -> Value:
    """Convert Pad: pads contains all begins, then all ends; negative numbers cut off.

    axes exist since version 18, mode wrap since version 19.
    """
    x = node.input()
    rank = rank_of(x)
    if node.version < 11:
        given = [int(p) for p in node.attr("pads") or node.attr("paddings")]
        value: Value = np.float32(node.attr("value"))
        axes = list(range(rank))
    else:
        given = node.ints(1, "pads")
        value = node.optional(2)
        axes = [axis_of(a, rank, node) for a in node.ints(3, "axes")] if node.has(3) else list(range(rank))
    if len(given) != 2 * len(axes):
        raise node.error(f"pads must have {2 * len(axes)} numbers, two for each axis, but has {len(given)}")
    pairs = [[0, 0] for _ in range(rank)]
    for i, axis in enumerate(axes):
        pairs[axis] = [given[i], given[i + len(axes)]]
    if any(p < 0 for pair in pairs for p in pair):
        index = tuple((max(-a, 0) or None, min(b, 0) or None, None) for a, b in pairs)
        x = run("getitem", x, index=index)
    paddings = [max(p, 0) for pair in pairs for p in pair]
    mode = str(node.attr("mode"))
    if mode == "constant":
        return _constant_pad(node, x, paddings, value)
    names = {"reflect": "reflect", "edge": "replicate", "wrap": "circular"}
    if mode not in names:
        raise node.error(f"mode {mode!r} is not valid")
    return run("pad_mirrored", x, paddings=paddings, mode=names[mode])


def _constant_pad(node: Node, x: Value, paddings: list[int], value: Value | None) -> Value:
    number = np.zeros(()) if value is None else node.importer.known_array(value)
    if number is not None and np.size(number) == 1:
        return run("pad", x, paddings=paddings, value=np.asarray(number).reshape(()).item())
    inside = run("pad", run("full_like", x, fill_value=1, dtype="bool"), paddings=paddings, value=0)
    return run("where", inside, run("pad", x, paddings=paddings), value)


@operator("Shape")
def shape(node: Node) -> Value:
    """Convert Shape: the dims, since version 15 from start to end; known dims are constants."""
    x = node.input()
    dims = shape_of(x)
    start, end = int(node.attr("start", 0) or 0), node.attr("end")
    part = slice(*slice(start, None if end is None else int(end)).indices(len(dims)))
    chosen = dims[part.start : max(part.stop, part.start)]
    if None not in chosen:
        return np.asarray(chosen, "int64")
    whole = run("cast", run("shape", x), dtype="int64")
    made = run("getitem", whole, index=((part.start, part.stop, None),)) if len(chosen) < len(dims) else whole
    node.importer.partial[made.name] = np.asarray(
        [node.importer.unknown_dim(x, part.start + i) if d is None else d for i, d in enumerate(chosen)], "int64"
    )
    return made


@operator("Size")
def size(node: Node) -> Value:
    """Convert Size: the number of elements."""
    dims = shape_of(node.input())
    if None not in dims:
        return np.asarray(np.prod(np.asarray(dims, "int64"), dtype="int64"))
    return run("cast", run("numel", node.input()), dtype="int64")


@operator("DepthToSpace")
def depth_to_space(node: Node) -> Value:
    """Convert DepthToSpace: channels become blocks of pixels.

    In mode DCR, the block is the first index of the channels; in mode CRD, the channel is the first index.
    """
    x, block = node.input(), int(node.attr("blocksize"))
    n, c, h, w = (-1 if d is None else d for d in shape_of(x))
    if c < 0 or c % (block * block):
        raise node.error(f"{c} channels cannot be divided into blocks of {block} x {block}")
    inner, mode = c // (block * block), node.attr("mode", "DCR")
    _, _, h, w = known_dims(x, [1, 1, 2, 3], node)
    if mode == "DCR":
        parts = run("transpose", run("reshape", x, shape=(n, block, block, inner, h, w)), perm=(0, 3, 4, 1, 5, 2))
    else:
        parts = run("transpose", run("reshape", x, shape=(n, inner, block, block, h, w)), perm=(0, 1, 4, 2, 5, 3))
    return run("reshape", parts, shape=(n, inner, h * block, w * block))


@operator("SpaceToDepth")
def space_to_depth(node: Node) -> Value:
    """Convert SpaceToDepth: blocks of pixels become channels."""
    x, block = node.input(), int(node.attr("blocksize"))
    n = shape_of(x)[0]
    c, h, w = known_dims(x, [1, 2, 3], node)
    n = -1 if n is None else n
    parts = run("reshape", x, shape=(n, c, h // block, block, w // block, block))
    order = (0, 1, 3, 5, 2, 4) if node.attr("mode", "DCR") == "CRD" else (0, 3, 5, 1, 2, 4)
    return run("reshape", run("transpose", parts, perm=order), shape=(n, c * block * block, h // block, w // block))
