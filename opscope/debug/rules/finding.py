"""Finding: an observation of a rule, with its evidence and the user's line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from opscope.core.rich_display import RichDisplay
from opscope.errors import printable
from opscope.names.shown_name import label

Severity = Literal["error", "warning", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")
"""error: training cannot work. warning: training may work badly. hint: the user should check this."""
LISTED = 3  # consequences of one rule that a text lists


@dataclass(frozen=True, slots=True)
class Finding(RichDisplay):
    """Observation of a rule.

    Attributes:
        rule: the name of the rule that made the finding.
        severity: "error" (training cannot work), "warning" (training may work badly) or "hint".
        step: the first step in which the rule saw the symptom; 0 if the finding is about the program itself.
        value: the name of the value or parameter that the finding is about.
        operator: the operator that writes or reads this value.
        line: the user's line.
        code: text of the user's line.
        evidence: the numbers that show the symptom.
        suggestion: advice for a change of the code.
        threshold: the threshold of the rule, and its source.
        times: number of observations.
        op: number of the operator; -1 if the finding is about no operator.
        consequences: other findings that may follow from this finding.
        called: name of the value in the user's code, as `net.fc.weight` for `linear_0.w_0`; "" if unknown.
        since: for rules that report only after several steps, the first step that had the symptom; 0: same as `step`.
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
        """First step that had the symptom.

        If the symptom of another finding began later, the other finding cannot be the cause of this finding.
        """
        return self.since or self.step

    @property
    def at(self) -> str:
        """Return the steps as text: `step 3`; `steps 1 to 3` if the symptom began earlier; or `the program`."""
        if 0 < self.since < self.step:
            return f"steps {self.since} to {self.step}"
        return f"step {self.step}" if self.step else "the program"

    @property
    def label(self) -> str:
        """The name of the value, with its name in the user's code in parentheses: `linear_0.w_0 (net.fc.weight)`."""
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
    """Yield the texts of the first findings of each rule, and the number of further findings."""
    by_rule: dict[str, list[Finding]] = {}
    for each in findings:
        by_rule.setdefault(each.rule, []).append(each)
    for rule, found in by_rule.items():
        yield from (f"{rule} {each.label} ({each.at})" for each in found[:LISTED])
        if len(found) > LISTED:
            yield f"{len(found) - LISTED} more of {rule}"
