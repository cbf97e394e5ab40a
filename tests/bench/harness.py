"""Processes that take turns: a slice of a second each, round after round, so that all see the same machine."""

from __future__ import annotations

import importlib.util
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.bench.work import Work

ROOT = Path(__file__).parents[2]
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")  # unset: every peer may use all cores


def python_of(peer: str) -> str | None:
    """The Python that runs a peer; None where it is not installed."""
    package = {"torch_eager": "torch", "jax_jit": "jax"}.get(peer.partition(":")[0], "numpy")
    if peer.startswith("paddle262"):
        own = ROOT / ".venv/paddle262/bin/python"  # of `make bench PEERS=1`
        return os.environ.get("OPSCOPE_PADDLE") or (str(own) if own.exists() else None)
    return sys.executable if importlib.util.find_spec(package) else None


def peers_of(work: Work, wanted: list[str]) -> list[str]:
    """Who does it here: installed, and named by one of `wanted` (all if there are none)."""
    if work.device == "cuda" and not _cuda():
        return []
    return [p for p in work.peers if python_of(p) and (not wanted or any(w in p for w in wanted))]


def _cuda() -> bool:
    if not all(importlib.util.find_spec(p) for p in ("cupy", "torch")):
        return False
    import torch

    return torch.cuda.is_available()


def quiet(patience: float = 0.4) -> bool:
    """Wait until the cores are idle, `patience` seconds at most; whether they are.

    The threads of BLAS and OpenMP go on turning for a while after their work is done, and two that wait for each other
    take ten times as long where a third process wants the same core.
    """
    before, end = _idle(), time.perf_counter() + patience
    while time.perf_counter() < end:
        time.sleep(0.05)
        after = _idle()
        if after - before > 0.8 * 0.05 * (os.cpu_count() or 1):
            return True
        before = after
    return False


def _idle() -> float:
    """Seconds that all cores together were idle; without Linux' /proc, as if they always were."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return time.perf_counter() * (os.cpu_count() or 1)
    return int(stat.read_text().split(maxsplit=5)[4]) / os.sysconf("SC_CLK_TCK")


class Peer:
    """A process that works when told to."""

    def __init__(self, name: str, work: str) -> None:
        self.name = name
        python = python_of(name)
        assert python is not None
        self.process = subprocess.Popen(
            [python, "-m", "tests.bench.peer", name, work], cwd=ROOT, text=True, env=environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.version, self.answer = "", 0.0
        self.busy: list[bool] = []  # for each turn, whether it began beside other work

    def started(self) -> str:
        """Wait until it is ready; what went wrong, if it is not."""
        word, _, rest = self._line().partition(" ")
        if word == "ready":
            self.version, _, answer = rest.partition(" ")
            self.answer = float(answer)
            return ""
        return rest or f"ended with status {self.process.wait()}"

    def seconds(self, limit: float) -> float:
        """Median seconds of one step, over `limit` seconds."""
        assert self.process.stdin is not None
        self.busy.append(not quiet())
        self.process.stdin.write(f"{limit}\n")
        self.process.stdin.flush()
        return float(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()


class Result(NamedTuple):
    """What came out of the turns: per peer the median of each round, the version, the answer, or why there is none."""

    work: Work
    rounds: dict[str, list[float]]
    versions: dict[str, str]
    answers: dict[str, float]
    failed: dict[str, str]
    busy: float  # share of the turns that began beside work of others

    @property
    def times(self) -> dict[str, float]:
        return {name: statistics.median(t) for name, t in self.rounds.items()}

    def spread(self, name: str) -> float:
        """Half of the range that the middle half of the rounds took, relative to the median."""
        if len(self.rounds[name]) < 2:
            return 0.0
        low, middle, high = statistics.quantiles(self.rounds[name], n=4, method="inclusive")
        return (high - low) / 2 / middle


def environment() -> dict[str, str]:
    """This one's, without limits on threads."""
    return {k: v for k, v in os.environ.items() if k not in THREADS}


def measure(work: Work, peers: list[str], rounds: int, slice_: float) -> Result:
    """Every peer's step in turns of `slice_` seconds."""
    running = [Peer(name, work.name) for name in peers]
    try:
        failed = {p.name: why for p in running if (why := p.started())}
        good = [p for p in running if p.name not in failed]
        trial = {p: _settled(p, slice_) for p in good} if rounds > 1 else {}
        if trial and not any(b for p in good for b in p.busy):
            good = _contenders(trial)
        times: dict[str, list[float]] = {p.name: [] for p in good}
        for _ in range(rounds):
            for p in good:
                times[p.name].append(p.seconds(slice_))
        versions, answers = ({p.name: getattr(p, a) for p in good} for a in ("version", "answer"))
        busy = [b for p in good for b in p.busy[-rounds:]]
        return Result(work, times, versions, answers, failed, sum(busy) / max(1, len(busy)))
    finally:
        for p in running:
            p.close()


def _settled(peer: Peer, slice_: float) -> float:
    """Least seconds of a step in the turns until two turns running agree to 10 %, or after five."""
    trials = [peer.seconds(slice_ / 2)]
    while len(trials) < 2 or (len(trials) < 5 and abs(trials[-1] - trials[-2]) > 0.1 * trials[-2]):
        trials.append(peer.seconds(slice_ / 2))
    return min(trials)


def _contenders(trial: dict[Peer, float]) -> list[Peer]:
    """Without the thread counts that are far from the better one of a peer: nobody waits for them."""
    best: dict[str, float] = {}
    for peer, seconds in trial.items():
        key = _column(peer.name)
        best[key] = min(seconds, best.get(key, seconds))
    return [peer for peer, seconds in trial.items() if seconds <= 1.5 * best[_column(peer.name)]]


def _column(peer: str) -> str:
    """Peers that differ only in the number of threads are one."""
    return "".join(c for c in peer if not c.isdigit())


def import_costs(rounds: int) -> dict[str, float]:
    """Least seconds of a process that imports nothing, numpy, opscope; taking turns."""
    costs = dict.fromkeys(("pass", "import numpy", "import opscope"), float("inf"))
    for _ in range(rounds):
        for statement, least in costs.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", statement], cwd=ROOT, check=True)
            costs[statement] = min(least, time.perf_counter() - start)
    return costs
