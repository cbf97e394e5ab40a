"""Table of commands: names, short names, help, and front ends that lack a command.

    @command("next", "n", group="forwards", repeatable=True, python="next")
    def go_next(debugger: CommandSession, count: Count = 1) -> None:
        ...  # its docstring is the help, what it returns is printed by its type: `renderers`

The signature is the grammar: its annotations, the `kinds` of the arguments, parse the words, look up their values in
the run, and generate the syntax and the completions.

The functions are in `groups`; the docstring of this package describes how to add a command.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from opscope.commands.grammar import Grammar, Refused, grammar_of
from opscope.commands.python_call import PythonCall
from opscope.errors import ArgumentError, NotFound, UnsupportedError, nearest

GROUPS = ("forwards", "backwards", "breakpoints", "looking", "changing", "the rest")

FrontEnd = Literal["prompt", "notebook", "editor"]
PLACES: Mapping[FrontEnd, str] = {
    "prompt": "the prompt",
    "notebook": "a notebook",
    "editor": "an editor",
}
Function = Callable[..., Any]  # arguments: the `CommandSession` and the words; its result is rendered
Python = str | Callable[..., Sequence[PythonCall]]


class NamedCommand(NamedTuple):
    """A command. `repeatable`: True if an empty line repeats it.

    `absent`: the front ends without it, each with the alternative. `python`: the equivalent method of the run, or a
    function from its arguments to the calls. `instead`: the fix for words that do not fit.

    The first line of the docstring of `function` is the short help, the rest the long help.
    """

    name: str
    short: tuple[str, ...]
    group: str
    function: Function
    repeatable: bool
    absent: Mapping[FrontEnd, str]
    grammar: Grammar
    python: Python | None
    instead: str

    @property
    def summary(self) -> str:
        """The short help."""
        return self._doc[0]

    @property
    def details(self) -> str:
        """The long help."""
        return "\n".join(self._doc[1:]).strip()

    @property
    def usage(self) -> str:
        """The syntax after the name."""
        return self.grammar.usage

    @property
    def form(self) -> str:
        """The syntax: `break SPEC [if COND]`."""
        return f"{self.name} {self.usage}".strip()

    def arguments(self, rest: str, front_end: FrontEnd) -> list[Any]:
        """Parse a text. Raises an error if the command is absent, or does not accept these words."""
        if front_end in self.absent:
            raise UnsupportedError(f"there is no {self.name} in {PLACES[front_end]}", fix=self.absent[front_end])
        try:
            return self.grammar.parse(self.name, rest)
        except ArgumentError as e:
            if e.fix or not (self.instead or isinstance(e, Refused)):
                raise
            example = self._example if isinstance(e, Refused) and e.lacks else ""
            raise ArgumentError(e.summary, fix=self.instead.format(rest) or example or f"`help {self.name}`") from None

    def do(self, session: Any, given: list[Any]) -> Any:
        """Execute the command with parsed arguments; returns its result. Raises errors of arguments and command."""
        return self.function(session, *self.grammar.resolve(session.names, given))

    def calls(self, rest: str, front_end: FrontEnd) -> Sequence[PythonCall]:
        """Return the equivalent Python calls of a line. Raises UnsupportedError if there are none."""
        given = self.arguments(rest, front_end)
        if self.python is None:
            raise UnsupportedError(f"{self.name} stands for no call of Python", fix=f"`help {self.name}`")
        if isinstance(self.python, str):
            return [PythonCall(f"run.{self.python}", [each for each in given if each != ""])]
        return self.python(*given)

    @property
    def _example(self) -> str:
        """Return the first example of the long help."""
        found = (line for line in self._doc[1:] if line.startswith(f"{self.name} "))
        return next(found, "").partition("   ")[0]

    @property
    def _doc(self) -> list[str]:
        return (inspect.getdoc(self.function) or "").splitlines()


COMMANDS: dict[str, NamedCommand] = {}
_NAMES: dict[str, NamedCommand] = {}  # including short names


def command(
    name: str,
    *short: str,
    group: str = "the rest",
    repeatable: bool = False,
    absent: Mapping[FrontEnd, str] = {},
    python: Python | None = None,
    instead: str = "",
) -> Callable[[Function], Function]:
    """Register a function as a command."""
    assert group in GROUPS, f"{name}: no group {group!r}; the groups are GROUPS"

    def register(function: Function) -> Function:
        made = NamedCommand(name, short, group, function, repeatable, absent, grammar_of(function), python, instead)
        for each in (name, *short):
            assert each.lower() not in _NAMES, f"two commands are called {each}"
            _NAMES[each.lower()] = made
        COMMANDS[name] = made
        return function

    return register


def find(word: str) -> NamedCommand:
    """Return the command with a name, a short name or an unambiguous prefix, in any case. Raises NotFound."""
    word = word.lower()
    if word in _NAMES:
        return _NAMES[word]
    matches = [c for name, c in COMMANDS.items() if name.lower().startswith(word)]
    if len(matches) == 1:
        return matches[0]
    several = f"{', '.join(c.name for c in matches)} begin so" if matches else ""
    raise NotFound(
        f"no command {word!r}", fix=several or nearest(word, [n for n in _NAMES if len(n) > 2]) or "`help` lists them"
    )


def names() -> list[str]:
    """Return all names and short names."""
    return [name for one in COMMANDS.values() for name in (one.name, *one.short)]
