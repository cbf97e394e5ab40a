"""Runs every peer that is installed, interleaved, and writes tests/bench/RESULTS.md: medians as ratios.

OPSCOPE_PADDLE names the Python of an environment with paddlepaddle==2.6.2 (which needs numpy<2).
`--quick` does little of each: the suite uses it to see that the benches run.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from tests.bench.work import WORK

ROOT = Path(__file__).parents[2]


def peers() -> dict[str, str]:
    """Peer to the Python that runs it; those that are not installed are left out."""
    found = {"opscope": sys.executable, "opscope:statistics": sys.executable, "numpy_by_hand": sys.executable}
    if importlib.util.find_spec("torch"):
        found |= {"torch_eager:1": sys.executable, "torch_eager:2": sys.executable}
    if paddle := os.environ.get("OPSCOPE_PADDLE"):
        found["paddle262"] = paddle
    return found


class Peer:
    """A process that does steps when told to."""

    def __init__(self, python: str, name: str, work: str) -> None:
        self.process = subprocess.Popen(
            [python, "-m", "tests.bench.peer", name, work], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.loss = self._line().removeprefix("ready ")

    def seconds(self, steps: int) -> float:
        """Median seconds of one step, over `steps` of them."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return float(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            raise RuntimeError(f"{self.process.args} ended with status {self.process.wait()}")
        return line

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()


def measure(work: str, rounds: int, steps: int) -> tuple[dict[str, float], dict[str, str]]:
    """Medians over the rounds of each peer (`steps` a turn, or half a second), and the losses after five steps."""
    running = {name: Peer(python, name, work) for name, python in peers().items()}
    try:
        times: dict[str, list[float]] = {name: [] for name in running}
        turns = {name: max(2, min(steps, int(0.5 / peer.seconds(2)))) for name, peer in running.items()}
        for _ in range(rounds):
            for name, peer in running.items():
                times[name].append(peer.seconds(turns[name]))
        return {n: statistics.median(t) for n, t in times.items()}, {n: p.loss for n, p in running.items()}
    finally:
        for peer in running.values():
            peer.close()


def import_costs(rounds: int) -> dict[str, float]:
    """Least seconds of a process that imports nothing, numpy, opscope; taking turns."""
    costs = dict.fromkeys(("pass", "import numpy", "import opscope"), float("inf"))
    for _ in range(rounds):
        for statement, least in costs.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", statement], cwd=ROOT, check=True)
            costs[statement] = min(least, time.perf_counter() - start)
    return costs


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round of the smallest work")
    parser.add_argument("--out", default=str(ROOT / "tests/bench/RESULTS.md"), help="where the table goes")
    options = parser.parse_args()
    lines = ["# Results", "", f"{platform.machine()}, {os.cpu_count()} cores; Python {platform.python_version()}, "]
    lines[-1] += f"NumPy {np.__version__}. Medians, interleaved; seconds relative to opscope (more: slower)."
    lines += ["", "| work | " + " | ".join(peers()) + " |", "|---|" + "---|" * len(peers())]
    for name in list(WORK)[: 1 if options.quick else None]:
        times, losses = measure(name, 1 if options.quick else 7, 5 if options.quick else 40)
        row = [f"{times[p] / times['opscope']:.2f}" for p in times]
        lines.append(f"| {name} ({times['opscope'] * 1e6:.0f} us) | " + " | ".join(row) + " |")
        print(lines[-1], losses, flush=True)
    costs = import_costs(2 if options.quick else 9)
    lines += ["", f"`import opscope` takes {costs['import opscope'] / costs['import numpy']:.2f} times `import numpy` "]
    lines[-1] += f"(a Python that imports nothing: {costs['pass'] / costs['import numpy']:.2f})."
    Path(options.out).write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
