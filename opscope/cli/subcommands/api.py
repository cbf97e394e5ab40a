"""`opscope api`: list the names of Paddle in opscope, or check the names that a program uses."""

from __future__ import annotations

import argparse

HELP = "list Paddle's names in opscope, or check the names that a program uses"
DESCRIPTION = "List the names of Paddle's API that opscope has, with a description and the module of each."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "pattern",
        nargs="?",
        default="",
        help="list only the names that match this pattern, for example nn.* or '*relu*'",
    )
    parser.add_argument("--private", action="store_true", help="list also the names with a leading underscore")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--missing", default="", metavar="FILE", help="list the names in this file that opscope lacks")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    mode.add_argument("--count", action="store_true", help="print only the number of names")


def run(options: argparse.Namespace) -> int:
    """Print the list."""
    from opscope.cli.api.api_command import show_api  # slow to import: all public modules

    return show_api(options)
