"""Run editor: changes values and attributes in the middle of the live run, and undoes the changes.

A new value replaces the result of the last write of the variable. After a change, only operators with changed inputs
are executed again. Undo restores the previous values exactly. Edits are part of the record of the run, so they remain
when the user goes back and forward.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import has_numbers, place_module, to_host
from opscope.debug.navigation.goals import operator_predicate
from opscope.debug.replay.attribute_kinds import check_attribute, check_kind
from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.edited_parts import part_of, values_of
from opscope.debug.replay.editor import Editor, ValueDifference, converted, set_text
from opscope.debug.replay.journal import recorded_program
from opscope.debug.replay.missing_values import missing_value
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.replay.replay_frame import ReplayFrame
from opscope.debug.replay.run_cursor import RunCursor, RunRewound
from opscope.errors import NotFound, RunError
from opscope.ir.clone_prune import clone
from opscope.ir.program.program import Program
from opscope.names.shown_name import name_beside
from opscope.runtime.compile import SlotAllocator, instruction
from opscope.runtime.plan import Plan


class AppliedEdit(NamedTuple):
    """An edit of a value or of an attribute. The user can undo the edit.

    `array` is the new value of the variable. `plan` and `recorded_plan` are the plans that the run had before an
    attribute was changed. The edit applies from the instruction `first_index` of the frame `replay_frame`. The
    instruction at `first_index` is inside the instruction at `outermost_index` of the outermost block.
    """

    description: str
    replay_frame: ReplayFrame
    first_index: int
    outermost_index: int
    array: Any = None
    plan: Plan | None = None
    recorded_plan: Plan | None = None


class RunEditor(Editor):
    """Edits of the live run.

    `applied` lists the edits that the user can undo. `recomputed` is the number of operators that were executed again.
    """

    def __init__(self, cursor: RunCursor) -> None:
        super().__init__(cursor)
        self.cursor = cursor
        self.applied: list[AppliedEdit] = []
        self.recomputed = 0

    @property
    def descriptions(self) -> tuple[str, ...]:
        """Texts that describe the edits that can be undone, oldest edit first."""
        return tuple(edit.description for edit in self.applied)

    @property
    def reruns(self) -> int:
        """The number of edits."""
        return len(self.applied)

    # --- values -------------------------------------------------------------------------------------

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Set a variable, or only its elements at `index`.

        Returns the number of operators that were executed again because of the change. The value is converted to the
        variable's dtype. The value must be broadcastable to the shape of the variable, or to the shape of the elements
        at `index`. Raises NotFound, ArgumentError.
        """
        name = self.cursor.own_name(name)
        replay_frame = self._frame_of(name)
        slot = replay_frame.frame.plan.slots[name]
        old = replay_frame.frame.env[slot]
        new = converted(name, old, value, index, self.cursor.frame.plan.place)
        at = self._index_after_write(replay_frame, slot)
        self.cursor.prepare_edit()
        tick = replay_frame.start_ticks[at] if at < len(replay_frame.start_ticks) else self.cursor.tick
        part = part_of(index, new.shape)
        edit = Edit(tick, name, values_of(new, part), part)
        self.cursor.edits.add_made(edit, old, new)
        outermost = self._outermost_index(replay_frame, at)
        said = set_text(name_beside(self.cursor.program, name) or name, index, new)
        return self._recompute(AppliedEdit(said, replay_frame, at, outermost, edit.array))

    def _outermost_index(self, replay_frame: ReplayFrame, index: int) -> int:
        outermost = self.cursor.stack[0]
        return index if replay_frame is outermost else outermost.frame.pc

    def _frame_of(self, name: str) -> ReplayFrame:
        *outer, replay_frame = self.cursor.stack
        given = any(name == n for n, _ in replay_frame.frame.plan.feeds)  # an edit of a feed would end with this block
        has_value = replay_frame.frame.value(name) is not None
        if has_value and not given:
            return replay_frame
        if any(each.frame.value(name) is not None for each in outer):
            raise RunError(
                f"{name} belongs to an outer block and cannot be set in this block",
                fix="step out of the block first, then set the value",
            )
        if has_value:
            return replay_frame
        raise missing_value(self.cursor, name)

    def _index_after_write(self, replay_frame: ReplayFrame, slot: int) -> int:
        """Return the index after the last instruction that wrote a slot (of a variable). Return 0 if there is none."""
        instructions = replay_frame.frame.plan.instructions
        for index in range(replay_frame.frame.pc - 1, -1, -1):
            cached = replay_frame.results[index]
            if slot in instructions[index].writes or (cached and any(s == slot for s, _ in cached.outputs)):
                return index + 1
        return 0

    # --- attributes ---------------------------------------------------------------------------------

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Set an attribute of an operator for this run.

        Returns the number of operators that were executed again because of the change.
        """
        replay_frame = self.cursor.stack[-1]
        plan, record = replay_frame.frame.plan, self.cursor.record
        if replay_frame is not self.cursor.stack[0]:
            raise RunError("attributes can be changed only from the outermost block", fix="step out of the block first")
        test = operator_predicate(op)
        index = next((i for i, x in enumerate(plan.instructions) if x.kind == "op" and test(x.operator)), None)
        if index is None:
            raise NotFound(f"this run has no operator {op}", fix="pass a number from the graph")
        operator = plan.instructions[index].operator
        check_attribute(operator, name)
        check_kind(operator, name, value)
        recorded = _recompile_with_attr(record.plan, operator.id, name, value)
        instructions = list(plan.instructions)
        instructions[index] = next(i for i in recorded.instructions if i.operator.id == operator.id)
        description = f"{operator.type}.{name} = {value!r}"
        edit = AppliedEdit(description, replay_frame, index, index, plan=plan, recorded_plan=record.plan)
        self.cursor.prepare_edit()
        replay_frame.frame.plan, record.plan = plan.with_instructions(instructions), recorded
        return self._recompute(edit)

    # --- recomputation and undo ---------------------------------------------------------------------

    def _recompute(self, edit: AppliedEdit) -> int:
        """Recompute the run from an edit up to the current position. If the computation fails, revert the edit."""
        replay_frame, until = edit.replay_frame, edit.replay_frame.frame.pc
        self.applied.append(edit)
        try:
            return self._rerun(replay_frame, edit.first_index, until)
        except Exception:
            self._revert(edit)
            self._rerun(replay_frame, edit.first_index, until)
            raise

    def _rerun(self, replay_frame: ReplayFrame, index: int, until: int) -> int:
        cursor, before, ran = self.cursor, self.cursor.executed_operators, _cached_result_count(replay_frame)
        cursor.rewind(replay_frame, min(index, until))
        if index < until:
            cursor.advance_to(replay_frame, until)
        found = (
            cursor.executed_operators - before
            if replay_frame is cursor.stack[0]
            else _cached_result_count(replay_frame) - ran
        )
        self.recomputed += found
        return found

    def undo(self) -> str:
        """Undo the latest edit. Returns the description of the undone edit.

        Raises RunError if there is no edit to undo at this position.
        """
        if not self.applied:
            raise RunError("nothing was edited in this run")
        edit, stack = self.applied[-1], self.cursor.stack
        replay_frame, since = edit.replay_frame, edit.first_index
        if replay_frame not in stack:  # the block has ended
            replay_frame, since = stack[0], edit.outermost_index
        if replay_frame is not stack[-1]:
            raise RunError(
                f"{edit.description} is an edit in an outer block and cannot be undone in this block",
                fix="step out of the block, then undo",
            )
        self.cursor.prepare_edit()
        self._revert(edit)
        self._rerun(replay_frame, since, replay_frame.frame.pc)
        return edit.description

    def _revert(self, edit: AppliedEdit) -> None:
        self.applied[:] = [e for e in self.applied if e is not edit]
        if edit.array is not None:
            self.cursor.edits.remove(edit.array)
        if edit.plan is not None and edit.recorded_plan is not None:
            edit.replay_frame.frame.plan, self.cursor.record.plan = edit.plan, edit.recorded_plan

    def index_of(self, past: Cursor) -> int:
        """Return the index of the instruction that runs next at a position in the past.

        Raises RunError if the position is in a block inside an operator.
        """
        if past.depth:
            raise RunError(
                "this position is in a block and in the past, so no value can be changed",
                fix="step out of the block, or step back to the outermost block",
            )
        assert isinstance(past, RunCursor)
        return past.frame.pc

    def rewind_to(self, index: int) -> None:
        """Move the run back to the position before an instruction of the outermost block.

        Raises RunRewound if the run is inside a block of an operator.
        """
        nested = self.cursor.depth > 0
        self.cursor.rewind(self.cursor.stack[0], index)
        if nested:
            raise RunRewound

    # --- comparison ---------------------------------------------------------------------------------

    def compare(self) -> list[ValueDifference]:
        """Return the values at this position that differ from the unedited run, in the order of their operators.

        To compute the unedited run, the user's functions may be called with the unedited values.
        """
        if not self.applied:
            return []
        cursor = self.cursor
        if cursor.depth:
            raise RunError("runs can be compared only from the outermost block", fix="step out of the block first")
        untouched = cursor.fork_with_edits([])
        replay_frame, frame = untouched.stack[0], untouched.stack[0].frame
        frame.plan = next((c.plan for c in self.applied if c.plan is not None), frame.plan)
        until = frame.pc
        first = min(min(c.outermost_index for c in self.applied), until)
        untouched.rewind(replay_frame, first)
        untouched.advance_to(replay_frame, until)
        return differences(cursor, untouched)


def _cached_result_count(replay_frame: ReplayFrame) -> int:
    return sum(map(len, replay_frame.cache.values()))


def _recompile_with_attr(plan: Plan, op: int, name: str, value: Any) -> Plan:
    """Return a plan in which an attribute has another value. The plan belongs to a copy of the program."""
    block = clone(recorded_program(plan)).blocks[plan.block.idx]
    operator = next(o for o in block.ops if o.id == op)
    operator.attrs = {**operator.attrs, name: value}
    slots = SlotAllocator()
    slots.slots.update(plan.slots)
    edited = instruction(operator, slots, place_module(plan.place), plan.place)
    instructions = tuple(edited if i.operator.id == op else i for i in plan.instructions)
    return replace(plan, block=block, instructions=instructions, steps=())


def differences(edited: RunCursor, untouched: RunCursor) -> list[ValueDifference]:
    """Return the values of the outermost block that differ between two cursors of a run."""
    a, b = edited.stack[0].frame.env, untouched.stack[0].frame
    return compared(((name, b.env[slot], a[slot]) for name, slot in b.plan.slots.items()), b.plan.block.program)


def compared(values: Iterable[tuple[str, Any, Any]], program: Program) -> list[ValueDifference]:
    """Return the values that differ. Each item of `values` is a tuple (name, untouched value, edited value)."""
    found = (_difference(name, edited, untouched) for name, untouched, edited in values)
    return [d._replace(called=name_beside(program, d.name)) for d in found if d is not None]


def _difference(name: str, edited: Any, untouched: Any) -> ValueDifference | None:
    """Compare a value with the value in the unedited run. Return None if both are equal. Two NaNs count as equal."""
    if edited is untouched or not has_numbers(edited) or not has_numbers(untouched):
        return None
    a, b = to_host(edited), to_host(untouched)
    if a.shape != b.shape:
        return ValueDifference(name, a.size, a.size, float("nan"))
    differs = (a != b) & ~((a != a) & (b != b))
    if not differs.any():
        return None
    with np.errstate(all="ignore"):
        largest = float(np.max(np.abs(np.subtract(a, b, dtype=np.result_type(a, b, "float64")))[differs]))
    return ValueDifference(name, int(differs.sum()), a.size, largest)
