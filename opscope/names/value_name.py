"""The grammar of the names of values, the same wherever a name is taken, and the answer to a name that means nothing.

hidden, self.fc1.weight, outs[2], d['k'], tanh_0.tmp_0     a value, as the user's code or the program calls it
hidden@GRAD, grad:hidden, hidden.grad                      its gradient
h*, fc?.w_0, outs[*], h[a-c]_0, *@GRAD                     patterns; gradients only if there is an @

What stands in brackets is an index; several characters are a class of them where that means nothing as an index.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from opscope.errors import listed, nearest
from opscope.ir.program.program import GRAD
from opscope.names.assignment_targets import normalized
from opscope.names.generated_names import is_generated

GRADIENT_OF = "grad:"
_WILD = re.compile(r"\*|\?|\[!?(?!\w\])(?:\w-\w|\w)+\]")  # what makes a name a pattern
SOME_NAMES = 6  # that the answer to an unknown name lists


class ValueName(NamedTuple):
    """A name, and what follows for a gradient: "@GRAD", for the gradient of a gradient twice."""

    base: str
    gradient: str = ""

    @classmethod
    def parse(cls, text: str) -> ValueName:
        """The parts of a name in one form.

        >>> [str(ValueName.parse(text)) for text in ("h", "grad:h", "h.grad", 'd["k"]@GRAD')]
        ['h', 'h@GRAD', 'h@GRAD', "d['k']@GRAD"]
        """
        inner, outer = text, ""
        while inner.startswith(GRADIENT_OF):
            inner, outer = inner[len(GRADIENT_OF) :], outer + GRAD
        base, at, rest = (inner if _WILD.search(inner) else normalized(inner)).partition(GRAD)
        while base.endswith(".grad") and base != ".grad":
            base, at, rest = base.removesuffix(".grad"), GRAD, at + rest
        return cls(base, at + rest + outer)

    def __str__(self) -> str:
        return self.base + self.gradient

    @property
    def is_pattern(self) -> bool:
        """True if it may mean several values: `w*`, `fc?`, `outs[*]`, `w_[0-3]`, `w@GRAD*`."""
        return _WILD.search(str(self)) is not None

    def matches(self, name: str) -> bool:
        """Return True if a name is this one, or of this pattern."""
        text = str(self)
        if name == text or not self.is_pattern:
            return name == text
        return ("@" not in name or "@" in text) and _pattern(text).fullmatch(name) is not None


@lru_cache(maxsize=1000)
def value_name(text: str) -> ValueName:
    """`ValueName.parse`, remembered: places of a program are tested for the same few names."""
    return ValueName.parse(text)


def suggestion(text: str, known: Collection[str], also: Collection[str] = ()) -> str:
    """Suggest what an unknown name may have meant: the nearest of the known names, or of others that may stand there.

    Where none is near, some of the known ones.
    """
    given = value_name(text)
    stem = re.sub(r"[*?]", "", given.base) or given.base
    bases = sorted({n for n in known if GRAD not in n}, key=lambda n: (is_generated(n), n))
    if given.base in bases and given.gradient:
        return f"{given.base} has no gradient in this program"
    if guess := nearest(stem, [*also, *bases]):
        return guess if not given.gradient else guess.removesuffix("'?") + given.gradient + "'?"
    return f"there are {listed(bases, SOME_NAMES)}" if bases else "no variable is known here"


@lru_cache(maxsize=1000)
def _pattern(text: str) -> re.Pattern[str]:
    parts = _WILD.split(text)
    wild = ["".join(fnmatch.translate(sign).partition("(?s:")[2].rpartition(")")[0]) for sign in _WILD.findall(text)]
    return re.compile("".join(re.escape(p) + w for p, w in zip(parts, [*wild, ""], strict=True)), re.DOTALL)
