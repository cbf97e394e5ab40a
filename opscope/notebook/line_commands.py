"""The commands of `%opscope`: each is a few calls of Python, and says how their result is shown."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from IPython.display import FileLink, display

from opscope.debug.conditions.assignment import target
from opscope.debug.session.breakpoint_text import first_pattern, parse_breakpoint, parse_watch
from opscope.debug.session.post_mortem import Failure
from opscope.debug.session.steppable_run import SteppableRun
from opscope.debug.taps.levels import interval, level_name
from opscope.errors import ArgumentError, NotFound
from opscope.notebook.cell_body import body_of
from opscope.notebook.ipython_shell import shell
from opscope.notebook.python_call import THE_RUN, Given, PythonCall

SHORT_WAIT = 0.5  # seconds that `%opscope continue` waits for the next stop, to show it


class Step(Protocol):
    """A call, or a statement."""

    def code(self, run: str = "run") -> str:
        """Return the call as Python."""
        ...

    def __call__(self, run: SteppableRun | None) -> Any:
        """Do it."""
        ...


Show = Callable[[SteppableRun | None, Any], Any]


class LineCommand(NamedTuple):
    """A command: `calls` makes the calls of its words, or (`whole`) of the whole rest of the line.

    `show` shows the result of the last call, and returns what the magic returns. `completes` is what its words are.
    """

    usage: str
    about: str
    calls: Callable[..., Sequence[Step]]
    show: Show
    completes: str = ""
    whole: bool = False
    needs_run: bool = True


def _show_place(run: SteppableRun | None, _: Any) -> None:
    print("no run yet: start one with %%opscope" if run is None else repr(run.here or run))  # noqa: T201


def _show_next_stop(run: SteppableRun | None, _: Any) -> None:
    assert run is not None
    with suppress(TimeoutError):  # it goes on
        run.until_stopped(SHORT_WAIT)
    _show_place(run, None)


def _print(_: SteppableRun | None, found: Any) -> None:
    print(found)  # noqa: T201


def _give_value(_: SteppableRun | None, found: Any) -> Any:
    if found is None:
        print("None, or no value here yet")  # noqa: T201
    return found


def _give(_: SteppableRun | None, found: Any) -> Any:
    return found


def _print_stack(run: SteppableRun | None, found: Sequence[Any]) -> None:
    assert run is not None
    if not found:
        print("no frame here: nothing has run yet, or the program has ended")  # noqa: T201
        return
    chosen = run.frame()
    for frame in found:
        print("→" if frame == chosen else " ", frame)  # noqa: T201


def _print_breakpoints(run: SteppableRun | None, _: Any) -> None:
    assert run is not None
    for each in run.breakpoints:
        off = "" if each.enabled else "  off"
        print(f"{each.number}  {each}  {each.hit_count} hit{'s' * (each.hit_count != 1)}{off}")  # noqa: T201
    if not run.breakpoints:
        print("no breakpoints")  # noqa: T201


def _print_execution(_: SteppableRun | None, done: Any) -> Any:
    if text := "\n".join(filter(None, [done.output.rstrip(), done.traceback.rstrip(), *done.notes])):
        print(text)  # noqa: T201
    return done.value


def _print_variables(_: SteppableRun | None, found: Any) -> None:
    print(str(found) or "no variables here")  # noqa: T201


class Status(NamedTuple):
    """State of the run."""

    def code(self, run: str = "run") -> str:
        """The place, or the run where it has none."""
        return f"{run}.here or {run}"

    def __call__(self, run: SteppableRun | None) -> None:
        """Do nothing: `_show_place` follows."""


def _number(text: str, least: int = 0) -> int:
    if not text.isdecimal() or int(text) < least:
        raise ArgumentError(f"{text!r} is not a whole number, {least} or more")
    return int(text)


def _op(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text


def _counted(method: str) -> Callable[..., list[PythonCall]]:
    def calls(count: str = "1") -> list[PythonCall]:
        return [PythonCall(method, () if count == "1" else (_number(count, 1),))]

    return calls


def _plain(method: str) -> Callable[[], list[PythonCall]]:
    return lambda: [PythonCall(method)]


def _goto(step: str, op: str = "-1") -> list[PythonCall]:
    return [PythonCall("run.goto", (_number(step),) if op == "-1" else (_number(step), _op(op)))]


def _record(*setting: str) -> list[PythonCall]:
    changes = [PythonCall("run.record", (" ".join(setting),))] if setting else []
    return [*changes, PythonCall("run.recording", None)]


def _report(path: str = "run.html") -> list[PythonCall]:
    return [PythonCall("run.report", (path,)), PythonCall("IPython.display.FileLink", (path,))]


def _link(_: SteppableRun | None, link: FileLink) -> None:
    display(link)


# --- looking ------------------------------------------------------------------------------------------


def _tap(pattern: str, *rest: str) -> list[PythonCall]:
    words, every = (rest[:-2], interval(rest[-1])) if rest[-2:-1] == ("every",) else (rest, None)
    level, *more = words or ("statistics",)
    if more:
        raise ArgumentError(
            f"tap takes PATTERN [LEVEL] [every N], not {' '.join((pattern, *rest))}", fix="%opscope tap h* every 1"
        )
    options = {} if every is None else {"every": every}
    return [PythonCall("run.dial", (pattern, level_name(level)), options)]


def _look(name: str) -> list[PythonCall]:
    return [PythonCall("run.look", (_required(name, "look needs a value", "%opscope look hidden"),))]


def _why(text: str) -> list[PythonCall]:
    if not text:
        return [PythonCall("run.why")]
    if not text.endswith("]"):
        return [PythonCall("run.why", (text,))]
    name, index = target(text)
    return [PythonCall("run.why", (name, index if isinstance(index, tuple) else (index,)))]


class Evaluated(NamedTuple):
    """The value of an expression in the chosen frame; where there is no stack, in the run."""

    text: str

    def code(self, run: str = "run") -> str:
        """The call, for a place with a stack."""
        return PythonCall("run.evaluate", (self.text, PythonCall("run.frame"))).code(run)

    def __call__(self, run: SteppableRun | None) -> Any:
        """Evaluate it."""
        assert run is not None
        try:
            frame = run.frame()
        except NotFound:
            frame = None
        return run.evaluate(self.text, frame)


def _evaluate(text: str) -> list[Evaluated]:
    return [Evaluated(_required(text, "p needs an expression", "%opscope p hidden.mean()"))]


def _execute(text: str) -> list[PythonCall]:
    return [PythonCall("run.execute", (_required(text, "! needs code to run", "%opscope ! rate = 0.1"),))]


def _graph(*words: str) -> list[PythonCall]:
    scopes = list(words[1:] if words[:1] == ("LR",) else words)
    options: dict[str, Any] = {"direction": "LR"} if len(scopes) < len(words) else {}
    return [
        PythonCall("opscope.viz.draw", (PythonCall("run.program"),), options | ({"open": scopes} if scopes else {}))
    ]


def _flow(step: str = "") -> list[PythonCall]:
    return [PythonCall("opscope.viz.gradient_flow", (THE_RUN, *([_number(step)] if step else [])))]


def _diff(first: str, second: str = "") -> list[PythonCall]:
    return [PythonCall("opscope.debug.diff", (_compared(first), _compared(second) if second else THE_RUN))]


def _compared(word: str) -> Given:
    """Return the user's object of this name in the notebook; else the folder of a recording."""
    space = {} if (ip := shell()) is None else ip.user_ns
    return Given(word, space[word]) if word in space else Given(repr(word), word)


