"""The tokenizer of expressions, and the errors that point at a column of an expression."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from opscope.debug.conditions.nodes import GRADIENT, GRADIENT_OF, KEYWORDS, NAME
from opscope.errors import ArgumentError

LENGTH = 2000  # characters
TOKENS = 200  # limits the depth of the tree, and so of every recursion over it
SHOWN = 50  # characters on each side of a caret

_TOKEN = re.compile(
    rf"""(?P<space>\s+)
    | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<name>(?:{GRADIENT_OF})*{NAME})
    | (?P<gradient>(?:{GRADIENT})+)
    | (?P<quoted>`[^`\n]+`)
    | (?P<text>'[^'\n]*'|"[^"\n]*")
    | (?P<rest>\.\.\.)
    | (?P<member>\.[A-Za-z_]\w*)
    | (?P<sign>\*\*|//|[<>=!]=|[-+*/%<>()\[\],:])""",
    re.VERBOSE | re.ASCII,
)
_FIXES = {
    "=": "compare with ==", "&": "write `and`", "|": "write `or`", "!": "write `not`", "~": "write `not`",
    "^": "write a power with **", "`": "end a name in backquotes with a backquote on the same line",
    "'": "end the text with the same quote", '"': "end the text with the same quote",
}  # fmt: skip


class Token(NamedTuple):
    """A token (a word, a number or a sign) of an expression.

    `kind` is number, name, gradient, quoted, text, rest, member or end. For a sign or a keyword, `kind` is the sign or
    keyword itself.
    """

    kind: str
    text: str
    column: int


def raise_at(problem: str, text: str, column: int, fix: str) -> NoReturn:
    """Raise an ArgumentError that shows the text of the expression with a caret under a column."""
    begin = max(0, column - SHOWN)
    shown = "".join(c if c.isprintable() else " " for c in text[begin : column + SHOWN])
    raise ArgumentError(f"{problem}\n    {shown}\n    {' ' * (column - begin)}^", fix=fix)


def tokenize(text: str) -> list[Token]:
    """Split a text into tokens. The last token has the kind `end`. Raises ArgumentError for a text with a mistake."""
    if len(text) > LENGTH:
        raise_at(f"the expression has {len(text):,} characters", text, LENGTH, f"use at most {LENGTH:,} characters")
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            fix = _FIXES.get(text[at], "write a name with other characters in backquotes: `my name`")
            raise_at(f"{text[at]!r} is not allowed here", text, at, fix)
        kind, word = str(match.lastgroup), match[0]
        if kind == "name" and found and found[-1].kind in ("[", ":", ",") and word.startswith(GRADIENT_OF):
            word = word.partition(":")[0]  # the start of a slice: h[grad:n]
        if kind == "sign" or word in KEYWORDS:
            kind = word
        if kind != "space":
            found.append(Token(kind, word.strip("`") if kind == "quoted" else word, at))
        if len(found) > TOKENS:
            raise_at(f"the expression has more than {TOKENS} words and signs", text, at, "split the expression")
        at += len(word)
    return [*found, Token("end", "the end", len(text))]
