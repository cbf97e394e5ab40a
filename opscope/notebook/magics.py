"""The notebook magics: `%%opscope` runs a cell in the debugger, `%opscope` controls the latest run."""

from __future__ import annotations

import argparse
import inspect
import keyword
import re
import shlex
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class, no_var_expand
from IPython.display import FileLink, display

from opscope.debug.gradients import Checks, check
from opscope.debug.session.post_mortem import Failure, post_mortem
from opscope.debug.session.recording_status import SETTINGS
from opscope.debug.session.run import RunOptions
from opscope.debug.session.steppable_run import SteppableRun
from opscope.errors import ArgumentError, OpscopeError
from opscope.notebook.cell_body import body_of, print_errors
from opscope.notebook.live import Live, latest, new_run, pump

PATTERNS = """\
patterns:
  h*              values by name; gradients only if the pattern has an @: *@GRAD
  op:relu         what operators of that type write
  role:backward   what forward, backward or optimize operators write
  layer:layer1.*  what the Layers of these structured names make
  scope:/block/*  what operators of that name scope write
  at:20           what the operators made on that line write
"""
CONTROLS = ("status", "pause", "continue", "stop", "wait")
MOVES: dict[str, Callable[..., object]] = {
    "next": lambda run, count="1": run.next(_count(count)),
    "step": lambda run, count="1": [run.step_in() for _ in range(_count(count))],
    "out": Live.step_out,
    "back": lambda run, count="1": run.step_back(_count(count)),
    "reverse": Live.reverse_continue,
    "end": Live.run_to_end,
    "next-run": Live.next_run,
    "goto": lambda run, step, op="-1": run.goto(_count(step), int(op) if op.lstrip("-").isdigit() else op),
    "until": lambda run, op: run.run_to(int(op) if op.isdigit() else op),
}


def _print_stack(run: SteppableRun) -> None:
    chosen = run.frame()
    for frame in run.stack():
        print("→" if frame == chosen else " ", frame)  # noqa: T201


def _record(run: Live, *setting: str) -> None:
    if setting:
        run.record(" ".join(setting))
    print(run.recording)  # noqa: T201


def _print_findings(run: Live) -> None:
    print(run.findings)  # noqa: T201


def _report(run: Live, path: str = "run.html") -> None:
    run.report(path)
    display(FileLink(path))


REPORTS: dict[str, Callable[..., None]] = {
    "record": _record,
    "findings": _print_findings,
    "report": _report,
}
FRAMES: dict[str, Callable[..., None]] = {
    "where": _print_stack,
    "up": lambda run, count="1": print(run.up(_count(count))),  # noqa: T201
    "down": lambda run, count="1": print(run.down(_count(count))),  # noqa: T201
    "locals": lambda run: print(run.locals()),  # noqa: T201
}
PYTHON = ("p", "!")  # what follows is Python, as it is
COMMANDS = (*CONTROLS, *MOVES, *FRAMES, *PYTHON, *REPORTS, "debug", "check")


