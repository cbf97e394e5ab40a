"""Attributes as JSON: values are read back exactly; types without an encoding and invalid data are refused."""

import json
import math

import numpy as np
import pytest

from opscope import paddle
from opscope.core.dtype import float32
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.serialize.attribute_json import decode, encode
from opscope.ir.serialize.program_json import to_data
from opscope.ir.serialize.untrusted import Untrusted
from opscope.paddle import static

VALUES = [
    *(None, True, 3, -(2**63), 2**64 - 1, 1.0, -0.0, math.inf, -math.inf, 1e-300),
    *("", "é\ud800", 1j, complex("nan-infj")),
    *((), (1, (2.5, None)), [1, [2]], {"a": (1,), "b": {}}, slice(None, 3, -1), (..., "..."), slice(None)),
    *(float32, np.dtype("int8"), np.float16, int, np.float32(1.1), np.bool_(True), np.float64("nan")),
    *(np.zeros((2, 0), "int8"), np.asarray(5, "uint8"), np.asarray([True, False]), np.ones((2, 2), "complex64")),
    *(np.arange(6.0).reshape(2, 3).T, np.arange(4, dtype=">i4"), np.asarray([np.nan, np.inf])),
]


def at_here(value):
    """Untrusted data whose path is "here"."""
    return Untrusted(value, Untrusted({}), "here", "field")


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back_with_their_type(value):
    text = json.dumps(encode(value), allow_nan=False)
    found = decode(at_here(json.loads(text)))
    assert type(found) is type(value) and json.dumps(encode(found)) == text
    if isinstance(value, np.ndarray):
        assert found.flags.writeable and found.flags.f_contiguous == value.flags.f_contiguous
        np.testing.assert_array_equal(found, value, strict=value.dtype.isnative)
    else:
        assert repr(found) == repr(value)


class Unhelpful(int):
    pass


@pytest.mark.parametrize(
    "value", [print, object(), Unhelpful(3), {1: 2}, {1}, b"x", 2**70, np.asarray([None]), np.asarray(["x"])]
)
def test_what_is_not_data_is_refused(value):
    paddle.enable_static()
    paddle.scale(static.data("x", [2], "float32"), 2.0)
    program = static.default_main_program()
    (operator,) = program.operators
    operator.attrs["scale"] = (1, [value])
    with pytest.raises(
        UnsupportedError,
        match=rf"operator {operator.id} \(scale\), attribute 'scale' cannot be written as data: .* cannot be stored",
    ):
        to_data(program)


def test_a_list_in_itself_is_refused():
    nest = []
    nest.append(nest)
    with pytest.raises(UnsupportedError, match="deeper than 32"):
        encode(nest)
    with pytest.raises(ArgumentError, match=r"here\[0\].*: is nested deeper than 32"):
        decode(at_here(nest))


def array(dtype="int8", base64="AAE=", shape=(2,), order="C"):
    return {"array": {"dtype": dtype, "base64": base64, "shape": list(shape), "order": order}}


@pytest.mark.parametrize(
    "value, message",
    [
        (array("bool", "AAI="), "has bytes that are neither true nor false"),
        (array(shape=[3]), "does not have the number of bytes"),
        (array(base64="AAE"), "must be base64"),
        (array(base64="é"), "must be base64"),
        (array("object"), "must be one of bool"),
        (array(base64="", shape=[2**62, 2**62, 0]), "is too large"),
        (array(shape=[1] * 33), "has more than 32 items"),
        (array(order="K"), "must be C or F"),
        ({"scalar": {"dtype": "int16", "base64": "AA=="}}, "does not have the number of bytes"),
        ({"ellipsis": False}, "must be true"),
        ({"slice": [1, 2]}, "a slice must have three parts"),
        ({"complex": [1, 2.0]}, "a complex number must be two floats"),
        ({"float": "1.0"}, "must be one of nan, inf, -inf"),
        ({"type": "object"}, "must be one of bool, int"),
        ({"pickle": ""}, "has an unknown tag"),
        ({"tuple": [], "list": []}, "or an object with one tag"),
        (2**65, "must be from -"),
        (float("nan"), "must be finite"),
        (b"x", "must be a number, a string"),
    ],
)
def test_values_are_checked(value, message):
    with pytest.raises(ArgumentError, match=f"^the data is not a program: here.*{message}"):
        decode(at_here(value))
