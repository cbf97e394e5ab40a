"""Program kind of eager code: opscope records the calls of ops, and does not run the Python code again."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from opscope.core.place import CPU
from opscope.core.source import UserCall
from opscope.debug.eager.condensed_step import follows
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_graph import EagerGraph
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.replay.program_kind import (
    Ability,
    AttributeChange,
    ChangedRecords,
    Cursor,
    Goal,
    OnPlace,
    PlaceHistory,
    ProgramKind,
    ReplayOfPrograms,
    RunRecord,
    StepKind,
    ValueChange,
    stops_before_operator,
)
from opscope.eager.array_versions import WritesPart
from opscope.errors import NotFound, UnsupportedError
from opscope.ir.program.program import Block
from opscope.ops.library_words import words_of
from opscope.runtime.plan import Plan


class EagerKind(ProgramKind):
    """Eager code: each op is called by the program's own Python code.

    The functions of a PyLayer are frames inside the PyLayer's call.
    """

    name = "eager code"
    abilities: frozenset[Ability] = frozenset(("edit", "branch", "edit past", "save"))
    branch_note = "the Python code did not run again: these values come from the recorded calls"

    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """Return a cursor at the first place of a record."""
        assert isinstance(record, EagerRecord)
        return EagerCursor(record, on_place)

    def changed_records(
        self, records: Sequence[RunRecord], change: ValueChange | AttributeChange, former: RunRecord | None
    ) -> ChangedRecords:
        """Compute steps again from their calls, after a change in the first of these steps."""
        steps = [record for record in records if isinstance(record, EagerRecord)]
        for number, record in enumerate(steps):
            if (why := self.why_not_changed(record, steps[number - 1] if number else None)) is not None:
                raise why
        first = steps[0]
        assert first.scan is not None
        return first.scan.changed(steps, change, former if isinstance(former, EagerRecord) else None)

    def why_not_changed(self, record: RunRecord, former: RunRecord | None) -> UnsupportedError | None:
        """Return an error if the calls of a step cannot be repeated from the results of the previous step.

        Otherwise, return None.
        """
        assert isinstance(record, EagerRecord)
        step, before = record.condensed, former.condensed if isinstance(former, EagerRecord) else None
        if step is None:
            return UnsupportedError(
                f"step {record.step} is eager code, which is not run again and whose calls cannot be repeated",
                fix=words_of(record.ops_called()).with_static_program(
                    "stop at this step in a new run, set the value and continue (if a breakpoint may stop in a step, "
                    "opscope does not record the calls of the step)"
                ),
            )
        is_gap = former is not None and not step.index and step.structure.limited and record.run != former.run + 1
        if is_gap or (before is not None and not follows(step, before)):
            return UnsupportedError(
                f"step {record.step} of eager code does not continue from the previous recorded step",
                fix=f"pass until={record.step - 1}, which ends before this step",
            )
        return None

    def target(self, move: StepKind, at: Cursor, now: bool) -> Goal:
        """Return the goal of a step command that begins at `at`: a test that is True where the run must stop.

        For the command "out", the goal is the next op outside the function that calls the current op. At the current
        position of the program, "out" stops exactly at this op. At a past position, "out" stops at the next op that
        another function calls, or that the same function calls from a smaller depth of the Python stack. At a past
        position, opscope cannot distinguish two calls of the same function by the same caller.
        """
        assert isinstance(at, EagerCursor)
        if move == "next run":
            step = at.record.step
            return lambda c: c.record.step != step or c.record.kind is not self
        depth, caller = at.depth, at.place.caller[1]
        if move != "out":
            return super().target(move, at, now)
        if depth:
            return lambda c: stops_before_operator(c) and c.depth < depth
        frame = _innermost_frame(caller.code) if now and caller is not None else None
        if frame is not None:
            return lambda c: stops_before_operator(c) and not _is_running(frame)
        return lambda c: stops_before_operator(c) and not c.depth and _has_left(c, caller)

    def graph(self) -> EagerGraph:
        """Return an object that draws the calls of a step of eager code as a graph."""
        return EagerGraph()

    def last_place(self, record: RunRecord, history: PlaceHistory) -> int:
        """Return the position before the last op; in a step without ops, the end of the step."""
        assert isinstance(record, EagerRecord)
        places, last = record.places, len(record.places) - 1
        begun = (i for i in range(last, -1, -1) if not places[i].after and places[i].operator is not None)
        return next(begun, last)

    def never_ran(self, op: int | str, step: int) -> NotFound:
        """Make the error for an operator that did not run in the given step."""
        return NotFound(
            f"step {step} has no op {op} in the recording",
            fix="pass the number of an op of this step: the numbers start at 0 in each step of eager code",
        )


EAGER = EagerKind()


def new_record(
    block: Block,
    run: int,
    step: int,
    first_call: int,
    of_step: list[weakref.ref[EagerRecord]] | None = None,
    start: WritesPart | None = None,
) -> EagerRecord:
    """Make an empty record for the next eager calls; `first_call` is the number of its first call in the step.

    The list `of_step` has the records of the step; the new record is added to this list. `start` is the part of the
    list of array changes at which the record begins.
    """
    made = EagerRecord(
        run=run,
        step=step,
        executor_step=0,
        plan=Plan(block, (), {}, CPU),
        feeds={},
        scope_changes={},
        kind=EAGER,
        first_call=first_call,
        of_step=[] if of_step is None else of_step,
        start=start,
    )
    made.of_step.append(weakref.ref(made))
    return made


def _has_left(cursor: Cursor, caller: UserCall | None) -> bool:
    if not isinstance(cursor, EagerCursor) or caller is None:
        return False
    call = cursor.place.caller[1]
    return call is None or call.below < caller.below or (call.below == caller.below and call.code is not caller.code)


def _innermost_frame(code: Any) -> FrameType | None:
    """Return the innermost running frame of a function, in this thread."""
    return _find_frame(lambda frame: frame.f_code is code)


def _is_running(frame: FrameType) -> bool:
    return _find_frame(lambda other: other is frame) is not None


def _find_frame(test: Callable[[FrameType], bool]) -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and not test(frame):
        frame = frame.f_back
    return frame
