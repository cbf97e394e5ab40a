"""Function that returns the program of a recorded run.

For eager code, this program contains the ops that were called.
"""

from __future__ import annotations

from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.session.session import Session
from opscope.ir.program.program import Program


def program_of(session: Session, record: RunRecord) -> Program:
    """Return the program that a run in the history has executed.

    For eager code, return a program that contains the ops that were called.
    """
    graph, program = record.kind.graph(), record.plan.block.program
    return program if graph is None else graph.update(record, True) or program
