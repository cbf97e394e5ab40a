"""Table of the commands of `%opscope`: the shared commands, and commands that only a notebook has."""

from __future__ import annotations

import ast
import functools
import io
import shlex
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import IO, Annotated, Any, NamedTuple

from IPython.display import FileLink, display

from opscope import debug
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, Words, whole
from opscope.commands.kinds import StepNumber, complete_name
from opscope.commands.other_debuggers import INSTEAD
from opscope.commands.python_call import THE_RUN, Given, PythonCall
from opscope.commands.table import SHARED, CommandTable, NamedCommand
from opscope.debug.runs.post_mortem import Failure
from opscope.debug.runs.step_methods import StepMethods
from opscope.errors import ArgumentError, NotFound, RunError, nearest
from opscope.ir.program.program import Program
from opscope.notebook.cell_body import body_of
from opscope.notebook.ipython_shell import shell
from opscope.notebook.live import Live

SUMMARY_COLUMN = 36  # of the help text
HELP_WIDTH = 110  # the largest number of characters in a line of the help text
SHORT_WAIT = 0.5  # seconds that `%opscope continue` waits for the next stop, to show it
TABLE = CommandTable(SHARED)
command = TABLE.command

# --- kinds of arguments ---------------------------------------------------------------------------------


def _lexer(line: IO[str] | str) -> shlex.shlex:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""  # Windows paths have backslashes
    return lexer


def quoted_words(line: str) -> list[str]:
    """Split a line into words. Quoted text is a single word. Raises ArgumentError."""
    try:
        return list(_lexer(line))
    except ValueError as e:
        raise ArgumentError(str(e).lower()) from None


def _quoted(line: str) -> tuple[str, str]:
    """Split the first word, which may be quoted, from a line. Returns the word and the rest of the line."""
    words = quoted_words(line)
    if not words:
        return "", ""
    rest = io.StringIO(line)
    _lexer(rest).get_token()
    return words[0], rest.read().strip()


def user_names() -> list[str]:
    """Return the names that the user has defined in the notebook."""
    ip = shell()
    return [] if ip is None else [n for n in ip.user_ns if n[0] != "_" and n not in ip.user_ns_hidden]


def _user_space() -> Mapping[str, Any]:
    return {} if (ip := shell()) is None else ip.user_ns


def _runs_and_programs(words: Words, before: Sequence[str]) -> Iterable[str]:
    return [n for n, value in _user_space().items() if isinstance(value, StepMethods | Program) and n[0] != "_"]


def _compared(word: str) -> Given:
    """Return the user's object with this name in the notebook.

    If the notebook has no such object, return the word as the folder of a recording.
    """
    space = _user_space()
    return Given(word, space[word]) if word in space else Given(repr(word), word)


def _scopes(words: Words, before: Sequence[str]) -> Iterable[str]:
    return [o.namescope.strip("/") for p in words.programs() for o in p.operators if o.namescope.strip("/")]


def _drawn(text: str) -> dict[str, Any]:
    words = quoted_words(text)
    scopes = words[1:] if words[0] in ("TB", "LR") else words
    return ({} if scopes is words else {"direction": words[0]}) | ({"open": scopes} if scopes else {})


ValueText = Annotated[str, Kind("NAME", complete=complete_name, take=whole, needs=("a value",))]
Drawing = Annotated[dict[str, Any] | None, Kind("[TB] [SCOPE ...]", _drawn, complete=_scopes, take=whole)]
OneRun = Annotated[Given, Kind("A", _compared, complete=_runs_and_programs, take=_quoted)]
OtherRun = Annotated[Any, Kind("B", _compared, complete=_runs_and_programs, take=_quoted)]
Code = Annotated[str, Kind("CODE", complete=lambda words, before: user_names(), take=whole, needs=("code to run",))]
File = Annotated[str, Kind("FILE", take=_quoted)]


def code_to_run(text: str) -> Given:
    """Return a function that runs the code of a line, and the text of this function for `--code`."""
    try:
        ast.parse(text, mode="eval")
        return Given(f"lambda: {text}", body_of(text))
    except SyntaxError:
        return Given(f"lambda: exec({text!r})", body_of(text))


# --- the life of a run ----------------------------------------------------------------------------------


class Status:
    """The equivalent Python code of the command `status`: an expression for the run's place, or else for the run."""

    def code(self, run: str = "run") -> str:
        """Return the code."""
        return f"{run}.here or {run}"


def print_place(run: StepMethods | None) -> None:
    """Print the place where a run has stopped. If the run has not stopped, print the run itself."""
    print("no run yet: start one with %%opscope" if run is None else repr(run.here or run))  # noqa: T201


@command("status", python=lambda: [Status()], needs_run=False)
def show_status(session: CommandSession | None) -> None:
    """Show the place of the run."""
    print_place(None if session is None else session.run)


@command("pause", python="pause")
def pause(session: CommandSession) -> None:
    """Stop before the next operator."""
    session.run.pause()
    show_status(session)


@command("continue", python="cont")
def go_on(session: CommandSession) -> None:
    """Continue to the next breakpoint. The cell ends after a moment, even if the program is still running."""
    run = session.run
    run.cont()
    with suppress(TimeoutError):  # it continues
        run.until_stopped(SHORT_WAIT)
    if run.done or run.here is None:
        show_status(session)
    else:
        session.arrive()


