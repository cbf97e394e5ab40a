"""The offline page: one file that loads nothing, believes nothing, and shows the panel."""

import html.parser
import json
import re

import pytest

from opscope import events as ev
from opscope.ui.page import page
from tests.ui import fixture

EVIL = '</script><script>window.hacked = "text"</script><img src=x onerror="window.hacked = 1"><!--'
EVIL_SVG = """<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 viewBox="0 0 100 60" onload="window.hacked='svg'"><script>window.hacked='script'</script>
 <style>@import url(https://evil.example/x.css);</style>
 <image href="https://evil.example/a.png"/>
 <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.hacked='fo'"/></body>
 </foreignObject>
 <g id="op-8" class="node" onclick="window.hacked='click'"><a xlink:href="javascript:window.hacked='a'">
 <rect width="50" height="20" fill="url(https://evil.example/f)" style="background:url(https://evil.example/s)"/>
 <text x="4" y="14">matmul</text></a></g><use href="https://evil.example/u#x"/>
 <g id="var-fc.out" class="node"><ellipse cx="25" cy="40" rx="24" ry="12"/>
 <animate onbegin="window.hacked='an'"/></g></svg>"""


class Loads(html.parser.HTMLParser):
    """What a page would load: every src and href, and the text of its scripts."""

    def __init__(self, text):
        super().__init__()
        self.urls, self.scripts, self.inside = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.urls += [value for name, value in attrs if name in {"src", "href", "data", "action"}]
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")

    def handle_data(self, data):
        if self.inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "script"


def test_a_page_refers_to_nothing_outside():
    text = page(fixture.events(3), "demo")
    loads = Loads(text)
    assert loads.urls == []
    assert len(loads.scripts) == 2
    styles = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    assert not re.search(r"url\(|@import", styles)


def test_a_page_is_the_same_for_the_same_events():
    assert page(fixture.events(2), "demo") == page(fixture.events(2), "demo")


def test_the_events_in_a_page_are_those_given():
    events = fixture.events(2)
    lines = Loads(page([*events, ev.Pause(request=1)], "demo")).scripts[0].strip().split("\n")
    assert [ev.from_json(line) for line in lines] == events


def test_no_text_can_leave_its_place():
    warned = ev.Warned(subject=EVIL, text=EVIL)
    text = page([ev.RunStarted(title=EVIL, place="cpu"), warned], EVIL)
    loads = Loads(text)
    assert len(loads.scripts) == 2
    assert json.loads(loads.scripts[0].strip().split("\n")[1])["text"] == EVIL
    assert text.count("</script>") == 2


# --- in a browser


@pytest.fixture
def show(browser, tmp_path):
    """Opens events as a page from the disk; fails on any error or request of the page."""
    problems, contexts = [], []

    def show(events, width=1100, scheme="light", wait=".opscope-row"):
        file = tmp_path / "page.html"
        file.write_text(page(events, "demo"), "utf-8")
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda e: problems.append(str(e)))
        tab.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        tab.on("request", lambda r: None if r.url.startswith(("file:", "data:")) else problems.append(r.url))
        tab.goto(file.as_uri())
        tab.wait_for_selector(wait)
        return tab

    yield show
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture(scope="module")
def run():
    return fixture.events()


def settled(tab):
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.browser
def test_a_page_shows_how_the_run_ended(show, run):
    tab = show(run)
    assert tab.inner_text(".opscope-state") == "finished"
    assert tab.inner_text(".opscope-step") == "60"
    assert tab.locator(".opscope-row").count() == 28
    assert tab.locator(".opscope-pause").count() == 0
    assert tab.inner_text("[data-name='conv2.out'] .opscope-pill") == "NaN"
    assert tab.inner_text("[data-name='relu1.out'] .opscope-pill") == "zeros"


