"""The first tutorial in a real JupyterLab: the panel is live, and its buttons reach the program.

OPSCOPE_SCREENSHOT=notebooks/images takes the pictures of the documentation on the way.
"""

import os
from pathlib import Path

import pytest

from tests.examples import ROOT

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")
pytest.importorskip("sklearn")

from tests.browser.lab import Lab
from tests.browser.tutorial import Tutorial, prepared

NOTEBOOK = ROOT / "notebooks" / "01-first-look.ipynb"
BUSY = 'ended = False\nprint("busy")\nrun.wait()\nended = True'
LIVE = "%%opscope --tap"

PAINTED = """canvas => {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Set();
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3]) colours.add(pixels.slice(i, i + 3).join());
  return colours.size; }"""
FILL = "box => getComputedStyle(box).fill"


@pytest.fixture
def tutorial(tmp_path: Path):
    epochs = lambda source: source.replace("range(12)", "range(1000)")  # enough to play with
    with Lab(prepared(NOTEBOOK, tmp_path, [BUSY], LIVE, epochs), scale=1.4) as lab:
        yield Tutorial(lab)


@pytest.mark.browser
def test_the_panel_is_live_and_its_buttons_work(tutorial: Tutorial):
    tutorial.run_to(LIVE)  # returns while its program trains
    page = tutorial.page
    page.locator(".opscope-panel").scroll_into_view_if_needed()  # out of sight it is sent nothing
    tutorial.becomes(lambda: tutorial.state() == "running")
    tutorial.grows()

    tutorial.click("pause", "paused")
    tutorial.rests()

    tutorial.click("continue", "running")
    tutorial.grows()

    tutorial.becomes(lambda: "takes" in tutorial.read("cost"))  # what recording is measured to cost
    switched = lambda: tutorial.find("record").get_attribute("aria-checked")
    tutorial.takes(tutorial.find("record").click, lambda: switched() == "false")
    tutorial.takes(tutorial.find("record").click, lambda: switched() == "true")

    page.click('.opscope-row[data-name="conv2.w_0"]')
    tutorial.becomes(lambda: page.inner_text(".opscope-detail-name") == "conv2.w_0")
    for canvas in (".opscope-heatmap", ".opscope-histogram"):
        tutorial.becomes(lambda canvas=canvas: page.locator(canvas).first.evaluate(PAINTED) > 3)
    assert page.locator(".opscope-chart path").count()

    page.click(".opscope-tab-graph")
    seen, unseen = (f'.opscope-panel [data-node="var-{name}"] rect' for name in ("swish2", "conv2.tmp_0"))
    tutorial.becomes(lambda: page.locator('.opscope-panel [data-node="var-swish2"][data-health="ok"]').count() == 1)
    assert page.locator(seen).first.evaluate(FILL) != page.locator(unseen).first.evaluate(FILL)
    page.fill(".opscope-graph-search", "op:softmax")  # the kernel answers while the program trains
    page.locator(".opscope-match").first.click()
    tutorial.becomes(lambda: page.locator('.opscope-panel [data-node^="op-"]:focus').count() == 1)
    page.click(".opscope-tab-tensor")

    tutorial.run(BUSY, wait=False)
    tutorial.becomes(lambda: "busy" in tutorial.text(BUSY))
    tutorial.click("pause", "paused")
    tutorial.click("continue", "running")
    tutorial.grows()
    if folder := os.environ.get("OPSCOPE_SCREENSHOT"):
        pictures(tutorial, Path(folder))
    tutorial.click("stop", "stopped")
    tutorial.lab.idle()
    assert not tutorial.failures()


def pictures(tutorial: Tutorial, folder: Path) -> None:
    """The cell with its panel, in both themes."""
    page = tutorial.page
    page.click('.opscope-row[data-name="swish3"]')
    tutorial.becomes(lambda: tutorial.step() > 400, 60.0)
    page.add_style_tag(content=".jp-Collapser, .jp-cell-toolbar { visibility: hidden }")
    cell = f".jp-Notebook .jp-Cell >> nth={tutorial.cell(LIVE)}"
    for theme, suffix in (("Dark", "-dark"), ("Light", "")):
        tutorial.theme(theme)
        tutorial.lab.shot(folder / f"panel{suffix}.png", cell)
