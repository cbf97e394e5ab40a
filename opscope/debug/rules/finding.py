"""A finding: something that a rule has seen, with its evidence and the user's line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from opscope.core.rich_display import RichDisplay
from opscope.errors import printable
from opscope.names.shown_name import label

Severity = Literal["error", "warning", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")
"""error: training cannot work so. warning: it may work badly. hint: worth a look."""
LISTED = 3  # consequences of one rule in a text


@dataclass(frozen=True, slots=True)
class Finding(RichDisplay):
    """Something that a rule has seen.

    Attributes:
        rule: the name of the rule.
        severity: "error" (training cannot work so), "warning" (it may work badly) or "hint".
        step: where it was seen first, 0 for the program itself.
        value: the name of the value or parameter.
        operator: that makes or reads it.
        line: the user's line.
        code: the text of that line.
        evidence: the numbers.
        suggestion: what to try.
        threshold: what the rule compares with, and the source of that number.
        times: how often it was seen.
        op: the number of the operator, -1 if there is none.
        consequences: findings that may follow from this one.
        called: what the user's code calls the value: `net.fc.weight` of `linear_0.w_0`; "" if nothing better is known.
        since: the step in which it began, of rules that wait for several steps before they report; 0: `step`.
    """

    _display: ClassVar[str] = "findings"

    rule: str
    severity: Severity
    step: int
    value: str
    operator: str
    line: str
    code: str
    evidence: str
    suggestion: str
    threshold: str = ""
    times: int = 1
    op: int = -1
    consequences: tuple[Finding, ...] = ()
    called: str = ""
    since: int = 0

    @property
    def began(self) -> int:
        """The step in which it began: a later one cannot be its cause."""
        return self.since or self.step

    @property
    def at(self) -> str:
        """`step 3`, `steps 1 to 3` if it began before it was reported, or `the program`."""
        if 0 < self.since < self.step:
            return f"steps {self.since} to {self.step}"
        return f"step {self.step}" if self.step else "the program"

    @property
    def label(self) -> str:
        """The value, with what the user's code calls it: `linear_0.w_0 (net.fc.weight)`."""
        return label(self.value, self.called)

    def __str__(self) -> str:
        lines = [f"{self.severity:<8} {self.rule}  {self.label}  ({self.at})", f"evidence: {self.evidence}"]
        if self.operator:
            lines.append(f"operator: {self.operator}")
        if self.line:
            lines.append(f"line:     {self.line}" + (f"    {self.code}" if self.code else ""))
        lines.append(f"try:      {self.suggestion}")
        if self.consequences:
            lines.append(f"may explain: {', '.join(_listed(self.consequences))}")
        return printable("\n         ".join(lines))

    __repr__ = __str__


def _listed(findings: Iterable[Finding]) -> Iterator[str]:
    """The first findings of each rule, and how many more there are."""
    by_rule: dict[str, list[Finding]] = {}
    for each in findings:
        by_rule.setdefault(each.rule, []).append(each)
    for rule, found in by_rule.items():
        yield from (f"{rule} {each.label} ({each.at})" for each in found[:LISTED])
        if len(found) > LISTED:
            yield f"{len(found) - LISTED} more of {rule}"