@pytest.mark.browser
def test_choosing_a_value_paints_its_elements(show, run):
    tab = show(run)
    tab.click("[data-name='conv2.out']")
    settled(tab)
    assert tab.inner_text(".opscope-detail-name") == "conv2.out"
    colours = tab.evaluate(
        """() => { const c = document.querySelector(".opscope-heatmap");
        const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data, seen = new Set();
        for (let i = 0; i < d.length; i += 4) seen.add([d[i], d[i + 1], d[i + 2]].join());
        return {size: [c.width, c.height], colours: [...seen]}; }"""
    )
    assert colours["size"] == [14, 64]
    assert {"255,0,200", "0,229,255", "255,40,30"} <= set(colours["colours"])
    tab.hover(".opscope-heatmap", position={"x": 2, "y": 2})
    assert re.match(r"\[0, 0, 0, \d\]\s+row 0, col \d\s+\S", tab.inner_text(".opscope-elements .opscope-readout"))


@pytest.mark.browser
def test_the_slider_goes_back_in_time(show, run):
    tab = show(run)
    tab.locator("input[type=range]").fill("9")
    tab.wait_for_function("document.querySelector('.opscope-step').textContent === '10'")
    assert tab.inner_text(".opscope-state") == "running"
    assert tab.get_attribute("[data-name='conv2.out']", "data-health") == "ok"
    assert not tab.is_visible("[data-name='conv2.out'] .opscope-pill")  # only what is not


@pytest.mark.browser
def test_the_empty_list_of_a_finished_run_names_the_tap(show):
    """It went on to promise that values appear as soon as the run sends them."""
    step = ev.StepFinished(step=1, seconds=0.1, names=("loss",), scalars=(None,))
    empty = lambda events: (
        show(events, wait=".opscope-rows[data-empty]").locator(".opscope-rows").get_attribute("data-empty")
    )
    assert empty([step]) == "Values appear here as soon as the run sends them."
    assert '%%opscope --tap "*"' in empty([step, ev.Terminated(reason="finished", steps=1)])


@pytest.mark.browser
def test_the_list_is_worked_by_keys_and_filtered(show, run):
    tab = show(run)
    tab.focus(".opscope-rows")
    tab.keyboard.press("ArrowDown")
    settled(tab)
    assert tab.inner_text(".opscope-detail-name") == "bn1.out"
    tab.keyboard.press("End")
    settled(tab)
    chosen = tab.locator("[aria-selected=true][data-name]")
    assert chosen.count() == 1
    assert chosen.is_visible()
    tab.fill(".opscope-filter", "conv2.")
    settled(tab)
    assert tab.locator(".opscope-row").count() == 3
    assert tab.inner_text(".opscope-found") == "3 of 28"


@pytest.mark.browser
def test_the_graph_shows_health_and_selects(show, run):
    tab = show(run)
    tab.click(".opscope-tab-graph")
    settled(tab)
    health = "id => document.querySelector(`[data-node='${id}']`).dataset.health"
    assert tab.evaluate(health, "var-conv2.out") == "nan"
    assert tab.evaluate(health, "op-4") == "nan"
    assert tab.evaluate(health, "op-0") == "ok"
    tab.locator("[data-node='var-bn1.out']").dispatch_event("click")
    settled(tab)
    assert tab.get_attribute("[aria-selected=true][data-name]", "data-name") == "bn1.out"


@pytest.mark.browser
def test_a_recording_of_debugging_shows_where_it_stood_but_nothing_to_press(show, run):
    points = ev.BreakpointsChanged(numbers=(1,), specs=("op:relu",), conditions=("",), hits=(3,), ops=("2 5",))
    stop = ev.Stopped(
        reason="step", op=2, op_type="relu", name="relu1.out", step=60, path="train.py", line=9, source="h = relu(h)"
    )
    tab = show([*run[:-1], points, ev.RecordedRangeChanged(first=1, last=60, bytes=9), stop])
    assert tab.inner_text(".opscope-state") == "paused at op 2"
    assert "relu → relu1.out" in tab.inner_text(".opscope-where")
    assert tab.inner_text(".opscope-source").split() == ["train.py:9", "h", "=", "relu(h)"]
    tab.click(".opscope-tab-graph")
    settled(tab)
    assert tab.get_attribute("[data-current]", "data-node") == "op-2"
    assert tab.locator("[data-breakpoint='1']").count() == 2
    tab.locator("[data-node='op-5']").dispatch_event("click")
    settled(tab)
    assert tab.locator(".opscope-menu:visible").count() == 0
    assert tab.get_attribute("[aria-selected=true][data-name]", "data-name") == "relu2.out"
    tab.click(".opscope-tab-code")
    settled(tab)
    assert tab.locator(".opscope-breakpoint").count() == 1
    for what in ("buttons", "scrub-history", "breakpoint-form", "remove"):
        assert tab.locator(f".opscope-{what}").count() == 0


