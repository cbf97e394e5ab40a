"""Search for the operators in a training graph that compare predictions with labels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from opscope.debug.rules.op_kinds import DIFFERENCES, RESHAPES
from opscope.ir.program.program import Operator

_SHIFTS = frozenset({"scale", "subtract", "rsub", "add", "sum", "multiply"})


class LossUse(NamedTuple):
    """A prediction that a loss compares with labels.

    `kind` is "softmax" or "sigmoid" if the loss applies this function to the prediction. `kind` is "probability" if the
    loss takes the logarithm of the prediction. `kind` is "log-probability" if the loss expects that the prediction is a
    logarithm. Otherwise, `kind` is "difference". `activation` is the operator that applies softmax, if the loss
    operator itself does not apply softmax.
    """

    kind: str
    prediction: str
    label: str
    operator: Operator
    activation: Operator | None = None

    @property
    def applied_by(self) -> Operator:
        """The operator that applies a softmax or sigmoid to the prediction."""
        return self.activation or self.operator


class Flow(NamedTuple):
    """The facts about a training graph that the search for comparisons needs. TrainingGraph provides these facts."""

    learned: Collection[str]
    producers: Mapping[str, Operator]
    readers: Mapping[str, Sequence[Operator]]
    source: Callable[[str, Iterable[str]], str]


def loss_use(flow: Flow, operator: Operator) -> LossUse | None:
    """Return the comparison that an operator makes. Return None if the operator compares nothing."""
    names = [n for n in operator.inputs if n is not None]
    kind = operator.op.meaning
    if kind in ("softmax_with_cross_entropy", "sigmoid_cross_entropy_with_logits") and len(names) > 1:
        return LossUse(kind.partition("_")[0], names[0], names[1], operator)
    if kind == "bce_loss":
        return LossUse("probability", flow.source(names[0], RESHAPES | {"clip"}), names[1], operator)
    if kind == "nll_loss" and len(names) > 1:
        return _negative_log_likelihood(flow, operator, names[0], names[1])
    if kind == "log" and names and names[0] in flow.learned:
        return _probability(flow, operator, names[0])
    is_difference = kind in DIFFERENCES or (kind == "subtract" and _is_error(flow, operator))
    if is_difference and len(names) == 2:
        learned = [n in flow.learned for n in names]
        if learned.count(True) == 1:
            prediction, label = names if learned[0] else reversed(names)
            return LossUse("difference", prediction, label, operator)
    return None


def _negative_log_likelihood(flow: Flow, operator: Operator, given: str, label: str) -> LossUse:
    maker = flow.producers.get(flow.source(given, RESHAPES))
    if maker is not None and maker.op.meaning == "log_softmax" and maker.inputs[0] is not None:
        return LossUse("softmax", maker.inputs[0], label, operator, maker)
    if maker is not None and maker.op.meaning == "log" and maker.inputs[0] is not None:
        return LossUse("probability", _source_of_probability(flow, maker.inputs[0]), label, operator)
    return LossUse("log-probability", given, label, operator)


def _is_error(flow: Flow, operator: Operator) -> bool:
    """Return True if an operator squares a difference or takes the absolute value of the difference."""
    out = operator.outputs[0]
    for reader in flow.readers.get(out or "", ()):
        twice = reader.op.meaning == "multiply" and reader.inputs.count(out) == 2
        if reader.op.meaning in ("square", "abs", "pow") or twice:
            return True
    return False


def _probability(flow: Flow, operator: Operator, name: str) -> LossUse | None:
    """Return the comparison in -label * log(p). Return None if log(p) is not multiplied by data."""
    for reader in flow.readers.get(operator.outputs[0] or "", ()):
        others = [n for n in reader.inputs if n is not None and n not in operator.outputs]
        if reader.op.meaning == "multiply" and others and others[0] not in flow.learned:
            return LossUse("probability", _source_of_probability(flow, name), others[0], operator)
    return None


def _source_of_probability(flow: Flow, name: str) -> str:
    """Return the name of p, from the name of 1 - p, p + epsilon, sum(p * one_hot) or a similar value."""
    prediction = flow.source(name, RESHAPES | {"clip", "where"})
    maker = flow.producers.get(prediction)
    if maker is not None and maker.op.meaning in _SHIFTS:
        learned = [n for n in maker.inputs if n is not None and n in flow.learned]
        if len(learned) == 1:
            return flow.source(learned[0], RESHAPES | {"clip", "sum", "multiply", "where"})
    return prediction
