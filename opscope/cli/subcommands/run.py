"""`opscope run SCRIPT`: run a script in which `import paddle` imports opscope."""

from __future__ import annotations

import argparse
import os

from opscope.cli.find_script import find_script
from opscope.cli.script import add_script_argument
from opscope.ranks.launched_processes import LAUNCHED

HELP = "run a script of Paddle with opscope in place of Paddle"
DESCRIPTION = "Run a script unchanged: its `import paddle` and `import paddle.fluid` give opscope."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file as `__main__`. Returns its own exit status."""
    script = find_script(options, "run")
    if script is None:
        return 2
    if LAUNCHED in os.environ:  # this process is a rank, and the launcher listens to its beats
        from opscope.ranks.beats import start_beats

        start_beats(os.environ)
    script.run()
    return 0
