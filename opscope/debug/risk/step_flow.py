"""StepFlow: the calls of a step, and the connections from each output to the calls that read the output.

With these connections, a change of an output is followed to the results of the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import float_limits
from opscope.core.place import has_numbers
from opscope.debug.risk.amplification import Amplification, limit_of, relative, systematic
from opscope.debug.risk.wide_calls import Values, is_float, name_of, run_wide, wide
from opscope.debug.why.blame import HARMLESS
from opscope.debug.why.executions import ExecutedOp

NOISE = 1e-3  # gradients that are all smaller than this share of a gradient on their way are zero but for rounding
GRADIENT = 0.01  # a change of all gradients together by this share counts: the noise of a batch is larger
GRADIENTS = "the gradients"
Source = tuple[int, int]  # of a value: number of the call, position of the output


class Reach(NamedTuple):
    """A result of the step that changes, and the relative change of this result.

    The name GRADIENTS means the gradients of all parameters together.

    `through` is a call between the change and the result that cannot be repeated, so the effect of the change is
    unknown.
    """

    name: str
    share: float
    through: ExecutedOp | None = None


class StepFlow:
    """The calls of a step, in the order of execution."""

    def __init__(self, calls: Sequence[ExecutedOp]) -> None:
        self.calls = calls
        self.sources: list[list[Source | None]] = []
        self._read: set[Source] = set()  # by forward calls
        self._read_backward: set[Source] = set()
        self._gradients: dict[Source, None] = {}  # that an update of a parameter reads
        by_array: dict[int, Source] = {}
        by_name: dict[str, Source] = {}
        for number, call in enumerate(calls):
            found = [_source(name, value, by_array, by_name) for name, value in call.inputs]
            self.sources.append(found)
            known = [s for s in found if s is not None]
            if _is_update(call):
                self._gradients.update(dict.fromkeys(s for s in known if _is_backward(calls[s[0]])))
            elif _is_backward(call):
                self._read_backward.update(known)
            else:
                self._read.update(known)
            for position, (name, value) in enumerate(call.outputs):
                if has_numbers(value):
                    by_array[id(value)] = number, position
                if name is not None:
                    by_name[name] = number, position
        self._shadow: dict[Source, Any] | None = None

    def readers(self, number: int) -> list[int]:
        """Return the numbers of the calls that read an output of a call."""
        return [i for i, sources in enumerate(self.sources) if any(s is not None and s[0] == number for s in sources)]

    def in_float64(self, number: int, position: int) -> Any:
        """Return the output that a call has if the whole step is computed in float64.

        The computation begins with the recorded data of the step.
        """
        if self._shadow is None:
            self._shadow = {}
            for i, call in enumerate(self.calls):
                made = run_wide(call, [self._shadow.get(s, wide(v)) for s, v in self._inputs(i)])
                for q, (_, value) in enumerate(call.outputs):
                    self._shadow[i, q] = wide(value) if made is None else made[q]
        return self._shadow[number, position]

    def _inputs(self, number: int) -> list[tuple[Any, Any]]:
        return list(zip(self.sources[number], [v for _, v in self.calls[number].inputs], strict=True))

    # --- effect on results ---------------------------------------------------------------------------

    def reach(self, number: int, found: Amplification, eps: float, above: float) -> Reach | None:
        """Return the result of the step that changes most because the outputs of a call are not the exact outputs.

        Returns None if no result of the step changes.

        A result of the step is a value that no call reads, or a gradient from which a parameter is updated. The
        outputs of parameter updates do not count as results.
        """
        pairs: dict[Source, tuple[Any, Any]] = {}
        exact, changed = found.exact, found.changed
        only_not_finite = found.kind == "made" and not np.isfinite(exact[found.output][found.worst])
        if only_not_finite:  # also in float64: compared with a finite number, of which nothing else is known
            exact = [np.where(np.isfinite(v), v, HARMLESS) if is_float(v) else v for v in exact]
        self._add(pairs, number, exact, changed)
        through: ExecutedOp | None = None
        for i in range(number + 1, len(self.calls)):
            call = self.calls[i]
            if _is_update(call) or not any(s in pairs for s in self.sources[i]):
                continue
            both = [
                run_wide(call, [pairs[s][k] if s in pairs else wide(v) for s, v in self._inputs(i)]) for k in (0, 1)
            ]
            if both[0] is None or both[1] is None:
                through = through or (None if call.has_blocks else call)
                continue
            self._add(pairs, i, both[0], both[1])
        changes = [c for c in self._changes(pairs, eps, above) if not only_not_finite or np.isinf(c.share)]
        most = max(changes, key=lambda each: each.share, default=None)
        return most or (None if through is None else Reach("", 0.0, through))

    def _add(self, pairs: dict[Source, tuple[Any, Any]], number: int, exact: Values, changed: Values) -> None:
        for position, (one, other) in enumerate(zip(exact, changed, strict=False)):
            if is_float(one) and not np.array_equal(one, other, equal_nan=True):
                pairs[number, position] = one, other

    def _changes(self, pairs: dict[Source, tuple[Any, Any]], eps: float, above: float) -> list[Reach]:
        found: list[Reach] = []
        for (number, position), (one, other) in pairs.items():
            if not self._is_result(number, position):
                continue
            call = self.calls[number]
            name, recorded = call.outputs[position]
            info = float_limits(recorded)
            unit = max(eps, info.eps)
            changes = relative(one, other, info.tiny)
            places = systematic(changes / unit, limit_of(unit, above))
            if places:
                found.append(Reach(name or call.type, float(changes.reshape(-1)[places[0]])))
        share = self._change_of_gradients(pairs)
        return [*found, *([Reach(GRADIENTS, share)] if share >= GRADIENT else [])]

    def _is_result(self, number: int, position: int) -> bool:
        """Return True for a forward value that no call reads, or for a loss (a number that only backward calls read).

        The statistics of a normalization do not count as results, because a mean that should be zero is only noise.
        """
        call, source = self.calls[number], (number, position)
        if call.operator is not None and call.operator.phase != "forward":
            return False
        if source in self._read or (position and name_of(call).endswith("norm")):
            return False
        return source not in self._read_backward or self.calls[number].outputs[position][1].size == 1

    def _backward_values(self) -> list[Any]:
        made = [v for call in self.calls if _is_backward(call) for _, v in call.outputs]
        return [v for v in made if is_float(v) and v.size > 1 and np.isfinite(v).all()]

    def _change_of_gradients(self, pairs: dict[Source, tuple[Any, Any]]) -> float:
        """Return the relative change of all gradients together, as one vector.

        Single gradients are not compared, because a gradient that should be zero is only noise.
        """
        ends = self._gradients or {
            (i, q): None
            for i, call in enumerate(self.calls)
            if _is_backward(call)
            for q in range(len(call.outputs))
            if (i, q) not in self._read_backward
        }
        largest = [float(np.max(np.abs(wide(v)))) for v in self._backward_values()]
        apart, size = 0.0, max(largest, default=0.0) ** 2 * NOISE**2
        with np.errstate(all="ignore"):
            for source in ends:
                value = wide(self.calls[source[0]].outputs[source[1]][1])
                if not is_float(value):
                    continue
                one, other = pairs.get(source, (value, value))
                apart += _square(relative_difference(one, other))
                size += max(_square(one), _square(other))
        if not np.isfinite(apart):
            return float("inf")
        return float(np.sqrt(apart / size)) if size else 0.0


def relative_difference(one: Array, other: Array) -> Array:
    """Return the differences of the elements of two arrays.

    A difference is 0 if both elements are the same NaN or Inf.
    """
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    return np.where(same, 0.0, one - other)


def _square(array: Array) -> float:
    return float(np.sum(np.square(np.abs(array))))


def _source(name: str | None, value: Any, by_array: dict[int, Source], by_name: dict[str, Source]) -> Source | None:
    found = by_array.get(id(value)) if has_numbers(value) else None
    return found if found is not None or name is None else by_name.get(name)


def _is_update(call: ExecutedOp) -> bool:
    return call.operator is not None and call.operator.phase == "optimize"


def _is_backward(call: ExecutedOp) -> bool:
    return call.operator is not None and call.operator.phase == "backward"
