"""Commands of `%opscope` that return an object to a cell, or exist only in a notebook; others are in the table.

Each consists of a few calls of Python, and a function that shows their result.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from IPython.display import FileLink, display

from opscope.commands import table
from opscope.commands.python_call import THE_RUN, Given, PythonCall
from opscope.commands.table import NamedCommand
from opscope.debug.runs.post_mortem import Failure
from opscope.debug.runs.step_methods import StepMethods
from opscope.errors import ArgumentError, NotFound, RunError, nearest
from opscope.notebook.cell_body import body_of
from opscope.notebook.cell_session import session_of
from opscope.notebook.ipython_shell import shell
from opscope.notebook.live import Live

SHORT_WAIT = 0.5  # seconds that `%opscope continue` waits for the next stop, to show it


class Step(Protocol):
    """A call, or a statement."""

    def code(self, run: str = "run") -> str:
        """Return the call as Python."""
        ...

    def __call__(self, run: StepMethods | None) -> Any:
        """Execute the call."""
        ...


Show = Callable[[StepMethods | None, Any], Any]


class LineCommand(NamedTuple):
    """A command: `calls` makes the calls from its words, or (`whole`) from the whole rest of the line.

    `show` shows the result of the last call, and returns the result of the magic. `completes` is the kind of its words.
    """

    usage: str
    about: str
    calls: Callable[..., Sequence[Step]]
    show: Show
    completes: str = ""
    whole: bool = False
    needs_run: bool = True


def _show_place(run: StepMethods | None, _: Any) -> None:
    print("no run yet: start one with %%opscope" if run is None else repr(run.here or run))  # noqa: T201


def _show_next_stop(run: StepMethods | None, _: Any) -> None:
    assert run is not None
    with suppress(TimeoutError):  # it continues
        run.until_stopped(SHORT_WAIT)
    if run.done or run.here is None:
        _show_place(run, None)
    else:
        session_of(run).arrive()


def _give(_: StepMethods | None, found: Any) -> Any:
    return found


class Status(NamedTuple):
    """Shows the state of the run."""

    def code(self, run: str = "run") -> str:
        """Return the place as Python, or the run if it has none."""
        return f"{run}.here or {run}"

    def __call__(self, run: StepMethods | None) -> None:
        """Do nothing: `_show_place` follows."""


def _number(text: str, least: int = 0) -> int:
    if not text.isdecimal() or int(text) < least:
        raise ArgumentError(f"{text!r} is not a whole number, {least} or more")
    return int(text)


def _plain(method: str) -> Callable[[], list[PythonCall]]:
    return lambda: [PythonCall(method)]


def _report(path: str = "run.html") -> list[PythonCall]:
    return [PythonCall("run.report", (path,)), PythonCall("IPython.display.FileLink", (path,))]


def _link(_: StepMethods | None, link: FileLink) -> None:
    display(link)


class Shown(NamedTuple):
    """The panel of the run."""

    def code(self, run: str = "run") -> str:
        """Return the call."""
        return PythonCall("run.show").code(run)

    def __call__(self, run: StepMethods | None) -> Any:
        """Show it. A run that was started without a panel has none."""
        if not isinstance(run, Live):
            raise RunError(
                "this run was started without a panel", fix="%%opscope or opscope.live(...) start one with it"
            )
        return run.show()


# --- looking ------------------------------------------------------------------------------------------


def _look(name: str) -> list[PythonCall]:
    return [PythonCall("run.look", (_required(name, "look needs a value", "%opscope look hidden"),))]


def _graph(*words: str) -> list[PythonCall]:
    scopes = list(words[1:] if words[:1] in (("TB",), ("LR",)) else words)
    options: dict[str, Any] = {"direction": words[0]} if len(scopes) < len(words) else {}
    return [PythonCall("opscope.viz.draw", (THE_RUN,), options | ({"open": scopes} if scopes else {}))]


def _flow(step: str = "") -> list[PythonCall]:
    return [PythonCall("opscope.viz.gradient_flow", (THE_RUN, *([_number(step)] if step else [])))]


def _diff(first: str, second: str = "") -> list[PythonCall]:
    return [PythonCall("opscope.debug.diff", (_compared(first), _compared(second) if second else THE_RUN))]


def _compared(word: str) -> Given:
    """Return the user's object with this name in the notebook; else the folder of a recording."""
    space = {} if (ip := shell()) is None else ip.user_ns
    return Given(word, space[word]) if word in space else Given(repr(word), word)


class Profiled(NamedTuple):
    """Code that runs in a profile."""

    text: str

    def code(self, run: str = "run") -> str:
        """Return the statement, which does not contain `run`."""
        return f"with opscope.profile() as {'profile' if run != 'profile' else 'profiled'}:\n    {self.text}"

    def __call__(self, run: StepMethods | None) -> Any:
        """Run the code. Returns the profile."""
        body = body_of(self.text)
        with PythonCall("opscope.debug.profile")(run) as found:
            body()
        return found


