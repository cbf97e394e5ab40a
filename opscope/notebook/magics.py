"""Notebook magics: `%%opscope` runs a cell in the debugger, `%opscope` controls the latest run."""

from __future__ import annotations

import argparse
import functools
import inspect
import keyword
import re
import sys
import weakref
from typing import Any, NoReturn

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class, no_var_expand

from opscope.commands.groups import load_commands
from opscope.commands.python_call import PythonCall
from opscope.commands.table import SHARED, NamedCommand
from opscope.core.tracebacks import hide_frames
from opscope.core.user_defaults import UNSET, rate_of
from opscope.debug.gradients import Checks
from opscope.debug.runs.post_mortem import Failure, post_mortem
from opscope.debug.runs.run import Run
from opscope.debug.runs.run_options import RunOptions
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.session.breakpoint_text import parse_breakpoint
from opscope.errors import ArgumentError, OpscopeError
from opscope.notebook.cell_body import body_of, print_errors
from opscope.notebook.cell_session import perform, session_of
from opscope.notebook.debug_magic import install_debug_magic, remove_debug_magic
from opscope.notebook.line_commands import (
    Status,
    code_to_run,
    find,
    help_text,
    is_own,
    print_place,
    quoted_words,
    run_name,
)
from opscope.notebook.line_completion import cell_completer, complete
from opscope.notebook.live import Live, last_exception, latest, live, new_run, pump

PATTERNS = """\
patterns:
  h*              values by name; gradients only if the pattern has an @: *@GRAD
  op:relu         values that operators of this type write
  role:backward   values of forward, backward or optimize operators
  layer:layer1.*  values that the Layers with these names make
  scope:/block/*  values of operators in this name scope
  at:20           values of operators made on this line
"""
FRAMES = frozenset(  # also available for an exception of a cell
    "where up down locals globals args list longlist print execute pp whatis source".split()  # noqa: SIM905
)
AT_A_STOP = "Use %opscope where, up, down, locals or p EXPR to inspect this place, and next, step or continue to go on"
NO_RUN = "%opscope: there is no run yet: start one with %%opscope, opscope.live(...) or opscope.debug(...)"
_LINE = re.compile(r"\s*(?P<flags>(-\S+\s+)*(-\S+$)?)(?P<word>!|\S+)?\s*(?P<rest>.*)", re.DOTALL)


load_commands()  # listed by the help below


