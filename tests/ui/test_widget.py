"""The panel's channel: never more than the view can take, always the newest, nothing without a view."""

import itertools
import threading
import time
import types

from opscope import events as ev
from opscope.ui import widget
from opscope.ui.widget import CREDITS, MAX_VIEWS, Panel
from tests.ui import fixture
from tests.ui.pages import LONG, hear, quiet, spend_credit, value


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


def test_the_first_message_does_not_wait_on_a_machine_that_has_just_started(page, monkeypatch):
    clock, start = time.monotonic, time.monotonic()  # which counts from the start of the machine
    monkeypatch.setattr(widget, "time", types.SimpleNamespace(monotonic=lambda: clock() - start, sleep=time.sleep))
    slow = Panel("started", max_hz=1e-3)
    try:
        page.tell(slow, "attach")
        page.wait(1)
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
