"""The panel beside a kernel: beats, the frame that a notebook keeps, many values, traits."""

import base64
import dataclasses
import json
import re
import threading
import zlib

import numpy as np
import pytest
import traitlets

from opscope import events as ev
from opscope.ui.described_values import NUMBERS
from opscope.ui.event_fold import SERIES_SLOTS, Fold
from opscope.ui.saved_frame import BUDGET, MOST, saved_frame
from opscope.ui.widget import CREDITS, POINTS, STATIC, TABS, Panel
from tests.ui import fixture
from tests.ui.pages import LONG, value

# --- a kernel that lives, and a state that is saved


def test_views_hear_beats_until_the_last_one_goes(page, panel, monkeypatch):
    monkeypatch.setattr("opscope.ui.widget._open", {"only": panel})  # views of other tests may be open yet
    page.tell(panel, "attach")
    assert page.wait(1)[0]["beat"] > 0
    with page.came:
        assert page.came.wait_for(lambda: len(page.beats) >= 2, LONG)
    page.tell(panel, "detach")
    heart = next((t for t in threading.enumerate() if t.name == "opscope-heartbeat"), None)
    if heart is not None:
        heart.join(LONG)
    assert not [t for t in threading.enumerate() if t.name == "opscope-heartbeat"]


def test_a_beat_says_which_message_was_the_last(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    panel.push([value(1)])
    page.wait(2)
    with page.came:
        assert page.came.wait_for(lambda: page.beats and page.beats[-1][0]["n"] == 2, LONG)


def test_an_observer_that_fails_is_a_note_and_the_panel_goes_on(page, panel):
    def fails(_change):
        raise KeyError("mine")

    panel.observe(fails, "place")
    page.tell(panel, "attach")
    page.wait(1)
    page.ack(panel)
    stop = ev.Stopped(reason="step", op=3, op_type="relu", name="h", step=1)
    panel.push([stop])
    noted = ev.Warned(subject="panel", text="an observer of the panel's `place` failed: KeyError: 'mine'")

    def came():
        return {stop, noted} <= {event for i in range(len(page.got)) for event in page.events(i)}

    with page.came:
        assert page.came.wait_for(came, LONG)


def test_messages_go_on_after_one_that_could_not_be_written(page, panel, monkeypatch):
    page.tell(panel, "attach")
    page.wait(1)
    page.ack(panel)
    ended = threading.Event()
    with monkeypatch.context() as broken:
        broken.setattr(threading, "excepthook", lambda _: ended.set())
        broken.setattr(Fold, "message", lambda *_, **__: 1 / 0)
        panel.push([value(1)])
        assert ended.wait(LONG)
    panel.push([value(2)])
    page.wait(2)
    assert value(2) in page.events()


@pytest.mark.thorough
def test_a_run_that_is_over_leaves_a_frame_of_bounded_size():
    for many, limit in ((1, BUDGET), (40, MOST)):
        events = []
        for e in fixture.events(fixture.STEPS):
            copies = range(many) if isinstance(e, ev.ValueSeen) else (0,)
            events += [dataclasses.replace(e, name=f"{e.name}.{i}") if i else e for i in copies]
        fold = Fold()
        for e in events:
            fold.add(e)
        curves = {slot: dict(getattr(fold, slot)) for slot in SERIES_SLOTS}
        text = saved_frame(fold.events(), curves)
        assert 0 < len(text) <= limit
        frame = json.loads(zlib.decompress(base64.b64decode(text)))
        kept = ev.from_wire(frame["message"]["events"], [base64.b64decode(b) for b in frame["buffers"]][:-1])
        assert [e for e in kept if isinstance(e, ev.ValueSeen)] == list(fold.values.values())
        assert kept[-1].kind == "Terminated"
        assert any(isinstance(e, ev.GraphDrawn) for e in kept)
        assert {name for _, name, *_ in frame["message"]["trails"]} >= set(fold.history)


def test_a_saved_frame_has_the_digits_of_a_loss_that_the_panel_shows():
    losses = [0.7526, 1.234e-5, -3.3333, 1e30, 0.0, float("nan"), float("inf")]
    fold = Fold()
    for step, loss in enumerate(losses, 1):
        fold.add(ev.StepFinished(step=step, seconds=0.1, names=("loss",), scalars=(loss,)))
    text = saved_frame(fold.events(), {"scalars": {"loss": fold.scalars["loss"]}})
    frame = json.loads(zlib.decompress(base64.b64decode(text)))
    [[slot, name, count, *_]] = frame["message"]["trails"]
    means = np.frombuffer(base64.b64decode(frame["buffers"][-1]), "<f4")[count : 2 * count]
    assert (slot, name, count) == ("scalars", "loss", len(losses))
    np.testing.assert_allclose(means[:5], losses[:5], rtol=1e-5)
    assert not np.isfinite(means[5:]).any()


def test_a_place_makes_a_new_frame_due(panel, monkeypatch):
    """Its values come some time behind the stop: a frame between them did not know what is absent there."""
    monkeypatch.setattr(panel, "_frame_due", False)
    panel.push([ev.PlaceSeen(step=2, absent=("q",), names=(), scalars=())])
    assert panel._frame_due


def test_the_graph_of_a_small_net_is_saved_with_it():
    """That of a GAN, 90 values and 45 operators, takes 26 KB: without it, a reopened notebook said "no graph yet"."""
    random = np.random.default_rng(0)
    drawn = ev.GraphDrawn(program=1, svg=random.bytes(24_000).hex(), ops=45)
    values = [value(step, f"v{i}") for i in range(90) for step in (1, 2)]
    fold = Fold()
    for e in (drawn, *values, ev.Terminated(reason="finished", steps=2)):
        fold.add(e)
    text = saved_frame(fold.events(), {"history": dict(fold.history)})
    frame = json.loads(zlib.decompress(base64.b64decode(text)))
    kept = ev.from_wire(frame["message"]["events"], [base64.b64decode(b) for b in frame["buffers"]][:-1])
    assert drawn in kept and len(text) <= BUDGET


# --- many values, and what is on the screen


def test_what_is_known_of_a_value_is_sent_once(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    panel.push([value(1, "a"), value(1, "b")])
    page.wait(2)
    page.ack(panel)
    panel.push([value(2, "b"), dataclasses.replace(value(2, "a"), max=1e30), value(2, "c")])
    content, buffers = page.wait(3)
    assert [e.name for e in ev.from_wire(content["events"], buffers)] == ["a", "c"]  # one is too large, one is new
    numbers = np.frombuffer(buffers[content["numbers"]], "<f4")
    assert numbers.tolist() == [1, 2, *(getattr(value(2, "b"), n) for n in NUMBERS[1:])]


@pytest.mark.thorough
def test_the_curves_of_many_values_are_coarser_in_a_message_but_keep_spikes(page, panel, monkeypatch):
    names = [f"v{i}" for i in range(500)]
    monkeypatch.setattr("opscope.ui.widget.MAX_RATE", 1e9)  # so that the test need not wait
    page.tell(panel, "attach")
    page.wait(1)
    for n in range(2, CREDITS + 1):  # the first one finds out how many values there are
        panel.push([value(n, name) for name in names])
        page.wait(n)
    for step in range(10, 110):
        spiked = {"max": 1e6, "nan": 3} if step == 50 else {}
        panel.push([dataclasses.replace(value(step, name), **spiked) for name in names])
    page.ack(panel)
    content, buffers = page.wait(CREDITS + 1)
    assert [name for _, name, *_ in content["trails"]] == names
    counts = [count for _, _, count, *_ in content["trails"]]
    assert sum(counts) <= POINTS
    points = np.frombuffer(buffers[content["block"]], "<f4").reshape(len(names), 6, counts[0])
    assert (points[:, 0, -1] == 109).all()
    assert (points[:, 3].max(axis=1) == 1e6).all() and (points[:, 5].max(axis=1) == 3).all()


def test_elements_are_sent_only_to_a_tab_that_shows_them(page, panel):
    op = fixture.FORWARD[8]
    detail = fixture.detail(op, 1, fixture.np.ones((2, 2), "float32"))
    kinds = lambda n: [e["kind"] for e in page.wait(n)[0]["events"]]
    page.tell(panel, "attach", tab="graph")
    page.wait(1)
    panel.push([detail, value(1)])
    assert kinds(2) == ["ValueSeen"]
    page.tell(panel, "show", tab="tensor")
    page.ack(panel)
    panel.push([detail, value(2)])
    assert kinds(3) == ["DetailSeen"]


def test_a_new_view_and_a_cell_that_is_run_again_start_with_the_tab_that_was_opened_last(page, panel):
    page.tell(panel, "attach", tab="tensor")
    page.tell(panel, "show", tab="graph")
    assert panel.tab == "graph"
    page.tell(panel, "attach", tab="tensor")
    page.tell(panel, "show", tab="no such tab")
    assert panel.tab == "graph"
    with pytest.raises(traitlets.TraitError, match="'notes'"):
        panel.tab = "histogram"
    again = Panel(panel._title)
    assert again.tab == "graph" and panel.comm is None
    again.close()


def test_the_tabs_are_those_of_the_page():
    texts = [path.read_text("utf-8") for path in (STATIC.parent / "js" / "src").glob("*.js")]
    (order,) = (found for text in texts for found in re.findall(r"TABS = \[(.*)\]", text))
    ids = dict(re.findall(r"export const (\w+Tab) = { id: \"(\w+)\"", "".join(texts)))
    assert tuple(ids[name] for name in order.split(", ")) == TABS


def test_traits_say_what_is_selected_where_the_run_stands_and_what_was_found():
    panel = Panel("traits")
    seen = []
    panel.observe(lambda change: seen.append((change["name"], change["new"])), ["place", "findings"])
    stop = ev.Stopped(reason="step", op=5, op_type="relu", name="h", step=3, past=True)
    found = ev.FindingSeen(number=1, origin="rule", rule="dead-units", severity="hint", step=2, value="h", evidence="0")
    panel.push([stop, found])
    panel.push([ev.Continued(step=4)])
    assert [name for name, _ in seen] == ["place", "findings", "place"]
    assert (seen[0][1]["step"], seen[0][1]["past"], seen[1][1][0]["rule"], seen[2][1]) == (3, True, "dead-units", {})
    panel.selected = "h"
    assert panel.get_state("selected") == {"selected": "h"}
    panel.close()


def test_a_name_that_no_tapped_value_has_is_a_note(panel):
    named = dataclasses.replace(value(1, "mean_0.tmp_0"), called="loss, total")
    panel.selected = "set before anything is known"
    panel.push([named])
    for name in ("total", "mean_0.tmp_0"):
        panel.selected = name
    assert not panel._fold.warnings
    panel.selected = "los"
    (note,) = panel._fold.warnings
    assert "no value that is tapped is called los: did you mean 'loss'?" in note


def test_traits_link_to_other_widgets():
    widgets = pytest.importorskip("ipywidgets")
    panel, name, place = Panel("linked"), widgets.Text(), widgets.Label()
    traitlets.link((panel, "selected"), (name, "value"))
    traitlets.dlink((panel, "place"), (place, "value"), lambda at: f"step {at['step']}" if at else "runs")
    name.value = "h"
    assert panel.selected == "h"
    panel.selected = "loss"
    assert name.value == "loss" and place.value == "runs"
    panel.push([ev.Stopped(reason="breakpoint", op=5, op_type="relu", name="h", step=4)])
    assert place.value == "step 4"
    panel.push([ev.Continued(step=4)])
    assert place.value == "runs"
    panel.close()
