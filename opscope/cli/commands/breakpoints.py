"""Prompt commands for breakpoints and watchpoints."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from rich.text import Text

from opscope.cli.arguments import integer
from opscope.cli.command_registry import command
from opscope.cli.prompt_session import Debugger
from opscope.debug.conditions.condition import Condition
from opscope.debug.replay.breakpoint_table import Breakpoint
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.navigator import Navigator
from opscope.debug.session.dispatch import breakpoints_changed
from opscope.errors import ArgumentError, NotFound, one_line

GROUP = "breakpoints"
_HITS = re.compile(r"(?:^|\s)hits\s+(\S+)$")
_IF = re.compile(r"(?:^|\s+)if\s+")


@command("break", "b", usage="SPEC [if COND] [hits N]", group=GROUP, completes="op")
def add_breakpoint(debugger: Debugger, rest: str) -> None:
    """Stop before operators, or behind what writes a value.

    break op:tanh                     before each tanh
    break at:train.py:20              before what was made on that line; role:backward, scope:/block/*, id:17
    break h                           when h was written; `*@GRAD`, grad:h
    break h if h.max() > 3            only where that holds
    break op:tanh if step > 5 hits 3  from the third time on
    break if loss > 2 * previous(loss)
    """
    _add(debugger, rest, once=False)


@command("tbreak", "tb", usage="SPEC [if COND] [hits N]", group=GROUP, completes="op")
def add_once(debugger: Debugger, rest: str) -> None:
    """As `break`, for one time.

    It goes when it has stopped the program.
    """
    _add(debugger, rest, once=True)


@command("watch", "wa", usage="[--log] [SPEC] COND | nan", group=GROUP, completes="expression")
def set_watchpoint(debugger: Debugger, rest: str) -> None:
    """Stop when a condition holds of what was written.

    watch nan                   any NaN or Inf, in any value or gradient
    watch loss > 2              when loss, or what else it reads, was written
    watch *@GRAD max_gt(10)     predicates are about the value itself: has_nan, has_inf, std_lt(1e-6)
    watch --log loss < 0.1      only say so, and go on
    """
    log = rest.startswith("--log")
    rest = rest.removeprefix("--log").strip() if log else rest
    spec, condition = _parse_watch(rest)
    if not condition:
        raise ArgumentError("watch needs a condition", fix="watch nan, or watch loss > 2")
    _confirm(debugger, add_watchpoint(debugger, condition, debugger.pattern(spec) if spec else "", log=log))


def _parse_watch(text: str) -> tuple[str, str]:
    """The pattern and the condition of a watchpoint. The pattern, and `if` between them, may be left out."""
    head, *tail = _IF.split(text, maxsplit=1)
    if tail or not text:
        return (head, tail[0]) if tail else ("", "")
    try:
        Condition.parse(text)
    except ArgumentError:
        spec, _, condition = text.partition(" ")
        if not condition:
            raise
        Condition.parse(condition)
        return spec, condition
    return "", text


def add_watchpoint(debugger: Debugger, condition: str, spec: str = "", *, log: bool = False) -> Breakpoint:
    """Set a watchpoint; the condition `nan` alone means any NaN or Inf, anywhere."""
    if not spec and condition == "nan":
        return debugger.run.watch(log=log)
    return debugger.run.watch(spec, debugger.condition(condition), log=log)


@command("condition", "cond", usage="N [COND]", group=GROUP, completes="breakpoint")
def set_condition(debugger: Debugger, rest: str) -> None:
    """Give breakpoint N another condition.

    condition 1 step > 5
    condition 1            it always stops
    """
    word, _, text = rest.partition(" ")
    parsed = Condition.parse(debugger.condition(text)) if text.strip() else None

    def change(found: Breakpoint) -> None:
        if str(found.condition) == found.spec:
            raise ArgumentError(
                f"breakpoint {found.number} is only its condition", fix="clear it, and watch another condition"
            )
        if parsed is None and found.spec == "*":
            raise ArgumentError(f"breakpoint {found.number} would stop everywhere", fix=f"disable {found.number}")
        found.condition = parsed

    _confirm(debugger, _change(debugger, word, change))


@command("enable", "en", usage="N", group=GROUP, completes="breakpoint")
def enable(debugger: Debugger, rest: str) -> None:
    """Let breakpoint N stop again."""
    _switch(debugger, rest, True)


@command("disable", "dis", usage="N", group=GROUP, completes="breakpoint")
def disable(debugger: Debugger, rest: str) -> None:
    """Keep breakpoint N, and do not stop at it."""
    _switch(debugger, rest, False)


@command("clear", "cl", "delete", usage="[N]", group=GROUP, completes="breakpoint")
def clear(debugger: Debugger, rest: str) -> None:
    """Take breakpoint N away, or all of them."""
    count = len(debugger.run.breakpoints)
    debugger.run.clear(integer(rest) if rest else None)
    debugger.printer.line(f"breakpoint {rest} is gone" if rest else f"{count} {'is' if count == 1 else 'are'} gone")


@command("breakpoints", "bl", group=GROUP)
def show_breakpoints(debugger: Debugger, rest: str) -> None:
    """List breakpoints and watchpoints.

    How often each was met, and at which operators of this program it stands.
    """
    found = debugger.run.breakpoints
    if not found:
        debugger.printer.line("no breakpoints; `help break`")
        return

    def row(each: Breakpoint) -> list[str | Text]:
        kind = "log" if each.log else "once" if each.once else "value" if each.is_data_breakpoint else "operator"
        return [
            str(each.number),
            "yes" if each.enabled else Text("no", "yellow"),
            kind,
            str(each.hit_count),
            describe(each),
        ]

    rows = [[*row(b), _where(debugger, b)] for b in found]
    debugger.printer.rows(("", "on", "kind", "met", "stops at", "operators"), rows, right=("met",))


def describe(breakpoint: Breakpoint) -> str:
    """The target of a breakpoint."""
    condition = str(breakpoint.condition)
    if breakpoint.spec == condition:
        breakpoint = replace(breakpoint, condition=None)
    return str(breakpoint)


def _add(debugger: Debugger, rest: str, once: bool) -> None:
    rest, hits = rest.strip(), 1
    if (match := _HITS.search(rest)) is not None:
        rest, hits = rest[: match.start()].strip(), integer(match[1], 1)
    spec, *condition = _IF.split(rest, maxsplit=1)
    if not spec and not condition:
        raise ArgumentError("break needs a place", fix="break op:tanh, break h, break at:train.py:20")
    if " " in spec:
        raise ArgumentError(f"{spec!r} is no pattern", fix="a condition follows `if`: break h if h.max() > 3")
    spec, test = debugger.pattern(spec) if spec else "", debugger.condition(condition[0]) if condition else ""
    _confirm(debugger, debugger.run.breakpoint(spec, test, hits=hits, once=once))


def _switch(debugger: Debugger, rest: str, on: bool) -> None:
    def change(found: Breakpoint) -> None:
        found.enabled = on

    _change(debugger, rest, change)
    debugger.printer.line(f"breakpoint {rest} is {'on' if on else 'off'}")


def _change(debugger: Debugger, number: str, change: Callable[[Breakpoint], None]) -> Breakpoint:
    wanted = integer(number)

    def changed(navigator: Navigator) -> Breakpoint:
        found = navigator.breakpoints.all.get(wanted)
        if found is None:
            there = ", ".join(map(str, navigator.breakpoints.all)) or "there is none"
            raise NotFound(f"no breakpoint {wanted}", fix=f"breakpoints: {there}")
        change(found)
        navigator.breakpoints.invalidate()
        debugger.run.session.emit(breakpoints_changed(debugger.driver))
        return found

    return debugger.ask(changed)


def _confirm(debugger: Debugger, new: Breakpoint) -> None:
    """Print a new breakpoint, with a note if it cannot stop in the known programs."""
    debugger.printer.line(
        (f"breakpoint {new.number}", "bold"), f": {describe(new)}", (f"  {_where(debugger, new)}", "dim"), cut=True
    )
    known = KnownPrograms(debugger.programs, True, debugger.aliases)  # also those that have not run yet
    problem = debugger.driver.breakpoints.problem(new, known) if known.complete else None
    if problem is not None:
        debugger.printer.line(("note", "yellow"), f": {one_line(problem)}")


def _where(debugger: Debugger, breakpoint: Breakpoint) -> str:
    if breakpoint.spec == "*":
        return "everywhere"
    operators_of = debugger.driver.breakpoints.matching_operators
    found = next((ops for p in debugger.programs if (ops := operators_of(breakpoint, p.operators))), [])
    more = " …" if len(found) > 8 else ""
    return f"op {', '.join(map(str, found[:8]))}{more}" if found else ""
