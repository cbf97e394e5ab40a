"""`opscope debug SCRIPT`: runs the script in a worker thread and the prompt in this one."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence

from opscope.cli.arguments import size
from opscope.cli.commands import load_commands
from opscope.cli.commands.breakpoints import add_watchpoint
from opscope.cli.completion import candidates
from opscope.cli.printer import Printer
from opscope.cli.prompt import NAME, Prompt
from opscope.cli.prompt_session import Debugger
from opscope.cli.script import Script, report_missing
from opscope.debug.conditions.condition import Condition
from opscope.debug.session.run import Run
from opscope.debug.taps.selector import Selector
from opscope.errors import OpscopeError, RunError
from opscope.events import Event, Warned


def debug_script(options: argparse.Namespace) -> int:
    """Run a file with a prompt. Returns the exit status of the script; 1 if it failed, 2 if it could not start."""
    if report_missing(options.script, "debug"):
        return 2
    load_commands()
    printer = Printer()
    try:
        debugger = _start(options, printer)
    except OpscopeError as e:
        print(f"opscope debug: {e}", file=sys.stderr)
        return 2
    try:
        debugger.go(lambda: _set_up(debugger, options))
        if not (debugger.run.done and not debugger.driver.journal.run_count):  # else there is nothing to step through
            for line in options.first:
                _run_line(debugger, line)
            _read_commands(debugger, options.batch)
    finally:
        if not debugger.run.done:
            status = debugger.status
            with contextlib.suppress(RunError):  # the script is busy with its own Python code: it ends with the process
                debugger.run.stop(2.0)
            debugger.script.status = status
    return debugger.status


def _start(options: argparse.Namespace, printer: Printer) -> Debugger:
    def say(events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Warned):
                printer.line((event.subject, "yellow"), f": {event.text}")

    _check_options(options)
    budget = size(options.budget)
    script = Script(options.script, options.args)
    run = Run(
        script.body,
        title=options.script,
        record=budget,
        entry=True,
        on_error=True,
        sinks=[say],
    )
    return Debugger(run.start(), script, printer)


def _check_options(options: argparse.Namespace) -> None:
    """Raise ArgumentError for a pattern or condition that cannot be parsed, before the script starts."""
    for spec, condition in options.breaks or ():
        Selector.parse(f"id:{spec}" if spec.isdigit() else spec)
        if condition:
            Condition.parse(condition)
    for condition in options.watch:
        Condition.parse(condition)


def _set_up(debugger: Debugger, options: argparse.Namespace) -> None:
    """Go to the first operator, where the script's names are known; set breakpoints; with --no-stop, continue."""
    stay = not options.no_stop
    try:
        debugger.run.until_stopped()
    except KeyboardInterrupt:
        stay = True
        debugger.halt()
    if debugger.run.done or debugger.over:
        return
    debugger.update_names()
    for spec, condition in options.breaks or ():
        debugger.run.breakpoint(debugger.pattern(spec), debugger.condition(condition) if condition else "")
    for condition in options.watch:
        add_watchpoint(debugger, condition)
    if not stay:
        debugger.run.cont()
        debugger.run.until_stopped()


def _read_commands(debugger: Debugger, batch: bool) -> None:
    """Run commands from the keyboard, or the lines of a pipe."""
    if not sys.stdin.isatty():
        for line in sys.stdin:
            if debugger.over:
                break
            if line.strip():
                _run_line(debugger, line.strip())
        return
    if batch or debugger.over:
        return
    prompt = Prompt(candidates(debugger))
    while not debugger.over:
        try:
            line = prompt.read(past=debugger.run.here is not None and debugger.run.here.past)
            debugger.do(line)
        except EOFError:
            return
        except KeyboardInterrupt:  # between two lines
            continue


def _run_line(debugger: Debugger, line: str) -> None:
    """Run a command that was not typed, and print it, so that the output can be followed."""
    if not debugger.over:
        debugger.printer.line((NAME, "green"), line)
        debugger.do(line)
