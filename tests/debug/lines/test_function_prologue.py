"""A function whose code calls a hook when it begins does what it did, with the same lines; Python 3.11's way."""

import dis
import json.decoder
import sys
import textwrap
import traceback
from types import FunctionType

import pytest

from opscope.debug.lines.source_file import nested_codes
from tests.debug.lines import programs

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="later versions have sys.monitoring")
if sys.version_info < (3, 12):
    from opscope.debug.lines.function_prologue import with_prologue

MODULES = [programs, textwrap, json.decoder, traceback, dis]
CODES = [
    code
    for module in MODULES
    for function in vars(module).values()
    if isinstance(function, FunctionType)
    for code in nested_codes(function.__code__)
]


def noted(function, calls):
    """The function with a hook that counts its calls."""
    code = with_prologue(function.__code__, lambda: calls.append(1))
    return FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)


@pytest.mark.parametrize("function", programs.PLAIN)
def test_it_returns_the_same(function):
    calls = []
    assert noted(function, calls)() == function() and calls == [1]


def test_a_generator_begins_once():
    calls = []
    assert list(noted(programs.numbers, calls)(4)) == [0, 1, 4, 9] and calls == [1]


def test_an_error_has_the_same_lines():
    def lines(function):
        with pytest.raises(ValueError, match="too large") as error:
            function(3)
        return [line for _, line in traceback.walk_tb(error.value.__traceback__)][-1:]

    assert lines(noted(programs.failing, [])) == lines(programs.failing)


def test_all_else_of_the_code_is_as_it_was():
    """Behind the call of the hook come the same instructions, on the same lines, with the same handlers."""

    def rest(code, skip):
        jumps = {*dis.hasjrel, *dis.hasjabs}
        found = [i for i in dis.get_instructions(code) if i.opname != "EXTENDED_ARG"]
        return [(i.opname, None if i.opcode in jumps else i.arg, i.positions) for i in found if i.offset >= skip]

    assert len(CODES) > 80
    for code in CODES:
        made = with_prologue(code, print)
        assert made is not None, code
        inserted = len(made.co_code) - len(code.co_code)
        begin = next(i.offset for i in dis.get_instructions(code) if i.opname == "RESUME") + 2
        assert rest(made, begin + inserted) == rest(code, begin), code
        moved = [
            (e.start - inserted, e.end - inserted, e.target - inserted, e.depth, e.lasti)
            for e in dis._parse_exception_table(made)
        ]
        assert moved == [(e.start, e.end, e.target, e.depth, e.lasti) for e in dis._parse_exception_table(code)], code
