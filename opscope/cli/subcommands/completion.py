"""`opscope completion SHELL`: print code that enables completion of subcommands, options and files in a shell."""

from __future__ import annotations

import argparse
import sys

from opscope.cli.shell_completion import SHELLS, shell_code
from opscope.errors import MissingPackage

HELP = "print shell code that completes the commands of opscope"
DESCRIPTION = (
    'Print code for the start-up file of a shell. For bash, in ~/.bashrc: eval "$(opscope completion bash)". For fish, '
    "put the output into ~/.config/fish/completions/opscope.fish."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("shell", choices=SHELLS, nargs="?", default="bash", help="the shell (default: %(default)s)")


def run(options: argparse.Namespace) -> int:
    """Print the code."""
    try:
        print(shell_code(options.shell))
    except MissingPackage as e:
        print(f"opscope completion: {e}", file=sys.stderr)
        return 1
    return 0
