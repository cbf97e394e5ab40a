"""FusedOp: how an op works on blocks of rows, if it can. One fusion rule for each family of ops."""

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

ValueKinds = dict[int, str]  # kinds, by id of the TraceValue
Shape = tuple[int, ...]


@dataclass(slots=True, eq=False)
class FusedOp:
    """A node in a fusion group: the kinds of its operands and outputs, and the op and attributes for a block."""

    node: TraceNode
    input_kinds: tuple[str, ...]
    output_kinds: tuple[str, ...]
    op: Op
    attrs: Attrs
    shape: Shape | None = None  # of its full values; None if it has none
    has_partial_broadcast: bool = False
    is_view: bool = False  # a view has the same blocks as its input
    is_expensive: bool = False  # on whole arrays it needs several passes over memory
    divisor: int = 0  # a sum over rows is divided by it in the end

    @property
    def iteration_space(self) -> tuple[int, int] | None:
        """(rows, columns)."""
        return None if self.shape is None else (math.prod(self.shape[:-1]), self.shape[-1])

    @property
    def reduces_within_rows(self) -> bool:
        """True if it reduces along rows, to one number for each row."""
        return FULL in self.input_kinds and ROW in self.output_kinds

    @property
    def reduces_across_rows(self) -> bool:
        """True if it sums over rows."""
        return any(kind in (SUM_OVER_ROWS, SUM_OVER_ALL) for kind in self.output_kinds)

    @property
    def is_flattenable(self) -> bool:
        """True if the result does not depend on where rows begin."""
        columns = (
            v.size
            for v, k in zip(self.node.inputs, self.input_kinds, strict=True)
            if k == COLUMN and isinstance(v, TraceValue)
        )
        kinds = {*self.input_kinds, *self.output_kinds}
        return (
            self.op.name in ELEMENTWISE | {"sum"} and not kinds & {ROW, SUM_OVER_ROWS} and all(s == 1 for s in columns)
        )


EXPENSIVE = frozenset(
    (
        "gelu", "erf", "sigmoid", "silu", "softplus", "elu", "log_sigmoid", "tanh", "exp", "log", "log1p", "leaky_relu",
        "where", "scale", "square_error_cost", "clip", "add_n", "sigmoid_cross_entropy_with_logits",
    )
)  # fmt: skip
ELEMENTWISE = EXPENSIVE | frozenset(
    (
        "add", "subtract", "multiply", "divide", "maximum", "minimum", "equal", "not_equal", "less_than",
        "less_equal", "greater_than", "greater_equal", "log2", "log10", "expm1", "sqrt", "abs", "sin",
        "cos", "floor", "ceil", "trunc", "square", "relu", "rsqrt", "reciprocal", "sign", "pow", "cast",
        "cast_like", "logical_and", "logical_or", "logical_not", "isnan", "isinf", "isfinite",
    )
)  # fmt: skip

FusionRule = Callable[[TraceNode, Mapping[int, str], Attrs], FusedOp | None]
FUSION_RULES: dict[str, FusionRule] = {}


def fused_op_of(node: TraceNode, value_kinds: ValueKinds, iteration_space: tuple[int, int] | None) -> FusedOp | None:
    """The node as an op of a group with these values, None if it cannot be fused. None as space: it is the first."""
    name = node.op.name
    if name in ELEMENTWISE:
        return _elementwise(node, value_kinds)
    fuse = FUSION_RULES.get(name)
    member = None if fuse is None else fuse(node, value_kinds, node.op.with_defaults(node.attrs))
    return None if member is None or (member.is_view and iteration_space is None) else member


def _fusion_rule(*names: str) -> Callable[[FusionRule], FusionRule]:
    def register(fuse: FusionRule) -> FusionRule:
        FUSION_RULES.update(dict.fromkeys(names, fuse))
        return fuse

    return register


