"""What going back costs: histories within a budget, recordings on disk, steps and searches backwards."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

from tests.bench.harness import ROOT, environment

CASES = ("budget", "disk", "backwards", "moves", "eager")  # one file each; all of opscope alone


class Figure(NamedTuple):
    """A line of the section: what was measured, what came out, what it should be at most, whether it is."""

    what: str
    seen: str
    goal: str = "-"
    reached: bool | None = None


def figure(what: str, value: float, unit: str = "", limit: float | None = None) -> Figure:
    """A figure that is a number."""
    seen = f"{value:.3g}{unit}"
    return Figure(what, seen) if limit is None else Figure(what, seen, f"≤ {limit:g}{unit}", value <= limit)


def measured(case: str, quick: bool) -> list[Figure]:
    """The figures of a case, which runs in a process of its own; `quick`: of a small one."""
    command = [sys.executable, "-m", "tests.bench.history", case, *(["--quick"] if quick else [])]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    if done.returncode:
        return [Figure(case, f"failed: {' '.join(done.stderr.strip().splitlines()[-1:])}"[:300], reached=False)]
    return [Figure(*json.loads(line)) for line in done.stdout.splitlines()]
