"""Members: how a node works on blocks of rows, if it can. One rule for each family of ops."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from opscope.core import shape as dims
from opscope.ops.registry import REGISTRY, Attrs, Op
from opscope.runtime.lower.trace import Like, Node, Ref

# what a value is to a chain of [rows, columns]: whole; one a row; broadcast along rows; a sum over rows; over all
FULL, ROW, COLUMN, OVER_ROWS, OVER_ALL = "full", "row", "column", "over rows", "over all"

Values = dict[int, str]  # kinds, by id of the Ref
Shape = tuple[int, ...]


@dataclass(slots=True, eq=False)
class Member:
    """A node of a chain: what it reads and makes there, and the op and attributes that do it on a block."""

    node: Node
    reads: tuple[str, ...]
    makes: tuple[str, ...]
    op: Op
    attrs: Attrs
    shape: Shape | None = None  # of its whole values; None where it has none
    partial: bool = False
    alias: bool = False  # a view: the same block
    heavy: bool = False  # several passes over memory, if it works on whole arrays
    divisor: int = 0  # what a sum over rows is divided by in the end

    @property
    def key(self) -> tuple[int, int] | None:
        """(rows, columns)."""
        return None if self.shape is None else (math.prod(self.shape[:-1]), self.shape[-1])

    @property
    def reduces(self) -> bool:
        """True if it sums (or the like) along rows."""
        return FULL in self.reads and ROW in self.makes

    @property
    def gathers(self) -> bool:
        """True if it sums over rows."""
        return any(kind in (OVER_ROWS, OVER_ALL) for kind in self.makes)

    @property
    def linear(self) -> bool:
        """True if it need not know where rows begin."""
        columns = (
            v.size for v, k in zip(self.node.inputs, self.reads, strict=True) if k == COLUMN and isinstance(v, Ref)
        )
        kinds = {*self.reads, *self.makes}
        return self.op.name in ELEMENTWISE | {"sum"} and not kinds & {ROW, OVER_ROWS} and all(s == 1 for s in columns)


HEAVY = frozenset(
    (
        "gelu", "erf", "sigmoid", "silu", "softplus", "elu", "log_sigmoid", "tanh", "exp", "log", "log1p", "leaky_relu",
        "where", "scale", "square_error_cost", "clip", "add_n", "sigmoid_cross_entropy_with_logits",
    )
)  # fmt: skip
ELEMENTWISE = HEAVY | frozenset(
    (
        "add", "subtract", "multiply", "divide", "maximum", "minimum", "equal", "not_equal", "less_than",
        "less_equal", "greater_than", "greater_equal", "log2", "log10", "expm1", "sqrt", "abs", "sin",
        "cos", "floor", "ceil", "trunc", "square", "relu", "rsqrt", "reciprocal", "sign", "pow", "cast",
        "cast_like", "logical_and", "logical_or", "logical_not", "isnan", "isinf", "isfinite",
    )
)  # fmt: skip

Rule = Callable[[Node, Mapping[int, str], Attrs], Member | None]
RULES: dict[str, Rule] = {}


def member_of(node: Node, values: Values, key: tuple[int, int] | None) -> Member | None:
    """The node as a member of a chain with these values; None if it cannot be. `key` is None for a chain's first."""
    name = node.op.name
    if name in ELEMENTWISE:
        return _elementwise(node, values)
    rule = RULES.get(name)
    member = None if rule is None else rule(node, values, node.op.with_defaults(node.attrs))
    return None if member is None or (member.alias and key is None) else member


def _rule(*names: str) -> Callable[[Rule], Rule]:
    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return register


def _kind(value: Any, shape: Shape, values: Mapping[int, str]) -> str | None:
    """What an operand is beside whole values of `shape`; None where it does not fit."""
    if not isinstance(value, Ref | Like):
        return COLUMN
    inside = values.get(id(value))
    own, lead = value.shape, (*shape[:-1], 1)
    if own == shape:
        return FULL if inside in (None, FULL) else None
    if own == lead:
        return ROW if inside in (None, ROW) else None
    return COLUMN if inside is None else None


def _beside_row(value: Any, shape: Shape, values: Mapping[int, str]) -> str:
    """What an operand is beside a value of a row."""
    if not isinstance(value, Ref | Like):
        return COLUMN
    inside = values.get(id(value))
    if value.shape == shape:
        return inside or ROW
    return COLUMN if inside is None and math.prod(value.shape) == 1 else "not"


def _partial(value: Any, shape: Shape) -> bool:
    """True if a value is broadcast along some of the leading dims of `shape`, not all."""
    return len(value.shape) > 1 and any(d != 1 for d in value.shape[:-1])


def _elementwise(node: Node, values: Mapping[int, str]) -> Member | None:
    shape = node.outs[0].shape
    if any(values.get(id(v)) == ROW for v in node.inputs):
        beside = [_beside_row(v, shape, values) for v in node.inputs]
        if set(beside) <= {ROW, COLUMN}:
            return Member(node, tuple(beside), (ROW,), node.op, node.attrs)
    if not shape or shape[-1] < 2:
        return None
    found = [_kind(v, shape, values) for v in node.inputs]
    kinds = [k for k in found if k is not None]
    if len(kinds) < len(found) or FULL not in kinds:
        return None
    partial = any(
        k == COLUMN and isinstance(v, Ref) and _partial(v, shape) for k, v in zip(kinds, node.inputs, strict=True)
    )
    return Member(node, tuple(kinds), (FULL,), node.op, node.attrs, shape, partial=partial, heavy=node.op.name in HEAVY)


