"""The live panel as a debugger, in a browser: real messages in, commands out."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pytest

from opscope import events as ev
from tests.ui import fixture
from tests.ui.live import LivePanel

pytestmark = pytest.mark.browser

RUN = [e for batch in fixture.stream(9, end=False) for e in batch]
GROWN = ev.RecordedRangeChanged(first=1, last=9, bytes=3_240_000)
END = ev.Terminated(reason="finished", steps=9)
POINTS = ev.BreakpointsChanged(
    numbers=(1, 2, 3),
    specs=("op:relu", "id:8", "loss"),
    conditions=("", "abs(fc.out).max() > 40", ""),
    hits=(84, 1, 0),
    ops=("2 5", "8", ""),
)
WALKING = ("continue", "next", "in", "out", "back", "reverse", "end", "next-run")
BUTTONS = ("pause", *WALKING, "stop")


def stop(**fields):
    where = {"path": "/home/ada/train.py", "line": 17, "source": "h2 = relu(h1, name='relu2')  # 16", "role": "forward"}
    given = {"reason": "step", "op": 5, "op_type": "relu", "name": "relu2.out", "step": 10, **where, **fields}
    return ev.Stopped(**given)


PAST = stop(step=3, past=True, reason="goto")


@pytest.fixture
def show(browser, tmp_path):
    """A live panel that has been sent some events; fails on any error of the page."""
    panels = []

    def show(*events, width=1200, scheme="light", tab=""):
        panel = LivePanel(browser, tmp_path, width + 32, scheme)
        panels.append(panel)
        panel.push([*RUN, *events])
        if tab:
            panel.page.click(f".opscope-tab-{tab}")
            panel.settle()
        panel.commands()
        return panel

    yield show
    problems = [problem for panel in panels for problem in panel.problems]
    for panel in panels:
        panel.close()
    assert problems == []


def plain(commands):
    """Commands without their request numbers."""
    return [{k: v for k, v in command.items() if k != "request"} for command in commands]


def text(panel, name):
    return panel.page.inner_text(f".opscope-{name}")


# --- the toolbar


def enabled(panel):
    return tuple(b for b in BUTTONS if panel.page.locator(f".opscope-{b}:visible:enabled").count())


@pytest.mark.parametrize(
    "events, usable",
    [
        ([], ("pause", "stop")),
        ([stop()], (*WALKING, "stop")),
        ([GROWN, stop(), PAST], (*WALKING, "stop")),
        ([stop(), ev.Continued(step=10)], ("pause", "stop")),
        ([END], ()),
        ([GROWN, END], ("back", "reverse")),
        ([GROWN, END, PAST], WALKING),
    ],
)
def test_buttons_are_enabled_where_they_make_sense(show, events, usable):
    panel = show(*events)
    assert enabled(panel) == usable
    both = panel.page.locator(".opscope-pause:visible, .opscope-continue:visible")
    assert both.count() == 1


def test_every_button_sends_its_command_once(show):
    panel = show(stop())
    for button in (*WALKING, "stop"):
        panel.page.click(f".opscope-{button}")
    panel.push([ev.Continued(step=10)])
    panel.page.click(".opscope-pause")
    sent = [c["kind"] for c in panel.commands()]
    walking = ["Continue", "Next", "StepIn", "StepOut", "StepBack", "ReverseContinue", "RunToEnd", "NextRun"]
    assert sent == [*walking, "Terminate", "Pause"]


def test_pages_send_what_the_kernel_takes(show):
    panel = show(GROWN, stop())
    panel.page.click(".opscope-next")
    panel.page.locator(".opscope-scrub-history").fill("4")
    for command in panel.commands():
        assert isinstance(ev.from_dict(json.loads(json.dumps(command))), ev.Command)


def test_keys_work_in_the_panel_and_not_in_its_fields(show):
    panel = show(stop(), tab="code")
    open_breakpoints(panel)
    panel.page.click(".opscope-title")  # nothing that takes the focus: the panel does
    for key in "nsobrcem":
        panel.page.keyboard.press(key)
    keys = ["Next", "StepIn", "StepOut", "StepBack", "ReverseContinue", "Continue", "RunToEnd", "NextRun"]
    assert [c["kind"] for c in panel.commands()] == keys
    panel.page.keyboard.press(".")
    panel.page.keyboard.press("Control+b")
    panel.page.focus(".opscope-filter")
    panel.page.keyboard.type("ns.")
    panel.page.focus(".opscope-spec-field")
    panel.page.keyboard.type("cob")
    assert panel.commands() == []
    assert panel.page.input_value(".opscope-spec-field") == "cob"
    panel.push([ev.Continued(step=10)])
    panel.page.click(".opscope-title")
    panel.page.keyboard.press("n")
    panel.page.keyboard.press(".")
    assert [c["kind"] for c in panel.commands()] == ["Pause"]


def test_a_key_that_is_held_waits_for_its_answer(show):
    panel = show(stop())
    panel.page.click(".opscope-title")
    for _ in range(4):
        panel.page.keyboard.down("n")  # without a release: repeats
    (first,) = panel.commands()
    panel.answer(first)
    panel.page.keyboard.down("n")
    assert len(panel.commands()) == 1


def test_the_focus_is_not_lost_with_a_button_that_goes_out_of_use(show):
    panel = show(stop())
    panel.page.click(".opscope-next")
    panel.push([ev.Continued(step=10)])
    panel.push([stop(op=6)])
    panel.commands()
    panel.page.keyboard.press("n")
    assert [c["kind"] for c in panel.commands()] == ["Next"]


def test_keys_are_in_the_tooltips(show):
    panel = show(stop())
    titles = {b: panel.page.get_attribute(f".opscope-{b}", "title") for b in BUTTONS}
    shown = {b: re.findall(r" \((.)\):", title or "") for b, title in titles.items()}
    keys = {"pause": ".", "continue": "c", "next": "n", "in": "s", "out": "o", "back": "b", "reverse": "r"}
    assert shown == {b: [key] for b, key in {**keys, "end": "e", "next-run": "m"}.items()} | {"stop": []}


# --- where it stands


def test_operator_reason_step_and_source_are_shown(show):
    panel = show(stop(reason="breakpoint", text="breakpoint 2: id:8, if abs(fc.out).max() > 40"))
    assert text(panel, "state") == "paused at op 5"
    for part in ("relu → relu2.out", "breakpoint 2: id:8, if abs(fc.out).max() > 40", "step 10 · forward"):
        assert part in text(panel, "where")
    assert text(panel, "source").split() == ["train.py:17", "h2", "=", "relu(h1,", "name='relu2')", "#", "16"]
    assert panel.page.get_attribute(".opscope-source", "title") == f"/home/ada/train.py:17\n{stop().source}"
    kinds = panel.page.locator(".opscope-source [data-token]")
    assert kinds.evaluate_all("all => all.map(e => [e.dataset.token, e.textContent])") == [
        ["call", "relu"],
        ["string", "'relu2'"],
        ["comment", "# 16"],
    ]
    assert not panel.page.is_visible(".opscope-past")
    panel.push([ev.Continued(step=10)])
    assert not panel.page.is_visible(".opscope-source")
    assert text(panel, "where") == ""  # its place stays: nothing moves


def test_the_past_is_marked(show):
    panel = show(GROWN, stop())
    ground = "getComputedStyle(document.querySelector('.opscope-place-bar')).backgroundColor"
    present = panel.page.evaluate(ground)
    panel.push([PAST])
    assert text(panel, "past") == "step 3 of 10, in the past"
    assert panel.page.evaluate(ground) != present
    panel.push([stop()])
    assert not panel.page.is_visible(".opscope-past")
    assert panel.page.evaluate(ground) == present


def test_a_view_that_comes_late_sees_the_same(show):
    early, late = show(GROWN, POINTS), show(GROWN, POINTS, END, PAST)
    early.push([END])
    early.push([PAST])
    for name in ("state", "where", "past", "source", "timeline"):
        assert text(early, name) == text(late, name)
    assert enabled(early) == enabled(late)


def test_a_refusal_is_said_until_the_run_moves_on(show):
    panel = show(stop())
    panel.page.click(".opscope-back")
    (command,) = panel.commands()
    panel.answer(command, ok=False, text="nothing is recorded before this")
    assert "nothing is recorded before this" in text(panel, "where")
    assert "relu2.out" in text(panel, "where")  # it still stands there
    panel.push([stop(op=6, name="pool2.out")])
    assert "recorded" not in text(panel, "where")


def test_the_chosen_value_is_looked_at_as_of_where_it_stands(show):
    panel = show()
    asked = lambda: plain(m for m in panel.page.evaluate("window.sent") if m["kind"] == "FetchDetail")
    panel.answer(next(m for m in panel.page.evaluate("window.sent") if m["kind"] == "WatchDetail"))
    assert asked() == []
    panel.push([stop()])
    assert asked() == [{"kind": "FetchDetail", "name": "conv1.out"}]
    panel.push([stop(op=6)])
    panel.push([stop(op=7)])
    assert len(asked()) == 1  # not before the first is answered
    request = next(m for m in panel.page.evaluate("window.sent") if m["kind"] == "FetchDetail")
    op = fixture.FORWARD[0]
    seen = fixture.detail(op, 3, fixture.elements(op, 3, fixture.np.random.default_rng(0)), request=request["request"])
    panel.push([seen, ev.Response(request=request["request"], ok=True)])
    assert len(asked()) == 2
    assert text(panel, "card >> nth=1").split()[:3] == ["Distribution", "step", "3"]
    panel.push([ev.Continued(step=10)])
    assert len(asked()) == 2


def test_text_of_the_run_is_never_markup(show):
    evil = '<img src=x onerror="window.hacked=1">'
    fields = dict.fromkeys(("op_type", "name", "text", "role", "path", "source"), evil)
    points = ev.BreakpointsChanged(numbers=(1,), specs=(evil,), conditions=(evil,), hits=(1,), ops=("5",))
    panel = show(stop(**fields), points, tab="graph")
    panel.page.click(".opscope-tab-code")
    panel.settle()
    assert panel.page.locator(".opscope-panel img").count() == 0
    assert panel.page.evaluate("window.hacked") is None
    assert evil in text(panel, "source")


# --- the graph


def node(panel, op):
    return panel.page.locator(f"[data-node='op-{op}']")


def test_breakpoints_are_dots_on_nodes(show):
    panel = show(stop(), tab="graph")
    assert panel.page.locator("[data-breakpoint]").count() == 0
    panel.push([POINTS])
    marks = panel.page.locator("[data-breakpoint]").evaluate_all(
        "all => all.map(e => [e.dataset.node, e.dataset.breakpoint, 'conditional' in e.dataset])"
    )
    assert marks == [["op-2", "1", False], ["op-5", "1", False], ["op-8", "2", True]]
    boxes = """e => ['.opscope-dot', ':is(path, rect, polygon)'].map(s => e.querySelector(s).getBBox())
        .map(b => [b.x, b.y, b.x + b.width, b.y + b.height])"""
    dot, shape = node(panel, 5).evaluate(boxes)
    assert 0 < shape[0] - dot[2] < 6  # left of the node, and close
    assert dot[1] + dot[3] == pytest.approx(shape[1] + shape[3], abs=1)
    assert "84 hits" in node(panel, 5).locator("title").last.text_content()
    assert panel.page.get_attribute("[data-current]", "data-node") == "op-5"
    panel.push([ev.BreakpointsChanged()])
    assert panel.page.locator("[data-breakpoint]").count() == 0


def test_dots_come_also_when_the_graph_is_opened_later(show):
    panel = show(POINTS)
    panel.page.click(".opscope-tab-graph")
    panel.settle()
    assert panel.page.locator("[data-breakpoint]").count() == 3


def test_clicks_on_a_node_set_and_clear(show):
    panel = show(POINTS, stop(), tab="graph")
    node(panel, 4).click(modifiers=["Alt"])
    assert plain(panel.commands()) == [{"kind": "SetBreakpoint", "spec": "id:4"}]
    node(panel, 8).dispatch_event("click", {"altKey": True, "bubbles": True})  # it is out of sight
    assert plain(panel.commands()) == [{"kind": "ClearBreakpoint", "number": 2}]
    node(panel, 5).locator(".opscope-dot").click()
    assert plain(panel.commands()) == [{"kind": "ClearBreakpoint", "number": 1}]
    node(panel, 4).hover()
    node(panel, 4).locator(".opscope-dot").click()
    assert plain(panel.commands()) == [{"kind": "SetBreakpoint", "spec": "id:4"}]
    assert panel.page.locator(".opscope-menu:visible").count() == 0


def test_a_plain_click_selects_the_value_and_offers_what_can_be_done(show):
    panel = show(GROWN, stop(), tab="graph")
    panel.page.get_by_label("fit the whole graph").click()
    node(panel, 4).click()
    panel.settle()
    assert panel.page.get_attribute("[aria-selected=true][data-name]", "data-name") == "conv2.out"
    labels = panel.page.locator(".opscope-menu-item").all_inner_texts()
    assert labels == [
        "Set breakpoint",
        "Set with a condition …",
        "Go to here in step 10",
        "Run to here, next time",
        "Attributes …",
    ]
    assert panel.commands() == []
    panel.page.click(".opscope-menu-goto")
    assert plain(panel.commands()) == [{"kind": "Goto", "step": 10, "op": 4}]
    assert panel.page.locator(".opscope-menu:visible").count() == 0
    node(panel, 7).click()
    panel.page.click(".opscope-menu-run")
    assert plain(panel.commands()) == [{"kind": "RunTo", "op": 7}]
    node(panel, 7).click()
    panel.page.keyboard.press("Escape")
    assert panel.page.locator(".opscope-menu:visible").count() == 0
    panel.page.locator("[data-node='var-relu2.out']").click()
    assert panel.page.locator(".opscope-menu:visible").count() == 0


def test_a_condition_is_typed_into_the_form(show):
    panel = show(stop(), tab="graph")
    node(panel, 4).click()
    panel.page.click(".opscope-menu-compose")
    panel.page.keyboard.type("nan(conv2.out)")
    panel.page.keyboard.press("Enter")
    sent = plain(panel.commands("SetBreakpoint"))
    assert sent == [{"kind": "SetBreakpoint", "spec": "id:4", "condition": "nan(conv2.out)"}]


def test_a_refusal_of_a_click_on_a_node_is_said(show):
    panel = show(stop(), tab="graph")
    node(panel, 4).click(modifiers=["Alt"])
    panel.answer(panel.commands()[0], ok=False, text="no operator 4")
    assert "no operator 4" in text(panel, "where")


def test_what_is_folded_is_marked_on_the_node_that_hides_it(show):
    hidden = json.dumps(["op-4", "op-5", "var-conv2.out", "var-relu2.out"]).replace('"', "&quot;")
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
      <g class="node op folded" id="group-a" data-hides="{hidden}"><rect x="40" width="60" height="20"/></g>
      <g class="node op" id="op-8"><rect x="40" y="40" width="60" height="20"/></g></svg>"""
    panel = show(ev.GraphDrawn(program=1, svg=svg, ops=3), POINTS, stop(step=9), tab="graph")
    folded = panel.page.locator("[data-node='group-a']")
    assert folded.get_attribute("data-health") == "ok"
    assert folded.get_attribute("data-current") == ""
    assert folded.get_attribute("data-breakpoint") == "1"
    folded.click()
    panel.settle()
    assert panel.page.get_attribute("[aria-selected=true][data-name]", "data-name") in {"conv2.out", "relu2.out"}
    assert folded.get_attribute("data-selected") == ""
    panel.push([stop(op=4, step=3, past=True)])  # elsewhere in the same node
    assert [folded.get_attribute(f"data-{name}") for name in ("current", "past")] == ["", ""]
    panel.push([stop(op=8, name="fc.out")])
    assert folded.get_attribute("data-past") is None
    assert folded.get_attribute("data-current") is None
    folded.locator(".opscope-dot").click()
    assert plain(panel.commands()) == [{"kind": "ClearBreakpoint", "number": 1}]


