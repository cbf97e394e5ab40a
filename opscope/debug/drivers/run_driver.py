"""Driver of a run: the base class of the drivers of recorded runs, and of runs that are watched but not recorded."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import FrameType
from typing import Any, ClassVar, NamedTuple

from opscope.debug.drivers.breakpoints import Breakpoints
from opscope.debug.drivers.recording_cost import RecordingCost
from opscope.debug.lines.line_goal import LineSpan
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.search import Search
from opscope.debug.navigation.watch_probes import WatchProbes
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.program_failures import ProgramFailure
from opscope.debug.replay.program_kind import Cursor, RunRecord
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.state.command_queue import CommandQueue
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import StateCell
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.frame import Frame


class PreviousStep(NamedTuple):
    """A finished step: the record of the step, and a function that returns values at the end of the step."""

    record: RunRecord
    value: Callable[[str], Any]

    def value_of(self, name: str) -> Any:
        """Return the value of a name at the end of the step.

        The result is None if the name has no value, or refers to several values.
        """
        found = self.record.bindings_at_end(name)
        return self.value(found[0].value) if len(found) == 1 else None


class RunDriver:
    """Driver that executes the frames of a run, in the thread that has the turn (may run now).

    `records` is True for a run with a history. A run without a history has no breakpoints and no exception filters.
    Many methods of this class do nothing, because a run without a history never stops.
    """

    records: ClassVar[bool] = False

    def __init__(
        self,
        journal: Journal,
        breakpoints: Breakpoints,
        commands: CommandQueue,
        threads: ProgramThreads,
        state: StateCell,
        listeners: Listeners,
    ) -> None:
        self.journal = journal
        self.breakpoints = breakpoints
        self.filters = breakpoints.filters
        self.navigator = Navigator(journal, breakpoints.operators, LineSpan(), threads, Search(commands, listeners))
        self.state = state
        self.cost = RecordingCost()
        self.slow: dict[str, str] = {}  # by program: reason why its last run went operator by operator
        self.previous_step: dict[int, PreviousStep] = {}  # by program: for `previous(x)`
        self._commands = commands
        self._threads = threads
        self._listeners = listeners

    def drive(self, frame: Frame, step: int) -> None:
        """Run a frame to its end. A frame is a run of a program, or a block of a program.

        `step` is the number of the step to which the frame belongs, or 0.
        """
        raise NotImplementedError

    def listening(self) -> AbstractContextManager[None]:
        """Allow stops in the Python code that this thread runs inside the `with` block."""
        return nullcontext()

    @property
    def in_run(self) -> bool:
        """True while a run of a program is in progress. Runs that start inside this run are not recorded."""
        return False

    @property
    def edits(self) -> Editor | None:
        """The editor of the live run."""
        return None

    @property
    def passes(self) -> tuple[WatchProbes, ...]:
        """The compiler passes that insert probes for breakpoints into plans of compiled (lowered) runs."""
        return ()

    def update_probes(self) -> bool:
        """Make the probes that the present breakpoints need in compiled (lowered) runs.

        Returns True if the probes have changed.
        """
        return False

    def keep_value(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        """Store a whole value in the record of the run, if the tap level of the value requires this in this step."""

    def take_slow_runs(self) -> dict[str, str]:
        """Return, for each program, the reason why one of its runs was executed operator by operator.

        Only runs since the last call of this method count.
        """
        return {}

    # --- stops --------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """True if a breakpoint, a goal or a command may stop the run."""
        return self._commands.pending

    def on_place(self, walk: Cursor) -> None:
        """Stop at the current position if a breakpoint, goal or command requires a stop.

        The driver calls this method before each operator and at the end of each block.
        """
        raise NotImplementedError

    def on_failure(self, walk: Cursor, error: Exception, place: Position | None = None) -> bool:
        """Stop before the operator that has failed.

        Returns True if the operator must run again because the user has edited a value or moved to another position.
        """
        return False

    def on_uncaught(self, failure: ProgramFailure) -> None:
        """Stop at the line at which an error leaves the program's own code."""

    def stop_at_exit(self) -> None:
        """Stop at the end of the program if the program has not reached the goal of the user's last command."""

    def stop_at_call(self, stop: StopReason, frame: FrameType | None) -> None:
        """Stop at a call of `breakpoint()`, or of a similar function, in a frame of the program."""
        raise NotImplementedError

    # --- threads, and the end -----------------------------------------------------------------------

    def enter_thread(self, number: int, step: int) -> None:
        """Handle the event that a thread of the program has received the turn (may run now).

        Other threads may have recorded calls since the last turn of this thread.
        """

    def end_thread(self, thread: int) -> None:
        """Handle the end of a thread of the program."""

    def release(self) -> None:
        """Release references to the program's plans and values, at the end of the session."""

    def _say(self, subject: str, text: str) -> None:
        for listener in self._listeners:
            listener.say(subject, text)
