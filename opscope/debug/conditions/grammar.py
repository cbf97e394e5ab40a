"""Parser of expressions: converts a text to a syntax tree, or raises an error with a caret under the mistake.

The operators, from the lowest to the highest precedence, are: or, and, not, comparisons (chained as in Python), + -, *
/ // %, unary -, **, then `h[...]`, `.method()` and `.property`. A name consists of letters, digits and the characters _
. @ / as in Paddle's names, for example `fc_0.w_0@GRAD`. If a parenthesis follows a name, the text after the last dot of
the name is a method. Names may contain `/`, so `a/b` is one name. Write a division as `a / b`. A `/` directly after a
number, `)` or `]` is also a division. The texts `outs[2]`, `outs[2]@GRAD` and `grad:h` are also names. Write all other
names in backquotes: a name with spaces, a name that is also a keyword, or a pattern for a single value. Examples are ``
`my value`.max() ``, `` `step` `` and `` `op:tanh`.max() ``.
"""

from __future__ import annotations

from typing import NoReturn

from opscope.debug.conditions import nodes
from opscope.debug.conditions.functions import FUNCTIONS
from opscope.debug.conditions.nodes import (
    AND,
    COMPARISON,
    CONSTANTS,
    NOT,
    OR,
    POWER,
    PRECEDENCE,
    PREVIOUS,
    PROPERTIES,
    RUN_FIELDS,
    UNARY,
    SyntaxNode,
)
from opscope.debug.conditions.tokens import Token, raise_at, tokenize
from opscope.errors import nearest

NESTING = 30  # nested brackets, repeated signs
# Python's conversions of a Tensor to a number or to another array
CONVERSIONS = ("item", "numpy", "tolist", "detach", "cpu", "float")
_PATTERN_FIX = "write a pattern in backquotes: `h*`.max(), `op:tanh`.max()"


