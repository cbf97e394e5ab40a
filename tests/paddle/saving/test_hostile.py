"""Files that are damaged, or made to do harm: one error, quickly, and nothing of what they ask for."""

import io
import os
import pickle
import struct
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import paddle
from opscope.errors import ArgumentError
from opscope.paddle.saving import load, save


class Calls:
    """Pickles as a call of a function."""

    def __init__(self, function, *args):
        self.call = function, args

    def __reduce__(self):
        return self.call


class Built:
    """Pickles as an object with a state."""

    def __init__(self):
        self.harm = 1


ran: list[int] = []


def dumps(value, protocol=4):
    return pickle.dumps(value, protocol)


HARM = {
    "os.system": dumps(Calls(os.system, "touch /tmp/harm")),
    "posix.system, protocol 2": dumps(Calls(os.system, "touch /tmp/harm"), 2),
    "eval": dumps(Calls(eval, "ran.append(1)")),
    "eval of data with builtins": dumps(Calls(eval, "data", {"data": 1, "__builtins__": {}})),
    "eval of another word": dumps(Calls(eval, "exit", {"data": 1})),
    "exec": dumps(Calls(exec, "ran.append(1)")),
    "subprocess": dumps(Calls(subprocess.call, ["true"])),
    "getattr": dumps(Calls(getattr, "x", "upper")),
    "import": dumps(Calls(__import__, "os")),
    "a class": dumps(Built),
    "an object": dumps(Built()),
    "numpy.load": dumps(Calls(np.load, "/etc/passwd")),
    "numpy.fromfile": dumps(Calls(np.fromfile, "/etc/passwd")),
    "bytearray": dumps(Calls(bytearray, 1 << 40)),
    "bytes": dumps(Calls(bytes, 1 << 40)),
    "a tuple of a number": dumps(Calls(tuple, 1)),
    "objects": dumps(np.array([Built(), print])),
    "records": dumps(np.zeros(2, [("a", "f4")])),
    "text": dumps(np.array(["a"])),
    "times": dumps(np.array(["2020-01-01"], "M8[D]")),
    "a set": dumps({1, 2}),
    "a slice": dumps(slice(1, 2)),
    "a key that is an array's": b"\x80\x04}\x8c\x05numpy\x8c\x05dtype\x93K\x01s.",
    "inst": b"\x80\x02(ios\nsystem\n.",
    "obj": b"\x80\x02(cos\nsystem\n\x8c\x04trueo.",
    "newobj": b"\x80\x04\x8c\x02os\x8c\x06system\x93)\x81.",
    "newobj_ex": b"\x80\x04\x8c\x02os\x8c\x06system\x93)}\x92.",
    "persistent": b"\x80\x02Px\n.",
    "binpersid": b"\x80\x02K\x01Q.",
    "extension": b"\x80\x02\x82\x01.",
    "protocol 0": pickle.dumps([1], 0),
    "out of band": b"\x80\x05\x97.",
    "a list in itself": b"\x80\x04]\x94h\x00a.",
    "a dict in itself": b"\x80\x04}\x94K\x01h\x00s.",
    "a huge text": b"\x80\x04\x8d" + struct.pack("<Q", 1 << 60) + b"x.",
    "huge bytes": b"\x80\x04\x8e" + struct.pack("<Q", (1 << 63) - 1) + b"x.",
    "negative bytes": b"\x80\x04\x8e" + struct.pack("<q", -1) + b"x.",
    "a huge memo": b"\x80\x04Nr" + struct.pack("<I", (1 << 32) - 1) + b"0.",
    "a huge integer": b"\x80\x04\x8b" + struct.pack("<i", 1 << 20) + b"\x7f" * (1 << 20) + b".",
    "no memo": b"\x80\x04h\x05.",
    "no mark": b"\x80\x04K\x01t.",
    "an empty stack": b"\x80\x04.",
    "two values": b"\x80\x04NN.",
    "a mark": b"\x80\x04(.",
    "append to nothing": b"\x80\x04K\x01a.",
    "append to a tuple": b"\x80\x04)K\x01a.",
    "items of a list": b"\x80\x04]K\x01K\x02s.",
    "a key alone": b"\x80\x04}(K\x01u.",
    "a list as a key": b"\x80\x04}]K\x01s.",
    "a name of numbers": b"\x80\x04K\x01K\x02\x93.",
    "state for a list": b"\x80\x04]}b.",
    "state for nothing": b"\x80\x04}b.",
    "no stop": b"\x80\x04N",
    "nothing": b"",
    "text, not pickle": b"hello world\n",
    "a zip": b"PK\x03\x04" + b"\0" * 40,
    "an unknown instruction": b"\x80\x04\xff.",
}


@pytest.mark.parametrize("name", HARM)
def test_harm_is_refused(name):
    began = time.monotonic()
    with pytest.raises(ArgumentError, match="the file cannot be loaded"):
        load(io.BytesIO(HARM[name]))
    assert time.monotonic() - began < 1.0
    assert not ran and not os.path.exists("/tmp/harm")


