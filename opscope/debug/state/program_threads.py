"""Threads of a program, which take turns. Only one thread at a time may be in a run of a program or at a stop.

So the runs of all threads are executed in one order, which the journal stores. While the run is stopped, each other
thread waits before its next operator. The Python code of the other threads continues, and so do eager calls that are
only logged. Source: O'Callahan et al. 2017, "Engineering Record and Replay for Deployability" (rr runs one thread at a
time).
"""

from __future__ import annotations

import os
import sys
import threading
import weakref
from types import FrameType
from typing import Literal, NamedTuple

from opscope.core.source import CodePosition, Site
from opscope.debug.frames.python_frames import kind_of
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.state.listener import Listeners
from opscope.debug.state.run_state import RunTerminated, StateCell
from opscope.errors import NotFound
from opscope.runtime.executor import Executor
from opscope.runtime.instrument import Turn

PATIENCE = 1.0  # seconds for which a thread may block in a user's function before others continue without a turn
_LOOK = 0.05  # seconds between two checks of it

ThreadState = Literal["stopped", "waiting", "running"]


class ThreadInfo(NamedTuple):
    """A thread of the program.

    `number` is the number of the thread. Number 1 is the thread that runs the user's function. `state` is "stopped" if
    the run has stopped in this thread. `state` is "waiting" if the thread waits before an operator for the turn.
    Otherwise, `state` is "running". `site` is the user's line that the thread executes. `chosen` is True if commands
    about frames and steps refer to this thread.
    """

    number: int
    name: str
    state: ThreadState
    site: str
    chosen: bool

    def __str__(self) -> str:
        return f"{'→' if self.chosen else ' '} {self.number}  {self.name}  {self.state}  {self.site}".rstrip()


