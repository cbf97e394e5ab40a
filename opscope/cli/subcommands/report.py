"""`opscope report SCRIPT`: run a script and write one HTML page about it."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from opscope.cli.find_script import find_script
from opscope.cli.recording_folder import find_recording
from opscope.cli.script import Script, add_script_argument
from opscope.core.user_defaults import budget_of
from opscope.errors import OpscopeError

HELP = "run a script, or open a recording, and write one HTML page about it"
DESCRIPTION = (
    "Run a script as `run` does and record it, or open the folder of a recording. Then write one HTML page that shows "
    "the loss, findings, gradients, the graph with values, times, code and environment. The page can be read without "
    "a network and without the script. The exit status is the status of the script, 1 if the script failed (the page "
    "is written nevertheless), or 2 for wrong arguments."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "-o",
        "--out",
        default="run.html",
        metavar="FILE",
        help="the file of the page (default: %(default)s); missing folders are created",
    )
    parser.add_argument(
        "--tap", action="append", default=[], metavar="PATTERN",
        help="show how these values change over the steps: h*, op:relu, *@GRAD",
    )  # fmt: skip
    parser.add_argument("--budget", metavar="SIZE", help="the most memory that the recording may use (default: 256MB)")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the script, or open the recording, and write the page."""
    from opscope.run_report import page_file, report  # slow to import

    try:
        page_file.check(Path(options.out), "choose another place with --out FILE")
        budget = budget_of(options.budget)
        if os.path.isdir(options.script) and not options.is_module:
            from opscope import debug

            found = find_recording(options.script, "report")
            if found.others:
                print(f"opscope report: {found.others}", file=sys.stderr)
            report(debug.open(found.folder), options.out)
            status = 0
        else:
            script = find_script(options, "report")
            if script is None:
                return 2
            status = _report_script(script, options, budget)
    except OpscopeError as e:
        print(f"opscope report: {e}", file=sys.stderr)
        return 2
    print(f"{options.out}: {os.path.getsize(options.out) / 1000:.0f} KB")
    return status


def _report_script(script: Script, options: argparse.Namespace, budget: int) -> int:
    """Run a script and write the page about it, even after an error. Returns the exit status."""
    from opscope.cli.script_run import ScriptRun

    run = ScriptRun(script.body, title=options.script, taps=options.tap, record=budget, hz=None)
    run.start()
    run.run_script()
    if run.error is not None:
        print(script.traceback(run.error), file=sys.stderr, end="")
    run.report(options.out)
    return script.status or int(run.error is not None)
