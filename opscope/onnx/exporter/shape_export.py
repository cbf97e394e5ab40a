"""Export rules of operators that move elements: reshape, slices, indices, concat, repetition, padding, constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.onnx.exporter.exported_operator import ExportedOperator, rule

FIRST, LAST = -(1 << 31), (1 << 31) - 1  # bounds of slices that mean the ends


@rule("reshape", "reshape_to")
def _reshape(use: ExportedOperator) -> None:
    (shape,) = use.filled(1, use.attrs["shape"])
    use.result("Reshape", use.inputs[0], shape, **({"allowzero": 1} if use.attrs.get("allow_zero") else {}))


@rule("reshape_like")
def _reshape_like(use: ExportedOperator) -> None:
    use.result("Reshape", use.inputs[0], use.node("Shape", use.inputs[1]))


@rule("transpose")
def _transpose(use: ExportedOperator) -> None:
    perm = [int(p) % len(use.shape()) for p in use.attrs["perm"]]
    if perm:
        use.result("Transpose", use.inputs[0], perm=perm)
    else:
        use.result("Identity", use.inputs[0])


@rule("flatten")
def _flatten(use: ExportedOperator) -> None:
    x, rank = use.inputs[0], len(use.shape())
    start, stop = (int(use.attrs[n]) % max(rank, 1) for n in ("start_axis", "stop_axis"))
    behind = use.shape()[stop + 1 :]
    if None not in behind:
        use.result("Reshape", x, use.ints([*[0] * start, -1, *(int(d) for d in behind if d is not None)]))
        return
    parts = [use.node("Shape", x, start=0, end=start), use.ints([-1]), use.node("Shape", x, start=stop + 1)]
    use.result("Reshape", x, use.node("Concat", *parts, axis=0))


@rule("flatten_to_2d")
def _flatten_to_2d(use: ExportedOperator) -> None:
    use.result("Flatten", use.inputs[0], axis=int(use.attrs["num_col_dims"]))


def _many(value: Any) -> list[int]:
    return [int(v) for v in value] if isinstance(value, list | tuple) else [int(value)]


@rule("squeeze")
def _squeeze(use: ExportedOperator) -> None:
    dims, axis = use.shape(), use.attrs["axis"]
    axes = [i for i, d in enumerate(dims) if d == 1] if axis is None else _many(axis)
    axes = sorted({a % len(dims) for a in axes if dims[a] in (1, None)})
    if axes:
        use.result("Squeeze", use.inputs[0], use.ints(axes))
    else:
        use.result("Identity", use.inputs[0])


@rule("unsqueeze")
def _unsqueeze(use: ExportedOperator) -> None:
    """Insert the axes one after the other: each axis is an axis of the result so far."""
    x, axes = use.inputs[0], _many(use.attrs["axis"])
    for axis in axes:
        x = use.node("Unsqueeze", x, use.ints([axis]))
    use.result("Identity", x)


@rule("expand", "expand_to")
def _expand(use: ExportedOperator) -> None:
    (shape,) = use.filled(1, [1 if d == -1 else d for d in use.attrs["shape"]])
    use.result("Expand", use.inputs[0], shape)


@rule("expand_as", "broadcast_like")
def _expand_as(use: ExportedOperator) -> None:
    use.result("Expand", use.input_as(0, use.dtype), use.node("Shape", use.inputs[1]))


@rule("concat")
def _concat(use: ExportedOperator) -> None:
    parts = [use.input_as(i, use.dtype) for i in range(len(use.inputs))]
    use.result("Concat", *parts, axis=int(use.attrs["axis"]))


@rule("stack")
def _stack(use: ExportedOperator) -> None:
    axis = int(use.attrs["axis"])
    axis = axis % (len(use.shape()) + 1)
    parts = [use.node("Unsqueeze", use.input_as(i, use.dtype), use.ints([axis])) for i in range(len(use.inputs))]
    use.result("Concat", *parts, axis=axis)


@rule("split", "unbind")
def _split(use: ExportedOperator) -> None:
    axis, count = int(use.attrs["axis"]), len(use.outputs)
    wanted = use.attrs.get("num_or_sections")
    if isinstance(wanted, list | tuple):
        sizes = [int(s) for s in wanted]
        if -1 in sizes:
            (whole,) = use.known_dims(0, [axis])
            sizes[sizes.index(-1)] = whole - sum(s for s in sizes if s != -1)
        made = use.nodes("Split", use.inputs[0], use.ints(sizes), outputs=count, axis=axis)
    else:
        made = use.nodes("Split", use.inputs[0], outputs=count, axis=axis, num_outputs=count)
    for position, part in enumerate(made):
        if use.name == "unbind":
            use.result("Squeeze", part, use.ints([axis]), position=position)
        else:
            use.result("Identity", part, position=position)


@rule("tile")
def _tile(use: ExportedOperator) -> None:
    times, rank, x = _many(use.attrs["repeat_times"]), len(use.shape()), use.inputs[0]
    if len(times) > rank:
        x = use.node("Unsqueeze", x, use.ints(range(len(times) - rank)))
    use.result("Tile", x, use.ints([*[1] * (rank - len(times)), *times]))


@rule("repeat_interleave")
def _repeat_interleave(use: ExportedOperator) -> None:
    axis = int(use.attrs["axis"])
    (size,) = use.known_dims(0, [axis])
    places = np.repeat(np.arange(size), int(use.attrs["repeats"]))
    use.result("Gather", use.inputs[0], use.constant(places, "int64"), axis=axis)


@rule("flip")
def _flip(use: ExportedOperator) -> None:
    axes = _many(use.attrs["axis"])
    n = len(axes)
    bounds = (use.ints([LAST] * n), use.ints([FIRST] * n), use.ints(axes), use.ints([-1] * n))
    use.result("Slice", use.inputs[0], *bounds)


@rule("roll")
def _roll(use: ExportedOperator) -> None:
    x, axis = use.inputs[0], use.attrs["axis"]
    if axis is None:
        raise use.refuse("axis=None")
    for shift, along in zip(_many(use.attrs["shifts"]), _many(axis), strict=True):
        (size,) = use.known_dims(0, [along])
        at = use.ints([-(shift % size) % size if size else 0])
        ends = [
            use.node("Slice", x, *bounds, use.ints([along])) for bounds in ((at, use.ints([LAST])), (use.ints([0]), at))
        ]
        x = use.node("Concat", *ends, axis=along)
    use.result("Identity", x)


@rule("pad", "pad_mirrored")
def _pad(use: ExportedOperator) -> None:
    given = [int(p) for p in use.attrs["paddings"]]
    pads = use.ints([*given[::2], *given[1::2]])
    if use.name == "pad":
        use.result("Pad", use.inputs[0], pads, use.number(use.attrs["value"]), mode="constant")
        return
    mode = {"reflect": "reflect", "replicate": "edge"}.get(use.attrs["mode"])
    if mode is None:
        raise use.refuse(f"mode={use.attrs['mode']}")
    use.result("Pad", use.inputs[0], pads, mode=mode)


@rule("tril", "triu")
def _triangle(use: ExportedOperator) -> None:
    k = use.constant(int(use.attrs["diagonal"]), "int64")
    use.result("Trilu", use.inputs[0], k, upper=int(use.name == "triu"))


# --- indices ----------------------------------------------------------------------------------------


@rule("gather")
def _gather(use: ExportedOperator) -> None:
    use.result("Gather", *use.inputs[:2], axis=int(use.attrs["axis"]))


@rule("gather_nd")
def _gather_nd(use: ExportedOperator) -> None:
    use.result("GatherND", use.inputs[0], use.input_as(1, "int64"))


@rule("pick_along", "take_along_axis")
def _pick_along(use: ExportedOperator) -> None:
    axis = int(use.attrs["axis"]) % max(len(use.shape()), 1)
    pairs = list(zip(use.shape(0), use.shape(1), strict=True))
    if use.name == "take_along_axis" and any(a is None or a != b for i, (a, b) in enumerate(pairs) if i != axis):
        raise use.refuse("indices that are broadcast")
    use.result("GatherElements", *use.inputs[:2], axis=axis)


@rule("scatter_nd_add")
def _scatter_nd_add(use: ExportedOperator) -> None:
    use.result("ScatterND", use.inputs[0], use.input_as(1, "int64"), use.input_as(2, use.dtype), reduction="add")


@rule("scatter")
def _scatter(use: ExportedOperator) -> None:
    if not use.attrs["overwrite"]:
        raise use.refuse("overwrite=False")
    rows = use.input_as(1, "int64")
    rows = use.node("Reshape", rows, use.ints([-1, 1]))
    use.result("ScatterND", use.inputs[0], rows, use.input_as(2, use.dtype))


@rule("getitem")
def _getitem(use: ExportedOperator) -> None:
    """Write slices and integers as Slice, new dims as Unsqueeze, an index tensor as Gather, a mask as GatherND."""
    index, rank = list(use.attrs["index"]), len(use.shape())
    if index == ["array"] and use.spec(1).dtype.kind == "b":
        places = use.node("Transpose", use.node("NonZero", use.inputs[1]), perm=[1, 0])
        use.result("GatherND", use.inputs[0], places)
        return
    used = sum(p is not None and p != "..." for p in index)
    at = index.index("...") if "..." in index else len(index)
    index[at : at + 1] = [(None, None, None)] * (rank - used)
    arrays = index.count("array")
    if arrays > 1 or (arrays and (use.spec(1).dtype.kind == "b" or any(type(p) is int for p in index))):
        raise use.refuse(f"the index {use.attrs['index']}")
    axis, columns, gone, new = 0, list[tuple[int, int, int, int]](), list[int](), list[int]()
    x, where = use.inputs[0], 0
    for part in index:  # `axis` counts dims of x, `where` those of the result
        if part is None:
            new.append(where)
            where += 1
            continue
        if part == "array":
            x = use.node("Gather", x, use.inputs[1], axis=axis)
            axis += len(use.shape(1))
            where += len(use.shape(1))
            continue
        if type(part) is int:
            columns.append((axis, part, part + 1 if part != -1 else LAST, 1))
            gone.append(axis)
        else:
            columns.extend(_slice(part, axis))
            where += 1
        axis += 1
    if columns:
        axes, starts, ends, steps = map(list, zip(*columns, strict=True))
        x = use.node("Slice", x, use.ints(starts), use.ints(ends), use.ints(axes), use.ints(steps))
    x = use.node("Squeeze", x, use.ints(gone)) if gone else x
    x = use.node("Unsqueeze", x, use.ints(new)) if new else x
    use.result("Identity", x)


def _slice(part: tuple[int | None, int | None, int | None], axis: int) -> list[tuple[int, int, int, int]]:
    """Return (axis, start, end, step); no result for a whole axis."""
    start, end, step = part
    step = 1 if step is None else step
    if (start, end, step) == (None, None, 1):
        return []
    low, high = (0, LAST) if step > 0 else (LAST, FIRST)
    return [(axis, low if start is None else start, high if end is None else end, step)]


@rule("slice_to")
def _slice_to(use: ExportedOperator) -> None:
    starts, ends, strides = use.filled(1, use.attrs["starts"], use.attrs["ends"], use.attrs["strides"])
    use.result("Slice", use.inputs[0], starts, ends, use.ints([int(a) for a in use.attrs["axes"]]), strides)


# --- constants, and what is known of a tensor -------------------------------------------------------


@rule("shape")
def _shape(use: ExportedOperator) -> None:
    use.result("Cast", use.node("Shape", use.inputs[0]), to=np.dtype(use.dtype.dtype))


@rule("numel")
def _numel(use: ExportedOperator) -> None:
    use.result("Size", use.inputs[0])


@rule("full_to")
def _full_to(use: ExportedOperator) -> None:
    (dims,) = use.filled(0, use.attrs["shape"])
    use.result("ConstantOfShape", dims, value=np.asarray([use.attrs["fill_value"]], use.dtype.dtype))


@rule("full")
def _full(use: ExportedOperator) -> None:
    dims = use.ints([int(d) for d in use.attrs["shape"]])
    use.result("ConstantOfShape", dims, value=np.asarray([use.attrs["fill_value"]], use.dtype.dtype))


@rule("arange", "assign_value", "eye", "linspace")
def _constant(use: ExportedOperator) -> None:
    """Compute an operator without inputs during the export."""
    use.result("Identity", use.constant(use.operator.op.run((), use.operator.attrs), use.dtype))


@rule("arange_to")
def _arange_to(use: ExportedOperator) -> None:
    ends = [use.node("Reshape", use.input_as(i, use.dtype), use.ints([])) for i in range(3)]
    use.result("Range", *ends)