class Profiled(NamedTuple):
    """Code that runs in a profile."""

    text: str

    def code(self, run: str = "run") -> str:
        """The statement; `run` is not in it."""
        return f"with opscope.profile() as {'profile' if run != 'profile' else 'profiled'}:\n    {self.text}"

    def __call__(self, run: SteppableRun | None) -> Any:
        """Run the code; returns the profile."""
        body = body_of(self.text)
        with PythonCall("opscope.debug.profile")(run) as found:
            body()
        return found


def _profile(text: str) -> list[Profiled]:
    return [Profiled(_required(text, "profile needs code to run", "%opscope profile train()"))]


def code_to_run(text: str) -> Given:
    """The code of a line as a function."""
    try:
        ast.parse(text, mode="eval")
        return Given(f"lambda: {text}", body_of(text))
    except SyntaxError:
        return Given(f"lambda: exec({text!r})", body_of(text))


# --- stopping -----------------------------------------------------------------------------------------


def _break(text: str) -> list[PythonCall]:
    if not text:
        return [PythonCall("run.breakpoints", None)]
    spec, condition, hits = parse_breakpoint(text)
    where = (spec, condition) if condition else (spec,)
    return [PythonCall("run.breakpoint", where, {"hits": hits} if hits > 1 else {})]


def _watch(text: str) -> list[PythonCall]:
    text = _required(text, "watch needs a condition", "%opscope watch nan, %opscope watch loss > 2")
    if text == "nan":
        return [PythonCall("run.watch", ("nan",))]
    spec, condition = parse_watch(text)
    return [PythonCall("run.watch", (spec, condition))]


def _log(text: str) -> list[PythonCall]:
    spec, message = first_pattern(_required(text, "log needs a place", "%opscope log op:relu"))
    return [PythonCall("run.breakpoint", (spec,), {"log": message or True})]


