"""launch: starts a script as ranks of a job, with the arguments of Paddle's launcher that apply to one machine."""

from __future__ import annotations

import argparse
import os
import sys
from typing import NoReturn

from opscope.ranks.launched_processes import require_one_process
from opscope.ranks.mpiexec import launch as start_ranks

TIMEOUT = 60.0  # seconds, as of `opscope launch`


def launch() -> NoReturn:
    """Start the script of the command line, and exit with its status.

    The number of ranks is --nproc_per_node, or the number of --devices. Other arguments of Paddle's launcher raise an
    error.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/distributed/launch_en.html
    """
    require_one_process("launch")
    parser = _parser()
    options = parser.parse_args()
    if options.nnodes != "1":
        parser.error(f"--nnodes {options.nnodes}: ranks run on this machine only; on others: opscope launch --hostfile")
    devices = len(options.devices.split(",")) if options.devices else None
    ranks = options.nproc_per_node or devices
    if ranks is None:
        parser.error("the number of ranks is missing: --nproc_per_node 2")
    if not os.path.isfile(options.training_script):
        parser.error(f"no such file: {options.training_script}")
    words = ["-m", "opscope", "run", options.training_script, *options.training_script_args]
    sys.exit(start_ranks(ranks, words, TIMEOUT))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="paddle.distributed.launch", allow_abbrev=False)
    parser.add_argument("--nproc_per_node", type=int, metavar="N", help="the number of ranks")
    parser.add_argument("--devices", "--gpus", metavar="0,1", help="one rank for each listed device, all on the CPU")
    parser.add_argument("--nnodes", default="1", metavar="1", help="the number of machines: 1")
    parser.add_argument("training_script", help="the Python file")
    parser.add_argument("training_script_args", nargs=argparse.REMAINDER, help="the arguments of the Python file")
    return parser
