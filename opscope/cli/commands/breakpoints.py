"""Stopping: breakpoints and watchpoints."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import replace

from rich.text import Text

from opscope.cli.arguments import whole
from opscope.cli.command_registry import command
from opscope.cli.prompt_session import Debugger
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.expression import Expression
from opscope.debug.replay.breakpoint_table import Breakpoint
from opscope.debug.replay.navigator import Navigator
from opscope.debug.session.dispatch import breakpoints_changed
from opscope.errors import ArgumentError, NotFound, OpscopeError

GROUP = "breakpoints"
_HITS = re.compile(r"(?:^|\s)hits\s+(\S+)$")
_IF = re.compile(r"(?:^|\s+)if\s+")


@command("break", "b", usage="SPEC [if COND] [hits N]", group=GROUP, completes="op")
def add_breakpoint(at: Debugger, rest: str) -> None:
    """Stop before operators, or behind what writes a value.

    break op:tanh                     before each tanh
    break at:train.py:20              before what was made on that line; role:backward, scope:/block/*, id:17
    break h                           when h was written; `*@GRAD`, grad:h
    break h if h.max() > 3            only where that holds
    break op:tanh if step > 5 hits 3  from the third time on
    break if loss > 2 * previous(loss)
    """
    _add(at, rest, once=False)


@command("tbreak", "tb", usage="SPEC [if COND] [hits N]", group=GROUP, completes="op")
def add_once(at: Debugger, rest: str) -> None:
    """As `break`, for one time.

    It goes when it has stopped the program.
    """
    _add(at, rest, once=True)


@command("watch", "w", usage="[--log] [SPEC] COND | nan", group=GROUP, completes="expression")
def add_watch(at: Debugger, rest: str) -> None:
    """Stop when a condition holds of what was written.

    watch nan                   any NaN or Inf, in any value or gradient
    watch loss > 2              when loss, or what else it reads, was written
    watch *@GRAD max_gt(10)     predicates are about the value itself: has_nan, has_inf, std_lt(1e-6)
    watch --log loss < 0.1      only say so, and go on
    """
    log = rest.startswith("--log")
    rest = rest.removeprefix("--log").strip() if log else rest
    spec, condition = _watched(rest)
    if not condition:
        raise ArgumentError("watch needs a condition", fix="watch nan, or watch loss > 2")
    _said(at, watch(at, condition, at.pattern(spec) if spec else "", log=log))


def _watched(text: str) -> tuple[str, str]:
    """The pattern, which may be left out, and the condition; `if` between them may be left out, too."""
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


def watch(at: Debugger, condition: str, spec: str = "", *, log: bool = False) -> Breakpoint:
    """A watchpoint; the condition `nan` alone means any NaN or Inf, anywhere."""
    if not spec and condition == "nan":
        return at.run.watch(log=log)
    return at.run.watch(spec, at.condition(condition), log=log)


@command("condition", "cond", usage="N [COND]", group=GROUP, completes="breakpoint")
def set_condition(at: Debugger, rest: str) -> None:
    """Give breakpoint N another condition.

    condition 1 step > 5
    condition 1            it always stops
    """
    word, _, text = rest.partition(" ")
    parsed = Condition.parse(at.condition(text)) if text.strip() else None

    def change(found: Breakpoint) -> None:
        if str(found.condition) == found.spec:
            raise ArgumentError(
                f"breakpoint {found.number} is nothing but its condition", fix="clear it, watch another"
            )
        if parsed is None and found.spec == "*":
            raise ArgumentError(f"breakpoint {found.number} would stop everywhere", fix=f"disable {found.number}")
        found.condition = parsed

    _said(at, _change(at, word, change))


@command("enable", "en", usage="N", group=GROUP, completes="breakpoint")
def enable(at: Debugger, rest: str) -> None:
    """Let breakpoint N stop again."""
    _switch(at, rest, True)


@command("disable", "dis", usage="N", group=GROUP, completes="breakpoint")
def disable(at: Debugger, rest: str) -> None:
    """Keep breakpoint N, and do not stop at it."""
    _switch(at, rest, False)


@command("clear", "cl", "delete", usage="[N]", group=GROUP, completes="breakpoint")
def clear(at: Debugger, rest: str) -> None:
    """Take breakpoint N away, or all of them."""
    count = len(at.run.breakpoints)
    at.run.clear(whole(rest) if rest else None)
    at.printer.line(f"breakpoint {rest} is gone" if rest else f"{count} {'is' if count == 1 else 'are'} gone")


@command("breakpoints", "bl", group=GROUP)
def show_breakpoints(at: Debugger, rest: str) -> None:
    """List breakpoints and watchpoints.

    How often each was met, and at which operators of this program it stands.
    """
    found = at.run.breakpoints
    if not found:
        at.printer.line("no breakpoints; `help break`")
        return

    def row(each: Breakpoint) -> list[str | Text]:
        kind = "log" if each.log else "once" if each.once else "value" if each.is_data_breakpoint else "operator"
        return [
            str(each.number),
            "yes" if each.enabled else Text("no", "yellow"),
            kind,
            str(each.hit_count),
            told(each),
        ]

    rows = [[*row(b), _where(at, b)] for b in found]
    at.printer.rows(("", "on", "kind", "met", "stops at", "operators"), rows, right=("met",))


def told(breakpoint: Breakpoint) -> str:
    """What it stops at: its text, once."""
    condition = str(breakpoint.condition)
    if breakpoint.spec == condition:
        breakpoint = replace(breakpoint, condition=None)
    return str(breakpoint)


def _add(at: Debugger, rest: str, once: bool) -> None:
    rest, hits = rest.strip(), 1
    if (match := _HITS.search(rest)) is not None:
        rest, hits = rest[: match.start()].strip(), whole(match[1], 1)
    spec, *condition = _IF.split(rest, maxsplit=1)
    if not spec and not condition:
        raise ArgumentError("break needs a place", fix="break op:tanh, break h, break at:train.py:20")
    if " " in spec:
        raise ArgumentError(f"{spec!r} is no pattern", fix="a condition follows `if`: break h if h.max() > 3")
    spec, test = at.pattern(spec) if spec else "", at.condition(condition[0]) if condition else ""
    with warnings.catch_warnings(record=True) as doubts:  # said in the prompt's own words
        warnings.simplefilter("always")
        made = at.run.breakpoint(spec, test, hits=hits, once=once)
    _said(at, made, next((fix for w in doubts if (fix := getattr(w.message, "fix", ""))), ""))


def _switch(at: Debugger, rest: str, on: bool) -> None:
    def change(found: Breakpoint) -> None:
        found.enabled = on

    _change(at, rest, change)
    at.printer.line(f"breakpoint {rest} is {'on' if on else 'off'}")


def _change(at: Debugger, number: str, change: Callable[[Breakpoint], None]) -> Breakpoint:
    wanted = whole(number)

    def changed(navigator: Navigator) -> Breakpoint:
        found = navigator.breakpoints.all.get(wanted)
        if found is None:
            there = ", ".join(map(str, navigator.breakpoints.all)) or "there is none"
            raise NotFound(f"no breakpoint {wanted}", fix=f"breakpoints: {there}")
        change(found)
        navigator.breakpoints.invalidate()
        at.run.session.emit(breakpoints_changed(at.run.session))
        return found

    return at.ask(changed)


def _said(at: Debugger, new: Breakpoint, fix: str = "") -> None:
    """Confirm it; and say at once if it can never stop in the program that is on, with what may have been meant."""
    at.printer.line((f"breakpoint {new.number}", "bold"), f": {told(new)}", (f"  {_where(at, new)}", "dim"), cut=True)
    if (doubt := _doubt(at, new)) is not None:
        mend = f"; {fix}" if fix else ""
        at.printer.line(("note", "yellow"), f": {doubt} (in the programs that are known so far){mend}")


def _where(at: Debugger, breakpoint: Breakpoint) -> str:
    if breakpoint.spec == "*":
        return "everywhere"
    stands = at.stepper.breakpoints.matching_operators
    found = next((ops for p in at.programs if (ops := stands(breakpoint, p.operators))), [])
    more = " …" if len(found) > 8 else ""
    return f"op {', '.join(map(str, found[:8]))}{more}" if found else ""


def _doubt(at: Debugger, new: Breakpoint) -> str | None:
    """Why it can never stop."""
    known = at.variables()
    test = None if new.condition is None else new.condition.test
    if isinstance(test, Expression):
        try:
            test.bind([*known, *at.aliases])
        except OpscopeError as e:
            return ": ".join(filter(None, (e.summary.partition("\n")[0], e.fix)))
    fed = new.is_data_breakpoint and any(s.matches(name, None) for s in new.selectors for name in known)
    return None if fed or _where(at, new) else "it selects no operator"
