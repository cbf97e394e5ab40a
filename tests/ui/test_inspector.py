"""The inspector of elements in the panel: facets, axes, zoom to numbers, differences, makers and readers."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from opscope import events as ev
from opscope.debug.session.inspector_values import InspectorValues
from opscope.debug.taps.value_events import detail_seen
from tests.ui import fixture
from tests.ui.live import LivePanel

pytestmark = pytest.mark.browser

NOWHERE: Any = SimpleNamespace(shown_cursor=None)  # the navigator of a run that has no place

NAME = fixture.FORWARD[4].out
FILTERS = np.random.default_rng(0).normal(size=(29, 1, 8, 8)).astype("float32")


class Kernel:
    """The part of a kernel that has one value, and answers the inspector."""

    def __init__(self, panel: LivePanel) -> None:
        self.panel, self.value, self.step, self.held = panel, FILTERS, 9, InspectorValues()
        panel.push([ev.RunStarted(title="net", place="cpu"), ev.RecordedRangeChanged(first=1, last=9, bytes=9)])
        self.show(FILTERS, 9)

    def show(self, value: np.ndarray, step: int) -> None:
        """The value at another place."""
        self.value, self.step = value, step
        seen = replace(fixture.seen(fixture.FORWARD[4], 4, step, value), shape=value.shape)
        stop = ev.Stopped(reason="step", op=6, op_type="relu", name="h", step=step, run=step, tick=6)
        self.panel.push([seen, detail_seen(NAME, value, step), stop])
        self.answer()

    def answer(self) -> dict[str, object]:
        """Answer the newest request; returns it."""
        self.panel.settle()
        sent = [m for m in self.panel.page.evaluate("window.sent") if m["kind"] in ("FetchSlice", "PinValue")][-1]
        command = ev.from_dict(sent)
        if isinstance(command, ev.PinValue):
            event: ev.Event = self.held.pin(command.name, self.value, self.step)
        else:
            event = self.held.slice(command, self.value, self.step, NOWHERE)
        self.panel.push([event, ev.Response(request=sent["request"], ok=True)])
        self.panel.settle()
        return sent


@pytest.fixture
def kernel(browser, tmp_path):
    panel = LivePanel(browser, tmp_path)
    yield Kernel(panel)
    problems = panel.problems
    panel.close()
    assert problems == []


def readout(page) -> str:
    return page.inner_text(".opscope-elements .opscope-readout")


def in_the_middle(page) -> dict[str, float]:
    """A position in the uppermost row of facets, behind the first one and not between two; it is under the pointer."""
    map_ = page.locator(".opscope-heatmap")
    width = map_.bounding_box()["width"]
    for part in range(40, 60):
        at = {"x": width * part / 100, "y": 3}
        map_.hover(position=at)
        if readout(page).startswith("["):
            return at
    raise AssertionError("no facet")


def test_filters_are_facets_and_any_axis_can_be_shown(kernel: Kernel):
    page = kernel.panel.page
    assert readout(page) == "29 facets of 8×8"
    size = "c => [c.width, c.height]"
    width, height = page.locator(".opscope-heatmap").evaluate(size)
    assert width > 40 and height > 16 and (width + 1) % 9 == 0  # no single strip
    page.locator(".opscope-heatmap").hover(position={"x": 2, "y": 2})
    assert readout(page).startswith("[0, 0, 0, 0]")

    page.select_option(".opscope-axis-rows", "0")
    asked = kernel.answer()
    assert (asked["rows"], asked["cols"], asked["facets"]) == (0, 3, 2)
    page.select_option(".opscope-axis-facets", "-1")
    assert kernel.answer()["facets"] == -1
    page.fill("[data-axis='2']", "5")
    page.keyboard.press("Enter")
    assert kernel.answer()["index"] == "0,0,5,0"
    page.locator(".opscope-heatmap").hover(position={"x": 2, "y": 2})
    exact = float(readout(page).split()[-1].replace("−", "-"))
    assert exact == FILTERS[0, 0, 5, 0]


def test_a_click_shows_one_facet_with_its_numbers_and_minus_all_of_them(kernel: Kernel):
    page = kernel.panel.page
    map_ = page.locator(".opscope-heatmap")
    map_.click(position=in_the_middle(page))
    asked = kernel.answer()
    facet = int(str(asked["index"]).split(",")[0])
    assert facet > 0 and (asked["rows"], asked["cols"], asked["facets"]) == (2, 3, -1)
    assert readout(page) == "8×8"
    map_.hover(position={"x": 2, "y": 2})
    assert readout(page).startswith(f"[{facet}, 0, 0, 0]")
    assert float(readout(page).split()[-1].replace("−", "-")) == FILTERS[facet, 0, 0, 0]
    page.click(".opscope-zoom-out")
    assert kernel.answer()["facets"] == 0
    page.click(".opscope-zoom-in")  # closer than 8 x 8 there is one facet only
    assert kernel.answer()["facets"] == -1
    assert readout(page) == "8×8"


def test_a_double_click_sets_the_element_that_was_clicked_first(kernel: Kernel):
    page = kernel.panel.page
    map_ = page.locator(".opscope-heatmap")
    at = in_the_middle(page)
    element = readout(page).split("]")[0].strip("[")
    map_.click(position=at)
    kernel.answer()  # the first click has zoomed
    map_.dispatch_event("dblclick")
    assert page.input_value(".opscope-cell-index") == element


def test_a_large_value_is_zoomed_to_its_numbers(kernel: Kernel):
    page = kernel.panel.page
    matrix = np.arange(1000 * 800, dtype="float64").reshape(1000, 800)
    matrix[700, 300] = np.nan
    kernel.show(matrix, 8)
    assert "1000×800" in readout(page) and "1 not finite" in readout(page)
    for _ in range(4):
        page.click(".opscope-zoom-in")
        asked = kernel.answer()
    assert asked["height"] <= 16
    assert page.locator(".opscope-heatmap").evaluate("c => c.width") > 200  # painted with numbers
    page.locator(".opscope-heatmap").hover(position={"x": 2, "y": 2})
    where, number = readout(page).split("]")
    row, col = map(int, where.strip("[").split(","))
    assert float(number) == row * 800 + col
    page.locator(".opscope-heatmap").focus()
    page.keyboard.press("ArrowRight")
    assert kernel.answer()["left"] > asked["left"]
    page.keyboard.press("-")
    assert kernel.answer()["height"] > asked["height"]


def test_a_pinned_value_is_compared_with_another_step(kernel: Kernel):
    page = kernel.panel.page
    assert not page.locator(".opscope-difference").is_visible()
    page.click(".opscope-pin")
    assert kernel.answer()["name"] == NAME
    kernel.show(FILTERS + 2, 3)
    page.click(".opscope-difference")
    assert kernel.answer()["difference"] is True
    assert page.inner_text(".opscope-elements h4 span") == f"{NAME} of step 3 − {NAME} of step 9"
    page.locator(".opscope-heatmap").hover(position={"x": 2, "y": 2})
    assert readout(page).endswith("  2.0")
    assert page.get_attribute(".opscope-difference", "aria-pressed") == "true"
    page.click(".opscope-difference")
    kernel.answer()
    page.click(".opscope-pin")  # of another step: kept instead
    kernel.answer()
    assert page.get_attribute(".opscope-pin", "aria-pressed") == "true"
    page.click(".opscope-pin")
    assert kernel.answer()["name"] == ""
    assert not page.locator(".opscope-difference").is_visible()


def test_the_picture_is_asked_for_before_the_histogram_and_each_once(kernel: Kernel):
    """The histogram of a large value takes longer than its picture."""
    page = kernel.panel.page
    other = replace(fixture.seen(fixture.FORWARD[5], 5, 9, FILTERS), shape=FILTERS.shape, called="h", named=False)
    kernel.panel.push([other])
    kernel.panel.settle()
    page.evaluate("window.sent.length = 0")
    page.click(f".opscope-row[data-name='{other.name}']")
    kernel.panel.settle()
    sent = [m["kind"] for m in page.evaluate("window.sent") if m.get("name") == other.name]
    assert sent == ["FetchSlice", "WatchDetail"]
    assert page.inner_text(".opscope-detail-name") == "h"  # as in the list
    assert page.get_attribute(".opscope-detail-name", "title") == f"h, {other.name}"


def test_makers_readers_and_the_write_are_a_click_away(kernel: Kernel):
    page = kernel.panel.page
    slice_ = kernel.held.slice(ev.FetchSlice(request=0, name=NAME), FILTERS, 9, NOWHERE)
    others = ("kind", "readers", "reader_types", "writers")
    fields = {name: getattr(slice_, name) for name in ev.to_dict(slice_) if name not in others}
    users = {"readers": (5, 7), "reader_types": ("relu", "fc")}
    kernel.panel.push(
        [ev.SliceSeen(**fields, **users, writers=(-1,))]
    )  # written by a startup program: its operator is not in the graph
    assert page.locator(".opscope-operator").all_inner_texts() == ["relu 5", "fc 7"]
    assert not page.locator(".opscope-to-write").is_visible()
    for readers, text in (((), ""), ((-1,), "read by nothing in step 9")):  # the readers are unknown; there is none
        kernel.panel.push([ev.SliceSeen(**fields, readers=readers, writers=(4,))])
        assert ("read by" in page.inner_text(".opscope-provenance")) is bool(text)
        assert text in page.inner_text(".opscope-provenance")
    kernel.panel.push([ev.SliceSeen(**fields, **users, writers=(4,))])
    links = page.locator(".opscope-operator").all_inner_texts()
    assert links == [f"{fixture.FORWARD[4].type} 4", "relu 5", "fc 7"]
    kernel.panel.commands()
    page.click(".opscope-to-write")
    (command,) = kernel.panel.commands("Goto")
    assert (command["step"], command["op"]) == (9, 4)
    page.click("[data-op='7']")
    assert page.locator(".opscope-tab-graph[aria-selected='true']").count() == 1


def test_operators_of_a_step_that_the_graph_does_not_show_are_no_links(kernel: Kernel):
    page = kernel.panel.page
    seen = replace(fixture.seen(fixture.FORWARD[4], 4, 9, FILTERS), shape=FILTERS.shape, eager=True)
    kernel.panel.push([ev.Continued(step=9), seen, replace(seen, name="other", op_type="exp", step=12)])
    page.click(f".opscope-row[data-name='{NAME}']")
    kernel.panel.settle()
    assert re.sub(r"\s", "", page.inner_text(".opscope-provenance")) == f"madeby{seen.op_type}4"
    assert page.locator(".opscope-operator").count() == 0
