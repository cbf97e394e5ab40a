"""Replay of past steps with values that the user has changed.

First, the run that contains the change is replayed. Then the later runs are replayed with the new results, and with the
recorded feeds and random numbers. Values that do not depend on the change come from the record of the original run. A
function of the user is called again if its inputs differ from the original run. The replay changes neither the run nor
its recording.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from opscope.core.place import has_numbers, to_host
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.navigation.goals import is_next, operator_predicate
from opscope.debug.navigation.navigator import Position, StopReason
from opscope.debug.navigation.run_editor import RunEditor, ValueDifference, compared, differences
from opscope.debug.replay.journal import Journal, RunRecord
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import Arrays, Cursor, TargetReached, ValueChange, ignore_place
from opscope.debug.replay.replayer import Replayer, find_record
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.values.place_values import find_in_blocks, own_name_at_end
from opscope.errors import ArgumentError, NotFound, UnsupportedError
from opscope.names.program_names import ambiguity
from opscope.names.shown_name import label, name_beside
from opscope.ops.library_words import words_of


@dataclass(frozen=True)
class Branch:
    """The values of steps `first` to `last`, with the change and without the change.

    `untouched` (without the change) and `edited` (with the change) map each requested name to a dict from steps to
    NumPy arrays. `differences` lists the values that differ at the end of the last step. `called` maps the name of a
    value to its name in the user's code. `note` is a text about effects of the change that the values do not show. For
    programs, `note` is "".
    """

    first: int
    last: int
    untouched: dict[str, dict[int, Any]] = field(default_factory=dict[str, dict[int, Any]])
    edited: dict[str, dict[int, Any]] = field(default_factory=dict[str, dict[int, Any]])
    differences: list[ValueDifference] = field(default_factory=list[ValueDifference])
    called: dict[str, str] = field(default_factory=dict[str, str])
    note: str = ""

    def __repr__(self) -> str:
        lines = [f"<branch of steps {self.first} to {self.last}: {len(self.differences)} values differ at the end>"]
        for name, steps in self.untouched.items():
            pairs = [(s, steps[s], e) for s, e in self.edited.get(name, {}).items() if s in steps and e.size == 1]
            shown = label(name, self.called.get(name, ""))
            lines += [f"  {shown} in step {s}: {a.item():.4g}, edited {b.item():.4g}" for s, a, b in pairs[-1:]]
        lines += [f"  {self.note}"] if self.note else []
        return "\n".join(lines)


def branch(
    journal: Journal,
    step: int,
    changes: Mapping[str, Any],
    op: int | str = -1,
    until: int | None = None,
    names: Sequence[str] = (),
    index: Any = ...,
) -> Branch:
    """Change values before an operator of a step, and replay from there to a later step.

    `changes` maps names to new values. The values are changed before operator `op`; -1 is the first operator of the
    step. `until` is the last step of the replay; None means the last recorded step. `index` selects the changed
    elements of each value. By default, the whole value is changed. `names` are the names of the values that are
    returned for each step. If `names` is empty, the fetched values are returned. Raises NotFound for an unknown step,
    operator or name.
    """
    if until is not None and until < step:
        raise ArgumentError(
            f"until={until} comes before step {step}", fix=f"pass until={step} to replay only this step"
        )
    _require_names(journal.programs(), names, op)
    last = _last_finished(journal, step) if until is None else until
    record = record_to_branch(journal, step, last)
    if record.kind.interleaved:
        return _of_calls(journal, record, last, changes, op, names, index)
    found, replay = Branch(step, last), Replayer(journal)
    diverged: Arrays = {}
    run = record.run
    while True:
        untouched = replay.open_program(run)
        if untouched.record.error:  # the run ended there
            untouched.seek(untouched.record.ticks - 1)
        else:
            untouched.run_to_end()
        edited = untouched.fork_with_edits(list(untouched.record.edits))
        edited.seek(0)
        if run == record.run:
            _go_before(edited, op)
            edits = RunEditor(edited)
            for name, value in changes.items():
                edits.set(name, value, index)
        else:
            level = edited.stack[0]
            for name, slot in level.frame.plan.loads:
                if name in diverged and name not in untouched.record.scope_changes:
                    level.initial_env[slot] = level.frame.env[slot] = diverged[name]
        edited.run_to_end()
        frame = edited.stack[0].frame
        diverged.update((name, frame.env[slot]) for name, slot in frame.stores)
        _collect(found, untouched, edited, names)
        if untouched.record.step == last:
            found.differences.extend(differences(edited, untouched))
            return found
        run += 1


def _of_calls(
    journal: Journal,
    record: RunRecord,
    last: int,
    changes: Mapping[str, Any],
    op: int | str,
    names: Sequence[str],
    index: Any,
) -> Branch:
    """Compute steps again from the recorded calls of the user's code, without running the code itself."""
    kind, step = record.kind, record.step
    records = [each for each in journal.steps() if step <= each.step <= last]
    other = next((each for each in records if each.kind is not kind), None)
    if other is not None:
        raise UnsupportedError(
            f"a replay of {kind.name} from step {step} cannot continue in step {other.step} ({other.kind.name})",
            fix=f"pass until={other.step - 1} to end before this step",
        )
    journal.condense(records[-1].run)
    replay = Replayer(journal)
    change = ValueChange(changes, 0 if op == -1 else _tick_before(kind.open(record, ignore_place, replay), op), index)
    before = find_record(journal, journal.neighbor(record.run, -1))
    found = Branch(step, last, note=kind.branch_note)
    for untouched, edited in zip(records, kind.changed_records(records, change, before).records, strict=True):
        for name in names or untouched.result_names():
            own = own_name_at_end(untouched, name)
            found.called[name] = name_beside(record.plan.block.program, own) if own == name else ""
            for kept, of in ((found.untouched, untouched), (found.edited, edited)):
                if has_numbers(value := of.final_value(own)):
                    kept.setdefault(name, {})[of.step] = to_host(value).copy()
        if untouched.step == last:
            values = ((name, value, edited.final_value(name)) for name, value in untouched.values_at_end())
            found.differences.extend(compared(values, record.plan.block.program))
    return found


