"""Completing: what may stand where the cursor is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from opscope.cli import command_registry, operator_context
from opscope.cli.commands.help import TOPICS
from opscope.cli.prompt_session import Debugger
from opscope.debug.conditions.condition import completions
from opscope.debug.taps.levels import LEVEL_NAMES
from opscope.errors import NotFound


def candidates(at: Debugger) -> Callable[[str], Iterable[str]]:
    """Given the line up to the word that is being typed: what the word may be."""

    def found(line: str) -> Iterable[str]:
        name, *words = line.split()[:2] or [""]
        if not name:
            return command_registry.names()
        try:
            kind = command_registry.find(name).completes
        except NotFound:
            return ()
        if kind == "op" and " if " in line:
            kind = "expression"
        if kind == "dial":
            kind = "level" if words else "op"
        if kind == "step" and words:
            kind = "op"
        return _KINDS[kind](at) if kind else ()

    return found


def _names(at: Debugger) -> Iterable[str]:
    return [*at.variables(), *at.aliases]


def _expression(at: Debugger) -> Iterable[str]:
    return [*_names(at), *completions()]


def _steps(at: Debugger) -> Iterable[str]:
    first, last = at.ask(lambda navigator: navigator.journal.step_range())
    return [str(step) for step in range(last, first - 1, -1)] if last else []


_KINDS: Mapping[str, Callable[[Debugger], Iterable[str]]] = {
    "name": _names,
    "op": lambda at: [*operator_context.patterns(at.programs), *_names(at)],
    "expression": _expression,
    "step": _steps,
    "breakpoint": lambda at: [str(b.number) for b in at.run.breakpoints],
    "command": lambda at: [*command_registry.names(), *TOPICS],
    "level": lambda at: LEVEL_NAMES,
}
