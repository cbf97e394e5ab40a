"""One peer in a process of its own.

python -m tests.bench.peer <peer> <work>     says what it computed in its first steps, `ready <version> <answer>`; then
                                             reads for how many seconds to work, answers with the median of a step;
                                             in a session with that of the means of ten steps in a row
python -m tests.bench.peer <peer> --answers  only says what each work, made small, computes: `<answer> <work>`
"""

from __future__ import annotations

import importlib
import os
import statistics
import sys
import time
from typing import IO, Any

from tests.bench.work import NAMES_AND_LINES, PERIOD, SESSION, Step, Work, answer
from tests.bench.works import WORKS

PACKAGES = {"torch_eager": "torch", "paddle262": "paddle", "jax_jit": "jax", "opscope": "opscope"}


def ready(peer: str, work: Work) -> tuple[Step, float]:
    """A step of the work, and what the last of the first ones computed."""
    step = _module(peer).make(work, peer.partition(":")[2])
    for _ in range(work.warm):
        value = step()
    return step, answer(value)


def _module(peer: str) -> Any:
    return importlib.import_module(f"tests.bench.peers.{peer.partition(':')[0]}")


def turn(step: Step, limit: float, period: int = 1) -> float:
    """Median seconds of a step, of those that fit into `limit`, three at least; a quarter more first, unmeasured.

    What came before in this turn's caches and cores is another process. Of steps that are alike only after a `period`,
    it is the median of the periods' means.
    """
    _timed(step, limit / 4, 1)
    times = _timed(step, limit, max(3, period))
    ends = range(period, len(times) + 1, period)
    return statistics.median([statistics.fmean(times[end - period : end]) for end in ends])


def _timed(step: Step, limit: float, least: int) -> list[float]:
    times: list[float] = []
    begin = now = time.perf_counter()
    while len(times) < least or now - begin < limit:
        start = now
        step()
        now = time.perf_counter()
        times.append(now - start)
    return times


def converse(peer: str, work: Work, out: IO[str]) -> None:
    """Get ready and work when told to."""
    variant = peer.partition(":")[2]
    period = PERIOD if variant in (*SESSION, *NAMES_AND_LINES) else 1
    step, first = ready(peer, work)
    for _ in range(2):  # what compiles as it runs shall do so before the first turn
        turn(step, 0.05)
    package = sys.modules.get(PACKAGES.get(peer.partition(":")[0], "numpy"))
    print("ready", getattr(package, "__version__", "?"), first, file=out)
    for line in sys.stdin:
        print(turn(step, float(line), period), file=out)


def main() -> None:
    """Only answers go to stdout: frameworks print, too."""
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    peer, name = sys.argv[1:]
    if name == "--answers":
        known: dict[Work, float] = {}  # small works may be equal
        for work in WORKS.values():
            if peer in work.peers and work.device == "cpu":
                if (small := work.small()) not in known:
                    known[small] = ready(peer, small)[1]
                print(known[small], work.name, file=out)
        return
    try:
        hosted = getattr(_module(peer), "hosted", lambda variant, body: body())
        hosted(peer.partition(":")[2], lambda: converse(peer, WORKS[name], out))
    except Exception as error:  # noqa: BLE001  (a peer that cannot do a work is a result, too)
        print(f"failed {type(error).__name__}: {' '.join(str(error).split())}"[:300], file=out)


if __name__ == "__main__":
    main()
