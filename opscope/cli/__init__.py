"""The command line: `python -m opscope`.

Each subcommand is a module of `cli.subcommands`, each group of prompt commands (of `opscope debug`) a module of
`cli.commands`; their docstrings say how to add one.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from opscope._version import __version__
from opscope.cli.subcommands import load_subcommands


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    top = argparse.ArgumentParser(prog="opscope", description="Run Paddle-style programs and see into them.")
    top.add_argument("--version", action="version", version=f"opscope {__version__}")
    choices = top.add_subparsers(dest="command", required=True, metavar="command")
    for name, module in load_subcommands().items():
        module.add(choices.add_parser(name, help=module.HELP, description=module.DESCRIPTION))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    options = parser().parse_args(argv)
    return load_subcommands()[options.command].run(options)
