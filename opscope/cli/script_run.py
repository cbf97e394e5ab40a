"""Run of `opscope debug`: the script runs in the main thread, and the prompt in another thread.

In the main thread, the script can set signal handlers, and `threading.main_thread()` is the thread of the script.
Python delivers Ctrl-C to the main thread. While the script has no signal handler of its own, Ctrl-C is passed to the
prompt.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any, Self

from opscope.commands.thread_interrupt import interrupt_thread
from opscope.debug.lines.line_goal import LineGoal
from opscope.debug.runs.process_exit import end_process
from opscope.debug.runs.run import Run
from opscope.debug.runs.run_messages import ScriptMessages
from opscope.errors import OpscopeWarning


class ScriptRun(Run):
    """A run whose body is executed by the thread that calls `run_script`."""

    _make_messages = ScriptMessages

    def start(self) -> Self:
        """Start the thread that delivers events. The body does not run until `run_script` is called."""
        self.session.state.start()
        self._emit(self.started_event())
        self._deliver_events()
        self.thread = threading.current_thread()
        return self

    def _warn_user(self, problem: OpscopeWarning | None) -> None:
        """Do nothing, because the prompt itself shows problems with breakpoints and places."""

    def stop_at_first_line(self) -> None:
        """Stop at the first line of the user's Python code, before this line is executed."""
        goal = LineGoal("step", None)
        goal.reason = "entry"
        self._driver.set_goal(goal, "entry")

    def run_script(self) -> None:
        """Execute the body in this thread. If the body fails, `error` is its error."""
        self.session.claim_random_numbers()
        self._main()


def run_beside(run: ScriptRun, prompt: Callable[[], int]) -> int:
    """Execute a run in this thread and `prompt` in another thread. Returns the result of `prompt`.

    If the prompt ends first and the script does not stop, the process ends.
    """
    results: list[int] = []
    errors: list[BaseException] = []

    def control() -> None:
        try:
            results.append(prompt())
        except BaseException as e:  # noqa: BLE001 (raised below, in the main thread)
            errors.append(e)
        if not run.done:
            end_process(results[0] if results else 1)

    thread = threading.Thread(target=control, name="opscope-prompt", daemon=True)
    with _interrupts_to(thread, run):
        thread.start()
        run.run_script()
        while thread.is_alive():
            thread.join(0.1)
    if errors:
        raise errors[0]
    return results[0]


@contextlib.contextmanager
def _interrupts_to(thread: threading.Thread, run: Run) -> Iterator[None]:
    """Deliver Ctrl-C as a KeyboardInterrupt to `thread` inside the block, unless the script has its own handler."""

    def interrupt(*_: Any) -> None:
        if not run.done:
            run.request_pause()  # ends a search in the past, so that the thread returns from its wait
        interrupt_thread(thread.ident)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, former)
