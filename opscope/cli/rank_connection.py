"""Connection of a rank to its launcher, with the debugger that the launcher drives."""

from __future__ import annotations

import os
import sys

from opscope.ranks.beats import LauncherConnection, Request, Send, refuse, start_beats
from opscope.ranks.launched_processes import LAUNCHED

DEBUGGED = "OPSCOPE_RANK_DEBUG"  # the variable that `opscope launch --debug` sets
_RUNS = "opscope.debug.runs.started_runs"  # the module of runs, once the program has used one


def connect_to_launcher(debugged: bool = False) -> None:
    """Begin to beat if this process is a rank. `debugged`: its program runs under the debugger from its start.

    Otherwise requests for the debugger are refused until the program itself has started it.
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


def _load_debugger(connection: LauncherConnection) -> None:
    from opscope.commands.rank_debugger import RankDebugger  # slow to import

    connection.on_request = RankDebugger(connection.send).handle
