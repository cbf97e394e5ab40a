"""Patterns that select values: by name, operator, role, layer, scope or source line.

- `h*`: variables whose name matches the glob. Gradients match only if the pattern contains an @, as in `*@GRAD`. If no
  variable matches, opscope looks for the name in the user's code (`hidden`, `self.fc1.weight`, `outs[2]`), and in the
  nodes and scopes of an ONNX model.
- `op:tanh`: outputs of operators of this type. The type is a glob, and can be Paddle's name or opscope's name.
- `role:backward`: outputs of operators with this role. The roles are forward, backward and optimize.
- `layer:layer1.*`: outputs of operators that a Layer with this structured name has created, including gradients. The
  name is a glob, or the name of an outer Layer.
- `scope:/block/*`: outputs of operators in this name scope.
- `at:model.py:20`: outputs of operators that this source line has created. `at:20` is line 20 of any file.
  `at:cell [3]:2` is a line of a notebook cell.
- `grad:h`: the gradient of a variable (glob). `h@GRAD` and `h.grad` have the same meaning.
- `id:17`: outputs of the operator with this number.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

from opscope.core.source import display_name
from opscope.errors import ArgumentError, nearest
from opscope.ir.program.program import Operator, Program
from opscope.names.resolver import selects, variables_named
from opscope.names.value_name import GRADIENT_OF, value_name

TYPES_OF_FUNCTIONS = {"while_loop": "while", "static_pylayer": "pylayer"}  # functions whose operator has another name
# `loss > 1`, `h.max()<0.1`, but not `a->b`
_COMPARISON = re.compile(r"[\w)\]]\s*(?:[<>]=?|[=!]=)\s*[\w.(+-]")
_FILE_LINE = re.compile(r".*\.py:\d+")
KINDS = ("name", "op", "role", "layer", "scope", "at", "grad", "id")
GRADIENT = GRADIENT_OF.rstrip(":")  # the kind that is another spelling of a name


def is_comparison(text: str) -> bool:
    """Return True if a text contains a comparison, so that the text can only be a condition.

    >>> is_comparison("loss > 1"), is_comparison("h*"), is_comparison("a->b")
    (True, False, False)
    """
    return _COMPARISON.search(text) is not None


@dataclass(frozen=True, slots=True)
class Selector:
    """A parsed pattern.

    Attributes:
        kind: kind of the pattern: name, op, role, layer, scope, at or id. The text `grad:h` has the kind name and the
            pattern `h@GRAD`.
        pattern: the text after the kind and the colon.
    """

    kind: str
    pattern: str

    @classmethod
    def parse(cls, text: str) -> Selector:
        """Parse the text of a pattern.

        Args:
            text: the pattern.

        Returns:
            The selector.

        Raises:
            ArgumentError: the kind is unknown, the text after the colon is empty, or the pattern is a condition:
                `loss > 1`.

        Example:
            >>> debug.Selector.parse("op:relu")
            Selector(kind='op', pattern='relu')
        """
        kind, colon, rest = text.partition(":")
        if not colon:
            kind, rest = "name", text
        if kind not in KINDS and not (kind.isidentifier() and not rest.isdigit()) and not _FILE_LINE.fullmatch(text):
            kind, rest = "name", text  # name of a node: `/act/Exp_output:mul`, `Relu:0`
        if kind not in KINDS and _FILE_LINE.fullmatch(text):
            raise ArgumentError(
                f"{text!r} is a line of a file, but a pattern of a line begins with at:", fix=f"write at:{text}"
            )
        if kind not in KINDS:
            raise ArgumentError(
                f"unknown kind of pattern {kind!r} in {text!r}",
                fix=nearest(kind, KINDS)
                or f"use a name pattern like 'h*', or a kind of pattern: {', '.join(k + ':' for k in KINDS)}",
            )
        pattern, _, condition = text.partition(" if ")
        if condition:
            raise ArgumentError(
                f"{text!r} combines a pattern and a condition",
                fix=f"pass the two separately: {pattern!r}, {condition!r}",
            )
        if kind == "name" and is_comparison(text):
            raise ArgumentError(
                f"{text!r} is a condition, not a pattern",
                fix="pass the name of a value; watch and breakpoint take a condition, too: watch('h', 'h.max() > 3')",
            )
        if not rest:
            raise ArgumentError(
                f"the pattern {text!r} is empty", fix="use '*' for every value, or '*@GRAD' for every gradient"
            )
        if kind == "role" and rest not in ("forward", "backward", "optimize"):
            raise ArgumentError(f"unknown role {rest!r}", fix="use one of forward, backward, optimize")
        if kind == "id" and not rest.isdigit():
            raise ArgumentError(
                f"an operator must be given by its number, not {rest!r}",
                fix="select operators by type with `op:`, or by the name of an output",
            )
        if kind == "op":
            base = rest.removesuffix("_grad")
            rest = TYPES_OF_FUNCTIONS.get(base, base) + rest[len(base) :]
        return cls("name", str(value_name(text))) if kind in ("name", GRADIENT) else cls(kind, rest)

    def matches(self, name: str, operator: Operator | None, program: Program | None = None) -> bool:
        """Return True if the pattern selects a value.

        Args:
            name: name of the value.
            operator: the operator that writes the value; None for a value that no operator writes: a feed or a
                parameter.
            program: the program, if the value is a feed or a parameter.

        Returns:
            True if the pattern selects the value.

        Example:
            >>> debug.Selector.parse("fc*").matches("fc_0.w_0", None)
            True
        """
        if self.kind == "name":
            return self._matches_name(name, program if operator is None else operator.block.program)
        if operator is None:
            return False
        if self.kind == "id":
            return operator.id == int(self.pattern)
        if self.kind == "op":
            return fnmatchcase(operator.type, self.pattern) or fnmatchcase(operator.op.name, self.pattern)
        if self.kind == "role":
            return operator.phase == self.pattern
        if self.kind == "layer":
            path = operator.layer_path
            return path != "" and (fnmatchcase(path, self.pattern) or path.startswith(f"{self.pattern}."))
        if self.kind == "scope":
            return fnmatchcase(operator.namescope, self.pattern) or operator.namescope.startswith(
                self.pattern.rstrip("/") + "/"
            )
        return self._matches_line(operator)

    def _matches_name(self, name: str, program: Program | None) -> bool:
        if not name:
            return False
        return value_name(self.pattern).matches(name) if program is None else selects(self.pattern, name, program)

    def _matches_line(self, operator: Operator) -> bool:
        if operator.site is None:
            return False
        path, _, line = self.pattern.rpartition(":")
        if not line.isdigit():
            path, line = self.pattern, ""
        if line and int(line) != operator.site.line:
            return False
        filename = operator.site.filename
        is_end = filename.endswith(path) or os.path.basename(filename) == path
        return not path or is_end or display_name(filename) == path  # cell [3]

    def __str__(self) -> str:
        return self.pattern if self.kind == "name" else f"{self.kind}:{self.pattern}"


@lru_cache(maxsize=1000)
def selector_of(text: str) -> Selector:
    """Parse a pattern; a cache keeps the result, because conditions parse the same few names at each position."""
    return Selector.parse(text)


def selected_values(program: Program, selector: Selector) -> list[str]:
    """Return the names of all values of a program that a pattern selects."""
    if selector.kind == "name":
        return variables_named(program, selector.pattern)
    return list(dict.fromkeys(n for o in program.operators for n in o.outputs if n and selector.matches(n, o)))
