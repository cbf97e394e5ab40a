"""The grammar of expressions: text to tokens to a tree, or an error with a caret under the place.

or, and, not, comparisons (chained as in Python), + -, * / // %, unary -, **, then `h[...]`, `.method()`, `.property`.
A name is letters, digits and _ . @ / as Paddle makes them: `fc_0.w_0@GRAD`; what follows its last dot is a method if
a parenthesis follows. So `a/b` is one name; to divide write `a / b` (a `/` behind a number, `)` or `]` divides).
Backquotes hold any other name, and one that is also a word: `` `my value`.max() ``, `` `step` ``.
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
    PROPERTIES,
    RANKS,
    UNARY,
    WORDS,
    Node,
)
from opscope.debug.conditions.tokens import Token, refuse, tokens
from opscope.errors import nearest

NESTING = 30  # brackets in brackets, signs on signs


class Parser:
    """Operator precedence climbing over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.next = 0
        self.nesting = 0

    def parse(self) -> Node:
        """The tree of the whole text. Raises ArgumentError."""
        node = self.expression(OR)
        if not self.sees("end"):
            self.refuse("expected an operator or the end", "join two conditions with `and` or `or`")
        return node

    @property
    def token(self) -> Token:
        """The one to read next."""
        return self.tokens[self.next]

    def advance(self) -> Token:
        self.next += 1
        return self.tokens[self.next - 1]

    def sees(self, kind: str) -> bool:
        """True if the next token is of this kind."""
        return self.token.kind == kind

    def took(self, kind: str) -> bool:
        """True, and read, if the next token is of this kind."""
        found = self.token.kind == kind
        self.next += found
        return found

    def expect(self, kind: str) -> None:
        if not self.took(kind):
            self.refuse(f"expected {kind!r}", f"write {kind!r} here")

    def refuse(self, problem: str, fix: str, at: Token | None = None) -> NoReturn:
        token = at or self.token
        refuse(f"{problem}, not {token.text!r}" if at is None else problem, self.text, token.at, fix)

    def expression(self, rank: int) -> Node:
        """What binds at least as tightly as `rank`."""
        self.nesting += 1
        if self.nesting > NESTING:
            self.refuse("nested too deep", f"keep to {NESTING} levels", self.token)
        node = self.prefix()
        while RANKS.get(self.token.kind, 0) >= rank:
            node = self.infix(node)
        self.nesting -= 1
        return node

    def prefix(self) -> Node:
        token = self.token
        if self.took("not"):
            return nodes.Not(self.expression(NOT), at=token.at)
        if self.took("-"):
            return nodes.Negative(self.expression(UNARY), at=token.at)
        if self.took("+"):
            return self.expression(UNARY)
        return self.postfix(self.atom())

    def infix(self, left: Node) -> Node:
        token = self.token
        rank = RANKS[token.kind]
        if rank == COMPARISON:
            signs, operands = list[str](), [left]
            while RANKS.get(self.token.kind) == COMPARISON:
                signs.append(self.advance().kind)
                operands.append(self.expression(COMPARISON + 1))
            return nodes.Comparison(tuple(signs), tuple(operands), at=token.at)
        if rank in (OR, AND):
            joined = [left]
            while self.took(token.kind):
                joined.append(self.expression(rank + 1))
            return nodes.Logic(token.kind, tuple(joined), at=token.at)
        self.advance()
        return nodes.Binary(token.kind, left, self.expression(rank + (rank != POWER)), at=token.at)

    def atom(self) -> Node:
        token = self.token
        if token.kind not in ("number", "text", "quoted", "name", "("):
            self.refuse("expected a value", "a name, a number, a text in quotes, or an expression in parentheses")
        self.advance()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "text":
            return nodes.Text(token.text[1:-1], at=token.at)
        if token.kind == "quoted":
            return nodes.Name(token.text, at=token.at)
        if token.kind == "name":
            return self.name(token)
        return self.group(token)

    def number(self, token: Token) -> nodes.Number:
        if len(token.text) > 18 if token.text.isdigit() else float(token.text) == float("inf"):
            self.refuse("a number beyond the range of its type", "write it as 1e20, and less than 1e308", token)
        return nodes.Number(token.text, at=token.at)

    def group(self, token: Token) -> Node:
        node = self.expression(OR)
        if not self.sees(","):
            self.expect(")")
            return node
        items = [node]
        while self.took(","):
            if not self.sees(")"):
                items.append(self.expression(OR))
        self.expect(")")
        return nodes.Tuple(tuple(items), at=token.at)

    def name(self, token: Token) -> Node:
        if not self.sees("("):
            return _named(token.text, token.at)
        base, dot, function = token.text.rpartition(".")
        if not dot:
            return self.call(function, token, None)
        return self.call(function, token._replace(at=token.at + len(base) + 1), _named(base, token.at))

    def postfix(self, node: Node) -> Node:
        while self.token.kind in ("[", "member"):
            token = self.advance()
            if token.kind == "[":
                node = nodes.Index(node, self.items(), at=token.at)
            elif self.sees("("):
                node = self.call(token.text[1:], token, node)
            elif token.text[1:] in PROPERTIES:
                node = nodes.Attribute(node, token.text[1:], at=token.at)
            else:
                called = f"a method is called: {token.text}()" if token.text[1:] in FUNCTIONS else ""
                fix = called or nearest(token.text[1:], PROPERTIES) or f"one of {', '.join(PROPERTIES)}"
                self.refuse(f"unknown property {token.text[1:]!r}", fix, token)
        return node

    def call(self, function: str, token: Token, base: Node | None) -> Node:
        """A call whose name is read, up to the closing parenthesis."""
        known = [*FUNCTIONS, "previous"]
        if function not in known:
            what = "function" if base is None else "method"
            fix = nearest(function, known) or f"one of {', '.join(known)}"
            self.refuse(f"unknown {what} {function!r}", fix, token)
        self.expect("(")
        if base is not None:
            if not self.sees(")"):
                self.refuse(
                    f"the method {function} takes no arguments: expected ')'", f"h[0].{function}() looks at a part"
                )
            operand = base
        else:
            operand = self.expression(OR)
            if self.sees(","):
                self.refuse(f"{function} takes one argument: expected ')'", f"call {function} for each")
        self.expect(")")
        if function == "previous":
            return self.previous(operand, token)
        return nodes.Call(function, operand, base is not None, at=token.at)

    def previous(self, operand: Node, token: Token) -> nodes.Previous:
        inside = list(operand.walk())
        moving = [n for n in inside if isinstance(n, nodes.Previous) or (isinstance(n, nodes.Word) and n.text in WORDS)]
        if moving or not any(isinstance(n, nodes.Name) for n in inside):
            self.refuse("previous() is of variables", "write previous(loss): nothing else is kept for a step", token)
        return nodes.Previous(operand, at=token.at)

    def items(self) -> tuple[Node, ...]:
        """The items of an index, up to the closing bracket."""
        found = [self.item()]
        while self.took(","):
            found.append(self.item())
        self.expect("]")
        return tuple(found)

    def item(self) -> Node:
        token = self.token
        if self.took("rest"):
            return nodes.Rest(at=token.at)
        start = self.end()
        if start is not None and not self.sees(":"):
            return start
        self.expect(":")
        stop = self.end()
        return nodes.Slice(start, stop, self.end() if self.took(":") else None, at=token.at)

    def end(self) -> Node | None:
        """One end of a slice, if it is given."""
        return None if self.token.kind in (":", ",", "]") else self.expression(OR)


def _named(text: str, at: int) -> nodes.Name | nodes.Word | nodes.Dotted:
    """What a bare name stands for, as far as its text tells."""
    if text in WORDS or text in CONSTANTS:
        return nodes.Word(text, at=at)
    base, _, last = text.rpartition(".")
    return nodes.Dotted(_named(base, at), last, at=at) if base and last in PROPERTIES else nodes.Name(text, at=at)
