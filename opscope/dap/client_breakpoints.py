"""Breakpoints of a client, and the corresponding breakpoints of the run.

A source breakpoint consists of a breakpoint on a line of Python, and a breakpoint on the operators that this line
creates. Both are needed because a static program is built at this line, but runs later. The second breakpoint is set
just before the first run of a program with such operators. Eager code runs an operator at the operator's own line, so
the program stops only once.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opscope.dap.messages import MessageWriter
from opscope.debug.conditions.condition import Condition
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.drivers.frame_driver import FrameDriver, recorded
from opscope.debug.lines.source_file import same_file
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.runs.run import Run
from opscope.debug.state.command_queue import DriverCall
from opscope.errors import ArgumentError, NotFound, OpscopeError, OpscopeWarning, nearest, one_line
from opscope.ir.program.program import Program

PATIENCE = 0.5  # seconds that a request waits for a program that is busy with its own Python
STANDING = 10.0  # seconds for a stopped program, which sets them at once after a search of all its functions
_HITS = re.compile(r"(?P<sign>>=|>|)\s*(?P<count>\d{1,9})")


class ExceptionFilter(NamedTuple):
    """A check box for exceptions in the client. The fields have the names and meanings that the protocol defines."""

    filter: str
    label: str
    description: str
    default: bool
    supportsCondition: bool  # noqa: N815 (the protocol's name)
    conditionDescription: str  # noqa: N815


_VALUES = "values to test, for example fc_*, *@GRAD (none: all)"
_TYPES = "types of exceptions, for example ValueError, KeyError (none: all)"
EXCEPTION_FILTERS = (
    ExceptionFilter(
        "harmful", "NaN or Inf that does harm", "Stop where a NaN or Inf begins that reaches a result", False, False, ""
    ),
    ExceptionFilter("nan", "NaN in a value", "Stop when an operator writes a NaN", False, True, _VALUES),
    ExceptionFilter("inf", "Inf in a value", "Stop when an operator writes an Inf", False, True, _VALUES),
    ExceptionFilter("raised", "Raised exceptions", "Stop where Python raises an exception", False, True, _TYPES),
    ExceptionFilter("caught", "Caught exceptions", "Stop where Python has caught an exception", False, True, _TYPES),
    ExceptionFilter("uncaught", "Operators and code that fail", "Stop before the program ends", True, True, _TYPES),
)
PREDICATES = {"harmful": "has_inf_or_nan", "nan": "has_nan", "inf": "has_inf"}


class WantedBreakpoint(NamedTuple):
    """A breakpoint that the client has requested. kind: source, function, data or exception."""

    kind: str
    spec: str
    condition: str = ""
    hit_condition: str = ""
    message: str = ""
    path: str = ""
    line: int = 0


@dataclass
class ClientBreakpoint:
    """A breakpoint of the client. `made` is the list of the numbers of the corresponding breakpoints of the run."""

    number: int
    wanted: WantedBreakpoint
    made: list[int] = field(default_factory=list[int])
    verified: bool = False
    message: str = ""
    line: int = 0

    def body(self) -> dict[str, Any]:
        """Return the breakpoint as the protocol's type Breakpoint."""
        found: dict[str, Any] = {"id": self.number, "verified": self.verified}
        if self.message:
            found["message"] = self.message
        if self.wanted.path:
            found |= {"line": self.line, "source": {"path": self.wanted.path}}
        return found


Group = tuple[str, str]  # a kind, and the path of a source: the scope of one request


