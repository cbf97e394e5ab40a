"""What a panel remembers: bounded, the newest of everything, and the same again when folded from its own message."""

import itertools
import math

import numpy as np
import pytest

from opscope import events as ev
from opscope.ui.event_fold import SERIES_SLOTS, SLOTS, Fold
from opscope.ui.points import CAPACITY, CurvePoint, new_series
from tests.ui import fixture


def folded(events):
    fold = Fold()
    for event in events:
        fold.add(event)
    return fold


STOP = ev.Stopped(reason="breakpoint", op=5, op_type="relu", name="relu2.out", step=4)
PAST = ev.Stopped(reason="step", op=2, op_type="relu", name="relu1.out", step=2, past=True)
END = ev.Terminated(reason="finished", steps=4)
POINTS = ev.BreakpointsChanged(numbers=(1,), specs=("op:relu",), conditions=("",), hits=(3,), ops=("2 5",))
GROWN = ev.RecordedRangeChanged(first=1, last=3, bytes=4096)


def at(step, mean=0.0, bad=0):
    return CurvePoint(step, mean, mean, mean, mean, bad)


@pytest.mark.parametrize("steps", [1, 255, 256, 257, 1000, 100_000])
def test_a_history_is_bounded_and_covers_the_whole_run(steps):
    series = new_series()
    for step in range(1, steps + 1):
        series.add(at(step))
    kept = [p.step for p in series.points]
    assert len(kept) <= CAPACITY
    assert kept == sorted(set(kept))
    assert kept[-1] == steps
    assert kept[0] <= series.stride
    assert all(b - a <= series.stride for a, b in itertools.pairwise(kept))


def test_one_spike_in_a_long_history_stays_visible():
    series = new_series()
    for step in range(1, 5001):
        series.add(at(step, 1e6 if step == 1234 else 0.0, bad=7 if step == 4321 else 0))
    assert max(p.max for p in series.points) == 1e6
    assert max(p.bad for p in series.points) == 7


def test_the_same_step_again_replaces_its_point():
    series = new_series()
    for mean in (1.0, 2.0):
        series.add(at(3, mean))
    assert series.points == [CurvePoint(3, 2.0, 1.0, 2.0, 2.0, 0)]


def test_memory_depends_on_names_not_on_steps():
    short, long = (folded(fixture.events(n)) for n in (2, 40))
    assert len(short.events()) + 1 == len(long.events()) + (0 if long.warnings else 1)
    assert all(len(s.points) <= CAPACITY for s in long.history.values())


def test_details_and_warnings_are_bounded():
    op = fixture.FORWARD[8]
    a = fixture.elements(op, 1, np.random.default_rng(0))
    many = [fixture.detail(op._replace(out=f"v{i}"), 1, a) for i in range(3 * 32)]
    warned = [ev.Warned(subject="w", text=str(i)) for i in range(3 * 50)]
    fold = folded([*many, *warned, *warned[-2:]])
    assert list(fold.details) == [d.name for d in many[-32:]]
    assert [w.text for w in fold.warnings.values()][-3:] == [warned[-3].text, warned[-2].text, warned[-1].text]
    assert len(fold.warnings) == 50


def test_a_run_that_starts_again_forgets_the_former_but_keeps_its_drawing():
    fold = folded([*fixture.events(3), ev.RunStarted(title="again", place="cpu")])
    assert [e.kind for e in fold.events()] == ["RunStarted", "GraphDrawn"]


@pytest.mark.parametrize(
    "events, left",
    [
        ([STOP, ev.Continued(step=4), STOP], [STOP]),
        ([STOP, PAST], [STOP, PAST]),
        ([STOP, PAST, PAST, STOP], [STOP]),
        ([STOP, PAST, ev.Continued(step=2)], [ev.Continued(step=2)]),
        ([STOP, END], [END]),
        ([STOP, END, PAST], [END, PAST]),
        ([END, PAST, ev.Continued(step=2)], [END, ev.Continued(step=2)]),
        ([END, PAST, END], [END]),
    ],
)
def test_a_page_that_comes_late_knows_where_it_stands_and_whether_it_is_over(events, left):
    fold = folded(events)
    assert fold.events() == left
    assert fold.status == events[-1]


def test_breakpoints_and_what_is_recorded_are_kept_a_new_run_has_no_history():
    fold = folded([POINTS, GROWN, *fixture.events(2)])
    assert POINTS in fold.events()
    assert GROWN not in fold.events()  # of the run before
    fold.add(GROWN)
    assert fold.events().count(GROWN) == 1
    fold.add(ev.BreakpointsChanged())
    assert POINTS not in fold.events()


def test_a_step_that_is_gone_back_to_is_no_news_for_the_history():
    series = new_series()
    for step in (1, 9, 4, 10):
        series.add(at(step))
    assert [p.step for p in series.points] == [1, 9, 10]


def test_its_events_cross_the_wire_and_fold_to_the_same():
    fold = folded(fixture.events(6))
    content, buffers = fold.message("snapshot", 1)
    again = ev.from_wire(content["events"], buffers)
    assert again == fold.events()
    assert next(e.kind for e in again) == "RunStarted"
    assert [e.kind for e in again][-1] == "Terminated"


def test_trails_carry_every_point_of_every_history():
    fold = folded(fixture.events(fixture.STEPS))
    content, buffers = fold.message("snapshot", 1)
    block = np.frombuffer(buffers[content["block"]], "<f4")
    start = 0
    for slot, name, count, seen, first in content["trails"]:
        series = getattr(fold, slot)[name]
        assert (seen, first) == (series.seen, series.first)
        columns = block[start : start + 6 * count].reshape(6, count)
        start += 6 * count
        points = getattr(fold, slot)[name].points
        expected = np.array(points, np.float64).T
        np.testing.assert_allclose(columns, expected, rtol=1e-6)
    assert start == len(block)
    assert {name for _, name, *_ in content["trails"]} >= {"loss", "accuracy", "conv2.w@GRAD"}


def test_what_does_not_exist_is_nan_in_a_trail_and_huge_is_inf_without_a_warning():
    fold = Fold()
    value = fixture.seen(fixture.FORWARD[0], 0, 1, np.full((2, 2), np.nan, "float32"))
    fold.add(value)
    huge = {f: getattr(value, f) for f in value.__slots__} | {"step": 2, "mean": 1e300, "std": 0.0, "min": 0, "max": 0}
    fold.add(ev.ValueSeen(**huge))
    content, buffers = fold.message("batch", 1)
    means = np.frombuffer(buffers[content["block"]], "<f4").reshape(6, 2)[1]
    assert math.isnan(means[0])
    assert math.isinf(means[1])


RULES = [rule for kind in ev.Message.registry.values() for rule in kind.fold_rules]


def test_the_slots_of_the_fold_are_those_of_the_rules():
    assert set(SLOTS) == {rule.slot for rule in RULES}
    assert set(SERIES_SLOTS) == {rule.slot for rule in RULES if isinstance(rule, ev.AddPoints)}
    cleared = {slot for rule in RULES if isinstance(rule, ev.Latest) for slot in rule.clears}
    assert cleared | {slot for rule in RULES if isinstance(rule, ev.Restart) for slot in rule.keeps} <= set(SLOTS)


def test_what_clears_an_event_clears_what_that_event_clears():
    clears = {rule.slot: set(rule.clears) for rule in RULES if isinstance(rule, ev.Latest)}
    for slot, others in clears.items():
        for other in others:
            assert clears[other] - {slot} <= others
