"""Gather, scatter, top-k, unique values, non-maximum suppression, and other selections of elements."""

from __future__ import annotations

import numpy as np

from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, known_dims, like, operator, rank_of, run, shape_of


def wrapped(index: Value, size: int | None, x: Value, axis: int) -> Value:
    """Return indices counted from the beginning: the size is added to negative indices."""
    if not hasattr(index, "__apply_op__"):
        if not np.any(np.asarray(index) < 0):
            return index
        if size is not None:
            return np.where(index < 0, index + size, index)
    whole: Value = (
        like(size, index) if size is not None else cast(run("getitem", run("shape", x), index=(axis,)), dtype_of(index))
    )
    return run("where", run("less_than", index, like(0, index)), run("add", index, whole), index)


@operator("Gather")
def gather(node: Node) -> Value:
    """Convert Gather: slices at indices of one axis."""
    x = node.input(0)
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    return run("gather", x, wrapped(node.input(1), shape_of(x)[axis], x, axis), axis=axis)


@operator("GatherElements", 11)
def gather_elements(node: Node) -> Value:
    """Convert GatherElements: an element for each element of the indices."""
    x = node.input(0)
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    return run("pick_along", x, wrapped(node.input(1), shape_of(x)[axis], x, axis), axis=axis)


@operator("GatherND", 11)
def gather_nd(node: Node) -> Value:
    """Convert GatherND: slices at coordinates; both inputs have the first batch_dims dims."""
    x, index = node.input(0), _wrapped_nd(node, node.input(0), node.input(1), int(node.attr("batch_dims", 0)))
    batch = int(node.attr("batch_dims", 0))
    if batch:
        dims = known_dims(x, range(batch), node)
        inner = shape_of(index)[batch:-1]
        where = [
            np.broadcast_to(
                g.reshape(g.shape + (1,) * len(inner))[..., None], (*dims, *(1 if d is None else d for d in inner), 1)
            )
            for g in np.meshgrid(*(np.arange(d) for d in dims), indexing="ij")
        ]
        index = run("concat", *(cast(w, dtype_of(index)) for w in where), index, axis=-1 % rank_of(index))
    return run("gather_nd", x, index)


def _wrapped_nd(node: Node, x: Value, index: Value, batch: int) -> Value:
    """Return coordinates counted from the beginning."""
    (depth,) = known_dims(index, [-1], node)
    sizes: Value = shape_of(x)[batch : batch + depth]
    if None in sizes:
        sizes = cast(run("getitem", run("shape", x), index=((batch, batch + depth, None),)), dtype_of(index))
    else:
        sizes = np.asarray(sizes, dtype_of(index).dtype)
    return run("where", run("less_than", index, like(0, index)), run("add", index, sizes), index)


REDUCE = {"none": "assign", "add": "add", "mul": "mul", "max": "amax", "min": "amin"}


@operator("ScatterElements", 11)
@operator("Scatter", 9)
def scatter_elements(node: Node) -> Value:
    """Convert ScatterElements: write, or combine, an element for each element of the indices."""
    x = node.input(0)
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    index = wrapped(node.input(1), shape_of(x)[axis], x, axis)
    return run("put_along_axis", x, index, node.input(2), axis=axis, reduce=_reduce(node))


def _reduce(node: Node) -> str:
    name = node.attr("reduction", "none")
    if name not in REDUCE:
        raise node.error(f"reduction {name!r} is not valid")
    return REDUCE[name]


@operator("ScatterND", 11)
def scatter_nd(node: Node) -> Value:
    """Convert ScatterND: write, or combine, slices at coordinates, in a flat view of the data."""
    x, index, updates = node.input(0), node.input(1), node.input(2)
    index = _wrapped_nd(node, x, index, 0)
    (depth,) = known_dims(index, [-1], node)
    dims = [-1, *known_dims(x, range(1, rank_of(x)), node)]  # the first one is in no stride
    width = int(np.prod(dims[depth:], dtype="int64"))
    node.limit(width, 1 << 22, "elements of a slice")
    steps = np.asarray([int(np.prod(dims[i + 1 : depth], dtype="int64")) for i in range(depth)], dtype_of(index).dtype)
    place = cast(run("sum", run("multiply", index, steps), axis=-1), "int64")
    flat = run("reshape", place, shape=(-1, 1))
    spread = run("add", run("multiply", flat, like(width, flat)), np.arange(width).reshape(1, -1))
    placed = run(
        "put_along_axis", run("reshape", x, shape=(-1,)), run("reshape", spread, shape=(-1,)),
        run("reshape", updates, shape=(-1,)), axis=0, reduce=_reduce(node),
    )  # fmt: skip
    return run("reshape_like", placed, x)