class Parser(argparse.ArgumentParser):
    """Reports errors as magics do: in one line, without leaving IPython."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message} ({self.prog.replace('%%', '%')} --help)")

    def parse_line(self, line: str) -> argparse.Namespace:
        """Parse the line of a magic; quotes are removed."""
        lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""  # Windows paths have backslashes
        try:
            return self.parse_args(list(lexer))
        except ValueError as e:
            self.error(str(e).lower())


def cell_parser() -> Parser:
    """The options of `%%opscope`."""
    parser = Parser(
        prog="%%opscope",
        description="Run this cell watched: its values in a panel, with Pause, Continue and Stop.",
        epilog=PATTERNS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("-t", "--tap", nargs="+", action="extend", default=[], metavar="PATTERN", help="look at these")
    parser.add_argument("--live", action="store_true", help="return at once; the cell goes on in a worker thread")
    parser.add_argument("-o", "--out", type=_name, metavar="NAME", help="bind the handle of the run to this name")
    parser.add_argument(
        "-b", "--break", nargs="+", action="extend", default=[], metavar="PATTERN", dest="breaks", help="stop at these"
    )
    parser.add_argument("--if", metavar="CONDITION", default="", dest="condition", help="stop there only if this holds")
    parser.add_argument("--nan", action="store_true", help="stop where a NaN or Inf comes up")
    parser.add_argument("--entry", action="store_true", help="stop before the first operator")
    parser.add_argument("--on-error", action="store_true", help="stop where an operator or the code fails")
    parser.add_argument("--rules", action="store_true", help="print known mistakes of training when they are found")
    parser.add_argument("--no-record", action="store_true", help="only watch: no stepping, no history")
    parser.add_argument("--to", metavar="FOLDER", default=None, help="also write the history to this folder")
    parser.add_argument("--title", default="", help="what the panel is called")
    parser.add_argument(
        "--hz", type=_hz, default=20.0, metavar="N", help="looks a second at most (20); all: every step"
    )
    parser.add_argument("-h", "--help", action="store_true", help="print this")
    return parser


def line_parser() -> Parser:
    """The options of `%opscope`."""
    parser = Parser(prog="%opscope", description="Drive the latest run.", add_help=False, allow_abbrev=False)
    parser.add_argument("command", nargs="?", default="status", choices=COMMANDS, help="default: status")
    parser.add_argument(
        "rest",
        nargs="*",
        metavar="...",
        help="next, step, back: how often; goto: a step, an operator; record: on, off or a size; report: a file",
    )
    parser.add_argument("-h", "--help", action="store_true", help="print this")
    return parser


def check_parser() -> Parser:
    """The options of `%opscope check`, which stand before the code."""
    parser = Parser(
        prog="%opscope check",
        usage="%%opscope check [options] CODE",
        description="Run code, for example train(), and compare the gradients of its own functions with slopes.",
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("--intended", action="append", default=[], metavar="NAME", help="its gradient may differ")
    parser.add_argument("--times", type=int, metavar="N", help="check only the first N applications on a line")
    parser.add_argument("--order", type=int, choices=(1, 2), default=1, help="2: also gradients of gradients")
    return parser


def _count(text: str) -> int:
    if not text.isdigit():
        raise ArgumentError(f"{text!r} is not a number", fix="%opscope next 3, %opscope goto 12 op:tanh")
    return int(text)


def _name(text: str) -> str:
    if not text.isidentifier() or keyword.iskeyword(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a name")
    return text


def _hz(text: str) -> float | None:
    if text == "all":
        return None
    try:
        hz = float(text)
    except ValueError:
        hz = 0.0
    if not 0 < hz < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return hz


@magics_class
class OpscopeMagics(Magics):
    """`%%opscope` and `%opscope`."""

    shell: Any

    @no_var_expand
    @cell_magic("opscope")  # pyright: ignore[reportUntypedFunctionDecorator]
    def run(self, line: str, cell: str) -> Any:
        __tracebackhide__ = True
        options = cell_parser().parse_line(line)
        if options.help:
            return _help()
        body = body_of(cell, f"%%opscope {line}".rstrip())
        try:
            run = new_run(print_errors(body) if options.live or options.on_error else body, **_run_options(options))
            if options.nan:
                run.watch("nan")
        except OpscopeError as e:
            raise UsageError(f"%%opscope: {e.summary}" + (f" ({e.fix})" if e.fix else "")) from None
        if options.out:
            self.shell.user_ns[options.out] = run
        run.show()  # before it starts, so that what is saved with the notebook is always the same
        if not options.live:
            return _start_and_wait(run)
        run.start()
        return None

    @no_var_expand
    @line_magic("opscope")  # pyright: ignore[reportUntypedFunctionDecorator]
    def drive(self, line: str) -> Any:
        __tracebackhide__ = True
        word, _, code = line.strip().partition(" ")
        if word == "check":
            return _check(code)
        options = line_parser().parse_line(word if word in PYTHON else line)
        if options.help:
            return _help()
        run = _target(options.command)
        if run is None and options.command != "status":
            raise UsageError("%opscope: there is no run yet: start one with %%opscope")
        return _control(run, options.command, [code] if word in PYTHON else options.rest)


OpscopeMagics.run.__doc__ = cell_parser().format_help()
OpscopeMagics.drive.__doc__ = f"{line_parser().format_help()}\n{check_parser().format_help()}"


def _run_options(options: argparse.Namespace) -> RunOptions:
    """The options of `%%opscope` as those of a run."""
    places = options.breaks or ([""] if options.condition else [])
    return {
        "taps": options.tap,
        "title": options.title or options.out or "cell",
        "pump": pump,
        "hz": options.hz,
        "record": not options.no_record,
        "entry": options.entry,
        "breakpoints": [(place, options.condition) for place in places],
        "on_error": options.on_error,
        "rules": options.rules,
        "to": options.to,
    }


_failure: list[Failure] = []  # the exception of a cell that `%opscope debug` looks at


def _target(command: str) -> SteppableRun | None:
    """What the line magic is about: the latest run, or for frames the exception of a cell, if that came later.

    `%opscope debug` chooses the exception where no run has failed or stands.
    """
    run, error = latest(), getattr(sys, "last_value", None)
    if command == "debug":
        _failure.clear()
        stands = run is not None and (run.here is not None or run.session.error is not None)
        if error is not None and not (stands or (run is not None and not run.done)):
            _failure.append(post_mortem(error))
    elif command not in (*FRAMES, *PYTHON):
        _failure.clear()
    return _failure[0] if _failure else run


def _run_python(run: SteppableRun, command: str, code: str) -> Any:
    if command == "p":
        return run.evaluate(code, run.frame())
    done = run.execute(code)
    if text := "\n".join(filter(None, [done.output.rstrip(), done.traceback.rstrip(), *done.notes])):
        print(text)  # noqa: T201
    return done.value


def _help() -> None:
    print(f"{cell_parser().format_help()}\n{OpscopeMagics.drive.__doc__}", end="")  # noqa: T201


def _check(line: str) -> Checks:
    """Run the code of `%opscope check` and return what was found."""
    __tracebackhide__ = True
    given = _OPTIONS.match(line)
    assert given is not None  # it matches ""
    options, code = check_parser().parse_line(given[0]), line[given.end() :].strip()
    if not code:
        raise UsageError("%opscope check: no code to run: %opscope check train()")
    body = body_of(code)
    return check(body, times=options.times, intended=options.intended, order=options.order)


_OPTIONS = re.compile(r"\s*(--\w+(=|\s+)(\"[^\"]*\"|'[^']*'|\S+)\s*)*")  # before the code, each with a value


def _control(run: SteppableRun | None, command: str, rest: list[str]) -> Any:
    __tracebackhide__ = True
    try:
        if run is not None and command in PYTHON:
            return _run_python(run, command, rest[0])
        if run is not None and command in (reports := FRAMES | REPORTS):
            _call(reports[command], run, command, rest)
            return None
        if isinstance(run, Live) and command in CONTROLS:
            if command == "wait":
                return run.wait()
            _CONTROLS[command](run)
        elif run is not None and command == "debug":
            _debug(run)
        elif run is not None and command in MOVES:
            _call(MOVES[command], run, command, rest)
    except OpscopeError as e:
        if isinstance(run, Live) and e is run.error:
            raise
        raise UsageError(f"%opscope: {e.summary}" + (f" ({e.fix})" if e.fix else "")) from None
    print("no run yet: start one with %%opscope" if run is None else repr(run.here or run))  # noqa: T201
    return None


_CONTROLS: dict[str, Callable[[Live], object]] = {
    "status": lambda run: None,
    "pause": Live.pause,
    "continue": Live.cont,
    "stop": Live.stop,
}


def _debug(run: SteppableRun) -> None:
    """Go to where the run has failed or ended, and print the frames of an error."""
    if run.here is None and not isinstance(run, Failure):
        run.step_back()
    if run.session.error is not None:
        _print_stack(run)


def complete(_shell: Any, event: Any) -> list[str]:
    """The words that may follow on the line of `%opscope`, for IPython's Tab."""
    before = event.line.split()[1:]
    if before and not event.line.endswith(" "):
        before.pop()  # the word that is being typed
    return list(SETTINGS) if before == ["record"] else [] if before else list(COMMANDS)


