"""The program of a recorded run; of eager code, what it has called."""

from __future__ import annotations

from opscope.debug.eager.eager_graph import EagerGraph
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.replay.journal import RunRecord
from opscope.debug.session.session import Session
from opscope.ir.program.program import Program


def program_of(session: Session, record: RunRecord) -> Program:
    """The program that a run has executed; of eager code, one with the ops that it has called."""
    program = record.plan.block.program
    if isinstance(record, EagerRecord):
        return EagerGraph().update(EagerStep(record.step_records), True) or program
    return program
