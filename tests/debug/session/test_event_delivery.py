"""Events of a run arrive at its sinks, also those that come while the thread that hands them on ends."""

import queue
import threading

import pytest

from opscope.debug.delivery.event_delivery import EventDelivery
from opscope.events import Stopped, Warned


def test_what_is_put_while_the_thread_ends_is_handed_on(monkeypatch):
    got = []
    delivery = EventDelivery([got.extend], 1000.0, lambda _subject, _text: None)
    late = Stopped(reason="goto", op=3, op_type="relu", name="h", step=1, past=True)
    end = delivery._ended.set

    def ends_late():
        delivery.put(late)
        delivery.flush_if_ended()  # not yet
        assert late not in got
        end()

    monkeypatch.setattr(delivery._ended, "set", ends_late)
    delivery.start("delivery", lambda: True)
    delivery.wait_until_ended(60.0)
    for thread in threading.enumerate():
        if thread.name == "delivery":
            thread.join(60.0)
    assert got == [late]


def test_the_last_events_do_not_wait_for_the_next_batch():
    over, got = threading.Event(), queue.SimpleQueue()
    delivery = EventDelivery([got.put], 0.001, lambda _subject, _text: None)  # a batch every 1000 s
    delivery.start("delivery", over.is_set)
    first, second = Warned(subject="a", text="1"), Warned(subject="b", text="2")
    delivery.put(first)
    assert got.get(timeout=60.0) == [first]
    delivery.put(second)
    over.set()
    delivery.wait_until_ended(60.0)
    assert delivery._ended.is_set() and got.get_nowait() == [second]


def test_a_function_that_fails_is_removed_and_the_others_go_on():
    got, warned = [], []

    def fails(_batch):
        raise ValueError("full")

    delivery = EventDelivery([fails, got.extend], 1000.0, lambda subject, text: warned.append((subject, text)))
    first, second = Warned(subject="a", text="1"), Warned(subject="b", text="2")
    for event in (first, second):
        delivery.put(event)
        delivery.flush()
    assert got == [first, second]
    assert warned == [("sink", "removed, because it failed: ValueError: full")]


def ended(sinks):
    """The delivery of a run that is over."""
    delivery = EventDelivery(sinks, 1000.0, lambda _subject, _text: None)
    delivery.start("delivery", lambda: True)
    delivery.wait_until_ended(60.0)
    return delivery


def test_what_a_sink_causes_comes_behind_what_all_sinks_are_getting():
    second, late = Warned(subject="a", text="2"), []

    def causes(batch):
        if second not in batch:
            delivery.put(second)
            delivery.flush_if_ended()
            delivery.flush()

    delivery = ended([causes, late.extend])
    first = Warned(subject="a", text="1")
    delivery.put(first)
    delivery.flush_if_ended()
    assert late == [first, second]


def test_nobody_waits_for_a_sink_of_another_thread():
    """The other thread's sink may wait for what this thread holds."""
    first, second = Warned(subject="a", text="1"), Warned(subject="a", text="2")
    got, is_in, go_on = [], threading.Event(), threading.Event()

    def slow(batch):
        got.extend(batch)
        is_in.set()
        assert go_on.wait(60.0)

    delivery = ended([slow])
    delivery.put(first)
    other = threading.Thread(target=delivery.flush_if_ended)
    other.start()
    assert is_in.wait(60.0)
    delivery.put(second)
    delivery.flush_if_ended()  # returns; the other thread hands it on
    assert got == [first]
    go_on.set()
    other.join(60.0)
    assert got == [first, second]


def test_who_waits_gets_what_is_queued_at_once_but_once_in_an_interval():
    got, over = queue.Queue(), threading.Event()
    delivery = EventDelivery([lambda batch: [got.put(event) for event in batch]], 1e-3, lambda _subject, _text: None)
    delivery.start("delivery", over.is_set)
    first, awaited, next_one = (Warned(subject="a", text=str(i)) for i in range(3))
    delivery.put(first)
    assert got.get(timeout=60.0) == first
    delivery.put(awaited)
    with pytest.raises(queue.Empty):
        got.get(timeout=0.05)
    delivery.hurry()
    assert got.get(timeout=60.0) == awaited
    delivery.put(next_one)
    delivery.hurry()
    with pytest.raises(queue.Empty):
        got.get(timeout=0.05)
    delivery.flush()
    assert got.get(timeout=0) == next_one
