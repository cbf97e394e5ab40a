"""What a visible panel costs: 20 layers train in the kernel of a real JupyterLab, and a headless Chromium shows them.

Then how fast it draws: the first picture of a large program, a scope that is opened, frames while the graph is moved.

python -m tests.bench.panel [--quick] [--graph]
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.util
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.bench.harness import ROOT
from tests.bench.history import Figure, figure

WIDTH, BATCH = 128, 64
SLICE = 0.5  # seconds of which the mean is taken: some things are done only every 50 ms
LIMIT = 1.15  # times the same run without a panel shown
LAYERS = {300: 37, 2_000: 250, 10_000: 1_250}  # of fc with Adam, by about how many operators they are
FIRST_PAINT, OPENING = 2.0, 0.2  # seconds, where the browser has a core of its own
FRAMES = 50.0  # a second
# seconds from a click on a scope until the drawing that replaces it is painted, measured in the page
OPENED = """() => new Promise(done => {
  const button = [...document.querySelectorAll('.opscope-panel .opscope-fold-open')].at(-1);
  const start = performance.now();
  const wait = () => button.isConnected ? requestAnimationFrame(wait)
    : requestAnimationFrame(() => requestAnimationFrame(() => done((performance.now() - start) / 1000)));
  button.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  wait(); })"""
# Scrolls again and again: Lab may draw the output anew.
FINISHED = """() => {
  const panel = document.querySelector('.opscope-panel');
  panel?.scrollIntoView({block: 'nearest'});
  return panel?.querySelector('.opscope-state')?.textContent === 'finished'; }"""
PANNED = """() => new Promise(done => {
  const frame = document.querySelector('.opscope-panel div.opscope-graph'), r = frame.getBoundingClientRect();
  const fire = (kind, i) => frame.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerId: 1, buttons: 1,
    clientX: r.left + 200 + 3 * i, clientY: r.top + 200 + i}));
  frame.setPointerCapture = () => {};
  fire('pointerdown', 0);
  let i = 0; const start = performance.now();
  const step = () => { fire('pointermove', ++i);
    if (i < 60) requestAnimationFrame(step);
    else { fire('pointerup', i); done(i / ((performance.now() - start) / 1000)); } };
  requestAnimationFrame(step); })"""
TAPS = ["h*.tmp_2", "h*.w_0", "h*.w_0@GRAD"]  # 60 values
CLOSED, VISIBLE = "recorded, 60 taps, no panel shown", "recorded, 60 taps, panel visible"
VARIANTS = {
    "plain": "plain()",
    "recorded": "live(plain, title='recorded').wait()",
    CLOSED: f"live(plain, taps={TAPS}, title='hidden').wait()",
    VISIBLE: f"run = live(plain, taps={TAPS}, title='shown')\nrun",
}
# The kernel takes all cores but the last, to which `_last_core` keeps the server and the browser.
KERNEL_CORES = """import os
if len(cores := {cores}) > 1:
    for thread in map(int, os.listdir('/proc/self/task')):
        os.sched_setaffinity(thread, cores[:-1])
