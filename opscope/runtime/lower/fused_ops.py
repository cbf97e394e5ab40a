"""FusedOp, the form of an op for blocks of rows, and the fusion rules of families of ops."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.ops.registry import REGISTRY, Attrs, Op
from opscope.runtime.lower.trace import ShapeOnly, TraceNode, TraceValue

# kinds of values in a group of [rows, columns]: all elements; one for each row; one for each column (or a scalar);
# a sum over rows; a sum over everything
FULL, ROW, COLUMN, SUM_OVER_ROWS, SUM_OVER_ALL = "full", "row", "column", "over rows", "over all"

ValueKinds = Mapping[int, str]  # kinds, by id of the TraceValue
Shape = tuple[int, ...]


@dataclass(slots=True, eq=False)
class FusedOp:
    """A node in a group of fused ops: the kinds of its operands and outputs, and the op that computes one block."""

    node: TraceNode
    input_kinds: tuple[str, ...]
    output_kinds: tuple[str, ...]
    op: Op
    attrs: Attrs
    shape: Shape | None = None  # of its full values; None if it has none
    has_partial_broadcast: bool = False
    is_view: bool = False  # a view has the same blocks as its input
    is_expensive: bool = False  # on whole arrays it needs several passes over memory
    is_elementwise: bool = False
    divisor: int = 0  # a sum over rows is divided by it in the end

    @property
    def iteration_space(self) -> tuple[int, int] | None:
        """The pair (rows, columns) of the values that the op computes."""
        return None if self.shape is None else (math.prod(self.shape[:-1]), self.shape[-1])

    @property
    def reduces_within_rows(self) -> bool:
        """True if the op reduces along rows, to one number for each row."""
        return FULL in self.input_kinds and ROW in self.output_kinds

    @property
    def reduces_across_rows(self) -> bool:
        """True if the op sums over rows."""
        return any(kind in (SUM_OVER_ROWS, SUM_OVER_ALL) for kind in self.output_kinds)

    @property
    def is_flattenable(self) -> bool:
        """True if the result does not depend on the positions at which rows begin."""
        columns = (
            v.size
            for v, k in zip(self.node.inputs, self.input_kinds, strict=True)
            if k == COLUMN and isinstance(v, TraceValue)
        )
        kinds = {*self.input_kinds, *self.output_kinds}
        has_rows = not (self.is_elementwise or self.op.name == "sum") or kinds & {ROW, SUM_OVER_ROWS}
        return not has_rows and all(s == 1 for s in columns)


FusionRule = Callable[[TraceNode, ValueKinds], FusedOp | None]


def _kind_beside_full(value: Array, shape: Shape, value_kinds: ValueKinds) -> str | None:
    """Return the kind of an operand beside a full value of `shape`. Return None if there is no such kind."""
    if not isinstance(value, TraceValue | ShapeOnly):
        return COLUMN
    inside = value_kinds.get(id(value))
    own, lead = value.shape, (*shape[:-1], 1)
    if own == shape:
        return FULL if inside in (None, FULL) else None
    if own == lead:
        return ROW if inside in (None, ROW) else None
    return COLUMN if inside is None else None


def _kind_beside_row(value: Array, shape: Shape, value_kinds: ValueKinds) -> str:
    """Return the kind of an operand beside an operand with one number for each row."""
    if not isinstance(value, TraceValue | ShapeOnly):
        return COLUMN
    inside = value_kinds.get(id(value))
    if value.shape == shape:
        return inside or ROW
    return COLUMN if inside is None and math.prod(value.shape) == 1 else "not"


def _is_partial_broadcast(value: Array, shape: Shape) -> bool:
    """Return True if a value is broadcast along some of the leading dims of `shape`, but not along all."""
    return len(value.shape) > 1 and any(d != 1 for d in value.shape[:-1])


@dataclass(frozen=True, slots=True)
class ElementwiseRule:
    """Fusion rule of an op that computes each element separately, from operands that are broadcast."""

    is_expensive: bool = False

    def __call__(self, node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
        shape = node.outs[0].shape
        if any(value_kinds.get(id(v)) == ROW for v in node.inputs):
            beside = [_kind_beside_row(v, shape, value_kinds) for v in node.inputs]
            if set(beside) <= {ROW, COLUMN}:
                return FusedOp(node, tuple(beside), (ROW,), node.op, node.attrs, is_elementwise=True)
        if not shape or shape[-1] < 2:
            return None
        found = [_kind_beside_full(v, shape, value_kinds) for v in node.inputs]
        kinds = [k for k in found if k is not None]
        if len(kinds) < len(found) or FULL not in kinds:
            return None
        has_partial_broadcast = any(
            k == COLUMN and isinstance(v, TraceValue) and _is_partial_broadcast(v, shape)
            for k, v in zip(kinds, node.inputs, strict=True)
        )
        return FusedOp(
            node,
            tuple(kinds),
            (FULL,),
            node.op,
            node.attrs,
            shape,
            has_partial_broadcast=has_partial_broadcast,
            is_expensive=self.is_expensive,
            is_elementwise=True,
        )


def can_be_full(value: Array, value_kinds: ValueKinds) -> bool:
    """Return True if a value can be a full operand."""
    return (
        isinstance(value, TraceValue)
        and value.ndim > 0
        and value.shape[-1] > 1
        and value_kinds.get(id(value)) in (None, FULL)
    )


def is_last_axis(axis: Any, rank: int) -> bool:
    """Return True if `axis` is the last of `rank` axes."""
    return isinstance(axis, int) and axis % rank == rank - 1


def axes_of(axis: Any, rank: int) -> Shape:
    """Return the axes that an op reduces, in order. The first axis is 0."""
    return tuple(sorted(a % rank for a in dims.axes_of(axis, rank)))


def fuse_along_rows(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    """Fuse an op with one input that computes each row of a full value separately. `axis` is the last axis."""
    (x,) = node.inputs
    if not can_be_full(x, value_kinds) or not is_last_axis(node.op.with_defaults(node.attrs)["axis"], x.ndim):
        return None
    return FusedOp(node, (FULL,), (FULL,), node.op, {**node.attrs, "axis": -1}, x.shape, is_expensive=True)


def fuse_row_reduction(node: TraceNode, value_kinds: ValueKinds, is_expensive: bool = False) -> FusedOp | None:
    """Fuse an op with one input, `axis` and `keepdim` that reduces each row of the input to a number."""
    x = node.inputs[0]
    attrs = node.op.with_defaults(node.attrs)
    if not can_be_full(x, value_kinds) or attrs.get("dtype") is not None or x.dtype.kind != "f":
        return None
    if axes_of(attrs["axis"], x.ndim) != (x.ndim - 1,):
        return None
    own = {**node.attrs, "axis": -1, "keepdim": True}
    return FusedOp(node, (FULL,), (ROW,), node.op, own, x.shape, is_expensive=is_expensive)


def fuse_sum_across_rows(node: TraceNode, axes: Shape, divisor: int = 0) -> FusedOp | None:
    """Fuse a sum over all rows, or over the whole array. Each block computes a partial sum."""
    x = node.inputs[0]
    if x.ndim < 2 and axes != (0,):
        return None
    over_all = len(axes) == x.ndim
    if not over_all and axes != tuple(range(x.ndim - 1)):
        return None
    kind, axis = (SUM_OVER_ALL, None) if over_all else (SUM_OVER_ROWS, 0)
    attrs = {"axis": axis, "keepdim": True}
    return FusedOp(node, (FULL,), (kind,), REGISTRY["sum"], attrs, x.shape, divisor=divisor)


def fuse_view(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    """Fuse an op that changes the shape of its first input, but not its rows."""
    x, shape = node.inputs[0], node.outs[0].shape
    kind = value_kinds.get(id(x))
    if kind == ROW:
        return FusedOp(node, (ROW,) * len(node.inputs), (ROW,), node.op, node.attrs, is_view=True)
    if kind == FULL and shape and shape[-1] == x.shape[-1]:
        return FusedOp(node, (FULL,) * len(node.inputs), (FULL,), node.op, node.attrs, shape, is_view=True)
    return None
