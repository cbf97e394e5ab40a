"""Listeners of a session: an ordered list of the objects that receive the session's events."""

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

    The thread in which an event happens calls the methods. In this base class, the methods do nothing.
    """

    # --- the program --------------------------------------------------------------------------------

    def new_program(self, program: Program) -> None:
        """Handle a new program whose runs are steps, before the first step."""

    def end_calls(self, step: EagerStep) -> None:
        """Handle the calls of an eager step when all calls are complete."""

    def end_eager_step(self, seconds: float, losses: dict[str, float]) -> None:
        """Handle the end of an eager step; `end_calls` is called before this method."""

    def enter_thread(self, thread: int) -> None:
        """Handle the event that the thread of the program with this number has got the turn."""

    def refuse_thread(self, thread: str, holder: str) -> None:
        """Handle the event that a thread continues without the turn, because the thread `holder` keeps the turn."""

    def hit(self, hit: BreakpointHit) -> None:
        """Handle a hit of a breakpoint that only logs."""

    # --- stops --------------------------------------------------------------------------------------

    def stop_program(self, stop: StopReason) -> None:
        """Handle a stop: wait until the program may continue. The method returns when the program may continue."""

    def is_to_stop(self) -> bool:
        """Handle waiting commands between two runs; return True if the next run of a program must stop at once."""
        return False

    def reach(self, stop: StopReason, navigator: Navigator) -> None:
        """Handle a position before it is shown; the position may be in the past of the run."""

    def show(self, cursor: Cursor) -> None:
        """Handle the display of a position."""

    def poll(self, frame: ValueSource, operator: Operator | None) -> None:
        """Execute the waiting commands before an operator of a run that is only watched.

        If the run is paused, wait until another command lets it continue.
        """

    def await_command(self) -> None:
        """Handle the event that the program now waits for the next command."""

    # --- messages -----------------------------------------------------------------------------------

    @property
    def is_watched(self) -> bool:
        """Return True if some user can see the run and can pause it."""
        return False

    def draw(self, program: Program) -> None:
        """Draw a program, instead of the program that is drawn now."""

    def log(self, subject: str, text: str) -> None:
        """Handle the message of a breakpoint that only logs."""

    def say(self, subject: str, text: str) -> None:
        """Show a message to the user at once."""

    def tell_finding(self, text: str) -> None:
        """Handle a new finding of the rules that is not a consequence of another finding."""

    def progress(self, state: SearchState | None) -> None:
        """Handle the progress of a search through the history; the argument None means that the search has ended."""


class Messages(Listener):
    """Object that emits messages as events, for a session without printed messages."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit

    def log(self, subject: str, text: str) -> None:
        self._emit(Warned(subject=subject, text=text))

    def say(self, subject: str, text: str) -> None:
        self.log(subject, text)


Listeners = list[Listener]  # in the order in which they are called
