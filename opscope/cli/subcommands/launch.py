"""`opscope launch -n N SCRIPT`: run a script as several ranks, which train together."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from typing import TYPE_CHECKING

from opscope.cli.rank_connection import DEBUGGED, RUNS_ON, STOPS
from opscope.cli.script import STDIN, add_script_argument

if TYPE_CHECKING:
    from opscope.ranks.job_control import JobControl

HELP = "run a script as several ranks on MPI, which train together"
DESCRIPTION = (
    "Run a script N times at once, as ranks of a job on Open MPI, on this machine or on the hosts of a host file. "
    "The ranks communicate through paddle.distributed and DataParallel. If the ranks make different calls, or if one "
    "rank fails or ends early, every rank raises an error. While ranks wait for a rank that is late, stopped, silent "
    "or cut off, a message names this rank. --record writes a recording of each rank into a folder, and `opscope diff "
    "FOLDER` compares these recordings."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("-n", dest="ranks", type=_count, required=True, metavar="N", help="the number of ranks")
    parser.add_argument(
        "--timeout", type=_seconds, default=60.0, metavar="S",
        help="end the job when a rank has been dead, stopped or gone for S seconds; with `never`, wait (default: 60)",
    )  # fmt: skip
    parser.add_argument(
        "--checksums", type=_steps, default=None, metavar="N",
        help="compare the parameters of the ranks every N steps, or never (default: 100, in dygraph)",
    )  # fmt: skip
    parser.add_argument("--table", action="store_true", help="show a live table of the ranks below their output")
    parser.add_argument(
        "--debug", action="store_true",
        help="run each rank under the debugger, with a prompt for all ranks, and stop before the first operator",
    )  # fmt: skip
    parser.add_argument(
        "-b", dest="breaks", action="append", default=[], metavar="SPEC [if COND]",
        help="with --debug: set a breakpoint on each rank, as at its prompt: op:tanh, 'train.py:12 if loss > 3'",
    )  # fmt: skip
    parser.add_argument("--no-stop", action="store_true", help="with --debug: do not stop before the first operator")
    parser.add_argument("--record", metavar="FOLDER", help="record each rank, into FOLDER/rank-0, FOLDER/rank-1, ...")
    parser.add_argument(
        "--hostfile", metavar="FILE",
        help="run the ranks on the hosts of an Open MPI host file, with a line such as `node1 slots=2` for each host",
    )  # fmt: skip
    parser.add_argument(
        "--listen", metavar="ADDRESS",
        help="with --hostfile: the address at which the hosts reach this machine (default: found automatically)",
    )  # fmt: skip
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Start the ranks, and return the exit status of the job."""
    from opscope.errors import MissingPackage, UnsupportedError, UsageError
    from opscope.ranks.hosts import read_hosts
    from opscope.ranks.mpiexec import launch

    if refusal := _refusal(options):
        print(f"opscope launch: {refusal}", file=sys.stderr)
        return 2
    _set_variables(options)
    module = ["-m"] if options.is_module else []
    run = ["record", "-o", options.record] if options.record else ["run"]
    words = ["-m", "opscope", *run, *module, options.script, *options.args]
    try:
        hosts = read_hosts(options.hostfile, options.listen) if options.hostfile else None
        if options.debug:
            from opscope.cli.rank_prompt import RankPrompt, kept_terminal
            from opscope.debug.runs.process_exit import end_process

            over = threading.Event()

            def prompt(control: JobControl) -> None:
                RankPrompt(control, print, not options.no_stop, options.breaks).run()
                over.set()

            with kept_terminal():
                status = launch(options.ranks, words, options.timeout, prompt=prompt, hosts=hosts)
            if not over.is_set():  # a thread that reads a pipe holds the lock of stdin, without which Python aborts
                end_process(status)
            return status
        if not options.table:
            return launch(options.ranks, words, options.timeout, hosts=hosts)
        from opscope.cli.rank_screen import RankScreen

        with RankScreen() as screen:
            return launch(options.ranks, words, options.timeout, screen, hosts=hosts)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "rich":
            raise
        print("opscope launch: --table needs rich: pip install rich", file=sys.stderr)
        return 2
    except (MissingPackage, UnsupportedError, UsageError) as error:
        print(f"opscope launch: {error}", file=sys.stderr)
        return 2


def _refusal(options: argparse.Namespace) -> str:
    """Return the reason why a job cannot start with these options. Return "" if it can start."""
    if options.script == STDIN:
        return f"ranks cannot share the standard input: {options.script}"
    if not options.is_module and not os.path.isfile(options.script):
        return f"no such file: {options.script}"
    if options.debug and options.table:
        return "--table cannot be combined with --debug: at the prompt, `ranks` shows the table"
    if options.breaks and not options.debug:
        return "-b sets a breakpoint for the prompt, so it needs --debug"
    if options.no_stop and not options.debug:
        return "--no-stop needs --debug"
    if options.listen and not options.hostfile:
        return "--listen needs --hostfile, which lists the hosts of the ranks"
    folder = options.record
    if folder and os.path.exists(folder) and (not os.path.isdir(folder) or os.listdir(folder)):
        return f"--record {folder}: this path exists and is not an empty folder"
    return ""


def _set_variables(options: argparse.Namespace) -> None:
    """Set the environment variables that the ranks read."""
    from opscope.ranks.checksums import EVERY

    if options.checksums is not None:
        os.environ[EVERY] = str(options.checksums)
    if options.debug:
        os.environ[DEBUGGED] = RUNS_ON if options.no_stop and not options.breaks else STOPS


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"the number of ranks must be 1 or more, but is {text!r}")
    return int(text)


def _steps(text: str) -> int:
    if text != "never" and (not text.isdecimal() or int(text) < 1):
        raise argparse.ArgumentTypeError(f"the number of steps must be 1 or more, or never, but is {text!r}")
    return 0 if text == "never" else int(text)


def _seconds(text: str) -> float | None:
    if text == "never":
        return None
    if not text.replace(".", "", 1).isdecimal():
        raise argparse.ArgumentTypeError(f"expected a number of seconds, or never, but received {text!r}")
    return float(text)
