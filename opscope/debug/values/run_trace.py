"""Trace of a run: the values that each operator of the run has read and written, in execution order.

To make the trace of a run of a program, the run is executed again, position by position. For eager code, the values
come from the record of the run. The arrays in a trace are not copied, because no run writes to an array that another
run can read.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import has_numbers
from opscope.debug.replay.program_frame import Named
from opscope.debug.replay.program_kind import Cursor, RunRecord
from opscope.debug.replay.replayer import Replayer
from opscope.ir.program.program import Operator

NamedValues = tuple[tuple[str, Any], ...]


class ExecutedOperator(NamedTuple):
    """An execution of an operator, with its inputs and outputs.

    `nth` is the number of earlier executions of this operator in the run. `seconds` is the time from the operator's
    position to the next position, or 0 for eager code.
    """

    operator: Operator
    nth: int
    inputs: NamedValues
    outputs: NamedValues
    seconds: float = 0.0


def operators_of(records: Sequence[RunRecord]) -> list[Operator]:
    """Return the operators of some runs, in order.

    The operators in a block follow the operator that contains the block.
    """
    found: list[Operator] = []
    for record in records:
        found += record.operators()
    return found


def operator_key(operator: Operator) -> tuple[int, int]:
    """Return a key that identifies an operator among the operators of all programs."""
    return operator.block.program.id, operator.id


def trace(replay: Replayer, record: RunRecord) -> list[ExecutedOperator]:
    """Return the executed operators of a run, with the values that they have read and written.

    If the run has failed, the trace ends at the operator that has failed.
    """
    if "recompute" not in record.kind.abilities:
        return _recorded_trace(replay.open_run(record.run))
    recorder = _Recorder()
    with np.errstate(all="ignore"):  # the run itself has already warned
        cursor = replay.open_program(record.run)
        if record.error:
            cursor.visit_until(recorder.visit, record.ticks - 1)
        else:
            cursor.visit(recorder.visit)
    return recorder.found


class _Recorder:
    """Recorder of executed operators. Its method `visit` is called at every position of a run."""

    def __init__(self) -> None:
        self.found: list[ExecutedOperator] = []
        self._counts: Counter[int] = Counter()
        self._reading: list[tuple[Operator, NamedValues, float] | None] = []  # by depth: the running operator

    def visit(self, cursor: Cursor) -> None:
        depth = cursor.depth
        del self._reading[depth + 1 :]
        while len(self._reading) <= depth:
            self._reading.append(None)
        now = time.perf_counter()
        running, self._reading[depth] = self._reading[depth], None
        if running is not None and running[0] is cursor.previous_operator:
            operator, inputs, start = running
            outputs = _values(operator.outputs, cursor.frames()[-1].value)
            count = self._counts[operator.id]
            self._counts[operator.id] += 1
            self.found.append(ExecutedOperator(operator, count, inputs, outputs, now - start))
        if (following := cursor.next_operator) is not None:
            self._reading[depth] = following, _values(following.inputs, cursor.lookup), time.perf_counter()


def _values(names: Sequence[str | None], lookup: Callable[[str], Any]) -> NamedValues:
    return tuple((name, value) for name in names if name is not None and has_numbers(value := lookup(name)))


def _recorded_trace(cursor: Cursor) -> list[ExecutedOperator]:
    """Return the finished calls of a run in order, with the recorded values."""
    ended = sorted((call for call in cursor.calls(None) if call.end >= 0), key=lambda call: call.end)
    return [ExecutedOperator(call.operator, 0, _recorded(call.inputs), _recorded(call.outputs)) for call in ended]


def _recorded(values: Iterable[Named]) -> NamedValues:
    return tuple((name, value) for name, value in values if name is not None and value is not None)