class ProgramThread:
    """A thread of the program, with the cursor and the editor of the run that this thread executes now."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name or threading.current_thread().name
        self.ident = threading.get_ident()
        self.waits = False
        self.live: Cursor | None = None
        self.edits: Editor | None = None


class _Waiting:
    """A thread that waits for its turn."""

    def __init__(self, ident: int) -> None:
        self.ident = ident
        self.granted = threading.Event()


class ProgramThreads(Turn):
    """The threads of the program during one run.

    At any time, at most one thread of the run has the turn (may run). Threads get the turn in the order of their
    requests. Listeners are notified when another thread gets the turn. A thread that waits may also continue without
    the turn. A thread continues without the turn if the thread that has the turn blocks in a user's function, because
    this function may wait for the other thread. Listeners are also notified when a thread continues without the turn.
    If the user has ended the run, a thread that requests the turn gets the exception RunTerminated.
    """

    def __init__(
        self,
        state: StateCell,
        listeners: Listeners,
    ) -> None:
        self.all: dict[int, ProgramThread] = {}  # by ident
        self.names: dict[int, str] = {}  # by number, including ended threads
        self.closed = False
        self._chosen = 0  # number of the thread for commands at a stop, 0: the current one
        self._state = state
        self._listeners = listeners
        self._last: ProgramThread | None = None  # the last holder of the turn
        self._lock = threading.Lock()
        self._turn: dict[str, int] = {}  # "owner": ident of the holder of the turn; `setdefault` is atomic
        self._depth = 0  # number of times the holder has taken it
        self._waiting: list[_Waiting] = []
        self._stuck: set[CodePosition] = set()  # a holder has blocked there: others no longer wait
        self._said: set[str] = set()  # names of threads that continued without a turn
        self._numbers: weakref.WeakKeyDictionary[threading.Thread, int] = weakref.WeakKeyDictionary()
        _known.add(self)

    def add(self, name: str = "") -> ProgramThread:
        """Add this thread to the threads of the program.

        If `name` is "", the thread has the name that Python gives it.
        """
        former = self.here
        if former is not None:  # it ended without `remove`
            self.remove(former)
        number = self._numbers.setdefault(threading.current_thread(), len(self.names) + 1)
        made = ProgramThread(number, name)
        self.names[made.number] = made.name
        self.all[made.ident] = made
        return made

    def remove(self, thread: ProgramThread) -> None:
        """Remove an ended thread of the program."""
        self.all.pop(thread.ident, None)

    @property
    def here(self) -> ProgramThread | None:
        """The ProgramThread object for this thread, or None if this thread does not belong to the program."""
        return self.all.get(threading.get_ident())

    @property
    def current(self) -> ProgramThread | None:
        """The thread that has the turn (may run now)."""
        return self.all.get(self._turn.get("owner", 0))

    @property
    def are_several(self) -> bool:
        """True if the program now has more than one thread."""
        return len(self.all) > 1

    # --- the live run -------------------------------------------------------------------------------

    @property
    def live(self) -> Cursor | None:
        """The cursor of the live run, in the thread that has the turn."""
        thread = self.current
        return None if thread is None else thread.live

    @property
    def edits(self) -> Editor | None:
        """The editor of the live run in the thread that has the turn."""
        thread = self.current
        return None if thread is None else thread.edits

    def begin_run(self, cursor: Cursor, edits: Editor | None) -> None:
        """Set the live run of this thread. This thread must have the turn."""
        thread = self.all[threading.get_ident()]
        thread.live, thread.edits = cursor, edits

    def end_run(self) -> None:
        """Clear the live run of this thread."""
        thread = self.here
        if thread is not None:  # else this is a process that was forked inside
            thread.live = thread.edits = None

    @property
    def has_turn(self) -> bool:
        """True if this thread has the turn (may run now)."""
        return self._turn.get("owner") == threading.get_ident()

    @property
    def chosen(self) -> ProgramThread | None:
        """The thread to which commands about frames and steps refer.

        This is the chosen thread. If no thread is chosen, this is the thread that has the turn.
        """
        return next((t for t in list(self.all.values()) if t.number == self._chosen), self.current)

    def choose(self, number: int) -> None:
        """Choose a thread. The choice is valid until the run continues. Raises NotFound if there is no such thread."""
        numbers = sorted(t.number for t in list(self.all.values()))  # threads may begin and end meanwhile
        if number not in numbers:
            known = ", ".join(map(str, numbers))
            raise NotFound(
                f"no thread {number}" + (" any more" if number in self.names else ""), fix=f"use one of {known}"
            )
        self._chosen = number

    def forget_choice(self) -> None:
        """Forget the chosen thread, because the run continues or has moved.

        After this call, commands refer to the thread in which the run has stopped.
        """
        self._chosen = 0

    def forget(self) -> None:
        """In a forked process, forget all threads, because the threads of the parent process do not exist there."""
        self.all, self._turn, self._depth, self._waiting = {}, {}, 0, []
        self._lock = threading.Lock()

    # --- turns --------------------------------------------------------------------------------------

    def take(self) -> bool:
        """Wait until this thread gets the turn.

        Returns False if this thread must continue without the turn.
        """
        ident = threading.get_ident()
        if self._turn.get("owner") == ident:
            self._depth += 1
            return True
        thread = self.all.get(ident)
        if thread is None:
            return False
        waits = not self.closed and self._turn.setdefault("owner", ident) != ident
        if self.closed or (waits and not self._wait(thread)):
            if self.closed:
                self._end_if_terminated()
            return False
        self._depth = 1
        try:
            self._enter(thread)
        except BaseException:
            self.release()
            raise
        return True

    def release(self) -> None:
        """Give the turn to the thread that has waited longest.

        Nested calls of `take` need as many calls of `release`.
        """
        if self.here is None:  # in a process that was forked inside
            return
        self._depth -= 1
        if not self._depth:
            if self._waiting:
                self._hand_over(threading.get_ident())
            else:
                del self._turn["owner"]

    def close(self) -> None:
        """Let all threads that wait for the turn continue, because the run is over."""
        with self._lock:
            self.closed = True
            for each in self._waiting:
                each.granted.set()
        for thread in list(self.all.values()):  # an interrupt may have prevented the end of a run
            thread.live = thread.edits = None

    def _end_if_terminated(self) -> None:
        if self._state.now.terminating:
            raise RunTerminated

    def _enter(self, thread: ProgramThread) -> None:
        """Notify the listeners that a thread has received the turn."""
        self._end_if_terminated()
        if thread is not self._last:
            self._last = thread
            for listener in self._listeners:
                listener.enter_thread(thread.number)

    def _hand_over(self, former: int) -> None:
        """If the thread `former` still has the turn, give the turn to the next thread."""
        with self._lock:
            if self._turn.get("owner") != former:
                return
            if self._waiting:
                following = self._waiting.pop(0)
                self._turn["owner"] = following.ident
                following.granted.set()
            else:
                del self._turn["owner"]

    def _wait(self, thread: ProgramThread) -> bool:
        waiting = _Waiting(thread.ident)
        with self._lock:
            self._waiting.append(waiting)
        thread.waits = True
        still, place = 0.0, None
        try:
            while self._turn.setdefault("owner", thread.ident) != thread.ident:
                if waiting.granted.wait(_LOOK):
                    break
                owner, former = self._turn.get("owner", 0), place
                if owner not in sys._current_frames():  # an interrupt has ended it
                    self._hand_over(owner)
                    continue
                place = None if self._state.now.is_held else _place_in_user_function(owner)
                still = still + _LOOK if place is not None and place == former else 0.0
                holder = self.all.get(owner)
                if place is None or holder is None or (still < PATIENCE and place not in self._stuck):
                    continue
                if self._withdraw(waiting):
                    self._stuck.add(place)
                    if thread.name not in self._said:
                        self._said.add(thread.name)
                        for listener in self._listeners:
                            listener.refuse_thread(thread.name, holder.name)
                    return False
        except BaseException:
            self._withdraw(waiting)
            self._hand_over(thread.ident)  # if it was granted meanwhile
            raise
        finally:
            thread.waits = False
        self._withdraw(waiting)
        return self._turn.get("owner") == thread.ident

    def _withdraw(self, waiting: _Waiting) -> bool:
        with self._lock:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
                return True
        return False

    # --- what users see -----------------------------------------------------------------------------

    def label(self, number: int) -> tuple[int, str]:
        """Return the number and the name of a thread, or 0 and "" if the program has only one thread."""
        return (number, self.names.get(number, "")) if number and len(self.names) > 1 else (0, "")

    def listed(self) -> list[ThreadInfo]:
        """Return descriptions of all threads that have not ended. Return an empty list if the run is over."""
        if self.closed:
            return []
        stopped = self.current if self._state.now.is_held else None
        chosen = self.chosen if stopped is not None else None
        found: list[ThreadInfo] = []
        for each in sorted(self.all.values(), key=lambda t: t.number):
            state: ThreadState = "stopped" if each is stopped else "waiting" if each.waits else "running"
            frame = user_frame(sys._current_frames().get(each.ident))
            site = "" if frame is None else Site(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name).where
            found.append(ThreadInfo(each.number, each.name, state, site, each is chosen))
        return found


def user_frame(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame of the user's code, at `frame` or outside of it."""
    while frame is not None and kind_of(frame.f_code.co_filename) != "python":
        frame = frame.f_back
    return frame


def _place_in_user_function(ident: int) -> CodePosition | None:
    """Return the position of a thread in a user's function that a run of a program has called.

    The result is None if the thread is not in such a function.
    """
    frame, inner = sys._current_frames().get(ident), None
    while frame is not None and frame.f_code is not Executor.run.__code__:
        if inner is None and kind_of(frame.f_code.co_filename) == "python":
            inner = frame
        frame = frame.f_back
    return None if frame is None or inner is None else (inner.f_code, inner.f_lasti)


_known: weakref.WeakSet[ProgramThreads] = weakref.WeakSet()


def _forget_all() -> None:
    for each in list(_known):
        each.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
