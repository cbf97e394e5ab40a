"""Classification of a wrong gradient by the difference from the slopes, for example a wrong sign or a missing sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.gradients.application import widened
from opscope.debug.gradients.slopes import SlopeFinding
from opscope.debug.gradients.target_check import SAMPLES, TargetCheck

NEAR = 0.01  # relative difference below which two gradients count as equal
FEW = 0.1  # share of the elements
FEWEST = 3  # elements on each side of a threshold: one or two elements often lie beyond all others by chance
MAX_PLACES = 1024  # elements with measured slopes, if one pass measures them all


class Fault(NamedTuple):
    """A kind of fault of a gradient: an identifier for programs and a text for people."""

    kind: str
    text: str


class _Sampled(NamedTuple):
    """The gradient and the slopes at sampled elements of an input. Some elements of the gradient may be right."""

    places: Array
    claimed: Array
    slopes: Array

    @property
    def right(self) -> Any:
        return _near(self.claimed, self.slopes)


def kind_of(check: TargetCheck, gradient: Array, others: Sequence[tuple[str, TargetCheck]]) -> Fault:
    """Classify the fault of a wrong gradient that has the shape of the input.

    `others` contains the checks of the other inputs of the function, with their names.
    """
    sampled = _sample(check)
    claimed, slopes = sampled.claimed, sampled.slopes
    if not claimed.any():
        return Fault("zero", "the gradient is zero, but the output depends on the input")
    if not len(slopes) or abs(slopes).max() <= 1e-6 * abs(claimed).max():
        return Fault("independent", "there is a gradient, and the output does not depend on the input")
    found = _factor(check, claimed, slopes) or next(_rearranged(check, gradient, sampled), None)
    found = found or _of_another(check, gradient, others, sampled)
    found = found or _only_somewhere(check, sampled) or _missing_sum(check, sampled) or _passed_on(check, sampled)
    return found or Fault("term", "a factor or a term of the chain rule is missing or wrong")


def shape_fault(check: TargetCheck, gradient: Array, others: Sequence[tuple[str, TargetCheck]]) -> Fault:
    """Classify the fault of a gradient whose shape differs from the input's shape.

    `check` contains zeros as the gradient.
    """
    x, gradient = check.x, widened(gradient)
    text = f"the gradient has the shape {list(gradient.shape)}, but the input has {list(x.shape)}"
    sampled = _sample(check)
    extra = gradient.ndim - x.ndim
    if extra >= 0 and all(a in (1, b) for a, b in zip(x.shape, gradient.shape[extra:], strict=True)):
        axes = (*range(extra), *(i + extra for i, d in enumerate(x.shape) if d == 1 and gradient.shape[i + extra] != 1))
        if _near(gradient.sum(axis=axes).reshape(-1)[sampled.places], sampled.slopes).all():
            return Fault("broadcast", f"{text}: the gradient is not summed over the broadcast axes {list(axes)}")
    if gradient.size == x.size and gradient.ndim == x.ndim > 1:
        for turned in (gradient.T, np.swapaxes(gradient, -1, -2)):
            if turned.shape == x.shape and _near(turned.reshape(-1)[sampled.places], sampled.slopes).all():
                return Fault("transposed", f"{text}: the gradient is transposed")
    for name, other in others:
        if other.x.shape == gradient.shape:
            theirs = _sample(other)
            if _near(gradient.reshape(-1)[theirs.places], theirs.slopes).all():
                return Fault("another", f"{text}: this is the gradient of {name}")
    return Fault("shape", text)


def _sample(check: TargetCheck) -> _Sampled:
    """Measure the slopes at many elements. Elements at kinks and elements with an unclear slope are not measured."""
    size = check.x.size
    limit = MAX_PLACES if check.lanes.number > 1 else SAMPLES
    places = {*np.linspace(0, size - 1, min(size, limit)).astype(int).tolist()}
    places |= {e.at for e in check.wrong[:SAMPLES]}
    places -= {e.at for e in check.elements.values() if e.finding not in (SlopeFinding.RIGHT, SlopeFinding.WRONG)}
    order = sorted(places)
    slopes = check.sample(order)
    claimed = check.gradient.reshape(-1)[order]
    measured: Any = np.array([slopes[at] for at in order])
    if check.x.dtype.kind != "c":
        measured, claimed = measured.real, claimed.real
    known = np.isfinite(measured) & np.isfinite(claimed)
    return _Sampled(np.array(order, int)[known], claimed[known], measured[known])


def _near(a: Array, b: Array) -> Any:
    a, b = np.asarray(a), np.asarray(b)
    size = np.maximum(abs(a), abs(b))
    return abs(a - b) <= NEAR * size + 1e-4 * float(size.mean() if size.size else 0.0)


def _factor(check: TargetCheck, claimed: Array, slopes: Array) -> Fault | None:
    factor = np.vdot(slopes, claimed) / np.vdot(slopes, slopes)
    if abs(factor) < 1e-12:
        return None
    if (abs(claimed - factor * slopes) <= 2e-3 * abs(claimed) + 1e-4 * abs(claimed).mean()).all():
        if abs(factor + 1) < 1e-2:
            return Fault("sign", "the gradient has the wrong sign")
        if abs(np.imag(factor)) < 1e-6 * abs(factor):
            return Fault(
                "factor", f"the gradient is {factor.real:.4g} times the slope{_count_hint(check, factor.real)}"
            )
        return Fault("factor", f"the gradient is {factor:.4g} times the slope")
    if check.x.dtype.kind == "c" and _near(claimed.conj(), slopes).all():
        return Fault("conjugate", "the gradient is the conjugate of the right gradient")
    return None


def _count_hint(check: TargetCheck, factor: float) -> str:
    counts = {check.x.size: "elements", **{d: f"elements along axis {i}" for i, d in enumerate(check.x.shape)}}
    for count, what in counts.items():
        if count > 2 and (abs(factor / count - 1) < 1e-2 or abs(factor * count - 1) < 1e-2):
            return f": there are {count} {what}"
    return ""


def _rearranged(check: TargetCheck, gradient: Array, sampled: _Sampled) -> Iterator[Fault]:
    shape = check.x.shape
    gradient = widened(gradient).reshape(shape)

    def fits(other: Array) -> bool:
        return bool(_near(other.reshape(-1)[sampled.places], sampled.slopes).all())

    if len(shape) > 1:
        for turned in (np.swapaxes(gradient, -1, -2), gradient.T, gradient.reshape(shape[::-1]).T):
            if turned.shape == shape and fits(turned):
                yield Fault("transposed", "the gradient is the transpose of the right gradient")
    for axis in range(len(shape)):
        if shape[axis] > 2:
            if fits(np.flip(gradient, axis)):
                yield Fault("order", f"the gradient is in reverse order along axis {axis}")
            for shift in (1, -1):
                if fits(np.roll(gradient, shift, axis)):
                    yield Fault("order", f"the gradient is shifted by one along axis {axis}")


def _of_another(
    check: TargetCheck, gradient: Array, others: Sequence[tuple[str, TargetCheck]], sampled: _Sampled
) -> Fault | None:
    for name, other in others:
        if other.x.shape != check.x.shape or other.gradient.shape != check.x.shape:
            continue
        places = [int(p) for p in sampled.places]
        slopes = other.sample(places)
        theirs: Any = np.array([slopes[p] for p in places])
        if _near(sampled.claimed, theirs if check.x.dtype.kind == "c" else theirs.real).all():
            if _near(other.gradient.reshape(-1)[places], sampled.slopes).all():
                return Fault("swapped", f"the gradient is swapped with the gradient of {name}")
            return Fault("another", f"backward returns the gradient of {name} here")
    return None


def _only_somewhere(check: TargetCheck, sampled: _Sampled) -> Fault | None:
    """Find a range of values or indices of the input that contains exactly the wrong elements.

    Return None if there is no such range. The text of the fault gives the numbers of wrong and right elements that were
    measured, because other values may behave differently.
    """
    wrong = ~sampled.right
    if not wrong.any() or (~wrong).sum() < 2 or _is_right_by_chance(sampled, wrong):
        return None
    where = next(_separations(check, sampled, wrong), None)
    if where is None:
        return None
    inside = _factor(check, sampled.claimed[wrong], sampled.slopes[wrong]) if sampled.slopes[wrong].any() else None
    there = (
        f"; there {inside.text}"
        if inside
        else "; there the gradient is zero"
        if not sampled.claimed[wrong].any()
        else ""
    )
    counts = f"{wrong.sum()} wrong and {(~wrong).sum()} right elements were measured"
    return Fault("only where", f"the gradient is wrong only {where} ({counts}){there}")


def _is_right_by_chance(sampled: _Sampled, wrong: Array) -> bool:
    """Return True if a formula that is wrong everywhere gives right values at a few elements by chance."""
    claimed, slopes = sampled.claimed[wrong], sampled.slopes[wrong]
    errors = abs(claimed - slopes) / np.maximum(abs(claimed), abs(slopes))
    return bool((~wrong).sum() < FEW * wrong.size and errors.min() < 5 * NEAR)


def _separations(check: TargetCheck, sampled: _Sampled, wrong: Array) -> Iterator[str]:
    if check.x.dtype.kind != "c":
        x = widened(check.x).reshape(-1)[sampled.places]
        yield from _thresholds("x", x, wrong)
        yield from _thresholds("|x|", abs(x), wrong)
    indices = np.unravel_index(sampled.places, check.x.shape) if check.x.ndim else ()
    for axis, along in enumerate(indices):
        bad = np.unique(along[wrong])
        if not np.isin(along[~wrong], bad).any() and len(bad) <= max(1, len(np.unique(along)) // 2):
            rows = ", ".join(map(str, bad[:4])) + (", ..." if len(bad) > 4 else "")
            yield f"at index {rows} of axis {axis}"
    weights = [w for w in check.trial.weights if w is not None and w.shape == check.x.shape and w.dtype.kind != "c"]
    for w in weights:
        yield from _thresholds("dy", w.reshape(-1)[sampled.places], wrong)


def _thresholds(name: str, values: Array, wrong: Array) -> Iterator[str]:
    low, high = values[wrong], values[~wrong]
    if min(low.size, high.size) < FEWEST:
        return
    if low.max() < high.min():
        yield f"where {name} {_bound('<', low.max(), high.min())}"
    if low.min() > high.max():
        yield f"where {name} {_bound('>', low.min(), high.max())}"
    if (low == low[0]).all() and (high != low[0]).all():
        yield f"where {name} is {low[0]:.4g}"


def _bound(sign: str, wrong: float, right: float) -> str:
    """Return the bound between wrong and right input values as text: `< 0`, `<= 0`, or a number between two values."""
    if wrong == 0:
        return f"{sign}= 0"
    if right == 0 or wrong * right < 0:
        return f"{sign} 0"
    for digits in range(1, 6):
        middle = float(f"{(wrong + right) / 2:.{digits}g}")
        if min(wrong, right) < middle < max(wrong, right):
            return f"{sign} {middle:g}"
    return f"{sign}= {wrong:.6g}"


def _passed_on(check: TargetCheck, sampled: _Sampled) -> Fault | None:
    for weights in check.trial.weights:
        if weights is None or weights.shape != check.x.shape:
            continue
        if _near(sampled.claimed, weights.reshape(-1)[sampled.places]).all():
            return Fault("passed on", "the gradient is equal to dy: the derivative of the function is missing")
    return None


def _missing_sum(check: TargetCheck, sampled: _Sampled) -> Fault | None:
    """Find an axis along which the error is constant, because the gradient lacks a sum over this axis.

    Return None if there is no such axis.
    """
    shape = check.x.shape
    if len(sampled.places) < 4 or len(shape) < 1 or len(sampled.places) < check.x.size:
        return None
    missing: Any = (sampled.slopes - sampled.claimed).reshape(shape)
    size = abs(missing).max()
    for axis in range(len(shape) - 1, -1, -1):
        if (
            shape[axis] > 1
            and np.ptp(missing.real, axis=axis).max() <= NEAR * size
            and np.ptp(missing.real) > size * NEAR
        ):
            return Fault(
                "term", f"the gradient lacks a term that is constant along axis {axis}, perhaps a sum over this axis"
            )
    return None
