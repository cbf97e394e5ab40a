"""Search for the recorded runs in which a condition may be true.

The journal contains small values that runs have returned, so conditions on these values need no replay. To measure
other values, the run is replayed at full speed. A run is examined position by position only if this measurement does
not show whether the condition is true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opscope.debug.conditions.condition import Condition
from opscope.debug.navigation.breakpoint_table import Breakpoint
from opscope.debug.navigation.watch_probes import WatchProbes
from opscope.debug.replay.absorbed_values import Expectation
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.measured_replay import MeasuredReplay, final_value, writers
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.taps.named_variables import NamedVariables
from opscope.debug.taps.selector import selected_values, selector_of
from opscope.errors import ArgumentError
from opscope.ir.program.program import Operator, Program
from opscope.runtime.plan import Plan

Truths = frozenset[bool] | None  # values of a condition in a run, where known; None: not measurable
AppliesTo = Callable[[str, Operator | None, Program], bool]

NOT_MEASURED: Truths = None


class MeasuredCondition(NamedTuple):
    """A condition whose values are measured in a replay.

    If `applies_to` is set, the condition reads `value`, which stands for each value that `applies_to` selects.
    Otherwise, the condition reads variables.
    """

    condition: Condition
    applies_to: AppliesTo | None = None

    @property
    def is_measurable(self) -> bool:
        """True if the condition depends only on values, and not on the position or on the operator at the position."""
        condition = self.condition
        if self.applies_to is not None:
            return not (condition.names() or condition.previous_names())
        return not (condition.about_value or condition.about_place)


class _Reads(NamedTuple):
    """The values of a plan that a condition reads. `condition` is bound to the plan's program."""

    condition: Condition
    names: tuple[str, ...]
    previous: tuple[str, ...]
    once: bool  # True if each name is written at most once, in the outermost block
    computed: tuple[str, ...]  # names that operators write
    loaded: bool  # True if the run loads one of the names
    is_measurable: bool  # False if the order of the writes matters


