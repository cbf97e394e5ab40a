"""Amplification: the relative change of a call's output, divided by the relative change of the call's inputs.

The change and the error of the output are measured for each element, and are divided by the element. In a sum of
positive and negative terms, a result near zero has a large relative error. Among many results, some are near zero by
chance: even in correct sums, about one element in 1000 has an amplification of 1000. So an element counts only if more
elements have a large error than chance explains.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import float_limits
from opscope.debug.risk.wide_calls import Values, eps_of, is_float, moved, name_of, run_wide, wide
from opscope.debug.why.executions import ExecutedOp
from opscope.debug.why.operands import Index

DRAWS = 3  # moves of the inputs by random signs
CHANCE = 100  # times as many inexact elements as chance makes
SHOWN = 3  # elements of a call
HEADROOM = 0.7  # share of the largest exponent
SHARE_OF_VALUE = 0.25  # in narrow dtypes a change of a quarter of the value counts, whatever the units of rounding
# Their values near 0 are logarithms of numbers near 1, which are exact if the absolute error is small.
_LOGARITHMS = (
    *("log_softmax", "softmax_with_cross_entropy", "logsumexp", "log_sigmoid", "logsigmoid"),
    *("sigmoid_cross_entropy_with_logits", "bce_loss", "binary_cross_entropy", "nll_loss"),
)
_EXPONENTIALS = ("exp", "expm1", "sinh", "cosh")
# They jump: an input that is moved across a jump is not a rounding.
_JUMPS = (
    *("floor", "ceil", "round", "rint", "trunc", "sign", "floor_divide", "remainder", "elementwise_mod", "fmod"),
    *("heaviside", "frac", "cast_narrow", "one_hot", "histogram", "unique"),
)


class NotRepeatable(Exception):
    """Error for a call that cannot be repeated in float64."""


class Amplification(NamedTuple):
    """The most inexact elements of a call's output, worst element first.

    `kind` is one of these texts:

    - "made": finite inputs lead to NaN or Inf.
    - "underflow": the result is too small for the dtype.
    - "condition": small changes of the inputs change the result much.
    - "error": the result in float64 is different.
    - "range": the exponent of an exponential is so large that a somewhat larger exponent would overflow.

    `number` is the condition number or the error, in units of rounding. `exact`
    contains the outputs of the call in float64. `changed` contains outputs that the call could also have because of
    rounding.
    """

    kind: str
    output: int
    places: tuple[Index, ...]
    number: float
    condition: float
    error: float
    exact: Values
    changed: Values

    @property
    def worst(self) -> Index:
        """The index of the most inexact element."""
        return self.places[0]


def limit_of(eps: float, above: float) -> float:
    """Return the limit above which a change counts, in rounding units of the dtype."""
    return min(above, SHARE_OF_VALUE / eps)


def relative(one: Array, other: Array, least: float) -> Array:
    """Return, for each element, the distance divided by the larger magnitude. The result is from 0 to 2.

    The result is Inf if one of the two elements is NaN or Inf. Magnitudes below `least` count as `least`.
    """
    with np.errstate(all="ignore"):
        size = np.maximum(np.maximum(np.abs(one), np.abs(other)), least)
        found = np.abs(one - other) / size
        both = np.isfinite(one) & np.isfinite(other)
        same = (one == other) | (np.isnan(one) & np.isnan(other))
    return np.where(same, 0.0, np.where(both, found, np.inf))


def systematic(numbers: Array, limit: float) -> list[int]:
    """Return the flat indices of numbers above the limit, largest number first.

    Numbers are returned only if there are more large numbers than chance explains.
    """
    flat = np.asarray(numbers).reshape(-1)
    large = np.flatnonzero(flat >= limit)
    if not large.size:
        return []
    ordered = large[np.argsort(-flat[large], kind="stable")]
    ranks = np.arange(1, ordered.size + 1)
    counts = flat[ordered] * ranks / flat.size >= CHANCE
    return ordered[np.argmax(counts) :][:SHOWN].tolist() if counts.any() else []


def measured(call: ExecutedOp, above: float, given: Collection[int]) -> Amplification | None:
    """Measure the amplification of a call.

    Return None if the call amplifies nothing by more than `above`, or does not compute floats from floats. `given`
    contains the positions of the inputs that no call of the step has computed. Raises NotRepeatable if the call cannot
    be repeated.
    """
    floats = [v for _, v in call.inputs if is_float(v)]
    if not floats or not any(is_float(v) for _, v in call.outputs) or call.op.random or name_of(call) in _JUMPS:
        return None
    exact = run_wide(call, [wide(v) for _, v in call.inputs])
    if exact is None:
        raise NotRepeatable
    rng = np.random.default_rng(0)
    tries = [] if call.is_update else [run_wide(call, _moved_inputs(call, rng, given)) for _ in range(DRAWS)]
    outputs = [_Output(call, i, exact, [t for t in tries if t is not None], above) for i in range(len(call.outputs))]
    found = [each for output in outputs for each in output.found()]
    return max(found, key=lambda each: (each.kind == "made", each.kind != "range", each.number), default=None)


def _moved_inputs(call: ExecutedOp, rng: np.random.Generator, given: Collection[int]) -> Sequence[Any]:
    """Change all float inputs by one unit in the last place.

    For a gradient, change only the inputs from the backward pass. The other inputs of a gradient must stay consistent.
    For example, the gradient of a maximum compares inputs with outputs.
    """
    forward = call.op.forward
    kept = 0 if forward is None else len(forward.residuals.inputs) + len(forward.residuals.outputs)
    by_name: dict[Any, Any] = {}
    found: list[Any] = []
    for position, (name, value) in enumerate(call.inputs):
        if not is_float(value) or position < kept:
            found.append(wide(value))
            continue
        key = position if name is None else name
        if key not in by_name:
            by_name[key] = moved(value, rng, position in given)
        found.append(by_name[key])
    return found


class _Output:
    """Measurement of one output of a call. An update of a parameter is only tested for NaN and Inf.

    The reason is that a parameter near zero may change by much more than its own size, and that its gradient may be
    noise.
    """

    def __init__(self, call: ExecutedOp, output: int, exact: Values, tries: Sequence[Values], above: float) -> None:
        self._call, self._output, self._exact, self._tries = call, output, exact, tries
        floats = [v for _, v in call.inputs if is_float(v)]
        self._finite = all(bool(np.isfinite(wide(v)).all()) for v in floats)
        self._eps = max(eps_of(v) for v in floats)
        self._above = above

    def found(self) -> list[Amplification]:
        """Return the elements whose amplification is above the limit, as an Amplification for each kind."""
        recorded = self._call.result(self._output)
        if not is_float(recorded) or not recorded.size or not is_float(self._exact[self._output]):
            return []
        info, value, exact = float_limits(recorded), wide(recorded), self._exact[self._output]
        least = 1.0 if name_of(self._call) in _LOGARITHMS else info.tiny
        error = relative(value, exact, least) / info.eps
        changes = [relative(each[self._output], exact, least) / self._eps for each in self._tries]
        condition = np.max(changes, axis=0) if changes else np.zeros(value.shape)
        limit = limit_of(max(self._eps, info.eps), self._above)
        recorded_outputs = [wide(v) for _, v in self._call.outputs]

        def element(kind: str, numbers: Array, changed: Values, least: float = limit) -> list[Amplification]:
            places = systematic(numbers, least) if kind != "range" else _largest(numbers, least)
            at = [tuple(int(i) for i in np.unravel_index(place, numbers.shape)) for place in places]
            if not at:
                return []
            number, off, by = float(numbers[at[0]]), float(error[at[0]]), float(condition[at[0]])
            return [Amplification(kind, self._output, (*at,), number, by, off, self._exact, changed)]

        made = ~np.isfinite(value) & (self._finite | np.isfinite(exact))
        if made.any():
            return element("made", np.where(made, np.inf, 0.0), recorded_outputs)
        if self._call.is_update:
            return []
        known = np.isfinite(exact)
        found = element("underflow", _lost(value, exact, info), recorded_outputs)
        found += element("error", np.where(known, error, 0.0), recorded_outputs)
        if changes:
            largest = int(np.argmax([float(np.max(c)) for c in changes]))
            found += element("condition", np.where(known, condition, 0.0), self._tries[largest])
        if not found and name_of(self._call) in _EXPONENTIALS:
            exponents = np.abs(wide(self._call.array(0)))
            growing = np.where(known & (np.abs(exact) > 1), exponents, 0.0)
            found += element("range", growing, recorded_outputs, HEADROOM * float(np.log(info.max)))
        return found


def _lost(value: Array, exact: Array, info: Any) -> Array:
    """Return the errors, in units of rounding, of elements that are too small for normal numbers of the dtype."""
    small = (np.abs(value) < info.tiny) & (np.abs(exact) > 0) & np.isfinite(exact)
    with np.errstate(all="ignore"):
        lost = np.abs(value - exact) / np.where(exact == 0, 1.0, np.abs(exact)) / info.eps
    return np.where(small, lost, 0.0)


def _largest(numbers: Array, least: float) -> list[int]:
    flat = numbers.reshape(-1)
    return [int(i) for i in np.argsort(-flat, kind="stable")[:SHOWN] if flat[i] >= least]
