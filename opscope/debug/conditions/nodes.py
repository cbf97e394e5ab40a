"""What an expression is made of: the nodes of its tree, each printing the text that parses to it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, POWER, POSTFIX = range(1, 10)  # how tightly each binds
RANKS = {
    "or": OR,
    "and": AND,
    "<": COMPARISON,
    "<=": COMPARISON,
    ">": COMPARISON,
    ">=": COMPARISON,
    "==": COMPARISON,
    "!=": COMPARISON,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "//": PRODUCT,
    "%": PRODUCT,
    "**": POWER,
}

NAME = r"[A-Za-z_](?:[\w.@/]*[\w@])?"
KEYWORDS = ("and", "or", "not")
WORDS = ("step", "run", "op", "role", "name", "value")  # what the run says of itself
CONSTANTS = {"True": True, "False": False, "inf": float("inf"), "nan": float("nan")}
PROPERTIES = ("shape", "size", "ndim", "dtype")


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression. `at` is its column in the text that was parsed, and no part of what it is."""

    at: int = field(default=0, compare=False, repr=False, kw_only=True)
    rank: ClassVar[int] = POSTFIX

    def parts(self) -> Iterator[Node]:
        """The nodes directly below."""
        for each in fields(self):
            value: Any = getattr(self, each.name)
            yield from (p for p in (value if isinstance(value, tuple) else (value,)) if isinstance(p, Node))

    def walk(self) -> Iterator[Node]:
        """This node and all below, as they stand in the text."""
        yield self
        for part in self.parts():
            yield from part.walk()

    def changed(self, change: Callable[[Node], Node]) -> Node:
        """The same node over changed parts."""

        def new(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(new(v) for v in value)
            return change(value) if isinstance(value, Node) else value

        return replace(self, **{f.name: new(getattr(self, f.name)) for f in fields(self)})

    def within(self, rank: int) -> str:
        """Its text as an operand of something that binds like `rank`."""
        return str(self) if self.rank >= rank else f"({self})"


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A literal, as it was written: 1 and 1.0 are equal numbers, and not the same."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def value(self) -> int | float:
        """The number itself."""
        return int(self.text) if self.text.isdigit() else float(self.text)


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string in quotes; there are no escapes."""

    value: str

    def __str__(self) -> str:
        return f'"{self.value}"' if "'" in self.value else f"'{self.value}'"


@dataclass(frozen=True, slots=True)
class Name(Node):
    """Exactly this variable."""

    text: str

    def __str__(self) -> str:
        plain = re.fullmatch(NAME, self.text, re.ASCII) and self.text not in (*KEYWORDS, *WORDS, *CONSTANTS)
        return self.text if plain and self.text.rpartition(".")[2] not in PROPERTIES else f"`{self.text}`"


@dataclass(frozen=True, slots=True)
class Word(Node):
    """One of WORDS or CONSTANTS."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Dotted(Node):
    """`h.shape`: the variable of that whole name if there is one, else a property of what stands before the dot."""

    base: Name | Word | Dotted
    member: str

    @property
    def text(self) -> str:
        """The whole as a name."""
        return f"{self.base.text}.{self.member}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """A property of something that is no bare name."""

    base: Node
    member: str

    def __str__(self) -> str:
        base = f"`{self.base.text}`" if isinstance(self.base, Name) else _base(self.base, Word, Dotted)
        return f"{base}.{self.member}"


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`max(h)`, or `h.max()` where `method` is set."""

    function: str
    operand: Node
    method: bool

    def __str__(self) -> str:
        return f"{_base(self.operand)}.{self.function}()" if self.method else f"{self.function}({self.operand})"


@dataclass(frozen=True, slots=True)
class Previous(Node):
    """What the expression inside was at the step before."""

    operand: Node

    def __str__(self) -> str:
        return f"previous({self.operand})"


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`h[0, :3]`."""

    base: Node
    items: tuple[Node, ...]

    def __str__(self) -> str:
        return f"{_base(self.base)}[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """`start:stop:step`, inside an index."""

    start: Node | None
    stop: Node | None
    stride: Node | None

    def __str__(self) -> str:
        ends = ":".join("" if end is None else str(end) for end in (self.start, self.stop))
        return ends if self.stride is None else f"{ends}:{self.stride}"


@dataclass(frozen=True, slots=True)
class Rest(Node):
    """`...`, inside an index."""

    def __str__(self) -> str:
        return "..."


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """`(4, 3)`, to compare with a shape."""

    items: tuple[Node, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))}{',' if len(self.items) == 1 else ''})"


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-x`."""

    operand: Node
    rank: ClassVar[int] = UNARY

    def __str__(self) -> str:
        return f"-{self.operand.within(UNARY)}"


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Arithmetic: + - * / // % **."""

    sign: str
    left: Node
    right: Node

    @property
    def rank(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """That of the sign."""
        return RANKS[self.sign]

    def __str__(self) -> str:
        if self.sign == "**":  # the one that groups to the right
            return f"{self.left.within(POSTFIX)} ** {self.right.within(UNARY)}"
        return f"{self.left.within(self.rank)} {self.sign} {self.right.within(self.rank + 1)}"


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`a < b <= c`: one sign fewer than operands."""

    signs: tuple[str, ...]
    operands: tuple[Node, ...]
    rank: ClassVar[int] = COMPARISON

    def __str__(self) -> str:
        return self.joined([o.within(SUM) for o in self.operands])

    def joined(self, texts: list[str]) -> str:
        """The comparison of operands that read like this."""
        return texts[0] + "".join(f" {s} {t}" for s, t in zip(self.signs, texts[1:], strict=True))


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not x`."""

    operand: Node
    rank: ClassVar[int] = NOT

    def __str__(self) -> str:
        return f"not {self.operand.within(NOT)}"


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`a and b and c`, or the same with `or`."""

    word: str
    terms: tuple[Node, ...]

    @property
    def rank(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """That of the word."""
        return RANKS[self.word]

    def __str__(self) -> str:
        return f" {self.word} ".join(t.within(self.rank + 1) for t in self.terms)


def _base(node: Node, *bracketed: type[Node]) -> str:
    """The text before a dot or a bracket; a dot right behind a number would belong to the number."""
    return f"({node})" if isinstance(node, (Number, *bracketed)) else node.within(POSTFIX)