@operator("TensorScatter", 24)
def tensor_scatter(node: Node) -> Value:
    """Convert TensorScatter: write new entries to a key-value cache from write_indices; mode circular wraps around."""
    x, update = node.input(0), node.input(1)
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    mode = node.attr("mode")
    if mode not in ("linear", "circular"):
        raise node.error(f"mode {mode!r} is not valid")
    batch, size = known_dims(x, [0, axis], node)
    (count,) = known_dims(update, [axis], node)
    first: Value = node.input(2) if node.has(2) else np.zeros(batch, "int64")
    place = run("add", run("reshape", first, shape=(batch, 1)), np.arange(count).reshape(1, -1))
    if mode == "circular":
        place = run("remainder", place, like(size, place))
    shape = [batch if a == 0 else count if a == axis else 1 for a in range(rank_of(x))]
    dims = known_dims(update, range(rank_of(update)), node)
    spread = run("expand", run("reshape", cast(place, "int64"), shape=shape), shape=dims)
    return run("put_along_axis", x, spread, update, axis=axis)


@operator("OneHot", 9)
def one_hot(node: Node) -> Value:
    """Convert OneHot: on and off values along a new axis; an index outside gives off values only."""
    index, values = node.input(0), node.input(2)
    depth = node.ints(1, "the depth")[0]
    axis = axis_of(int(node.attr("axis")), rank_of(index) + 1, node)
    index = cast(index, "int64")
    index = run("where", run("less_than", index, like(0, index)), run("add", index, like(depth, index)), index)
    node.limit(depth, 1 << 20, "classes")
    classes = np.arange(depth).reshape([-1 if a == axis else 1 for a in range(rank_of(index) + 1)])
    hot = run("equal", run("unsqueeze", index, axis=axis), classes)
    off, on = (run("getitem", values, index=(i,)) for i in (0, 1))
    return run("where", hot, on, off)


@operator("TopK")
def topk(node: Node) -> Value:
    """Convert TopK: the k largest (or smallest) elements along an axis, and their positions."""
    x = node.input()
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    k = int(node.attr("k")) if node.version < 10 else node.ints(1, "k")[0]
    largest, ordered = bool(node.attr("largest", 1)), bool(node.attr("sorted", 1))
    return tuple(run("topk", x, k=k, axis=axis, largest=largest, sorted=ordered))


@operator("NonZero", 9)
def non_zero(node: Node) -> Value:
    """Convert NonZero: the coordinates of the nonzero elements, as columns."""
    return run("transpose", run("nonzero", node.input()), perm=(1, 0))


@operator("Compress", 9)
def compress(node: Node) -> Value:
    """Convert Compress: the slices of an axis (or the elements) whose condition is true."""
    x, chosen, axis = node.input(0), node.input(1), node.attr("axis")
    if axis is None:
        x, at = run("reshape", x, shape=(-1,)), 0
    else:
        at = axis_of(int(axis), rank_of(x), node)
    place = run("reshape", run("nonzero", chosen), shape=(-1,))
    return run("gather", x, place, axis=at)


@operator("Unique", 11)
def unique(node: Node) -> Value:
    """Convert Unique: the unique values, with the first position, the inverse and the count of each."""
    x, axis = node.input(), node.attr("axis")
    if not node.attr("sorted"):
        return _unsorted_unique(node, x, axis)
    at = None if axis is None else axis_of(int(axis), rank_of(x), node)
    out, index, inverse, counts = run("unique", x, axis=at)
    return out, index, run("reshape", inverse, shape=(-1,)), counts


