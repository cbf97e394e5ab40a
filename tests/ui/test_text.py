"""What is written the same in Python and in JavaScript; `js/test/format.test.js` reads the same cases."""

import dataclasses
import json
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.statistics_text import percentage
from opscope.ui import value_text
from tests.ui import fixture

CASES = json.loads((pathlib.Path(__file__).parent / "format_cases.json").read_text("utf-8"))
VALUE = fixture.seen(fixture.FORWARD[0], 0, 1, fixture.np.ones((2, 2), "float32"))


@pytest.mark.parametrize("x, expected", CASES["numbers"])
def test_number(x, expected):
    assert value_text.number(x) == expected


@pytest.mark.parametrize("share, expected", CASES["percent"])
def test_percentage(share, expected):
    assert percentage(*share) == expected


@given(st.integers(1, 10**9).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))), st.integers(0, 2))
def test_only_all_is_100_percent_and_only_none_is_0_percent(counts, decimals):
    part, size = counts
    text = percentage(part / size, decimals)
    if not text.startswith(("<", ">")):
        assert (float(text[:-1]) == 100.0) == (part == size)
        assert (float(text[:-1]) == 0.0) == (part == 0)
        assert abs(float(text[:-1]) - 100 * part / size) <= 0.5001 * 10.0**-decimals


@pytest.mark.parametrize("dims, expected", CASES["shapes"])
def test_shape(dims, expected):
    assert value_text.shape(tuple(dims)) == expected


@pytest.mark.parametrize("facts, expected", CASES["health"])
def test_health(facts, expected):
    assert value_text.health(dataclasses.replace(VALUE, **facts)) == expected


@pytest.mark.parametrize("facts, expected", CASES["groups"])
def test_group(facts, expected):
    assert value_text.group(dataclasses.replace(VALUE, **facts)) == expected


@pytest.mark.parametrize("facts, expected", CASES["names"])
def test_names(facts, expected):
    assert list(value_text.names(dataclasses.replace(VALUE, **facts))) == expected
