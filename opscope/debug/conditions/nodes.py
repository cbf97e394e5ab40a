"""Nodes of the syntax tree of an expression. If the text `str(node)` is parsed again, the result is an equal node."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, POWER, POSTFIX = range(1, 10)  # from loose to tight binding
PRECEDENCE = {
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
GRADIENT = "@GRAD"  # after a name or an index: outs[2]@GRAD
GRADIENT_OF = "grad:"  # before a name, with the same meaning
KEYWORDS = ("and", "or", "not")
RUN_FIELDS = ("step", "run", "op", "role", "name", "value")  # names of the run's own values
CONSTANTS = {"True": True, "False": False, "inf": float("inf"), "nan": float("nan")}
PROPERTIES = ("shape", "size", "ndim", "dtype")
PREVIOUS = "previous"  # a function of a name, not of a value: the value at the previous step


@dataclass(frozen=True, slots=True)
class SyntaxNode:
    """A node of the syntax tree. `column` is its position in the parsed text. Comparisons of nodes ignore `column`."""

    column: int = field(default=0, compare=False, repr=False, kw_only=True)
    rank: ClassVar[int] = POSTFIX

    def children(self) -> Iterator[SyntaxNode]:
        """Yield the direct child nodes."""
        for each in fields(self):
            value: Any = getattr(self, each.name)
            items: Any = value if isinstance(value, tuple) else (value,)
            yield from (item for item in items if isinstance(item, SyntaxNode))

    def walk(self) -> Iterator[SyntaxNode]:
        """Yield this node and all nodes below it in the tree, in the order of the text."""
        yield self
        for child in self.children():
            yield from child.walk()

    def map_children(self, change: Callable[[SyntaxNode], SyntaxNode]) -> SyntaxNode:
        """Return a copy of this node in which each child is replaced by `change(child)`."""

        def new(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(new(v) for v in value)
            return change(value) if isinstance(value, SyntaxNode) else value

        return replace(self, **{f.name: new(getattr(self, f.name)) for f in fields(self)})

    def as_operand(self, rank: int) -> str:
        """Return the text of this node as an operand of a node with precedence `rank`, in parentheses if needed."""
        return str(self) if self.rank >= rank else f"({self})"


@dataclass(frozen=True, slots=True)
class NumberLiteral(SyntaxNode):
    """A number, stored as text, because 1 and 1.0 are different nodes."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def value(self) -> int | float:
        """The value of the number."""
        return int(self.text) if self.text.isdigit() else float(self.text)


@dataclass(frozen=True, slots=True)
class StringLiteral(SyntaxNode):
    """A string in quotes, without escapes."""

    value: str

    def __str__(self) -> str:
        return f'"{self.value}"' if "'" in self.value else f"'{self.value}'"


@dataclass(frozen=True, slots=True)
class VariableName(SyntaxNode):
    """A name that refers to the variable with exactly this name."""

    text: str

    def __str__(self) -> str:
        plain = re.fullmatch(f"(?:{GRADIENT_OF})*{NAME}", self.text, re.ASCII)
        plain = plain and self.text not in (*KEYWORDS, *RUN_FIELDS, *CONSTANTS)
        return self.text if plain and self.text.rpartition(".")[2] not in PROPERTIES else f"`{self.text}`"


