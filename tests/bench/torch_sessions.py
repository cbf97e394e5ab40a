"""Watched steps of PyTorch programs for RESULTS.md: the table of torch_watchers, measured in a process of its own.

python -m tests.bench.torch_sessions [--quick]
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys

from tests.bench.history import Figure
from tests.bench.readme_table import tables
from tests.examples import ROOT


def measured(quick: bool) -> list[Figure]:
    """A figure for each net and each state of torch_watchers; none where torch is not installed."""
    if importlib.util.find_spec("torch") is None:
        return []
    amount = ("--seconds", "0.01", "--turns", "1") if quick else ()
    command = [sys.executable, "-m", "tests.bench.torch_watchers", *amount]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        return [Figure("PyTorch", f"failed: {(done.stderr.splitlines() or ['no message'])[-1]}", reached=False)]
    return figures(done.stdout)


def figures(table: str) -> list[Figure]:
    """The cells of a table of torch_watchers as figures, by net."""
    (rows,) = tables(table)
    state, *nets = rows[0]
    return [Figure(f"{net}: {row[state]}", row[net]) for net in nets for row in rows if row[net]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.torch_sessions", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short one")
    for line in measured(parser.parse_args().quick):
        print(*line, sep="  ", flush=True)
