"""Measured replay: executes past runs again at full speed, and passes values of selected variables to a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.debug.taps.probes import ProbePass
from opscope.ir.program.program import Operator, Program, Variable
from opscope.runtime.plan import Plan

Wants = Callable[[str, Operator, Program], bool]  # True to pass on the values that an operator writes to a name
OnValue = Callable[[str, Operator, Any], None]


class MeasuredReplay:
    """Object that replays the runs of a journal.

    The function `on_value` is called with each value that `wants` selects, directly after the value was written.

    Like a `Replayer`, this object stores the state after its last run, so that each run of a sequence is executed only
    once. Before a run that is executed only to reach a later run, the function `check` is called. If `check` raises an
    error, the replay ends. The compiler passes `passes` add other probes.
    """

    def __init__(
        self,
        wants: Wants,
        on_value: OnValue,
        check: Callable[[], None] = lambda: None,
        passes: Sequence[ProbePass] = (),
    ) -> None:
        self._scope = ReplayScope([_WriteProbes(wants, self._observe), *passes])
        self._on_value = on_value
        self._check = check
        self._measuring = False
        self._segment: Segment | None = None
        self._next = 0  # index in its segment of the run that follows the current state of the scope

    def open(self, segment: Segment, index: int) -> None:
        """Restore the state that existed before a run of a segment."""
        begin, self._next = self._next, -1  # unknown while runs are executed
        if segment is not self._segment or not 0 <= begin <= index:
            self._segment, begin = None, 0
            self._scope.restore(segment.keyframe)
            self._segment = segment
        for record in segment.records[begin:index]:
            self._check()
            self._scope.run(record)
        self._scope.restore(segment.records[index].scope_changes)
        self._next = index

    def loaded(self, name: str) -> Any:
        """Return the current value of a persistable variable.

        Between `open` and `run`, this is the value that the run will load.
        """
        return self._scope.scope.array(name)

    def run(self) -> bool:
        """Execute the opened run again.

        Returns False if the run was executed operator by operator, so that no values were passed to `on_value`.
        """
        assert self._segment is not None
        index, self._next = self._next, -1
        self._measuring = True
        try:
            measured = self._scope.run(self._segment.records[index])
        finally:
            self._measuring = False
        self._next = index + 1
        return measured

    def _observe(self, name: str, operator: Operator, value: Any) -> None:
        if self._measuring:
            self._on_value(name, operator, value)


class _WriteProbes(ProbePass):
    """Compiler pass that adds the probes of a measured replay to a plan."""

    def __init__(self, wants: Wants, on_value: OnValue) -> None:
        super().__init__((), self._observe)
        self._wants = wants
        self._on_value = on_value

    def _is_probed(self, name: str, operator: Operator | None, plan: Plan) -> bool:
        return operator is not None and self._wants(name, operator, operator.block.program)

    def _observe(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        assert operator is not None
        self._on_value(variable.name, operator, value)


def writers(plan: Plan, name: str) -> list[tuple[Operator, bool]]:
    """Return the operators of a plan that write a variable, each with a flag.

    The flag is True if the operator is in a block inside another operator.
    """
    found: list[tuple[Operator, bool]] = []
    for instruction in plan.instructions:
        if name in instruction.operator.outputs:
            found.append((instruction.operator, False))
        for inner in instruction.plans:
            found += [(operator, True) for operator, _ in writers(inner, name)]
    return found


def final_value(replay: MeasuredReplay, record: RunRecord, written: dict[str, Any], name: str) -> Any:
    """Return the value of a variable at the end of the run that was just executed; None without a value.

    Only values in the outermost block count. `written` has the last values that operators of this block have written.
    """
    if name in written:
        return written[name]
    plan = record.plan
    if any(loaded == name for loaded, _ in plan.loads):
        return replay.loaded(name)
    return record.feeds.get(name)


class FinalValues:
    """Values of one variable at the ends of recorded runs.

    It takes the least time to request the values in the order of the runs.
    """

    def __init__(self, name: str, check: Callable[[], None] = lambda: None) -> None:
        self.name = name
        self._written: dict[str, Any] = {}
        self._replay = MeasuredReplay(lambda written, operator, program: written == name, self._note, check)

    def of(self, segment: Segment, index: int) -> Any:
        """Return the value at the end of a run; None if the variable has no value.

        The returned value is valid until the next call. Raises NotMeasured if the run must be executed operator by
        operator.
        """
        self._written.clear()
        self._replay.open(segment, index)
        if not self._replay.run():
            raise NotMeasured
        return final_value(self._replay, segment.records[index], self._written, self.name)

    def _note(self, name: str, operator: Operator, value: Any) -> None:
        if operator.block.parent_idx < 0:
            self._written[name] = value


class NotMeasured(Exception):
    """Raised if the values of a run cannot be measured, because the run must be executed operator by operator."""
