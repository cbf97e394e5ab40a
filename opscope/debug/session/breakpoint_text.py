"""Parser of a breakpoint in one line, for the prompt and the magics: `h if h.max() > 3 hits 2`, `loss > 2`."""

from __future__ import annotations

import re
from typing import NamedTuple

from opscope.debug.conditions.condition import Condition
from opscope.errors import ArgumentError

_HITS = re.compile(r"(?:^|\s)hits\s+(\S+)$")
_PATTERN = re.compile(r"((?:at:)?cell \[[^\]]*\]:\d+|\S+)\s*(.*)", re.DOTALL)
_IF = re.compile(r"(?:^|\s+)if\s+")


class BreakpointText(NamedTuple):
    """The parts of a line of text that describes a breakpoint. The text of the condition is still unparsed."""

    spec: str
    condition: str
    hits: int


def parse_breakpoint(text: str) -> BreakpointText:
    """Parse the text of a breakpoint, `SPEC [if COND] [hits N]`. Raises ArgumentError.

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

    A line of a notebook cell contains a space, as in `cell [3]:2`.

    >>> first_pattern("cell [3]:2 loss is {loss}"), first_pattern("op:relu")
    (('cell [3]:2', 'loss is {loss}'), ('op:relu', ''))
    """
    match = _PATTERN.match(text.strip())
    return (match[1], match[2]) if match is not None else ("", "")


def parse_watch(text: str) -> tuple[str, str]:
    """Return the pattern and the condition of a watchpoint, from its text.

    The text may omit the pattern, and also the word `if` between pattern and condition.

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
