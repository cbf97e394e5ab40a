"""Lookup of the program of a recorded run. For eager code, the program contains the called ops."""

from __future__ import annotations

from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.session.session import Session
from opscope.ir.program.program import Program


def program_of(session: Session, record: RunRecord) -> Program:
    """Return the program that a run has executed. For eager code, return a program with the called ops."""
    graph, program = record.kind.graph(), record.plan.block.program
    return program if graph is None else graph.update(record, True) or program
