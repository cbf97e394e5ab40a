"""The program of a rank under the debugger, which the launcher drives."""

from __future__ import annotations

from opscope.cli.rank_connection import STOPS, connect_to_launcher, debug_setting, rank_body, show_error
from opscope.cli.script import Script
from opscope.cli.script_run import ScriptRun
from opscope.debug.runs.started_runs import note_newest


def run_debugged(script: Script, title: str) -> int:
    """Run a script that is recorded in memory. Returns the exit status of the script; 1 if it failed."""
    run = ScriptRun(rank_body(script), title=title, entry=debug_setting() == STOPS)
    run.start()
    note_newest(run)
    connect_to_launcher(debugged=True)
    run.run_script()
    show_error(script, run.error)
    return script.status or int(run.error is not None)