@dataclass(frozen=True, slots=True)
class BuiltinName(SyntaxNode):
    """A name that is listed in RUN_FIELDS or CONSTANTS."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Dotted(SyntaxNode):
    """A dotted name such as `h.shape`: a variable if a variable has this name, otherwise a property of `h`."""

    base: VariableName | BuiltinName | Dotted
    member: str

    @property
    def text(self) -> str:
        """The dotted name as text, such as `h.shape`."""
        return f"{self.base.text}.{self.member}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Attribute(SyntaxNode):
    """A property of an expression that is not only a name, such as `h[0].shape`."""

    base: SyntaxNode
    member: str

    def __str__(self) -> str:
        base = f"`{self.base.text}`" if isinstance(self.base, VariableName) else _base(self.base, BuiltinName, Dotted)
        return f"{base}.{self.member}"


@dataclass(frozen=True, slots=True)
class Call(SyntaxNode):
    """A call such as `max(h)`, or `h.max()` if `method` is True."""

    function: str
    operand: SyntaxNode
    method: bool

    def __str__(self) -> str:
        return f"{_base(self.operand)}.{self.function}()" if self.method else f"{self.function}({self.operand})"


@dataclass(frozen=True, slots=True)
class Previous(SyntaxNode):
    """A call such as `previous(h)`: the value of an operand in the previous step."""

    operand: SyntaxNode

    def __str__(self) -> str:
        return f"{PREVIOUS}({self.operand})"


@dataclass(frozen=True, slots=True)
class Index(SyntaxNode):
    """An index expression such as `h[0, :3]`."""

    base: SyntaxNode
    items: tuple[SyntaxNode, ...]

    def __str__(self) -> str:
        return f"{_base(self.base)}[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class Slice(SyntaxNode):
    """A slice `start:stop:step` inside an index."""

    start: SyntaxNode | None
    stop: SyntaxNode | None
    stride: SyntaxNode | None

    def __str__(self) -> str:
        ends = ":".join("" if end is None else str(end) for end in (self.start, self.stop))
        return ends if self.stride is None else f"{ends}:{self.stride}"


@dataclass(frozen=True, slots=True)
class EllipsisIndex(SyntaxNode):
    """An ellipsis `...` inside an index."""

    def __str__(self) -> str:
        return "..."


@dataclass(frozen=True, slots=True)
class Tuple(SyntaxNode):
    """A tuple such as `(4, 3)`. A tuple can be compared with a shape."""

    items: tuple[SyntaxNode, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))}{',' if len(self.items) == 1 else ''})"


@dataclass(frozen=True, slots=True)
class Negative(SyntaxNode):
    """A negative operand such as `-x`."""

    operand: SyntaxNode
    rank: ClassVar[int] = UNARY

    def __str__(self) -> str:
        return f"-{self.operand.as_operand(UNARY)}"


@dataclass(frozen=True, slots=True)
class BinaryOp(SyntaxNode):
    """An arithmetic operation with the sign + - * / // % or **."""

    sign: str
    left: SyntaxNode
    right: SyntaxNode

    @property
    def rank(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Precedence of the arithmetic operator."""
        return PRECEDENCE[self.sign]

    def __str__(self) -> str:
        if self.sign == "**":  # groups to the right
            return f"{self.left.as_operand(POSTFIX)} ** {self.right.as_operand(UNARY)}"
        return f"{self.left.as_operand(self.rank)} {self.sign} {self.right.as_operand(self.rank + 1)}"


@dataclass(frozen=True, slots=True)
class Comparison(SyntaxNode):
    """A comparison such as `a < b <= c`. Between each two operands is one comparison sign."""

    signs: tuple[str, ...]
    operands: tuple[SyntaxNode, ...]
    rank: ClassVar[int] = COMPARISON

    def __str__(self) -> str:
        return self.joined([o.as_operand(SUM) for o in self.operands])

    def joined(self, texts: list[str]) -> str:
        """Join the texts of the operands with the comparison signs between them."""
        return texts[0] + "".join(f" {s} {t}" for s, t in zip(self.signs, texts[1:], strict=True))


@dataclass(frozen=True, slots=True)
class Not(SyntaxNode):
    """A logical negation such as `not x`."""

    operand: SyntaxNode
    rank: ClassVar[int] = NOT

    def __str__(self) -> str:
        return f"not {self.operand.as_operand(NOT)}"


@dataclass(frozen=True, slots=True)
class BooleanOp(SyntaxNode):
    """A logical operation: `a and b and c`, or `a or b or c`."""

    word: str
    terms: tuple[SyntaxNode, ...]

    @property
    def rank(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Precedence of the logical operator."""
        return PRECEDENCE[self.word]

    def __str__(self) -> str:
        return f" {self.word} ".join(t.as_operand(self.rank + 1) for t in self.terms)


def _base(node: SyntaxNode, *bracketed: type[SyntaxNode]) -> str:
    """Return the text of a node for a position before a dot or a bracket.

    A number gets parentheses, because the dot would become part of the number.
    """
    return f"({node})" if isinstance(node, (NumberLiteral, *bracketed)) else node.as_operand(POSTFIX)