def _tick_before(walk: Cursor, op: int | str) -> int:
    """Return the position before the operator that a number or pattern selects. Raises NotFound."""
    test, found = operator_predicate(op), dict[int, int]()

    def look(at: Cursor) -> None:
        operator = at.next_operator
        if operator is not None and test(operator):
            found.setdefault(operator.id, at.tick)

    walk.visit(look)
    if not found:
        raise walk.record.kind.never_ran(op, walk.record.step)
    return found[min(found)]


def record_to_branch(journal: Journal, step: int, last: int) -> RunRecord:
    """Return the record of a step, after checks that the step can be executed again and that step `last` is recorded.

    Raises NotFound, UnsupportedError.
    """
    record = journal.record_of_step(step)
    if record is not None and "branch" not in record.kind.abilities:
        raise no_branch_error(record)
    if record is None and journal.first_run() is not None and step > journal.step_range()[1]:
        raise not_finished_error(step)
    if record is None or journal.record_of_step(last) is None:
        raise journal.not_kept(f"steps {step} to {last} are")
    return record


@contextmanager
def before_step(driver: FrameDriver, step: int) -> Iterator[None]:
    """Inside the `with` block, show the position before the first operator of a step.

    After the `with` block, the previous position is shown again.

    Raises NotFound, UnsupportedError.
    """
    record, navigator = record_to_branch(driver.journal, step, step), driver.navigator
    before = navigator.shown
    navigator.move_to(Position(record.run, 0), StopReason("goto"))
    try:
        yield
    finally:
        navigator.return_to(before)


def not_finished_error(step: int) -> NotFound:
    """Make the error about a step that is still in progress."""
    return NotFound(
        f"step {step} has not finished yet", fix="continue to the end of the step: a branch needs a finished step"
    )


def no_branch_error(record: RunRecord) -> UnsupportedError:
    """Make the error about a step that cannot be executed again with changes."""
    return UnsupportedError(
        f"step {record.step} is {record.kind.name}, which is not run again",
        fix=words_of(record.ops_called()).with_static_program("stop there in a new run, set the value and continue"),
    )


def _require_names(known: KnownPrograms, names: Sequence[str], op: int | str) -> None:
    for name in names:
        known.require_variable(name)
    if op != -1:
        known.require_operator(op, operator_predicate(op))


def _last_finished(journal: Journal, step: int) -> int:
    """Return the last finished step, or `step` if no later step has finished.

    Code after the last optimizer step is not a finished step.
    """
    last = journal.step_range()[1]
    while last > step and not _has_finished(journal, last):
        last -= 1
    return last


def _has_finished(journal: Journal, step: int) -> bool:
    record = journal.record_of_step(step)
    if record is None or record.error:
        return record is None
    return [each for each in journal.steps() if each.step == step][-1].ends_step


def _go_before(walk: RunCursor, op: int | str) -> None:
    """Move the cursor of a replay to the position before an operator. Raises NotFound."""
    if op == -1:
        return
    test = operator_predicate(op)

    def look(at: Cursor) -> None:
        if is_next(at, test):
            raise TargetReached

    walk.visit(look)
    if not is_next(walk, test):
        raise NotFound(
            f"operator {op} does not run in step {walk.record.step}", fix="pass a number from the graph, or a pattern"
        )


def _collect(found: Branch, untouched: RunCursor, edited: RunCursor, names: Sequence[str]) -> None:
    step = untouched.record.step
    for name in names or [n for n, _ in untouched.record.plan.fetches]:
        if len(meant := untouched.bindings(name)) > 1:
            raise NotFound(f"several values have the name {name!r} in step {step}", fix=ambiguity(name, meant, step))
        own = untouched.own_name(name)
        found.called[name] = name_beside(untouched.program, own) if own == name else ""
        a, b = (walk.lookup_own(own) for walk in (untouched, edited))
        if a is None and own not in untouched.record.plan.slots:
            a, b = find_in_blocks(untouched, own), find_in_blocks(edited, own)
        for kept, value in ((found.untouched, a), (found.edited, b)):  # a failed run lacks some of its values
            if step and has_numbers(value):
                kept.setdefault(name, {})[step] = to_host(value).copy()
