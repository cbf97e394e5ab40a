"""Listeners of a session: what happens in it flows up to them, in one list, in a fixed order."""

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
    """Listens to a session, in the thread where something happens. The methods do nothing by default."""

    # --- the program --------------------------------------------------------------------------------

    def new_program(self, program: Program) -> None:
        """A program is to run for the first time, whose runs are steps."""

    def end_calls(self, step: EagerStep) -> None:
        """The calls of a step of eager code have been made."""

    def end_eager_step(self, seconds: float, losses: dict[str, float]) -> None:
        """A step of eager code is over, after `end_calls`."""

    def enter_thread(self, thread: int) -> None:
        """A thread of the program, of this number, has taken the turn."""

    def refuse_thread(self, thread: str, holder: str) -> None:
        """A thread goes on without its turn, beside the one that has it."""

    def hit(self, hit: BreakpointHit) -> None:
        """A breakpoint that only logs was hit."""

    # --- stops --------------------------------------------------------------------------------------

    def stop_program(self, stop: StopReason) -> None:
        """The program stops: return when it may continue."""

    def is_to_stop(self) -> bool:
        """Commands wait, between two runs of programs: return True if the next run is to stop at once."""
        return False

    def reach(self, stop: StopReason, navigator: Navigator) -> None:
        """A place is to be shown, where the run stands now or did in the past."""

    def show(self, cursor: Cursor) -> None:
        """A place is shown."""

    def poll(self, frame: ValueSource, operator: Operator | None) -> None:
        """In a run that is only watched, commands wait before an operator: execute them; paused, wait for more."""

    def await_command(self) -> None:
        """The program stands still until a command comes."""

    # --- messages -----------------------------------------------------------------------------------

    @property
    def is_watched(self) -> bool:
        """True if somebody sees the run, and may pause it."""
        return False

    def draw(self, program: Program) -> None:
        """Draw a program in place of the one that is drawn."""

    def log(self, subject: str, text: str) -> None:
        """A breakpoint logs a message."""

    def say(self, subject: str, text: str) -> None:
        """Tell the user something at once."""

    def tell_finding(self, text: str) -> None:
        """The rules have a new finding that does not follow from another one."""

    def progress(self, state: SearchState | None) -> None:
        """A search through the history goes on; None: it has ended."""


class Messages(Listener):
    """Emits messages as events, in a session without a run that prints them."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit

    def log(self, subject: str, text: str) -> None:
        self._emit(Warned(subject=subject, text=text))

    def say(self, subject: str, text: str) -> None:
        self.log(subject, text)


Listeners = list[Listener]  # of a session, in the order in which they are called
