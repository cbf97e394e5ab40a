"""Table of commands: their names, short names and help, and the front ends in which a command does not exist.

    @command("next", "n", group="forwards", repeatable=True, python="next")
    def go_next(debugger: CommandSession, count: Count = 1) -> None:
        ...  # its docstring is the help, what it returns is printed by its type: `renderers`

The signature of the function is the grammar of the command. The annotations of the parameters are the `kinds` of the
arguments. A kind parses the words, finds their values in the run, and generates the syntax and the completions.

The functions are in the package `groups`, whose docstring describes how to add a command.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from opscope.commands.grammar import Grammar, Refused, grammar_of
from opscope.commands.other_debuggers import INSTEAD
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


class Written(Protocol):
    """Python code that is equivalent to a command."""

    def code(self, run: str = "run") -> str:
        """Return the code, in which the run has the name `run`."""
        ...


Python = str | Callable[..., Sequence[Written]]


class NamedCommand(NamedTuple):
    """A command. `repeatable` is True if an empty line repeats the command.

    `absent` maps each front end that does not have the command to an alternative. `python`
    is the name of the equivalent method of the run, or a function that takes the arguments and returns the equivalent
    calls. `instead` is the fix in the error about words that do not fit the syntax. `needs_run` is False if the command
    also works without a run. Its session is then None.

    The first line of the docstring of `function` is the short help, and the rest is the long help.
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
    needs_run: bool

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
        """The syntax of the arguments."""
        return self.grammar.usage

    @property
    def form(self) -> str:
        """The syntax: `break SPEC [if COND]`."""
        return f"{self.name} {self.usage}".strip()

    def arguments(self, rest: str, front_end: FrontEnd) -> list[Any]:
        """Parse the text of the arguments.

        Raises an error if the front end does not have the command, or if the words do not fit the syntax.
        """
        if front_end in self.absent:
            raise UnsupportedError(
                f"there is no command {self.name} in {PLACES[front_end]}", fix=self.absent[front_end]
            )
        try:
            return self.grammar.parse(self.name, rest)
        except ArgumentError as e:
            if e.fix or not (self.instead or isinstance(e, Refused)):
                raise
            example = self._example if isinstance(e, Refused) and e.lacks else ""
            raise ArgumentError(e.summary, fix=self.instead.format(rest) or example or f"`help {self.name}`") from None

    def do(self, session: Any, given: list[Any]) -> Any:
        """Execute the command with parsed arguments, and return its result.

        Raises errors about the arguments, and errors of the command itself.
        """
        return self.function(session, *self.grammar.resolve(None if session is None else session.names, given))

    def calls(self, rest: str, front_end: FrontEnd) -> Sequence[Written]:
        """Return the equivalent Python calls of a line. Raises UnsupportedError if there are no equivalent calls."""
        given = self.arguments(rest, front_end)
        if self.python is None:
            raise UnsupportedError(f"the command {self.name} has no Python equivalent", fix=f"`help {self.name}`")
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


class CommandTable:
    """Table of commands, by their names.

    A table may extend another table, its base table. The table then also has the commands of the base table, and may
    replace some of these commands.
    """

    def __init__(self, base: CommandTable | None = None) -> None:
        self.own: dict[str, NamedCommand] = {}
        self._base = base
        self._names: dict[str, NamedCommand] = {}  # including short names

    def command(
        self,
        name: str,
        *short: str,
        group: str = "the rest",
        repeatable: bool = False,
        absent: Mapping[FrontEnd, str] = {},
        python: Python | None = None,
        instead: str = "",
        needs_run: bool = True,
    ) -> Callable[[Function], Function]:
        """Register a function as a command."""
        assert group in GROUPS, f"{name}: no group {group!r}; the groups are GROUPS"

        def register(function: Function) -> Function:
            grammar = grammar_of(function)
            made = NamedCommand(name, short, group, function, repeatable, absent, grammar, python, instead, needs_run)
            for each in (name, *short):
                assert each.lower() not in self._names, f"two commands are called {each}"
                self._names[each.lower()] = made
            self.own[name] = made
            return function

        return register

    def find(self, word: str) -> NamedCommand:
        """Return the command that a name, a short name or an unambiguous prefix refers to. Case is ignored.

        A prefix is looked up only in the first table, which all other tables extend. So a prefix refers to the same
        command in every front end.
        Raises NotFound if there is no such command.
        """
        word = word.lower()
        if word in self._names:
            return self._names[word]
        if self._base is not None:
            found = self._base.find(word)
            return self.own.get(found.name, found)
        matches = [c for name, c in self.own.items() if name.lower().startswith(word)]
        if len(matches) == 1:
            return matches[0]
        several = f"{', '.join(c.name for c in matches)} begin so" if matches else ""
        known = [name for name in self._names if len(name) > 2]
        raise NotFound(
            f"no command {word!r}", fix=INSTEAD.get(word) or several or nearest(word, known) or "`help` lists them"
        )

    def names(self) -> list[str]:
        """Return all names and short names of the commands in this table."""
        return [name for one in self.own.values() for name in (one.name, *one.short)]


SHARED = CommandTable()
"""The commands of all front ends."""

COMMANDS, command, find, names = SHARED.own, SHARED.command, SHARED.find, SHARED.names
