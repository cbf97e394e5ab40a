"""Elementwise ops: arithmetic, functions, comparisons, masks."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower.kernel_graph import BOOL, FLOAT, KernelGraph, KernelValue, Operand
from opscope.runtime.lower.primitives.primitive_registry import Decomposition, elementwise


def _floats(graph: KernelGraph, *operands: Operand) -> list[Operand]:
    """Convert masks to the numbers 1 and 0."""
    return [graph.to_float(v) if isinstance(v, KernelValue) else v for v in operands]


def _arithmetic(op: str) -> Decomposition:
    return lambda graph, x, y: (
        graph.apply(op, *_floats(graph, x, y)) if FLOAT in (_dtype_class(x), _dtype_class(y)) else None
    )


def _dtype_class(x: Array) -> str | None:
    return x.dtype_class if isinstance(x, KernelValue) else None


def _comparison(predicate: str) -> Decomposition:
    return lambda graph, x, y: graph.compare(predicate, *_floats(graph, x, y))


def _function(op: str) -> Decomposition:
    return lambda graph, x: graph.apply(op, x) if x.dtype_class == FLOAT and graph.supports(op) else None


for _name, _op in {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "maximum": "maximum", "minimum": "minimum",
}.items():  # fmt: skip
    elementwise(_name)(_arithmetic(_op))
for _name, _op in {
    "equal": "oeq", "not_equal": "une", "less_than": "olt", "less_equal": "ole", "greater_than": "ogt",
    "greater_equal": "oge",
}.items():  # fmt: skip
    elementwise(_name)(_comparison(_op))
for _name in ("exp", "log", "log1p", "tanh"):
    elementwise(_name, expensive=True)(_function(_name))
for _name in ("sqrt", "abs", "floor", "ceil", "trunc", "sin", "cos", "expm1", "log2", "log10"):
    elementwise(_name)(_function(_name))


def _mask_op(predicate: str) -> Decomposition:
    return lambda graph, x, y: (
        graph.apply(predicate, x, y, dtype_class=BOOL) if _dtype_class(x) == _dtype_class(y) == BOOL else None
    )


elementwise("logical_and")(_mask_op("and"))
elementwise("logical_or")(_mask_op("or"))


@elementwise("logical_not")
def _not(graph: KernelGraph, x: KernelValue) -> Any:
    return graph.apply("invert", x, dtype_class=BOOL) if x.dtype_class == BOOL else None


@elementwise("isnan")
def _isnan(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.compare("uno", x, x)


@elementwise("isinf")
def _isinf(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.compare("oeq", graph.apply("abs", x), float("inf"))


@elementwise("isfinite")
def isfinite(graph: KernelGraph, x: KernelValue) -> KernelValue:
    """Return a mask of finite elements."""
    return graph.compare("olt", graph.apply("abs", x), float("inf"))


@elementwise("square")
def _square(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.apply("mul", x, x)


@elementwise("rsqrt")
def _rsqrt(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.apply("div", 1.0, graph.apply("sqrt", x))


@elementwise("reciprocal")
def _reciprocal(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.apply("div", 1.0, x)


@elementwise("pow")
def _pow(graph: KernelGraph, x: KernelValue, factor: float) -> Any:
    if factor == 2:
        return graph.apply("mul", x, x)
    if factor == 0.5:
        return graph.apply("sqrt", x)
    return graph.apply("power", x, float(factor)) if graph.supports("power") else None


@elementwise("sign")
def _sign(graph: KernelGraph, x: KernelValue) -> KernelValue:
    up = graph.select(graph.compare("ogt", x, 0.0), 1.0, graph.select(graph.compare("olt", x, 0.0), -1.0, 0.0))
    return graph.select(graph.compare("uno", x, x), x, up)


@elementwise("relu")
def relu(graph: KernelGraph, x: KernelValue) -> KernelValue:
    """Return 0 where x is negative, and x elsewhere."""
    return graph.select(graph.compare("olt", x, 0.0), 0.0, x)


@elementwise("leaky_relu", expensive=True)
def _leaky_relu(graph: KernelGraph, x: KernelValue, negative_slope: float) -> KernelValue:
    return graph.select(graph.compare("ogt", x, 0.0), x, graph.apply("mul", x, negative_slope))


@elementwise("clip", expensive=True)
def _clip(graph: KernelGraph, x: KernelValue, min: float | None, max: float | None) -> KernelValue:
    x = x if min is None else graph.select(graph.compare("olt", x, min), min, x)
    return x if max is None else graph.select(graph.compare("ogt", x, max), max, x)


@elementwise("where", expensive=True)
def _where(graph: KernelGraph, condition: KernelValue, x: Operand, y: Operand) -> Any:
    if condition.dtype_class != BOOL or BOOL in (_dtype_class(x), _dtype_class(y)):
        return None
    return graph.select(condition, x, y)


@elementwise("scale", expensive=True)
def _scale(graph: KernelGraph, x: KernelValue, scale: float, bias: float, bias_after_scale: bool) -> Any:
    if x.dtype_class != FLOAT:
        return None
    if not bias_after_scale:
        return graph.apply("mul", graph.apply("add", x, bias), scale)
    scaled = x if scale == 1 else graph.apply("mul", x, scale)
    return graph.apply("add", scaled, bias) if bias else scaled


@elementwise("cast", "cast_like")
def _cast(graph: KernelGraph, x: KernelValue, *_: Any, **attrs: Any) -> KernelValue:
    return graph.to_float(x)  # always to the float dtype of the group


@elementwise("add_n", expensive=True)
def _add_n(graph: KernelGraph, *x: KernelValue) -> KernelValue:
    total = x[0]
    for other in x[1:]:
        total = graph.apply("add", total, other)
    return total


@elementwise("square_error_cost", expensive=True)
def _square_error(graph: KernelGraph, x: KernelValue, y: KernelValue) -> KernelValue:
    return _square(graph, graph.apply("sub", x, y))
