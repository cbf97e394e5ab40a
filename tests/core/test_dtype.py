"""Data types: every spelling gives the one object, and mixtures are as Paddle's."""

import copy
import pickle

import numpy as np
import pytest

from opscope.core import dtype as types
from opscope.core.dtype import as_dtype, promote
from opscope.errors import DTypeError


@pytest.mark.parametrize(
    "spelling, name",
    [
        ("float32", "float32"),
        ("paddle.float32", "float32"),
        (np.float32, "float32"),
        (np.dtype("float32"), "float32"),
        (float, "float64"),
        ("float", "float64"),
        ("double", "float64"),
        (int, "int64"),
        ("int", "int64"),
        ("f4", "float32"),
        (bool, "bool"),
        (types.int8, "int8"),
        ("half", "float16"),
    ],
    ids=repr,
)
def test_spellings(spelling, name):
    assert as_dtype(spelling).name == name


@pytest.mark.parametrize("name", types.NAMES)
def test_one_object_a_type(name):
    found = as_dtype(name)
    assert copy.deepcopy(found) is found and pickle.loads(pickle.dumps(found)) is found
    assert np.zeros(1, dtype=found).dtype == name
    assert found.itemsize == np.dtype(name).itemsize
    assert repr(found) == f"paddle.{name}"


@pytest.mark.parametrize("wrong", ["floatxx", object(), "datetime64"])
def test_unknown_types_are_named(wrong):
    with pytest.raises(DTypeError, match="not understood"):
        as_dtype(wrong)


@pytest.mark.parametrize("a, b, both", [("int64", "float32", "float32"), ("float16", "float32", "float32")])
def test_promotion(a, b, both):
    assert promote(as_dtype(a), as_dtype(b)) is promote(as_dtype(b), as_dtype(a)) is as_dtype(both)


def test_promotion_of_integers_is_numpys():
    assert promote(types.int32, types.int64) is types.int64
    assert promote(types.bool_, types.uint8) is types.uint8
