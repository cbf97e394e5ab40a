"""paddle.autograd.ir_backward: names of gradient functions in programs of Paddle's new IR."""

from __future__ import annotations

from typing import Any

from opscope.core.public_calls import note_functions
from opscope.eager import autograd as eager
from opscope.ir.gradients import backward
from opscope.ir.gradients.backward import append_backward, gradients
from opscope.ir.program.program import Program, Variable

__all__ = ["append_backward", "calc_gradient", "grad"]


def calc_gradient(outputs: Any, inputs: Any, grad_outputs: Any, no_grad_set: Any) -> Any:
    """Return the gradients of Variables; for a single input, the gradient itself, or None."""
    return backward.calc_gradient(outputs, inputs, grad_outputs, no_grad_set)


def _captured(program: Program, value: Any) -> Any:
    """Return the variable of a traced program for an outer Tensor of the function; return other values unchanged."""
    found = None if program.capture is None else program.capture(value)
    return value if found is None else found


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool = False,
    no_grad_vars: Any = None,
) -> list[Any]:
    """Return the gradients of `outputs` with respect to `inputs`.

    Tensors use paddle.grad, and Variables use static.gradients. For Variables, retain_graph and create_graph have no
    effect: a program keeps all values and can be differentiated again.
    """
    first = outputs[0] if isinstance(outputs, list | tuple) and outputs else outputs
    if isinstance(first, Variable):
        of = inputs if isinstance(inputs, list | tuple) else [inputs]
        of = [_captured(first.program, v) for v in of]
        found = gradients(outputs, of, grad_outputs, no_grad_vars) or [None] * len(of)
        for position, gradient in enumerate(found):
            if gradient is None and not allow_unused:
                raise eager.unused_input(position, of[position])
        return found
    return eager.grad(
        outputs, inputs, grad_outputs, retain_graph, create_graph, only_inputs, allow_unused, no_grad_vars
    )


note_functions(__name__)
