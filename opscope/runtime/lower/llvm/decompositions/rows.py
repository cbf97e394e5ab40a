"""Rows: sums along rows, and what is made of them. What is summed over rows is a sink instead."""

from __future__ import annotations

from typing import Any

from opscope.runtime.lower.llvm.decompositions.elementwise import isfinite
from opscope.runtime.lower.llvm.decompositions.table import rule
from opscope.runtime.lower.llvm.kernel_graph import BOOL, Program, Value


@rule("sum", "sum_to")
def _sum(p: Program, x: Value, *_: Any, **attrs: Any) -> Value:
    return p.do("total", x)  # along rows: what is summed over rows is a sink


@rule("mean")
def _mean(p: Program, x: Value, **_: Any) -> Value:
    return p.do("div", p.do("total", x), p.columns())


@rule("max")
def _max(p: Program, x: Value, **_: Any) -> Value:
    return p.do("largest", x)


@rule("min")
def _min(p: Program, x: Value, **_: Any) -> Value:
    return p.do("smallest", x)


@rule("logsumexp")
def _logsumexp(p: Program, x: Value, **_: Any) -> Value:
    top = p.do("largest", x)
    top = p.choose(isfinite(p, top), top, 0.0)
    return p.do("add", top, p.do("log", p.do("total", p.do("exp", p.do("sub", x, top)))))


@rule("spread")
def _spread(p: Program, x: Value, like: Any, mean: bool, **_: Any) -> Value:
    return p.do("mul", x, p.do("div", 1.0, p.columns())) if mean else x


@rule("softmax")
def _softmax(p: Program, x: Value, **_: Any) -> Value:
    weights = p.do("exp", p.do("sub", x, p.do("top", x)))
    return p.do("mul", weights, p.do("div", 1.0, p.do("total", weights)))


@rule("log_softmax")
def _log_softmax(p: Program, x: Value, **_: Any) -> Value:
    minus = p.do("sub", x, p.do("top", x))
    return p.do("sub", minus, p.do("log", p.do("total", p.do("exp", minus))))


@rule("layer_norm")
def _layer_norm(p: Program, x: Value, weight: Any, bias: Any, epsilon: float, **_: Any) -> Value:
    centered = p.do("sub", x, p.do("div", p.do("total", x), p.columns()))
    variance = p.do("div", p.do("total", p.do("mul", centered, centered)), p.columns())
    out = p.do("mul", centered, p.do("div", 1.0, p.do("sqrt", p.do("add", variance, epsilon))))
    out = out if weight is None else p.do("mul", out, weight)
    return out if bias is None else p.do("add", out, bias)


def _hot(p: Program, label: Value) -> Value:
    return p.do("same", label, p.index(), what=BOOL)


@rule("hot_like")
def _hot_like(p: Program, label: Value, like: Any, ignore_index: int, **_: Any) -> Value:
    named = p.do("and", _hot(p, label), p.do("unlike", label, extra=ignore_index, what=BOOL), what=BOOL)
    return p.floats(named)


@rule("softmax_with_cross_entropy")
def _softmax_loss(p: Program, x: Value, label: Value, ignore_index: int, **_: Any) -> list[Value]:
    minus = p.do("sub", x, p.do("top", x))
    weights = p.do("exp", minus)
    total = p.do("total", weights)
    picked = p.do("total", p.choose(_hot(p, label), minus, 0.0))
    loss = p.do("sub", p.do("log", total), picked)
    named = p.do("unlike", label, extra=ignore_index, what=BOOL)
    named = p.do("and", named, p.do("below", label, p.count(), what=BOOL), what=BOOL)
    return [p.do("mul", weights, p.do("div", 1.0, total)), p.choose(named, loss, 0.0)]
