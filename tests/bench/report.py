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
Every peer is a separate process. The processes take turns of a fraction of a second. Each figure is the median over the
rounds of the medians of a turn. The column *opscope* shows the time of a step (or op, or call) on this machine, ± half
the interquartile range of the rounds. The columns of the peers show their time, divided by opscope's time: above 1, the
peer is slower. For PyTorch and Paddle, the better of 1 and 2 threads counts. *of BLAS* is the speed of the work's
products and convolutions, in its whole step, divided by the speed of NumPy's BLAS for 1024 x 1024 matrices. "-" means:
not installed, or not possible with this peer. The goals are goals of this project. *speed* compares opscope with the
fastest of PyTorch, Paddle and JAX.
"""

SESSIONS = """\
Debug sessions: the time of a step in the thread of a session, divided by the time of a step *alone*. The session has
its default rate and budget. *watched*: the session records nothing. *recorded*: the session records the run, so the
user can step in both directions; this is the default. *all at 20 Hz*: with statistics of every value and gradient, 20
times a second, watched or recorded. *watch nan*: the session would stop at a NaN or Inf in any value. *to folder*: the
recording is also written to disk. *budget full*: with a small budget, so the oldest steps are dropped. The figures are
means of ten consecutive steps, because some work is not done in every step. The goals are goals of this project.
"""

HISTORY = """\
History: the recorded steps in memory and on disk, and the time to go back. Each case is a separate process. *Cold*
means that the files are removed from the system's cache before each `goto`. The goals are goals of this project.
"""

PANEL = """\
The panel: the time of a training run in a JupyterLab, divided by the time of the same steps outside of a session. A
headless Chromium shows the page. The goal compares the run with the same run without a visible panel. The server and
the browser have the last core. The kernel has the other cores. On two cores they compete, so the run takes longer. It
takes much longer if BLAS has two threads.
"""

BUSY = """\
Beside one process that is always busy: the time of a step, divided by the time of the same step alone. The threads of
BLAS wait for each other by spinning. If this takes longer, products run on one thread (`runtime/lower/blas.py`). The
goal is a goal of this project.
"""

NAMES_AND_LINES = """\
Python: an eager step in a recorded session. The first row: the user's names are available for tensors. Its figure is
the time of the step, divided by the time of the same step without the code that distinguishes the calls of the user's
functions. The second row: with a breakpoint on a line of another file that does not run. Its figure is the time of the
step, divided by the time of the step without the breakpoint. The goals are goals of this project.
"""


RANKS = """\
Several ranks, each with its share of the cores. A step of two ranks, divided by a step of one process with the whole
batch, has no goal. An all-reduce is divided by an all-reduce of mpi4py alone. The figures are the shortest times of
rounds that take turns.
"""


TORCH = """\
PyTorch programs: the time of a step that opscope or another tool watches, divided by the time of a plain step. PyTorch
has one thread and Adam's default loop. Blocks of plain and watched steps take turns. Each figure is a ratio of medians.
*recorded* is the default.
"""


ONNX = """\
ONNX models: opscope, onnxruntime and the reference implementation of onnx, each in a separate process, in turns. Nets
with a name are the light models of the package `onnx`, with random weights. Then faults are planted in the first two
models. The last rows show the memory for the search of the first difference, divided by the memory of one run. Both do
not include the memory of the imports.
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
        lines += ["", "Every value and gradient tapped: the time of a step, divided by the time of a plain step.", ""]
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
        share = f"{100 * busy:.0f} % of the turns began while another process worked"
        lines += [f"**The machine was not idle**: {share}.", ""]
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
    lines += ["", f"Without instrumentation, the plan is the same object: {same_plan}.", ""]
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