class ConditionScan:
    """Measurement of conditions and breakpoints in the recorded runs, one segment of the journal after the other.

    The function `check` is called once for each run. If `check` raises an exception, the scan ends.
    """

    def __init__(
        self,
        conditions: Sequence[MeasuredCondition],
        check: Callable[[], None] = lambda: None,
        breakpoints: Sequence[Breakpoint] = (),
        expected: Sequence[Expectation] = (),
    ) -> None:
        self.conditions = tuple(conditions)
        self._check = check
        self._watched = bool(breakpoints)
        self._suspicious = False  # True if a breakpoint may be hit in the current run
        watches = WatchProbes(breakpoints, lambda: self._environment.record, self._suspect, expected)
        self._replay = MeasuredReplay(self._wants, self._on_value, passes=[watches] if breakpoints else ())
        self._reads: dict[Plan, tuple[_Reads | None, ...]] = {}
        self._bound_conditions: dict[tuple[Condition, Program], Condition | None] = {}
        self._previous: dict[Program, dict[str, Any]] = {}  # values at the end of the newest step of each program
        self._environment: _ScanEnvironment
        self._found: list[set[bool] | None] = []  # results for each condition in the current run
        self._written: dict[str, Any] = {}

    def truths(self, segment: Segment) -> list[Truths]:
        """Return, for each run of a segment, the set of truth values that the conditions had during the run."""
        records = segment.records
        if segment.isolated and self._watched and not self.conditions:
            return [frozenset[bool]() if record.is_finite else NOT_MEASURED for record in records]
        if segment.isolated or not all(measured.is_measurable for measured in self.conditions):
            return [NOT_MEASURED] * len(records)
        self._previous = {}
        if self._watched or any(measured.applies_to is not None for measured in self.conditions):
            return self._replayed(segment)
        found: list[Truths] = []
        for record in records:
            self._check()
            try:
                found.append(self._from_journal(record))
            except _NotInJournal:
                self._previous = {}
                return self._replayed(segment)
        return found

    # --- without a replay ---------------------------------------------------------------------------

    def _from_journal(self, record: RunRecord) -> Truths:
        """Return the truth values of the conditions from the values in a run's record.

        Raises _NotInJournal if the record does not contain all needed values.
        """
        if record.error or record.edits:
            self._previous.pop(record.plan.block.program, None)
            return NOT_MEASURED
        found, measured = set[bool](), True
        before = self._before(record)
        ends: dict[str, Any] = {}
        for reads in self._reads_of(record.plan):
            if reads is None or not reads.is_measurable:
                self._previous.pop(record.plan.block.program, None)
                return NOT_MEASURED
            if reads.loaded or not reads.once:
                raise _NotInJournal
            values = {name: _recorded(record, name, name in reads.computed) for name in reads.names}
            ends.update((name, values[name]) for name in reads.previous)
            try:
                truth = reads.condition.known(_ScanEnvironment(record, values, before or {}))
            except ArgumentError:
                return NOT_MEASURED
            if truth is not None:
                found.add(truth)
            measured = measured and not (reads.previous and before is None)
        if record.step:
            self._previous[record.plan.block.program] = ends
        return frozenset(found) if measured else NOT_MEASURED

    def _before(self, record: RunRecord) -> dict[str, Any] | None:
        """Return the values at the end of the program's previous step. Return None if these values are unknown."""
        if record.step <= 1:
            return {}
        return self._previous.get(record.plan.block.program)

    # --- with a replay ------------------------------------------------------------------------------

    def _replayed(self, segment: Segment) -> list[Truths]:
        found: list[Truths] = []
        for index, record in enumerate(segment.records):
            self._check()
            self._replay.open(segment, index)
            found.append(self._measure(record))
        return found

    def _measure(self, record: RunRecord) -> Truths:
        """Execute the opened run, and evaluate each condition whenever a value that the condition reads is written."""
        each = self._reads_of(record.plan)
        known = [reads for reads in each if reads is not None]
        names = {name for reads in known for name in reads.names}
        loads = {name for name, _ in record.plan.loads}
        values = {name: self._replay.loaded(name) for name in names & loads}
        values |= {name: record.feeds[name] for name in names if name in record.feeds}
        before, needed = self._before(record), {name for reads in known for name in reads.previous}
        measured = len(known) == len(each) and all(reads.is_measurable for reads in known)
        measured = measured and not (needed and before is None)
        self._environment = _ScanEnvironment(record, values, before or {})
        self._found, self._written = [set() for _ in self.conditions], {}
        self._evaluate(None)
        self._evaluate_feeds(record)
        self._suspicious = False
        lowered = self._replay.run()
        measured = measured and lowered
        self._previous.pop(record.plan.block.program, None)
        if needed and record.step and lowered:
            ends = {name: final_value(self._replay, record, self._written, name) for name in needed}
            ends = {name: value.copy() for name, value in ends.items() if hasattr(value, "dtype")}
            self._previous[record.plan.block.program] = ends
        if not measured or any(found is None for found in self._found):
            return NOT_MEASURED
        suspected = {True} if self._suspicious else set[bool]()
        return frozenset(suspected.union(*(found for found in self._found if found is not None)))

    def _suspect(self) -> None:
        self._suspicious = True

    def _wants(self, name: str, operator: Operator, program: Program) -> bool:
        for measured in self.conditions:
            if measured.applies_to is not None:
                if measured.applies_to(name, operator, program):
                    return True
            elif (condition := self._bound(measured.condition, program)) is not None and name in condition.names():
                return True
        return False

    def _on_value(self, name: str, operator: Operator, value: Any) -> None:
        environment = self._environment
        if operator.block.parent_idx < 0:
            self._written[name] = value
        environment.values[name] = value
        environment.of_value(name, value, operator)
        self._evaluate(name)
        for at, measured in enumerate(self.conditions):
            if measured.applies_to is not None and measured.applies_to(name, operator, operator.block.program):
                self._add(at, measured.condition)

    def _evaluate(self, name: str | None) -> None:
        """Evaluate the conditions on variables.

        If `name` is not None, evaluate only conditions that read this variable.
        """
        environment = self._environment
        for at, reads in enumerate(self._reads_of(environment.record.plan)):
            if reads is not None and self.conditions[at].applies_to is None and (name is None or name in reads.names):
                self._add(at, reads.condition)

    def _evaluate_feeds(self, record: RunRecord) -> None:
        """Evaluate the conditions on `value` for each fed value. A fed value counts as written when the run begins."""
        for at, measured in enumerate(self.conditions):
            for name, _ in record.plan.feeds if measured.applies_to is not None else ():
                if measured.applies_to is not None and measured.applies_to(name, None, record.plan.block.program):
                    self._environment.of_value(name, record.feeds[name], None)
                    self._add(at, measured.condition)

    def _add(self, at: int, condition: Condition) -> None:
        found = self._found[at]
        if found is None:
            return
        try:
            truth = condition.known(self._environment)
        except ArgumentError:
            self._found[at] = None
            return
        if truth is not None:
            found.add(truth)

    def _reads_of(self, plan: Plan) -> tuple[_Reads | None, ...]:
        """Return, for each condition, the values of a plan that the condition reads.

        The result is None for a condition with names that the program of the plan does not have.
        """
        found = self._reads.get(plan)
        if found is None:
            found = self._reads[plan] = tuple(
                _reads(self._bound(measured.condition, plan.block.program), plan) for measured in self.conditions
            )
        return found

    def _bound(self, condition: Condition, program: Program) -> Condition | None:
        """Return the condition for a program; None if the condition cannot be measured."""
        key = condition, program
        if key not in self._bound_conditions:
            known = NamedVariables([program])
            try:
                found = condition.bind(known)
                meant = {name: selected_values(program, selector_of(name)) for name in found.names()}
                is_clear = all(len(values) == 1 for values in meant.values())
                found = found.rename({name: values[0] for name, values in meant.items()}) if is_clear else None
            except ArgumentError:
                found = None if any(name in known for name in condition.names()) else condition
            self._bound_conditions[key] = found
        return self._bound_conditions[key]


