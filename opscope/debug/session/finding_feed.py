"""Feed that emits each finding as an event. The event has the number of the finding and its cause.

The findings come from rules, from watches that stop at NaN, and from the error that ends a run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from opscope.core.source import Site
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.stops import StopReason
from opscope.debug.rules.consequences import NAN_WATCH, Causes
from opscope.debug.rules.findings import Finding
from opscope.debug.rules.rule_runner import operator_text
from opscope.debug.taps.value_events import site_text
from opscope.errors import OpscopeError, printable
from opscope.events import FindingSeen
from opscope.ir.program.program import Operator
from opscope.names.shown_name import name_beside

LIMIT = 200  # findings
FAILURE = "run-failed"


class _Listed(NamedTuple):
    number: int
    origin: str
    finding: Finding


class FindingFeed:
    """Collection of the findings of a run.

    Each finding is emitted when it is added, and again after each change of the finding.
    """

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._listed: dict[tuple[str, str, str], _Listed] = {}
        self._sent: dict[int, FindingSeen] = {}

    def add(self, findings: Iterable[Finding], origin: str = "rule") -> None:
        """Add findings. A finding that is already known is replaced."""
        for finding in findings:
            key = finding.rule, finding.value, finding.line
            known = self._listed.get(key)
            if known is not None:
                self._listed[key] = known._replace(finding=finding)
            elif len(self._listed) < LIMIT:
                self._listed[key] = _Listed(len(self._listed) + 1, origin, finding)
        self._send()

    @property
    def count(self) -> int:
        """Return the number of findings that are not consequences of other findings."""
        return sum(not event.cause for event in self._sent.values())

    @property
    def others(self) -> list[Finding]:
        """Return the findings that do not come from rules: stops of NaN watches, and the error that ended the run."""
        return [each.finding for each in self._listed.values() if each.origin != "rule"]

    def is_consequence(self, finding: Finding) -> bool:
        """Return True if a finding may be a consequence of another finding in this collection."""
        return Causes([each.finding for each in self._listed.values()]).of(finding) is not None

    def add_stop(self, stop: StopReason, navigator: Navigator) -> None:
        """Add a finding if a watch for NaN and Inf has stopped the run.

        The stop may be at a past position of the run.
        """
        if not stop.breakpoint:
            return
        watch = navigator.breakpoints.all.get(stop.breakpoint)
        cursor = navigator.cursor
        if watch is None or not watch.watches_finiteness or cursor is None:
            return
        value, what = stop.value, stop.text.rpartition(": ")[2]
        operators = cursor.program.operators
        writer = next((o for o in reversed(operators) if value in o.outputs), None)
        suggestion = 'why() shows the first cause; watch("nan", expect=...) ignores intended values'
        self.add([_finding(NAN_WATCH, cursor.record.step, value, what, suggestion, stop.site, writer)], "watch")

    def add_failure(self, error: BaseException, site: Site | None, step: int, operator: Operator | None) -> None:
        """Add a finding about the error that has ended the program's code.

        `step` is 0 if the error was outside of all steps.
        """
        summary = printable(error.summary) if isinstance(error, OpscopeError) else f"{type(error).__name__}: {error}"
        suggestion = (
            error.fix if isinstance(error, OpscopeError) else ""
        ) or "look at the frames of the error: run.stack()"
        value = "" if operator is None else next((n for n in operator.outputs if n), "")
        self.add([_finding(FAILURE, step, value, summary.partition("\n")[0], suggestion, site, operator)], "failure")

    def _send(self) -> None:
        causes = Causes([each.finding for each in self._listed.values()])
        numbers = {id(each.finding): each.number for each in self._listed.values()}
        for number, origin, finding in list(self._listed.values()):
            cause = causes.of(finding)
            event = _event(number, origin, finding, 0 if cause is None else numbers[id(cause)])
            if self._sent.get(number) != event:
                self._sent[number] = event
                self._emit(event)


def _finding(
    rule: str, step: int, value: str, evidence: str, suggestion: str, site: Site | None, operator: Operator | None
) -> Finding:
    site = site or (None if operator is None else operator.site)
    return Finding(
        rule=rule,
        severity="error",
        step=step,
        value=value,
        operator="" if operator is None else operator_text(operator),
        line=site_text(site),
        code="" if site is None else site.code,
        evidence=evidence,
        suggestion=suggestion,
        op=-1 if operator is None else operator.id,
        called="" if operator is None else name_beside(operator.block.program, value),
    )


def _event(number: int, origin: str, finding: Finding, cause: int) -> FindingSeen:
    return FindingSeen(
        number=number,
        origin=origin,
        rule=finding.rule,
        severity=finding.severity,
        step=finding.step,
        value=finding.value,
        evidence=finding.evidence,
        suggestion=finding.suggestion,
        op=finding.op,
        operator=finding.operator,
        site=finding.line,
        code=finding.code,
        times=finding.times,
        cause=cause,
        called=finding.called,
    )