"""


def training(seconds: float) -> Callable[[], tuple[float, float]]:
    """A function that trains for so long; it returns the seconds of a step, and those of the process' processor time.

    Both are medians of slices.
    """
    import numpy as np

    from opscope import paddle

    paddle.enable_static()
    static = paddle.static
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        h, y = (static.data(name, [BATCH, WIDTH], "float32") for name in ("x", "y"))
        for i in range(20):
            h = static.nn.fc(h, WIDTH, activation="relu", name=f"h{i}")
        loss = paddle.mean(paddle.square(h - y))
        paddle.optimizer.Adam(1e-3).minimize(loss)
    exe, rng = static.Executor(paddle.CPUPlace()), np.random.default_rng(0)
    feed = {name: rng.normal(size=(BATCH, WIDTH)).astype("float32") for name in ("x", "y")}
    exe.run(startup)

    def slice_() -> tuple[float, float]:
        steps, start, processor = 0, time.perf_counter(), time.process_time()
        while (passed := time.perf_counter() - start) < SLICE:
            exe.run(main, feed=feed, fetch_list=[loss])
            steps += 1
        return passed / steps, (time.process_time() - processor) / steps

    def body() -> tuple[float, float]:
        slice_()  # compiles, and lets the panel come up
        slices = [slice_() for _ in range(max(1, round(seconds / SLICE)))]
        wall, processor = map(statistics.median, zip(*slices, strict=True))
        return wall, processor

    return body


def measured(quick: bool) -> list[Figure]:
    """Seconds of a step, by turns, over those of the plain program."""
    if not all(importlib.util.find_spec(package) for package in ("jupyterlab", "playwright")):
        return [Figure("a visible panel", "skipped: JupyterLab and Playwright are not installed")]
    try:
        return _measured(quick)
    except Exception as error:  # noqa: BLE001  (no Chromium, say: the other works have their figures)
        return [Figure("a visible panel", f"failed: {' '.join(str(error).split())}"[:300], reached=False)]


def _measured(quick: bool) -> list[Figure]:
    from tests.browser.lab import Lab

    times: dict[str, list[tuple[float, float]]] = {variant: [] for variant in VARIANTS}
    with tempfile.TemporaryDirectory() as folder, _last_core() as cores:
        setup = KERNEL_CORES.format(cores=cores) + (
            f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom opscope import live\n"
            f"from tests.bench.panel import training\nplain = training({0.5 if quick else 3.0})"
        )
        with Lab(notebook(Path(folder), [setup, *VARIANTS.values()])) as lab:
            _take_turns(lab, times, 1 if quick else 3)
    wall, processor = (
        {variant: statistics.median(turn[i] for turn in turns) for variant, turns in times.items()} for i in (0, 1)
    )
    name = f"20 layers of fc {WIDTH}, {wall['plain'] * 1e3:.2g} ms a step"
    return [
        *(
            found
            for variant in list(VARIANTS)[1:]
            for found in (
                figure(f"{name}: {variant}", wall[variant] / wall["plain"]),
                figure(f"{name}: {variant}, processor time of the kernel", processor[variant] / processor["plain"]),
            )
        ),
        figure(f"{name}: panel visible over no panel shown", wall[VISIBLE] / wall[CLOSED], limit=LIMIT),
    ]


def _take_turns(lab: Any, times: dict[str, list[tuple[float, float]]], turns: int) -> None:
    lab.run_cell(0)
    for _ in range(turns):
        for i, variant in enumerate(VARIANTS, 1):
            times[variant].append(_seconds(lab, i, variant == VISIBLE))


@contextlib.contextmanager
def _last_core() -> Iterator[list[int]]:
    """Keep this process, and those that it starts, to the last of its cores; all of them, or none if it cannot."""
    if not hasattr(os, "sched_setaffinity"):
        yield []
        return
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])
    try:
        yield cores
    finally:
        os.sched_setaffinity(0, cores)


def drawn(quick: bool) -> list[Figure]:
    """First paint, opening of a scope and frames a second of the graphs of programs of several sizes."""
    if not all(importlib.util.find_spec(package) for package in ("jupyterlab", "playwright")):
        return []
    from tests.browser.lab import Lab

    sizes = list(LAYERS)[: 1 if quick else None]
    cells = [
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom opscope import live\nfrom tests.bench.panel import deep"
    ]
    cells += [
        line for n in sizes for line in (f"step{n} = deep({LAYERS[n]})", f"run = live(step{n}, title='{n}')\nrun")
    ]
    found: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder, Lab(notebook(Path(folder), cells)) as lab:
        lab.run_cell(0)
        for i, n in enumerate(sizes):
            lab.run_cell(2 * i + 1)
            lab.page.evaluate("document.querySelectorAll('.opscope-panel').forEach(panel => panel.remove())")
            start = time.perf_counter()
            lab.run_cell(2 * i + 2, wait=False)
            panel = lab.page.locator(".opscope-panel").last
            panel.locator(".opscope-tab-graph").click()  # scrolls, and again if Lab draws the output anew
            panel.locator("[data-node]").first.wait_for()
            first = time.perf_counter() - start
            lab.idle()
            lab.page.wait_for_function("document.querySelector('.opscope-state')?.textContent === 'finished'")
            opening = lab.page.evaluate(OPENED)
            found += [
                figure(f"graph of {n:,} operators: seconds from the cell to the first paint", first, limit=FIRST_PAINT),
                figure(f"graph of {n:,} operators: seconds to open a scope", opening, limit=OPENING),
            ]
        frames = lab.page.evaluate(PANNED)
        found.append(
            Figure("frames a second while the graph is moved", f"{frames:.0f}", f"≥ {FRAMES:g}", frames >= FRAMES)
        )
    return found


def deep(layers: int) -> Callable[[], object]:
    """One step of so many layers, eight operators each."""
    import numpy as np

    from opscope import paddle

    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        h = paddle.static.data("x", [4, 8], "float32")
        for i in range(layers):
            h = paddle.static.nn.fc(h, 8, activation="relu", name=f"h{i}")
        paddle.optimizer.Adam(1e-3).minimize(paddle.mean(h))
    exe = paddle.static.Executor(paddle.CPUPlace())
    exe.run(startup)
    return lambda: exe.run(main, feed={"x": np.ones((4, 8), "float32")})


def _seconds(lab: Any, cell: int, shown: bool) -> tuple[float, float]:
    lab.run_cell(cell)
    if shown:
        lab.page.wait_for_function(FINISHED, polling=100)
        lab.run_cell(len(VARIANTS) + 1)  # reads the result
        cell = len(VARIANTS) + 1
    found = lab.cells()[cell]
    if found.error:
        raise RuntimeError(found.error)
    return ast.literal_eval(found.text)


def notebook(folder: Path, cells: list[str]) -> Path:
    """A notebook of these cells, and of one that waits for `run`."""
    sources = [*cells, "run.wait()"]
    empty: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    content = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {},
        "cells": [{**empty, "id": f"c{i}", "source": source} for i, source in enumerate(sources)],
    }
    path = folder / "panel.ipynb"
    path.write_text(json.dumps(content), "utf-8")
    return path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.panel", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short one")
    parser.add_argument("--graph", action="store_true", help="only how fast it draws")
    asked = parser.parse_args()
    for line in (*(() if asked.graph else measured(asked.quick)), *drawn(asked.quick)):
        print(*line, sep="  ", flush=True)
