"""`opscope launch -n N SCRIPT`: run a script as several ranks, which train together."""

from __future__ import annotations

import argparse
import os
import sys

from opscope.cli.rank_connection import DEBUGGED
from opscope.cli.script import STDIN, add_script_argument

HELP = "run a script as several ranks on MPI, which train together"
DESCRIPTION = (
    "Run a script N times at once, as ranks of a job on Open MPI: paddle.distributed and DataParallel connect them. "
    "Calls of the ranks that differ, an error or the end of a rank are errors on every rank; a rank that is late, "
    "stopped or silent is named while the others wait for it. --record leaves a recording of each rank in a folder, "
    "which `opscope diff FOLDER` compares."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("-n", dest="ranks", type=_count, required=True, metavar="N", help="the number of ranks")
    parser.add_argument(
        "--timeout", type=_seconds, default=60.0, metavar="S",
        help="end the job when a rank has been dead, stopped or gone for S seconds; never: wait (default 60)",
    )  # fmt: skip
    parser.add_argument(
        "--checksums", type=_steps, default=None, metavar="N",
        help="compare the parameters of the ranks every N steps (never; default: 100, in dygraph)",
    )  # fmt: skip
    parser.add_argument("--table", action="store_true", help="show a live table of the ranks below what they print")
    parser.add_argument(
        "--debug", action="store_true", help="run each rank under the debugger, with a prompt for all ranks"
    )
    parser.add_argument("--record", metavar="FOLDER", help="record each rank, into FOLDER/rank-0, FOLDER/rank-1, ...")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Start the ranks, and return the status of the job."""
    from opscope.errors import MissingPackage
    from opscope.ranks.checksums import EVERY
    from opscope.ranks.mpiexec import launch

    if options.script == STDIN or (not options.is_module and not os.path.isfile(options.script)):
        what = "ranks cannot share the standard input" if options.script == STDIN else "no such file"
        print(f"opscope launch: {what}: {options.script}", file=sys.stderr)
        return 2
    if options.debug and options.table:
        print(
            "opscope launch: --table and --debug share no terminal: `ranks` shows the table at the prompt",
            file=sys.stderr,
        )
        return 2
    if (
        options.record
        and os.path.exists(options.record)
        and (not os.path.isdir(options.record) or os.listdir(options.record))
    ):
        print(f"opscope launch: --record {options.record}: it is there, and not an empty folder", file=sys.stderr)
        return 2
    module = ["-m"] if options.is_module else []
    run = ["record", "-o", options.record] if options.record else ["run"]
    try:
        words = ["-m", "opscope", *run, *module, options.script, *options.args]
        if options.checksums is not None:
            os.environ[EVERY] = str(options.checksums)  # for the ranks
        if options.debug:
            from opscope.cli.rank_prompt import RankPrompt

            os.environ[DEBUGGED] = "1"  # for the ranks
            return launch(options.ranks, words, options.timeout, prompt=lambda control: RankPrompt(control).run())
        if not options.table:
            return launch(options.ranks, words, options.timeout)
        from opscope.cli.rank_screen import RankScreen

        with RankScreen() as screen:
            return launch(options.ranks, words, options.timeout, screen)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "rich":
            raise
        print("opscope launch: --table needs rich: pip install rich", file=sys.stderr)
        return 2
    except MissingPackage as error:
        print(f"opscope launch: {error}", file=sys.stderr)
        return 2


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number of ranks from 1 on, not {text!r}")
    return int(text)


def _steps(text: str) -> int:
    if text != "never" and (not text.isdecimal() or int(text) < 1):
        raise argparse.ArgumentTypeError(f"a number of steps from 1 on, or never, not {text!r}")
    return 0 if text == "never" else int(text)


def _seconds(text: str) -> float | None:
    if text == "never":
        return None
    if not text.replace(".", "", 1).isdecimal():
        raise argparse.ArgumentTypeError(f"seconds, or never, not {text!r}")
    return float(text)
