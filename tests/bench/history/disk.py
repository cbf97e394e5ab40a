"""A large recording, opened in another process: how long that takes, and going to places in it.

python -m tests.bench.history.disk FOLDER CASE   records a training until the folder is as large as the case wants
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from opscope import debug
from tests.bench.harness import ROOT
from tests.bench.history import Figure, figure
from tests.bench.history.training import training
from tests.bench.works.mlp import Mlp

OPEN, GOTO = 1.0, 200.0  # s, ms: the goals


class Case(NamedTuple):
    """What is recorded, until there are so many bytes; whereto one goes, in `passes` over all places.

    Other work on the machine does not hit the same place in each pass.
    """

    net: Mlp
    nbytes: int
    places: int
    passes: int


CASES = {"full": Case(Mlp(8, 256, 64), 10**9, 50, 3), "quick": Case(Mlp(8, 64, 64), 10**7, 10, 1)}


def figures(quick: bool) -> list[Figure]:
    """Opening it, and going to random operators of random steps, each time from a disk that has to be read."""
    name = "quick" if quick else "full"
    case, free = CASES[name], shutil.disk_usage(tempfile.gettempdir()).free
    if free < 3 * case.nbytes:
        return [Figure("a recording on disk", f"skipped: {free / 1e9:.1f} GB free in {tempfile.gettempdir()}")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recording"
        command = [sys.executable, "-m", "tests.bench.history.disk", str(path), name]
        made = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
        sizes = [file.stat().st_size for file in _files(path)]
        text = f"{sum(sizes) / 1e9:.3g} GB, {made['steps']} steps in {made['seconds']:.3g} s, {len(sizes)} files"
        return [Figure(f"a recording of {case.net.name}", text), *_opened(path, made["operators"], case)]


def _opened(path: Path, operators: list[int], case: Case) -> Iterator[Figure]:
    cache = "cold" if evict(path) else "warm"
    start = time.perf_counter()
    recording = debug.open(path)
    yield figure(f"`debug.open`, cache of files {cache}", time.perf_counter() - start, " s", OPEN)
    assert not recording.problems, recording.problems
    choice, (first, last) = random.Random(0), recording.steps
    places = [(choice.randint(first, last), choice.choice(operators)) for _ in range(case.places)]
    for word in ("cold", "warm") if cache == "cold" else ("warm",):
        passes = [_going(path, places, word == "cold") for _ in range(case.passes)]
        times = [min(each) for each in zip(*passes, strict=True)]
        name = f"`goto(step, op)` at {case.places} places, cache of files {word}, best of {case.passes}"
        yield figure(f"{name}: median", statistics.median(times), " ms")
        yield figure(f"{name}: worst", max(times), " ms", GOTO)


def _going(path: Path, places: list[tuple[int, int]], cold: bool) -> list[float]:
    """Milliseconds to each of the places, in a recording that was just opened and remembers none of them."""
    recording, times = debug.open(path), list[float]()
    for step, operator in places:
        if cold:
            evict(path)
        start = time.perf_counter()
        here = recording.goto(step, operator)
        times.append(1e3 * (time.perf_counter() - start))
        assert here is not None and (here.step, here.op) == (step, operator), here
    return times


# --- the cache of files -----------------------------------------------------------------------------


def evict(path: Path) -> bool:
    """Have the system forget what the files hold; False where it does not, or cannot be asked whether it did.

    Only of these files: to others who measure on this machine nothing happens.
    """
    if not hasattr(os, "posix_fadvise") or not hasattr(os, "RWF_NOWAIT"):
        return False
    stay = [_stays(file) for file in _files(path)]
    return not any(stay)


def _stays(file: Path) -> bool:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)  # what is not written yet is not forgotten
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.preadv(descriptor, [bytearray(1)], file.stat().st_size // 2, os.RWF_NOWAIT)
    except BlockingIOError:  # it would have to wait for the disk
        return False
    except OSError:  # this file system cannot say
        pass
    finally:
        os.close(descriptor)
    return True


def _files(path: Path) -> list[Path]:
    """The files of a recording, without those that are just being written, which are gone a moment later."""
    return [file for file in path.rglob("*") if file.is_file() and file.suffix != ".tmp"]


# --- the process that records -----------------------------------------------------------------------


def record(path: Path, case: Case) -> None:
    """Train until the recording is large enough; print what came of it, as JSON."""
    operators: list[int] = []
    steps = 0

    def body() -> None:
        nonlocal steps
        trained = training(case.net)
        operators.extend(trained.operators)
        while steps % 20 or sum(file.stat().st_size for file in _files(path)) < case.nbytes:
            trained.step()
            steps += 1

    start = time.perf_counter()
    debug.start(body, to=path).wait()
    print(json.dumps({"steps": steps, "seconds": time.perf_counter() - start, "operators": operators}))


if __name__ == "__main__":
    record(Path(sys.argv[1]), CASES[sys.argv[2]])
