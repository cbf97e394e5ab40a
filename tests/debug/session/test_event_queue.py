"""The queue between a run and its readers, and the history: bounded, the newest always in."""

import dataclasses
import itertools
import threading
import time

from opscope.debug import EventQueue, History
from opscope.events import (
    DetailSeen,
    GraphDrawn,
    Response,
    RunStarted,
    StepFinished,
    Terminated,
    ValueSeen,
)


def value(name="h", step=1, mean=0.0, nan=0):
    return ValueSeen(
        name=name, op=1, op_type="relu", role="forward", step=step, shape=(2,), dtype="float32",
        min=0.0, max=1.0, mean=mean, std=0.0, zeros=0.0, nan=nan, inf=0,
    )  # fmt: skip


def detail(request=0, step=1):
    return DetailSeen(
        name="h", step=step, low=0.0, high=1.0, counts=(1,), rows=1, cols=1, row_stride=1, col_stride=1,
        pixels=b"\x02", request=request,
    )  # fmt: skip


class TestQueue:
    def test_the_latest_of_each_value_wins_and_each_step_stays(self):
        queue = EventQueue()
        for step in range(1000):
            queue.put(value("a", step))
            queue.put(value("b", step))
            queue.put(StepFinished(step=step, seconds=0.0))
        assert len(queue) == 1002 and queue.dropped == 1998
        assert [e.step for e in queue.take()] == [*range(999), 999, 999, 999] and queue.take() == []

    def test_what_happens_once_is_kept_in_order(self):
        queue = EventQueue()
        events = [RunStarted(title="t", place="cpu"), *(Response(request=i, ok=True) for i in range(5))]
        for event in events:
            queue.put(event)
        assert queue.take() == events and queue.dropped == 0

    def test_a_detail_that_was_asked_for_is_not_replaced(self):
        queue = EventQueue()
        for event in (detail(request=1), detail(request=2), detail(), detail(step=2)):
            queue.put(event)
        assert [(e.request, e.step) for e in queue.take()] == [(1, 1), (2, 1), (0, 2)]

    def test_is_bounded_even_if_nobody_reads(self):
        queue = EventQueue(limit=10)
        for i in range(100):
            queue.put(Response(request=i, ok=True))
        assert [e.request for e in queue.take()] == list(range(90, 100)) and queue.dropped == 90

    def test_graphs_are_kept_by_program(self):
        queue = EventQueue()
        for program in (1, 2, 1):
            queue.put(GraphDrawn(program=program, svg="", ops=1))
        assert [e.program for e in queue.take()] == [2, 1]

    def test_a_reader_can_wait_for_the_first_event(self):
        queue = EventQueue()
        threading.Timer(0.05, queue.put, [value()]).start()
        queue.wait_for_events(10)
        assert len(queue.take()) == 1
        start = time.monotonic()
        queue.wait_for_events(0.05)
        assert queue.take() == [] and time.monotonic() - start >= 0.04

    def test_putting_never_waits_for_a_reader(self):
        queue, seen, stop = EventQueue(), [], threading.Event()

        def slow_reader():
            while not stop.is_set():
                seen.extend(queue.take())
                time.sleep(0.05)

        reader = threading.Thread(target=slow_reader)
        reader.start()
        for step in range(20_000):
            queue.put(value(step=step))
            assert len(queue) <= 1
        stop.set()
        reader.join()
        seen += queue.take()
        assert seen[-1].step == 19_999 and len(seen) + queue.dropped == 20_000


class TestHistory:
    def test_is_bounded_and_has_the_first_and_the_newest(self):
        history = History(limit=64)
        for step in range(1, 10_001):
            history.add(value(step=step))
            history.add(StepFinished(step=step, seconds=0.0))
        points = history.of("h")
        steps = [e.step for e in points]
        assert len(points) <= 65 and steps[0] == 1 and steps[-1] == 10_000
        gaps = {b - a for a, b in itertools.pairwise(steps[:-1])}
        assert len(gaps) == 1  # even distances, but for the newest
        assert [step.step for step in history.steps()] == [*range(1, 10_001)]  # scalars have every step

    def test_summaries_of_all_values_with_a_name_in_the_code_are_in_the_order_of_steps(self):
        history = History()
        for step, name in ((1, "mean_0"), (2, "mean_1"), (3, "mean_0")):
            history.add(dataclasses.replace(value(name, step), called="total, loss"))
        found = [(1, "mean_0"), (2, "mean_1"), (3, "mean_0")]
        assert [(seen.step, seen.name) for seen in history.of("loss")] == found
        assert [seen.step for seen in history.of("mean_0")] == [1, 3]  # this name belongs to one value

    def test_short_stories_are_kept_whole(self):
        history = History()
        for step in range(1, 101):
            history.add(value(step=step))
        assert [e.step for e in history.of("h")] == list(range(1, 101))
        assert history.names() == ["h"] and history.of("nobody") == []

    def test_when_a_value_first_turned_unhealthy_is_never_thinned_away(self):
        history = History(limit=8)
        for step in range(1, 1001):
            history.add(value(step=step, nan=int(step >= 301)))
        steps = [e.step for e in history.of("h")]
        assert next(e.step for e in history.of("h") if e.nan) == 301
        assert steps == sorted(set(steps)) and len(steps) <= 10

    def test_answers_cannot_swell_it(self):
        history = History(limit=16)
        for i in range(1000):
            history.add(Response(request=i, ok=True))
        assert len(history.events()) <= 17

    def test_events_are_in_the_order_of_the_steps_with_the_end_last(self):
        history = History()
        history.add(RunStarted(title="t", place="cpu"))
        for step in (1, 2):
            for name in "ab":
                history.add(value(name, step))
            history.add(StepFinished(step=step, seconds=0.0))
        history.add(Terminated(reason="finished", steps=2))
        kinds = [e.kind for e in history.events()]
        assert kinds == ["RunStarted", *["ValueSeen", "ValueSeen", "StepFinished"] * 2, "Terminated"]

    def test_the_newest_graph_of_a_program_is_kept(self):
        history = History()
        for program, ops in ((1, 1), (2, 2), (1, 3)):
            history.add(GraphDrawn(program=program, svg="", ops=ops))
        assert [e.ops for e in history.events()] == [2, 3], "the one that is shown stands last"
