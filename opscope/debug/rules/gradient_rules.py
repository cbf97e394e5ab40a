"""Rules about the magnitude of gradients, and about gradients that the program does not clear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.debug.rules.rule import Rule, Streak, Symptom, rule
from opscope.debug.rules.thresholds import (
    EXPLODING,
    EXPLODING_RATIO,
    VANISHING,
    VANISHING_FIRST,
    VANISHING_RATIO,
)
from opscope.debug.rules.training_graph import WeightLayer
from opscope.debug.rules.training_step import TrainingStep, mean_abs, norm

LOOKS = 3  # number of successive looks
LAYERS = 3  # number of layers from which on the first and the last are compared
MISFIT = 2e-6  # relative difference between a gradient and a multiple that float32 rounding can explain
FITTED_LEAST, FITTED_ELEMENTS = 8, 1 << 16  # elements of a gradient that is compared with a sum
MISFIT_RATIO = 5  # ratio of the misfits of two explanations


class LayerGradient(NamedTuple):
    """A layer, with the mean magnitude and the norm of the gradient of the layer's weight."""

    layer: WeightLayer
    mean: float
    norm: float


def layer_gradients(step: TrainingStep) -> list[LayerGradient]:
    """Return the layers with the magnitudes of their weight gradients, first layer first.

    The factor of loss scaling is removed. Gradients that are not finite are left out.
    """
    found: dict[str, LayerGradient] = {}
    scale = step.loss_scale
    for layer in step.graph.layers:
        gradient = step.gradient(layer.weight)
        if gradient is not None and gradient.dtype.kind == "f" and np.isfinite(gradient).all():
            found.setdefault(layer.weight, LayerGradient(layer, mean_abs(gradient) / scale, norm(gradient) / scale))
    return list(found.values())


@rule
class VanishingGradient(Rule):
    """Tiny gradients in the first layers of a network, so that these layers hardly learn."""

    name = "vanishing-gradient"
    severity = "warning"
    about = "mean |gradient| of each weight, and its ratio between the first and the last layer"
    suggestion = "ReLU instead of sigmoid or tanh, normalization, residual connections, another initialization"
    thresholds = (VANISHING, VANISHING_RATIO, VANISHING_FIRST)

    def __init__(self) -> None:
        self._streak = Streak()
        self._first_loss: float | None = None

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        if self._first_loss is None and np.isfinite(step.loss):
            self._first_loss = abs(step.loss)
        found = layer_gradients(step)
        symptom = None if not found or self._has_converged(step) else self._symptom(found)
        if self._streak.note(step.number, symptom is not None) >= LOOKS and symptom is not None:
            yield replace(symptom, since=self._streak.since)

    def _has_converged(self, step: TrainingStep) -> bool:
        """Return True if the gradients are small because the loss is small."""
        return self._first_loss is not None and abs(step.loss) < 0.05 * self._first_loss

    def _symptom(self, found: list[LayerGradient]) -> Symptom | None:
        first, last = found[0], found[-1]
        if len(found) >= LAYERS and last.mean > 0:
            ratio = first.mean / last.mean
            if ratio < VANISHING_RATIO and first.mean < VANISHING_FIRST:
                evidence = (
                    f"mean |gradient| is {first.mean:.2g} in {first.layer.weight} and {last.mean:.2g} in "
                    f"{last.layer.weight}: a ratio of {ratio:.2g} (below {float(VANISHING_RATIO):g})"
                )
                return Symptom(first.layer.weight, evidence, first.layer.operator)
        smallest = min(found, key=lambda g: g.mean)
        if smallest.mean < VANISHING and smallest.mean > 0:
            evidence = f"mean |gradient| of {smallest.layer.weight} is {smallest.mean:.2g}"
            return Symptom(smallest.layer.weight, evidence, smallest.layer.operator)
        return None


