"""Commands of gdb, pdb and rr that opscope does not have, with the opscope command to type instead."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

_FRAME = "`where` shows the stack; `up` and `down` choose a frame"
_FINER = "`next` executes one operator, `nextLine` one line"
_JUMP = "`goto STEP` goes to a step, `until LINE` runs to a line; no line can be skipped"
_KEPT = "every recorded step is kept: `goto STEP` goes back to it"
_BOTH = "`watch COND` stops after writes; `rw NAME` goes back to the last write"

INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("f", "frame"), _FRAME),
    **dict.fromkeys(("j", "jump"), _JUMP),
    **dict.fromkeys(("ni", "nexti", "si", "stepi"), _FINER),
    **dict.fromkeys(("checkpoint", "bookmark"), _KEPT),
    **dict.fromkeys(("awatch", "rwatch"), _BOTH),
    "call": "`p f(x)` prints the result of a call; `! f(x)` executes a line of Python",
    "ptype": "`whatis NAME` shows a type, `source NAME` the source of a class",
    "x": "`tensor NAME` shows the elements and the statistics of a tensor",
    "reverse-finish": "`rn` goes back one operator; `rc` goes back to the last breakpoint",
    "retval": "`return` stops before this function returns, and shows the result",
    "rv": "`return` stops before this function returns, and shows the result",
    "unwatch": "`clear N` removes a watchpoint; `breakpoints` lists the numbers",
    "start": "`run` starts the script again; it stops before the first operator",
    "kill": "`quit` ends the script and the debugger",
    "show": "`help` lists the commands; `breakpoints` and `record` show settings",
}

INFO: Mapping[str, str] = {
    **dict.fromkeys(("b", "break", "breakpoints", "watchpoints"), "breakpoints"),
    **dict.fromkeys(("frame", "stack", "s"), "where"),
    **dict.fromkeys(("source", "line"), "list"),
    **{name: name for name in ("locals", "args", "threads", "display")},
}
"""The command for each subject of gdb's `info`."""


def python_fix(line: str, known: Collection[str], is_command: bool) -> str:
    """Return the fix that shows how to evaluate or execute a line of Python. Return "" for other lines.

    `known` are the names that have a value. `is_command` is True if the line begins with the name of a command.
    """
    try:
        body = ast.parse(line).body
    except (SyntaxError, ValueError):  # ValueError: null bytes
        return ""
    if len(body) != 1:
        return ""
    if not isinstance(body[0], ast.Expr):
        return f"`! {line}` executes it as Python"
    first = next((node.id for node in ast.walk(body[0]) if isinstance(node, ast.Name)), "")
    is_name = isinstance(body[0].value, ast.Name)
    return f"`p {line}` prints it" if first in known or not (is_name or is_command) else ""


def gdb_set(rest: str) -> str:
    """Return the command for the arguments of gdb's `set var x = 3`. Return "" for other arguments."""
    word, _, assignment = rest.partition(" ")
    return f"`set {assignment.strip()}`" if word in ("var", "variable") and "=" in assignment[1:] else ""
