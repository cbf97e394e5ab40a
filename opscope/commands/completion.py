"""Completion at the prompt: the words that may be typed at the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from opscope.commands import table
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Words
from opscope.errors import NotFound
from opscope.ir.program.program import Program


def candidates(debugger: CommandSession) -> Callable[[str], Iterable[str]]:
    """Return a function that takes the text of the line before the current word, and returns the possible words."""
    words = SessionWords(debugger)

    def words_after(line: str) -> Iterable[str]:
        return dict.fromkeys(complete(line.split(), words)) if line.strip() else table.names()

    return words_after


def complete(line: Sequence[str], words: Words) -> Iterable[str]:
    """Return the possible next words after the words of a line.

    The first word is the command. Return [] if no next word is known.
    """
    try:
        found = table.find(line[0])
    except NotFound:
        return ()
    return found.grammar.complete(words, line[1:])


class SessionWords:
    """Words that the user can type at the current place of a run."""

    def __init__(self, debugger: CommandSession) -> None:
        self._debugger = debugger

    def names(self) -> Iterable[str]:
        """Return the names of values, including the script's names."""
        known = self._debugger.names
        return [*known.variables(), *known.aliases]

    def frame_names(self) -> Iterable[str]:
        """Return the variables of the chosen frame."""
        return self._debugger.frame_names()

    def programs(self) -> Iterable[Program]:
        """Return the known programs."""
        return self._debugger.names.programs

    def steps(self) -> tuple[int, int]:
        """Return the first and the last recorded step."""
        return self._debugger.ask(lambda navigator: navigator.journal.step_range())

    def breakpoints(self) -> Iterable[int]:
        """Return the numbers of the breakpoints."""
        return [each.number for each in self._debugger.run.breakpoints]

    def displays(self) -> Iterable[str]:
        """Return the displayed expressions."""
        return self._debugger.displays
