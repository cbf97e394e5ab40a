"""Completion at the prompt: the words that are possible at the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from opscope.commands import table
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Words
from opscope.errors import NotFound
from opscope.ir.program.program import Program


def candidates(debugger: CommandSession) -> Callable[[str], Iterable[str]]:
    """A function from the line before the typed word to the possible words."""
    words = SessionWords(debugger)

    def words_after(line: str) -> Iterable[str]:
        return complete(line.split(), words) if line.strip() else table.names()

    return words_after


def complete(line: Sequence[str], words: Words) -> Iterable[str]:
    """Return the words that may follow those of a line, the command first; none if nothing completes it."""
    try:
        found = table.find(line[0])
    except NotFound:
        return ()
    return found.grammar.complete(words, line[1:])


class SessionWords:
    """Words to type at the current place of a run."""

    def __init__(self, debugger: CommandSession) -> None:
        self._debugger = debugger

    def names(self) -> Iterable[str]:
        """The names of values, and what the script calls them."""
        known = self._debugger.names
        return [*known.variables(), *known.aliases]

    def frame_names(self) -> Iterable[str]:
        """The variables of the chosen frame."""
        return self._debugger.frame_names()

    def programs(self) -> Iterable[Program]:
        """The programs that are known."""
        return self._debugger.names.programs

    def steps(self) -> tuple[int, int]:
        """The first and the last recorded step."""
        return self._debugger.ask(lambda navigator: navigator.journal.step_range())

    def breakpoints(self) -> Iterable[int]:
        """The numbers of the breakpoints."""
        return [each.number for each in self._debugger.run.breakpoints]

    def displays(self) -> Iterable[str]:
        """The displayed expressions."""
        return self._debugger.displays
