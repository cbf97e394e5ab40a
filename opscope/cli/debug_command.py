"""`opscope debug SCRIPT`: runs the script in this thread, and the prompt in another thread."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from opscope.cli.find_script import find_script
from opscope.cli.json_report import Write, json_report
from opscope.cli.plain_prompt import NAME, PlainPrompt
from opscope.cli.process_restart import restart
from opscope.cli.recording_session import RecordedSession, recorded_session, set_up_recording
from opscope.cli.script import Script
from opscope.cli.script_run import ScriptRun, run_beside
from opscope.cli.shell_words import shell_words
from opscope.cli.styled_text import terminal_printer
from opscope.commands.command_session import CommandSession
from opscope.commands.completion import candidates
from opscope.commands.groups import load_commands
from opscope.commands.printer import Printer
from opscope.commands.table import find
from opscope.core.user_defaults import budget_of
from opscope.debug.conditions.condition import Condition
from opscope.debug.lines.code_breakpoint import is_code_spec
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, OpscopeError, RunError
from opscope.events import Event, Stopped, Warned
from opscope.names.shown_name import name_beside

_ERROR = re.compile(r"\bhas_(nan|inf)|\bis_bad\b|\b(is)?(nan|inf|finite)\(")  # of a condition


def debug_script(options: argparse.Namespace) -> int:
    """Run a program with the debugger's prompt.

    Returns the exit status: 1 if the program failed, 2 if it did not start.

    With --batch, the status is also 1 if a breakpoint, or a watchpoint for NaN or Inf, has stopped the program. With
    --batch and --json, a JSON document about the session is written to stdout.
    """
    if not options.json:
        return _debug(options, None)
    if not options.batch:
        print("opscope debug: --json needs --batch", file=sys.stderr)
        return 2
    return _debug(options, json_report())


def _debug(options: argparse.Namespace, write: Write | None) -> int:
    load_commands()
    printer = terminal_printer()
    try:
        _check_options(options)
        if os.path.isdir(options.script) and not options.is_module:
            return _control(recorded_session(options, printer), options)
        script = find_script(options, "debug")
        if script is None:
            return 2
        debugger, run = _start(options, script, printer)
    except OpscopeError as e:
        print(f"opscope debug: {e}", file=sys.stderr)
        return 2

    def prompt() -> int:
        status = _control(debugger, options)
        if write is not None:
            write(_document(debugger, status, options.script))
        return status

    return run_beside(run, prompt)


def _document(debugger: CommandSession, status: int, script: str) -> dict[str, Any]:
    """Return the document of a session for `--json`.

    For each stop, the document contains the fields of the stop's event, and the name of the value in the script.
    """
    run = debugger.run
    program = run.program() if run.steps else None
    return {
        "script": script,
        "status": status,
        "error": "" if run.error is None else f"{type(run.error).__name__}: {run.error}",
        "steps": run.steps,
        "stops": [
            asdict(event) | {"called": event.called or ("" if program is None else name_beside(program, event.name))}
            for event in run.history.events()
            if isinstance(event, Stopped)
        ],
    }


def _control(debugger: CommandSession, options: argparse.Namespace) -> int:
    """Execute the commands of the prompt until the session ends. Returns the exit status."""
    try:
        if isinstance(debugger, RecordedSession):
            set_up_recording(debugger, options)
        else:
            debugger.go(lambda: _set_up(debugger, options))
        if _is_inspected(debugger, options):
            for line in options.first:
                _run_line(debugger, line)
            read = _read_commands(debugger, options.batch)
            if options.batch and not read and not options.first:
                debugger.go(lambda: _run_through(debugger))  # else a batch without commands would run nothing
    finally:
        if not debugger.run.done:
            status = debugger.status
            with contextlib.suppress(RunError):  # busy with its own Python code, it ends with the process
                debugger.run.stop(2.0)
            debugger.program.status = status
    return debugger.status or int(options.batch and _found_error(debugger))


def _is_inspected(debugger: CommandSession, options: argparse.Namespace) -> bool:
    """Return True if the session has a run, a recording, or, with --pm, an exception that can be inspected."""
    if isinstance(debugger, RecordedSession):
        return True
    if options.pm:
        return not debugger.run.done
    return not (debugger.run.done and not debugger.driver.journal.run_count)


def _found_error(debugger: CommandSession) -> bool:
    """Return True if a breakpoint or watchpoint whose condition is about NaN or Inf has stopped the script."""
    return any(
        b.condition is not None and not b.log and b.hit_count >= b.hits and _ERROR.search(str(b.condition))
        for b in debugger.run.breakpoints
    )


def _start(options: argparse.Namespace, script: Script, printer: Printer) -> tuple[CommandSession, ScriptRun]:
    def say(events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Warned):
                text = event.text.removeprefix(event.subject)  # the text of a breakpoint begins with it
                printer.line((event.subject, "yellow"), text if text != event.text else f": {text}")

    run = ScriptRun(
        script.body,
        title=options.script,
        record=budget_of(options.budget),
        entry=not options.pm,
        on_error=True,
        rules=options.rules,
        sinks=[say],
    )
    for spec, condition in options.breaks or ():
        if is_code_spec(spec):  # immediately: the script may reach it before its first operator
            run.breakpoint(spec, condition)
    if options.first_line:
        run.stop_at_first_line()
    debugger = CommandSession(run.start(), script, printer)
    debugger.restart = lambda args: restart(
        debugger, options, shell_words(args, fix="write the arguments as in a shell") if args else None
    )
    return debugger, run


def _check_options(options: argparse.Namespace) -> None:
    """Raise ArgumentError for an invalid size, pattern or condition, before the script starts."""
    if options.pm and (options.breaks or options.watch):
        raise ArgumentError(
            "--pm stops only at exceptions, so it cannot be combined with -b or -w",
            fix="leave out -b and -w, or leave out --pm",
        )
    budget_of(options.budget)
    aliases: set[str] = set()
    for words in filter(None, map(str.split, options.first)):
        if words[0] in aliases or words[0].startswith(("#", "!")):  # for example `!lr = 0.1`
            continue
        if find(words[0]).name == "alias":
            aliases |= {*words[1:2]}
    for spec, condition in options.breaks or ():
        if is_code_spec(spec):
            continue
        Selector.parse(f"id:{spec}" if spec.isdigit() else spec)
        if condition:
            Condition.parse(condition)
    for condition in options.watch:
        Condition.parse(condition)


def _set_up(debugger: CommandSession, options: argparse.Namespace) -> None:
    """Run to the first operator, where the script's names are known, and set breakpoints. With --no-stop, continue."""
    stay = not options.no_stop
    try:
        debugger.run.until_stopped()
    except KeyboardInterrupt:
        stay = True
        debugger.halt()
    if debugger.run.done or debugger.over or options.pm:
        return
    if not debugger.driver.journal.run_count and debugger.run.error is not None:
        debugger.run.cont()  # it failed before anything ran: there is nothing to inspect
        debugger.run.until_stopped()
        return
    debugger.names.update()
    names = debugger.names
    for spec, condition in options.breaks or ():
        if not is_code_spec(spec):
            debugger.run.breakpoint(names.pattern(spec), names.condition(condition) if condition else "")
    for condition in options.watch:
        debugger.run.watch(*(("nan",) if condition == "nan" else ("", names.condition(condition))))
    if not stay:
        _leave_entry(debugger)