# --- the list of breakpoints


def open_breakpoints(panel):
    """Without a breakpoint they are folded."""
    panel.page.click("[data-of='breakpoints'] summary")
    panel.commands()


def test_all_breakpoints_are_listed_and_can_be_removed(show):
    panel = show(POINTS, stop(reason="breakpoint"), tab="code")
    rows = panel.page.locator(".opscope-breakpoint")
    assert [r.split() for r in rows.all_inner_texts()] == [
        ["1", "op:relu", "op", "2,", "5", "84", "hits"],
        ["2", "id:8", "if", "abs(fc.out).max()", ">", "40", "op", "8", "1", "hit"],
        ["3", "loss", "0", "hits"],
    ]
    assert panel.page.get_attribute("[data-number][data-here]", "data-number") == "1"
    assert panel.page.inner_text("[data-of='breakpoints'] summary") == "Breakpoints3"
    panel.page.click("[data-number='2'] .opscope-remove")
    (command,) = panel.commands()
    assert plain([command]) == [{"kind": "ClearBreakpoint", "number": 2}]
    panel.answer(command, ok=False, text="there is no breakpoint 2")
    assert text(panel, "breakpoint-error") == "there is no breakpoint 2"


def test_a_breakpoint_is_added_and_what_is_wrong_with_it_said_in_place(show):
    panel = show(tab="code")
    open_breakpoints(panel)
    panel.page.click(".opscope-add")
    assert panel.commands() == []
    assert text(panel, "breakpoint-error").startswith("Say where")
    panel.page.fill(".opscope-spec-field", " op:rleu ")
    assert not panel.page.is_visible(".opscope-breakpoint-error")
    panel.page.fill(".opscope-condition-field", "nan(h)")
    panel.page.keyboard.press("Enter")
    (command,) = panel.commands()
    assert plain([command]) == [{"kind": "SetBreakpoint", "spec": "op:rleu", "condition": "nan(h)"}]
    panel.answer(command, ok=False, text="no operator of type rleu: did you mean relu?")
    assert text(panel, "breakpoint-error") == "no operator of type rleu: did you mean relu?"
    assert "rleu" not in text(panel, "where")
    assert panel.page.input_value(".opscope-spec-field") == " op:rleu "
    panel.page.fill(".opscope-spec-field", "op:relu")
    panel.page.click(".opscope-add")
    panel.answer(panel.commands()[0])
    assert panel.page.input_value(".opscope-spec-field") == panel.page.input_value(".opscope-condition-field") == ""
    assert not panel.page.is_visible(".opscope-breakpoint-error")


