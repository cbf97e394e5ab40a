"""Restart of a debugged script in a new process, with the breakpoints, displays and aliases of this process."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence

from opscope.commands.command_session import CommandSession
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.lines.code_breakpoint import CodeBreakpoint


def restart(debugger: CommandSession, options: argparse.Namespace, args: Sequence[str] | None) -> None:
    """Replace this process by a new process that debugs the script.

    If `args` is not None, it contains the new arguments of the script. Otherwise, the script gets its former arguments.
    """
    prefix = sys.orig_argv[: sys.orig_argv.index("debug") + 1]
    command = [sys.executable, *prefix[1:], *(["--budget", options.budget] if options.budget else [])]
    command += ["--batch"] if options.batch else []
    command += ["--no-stop"] if options.no_stop else []
    for each in debugger.run.breakpoints:
        if isinstance(each, CodeBreakpoint) and _is_plain(each):
            command += ["-b", each.spec, *(["--if", each.condition] if each.condition else [])]
    for line in commands_of(debugger):
        command += ["-c", line]
    command += ["-m"] if options.is_module else []
    command += [options.script, *(options.args if args is None else args)]
    _keep_typed_lines()
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, command)


def commands_of(debugger: CommandSession) -> list[str]:
    """Return the commands that restore the breakpoints, displays and aliases of a session."""
    stops = debugger.run.breakpoints
    plain = [b for b in stops if isinstance(b, CodeBreakpoint) and _is_plain(b)]
    others = [b for b in stops if b not in plain]
    lines = [_command_of(b) for b in others]
    for number, each in enumerate([*plain, *others], 1):
        lines += [] if each.enabled else [f"disable {number}"]
        due = debugger.commands_at.get(each.number)
        lines += [f"commands {number} {' ;; '.join(due)}"] if due else []
    lines += [f"alias {name} {text}" for name, text in debugger.command_aliases.items()]
    return lines + [f"display {text}" for text in debugger.displays]


def _is_plain(breakpoint: CodeBreakpoint) -> bool:
    """Return True if the options -b and --if can express the breakpoint.

    The options set a breakpoint before the first line runs.
    """
    return breakpoint.hits == 1 and not breakpoint.log and not breakpoint.once


def _command_of(each: AnyBreakpoint) -> str:
    condition = "" if each.condition is None else str(each.condition)
    if each.log and isinstance(each, CodeBreakpoint):
        message = f" {each.log}" if isinstance(each.log, str) else ""
        return f"log {each.spec}{message}"
    if each.log:
        return f"watch --log {'' if each.spec in ('*', condition) else each.spec} {condition}".rstrip()
    word = "tbreak" if each.once else "break"
    spec = "" if each.spec == condition else f" {each.spec}"
    hits = f" hits {each.hits}" if each.hits > 1 else ""
    return f"{word}{spec}{f' if {condition}' if condition else ''}{hits}"


def _keep_typed_lines() -> None:
    """Write the lines that were already read from a pipe to a file, from which the new process reads its input."""
    if not sys.stdin.isatty():
        rest = tempfile.TemporaryFile("w+")  # noqa: SIM115 (the new process reads it)
        rest.write(sys.stdin.read())
        rest.seek(0)
        os.dup2(rest.fileno(), 0)
