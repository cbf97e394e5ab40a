"""Findings of rules with their evidence, as a list that prints as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, overload

from opscope.core.rich_display import RichDisplay
from opscope.debug.rules.consequences import grouped
from opscope.debug.rules.finding import SEVERITIES as SEVERITIES
from opscope.debug.rules.finding import Finding as Finding
from opscope.debug.rules.finding import Severity as Severity
from opscope.debug.tabular import Tabular
from opscope.errors import UsageError

NOTE = "rules can be wrong: judge by the evidence"


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
        """Return True if it is about a finding.

        Args:
            finding: to ask about.

        Returns:
            True if rule and value fit.
        """
        return fnmatchcase(finding.rule, self.rule) and fnmatchcase(finding.value, self.value)


class Findings(RichDisplay, Tabular, Sequence[Finding]):
    """The findings of a run or a program, the most severe first. `muted` has those that are meant, with the reason.

    Findings that may follow from another one are its `consequences`, and are not counted. `every` has all of them.

    >>> Findings([])
    no findings
    """

    _display = "findings"
    columns = (
        "severity", "rule", "step", "value", "called", "operator", "op", "line", "code", "evidence", "suggestion",
        "threshold", "times", "cause",
    )  # fmt: skip

    def __init__(self, found: Sequence[Finding], mutes: Sequence[Mute] = ()) -> None:
        kept: list[Finding] = []
        self.muted: list[tuple[Finding, str]] = []
        for finding in (replace(one, consequences=()) for each in found for one in (each, *each.consequences)):
            mute = next((m for m in mutes if m.covers(finding)), None)
            if mute is None:
                kept.append(finding)
            else:
                self.muted.append((finding, mute.reason))
        self._all = sorted(grouped(kept), key=lambda f: (_worst(f), f.step))

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

    @property
    def every(self) -> list[Finding]:
        """All findings: each one, and behind it its consequences."""
        return [one for each in self._all for one in (each, *each.consequences)]

    def of(self, rule: str) -> list[Finding]:
        """The findings of a rule.

        Args:
            rule: its name, or a pattern of names.

        Returns:
            The findings, also those that are consequences; the most severe first.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> run.findings.of("exploding-gradient")
            []
        """
        return [f for f in self.every if fnmatchcase(f.rule, rule)]

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
        bad = [f for f in self if _worst(f) <= SEVERITIES.index(severity)]
        if bad:
            raise UsageError("\n".join([f"{_count(len(bad))}: {NOTE}", *map(str, bad)]))

    def records(self) -> list[dict[str, Any]]:
        """The findings as dicts. `cause` is the rule and the value that a finding may follow from, "" if there is none.

        Returns:
            Python numbers and strings, by column.

        Example:
            >>> debug.rules.review(paddle.static.Program()).records()
            []
        """
        found = [(f, "") for f in self] + [(f, f"{each.rule} {each.value}") for each in self for f in each.consequences]
        return [{n: cause if n == "cause" else getattr(f, n) for n in self.columns} for f, cause in found]

    def __repr__(self) -> str:
        muted = [f"muted    {f.rule}  {f.label}: {reason}" for f, reason in self.muted]
        if not self._all:
            return "\n".join(["no findings", *muted])
        return "\n".join([f"{_count(len(self._all))} ({NOTE})", *map(str, self._all), *muted])


def _worst(finding: Finding) -> int:
    """The place in SEVERITIES of the worst of a finding and its consequences."""
    return min(SEVERITIES.index(f.severity) for f in (finding, *finding.consequences))


def _count(number: int) -> str:
    return f"{number} finding{'s' * (number != 1)}"
