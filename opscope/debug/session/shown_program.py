"""ShownProgram: selects the program that the panel draws.

Each new program is drawn, and at a stop, the program of the position is drawn.
"""

from __future__ import annotations

from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.replay.program_kind import Cursor, ProgramKind, RunRecord, StepGraph
from opscope.debug.state.listener import Listener, Listeners
from opscope.ir.program.program import Program


class ShownProgram(Listener):
    """Selector that makes the listeners draw a program."""

    def __init__(self, listeners: Listeners) -> None:
        self._listeners = listeners
        self._graphs: dict[ProgramKind, StepGraph | None] = {}
        self._steps: set[int] = set()  # ids of the programs whose runs are steps and that have run
        self._shown = -1  # id of the last drawn program
        self.waits_for_step = False  # True if its runs are not steps: the next step's program replaces it

    def announce(self, program: Program) -> None:
        """Draw a program whose runs are steps.

        The program is drawn again only if the last drawing showed a program without steps.
        """
        if program.id not in self._steps or self.waits_for_step:
            self._steps.add(program.id)
            self._show(program)

    def end_calls(self, step: EagerStep) -> None:
        self.show_step(step.records[-1])

    def show_step(self, record: RunRecord, at_once: bool = False) -> None:
        """Draw the calls of an eager step, unless the last drawing already shows the same calls."""
        graph = self._graph_of(record.kind)
        if graph is not None and (program := graph.update(record, at_once)) is not None:
            self._steps.add(program.id)
            self._show(program)

    def show(self, cursor: Cursor) -> None:
        """Draw the program of a position, if the present drawing shows another program."""
        is_shown = cursor.program.id == self._shown
        if (graph := self._graph_of(cursor.record.kind)) is not None:
            if not is_shown:
                graph.forget()
            self.show_step(cursor.record, True)
        elif not is_shown:
            self._show(cursor.program)

    def _graph_of(self, kind: ProgramKind) -> StepGraph | None:
        if kind not in self._graphs:
            self._graphs[kind] = kind.graph()
        return self._graphs[kind]

    def _show(self, program: Program) -> None:
        self._shown, self.waits_for_step = program.id, program.id not in self._steps
        for listener in self._listeners:
            listener.draw(program)
