"""The journal keeps the latest runs within its budget, at every moment, and what it keeps is exact."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.replay import journal as journal_module
from opscope.debug.replay.journal import Journal
from opscope.debug.replay.replayer import Replayer
from opscope.debug.session.session import Session
from opscope.errors import NotFound
from opscope.paddle import static
from tests.debug.nets import BatchNorm, DropoutAdam, Net
from tests.debug.stops import Film, same

LONG = 60.0


class Tiny(Net):
    def define(self, x):
        loss = paddle.mean(static.nn.fc(x, 2))
        paddle.optimizer.SGD(0.01).minimize(loss)
        return [loss]


def watched(body, journal, each=lambda: None):
    session = Session(lambda event: None, journal=journal)
    with session.in_thread():
        rng = body.begin()
        for _ in range(body.steps):
            body.step(rng)
            each()
    return session


def counted(journal):
    return sum(segment.nbytes for segment in journal.segments)


@pytest.mark.parametrize("budget", range(9_000, 13_000, 400))
def test_the_budget_is_kept_where_keyframes_are_large(budget):
    body, journal, kept = DropoutAdam(), Journal(budget, keyframe_interval=0.0), []
    body.steps = 20
    count = journal._add_bytes
    journal._add_bytes = lambda nbytes: (count(nbytes), kept.append(journal.nbytes))
    watched(body, journal)
    assert budget * 0.7 < max(kept) <= budget and journal.nbytes == counted(journal)


def test_the_budget_is_kept_at_every_moment_of_a_long_run():
    body, journal = Tiny(), Journal(100_000, keyframe_interval=0.001)
    body.steps = 10_000
    firsts, peak = [], 0

    def each():
        nonlocal peak
        peak = max(peak, journal.nbytes)
        firsts.append(journal.first_run())

    count, kept = journal._add_bytes, []
    journal._add_bytes = lambda nbytes: (count(nbytes), kept.append(journal.nbytes))
    watched(body, journal, each)
    assert max(kept) <= journal.budget and peak > journal.budget / 2
    assert journal.nbytes == counted(journal)
    assert firsts == sorted(firsts) and firsts[-1] > 9_000  # the oldest goes first
    numbers = [r.run for r in journal.records()]
    assert numbers == list(range(firsts[-1], 10_001)) and journal.dropped == firsts[-1]


def test_a_keyframe_that_other_work_has_interrupted_does_not_delay_the_next(monkeypatch):
    """Each takes a nanosecond, the fifth a million seconds."""
    asked = itertools.count()
    now = (1e-9 * n + 1e6 * (n > 8) for n in asked)
    monkeypatch.setattr(journal_module, "time", SimpleNamespace(perf_counter=lambda: next(now)))
    body, journal = Tiny(), Journal(10_000_000, keyframe_interval=1e-9)
    body.steps = 40
    watched(body, journal)
    assert len(journal.segments) > 20


@pytest.mark.parametrize("net", [DropoutAdam, BatchNorm])
def test_what_is_kept_is_exact(net):
    body = net()
    body.steps = 40
    film = Film(body)
    journal = Journal(60_000, keyframe_interval=0.002)
    watched(body, journal)
    records = journal.records()
    assert 0 < len(records) < len(film.runs) and len(journal.segments) > 1
    replay = Replayer(journal)
    for record in records[::-7] + records[::5]:
        walk = replay.open_run(record.run)
        assert values(walk, film.runs[record.run][0])
        walk.run_to_end()
        assert values(walk, film.runs[record.run][-1])
    with pytest.raises(NotFound, match="is not in the history"):
        replay.open_run(0)


def values(walk, place):
    return all(same(walk.lookup(n), v) for n, v in place.values.items())


def test_a_keyframe_larger_than_the_budget_keeps_nothing_and_the_program_goes_on():
    body = DropoutAdam()
    film = Film(body)
    journal = Journal(500)
    run = debug.Run(body, record=500)
    run.breakpoint("op:dropout")
    run.start()
    here = run.until_stopped(LONG)
    assert run.value(body.x.name).shape == (4, 3)
    run.step_back()
    assert run.here.run == here.run
    run.clear()
    run.cont()
    fetched, _ = run.wait(LONG)
    assert same(fetched[0][0], film.result[0][0][0])
    assert run.session.driver.journal.records() == [] and run.session.driver.journal.nbytes == 0
    watched(body, journal)
    assert journal.dropped == journal.run_count == 1 + body.steps


def test_a_budget_smaller_than_one_run():
    """A run with a large feed; the small ones behind it are kept again."""
    body = Tiny()
    body.steps = 6
    small = body.feed
    body.feed = lambda rng: {"x": np.ones((3000 if body.exe.steps.get(body.main, 0) == 2 else 4, 3), "float32")}
    assert small
    journal, kept = Journal(20_000, keyframe_interval=0.0), []
    watched(body, journal, lambda: kept.append((journal.nbytes, [r.run for r in journal.records()])))
    assert all(nbytes <= 20_000 for nbytes, _ in kept)
    assert [runs for _, runs in kept][1:4] == [[0, 1, 2], [], [4]] and kept[-1][1][-1] == 6
    walk = Replayer(journal).open_run(5)
    walk.run_to_end()
    film = Film(body)
    assert values(walk, film.runs[5][-1])


def test_values_that_are_kept_count():
    body = Tiny()
    body.steps = 50
    run = debug.start(body, keep=["*"], record=50_000)
    run.wait(LONG)
    journal = run.session.driver.journal
    assert journal.nbytes <= 50_000 and journal.nbytes == counted(journal)
    assert journal.last_record().kept_values


def test_each_record_is_reported_with_what_its_segment_has_grown_by():
    body, runs, grown = Tiny(), [], {}
    body.steps = 30

    def report(segment, nbytes):
        runs.append(segment.records[-1].run)
        grown.setdefault(id(segment), [segment, 0])[1] += nbytes
        assert grown[id(segment)][1] == segment.nbytes

    watched(body, Journal(1 << 20, keyframe_interval=0.0, on_record=report))
    assert runs == list(range(31)) and len(grown) > 1


def test_a_run_that_was_never_entered_leaves_no_gap(monkeypatch):
    """An interrupt between the end of a run and its entry: the next one takes its number."""
    body = Tiny()
    journal, enter = Journal(), Journal.append

    def interrupted(journal, record):
        if record.run == 2 and not journal.lost:
            journal.lost = True
            raise KeyboardInterrupt
        enter(journal, record)

    journal.lost = False
    monkeypatch.setattr(Journal, "append", interrupted)
    session = Session(lambda event: None, journal=journal)
    with session.in_thread():
        rng = body.begin()
        body.step(rng)
        with pytest.raises(KeyboardInterrupt):
            body.step(rng)
        body.step(rng)
        body.step(rng)
    assert [r.run for r in journal.records()] == [0, 1, 2, 3] and Replayer(journal).open_run(3).record.run == 3
