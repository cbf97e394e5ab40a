"""`opscope record SCRIPT`: run a script and record it into a folder."""

from __future__ import annotations

import argparse

from opscope.cli.script import add_script_argument

HELP = "run a script and record it into a folder, which debug, report and diff open"
DESCRIPTION = (
    "Run a script as `run` does, without a prompt, and record it into a folder. The folder is readable even if the "
    "process was killed: at most the last second is lost. `opscope debug FOLDER` steps through the recording, `opscope "
    "report FOLDER` writes a page about it, and `opscope diff FOLDER FOLDER` compares two recordings. -o may also "
    "follow the script. The exit status is the status of the script, 1 if the script failed, or 2 for wrong arguments."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "-o", "--out", metavar="FOLDER", help="the folder of the recording, empty or new (default: SCRIPT-recording)"
    )  # fmt: skip
    parser.add_argument(
        "--disk",
        metavar="SIZE",
        help="keep only the latest steps, up to this size on disk, for example 20GB (default: all steps)",
    )
    parser.add_argument("--budget", metavar="SIZE", help="the most memory that the recording may use (default: 256MB)")
    parser.add_argument("--rules", action="store_true", help="print training mistakes when rules find them")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Record the script; see `record_command`."""
    from opscope.cli.record_command import record_script  # slow to import

    return record_script(options)
