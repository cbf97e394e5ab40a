"""The program of a recorded run; of eager code, what it has called."""

from __future__ import annotations

from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.session.session import Session
from opscope.ir.program.program import Program


def program_of(session: Session, record: RunRecord) -> Program:
    """The program that a run has executed; of eager code, one with the ops that it has called."""
    graph, program = record.kind.graph(), record.plan.block.program
    return program if graph is None else graph.update(record, True) or program