def _leave_entry(debugger: CommandSession) -> None:
    """Continue to the first breakpoint, or to the end, if the script has stopped before its first operator."""
    if not debugger.run.done and _at_entry(debugger):  # not at a breakpoint on a Python line
        debugger.run.cont()
        debugger.run.until_stopped()


def _run_through(debugger: CommandSession) -> None:
    """Continue after the stop at the entry, and after errors that end only a thread of the script, as Python does."""
    while not debugger.run.done and (_at_entry(debugger) or debugger.at_thread_error):
        debugger.run.cont()
        debugger.run.until_stopped()


def _at_entry(debugger: CommandSession) -> bool:
    here = debugger.run.here
    return here is None or here.reason == "entry"


def _read_commands(debugger: CommandSession, batch: bool) -> int:
    """Execute commands from the keyboard or from a pipe. Returns the number of commands that came from a pipe."""
    count = 0
    if not sys.stdin.isatty():
        debugger.read_python = _read_piped
        for line in sys.stdin:
            if debugger.over:
                break
            if line.strip():
                count += 1
                _run_line(debugger, line.strip())
        return count
    if batch or debugger.over:
        return count
    debugger.printer.pages = True
    prompt = _prompt(debugger)
    debugger.read_python = prompt.read_python
    while not debugger.over:
        try:
            line = prompt.read(past=debugger.run.here is not None and debugger.run.here.past)
            debugger.do(line)
        except EOFError:
            return count
        except KeyboardInterrupt:  # between two lines
            continue
    return count


def _prompt(debugger: CommandSession) -> PlainPrompt:
    try:
        from opscope.cli.prompt import Prompt
    except ImportError:
        return PlainPrompt(candidates(debugger))
    return Prompt(candidates(debugger))


def _read_piped(prompt: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}")
    return line.rstrip("\n")


def _run_line(debugger: CommandSession, line: str) -> None:
    """Execute a command that was not typed at the prompt. Print the command first, so that the output shows it."""
    if not debugger.over:
        debugger.printer.line((NAME, "green"), line)
        debugger.do(line)