class _ScanEnvironment:
    """The values that measured conditions read: present values of a run, and values at the end of the previous step."""

    def __init__(self, record: RunRecord, values: dict[str, Any], previous: dict[str, Any]) -> None:
        self.record = record
        self.values = values
        self.step = record.step
        self.run = record.run
        self.op = self.role = self.name = ""
        self.value: Any = None
        self._previous = previous

    def of_value(self, name: str, value: Any, operator: Operator | None) -> None:
        """Set `value` to the value that was just written."""
        self.name, self.value = name, value
        self.op = "" if operator is None else operator.type
        self.role = "" if operator is None else operator.phase

    def lookup(self, name: str) -> Any:
        """Return the value of a variable; None if the variable has no value yet."""
        return self.values.get(name)

    def previous(self, name: str) -> Any:
        """Return the value that a variable had at the end of the previous step."""
        return self._previous.get(name)


class _NotInJournal(Exception):
    """Error: a condition reads a value that the record of the run does not contain."""


def _recorded(record: RunRecord, name: str, computed: bool) -> Any:
    """Return the recorded value of a variable that the run writes at most once.

    Raises _NotInJournal if it is not recorded.
    """
    if not computed:
        return record.feeds.get(name)
    for values in (record.fetched, record.kept_values):
        if name in values:
            return values[name]
    raise _NotInJournal


def _reads(condition: Condition | None, plan: Plan) -> _Reads | None:
    if condition is None:
        return None
    names = condition.names()
    loads = {name for name, _ in plan.loads}
    written = {name: writers(plan, name) for name in names}
    return _Reads(
        condition,
        names,
        condition.previous_names(),
        all(len(found) <= 1 and not any(inside for _, inside in found) for found in written.values()),
        tuple(name for name, found in written.items() if found),
        any(name in loads for name in names),
        sum(name in loads for name, found in written.items() if found) <= 1
        and not any(_is_given_inside(plan, name) for name in names)
        # a value of a block ends with its block, which the probes cannot detect
        and (len(names) < 2 or not any(inside for found in written.values() for _, inside in found)),
    )


def _is_given_inside(plan: Plan, name: str) -> bool:
    """Return True if an inner block gets a value from outside under a name that the plan itself does not have."""
    for instruction in plan.instructions:
        for inner in instruction.plans:
            given = name in inner.slots and name not in plan.slots and not writers(inner, name)
            if given or _is_given_inside(inner, name):
                return True
    return False
