"""Parser of a breakpoint (`h if h.max() > 3 hits 2`) or a watch (`loss > 2`) that is written in one line.

The prompt and the magics use this parser.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from opscope.debug.conditions.condition import Condition
from opscope.errors import ArgumentError

_HITS = re.compile(r"(?:^|\s)hits\s+(\S+)$")
_PATTERN = re.compile(r"((?:at:)?cell \[[^\]]*\]:\d+|\S+)\s*(.*)", re.DOTALL)
_IF = re.compile(r"(?:^|\s+)if\s+")


class BreakpointText(NamedTuple):
    """The parts of a one-line text that describes a breakpoint. The condition is text that is not parsed yet."""

    spec: str
    condition: str
    hits: int


def parse_breakpoint(text: str) -> BreakpointText:
    """Parse the text of a breakpoint, `SPEC [if COND] [hits N]`. Raises ArgumentError if the text has another form.

    >>> parse_breakpoint("op:tanh if step > 5 hits 3")
    BreakpointText(spec='op:tanh', condition='step > 5', hits=3)
    """
    text, hits = text.strip(), 1
    if (match := _HITS.search(text)) is not None:
        if not match[1].isdigit() or int(match[1]) < 1:
            raise ArgumentError(
                f"hits must be a positive whole number, not {match[1]!r}", fix="break h if h.max() > 3 hits 2"
            )
        text, hits = text[: match.start()].strip(), int(match[1])
    spec, *condition = _IF.split(text, maxsplit=1)
    if not spec and not condition:
        raise ArgumentError(
            "break needs a name, an operator or a line",
            fix="for example: break op:tanh, break h, or break at:train.py:20",
        )
    if " " in spec and not spec.startswith(("cell [", "at:cell [")):
        raise ArgumentError(f"{spec!r} is not a pattern", fix="write a condition after `if`: break h if h.max() > 3")
    return BreakpointText(spec, condition[0] if condition else "", hits)


def first_pattern(text: str) -> tuple[str, str]:
    """Return the pattern at the start of a text, and the text after the pattern.

    A pattern for a line of a notebook cell contains a space, for example `cell [3]:2`.

    >>> first_pattern("cell [3]:2 loss is {loss}"), first_pattern("op:relu")
    (('cell [3]:2', 'loss is {loss}'), ('op:relu', ''))
    """
    match = _PATTERN.match(text.strip())
    return (match[1], match[2]) if match is not None else ("", "")


def parse_watch(text: str) -> tuple[str, str]:
    """Return the pattern and the condition of a watchpoint, from its text.

    The text may omit the pattern. The text may also omit the word `if` between the pattern and the condition.

    >>> parse_watch("*@GRAD max_gt(10)"), parse_watch("loss > 2")
    (('*@GRAD', 'max_gt(10)'), ('', 'loss > 2'))
    """
    head, *tail = _IF.split(text, maxsplit=1)
    if tail or not text:
        return (head, tail[0]) if tail else ("", "")
    try:
        Condition.parse(text)
    except ArgumentError:
        spec, _, condition = text.partition(" ")
        if not condition:
            raise
        Condition.parse(condition)
        return spec, condition
    return "", text