@rule
class ExplodingGradient(Rule):
    """Huge gradients, or gradients that grow from the last layer to the first layer."""

    name = "exploding-gradient"
    severity = "warning"
    about = "mean |gradient| of each weight, and the ratio of the norms in the first and the last layer"
    suggestion = "a smaller initialization or learning rate, normalization, or gradient clipping"
    thresholds = (EXPLODING, EXPLODING_RATIO)

    def __init__(self) -> None:
        self._streak = Streak()

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        found = layer_gradients(step)
        if not found:
            return
        largest = max(found, key=lambda g: g.mean)
        if largest.mean > EXPLODING:
            evidence = f"mean |gradient| of {largest.layer.weight} is {largest.mean:.3g}"
            yield Symptom(largest.layer.weight, evidence, largest.layer.operator)
            return
        first, last = found[0], found[-1]
        ratio = first.norm / last.norm if last.norm > 0 else 0.0
        grows = len(found) >= LAYERS and ratio > EXPLODING_RATIO and first.norm > 1.0
        if self._streak.note(step.number, grows) >= LOOKS:
            evidence = (
                f"the gradient has norm {first.norm:.3g} in {first.layer.weight} and {last.norm:.3g} in "
                f"{last.layer.weight}: a ratio of {ratio:.3g}"
            )
            yield Symptom(first.layer.weight, evidence, first.layer.operator, since=self._streak.since)


@rule
class GradientNotCleared(Rule):
    """Gradients that contain the gradients of earlier steps, because the program has not cleared them."""

    name = "gradients-not-cleared"
    severity = "error"
    about = "the gradient that the optimizer reads, compared with the gradients of this and the previous step"
    suggestion = "call optimizer.clear_grad() after each step"

    def __init__(self) -> None:
        self._applied: dict[str, tuple[int, Any]] = {}

    def look(self, step: TrainingStep) -> Iterator[Symptom]:
        kept: list[str] = []
        for name in step.graph.updates:
            applied, own = step.applied_gradient(name), step.gradient(name)
            if applied is None or own is None:
                continue
            number, former = self._applied.get(name, (0, None))
            self._applied[name] = step.number, applied
            if former is None or number != step.number - 1 or former.shape != applied.shape:
                continue
            if _is_sum(applied, own, former, step.before(name)):
                kept.append(name)
        if kept:
            name = kept[0]
            applied, own = norm(step.applied_gradient(name)), norm(step.gradient(name))
            what = f"the optimizer reads a gradient of {name} with norm {applied:.3g}"
            computed = f"backward of this step has computed the norm {own:.3g}"
            rest = "the gradient that the optimizer read in the previous step"
            evidence = f"{what}; {computed}, and the rest is {rest}"
            if own > 2 * applied:
                evidence = f"{what}; {computed}, {rest} was added to it, and the sum was scaled"
            fix = f"call {step.graph.words.clear_gradients} after each step"
            yield Symptom(name, evidence, step.graph.updates[name], suggestion=fix)


def _is_sum(applied: Any, own: Any, former: Any, weight: Any) -> bool:
    """Return True if a gradient is the sum of this step's gradient and the previous gradient, each with some factor.

    The factors come from loss scaling and clipping, and weight decay adds a multiple of the weight. The previous
    gradient may be only a small part of the sum. So the result is True only if the sum cannot be explained without the
    previous gradient, except for rounding.
    """
    scale = float(np.abs(applied).max())
    if norm(former) > 1e-3 * norm(own) and np.allclose(applied, former + own, rtol=1e-3, atol=1e-5 * scale):
        return True
    terms = [a for a in (own, weight) if a is not None and a.shape == applied.shape]
    alone, both = _misfit(applied, terms), _misfit(applied, [*terms, former])
    return both < MISFIT and alone > MISFIT_RATIO * both and alone > MISFIT


def _misfit(array: Any, terms: Sequence[Any]) -> float:
    """Return the share of an array (by norm) that is not a linear combination of the terms.

    The result is 1 if the array has too few elements.
    """
    x, *columns = (_real_elements(a)[:FITTED_ELEMENTS] for a in (array, *terms))
    sizes = [float(np.linalg.norm(c)) for c in (x, *columns)]
    if x.size < FITTED_LEAST or not all(np.isfinite(s) and s > 0 for s in sizes):
        return 1.0
    matrix = np.stack([c / s for c, s in zip(columns, sizes[1:], strict=True)], axis=1)
    found = np.linalg.lstsq(matrix, x / sizes[0], rcond=1e-12)[0]
    return float(np.linalg.norm(x / sizes[0] - matrix @ found))


def _real_elements(array: Any) -> Any:
    """Return the elements of an array in one row, as float64. A complex element becomes two elements."""
    flat: Any = np.ascontiguousarray(array).reshape(-1)
    return np.asarray(flat.view(flat.real.dtype), "float64")
