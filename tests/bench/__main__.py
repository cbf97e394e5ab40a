"""Runs every peer that is installed, taking turns, and writes tests/bench/RESULTS.md.

python -m tests.bench [--only NAME ...] [--peers NAME ...] [--rounds N] [--quick] [--out FILE]

OPSCOPE_PADDLE names the Python of an environment with paddlepaddle==2.6.2 (which needs numpy<2).
`--only` and `--peers` select by parts of names; the section on history is the works `history budget`, `history disk`,
`history backwards`, `history moves` and `history eager`, that on the panel the work `panel`, that beside a busy process
the work `busy`, that on ONNX models the work `onnx`, that on Python the work `names and lines`, that on ranks the work
`several ranks`, that on PyTorch programs the work `torch`, all of the peer opscope. A part of the
works goes to the terminal only, unless --out says where.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.bench import (
    busy,
    names_and_lines,
    onnx_runtimes,
    panel,
    panel_elements,
    panel_frames,
    panel_pause,
    report,
    several_ranks,
    torch_sessions,
)
from tests.bench.harness import ROOT, Result, import_costs, measure, peers_of
from tests.bench.history import CASES, Figure, measured
from tests.bench.works import WORKS


def same_plan() -> str:
    """yes or no; or why that cannot be said."""
    from tests.bench.peers import opscope

    try:
        return "yes" if opscope.same_plan(WORKS["mlp 8x16 b16"]) else "**no**"
    except Exception as error:  # noqa: BLE001  (as for the peers)
        return f"**{type(error).__name__}: {error}**"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="works with a part of one of these names")
    parser.add_argument("--peers", nargs="+", default=[], metavar="NAME", help="likewise peers, such as opscope, jax")
    parser.add_argument("--rounds", type=int, default=9, help="turns of each peer")
    parser.add_argument("--quick", action="store_true", help="one short round of the small works")
    parser.add_argument("--out", type=Path, help="where the page goes")
    options = parser.parse_args()
    works = [w for w in WORKS.values() if not options.only or any(n in w.name for n in options.only)]
    works = [w for w in works if w.quick or not options.quick]
    cases = [c for c in CASES if not options.only or any(n in f"history {c}" for n in options.only)]
    shown = not options.only or any(n in "panel" for n in options.only)
    crowded = not options.only or any(n in "busy" for n in options.only)
    imported = not options.only or any(n in "onnx" for n in options.only)
    lined = not options.only or any(n in "names and lines" for n in options.only)
    together = not options.only or any(n in "several ranks" for n in options.only)
    foreign = not options.only or any(n in "torch" for n in options.only)
    if options.peers and not any(n in "opscope" for n in options.peers):
        cases, shown, crowded, imported, lined, together, foreign = [], *(False,) * 6
    complete = len(works) == len(WORKS) and len(cases) == len(CASES) and not options.only and not options.peers
    out = options.out or (ROOT / "tests/bench/RESULTS.md" if complete else None)
    results: list[Result] = []
    for work in works:
        peers = peers_of(work, options.peers)
        results.append(measure(work, peers, *((1, 0.02) if options.quick else (options.rounds, 0.3))))
        print(report.row(results[-1]), report.spreads(results[-1]), sep="\n", flush=True)
    figures: list[Figure] = []
    for case in cases:
        found = measured(case, options.quick)
        figures += found
        print(*map(report.figure_row, found), sep="\n", flush=True)
    shows = (panel.measured, panel.drawn, panel_pause.measured, panel_elements.measured, panel_frames.measured)
    pages = [figure for measure_page in shows for figure in measure_page(options.quick)] if shown else []
    print(*map(report.figure_row, pages), sep="\n", flush=True)
    loaded = busy.measured(options.quick) if crowded else []
    print(*map(report.figure_row, loaded), sep="\n", flush=True)
    models = onnx_runtimes.measured(options.quick) if imported else []
    print(*map(report.figure_row, models), sep="\n", flush=True)
    python = names_and_lines.measured(options.quick) if lined else []
    print(*map(report.figure_row, python), sep="\n", flush=True)
    ranks = several_ranks.measured(options.quick) if together else []
    print(*map(report.figure_row, ranks), sep="\n", flush=True)
    theirs = torch_sessions.measured(options.quick) if foreign else []
    print(*map(report.figure_row, theirs), sep="\n", flush=True)
    costs = import_costs(1 if options.quick else 9)
    text = report.document(results, figures, costs, same_plan(), complete, pages, loaded, models, python, ranks, theirs)
    print(text)
    if out:
        out.write_text(text)


if __name__ == "__main__":
    main()
