"""Completion on the line of `%opscope`: commands, then values, patterns, breakpoints, settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from opscope.commands.completion import COMPLETERS, argument_kind
from opscope.debug.conditions.condition import completions
from opscope.debug.session.recording_status import SETTINGS
from opscope.debug.session.run import Run
from opscope.debug.session.steppable_run import SteppableRun
from opscope.debug.taps.levels import LEVEL_NAMES
from opscope.debug.taps.pattern_words import patterns
from opscope.errors import NotFound
from opscope.ir.program.program import Program
from opscope.names.resolver import all_user_names
from opscope.notebook.cell_session import session_of
from opscope.notebook.ipython_shell import shell
from opscope.notebook.line_commands import LineCommand, find, names
from opscope.notebook.live import latest

MAX_WORDS = 500
CHECK_OPTIONS = ("--intended", "--times", "--order")


def complete(_shell: Any, event: Any) -> list[str]:
    """The words that may follow on the line of `%opscope`, for IPython's hook."""
    words = [word for word in _words_before(event) if word != "--code"]
    return _fitting(event, _after(words))


def _after(words: list[str]) -> Iterable[str]:
    if not words:
        return [*names(), "--code", "--help"]
    if words[0] == "check":
        return [*CHECK_OPTIONS, *_python_names()]
    try:
        _, command = find(words[0], "A B")  # `diff` completes what it compares
    except NotFound:
        return []
    kind = command.completes if isinstance(command, LineCommand) else argument_kind(words)
    run = latest()
    if kind in _COMPLETERS:
        return _COMPLETERS[kind](run)
    stands = run is not None and (run.done or run.here is not None)  # else it would wait for the program
    return COMPLETERS[kind](session_of(run)) if kind and run is not None and stands else []


def cell_completer(options: Sequence[str]) -> Callable[[Any, Any], list[str]]:
    """The same for the line of `%%opscope`: its options, and patterns of the values of the latest run."""

    def complete_cell(_shell: Any, event: Any) -> list[str]:
        option = next((word for word in reversed(_words_before(event)) if word.startswith("-")), "")
        kind = "expression" if option == "--if" else "op" if option in ("-t", "--tap", "-b", "--break") else ""
        return _fitting(event, [*options, *(_COMPLETERS[kind](latest()) if kind else ())])

    return complete_cell


def _words_before(event: Any) -> list[str]:
    """The words between the magic and the word that is being typed."""
    words = event.line.split()[1:]
    return words if not words or event.line.endswith((" ", "\t")) else words[:-1]


def _fitting(event: Any, words: Iterable[str]) -> list[str]:
    """The words that begin as what is typed. IPython completes what is behind the last `:` or `@` of it."""
    typed = "" if event.line.endswith((" ", "\t")) else event.line.split()[-1]
    done = typed.removesuffix(event.symbol)
    return [word[len(done) :] for word in dict.fromkeys(words) if word.startswith(typed)][:MAX_WORDS]


def _programs(run: SteppableRun | None) -> list[Program]:
    """The programs that a run has executed; reading them does not wait for the program."""
    driver = None if run is None else run.session.driver
    return [] if driver is None else list(driver.navigator.programs().programs)


def _names(run: SteppableRun | None) -> list[str]:
    found: list[str] = []
    for program in _programs(run):
        found += [*all_user_names(program), *(v.name for v in program.list_vars())]
    return found


def _scopes(run: SteppableRun | None) -> list[str]:
    return [o.namescope.strip("/") for p in _programs(run) for o in p.operators if o.namescope.strip("/")]


def _variables(run: SteppableRun | None) -> list[str]:
    space = {} if (ip := shell()) is None else ip.user_ns
    return [n for n, value in space.items() if isinstance(value, Run | SteppableRun | Program) and n[0] != "_"]


def _python_names() -> list[str]:
    """Names that the user has defined in the notebook."""
    ip = shell()
    return [] if ip is None else [n for n in ip.user_ns if n[0] != "_" and n not in ip.user_ns_hidden]


_COMPLETERS: Mapping[str, Callable[[SteppableRun | None], Iterable[str]]] = {
    "name": _names,
    "op": lambda run: [*_names(run), *patterns(_programs(run))],
    "expression": lambda run: [*_names(run), *completions()],
    "breakpoint": lambda run: [] if run is None else [str(b.number) for b in run.breakpoints],
    "scope": _scopes,
    "variable": _variables,
    "code": lambda run: _python_names(),
    "recording": lambda run: SETTINGS,
    "level": lambda run: LEVEL_NAMES,
}
