"""Finding: a suspected mistake that a rule has found, with evidence and the user's line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from opscope.core.rich_display import RichDisplay
from opscope.errors import printable
from opscope.names.shown_name import label

Severity = Literal["error", "warning", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")
"""The severities. error: training cannot work. warning: training may work badly. hint: the user should check this."""
LISTED = 3  # consequences of one rule that a text lists


@dataclass(frozen=True, slots=True)
class Finding(RichDisplay):
    """A suspected mistake that a rule has found.

    Attributes:
        rule: the name of the rule that made the finding.
        severity: "error" (training cannot work), "warning" (training may work badly) or "hint".
        step: the step in which the rule first reported the mistake, or 0 if the finding is about the program itself.
        value: the name of the value or parameter with the mistake.
        operator: the operator that writes or reads this value.
        line: the line of the user's code that the finding is about.
        code: the source code of this line.
        evidence: a text with the numbers that show the mistake.
        suggestion: a text with advice on how to change the code.
        threshold: a text about the thresholds of the rule, with the source of each threshold.
        times: the number of times that the rule has reported the mistake.
        op: the number of the operator, or -1 if the finding is about no operator.
        consequences: other findings that may follow from this finding.
        called: the name of the value in the user's code, for example `net.fc.weight` for `linear_0.w_0`, or "" if this
            name is unknown.
        since: the first step with the symptom, for rules that report only after several steps. 0 means the same step as
            `step`.
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
        """The first step that had the symptom.

        If the symptom of another finding began later, the other finding cannot be the cause of this finding.
        """
        return self.since or self.step

    @property
    def at(self) -> str:
        """Return the steps of the finding as text, such as `step 3`, `steps 1 to 3` or `the program`."""
        if 0 < self.since < self.step:
            return f"steps {self.since} to {self.step}"
        return f"step {self.step}" if self.step else "the program"

    @property
    def label(self) -> str:
        """The name of the value, with the name in the user's code in parentheses: `linear_0.w_0 (net.fc.weight)`."""
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
    """Yield texts about the first findings of each rule, and a text with the number of further findings."""
    by_rule: dict[str, list[Finding]] = {}
    for each in findings:
        by_rule.setdefault(each.rule, []).append(each)
    for rule, found in by_rule.items():
        yield from (f"{rule} {each.label} ({each.at})" for each in found[:LISTED])
        if len(found) > LISTED:
            yield f"{len(found) - LISTED} more of {rule}"
