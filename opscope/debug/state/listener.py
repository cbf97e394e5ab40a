"""Listeners of a session: the objects that receive the session's events, in an ordered list."""

from __future__ import annotations

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.navigation.breakpoint_table import BreakpointHit
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.search import SearchState
from opscope.debug.replay.program_frame import ValueSource
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.replay.stops import StopReason
from opscope.events import Warned
from opscope.ir.program.program import Operator, Program


class Listener:
    """Base class of the listeners of a session.

    The methods are called in the thread in which the event happens. In this base class, the methods do nothing.
    """

    # --- the program --------------------------------------------------------------------------------

    def new_program(self, program: Program) -> None:
        """Handle a new program whose runs are steps, before the first step."""

    def end_calls(self, step: EagerStep) -> None:
        """Handle the calls of an eager step, after all calls are complete."""

    def end_eager_step(self, seconds: float, losses: dict[str, float]) -> None:
        """Handle the end of an eager step. `end_calls` is called before this method."""

    def enter_thread(self, thread: int) -> None:
        """Handle the event that a thread of the program has received the turn. `thread` is the number of the thread."""

    def refuse_thread(self, thread: str, holder: str) -> None:
        """Handle the event that a thread continues without the turn, because `holder` does not release the turn."""

    def hit(self, hit: BreakpointHit) -> None:
        """Handle a hit of a breakpoint that only logs."""

    # --- stops --------------------------------------------------------------------------------------

    def stop_program(self, stop: StopReason) -> None:
        """Handle a stop. This method returns when the program may continue."""

    def is_to_stop(self) -> bool:
        """Handle waiting commands between two runs. Return True if the next run of a program must stop."""
        return False

    def reach(self, stop: StopReason, navigator: Navigator) -> None:
        """Handle a position before the position is shown. The position may be in the past of the run."""

    def show(self, cursor: Cursor) -> None:
        """Show a position."""

    def poll(self, frame: ValueSource, operator: Operator | None) -> None:
        """Execute the waiting commands before an operator of a run that is watched but not recorded.

        If the run is paused, wait until another command lets the run continue.
        """

    def await_command(self) -> None:
        """Handle the event that the program begins to wait for the next command."""

    # --- messages -----------------------------------------------------------------------------------

    @property
    def is_watched(self) -> bool:
        """Return True if a user can see the run and can pause the run."""
        return False

    def draw(self, program: Program) -> None:
        """Draw a program in place of the program that is drawn now."""

    def log(self, subject: str, text: str) -> None:
        """Handle the message of a breakpoint that only logs."""

    def say(self, subject: str, text: str) -> None:
        """Show a message to the user at once."""

    def tell_finding(self, text: str) -> None:
        """Handle a new finding of the rules that is not a consequence of another finding."""

    def progress(self, state: SearchState | None) -> None:
        """Handle the progress of a search through the history. The argument None means that the search has ended."""


class Messages(Listener):
    """Listener that emits messages as events, for a session that prints no messages."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit

    def log(self, subject: str, text: str) -> None:
        self._emit(Warned(subject=subject, text=text))

    def say(self, subject: str, text: str) -> None:
        self.log(subject, text)


Listeners = list[Listener]  # in the order in which they are called