def _call(function: Callable[..., object], run: SteppableRun, command: str, rest: list[str]) -> None:
    try:
        inspect.signature(function).bind(run, *rest)
    except TypeError:
        raise ArgumentError(f"{command} does not take {' '.join(rest) or 'nothing'}", fix="%opscope --help") from None
    function(run, *rest)


def _start_and_wait(run: Live) -> Any:
    __tracebackhide__ = True
    try:
        stops = run.can_stop
        run.start()
        while (here := run.until_stopped()) is not None:
            if stops or here.reason == "breakpoint":  # the cell ends when the run stops: the next cell steps it
                print(repr(here))  # noqa: T201
                if not stops:
                    print("%opscope where, up, down, locals, p EXPR look there; %opscope continue goes on")  # noqa: T201
                return None
            run.until_continued()  # by the panel
        return run.wait()
    except KeyboardInterrupt:
        run.request_pause()  # the interrupt may have come before wait() could see it
        print("interrupted: the run is paused; %opscope continue, %opscope stop", file=sys.stderr)  # noqa: T201
        raise
    finally:
        run._outputs.update_in_cell()


def load(ip: Any) -> None:
    """Register the magics, and what Tab offers after `%opscope`."""
    ip.register_magics(OpscopeMagics(ip))
    ip.set_hook("complete_command", complete, str_key="%opscope")


def unload(ip: Any) -> None:
    """Remove the magics; runs go on, and their handles work."""
    for kind in ("cell", "line"):
        ip.magics_manager.magics[kind].pop("opscope", None)
    ip.magics_manager.registry.pop(OpscopeMagics.__name__, None)
    ip.strdispatchers["complete_command"].strs.pop("%opscope", None)
