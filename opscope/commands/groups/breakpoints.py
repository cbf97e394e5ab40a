"""Commands for breakpoints and watchpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from opscope.commands import operator_context
from opscope.commands.arguments import integer
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import (
    BreakpointNumber,
    LogMessage,
    Place,
    Times,
    complete_breakpoint,
    complete_expression,
    complete_operator,
)
from opscope.commands.known_names import KnownNames
from opscope.commands.plain_text import Text
from opscope.commands.printer import Printer
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import Listing, renders
from opscope.commands.table import command
from opscope.core.source import display_name
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.lines.code_breakpoint import CodeBreakpoint, is_code_spec
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.session.breakpoint_text import BreakpointText, parse_breakpoint, parse_watch
from opscope.errors import OpscopeWarning, one_line

GROUP = "breakpoints"


def _stop(names: KnownNames, given: BreakpointText) -> BreakpointText:
    spec = names.place(given.spec) if given.spec else ""
    resolved = given.condition and not is_code_spec(spec)
    return given._replace(spec=spec, condition=names.condition(given.condition) if resolved else given.condition)


_STOP = Kind("[SPEC] [if COND] [hits N]", parse_breakpoint, _stop, complete_operator, whole)
Stop = Annotated[BreakpointText | None, _STOP]
StopOnce = Annotated[BreakpointText, _STOP._replace(label="SPEC [if COND] [hits N]", needs=("a place",))]


class Watched(NamedTuple):
    """The values that a watchpoint watches, and the condition of the watchpoint.

    If the condition is `nan` and `spec` is empty, the watchpoint stops at any NaN or Inf in any value.
    """

    spec: str
    condition: str
    log: bool = False

    @property
    def is_any_nan(self) -> bool:
        """True if the watchpoint watches for NaN and Inf in any value."""
        return not self.spec and self.condition == "nan"

    @property
    def given(self) -> tuple[str, ...]:
        """The arguments of `Run.watch`."""
        return () if self.is_any_nan else (self.spec, self.condition)


def _watched_here(names: KnownNames, given: Watched) -> Watched:
    """Resolve the names of a watchpoint."""
    if given.is_any_nan:
        return given
    spec = names.pattern(given.spec) if given.spec else ""
    return given._replace(spec=spec, condition=names.condition(given.condition))


def _watched(text: str) -> Watched:
    """Parse a watchpoint."""
    log = text.startswith("--log")
    return Watched(*parse_watch(text.removeprefix("--log").strip()), log)


WatchedValues = Annotated[
    Watched,
    Kind(
        "[--log] [SPEC] COND | nan",
        _watched,
        _watched_here,
        complete_expression,
        whole,
        fits=lambda text: bool(text.removeprefix("--log").strip()),
        needs=("a condition",),
    ),
]


class NewCondition(NamedTuple):
    """The number of a breakpoint and its new condition."""

    number: int
    condition: str


def _new_condition(text: str) -> NewCondition:
    number, _, condition = text.partition(" ")
    return NewCondition(integer(number), condition.strip())


def _condition_of(names: KnownNames, given: NewCondition) -> NewCondition:
    on_code = isinstance(names.ask(lambda _: names.driver.breakpoints.find(given.number)), CodeBreakpoint)
    return given if on_code or not given.condition else given._replace(condition=names.condition(given.condition))


ConditionOf = Annotated[NewCondition, Kind("N [COND]", _new_condition, _condition_of, complete_breakpoint, whole)]


def _numbers(names: KnownNames, text: str) -> list[int]:
    return [b.number for b in names.run.breakpoints if b.spec == text] or [integer(word) for word in text.split()]


Breakpoints = Annotated[Sequence[int] | None, Kind("[N ...|FILE:LINE]", str, _numbers, complete_breakpoint, whole)]


def _list_calls() -> Sequence[PythonCall]:
    return [PythonCall("run.breakpoints", None)]


def _break_calls(stop: BreakpointText | None = None, **options: Any) -> Sequence[PythonCall]:
    if stop is None:
        return _list_calls()
    given = (stop.spec, stop.condition) if stop.condition else (stop.spec,)
    counted = {"hits": stop.hits} if stop.hits > 1 else {}
    return [PythonCall("run.breakpoint", given, counted | options)]


def _tbreak_calls(stop: BreakpointText) -> Sequence[PythonCall]:
    return _break_calls(stop, once=True)


def _log_calls(spec: str, message: str = "") -> Sequence[PythonCall]:
    return [PythonCall("run.breakpoint", (spec,), {"log": message or True})]


def _watch_calls(watched: Watched) -> Sequence[PythonCall]:
    return [PythonCall("run.watch", watched.given or ("nan",), {"log": True} if watched.log else {})]


def _clear_calls(text: str = "") -> Sequence[PythonCall]:
    return [PythonCall("run.clear", (integer(number),)) for number in text.split()] or [PythonCall("run.clear")]


class NewBreakpoint(NamedTuple):
    """A new or changed breakpoint, its operators as text, and notes about why the breakpoint cannot stop the program.

    `pending` is True if the breakpoint cannot stop in any known program.
    """

    breakpoint: AnyBreakpoint
    pending: bool
    where: str
    notes: Sequence[str]


@command("break", "b", group=GROUP, python=_break_calls)
def add_breakpoint(debugger: CommandSession, stop: Stop = None) -> NewBreakpoint | Listing | str:
    """Stop before operators, after writes, or at lines.

    break op:tanh                     before each tanh
    break at:train.py:20              before each operator made on this line; role:backward, scope:/block/*, id:17
    break layer:layer1.*              before the operators of the Layer layer1, and of the Layers inside it
    break h                           after each write of h; `*@GRAD`, grad:h
    break h if h.max() > 3            only where the condition is true
    break op:tanh if step > 5 hits 3  from the third hit on
    break if loss > 2 * previous(loss)
    break train.py:20                 before this line of Python, or the next line with code
    break train.py:20 if len(batch)   the condition is Python, evaluated in that frame
    break Net.forward                 at the start of this function; by name in all files: function:Net.forward
    break 20                          line 20 of this file if the run is at a line; operator 20 if it is at an operator
    """
    if stop is None:
        return show_breakpoints(debugger)
    return _confirmed(debugger, debugger.run.breakpoint(stop.spec, stop.condition, hits=stop.hits))


@command("tbreak", "tb", group=GROUP, python=_tbreak_calls)
def add_once(debugger: CommandSession, stop: StopOnce) -> NewBreakpoint:
    """Set a breakpoint that stops only once.

    The breakpoint is removed after it has stopped the program.
    """
    return _confirmed(debugger, debugger.run.breakpoint(stop.spec, stop.condition, hits=stop.hits, once=True))


@command("log", group=GROUP, python=_log_calls)
def add_logpoint(debugger: CommandSession, spec: Place, message: LogMessage = "") -> NewBreakpoint:
    """Log a message each time a place is reached.

    log train.py:20 loss is {loss}, batch {len(batch)}   in braces: Python expressions, evaluated in that frame
    log op:relu largest input {h.max()}                  at an operator or a value: expressions over values of the run
    log loss                                             without a message, the place is logged
    """
    return _confirmed(debugger, debugger.run.breakpoint(spec, log=message or True))


@command("watch", "wa", group=GROUP, python=_watch_calls)
def set_watchpoint(debugger: CommandSession, watched: WatchedValues) -> NewBreakpoint:
    """Stop when a condition on written values is true.

    watch nan                   any NaN or Inf, in any value or gradient
    watch loss > 2              checked when loss, or another value of the condition, is written
    watch *@GRAD max_gt(10)     predicates test the value itself: has_nan, has_inf, std_lt(1e-6); `help predicates`
    watch --log loss < 0.1      log a message and continue
    """
    return _confirmed(debugger, debugger.run.watch(*watched.given, log=watched.log))


@command("condition", "cond", group=GROUP, python=lambda new: [PythonCall("run.set_condition", new)])
def set_condition(debugger: CommandSession, new: ConditionOf) -> NewBreakpoint:
    """Change or remove the condition of a breakpoint.

    condition 1 step > 5
    condition 1            without a condition, breakpoint 1 always stops
    """
    return _confirmed(debugger, debugger.run.set_condition(*new))


@command("ignore", group=GROUP, python=lambda number, times=0: [PythonCall("run.ignore", (number, times))])
def ignore(debugger: CommandSession, number: BreakpointNumber, times: Times = 0) -> str:
    """Skip the next COUNT hits of a breakpoint.

    ignore 1 3    breakpoint 1 stops at the fourth hit
    ignore 1      breakpoint 1 stops at the next hit
    """
    debugger.run.ignore(number, times)
    return f"breakpoint {number} " + (
        f"skips its next {times} hits" if times > 1 else "skips its next hit" if times else "stops at its next hit"
    )


@command("enable", "en", group=GROUP, python=lambda *numbers: [PythonCall("run.enable", (n,)) for n in numbers])
def enable(debugger: CommandSession, *numbers: BreakpointNumber) -> None:
    """Switch breakpoints on."""
    _switch(debugger, numbers, True)


@command("disable", "dis", group=GROUP, python=lambda *numbers: [PythonCall("run.enable", (n, False)) for n in numbers])
def disable(debugger: CommandSession, *numbers: BreakpointNumber) -> None:
    """Switch breakpoints off, without removing them."""
    _switch(debugger, numbers, False)


@command("clear", "cl", "delete", group=GROUP, python=_clear_calls)
def clear(debugger: CommandSession, chosen: Breakpoints = None) -> str:
    """Remove breakpoints.

    clear 1 2
    clear train.py:20   the breakpoints of this line
    clear               all breakpoints
    """
    numbers = [b.number for b in debugger.run.breakpoints] if chosen is None else chosen
    for number in numbers:
        debugger.run.clear(number)
    one = len(numbers) == 1
    if chosen is not None and one:
        return f"breakpoint {numbers[0]} is removed"
    return f"{len(numbers)} breakpoint{' is' if one else 's are'} removed"


@command("breakpoints", "bl", group=GROUP, python=_list_calls)
def show_breakpoints(debugger: CommandSession) -> Listing | str:
    """List breakpoints and watchpoints.

    Each row shows the number of hits of a breakpoint, and the operators of this program at which it stops.
    """
    found = debugger.run.breakpoints
    if not found:
        return "no breakpoints; `help break`"

    def row(each: AnyBreakpoint) -> list[str | Text]:
        kind = "log" if each.log else "once" if each.once else _kind(each)
        return [
            str(each.number),
            "yes" if each.enabled else Text("no", "yellow"),
            kind,
            str(each.hit_count),
            describe(each, _is_pending(debugger, each)),
            _where(debugger, each),
        ]

    rows = map(row, found)
    return Listing(("", "on", "kind", "met", "stops at", "operators"), rows, right=("met",))


def _kind(breakpoint: AnyBreakpoint) -> str:
    if isinstance(breakpoint, CodeBreakpoint):
        return "function" if breakpoint.function else "line"
    return "value" if breakpoint.is_data_breakpoint else "operator"


def describe(breakpoint: AnyBreakpoint, pending: bool) -> str:
    """Return the target of a breakpoint as text."""
    if isinstance(breakpoint, CodeBreakpoint):
        return str(breakpoint)
    condition = str(breakpoint.condition)
    if breakpoint.spec == condition:
        breakpoint = replace(breakpoint, condition=None)
    return str(replace(breakpoint, pending=pending))


def _switch(debugger: CommandSession, numbers: Sequence[int], on: bool) -> None:
    for number in numbers:  # one by one: a wrong number leaves those before it switched
        debugger.run.enable(number, on)
        debugger.render(f"breakpoint {number} is {'on' if on else 'off'}")


def _confirmed(debugger: CommandSession, new: AnyBreakpoint) -> NewBreakpoint:
    """Return a new breakpoint.

    At the prompt, the run prints no warning about a breakpoint that cannot stop the program. The notes of the result
    then contain the reason.
    """
    pending, where = _is_pending(debugger, new), _where(debugger, new)
    if debugger.front_end != "prompt":
        return NewBreakpoint(new, pending, where, ())
    grows = debugger.ask(operator_context.calls_grow)
    problem = _problem(debugger, new, grows)
    notes = [] if problem is None else [one_line(problem)]
    if pending and not notes and new.spec.startswith("id:") and (sites := debugger.program.where(debugger.run)):
        number, file = new.spec.removeprefix("id:"), display_name(sites[-1].filename)
        notes.append(f"{number} is the number of an operator here. To stop at the line, type {file}:{number}")
    return NewBreakpoint(new, pending, where, notes)


def _is_pending(debugger: CommandSession, breakpoint: AnyBreakpoint) -> bool:
    return breakpoint.pending and (not debugger.names.programs or _problem(debugger, breakpoint, False) is not None)


def _problem(debugger: CommandSession, breakpoint: AnyBreakpoint, grows: bool) -> OpscopeWarning | None:
    """Return the reason why a breakpoint cannot stop in any known program, even in programs that have not run yet."""
    if isinstance(breakpoint, CodeBreakpoint):
        return breakpoint.problem()
    known = KnownPrograms(debugger.names.programs, True, debugger.names.aliases, grows=grows)
    return debugger.driver.breakpoints.problem(breakpoint, known) if known.complete else None


@renders(NewBreakpoint)
def print_new(printer: Printer, new: NewBreakpoint) -> None:
    """Print a new breakpoint."""
    head, where = (f"breakpoint {new.breakpoint.number}", "bold"), f"  {new.where}" if new.where else ""
    printer.line(head, f": {describe(new.breakpoint, new.pending)}", (where, "dim"), cut=True)
    printer.notes(new.notes)


def _where(debugger: CommandSession, breakpoint: AnyBreakpoint) -> str:
    if isinstance(breakpoint, CodeBreakpoint):
        return ""
    if breakpoint.spec == "*":
        return "everywhere"
    operators_of = debugger.driver.breakpoints.matching_operators
    found = next((ops for p in debugger.names.programs if (ops := operators_of(breakpoint, p.operators))), [])
    more = " …" if len(found) > 8 else ""
    return f"op {', '.join(map(str, found[:8]))}{more}" if found else ""
