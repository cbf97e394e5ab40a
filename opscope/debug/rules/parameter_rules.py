"""Rules about parameters that do not learn, for example because they are unused or have no optimizer."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.core.shape import text as shape_text
from opscope.debug.rules.gradient_paths import lost_gradient
from opscope.debug.rules.op_kinds import RESHAPES
from opscope.debug.rules.rule import Rule, Streak, Symptom, rule
from opscope.debug.rules.thresholds import CANCELLED, CONSTANT, PATIENCE, UNCHANGED, UPDATE_HIGH, UPDATE_LOW
from opscope.debug.rules.training_graph import TrainingGraph
from opscope.debug.rules.training_step import RunSummary, TrainingStep, mean_abs
from opscope.errors import listed
from opscope.ir.program.program import GRAD, Operator
from opscope.ops.library_words import LibraryWords
from opscope.ops.pullback import sum_to_shape

NAMES = 3  # parameters that one text lists


@rule
class UnusedParameter(Rule):
    """A parameter that no operator reads."""

    name = "parameter-unused"
    severity = "warning"
    about = "parameters that are to be trained, and the operators that read them"
    suggestion = "use the parameter in forward, or remove it"

    def conclude(self, run: RunSummary) -> Iterator[Symptom]:
        # the forward pass of a closure runs inside the optimizer's step; an update writes what it reads
        read = {
            n for g in run.graphs for o in g.operators for n in o.inputs if o.phase == "forward" or n not in o.outputs
        }
        for parameter in run.parameters.values():
            if parameter.trainable and parameter.name not in read:
                evidence = f"no operator of the program reads {parameter.name} {shape_text(parameter.shape)}"
                yield Symptom(parameter.name, evidence, site=parameter.site)
        unread = run.given - read - run.parameters.keys() if run.graphs else ()  # before the first step ends, none is
        for name in sorted(unread):
            yield Symptom(name, f"the optimizer has {name}, and no step has read it")


@rule
class ParameterWithoutOptimizer(Rule):
    """A parameter that has or could have a gradient, but that no optimizer updates."""

    name = "parameter-without-optimizer"
    severity = "warning"
    about = "parameters on the way to a loss, and the parameters that optimizers update"
    suggestion = f"give it to the optimizer, or say that it is frozen: {LibraryWords().frozen}"

    def conclude(self, run: RunSummary) -> Iterator[Symptom]:
        optimized = run.updated | run.given  # the rules do not examine the graphs of all steps
        has_frozen_only = bool(run.steps and run.to_optimize) and not run.given
        if not run.updated and not has_frozen_only:
            return
        for graph in run.graphs:
            missing = [
                p.name
                for p in graph.trainable
                if p.name not in optimized
                and p.name in graph.on_loss_path
                and (p.name in graph.gradients or lost_gradient(graph, p.name) is None)
            ]
            if missing:
                readers = graph.readers.get(missing[0], [None])
                evidence = f"{graph.losses[0]} depends on {listed(missing, NAMES)}, and no optimizer has updated "
                evidence += "it" if len(missing) == 1 else "them"
                site = graph.parameters[missing[0]].site
                fix = f"give it to the optimizer, or say that it is frozen: {graph.words.frozen}"
                yield Symptom(missing[0], evidence, readers[0], site, suggestion=fix)


@rule
class ParameterCutOff(Rule):
    """A parameter that operators read, but that gets no gradient from the loss."""

    name = "parameter-cut-off"
    severity = "error"
    about = "the path of the gradients from the loss to each parameter"
    suggestion = "keep the way from the parameter to the loss differentiable"

    def conclude(self, run: RunSummary) -> Iterator[Symptom]:
        seen: set[str] = set()
        for graph in run.graphs:
            names = [p.name for p in graph.trainable if p.name in graph.readers and p.name not in seen]
            if graph.eager:  # others are not to be trained, as a copy of a net that makes targets
                names = [n for n in names if n in run.given]
            if graph.losses:
                seen.update(names)
                yield from self._lost(graph, [n for n in names if n not in run.gradients | run.updated])

    def _lost(self, graph: TrainingGraph, names: list[str]) -> Iterator[Symptom]:
        lost: dict[tuple[str, str], list[str]] = {}
        found: dict[tuple[str, str], Symptom] = {}
        for name in names:
            if name in graph.on_loss_path:
                why = lost_gradient(graph, name)
                if why is None:
                    continue
                reason, site, fix = why.reason, why.site, why.fix
            else:
                reason, fix = (
                    "nothing that is computed from it reaches the loss",
                    "compute the loss from this parameter",
                )
                site = graph.readers[name][0].site
            key = reason, "" if site is None else site.where
            lost.setdefault(key, []).append(name)
            reader: Operator = graph.readers[name][0]
            found[key] = Symptom(lost[key][0], reason, reader, site, suggestion=fix)
        for key, symptom in found.items():
            text = f"{listed(lost[key], NAMES)} get{'s' * (len(lost[key]) == 1)} no gradient: {symptom.evidence}"
            yield Symptom(symptom.value, text, symptom.operator, symptom.site, symptom.suggestion)


@rule
class NoGradients(Rule):
    """Optimizer steps without gradients, or gradients that no optimizer step uses."""

    name = "no-gradients"
    severity = "error"
    about = "optimizer steps, and the backward passes before them"
    suggestion = "call loss.backward() before optimizer.step(), on a loss that depends on the parameters"

    def conclude(self, run: RunSummary) -> Iterator[Symptom]:
        eager = [g for g in run.graphs if g.eager]
        if eager and run.given and not run.updated:
            names = listed(sorted(run.given), NAMES)
            evidence = f"{run.steps} optimizer steps, and none had a gradient of {names}"
            loss = next((made for g in reversed(eager) if (made := _probable_loss(g))), None)
            if loss is not None:
                evidence += f"; the loss is probably {loss.outputs[-1]}"
            yield Symptom(names, evidence, loss)
        for_optimizer = "" in run.to_optimize or any(run.to_optimize & g.parameters.keys() for g in eager)
        if run.unfinished_gradients and not run.steps and for_optimizer:  # else only the gradient is wanted
            made = next((g.producers.get(n) for g in reversed(eager) for n in reversed(g.losses)), None)
            yield Symptom(
                "loss", "backward passes have run, but no optimizer has made a step", made, run.backward_site,
                suggestion="call optimizer.step() after loss.backward()",
            )  # fmt: skip


def _probable_loss(graph: TrainingGraph) -> Operator | None:
    """Return the last operator that depends on a comparison of a prediction with labels, or else the last operator."""
    compared = graph.below([str(use.operator.outputs[-1]) for use in graph.loss_uses])
    behind = [o for o in graph.forward if compared.intersection(o.outputs)]
    return next(reversed(behind or graph.forward), None)


@rule
class UnchangedWeights(Rule):
    """Weights that an optimizer updates, but which do not change."""

    name = "weights-unchanged"
    severity = "error"
    about = "the largest change of each parameter in a step"
    suggestion = "is the learning rate 0, or the gradient? look at the gradient's way from the loss"
    thresholds = (UNCHANGED, PATIENCE, CANCELLED)

    def __init__(self) -> None:
        self._still: dict[str, Streak] = defaultdict(Streak)
        self._first_loss: float | None = None

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        if self._first_loss is None:
            self._first_loss = abs(step.loss)
        if abs(step.loss) <= 0.05 * self._first_loss:  # training has converged
            return
        still: dict[bool, list[str]] = {True: [], False: []}  # key: True if there is a gradient
        for name in step.graph.updates:
            before, after = step.before(name), step.value(name)
            if before is None or after is None or before.shape != after.shape:
                continue
            is_same = bool(np.abs(after - before).max() <= UNCHANGED)
            if self._still[name].note(step.number, is_same) >= PATIENCE and not _has_no_effect(step, name):
                gradient = step.gradient(name)
                still[gradient is not None and bool(gradient.any())].append(name)
        for has_gradient, names in still.items():
            if names:
                yield self._symptom(step, names, has_gradient)

    def _symptom(self, step: TrainingStep, names: list[str], has_gradient: bool) -> Symptom:
        """Describe weights that do not change.

        The symptom shows the optimizer's operator, or the first operator that reads the weights if they have no
        gradient.
        """
        name = names[0]
        gradient = step.gradient(name)
        size = "none" if gradient is None else f"{mean_abs(gradient):.3g}"
        what = f"{listed(names, NAMES)} did not change in each of the last {self._still[name].looks} looks"
        evidence = f"{what}; the mean |gradient| of {name} is {size}"
        if has_gradient:
            return Symptom(name, evidence, step.graph.updates[name])
        readers = step.graph.readers.get(name, [step.graph.updates[name]])
        return Symptom(name, evidence, readers[0])


def _has_no_effect(step: TrainingStep, name: str) -> bool:
    """Return True if a bias has no effect, because the terms of its gradient cancel in each element.

    Examples are a bias before a batch normalization, which subtracts the bias again, and the bias of an attention's
    keys.
    """
    gradient = step.gradient(name)
    if gradient is None:
        return False
    terms = _added_magnitudes(step, name, gradient.shape)
    return terms is not None and bool(terms.any()) and bool((np.abs(gradient) <= CANCELLED * terms).all())


def _added_magnitudes(step: TrainingStep, name: str, shape: tuple[int, ...]) -> Any:
    """Return the sum of the magnitudes of the terms in a bias gradient.

    Return None if an operator other than an addition or a reshape reads the parameter.
    """
    if (terms := _summed_terms(step, name)) is not None:
        return terms.reshape(shape)
    found = np.zeros(shape)
    waiting = [name]
    for each in waiting:  # the list grows
        for reader in step.graph.readers.get(each, ()):
            output = str(reader.outputs[0])
            terms = step.value(output + GRAD)
            if terms is None:  # the step is an evaluation
                continue
            if reader.op.meaning in RESHAPES:
                waiting.append(output)
            elif reader.op.meaning == "add":
                found += sum_to_shape(np.abs(terms).astype(np.float64), step.value(each).shape).reshape(shape)
            else:
                return None
    return found


def _summed_terms(step: TrainingStep, name: str) -> Any:
    """Return the sum of the magnitudes of the terms, for a gradient that a sum operator of the backward pass computes.

    PyTorch's convolution_backward also sums the gradient of a bias. The result is None if the gradient is not a sum.
    """
    written = name + GRAD
    writers = [o for o in step.graph.backward if written in o.outputs]
    operator = writers[0] if len(writers) == 1 else None
    while operator is not None and operator.op.meaning in RESHAPES:
        written = operator.inputs[0]
        operator = next((o for o in step.graph.backward if written in o.outputs), None)
    if operator is None or operator.inputs[0] is None:
        return None
    terms, total = step.value(operator.inputs[0]), step.value(str(written))
    if terms is None or total is None:
        return None
    magnitudes = np.abs(terms).astype(np.float64)
    if operator.op.meaning == "sum":
        return sum_to_shape(magnitudes, total.shape)
    is_of_bias = operator.op.meaning == "aten.convolution_backward" and written == operator.outputs[2]
    return magnitudes.sum(axis=(0, *range(2, magnitudes.ndim))) if is_of_bias else None


@rule
class UpdateRatio(Rule):
    """Updates that are tiny or huge compared with the weights, because of the learning rate."""

    name = "update-ratio"
    severity = "warning"
    about = "mean |change| in a step, divided by mean |weight|, for each weight"
    suggestion = "change the learning rate"
    thresholds = (UPDATE_LOW, UPDATE_HIGH, PATIENCE)

    def __init__(self) -> None:
        self._looks: dict[str, deque[tuple[int, float]]] = {}  # latest steps, and the update ratio of a weight in each
        self._losses: list[float] = []

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        self._losses.append(step.loss)
        low: list[str] = []
        high: list[str] = []
        measured: dict[str, float] = {}
        for layer in step.graph.layers:
            ratio = self._ratio(step, layer.weight)
            if ratio is None or layer.weight in measured:
                continue
            measured[layer.weight] = ratio
            looks = self._looks.setdefault(layer.weight, deque(maxlen=int(PATIENCE)))
            looks.append((step.number, ratio))
            recent = [ratio for _, ratio in looks]
            if len(recent) == PATIENCE and max(recent) < UPDATE_LOW and recent[-1] < 2 * recent[0]:
                low.append(layer.weight)
            if len(recent) == PATIENCE and min(recent) > UPDATE_HIGH:
                high.append(layer.weight)
        if measured and not self._improves:
            yield from self._symptoms(step, measured, low, high)

    def _ratio(self, step: TrainingStep, weight: str) -> float | None:
        before, after = step.before(weight), step.floats(weight)
        if before is None or after is None or before.shape != after.shape:
            return None
        size, change = mean_abs(before), mean_abs(after - before)
        return change / size if size > 1e-12 and change > 0 else None

    @property
    def _improves(self) -> bool:
        """Return True if the loss has decreased since the first examined step.

        If the loss has decreased, the learning rate is adequate.
        """
        seen = [x for x in self._losses if np.isfinite(x)]
        return len(seen) > 1 and seen[0] > 0 and float(np.median(seen[-3:])) < 0.9 * seen[0]

    def _symptoms(
        self, step: TrainingStep, measured: dict[str, float], low: list[str], high: list[str]
    ) -> Iterator[Symptom]:
        for names, what, fix in ((low, "below", "larger"), (high, "above", "smaller")):
            if 2 * len(names) > len(measured):  # most layers: the cause is the learning rate, not a layer
                name = names[0]
                bound = UPDATE_LOW if names is low else UPDATE_HIGH
                evidence = f"a step changes {listed(names, NAMES)} by {measured[name]:.2g} of their size, "
                evidence += f"{what} {float(bound):.0e}"
                yield Symptom(
                    "learning rate", evidence, step.graph.updates.get(name),
                    suggestion=f"a {fix} learning rate", since=self._looks[name][0][0],
                )  # fmt: skip


@rule
class TiedUnits(Rule):
    """Units of a layer that have equal weights, so all these units compute the same and learn the same."""

    name = "tied-units"
    severity = "error"
    about = "the spread of a weight over the units of its layer, after some updates"
    suggestion = "initialize weights at random (Xavier, Kaiming), not with a constant"
    thresholds = (CONSTANT, PATIENCE)

    def __init__(self) -> None:
        self._tied: dict[str, Streak] = defaultdict(Streak)

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        for layer in step.graph.layers:
            weight = step.floats(layer.weight)
            if weight is None or layer.weight not in step.graph.updates:
                continue
            axis = 0 if weight.ndim > 2 else layer.units
            if weight.shape[axis] < 2:
                continue
            spread, size = float(np.ptp(weight, axis=axis).max()), float(np.abs(weight).max())
            is_tied = spread <= CONSTANT * size
            if self._tied[layer.weight].note(step.number, is_tied) >= min(3, PATIENCE):
                what = (
                    "all weights are 0" if size == 0 else f"they differ by {spread:.2g}, and their size is {size:.3g}"
                )
                evidence = (
                    f"the {weight.shape[axis]} units of {layer.weight} are equal after {step.number} steps: {what}"
                )
                facts = step.graph.parameters.get(layer.weight)
                yield Symptom(layer.weight, evidence, layer.operator, None if facts is None else facts.site)
