"""`opscope check SCRIPT`: compare the gradients of a script's own functions with finite differences."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from opscope.cli.find_script import find_script
from opscope.cli.script import Script, add_script_argument

if TYPE_CHECKING:
    from opscope.debug.gradients import Checks

HELP = "run a script and compare the gradients of its own functions with numerical slopes"
DESCRIPTION = (
    "Run a script as `run` does. Then report which gradients of its PyLayers, py_funcs and static_pylayers are wrong, "
    "at which element, and by how much. The exit status is the status of the script if that is not 0, 1 if a gradient "
    "is wrong, or 2 if the script does not exist."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--strict",
        action="store_true",
        help="also exit with status 1 if a gradient is unclear, or if no gradient was checked",
    )
    parser.add_argument(
        "--intended", action="append", default=[], metavar="NAME",
        help="accept a wrong gradient of this function; NAME is a name or a pattern, for example 'Round*'",
    )  # fmt: skip
    parser.add_argument("--times", type=int, metavar="N", help="check only the first N calls on each line of code")
    parser.add_argument("--order", type=int, choices=(1, 2), default=1, help="2: check also the gradients of gradients")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document; output of the script goes to stderr"
    )
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file as `opscope run` does, and print the wrong gradients, even if the script fails."""
    if options.times is not None and options.times < 1:
        print("opscope check: --times must be a whole number greater than 0", file=sys.stderr)
        return 2
    script = find_script(options, "check")
    if script is None:
        return 2
    if script.path.endswith(".onnx"):
        print(
            "opscope check: an ONNX model has no functions of your own, so there is nothing to check", file=sys.stderr
        )
        return 2
    if not options.json:
        return _check(script, options, lambda found, status, error: print(found))
    from opscope.cli.json_report import json_report

    write = json_report()
    return _check(
        script,
        options,
        lambda found, status, error: write(
            {
                "script": script.path,
                "status": status,
                "error": error,
                "gradients": [asdict(gradient) for gradient in found],
                "skipped": [skipped._asdict() for skipped in found.skipped],
            }
        ),
    )


def _check(script: Script, options: argparse.Namespace, report: Callable[[Checks, int, str], None]) -> int:
    """Run the script. Report the checked gradients, the exit status, and the error that ended the script."""
    from opscope.debug.gradients import checking  # slow to import

    error = ""
    with checking(options.times, options.intended, options.order) as found:
        try:
            script.body()
        except BaseException as e:
            error = f"{type(e).__name__}: {e}"
            raise
        finally:
            is_refused = bool(found.failures(options.strict)) or (options.strict and not found)
            status = 1 if error else script.status or int(is_refused)
            report(found, status, error)
    return status