def _profile(text: str) -> list[Profiled]:
    return [Profiled(_required(text, "profile needs code to run", "%opscope profile train()"))]


def code_to_run(text: str) -> Given:
    """Return the code of a line as a function."""
    try:
        ast.parse(text, mode="eval")
        return Given(f"lambda: {text}", body_of(text))
    except SyntaxError:
        return Given(f"lambda: exec({text!r})", body_of(text))


def _required(text: str, problem: str, fix: str) -> str:
    if not text:
        raise ArgumentError(problem, fix=fix)
    return text


COMMANDS: Mapping[str, LineCommand] = {
    "status": LineCommand("", "where the run stands", lambda: [Status()], _show_place, needs_run=False),
    "pause": LineCommand("", "stop before the next operator", _plain("run.pause"), _show_place),
    "continue": LineCommand("", "go on to the next breakpoint", _plain("run.cont"), _show_next_stop),
    "stop": LineCommand("", "end the run", _plain("run.stop"), _show_place),
    "wait": LineCommand("", "wait for its end; its result", _plain("run.wait"), _give),
    "look": LineCommand("NAME", "a value with its statistics", _look, _give, "name", True),
    "graph": LineCommand(
        "[TB] [SCOPE ...]", "a box for each layer; these scopes open; TB: top to bottom", _graph, _give, "scope"
    ),
    "flow": LineCommand("[STEP]", "the gradients of the parameters", _flow, _give),
    "diff": LineCommand("A [B]", "what makes two runs differ", _diff, _give, "variable"),
    "profile": LineCommand("CODE", "the time of each operator", _profile, _give, "code", True, needs_run=False),
    "report": LineCommand("[FILE]", "a page about the run", _report, _link),
    "panel": LineCommand("", "show its panel here", lambda: [Shown()], lambda run, found: None),
}
OWN = ("status", "pause", "stop", "wait", "look", "graph", "flow", "profile", "report", "panel")


def find(word: str, rest: str) -> tuple[str, LineCommand | NamedCommand]:
    """Return the name and the command for a word: one of these commands, else of the table. Raises NotFound.

    `diff` with words compares two runs; without words, the run with its unedited state.
    """
    if word in OWN:
        return word, COMMANDS[word]
    try:
        found = table.find(word)
    except NotFound as e:
        raise NotFound(e.summary, fix=nearest(word, names()) or e.fix) from None
    compares_edits = found.name == "diff" and not rest.strip()
    return found.name, found if compares_edits else COMMANDS.get(found.name, found)


def names() -> list[str]:
    """Return the possible words after `%opscope`, without short names of one or two letters."""
    shared = [
        n for c in table.COMMANDS.values() if "notebook" not in c.absent for n in (c.name, *c.short) if len(n) > 2
    ]
    return [*OWN, *shared, "p", "!", "debug", "check"]


def calls_of(name: str, rest: str, words: Callable[[str], Sequence[str]]) -> Sequence[Step]:
    """Return the calls of a command. Raises ArgumentError, also for too many words."""
    command = COMMANDS[name]
    if command.whole:
        return command.calls(rest.strip())
    given, usage = words(rest), f"%opscope {name} {command.usage}".rstrip()
    try:
        inspect.signature(command.calls).bind(*given)
    except TypeError:
        raise ArgumentError(
            f"{name} takes {command.usage or 'nothing'}, not {' '.join(given) or 'nothing'}", fix=usage
        ) from None
    try:
        return command.calls(*given)
    except ArgumentError as e:
        raise e if e.fix else ArgumentError(e.summary, fix=usage) from None


def help_text() -> str:
    """Return the commands as text."""
    rows = [(f"{name} {COMMANDS[name].usage}", COMMANDS[name].about) for name in OWN]
    rows += [("diff A [B]", COMMANDS["diff"].about)]
    rows += [(c.form, c.summary) for c in table.COMMANDS.values() if "notebook" not in c.absent]
    lines = [f"  {form:<32}  {about}".rstrip() for form, about in rows]
    return "\n".join([*lines, "", "as at the prompt, and in pdb: b, c, n, s, w, u, d, ..."])


def run_name(run: StepMethods | None) -> str:
    """Return the name of a run in the notebook; an expression for it if it has no name."""
    if isinstance(run, Failure):
        return "opscope.debug.post_mortem()"
    space = {} if (ip := shell()) is None else ip.user_ns
    named = [n for n, value in space.items() if value is run and run is not None and n.isidentifier() and n[0] != "_"]
    return named[0] if named else "opscope.notebook.latest()"
