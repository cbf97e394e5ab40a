"""`opscope check SCRIPT`: compare the gradients of a script's own functions with finite differences."""

from __future__ import annotations

import argparse

from opscope.cli.script import add_script_argument, find_script

HELP = "run a script and compare the gradients of its own functions with slopes"
DESCRIPTION = (
    "Run a script as `run` does; then say which gradients of its PyLayers, its py_funcs and its static_pylayers are "
    "wrong, at which element, and how. The exit status is 1 if one is wrong, 2 if there is no such script."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--strict", action="store_true", help="the exit status is 1 also if a gradient is unclear")
    parser.add_argument(
        "--intended", action="append", default=[], metavar="NAME",
        help="the gradient of this function is meant to differ; a name or a pattern, for example 'Round*'",
    )  # fmt: skip
    parser.add_argument("--times", type=int, metavar="N", help="check only the first N applications on a line")
    parser.add_argument("--order", type=int, choices=(1, 2), default=1, help="2: also gradients of gradients")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file as `run` does, and print which gradients are wrong, however it ends."""
    from opscope.debug.gradients import checking  # slow to import

    script = find_script(options, "check")
    if script is None:
        return 2
    with checking(options.times, options.intended, options.order) as found:
        try:
            script.run()
        finally:
            print(found)
    return int(bool(found.failures(options.strict)))
