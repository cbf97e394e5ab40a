"""Grammar of a command's arguments.

The grammar is derived from the signature of the command's function. The annotation of each parameter is a kind of
argument. For each kind, the module `kinds` defines how the text is parsed, what the text refers to in a run, and how a
word is completed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, get_args, get_type_hints

from opscope.errors import ArgumentError
from opscope.ir.program.program import Program

Take = Callable[[str], tuple[str, str]]


def word(text: str) -> tuple[str, str]:
    """Split the first word from a line. Returns the word and the rest of the line."""
    first, _, rest = text.partition(" ")
    return first, rest.strip()


def whole(text: str) -> tuple[str, str]:
    """Return the whole text as one argument, and an empty rest."""
    return text, ""


class Words(Protocol):
    """Words that completion can offer at the current place of a run."""

    def names(self) -> Iterable[str]:
        """Return the names of values."""
        ...

    def frame_names(self) -> Iterable[str]:
        """Return the variables of the chosen frame."""
        ...

    def programs(self) -> Iterable[Program]:
        """Return the known programs."""
        ...

    def steps(self) -> tuple[int, int]:
        """Return the first and the last recorded step. Return (0, 0) if no step is recorded."""
        ...

    def breakpoints(self) -> Iterable[int]:
        """Return the numbers of the breakpoints."""
        ...

    def displays(self) -> Iterable[str]:
        """Return the displayed expressions."""
        ...


class Kind(NamedTuple):
    """A kind of argument.

    `label` is the kind's name in the syntax. `take` splits the text of the argument from a line. `parse` converts the
    text to a value, without using a run. `resolve` binds the parsed value to a run. The arguments of `resolve` are
    `KnownNames` and the value. `fits` returns True if a text can be this argument. If the text does not fit an
    optional argument, this argument is omitted. `needs` contains phrases such as `a variable`, which the error about a
    missing argument lists.
    """

    label: str
    parse: Callable[[str], Any] = str
    resolve: Callable[[Any, Any], Any] | None = None
    complete: Callable[[Words, Sequence[str]], Iterable[str]] | None = None  # by the earlier words of the line
    take: Take = word
    fits: Callable[[str], bool] = bool
    needs: tuple[str, ...] = ()


class Argument(NamedTuple):
    """An argument of a command. `default` is `inspect.Parameter.empty` for a required argument."""

    kind: Kind
    default: Any
    several: bool

    @property
    def usage(self) -> str:
        """The argument as it is written in the syntax: `STEP`, `[OP]`, `N ...`."""
        if self.several:
            return f"{self.kind.label} ..."
        return self.kind.label if self.is_required or self.kind.label.startswith("[") else f"[{self.kind.label}]"

    @property
    def is_required(self) -> bool:
        """True if the argument is required."""
        return self.several or self.default is inspect.Parameter.empty


class Refused(ArgumentError):
    """Error for a line that does not match the grammar of the command. `lacks` is True if an argument is missing."""

    lacks = False


class Grammar(NamedTuple):
    """The arguments of a command, in order."""

    arguments: tuple[Argument, ...]

    @property
    def usage(self) -> str:
        """The syntax of the arguments, without the command's name."""
        return " ".join(each.usage for each in self.arguments)

    def parse(self, name: str, text: str) -> list[Any]:
        """Parse the text of the arguments.

        Return the values of the arguments, without omitted arguments at the end. Raises ArgumentError if the text does
        not fit the grammar.
        """
        found, rest, given = list[Any](), text.strip(), 0
        for each in self.arguments:
            piece, left = whole(rest) if each.several else each.kind.take(rest)
            if not (piece and each.kind.fits(piece)):
                if each.is_required:
                    raise self._refused(name, text)
                found.append(each.default)
                continue
            found += map(each.kind.parse, piece.split() if each.several else [piece])
            rest, given = left, len(found)
        if rest:
            raise self._misfit(name, text)
        return found[:given]

    def resolve(self, names: Any, values: list[Any]) -> list[Any]:
        """Bind parsed values to a run. Raises errors about names and patterns in the values."""
        return [self._resolve(names, index, value) for index, value in enumerate(values)]

    def complete(self, words: Words, before: Sequence[str]) -> Iterable[str]:
        """Return the words that can follow the arguments typed so far, which are in `before`."""
        if not self.arguments:
            return ()
        at = self.arguments[min(len(before), len(self.arguments) - 1)]
        if len(before) >= len(self.arguments) and at.kind.take is not whole and not at.several:
            return ()
        return () if at.kind.complete is None else at.kind.complete(words, before)

    def _resolve(self, names: Any, index: int, value: Any) -> Any:
        argument = self.arguments[min(index, len(self.arguments) - 1)]
        resolve = None if value is argument.default else argument.kind.resolve
        return value if resolve is None else resolve(names, value)

    def _refused(self, name: str, text: str) -> Refused:
        needs = [each for argument in self.arguments if argument.is_required for each in argument.kind.needs]
        if not needs:
            return self._misfit(name, text)
        listed = " and ".join(filter(None, [", ".join(needs[:-1]), needs[-1]]))
        found = Refused(f"{name} needs {listed}")
        found.lacks = True
        return found

    def _misfit(self, name: str, text: str) -> Refused:
        return Refused(f"{name} takes {self.usage or 'no arguments'}, not {repr(text) if text else 'nothing'}")


def grammar_of(function: Callable[..., Any]) -> Grammar:
    """Return the grammar of a command's function."""
    hints: Mapping[str, Any] = get_type_hints(function, include_extras=True)
    return Grammar(
        tuple(
            Argument(get_args(hints[each.name])[1], each.default, each.kind is inspect.Parameter.VAR_POSITIONAL)
            for each in list(inspect.signature(function).parameters.values())[1:]
        )
    )
