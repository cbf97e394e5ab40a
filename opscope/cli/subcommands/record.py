"""`opscope record SCRIPT`: run a script and record it into a folder."""

from __future__ import annotations

import argparse

from opscope.cli.script import add_script_argument

HELP = "run a script and record it into a folder, which debug, report and diff open"
DESCRIPTION = (
    "Run a script as `run` does, without a prompt, and record it into a folder. The folder opens whatever ends the "
    "script: a process that is killed loses at most its last second. `opscope debug FOLDER` steps through it, `opscope "
    "report FOLDER` makes a page of it, `opscope diff FOLDER FOLDER` compares two. -o may also follow the "
    "script. The exit status is that of the script; 1 if it failed, 2 for wrong arguments."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "-o", "--out", metavar="FOLDER", help="the folder of the recording, empty or new (default: SCRIPT-recording)"
    )  # fmt: skip
    parser.add_argument(
        "--disk",
        metavar="SIZE",
        help="keep only the latest steps that fit into this size, for example 20GB (default: all steps)",
    )
    parser.add_argument("--budget", metavar="SIZE", help="memory of the recording (256MB)")
    parser.add_argument("--rules", action="store_true", help="print known mistakes of training when they are found")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Record the script; see `record_command`."""
    from opscope.cli.record_command import record_script  # slow to import

    return record_script(options)
