"""Rules about the data: inputs that are not normalized, constant inputs, batches of size one, and evaluation mode."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from opscope.debug.rules.rule import Rule, Streak, Symptom, rule
from opscope.debug.rules.thresholds import COLUMN_SCALE, CONSTANT, INPUT_RANGE, INPUT_SCALE
from opscope.debug.rules.training_graph import TrainingGraph, is_evaluating, named_input
from opscope.debug.rules.training_step import TrainingStep
from opscope.ir.program.program import Operator
from opscope.ops.library_words import LibraryWords


@rule
class InputRange(Rule):
    """Inputs that contain large numbers."""

    name = "input-range"
    severity = "warning"
    about = "the size of the values that the first layers read"
    suggestion = "normalize the inputs: subtract the mean, divide by the deviation; pixels: divide by 255"
    thresholds = (INPUT_RANGE, INPUT_SCALE, COLUMN_SCALE)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for name, layer in step.graph.inputs:
            value = step.floats(name)
            if value is None:
                continue
            size = float(np.sqrt(np.mean(np.square(value, dtype=np.float64))))
            low, high = float(value.min()), float(value.max())
            if size > INPUT_SCALE and max(-low, high) > INPUT_RANGE:
                evidence = f"{name} goes from {low:.4g} to {high:.4g}, with a root mean square of {size:.4g}"
                yield Symptom(name, evidence, layer.operator)
            elif value.ndim == 2 and value.shape[0] >= 8 and size > INPUT_RANGE:
                spread = value.std(axis=0)
                spread = spread[spread > 0]
                if spread.size > 1 and spread.max() / spread.min() > COLUMN_SCALE and high > INPUT_SCALE:
                    evidence = (
                        f"the deviations of the columns of {name} go from {spread.min():.3g} to {spread.max():.3g}"
                    )
                    yield Symptom(name, evidence, layer.operator, severity="hint")


@rule
class ConstantInput(Rule):
    """Inputs that are equal for all examples."""

    name = "constant-input"
    severity = "warning"
    about = "the spread of the inputs over the batch"
    suggestion = "look at the code that makes the batches"
    thresholds = (CONSTANT,)

    def __init__(self) -> None:
        self._streaks: dict[str, Streak] = defaultdict(Streak)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for name, layer in step.graph.inputs:
            value = step.floats(name)
            if value is None or value.ndim < 2 or value.shape[0] < 4:
                continue
            spread, size = float(np.ptp(value, axis=0).max()), float(np.abs(value).max())
            is_constant = spread <= CONSTANT * size
            if self._streaks[name].note(step.number, is_constant) >= 2:
                evidence = f"all {value.shape[0]} examples of {name} are equal"
                yield Symptom(name, evidence, layer.operator)


@rule
class BatchOfOne(Rule):
    """Batch normalization over a single value for each channel. The result of such a layer is always the bias."""

    name = "batch-of-one"
    severity = "error"
    about = "the number of values from which batch_norm computes each mean"
    suggestion = (
        "use a larger batch or another normalization (layer_norm, group_norm), or drop an incomplete last batch"
    )

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        for operator in _batch_norms(graph):
            shape = graph.shape(str(operator.inputs[0]))
            if shape and all(d is not None for d in shape):
                yield from self._symptom(operator, tuple(int(d or 0) for d in shape))

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for operator in _batch_norms(step.graph):
            value = step.value(str(operator.inputs[0]))
            if value is not None:
                yield from self._symptom(operator, value.shape)

    def _symptom(self, operator: Operator, shape: tuple[int, ...]) -> Iterator[Symptom]:
        count = int(np.prod([d for i, d in enumerate(shape) if i != 1]))
        if count == 1:
            evidence = (
                f"{operator.inputs[0]} has shape {list(shape)}: the mean and the variance are computed from one value"
            )
            yield Symptom(str(operator.outputs[0]), evidence, operator)


def _batch_norms(graph: TrainingGraph) -> Iterator[Operator]:
    """Yield the batch normalization operators that compute statistics from the batch."""
    for operator in graph.forward:
        if operator.op.meaning == "batch_norm" and not is_evaluating(operator):
            yield operator


@rule
class TrainingInEvaluationMode(Rule):
    """A step that updates parameters, although dropout or batch normalization is in evaluation mode."""

    name = "eval-mode"
    severity = "error"
    about = "the mode of dropout and batch_norm in steps that update parameters"
    suggestion = LibraryWords().training_mode

    def review(self, graph: TrainingGraph) -> Iterator[Symptom]:
        if not graph.updates:
            return
        dropouts = [o for o in graph.forward if o.op.meaning == "dropout" and str(o.inputs[0]) in graph.on_loss_path]
        if dropouts and all(is_evaluating(o) for o in dropouts):
            yield self._symptom(dropouts[0], "drops nothing", graph)
        for operator in graph.forward:
            is_test = operator.op.meaning == "batch_norm" and is_evaluating(operator)
            is_trained = named_input(operator, "scale") in graph.updates  # a frozen layer is not
            if is_test and operator.outputs[0] in graph.on_loss_path and is_trained:
                yield self._symptom(operator, "uses its running statistics and does not update them", graph)
                return

    def _symptom(self, operator: Operator, what: str, graph: TrainingGraph) -> Symptom:
        evidence = (
            f"{operator.type} is in evaluation mode ({what}), and the step updates {len(graph.updates)} parameters"
        )
        return Symptom(str(operator.outputs[0]), evidence, operator, suggestion=graph.words.training_mode)
