"""Commands for breakpoints and watchpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from opscope.commands.arguments import integer
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import BreakpointNumber, Times
from opscope.commands.plain_text import Text
from opscope.commands.python_call import PythonCall
from opscope.commands.table import command
from opscope.debug.lines.code_breakpoint import CodeBreakpoint, is_code_spec
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.navigator import Navigator
from opscope.debug.session.all_breakpoints import AnyBreakpoint
from opscope.debug.session.breakpoint_text import first_pattern, parse_breakpoint, parse_watch
from opscope.debug.session.dispatch import breakpoints_changed
from opscope.errors import ArgumentError, one_line

GROUP = "breakpoints"


def _logged(text: str) -> tuple[str, str]:
    """Return the place and the message of `train.py:20 loss is {loss}`."""
    spec, message = first_pattern(text)
    if not spec:
        raise ArgumentError("log needs a place", fix="log train.py:20 loss is {loss}")
    return spec, message


def _watched(text: str) -> tuple[str, str, bool]:
    """Return the values and the condition of a watchpoint; and True if it only logs."""
    log = text.startswith("--log")
    spec, condition = parse_watch(text.removeprefix("--log").strip())
    if not condition:
        raise ArgumentError("watch needs a condition", fix="watch nan, or watch loss > 2")
    return spec, condition, log


def _list_calls() -> Sequence[PythonCall]:
    return [PythonCall("run.breakpoints", None)]


def _break_calls(text: str, **options: Any) -> Sequence[PythonCall]:
    if not text:
        return _list_calls()
    spec, condition, hits = parse_breakpoint(text)
    counted = {"hits": hits} if hits > 1 else {}
    return [PythonCall("run.breakpoint", (spec, condition) if condition else (spec,), counted | options)]


def _tbreak_calls(text: str) -> Sequence[PythonCall]:
    return _break_calls(text, once=True)


def _log_calls(text: str) -> Sequence[PythonCall]:
    spec, message = _logged(text)
    return [PythonCall("run.breakpoint", (spec,), {"log": message or True})]


def _watch_calls(text: str) -> Sequence[PythonCall]:
    spec, condition, log = _watched(text)
    given = ("nan",) if (spec, condition) == ("", "nan") else (spec, condition)
    return [PythonCall("run.watch", given, {"log": True} if log else {})]


def _clear_calls(text: str) -> Sequence[PythonCall]:
    return [PythonCall("run.clear", (integer(number),)) for number in text.split()] or [PythonCall("run.clear")]


@command("break", "b", usage="[SPEC] [if COND] [hits N]", group=GROUP, completes="op", python=_break_calls)
def add_breakpoint(debugger: CommandSession, rest: str) -> None:
    """Stop before operators, behind writes, or at lines.

    break op:tanh                     before each tanh
    break at:train.py:20              before what was made on that line; role:backward, scope:/block/*, id:17
    break layer:layer1.*              before what the Layer layer1 makes, and the Layers in it
    break h                           when h was written; `*@GRAD`, grad:h
    break h if h.max() > 3            only where that holds
    break op:tanh if step > 5 hits 3  from the third time on
    break if loss > 2 * previous(loss)
    break train.py:20                 before that line of Python, or the next one with code
    break train.py:20 if len(batch)   the condition is Python, in that frame
    break Net.forward                 at the start of a function: that of this name here, else function:Net.forward
    break 20                          at a line of Python: line 20 of that file; at an operator: operator 20
    """
    if rest:
        _add(debugger, rest, once=False)
    else:
        show_breakpoints(debugger)


@command("tbreak", "tb", usage="SPEC [if COND] [hits N]", group=GROUP, completes="op", python=_tbreak_calls)
def add_once(debugger: CommandSession, rest: str) -> None:
    """Break once; otherwise like `break`.

    It goes when it has stopped the program.
    """
    _add(debugger, rest, once=True)


@command("log", usage="SPEC [MESSAGE]", group=GROUP, completes="op", python=_log_calls)
def add_logpoint(debugger: CommandSession, rest: str) -> None:
    """Only say that a place was reached, and go on.

    log train.py:20 loss is {loss}, batch {len(batch)}   in braces: Python expressions, in that frame
    log op:relu largest input {h.max()}                  at operators and values: expressions of their values
    log loss                                             without a message: what was hit
    """
    spec, message = _logged(rest)
    _confirm(debugger, debugger.run.breakpoint(debugger.place(spec), log=message or True))


@command("watch", "wa", usage="[--log] [SPEC] COND | nan", group=GROUP, completes="expression", python=_watch_calls)
def set_watchpoint(debugger: CommandSession, rest: str) -> None:
    """Stop when a condition holds of what was written.

    watch nan                   any NaN or Inf, in any value or gradient
    watch loss > 2              when loss, or what else it reads, was written
    watch *@GRAD max_gt(10)     predicates are about the value itself: has_nan, has_inf, std_lt(1e-6)
    watch --log loss < 0.1      only say so, and go on
    """
    spec, condition, log = _watched(rest)
    _confirm(debugger, add_watchpoint(debugger, condition, debugger.pattern(spec) if spec else "", log=log))


def add_watchpoint(debugger: CommandSession, condition: str, spec: str = "", *, log: bool = False) -> AnyBreakpoint:
    """Set a watchpoint; the condition `nan` alone means any NaN or Inf, anywhere."""
    if not spec and condition == "nan":
        return debugger.run.watch(log=log)
    return debugger.run.watch(spec, debugger.condition(condition), log=log)


@command("condition", "cond", usage="N [COND]", group=GROUP, completes="breakpoint")
def set_condition(debugger: CommandSession, rest: str) -> None:
    """Give breakpoint N another condition.

    condition 1 step > 5
    condition 1            it always stops
    """
    word, _, text = rest.partition(" ")
    number = integer(word)
    on_code = isinstance(debugger.ask(lambda _: debugger.driver.all_breakpoints.find(number)), CodeBreakpoint)
    condition = text if on_code or not text.strip() else debugger.condition(text)

    def change(_: Navigator) -> AnyBreakpoint:
        found = debugger.driver.all_breakpoints.set_condition(number, condition)
        debugger.run.session.emit(breakpoints_changed(debugger.driver))
        return found

    _confirm(debugger, debugger.ask(change))


@command("ignore", group=GROUP, python=lambda number, times=0: [PythonCall("run.ignore", (number, times))])
def ignore(debugger: CommandSession, number: BreakpointNumber, times: Times = 0) -> None:
    """Pass breakpoint N the next COUNT times.

    ignore 1 3    the fourth time it stops
    ignore 1      it stops the next time again
    """
    debugger.run.ignore(number, times)
    debugger.printer.line(f"breakpoint {number} " + (f"is passed {times} times" if times else "stops the next time"))


@command("enable", "en", group=GROUP, python=lambda *numbers: [PythonCall("run.enable", (n,)) for n in numbers])
def enable(debugger: CommandSession, *numbers: BreakpointNumber) -> None:
    """Let breakpoint N stop again."""
    _switch(debugger, numbers, True)


@command("disable", "dis", group=GROUP, python=lambda *numbers: [PythonCall("run.enable", (n, False)) for n in numbers])
def disable(debugger: CommandSession, *numbers: BreakpointNumber) -> None:
    """Keep breakpoint N, and do not stop at it."""
    _switch(debugger, numbers, False)


@command("clear", "cl", "delete", usage="[N ...|FILE:LINE]", group=GROUP, completes="breakpoint", python=_clear_calls)
def clear(debugger: CommandSession, rest: str) -> None:
    """Take breakpoint N away, or all of them.

    clear 1 2
    clear train.py:20   those at that line
    clear               all
    """
    numbers = [b.number for b in debugger.run.breakpoints if not rest or b.spec == rest]
    if rest and not numbers:
        numbers = [integer(word) for word in rest.split()]
    for number in numbers:
        debugger.run.clear(number)
    one = len(numbers) == 1
    debugger.printer.line(
        f"breakpoint {numbers[0]} is gone" if rest and one else f"{len(numbers)} {'is' if one else 'are'} gone"
    )


@command("breakpoints", "bl", group=GROUP, python=_list_calls)
def show_breakpoints(debugger: CommandSession) -> None:
    """List breakpoints and watchpoints.

    How often each was met, and at which operators of this program it stands.
    """
    found = debugger.run.breakpoints
    if not found:
        debugger.printer.line("no breakpoints; `help break`")
        return

    def row(each: AnyBreakpoint) -> list[str | Text]:
        kind = "log" if each.log else "once" if each.once else _kind(each)
        return [
            str(each.number),
            "yes" if each.enabled else Text("no", "yellow"),
            kind,
            str(each.hit_count),
            describe(each),
        ]

    rows = [[*row(b), _where(debugger, b)] for b in found]
    debugger.printer.rows(("", "on", "kind", "met", "stops at", "operators"), rows, right=("met",))


def _kind(breakpoint: AnyBreakpoint) -> str:
    if isinstance(breakpoint, CodeBreakpoint):
        return "function" if breakpoint.function else "line"
    return "value" if breakpoint.is_data_breakpoint else "operator"


def describe(breakpoint: AnyBreakpoint) -> str:
    """The target of a breakpoint."""
    if isinstance(breakpoint, CodeBreakpoint):
        return str(breakpoint)
    condition = str(breakpoint.condition)
    if breakpoint.spec == condition:
        breakpoint = replace(breakpoint, condition=None)
    return str(breakpoint)


def _add(debugger: CommandSession, rest: str, once: bool) -> None:
    spec, test, hits = parse_breakpoint(rest)
    spec = debugger.place(spec) if spec else ""
    test = debugger.condition(test) if test and not is_code_spec(spec) else test
    _confirm(debugger, debugger.run.breakpoint(spec, test, hits=hits, once=once))


def _switch(debugger: CommandSession, numbers: Sequence[int], on: bool) -> None:
    for number in numbers:
        debugger.run.enable(number, on)
        debugger.printer.line(f"breakpoint {number} is {'on' if on else 'off'}")


def _confirm(debugger: CommandSession, new: AnyBreakpoint) -> None:
    """Print a new breakpoint; at the prompt, where the run itself does not warn, also if it can stop in no program."""
    debugger.printer.line(
        (f"breakpoint {new.number}", "bold"), f": {describe(new)}", (f"  {_where(debugger, new)}", "dim"), cut=True
    )
    if debugger.front_end != "prompt":
        return
    if isinstance(new, CodeBreakpoint):
        problem = new.problem()
    else:
        known = KnownPrograms(debugger.programs, True, debugger.aliases)  # also those that have not run yet
        problem = debugger.driver.breakpoints.problem(new, known) if known.complete else None
    if problem is not None:
        debugger.printer.line(("note", "yellow"), f": {one_line(problem)}")


def _where(debugger: CommandSession, breakpoint: AnyBreakpoint) -> str:
    if isinstance(breakpoint, CodeBreakpoint):
        return ""
    if breakpoint.spec == "*":
        return "everywhere"
    operators_of = debugger.driver.breakpoints.matching_operators
    found = next((ops for p in debugger.programs if (ops := operators_of(breakpoint, p.operators))), [])
    more = " …" if len(found) > 8 else ""
    return f"op {', '.join(map(str, found[:8]))}{more}" if found else ""
