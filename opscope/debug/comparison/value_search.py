"""Search for the first differing value of two runs.

The search also measures the growth of the difference from the first differing value to the loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import dtype_name
from opscope.core.place import has_numbers, to_host
from opscope.debug.comparison.alignment import Alignment
from opscope.debug.comparison.change import where
from opscope.debug.comparison.value_difference import ArrayDifference, ShapeDifference, compare
from opscope.debug.values.run_trace import ExecutedOperator, NamedValues, operator_key
from opscope.ir.program.program import Operator, Parameter
from opscope.names.shown_name import label

GIVEN = "given"  # operator text of a value that no operator of the run made


@dataclass(frozen=True)
class DifferingValue:
    """A value that differs between two runs.

    Attributes:
        step: the step in which the value was computed, or 0 before the first step.
        name: the name of the value in run `a`.
        other_name: the name of the value in run `b`.
        operator: the operator that computed the value, as text, for example `h.tmp_0 = tanh(x)`. If the value comes
            from outside the run, the text is "given to" and the operator that reads the value.
        op: the number of the operator in run `a`, or -1 for a value from outside the run.
        site: the user's line in run `a`.
        source: source code of the line `site`.
        dtype: dtype of the value in run `a`.
        shape: shape of the value in run `a`.
        difference: the difference at the element that differs most.
        inputs: the inputs of the operator, as pairs of a name and a text about the difference in this input. The text
            is "" if the input does not differ.
        around: the elements of the value in run `a` around the element that differs most, as a matrix.
        other_around: the elements of the value in run `b` at the same positions.
        phase: phase of the operator: "forward", "backward" or "optimize".
        draws: True if the operator draws random numbers.
        called: name of the value in the user's code, for example `net.fc.weight` for `linear_0.w_0`, or "" if the name
            is unknown.
    """

    step: int
    name: str
    other_name: str
    operator: str
    op: int
    site: str
    source: str
    dtype: str
    shape: tuple[int, ...]
    difference: ArrayDifference
    inputs: tuple[tuple[str, str], ...] = ()
    around: Any = None
    other_around: Any = None
    phase: str = "forward"
    draws: bool = False
    called: str = ""

    def __str__(self) -> str:
        step = f"step {self.step}: " if self.step else ""
        return f"{step}{label(self.name, self.called)} {self.dtype}{dims.text(self.shape)}: {self.difference.text}"


@dataclass(frozen=True)
class DifferenceGrowth:
    """Magnitude of the difference in one of the differing values.

    `spread` is the largest |a - b|, divided by the largest magnitude of the two values.
    """

    name: str
    operator: str
    phase: str
    spread: float
    called: str = ""  # its name in the user's code


class TraceComparison:
    """Comparison of the values in two traces of one step, operator by operator."""

    def __init__(self, aligned: Alignment, rtol: float, step: int) -> None:
        self.first: DifferingValue | None = None
        self.growth: list[DifferenceGrowth] = []
        self.given: list[DifferenceGrowth] = []  # differing values that no operator of the traces made
        self.below = 0.0  # the largest difference within the tolerance
        self.compared = 0  # number of values
        self.is_parameter = False  # True if the first differing value is a parameter
        self.step_ratio: float | None = None  # length of an optimizer's step in b over that in a
        self._other = {operator_key(other): one for one, other in aligned.pairs}
        self.updated: set[str] = set()  # names that the optimizer writes
        self._rtol = rtol
        self._step = step

    def run(self, a: list[ExecutedOperator], b: list[ExecutedOperator]) -> None:
        """Compare the values of two traces. The values of trace `a` stay in memory until the comparison ends."""
        executed = {(operator_key(e.operator), e.nth): e for e in a}
        makers = {id(value): e.operator for e in a for _, value in e.outputs}
        self.updated = {name for e in a if e.operator.phase == "optimize" for name, _ in e.outputs}
        made = {name for e in a for name, _ in e.outputs} - self.updated
        seen: dict[tuple[int, int], ArrayDifference | None] = {}  # by the ids of the two arrays, which live as long
        for event in b:
            one = self._other.get(operator_key(event.operator))
            former = None if one is None else executed.get((operator_key(one), event.nth))
            if former is None:
                continue
            inputs: list[tuple[str, str]] = []
            for name, x, other_name, y in _pairs(former.inputs, event.inputs):
                if (id(x), id(y)) not in seen:  # given, or made by an operator without a counterpart
                    found = seen[id(x), id(y)] = self._compare(x, y)
                    if found is not None:
                        if id(x) not in makers and name not in made:
                            self.given.append(DifferenceGrowth(name, "", former.operator.phase, found.spread))
                        self._note(makers.get(id(x)), former.operator, (name, other_name), (x, y), found, ())
                different = seen[id(x), id(y)]
                inputs.append((name, "" if different is None else different.text))
            for name, x, other_name, y in _pairs(former.outputs, event.outputs):
                found = seen[id(x), id(y)] = self._compare(x, y)
                if found is not None:
                    if self.first is None and former.operator.phase == "optimize" and former.inputs:
                        self.step_ratio = step_ratio(former.inputs[0][1], x, y)
                    self._note(former.operator, former.operator, (name, other_name), (x, y), found, tuple(inputs))

    def _compare(self, x: Any, y: Any) -> ArrayDifference | None:
        self.compared += 1
        found = compare(x, y, self._rtol)
        if found is None and self._rtol and (small := compare(x, y)) is not None:
            self.below = max(self.below, small.spread)
        return found

    def _note(
        self,
        maker: Operator | None,
        reader: Operator,
        names: tuple[str, str],
        values: tuple[Any, Any],
        found: ArrayDifference,
        inputs: tuple[tuple[str, str], ...],
    ) -> None:
        self.growth.append(DifferenceGrowth(names[0], "" if maker is None else repr(maker), reader.phase, found.spread))
        if self.first is not None:
            return
        variable = reader.block.find(names[0])
        self.is_parameter = isinstance(variable, Parameter) or names[0] in self.updated
        made_by = maker if maker is not None else variable if reader.block.program.is_built else reader
        made_at = None if made_by is None else made_by.site
        arrays = [to_host(value) for value in values]
        windows = [None, None] if isinstance(found, ShapeDifference) else [_window(x, found.index) for x in arrays]
        site, source = where(made_at)
        self.first = DifferingValue(
            step=self._step,
            name=names[0],
            other_name=names[1],
            operator=f"{GIVEN} to {reader!r}" if maker is None else repr(maker),
            op=-1 if maker is None else maker.id,
            site=site,
            source=source,
            dtype=dtype_name(arrays[0]),
            shape=arrays[0].shape,
            difference=found,
            inputs=inputs,
            around=windows[0],
            other_around=windows[1],
            phase=reader.phase if maker is None else maker.phase,
            draws=maker is not None and maker.op.random,
        )


def _window(array: Array, index: tuple[int, ...]) -> Array:
    """Return the elements around an index, as a matrix of at most 5 rows and 7 columns."""
    if not array.ndim or len(index) != array.ndim:
        return array.reshape(1, -1)[:, :1].copy()
    matrix = array[index[:-2]] if array.ndim >= 2 else array[None]
    at = (0, *index)[-2:]
    starts = [max(0, min(i - n // 2, size - n)) for i, n, size in zip(at, (5, 7), matrix.shape, strict=True)]
    return matrix[starts[0] : starts[0] + 5, starts[1] : starts[1] + 7].copy()


def step_ratio(before: Any, a: Any, b: Any) -> float | None:
    """Return the ratio of the update of a parameter in run `b` to its update in run `a`.

    Return None if the ratio is not the same for all elements.
    """
    old, one, other = (np.asarray(to_host(x), np.float64) for x in (before, a, b))
    if old.shape != one.shape or old.shape != other.shape:
        return None
    moved = np.abs(one - old) > 0.1 * np.max(np.abs(one - old), initial=0.0)
    if not moved.any():
        return None
    ratios = (other - old)[moved] / (one - old)[moved]
    middle = float(np.median(ratios))
    return middle if np.allclose(ratios, middle, rtol=1e-2) else None


def _pairs(a: NamedValues, b: NamedValues) -> Iterator[tuple[str, Any, str, Any]]:
    for (name, x), (other_name, y) in zip(a, b, strict=False):
        if has_numbers(x) and has_numbers(y):
            yield name, x, other_name, y
