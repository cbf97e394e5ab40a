"""Conversion of a step of eager code to the graph and the values that rules read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from opscope.core.source import Site, site_of
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.rules.training_graph import ParameterFacts, TrainingGraph
from opscope.debug.rules.training_step import TrainingStep
from opscope.eager.op_calls import GRADIENT_SUM
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import GRAD, Operator, Parameter

IsFrozen = Callable[[str], bool]  # True if the Tensor with this name stops gradients


def graph_of_step(step: EagerStep, is_frozen: IsFrozen) -> TrainingGraph:
    """Return the graph of the calls in a step."""
    operators = [p.operator for p in step.places if p.after and p.operator is not None and not p.depth]
    shapes = {name: tuple(value.shape) for p in step.places for name, value in p.values}
    used = {n for o in operators for n in o.inputs if n is not None}
    updated = [str(o.inputs[0]) for o in operators if o.role & OPTIMIZE and o.op.outputs[:1] == ("param_out",)]
    declared = step.block.vars
    names = dict.fromkeys([*(n for n in declared if n in used and isinstance(declared[n], Parameter)), *updated])
    parameters = [ParameterFacts(n, shapes.get(n, ()), not is_frozen(n), None) for n in names]
    numbers = {o.id: p.given.inputs for p in step.places if (o := p.operator) is not None and p.given is not None}
    return TrainingGraph(operators, parameters, shapes.get, True, lambda operator: numbers.get(operator.id, {}))


def values_of_step(step: EagerStep, graph: TrainingGraph) -> TrainingStep:
    """Return a step with its values, in the form that rules read."""
    before: dict[str, Any] = {}
    read: dict[str, Any] = {}
    applied: dict[str, Any] = {}
    computed: dict[str, Any] = {}
    given: dict[str, Any] = {}  # the inputs of the last call
    for place in step.places:
        operator = place.operator
        if operator is None or place.depth:
            continue
        if not place.after:
            given = dict(place.values)
            if operator.role & OPTIMIZE:
                for name, value in given.items():
                    before.setdefault(name, value)
                for name, gradient in _read_gradients(operator, given, graph):
                    applied.setdefault(name, gradient)
            elif operator.phase == "forward":
                for name, value in given.items():
                    read.setdefault(name, value)
        elif operator.phase == "backward":
            for full_name, value in place.values if operator.op is not GRADIENT_SUM else ():
                name, is_gradient, _ = full_name.partition(GRAD)
                if is_gradient and name in graph.parameters:
                    added = given.get(_added(operator), value)
                    former = computed.get(name)
                    computed[name] = added if former is None else former + added
    return TrainingStep(
        step.number, graph, step.final_value, (read | before).get,
        gradients=computed, applied=applied,
        learning_rate=max((rate for record in step.records for rate in record.learning_rates), default=None),
        results=_results(step),
    )  # fmt: skip


def _results(step: EagerStep) -> dict[tuple[int, str], Any]:
    """Return the values that each operator reads and makes, by operator and name, before later operators write to them.

    If an operator writes to a value that it reads, the value after the operator is returned.
    """
    return {
        (place.operator.id, name): value
        for place in step.places
        if place.operator is not None and not place.depth
        for name, value in place.values
    }


def _added(operator: Operator) -> str:
    """Return the name of the new gradient in a sum of an old and a new gradient. Return "" for other operators."""
    added = next(iter(operator.inputs[1:]), None)
    return (added or "") if operator.op.meaning == "add" else ""


def _read_gradients(operator: Operator, values: Mapping[str, Any], graph: TrainingGraph) -> Iterator[tuple[str, Any]]:
    """Yield pairs of a parameter name and the gradient that an operator of an optimizer reads for this parameter."""
    if operator.op.outputs[:1] == ("param_out",):
        read = dict(zip(operator.op.inputs, operator.inputs, strict=False))
        gradient = read.get("grad")  # an update of rows reads their numbers and values, which cannot be compared
        if gradient is not None and gradient in values:
            yield str(operator.inputs[0]), values[gradient]
        return
    for name, value in values.items():
        if name.endswith(GRAD) and name.removesuffix(GRAD) in graph.parameters:
            yield name.removesuffix(GRAD), value


def graph_key(graph: TrainingGraph) -> tuple[tuple[str, Any], ...]:
    """Return a key for a graph. Steps with equal calls on equal lines have equal keys."""
    return tuple((o.op.name, _position(o)) for o in graph.operators)


def _position(operator: Operator) -> Any:
    call = operator.call
    return call[:2] if isinstance(call, tuple) else None


def ends_without_step(graph: TrainingGraph) -> bool:
    """Return True if, after backward passes, neither an optimizer step nor other code has changed a parameter."""
    written = {n for o in graph.forward for n in o.outputs}
    return bool(graph.backward) and not graph.updates and not written & graph.parameters.keys()


def backward_site(step: EagerStep) -> Site | None:
    """Return the user's line of the last backward pass.

    This line is not the line of a backward operator, because backward operators have the lines of forward operators.
    """
    callers = [p.caller for p in step.places if p.operator is not None and p.operator.phase == "backward"]
    return site_of(callers[-1][0]) if callers else None
