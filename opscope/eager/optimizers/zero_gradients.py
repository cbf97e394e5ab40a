"""Second gradients that are zeros, as in Paddle.

The first gradient of x * c with respect to x is c, which does not depend on x. A backward pass from this gradient
nevertheless sets `x.grad` to zeros. The same applies to division and powers.

For other ops, the second gradient is None for an input on which the gradient does not depend.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.eager.tape import TapeNode, Tracked
from opscope.ops import infer
from opscope.ops.pullback import pullback_of, zeros_like
from opscope.ops.registry import Op

FACTOR_OPS = frozenset({"multiply", "divide", "pow"})


def _kernel(xp: ArrayModule, gradient: Array, factor: Array) -> Array:
    """Return the gradient unchanged. The result does not depend on the factor."""
    return gradient


_LINK = Op(_kernel, infer=infer.same, vjp={"gradient": lambda dout: dout, "factor": lambda dout: zeros_like(dout)})


def linked_to_factors(node: TapeNode, gradients: Sequence[Any]) -> list[Any]:
    """Return the gradients of a node's inputs as Tensors.

    In a backward pass from these gradients, each input receives a gradient, which may be zeros.
    """
    return [
        _linked(gradient, edge) if isinstance(gradient, Tracked) else gradient
        for gradient, edge in zip(gradients, node.edges, strict=True)
    ]


def _linked(gradient: Any, edge: Any) -> Any:
    wanted = (1,) if gradient.stop_gradient else (0, 1)
    node = TapeNode(_LINK, pullback_of(_LINK, wanted, 2, 1), (gradient, gradient), {}, (gradient._value,), None)
    node.edges[-1] = edge
    linked = type(gradient)(gradient._value)
    linked.stop_gradient, linked._edge = False, (node, 0)
    return linked
