"""`python -m tests.soak [--calls N] [workload ...]`: do the same again and again, and print the curve of memory."""

from __future__ import annotations

import argparse
import warnings

from opscope import paddle
from tests.soak.census import Census, growing
from tests.soak.soak import soak
from tests.soak.workloads import WORKLOADS

SAMPLES = 10

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--calls", type=int, default=0, help="of each workload; by default 50 to 2,000")
    parser.add_argument("workloads", nargs="*", metavar="workload", help=", ".join(WORKLOADS))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    paddle.enable_static()
    for name in options.workloads or WORKLOADS:
        open_workload, calls = WORKLOADS[name]
        censuses: list[Census] = []
        with open_workload() as deeds:
            for done, census in soak(deeds, options.calls or calls, SAMPLES):
                censuses.append(census)
                print(f"{name:9} {done:5,}  {census}", flush=True)
        print(f"{name:9} growing: {growing(censuses) or 'nothing'}\n", flush=True)