def test_a_mistake_in_a_condition_is_pointed_at(show):
    panel = show(tab="code")
    open_breakpoints(panel)
    panel.page.fill(".opscope-spec-field", "op:relu")
    panel.page.fill(".opscope-condition-field", "h +")
    panel.page.keyboard.press("Enter")
    refused = "expected a value, not the end\n    h +\n       ^ (a name or a number)"
    panel.answer(panel.commands()[0], ok=False, text=refused)
    assert text(panel, "breakpoint-error") == refused
    style = "e => [getComputedStyle(e).whiteSpace, getComputedStyle(e).fontFamily]"
    space, font = panel.page.locator(".opscope-breakpoint-error").evaluate(style)
    assert space == "pre-wrap" and "mono" in font
    assert panel.page.locator("[aria-invalid]").get_attribute("aria-label") == "condition"


def test_a_breakpoint_is_found_in_the_graph(show):
    panel = show(POINTS, tab="graph")
    panel.page.click(".opscope-tab-code")
    panel.settle()
    panel.page.click("[data-number='2'] .opscope-breakpoint-ops")
    panel.settle()
    frame, found = panel.page.locator("div.opscope-graph").bounding_box(), node(panel, 8).bounding_box()
    assert frame["y"] <= found["y"]
    assert found["y"] + found["height"] <= frame["y"] + frame["height"]


