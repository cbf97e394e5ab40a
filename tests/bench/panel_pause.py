"""How long a visible panel takes to pause a run of many values: from the click until the place is painted.

python -m tests.bench.panel_pause
"""

from __future__ import annotations

import importlib.util
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench.harness import ROOT
from tests.bench.history import Figure, figure
from tests.bench.panel import notebook

LIMIT = 0.2  # seconds, where the browser has a core of its own
LAYERS = {60: 4, 600: 44}  # of fc with Adam, by about how many values are tapped
PAUSES = 7
SEEN = 6000  # milliseconds that the run was seen before its first pause, which is prepared by then
# Seconds from a click on the pause button until "paused at" is painted, measured in the page.
PAUSED = """() => new Promise(done => {
  const panel = [...document.querySelectorAll('.opscope-panel')].at(-1), state = panel.querySelector('.opscope-state');
  const start = performance.now();
  const wait = () => state.textContent.startsWith('paused at')
    ? requestAnimationFrame(() => requestAnimationFrame(() => done((performance.now() - start) / 1000)))
    : requestAnimationFrame(wait);
  panel.querySelector('.opscope-pause').click();
  wait(); })"""


def forever(layers: int) -> Callable[[], None]:
    """A run of so many layers that trains until it is stopped."""
    import numpy as np

    from opscope import paddle

    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        x = h = paddle.static.data("x", [16, 32], "float32")
        for i in range(layers):
            h = paddle.static.nn.fc(h, 32, activation="tanh", name=f"h{i}")
        loss = paddle.mean(paddle.square(h - x))
        paddle.optimizer.Adam(1e-3).minimize(loss)
    exe = paddle.static.Executor(paddle.CPUPlace())
    exe.run(startup)
    feed = {"x": np.random.default_rng(0).normal(size=(16, 32)).astype("float32")}

    def train() -> None:
        while True:
            exe.run(main, feed=feed, fetch_list=[loss])

    return train


def measured(quick: bool = False) -> list[Figure]:
    """The first pause of a run, and the median of the later ones."""
    if not all(importlib.util.find_spec(package) for package in ("jupyterlab", "playwright")):
        return []
    from tests.browser.lab import Lab

    sizes = list(LAYERS)[: 1 if quick else None]
    cells = [
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom opscope import live\n"
        "from tests.bench.panel_pause import forever"
    ]
    for count in sizes:
        cells += [
            f"run = live(forever({LAYERS[count]}), taps=['*'], title='{count}')\nrun",
            "run.stop()\nrun.panel.close()",
        ]
    found: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder, Lab(notebook(Path(folder), cells)) as lab:
        lab.run_cell(0)
        for i, count in enumerate(sizes):
            lab.run_cell(2 * i + 1)
            panel = lab.page.locator(".opscope-panel").last
            panel.locator(".opscope-pause").hover()  # scrolls, and again if Lab draws the output anew
            seconds: list[float] = []
            for pause in range(2 if quick else 1 + PAUSES):
                lab.page.wait_for_timeout(1500 if pause else SEEN)
                seconds.append(lab.page.evaluate(PAUSED))
                panel.locator(".opscope-continue").click()
            lab.run_cell(2 * i + 2)
            found += [
                figure(f"{count} values: seconds of the first pause, from click to paint", seconds[0], limit=LIMIT),
                figure(f"{count} values: seconds of a later pause", statistics.median(seconds[1:]), limit=LIMIT),
            ]
    return found


if __name__ == "__main__":
    for line in measured():
        print(*line, sep="  ", flush=True)
