"""The panel's channel: never more than the view can take, always the newest, nothing without a view."""

import base64
import dataclasses
import itertools
import json
import re
import threading
import time
import warnings
import zlib

import numpy as np
import pytest
import traitlets

from opscope import events as ev
from opscope.ui.described_values import NUMBERS
from opscope.ui.event_fold import SERIES_SLOTS, Fold
from opscope.ui.packed_module import packed_module
from opscope.ui.saved_frame import BUDGET, MOST, saved_frame
from opscope.ui.widget import CREDITS, FIELD_TYPES, MAX_VIEWS, POINTS, STATIC, TABS, Panel, _field_types
from tests.ui import fixture

HZ = 200.0  # so that tests need not wait
LONG = 60.0  # seconds until a test gives up


class Page:
    """A front end that remembers what it was sent and answers only when told to."""

    def __init__(self, monkeypatch, view="v1"):
        self.view = view
        self.got = []
        self.came = threading.Condition()
        self.beats = []
        monkeypatch.setattr(Panel, "send", lambda _panel, content, buffers=None: self._take(content, buffers))

    def _take(self, content, buffers):
        with self.came:
            (self.beats if content["kind"] == "beat" else self.got).append((content, buffers))
            self.came.notify_all()

    def wait(self, n, seconds=LONG):
        with self.came:
            assert self.came.wait_for(lambda: len(self.got) >= n, seconds), f"{len(self.got)} of {n} messages"
        return self.got[n - 1]

    def events(self, i=-1):
        content, buffers = self.got[i]
        return ev.from_wire(content["events"], buffers)

    def tell(self, panel, kind, **fields):
        hear(panel, {"kind": kind, "view": self.view, **fields})

    def ack(self, panel):
        self.tell(panel, "ack", n=self.got[-1][0]["n"])


def hear(panel, content):
    panel._handle_custom_msg(content, [])  # what ipywidgets calls for a message of the page


def quiet(page, seconds=0.1):
    n = len(page.got)
    time.sleep(seconds)
    return len(page.got) == n


@pytest.fixture
def page(monkeypatch):
    return Page(monkeypatch)


@pytest.fixture
def panel(page):
    panel = Panel("demo", max_hz=HZ)
    yield panel
    panel.close()


def spend_credit(page, panel):
    """Push until no message may follow before the page has painted some."""
    for n in range(len(page.got) + 1, CREDITS + 1):
        panel.push([value(0, "spent")])
        page.wait(n)


def value(step, name="fc.out"):
    op = fixture.FORWARD[8]._replace(out=name)
    return fixture.seen(op, 8, step, fixture.np.full((2, 2), step, "float32"))


def test_without_a_view_nothing_is_sent(page, panel):
    for batch in fixture.stream(5):
        panel.push(batch)
    assert not panel.has_view
    assert quiet(page)
    assert page.got == []


def test_a_view_that_comes_late_gets_everything(page, panel):
    panel.push(fixture.events(5))
    page.tell(panel, "attach")
    content, _ = page.wait(1)
    assert (content["kind"], content["n"]) == ("snapshot", 1)
    kinds = [e.kind for e in page.events()]
    assert kinds[:3] == ["RunStarted", "GraphDrawn", "StepFinished"]
    assert kinds.count("ValueSeen") == 28
    assert kinds[-1] == "Terminated"
    assert {name: n for _, name, n, *_ in content["trails"]}["loss"] == 5


def test_a_second_view_gets_the_same(page, panel):
    panel.push(fixture.events(5))
    for n, view in enumerate(("a", "b"), 1):
        hear(panel, {"kind": "attach", "view": view})
        page.wait(n)
    first, second = page.got
    assert {**first[0], "n": 0} == {**second[0], "n": 0}
    assert first[1] == second[1]


