"""Elementwise ops: arithmetic, comparisons, masks."""

from __future__ import annotations

from typing import Any

from opscope.runtime.lower.llvm.decompositions.table import Rule, rule
from opscope.runtime.lower.llvm.kernel_graph import BOOL, FLOAT, Operand, Program, Value


def _floats(p: Program, *operands: Operand) -> list[Operand]:
    """Masks as 1 and 0."""
    return [p.floats(v) if isinstance(v, Value) else v for v in operands]


def _arithmetic(op: str) -> Rule:
    return lambda p, x, y: p.do(op, *_floats(p, x, y)) if FLOAT in (_what(x), _what(y)) else None


def _what(x: Any) -> str | None:
    return x.what if isinstance(x, Value) else None


def _comparison(how: str) -> Rule:
    return lambda p, x, y: p.compare(how, *_floats(p, x, y))


def _unary(op: str) -> Rule:
    return lambda p, x: p.do(op, x) if x.what == FLOAT else None


for _name, _op in {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "maximum": "maximum", "minimum": "minimum",
}.items():  # fmt: skip
    rule(_name)(_arithmetic(_op))
for _name, _op in {
    "equal": "oeq", "not_equal": "une", "less_than": "olt", "less_equal": "ole", "greater_than": "ogt",
    "greater_equal": "oge",
}.items():  # fmt: skip
    rule(_name)(_comparison(_op))
for _name in ("exp", "log", "log1p", "tanh", "sqrt", "abs", "floor", "ceil", "trunc"):
    rule(_name)(_unary(_name))


def _mask(how: str) -> Rule:
    return lambda p, x, y: p.do(how, x, y, what=BOOL) if _what(x) == _what(y) == BOOL else None


rule("logical_and")(_mask("and"))
rule("logical_or")(_mask("or"))


@rule("logical_not")
def _not(p: Program, x: Value) -> Any:
    return p.do("invert", x, what=BOOL) if x.what == BOOL else None


@rule("isnan")
def _isnan(p: Program, x: Value) -> Value:
    return p.compare("uno", x, x)


@rule("isinf")
def _isinf(p: Program, x: Value) -> Value:
    return p.compare("oeq", p.do("abs", x), float("inf"))


@rule("isfinite")
def isfinite(p: Program, x: Value) -> Value:
    """A mask."""
    return p.compare("olt", p.do("abs", x), float("inf"))


@rule("square")
def _square(p: Program, x: Value) -> Value:
    return p.do("mul", x, x)


@rule("rsqrt")
def _rsqrt(p: Program, x: Value) -> Value:
    return p.do("div", 1.0, p.do("sqrt", x))


@rule("reciprocal")
def _reciprocal(p: Program, x: Value) -> Value:
    return p.do("div", 1.0, x)


@rule("pow")
def _pow(p: Program, x: Value, factor: float) -> Any:
    if factor == 2:
        return p.do("mul", x, x)
    return p.do("sqrt", x) if factor == 0.5 else None


@rule("sign")
def _sign(p: Program, x: Value) -> Value:
    up = p.choose(p.compare("ogt", x, 0.0), 1.0, p.choose(p.compare("olt", x, 0.0), -1.0, 0.0))
    return p.choose(p.compare("uno", x, x), x, up)


@rule("relu")
def relu(p: Program, x: Value) -> Value:
    """0 where x is less."""
    return p.choose(p.compare("olt", x, 0.0), 0.0, x)


@rule("leaky_relu")
def _leaky_relu(p: Program, x: Value, negative_slope: float) -> Value:
    return p.choose(p.compare("ogt", x, 0.0), x, p.do("mul", x, negative_slope))


@rule("clip")
def _clip(p: Program, x: Value, min: float | None, max: float | None) -> Value:
    x = x if min is None else p.choose(p.compare("olt", x, min), min, x)
    return x if max is None else p.choose(p.compare("ogt", x, max), max, x)


@rule("where")
def _where(p: Program, condition: Value, x: Operand, y: Operand) -> Any:
    if condition.what != BOOL or BOOL in (_what(x), _what(y)):
        return None
    return p.choose(condition, x, y)


@rule("scale")
def _scale(p: Program, x: Value, scale: float, bias: float, bias_after_scale: bool) -> Any:
    if x.what != FLOAT:
        return None
    if not bias_after_scale:
        return p.do("mul", p.do("add", x, bias), scale)
    scaled = x if scale == 1 else p.do("mul", x, scale)
    return p.do("add", scaled, bias) if bias else scaled


@rule("cast", "cast_like")
def _cast(p: Program, x: Value, *_: Any, **attrs: Any) -> Value:
    return p.floats(x)  # to floats: the chain asks for that


@rule("add_n")
def _add_n(p: Program, *x: Value) -> Value:
    total = x[0]
    for other in x[1:]:
        total = p.do("add", total, other)
    return total


@rule("square_error_cost")
def _square_error(p: Program, x: Value, y: Value) -> Value:
    return _square(p, p.do("sub", x, y))
