"""ScopeRuns, which lets runs that change the values of one scope run one at a time.

No step of a thread is then lost.
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

    A run that stores values has the turn from its loads to its stores. A run under a debugger may pause for hours, so
    other runs must not wait for it. Therefore it has no turn. A run inside a function of another run has no turn
    either. When a run without a turn stores values, `check` raises an error if another thread has stored these values
    since the run began.

    Python may deliver an interrupt before any statement here. Waiting threads detect a run that was interrupted
    before its end, because this run is on no stack.

    A thread has the `lock` while values are written in place, or copied by other runs.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.turn: dict[str, ScopeRun] = {}  # "owner": the run that has the turn; `setdefault` is atomic
        self.waiting: list[threading.Event] = []  # one for each thread that waits for the turn
        self.unordered: list[ScopeRun] = []  # open runs without a turn, and those with it that began beside such runs

    def run(self, stores: Stores, lower: bool, driven: bool) -> ScopeRun:
        """Return a context manager for a run of a plan with these stores. It contains the loads and the stores."""
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
        """Return True if the thread is still in the run: at its start, or in the function that started it."""
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
        """End the turn of a run that stores nothing and loads copies. Other runs need not wait for it."""
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
