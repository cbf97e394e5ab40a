"""Measures of the operators in a recorded step: time, memory, gradient norm, change.

The colors of the graph of a program show one of these measures.
"""

from __future__ import annotations

import math
import operator
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from opscope.core.place import to_host
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.values.run_trace import ExecutedOperator, trace
from opscope.debug.values.summaries import record_of
from opscope.errors import ArgumentError
from opscope.events import OperatorsMeasured
from opscope.ir.program.program import GRAD
from opscope.ops.library_words import words_of

TIMES = 5
"""The number of timed runs of a step. The median of these times hardly depends on a run that was slow by chance."""
PATIENCE = 0.5
"""The time in seconds after which no further timed run of the step starts."""


def measured(navigator: Navigator, by: str, step: int = 0, against: int = 0) -> OperatorsMeasured:
    """Execute a recorded step again, and measure its operators. `events.OperatorsMeasured` describes the result.

    `by` is the name of the measure. `step` is the number of the step, and 0 is the newest step. If the step is in
    progress, the previous step is measured instead. If an operator runs several times in the step, its times and bytes
    are added. For the other measures, the result is the maximum over these executions. Times are medians over several
    executions of the step. Raises ArgumentError for an unknown measure, and for times of eager code. Raises NotFound
    for a step that is not in the history.
    """
    if by != "change" and by not in MEASURES:
        raise ArgumentError(f"there is no measure {by!r}", fix=f"use one of {', '.join((*MEASURES, 'change'))}")
    live = navigator.live
    has_ended = live is None or live.record.step != step or step <= navigator.journal.step_range()[1]
    record = record_of(navigator, step if step and has_ended else None)
    if by == "time" and "recompute" not in record.kind.abilities:
        raise ArgumentError(
            f"the calls of {record.kind.name} have no times: {record.kind.why_not}",
            fix=words_of(record.ops_called()).with_static_program("color by memory or change", ", which has times"),
        )
    traced = trace(navigator.replay, record)
    former = 0
    if by == "change":
        former = against or record.step - 1
        before = _written(trace(navigator.replay, record_of(navigator, former)))
        numbers = _numbers(traced, lambda event: _change(event, before), max)
    else:
        both = max if by == "gradient" else operator.add
        numbers = _numbers(traced, MEASURES[by], both)
        if by == "time":
            start, all_runs = time.perf_counter(), [numbers]
            while len(all_runs) < TIMES and time.perf_counter() - start < PATIENCE:
                all_runs.append(_numbers(trace(navigator.replay, record), MEASURES[by], both))
            numbers = {own: statistics.median(run[own] for run in all_runs) for own in numbers}
    return OperatorsMeasured(
        by=by, step=record.step, against=former, ops=tuple(numbers), numbers=tuple(numbers.values())
    )


def _numbers(
    traced: list[ExecutedOperator],
    measure: Callable[[ExecutedOperator], float | None],
    both: Callable[[float, float], float],
) -> dict[int, float]:
    found: dict[int, float] = {}
    for event in traced:
        number = measure(event)
        if number is not None and math.isfinite(number):
            own = event.operator.id
            found[own] = both(found[own], number) if own in found else number
    return found


def _memory(event: ExecutedOperator) -> float:
    return float(sum(value.nbytes for _, value in event.outputs))


def _gradient(event: ExecutedOperator) -> float | None:
    return _norm([value for name, value in event.outputs if GRAD in name])


MEASURES: Mapping[str, Callable[[ExecutedOperator], float | None]] = {
    "time": lambda event: event.seconds,
    "memory": _memory,
    "gradient": _gradient,
}


def _written(traced: list[ExecutedOperator]) -> dict[tuple[int, int], dict[str, Any]]:
    found: dict[tuple[int, int], dict[str, Any]] = defaultdict(dict)
    for event in traced:
        found[event.operator.id, event.nth].update(event.outputs)
    return found


def _change(event: ExecutedOperator, before: Mapping[tuple[int, int], Mapping[str, Any]]) -> float | None:
    """Return the norm of the differences to the former values, divided by the norm of the former values.

    Values whose shape has changed are ignored.
    """
    former = before.get((event.operator.id, event.nth), {})
    pairs = [
        (to_host(value).astype("float64"), to_host(former[name]).astype("float64"))
        for name, value in event.outputs
        if name in former and former[name].shape == value.shape and value.dtype.kind in "fiub"
    ]
    size = _norm([old for _, old in pairs])
    if size is None:
        return None
    with np.errstate(all="ignore"):
        moved = _norm([new - old for new, old in pairs]) or 0.0
    return moved / size if size else float(moved > 0)


def _norm(values: list[Any]) -> float | None:
    """Return the square root of the sum of squares of all elements. Return None if there are no values."""
    if not values:
        return None
    with np.errstate(all="ignore"):
        return math.sqrt(sum(float(np.square(np.abs(to_host(value)).astype("float64")).sum()) for value in values))
