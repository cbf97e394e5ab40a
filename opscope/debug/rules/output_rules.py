"""Rules about the output of a network, the labels, and the loss."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from opscope.core.shape import Shape
from opscope.core.shape import text as shape_text
from opscope.debug.rules.loss_uses import LossUse
from opscope.debug.rules.op_kinds import BOUNDS, DIFFERENCES, RESHAPES
from opscope.debug.rules.rule import Rule, Symptom, rule
from opscope.debug.rules.thresholds import LABEL_SHARE
from opscope.debug.rules.training_graph import TrainingGraph, attribute
from opscope.debug.rules.training_step import TrainingStep
from opscope.ir.program.program import Operator
from opscope.ops.registry import broadcasts
from opscope.statistics_text import percentage

SQUASHED = ("sigmoid", "softmax", "hardsigmoid")
_ELEMENTWISE = frozenset({"sigmoid_cross_entropy_with_logits", "where"}) | DIFFERENCES
POSITIVE = DIFFERENCES | frozenset(
    {"softmax_with_cross_entropy", "sigmoid_cross_entropy_with_logits", "bce_loss", "square"}
)


def _axis(operator: object, rank: int) -> int:
    return int(attribute(operator, "axis", -1)) % max(rank, 1)  # type: ignore[arg-type]


def _softmaxes(graph: TrainingGraph) -> Iterator[tuple[Operator, str, Shape, int]]:
    """Yield (operator, input, shape, axis) for each softmax whose input depends on parameters."""
    for operator in graph.forward:
        if operator.op.meaning in ("softmax", "log_softmax", "softmax_with_cross_entropy"):
            name = str(operator.inputs[0])
            shape = graph.shape(name)
            if shape and name in graph.learned:
                yield operator, name, shape, _axis(operator, len(shape))


@rule
class SoftmaxOfOneUnit(Rule):
    """A softmax over a single unit. The result of such a softmax is always 1."""

    name = "softmax-one-unit"
    severity = "error"
    about = "softmax, and losses that apply it, along an axis with one element"
    suggestion = "one unit: sigmoid with a binary cross entropy; two classes with softmax: two units"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        for operator, name, shape, axis in _softmaxes(graph):
            if shape[axis] == 1:
                evidence = f"{name} is {shape_text(shape)}: one element along the axis, so every output is 1"
                yield Symptom(str(operator.outputs[0]), evidence, operator)


@rule
class ActivationBeforeLoss(Rule):
    """An output of softmax or sigmoid that is passed to a loss, although the loss itself applies softmax or sigmoid."""

    name = "activation-before-loss"
    severity = "warning"
    about = "the operator that computes the logits of a cross entropy, which itself applies softmax or sigmoid"
    suggestion = "give the loss the output of the last layer as it is"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        for use in graph.loss_uses:
            if use.kind not in ("softmax", "sigmoid"):
                continue
            maker = graph.maker(use.prediction)
            kind = "" if maker is None else maker.op.meaning
            if maker is None or kind not in (*SQUASHED, "relu", "tanh"):
                continue
            low, high = BOUNDS[kind]
            spread = f"its logits are all in [{low:g}, {high:g}]"
            evidence = (
                f"{use.prediction} is made by {kind}, and {use.applied_by.type} applies {use.kind} itself: {spread}"
            )
            yield Symptom(
                use.prediction, evidence, maker, severity="error" if kind in SQUASHED else None,
                suggestion=f"leave the {kind} out: {self.suggestion}",
            )  # fmt: skip


@rule
class NoActivationBeforeLoss(Rule):
    """An output of a layer without activation that is passed to a loss that takes the logarithm of probabilities."""

    name = "no-probabilities"
    severity = "error"
    about = "the values of which the loss computes the logarithm"
    suggestion = "apply softmax or sigmoid first, or use the loss that takes logits"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        outputs = {layer.output: layer for layer in graph.layers}
        for use in graph.loss_uses:
            source = graph.source(use.prediction, RESHAPES | {"clip", "relu"})
            if use.kind == "probability" and source in outputs:
                evidence = f"the loss takes the logarithm of {use.prediction}, which is no result of softmax or sigmoid"
                yield Symptom(use.prediction, evidence, use.operator)
            if use.kind == "log-probability" and source in outputs:
                evidence = f"{use.operator.type} expects a logarithm of a probability in {use.prediction}, "
                evidence += "which is no result of log_softmax"
                fix = "apply log_softmax first, or use the loss that takes logits"
                yield Symptom(use.prediction, evidence, use.operator, suggestion=fix)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for use in step.graph.loss_uses:
            value = step.floats(use.prediction) if use.kind == "probability" else None
            if value is None:
                continue
            low, high = float(value.min()), float(value.max())
            if low < -1e-6 or high > 1 + 1e-6:
                evidence = f"the loss takes the logarithm of {use.prediction}, which goes from {low:.4g} to {high:.4g}"
                yield Symptom(use.prediction, evidence, use.operator)


@rule
class SoftmaxOverBatch(Rule):
    """A softmax along the batch axis."""

    name = "softmax-over-batch"
    severity = "error"
    about = "the axis of softmax if the output of the net is a matrix"
    suggestion = "use axis=-1, the classes"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        inputs = [graph.shape(name) for name, _ in graph.inputs]
        batch = {shape[0] for shape in inputs if shape}
        for operator, name, shape, axis in _softmaxes(graph):
            if len(shape) == 2 and axis == 0 and shape[0] in batch:
                evidence = f"{operator.type} of {name} {shape_text(shape)} is along axis 0, the examples of the batch"
                fix = f"use {graph.words.last_axis}, the classes"
                yield Symptom(str(operator.outputs[0]), evidence, operator, suggestion=fix)


@rule
class BroadcastLoss(Rule):
    """Predictions of the shape [N, 1], compared with labels of the shape [N].

    Broadcasting then compares each prediction with every label.
    """

    name = "broadcast-loss"
    severity = "error"
    about = "the shapes of predictions and labels that an elementwise operator combines for the loss"
    suggestion = "give both the same shape: reshape the label to [N, 1], or squeeze the prediction"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        differences = {id(use.operator) for use in graph.loss_uses if use.kind == "difference"}
        seen: set[frozenset[str]] = set()  # data with a finding already
        for operator in graph.forward:
            pair = _prediction_and_label(graph, operator)
            if pair is None or (roots := _roots(graph, pair[1])) in seen:
                continue
            pair = graph.source(pair[0], ("expand",)), graph.source(pair[1], ("expand",))
            shapes = [graph.shape(n) for n in pair]
            if any(s is None for s in shapes):
                continue
            prediction, label = (tuple(s or ()) for s in shapes)
            rows = (1, 2) if id(operator) in differences else (1,)  # [1, N] is intended elsewhere (kernel matrix)
            if _is_outer(prediction, label, rows) or _is_outer(label, prediction, rows):
                seen.add(roots)
                with_what = f"{pair[0]} {shape_text(prediction)} with {pair[1]} {shape_text(label)}"
                every = (
                    (prediction[0], label[-1])
                    if len(prediction) == 2 and prediction[1] == 1
                    else (label[0], prediction[-1])
                )
                evidence = f"{operator.type} of {with_what} is {shape_text(every)}: every pair"
                yield Symptom(pair[0], evidence, operator)


def _prediction_and_label(graph: TrainingGraph, operator: Operator) -> tuple[str, str] | None:
    """Return the prediction and the data that an elementwise operator combines on the way to the loss.

    Return None if the operator does not combine a prediction with data.
    """
    is_elementwise = broadcasts(operator.op) or operator.op.meaning in _ELEMENTWISE
    if not is_elementwise or (graph.losses and graph.on_loss_path.isdisjoint(n for n in operator.outputs if n)):
        return None
    names = [n for n in operator.inputs if n is not None]
    computed = [n for n in names if n in graph.learned and graph.source(n) not in graph.parameters]
    data = [n for n in names if n not in graph.learned and not _is_constant(graph, n)]
    return (computed[0], data[0]) if computed and data else None


def _roots(graph: TrainingGraph, name: str) -> frozenset[str]:
    """Return the names of the data and parameters from which a value is computed."""
    return frozenset(n for n in graph.above([name]) if n not in graph.producers)


def _is_constant(graph: TrainingGraph, name: str) -> bool:
    maker = graph.maker(name)
    return maker is not None and not any(maker.inputs)


def _is_outer(column: tuple[int | None, ...], row: tuple[int | None, ...], ranks: tuple[int, ...]) -> bool:
    """Return True if `column` is [N, 1] and `row` is [N] or [1, N], where N is not 1."""
    if len(column) != 2 or column[1] != 1 or column[0] == 1 or len(row) not in ranks or row[-1] == 1:
        return False
    same = column[0] is None or row[-1] is None or column[0] == row[-1]
    return same and (len(row) == 1 or row[0] == 1)


@rule
class OutputRange(Rule):
    """Labels outside the range of values that the last activation can return."""

    name = "output-range"
    severity = "error"
    about = "the range of the last activation, compared with the labels"
    suggestion = "scale the labels into the range of the output, or leave the last activation out"
    thresholds = (LABEL_SHARE,)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for use in step.graph.loss_uses:
            bounds = self._bounds(step.graph, use)
            labels = step.value(use.label)
            if bounds is None or labels is None or labels.dtype.kind not in "fiu":
                continue
            outside = (labels < bounds[0] - 1e-6) | (labels > bounds[1] + 1e-6)
            share = float(outside.mean())
            if share > LABEL_SHARE:
                reach = f"{use.prediction} can only be in [{bounds[0]:g}, {bounds[1]:g}]"
                spread = f"they go from {labels.min():.4g} to {labels.max():.4g}"
                found = f"{percentage(share, 0)} of the labels {use.label} are outside ({spread})"
                yield Symptom(use.prediction, f"{reach}; {found}", step.graph.maker(use.prediction) or use.operator)

    def _bounds(self, graph: TrainingGraph, use: LossUse) -> tuple[float, float] | None:
        both = [u for u in graph.loss_uses if u.kind == "probability" and u.prediction == use.prediction]
        # log(p) and log(1 - p): binary cross entropy
        is_binary = len(both) > 1 or use.operator.op.meaning == "bce_loss"
        if use.kind == "sigmoid" or is_binary:
            return 0.0, 1.0  # the loss is defined for these labels
        maker = graph.maker(use.prediction)
        return BOUNDS.get(maker.op.meaning) if use.kind == "difference" and maker is not None else None


@rule
class LabelsOutsideClasses(Rule):
    """Labels that are not valid class numbers for the output."""

    name = "labels-outside-classes"
    severity = "error"
    about = "integer labels, compared with the number of outputs"
    suggestion = "count classes from 0, and give the last layer one unit for each class"

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for use in step.graph.loss_uses:
            if use.kind != "softmax" or attribute(use.operator, "soft_label", False):
                continue
            labels, shape = step.value(use.label), step.graph.shape(use.prediction)
            classes = shape[_axis(use.applied_by, len(shape))] if shape else None
            if labels is None or classes is None or labels.dtype.kind not in "iu":
                continue
            counted = labels[labels != attribute(use.operator, "ignore_index", -100)]
            wrong = counted[(counted < 0) | (counted >= classes)]
            if wrong.size:
                some = ", ".join(str(n) for n in np.unique(wrong)[:5].tolist())
                evidence = (
                    f"{wrong.size} labels of {use.label} are not classes ({some}): {use.prediction} has {classes}"
                )
                yield Symptom(use.label, evidence, use.operator)


@rule
class NegatedLoss(Rule):
    """A loss with a wrong sign, so that training makes the error larger."""

    name = "negated-loss"
    severity = "error"
    about = "the sign between a squared error or a cross entropy and the value that is minimized"
    suggestion = "leave the minus sign out"

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        for loss in graph.losses:
            name, sign, negation = loss, 1.0, None
            while (operator := graph.producers.get(name)) is not None:
                if operator.op.meaning in (*POSITIVE, "nll_loss"):
                    if sign < 0 and (operator.op.meaning != "nll_loss" or self._is_softmax(graph, operator)):
                        evidence = f"{loss} is minus {operator.type}, which is never negative: minimizing makes it grow"
                        yield Symptom(loss, evidence, negation)
                    break
                if operator.op.meaning in ("log", "log_softmax"):
                    if sign > 0 and any(u.operator is operator for u in graph.loss_uses):
                        evidence = f"{loss} is the logarithm of a probability: minimizing makes the probability smaller"
                        yield Symptom(loss, evidence, operator, suggestion="put a minus sign before it")
                    break
                factor = self._factor(graph, operator)
                learned = [n for n in operator.inputs if n in graph.learned]
                if not factor or len(learned) != 1 or learned[0] == name:
                    break
                if factor < 0:
                    sign, negation = -sign, operator
                name = str(learned[0])

    @staticmethod
    def _is_softmax(graph: TrainingGraph, operator: Operator) -> bool:
        return any(u.operator is operator and u.kind in ("softmax", "probability") for u in graph.loss_uses)

    @staticmethod
    def _factor(graph: TrainingGraph, operator: Operator) -> float:
        """Return the factor by which an operator multiplies an input, or a number with the same sign as this factor.

        The result is 0 if the sign is unknown.
        """
        kind = operator.op.meaning
        if kind == "scale":
            return attribute(operator, "scale", 1.0)
        if kind == "neg":
            return -1.0
        if kind in RESHAPES | {"mean", "sum"}:
            return 1.0
        if kind not in ("multiply", "divide"):
            return 0.0
        number = graph.number(operator)
        if any(n is None for n in operator.inputs) or len(operator.inputs) == 1:
            return number.real if isinstance(number, int | float) else 0.0
        return 1.0 if kind == "multiply" else 0.0
