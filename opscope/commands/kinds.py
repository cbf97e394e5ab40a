"""Kinds of arguments of commands.

Each kind defines its syntax, its parsing, its meaning in a run, and its completion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, NamedTuple

from opscope.commands.arguments import integer
from opscope.commands.grammar import Kind, Words, whole
from opscope.commands.known_names import KnownNames
from opscope.debug.conditions.condition import completions
from opscope.debug.session.breakpoint_text import first_pattern
from opscope.debug.session.recording_status import SETTINGS
from opscope.debug.taps.pattern_words import patterns

# --- completion -----------------------------------------------------------------------------------------


def complete_name(words: Words, before: Sequence[str] = ()) -> Iterable[str]:
    """Return the names of values."""
    return words.names()


def complete_operator(words: Words, before: Sequence[str] = ()) -> Iterable[str]:
    """Return patterns of operators and names of values. After `if`, return words of expressions."""
    return complete_expression(words) if "if" in before else [*patterns(list(words.programs())), *words.names()]


def complete_expression(words: Words, before: Sequence[str] = ()) -> Iterable[str]:
    """Return names, variables of the frame, and functions."""
    return [*words.names(), *words.frame_names(), *completions()]


def complete_step(words: Words, before: Sequence[str] = ()) -> Iterable[str]:
    """Return the recorded steps, latest first."""
    first, last = words.steps()
    return [str(step) for step in range(last, first - 1, -1)] if last else []


def complete_breakpoint(words: Words, before: Sequence[str] = ()) -> Iterable[str]:
    """Return the numbers of the breakpoints."""
    return [str(number) for number in words.breakpoints()]


def one_of(*choices: str) -> Callable[[Words, Sequence[str]], Iterable[str]]:
    """Return a completion function that offers these words."""
    return lambda words, before: choices


# --- numbers and words ----------------------------------------------------------------------------------


def _times(text: str) -> int:
    return integer(text, 1)


Count = Annotated[int, Kind("COUNT", _times)]
Times = Annotated[int, Kind("COUNT", integer)]
Limit = Annotated[int, Kind("LIMIT", _times)]
StepNumber = Annotated[int, Kind("STEP", integer, complete=complete_step)]
ThreadNumber = Annotated[int, Kind("NUMBER", integer)]
BreakpointNumber = Annotated[int, Kind("N", integer, complete=complete_breakpoint)]
All = Annotated[bool, Kind("all", bool, complete=one_of("all"), fits=lambda text: text == "all")]
Nan = Annotated[str, Kind("nan", complete=one_of("nan"))]
FromStep = Annotated[int, Kind("STEP", integer, complete=complete_step, needs=("a step",))]
Word = Annotated[str, Kind("NAME")]
NotFiniteKind = Annotated[str, Kind("KIND", needs=("a kind",))]
RulePattern = Annotated[str, Kind("RULE")]
Folder = Annotated[str, Kind("FOLDER", take=whole)]
ScriptArguments = Annotated[str, Kind("ARGS", take=whole)]
Recording = Annotated[str, Kind("[on | off | SIZE]", take=whole, complete=one_of(*SETTINGS))]

# --- values and code ------------------------------------------------------------------------------------

ValueName = Annotated[str, Kind("NAME", resolve=KnownNames.variable, complete=complete_name, needs=("a variable",))]
NameOfSteps = Annotated[
    str, Kind("NAME", resolve=KnownNames.variable_of_steps, complete=complete_name, needs=("a variable",))
]
Condition = Annotated[str, Kind("COND", resolve=KnownNames.condition, complete=complete_expression, take=whole)]
Expression = Annotated[str, Kind("EXPR", complete=complete_expression, take=whole, needs=("an expression",))]
Displayed = Annotated[str, Kind("EXPR", complete=lambda words, _: words.displays(), take=whole)]
Statement = Annotated[str, Kind("STATEMENT", complete=complete_expression, take=whole, needs=("a statement",))]


class Assigned(NamedTuple):
    """Both sides of an assignment as the user typed them, such as `h[0, :3]` and `h / 2`."""

    left: str
    right: str

    def here(self, names: KnownNames) -> Assignment:
        """Return the assignment, with its names resolved at the current place."""
        name, index = names.part(self.left)
        return Assignment(name, index, names.expression(self.right), self.right)


class Assignment(NamedTuple):
    """A part of a value, and an expression for its new value. `typed` is the expression as the user typed it."""

    name: str
    index: Any
    expression: str
    typed: str


def _assigned(text: str) -> Assigned:
    left, _, right = text.partition("=")
    return Assigned(left.strip(), right.strip())


_ASSIGNED = Kind(
    "NAME[slice] = EXPR",
    _assigned,
    complete=complete_name,
    take=whole,
    fits=lambda text: all(_assigned(text)),
    needs=("a variable", "a value"),
)
AssignmentHere = Annotated[Assignment, _ASSIGNED._replace(resolve=lambda names, given: given.here(names))]
AssignmentLater = Annotated[Assigned, _ASSIGNED]


# --- operators ------------------------------------------------------------------------------------------

PatternText = Annotated[str, Kind("PATTERN", complete=complete_name, take=first_pattern, needs=("a pattern",))]
Pattern = Annotated[str, Kind("PATTERN", str, KnownNames.pattern, complete_operator, first_pattern)]
ValuePattern = Annotated[
    str,
    Kind("PATTERN", complete=complete_name, take=first_pattern, fits=lambda text: bool(text) and not text.isdigit()),
]
OperatorSpec = Annotated[
    str, Kind("OP", str, KnownNames.pattern, complete_operator, first_pattern, needs=("an operator",))
]


# --- places and commands --------------------------------------------------------------------------------

Place = Annotated[
    str, Kind("SPEC", str, KnownNames.place, complete_operator, first_pattern, needs=("a name, an operator or a line",))
]
LogMessage = Annotated[str, Kind("MESSAGE", complete=complete_expression, take=whole)]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(";;") if part.strip()]


CommandList = Annotated[Sequence[str] | None, Kind("COMMAND ;; ...", _listed, take=whole)]
CommandText = Annotated[str, Kind("COMMAND", take=whole)]