@pytest.mark.parametrize(
    "name, word",
    [
        ("os.system", "calls posix.system"), ("exec", "calls builtins.exec"), ("eval", "calls builtins.eval"),
        ("a class", r"the pickle refers to .*Built"), ("an object", "NEWOBJ"), ("objects", "with the dtype O8"),
        ("a list in itself", "deeper than 64"), ("a huge integer", "an integer of 83886"),
        ("text, not pickle", "the content is not a pickle of protocol 2"),
    ],
)  # fmt: skip
def test_it_is_said_what_was_found(name, word):
    with pytest.raises(ArgumentError, match=word):
        load(io.BytesIO(HARM[name]))


def array_file(dtype="f4", order="<", shape=(2,), raw=b"\0" * 8, fields=None, version=1):
    """A pickle of an array, with parts that NumPy would not write."""

    class Dtype:
        def __reduce__(self):
            return np.dtype, (dtype, False, True), (3, order, fields, None, None, -1, -1, 0)

    class Array:
        def __reduce__(self):
            function, args, _ = np.zeros(1).__reduce__()
            return function, args, (version, shape, Dtype(), False, raw)

    class Pickler(pickle.Pickler):
        def reducer_override(self, value):
            if isinstance(value, Dtype | Array):
                return value.__reduce__()
            return NotImplemented

    buffer = io.BytesIO()
    Pickler(buffer, 4).dump(Array())
    return buffer.getvalue()


def test_the_file_of_the_next_test_is_good():
    assert load(io.BytesIO(array_file()), return_numpy=True).tolist() == [0, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"dtype": "O"}, {"dtype": "O8", "order": "|"}, {"dtype": "V8"}, {"dtype": "f4,f4"}, {"dtype": "f3"},
        {"order": "!"}, {"order": 3}, {"fields": ("a",)}, {"shape": (1 << 40,)}, {"shape": (-2,)},
        {"shape": (1 << 62, 1 << 62)}, {"shape": (0, 1 << 62)}, {"shape": (1,) * 40}, {"shape": (2.0,)},
        {"shape": [2]}, {"shape": (True, 2)}, {"raw": b"\0" * 7}, {"raw": [1, 2]}, {"raw": "x" * 8},
    ],
    ids=repr,
)  # fmt: skip
def test_arrays_that_are_none(options):
    with pytest.raises(ArgumentError, match="the file cannot be loaded"):
        load(io.BytesIO(array_file(**options)))


def test_a_file_that_unfolds_to_very_much_is_read_as_what_it_is():
    """Lists of two references to the list before: 2^60 places for one array, of which each is made once."""
    value: list = [np.ones(2, "f")]
    for _ in range(60):
        value = [value, value]
    began = time.monotonic()
    found = load(io.BytesIO(dumps(value)))
    assert found[0] is found[1] and time.monotonic() - began < 1.0


def state():
    made = paddle.to_tensor(np.arange(6, dtype="f").reshape(2, 3))
    made.name = "linear_0.w_0"
    buffer = io.BytesIO()
    save({"fc.weight": made, "steps": {"a": [1, 2.5, "x", None, (b"b", True)]}}, buffer)
    return buffer.getvalue()


VALID = state()


def survives(content):
    """It is loaded, or refused with the one error."""
    try:
        load(io.BytesIO(content))
    except ArgumentError as e:
        assert "the file cannot be loaded" in str(e)  # noqa: PT017 (both ends are right)


@given(st.integers(0, len(VALID) - 1))
def test_a_file_cut_short_is_refused(end):
    with pytest.raises(ArgumentError, match="the file cannot be loaded"):
        load(io.BytesIO(VALID[:end]))


@settings(max_examples=400)
@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_changed_bytes_give_a_value_or_the_one_error(changes):
    content = bytearray(VALID)
    for at, value in changes:
        content[at] = value
    survives(bytes(content))


@settings(max_examples=300)
@given(st.integers(0, len(VALID)), st.integers(0, len(VALID)), st.binary(max_size=12))
def test_other_pieces_give_a_value_or_the_one_error(start, end, piece):
    survives(VALID[:start] + piece + VALID[end:])


INSTRUCTIONS = list(b"\x80\x04}]()tuseab0NKh\x94\x93R\x85\x86\x8c.\x01x")


@settings(max_examples=300)
@given(st.lists(st.sampled_from(INSTRUCTIONS), max_size=40))
def test_any_instructions_give_a_value_or_the_one_error(parts):
    survives(bytes([0x80, 4, *parts]))


def test_reading_imports_nothing():
    """Not even a module that is there and harmless: `this` would print."""
    code = (
        "import io, sys, numpy, pickletools, opscope.paddle.saving as s\n"
        "before = set(sys.modules)\n"
        "try: s.load(io.BytesIO(b'\\x80\\x02cthis\\ns\\n.'))\n"
        "except ValueError as e: print(str(e).splitlines()[0])\n"
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith('opscope')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "the file cannot be loaded: the pickle refers to this.s, which is not data\n[]\n", done.stderr