# --- the slider


def slide(panel, step):
    panel.page.locator(".opscope-scrub-history").fill(str(step))
    panel.settle()


def test_there_is_a_slider_when_something_is_recorded(show):
    panel = show()
    assert not panel.page.is_visible(".opscope-scrub-history")
    panel.push([GROWN])
    assert text(panel, "timeline").split() == ["Recorded", "step", "9", "/", "9", "3.2", "MB"]
    panel.push([ev.RunStarted(title="again", place="cpu")])
    assert not panel.page.is_visible(".opscope-scrub-history")


def test_recording_is_switched_and_shows_what_it_takes(show):
    panel = show(ev.RecordingChanged(on=True, budget=256_000_000), GROWN, ev.CostMeasured(recording=0.0423))
    assert re.match(r"Recording\s+step 9 / 9\s+takes 4\.2\s%\s+3\.2\sMB\s+of", text(panel, "timeline"))
    assert panel.page.input_value(".opscope-budget") == "256000000"
    panel.page.click(".opscope-record")
    panel.page.select_option(".opscope-budget", "64000000")
    assert plain(panel.commands("SetRecording")) == [
        {"kind": "SetRecording", "on": False},
        {"kind": "SetRecording", "on": True, "budget": 64_000_000},
    ]
    panel.push([ev.RecordingChanged(on=False, budget=500_000_000), ev.StepFinished(step=40, seconds=0.1)])
    assert panel.page.get_attribute(".opscope-record", "aria-checked") == "false"
    assert panel.page.input_value(".opscope-budget") == "500000000"
    assert "takes" not in text(panel, "timeline") and "step 9 / 9" in text(panel, "timeline")  # no newer step is kept
    panel.push([END])
    assert text(panel, "timeline").split() == ["Recorded", "step", "9", "/", "9", "3.2", "MB"]


