"""For everyone: names for screen readers, contrast, narrow and wide panels, the page of keys."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from opscope import events as ev
from opscope.ui.widget import TABS
from tests.ui import fixture
from tests.ui.live import LivePanel
from tests.ui.test_clock import PAST, place
from tests.ui.test_findings import FINDINGS

pytestmark = pytest.mark.browser

BREAKPOINT = ev.BreakpointsChanged(numbers=(1,), specs=("op:relu",), conditions=("step > 3",), hits=(2,), ops=("2 5",))
NAMELESS = """() => [...document.querySelectorAll(
  ".opscope-panel :is(button, input, select, [role=img], [role=option], [role=dialog], [role=region], [tabindex])")]
  .filter(e => e.getClientRects().length)
  .filter(e => !(e.getAttribute("aria-label") || e.textContent.trim() || e.title || e.labels?.length))
  .map(e => e.outerHTML.slice(0, 120))"""
FAINT = """() => {
  const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = css => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3])).concat(1);
  const ground = e => e ? over(rgba(getComputedStyle(e).backgroundColor), ground(e.parentElement)) : [255, 255, 255, 1];
  const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => [r, g, b].map(c => linear(c / 255))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const found = new Map();
  const walk = document.createTreeWalker(document.querySelector(".opscope-panel"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !e.getClientRects().length) continue;
    if (e.closest("svg, :disabled, [inert], option, [data-absent]")) continue;  // what is off, or not there
    const back = ground(e), text = over(rgba(getComputedStyle(e).color), back);
    const [a, b] = [light(text), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.set(e.className || e.localName, `${ratio.toFixed(2)} ${e.textContent.slice(0, 30)}`);
  }
  return [...found].map(([name, how]) => `${name}: ${how}`);
}"""
SPILL = """() => {
  const box = e => e.getBoundingClientRect(), panel = box(document.querySelector(".opscope-panel"));
  const parts = "button, .opscope-fact, .opscope-card, .opscope-row, .opscope-origin";
  return [...document.querySelectorAll(`.opscope-panel :is(${parts})`)]
    .filter(e => box(e).width && !e.closest(".opscope-graph"))
    .filter(e => box(e).right > panel.right + 1 || box(e).left < panel.left - 1).map(e => e.className);
}"""

ROWS_OF_TABS = "() => new Set([...document.querySelectorAll('.opscope-tab')].map(e => e.offsetTop)).size"


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_contrast_and_widths(browser, tmp_path, scheme):
    panel = LivePanel(browser, tmp_path, 1432, scheme)
    panel.push([*(e for batch in fixture.stream(fixture.STEPS, end=False) for e in batch), BREAKPOINT, *FINDINGS])
    recorded = [ev.RecordedRangeChanged(first=1, last=60, bytes=1000), ev.RecordingChanged(on=True, budget=256_000_000)]
    for stop in ([], [*recorded, PAST, *place(3)]):
        panel.push(stop)
        for tab in TABS:
            panel.page.click(f".opscope-tab-{tab}")
            panel.settle()
            assert panel.page.evaluate(NAMELESS) == []
            assert panel.page.evaluate(FAINT) == [], tab
    made = fixture.FORWARD[8]._replace(out="softmax_with_cross_entropy_11.tmp_0", type="softmax_with_cross_entropy")
    value = fixture.seen(made, 8, fixture.STEPS, np.ones((2, 2), "float32"))
    panel.push([dataclasses.replace(value, called="hidden", named=False)])
    panel.settle()
    panel.page.click(f".opscope-row[data-name='{made.out}']")
    panel.page.click(".opscope-tab-tensor")
    for width, rows in ((330, 2), (400, 1), (560, 1), (620, 1), (700, 1), (1000, 1), (2000, 1)):
        panel.page.set_viewport_size({"width": width + 32, "height": 900})
        panel.settle()
        assert panel.page.evaluate(SPILL) == [], width
        assert panel.page.evaluate(ROWS_OF_TABS) == rows, width
    panel.page.click(".opscope-tab-flow")
    for width in (214, 330, 700):  # an output of Lab is as narrow as 214 beside an open side area
        panel.page.set_viewport_size({"width": width + 32, "height": 900})
        panel.settle()
        assert panel.page.evaluate(OVERLAPS) == [], width
    panel.close()
    assert panel.problems == []


OVERLAPS = """() => [".opscope-flow-legend span", ".opscope-flow-head span"].flatMap(selector => {
  const box = e => e.getBoundingClientRect(), style = e => getComputedStyle(e);
  const shown = e => !e.children.length && e.textContent && style(e).visibility === "visible" && box(e).width;
  const texts = [...document.querySelectorAll(selector)].filter(shown);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const others = (a, i) => texts.slice(i + 1).filter(b => meet(box(a), box(b)));
  return texts.flatMap((a, i) => others(a, i).map(b => a.textContent + "|" + b.textContent)); })"""
NOTEBOOK = """dt{float:left;font-weight:bold;width:20%} dd{float:left;width:80%}
body :is(code,pre){font-size:20px;line-height:3;word-break:break-all}"""
SIZES = """() => [...document.querySelectorAll(".opscope-variables dt, .opscope-panel code")].map(e =>
  [getComputedStyle(e).fontSize, getComputedStyle(e).lineHeight, e.offsetWidth])"""


def test_a_notebooks_rules_for_text_do_not_reach_into_the_panel(browser, tmp_path):
    """JupyterLab's come later than the panel's once the theme has changed: then variables lost their names."""
    panel = LivePanel(browser, tmp_path, 1132)
    here = {"run": PAST.run, "tick": PAST.tick, "now": (False,)}
    line = {"texts": ("h = relu(x)",), "paths": ("/home/ada/train.py",), "lines": (17,)}
    stack = ev.StackSeen(**here, **line, functions=("train",), kinds=("python",), ops=(3,))
    variables = ev.VariablesSeen(**here, frame=0, total=1, names=("learning_rate",), texts=("0.1",), tensors=("",))
    panel.push([*(e for batch in fixture.stream(3, end=False) for e in batch), PAST, stack, variables])
    panel.page.click(".opscope-tab-code")
    panel.settle()
    before = panel.page.evaluate(SIZES)
    assert any(width > 60 for _, _, width in before)
    panel.page.add_style_tag(content=NOTEBOOK)
    panel.settle()
    assert panel.page.evaluate(SIZES) == before
    panel.close()


def test_a_page_of_keys(browser, tmp_path):
    panel = LivePanel(browser, tmp_path, 1132)
    panel.push([*(e for batch in fixture.stream(3, end=False) for e in batch), PAST])
    page = panel.page
    page.click(".opscope-title")
    page.keyboard.press("?")
    keys = page.locator(".opscope-keys:visible")
    assert keys.count() == 1 and "Step over" in keys.inner_text()
    page.keyboard.press("Escape")
    assert keys.count() == 0
    page.click(".opscope-help")
    assert keys.count() == 1
    page.keyboard.press("Enter")  # its button has the focus
    assert keys.count() == 0
    page.focus(".opscope-filter")
    page.keyboard.type("?")
    assert keys.count() == 0 and page.input_value(".opscope-filter") == "?"
    panel.close()
    assert panel.problems == []


def test_the_command_palette(browser, tmp_path):
    panel = LivePanel(browser, tmp_path, 1132)
    panel.push([*(e for batch in fixture.stream(3, end=False) for e in batch), PAST])
    page = panel.page
    page.click(".opscope-title")
    page.keyboard.press("Control+k")
    choices = page.locator(".opscope-palette:visible .opscope-choice")
    assert choices.count() > 10
    assert page.evaluate(NAMELESS) == []
    page.keyboard.type("gradient flow")
    assert choices.all_inner_texts()[0].startswith("Show Gradient flow")
    page.keyboard.press("Enter")
    panel.settle()
    assert choices.count() == 0 and page.get_attribute(".opscope-tab-flow", "aria-selected") == "true"
    page.keyboard.press("Control+k")
    page.keyboard.type("step")
    page.keyboard.press("ArrowDown")
    wanted = page.locator(".opscope-choice[aria-selected=true]").inner_text()
    page.keyboard.press("Enter")
    assert wanted.startswith("Step in") and panel.commands("StepIn")
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    assert choices.count() == 0
    panel.close()
    assert panel.problems == []


PIXELS = "() => document.querySelector('.opscope-histogram').toDataURL()"


def test_another_theme_repaints_the_charts_of_a_run_that_stands(browser, tmp_path):
    panel = LivePanel(browser, tmp_path, 1132)
    seen = [e for batch in fixture.stream(3, end=False) for e in batch]
    panel.push([*seen, ev.Terminated(reason="finished", steps=3)])
    panel.settle()
    light = panel.page.evaluate(PIXELS)
    panel.page.emulate_media(color_scheme="dark")
    panel.page.wait_for_function(f"light => ({PIXELS})() !== light", arg=light)
    panel.close()
    assert panel.problems == []