def _kind_beside_full(value: Array, shape: Shape, value_kinds: Mapping[int, str]) -> str | None:
    """The kind of an operand beside full values of `shape`; None if it does not fit."""
    if not isinstance(value, TraceValue | ShapeOnly):
        return COLUMN
    inside = value_kinds.get(id(value))
    own, lead = value.shape, (*shape[:-1], 1)
    if own == shape:
        return FULL if inside in (None, FULL) else None
    if own == lead:
        return ROW if inside in (None, ROW) else None
    return COLUMN if inside is None else None


def _kind_beside_row(value: Array, shape: Shape, value_kinds: Mapping[int, str]) -> str:
    """The kind of an operand beside a value with one number for each row."""
    if not isinstance(value, TraceValue | ShapeOnly):
        return COLUMN
    inside = value_kinds.get(id(value))
    if value.shape == shape:
        return inside or ROW
    return COLUMN if inside is None and math.prod(value.shape) == 1 else "not"


def _is_partial_broadcast(value: Array, shape: Shape) -> bool:
    """True if a value is broadcast along some, but not all, of the leading dims of `shape`."""
    return len(value.shape) > 1 and any(d != 1 for d in value.shape[:-1])


def _elementwise(node: TraceNode, value_kinds: Mapping[int, str]) -> FusedOp | None:
    shape = node.outs[0].shape
    if any(value_kinds.get(id(v)) == ROW for v in node.inputs):
        beside = [_kind_beside_row(v, shape, value_kinds) for v in node.inputs]
        if set(beside) <= {ROW, COLUMN}:
            return FusedOp(node, tuple(beside), (ROW,), node.op, node.attrs)
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
        is_expensive=node.op.name in EXPENSIVE,
    )


def _can_be_full(value: Array, value_kinds: Mapping[int, str]) -> bool:
    """True if a value can be a full operand."""
    return (
        isinstance(value, TraceValue)
        and value.ndim > 0
        and value.shape[-1] > 1
        and value_kinds.get(id(value)) in (None, FULL)
    )


def _is_last_axis(axis: Any, rank: int) -> bool:
    return isinstance(axis, int) and axis % rank == rank - 1


