"""Driver of a run that is watched but not recorded, and the error for requests that need a recorded run."""

from __future__ import annotations

from types import FrameType

from opscope.debug.drivers.breakpoints import Breakpoints
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.navigation.breakpoint_table import BreakpointTable
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.program_frame import ValueSource
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.replay.stops import StopReason
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import StateCell
from opscope.errors import UnsupportedError
from opscope.ir.program.program import Operator
from opscope.runtime.frame import Frame
from opscope.runtime.lower.lowered_frame import LoweredFrame


class WatchedDriver(RunDriver):
    """Driver that runs frames at full speed.

    Commands are executed between two operators. The run can also pause between two operators. The journal of the run is
    switched off, so the journal stays empty.
    """

    def __init__(self, commands: CommandQueue, threads: ProgramThreads, state: StateCell, listeners: Listeners) -> None:
        super().__init__(Journal(), Breakpoints(BreakpointTable()), commands, threads, state, listeners)
        self.journal.switch(False)

    def drive(self, frame: Frame, step: int) -> None:
        context, queue = frame.context, self._commands
        context.depth += 1
        try:
            if isinstance(frame, LoweredFrame):
                frame.run_until_pending(queue)
            while not frame.done:
                if queue.pending:
                    self._poll(frame, frame.next.operator)
                frame.step()
        finally:
            context.depth -= 1

    def on_place(self, walk: Cursor) -> None:
        if self._commands.pending and walk.next_operator is not None:
            self._poll(walk.frames()[-1], walk.next_operator)

    def _poll(self, frame: ValueSource, operator: Operator | None) -> None:
        for listener in self._listeners:
            listener.poll(frame, operator)

    def stop_at_call(self, stop: StopReason, frame: FrameType | None) -> None:
        where = "" if stop.site is None else f" at {stop.site.where}"
        text = f"{stop.text}{where} does not stop a run that is only watched: start it with record=True"
        self._say("breakpoint", text)


def only_watched(refused: str = "", purpose: str = "") -> UnsupportedError:
    """Return the error for a request that needs a history, in a run without a history.

    The text of the error begins with the text `refused`. The suggested fix ends with the text `purpose`.
    """
    return UnsupportedError(f"{refused}this run is only watched", fix=f"start it with record=True{purpose}")