class ClientBreakpoints:
    """All breakpoints of a client. If `ignored` is True, the client wants no stops at all."""

    def __init__(self, writer: MessageWriter) -> None:
        self.ignored = False
        self._writer = writer
        self._numbers = itertools.count(1)
        self._groups: dict[Group, list[ClientBreakpoint]] = {}

    @property
    def all(self) -> list[ClientBreakpoint]:
        """Return all breakpoints."""
        return [each for group in list(self._groups.values()) for each in group]

    # --- requests -----------------------------------------------------------------------------------

    def replace(self, run: Run, group: Group, wanted: Sequence[WantedBreakpoint]) -> list[ClientBreakpoint]:
        """Replace the breakpoints of a group. Breakpoints that have not changed are kept."""
        former = {each.wanted: each for each in self._groups.get(group, [])}
        found = [
            former.pop(each, None) or ClientBreakpoint(next(self._numbers), each, line=each.line) for each in wanted
        ]
        self._groups[group] = found
        new = [each for each in found if not each.made]
        if self.ignored:
            for each in new:
                each.message = "the program runs without debugging"
            return found
        driver = _driver(run)
        self.in_program(run, lambda: self._apply(driver, former.values(), new), new)
        return found

    def _apply(self, driver: FrameDriver, former: Iterable[ClientBreakpoint], new: Iterable[ClientBreakpoint]) -> None:
        with driver.breakpoints.one_change():
            for each in former:
                self._remove(driver, each)
            known = driver.navigator.programs()
            for each in new:
                try:
                    self._add(driver, each, known)
                except OpscopeError as e:
                    each.verified, each.message = False, one_line(e)

    def clear(self, run: Run) -> None:
        """Remove all breakpoints, because the client has disconnected."""
        former, self._groups = self.all, {}
        driver = _driver(run)
        self.in_program(run, lambda: self._apply(driver, former, ()))

    def in_program(self, run: Run, function: Callable[[], None], new: Sequence[ClientBreakpoint] = ()) -> None:
        """Call a function in the program's thread. If this thread is busy, notify the client of the result later."""
        if run.state == "new":
            function()
            return
        call = DriverCall(function)
        run.session.commands.submit(call)
        try:
            call.result.result(PATIENCE if run.here is None else STANDING)
        except TimeoutError:
            for each in new:
                each.message = (
                    "the program is busy with its own Python code: the breakpoint is set at the next operator"
                )
            call.result.add_done_callback(lambda done: self._tell(done, new))

    def _tell(self, done: Future[Any], new: Iterable[ClientBreakpoint]) -> None:
        for each in new:
            self._writer.event("breakpoint", {"reason": "changed", "breakpoint": each.body()})

    # --- the breakpoints of the run -----------------------------------------------------------------

    def _add(self, driver: FrameDriver, each: ClientBreakpoint, known: KnownPrograms) -> None:
        wanted, table = each.wanted, driver.breakpoints
        hits = _hits(wanted.hit_condition)
        each.message = ""
        match wanted.kind:
            case "source":
                log = wanted.message or False
                made = table.add(f"{wanted.path}:{wanted.line}", wanted.condition, hits=hits, log=log)
                each.made.append(made.number)
                each.line = getattr(made, "line", wanted.line)
                self._add_operators(driver, each, known)
            case "function":
                explicit = ":" in wanted.spec or not re.fullmatch(r"[A-Za-z_][\w.]*", wanted.spec)
                spec = wanted.spec if explicit else f"function:{wanted.spec}"
                each.made.append(table.add(spec, wanted.condition, hits=hits).number)
                if not explicit:
                    self._add_operators(driver, each, known)
            case "data":
                each.made.append(table.add(wanted.spec, wanted.condition, hits=hits).number)
            case _:
                predicate = PREDICATES[wanted.spec]
                for pattern in wanted.condition.replace(",", " ").split() or [""]:
                    made = table.add(pattern, predicate) if pattern else table.watch(predicate)
                    each.made.append(made.number)
        self._check(driver, each, known)

    def _remove(self, driver: FrameDriver, each: ClientBreakpoint) -> None:
        for number in each.made:
            try:
                driver.breakpoints.remove(number)
            except NotFound:  # removed by another client
                continue
        each.made = []

    def on_program(self, driver: FrameDriver, program: Program) -> None:
        """Before the first run of a program, set breakpoints on its operators whose lines have a breakpoint."""
        known = KnownPrograms([program], complete=True)
        for each in self.all:
            if len(each.made) == 1 and each.wanted.kind in ("source", "function"):
                self._add_operators(driver, each, known)

    def _add_operators(self, driver: FrameDriver, each: ClientBreakpoint, known: KnownPrograms) -> None:
        """Also stop at the operators that the line of a breakpoint creates.

        For a function breakpoint, also stop at the program's value with the same name.
        """
        wanted = each.wanted
        if wanted.message:
            return  # a message contains names of Python
        if wanted.kind == "source":
            sites = [operator.site for operator in known.operators]
            if not any(s is not None and s.line == each.line and same_file(s.filename, wanted.path) for s in sites):
                return
            spec = f"at:{wanted.path}:{each.line}"
        elif wanted.spec in known.variables:
            spec = wanted.spec
        else:
            return
        if wanted.condition:
            try:
                Condition.parse(wanted.condition)
            except ArgumentError:  # a condition in Python
                return
        made = driver.breakpoints.add(spec, wanted.condition, hits=_hits(wanted.hit_condition))
        if wanted.condition and driver.breakpoints.problem(made, known) is not None:
            driver.breakpoints.remove(made.number)  # it contains locals of Python
        else:
            each.made.append(made.number)

    def _check(self, driver: FrameDriver, each: ClientBreakpoint, known: KnownPrograms) -> None:
        """Set the breakpoint's message if the breakpoint probably cannot stop the program."""
        problem: OpscopeWarning | None = None
        for number in each.made:
            found = driver.breakpoints.find(number)
            problem = driver.breakpoints.check(found, known)
            each.verified = each.verified or _can_stop(found)
        if each.wanted.kind in ("data", "exception"):  # the client has seen the value
            each.verified = True
        if problem is not None and not each.verified:
            each.message = one_line(problem)
        elif not each.verified:
            each.message = "nothing in the program matches so far"

    # --- events -------------------------------------------------------------------------------------

    def report_changes(self, driver: FrameDriver) -> None:
        """Notify the client of breakpoints that can stop now."""
        for each in self.all:
            if each.verified or not each.made:
                continue
            try:
                found = [driver.breakpoints.find(number) for number in each.made]
            except NotFound:
                continue
            if any(map(_can_stop, found)):
                each.verified, each.message = True, ""
                each.line = next((line for b in found if (line := getattr(b, "line", 0))), each.line)
                self._writer.event("breakpoint", {"reason": "changed", "breakpoint": each.body()})

    def hit_by(self, number: int) -> list[ClientBreakpoint]:
        """Return the client's breakpoints that correspond to a breakpoint of the run."""
        return [each for each in self.all if number in each.made]


def _driver(run: Run) -> FrameDriver:
    return recorded(run.session.driver, "")


def _can_stop(found: AnyBreakpoint) -> bool:
    return not found.pending or found.hit_count > 0


def _hits(text: str) -> int:
    """Return the number of the first hit at which to stop, from a text such as `5`, `>= 5` or `> 5`.

    Raises ArgumentError.
    """
    if not text.strip():
        return 1
    found = _HITS.fullmatch(text.strip())
    if found is None or not int(found["count"]) + (found["sign"] == ">"):
        raise ArgumentError(f"{text!r:.100} is not a hit count", fix="write 5 or >= 5 to stop from the fifth hit on")
    return int(found["count"]) + (found["sign"] == ">")


def exception_filter(name: str) -> ExceptionFilter:
    """Return the exception filter with a name. Raises ArgumentError if no filter has this name."""
    found = next((f for f in EXCEPTION_FILTERS if f.filter == name), None)
    if found is None:
        known = [f.filter for f in EXCEPTION_FILTERS]
        raise ArgumentError(f"unknown exception filter {name!r:.100}", fix=nearest(name, known) or ", ".join(known))
    return found
