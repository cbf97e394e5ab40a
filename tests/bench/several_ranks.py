"""A step of two ranks over a step of one process with the whole batch, and an all-reduce over mpi4py's own.

python -m tests.bench.several_ranks [--quick]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.bench.history import Figure, figure
from tests.examples import ROOT

LIMIT = 1.2  # of the all-reduce, times mpi4py's; no speed-up of a step is promised

PROGRAM = """\
import json, sys, time
import numpy as np
from mpi4py import MPI
import paddle
import paddle.distributed as dist

dist.init_parallel_env()
rank, rounds = dist.get_rank(), int(sys.argv[1])

def net():
    layers = [layer for _ in range(8) for layer in (paddle.nn.Linear(256, 256), paddle.nn.Tanh())]
    return paddle.nn.Sequential(*layers)

def stepper(model, batch):
    sgd = paddle.optimizer.SGD(0.01, parameters=model.parameters())
    x = paddle.ones([batch, 256])
    def step():
        model(x).mean().backward()
        sgd.step()
        sgd.clear_grad()
    return step

def seconds(call, times):
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times

together, alone = stepper(paddle.DataParallel(net()), 64), stepper(net(), 128)
small = stepper(paddle.nn.Linear(256, 1), 1)
tensor = paddle.ones([1 << 19])  # 2 MB
array = np.ones(1 << 19, "float32")
found = {name: [] for name in ("together", "alone", "ours", "theirs")}
for _ in range(rounds):
    dist.barrier()
    found["together"].append(seconds(together, 10))
    dist.barrier()
    if rank == 0:
        found["alone"].append(seconds(alone, 10))
    else:  # ranks compare how many steps their optimizers have made
        seconds(small, 10)
    dist.barrier()
    found["ours"].append(seconds(lambda: dist.all_reduce(tensor), 20))
    MPI.COMM_WORLD.Barrier()
    found["theirs"].append(seconds(lambda: MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, array, op=MPI.SUM), 20))
    tensor.set_value(np.ones(1 << 19, "float32"))
    array[:] = 1
if rank == 0:
    print(json.dumps({name: min(times) for name, times in found.items()}), flush=True)
"""


def measured(quick: bool) -> list[Figure]:
    """The two ratios, of the shortest times of rounds that take turns; nothing without the extra `cluster`."""
    if importlib.util.find_spec("mpi4py") is None:
        return []
    path = Path(os.environ.get("TMPDIR", "/tmp"), f"opscope-bench-{os.getpid()}.py")
    path.write_text(PROGRAM)
    try:
        command = [sys.executable, "-m", "opscope", "launch", "-n", "2", str(path), "2" if quick else "15"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    finally:
        path.unlink()
    if done.returncode:
        return [Figure("several ranks", f"failed: {' '.join(done.stderr.split())}"[:300], reached=False)]
    found = json.loads(done.stdout.splitlines()[-1])
    return [
        figure(
            f"mlp 8x256, two ranks of b64 over one process of b128, which takes {1e3 * found['alone']:.3g} ms",
            found["together"] / found["alone"],
        ),
        figure("all_reduce of 2 MB over mpi4py's", found["ours"] / found["theirs"], limit=LIMIT),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.several_ranks", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short one")
    for line in measured(parser.parse_args().quick):
        print(*line, sep="  ", flush=True)
