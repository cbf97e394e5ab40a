"""Code objects that call a hook (a function of the debugger) when they begin.

In Python 3.11, such a hook makes it possible to trace single functions. A trace function slows down all Python code
that its thread runs. So the trace function is set only while a function with a breakpoint runs. Additional instructions
at the beginning of such a function call the hook, and the hook sets the trace function. All jumps in Python 3.11 are
relative, so the other instructions do not change.
"""

from __future__ import annotations

import dis
import opcode
from collections.abc import Callable, Iterator
from types import CodeType

_RESUME, _EXTENDED_ARG = dis.opmap["RESUME"], dis.opmap["EXTENDED_ARG"]
_UNIT = 2  # bytes of an instruction


def with_prologue(code: CodeType, hook: Callable[[], None]) -> CodeType | None:
    """Return the code with a call of the hook after the first RESUME instruction. Return None if there is no RESUME."""
    old = code.co_code
    at = next((i + _UNIT for i in range(0, len(old), _UNIT) if old[i] == _RESUME), 0)
    table_at = _entry_of(code.co_linetable, at // _UNIT)
    if not at or table_at is None:
        return None
    call = _call_of_constant(len(code.co_consts))
    units = len(call) // _UNIT
    table = code.co_linetable
    return code.replace(
        co_code=old[:at] + call + old[at:],
        co_consts=(*code.co_consts, hook),
        co_stacksize=max(code.co_stacksize, 3),
        co_linetable=table[:table_at] + _no_line(units) + table[table_at:],
        co_exceptiontable=_shifted_exceptions(code, at, len(call)),
    )


def _call_of_constant(index: int) -> bytes:
    """Return the instructions that call a constant and drop the result."""
    load = [*([("EXTENDED_ARG", index >> 8)] if index > 255 else []), ("LOAD_CONST", index & 255)]
    made = bytearray()
    for name, argument in [("PUSH_NULL", 0), *load, ("PRECALL", 0), ("CALL", 0), ("POP_TOP", 0)]:
        number = dis.opmap[name]
        made += bytes((number, argument)) + bytes(_UNIT * opcode._inline_cache_entries[number])  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    return bytes(made)


def _entry_of(table: bytes, unit: int) -> int | None:
    """Return the index of the line table entry that begins at an instruction.

    The result is None if no entry begins at this instruction.
    """
    units, index = 0, 0
    while index < len(table):
        if units >= unit:
            return index if units == unit else None
        units += (table[index] & 7) + 1
        index += 1
        while index < len(table) and not table[index] & 128:
            index += 1
    return None


def _no_line(units: int) -> bytes:
    """Return line table entries for `units` instructions that have no line."""
    lengths = [8] * (units // 8) + [units % 8] * (units % 8 > 0)
    return bytes(128 | 15 << 3 | length - 1 for length in lengths)


def _shifted_exceptions(code: CodeType, at: int, by: int) -> bytes:
    """Return the exception table of a code object after `by` bytes are inserted at `at`."""
    made = bytearray()
    for start, end, target, depth, lasti in _exceptions(code):
        start, end, target = (i + by if i >= at else i for i in (start, end, target))
        numbers = (start // _UNIT, (end - start) // _UNIT, target // _UNIT, depth << 1 | lasti)
        for index, number in enumerate(numbers):
            made += bytes(_varint(number, first=index == 0))
    return bytes(made)


def _exceptions(code: CodeType) -> list[tuple[int, int, int, int, bool]]:
    """Return the entries of the exception table as (start, end, target, depth, lasti), in bytes."""
    return dis._parse_exception_table(code)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]


def _varint(number: int, first: bool) -> Iterator[int]:
    """Yield the bytes of a number in groups of six bits, highest group first.

    If `first` is True, the first byte is marked.
    """
    groups = [number & 63]
    while number := number >> 6:
        groups.insert(0, number & 63)
    for index, group in enumerate(groups):
        yield group | (64 if index + 1 < len(groups) else 0) | (128 if first and not index else 0)
