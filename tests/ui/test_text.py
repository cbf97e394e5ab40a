"""What is written the same in Python and in JavaScript; `js/test/format.test.js` reads the same cases."""

import dataclasses
import json
import pathlib

import pytest

from opscope.ui import value_text
from tests.ui import fixture

CASES = json.loads((pathlib.Path(__file__).parent / "format_cases.json").read_text("utf-8"))
VALUE = fixture.seen(fixture.FORWARD[0], 0, 1, fixture.np.ones((2, 2), "float32"))


@pytest.mark.parametrize("x, expected", CASES["numbers"])
def test_number(x, expected):
    assert value_text.number(x) == expected


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
