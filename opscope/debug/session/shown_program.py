"""ShownProgram: which program of a run is drawn: each new one, and at a stop the one that the run stands in."""

from __future__ import annotations

from collections.abc import Callable

from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_graph import EagerGraph
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.replay.run_cursor import RunCursor
from opscope.ir.program.program import Program


class ShownProgram:
    """Calls `on_program` with each program to draw; without it nothing is drawn."""

    def __init__(self, on_program: Callable[[Program], None] | None) -> None:
        self._on_program = on_program
        self._eager_graph = EagerGraph()
        self._steps: set[int] = set()  # the ids of the programs whose runs are steps, as far as they have run
        self._shown = -1  # the id of the program that was drawn last
        self.waits_for_step = False  # whether its runs are no steps: the next step's program takes its place

    def announce(self, program: Program) -> None:
        """A program whose runs are steps runs now. It is drawn once, or in place of one whose runs are no steps."""
        if program.id not in self._steps or self.waits_for_step:
            self._steps.add(program.id)
            self._show(program)

    def show_step(self, step: EagerStep, at_once: bool = False) -> None:
        """Draw what eager code calls, unless the last drawing still shows it."""
        if self._on_program is not None and (program := self._eager_graph.update(step, at_once)) is not None:
            self._steps.add(program.id)
            self._show(program)

    def show_place(self, cursor: RunCursor) -> None:
        """The run has stopped there: draw the program of that place, if another one is drawn."""
        is_shown = cursor.program.id == self._shown
        if isinstance(cursor, EagerCursor):
            if not is_shown:
                self._eager_graph.forget()
            self.show_step(EagerStep(cursor.eager_record.step_records), True)
        elif not is_shown:
            self._show(cursor.program)

    def _show(self, program: Program) -> None:
        self._shown, self.waits_for_step = program.id, program.id not in self._steps
        if self._on_program is not None:
            self._on_program(program)
