"""State of a run as a frozen object, and the owner of the state, which checks changes and notifies waiting threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from opscope.debug.replay.program_kind import Goal
from opscope.events import Event, Stopped

Phase = Literal["new", "running", "stopping", "stopped", "ending", "over"]
Outcome = Literal["", "finished", "stopped", "failed"]

LEGAL: dict[Phase, tuple[Phase, ...]] = {
    "new": ("new", "running"),
    "running": ("running", "stopping", "ending"),
    "stopping": ("stopping", "stopped", "running", "ending"),
    "stopped": ("stopped", "running", "ending"),
    "ending": ("ending", "over"),
    "over": ("over",),
}
WORDS: dict[Phase, str] = {"new": "new", "running": "running", "stopping": "running", "stopped": "paused"}


class Aim(NamedTuple):
    """The goal of the next stop, the reason of this stop, and the thread that must reach the goal.

    The thread 0 means any thread.
    """

    goal: Goal
    reason: str = "step"
    thread: int = 0


class RunTerminated(BaseException):
    """Exception that is raised in the program when the user ends the run.

    The class is not a subclass of Exception, so that no `except Exception` in the program catches it.
    """


class IllegalTransition(AssertionError):
    """Error in the debugger itself: the new state may not follow the current state."""


@dataclass(frozen=True, slots=True)
class RunState:
    """State of a run.

    In the phase "stopping", the program will stop at its next position. In the phase "ending", the program's code has
    ended. In the phases "stopping" and "ending", the event about the stop or the end was not emitted yet. So a thread
    that waits for the phase "stopped" or "over" finds this event in the history of events. `stop` is the position at
    which the run has stopped. After the end of the run, `stop` may be a past position that is shown. `aim` is the goal
    of the next stop. `aim` is None if the program stops only at breakpoints, errors and pauses. `terminating` is True
    if the user has ended the run.
    """

    phase: Phase = "new"
    outcome: Outcome = ""
    stop: Stopped | None = None
    aim: Aim | None = None
    terminating: bool = False

    def __post_init__(self) -> None:
        if bool(self.outcome) != self.has_ended:
            raise IllegalTransition(f"phase {self.phase!r} cannot have outcome {self.outcome!r}")
        if self.phase != "over" and (self.stop is not None) != (self.phase == "stopped"):
            raise IllegalTransition(f"phase {self.phase!r} cannot have the stop {self.stop}")

    @property
    def is_held(self) -> bool:
        """True if the program has stopped, or will stop at the next position."""
        return self.phase in ("stopping", "stopped")

    @property
    def stands(self) -> bool:
        """True if the program has stopped at a position, or has ended."""
        return self.phase in ("stopped", "over")

    @property
    def has_ended(self) -> bool:
        """True if the program's code has ended."""
        return self.phase in ("ending", "over")

    @property
    def is_over(self) -> bool:
        """True if the program's code has ended and the event about this end was emitted."""
        return self.phase == "over"

    @property
    def word(self) -> str:
        """The word for the state that users see: new, running, paused, finished, stopped or failed."""
        return self.outcome or WORDS[self.phase]


LOOKING_BACK = RunState("over", "finished")  # a recording: only its past can be visited
UNOBSERVED = RunState("running")  # a session without a handle that starts and ends it


class StateCell:
    """Owner of the state of a run. Any thread can read the state `now`, and can wait for a state.

    `on_change` contains functions that are called after each change of the state, in the thread that makes the change.
    """

    def __init__(self, state: RunState | None = None) -> None:
        self.now = state or RunState()
        self.on_change: list[Callable[[], None]] = []
        self._changed = threading.Condition()

    def become(self, **changes: Any) -> RunState:
        """Change some fields of the state, and notify the waiting threads. Raises IllegalTransition."""
        with self._changed:
            former = self.now
            following = replace(former, **changes)
            if following.phase not in LEGAL[former.phase] or (former.terminating and not following.terminating):
                raise IllegalTransition(f"phase {following.phase!r} cannot follow phase {former.phase!r}")
            self.now = following
            self._changed.notify_all()
        for call in self.on_change:
            call()
        return following

    def wait_for(self, test: Callable[[RunState], bool], timeout: float | None = None) -> bool:
        """Wait until the state passes a test.

        Returns False if `timeout` seconds have passed (None: no limit).
        """
        with self._changed:
            return self._changed.wait_for(lambda: test(self.now), timeout)

    @property
    def goal(self) -> Goal | None:
        """The goal of the next stop, also if another thread must reach this goal."""
        aim = self.now.aim
        return None if aim is None else aim.goal

    @property
    def aim_here(self) -> Aim | None:
        """The aim (goal, reason and thread) of the next stop, if it is for this thread. Otherwise None."""
        aim = self.now.aim
        return aim if aim is None or not aim.thread or aim.thread == threading.get_ident() else None

    @property
    def goal_here(self) -> Goal | None:
        """The goal of the next stop, if it is a goal for this thread. Otherwise None."""
        aim = self.aim_here
        return None if aim is None else aim.goal

    # --- transitions --------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the run."""
        self.become(phase="running")

    def hold(self) -> None:
        """Request that the program stops at the next position."""
        if not self.now.is_held:
            self.become(phase="stopping")

    def stand_at(self, event: Stopped, emit: Callable[[Event], None]) -> None:
        """Emit the event about the position of the run, and store the position.

        The event is emitted first, so code that waits for a stop finds the event about the stop in the history of
        events.
        """
        if self.now.is_over:
            self.become(stop=event)
            emit(event)
        else:
            emit(event)
            self.become(phase="stopped", stop=event)

    def aim_at(self, aim: Aim | None) -> None:
        """Set the goal of the next stop."""
        self.become(aim=aim)

    def go_on(self) -> None:
        """Let the program continue."""
        self.become(phase="running", stop=None)

    def terminate(self) -> None:
        """Request that the run ends at the next operator of the program."""
        self.become(phase="running", stop=None, terminating=True)

    def end(self, outcome: Outcome) -> None:
        """Change to the phase "ending", because the program's code has ended."""
        self.become(phase="ending", outcome=outcome, stop=None, aim=None)

    def tell_end(self) -> None:
        """Notify the threads that wait for the end, because the event about the end was emitted."""
        self.become(phase="over")

    def leave_to_parent(self) -> None:
        """In a forked process, forget the run.

        The run continues in the parent process. The lock is made again, because a thread of the parent process may have
        held the lock at the fork.
        """
        self._changed = threading.Condition()
        self.now = RunState("over", "failed")
