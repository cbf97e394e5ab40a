"""What rules find: findings with their evidence, as a list that prints as a table."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, overload

from opscope.errors import UsageError, printable

Severity = Literal["error", "warning", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")
"""error: training cannot work so. warning: it may work badly. hint: worth a look."""

NOTE = "rules can be wrong: judge by the evidence"


@dataclass(frozen=True, slots=True)
class Finding:
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
    """

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

    def __str__(self) -> str:
        at = f"step {self.step}" if self.step else "the program"
        lines = [f"{self.severity:<8} {self.rule}  {self.value}  ({at})", f"evidence: {self.evidence}"]
        if self.operator:
            lines.append(f"operator: {self.operator}")
        if self.line:
            lines.append(f"line:     {self.line}" + (f"    {self.code}" if self.code else ""))
        lines.append(f"try:      {self.suggestion}")
        return printable("\n         ".join(lines))


@dataclass(frozen=True, slots=True)
class Mute:
    """Findings that are meant.

    Attributes:
        rule: the name of a rule, or a pattern.
        value: the name of a value, or a pattern.
        reason: why they are meant.
    """

    rule: str
    value: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        """Whether it is about a finding.

        Args:
            finding: to ask about.

        Returns:
            True if rule and value fit.
        """
        return fnmatchcase(finding.rule, self.rule) and fnmatchcase(finding.value, self.value)


class Findings(Sequence[Finding]):
    """The findings of a run or a program, the most severe first. `muted` has those that are meant, with the reason.

    >>> Findings([])
    no findings
    """

    def __init__(self, found: Sequence[Finding], mutes: Sequence[Mute] = ()) -> None:
        self._all: list[Finding] = []
        self.muted: list[tuple[Finding, str]] = []
        for finding in sorted(found, key=lambda f: (SEVERITIES.index(f.severity), f.step)):
            mute = next((m for m in mutes if m.covers(finding)), None)
            if mute is None:
                self._all.append(finding)
            else:
                self.muted.append((finding, mute.reason))

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Finding]: ...
    def __getitem__(self, index: int | slice) -> Finding | Sequence[Finding]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._all)

    def of(self, rule: str) -> list[Finding]:
        """The findings of a rule.

        Args:
            rule: its name, or a pattern of names.

        Returns:
            The findings, the most severe first.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> run.findings.of("exploding-gradient")
            []
        """
        return [f for f in self if fnmatchcase(f.rule, rule)]

    def require(self, severity: Severity = "warning") -> None:
        """Raise an error if something was found: for tests.

        Args:
            severity: findings of this severity, and of worse ones, count: "error", "warning" or "hint".

        Raises:
            UsageError: something was found; the text is that of the findings.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> run.findings.require("error")
        """
        bad = [f for f in self if SEVERITIES.index(f.severity) <= SEVERITIES.index(severity)]
        if bad:
            raise UsageError("\n".join([f"{_count(len(bad))}: {NOTE}", *map(str, bad)]))

    def __repr__(self) -> str:
        muted = [f"muted    {f.rule}  {f.value}: {reason}" for f, reason in self.muted]
        if not self._all:
            return "\n".join(["no findings", *muted])
        return "\n".join([f"{_count(len(self._all))} ({NOTE})", *map(str, self._all), *muted])

    def _repr_html_(self) -> str:
        if not self._all:
            return f"<p>{html.escape(repr(self))}</p>"
        names = ("severity", "rule", "step", "value", "evidence", "line", "try")
        head = "".join(f"<th style='text-align:left'>{name}</th>" for name in names)
        rows = "".join(f"<tr>{_cells(finding)}</tr>" for finding in self._all)
        muted = "".join(f"<li>{html.escape(f'{f.rule} {f.value}: {reason}')}</li>" for f, reason in self.muted)
        tail = f"<p>muted</p><ul>{muted}</ul>" if muted else ""
        caption = f"<caption>{_count(len(self._all))} ({NOTE})</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{tail}"


def _count(number: int) -> str:
    return f"{number} finding{'s' * (number != 1)}"


def _cells(finding: Finding) -> str:
    line = html.escape(finding.line) + (f"<br><code>{html.escape(finding.code)}</code>" if finding.code else "")
    texts = (finding.severity, finding.rule, str(finding.step or "-"), finding.value, finding.evidence)
    cells = [html.escape(text) for text in texts] + [line, html.escape(finding.suggestion)]
    return "".join(f"<td style='text-align:left;vertical-align:top'>{cell}</td>" for cell in cells)
