"""How long a visible panel takes to show the elements of a large value: from the click until the picture is painted.

python -m tests.bench.panel_elements
"""

from __future__ import annotations

import importlib.util
import statistics
import tempfile
from pathlib import Path

from opscope.debug import Run
from tests.bench.harness import ROOT
from tests.bench.history import Figure, figure
from tests.bench.panel import notebook

SIDE, SMALL = 4096, 8
LIMIT = 0.1  # seconds
TIMES = 5
# Seconds from a click on the row of a value until its picture is painted, measured in the page: they differ in width.
SHOWN = """name => new Promise(done => {
  const panel = [...document.querySelectorAll('.opscope-panel')].at(-1), map = panel.querySelector('.opscope-heatmap');
  const before = map.width, start = performance.now();
  const wait = () => map.width !== before && panel.querySelector('.opscope-detail-name').textContent === name
    ? requestAnimationFrame(() => requestAnimationFrame(() => done((performance.now() - start) / 1000)))
    : requestAnimationFrame(wait);
  panel.querySelector(`.opscope-row[data-name="${name}"]`).click();
  wait(); })"""


def paused() -> Run:
    """A run that is paused behind a value of 4096 x 4096 elements, and a small one."""
    import numpy as np

    from opscope import live, paddle

    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main):
        x = paddle.static.data("x", [SIDE, SIDE], "float32")
        y = paddle.static.data("y", [SMALL, SMALL], "float32")
        values = [(x * 2.0, "large"), (y * 2.0, "small"), (paddle.mean(y), "last")]
        for value, name in values:
            value.block.rename(value.name, name)
    exe = paddle.static.Executor(paddle.CPUPlace())
    rng = np.random.default_rng(0)
    feed = {"x": rng.normal(size=(SIDE, SIDE)).astype("float32"), "y": np.eye(SMALL, dtype="float32")}
    return live(
        lambda: exe.run(main, feed=feed, fetch_list=["last"]),
        taps=["large", "small"],
        breakpoints=["op:reduce_mean"],
        title="elements",
    )


def measured(quick: bool = False) -> list[Figure]:
    """The first time, which computes the picture, and the median of later ones, which show the last one at once."""
    if not all(importlib.util.find_spec(package) for package in ("jupyterlab", "playwright")):
        return []
    from tests.browser.lab import Lab

    cells = [
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom tests.bench.panel_elements import paused",
        "run = paused()\nrun",
        "run.stop()\nrun.panel.close()",
    ]
    with tempfile.TemporaryDirectory() as folder, Lab(notebook(Path(folder), cells)) as lab:
        lab.run_cell(0)
        lab.run_cell(1)
        lab.page.locator('.opscope-row[data-name="small"]').click()
        seconds: list[float] = []
        for again in range(2 if quick else 1 + TIMES):
            lab.page.wait_for_timeout(700)
            if again:
                lab.page.evaluate(SHOWN, "small")
            lab.page.wait_for_timeout(700)
            seconds.append(lab.page.evaluate(SHOWN, "large"))
        lab.run_cell(2)
    return [
        figure("4096x4096: seconds of its first selection, from click to paint", seconds[0], limit=LIMIT),
        figure("4096x4096: seconds of a later selection", statistics.median(seconds[1:]), limit=LIMIT),
    ]


if __name__ == "__main__":
    for line in measured():
        print(*line, sep="  ", flush=True)
