"""Runs that this process has started.

The process ends only after these runs have ended. In a forked child process, the list of these runs is empty.
"""

from __future__ import annotations

import builtins
import os
import sys
import traceback
import weakref
from typing import Any, Protocol

from opscope.core.exit_status import INTERRUPTED
from opscope.debug.runs.process_exit import before_exit, end_process
from opscope.errors import RunError

SILENT_WAIT = 2.0  # seconds that Python waits at its exit before it prints a message
STOP_TIMEOUT = 2.0  # seconds that a run has to end after Ctrl-C at the exit


class StartedRun(Protocol):
    """A run that was started in a separate thread."""

    @property
    def state(self) -> str: ...
    @property
    def done(self) -> bool: ...

    def has_ended_in(self, timeout: float | None) -> bool: ...
    def wait(self, timeout: float | None = None) -> Any: ...
    def stop(self, timeout: float = 10.0) -> None: ...
    def finish_recording(self) -> None: ...
    def leave_to_parent(self) -> None: ...


started: weakref.WeakSet[StartedRun] = weakref.WeakSet()
known: weakref.WeakSet[StartedRun] = weakref.WeakSet()  # also runs that Python does not wait for: scripts, cells


_newest: list[Any] = []  # the run that was started last, or a weak reference to it


def note_newest(run: StartedRun) -> None:
    """Record that a new run has started.

    In IPython, the newest run is kept in memory, because magics use this run even if no variable refers to it.
    """
    _newest[:] = [run if hasattr(builtins, "__IPYTHON__") else weakref.ref(run)]


def newest() -> Any:
    """Return the run that was started last.

    The result is None before the first run. The result is also None if no variable refers to the last run any more.
    """
    found = _newest[0] if _newest else None
    return found() if isinstance(found, weakref.ref) else found


def _in_progress() -> list[StartedRun]:
    return [run for run in started if not run.done]


def _wait_for_all() -> None:
    """Wait for all runs that are in progress, before the process ends.

    The process does not wait for a paused run. Ctrl-C ends all runs.
    """
    if hasattr(builtins, "__IPYTHON__"):  # a kernel that is shut down ends at once
        return
    try:
        for run in _in_progress():
            _wait_for(run)
    except KeyboardInterrupt:
        for run in _in_progress():
            try:
                run.stop(STOP_TIMEOUT)
            except (RunError, KeyboardInterrupt):
                run.finish_recording()
        end_process(INTERRUPTED)


def _wait_for(run: StartedRun) -> None:
    if run.state == "paused":
        run.finish_recording()
        print(f"{run!r} is paused, so it ends together with Python", file=sys.stderr)  # noqa: T201
        return
    if not run.has_ended_in(SILENT_WAIT):
        print(f"Python waits for the end of {run!r}. Ctrl-C ends the run", file=sys.stderr)  # noqa: T201
    try:
        run.wait()
    except RunError as e:
        print(e, file=sys.stderr)  # noqa: T201 (there is no caller to raise it to)
    except Exception:  # noqa: BLE001 (as Python does for a thread)
        traceback.print_exc()


def _leave_all_to_parent() -> None:
    """Forget all runs in a forked process, because the threads of these runs are in the parent process."""
    for run in known:
        if run.state != "new" and not run.done:
            run.leave_to_parent()
    started.clear()


before_exit(_wait_for_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all_to_parent)
