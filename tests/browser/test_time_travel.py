"""The third tutorial in a real JupyterLab: its panel stands where the cells went, at the NaN, after the run is over.

OPSCOPE_SCREENSHOT=notebooks/images takes the pictures of the documentation on the way.
"""

import os
from pathlib import Path

import pytest

from tests.examples import ROOT

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")

from tests.browser.lab import Lab
from tests.browser.tutorial import Tutorial, prepared

NOTEBOOK = ROOT / "notebooks" / "03-time-travel.ipynb"
CULPRIT = 'print("smallest likelihood'  # the last cell that looks at the first NaN


@pytest.fixture
def travel(tmp_path: Path):
    with Lab(prepared(NOTEBOOK, tmp_path, [], CULPRIT), scale=1.25) as lab:
        lab.page.set_viewport_size({"width": 1400, "height": 1300})
        yield Tutorial(lab)


@pytest.mark.thorough
@pytest.mark.browser
def test_the_panel_goes_where_the_cells_go(travel: Tutorial):
    travel.run_to(CULPRIT)
    travel.panel.scroll_into_view_if_needed()
    travel.becomes(lambda: travel.state() == "paused at op 18")  # the mean of what is not finite
    assert "step 60 of 192, in the past" in travel.where()
    assert "surprise = paddle.log(likelihood)" in travel.read("source")  # what made it, and not the mean that is next
    travel.find("tab-graph").click()
    current = travel.panel.locator('[data-node="op-18"][data-current][data-past]')
    travel.becomes(lambda: current.count() == 1)
    if folder := os.environ.get("OPSCOPE_SCREENSHOT"):
        travel.page.mouse.move(0, 0)
        travel.picture(Path(folder), "time-travel")
    travel.find("tab-findings").click()
    travel.becomes(lambda: "nan-watch" in travel.read("findings-rows"))
    travel.find("ask-why").first.click()
    travel.becomes(lambda: travel.panel.locator(".opscope-findings li[data-cause]").count() == 1)
    assert "log" in travel.panel.locator(".opscope-findings li[data-cause]").inner_text()
    travel.find("back").click()
    travel.becomes(lambda: travel.state() == "paused at op 17")
    travel.panel.locator(".opscope-there").first.click()
    travel.becomes(lambda: "step 60 of 192" in travel.where())
    assert not travel.failures()
