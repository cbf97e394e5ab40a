"""fluid.dygraph: no_grad, also as a decorator without parentheses, and grad with its strategy."""

from __future__ import annotations

from typing import Any

from opscope.core.public_calls import note_functions
from opscope.eager.backward_strategy import BackwardStrategy
from opscope.paddle.autograd import ir_backward
from opscope.paddle.base.dygraph.base import no_grad


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False,
    only_inputs: bool = True, allow_unused: bool = False, no_grad_vars: Any = None, backward_strategy: Any = None,
) -> list[Any]:  # fmt: skip
    """Return the gradients of paddle.grad. A backward_strategy has no effect, because sums always have one order."""
    return ir_backward.grad(
        outputs, inputs, grad_outputs, retain_graph, create_graph, only_inputs, allow_unused, no_grad_vars
    )


__all__ = ["BackwardStrategy", "grad", "no_grad"]


note_functions(__name__)
