"""The state of a run: one frozen value, whose owner checks each transition and wakes those who wait for it."""

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
    """The goal at which the program is to stop next, the reason of that stop, and for which thread it is (0: any)."""

    goal: Goal
    reason: str = "step"
    thread: int = 0


class RunTerminated(BaseException):
    """The user ended the run. Not an Exception: no handler of the program may catch it by accident."""


class IllegalTransition(AssertionError):
    """A state that cannot follow the present one: a mistake in the debugger itself."""


@dataclass(frozen=True, slots=True)
class RunState:
    """The state of a run.

    In "stopping" the program is to stand still and in "ending" it has ended, but nobody was told so yet: those who
    wait for "stopped" and "over" find the events of these. `stop` is the place where the run stands, also one that
    was shown since the run is over. `aim` is None if only breakpoints, errors and pauses stop the program.
    `terminating`: the user has ended the run.
    """

    phase: Phase = "new"
    outcome: Outcome = ""
    stop: Stopped | None = None
    aim: Aim | None = None
    terminating: bool = False

    def __post_init__(self) -> None:
        if bool(self.outcome) != self.has_ended:
            raise IllegalTransition(f"phase {self.phase!r} with outcome {self.outcome!r}")
        if self.phase != "over" and (self.stop is not None) != (self.phase == "stopped"):
            raise IllegalTransition(f"phase {self.phase!r} at {self.stop}")

    @property
    def is_held(self) -> bool:
        """True if the program stands still, or does at its next place."""
        return self.phase in ("stopping", "stopped")

    @property
    def has_ended(self) -> bool:
        """True if the program's code has ended."""
        return self.phase in ("ending", "over")

    @property
    def is_over(self) -> bool:
        """True if the program's code has ended, and everybody was told so."""
        return self.phase == "over"

    @property
    def word(self) -> str:
        """The word for users: new, running, paused, finished, stopped or failed."""
        return self.outcome or WORDS[self.phase]


LOOKING_BACK = RunState("over", "finished")  # a recording: only its past can be visited
UNOBSERVED = RunState("running")  # of a session without a handle that starts and ends it


class StateCell:
    """The owner of a run's state: any thread reads `now`, and waits for a state by one condition."""

    def __init__(self, state: RunState | None = None) -> None:
        self.now = state or RunState()
        self._changed = threading.Condition()

    def become(self, **changes: Any) -> RunState:
        """Change fields of the state, and wake those who wait. Raises IllegalTransition."""
        with self._changed:
            former = self.now
            following = replace(former, **changes)
            if following.phase not in LEGAL[former.phase] or (former.terminating and not following.terminating):
                raise IllegalTransition(f"{following.phase!r} cannot follow {former.phase!r}")
            self.now = following
            self._changed.notify_all()
        return following

    def wait_for(self, test: Callable[[RunState], bool], timeout: float | None = None) -> bool:
        """Wait until a state passes a test; False if none did so in `timeout` seconds (None: no limit)."""
        with self._changed:
            return self._changed.wait_for(lambda: test(self.now), timeout)

    @property
    def goal(self) -> Goal | None:
        """The goal, for whichever thread."""
        aim = self.now.aim
        return None if aim is None else aim.goal

    @property
    def aim_here(self) -> Aim | None:
        """The aim, if it is for this thread."""
        aim = self.now.aim
        return aim if aim is None or not aim.thread or aim.thread == threading.get_ident() else None

    @property
    def goal_here(self) -> Goal | None:
        """The goal, if it is for this thread."""
        aim = self.aim_here
        return None if aim is None else aim.goal

    # --- transitions --------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the run."""
        self.become(phase="running")

    def hold(self) -> None:
        """Let the program stand still, from its next place on."""
        if not self.now.is_held:
            self.become(phase="stopping")

    def stand_at(self, event: Stopped, emit: Callable[[Event], None]) -> None:
        """Emit the place of the run, and store it. Code that waits for a stop finds the event in the history."""
        if self.now.is_over:
            self.become(stop=event)
            emit(event)
        else:
            emit(event)
            self.become(phase="stopped", stop=event)

    def aim_at(self, aim: Aim | None) -> None:
        """Set where to stop next."""
        self.become(aim=aim)

    def go_on(self) -> None:
        """Let the program run on."""
        self.become(phase="running", stop=None)

    def terminate(self) -> None:
        """End the run at the program's next operator: the user wants it."""
        self.become(phase="running", stop=None, terminating=True)

    def end(self, outcome: Outcome) -> None:
        """Note the end of the program's code."""
        self.become(phase="ending", outcome=outcome, stop=None, aim=None)

    def tell_end(self) -> None:
        """Let go on who waits for the end: its event was emitted."""
        self.become(phase="over")

    def leave_to_parent(self) -> None:
        """Forget the run in a forked process: it goes on in the parent, whose threads may have held the lock."""
        self._changed = threading.Condition()
        self.now = RunState("over", "failed")