class MagicParser(argparse.ArgumentParser):
    """Parser that reports a wrong option in one line, as other magics do, and does not end IPython."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message} ({self.prog.replace('%%', '%')} --help)")

    def parse_line(self, line: str) -> argparse.Namespace:
        """Parse the line of a magic. Quotes are removed."""
        return self.parse_args(self.words(line))

    def words(self, line: str) -> list[str]:
        """Split a line into words. Quoted text is a single word."""
        try:
            return quoted_words(line)
        except ArgumentError as e:
            self.error(e.summary)


def cell_parser() -> MagicParser:
    """Return the parser of the options of `%%opscope`."""
    parser = MagicParser(
        prog="%%opscope",
        description="Run this cell, and show its values in a panel with the buttons Pause, Continue and Stop.",
        epilog=PATTERNS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument(
        "-t",
        "--tap",
        nargs="+",
        action="extend",
        default=[],
        metavar="PATTERN",
        help='summarize these values; with "h* every 1", at each step',
    )
    parser.add_argument("--live", action="store_true", help="return at once; the cell continues in a worker thread")
    parser.add_argument("-o", "--out", type=_name, metavar="NAME", help="bind the handle of the run to this name")
    parser.add_argument(
        "-b",
        "--break",
        nargs="+",
        action="extend",
        default=[],
        metavar="SPEC",
        dest="breaks",
        help='breakpoint: h, "h if step > 5"',
    )
    parser.add_argument("--if", metavar="CONDITION", default="", dest="condition", help="condition of the breakpoints")
    parser.add_argument("--nan", action="store_true", help="stop where a NaN or Inf appears")
    parser.add_argument("--entry", action="store_true", help="stop before the first operator")
    parser.add_argument("--on-error", action="store_true", help="stop where an operator or the code fails")
    parser.add_argument("--rules", action="store_true", help="print known mistakes of training when they are found")
    parser.add_argument(
        "--no-record", action="store_true", help="only show values: the run has no history and cannot be stopped"
    )
    parser.add_argument("--to", metavar="FOLDER", default=None, help="also write the history to this folder")
    parser.add_argument("--title", default="", help="title of the panel")
    parser.add_argument(
        "--hz",
        type=_hz,
        default=UNSET,
        metavar="N",
        help="at most N summaries per second (default: 20); with `all`, a summary at every step",
    )
    parser.add_argument("--code", action="store_true", help="print the equivalent Python code, and run nothing")
    parser.add_argument("-h", "--help", action="store_true", help="print this help")
    return parser


@functools.cache  # its help lists all commands
def line_parser() -> MagicParser:
    """Return the parser of the options of `%opscope`."""
    parser = MagicParser(
        prog="%opscope",
        usage="%%opscope [--code] [COMMAND ...]",
        description="Control the latest run, and inspect it.",
        epilog=f"commands:\n{help_text()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument(
        "command",
        nargs="?",
        default="status",
        metavar="COMMAND",
        help="a command from the list below (default: status)",
    )
    parser.add_argument("--code", action="store_true", help="print the equivalent Python, and run nothing")
    parser.add_argument("-h", "--help", action="store_true", help="print this help")
    return parser


def check_parser() -> MagicParser:
    """Return the parser of the options of `%opscope check`, which precede the code."""
    parser = MagicParser(
        prog="%opscope check",
        usage="%%opscope check [options] CODE",
        description="Run code, for example train(), and compare the gradients of your functions with numerical slopes.",
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--intended", action="append", default=[], metavar="NAME", help="accept a wrong gradient of this function"
    )
    parser.add_argument("--times", type=int, metavar="N", help="check only the first N calls on each line of code")
    parser.add_argument("--order", type=int, choices=(1, 2), default=1, help="2: check also the gradients of gradients")
    return parser


def _usage_error(magic: str, error: OpscopeError) -> UsageError:
    """Return an error in the form in which IPython shows the errors of magics.

    The error is one line, unless its text has several lines.
    """
    fix = error.fix and (f"\n  fix: {error.fix}" if "\n" in error.summary else f" ({error.fix})")
    return UsageError(f"{magic}: {error.summary}{fix}")


def _name(text: str) -> str:
    if not text.isidentifier() or keyword.iskeyword(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a name of a variable")
    return text


def _hz(text: str) -> float | None:
    try:
        return rate_of(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number") from None


@magics_class
class OpscopeMagics(Magics):
    """The magics `%%opscope` and `%opscope`."""

    shell: Any

    @no_var_expand
    @cell_magic("opscope")  # pyright: ignore[reportUntypedFunctionDecorator]
    def run(self, line: str, cell: str) -> Any:
        __tracebackhide__ = True
        options = cell_parser().parse_line(line)
        if options.help:
            return _help()
        try:
            if options.code:
                print(_cell_code(cell, options))  # noqa: T201
                return None
            body = body_of(cell, f"%%opscope {line}".rstrip())
            run = new_run(print_errors(body) if options.live or options.on_error else body, **_run_options(options))
            if options.nan:
                run.watch("nan")
        except OpscopeError as e:
            raise _usage_error("%%opscope", e) from None
        if options.out:
            self.shell.user_ns[options.out] = run
        run.show()  # before it starts, so that the notebook is always saved with the same output
        if not options.live:
            return _start_and_wait(run)
        run.start()
        return None

    @no_var_expand
    @line_magic("opscope")  # pyright: ignore[reportUntypedFunctionDecorator]
    def drive(self, line: str) -> Any:
        __tracebackhide__ = True
        found = _LINE.match(line)
        assert found is not None  # it matches ""
        parser = line_parser()
        options = parser.parse_line(f"{found['flags']} {found['word'] or ''}")
        if options.help:
            return _help()
        word, rest = options.command, found["rest"]
        try:
            if word == "check":
                return _check(rest, options.code)
            if word == "debug":
                return _debug(_target(word), rest, options.code)
            command = find(word, rest)
            run = _target(command.name)
            _name_run(run, command.name)
            steps = command.calls(rest.strip(), "notebook") if options.code else ()
            if run is None and (command.needs_run or options.code):
                raise UsageError(NO_RUN)
            if not options.code:
                return _perform(run, command, rest.strip())
            print("\n".join(step.code(run_name(run)) for step in steps))  # noqa: T201
            return None
        except OpscopeError as e:
            if (latest_run := latest()) is not None and e is latest_run.error:
                raise
            raise _usage_error("%opscope", e) from None
        except Exception as e:  # also errors of the code run by `check` and `profile`
            hide_frames(e)
            raise


def _perform(run: StepMethods | None, command: NamedCommand, rest: str) -> Any:
    """Execute a command. If only notebooks have the command, return its result, which the cell then displays."""
    if run is not None and not is_own(command):
        return perform(run, command, rest)
    given = command.arguments(rest, "notebook")
    return command.do(None if run is None else session_of(run), given)


OpscopeMagics.run.__doc__ = cell_parser().format_help()
OpscopeMagics.drive.__doc__ = f"{line_parser().format_help()}\n{check_parser().format_help()}"


def _run_options(options: argparse.Namespace) -> RunOptions:
    """Convert the options of `%%opscope` to the options of a run."""
    places = [_break(text, options.condition) for text in options.breaks]
    if options.condition and not places:
        places = [("", options.condition)]
    return {
        "taps": options.tap,
        "title": options.title or options.out or "cell",
        "pump": pump,
        "hz": options.hz,
        "record": not options.no_record,
        "entry": options.entry,
        "breakpoints": places,
        "on_error": options.on_error,
        "rules": options.rules,
        "to": options.to,
    }


def _break(text: str, condition: str) -> tuple[str, str]:
    """Return the pattern and the condition of `--break`.

    The condition is part of the text, as in `%opscope break`, or comes from `--if`.
    """
    spec, own, hits = parse_breakpoint(text)
    if hits > 1:
        raise ArgumentError(
            f"--break does not accept a hit count: {text}", fix=f"use `%opscope break {text}` once the run has stopped"
        )
    if own and condition:
        raise ArgumentError(
            f"--break {text} and --if {condition} give two conditions, but only one is possible",
            fix=f"({own}) and ({condition})",
        )
    return spec, own or condition


_failure: list[tuple[Failure, Run | None]] = []  # what `%opscope debug` looks at, and the latest run then


def _target(command: str) -> StepMethods | None:
    """Return the object that the line magic controls.

    The object is the latest run. For commands about frames, the object can also be an exception of a cell, which
    `%opscope debug` has chosen. `%opscope debug` chooses the exception if no run has failed or stopped.
    """
    run, error = latest(), last_exception()
    if command == "debug":
        _failure.clear()
        stands = run is not None and (run.here is not None or run.session.failures.end is not None)
        if error is not None and not (stands or (run is not None and not run.done)):
            _failure.append((post_mortem(error), run))
    elif command not in FRAMES or (_failure and _failure[0][1] is not run):  # a run has started since
        _failure.clear()
    return _failure[0][0] if _failure else run


_named: list[weakref.ref[Run]] = []  # the run that was named last


def _name_run(run: StepMethods | None, command: str) -> None:
    """Print the controlled run once, if no panel shows it.

    Runs of `opscope.debug` and `debug.start` have no panel.
    """
    if not isinstance(run, Run) or isinstance(run, Live) or (_named and _named[0]() is run):
        return
    _named[:] = [weakref.ref(run)]
    if command != "status":  # which prints the run itself
        print(repr(run))  # noqa: T201


def _help() -> None:
    print(f"{cell_parser().format_help()}\n{OpscopeMagics.drive.__doc__}", end="")  # noqa: T201


def _check(line: str, code: bool) -> Checks | None:
    """Run the code of `%opscope check`, and return the checked gradients."""
    __tracebackhide__ = True
    given = _OPTIONS.match(line)
    assert given is not None  # it matches ""
    options, text = check_parser().parse_line(given[0]), line[given.end() :].strip()
    if not text:
        raise UsageError("%opscope check needs code to run, for example: %opscope check train()")
    chosen = {"times": options.times, "intended": options.intended, "order": options.order}
    defaults = {"times": None, "intended": [], "order": 1}
    call = PythonCall("opscope.check", (code_to_run(text),), {n: v for n, v in chosen.items() if v != defaults[n]})
    if code:
        print(call.code())  # noqa: T201
        return None
    return call(None)


def _cell_code(cell: str, options: argparse.Namespace) -> str:
    """Return the equivalent Python code of `%%opscope` with this cell and these options."""
    name = options.out or "run"
    stands = options.entry or options.nan  # the watch for NaN is set while the run is stopped
    given = {**_run_options(options), "entry": stands}
    chosen = {n: v for n, v in given.items() if n != "pump" and v != DEFAULTS.get(n)}
    source = cell.rstrip("\n").replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    keywords = "".join(f", {n}={v!r}" for n, v in chosen.items())
    lines = ["import opscope", "", f'{name} = opscope.live("""\\', source, f'"""{keywords})']
    if options.nan:
        go_on = [] if options.entry else [f"    {name}.cont()"]
        lines += [f"if {name}.until_stopped():", f'    {name}.watch("nan")', *go_on]
    if options.live:
        return "\n".join([*lines, name])
    stops = bool(options.breaks or options.condition or options.nan or options.entry or options.on_error)
    end = f"{name}.until_stopped() or {name}.wait()" if stops else f"{name}.wait()"
    return "\n".join([*lines, f"{name}.show()", end])


DEFAULTS = {name: each.default for name, each in inspect.signature(live).parameters.items()} | {
    "taps": [],
    "breakpoints": [],
}
"""The default values of a run's options. `--code` omits an option that has its default value."""


