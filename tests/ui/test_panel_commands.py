"""Commands of the panel: checked, handed over, answered; and its life in a notebook."""

import time
import warnings

import pytest

from opscope import events as ev
from opscope.ui.packed_module import packed_module
from opscope.ui.widget import FIELD_TYPES, STATIC, Panel, _field_types
from tests.ui import fixture
from tests.ui.pages import LONG, hear, quiet, value


def answers(page, panel):
    page.tell(panel, "attach")
    n = len(page.got)
    page.wait(max(1, n))
    deadline = time.monotonic() + LONG
    while True:
        found = [e for i in range(len(page.got)) for e in page.events(i) if isinstance(e, ev.Response)]
        if found:
            return found
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_click_is_handed_over_as_a_command(page, panel):
    heard = []
    panel.on_command(heard.append)
    hear(panel, {"kind": "Pause", "request": 7})
    hear(panel, {"kind": "WatchDetail", "request": 8, "name": "fc.out"})
    assert heard == [ev.Pause(request=7), ev.WatchDetail(request=8, name="fc.out")]


def test_fields_may_be_numbers_or_text_as_declared(page, panel):
    heard = []
    panel.on_command(heard.append)
    for command in (
        ev.Goto(request=1, step=12, op=-1),
        ev.RunTo(request=2, op=17),
        ev.ClearBreakpoint(request=3, number=2),
        ev.SetBreakpoint(request=4, spec="op:relu", condition="nan(h)", hits=3),
        ev.SetTapLevel(request=5, pattern="h*", level="everything"),
    ):
        hear(panel, ev.to_dict(command))
        assert heard[-1] == command
    hear(panel, {"kind": "Goto", "request": 6, "step": 3})
    assert heard[-1] == ev.Goto(request=6, step=3)
    hear(panel, {"kind": "SetExceptionFilters", "request": 7, "filters": ["raised", "caught"]})
    assert heard[-1] == ev.SetExceptionFilters(request=7, filters=("raised", "caught"))


@pytest.mark.parametrize("kind", [k for k in ev.Message.registry.values() if issubclass(k, ev.Command)])
def test_every_command_has_fields_that_can_be_checked(kind):
    assert set(_field_types(kind).values()) <= set(FIELD_TYPES)


@pytest.mark.parametrize(
    "content, reason",
    [
        ({"kind": "Goto", "request": 3, "step": "12"}, "step must be a whole number"),
        ({"kind": "Goto", "request": 3, "step": 1.0}, "step must be a whole number"),
        ({"kind": "Goto", "request": 3, "step": True}, "step must be a whole number"),
        ({"kind": "Goto", "request": 3, "step": 1, "op": None}, "op must be a whole number"),
        ({"kind": "SetBreakpoint", "request": 3, "spec": 17}, "spec must be text"),
        ({"kind": "SetBreakpoint", "request": 3, "spec": "h", "hits": "2"}, "hits must be a whole number"),
        ({"kind": "SetBreakpoint", "request": 3, "spec": {"buffer": 0}}, "spec must be text"),
        ({"kind": "RunTo", "request": 3, "op": [1]}, "op must be a whole number"),
        ({"kind": "SetExceptionFilters", "request": 3, "filters": "raised"}, "filters must be a list of texts"),
        ({"kind": "SetExceptionFilters", "request": 3, "filters": [1]}, "filters must be a list of texts"),
        ({"kind": "SetExceptionFilters", "request": 3, "filters": ["x"] * 101}, "filters is too long"),
    ],
)
def test_a_field_of_another_type_is_refused(page, panel, content, reason):
    heard = []
    panel.on_command(heard.append)
    page.tell(panel, "attach")
    page.wait(1)
    hear(panel, content)
    (answer,) = answers(page, panel)
    assert not heard
    assert answer.text == f"{content['kind']}: {reason}"


@pytest.mark.parametrize(
    "content",
    [
        {"kind": "Explode", "request": 3},
        {"kind": "Pause", "request": 3, "extra": 1},
        {"kind": "Continued", "request": 3, "step": 1},
        {"kind": "Continued", "step": 1},
        {"kind": "FetchDetail", "request": 3},
        {"kind": "Pause", "request": "3"},
        {"kind": "Pause", "request": True},
        {"kind": "FetchDetail", "request": 3, "name": ["x"]},
        {"request": 3},
        {},
    ],
)
def test_a_bad_command_is_refused_with_the_reason(page, panel, content):
    heard = []
    panel.on_command(heard.append)
    page.tell(panel, "attach")
    page.wait(1)
    hear(panel, content)
    (answer,) = answers(page, panel)
    assert not heard
    assert not answer.ok
    assert answer.text
    assert answer.request == (3 if content.get("request") == 3 else 0)


@pytest.mark.parametrize("content", [None, 7, "Pause", ["Pause"]])
def test_what_is_no_message_at_all_is_ignored(panel, content):
    hear(panel, content)


@pytest.mark.parametrize("fields", [{}, {"n": "x"}, {"n": None}, {"n": 10**9}])
def test_a_wrong_ack_gives_no_credit_for_the_future(page, panel, fields):
    page.tell(panel, "attach")
    page.wait(1)
    page.tell(panel, "ack", **fields)
    assert panel._acknowledged <= panel._begun


def test_a_listener_that_fails_is_an_answer_not_a_traceback(page, panel):
    def fail(_):
        raise RuntimeError("the run is over")

    panel.on_command(fail)
    page.tell(panel, "attach")
    page.wait(1)
    hear(panel, {"kind": "Pause", "request": 9})
    assert answers(page, panel) == [ev.Response(request=9, ok=False, text="the run is over")]


def test_without_a_run_a_command_is_refused(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    hear(panel, {"kind": "Pause", "request": 9})
    assert answers(page, panel)[0].text == "no run is attached to this panel"


# --- life


def test_a_cell_that_is_run_again_closes_its_former_panel(page):
    first, other = Panel("demo", slot="cell-1"), Panel("demo", slot="cell-2")
    assert first.model_id and other.model_id
    again = Panel("demo", slot="cell-1")
    assert first.comm is None
    assert first.layout.comm is None
    assert other.comm is not None
    again.close()
    other.close()


def test_closing_twice_and_pushing_afterwards_is_harmless(page, panel):
    panel.push(fixture.events(2))
    panel.close()
    panel.close()
    panel.push([value(3)])
    page.tell(panel, "attach")
    assert quiet(page)
    data, _ = panel._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" not in data
    assert "<table>" in data["text/html"]


def test_the_bundle_holds_view_table_and_a_stable_line(panel):
    panel.push(fixture.events(3))
    data, _ = panel._repr_mimebundle_(include=None)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.model_id
    assert data["text/plain"] == repr(panel) == "opscope panel: convnet, 28 values, finished after 3 steps"
    assert panel.model_id not in data["text/html"]


def test_a_rate_must_be_positive():
    with pytest.raises(ValueError, match="positive"):
        Panel("demo", max_hz=0)


def test_code_and_style_come_from_the_files_that_ship(panel):
    assert panel._esm == packed_module(*((STATIC / name).read_text("utf-8") for name in ("panel.js", "panel.css")))
    assert len(panel._esm) < 90_000  # a notebook saves it for each of its panels


def test_nothing_here_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Panel("warn").close()
