"""Activation functions."""

from __future__ import annotations

from opscope.ops.nn.activation import CUBE, GELU_TANH
from opscope.ops.special.erf import SQRT_HALF
from opscope.runtime.lower.fused_ops import ElementwiseRule
from opscope.runtime.lower.kernel_graph import KernelGraph, KernelValue
from opscope.runtime.lower.primitives.elementwise_primitives import relu
from opscope.runtime.lower.primitives.primitive_registry import PRIMITIVES, Primitive, elementwise

PRIMITIVES.update(
    dict.fromkeys(("elu", "sigmoid_cross_entropy_with_logits"), Primitive(ElementwiseRule(is_expensive=True)))
)


@elementwise("sigmoid", expensive=True)
def logistic(graph: KernelGraph, x: KernelValue) -> KernelValue:
    """Return min(1, exp(x)) / (1 + exp(-|x|)), which is 1 / (1 + exp(-x))."""
    small = graph.apply("exp", graph.apply("neg", graph.apply("abs", x)))
    return graph.apply("div", graph.select(graph.compare("olt", x, 0.0), small, 1.0), graph.apply("add", small, 1.0))


@elementwise("silu", expensive=True)
def _silu(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.apply("mul", x, logistic(graph, x))


def _log_one_plus_exp(graph: KernelGraph, x: KernelValue) -> KernelValue:
    small = graph.apply("log1p", graph.apply("exp", graph.apply("neg", graph.apply("abs", x))))
    return graph.apply("add", relu(graph, x), small)


@elementwise("softplus", expensive=True)
def _softplus(graph: KernelGraph, x: KernelValue, beta: float, threshold: float) -> KernelValue:
    scaled = graph.apply("mul", x, beta)
    return graph.select(
        graph.compare("ogt", scaled, threshold), x, graph.apply("div", _log_one_plus_exp(graph, scaled), beta)
    )


@elementwise("log_sigmoid", expensive=True)
def _log_sigmoid(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.apply("neg", _log_one_plus_exp(graph, graph.apply("neg", x)))


@elementwise("erf", expensive=True)
def _erf(graph: KernelGraph, x: KernelValue) -> KernelValue:
    return graph.apply("erf", x)


@elementwise("gelu", expensive=True)
def _gelu(graph: KernelGraph, x: KernelValue, approximate: bool) -> KernelValue:
    if approximate:
        inner = graph.apply("add", graph.apply("mul", graph.apply("mul", x, x), GELU_TANH * CUBE), GELU_TANH)
        bend = graph.apply("tanh", graph.apply("mul", x, inner))
    else:
        bend = graph.apply("erf", graph.apply("mul", x, SQRT_HALF))
    return graph.apply("mul", x, graph.apply("add", graph.apply("mul", bend, 0.5), 0.5))