@pytest.mark.browser
def test_gradient_flow_has_one_bar_for_each_parameter(show, run):
    tab = show(run)
    tab.click(".opscope-tab-flow")
    settled(tab)
    names = tab.locator("button.opscope-flow-row .opscope-name").all_inner_texts()
    assert names == ["conv1.w", "bn1.scale", "conv2.w", "fc.w", "fc.b"]
    assert tab.inner_text("button.opscope-flow-row:nth-child(3) .opscope-number") == "NaN"


@pytest.mark.browser
def test_evil_events_do_nothing(show):
    a = fixture.np.ones((2, 2), "float32")
    value = fixture.seen(fixture.FORWARD[8], 8, 1, a)
    evil = fixture.seen(fixture.FORWARD[8]._replace(out=EVIL, type=EVIL), 9, 1, a)
    events = [
        ev.RunStarted(title=EVIL, place=EVIL),
        ev.GraphDrawn(program=1, svg=EVIL_SVG, ops=1),
        value,
        evil,
        ev.StepFinished(step=1, seconds=0.1, names=(EVIL,), scalars=(1.0,)),
        ev.Warned(subject=EVIL, text=EVIL),
        ev.Terminated(reason="failed", steps=1, error=EVIL),
    ]
    tab = show(events)
    for pane in ("flow", "notes", "graph"):
        tab.click(f".opscope-tab-{pane}")
        settled(tab)
    tab.click("[data-node='op-8'] text")
    tab.wait_for_timeout(100)
    assert tab.evaluate("window.hacked") is None
    kinds = tab.evaluate("[...document.querySelectorAll('.opscope-graph svg *')].map(e => e.localName)")
    assert sorted(kinds) == ["a", "ellipse", "g", "g", "rect", "text"]
    assert "evil" not in tab.evaluate("document.querySelector('.opscope-graph').innerHTML")


@pytest.mark.browser
@pytest.mark.parametrize("svg", ["", "no drawing", "<svg", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"])
def test_a_broken_drawing_is_said_to_be_one(show, svg):
    value = fixture.seen(fixture.FORWARD[8], 8, 1, fixture.np.ones((2, 2), "float32"))
    tab = show([ev.GraphDrawn(program=1, svg=svg, ops=1), value])
    tab.click(".opscope-tab-graph")
    settled(tab)
    assert "could not be read" in tab.inner_text(".opscope-graph-box .opscope-nothing")


@pytest.mark.browser
@pytest.mark.parametrize("width", [640, 760, 900, 1400])
def test_nothing_is_wider_than_the_panel_and_numbers_do_not_move_it(show, run, width):
    tab = show(run, width)
    spill = """() => { const box = e => e.getBoundingClientRect();
        const panel = box(document.querySelector(".opscope-panel"));
        return [...document.querySelectorAll(".opscope-panel :is(button, .opscope-fact, .opscope-card, .opscope-row)")]
        .filter(e => box(e).width && (box(e).right > panel.right + 1 || box(e).left < panel.left - 1))
        .map(e => e.className); }"""
    assert tab.evaluate(spill) == []
    boxes = """() => [".opscope-list", ".opscope-main", ".opscope-facts", ".opscope-card", ".opscope-metrics"]
        .map(s => document.querySelector(s).getBoundingClientRect()).map(r => [r.x, r.y, r.width, r.height])"""
    before = tab.evaluate(boxes)
    tab.locator("input[type=range]").fill("20")
    tab.wait_for_function("document.querySelector('.opscope-step').textContent === '21'")
    assert tab.evaluate(boxes) == before
