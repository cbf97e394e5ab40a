"""The program of a rank, run under the debugger that the launcher controls."""

from __future__ import annotations

import sys

from opscope.cli.rank_connection import STOPS, connect_to_launcher, debug_setting, end_rank, show_error
from opscope.cli.script import Script
from opscope.cli.script_run import ScriptRun
from opscope.commands.rank_debugger import stop_at_no_error
from opscope.debug.runs.started_runs import note_newest
from opscope.errors import RankError


def run_debugged(script: Script, title: str) -> int:
    """Run a script and record it in memory. Returns the exit status of the script, or 1 if it failed.

    If the launcher has a prompt, the rank stops at an error that ends the script. The other ranks receive the error
    when this rank continues. A RankError comes from another rank, so this rank does not stop at a RankError.
    """
    shown: list[Exception] = []

    def body() -> None:
        try:
            script.body()
        except Exception as error:
            print(script.traceback(error), file=sys.stderr, end="", flush=True)
            shown.append(error)
            if isinstance(error, RankError):
                stop_at_no_error(run)
            raise

    run = ScriptRun(body, title=title, entry=debug_setting() == STOPS, on_error=True)
    run.start()
    note_newest(run)
    connect_to_launcher(debugged=True)
    run.run_script()
    if run.error in shown:
        end_rank(shown[-1])
    show_error(script, run.error)
    return script.status or int(run.error is not None)