def test_what_follows_is_sent_as_news(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    page.ack(panel)
    panel.push([value(1), value(2)])
    content, _ = page.wait(2)
    assert content["kind"] == "batch"
    assert page.events() == [value(2)]
    assert content["trails"] == [["history", "fc.out", 2, 2, 1]]


def test_a_reader_that_paints_nothing_is_sent_no_more_than_its_credit(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    spend_credit(page, panel)
    for step in range(1, 200):
        panel.push([value(step), *fixture.events(0)])
    assert quiet(page)
    assert len(page.got) == CREDITS


def test_an_answer_is_asked_for_before_the_credit_is_spent(page, panel):
    page.tell(panel, "attach")
    asked = [page.wait(1)[0]["ack"]]
    for n in range(2, 4 * CREDITS):
        panel.push([value(n)])
        content, _ = page.wait(n)
        asked.append(content["ack"])
        if content["ack"]:
            page.ack(panel)
    assert asked[0] and 1 < sum(asked) < len(asked) / 2


def test_a_slow_reader_gets_the_newest_and_a_bounded_message(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    spend_credit(page, panel)
    for step in range(1, 3000):
        panel.push([value(step, f"v{step % 10}")])
    assert quiet(page)
    page.ack(panel)
    page.wait(CREDITS + 1)
    events = page.events()
    assert len(events) == 10
    assert max(e.step for e in events) == 2999
    assert all(count <= 256 for _, _, count, *_ in page.got[-1][0]["trails"])


def test_messages_keep_to_the_rate(page, monkeypatch):
    slow = Panel("rate", max_hz=20)
    try:
        page.tell(slow, "attach")
        page.wait(1)
        start = time.monotonic()
        for step in itertools.count():
            page.ack(slow)
            slow.push([value(step)])
            time.sleep(0.001)
            if len(page.got) >= 10:
                break
            assert time.monotonic() < start + LONG
        assert len(page.got) <= 2 + 20 * (time.monotonic() - start)
    finally:
        slow.close()


def test_what_comes_while_the_run_stands_does_not_wait_for_its_turn(page):
    slow = Panel("stands", max_hz=1e-3)
    try:
        page.tell(slow, "attach")
        page.wait(1)
        slow.push([value(1)])
        assert quiet(page)
        slow.push([ev.Stopped(reason="pause", op=3, op_type="relu", name="h", step=2)])
        page.wait(2)
        assert [e.kind for e in page.events(1)] == ["ValueSeen", "Stopped"]
    finally:
        slow.close()


def test_the_last_push_arrives_although_no_other_follows(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    page.ack(panel)
    panel.push([value(1)])
    panel.push([ev.Terminated(reason="finished", steps=1)])
    deadline = time.monotonic() + LONG
    while not any(e.kind == "Terminated" for i in range(len(page.got)) for e in page.events(i)):
        assert time.monotonic() < deadline
        time.sleep(0.005)
        page.ack(panel)


def test_a_view_that_went_is_sent_nothing(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    page.tell(panel, "detach")
    panel.push([value(1)])
    assert quiet(page)
    assert not panel.has_view
    page.tell(panel, "attach")  # it scrolled back into sight
    page.wait(2)
    assert page.events() == [value(1)]


def test_an_answer_reaches_a_view_that_comes_into_sight_after_it_has_asked(page, panel):
    """A click scrolls the panel into sight; without the answer the elements were those of the place before."""
    answer = ev.Response(request=8, ok=True)
    panel.on_command(lambda command: panel.push([value(1), answer]))
    page.tell(panel, "attach")
    page.wait(1)
    page.tell(panel, "detach")
    hear(panel, {"kind": "FetchDetail", "request": 8, "name": "fc.out"})
    page.tell(panel, "attach")
    page.wait(2)
    assert answer in page.events()


def test_no_thread_is_left_when_there_is_nothing_to_send(page, panel):
    page.tell(panel, "attach")
    page.wait(1)
    panel.push([value(1)])
    page.wait(2)
    deadline = time.monotonic() + LONG
    while any(t.name == "opscope-panel" for t in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_pages_that_died_without_a_detach_do_not_pile_up(page, panel):
    for i in range(3 * MAX_VIEWS):
        hear(panel, {"kind": "attach", "view": str(i)})
    assert len(panel._views) == MAX_VIEWS


def test_a_comm_that_is_gone_ends_the_sending_quietly(page, panel, monkeypatch):
    def broken(*_):
        raise RuntimeError("closed")

    monkeypatch.setattr(Panel, "send", broken)
    page.tell(panel, "attach")
    deadline = time.monotonic() + LONG
    while panel.has_view:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    panel.push([value(1)])


def test_pushing_from_many_threads_loses_no_last_value(page, panel):
    page.tell(panel, "attach")
    page.wait(1)

    def work(name):
        for step in range(1, 200):
            panel.push([value(step, name)])

    threads = [threading.Thread(target=work, args=(f"t{i}",)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    hear(panel, {"kind": "attach", "view": "late"})
    deadline = time.monotonic() + LONG
    while page.got[-1][0]["kind"] != "snapshot" or len(page.events()) < 4:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert {e.name: e.step for e in page.events()} == {f"t{i}": 199 for i in range(4)}


# --- commands


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
