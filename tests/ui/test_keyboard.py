"""Whose the keys are, and what a view that replaces another one, or gets another size, keeps of it."""

from __future__ import annotations

import pytest

from opscope import events as ev
from tests.ui import fixture
from tests.ui.live import LivePanel

pytestmark = pytest.mark.browser

SUPPRESSED = """() => document.addEventListener("keydown", (event) => {
  window.suppressed = Boolean(event.target.closest("[data-lm-suppress-shortcuts]"));
}, { capture: true })"""  # as JupyterLab asks
SCALE = "() => document.querySelector('div.opscope-graph svg').getScreenCTM().a"
FOCUSED = "() => Boolean(document.activeElement.closest('.opscope-panel'))"
SHOWN = "() => document.querySelector('div.opscope-graph svg').getAttribute('viewBox')"


@pytest.fixture
def panel(browser, tmp_path):
    panel = LivePanel(browser, tmp_path)
    panel.push([*fixture.events(3)[:-1], ev.Stopped(reason="pause", op=3, op_type="relu", name="h", step=3)])
    panel.commands()
    yield panel
    assert panel.problems == []
    panel.close()


def test_a_click_elsewhere_and_escape_give_the_keys_back(panel):
    page = panel.page
    for leave in (lambda: page.mouse.click(4, 4), lambda: page.keyboard.press("Escape")):
        page.focus(".opscope-panel")
        page.keyboard.press("n")
        assert [m["kind"] for m in panel.commands()] == ["Next"]
        leave()
        assert not page.evaluate(FOCUSED)
        page.keyboard.press("n")
        assert panel.commands() == []


def test_only_the_key_that_saves_goes_through_to_the_notebook(panel):
    page = panel.page
    page.evaluate(SUPPRESSED)
    page.focus(".opscope-tab-graph")
    page.focus(".opscope-panel")
    for key, expected in (("d", True), ("Control+s", False), ("Meta+s", False), ("Control+Enter", True), ("s", True)):
        page.keyboard.press(key)
        assert page.evaluate("window.suppressed") is expected, key
        panel.settle()
    assert [m["kind"] for m in panel.commands()] == ["StepIn"]  # of the last key


def test_a_view_that_replaces_another_one_goes_on_where_that_was(panel):
    page = panel.page
    page.fill(".opscope-filter", "conv")
    page.click(".opscope-tab-graph")
    panel.settle()
    page.get_by_label("zoom in", exact=True).click()
    before = page.evaluate(SHOWN)
    page.focus(".opscope-panel")
    page.evaluate("window.drawAnew()")
    panel.push(
        [*fixture.events(3)[:-1], ev.Stopped(reason="pause", op=3, op_type="relu", name="h", step=3)], "snapshot"
    )
    panel.settle()
    assert page.input_value(".opscope-filter") == "conv"
    assert page.evaluate(SHOWN) == before
    assert page.evaluate(FOCUSED)
    page.mouse.click(4, 4)
    page.evaluate("window.drawAnew()")
    panel.settle()
    assert not page.evaluate(FOCUSED)  # the keys were elsewhere


def test_text_of_the_graph_keeps_its_size_in_a_panel_of_another_width(panel):
    page = panel.page
    page.click(".opscope-tab-graph")
    panel.settle()
    for width in (900, 420, 1300):
        page.set_viewport_size({"width": width, "height": 900})
        panel.settle()
        assert abs(page.evaluate(SCALE) - 1) < 0.01, width
    page.get_by_label("zoom in", exact=True).click()
    page.set_viewport_size({"width": 800, "height": 900})
    panel.settle()
    assert abs(page.evaluate(SCALE) - 1.25) < 0.01
    page.get_by_label("fit the whole graph").click()
    whole = page.evaluate(SHOWN)
    page.set_viewport_size({"width": 600, "height": 900})
    panel.settle()
    assert page.evaluate(SHOWN) == whole
