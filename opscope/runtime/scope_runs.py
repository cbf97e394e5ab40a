"""ScopeRuns, which runs programs that change the values of one scope one at a time.

Otherwise, a run of one thread could overwrite the results of a run of another thread.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

from opscope.core.source import site
from opscope.errors import RunError, listed

_RECHECK = 0.05  # seconds: the turn may have gone to a run that a driver holds

Stores = Sequence[tuple[str, int]]  # of a plan: names and slots


class ScopeRuns:
    """The runs of a scope and of its child scopes.

    Only one run at a time has the turn. A run that stores values has the turn from the time when it loads values to the
    time when it stores values. A run under a debugger may pause for hours, so other runs must not wait for it, and it
    has no turn. A run inside a function of another run has no turn either. When a run without a turn stores values,
    `check` raises an error if another thread has stored these values since the run began.

    An interrupt (Ctrl-C) can end a run before it passes on the turn. Waiting threads detect such a run, because no
    thread has the run on its stack any more.

    A thread holds the `lock` while it writes values in place, or copies values that other runs may write.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.turn: dict[str, ScopeRun] = {}  # "owner": the run that has the turn; `setdefault` is atomic
        self.waiting: list[threading.Event] = []  # one for each thread that waits for the turn
        self.unordered: list[ScopeRun] = []  # open runs without a turn, and those with it that began beside such runs

    def run(self, stores: Stores, lower: bool, driven: bool) -> ScopeRun:
        """Return a context manager for a run with these stores. The run must load and store values in its block."""
        return ScopeRun(self, stores, lower, driven)

    def check(self) -> None:
        """Raise RunError like `ScopeRun.check`, for the run of this thread. The caller must have the lock."""
        owner = self.turn.get("owner")
        if self.unordered or (owner is not None and owner.others):
            thread = threading.current_thread()
            open_runs = [*([] if owner is None else [owner]), *self.unordered]
            run = next((run for run in reversed(open_runs) if run.thread is thread), None)
            if run is not None:
                run.check()


class ScopeRun:
    """Run of a plan on a scope. `has_turn` is True if the run may change the values in place."""

    __slots__ = ("driven", "has_turn", "lower", "others", "runs", "stores", "thread")

    def __init__(self, runs: ScopeRuns, stores: Stores, lower: bool, driven: bool) -> None:
        self.runs = runs
        self.stores = stores
        self.lower = lower
        self.driven = driven
        self.has_turn = False
        self.others: list[ScopeRun] = []  # runs of other threads that stored values meanwhile
        self.thread = threading.current_thread()

    def __enter__(self) -> ScopeRun:
        waits = bool(self.stores) and not self.driven
        if waits or self.lower:
            self.has_turn = self._take_turn(waits)
        if self.stores and (not self.has_turn or self.runs.unordered):
            with self.runs.lock:
                self.runs.unordered = [*(run for run in self.runs.unordered if run.is_open()), self]
        return self

    def _take_turn(self, waits: bool) -> bool:
        turn = self.runs.turn
        while (owner := turn.setdefault("owner", self)) is not self:
            if owner.thread is self.thread and not owner.is_open():
                owner.end_turn()
            elif owner.driven or owner.thread is self.thread or not waits:
                return False
            else:
                ended = threading.Event()
                self.runs.waiting.append(ended)
                if turn.get("owner") is owner and not ended.wait(_RECHECK) and not owner.is_open():
                    owner.end_turn()
        return True

    def is_open(self) -> bool:
        """Return True if the run has not ended: a function on the stack of its thread still refers to the run."""
        frame = sys._current_frames().get(self.thread.ident or 0)
        while frame is not None:
            if frame.f_code.co_filename != __file__:
                found = any(value is self for value in frame.f_locals.values())
            else:
                found = frame.f_code in _ENTRY and frame.f_locals.get("self") is self
            if found:
                return True
            frame = frame.f_back
        return False

    def end_reading(self) -> None:
        """End the turn of a run that stores nothing and loads copies. Other runs need not wait for such a run."""
        if self.has_turn and not self.stores:
            self.end_turn()

    def end_turn(self) -> None:
        """Pass the turn to the next run."""
        self.has_turn = False
        if self.runs.turn.get("owner") is self:
            del self.runs.turn["owner"]
        while self.runs.waiting:
            self.runs.waiting.pop().set()

    def check(self) -> None:
        """Raise RunError if, since the start of this run, another thread has stored values that this run will store."""
        owner = self.runs.turn.get("owner")
        for other in [*self.others, *([owner] if owner is not None and not owner.driven else [])]:
            both = sorted({name for name, _ in self.stores} & {name for name, _ in other.stores})
            if other.thread is not self.thread and both:
                raise _conflict(self, other, both)

    def __exit__(self, kind: object, *_: object) -> None:
        runs = self.runs
        if runs.unordered:
            with runs.lock:
                owner = runs.turn.get("owner")  # one that is driven may pause in its turn, and others go on
                runs.unordered = [run for run in runs.unordered if run is not self]
                others = [run for run in (owner, *runs.unordered) if run is not None and run is not self]
                for run in dict.fromkeys(others) if kind is None and self.stores else ():
                    run.others.append(self)
        if self.has_turn:
            self.end_turn()


_ENTRY = (ScopeRun.__enter__.__code__, ScopeRun.__exit__.__code__)


def _conflict(run: ScopeRun, other: ScopeRun, names: Sequence[str]) -> RunError:
    return RunError(
        f"two threads change the same scope: while the run of thread {run.thread.name!r} was in progress, a run of "
        f"thread {other.thread.name!r} stored {listed(names, 3)}, which this run would overwrite",
        site=site(),
        fix="give each thread a separate scope (scope=static.Scope()), or run the programs one after the other",
    )
