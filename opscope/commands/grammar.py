"""Grammar of a command's arguments: the signature of its function, whose annotations are kinds of words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from opscope.commands.arguments import integer
from opscope.errors import ArgumentError


class Kind(NamedTuple):
    """A kind of argument: its name in the syntax, how its text is parsed, and what completes it (see `completion`).

    `whole`: it takes all that is left of the line, and must be the last.
    """

    label: str
    parse: Callable[[str], Any] = str
    completes: str = ""
    whole: bool = False


def _times(text: str) -> int:
    return integer(text, 1)


Count = Annotated[int, Kind("COUNT", _times)]
Times = Annotated[int, Kind("COUNT", integer)]
StepNumber = Annotated[int, Kind("STEP", integer, "step")]
ThreadNumber = Annotated[int, Kind("NUMBER", integer)]
BreakpointNumber = Annotated[int, Kind("N", integer, "breakpoint")]
OperatorSpec = Annotated[str, Kind("OP", completes="op", whole=True)]
ValueName = Annotated[str, Kind("NAME", completes="name", whole=True)]
Condition = Annotated[str, Kind("COND", completes="expression", whole=True)]
Expression = Annotated[str, Kind("EXPR", completes="expression", whole=True)]
Statement = Annotated[str, Kind("STATEMENT", completes="expression", whole=True)]
Folder = Annotated[str, Kind("FOLDER", whole=True)]


class Argument(NamedTuple):
    """An argument of a command. `default` is `inspect.Parameter.empty` if it must be given."""

    kind: Kind
    default: Any
    several: bool

    @property
    def usage(self) -> str:
        """The argument in the syntax: `STEP`, `[OP]`, `N ...`."""
        if self.several:
            return f"{self.kind.label} ..."
        return self.kind.label if self.is_required else f"[{self.kind.label}]"

    @property
    def is_required(self) -> bool:
        """Return True if the command needs it."""
        return self.several or self.default is inspect.Parameter.empty


class Grammar(NamedTuple):
    """The arguments of a command, in their order."""

    arguments: tuple[Argument, ...]

    @property
    def usage(self) -> str:
        """The syntax behind the command's name."""
        return " ".join(each.usage for each in self.arguments)

    def parse(self, name: str, text: str) -> list[Any]:
        """Return the values of a text, without arguments that it leaves out. Raises ArgumentError."""
        found, rest, given = list[Any](), text, 0
        for each in self.arguments:
            if not rest:
                break
            words = rest.split() if each.several else [rest] if each.kind.whole else [rest.partition(" ")[0]]
            found += map(each.kind.parse, words)
            rest = "" if each.several or each.kind.whole else rest.partition(" ")[2].strip()
            given += 1
        if rest or any(each.is_required for each in self.arguments[given:]):
            wrong = repr(text) if text else "nothing"
            raise ArgumentError(f"{name} takes {self.usage or 'nothing'}, not {wrong}", fix=f"`help {name}`")
        return found

    def completes(self, words: int) -> str:
        """Return what completes the next word behind some words."""
        if not self.arguments:
            return ""
        at = min(words, len(self.arguments) - 1)
        last = self.arguments[at]
        return last.kind.completes if words <= at or last.several or last.kind.whole else ""


def grammar_of(function: Callable[..., Any]) -> Grammar | None:
    """Return the grammar of a command's function; None where it parses the text itself, its parameter `rest`."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    if [each.name for each in parameters] == ["rest"]:
        return None
    hints: Mapping[str, Any] = get_type_hints(function, include_extras=True)
    return Grammar(
        tuple(
            Argument(get_args(hints[each.name])[1], each.default, each.kind is inspect.Parameter.VAR_POSITIONAL)
            for each in parameters
        )
    )
