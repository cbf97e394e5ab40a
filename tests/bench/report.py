"""tests/bench/RESULTS.md: ratios of what was measured together on one machine, and the goals."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence

import numpy as np

from tests.bench.harness import Result
from tests.bench.history import Figure
from tests.bench.peers.blas import FLOPS
from tests.bench.work import LEVELS, SESSION

COLUMNS = {
    "NumPy by hand": ("numpy_by_hand",),
    "PyTorch": ("torch_eager:1", "torch_eager:2"),
    "PyTorch, fused Adam": ("torch_eager:1+fused", "torch_eager:2+fused"),
    "Paddle": ("paddle262:1", "paddle262:2"),
    "JAX jit": ("jax_jit",),
}
HEAD = ("work", "opscope", *COLUMNS, "of BLAS", "goals", "reached")

EXPLAINED = """\
Every peer is a process of its own; they take turns of a fraction of a second. A figure is the median over the rounds
of the medians of a turn. The column *opscope* is the time of a step (or op, or call) here, today, ± half the range of
the middle half of the rounds; those of the peers are their time over opscope's: above 1 the peer is slower. Of
PyTorch and Paddle the better of 1 and 2 threads. *of BLAS*: the work's products and convolutions, counted as such, in
its whole step, over what NumPy's BLAS does on 1024 x 1024 matrices meanwhile. "-": not installed, or not part of the
peer. The goals are this project's own: *speed* is against the fastest of PyTorch, Paddle and JAX.
"""

SESSIONS = """\
Debug sessions: a step in the thread of a session, with its default rate and budget, over the time of a step *alone*.
*watched*: not recorded; *recorded*: what can be stepped both ways, the default; *all at 20 Hz*: with the statistics of
every value and gradient, *watched* or recorded; *watch nan*: it would stop at a NaN or Inf in any value; *to folder*:
also written to disk; *budget full*: with a small budget, so that the oldest steps are dropped. Means of ten steps in a
row instead of single steps, because some things are done only now and then. The goals are this project's own.
"""

HISTORY = """\
History: what is kept of past steps, in memory and on disk, and how long it takes to go back. Each case is a process of
its own. *Cold*: the files are out of the system's cache before each `goto`. The goals are this project's own.
"""

PANEL = """\
The panel: a training run in a JupyterLab whose page a headless Chromium shows, over the same steps outside of any
session. The goal compares it with the same run without a panel shown. Server and browser have the last core, the kernel
the others; on two cores, where they compete, the run takes longer, and much longer if BLAS has two threads.
"""

BUSY = """\
Beside one process that is always busy: the time of a step over that of the same step alone. BLAS's threads wait for
each other by spinning; products run on one thread where that takes longer (`runtime/lower/blas.py`). The goal is this
project's own.
"""

NAMES_AND_LINES = """\
Python: an eager step in a recorded session, whose tensors can be called by the user's names, over the same step without
what tells the calls of the user's functions apart; and with a breakpoint on a line of Python in a file of which nothing
runs, over the step without. The goals are this project's own.
"""


RANKS = """\
Several ranks, each with its share of the cores: a step of two ranks over a step of one process with the whole batch,
without a goal, and an all-reduce over that of mpi4py alone. The shortest times of rounds that take turns.
"""


TORCH = """\
PyTorch programs: a step that opscope or another tool watches, over a plain step, in one thread and with Adam's default
loop. Blocks of plain and watched steps take turns; the figure is a ratio of medians. *recorded* is the default.
"""


ONNX = """\
ONNX models: opscope beside onnxruntime and onnx's reference implementation, a process each, by turns. Nets with a name
are the light models of the package `onnx`, with random weights. Then faults that are planted in the first two models,
and the memory in which the first difference is found, over that of one run; both without what the imports take.
"""


def machine() -> str:
    """Processor, cores, Python, NumPy."""
    model = platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = next((li.partition(":")[2].strip() for li in file if li.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}, NumPy {np.__version__}"


def row(result: Result) -> str:
    """A line of the table."""
    times, work = result.times, result.work
    if "opscope" not in times:
        return _line(work.name, result.failed.get("opscope", "skipped"), *("-" for _ in HEAD[2:]))
    own = times["opscope"]
    cells = [work.name, f"{_time(own / work.units)} ± {100 * result.spread('opscope'):.0f} %"]
    for peers in COLUMNS.values():
        found = [times[p] for p in peers if p in times]
        cells.append(f"{min(found) / own:.2f}" if found else "-")
    share = work.flops / own / (FLOPS / times["blas"]) if "blas" in times else None
    cells.append("-" if share is None else f"{100 * share:.0f} %")
    goals = [g.reached(times, work.units) for g in work.goals if g.text not in (*LEVELS, *SESSION)]
    return _line(*cells, "; ".join(text for text, _ in goals) or "-", _word([good for _, good in goals]))


def tapped_row(result: Result) -> str:
    """A line of the second table: every value tapped."""
    times = result.times
    goals = [g.reached(times, 1) for g in result.work.goals if g.text in LEVELS]
    peers = [f"opscope:{level}" for level in LEVELS]
    cells = [f"{times[p] / times['opscope']:.2f}" if p in times and "opscope" in times else "-" for p in peers]
    return _line(result.work.name, *cells, "; ".join(text for text, _ in goals), _word([good for _, good in goals]))


def session_row(result: Result) -> str:
    """A line of the third table: in a debug session."""
    times, goals = result.times, [g.reached(result.times, 1) for g in result.work.goals if g.text in SESSION]
    alone = times.get("opscope:alone")
    cells = ["-" if alone is None else f"{_time(alone)} ± {100 * result.spread('opscope:alone'):.0f} %"]
    for variant in SESSION[1:]:
        own = times.get(f"opscope:{variant}")
        cells.append("-" if own is None or alone is None else f"{own / alone:.2f}")
    return _line(result.work.name, *cells, "; ".join(t for t, _ in goals) or "-", _word([good for _, good in goals]))


def figure_row(figure: Figure) -> str:
    """A line of the sections of figures."""
    word = {True: "yes", False: "**no**", None: "-"}[figure.reached]
    return _line(figure.what, figure.seen, figure.goal, word)


def _tables(results: Sequence[Result], sections: Sequence[tuple[str, Sequence[Figure]]]) -> list[str]:
    """All but the first, of what was measured."""
    lines: list[str] = []
    tapped = [r for r in results if any(f"opscope:{level}" in r.rounds for level in LEVELS)]
    if tapped:
        lines += ["", "Every value and gradient tapped: time of a step over that of the untapped one.", ""]
        lines += [_line("work", *LEVELS, "goals", "reached"), "|---" * (len(LEVELS) + 3) + "|"]
        lines += map(tapped_row, tapped)
    sessions = [r for r in results if any(f"opscope:{variant}" in r.rounds for variant in SESSION)]
    if sessions:
        lines += ["", SESSIONS, _line("work", *SESSION, "goals", "reached")]
        lines += ["|---" * (len(SESSION) + 3) + "|", *map(session_row, sessions)]
    for explained, found in sections:
        if found:
            lines += ["", explained, _line("what", "measured", "goal", "reached"), "|---" * 4 + "|"]
            lines += map(figure_row, found)
    return lines


def spreads(result: Result) -> str:
    """Of every peer: its time and how much it varied; and how far apart the answers are."""
    lines = [f"    {p:22} {_time(t):>10} ± {100 * result.spread(p):.1f} %" for p, t in result.times.items()]
    lines += [f"    {p:22} {why}" for p, why in result.failed.items()]
    answers = [a for p, a in result.answers.items() if p != "blas"]
    if answers:
        apart = max(answers) / min(answers) - 1
        lines.append(f"    answers {answers[0]:.6g}, {apart:.1e} apart{' - THEY DIFFER' if apart > 1e-3 else ''}")
    return "\n".join(lines)


def document(
    results: Sequence[Result],
    figures: Sequence[Figure],
    costs: dict[str, float],
    same_plan: str,
    complete: bool,
    panel: Sequence[Figure] = (),
    crowded: Sequence[Figure] = (),
    models: Sequence[Figure] = (),
    python: Sequence[Figure] = (),
    ranks: Sequence[Figure] = (),
    theirs: Sequence[Figure] = (),
) -> str:
    """The whole page; `figures` are of the section on history, the others of the sections of their names."""
    versions = {p.partition(":")[0]: v for r in results for p, v in r.versions.items()}
    named = {"torch_eager": "PyTorch", "paddle262": "Paddle", "jax_jit": "JAX"}
    peers = "".join(f", {label} {versions[p]}" for p, label in named.items() if p in versions)
    lines = ["# Results", "", f"{machine()}{peers}.{'' if complete else ' Only a part of the works.'}", ""]
    busy = sum(r.busy for r in results) / max(1, len(results))
    if busy > 0.1:
        lines += [f"**The machine was not idle**: {100 * busy:.0f} % of the turns began beside work of others.", ""]
    lines += [EXPLAINED, _line(*HEAD), "|---" * len(HEAD) + "|", *map(row, results)]
    sections = (
        (HISTORY, figures),
        (PANEL, panel),
        (BUSY, crowded),
        (ONNX, models),
        (NAMES_AND_LINES, python),
        (RANKS, ranks),
        (TORCH, theirs),
    )
    lines += _tables(results, sections)
    lines += ["", f"Instrumentation off: the same plan, object for object: {same_plan}.", ""]
    numpy, nothing = costs["import numpy"], costs["pass"]
    lines += [f"`import opscope` takes {costs['import opscope'] / numpy:.2f} times `import numpy` "]
    lines[-1] += f"(a Python that imports nothing: {nothing / numpy:.2f})."
    builds = [(r.work.name, r.times["opscope"]) for r in results if r.work.name.startswith("build") and r.times]
    lines += [f"`{name}`: {seconds / numpy:.2f} times `import numpy`." for name, seconds in builds]
    return "\n".join(lines) + "\n"


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _word(verdicts: Sequence[bool | None]) -> str:
    if False in verdicts:
        return "**no**"
    return "-" if not verdicts or None in verdicts else "yes"


def _time(seconds: float) -> str:
    unit, scale = next((u, s) for u, s in (("s", 1.0), ("ms", 1e3), ("us", 1e6)) if seconds * s >= 1 or u == "us")
    return f"{seconds * scale:.3g} {unit}"
