"""RankDebugger: the debugger of a rank, controlled by the launcher of the ranks.

The launcher can pause all ranks, execute commands such as `why loss` in a rank, and receive the events of the rank's
run.
"""

from __future__ import annotations

import io
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import cast

from opscope.commands.command_session import ProgramError
from opscope.commands.groups import load_commands
from opscope.commands.latest_session import WIDTH, LatestSession
from opscope.commands.plain_text import Console
from opscope.commands.table import find
from opscope.debug.drivers.frame_driver import recorded
from opscope.debug.navigation.goals import StepGoal
from opscope.debug.runs.run import Run
from opscope.debug.runs.started_runs import newest
from opscope.eager.op_calls import end_log
from opscope.errors import RankError, error_text
from opscope.events import Command, Event, Stopped, ValueSeen, from_dict, to_json
from opscope.ranks.beats import Request, Send
from opscope.ranks.job_state import STATE
from opscope.ranks.watched_row import Number, WatchedRow

WAITS = 0.5  # seconds in a collective after which a rank counts as waiting
NO_RUN = "this rank runs no program under the debugger: start the rank with --record, or call opscope.debug.start()"


class RankDebugger:
    """Executes the launcher's requests on the newest run of this process, in a separate thread.

    `current` returns the newest run, or None if there is no run.
    """

    def __init__(self, send: Send, current: Callable[[], Run | None] = newest) -> None:
        self._send, self._current = send, current
        self._requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self._session_of = LatestSession("editor").of
        self._measured: Run | None = None  # the run whose values are in the row
        self._followed: Run | None = None
        self._attended = True  # False once no user is left who could continue a stopped run
        pause = STATE.pause
        pause.stop_later, pause.place, pause.go_on = self._stop_later, self._place, self._go_on
        threading.Thread(target=self._run, name="opscope-rank-debugger", daemon=True).start()

    def handle(self, request: Request, send: Send) -> None:
        """Queue a request of the launcher."""
        self._requests.put(request)

    def _run(self) -> None:
        load_commands()
        while True:
            request = self._requests.get()
            run = self._current()
            if "words" in request:
                ok, text = self._answer(run, str(request["words"]))
                self._send({"reply": request["id"], "ok": ok, "text": text})
            elif "unattended" in request:
                self._attended = False
                stop_at_no_error(run)
            elif "follow" in request:
                self._follow(run if request["follow"] else None)
            elif run is not None and "command" in request:
                run.handle(cast("Command", from_dict(request["command"])))
            elif "go on" in request:
                self._continue(run)
                STATE.pause.note_release(int(request["go on"]))

    # --- pauses -------------------------------------------------------------------------------------

    def _stop_later(self) -> bool:
        """Make the program stop at the next step of its run. Return False if this thread is in no recorded run."""
        run = self._current()
        if run is None or run.done or not run.session.driver.records or run.session.threads.here is None:
            return False
        recorded(run.session.driver).set_goal(StepGoal(run.steps + 2, None), "pause")
        end_log()  # eager calls are looked at again
        return True

    def _place(self) -> str:
        run = self._current()
        here = None if run is None or run.done else run.here
        self._measure(run)
        if here is not None and not self._attended:  # it reached the place before or after the request to go on
            self._go_on(STATE.pause.released)
            return ""
        return "" if here is None else place_text(here)

    def _go_on(self, number: int) -> None:
        self._requests.put({"go on": number})

    def _continue(self, run: Run | None) -> None:
        if run is None or run.done:
            return
        if run.here is not None:
            run.cont()
        elif (aim := run.session.state.now.aim) is not None and aim.reason == "entry":
            recorded(run.session.driver).set_goal(None)  # else the rank stops later, at its first operator

    # --- words --------------------------------------------------------------------------------------

    def _answer(self, run: Run | None, words: str) -> tuple[bool, str]:
        """Execute a command. Returns True and the text that the command printed, or False and the command's error."""
        if run is None:
            return False, NO_RUN
        if run.here is None and not run.done and (reason := waiting_text()):
            return False, reason
        word, _, rest = words.strip().partition(" ")
        output = io.StringIO()
        try:
            command = find(word)
            session = self._session_of(run)
            session.printer.output = Console(WIDTH, output)
            session.render(session.perform(command, rest.strip()))
        except ProgramError as e:
            return False, error_text(e.error)
        except Exception as e:  # noqa: BLE001 (the launcher gets it; the rank goes on)
            return False, str(e) or type(e).__name__
        return True, output.getvalue().rstrip()

    # --- events -------------------------------------------------------------------------------------

    def _measure(self, run: Run | None) -> None:
        """Write the statistics of the values that a new run taps into the row of this rank."""
        if run is self._measured or run is None:
            return
        self._measured = run
        STATE.row.clear()
        run.subscribe(lambda events: add_measures(STATE.row, events))

    def _follow(self, run: Run | None) -> None:
        if self._followed is not None:
            self._followed.unsubscribe(self._send_events)
        self._followed = run
        if run is not None:
            self._send_events(run.history.events())
            run.subscribe(self._send_events)

    def _send_events(self, events: Sequence[Event]) -> None:
        self._send({"events": [to_json(event) for event in events]})


def waiting_text() -> str:
    """Return an error text if this rank waits in a collective. A rank that waits cannot execute a command."""
    now = STATE.now
    if now is None or time.monotonic() - now.since < WAITS:
        return ""
    call = ", ".join(filter(None, (now.collective.text, now.collective.where)))
    return str(
        RankError(
            f"this rank waits for other ranks in {call}",
            fix="a waiting rank executes no commands: give the command to a stopped rank, or continue the stopped rank",
        )
    )


def stop_at_no_error(run: Run | None) -> None:
    """Let a run end at an error, because no user could continue it."""
    if run is not None and run.session.driver.records:
        recorded(run.session.driver).breakpoints.catch(())


def place_text(here: Stopped) -> str:
    """Return a place as text, such as `step 12, before matmul_v2 at train.py:20 in main`."""
    step = f"step {here.step}" if here.step else f"run {here.run}"
    side = "behind" if here.behind else "before"
    operator = f"{side} {here.op_type}" if here.op_type else "at its end" if here.op < 0 and not here.at_line else ""
    at = f"at {here.site}" if here.site else ""
    why = (
        ""
        if here.reason in ("pause", "step", "goto")
        else f"({here.reason}: {here.text})"
        if here.text
        else f"({here.reason})"
    )
    return " ".join(filter(None, (f"{'in the past, ' if here.past else ''}{step},", operator, at, why))).rstrip(",")


def add_measures(row: WatchedRow, events: Sequence[Event]) -> None:
    """Write the mean and std of each tapped value into a row. For a gradient, write its root mean square.

    If a value contains NaN or Inf, its numbers in the row are NaN.
    """
    for event in events:
        if not isinstance(event, ValueSeen):
            continue
        known = event.healthy and event.mean is not None and event.std is not None
        mean, std = (event.mean or 0.0, event.std or 0.0) if known else (float("nan"),) * 2
        if event.grad_of:
            row.set(Number(event.title, "gradient"), (mean * mean + std * std) ** 0.5)
        else:
            row.set(Number(event.title, "mean"), mean)
            row.set(Number(event.title, "std"), std)
