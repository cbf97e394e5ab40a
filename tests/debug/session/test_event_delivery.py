"""Events of a run arrive at its sinks, also those that come while the thread that hands them on ends."""

import threading

from opscope.debug.session.event_delivery import EventDelivery
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