def _unsorted_unique(node: Node, x: Value, axis: int | None) -> Value:
    """Return the unique values in the order of their first positions, from the sorted result."""
    at = None if axis is None else axis_of(int(axis), rank_of(x), node)
    out, index, inverse, counts = run("unique", x, axis=at)
    order = run("argsort", index)
    rank = run("argsort", order)
    back = run("gather", rank, run("reshape", inverse, shape=(-1,)))
    return run("gather", out, order, axis=at or 0), run("gather", index, order), back, run("gather", counts, order)


@operator("ReverseSequence", 10)
def reverse_sequence(node: Node) -> Value:
    """Convert ReverseSequence: reverse the first sequence_lens[b] elements of the time axis, for each b."""
    x, lengths = node.input(0), cast(node.input(1), "int64")
    batch, time = int(node.attr("batch_axis")), int(node.attr("time_axis"))
    count, steps = known_dims(x, [batch, time], node)
    node.limit(steps, 1 << 20, "steps")
    place = np.arange(steps).reshape(1, steps)
    ends = run("reshape", lengths, shape=(count, 1))
    source = run(
        "where", run("less_than", place, ends), run("subtract", run("subtract", ends, like(1, ends)), place), place
    )
    grid = source if time > batch else run("transpose", source, perm=(1, 0))
    shape = [count if a == batch else steps if a == time else 1 for a in range(rank_of(x))]
    dims = known_dims(x, range(rank_of(x)), node)
    return run("pick_along", x, run("expand", run("reshape", grid, shape=shape), shape=dims), axis=time)


@operator("Trilu", 14)
def trilu(node: Node) -> Value:
    """Convert Trilu: the upper or lower triangle of matrices, from diagonal k."""
    x = node.input()
    k = node.ints(1, "k")[0] if node.has(1) else 0
    if rank_of(x) < 2:
        raise node.error(f"the input must be [..., rows, columns], but has rank {rank_of(x)}")
    return run("triu" if node.attr("upper") else "tril", x, diagonal=k)


@operator("NonMaxSuppression", 10)
def non_max_suppression(node: Node) -> Value:
    """Convert NonMaxSuppression: (image, class, box) of each box that overlaps no better box of its class."""
    boxes, scores = node.input(0), node.input(1)
    images, classes = known_dims(scores, [0, 1], node)
    node.limit(images * classes, 1 << 12, "images and classes")
    most = node.ints(2, "max_output_boxes_per_class")[0] if node.has(2) else 0
    overlap = float(np.reshape(node.constant(3, "iou_threshold"), -1)[0]) if node.has(3) else 0.0
    least = node.optional(4)
    if node.attr("center_point_box"):
        x, y, width, height = (run("getitem", boxes, index=("...", (i, i + 1, None))) for i in range(4))
        half = [run("multiply", v, like(0.5, v)) for v in (width, height)]
        corners = [run(op, c, h) for op in ("subtract", "add") for c, h in ((x, half[0]), (y, half[1]))]
    else:
        a, b, c, d = (run("getitem", boxes, index=("...", (i, i + 1, None))) for i in range(4))
        corners = [run("minimum", a, c), run("minimum", b, d), run("maximum", a, c), run("maximum", b, d)]
    upright = run("concat", *corners, axis=-1)
    found: list[Value] = [np.zeros((0, 3), "int64")]
    for image in range(images) if most else ():
        own = run("getitem", upright, index=(image,))
        for kind in range(classes):
            score = run("getitem", scores, index=(image, kind))
            limit = like(-np.inf, score) if least is None else run("reshape", least, shape=())
            open_ = run("reshape", run("nonzero", run("greater_than", score, limit)), shape=(-1,))
            kept = run("nms", run("gather", own, open_), run("gather", score, open_), iou_threshold=overlap)
            place = run("gather", open_, run("getitem", kept, index=((None, most, None),)))
            column = run("reshape", place, shape=(-1, 1))
            same = [run("full_like", column, fill_value=v) for v in (image, kind)]
            found.append(run("concat", *same, column, axis=1))
    return run("concat", *found, axis=0) if len(found) > 1 else found[0]
