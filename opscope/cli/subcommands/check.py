"""`opscope check SCRIPT`: compare the gradients of a script's own functions with finite differences."""

from __future__ import annotations

import argparse

from opscope.cli.script import Script, add_script_argument, report_missing

HELP = "run a script and compare the gradients of its own functions with finite differences"
DESCRIPTION = (
    "Run a script as `run` does; then say which gradients of its PyLayers, its py_funcs and its static_pylayers are "
    "wrong. The exit status is 1 if one is."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file as `run` does, and print which gradients are wrong, however it ends."""
    from opscope.debug.gradients import checking  # slow to import

    if report_missing(options.script, "check"):
        return 2
    with checking() as found:
        try:
            Script(options.script, options.args).run()
        finally:
            print(found)
    return int(bool(found.wrong))
