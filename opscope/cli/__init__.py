"""The command line of opscope, `python -m opscope`.

Each subcommand is a module of `cli.subcommands`. The docstring of that package explains how to add a subcommand.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from opscope._version import __version__
from opscope.cli.lost_output import OutputParser, flush_output, is_lost_output, report_lost_output
from opscope.cli.output_encoding import replace_unencodable
from opscope.cli.shell_completion import complete
from opscope.cli.subcommands import load_subcommands
from opscope.core.user_defaults import user_defaults
from opscope.errors import ArgumentError


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    top = OutputParser(prog="opscope", description="Run and debug programs that use Paddle's API or PyTorch.")
    top.add_argument("--version", action="version", version=f"opscope {__version__}")
    choices = top.add_subparsers(dest="command", required=True, metavar="command")
    for name, module in load_subcommands().items():
        module.add(choices.add_parser(name, help=module.HELP, description=module.DESCRIPTION))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line. Returns the exit status."""
    try:
        try:
            status = _run(argv)
        except SystemExit:  # of the parser, after it has printed its help; or of a script
            flush_output()
            raise
        flush_output()
    except OSError as e:
        if not is_lost_output(e):
            raise
        return report_lost_output(e)
    return status


def _run(argv: Sequence[str] | None) -> int:
    top = parser()
    if "_ARGCOMPLETE" in os.environ:  # a shell requests possible next words
        complete(top)
    options = top.parse_args(argv)
    try:
        color = user_defaults().color
    except ArgumentError as e:
        print(f"opscope: {e}", file=sys.stderr)
        return 2
    if color != "auto":  # read by rich, prompt_toolkit and child processes
        os.environ["NO_COLOR" if color == "never" else "FORCE_COLOR"] = "1"
    if options.command != "run":  # it prints nothing itself, and the script prints as without opscope
        replace_unencodable()
    return load_subcommands()[options.command].run(options)
