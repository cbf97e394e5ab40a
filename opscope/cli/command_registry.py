"""The registry of prompt commands: names, short names, help.

    @command("next", "n", usage="[COUNT]", group="forwards", repeatable=True)
    def go_next(debugger, arguments):
        ...

`commands` holds the functions; its docstring says how to add one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from opscope.errors import NotFound, nearest

GROUPS = ("forwards", "backwards", "breakpoints", "looking", "changing", "the rest")

Function = Callable[[Any, str], None]  # of the `Debugger` and the text after the command's name


class PromptCommand(NamedTuple):
    """A command. `repeatable`: an empty line runs it again. `completes`: the kind of its arguments (see `completion`).

    The first line of the docstring of `function` is the short help, the rest the long one.
    """

    name: str
    short: tuple[str, ...]
    usage: str
    group: str
    function: Function
    repeatable: bool
    completes: str

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

    @property
    def _doc(self) -> list[str]:
        return (inspect.getdoc(self.function) or "").splitlines()


COMMANDS: dict[str, PromptCommand] = {}
_NAMES: dict[str, PromptCommand] = {}  # short names, too


def command(
    name: str, *short: str, usage: str = "", group: str = "the rest", repeatable: bool = False, completes: str = ""
) -> Callable[[Function], Function]:
    """Register a function as a command of the prompt."""
    assert group in GROUPS, f"{name}: no group {group!r}; the groups are GROUPS"

    def register(function: Function) -> Function:
        made = PromptCommand(name, short, usage, group, function, repeatable, completes)
        for each in (name, *short):
            assert each.lower() not in _NAMES, f"two commands are called {each}"
            _NAMES[each.lower()] = made
        COMMANDS[name] = made
        return function

    return register


def find(word: str) -> PromptCommand:
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
