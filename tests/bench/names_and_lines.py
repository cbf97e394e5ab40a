"""What it costs an eager step that the debugger could name its tensors, and stop at a line of another file.

python -m tests.bench.names_and_lines [--quick]
"""

from __future__ import annotations

import argparse
import statistics

from tests.bench.harness import Result, measure
from tests.bench.history import Figure, figure
from tests.bench.work import NAMES_AND_LINES
from tests.bench.works import WORKS

NAME = "eager mlp 8x64 b64"
NAMES, LINE = 1.0, 1.05  # times the same step without


def measured(quick: bool) -> list[Figure]:
    """The two ratios, each the median of those of the rounds."""
    peers = ["opscope:recorded", *(f"opscope:{variant}" for variant in NAMES_AND_LINES)]
    found = measure(WORKS[NAME], peers, *((1, 0.02) if quick else (15, 0.3)))
    if found.failed:
        return [Figure(f"{NAME}: {peer}", why, reached=False) for peer, why in found.failed.items()]
    recorded, unnamed, lined = peers
    return [
        figure(f"{NAME}: names available, not asked", _ratio(found, recorded, unnamed), limit=NAMES),
        figure(f"{NAME}: with a breakpoint on a line of another file", _ratio(found, lined, recorded), limit=LINE),
    ]


def _ratio(found: Result, one: str, other: str) -> float:
    """Of two peers, to two digits behind the point: what is below is noise."""
    pairs = zip(found.rounds[one], found.rounds[other], strict=True)
    return round(statistics.median([a / b for a, b in pairs]), 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.names_and_lines", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short one")
    for line in measured(parser.parse_args().quick):
        print(*line, sep="  ", flush=True)
