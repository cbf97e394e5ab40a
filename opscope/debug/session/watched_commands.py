"""Execution of the commands of a run that is only watched.

The user can pause such a run between two operators, but cannot step through it.
"""

from __future__ import annotations

from opscope.debug.replay.program_frame import ValueSource
from opscope.debug.replay.stops import StopReason
from opscope.debug.session.command_processor import CommandProcessor
from opscope.debug.session.position_events import stopped_before
from opscope.debug.state.command_queue import DriverCall
from opscope.events import Command, Continue, Continued
from opscope.ir.program.program import Operator


class WatchedCommands(CommandProcessor):
    """Processor of the commands of a run that is only watched and has no history.

    The thread that drives the run calls `poll` before an operator if commands wait.
    """

    def poll(self, frame: ValueSource, operator: Operator | None) -> None:
        """Execute the waiting commands.

        If the run is paused before `operator`, wait until another command lets the run continue.
        """
        self.queue.note_read()
        self._values.cache.note_progress(frame)
        while True:
            if self.state.now.phase == "stopping":
                place = stopped_before(StopReason("pause"), operator, step=self._counter.steps + 1)
                self.state.stand_at(place, self.emit)
            if self.state.now.is_held:
                with self._standing():
                    self._execute(self._awaited_command(), frame)
            elif (command := self.queue.get_nowait()) is None:
                break
            else:
                self._execute(command, frame)

    def _execute_command(self, command: Command | DriverCall, frame: ValueSource | None) -> None:
        if isinstance(command, Continue):
            self._answer(command, True)
            self._go_on()
        else:
            super()._execute_command(command, frame)

    def _go_on(self) -> None:
        """Change the state to running at once, because the next command may be another Pause."""
        if self.state.now.is_held:
            self.emit(Continued(step=self._counter.steps + 1))
            self.state.go_on()
