"""Decompositions of reductions along rows and of ops that use them. A sum over rows is a sink instead."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower.llvm.decompositions.elementwise import isfinite
from opscope.runtime.lower.llvm.decompositions.registry import decomposition
from opscope.runtime.lower.llvm.kernel_graph import BOOL, KernelGraph, KernelValue


@decomposition("sum", "sum_to")
def _sum(graph: KernelGraph, x: KernelValue, *_: Any, **attrs: Any) -> KernelValue:
    return graph.apply("total", x)  # along rows; a sum over rows is a sink


@decomposition("mean")
def _mean(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    return graph.apply("div", graph.apply("total", x), graph.columns())


@decomposition("max")
def _max(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    return graph.apply("largest", x)


@decomposition("min")
def _min(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    return graph.apply("smallest", x)


@decomposition("logsumexp")
def _logsumexp(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    top = graph.apply("largest", x)
    top = graph.select(isfinite(graph, top), top, 0.0)
    return graph.apply(
        "add", top, graph.apply("log", graph.apply("total", graph.apply("exp", graph.apply("sub", x, top))))
    )


@decomposition("spread")
def _spread(graph: KernelGraph, x: KernelValue, like: Any, mean: bool, **_: Any) -> KernelValue:
    return graph.apply("mul", x, graph.apply("div", 1.0, graph.columns())) if mean else x


@decomposition("softmax")
def _softmax(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    weights = graph.apply("exp", graph.apply("sub", x, graph.apply("top", x)))
    return graph.apply("mul", weights, graph.apply("div", 1.0, graph.apply("total", weights)))


@decomposition("log_softmax")
def _log_softmax(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
    minus = graph.apply("sub", x, graph.apply("top", x))
    return graph.apply("sub", minus, graph.apply("log", graph.apply("total", graph.apply("exp", minus))))


@decomposition("layer_norm")
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


def _is_label_column(graph: KernelGraph, label: KernelValue) -> KernelValue:
    return graph.apply("ieq", label, graph.index(), dtype_class=BOOL)


@decomposition("hot_like")
def _hot_like(graph: KernelGraph, label: KernelValue, like: Any, ignore_index: int, **_: Any) -> KernelValue:
    is_counted = graph.apply(
        "and",
        _is_label_column(graph, label),
        graph.apply("ine", label, payload=ignore_index, dtype_class=BOOL),
        dtype_class=BOOL,
    )
    return graph.to_float(is_counted)


@decomposition("softmax_with_cross_entropy")
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
