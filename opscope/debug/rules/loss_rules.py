"""Rules about the losses of all steps, and about NaN and Inf."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.debug.rules.loss_uses import LossUse
from opscope.debug.rules.op_kinds import RESHAPES
from opscope.debug.rules.rule import Rule, Symptom, rule
from opscope.debug.rules.thresholds import (
    BATCH_NOISE,
    GROWTH,
    GROWTH_FIT,
    GUESSING,
    GUESSING_ERROR,
    JUMP,
    LOSS_BOUND,
    LOSS_FALL,
    LOSS_RISE,
    LOSS_STEPS,
    OSCILLATION,
    OVERFLOW_STEPS,
    RATE_GROWTH,
)
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import RunSummary, TrainingStep
from opscope.ir.program.program import Operator
from opscope.names.program_names import user_names
from opscope.statistics_text import percentage

Losses = list[tuple[int, float]]  # step, value
FITTED = 8  # number of steps
SETTLED = 4  # number of looks
MOST_JUDGED = 200  # looks whose losses and labels are compared with guessing
RATE_FIX = "a smaller learning rate, or a schedule that ends"
FUSED = {
    "softmax": "compute the loss from the logits: F.cross_entropy never takes the log of a rounded probability",
    "sigmoid": "compute the loss from the logits with F.binary_cross_entropy_with_logits",
}
MEAN = 1  # the attribute `reduction` of a loss that takes the mean itself
GIVEN, BEFORE = "an input of the step", "from before the step"
GIVEN_FIX = "look at the data of this step: run.why() shows the row"


class Course(NamedTuple):
    """Course of a loss: the median at the start, the median over the last third, and the uncertainty of this median."""

    start: float
    end: float
    noise: float
    values: list[float]


def course(losses: Losses) -> Course | None:
    """Return the course of a loss over the steps. Return None if the loss has too few finite values."""
    values = [v for _, v in losses if math.isfinite(v)]
    if len(values) < LOSS_STEPS:
        return None
    third = len(values) // 3
    start = max(float(np.median(values[:3])), float(np.median(values[:third])))
    last = np.asarray(values[-third:])
    end = float(np.median(last))
    deviation = float(np.median(np.abs(last - end))) * 1.4826
    return Course(start, end, deviation / math.sqrt(third), values)


def is_judged(losses: Losses) -> bool:
    """Return True if the loss must be examined now: after LOSS_STEPS steps, and after each doubling of steps."""
    count = len(losses)
    return count >= LOSS_STEPS and count % int(LOSS_STEPS) == 0 and (count // int(LOSS_STEPS)).bit_count() == 1


def _loss_operator(run: RunSummary, name: str) -> Operator | None:
    """Find the operator of a loss.

    In eager code, the name of a loss is the name in the user's code, or a generated name without the number of the
    call, such as `mean`.
    """
    for graph in reversed(run.graphs):
        for loss in graph.losses:
            made = graph.producers.get(loss)
            called = () if made is None else user_names(made.block.program, loss)
            if name in (loss, re.sub(r"_\d+$", "", loss), *called):
                return made
    return None


class LossRule(Rule):
    """Base class of rules about the course of a loss. The loss is examined at intervals and at the end of the run."""

    def follow_loss(self, name: str, losses: Losses, run: RunSummary) -> Iterator[Symptom]:
        if is_judged(losses):
            yield from self._judge(name, losses, run)

    def conclude(self, run: RunSummary) -> Iterator[Symptom]:
        for name, losses in run.losses.items():
            yield from self._judge(name, losses, run)

    def _judge(self, name: str, losses: Losses, run: RunSummary) -> Iterator[Symptom]:
        found = course(losses)
        if found is not None and not run.is_adversarial:
            evidence = self.evidence(name, found)
            if evidence:
                yield Symptom(name, evidence, _loss_operator(run, name), step=losses[-1][0])

    def evidence(self, name: str, found: Course) -> str:
        """Return a text with the evidence of a fault, or "" if there is no fault."""
        raise NotImplementedError


@rule
class LossNotFalling(LossRule):
    """A loss that does not decrease."""

    name = "loss-not-falling"
    severity = "warning"
    about = "the median of the last third of the losses, compared with the start"
    suggestion = "look at the other findings; try another learning rate; can the net fit ten examples?"
    thresholds = (LOSS_STEPS, LOSS_FALL)

    def evidence(self, name: str, found: Course) -> str:
        fall = found.start - found.end
        least = max(LOSS_FALL * abs(found.start), found.noise)
        if abs(found.start) < 1e-6 or fall >= least or _rises(found) or _jumps(found) >= OSCILLATION:
            return ""
        return f"{name} is {found.end:.4g} after {len(found.values)} steps, and was {found.start:.4g} at the start"


@rule
class LossRising(LossRule):
    """A loss that increases."""

    name = "loss-rising"
    severity = "error"
    about = "the median of the last third of the losses, compared with the start"
    suggestion = "a smaller learning rate; is the sign of the loss right?"
    thresholds = (LOSS_STEPS, LOSS_RISE, LOSS_BOUND)

    def evidence(self, name: str, found: Course) -> str:
        if not _rises(found):
            return ""
        beyond = f" (above {float(LOSS_BOUND):g})" if found.end > LOSS_BOUND else ""
        return (
            f"{name} is {found.end:.4g}{beyond} after {len(found.values)} steps, and was {found.start:.4g} at the start"
        )


@rule
class LossOscillating(LossRule):
    """A loss that does not decrease but repeatedly jumps up, by more than the random differences between batches."""

    name = "loss-oscillating"
    severity = "warning"
    about = "the share of steps on which the loss jumps up"
    suggestion = "use a smaller learning rate or larger batches; are the examples shuffled?"
    thresholds = (LOSS_STEPS, JUMP, OSCILLATION, BATCH_NOISE)

    def _judge(self, name: str, losses: Losses, run: RunSummary) -> Iterator[Symptom]:
        found = course(losses)
        if found is not None and run.loss_noise:
            recent = [v for _, v in losses[-len(losses) // 2 :] if math.isfinite(v)]
            if not recent or np.std(recent) <= BATCH_NOISE * _largest_noise(run, losses[-len(losses) // 2][0]):
                return
        yield from super()._judge(name, losses, run)

    def evidence(self, name: str, found: Course) -> str:
        share = _jumps(found)
        if share < OSCILLATION or found.end < 0.5 * found.start or _rises(found):
            return ""
        recent = found.values[-len(found.values) // 2 :]
        evidence = f"{name} rises by more than {float(JUMP):.0%} on {percentage(share, 0)} of the steps"
        return f"{evidence}; lately it is between {min(recent):.4g} and {max(recent):.4g}"


def _largest_noise(run: RunSummary, since: int) -> float:
    """Return the largest likely standard error of the loss between batches, estimated from the examined steps."""
    known = [n for n in run.loss_noise if not math.isnan(n.error)]  # the error of a loss of NaN is NaN
    looks = [n for n in known if n.step >= since] or known[-SETTLED:]
    if not looks:
        return 0.0
    freedom = sum(n.examples - 1 for n in looks)
    error = float(np.sqrt(np.mean(np.square([n.error for n in looks]))))
    return error * (1 + 3 / math.sqrt(2 * freedom)) if freedom else error


def _rises(found: Course) -> bool:
    first = float(np.median(found.values[:3]))
    rise = found.end - max(first, float(np.median(found.values[: len(found.values) // 3])))
    return rise > max(LOSS_RISE * abs(first), 3 * found.noise)


def _jumps(found: Course) -> float:
    recent = found.values[len(found.values) // 3 :]
    pairs = [(a, b) for a, b in itertools.pairwise(recent) if a > 0]
    return sum(b > (1 + JUMP) * a for a, b in pairs) / max(len(pairs), 1)


@rule
class NoBetterThanGuessing(Rule):
    """A loss that stays at the value that the best constant prediction would give.

    A network with this loss has not learned from its inputs.
    """

    name = "no-better-than-guessing"
    severity = "warning"
    about = "the loss, compared with the entropy of the labels (cross entropy) or their variance (squared error)"
    suggestion = "do inputs and labels belong together? do the inputs reach the output? can the net fit ten examples?"
    thresholds = (GUESSING, GUESSING_ERROR, LOSS_STEPS)

    def __init__(self) -> None:
        self._losses: dict[str, Losses] = {}
        self._labels: dict[str, list[np.ndarray[Any, Any]]] = {}

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for name, value in step.losses.items():
            use = _whole_loss(step.graph, name)
            labels = None if use is None else step.value(use.label)
            if use is None or labels is None:
                continue
            losses, seen = self._losses.setdefault(name, []), self._labels.setdefault(name, [])
            losses.append((step.number, value))
            seen.append(labels.reshape(-1))
            del seen[:-MOST_JUDGED]
            if step.number >= 2 * LOSS_STEPS and len(losses) >= 3 * SETTLED:
                size = min(max(SETTLED, len(losses) // 4), MOST_JUDGED)
                yield from self._judge(name, losses[-3 * size :], np.concatenate(seen[-size:]), use)

    def _judge(self, name: str, losses: Losses, labels: np.ndarray[Any, Any], use: LossUse) -> Iterator[Symptom]:
        constant = _entropy(labels) if use.kind == "softmax" else float(np.var(labels))
        values, size = np.array([v for _, v in losses]), len(losses) // 3
        if not np.isfinite(values).all():
            return
        before, now = float(np.median(values[size : 2 * size])), float(np.median(values[2 * size :]))
        if 1.25 * float(np.std(values)) / math.sqrt(size) > GUESSING_ERROR * constant:
            return  # of small batches: whether it falls cannot be seen yet
        if constant > 1e-6 and now > GUESSING * constant and before - now < 0.03 * abs(before):
            answer = "the share of each class" if use.kind == "softmax" else "the mean of the labels"
            evidence = f"{name} stays at {now:.4g}; a model that always predicts {answer} has {constant:.4g}"
            yield Symptom(name, evidence, use.operator)


def _whole_loss(graph: TrainingGraph, name: str) -> LossUse | None:
    """Return the comparison with labels over which a loss is exactly the mean, or None for any other loss."""
    uses = {id(u.operator): u for u in graph.loss_uses}
    while (operator := graph.producers.get(name)) is not None:
        use = uses.get(id(operator))
        if use is not None:
            is_hard = use.kind == "softmax" and not operator.attrs.get("soft_label", False)
            is_mean = operator.attrs.get("reduction", MEAN) == MEAN
            return use if is_mean and (is_hard or operator.op.meaning == "square_error_cost") else None
        if operator.op.meaning not in RESHAPES | {"mean"} or operator.inputs[0] is None:
            return None
        name = operator.inputs[0]
    return None


def _entropy(labels: np.ndarray[Any, Any]) -> float:
    """Estimate the entropy of labels from a sample of the labels. The formula is from Miller 1955."""
    shares = np.unique(labels, return_counts=True)[1] / labels.size
    return float(-(shares * np.log(shares)).sum() + (len(shares) - 1) / (2 * labels.size))


@rule
class GrowthToOverflow(Rule):
    """A loss that grows exponentially and will soon overflow."""

    name = "nan-next"
    severity = "error"
    about = "a line fitted to the logarithm of the last losses"
    suggestion = "a smaller learning rate, or gradient clipping"
    thresholds = (GROWTH, GROWTH_FIT, OVERFLOW_STEPS)

    def follow_loss(self, name: str, losses: Losses, run: RunSummary) -> Iterator[Symptom]:
        recent = losses[-FITTED:]
        values = np.abs([v for _, v in recent])
        if len(recent) < FITTED or not np.isfinite(values).all() or not (values > 0).all():
            return
        if values[-1] < GROWTH * values[0] or values[-1] < max(v for _, v in losses[:3]):
            return
        x, y = np.asarray([s for s, _ in recent], float), np.log(values)
        slope, offset = np.polyfit(x, y, 1)
        total = float(((y - y.mean()) ** 2).sum())
        fit = 1.0 - float(((y - slope * x - offset) ** 2).sum()) / total if total else 0.0
        steps = (math.log(np.finfo("float32").max) - y[-1]) / slope if slope > 0 else math.inf
        if fit > GROWTH_FIT and steps < OVERFLOW_STEPS:
            evidence = (
                f"{name} has grown from {values[0]:.3g} to {values[-1]:.3g} in {int(x[-1] - x[0])} steps, by a "
                f"factor of {math.exp(slope):.3g} a step (R² {fit:.2f}): float32 overflows in about {steps:.0f} steps"
            )
            yield Symptom(name, evidence, _loss_operator(run, name))


@rule
class NotFinite(Rule):
    """A loss or a weight that contains NaN or Inf."""

    name = "not-finite"
    severity = "error"
    about = "NaN and Inf in losses, and in weights after their update"
    suggestion = 'run.why() shows the first cause; run.watch("nan") stops where the NaN or Inf appears'
    thresholds = (RATE_GROWTH,)

    def follow_loss(self, name: str, losses: Losses, run: RunSummary) -> Iterator[Symptom]:
        if losses and not math.isfinite(losses[-1][1]):
            step, value = losses[-1]
            finite = next((f"{v:.4g}" for _, v in reversed(losses) if math.isfinite(v)), "no number before")
            what = "not finite" if math.isnan(value) else str(value)  # recorded eager code has no more details
            evidence = f"{name} is {what} in step {step}; the last finite loss was {finite}"
            made = _loss_operator(run, name)
            yield _with_causes(Symptom(name, evidence, made), run, _log_of_probability(run.graphs))

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        names = [*step.graph.losses, *step.graph.updates]  # a gradient that is not applied does no harm
        bad = next((n for n in names if _nonfinite(step.value(n))), None)
        if bad is None:
            return
        first = _sources(step).get(bad) or _Source(0, bad, _nonfinite(step.value(bad)), "", None)
        evidence = f"{first.name} is the first value of the step with {first.counts}"
        if first.origin:
            evidence += f" ({first.origin})"
        if first.name != bad:
            evidence += f"; {bad}, after it, has {_nonfinite(step.value(bad))}"
        symptom = Symptom(first.name, evidence, first.operator, suggestion=GIVEN_FIX if first.origin == GIVEN else "")
        is_log = first.operator is not None and first.operator.op.meaning == "log"
        probability = _log_of_probability([step.graph]) if is_log else ""
        yield symptom if first.origin == GIVEN else _with_causes(symptom, step.run, probability)


def _with_causes(symptom: Symptom, run: RunSummary | None, probability: str) -> Symptom:
    """Add advice to a symptom if the learning rate has grown much, or if a loss computes log(probability)."""
    grown = "" if run is None else run.rate_growth
    advice = [RATE_FIX] if grown else []
    advice += [FUSED[probability]] if probability else []
    if not advice:
        return symptom
    evidence = f"{symptom.evidence}; {grown}" if grown else symptom.evidence
    suggestion = "; ".join([*advice, symptom.suggestion or NotFinite.suggestion])
    return replace(symptom, evidence=evidence, suggestion=suggestion)


def _log_of_probability(graphs: Sequence[TrainingGraph]) -> str:
    """Return "softmax" or "sigmoid" if a loss takes the logarithm of the result of this function.

    Otherwise return "".
    """
    for graph in graphs:
        for use in graph.loss_uses:
            maker = graph.maker(use.prediction) if use.kind == "probability" else None
            if maker is not None and maker.op.meaning in FUSED:
                return maker.op.meaning
    return ""


class _Source(NamedTuple):
    """The first of several dependent values that has NaN or Inf, and the operator that writes or reads this value."""

    order: int
    name: str
    counts: str
    origin: str
    operator: Operator | None


def _sources(step: TrainingStep) -> dict[str, _Source]:
    """Return, for each value of a step that has NaN or Inf, the first value with NaN or Inf on which it depends.

    An operator that removes NaN and Inf (a mask) ends a chain of causes.
    """
    found: dict[str, _Source] = {}
    seen: set[str] = set()
    written: _Source | None = None  # of the last write to memory that other names may show, too
    graph = step.graph
    for order, operator in enumerate(graph.operators):
        read, made = ([n for n in names if n is not None] for names in (operator.inputs, operator.outputs))
        for name in read:
            if name not in seen and (counts := _nonfinite(_when_read(step, name))):
                found[name] = _Source(order, name, counts, BEFORE if name in graph.parameters else GIVEN, operator)
            elif written is not None and name not in {*found, *made} and _nonfinite(step.result(operator, name)):
                found[name] = written
        first = min((found[n] for n in read if n in found), key=lambda source: source.order, default=None)
        for name in made:
            result = step.result(operator, name)
            if result is None and (name not in read or graph.updates.get(name) is operator):
                result = step.value(name)
            if counts := _nonfinite(result):
                found.setdefault(name, first or _Source(order, name, counts, "", operator))
            elif result is not None:
                found.pop(name, None)  # overwritten with finite numbers
        changed = [n for n in made if n in found and (n in read or operator.op.writes_inputs)]
        written = found[changed[0]] if changed else written
        seen.update(read, made)
    return found


def _when_read(step: TrainingStep, name: str) -> Any:
    """Return the value that a name has when an operator first reads it in the step."""
    before = step.before(name)
    return step.value(name) if before is None and name not in step.graph.updates else before


def _nonfinite(value: object) -> str:
    """Return a text with the numbers of NaN and Inf in an array, or "" if all elements are finite."""
    array = np.asarray(value) if value is not None else np.zeros(0)
    if array.dtype.kind != "f" or np.isfinite(array).all():
        return ""
    counts = ((int(np.isnan(array).sum()), "NaN"), (int(np.isinf(array).sum()), "Inf"))
    return " and ".join(f"{n} {what}" for n, what in counts if n)
