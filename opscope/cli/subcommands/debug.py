"""`opscope debug SCRIPT`: run a script with a debugger prompt."""

from __future__ import annotations

import argparse
from typing import Any

from opscope.cli.script import add_script_argument

HELP = "run a script, or open a recording, at a prompt: step forward and back, inspect and change"
DESCRIPTION = (
    "Run a script as `run` does, stop before its first operator, and show a prompt. `help` lists the commands of the "
    "prompt. If SCRIPT is the folder of a recording, the prompt starts at the end of the recording, and you can step "
    "back."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "-b",
        "--break",
        dest="breaks",
        action=_Break,
        metavar="SPEC",
        help="stop at this place: op:tanh, h, x.py:20, ..., or 'x.py:20 if COND'",
    )
    parser.add_argument(
        "--if", dest="breaks", action=_If, metavar="COND", help="the condition of the -b before this option"
    )
    parser.add_argument(
        "-w",
        "--watch",
        action="append",
        default=[],
        metavar="COND",
        help="stop where this condition is true; with `nan`, stop at any NaN or Inf",
    )
    parser.add_argument(
        "-c",
        "--command",
        dest="first",
        action="append",
        default=[],
        metavar="COMMAND",
        help="execute this command before the first prompt",
    )
    parser.add_argument("--rules", action="store_true", help="print training mistakes when rules find them")
    parser.add_argument("--no-stop", action="store_true", help="run to the first breakpoint, not to the first operator")
    parser.add_argument(
        "--pm", action="store_true", help="run to the exception that ends the script, and inspect its frames"
    )
    parser.add_argument("--first-line", action="store_true", help="stop at the first line of Python")
    parser.add_argument(
        "--batch",
        action="store_true",
        help="show no prompt: execute the commands from -c or a pipe, or continue to the first breakpoint",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="with --batch: print one JSON document to stdout, and everything else to stderr",
    )
    parser.add_argument("--budget", metavar="SIZE", help="the most memory that the history may use (default: 256MB)")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file with a prompt; see `debug_command`."""
    from opscope.cli.debug_command import debug_script  # slow to import: rich and prompt_toolkit

    return debug_script(options)


class _Break(argparse.Action):
    """Append a breakpoint to the list, as (spec, condition). The text may be `SPEC if CONDITION`, as at the prompt."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        spec, _, condition = values.partition(" if ")
        namespace.breaks = [*(namespace.breaks or ()), (spec.strip(), condition.strip())]


class _If(argparse.Action):
    """Set the condition of the preceding breakpoint."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if not namespace.breaks or namespace.breaks[-1][1]:
            parser.error("--if must follow the -b to which it belongs")
        namespace.breaks = [*namespace.breaks[:-1], (namespace.breaks[-1][0], values)]