@command("stop", python="stop")
def stop(session: CommandSession) -> None:
    """End the run."""
    session.run.stop()
    show_status(session)


@command("wait", python="wait")
def wait(session: CommandSession) -> Any:
    """Wait for the end of the run, and return its result."""
    return session.run.wait()


# --- looking --------------------------------------------------------------------------------------------


@command("look", python="look")
def look(session: CommandSession, name: ValueText) -> Any:
    """Return a value with its statistics.

    look hidden
    """
    return session.run.look(name)


def by_python(name: str) -> Callable[[Callable[..., PythonCall]], Callable[..., PythonCall]]:
    """Register a command whose function returns a Python call. The command executes this call."""

    def register(function: Callable[..., PythonCall]) -> Callable[..., PythonCall]:
        @functools.wraps(function)
        def call(session: CommandSession, *given: Any) -> Any:
            return function(session, *given)(session.run)

        command(name, python=lambda *given: [function(None, *given)])(call)
        return function

    return register


@by_python("graph")
def graph(_: object, options: Drawing = None) -> PythonCall:
    """Draw a box for each layer. SCOPE: layers whose inner layers are also drawn. TB: draw from top to bottom."""
    return PythonCall("opscope.viz.draw", (THE_RUN,), options or {})


@by_python("flow")
def flow(_: object, step: StepNumber = 0) -> PythonCall:
    """Draw the gradients of the parameters."""
    return PythonCall("opscope.viz.gradient_flow", (THE_RUN, step) if step else (THE_RUN,))


@by_python("diff")
def diff(_: object, first: OneRun, second: OtherRun = THE_RUN) -> PythonCall:
    """Find the cause of the difference between two runs. By default, B is the latest run."""
    return PythonCall("opscope.debug.diff", (first, second))


class Profiled(NamedTuple):
    """The Python code that runs the user's code in a profile."""

    text: str

    def code(self, run: str = "run") -> str:
        """Return the `with` statement, in which the name of the run is not used."""
        return f"with opscope.profile() as {'profile' if run != 'profile' else 'profiled'}:\n    {self.text}"


@command("profile", python=lambda code: [Profiled(code)], needs_run=False)
def profile(session: CommandSession | None, code: Code) -> Any:
    """Measure the time of each operator that the code executes.

    profile train()
    """
    body = body_of(code)
    with debug.profile() as found:
        body()
    return found


def _report_calls(path: str = "run.html") -> Sequence[PythonCall]:
    return [PythonCall("run.report", (path,)), PythonCall("IPython.display.FileLink", (path,))]


@command("report", python=_report_calls)
def report(session: CommandSession, path: File = "run.html") -> None:
    """Write a page about the run."""
    session.run.report(path)
    display(FileLink(path))


@command("panel", python="show")
def show_panel(session: CommandSession) -> None:
    """Show the panel of the run below this cell."""
    if not isinstance(session.run, Live):
        raise RunError(
            "this run was started without a panel", fix="start a run with a panel by %%opscope or opscope.live(...)"
        )
    session.run.show()


# --- the table ------------------------------------------------------------------------------------------


def find(word: str, rest: str) -> NamedCommand:
    """Return the command for a word and the rest of its line. Raises NotFound.

    With arguments, `diff` compares two runs. Without arguments, `diff` compares the values of the run with the values
    that the run would have without the user's edits.
    """
    try:
        found = TABLE.find(word)
    except NotFound as e:
        raise NotFound(e.summary, fix=INSTEAD.get(word) or nearest(word, names()) or e.fix) from None
    return SHARED.find("diff") if found.name == "diff" and not rest.strip() else found


def is_own(found: NamedCommand) -> bool:
    """Return True for a command that only a notebook has."""
    return TABLE.own.get(found.name) is found


def names() -> list[str]:
    """Return the possible words after `%opscope`, without short names of one or two letters."""
    shared = [n for c in _shared() for n in (c.name, *c.short) if len(n) > 2]
    return [*(name for name in TABLE.own if name not in SHARED.own), *shared, "p", "!", "debug", "check"]


def _shared() -> list[NamedCommand]:
    return [c for c in SHARED.own.values() if "notebook" not in c.absent]


def help_text() -> str:
    """Return the help text that lists the commands."""
    own = [c for name, c in TABLE.own.items() if name != "continue"]  # both do the same
    entries = map(_help_entry, (*own, *_shared()))
    return "\n".join([*entries, "", "short names as at the prompt, and in pdb: b, c, n, s, w, u, d, ..."])


def _help_entry(command: NamedCommand) -> str:
    """Return the form and the summary of a command in two columns. A long form has its own line."""
    form, indent = f"  {command.form}", " " * SUMMARY_COLUMN
    fits = len(form) < SUMMARY_COLUMN - 1
    head = form.ljust(SUMMARY_COLUMN) if fits else indent
    summary = textwrap.fill(command.summary, HELP_WIDTH, initial_indent=head, subsequent_indent=indent)
    return summary if fits else f"{form}\n{summary}"


def run_name(run: StepMethods | None) -> str:
    """Return the variable that refers to a run in the notebook.

    If no variable refers to the run, return an expression that evaluates to the run.
    """
    if isinstance(run, Failure):
        return "opscope.debug.post_mortem()"
    named = [
        n for n, value in _user_space().items() if value is run and run is not None and n.isidentifier() and n[0] != "_"
    ]
    return named[0] if named else "opscope.notebook.latest()"
