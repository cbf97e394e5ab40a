"""Editor of the past: changes a recorded run, and shows the effect of the change on this run and on later runs.

The program itself does not change, because the program has already continued after the changed run. After a change, the
shown position is in a branch (runs with a change). The branch ends when the user undoes the change or moves to the live
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from opscope.debug.navigation.goals import operator_predicate
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.run_editor import compared
from opscope.debug.replay.branch_journal import BranchJournal
from opscope.debug.replay.editor import Editor, ValueDifference, set_text
from opscope.debug.replay.program_kind import AttributeChange, Cursor, RunRecord, ValueChange, ignore_place
from opscope.debug.replay.replayer import find_record
from opscope.errors import RunError


class PastEditor(Editor):
    """Editor that sets values at the position that is shown. This position is in the past.

    The function `condense` prepares all records up to a run, so that these runs can be computed again.
    """

    def __init__(self, navigator: Navigator, past: Cursor, condense: Callable[[int], None]) -> None:
        super().__init__(past)
        self._navigator, self._past, self._condense = navigator, past, condense

    @property
    def descriptions(self) -> tuple[str, ...]:
        """Descriptions of the changes in the branch that is shown, oldest change first."""
        return self._navigator.changes

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Set a value, or only its elements at `index`.

        Returns the number of operators of the run that were executed again because of the change. Raises NotFound,
        ArgumentError, UnsupportedError.
        """
        change = ValueChange({name: value}, self._past.tick, index)
        return self._change(change, lambda new: set_text(name, index, new[name]))

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Set an attribute of an operator in the shown run.

        Returns the number of operators that were executed again because of the change.
        """
        record, test = self._past.record, operator_predicate(op)
        operator = next((o for o in sorted(record.operators(), key=lambda o: o.id) if test(o)), None)
        if operator is None:
            raise record.kind.never_ran(op, record.step)
        change = AttributeChange(operator.id, name, value)
        return self._change(change, lambda _: f"{operator.type}.{name} = {value!r}")

    def _change(self, change: ValueChange | AttributeChange, text: Callable[[Any], str]) -> int:
        navigator, record = self._navigator, self._past.record
        journal, kind = navigator.journal, record.kind
        last = journal.last_record()
        self._condense(record.run if last is None else last.run)
        former = find_record(journal, journal.neighbor(record.run, -1))
        found = kind.changed_records([record, *self._following(record)], change, former)
        changed, *_ = found.records
        cursor = kind.open(changed, ignore_place, navigator.replay)
        cursor.seek(self._past.tick)
        where = f"step {record.step}" if record.step else f"run {record.run}"
        navigator.enter_branch(BranchJournal(journal, found.records, f"{text(found.values)} in {where}"), cursor)
        return found.recomputed

    def _following(self, record: RunRecord) -> Iterator[RunRecord]:
        """Yield the later records whose runs can be computed from the results of a record."""
        journal = self._navigator.journal
        while True:
            following = find_record(journal, journal.neighbor(record.run, 1))
            if following is None or following.kind is not record.kind or following.run <= record.run:
                return
            if record.kind.why_not_changed(following, record) is not None:
                return
            yield following
            record = following

    def undo(self) -> str:
        """Undo the latest change that was made in the branch. Returns the description of the undone change.

        Raises RunError.
        """
        changes = self._navigator.changes
        if not changes:
            raise RunError("no value was set at this position")
        self._navigator.leave_branch()
        return changes[-1]

    def compare(self) -> list[ValueDifference]:
        """Return the values at this position that differ from the recorded run."""
        here = self._past
        record = find_record(self._navigator.recorded, here.record.run)
        if record is None or not self._navigator.changes:
            return []
        untouched = record.kind.open(record, ignore_place, self._navigator.replay)
        untouched.seek(here.tick)
        names = dict.fromkeys(name for frame in here.frames() for name in frame.names())
        return compared(((name, untouched.lookup(name), here.lookup(name)) for name in names), here.program)
