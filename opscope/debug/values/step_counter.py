"""StepCounter: counts the steps of a run, and decides if a run of a program is a step."""

from __future__ import annotations

from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import Program
from opscope.runtime.frame import Frame


class StepCounter:
    """Counter of the steps that have ended so far.

    If a program has feeds or fetches, each run of the program is a step. A training program is a program with operators
    of an optimizer. After the first run of a training program, only runs of training programs are steps. Runs of other
    programs, such as evaluations, are then not counted and not summarized.
    """

    def __init__(self) -> None:
        self.steps = 0
        self._trains: dict[int, bool] = {}  # by program id

    def count(self) -> None:
        """Count a finished step of the run."""
        self.steps += 1

    def register(self, frame: Frame) -> bool:
        """Register the program to which a frame belongs.

        Returns True if the program is new and its runs count as steps.
        """
        program = frame.plan.block.program
        if program.id in self._trains or not feeds_or_fetches(frame):
            return False
        self._trains[program.id] = _trains(program)
        return self.counts(program)

    def counts(self, program: Program) -> bool:
        """Return True if the runs of a program count as steps."""
        return self._trains.get(program.id, True) or not any(self._trains.values())

    def will_count(self, program: Program) -> bool:
        """Return True if the runs of a program are steps.

        If the program has not run yet, return True if the runs will be steps.
        """
        trains = self._trains.get(program.id)
        return (_trains(program) if trains is None else trains) or not any(self._trains.values())

    def is_step(self, frame: Frame) -> bool:
        """Return True if a run of an outermost frame is a step."""
        return feeds_or_fetches(frame) and self.counts(frame.plan.block.program)


def _trains(program: Program) -> bool:
    return any(o.role & OPTIMIZE for o in program.global_block().ops)


def feeds_or_fetches(frame: Frame) -> bool:
    """Return False for programs without feeds and fetches, such as startup programs."""
    return bool(frame.plan.feeds or frame.plan.fetches)
