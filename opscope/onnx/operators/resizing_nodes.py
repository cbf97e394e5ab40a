"""Resize and GridSample: images sampled at other positions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.ir.program.program import Variable
from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, known_dims, like, operator, rank_of, run, shape_of

Kernel = Callable[[Array], Array]  # the weight of a value at a distance


def _linear(t: Array) -> Array:
    return np.maximum(1.0 - np.abs(t), 0.0)


def _cubic(a: float) -> Kernel:
    def weight(t: Array) -> Array:
        t = np.abs(t)
        near = ((a + 2) * t - (a + 3)) * t * t + 1
        far = ((a * t - 5 * a) * t + 8 * a) * t - 4 * a
        return np.where(t <= 1, near, np.where(t < 2, far, 0.0))

    return weight


@operator("Resize", 10)
@operator("Upsample", 7)
def resize(node: Node) -> Value:
    """Convert Resize, dim by dim: nearest selects an element; linear and cubic multiply by a matrix of weights."""
    x = node.input()
    rank = rank_of(x)
    axes = (
        [axis_of(int(a), rank, node) for a in node.attr("axes") or range(rank)]
        if node.version >= 18
        else list(range(rank))
    )
    transform = node.attr("coordinate_transformation_mode", "asymmetric")
    place = list(range(len(axes))) if transform == "tf_crop_and_resize" else _resized(node, x, axes)
    count, axes = len(axes), [axes[i] for i in place]
    dims = known_dims(x, axes, node)
    sizes, scales = _sizes(node, dims, place, count)
    region = _region(node, count, transform)
    mode, outside = node.attr("mode"), []
    settings = _Settings(
        str(mode), str(node.attr("nearest_mode", "floor")), float(node.attr("cubic_coeff_a", -0.75)),
        bool(node.attr("exclude_outside", 0)), bool(node.attr("antialias", 0)),
    )  # fmt: skip
    extrapolation = float(node.attr("extrapolation_value", 0.0))
    value = x
    for i, (axis, dim, size, scale) in enumerate(zip(axes, dims, sizes, scales, strict=True)):
        node.limit(size if mode == "nearest" else size * dim, 1 << 24, "weights of a dim")
        at = _places(dim, size, scale, str(transform), region[i], node)
        if transform == "tf_crop_and_resize":
            outside.append((axis, (at < 0) | (at > dim - 1)))
        elif size == dim and scale == 1:
            continue
        value = settings.along(node, value, axis, dim, at, scale)
    if not any(flags.any() for _, flags in outside):
        return value
    mask: Any = np.zeros([1] * rank, bool)
    for axis, flags in outside:
        mask = mask | flags.reshape([-1 if a == axis else 1 for a in range(rank)])
    return run("where", mask, like(extrapolation, value), value)


def _resized(node: Node, x: Value, axes: list[int]) -> list[int]:
    """Return the resized axes: all axes except open axes that keep their size, such as the batch."""
    scales = _scales(node)
    if not scales and node.attr("keep_aspect_ratio_policy", "stretch") != "stretch":
        return list(range(len(axes)))
    return [
        i
        for i, axis in enumerate(axes)
        if shape_of(x)[axis] is not None
        or not (scales[i : i + 1] == [1.0] if scales else node.keeps_dim(3, i, x, axis))
    ]


def _scales(node: Node) -> list[float]:
    """Return the scale of each axis; nothing if the sizes are given."""
    if node.op_type == "Upsample" or node.version == 10:
        given = node.attr("scales") if node.version == 7 else node.constant(1, "scales").reshape(-1)
        return [float(s) for s in given]
    return [float(s) for s in node.constant(2, "scales").reshape(-1)] if node.has(2) else []


def _sizes(node: Node, dims: list[int], place: list[int], count: int) -> tuple[list[int], list[float]]:
    """Return the size and the scale of each dim; the node gives either sizes or scales."""
    if given := _scales(node):
        if len(given) != count or min(given) <= 0:
            raise node.error(f"scales must have a positive number for each of {count} dims, but is {given}")
        scales = [given[i] for i in place]
        node.ignore("keep_aspect_ratio_policy")
        return [math.floor(d * s) for d, s in zip(dims, scales, strict=True)], scales
    found = node.sizes(3, "sizes")
    if len(found) != count:
        raise node.error(f"sizes must have {count} elements, one for each dim, but has {len(found)}")
    if any(isinstance(found[i], Variable) for i in place):
        raise node.needs(node.input(3), "sizes")
    sizes = [found[i] for i in place]
    policy = node.attr("keep_aspect_ratio_policy", "stretch")
    scales = [s / d for s, d in zip(sizes, dims, strict=True)]
    if policy == "stretch":
        return sizes, scales
    scale = min(scales) if policy == "not_larger" else max(scales)
    return [int(scale * d + 0.5) for d in dims], [scale] * len(dims)


def _region(node: Node, count: int, transform: Any) -> list[tuple[float, float]]:
    if transform != "tf_crop_and_resize":
        return [(0.0, 1.0)] * count
    given = [float(v) for v in node.constant(1, "the region").reshape(-1)]
    if len(given) != 2 * count:
        raise node.error(f"the region of interest must have {2 * count} numbers, but has {len(given)}")
    return list(zip(given[:count], given[count:], strict=True))


def _places(dim: int, size: int, scale: float, transform: str, region: tuple[float, float], node: Node) -> Array:
    """Return the position in the input of each value of the output."""
    out = np.arange(size, dtype="float64")
    length = scale * dim
    match transform:
        case "half_pixel":
            return (out + 0.5) / scale - 0.5
        case "half_pixel_symmetric":
            return dim / 2 * (1 - size / length) + (out + 0.5) / scale - 0.5
        case "pytorch_half_pixel":
            return (out + 0.5) / scale - 0.5 if length > 1 else np.full(size, -0.5)
        case "align_corners":
            return out * ((dim - 1) / (length - 1)) if length != 1 else out * 0
        case "asymmetric":
            return out / scale
        case "tf_half_pixel_for_nn":
            return (out + 0.5) / scale
        case "tf_crop_and_resize":
            first, last = region
            inner = (
                out * ((last - first) * (dim - 1) / (length - 1))
                if length != 1
                else out * 0 + (last - first) * (dim - 1) / 2
            )
            return inner + first * (dim - 1)
        case _:
            raise node.error(f"coordinate_transformation_mode {transform!r} is not valid")


class _Settings:
    """Settings of the interpolation."""

    def __init__(self, mode: str, nearest: str, cubic: float, exclude_outside: bool, antialias: bool) -> None:
        self.mode = {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
        self.nearest = nearest
        self.cubic = cubic
        self.exclude_outside = exclude_outside
        self.antialias = antialias

    def along(self, node: Node, x: Value, axis: int, dim: int, at: Array, scale: float) -> Value:
        """Return x at positions of one axis."""
        if self.mode == "nearest":
            return run("gather", x, self._nearest_places(node, at, dim), axis=axis)
        if self.mode not in ("linear", "cubic"):
            raise node.error(f"mode {self.mode!r} is not valid")
        matrix = self._matrix(at, dim, scale)
        floating = dtype_of(x).kind == "f"
        value = x if floating else cast(x, "float32")
        order = [a for a in range(rank_of(x)) if a != axis] + [axis]
        back = [order.index(a) for a in range(rank_of(x))]
        product = run("matmul", run("transpose", value, perm=order), matrix.T.astype(dtype_of(value).dtype))
        out = run("transpose", product, perm=back)
        return out if floating else cast(run("rint", out), dtype_of(x))

    def _nearest_places(self, node: Node, at: Array, dim: int) -> Array:
        rounding: dict[str, Callable[[Array], Array]] = {
            "floor": np.floor,
            "ceil": np.ceil,
            "round_prefer_floor": lambda v: np.ceil(v - 0.5),
            "round_prefer_ceil": lambda v: np.floor(v + 0.5),
        }
        if self.nearest not in rounding:
            raise node.error(f"nearest_mode {self.nearest!r} is not valid")
        return np.clip(rounding[self.nearest](at), 0, dim - 1).astype("int64")

    def _matrix(self, at: Array, dim: int, scale: float) -> Array:
        """Return the weights [size, dim] of the elements around each position.

        Elements at the border replace elements outside of the border.
        """
        weigh = _linear if self.mode == "linear" else _cubic(self.cubic)
        narrow = min(scale, 1.0) if self.antialias else 1.0
        reach = math.ceil((1 if self.mode == "linear" else 2) / narrow)
        offsets = np.arange(-reach, reach + 2)
        places = np.floor(at)[:, None] + offsets
        weights = weigh((places - at[:, None]) * narrow)
        if self.exclude_outside:
            weights = np.where((places >= 0) & (places < dim), weights, 0.0)
        if self.antialias or self.exclude_outside:
            weights = weights / weights.sum(1, keepdims=True)
        out = np.zeros((len(at), dim))
        rows = np.broadcast_to(np.arange(len(at))[:, None], places.shape)
        np.add.at(out, (rows, np.clip(places, 0, dim - 1).astype(int)), weights)
        return out


# --- grids ------------------------------------------------------------------------------------------


@operator("GridSample", 16)
def grid_sample(node: Node) -> Value:
    """Convert GridSample: x [N, C, *dims] at the positions in grid [N, *out, number of dims].

    Positions are from -1 to 1, with the last dim first.
    """
    x, grid = node.input(0), node.input(1)
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(str(node.attr("mode")), str(node.attr("mode")))
    padding, corners = str(node.attr("padding_mode")), bool(node.attr("align_corners"))
    if mode not in ("linear", "nearest", "cubic") or padding not in ("zeros", "border", "reflection"):
        raise node.error(f"mode {mode!r} or padding_mode {padding!r} is not valid")
    batch = -1 if shape_of(x)[0] is None else shape_of(x)[0]
    channels, *dims = known_dims(x, range(1, rank_of(x)), node)
    out = known_dims(grid, range(1, rank_of(grid) - 1), node)
    count = int(np.prod(out))
    flat = run("reshape", grid, shape=(batch, count, len(dims)))
    around = []
    for i, dim in enumerate(dims):
        g = run("getitem", flat, index=((None,) * 3, (None,) * 3, len(dims) - 1 - i))
        moved = run("add", g, like(1, g))
        if corners:
            at = run("multiply", moved, like((dim - 1) / 2, g))
        else:
            at = run("multiply", run("subtract", run("multiply", moved, like(dim, g)), like(1, g)), like(0.5, g))
        around.append(_neighbors(at, dim, mode, padding, corners))
    total: Value = None
    values = run("reshape", x, shape=(batch, channels, int(np.prod(dims))))
    for place, weight in _combined(around, dims):
        taken = run("take_along_axis", values, run("unsqueeze", cast(place, "int64"), axis=1), axis=2)
        part = run("multiply", taken, run("unsqueeze", cast(weight, dtype_of(x)), axis=1))
        total = part if total is None else run("add", total, part)
    return run("reshape", total, shape=(batch, channels, *out))


def _neighbors(at: Value, dim: int, mode: str, padding: str, corners: bool) -> list[tuple[Value, Value]]:
    """Return (position, weight) of the elements of one dim for each value; elements outside have the weight 0."""
    if mode == "nearest":
        return [_inside(run("rint", at), like(1, at), dim, padding, corners)]
    first = run("floor", at)
    made = []
    for offset in (0, 1) if mode == "linear" else (-1, 0, 1, 2):
        place = run("add", first, like(offset, at))
        distance = run("abs", run("subtract", at, place))
        weight = run("subtract", like(1, at), distance) if mode == "linear" else _cubic_weight(distance, offset)
        made.append(_inside(place, weight, dim, padding, corners))
    return made


def _cubic_weight(t: Value, offset: int) -> Value:
    a = -0.75
    near = offset in (0, 1)
    factors = (a + 2, -(a + 3), 0.0, 1.0) if near else (a, -5 * a, 8 * a, -4 * a)
    out = like(factors[0], t)
    for factor in factors[1:]:
        out = run("add", run("multiply", out, t), like(factor, t))
    return out


def _inside(place: Value, weight: Value, dim: int, padding: str, corners: bool) -> tuple[Value, Value]:
    if padding == "zeros":
        within = run(
            "logical_and", run("greater_equal", place, like(0, place)), run("less_equal", place, like(dim - 1, place))
        )
        weight = run("multiply", weight, run("cast", within, dtype=dtype_of(place).name))
    elif padding == "reflection":
        place = _reflected(place, dim, corners)
    return run("clip", place, min=0.0, max=float(dim - 1)), weight


def _reflected(place: Value, dim: int, corners: bool) -> Value:
    """Return a position outside, reflected at the center, or at the edge, of the last element."""
    period = 2 * (dim - 1) if corners else 2 * dim
    if period == 0:
        return run("multiply", place, like(0, place))
    inner = run("remainder", place, like(period, place))
    return run("minimum", inner, run("subtract", like(period if corners else period - 1, inner), inner))


def _combined(around: list[list[tuple[Value, Value]]], dims: list[int]) -> list[tuple[Value, Value]]:
    """Return (position in the flattened dims, weight) of every combination."""
    made: list[tuple[Value, Value]] = []
    for dim, neighbors in zip(dims, around, strict=True):
        if not made:
            made = neighbors
            continue
        made = [
            (run("add", run("multiply", p, like(dim, p)), q), run("multiply", v, w))
            for p, v in made
            for q, w in neighbors
        ]
    return made
