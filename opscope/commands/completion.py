"""Completion at the prompt: the words that are possible at the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from opscope.commands import table
from opscope.commands.command_session import CommandSession
from opscope.commands.groups.help import TOPICS
from opscope.debug.conditions.condition import completions
from opscope.debug.lines.code_stops import FILTERS
from opscope.debug.session.recording_status import SETTINGS
from opscope.debug.taps.levels import LEVEL_NAMES
from opscope.debug.taps.pattern_words import patterns
from opscope.errors import NotFound


def candidates(debugger: CommandSession) -> Callable[[str], Iterable[str]]:
    """A function from the line before the typed word to the possible words."""

    def words_after(line: str) -> Iterable[str]:
        words = line.split()
        if not words:
            return table.names()
        kind = argument_kind(words)
        return COMPLETERS[kind](debugger) if kind else ()

    return words_after


def argument_kind(words: Sequence[str]) -> str:
    """Return what kind of argument follows the words of a line, the command first; "" if nothing completes it."""
    try:
        found = table.find(words[0])
    except NotFound:
        return ""
    kind = found.completes if found.grammar is None else found.grammar.completes(len(words) - 1)
    if kind == "op" and "if" in words:
        return "expression"
    if kind == "dial":
        return "level" if len(words) > 1 else "op"
    return kind


def _names(debugger: CommandSession) -> Iterable[str]:
    return [*debugger.variables(), *debugger.aliases]


def _expression(debugger: CommandSession) -> Iterable[str]:
    return list(dict.fromkeys([*_names(debugger), *debugger.frame_names(), *completions()]))


def _steps(debugger: CommandSession) -> Iterable[str]:
    first, last = debugger.ask(lambda navigator: navigator.journal.step_range())
    return [str(step) for step in range(last, first - 1, -1)] if last else []


COMPLETERS: Mapping[str, Callable[[CommandSession], Iterable[str]]] = {
    "name": _names,
    "op": lambda debugger: [*patterns(debugger.programs), *_names(debugger)],
    "expression": _expression,
    "step": _steps,
    "breakpoint": lambda debugger: [str(b.number) for b in debugger.run.breakpoints],
    "command": lambda debugger: [*table.names(), *TOPICS],
    "exception": lambda debugger: [*FILTERS, "off"],
    "level": lambda debugger: LEVEL_NAMES,
    "recording": lambda debugger: SETTINGS,
}