def test_slow_runs_and_sparse_summaries_are_said(show):
    why = "it cannot be compiled (lowered): the output shape of nonzero depends on values, at train.py:20 in main"
    panel = show(ev.SlowRunsChanged(programs=("program 1",), reasons=(why,)), ev.CostMeasured(recording=None, hz=6.8))
    assert text(panel, "where") == f"Slow, operator by operator: {why}"
    assert text(panel, "found").split() == ["28", "·", "7", "Hz"]
    panel.push([ev.SlowRunsChanged(), ev.CostMeasured(recording=0.01)])
    assert text(panel, "where") == "" and text(panel, "found") == "28"


def test_dragging_goes_to_the_latest_step_wished_for(show):
    panel = show(GROWN, stop())
    for step in (8, 6, 4):
        slide(panel, step)
    (command,) = panel.commands()
    assert plain([command]) == [{"kind": "Goto", "step": 8}]
    assert "step 4 / 10" in text(panel, "timeline")
    panel.push([stop(step=8, past=True), ev.Response(request=command["request"], ok=True)])
    assert "step 4 / 10" in text(panel, "timeline")
    (command,) = panel.commands()
    assert plain([command]) == [{"kind": "Goto", "step": 4}]
    panel.push([stop(step=4, past=True), ev.Response(request=command["request"], ok=True)])
    assert panel.commands() == []
    assert "step 4 / 10" in text(panel, "timeline")
    panel.push([stop()])  # somebody else went on
    assert "step 10 / 10" in text(panel, "timeline")