def _clear(*numbers: str) -> list[PythonCall]:
    return [PythonCall("run.clear", (_number(number),)) for number in numbers] or [PythonCall("run.clear")]


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
    "next": LineCommand("[COUNT]", "over the next operator", _counted("run.next"), _show_place),
    "step": LineCommand(
        "[COUNT]", "into it", lambda count="1": [PythonCall("run.step_in")] * _number(count, 1), _show_place
    ),
    "out": LineCommand("", "to the end of this block", _plain("run.step_out"), _show_place),
    "back": LineCommand("[COUNT]", "to the operator before", _counted("run.step_back"), _show_place),
    "reverse": LineCommand("", "back to the last breakpoint", _plain("run.reverse_continue"), _show_place),
    "end": LineCommand("", "to the end of this run", _plain("run.run_to_end"), _show_place),
    "next-run": LineCommand("", "to the next run of a program", _plain("run.next_run"), _show_place),
    "goto": LineCommand("STEP [OP]", "to a step, an operator of it", _goto, _show_place, "op"),
    "until": LineCommand("OP", "to an operator", lambda op: [PythonCall("run.run_to", (_op(op),))], _show_place, "op"),
    "tap": LineCommand("PATTERN [LEVEL] [every N]", "how closely to watch values", _tap, _show_place, "op"),
    "watch": LineCommand("nan | [SPEC] COND", "stop where it holds", _watch, _print_breakpoints, "expression", True),
    "break": LineCommand("[SPEC] [if COND] [hits N]", "stop there; the list", _break, _print_breakpoints, "op", True),
    "log": LineCommand("SPEC [MESSAGE]", "only say that it was reached", _log, _print_breakpoints, "op", True),
    "clear": LineCommand("[N ...]", "remove breakpoints", _clear, _print_breakpoints, "breakpoint"),
    "look": LineCommand("NAME", "a value with its statistics", _look, _give, "name", True),
    "why": LineCommand("[NAME[INDEX]]", "the cause of a value, or of the NaN", _why, _give, "name", True),
    "graph": LineCommand(
        "[LR] [SCOPE ...]", "the program, with these scopes open; LR: left to right", _graph, _give, "scope"
    ),
    "flow": LineCommand("[STEP]", "the gradients of the parameters", _flow, _give),
    "findings": LineCommand("", "known mistakes of training", lambda: [PythonCall("run.findings", None)], _print),
    "diff": LineCommand("A [B]", "what makes two runs differ", _diff, _give, "variable"),
    "profile": LineCommand("CODE", "the time of each operator", _profile, _give, "code", True, needs_run=False),
    "record": LineCommand("[on|off|SIZE]", "switch recording", _record, _print, "recording"),
    "report": LineCommand("[FILE]", "a page about the run", _report, _link),
    "panel": LineCommand("", "show its panel here", _plain("run.show"), lambda run, found: None),
    "where": LineCommand("", "the stack", _plain("run.stack"), _print_stack),
    "up": LineCommand("[COUNT]", "choose the frame around", _counted("run.up"), _print),
    "down": LineCommand("[COUNT]", "choose the frame inside", _counted("run.down"), _print),
    "locals": LineCommand("", "the variables of the frame", _plain("run.locals"), _print_variables),
    "p": LineCommand(
        "EXPR",
        "its value in the frame",
        _evaluate,
        _give_value,
        "expression",
        True,
    ),
    "!": LineCommand(
        "CODE",
        "run it in the frame",
        _execute,
        _print_execution,
        "expression",
        True,
    ),
}

SHORT: Mapping[str, str] = {
    "b": "break",
    "c": "continue",
    "cont": "continue",
    "d": "down",
    "n": "next",
    "s": "step",
    "u": "up",
    "w": "where",
    "bt": "where",
    "cl": "clear",
    "e": "end",
    "g": "goto",
    "nr": "next-run",
    "o": "out",
    "rc": "reverse",
    "execute": "!",
    "print": "p",
}
"""The short names of the prompt, most of them those of pdb, by the commands that do the same here."""


def calls_of(name: str, rest: str, words: Callable[[str], Sequence[str]]) -> Sequence[Step]:
    """The calls of a command. Raises ArgumentError, also for too many words."""
    command = COMMANDS[name]
    if command.whole:
        return command.calls(rest.strip())
    given, usage = _with_cells(words(rest)), f"%opscope {name} {command.usage}".rstrip()
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


def _with_cells(words: Sequence[str]) -> list[str]:
    """The words, of which the line of a cell, `at:cell [3]:2`, is one."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in ("cell", "at:cell") and word.startswith("["):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def table() -> str:
    """The commands as text."""
    width = max(len(f"{name} {c.usage}") for name, c in COMMANDS.items())
    lines = [f"  {f'{name} {c.usage}':<{width}}  {c.about}".rstrip() for name, c in COMMANDS.items()]
    return "\n".join([*lines, "", "as at the prompt, and in pdb: b, c, n, s, w, u, d, ..."])


def run_name(run: SteppableRun | None) -> str:
    """Name of a run in the notebook; an expression for it where it has no name."""
    if isinstance(run, Failure):
        return "opscope.debug.post_mortem()"
    space = {} if (ip := shell()) is None else ip.user_ns
    named = [n for n, value in space.items() if value is run and run is not None and n.isidentifier() and n[0] != "_"]
    return named[0] if named else "opscope.notebook.latest()"
