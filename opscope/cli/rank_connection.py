"""Connection of a rank to its launcher. The launcher controls the debugger of the rank through this connection."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from opscope.cli.script import Script
from opscope.ranks.beats import LauncherConnection, Request, Send, last_error, note_error, refuse, start_beats
from opscope.ranks.launched_processes import LAUNCHED

DEBUGGED = "OPSCOPE_RANK_DEBUG"  # the variable that `opscope launch --debug` sets
STOPS, RUNS_ON = "entry", "no-stop"  # its values: a rank stops before its first operator, or not
Body = Callable[[], None]
_RUNS = "opscope.debug.runs.started_runs"  # the module of runs, once the program has used one


def debug_setting() -> str:
    """Return STOPS or RUNS_ON if the launcher debugs this rank, else ""."""
    return os.environ.get(DEBUGGED, "")


def connect_to_launcher(debugged: bool = False) -> None:
    """If this process is a rank, start to send its state to the launcher regularly.

    `debugged` is True if the program of this rank runs under the debugger from the start.

    If `debugged` is False, requests for the debugger are refused until the program itself has started the debugger.
    """
    if LAUNCHED not in os.environ:
        return
    connection = start_beats(os.environ)
    if connection is None:
        return
    if debugged:
        _load_debugger(connection)
        return

    def first_request(request: Request, send: Send) -> None:
        if _RUNS not in sys.modules:
            refuse(request, send)
            return
        _load_debugger(connection)
        connection.on_request(request, send)

    connection.on_request = first_request


def rank_body(script: Script) -> Body:
    """Return a function that runs a script.

    If an error ends the script of a rank, the function prints it and sends it to the other ranks immediately.

    If the error were not sent, the other ranks would wait in their next collective until this rank has closed its
    recording.
    """
    if LAUNCHED not in os.environ:
        return script.body

    def body() -> None:
        try:
            script.body()
        except Exception as error:
            print(script.traceback(error), file=sys.stderr, end="", flush=True)
            end_rank(error)
            raise

    return body


def end_rank(error: Exception) -> None:
    """Send an error that ends the script to the launcher and to the other ranks."""
    from opscope.ranks.job import connected_job
    from opscope.ranks.program_end import end_with

    note_error(error)
    if (job := connected_job()) is not None:
        end_with(job.world, error)


def show_error(script: Script, error: BaseException | None) -> None:
    """Print the error that has ended a run, unless `rank_body` has printed the error already."""
    if error is not None and error is not last_error():
        print(script.traceback(error), file=sys.stderr, end="")
        note_error(error)


def _load_debugger(connection: LauncherConnection) -> None:
    from opscope.commands.rank_debugger import RankDebugger  # slow to import

    connection.on_request = RankDebugger(connection.send).handle
