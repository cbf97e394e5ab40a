"""Completion on the line of `%opscope`: first the command, then values, patterns, breakpoints and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from opscope.commands.completion import SessionWords
from opscope.commands.grammar import Words
from opscope.commands.kinds import complete_expression, complete_operator
from opscope.debug.runs.step_methods import StepMethods
from opscope.errors import NotFound
from opscope.ir.program.program import Program
from opscope.names.resolver import all_user_names
from opscope.notebook.cell_session import session_of
from opscope.notebook.line_commands import find, names, user_names
from opscope.notebook.live import latest

MAX_WORDS = 500
CHECK_OPTIONS = ("--intended", "--times", "--order")
CELL_OPTIONS = dict.fromkeys(("-t", "--tap", "-b", "--break"), complete_operator) | {"--if": complete_expression}


def complete(_shell: Any, event: Any) -> list[str]:
    """Return the possible next words on the line of `%opscope`, for IPython's hook."""
    words = [word for word in _words_before(event) if word != "--code"]
    return _fitting(event, _after(words))


def _after(words: list[str]) -> Iterable[str]:
    if not words:
        return [*names(), "--code", "--help"]
    if words[0] == "check":
        return [*CHECK_OPTIONS, *user_names()]
    try:
        command = find(words[0], "A B")  # `diff` completes the names of runs
    except NotFound:
        return []
    run = latest()
    stands = run is not None and (run.done or run.here is not None)  # else it would wait for the program
    sources: list[Words] = [RunWords(run), *([SessionWords(session_of(run))] if run is not None and stands else [])]
    return [word for source in sources for word in command.grammar.complete(source, words[1:])]


def cell_completer(options: Sequence[str]) -> Callable[[Any, Any], list[str]]:
    """Return the function that completes the options of `%%opscope`, and patterns for values of the latest run."""

    def complete_cell(_shell: Any, event: Any) -> list[str]:
        option = next((word for word in reversed(_words_before(event)) if word.startswith("-")), "")
        kind = CELL_OPTIONS.get(option)
        return _fitting(event, [*options, *(() if kind is None else kind(RunWords(latest())))])

    return complete_cell


def _words_before(event: Any) -> list[str]:
    """Return the words between the magic and the word being typed."""
    words = event.line.split()[1:]
    return words if not words or event.line.endswith((" ", "\t")) else words[:-1]


def _fitting(event: Any, words: Iterable[str]) -> list[str]:
    """Return the words that begin with the typed text. IPython completes only the part after the last `:` or `@`."""
    typed = "" if event.line.endswith((" ", "\t")) else event.line.split()[-1]
    done = typed.removesuffix(event.symbol)
    return [word[len(done) :] for word in dict.fromkeys(words) if word.startswith(typed)][:MAX_WORDS]


class RunWords:
    """Words that completion offers while a run is in progress. The methods do not wait for the program."""

    def __init__(self, run: StepMethods | None) -> None:
        self._run = run

    def programs(self) -> list[Program]:
        """Return the programs that the run has executed."""
        return [] if self._run is None else list(self._run.session.driver.navigator.programs().programs)

    def names(self) -> list[str]:
        """Return the variables of the run's programs, and the names of these variables in the user's code."""
        found: list[str] = []
        for program in self.programs():
            found += [*all_user_names(program), *(v.name for v in program.list_vars())]
        return found

    def breakpoints(self) -> list[int]:
        """Return the numbers of the run's breakpoints."""
        return [] if self._run is None else [each.number for each in self._run.breakpoints]

    def frame_names(self) -> Sequence[str]:
        """Return (), because the variables of the frame change while the program runs."""
        return ()

    def steps(self) -> tuple[int, int]:
        """Return (0, 0), so that no steps are offered, because the number of steps still increases."""
        return 0, 0

    def displays(self) -> Sequence[str]:
        """Return (), because displayed expressions are only shown at stops."""
        return ()