class ExpressionParser:
    """Parser that reads the tokens of a text.

    The algorithm "precedence climbing" decides which operator binds first.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.next = 0
        self.nesting = 0

    def parse(self) -> SyntaxNode:
        """Parse the whole text. Raises ArgumentError if the text has a mistake."""
        node = self.expression(OR)
        if not self.peek("end"):
            fix = _PATTERN_FIX if self.peek(":") else "join two conditions with `and` or `or`"
            self.fail("expected an operator or the end", fix)
        return node

    @property
    def token(self) -> Token:
        """The next token of the text."""
        return self.tokens[self.next]

    def advance(self) -> Token:
        self.next += 1
        return self.tokens[self.next - 1]

    def peek(self, kind: str) -> bool:
        """Return True if the next token has a certain kind."""
        return self.token.kind == kind

    def accept(self, kind: str) -> bool:
        """Read the next token if it has a certain kind.

        Returns True if the token was read.
        """
        found = self.token.kind == kind
        self.next += found
        return found

    def expect(self, kind: str) -> None:
        if not self.accept(kind):
            self.fail(f"expected {kind!r}", f"write {kind!r} here")

    def fail(self, problem: str, fix: str, at: Token | None = None) -> NoReturn:
        """Raise an ArgumentError that points at a token. By default, it points at the next token."""
        token = at or self.token
        found = token.text if token.kind == "end" else repr(token.text)
        raise_at(f"{problem}, not {found}" if at is None else problem, self.text, token.column, fix)

    def expression(self, rank: int) -> SyntaxNode:
        """Parse an expression whose operators bind at least as tightly as `rank`."""
        self.nesting += 1
        if self.nesting > NESTING:
            self.fail("the expression is nested too deeply", f"use at most {NESTING} levels", self.token)
        node = self.prefix()
        while PRECEDENCE.get(self.token.kind, 0) >= rank:
            node = self.infix(node)
        self.nesting -= 1
        return node

    def prefix(self) -> SyntaxNode:
        token = self.token
        if self.accept("not"):
            return nodes.Not(self.expression(NOT), column=token.column)
        if self.accept("-"):
            return nodes.Negative(self.expression(UNARY), column=token.column)
        if self.accept("+"):
            return self.expression(UNARY)
        return self.postfix(self.atom())

    def infix(self, left: SyntaxNode) -> SyntaxNode:
        token = self.token
        rank = PRECEDENCE[token.kind]
        if rank == COMPARISON:
            signs, operands = list[str](), [left]
            while PRECEDENCE.get(self.token.kind) == COMPARISON:
                signs.append(self.advance().kind)
                operands.append(self.expression(COMPARISON + 1))
            return nodes.Comparison(tuple(signs), tuple(operands), column=token.column)
        if rank in (OR, AND):
            joined = [left]
            while self.accept(token.kind):
                joined.append(self.expression(rank + 1))
            return nodes.BooleanOp(token.kind, tuple(joined), column=token.column)
        self.advance()
        return nodes.BinaryOp(token.kind, left, self.expression(rank + (rank != POWER)), column=token.column)

    def atom(self) -> SyntaxNode:
        token = self.token
        if token.kind not in ("number", "text", "quoted", "name", "("):
            fix = "a name, a number, a text in quotes, or an expression in parentheses"
            self.fail("expected a value", _PATTERN_FIX if self.is_behind_star() else fix)
        self.advance()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "text":
            return nodes.StringLiteral(token.text[1:-1], column=token.column)
        if token.kind == "quoted":
            return nodes.VariableName(token.text, column=token.column)
        if token.kind == "name":
            return self.name(token)
        return self.group(token)

    def is_behind_star(self) -> bool:
        """Return True if the last token is a star directly after a name, as in `h*`. The user may intend a pattern."""
        name, star = self.tokens[max(0, self.next - 2) : self.next] if self.next > 1 else (self.token, self.token)
        return star.kind == "*" and name.kind == "name" and star.column == name.column + len(name.text)

    def number(self, token: Token) -> nodes.NumberLiteral:
        if len(token.text) > 18 if token.text.isdigit() else float(token.text) == float("inf"):
            self.fail("the number is too large for its type", "write the number as 1e20; the limit is 1e308", token)
        return nodes.NumberLiteral(token.text, column=token.column)

    def group(self, token: Token) -> SyntaxNode:
        node = self.expression(OR)
        if not self.peek(","):
            self.expect(")")
            return node
        items = [node]
        while self.accept(","):
            if not self.peek(")"):
                items.append(self.expression(OR))
        self.expect(")")
        return nodes.Tuple(tuple(items), column=token.column)

    def name(self, token: Token) -> SyntaxNode:
        if not self.peek("("):
            return _named(token.text, token.column)
        base, dot, function = token.text.rpartition(".")
        if not dot:
            return self.call(function, token, None)
        return self.call(function, token._replace(column=token.column + len(base) + 1), _named(base, token.column))

    def postfix(self, node: SyntaxNode) -> SyntaxNode:
        while self.token.kind in ("[", "member", "gradient"):
            token = self.advance()
            if token.kind == "[":
                node = nodes.Index(node, self.items(), column=token.column)
            elif token.kind == "gradient" or (token.text == ".grad" and not self.peek("(")):
                node = nodes.VariableName(f"{node}{token.text}", column=node.column)
            elif self.peek("("):
                node = self.call(token.text[1:], token, node)
            elif token.text[1:] in PROPERTIES:
                node = nodes.Attribute(node, token.text[1:], column=token.column)
            else:
                called = f"a method is called: {token.text}()" if token.text[1:] in FUNCTIONS else ""
                fix = called or nearest(token.text[1:], PROPERTIES) or f"one of {', '.join(PROPERTIES)}"
                self.fail(f"unknown property {token.text[1:]!r}", fix, token)
        return node

    def call(self, function: str, token: Token, base: SyntaxNode | None) -> SyntaxNode:
        """Parse a call from the opening parenthesis to the closing parenthesis.

        The function's name was already read.
        """
        known = [*FUNCTIONS, PREVIOUS]
        if function not in known:
            what = "function" if base is None else "method"
            fix = nearest(function, known) or f"one of {', '.join(known)}"
            if function in CONVERSIONS:
                fix = f"leave out {function}(): a condition reads the elements of a value by the name of the value"
            elif function == "len":
                fix = "write h.shape[0] to get the length of h"
            self.fail(f"unknown {what} {function!r}", fix, token)
        self.expect("(")
        if base is not None:
            if not self.peek(")"):
                self.fail(
                    f"the method {function} takes no arguments: expected ')'", f"write h[0].{function}() for a part"
                )
            operand = base
        else:
            operand = self.expression(OR)
            if self.peek(","):
                self.fail(f"{function} takes one argument: expected ')'", f"call {function} for each value")
        self.expect(")")
        if function == PREVIOUS:
            return self.previous(operand, token)
        return nodes.Call(function, operand, base is not None, column=token.column)

    def previous(self, operand: SyntaxNode, token: Token) -> nodes.Previous:
        inside = list(operand.walk())
        moving = [
            n
            for n in inside
            if isinstance(n, nodes.Previous) or (isinstance(n, nodes.BuiltinName) and n.text in RUN_FIELDS)
        ]
        if moving or not any(isinstance(n, nodes.VariableName) for n in inside):
            self.fail(
                "previous() needs a variable",
                "write previous(loss): other things have no value in the previous step",
                token,
            )
        return nodes.Previous(operand, column=token.column)

    def items(self) -> tuple[SyntaxNode, ...]:
        """Parse the items of an index, up to the closing bracket of the index."""
        found = [self.item()]
        while self.accept(","):
            found.append(self.item())
        self.expect("]")
        return tuple(found)

    def item(self) -> SyntaxNode:
        token = self.token
        if self.accept("rest"):
            return nodes.EllipsisIndex(column=token.column)
        start = self.end()
        if start is not None and not self.peek(":"):
            return start
        self.expect(":")
        stop = self.end()
        return nodes.Slice(start, stop, self.end() if self.accept(":") else None, column=token.column)

    def end(self) -> SyntaxNode | None:
        """Parse the start, the end or the step of a slice. Return None if this part is missing."""
        return None if self.token.kind in (":", ",", "]") else self.expression(OR)


def _named(text: str, at: int) -> nodes.VariableName | nodes.BuiltinName | nodes.Dotted:
    """Return the syntax node for a name that has no backquotes."""
    if text in RUN_FIELDS or text in CONSTANTS:
        return nodes.BuiltinName(text, column=at)
    base, _, last = text.rpartition(".")
    return (
        nodes.Dotted(_named(base, at), last, column=at)
        if base and last in PROPERTIES
        else nodes.VariableName(text, column=at)
    )
