"""Rules about units and activations: dead or saturated units, constant outputs, and missing activations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.debug.rules.op_kinds import RESHAPES
from opscope.debug.rules.rule import Rule, Streak, Symptom, rule
from opscope.debug.rules.thresholds import (
    CONSTANT,
    DEAD_EXAMPLES,
    DEAD_LAYER,
    DROPOUT,
    INPUT_SCALE,
    LARGE,
    PATIENCE,
    SATURATED_INPUT,
    SATURATED_LAYER,
)
from opscope.debug.rules.training_graph import TrainingGraph, WeightLayer, attribute, channel_axis
from opscope.debug.rules.training_step import TrainingStep, mean_abs, norm
from opscope.ir.program.program import Operator
from opscope.statistics_text import percentage

RECTIFIERS = ("relu", "thresholded_relu")
SATURATION = {
    "sigmoid": 1.0 / (1.0 + np.exp(-SATURATED_INPUT)),
    "tanh": np.tanh(SATURATED_INPUT),
}
"""For each type of activation, the output from which on a unit counts as saturated."""


def _hidden(graph: TrainingGraph, kinds: tuple[str, ...] | dict[str, Any]) -> Iterator[tuple[Operator, str]]:
    """Yield each activation of certain types whose output another layer reads, with the name of the output."""
    read = graph.above([layer.data for layer in graph.layers])
    for operator in graph.forward:
        output = operator.outputs[0] if operator.outputs else None
        if operator.op.meaning in kinds and output is not None and output in read and output in graph.learned:
            yield operator, output


@rule
class DeadUnits(Rule):
    """Units after a ReLU that output 0 for every example."""

    name = "dead-units"
    severity = "warning"
    about = "the units of each hidden ReLU that were not active in the last checks"
    suggestion = "a smaller learning rate, a bias that is not negative, another initialization, or leaky_relu"
    thresholds = (DEAD_LAYER, DEAD_EXAMPLES)

    def __init__(self) -> None:
        self._recent: dict[str, list[tuple[Any, int, int]]] = {}  # active units, examples, step

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for operator, name in _hidden(step.graph, RECTIFIERS):
            value = step.floats(name)
            if value is None or value.ndim < 2:
                continue
            axis = channel_axis(operator, value.ndim)
            others = tuple(i for i in range(value.ndim) if i != axis)
            recent = self._recent.setdefault(name, [])
            recent.append(((value > 0).any(axis=others), value.size // value.shape[axis], step.number))
            del recent[: -int(PATIENCE)]
            active = [a for a, _, _ in recent if a.shape == recent[-1][0].shape]
            examples = sum(n for _, n, _ in recent)
            if len(active) < 3 or examples < DEAD_EXAMPLES:
                continue
            dead = ~np.logical_or.reduce(active)
            if dead.mean() > DEAD_LAYER:
                count = f"{int(dead.sum())} of {dead.size} units of {name}"
                evidence = f"{count} were 0 for all {examples} examples of the last {len(active)} checks"
                yield Symptom(name, evidence, operator, since=recent[0][2])


@rule
class SaturatedUnits(Rule):
    """Hidden sigmoid and tanh units whose outputs are close to the limits, where the slope is almost 0."""

    name = "saturated-units"
    severity = "warning"
    about = "the share of outputs of each hidden sigmoid and tanh whose input is far from 0"
    suggestion = "normalize the input, or use smaller weights, a smaller learning rate or ReLU"
    thresholds = (SATURATED_INPUT, SATURATED_LAYER)

    def __init__(self) -> None:
        self._streaks: dict[str, Streak] = defaultdict(Streak)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for operator, name in _hidden(step.graph, SATURATION):
            value = step.floats(name)
            if value is None:
                continue
            top = SATURATION[operator.op.meaning]
            low = 1.0 - top if operator.op.meaning == "sigmoid" else -top
            share = float(((value > top) | (value < low)).mean())
            streak = self._streaks[name]
            if streak.note(step.number, share > SATURATED_LAYER) >= 3:
                evidence = f"{percentage(share, 0)} of {name} come from inputs outside ±{float(SATURATED_INPUT):g}"
                yield Symptom(name, evidence, operator, since=streak.since)


@rule
class LargeActivations(Rule):
    """Hidden layers whose outputs become larger from layer to layer, although the input is not large."""

    name = "large-activations"
    severity = "warning"
    about = "the mean magnitude of the output of each hidden layer"
    suggestion = "smaller initial weights (Xavier, Kaiming), normalization, a smaller learning rate"
    thresholds = (LARGE, INPUT_SCALE)

    def __init__(self) -> None:
        self._streak = Streak()

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        graph = step.graph
        inputs = [step.floats(name) for name, _ in graph.inputs]
        if not inputs or any(v is None or norm(v) > INPUT_SCALE * np.sqrt(v.size) for v in inputs):
            return
        read = graph.above([layer.data for layer in graph.layers])
        hidden = [layer for layer in graph.layers if layer.output in read]
        sizes = [(layer, mean_abs(value)) for layer in hidden if (value := step.floats(layer.output)) is not None]
        layer, size = max(sizes, key=lambda each: each[1], default=(None, 0.0))
        if self._streak.note(step.number, size > LARGE) >= 3 and layer is not None:
            yield self._symptom(step, layer, size)

    def _symptom(self, step: TrainingStep, layer: WeightLayer, size: float) -> Symptom:
        product = step.floats(str(layer.operator.outputs[0]))
        evidence = f"mean |{layer.output}| is {size:.3g}, "
        if not layer.bias or product is None or mean_abs(product) > LARGE:
            evidence += f"after {layer.weight}, although the input of the net is not large"
            return Symptom(layer.output, evidence, layer.operator, since=self._streak.since)
        evidence += f"because of the bias {layer.bias}: without the bias, the mean is {mean_abs(product):.3g}"
        adds, fix = step.graph.producers[layer.output], "a smaller initial bias: 0 is usual"
        return Symptom(layer.output, evidence, adds, suggestion=fix, since=self._streak.since)


@rule
class ConstantOutput(Rule):
    """A network with equal outputs for all examples."""

    name = "constant-output"
    severity = "warning"
    about = "the spread of the predictions over the batch"
    suggestion = "do the inputs reach the output? look for dead units, zero weights and inputs of one value"
    thresholds = (CONSTANT, PATIENCE)

    def __init__(self) -> None:
        self._streaks: dict[str, Streak] = defaultdict(Streak)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for use in step.graph.loss_uses:
            value = step.floats(use.prediction)
            if value is None or value.ndim < 1 or value.shape[0] < 4 or use.prediction not in step.graph.learned:
                continue
            spread, size = float(np.ptp(value, axis=0).max()), float(np.abs(value).max())
            is_constant = spread <= CONSTANT * size
            if self._streaks[use.prediction].note(step.number, is_constant) >= PATIENCE:
                evidence = f"{use.prediction} differs by at most {spread:.2g} between {value.shape[0]} examples"
                operator = step.graph.maker(use.prediction) or use.operator
                yield Symptom(use.prediction, evidence, operator)


@rule
class NoActivation(Rule):
    """Two layers without an activation between them, which together are a single linear layer."""

    name = "no-activation"
    severity = "hint"
    about = "the operators between two fully connected layers"
    suggestion = "put an activation between them (ReLU)"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        outputs = {layer.output: layer for layer in graph.layers if not layer.operator.op.meaning.startswith("conv")}
        for layer in graph.layers:
            former = outputs.get(graph.source(layer.data, RESHAPES | {"dropout"}))
            if former is None or layer.operator.op.meaning.startswith("conv") or former.weight == layer.weight:
                continue
            if graph.updates and not {former.weight, layer.weight} <= graph.updates.keys():
                continue  # a layer on the features of a net that is not trained
            sizes = (_width(graph, former, 1 - former.units), *(_width(graph, n, n.units) for n in (former, layer)))
            if None in sizes or len(graph.readers.get(former.output, ())) > 1:
                continue
            inside, middle, outside = (int(s or 0) for s in sizes)
            if middle >= min(inside, outside) and min(inside, outside) > 0:  # else an intended bottleneck
                evidence = f"{layer.weight} follows {former.weight} without an activation: both are one linear layer"
                yield Symptom(layer.output, evidence, layer.operator)


def _width(graph: TrainingGraph, layer: WeightLayer, axis: int) -> int | None:
    """Return the number of units of a fully connected layer, or the number of inputs, depending on `axis`."""
    shape = graph.parameters[layer.weight].shape
    return shape[0] if axis == 0 else shape[-1]


@rule
class HighDropout(Rule):
    """A dropout with a very high rate."""

    name = "high-dropout"
    severity = "hint"
    about = "the probability of each dropout"
    suggestion = "0.1 to 0.5 is usual; is p by mistake the share of elements to keep?"
    thresholds = (DROPOUT,)

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        for operator in graph.forward:
            p = _share_dropped(graph, operator)
            if p > DROPOUT:
                yield Symptom(str(operator.outputs[0]), f"each element is dropped with probability {p:g}", operator)


def _share_dropped(graph: TrainingGraph, operator: Operator) -> float:
    """Return the dropout probability of an operator.

    The operator is a dropout, or it divides a random mask by the mean of the mask. For other operators, return 0.
    """
    p, output = attribute(operator, "p", 0.0), str(operator.outputs[0]) if operator.outputs else ""
    if not isinstance(p, int | float) or operator.op.meaning not in ("dropout", "bernoulli"):
        return 0.0
    if operator.op.meaning == "dropout":
        return p
    readers = graph.readers.get(output, [])
    is_scaled = any(o.op.meaning == "divide" and graph.number(o) == p for o in readers)
    is_applied = any(o.op.meaning == "multiply" and not graph.learned.isdisjoint(o.inputs) for o in readers)
    return 1.0 - p if is_scaled and is_applied else 0.0
