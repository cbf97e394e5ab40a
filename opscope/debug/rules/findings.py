"""Findings: a sequence of findings with a readable text, a table and a check for tests."""

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
    """A filter for findings that the user expects. `Findings` does not show these findings.

    Attributes:
        rule: the name of the muted rule, or a pattern of names.
        value: the name of the value that the muted findings are about, or a pattern of names.
        reason: the reason why the user expects these findings.
    """

    rule: str
    value: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        """Return True if this filter hides a finding.

        Args:
            finding: the finding.

        Returns:
            True if the rule and the value of the finding match this filter.
        """
        return fnmatchcase(finding.rule, self.rule) and fnmatchcase(finding.value, self.value)


class Findings(RichDisplay, Tabular, Sequence[Finding]):
    """Findings in a run or a program, most severe finding first.

    `muted` lists the findings that the user has muted, each with the user's reason.

    A finding that may be a consequence of another finding is listed in the `consequences` of that finding, and is not
    counted. The attribute `every` also contains the consequences.

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
        """All findings in one list. Each finding is followed by its consequences."""
        return [one for each in self._all for one in (each, *each.consequences)]

    def of(self, rule: str) -> list[Finding]:
        """Return the findings of one rule, or of several rules.

        Args:
            rule: name of a rule, or a pattern of rule names.

        Returns:
            The findings of the rule, including consequences. The most severe finding comes first.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> run.findings.of("exploding-gradient")
            []
        """
        return [f for f in self.every if fnmatchcase(f.rule, rule)]

    def require(self, severity: Severity = "warning") -> None:
        """Raise an error if there are findings. Use this method in tests.

        Args:
            severity: the lowest severity that raises an error: "error", "warning" or "hint".

        Raises:
            UsageError: there are findings. The message of the error contains these findings.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> run.findings.require("error")
        """
        bad = [f for f in self if _worst(f) <= SEVERITIES.index(severity)]
        if bad:
            raise UsageError("\n".join([f"{_count(len(bad))}: {NOTE}", *map(str, bad)]))

    def records(self) -> list[dict[str, Any]]:
        """Return the findings as dicts.

        In each dict, `cause` is a text with the rule and the value of the possible cause, or "" if no cause is known.

        Returns:
            A dict for each finding, which maps each column to a Python number or string.

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
    """Return the index in SEVERITIES of the worst severity of a finding and its consequences."""
    return min(SEVERITIES.index(f.severity) for f in (finding, *finding.consequences))


def _count(number: int) -> str:
    return f"{number} finding{'s' * (number != 1)}"
