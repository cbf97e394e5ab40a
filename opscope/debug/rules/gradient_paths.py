"""Search for the operator at which the gradient of a parameter is lost, on the way back from the loss."""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.source import Site
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.ir.gradients.grad_blockers import find_blocker
from opscope.ir.program.program import Operator


class LostGradient(NamedTuple):
    """Reason why a parameter has no gradient, the operator at which the gradient is lost, and a fix."""

    reason: str
    operator: Operator | None
    site: Site | None
    fix: str


def lost_gradient(graph: TrainingGraph, name: str) -> LostGradient | None:
    """Return the reason why a parameter gets no gradient, although a loss depends on it.

    Return None if no reason is found.
    """
    if graph.eager:
        return _in_calls(graph, name)
    if not graph.forward:
        return None
    found = find_blocker(graph.forward[0].block, graph.forward, graph.losses, [name], set())
    return None if found is None else LostGradient(found.reason, None, found.site, found.fix)


def _in_calls(graph: TrainingGraph, name: str) -> LostGradient | None:
    """Follow the eager calls that read the parameter to the call at which the gradient is lost."""
    waiting, seen = [name], {name}
    while waiting:
        value = waiting.pop(0)
        for operator in graph.readers.get(value, ()):
            outputs = [n for n in operator.outputs if n is not None and n in graph.on_loss_path]
            if not outputs or value in graph.gradients:
                continue
            if not _has_gradient(operator):
                reason = f"{operator.type} has no gradient"
                return LostGradient(reason, operator, operator.site, "use an operator that has a gradient")
            others = {graph.source(n) for n in operator.inputs if n is not None and n != value}
            if any(n in graph.gradients or n in graph.losses for n in (*outputs, *others)):
                reason = f"{operator.type} has a gradient, and its input {value} has none: detached, or under no_grad"
                return LostGradient(reason, operator, operator.site, "use the value itself, not detach() or no_grad")
            waiting += [n for n in outputs if n not in seen]
            seen.update(outputs)
    return None


def _has_gradient(operator: Operator) -> bool:
    """Return True if an operator may have a gradient.

    An op of another library may have a gradient if a result of the op is a float array.
    """
    if operator.op.is_computed_here:
        return operator.op.differentiable
    made = [operator.block.find(n) for n in operator.outputs if n is not None]
    return any(variable is None or variable.spec.dtype.floating for variable in made)
