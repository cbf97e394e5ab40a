"""One peer in a process of its own: reads how many steps to do, answers with the median seconds of one.

python -m tests.bench.peer <peer> <work>
"""

from __future__ import annotations

import importlib
import statistics
import sys
import time

from tests.bench.work import WORK


def main() -> None:
    module, _, variant = sys.argv[1].partition(":")
    step = importlib.import_module(f"tests.bench.peers.{module}").make(WORK[sys.argv[2]], variant)
    for _ in range(5):
        loss = step()
    print(f"ready {float(loss):.6f}", flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            start = time.perf_counter()
            step()
            times.append(time.perf_counter() - start)
        print(statistics.median(times), flush=True)


main()
