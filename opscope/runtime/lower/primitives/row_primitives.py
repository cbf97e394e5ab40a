"""Decompositions of reductions along rows and of ops that use them. A sum over rows is a sink and is not here."""

from __future__ import annotations

import functools
from typing import Any

from opscope.core.annotations import Array
from opscope.ops.registry import REGISTRY
from opscope.runtime.lower.fused_ops import (
    COLUMN,
    FULL,
    ROW,
    FusedOp,
    ValueKinds,
    axes_of,
    can_be_full,
    fuse_along_rows,
    fuse_row_reduction,
    fuse_sum_across_rows,
    fuse_view,
    is_last_axis,
)
from opscope.runtime.lower.kernel_graph import BOOL, KernelGraph, KernelValue
from opscope.runtime.lower.primitives.elementwise_primitives import isfinite
from opscope.runtime.lower.primitives.primitive_registry import PRIMITIVES, Primitive, primitive
from opscope.runtime.lower.trace import ShapeOnly, TraceNode, TraceValue


def _fuse_sum(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    x, attrs = node.inputs[0], node.op.with_defaults(node.attrs)
    along = fuse_row_reduction(node, value_kinds)
    if along is not None:
        return along
    if not can_be_full(x, value_kinds) or attrs.get("dtype") is not None or x.dtype.kind != "f":
        return None
    if x.dtype.itemsize < 4:  # the count may not fit into a float16
        return None
    divisor = 0 if node.op.name == "sum" else x.size // max(node.outs[0].size, 1)
    return fuse_sum_across_rows(node, axes_of(attrs["axis"], x.ndim), divisor)


def _fuse_sum_to(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    x, like = node.inputs
    if not can_be_full(x, value_kinds) or x.dtype.kind != "f" or like.dtype != x.dtype:
        return None
    wide = (1,) * (x.ndim - len(like.shape)) + tuple(like.shape)
    axes = tuple(i for i, (a, b) in enumerate(zip(x.shape, wide, strict=True)) if a != b or (b == 1 and i < x.ndim - 1))
    if axes == (x.ndim - 1,):
        attrs = {"axis": -1, "keepdim": True}
        return FusedOp(node, (FULL, COLUMN), (ROW,), REGISTRY["sum"], attrs, x.shape)
    made = fuse_sum_across_rows(node, axes)
    if made is not None:
        made.input_kinds = (FULL, COLUMN)
    return made


@primitive("sum_to", fuse=_fuse_sum_to)
@primitive("sum", fuse=_fuse_sum)
def _sum(graph: KernelGraph, x: KernelValue, *_: Any, **attrs: Any) -> KernelValue:
    return graph.apply("total", x)  # along rows; a sum over rows is a sink


@primitive("mean", fuse=_fuse_sum)
def _mean(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    return graph.apply("div", graph.apply("total", x), graph.columns())


@primitive("max", fuse=fuse_row_reduction)
def _max(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    return graph.apply("largest", x)


@primitive("min", fuse=fuse_row_reduction)
def _min(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    return graph.apply("smallest", x)


@primitive("logsumexp", fuse=functools.partial(fuse_row_reduction, is_expensive=True))
def _logsumexp(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    top = graph.apply("largest", x)
    top = graph.select(isfinite(graph, top), top, 0.0)
    return graph.apply(
        "add", top, graph.apply("log", graph.apply("total", graph.apply("exp", graph.apply("sub", x, top))))
    )


def _fuse_spread(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    attrs = node.op.with_defaults(node.attrs)
    x, like = node.inputs
    shape = like.shape
    if (
        value_kinds.get(id(x)) != ROW
        or not shape
        or axes_of(attrs["axis"], len(shape)) != (len(shape) - 1,)
        or shape[-1] < 2
    ):
        return None
    return FusedOp(node, (ROW, FULL), (FULL,), node.op, {**node.attrs, "axis": -1}, shape)


@primitive("spread", fuse=_fuse_spread)
def _spread(graph: KernelGraph, x: KernelValue, like: Any, mean: bool, **_: Any) -> KernelValue:
    return graph.apply("mul", x, graph.apply("div", 1.0, graph.columns())) if mean else x


@primitive("softmax", fuse=fuse_along_rows)
def _softmax(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    weights = graph.apply("exp", graph.apply("sub", x, graph.apply("top", x)))
    return graph.apply("mul", weights, graph.apply("div", 1.0, graph.apply("total", weights)))


@primitive("log_softmax", fuse=fuse_along_rows)
def _log_softmax(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    minus = graph.apply("sub", x, graph.apply("top", x))
    return graph.apply("sub", minus, graph.apply("log", graph.apply("total", graph.apply("exp", minus))))


def _fuse_layer_norm(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    attrs = node.op.with_defaults(node.attrs)
    x, weight, bias = node.inputs
    if (
        not can_be_full(x, value_kinds)
        or len(attrs["normalized_shape"]) != 1
        or id(weight) in value_kinds
        or id(bias) in value_kinds
    ):
        return None
    return FusedOp(node, (FULL, COLUMN, COLUMN), (FULL,), node.op, node.attrs, x.shape, is_expensive=True)


@primitive("layer_norm", fuse=_fuse_layer_norm)
def _layer_norm(
    graph: KernelGraph, x: KernelValue, weight: Array, bias: Array, epsilon: float, **_: Any
) -> KernelValue:
    centered = graph.apply("sub", x, graph.apply("div", graph.apply("total", x), graph.columns()))
    variance = graph.apply("div", graph.apply("total", graph.apply("mul", centered, centered)), graph.columns())
    out = graph.apply(
        "mul", centered, graph.apply("div", 1.0, graph.apply("sqrt", graph.apply("add", variance, epsilon)))
    )
    out = out if weight is None else graph.apply("mul", out, weight)
    return out if bias is None else graph.apply("add", out, bias)


def _has_label_per_row(label: Array, like: Any, value_kinds: ValueKinds, axis: int) -> bool:
    """Return True if label has one value for each row of `like`."""
    lead = like.shape[:-1]
    known = isinstance(label, TraceValue) and value_kinds.get(id(label)) in (None, ROW)
    return known and is_last_axis(axis, len(like.shape)) and label.shape in (lead, (*lead, 1)) and like.shape[-1] > 1


def _is_label_column(graph: KernelGraph, label: KernelValue) -> KernelValue:
    return graph.apply("ieq", label, graph.index(), dtype_class=BOOL)


def _fuse_hot_like(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    attrs = node.op.with_defaults(node.attrs)
    label, like = node.inputs
    if (
        not isinstance(like, ShapeOnly)
        or not like.shape
        or not _has_label_per_row(label, like, value_kinds, attrs["axis"])
    ):
        return None
    return FusedOp(node, (ROW, FULL), (FULL,), node.op, {**node.attrs, "axis": -1}, like.shape)


@primitive("hot_like", fuse=_fuse_hot_like, reads_labels=True)
def _hot_like(graph: KernelGraph, label: KernelValue, like: Any, ignore_index: int, **_: Any) -> KernelValue:
    is_counted = graph.apply(
        "and",
        _is_label_column(graph, label),
        graph.apply("ine", label, payload=ignore_index, dtype_class=BOOL),
        dtype_class=BOOL,
    )
    return graph.to_float(is_counted)


def _fuse_softmax_loss(node: TraceNode, value_kinds: ValueKinds) -> FusedOp | None:
    attrs = node.op.with_defaults(node.attrs)
    logits, label = node.inputs
    if (
        not can_be_full(logits, value_kinds)
        or attrs["soft_label"]
        or not _has_label_per_row(label, logits, value_kinds, attrs["axis"])
    ):
        return None
    attrs = {**node.attrs, "axis": -1}
    return FusedOp(node, (FULL, ROW), (FULL, ROW), node.op, attrs, logits.shape, is_expensive=True)


@primitive("softmax_with_cross_entropy", fuse=_fuse_softmax_loss, reads_labels=True)
def _softmax_loss(
    graph: KernelGraph, x: KernelValue, label: KernelValue, ignore_index: int, **_: Any
) -> list[KernelValue]:
    minus = graph.apply("sub", x, graph.apply("top", x))
    weights = graph.apply("exp", minus)
    total = graph.apply("total", weights)
    picked = graph.apply("total", graph.select(_is_label_column(graph, label), minus, 0.0))
    loss = graph.apply("sub", graph.apply("log", total), picked)
    is_counted = graph.apply("ine", label, payload=ignore_index, dtype_class=BOOL)
    is_counted = graph.apply(
        "and", is_counted, graph.apply("ult", label, graph.count(), dtype_class=BOOL), dtype_class=BOOL
    )
    return [graph.apply("mul", weights, graph.apply("div", 1.0, total)), graph.select(is_counted, loss, 0.0)]


PRIMITIVES.update(
    dict.fromkeys(("reshape", "reshape_like", "squeeze", "unsqueeze", "flatten", "flatten_to_2d"), Primitive(fuse_view))
)