@_fusion_rule("softmax", "log_softmax")
def _softmax(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    (x,) = node.inputs
    if not _can_be_full(x, value_kinds) or not _is_last_axis(attrs["axis"], x.ndim):
        return None
    return FusedOp(node, (FULL,), (FULL,), node.op, {"axis": -1}, x.shape, is_expensive=True)


@_fusion_rule("layer_norm")
def _layer_norm(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    x, weight, bias = node.inputs
    if (
        not _can_be_full(x, value_kinds)
        or len(attrs["normalized_shape"]) != 1
        or id(weight) in value_kinds
        or id(bias) in value_kinds
    ):
        return None
    return FusedOp(node, (FULL, COLUMN, COLUMN), (FULL,), node.op, node.attrs, x.shape, is_expensive=True)


def _has_label_per_row(label: Array, like: Any, value_kinds: Mapping[int, str], axis: int) -> bool:
    """True if label has one value for each row of `like`."""
    lead = like.shape[:-1]
    known = isinstance(label, TraceValue) and value_kinds.get(id(label)) in (None, ROW)
    return known and _is_last_axis(axis, len(like.shape)) and label.shape in (lead, (*lead, 1)) and like.shape[-1] > 1


@_fusion_rule("softmax_with_cross_entropy")
def _softmax_loss(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    logits, label = node.inputs
    if (
        not _can_be_full(logits, value_kinds)
        or attrs["soft_label"]
        or not _has_label_per_row(label, logits, value_kinds, attrs["axis"])
    ):
        return None
    attrs = {**node.attrs, "axis": -1}
    return FusedOp(node, (FULL, ROW), (FULL, ROW), node.op, attrs, logits.shape, is_expensive=True)


@_fusion_rule("hot_like")
def _hot_like(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    label, like = node.inputs
    if (
        not isinstance(like, ShapeOnly)
        or not like.shape
        or not _has_label_per_row(label, like, value_kinds, attrs["axis"])
    ):
        return None
    return FusedOp(node, (ROW, FULL), (FULL,), node.op, {**node.attrs, "axis": -1}, like.shape)


def _axes(axis: Any, rank: int) -> Shape:
    return tuple(sorted(a % rank for a in dims.axes_of(axis, rank)))


@_fusion_rule("sum", "mean", "max", "min", "logsumexp")
def _reduced(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    x = node.inputs[0]
    if not _can_be_full(x, value_kinds) or attrs.get("dtype") is not None or x.dtype.kind != "f":
        return None
    axes = _axes(attrs["axis"], x.ndim)
    if axes == (x.ndim - 1,):
        is_expensive = node.op.name == "logsumexp"
        return FusedOp(
            node, (FULL,), (ROW,), node.op, {"axis": -1, "keepdim": True}, x.shape, is_expensive=is_expensive
        )
    if node.op.name not in ("sum", "mean") or x.dtype.itemsize < 4:  # the count may not fit into a float16
        return None
    divisor = 0 if node.op.name == "sum" else x.size // max(node.outs[0].size, 1)
    return _sum_across_rows(node, axes, divisor)


def _sum_across_rows(node: TraceNode, axes: Shape, divisor: int = 0) -> FusedOp | None:
    """A sum over all rows, or over everything: each block makes a partial sum."""
    x = node.inputs[0]
    if x.ndim < 2 and axes != (0,):
        return None
    over_all = len(axes) == x.ndim
    if not over_all and axes != tuple(range(x.ndim - 1)):
        return None
    kind, axis = (SUM_OVER_ALL, None) if over_all else (SUM_OVER_ROWS, 0)
    attrs = {"axis": axis, "keepdim": True}
    return FusedOp(node, (FULL,), (kind,), REGISTRY["sum"], attrs, x.shape, divisor=divisor)


@_fusion_rule("sum_to")
def _sum_to(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    x, like = node.inputs
    if not _can_be_full(x, value_kinds) or x.dtype.kind != "f" or like.dtype != x.dtype:
        return None
    wide = (1,) * (x.ndim - len(like.shape)) + tuple(like.shape)
    axes = tuple(i for i, (a, b) in enumerate(zip(x.shape, wide, strict=True)) if a != b or (b == 1 and i < x.ndim - 1))
    if axes == (x.ndim - 1,):
        attrs = {"axis": -1, "keepdim": True}
        return FusedOp(node, (FULL, COLUMN), (ROW,), REGISTRY["sum"], attrs, x.shape)
    made = _sum_across_rows(node, axes)
    if made is not None:
        made.input_kinds = (FULL, COLUMN)
    return made


@_fusion_rule("spread")
def _spread(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    x, like = node.inputs
    shape = like.shape
    if (
        value_kinds.get(id(x)) != ROW
        or not shape
        or _axes(attrs["axis"], len(shape)) != (len(shape) - 1,)
        or shape[-1] < 2
    ):
        return None
    return FusedOp(node, (ROW, FULL), (FULL,), node.op, {**node.attrs, "axis": -1}, shape)


@_fusion_rule("reshape", "reshape_like", "squeeze", "unsqueeze", "flatten", "flatten_to_2d")
def _view(node: TraceNode, value_kinds: Mapping[int, str], attrs: Attrs) -> FusedOp | None:
    x, shape = node.inputs[0], node.outs[0].shape
    kind = value_kinds.get(id(x))
    if kind == ROW:
        return FusedOp(node, (ROW,) * len(node.inputs), (ROW,), node.op, node.attrs, is_view=True)
    if kind == FULL and shape and shape[-1] == x.shape[-1]:
        return FusedOp(node, (FULL,) * len(node.inputs), (FULL,), node.op, node.attrs, shape, is_view=True)
    return None
