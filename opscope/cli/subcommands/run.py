"""`opscope run SCRIPT`: run a script in which `import paddle` imports opscope."""

from __future__ import annotations

import argparse

from opscope.cli.find_script import find_script
from opscope.cli.rank_connection import connect_to_launcher, debug_setting
from opscope.cli.script import add_script_argument

HELP = "run a Paddle script with opscope instead of Paddle"
DESCRIPTION = "Run an unchanged script in which `import paddle` and `import paddle.fluid` import opscope instead."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the script as the module `__main__`. Returns the exit status of the program."""
    script = find_script(options, "run")
    if script is None:
        return 2
    if debug_setting():
        from opscope.cli.debugged_rank import run_debugged

        return run_debugged(script, options.script)
    connect_to_launcher()
    script.run()
    return 0
