"""The first tutorial in a real JupyterLab: the panel is live, and its buttons reach the program.

OPSCOPE_SCREENSHOT=notebooks/images takes the pictures of the documentation on the way.
"""

import json
import os
import time
from pathlib import Path

import pytest

from tests.examples import ROOT

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")
pytest.importorskip("sklearn")

from tests.browser.lab import Lab

NOTEBOOK = ROOT / "notebooks" / "01-first-look.ipynb"
BUSY = 'ended = False\nprint("busy")\nrun.wait()\nended = True'
CONTROLS = (".opscope-pause", ".opscope-continue", ".opscope-stop")

PAINTED = """canvas => {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Set();
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3]) colours.add(pixels.slice(i, i + 3).join());
  return colours.size; }"""
FILL = "box => getComputedStyle(box).fill"


class Tutorial:
    """The tutorial in Lab, with enough epochs to play with, and what a user reads off the panel."""

    def __init__(self, lab: Lab, names: list[str]) -> None:
        self.lab = lab
        self.page = lab.page
        self.names = names

    def run(self, name: str, wait: bool = True) -> None:
        self.lab.run_cell(self.names.index(name), wait)

    def text(self, name: str) -> str:
        return self.lab.cells()[self.names.index(name)].text

    def state(self) -> str:
        return self.page.text_content(".opscope-state") or ""

    def step(self) -> int:
        digits = "".join(filter(str.isdigit, self.page.text_content(".opscope-step") or ""))
        return int(digits or 0)

    def becomes(self, what, timeout: float = 20.0) -> float:
        """Wait until `what()` holds; returns how many seconds that took."""
        start = time.monotonic()
        while not what():
            assert time.monotonic() - start < timeout, f"state {self.state()!r}, step {self.step()}"
            time.sleep(0.005)
        return time.monotonic() - start

    def click(self, what: str, state: str) -> float:
        """Click a button; returns how long it took until the panel showed the state."""
        self.page.click(f".opscope-{what}")
        return self.becomes(lambda: self.state().startswith(state))

    def grows(self) -> None:
        before = self.step()
        self.becomes(lambda: self.step() > before + 3)


@pytest.fixture
def tutorial(tmp_path: Path):
    content = json.loads(NOTEBOOK.read_text("utf-8"))
    for cell in content["cells"]:
        cell["source"] = "".join(cell["source"]).replace("range(12)", "range(1000)")
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    names = [cell["id"] for cell in content["cells"]]
    busy = {"cell_type": "code", "id": "busy", "metadata": {}, "source": BUSY, "outputs": [], "execution_count": None}
    content["cells"].insert(names.index("live") + 1, busy)
    names.insert(names.index("live") + 1, "busy")
    copied = tmp_path / NOTEBOOK.name
    copied.write_text(json.dumps(content), "utf-8")
    with Lab(copied, scale=1.4) as lab:
        yield Tutorial(lab, names)


@pytest.mark.browser
def test_the_panel_is_live_and_its_buttons_work(tutorial: Tutorial):
    for name in ("data", "python-ops", "program", "graph", "training", "load", "live"):
        tutorial.run(name)  # the last returns while its program trains
    page = tutorial.page
    page.locator(".opscope-panel").scroll_into_view_if_needed()  # out of sight it is sent nothing
    tutorial.becomes(lambda: tutorial.state() == "running")
    tutorial.grows()

    assert tutorial.click("pause", "paused") < 1.0  # second; it takes a tenth of that
    stands = tutorial.step()
    time.sleep(0.7)
    assert tutorial.step() == stands

    tutorial.click("continue", "running")
    tutorial.grows()

    page.click('.opscope-row[data-name="conv2.w_0"]')
    tutorial.becomes(lambda: page.inner_text(".opscope-detail-name") == "conv2.w_0")
    for canvas in (".opscope-heatmap", ".opscope-histogram"):
        tutorial.becomes(lambda canvas=canvas: page.locator(canvas).first.evaluate(PAINTED) > 3)
    assert page.locator(".opscope-chart path").count()

    page.click(".opscope-tab-graph")
    seen, unseen = (f'.opscope-panel [data-node="var-{name}"] rect' for name in ("swish2", "conv2.tmp_0"))
    tutorial.becomes(lambda: page.locator('.opscope-panel [data-node="var-swish2"][data-health="ok"]').count() == 1)
    assert page.locator(seen).first.evaluate(FILL) != page.locator(unseen).first.evaluate(FILL)
    page.click(".opscope-tab-tensor")

    tutorial.run("busy", wait=False)
    tutorial.becomes(lambda: "busy" in tutorial.text("busy"))
    assert tutorial.click("pause", "paused") < 1.0
    tutorial.click("continue", "running")
    tutorial.grows()
    if folder := os.environ.get("OPSCOPE_SCREENSHOT"):
        pictures(tutorial, Path(folder))
    tutorial.click("stop", "stopped")
    tutorial.lab.idle()
    assert not [cell.error for cell in tutorial.lab.cells() if cell.error]
    assert not tutorial.lab.errors


def pictures(tutorial: Tutorial, folder: Path) -> None:
    """The cell with its panel, in both themes."""
    page = tutorial.page
    page.click('.opscope-row[data-name="swish3"]')
    tutorial.becomes(lambda: tutorial.step() > 400, 60.0)
    page.add_style_tag(content=".jp-Collapser, .jp-cell-toolbar { visibility: hidden }")
    cell = f".jp-Notebook .jp-Cell >> nth={tutorial.names.index('live')}"
    for theme, suffix in (("Dark", "-dark"), ("Light", "")):
        command = f"window.jupyterapp.commands.execute('apputils:change-theme', {{theme: 'JupyterLab {theme}'}})"
        page.evaluate(command)
        page.wait_for_selector(f'body[data-jp-theme-light="{str(theme == "Light").lower()}"]', state="attached")
        time.sleep(1.5)  # a theme arrives as a style sheet
        tutorial.lab.shot(folder / f"panel{suffix}.png", cell)
