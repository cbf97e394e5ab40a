"""The table of commands: names, short names, help, and where a command cannot be.

    @command("next", "n", usage="[COUNT]", group="forwards", repeatable=True)
    def go_next(debugger, arguments):
        ...

The functions are in `groups`; the docstring of that package says how to add one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from opscope.errors import ArgumentError, NotFound, UnsupportedError, nearest

GROUPS = ("forwards", "backwards", "breakpoints", "looking", "changing", "the rest")

FrontEnd = Literal["prompt", "notebook"]
Function = Callable[[Any, str], None]  # of the `CommandSession` and the text after the command's name


class Command(NamedTuple):
    """A command. `repeatable`: an empty line runs it again. `completes`: the kind of its arguments (see `completion`).

    `absent`: the front ends that do not have it, with what is there instead.

    The first line of the docstring of `function` is the short help, the rest the long one.
    """

    name: str
    short: tuple[str, ...]
    usage: str
    group: str
    function: Function
    repeatable: bool
    completes: str
    absent: Mapping[FrontEnd, str]

    @property
    def summary(self) -> str:
        """The short help."""
        return self._doc[0]

    @property
    def details(self) -> str:
        """The long help."""
        return "\n".join(self._doc[1:]).strip()

    @property
    def form(self) -> str:
        """The syntax: `break SPEC [if COND]`."""
        return f"{self.name} {self.usage}".strip()

    def check(self, rest: str, front_end: FrontEnd) -> None:
        """Raise an error if a front end does not have the command, or if it does not take these words."""
        if front_end in self.absent:
            raise UnsupportedError(f"there is no {self.name} in a {front_end}", fix=self.absent[front_end])
        if rest and not self.usage:
            raise ArgumentError(f"{self.name} takes nothing, not {rest!r}", fix=f"`help {self.name}`")

    @property
    def _doc(self) -> list[str]:
        return (inspect.getdoc(self.function) or "").splitlines()


COMMANDS: dict[str, Command] = {}
_NAMES: dict[str, Command] = {}  # short names, too


def command(
    name: str,
    *short: str,
    usage: str = "",
    group: str = "the rest",
    repeatable: bool = False,
    completes: str = "",
    absent: Mapping[FrontEnd, str] = {},
) -> Callable[[Function], Function]:
    """Register a function as a command."""
    assert group in GROUPS, f"{name}: no group {group!r}; the groups are GROUPS"

    def register(function: Function) -> Function:
        made = Command(name, short, usage, group, function, repeatable, completes, absent)
        for each in (name, *short):
            assert each.lower() not in _NAMES, f"two commands are called {each}"
            _NAMES[each.lower()] = made
        COMMANDS[name] = made
        return function

    return register


def find(word: str) -> Command:
    """The command of a name, a short name or an unambiguous prefix; case does not matter. Raises NotFound."""
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
    """All names and short names."""
    return [name for one in COMMANDS.values() for name in (one.name, *one.short)]
