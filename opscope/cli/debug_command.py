"""Debugging: `python -m opscope debug script.py`. The script runs in a worker thread, the prompt in this one."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence

from opscope.cli.arguments import size
from opscope.cli.commands import (
    breakpoints,
    context,
    edit,
    history,
    inspect,
    navigate,
)
from opscope.cli.commands import (
    help as general,
)
from opscope.cli.completion import candidates
from opscope.cli.printer import Printer
from opscope.cli.prompt import NAME, Prompt
from opscope.cli.prompt_session import Debugger
from opscope.cli.script import Script, missing
from opscope.debug.conditions.condition import Condition
from opscope.debug.session.run import Run
from opscope.debug.taps.selector import Selector
from opscope.errors import OpscopeError, RunError
from opscope.events import Event, Warned

COMMANDS = (navigate, breakpoints, context, inspect, history, edit, general)  # whose import makes the commands


def debug_script(options: argparse.Namespace) -> int:
    """Run a file with a prompt. The exit status: the script's; 1 if it failed, 2 if it could not be begun."""
    if missing(options.script, "debug"):
        return 2
    printer = Printer()
    try:
        at = _started(options, printer)
    except OpscopeError as e:
        print(f"opscope debug: {e}", file=sys.stderr)
        return 2
    try:
        at.go(lambda: _begin(at, options))
        if not (at.run.done and not at.stepper.journal.run_count):  # else there is nothing to step
            for line in options.first:
                _typed(at, line)
            _serve(at, options.batch)
    finally:
        if not at.run.done:
            status = at.status
            with contextlib.suppress(RunError):  # busy with its own Python code: it ends with the process
                at.run.stop(2.0)
            at.script.status = status
    return at.status


def _started(options: argparse.Namespace, printer: Printer) -> Debugger:
    def say(events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Warned):
                printer.line((event.subject, "yellow"), f": {event.text}")

    _check(options)
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


def _check(options: argparse.Namespace) -> None:
    """Raise an ArgumentError for a pattern or condition that cannot be read, before anything runs."""
    for spec, condition in options.breaks or ():
        Selector.parse(f"id:{spec}" if spec.isdigit() else spec)
        if condition:
            Condition.parse(condition)
    for condition in options.watch:
        Condition.parse(condition)


def _begin(at: Debugger, options: argparse.Namespace) -> None:
    """To the first operator: there the script's own names are known. Then to the first breakpoint, if it is to."""
    stays = not options.no_stop
    try:
        at.run.until_stopped()
    except KeyboardInterrupt:
        stays = True
        at.halt()
    if at.run.done or at.over:
        return
    at.learn()
    for spec, condition in options.breaks or ():
        at.run.breakpoint(at.pattern(spec), at.condition(condition) if condition else "")
    for condition in options.watch:
        breakpoints.watch(at, condition)
    if not stays:
        at.run.cont()
        at.run.until_stopped()


def _serve(at: Debugger, batch: bool) -> None:
    """Commands from the keyboard; without one, the lines of standard input."""
    if not sys.stdin.isatty():
        for line in sys.stdin:
            if at.over:
                break
            if line.strip():
                _typed(at, line.strip())
        return
    if batch or at.over:
        return
    prompt = Prompt(candidates(at))
    while not at.over:
        try:
            line = prompt.read(past=at.run.here is not None and at.run.here.past)
            at.do(line)
        except EOFError:
            return
        except KeyboardInterrupt:  # between two lines: there is nothing to clear
            continue


def _typed(at: Debugger, line: str) -> None:
    """A command that nobody types: it is shown, so that the output can be read."""
    if not at.over:
        at.printer.line((NAME, "green"), line)
        at.do(line)