def test_a_run_that_goes_on_is_paused_before_it_goes_back(show):
    panel = show(GROWN)
    slide(panel, 3)
    (pause,) = panel.commands()
    assert pause["kind"] == "Pause"
    panel.push([stop(reason="pause"), ev.Response(request=pause["request"], ok=True)])
    assert plain(panel.commands()) == [{"kind": "Goto", "step": 3}]


def test_the_slider_works_after_the_end_and_a_refusal_puts_it_back(show):
    panel = show(GROWN, END)
    slide(panel, 2)
    (command,) = panel.commands()
    panel.answer(command, ok=False, text="step 2 was thrown away")
    assert "step 2 was thrown away" in text(panel, "where")
    assert "step 9 / 9" in text(panel, "timeline")


# --- looks


@pytest.mark.parametrize("width", [620, 760, 900, 1200])
@pytest.mark.parametrize("tab", ["tensor", "code"])
def test_nothing_is_wider_than_the_panel(show, width, tab):
    long = stop(text="breakpoint 2: at:a/very/long/path/to/some/train.py:120, if " + "abs(h) > 1 and " * 30, past=True)
    panel = show(GROWN, POINTS, long, width=width, tab=tab)
    spill = """() => { const box = e => e.getBoundingClientRect();
        const panel = box(document.querySelector(".opscope-panel"));
        return [...document.querySelectorAll(".opscope-panel :is(button, input, output, .opscope-past," +
          " .opscope-where, .opscope-source, .opscope-breakpoint, .opscope-breakpoint > *, .opscope-bytes)")]
        .filter(e => box(e).width && (box(e).right > panel.right + 1 || box(e).left < panel.left - 1))
        .map(e => e.className); }"""
    assert panel.page.evaluate(spill) == []
    bar = panel.page.locator(".opscope-place-bar").bounding_box()
    for part in ("past", "where", "source"):
        box = panel.page.locator(f".opscope-{part}").bounding_box()
        assert bar["y"] <= box["y"]
        assert box["y"] + box["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("width", [620, 1200])
def test_pausing_and_going_on_moves_nothing(show, width):
    panel = show(GROWN, width=width)
    boxes = """() => [".opscope-next", ".opscope-stop", ".opscope-timeline", ".opscope-metrics", ".opscope-list"]
        .map(s => document.querySelector(s).getBoundingClientRect()).map(r => [r.x, r.y, r.width, r.height])"""
    before = panel.page.evaluate(boxes)
    for event in (stop(), PAST, ev.Continued(step=3), END):
        panel.push([event])
        assert [b[1:] for b in panel.page.evaluate(boxes)] == [b[1:] for b in before]
        assert panel.page.evaluate(boxes)[0][0] == before[0][0]


# --- gradient flow, notes


def test_all_bars_in_sight_are_drawn(show):
    names = [f"block_{i}.w" for i in range(60)]
    about = {"op_type": "matmul_grad", "role": "backward", "step": 10, "shape": (4, 4), "dtype": "float32"}
    numbers = {"min": -1.0, "max": 1.0, "mean": 0.1, "std": 0.5, "zeros": 0.0, "nan": 0, "inf": 0}
    panel = show(
        *(
            ev.ValueSeen(name=f"{n}@GRAD", op=i, grad_of=n, parameter=True, **about, **numbers)
            for i, n in enumerate(names)
        ),
        tab="flow",
    )
    rows = """() => { const pane = document.querySelector(".opscope-flow").getBoundingClientRect();
      return [...document.querySelectorAll("button.opscope-flow-row")].filter(row => {
        const box = row.getBoundingClientRect(); return box.bottom > pane.top && box.top < pane.bottom; })
      .map(row => row.querySelector(".opscope-number").textContent); }"""
    for top in (0, 700, 10_000):
        panel.page.eval_on_selector(".opscope-flow", f"e => {{ e.scrollTop = {top} }}")
        panel.settle()
        shown = panel.page.evaluate(rows)
        assert len(shown) > 10 and all(shown), top


def test_a_note_about_a_value_shows_it(show):
    panel = show(
        ev.Warned(subject="breakpoint 2", text="loss is large", count=11),
        ev.Warned(subject="breakpoint 2", text="loss is large", count=12),
        ev.Warned(subject="conv2.out", text="first NaN in step 48"),
        tab="notes",
    )
    notes = panel.page.locator(".opscope-note")
    assert notes.evaluate_all("all => all.map(e => e.localName)") == ["button", "div"]
    assert text(panel, "note-count") == "\u00d712"
    notes.first.click()
    panel.settle()
    assert text(panel, "detail-name") == "conv2.out"


def test_a_search_says_how_to_end_it_and_can_be_ended(show):
    panel = show(stop(), ev.SearchProgressed(text="back to a breakpoint", done=120, total=4000))
    assert text(panel, "said") == "Searching back to a breakpoint: 120 of 4000 runs. Pause ends the search."
    assert (text(panel, "reason"), text(panel, "at")) == ("", "")
    assert not panel.page.is_visible(".opscope-continue")
    panel.page.click(".opscope-pause")
    assert [m["kind"] for m in panel.commands()] == ["Pause"]
    panel.push([ev.SearchProgressed(text="", done=0, total=0)])
    assert text(panel, "at") and panel.page.is_visible(".opscope-continue")


def test_the_trait_selected_takes_the_names_of_the_code(browser, tmp_path):
    panel = LivePanel(browser, tmp_path)
    events = [e for batch in fixture.stream(fixture.STEPS, end=False) for e in batch]
    called = {"conv2.out": "features", "relu2.out": "h", "relu1.out": "h"}
    events = [dataclasses.replace(e, called=called.get(e.name, "")) if e.kind == "ValueSeen" else e for e in events]
    for name, shown in (("features", "conv2.out"), ("relu1.out", "relu1.out")):
        panel.page.evaluate(
            """name => {
              const traits = {selected: name};
              Object.assign(model, {get: n => traits[n], set: (n, v) => (traits[n] = v), save_changes: () => {}});
              drawAnew(); }""",
            name,
        )
        panel.push(events, "snapshot")
        panel.settle()
        row = panel.page.get_attribute("[aria-selected=true][data-name]", "data-name")
        assert (row, panel.page.evaluate("model.get('selected')")) == (shown, name)
    panel.close()
    assert panel.problems == []


def test_an_unchosen_value_is_of_the_step_that_is_shown(browser, tmp_path):
    """The first step of a training function also builds the model: other operators have the numbers afterwards."""
    ones = np.ones((2, 2), "float32")

    def seen(name, number, step, called=""):
        made = fixture.FORWARD[0]._replace(out=name, type=name.partition("_")[0])
        value = fixture.seen(made, number, step, ones)
        return dataclasses.replace(value, shape=ones.shape, called=called, named=False, eager=True)

    first = [seen("uniform_0", 0, 1), seen("randn_1", 1, 1, "x"), seen("mean_2", 2, 1, "loss")]
    later = [seen("randn_0", 0, 9, "x"), seen("mean_1", 1, 9, "loss")]
    for clicked, last in (("", "randn_0"), ("mean_2", "mean_2")):
        panel = LivePanel(browser, tmp_path)
        panel.push([ev.RunStarted(title="net", place="cpu"), *first], "snapshot")
        if clicked:
            panel.page.click(f".opscope-row[data-name='{clicked}']")
        shown = [panel.page.get_attribute(".opscope-row[aria-selected=true]", "data-name")]
        panel.push(later)
        panel.settle()
        shown.append(panel.page.get_attribute(".opscope-row[aria-selected=true]", "data-name"))
        assert shown == [clicked or "uniform_0", last]
        rows = panel.page.locator(".opscope-row").evaluate_all("rows => rows.map(e => [e.dataset.name, e.innerText])")
        assert [name for name, _ in rows] == ["randn_0", "mean_1", "uniform_0", "randn_1", "mean_2"]
        assert ["step 1" in text for _, text in rows] == [False, False, True, True, True]
        panel.close()
        assert panel.problems == []
