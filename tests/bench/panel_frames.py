"""What many values cost the page: frames a second of the browser while 20 messages a second come, and their bytes.

python -m tests.bench.panel_frames
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from opscope import events as ev
from opscope.ui.described_values import DescribedValues
from opscope.ui.event_fold import Fold
from opscope.ui.saved_frame import saved_frame
from opscope.ui.static_table import table
from opscope.ui.widget import Panel
from tests.bench.history import Figure, figure

RATE = 20  # messages a second
SECONDS = 4.0
MOST = 200  # kB a second
HISTORY = 256  # points of each curve, as in a long run
BROWSER = ("chromium", "chromium-browser", "google-chrome")
COUNT = """([seconds, rate, messages]) => new Promise(done => {
  let n = 1e6, frames = 0, slowest = 0, before = performance.now();
  const start = before, views = messages.map(([, buffers]) =>
    buffers.map(text => Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer));
  window.sent.length = 0;
  let k = 0, last = window.lastNumber;
  const timer = setInterval(() => {
    const [content] = messages[k % messages.length];
    window.hearWhole({...content, n: ++last}, views[k++ % messages.length]);
  }, 1000 / rate);
  const frame = now => {
    frames++;
    slowest = Math.max(slowest, now - before);
    before = now;
    if (now - start < 1000 * seconds) return requestAnimationFrame(frame);
    clearInterval(timer);
    window.lastNumber = last;
    done([frames / ((now - start) / 1000), slowest]);
  };
  requestAnimationFrame(frame);
})"""


def value(i: int, step: int, kind: str) -> ev.ValueSeen:
    """One of many values, a third of them gradients of parameters."""
    name = f"layers.{i}.w_0"
    is_gradient = kind == "gradient"
    return ev.ValueSeen(
        name=f"{name}@GRAD" if is_gradient else f"{name}.{kind}", op=i, op_type="matmul_v2",
        role="backward" if is_gradient else "forward", step=step, shape=(128, 128), dtype="float32",
        min=-1.0 - i / 7, max=1.0 + step / 9, mean=0.1 * i + 0.01 * step, std=1.0, zeros=0.0, nan=0, inf=0,
        grad_of=name if is_gradient else "", parameter=is_gradient, site="train.py:20 in net", called="",
    )  # fmt: skip


def step_of(count: int, step: int) -> list[ev.Message]:
    """The events of a step with so many values."""
    kinds = ("gradient", "tmp_0", "tmp_1")
    seen = [value(i // 3, step, kinds[i % 3]) for i in range(count)]
    return [*seen, ev.StepFinished(step=step, seconds=0.05, names=("loss",), scalars=(1 / step,))]


def message(fold: Fold, kind: str, described: DescribedValues) -> tuple[dict[str, Any], list[bytes]]:
    """What a panel sends."""
    content, buffers = fold.message(kind, 1, described=described)
    return content, buffers


def measured(quick: bool = False) -> list[Figure]:
    """Frames a second with 60 and 600 values, bytes of a message with 1,111, and bytes that are saved."""
    path = next((found for name in BROWSER if (found := shutil.which(name))), None)
    if path is None:
        return [Figure("frames of the panel", "skipped: there is no Chromium")]
    from playwright.sync_api import sync_playwright

    found: list[Figure] = []
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=path, chromium_sandbox=False, args=["--disable-gpu"])
        for count in (60, 600):
            for tab in ("tensor", "flow"):
                rate, slowest = _frames(browser, Path(folder), count, tab, SECONDS / 4 if quick else SECONDS)
                name = f"{count} values, {RATE} messages a second, tab {tab}"
                found.append(figure(f"{name}: frames a second", rate))
                found.append(Figure(f"{name}: longest frame", f"{slowest:.0f} ms"))
        browser.close()
    return [*found, _rate(1111, SECONDS / 4 if quick else SECONDS), *_bytes()]


def _frames(browser: Any, folder: Path, count: int, tab: str, seconds: float) -> tuple[float, float]:
    from tests.ui.live import LivePanel

    panel = LivePanel(browser, folder, 1400)
    panel.push([e for step in range(1, HISTORY) for e in step_of(count, step)][-(count + 1) * HISTORY :])
    panel.page.click(f".opscope-tab-{tab}")
    panel.settle()
    described = panel._described
    messages: list[tuple[dict[str, Any], list[str]]] = []
    for step in range(HISTORY, HISTORY + 40):
        fold = Fold()
        for event in step_of(count, step):
            fold.add(event)
        content, buffers = message(fold, "batch", described)
        messages.append(({**content, "ack": True}, [base64.b64encode(b).decode() for b in buffers]))
    panel.page.evaluate("n => { window.lastNumber = n }", panel._n)
    rate, slowest = panel.page.evaluate(COUNT, [seconds, RATE, json.loads(json.dumps(messages))])
    assert not panel.problems, panel.problems
    panel.close()
    return rate, slowest


def _rate(count: int, seconds: float) -> Figure:
    """Bytes a second of a panel whose values change faster than it sends, with a page that is never late."""

    messages: list[tuple[float, int]] = []  # when, and how many bytes

    class Sent(Panel):
        def send(self, content: Any, buffers: Any = None) -> None:
            if content["kind"] == "batch":
                messages.append((time.monotonic(), len(json.dumps(content)) + sum(map(len, buffers))))
                self._receive(self, {"kind": "ack", "view": "page", "n": content["n"]}, [])

    panel, step = Sent("rate"), 0
    panel._receive(panel, {"kind": "attach", "view": "page", "tab": "flow"}, [])
    # The first messages describe the values, and find out how many there are.
    while len(messages) < 4 or messages[-1][0] - messages[2][0] < seconds:
        step += 1
        panel.push(step_of(count, step))
        time.sleep(1 / RATE)
    panel.close()
    rate = sum(size for _, size in messages[3:]) / (messages[-1][0] - messages[2][0])
    name = f"{count:,} values that change {RATE} times a second: kB a second that are sent"
    return figure(name, rate / 1e3, limit=MOST)


def _bytes() -> list[Figure]:
    found: list[Figure] = []
    described, fold = DescribedValues(), Fold()
    for event in step_of(1111, 1):
        fold.add(event)
    message(fold, "snapshot", described)
    content, buffers = message(fold, "batch", described)
    size = len(json.dumps(content)) + sum(map(len, buffers))
    found.append(Figure("a message with 1,111 values", f"{size / 1e3:.0f} kB"))
    for count in (60, 600):
        fold = Fold()
        for step in range(1, HISTORY):
            for event in step_of(count, step):
                fold.add(event)
        fold.add(ev.Terminated(reason="finished", steps=HISTORY))
        curves = {slot: dict(getattr(fold, slot)) for slot in ("history", "scalars")}
        frame, html = len(saved_frame(fold.events(), curves)), len(table("run", fold))
        code = len(Panel._esm.default_value)
        found.append(
            Figure(
                f"saved with a run of {count} values",
                f"{(frame + html + code) / 1e3:.0f} kB ({code / 1e3:.0f} code, {frame / 1e3:.0f} frame, "
                f"{html / 1e3:.0f} table)",
            )
        )
    return found


if __name__ == "__main__":
    for line in measured():
        print(*line, sep="  ", flush=True)
