"""Kind of programs that consist of operators. opscope computes the runs of these programs again from the journal."""

from __future__ import annotations

from opscope.debug.replay.program_kind import (
    Ability,
    Cursor,
    Goal,
    OnPlace,
    PlaceHistory,
    ProgramKind,
    ReplayOfPrograms,
    RunRecord,
    StepKind,
)
from opscope.debug.replay.stops import Position
from opscope.errors import NotFound


class StaticKind(ProgramKind):
    """Programs of operators. opscope can compute each position of a run again, and the user can change its values."""

    name = "a program"
    abilities: frozenset[Ability] = frozenset(
        ("edit", "recompute", "attributes", "gradient", "save", "branch", "foresee")
    )
    interleaved = False

    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """Return a cursor at the first position of a run; the cursor computes values again from a keyframe."""
        return replay.open_program(record.run, on_place)

    def target(self, move: StepKind, at: Cursor, now: bool) -> Goal:
        """Return the goal of a step command that begins at `at`: a test that is True where the run must stop.

        The goal depends on the number of enclosing blocks. The command may also stop in a later run.
        """
        run, depth = at.record.run, at.depth
        if move == "next":
            return lambda c: is_step_target(c) and (c.record.run != run or c.depth <= depth)
        if move == "out":
            return lambda c: is_step_target(c) and (c.record.run != run or c.depth < depth or c.at_end)
        return is_step_target if move == "in" else super().target(move, at, now)

    def before(self, at: Cursor, history: PlaceHistory) -> Position | None:
        """Return the position of the previous operator of this block.

        If this block has no previous operator, return the position of the operator that contains the block.
        """
        run, depth = at.record.run, at.depth
        if (before := at.previous_tick) is not None:
            return Position(run, before)
        if not depth:
            return None
        # beginning of a block: the end of the block before it, or the operator that owns it
        best = history.find_last(run, at.tick, lambda c: is_step_target(c) and c.depth <= depth)
        assert best is not None
        return best[0]

    def last_place(self, record: RunRecord, history: PlaceHistory) -> int:
        """Return the tick of the last position, which is the end of the run."""
        return record.ticks - 1

    def never_ran(self, op: int | str, step: int) -> NotFound:
        """Make the error for an operator that has not run in a step."""
        return NotFound(
            f"operator {op} did not run in step {step}",
            fix="the operator is in a branch that was not taken, or in another program",
        )


def is_step_target(cursor: Cursor) -> bool:
    """Return True if a step command can stop at this position: before an operator, and at the end of a run."""
    return cursor.next_operator is not None or cursor.at_end


STATIC = StaticKind()
