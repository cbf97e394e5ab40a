"""One clock: everything that a panel shows belongs to the step where the run stands, or says of which step it is."""

from __future__ import annotations

import re

import pytest

from opscope import events as ev
from tests.ui import fixture
from tests.ui.live import LivePanel

pytestmark = pytest.mark.browser

RUN = [e for batch in fixture.stream(9, end=False) for e in batch]
OPS = [*fixture.FORWARD, *fixture.gradients()]
PAST = ev.Stopped(reason="goto", op=3, op_type="pool2d", name="pool1.out", step=3, past=True)
LATER = {op.out for op in OPS[3:]} - {"fc.w@GRAD"}  # which the kernel did not tell of


def place(step: int):
    """What the kernel tells of a place in a past step, before operator 3."""
    rng = fixture.np.random.default_rng(step)
    told = [op for op in OPS if op.out != "fc.w@GRAD"]
    seen = [fixture.seen(op, OPS.index(op), step, fixture.elements(op, step, rng)) for op in told]
    return [*seen, ev.PlaceSeen(step=step, absent=tuple(LATER), names=("loss",), scalars=(1.25,), later=("loss",))]


@pytest.fixture
def panel(browser, tmp_path):
    panel = LivePanel(browser, tmp_path, 1232)
    panel.push([*RUN, ev.RecordedRangeChanged(first=1, last=9, bytes=1000)])
    panel.settle()
    yield panel
    panel.close()
    assert panel.problems == []


def test_everything_shown_belongs_to_the_place_or_says_of_when_it_is(panel):
    page = panel.page
    row = lambda name: page.locator(f".opscope-row[data-name='{name}']")
    text = lambda selector: page.locator(selector).first.inner_text()
    is_elsewhere = lambda found: found.evaluate("e => e.hasAttribute('data-elsewhere')")
    metric = page.locator(".opscope-metric").filter(has_text="loss")

    page.click(".opscope-row[data-name='relu2.out']")
    assert page.locator("[data-elsewhere]").count() == 0
    assert page.locator(".opscope-cursor").get_attribute("d") in (None, "")
    panel.push([PAST, *place(3)])
    panel.settle()

    assert text(".opscope-step") == "3" and text(".opscope-past") == "step 3 of 9, in the past"
    assert text(".opscope-timeline output") == "step 3 / 9"
    assert not is_elsewhere(row("conv1.out"))
    assert is_elsewhere(row("relu2.out")) and row("relu2.out").inner_text().split("\n")[1].startswith("later ")
    page.locator(".opscope-rows").evaluate("e => { e.scrollTop = e.scrollHeight }")
    panel.settle()
    assert "step 9" in row("fc.w@GRAD").inner_text()
    assert "1.250" in metric.inner_text() and "later in step 3" in metric.inner_text()
    assert "this is its value later in step 3" in text(".opscope-about")
    assert is_elsewhere(page.locator(".opscope-detail-body"))

    page.click(".opscope-tab-graph")
    panel.settle()
    health = lambda op: page.locator(f"[data-node='op-{op}']").get_attribute("data-health")
    assert health(2) is not None and health(5) is None
    page.click(".opscope-tab-flow")
    panel.settle()
    assert is_elsewhere(page.locator("button.opscope-flow-row[data-name='conv1.w@GRAD']"))

    panel.push([ev.Continued(step=10)])
    panel.settle()
    assert page.locator(".opscope-flow-row[data-elsewhere], .opscope-metric[data-elsewhere]").count() == 0
    assert text(".opscope-step") == "9"


def test_the_history_has_a_cursor_and_a_click_in_it_goes_there(panel):
    page = panel.page
    panel.push([PAST, *place(3)])
    panel.settle()
    cursor = lambda: float(re.match(r"M([\d.]+),", page.locator(".opscope-cursor").get_attribute("d"))[1])
    at_three = cursor()
    panel.commands()
    box = page.locator(".opscope-chart[data-goes]").bounding_box()
    first, last = 58, box["width"] - 10
    page.locator(".opscope-chart[data-goes]").click(position={"x": first + (last - first) * 5 / 8, "y": 60})
    (command,) = panel.commands()
    assert (command["kind"], command["step"]) == ("Goto", 6)
    panel.push([ev.Stopped(reason="goto", op=3, op_type="pool2d", name="pool1.out", step=6, past=True), *place(6)])
    panel.answer(command)
    panel.settle()
    assert cursor() - at_three == pytest.approx((last - first) * 3 / 8, abs=1)
    page.locator(".opscope-chart[data-goes]").click(position={"x": last + 5, "y": 60})
    assert [c["step"] for c in panel.commands("Goto")] == [9]
