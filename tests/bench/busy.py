"""A step beside one process that is always busy, over the same step alone; of opscope, and of PyTorch where installed.

python -m tests.bench.busy [--quick]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.harness import Peer, python_of
from tests.bench.history import Figure, figure
from tests.bench.works import WORKS

NAMES = (
    "mlp 8x64 b64",
    "mlp 8x256 b64",
    "mlp 8x1024 b128",
    "LeNet b32",
    "two 3x3 convs, 64 channels, 32x32, b16",
    "Transformer block d256, s128, b8, 4 heads",
)
LIMIT = 2.5  # times the step alone


@contextmanager
def busy_process() -> Iterator[None]:
    """A process that never waits."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def measured(quick: bool) -> list[Figure]:
    """The ratio of each work: the median of its steps beside the busy process over the median alone."""
    peers = [p for p in ("opscope", "torch_eager:2", "torch_eager:1") if python_of(p)]
    return [found for name in NAMES[: 1 if quick else None] for found in _measured(name, peers, quick)]


def _measured(name: str, peers: list[str], quick: bool) -> list[Figure]:
    running = [Peer(peer, name) for peer in peers if peer in WORKS[name].peers]
    rounds, seconds = (1, 0.05) if quick else (3, 1.5)
    alone: dict[str, list[float]] = {p.name: [] for p in running}
    beside: dict[str, list[float]] = {p.name: [] for p in running}
    try:
        failed = {p.name: why for p in running if (why := p.started())}
        for _ in range(rounds):
            for p in running:
                if p.name not in failed:
                    alone[p.name].append(p.seconds(seconds))
                    with busy_process():
                        beside[p.name].append(p.seconds(seconds))
    finally:
        for p in running:
            p.close()
    return [Figure(f"{name}: {peer}", why, reached=False) for peer, why in failed.items()] + [
        figure(
            f"{name}: {peer}, {1e3 * statistics.median(alone[peer]):.3g} ms alone",
            statistics.median(beside[peer]) / statistics.median(alone[peer]),
            limit=LIMIT if peer == "opscope" else None,
        )
        for peer in alone
        if peer not in failed
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.busy", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short one")
    for line in measured(parser.parse_args().quick):
        print(*line, sep="  ", flush=True)
