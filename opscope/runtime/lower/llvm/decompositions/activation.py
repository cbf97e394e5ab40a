"""Activations: by exp, tanh and log1p."""

from __future__ import annotations

from opscope.ops.nn.activation import CUBE, GELU_TANH
from opscope.ops.special.erf import SQRT_HALF
from opscope.runtime.lower.llvm.decompositions.elementwise import relu
from opscope.runtime.lower.llvm.decompositions.table import rule
from opscope.runtime.lower.llvm.kernel_graph import Program, Value


@rule("sigmoid")
def logistic(p: Program, x: Value) -> Value:
    """The larger of 1 and exp(x), over 1 + exp(-|x|)."""
    small = p.do("exp", p.do("neg", p.do("abs", x)))
    return p.do("div", p.choose(p.compare("olt", x, 0.0), small, 1.0), p.do("add", small, 1.0))


@rule("silu")
def _silu(p: Program, x: Value) -> Value:
    return p.do("mul", x, logistic(p, x))


def _log_one_plus_exp(p: Program, x: Value) -> Value:
    small = p.do("log1p", p.do("exp", p.do("neg", p.do("abs", x))))
    return p.do("add", relu(p, x), small)


@rule("softplus")
def _softplus(p: Program, x: Value, beta: float, threshold: float) -> Value:
    scaled = p.do("mul", x, beta)
    return p.choose(p.compare("ogt", scaled, threshold), x, p.do("div", _log_one_plus_exp(p, scaled), beta))


@rule("log_sigmoid")
def _log_sigmoid(p: Program, x: Value) -> Value:
    return p.do("neg", _log_one_plus_exp(p, p.do("neg", x)))


@rule("erf")
def _erf(p: Program, x: Value) -> Value:
    return p.do("erf", x)


@rule("gelu")
def _gelu(p: Program, x: Value, approximate: bool) -> Value:
    if approximate:
        inner = p.do("add", p.do("mul", p.do("mul", x, x), GELU_TANH * CUBE), GELU_TANH)
        bend = p.do("tanh", p.do("mul", x, inner))
    else:
        bend = p.do("erf", p.do("mul", x, SQRT_HALF))
    return p.do("mul", x, p.do("add", p.do("mul", bend, 0.5), 0.5))
