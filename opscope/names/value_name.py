"""Grammar of the names of values. It is the same for all functions with a name as argument.

The module also suggests similar names for unknown names.

hidden, self.fc1.weight, outs[2], d['k'], tanh_0.tmp_0     a value, by its name in the user's code or the program
hidden@GRAD, grad:hidden, hidden.grad                      its gradient
tanh_0@STEP@3                                              the value at the end of step 3 of eager code
h*, fc?.w_0, outs[*], h[a-c]_0, *@GRAD                     patterns; gradients only if there is an @

Brackets contain an index. If the characters in the brackets are not a valid index, the brackets are a character class.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

from opscope.errors import ArgumentError, listed, nearest
from opscope.ir.program.program import GRAD, Variable
from opscope.names.assignment_targets import normalized
from opscope.names.generated_names import is_generated

GRADIENT_OF = "grad:"
OF_STEP = "@STEP@"
Named = str | Variable  # as an argument
_WILD = re.compile(r"\*|\?|\[!?(?!\w\])(?:\w-\w|\w)+\]")  # the wildcards of a pattern
SOME_NAMES = 6  # in the error about an unknown name


class ValueName(NamedTuple):
    """A name and its gradient suffix: "@GRAD", or "@GRAD@GRAD" for the gradient of a gradient."""

    base: str
    gradient: str = ""

    @classmethod
    def parse(cls, text: str) -> ValueName:
        """Return a name in its normal form.

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
        """True if the name is a pattern, which can select several values: `w*`, `fc?`, `outs[*]`, `w@GRAD*`."""
        return _WILD.search(str(self)) is not None

    def matches(self, name: str) -> bool:
        """Return True if a name equals this name, or matches this pattern."""
        text = str(self)
        if name == text or not self.is_pattern:
            return name == text
        return ("@" not in name or "@" in text) and _pattern(text).fullmatch(name) is not None


@lru_cache(maxsize=1000)
def value_name(text: str) -> ValueName:
    """Return `ValueName.parse(text)`.

    The result is cached, because breakpoints compare the same few names at each place.
    """
    return ValueName.parse(text)


def computed_before(name: str) -> int:
    """Return the number of the earlier step that computed a value, from its name.

    Return 0 if the name contains no step.

    >>> computed_before("tanh_4@STEP@3"), computed_before("tanh_4@STEP@3@GRAD"), computed_before("tanh_4")
    (3, 3, 0)
    """
    step = name.partition(OF_STEP)[2].partition("@")[0]
    return int(step) if step.isdigit() else 0


def step_note(called: str, name: str) -> tuple[str, ...]:
    """Return a note if an earlier step computed the value, else (). The note calls the value `called`."""
    step = computed_before(name)
    return (f"{called} was computed in step {step}, and not yet in the step of this place",) if step else ()


def suggestion(text: str, known: Collection[str], also: Collection[str] = ()) -> str:
    """Return a suggestion for an unknown name: the most similar name among the known names and the names in `also`.

    If no name is similar, the suggestion lists some of the known names.
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


def given_name(given: Any) -> str:
    """Return the name of a value. The argument is the name itself or a variable.

    Raises:
        ArgumentError: the argument is neither text nor a variable.
    """
    if isinstance(given, Variable):
        return given.name
    if not isinstance(given, str):
        raise ArgumentError(
            f"the name of a value must be a text or a variable of the program, not a {type(given).__name__}",
            fix="pass the name, for example 'hidden'",
        )
    return given
