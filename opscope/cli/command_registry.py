"""Commands: what can be typed at the prompt, by name, each with its help."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from opscope.errors import NotFound, nearest

GROUPS = ("forwards", "backwards", "breakpoints", "looking", "changing", "the rest")

Do = Callable[[Any, str], None]  # with the debugger, and what follows the command's name


class Command(NamedTuple):
    """One command. `again`: an empty line repeats it. `completes` says what its arguments are.

    The first line of the docstring of `do` is the short help, the rest the long one.
    """

    name: str
    short: tuple[str, ...]
    usage: str
    group: str
    do: Do
    again: bool
    completes: str

    @property
    def summary(self) -> str:
        """What it does, in a line."""
        return self._doc[0]

    @property
    def details(self) -> str:
        """What else is to be said."""
        return "\n".join(self._doc[1:]).strip()

    @property
    def form(self) -> str:
        """How it is typed: `break SPEC [if COND]`."""
        return f"{self.name} {self.usage}".strip()

    @property
    def _doc(self) -> list[str]:
        return (inspect.getdoc(self.do) or "").splitlines()


COMMANDS: dict[str, Command] = {}
_NAMES: dict[str, Command] = {}  # the short ones too


def command(
    name: str, *short: str, usage: str = "", group: str = "the rest", again: bool = False, completes: str = ""
) -> Callable[[Do], Do]:
    """A function as a command of the prompt."""

    def enter(do: Do) -> Do:
        made = Command(name, short, usage, group, do, again, completes)
        for each in (name, *short):
            assert each.lower() not in _NAMES, f"two commands are called {each}"
            _NAMES[each.lower()] = made
        COMMANDS[name] = made
        return do

    return enter


def find(word: str) -> Command:
    """The command of a name, a short name, or the beginning of only one name; in any case. Raises NotFound."""
    word = word.lower()
    if word in _NAMES:
        return _NAMES[word]
    meant = [c for name, c in COMMANDS.items() if name.lower().startswith(word)]
    if len(meant) == 1:
        return meant[0]
    several = f"{', '.join(c.name for c in meant)} begin so" if meant else ""
    raise NotFound(
        f"no command {word!r}", fix=several or nearest(word, [n for n in _NAMES if len(n) > 2]) or "`help` lists them"
    )


def names() -> list[str]:
    """All that can be typed first."""
    return [name for one in COMMANDS.values() for name in (one.name, *one.short)]