_OPTIONS = re.compile(r"\s*(--\w+(=|\s+)(\"[^\"]*\"|'[^']*'|\S+)\s*)*")  # before the code, each with a value


def _debug(run: StepMethods | None, rest: str, code: bool) -> None:
    """Move to the place where the run has failed or ended. If the run has failed, print the frames of the error."""
    if run is None:
        raise UsageError(NO_RUN)
    if rest:
        raise UsageError(f"%opscope: debug takes no arguments, but received {rest.strip()}")
    calls = [PythonCall("run.step_back")] if run.here is None and not isinstance(run, Failure) else []
    calls += [PythonCall("run.stack")] if run.session.failures.end is not None else []
    if code:
        print("\n".join(call.code(run_name(run)) for call in calls) or Status().code(run_name(run)))  # noqa: T201
        return
    for call in calls:
        try:
            call(run)
        except OpscopeError:  # the code failed before any operator: there is nothing to step back to
            if call.function == "run.stack" or run.session.failures.end is None:
                raise
            continue
        if call.function == "run.stack":
            perform(run, SHARED.own["where"], "")
    print_place(run)


def _start_and_wait(run: Live) -> Any:
    __tracebackhide__ = True
    try:
        stops = run.can_stop
        run.start()
        while (here := run.until_stopped()) is not None:
            if stops or here.reason == "breakpoint":  # the cell ends when the run stops: the next cell steps it
                print(repr(here))  # noqa: T201
                if not stops:
                    print(AT_A_STOP)  # noqa: T201
                return None
            run.until_continued()  # by the panel
        return run.wait()
    except KeyboardInterrupt:
        run.request_pause()  # the interrupt may have come before wait() could handle it
        print("interrupted: the run is paused. Use %opscope continue or %opscope stop", file=sys.stderr)  # noqa: T201
        raise
    finally:
        run._outputs.update_in_cell()


def load(ip: Any) -> None:
    """Register the magics, extend `%debug` to runs, and set the completions after `%opscope`."""
    ip.register_magics(OpscopeMagics(ip))
    install_debug_magic(ip)
    options = list(dict.fromkeys(re.findall(r"--[a-z-]+", cell_parser().format_help())))
    ip.set_hook("complete_command", complete, str_key="%opscope")
    ip.set_hook("complete_command", cell_completer(options), str_key="%%opscope")


def unload(ip: Any) -> None:
    """Remove the magics. Runs in progress continue, and their handles still work."""
    remove_debug_magic(ip)
    for kind in ("cell", "line"):
        ip.magics_manager.magics[kind].pop("opscope", None)
    ip.magics_manager.registry.pop(OpscopeMagics.__name__, None)
    for line in ("%opscope", "%%opscope"):
        ip.strdispatchers["complete_command"].strs.pop(line, None)
