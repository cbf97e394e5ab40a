"""Summaries take a small share of a program's time, however many there are, and come no more often than asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.debug.taps.sampling_rate import SHARE, SamplingRate

SECONDS = st.floats(0.0, 10.0)


@given(st.lists(SECONDS, min_size=1, max_size=50), st.floats(0.001, 1.0))
def test_summaries_keep_to_the_rate_and_to_their_share(costs: list[float], interval: float):
    rate, now = SamplingRate(interval), 0.0
    for cost in costs:
        due = rate.next_due(now, cost)
        assert due >= now + interval
        now = due
    assert sum(costs) <= SHARE * now * (1 + 1e-9)


def test_values_that_cost_little_are_summarized_as_often_as_asked_for():
    rate = SamplingRate(0.05)
    assert rate.next_due(10.0, 0.001) == pytest.approx(10.05)
    assert rate.hz == 0.0


def test_a_lower_rate_than_asked_for_is_said():
    rate = SamplingRate(0.05)
    assert rate.next_due(10.0, 0.01) == pytest.approx(10.0 + 0.01 / SHARE)
    assert rate.hz == pytest.approx(SHARE / 0.01)


def test_an_interval_of_zero_summarizes_every_step():
    rate = SamplingRate(0.0)
    assert rate.next_due(10.0, 5.0) == 10.0
    assert rate.hz == 0.0