def _whole(value: Any, values: Mapping[int, str]) -> bool:
    """True if a value can be taken as whole."""
    return isinstance(value, Ref) and value.ndim > 0 and value.shape[-1] > 1 and values.get(id(value)) in (None, FULL)


def _last(axis: Any, rank: int) -> bool:
    return isinstance(axis, int) and axis % rank == rank - 1


@_rule("softmax", "log_softmax")
def _softmax(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    (x,) = node.inputs
    if not _whole(x, values) or not _last(attrs["axis"], x.ndim):
        return None
    return Member(node, (FULL,), (FULL,), node.op, {"axis": -1}, x.shape, heavy=True)


@_rule("layer_norm")
def _layer_norm(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    x, weight, bias = node.inputs
    if not _whole(x, values) or len(attrs["normalized_shape"]) != 1 or id(weight) in values or id(bias) in values:
        return None
    return Member(node, (FULL, COLUMN, COLUMN), (FULL,), node.op, node.attrs, x.shape, heavy=True)


def _labelled(label: Any, like: Any, values: Mapping[int, str], axis: int) -> bool:
    """True if label has one value for each row of `like`."""
    lead = like.shape[:-1]
    known = isinstance(label, Ref) and values.get(id(label)) in (None, ROW)
    return known and _last(axis, len(like.shape)) and label.shape in (lead, (*lead, 1)) and like.shape[-1] > 1


@_rule("softmax_with_cross_entropy")
def _softmax_loss(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    logits, label = node.inputs
    if not _whole(logits, values) or attrs["soft_label"] or not _labelled(label, logits, values, attrs["axis"]):
        return None
    attrs = {**node.attrs, "axis": -1}
    return Member(node, (FULL, ROW), (FULL, ROW), node.op, attrs, logits.shape, heavy=True)


@_rule("hot_like")
def _hot_like(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    label, like = node.inputs
    if not isinstance(like, Like) or not like.shape or not _labelled(label, like, values, attrs["axis"]):
        return None
    return Member(node, (ROW, FULL), (FULL,), node.op, {**node.attrs, "axis": -1}, like.shape)


def _axes(axis: Any, rank: int) -> Shape:
    return tuple(sorted(a % rank for a in dims.axes_of(axis, rank)))


@_rule("sum", "mean", "max", "min", "logsumexp")
def _reduced(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    x = node.inputs[0]
    if not _whole(x, values) or attrs.get("dtype") is not None or x.dtype.kind != "f":
        return None
    axes = _axes(attrs["axis"], x.ndim)
    if axes == (x.ndim - 1,):
        heavy = node.op.name == "logsumexp"
        return Member(node, (FULL,), (ROW,), node.op, {"axis": -1, "keepdim": True}, x.shape, heavy=heavy)
    if node.op.name not in ("sum", "mean") or x.dtype.itemsize < 4:  # a count need not fit into a float16
        return None
    divisor = 0 if node.op.name == "sum" else x.size // max(node.outs[0].size, 1)
    return _gathered(node, axes, divisor)


def _gathered(node: Node, axes: Shape, divisor: int = 0) -> Member | None:
    """A sum over all rows, or over everything: a part for each block."""
    x = node.inputs[0]
    if x.ndim < 2 and axes != (0,):
        return None
    over_all = len(axes) == x.ndim
    if not over_all and axes != tuple(range(x.ndim - 1)):
        return None
    kind, axis = (OVER_ALL, None) if over_all else (OVER_ROWS, 0)
    attrs = {"axis": axis, "keepdim": True}
    return Member(node, (FULL,), (kind,), REGISTRY["sum"], attrs, x.shape, divisor=divisor)


@_rule("sum_to")
def _sum_to(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    x, like = node.inputs
    if not _whole(x, values) or x.dtype.kind != "f" or like.dtype != x.dtype:
        return None
    wide = (1,) * (x.ndim - len(like.shape)) + tuple(like.shape)
    axes = tuple(i for i, (a, b) in enumerate(zip(x.shape, wide, strict=True)) if a != b or (b == 1 and i < x.ndim - 1))
    if axes == (x.ndim - 1,):
        attrs = {"axis": -1, "keepdim": True}
        return Member(node, (FULL, COLUMN), (ROW,), REGISTRY["sum"], attrs, x.shape)
    made = _gathered(node, axes)
    if made is not None:
        made.reads = (FULL, COLUMN)
    return made


@_rule("spread")
def _spread(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    x, like = node.inputs
    shape = like.shape
    if values.get(id(x)) != ROW or not shape or _axes(attrs["axis"], len(shape)) != (len(shape) - 1,) or shape[-1] < 2:
        return None
    return Member(node, (ROW, FULL), (FULL,), node.op, {**node.attrs, "axis": -1}, shape)


@_rule("reshape", "reshape_like", "squeeze", "unsqueeze", "flatten", "flatten_to_2d")
def _view(node: Node, values: Mapping[int, str], attrs: Attrs) -> Member | None:
    x, shape = node.inputs[0], node.outs[0].shape
    kind = values.get(id(x))
    if kind == ROW:
        return Member(node, (ROW,) * len(node.inputs), (ROW,), node.op, node.attrs, alias=True)
    if kind == FULL and shape and shape[-1] == x.shape[-1]:
        return Member(node, (FULL,) * len(node.inputs), (FULL,), node.op, node.attrs, shape, alias=True)
    return None
