"""Display of findings of rules. The most severe finding comes first. Each finding is followed by its consequences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from opscope.debug.rules.findings import NOTE, Finding, Findings
from opscope.displays.html_block import ROWS, Markup, block, code, markup, table

COLORS = {"error": "#d6006f", "warning": "#b8860b", "hint": "#3d74d6"}
HEADS = ("severity", "rule", "step", "value", "evidence", "your line", "try")


def html(found: Findings | Finding) -> str:
    """Return the HTML of findings, or of a single finding."""
    if isinstance(found, Finding):
        return block(f"{found.severity}: {found.rule}", [("", found.at)], table(HEADS, list(_rows(found))))
    muted = [(code(f.rule), code(f.label), reason) for f, reason in found.muted]
    tail = f"<div>muted</div>{table(('rule', 'value', 'reason'), muted)}" if muted else ""
    if not len(found):
        return block("no findings", (), tail)
    title = f"{len(found)} finding{'s' * (len(found) != 1)}"
    rows = list(islice((row for f in found for row in _rows(f)), ROWS))
    total = sum(1 + len(f.consequences) for f in found)
    return block(title, [("", NOTE)], table(HEADS, rows, "findings", total), tail)


def _rows(finding: Finding) -> Iterator[tuple[object, ...]]:
    yield _row(finding, "")
    for each in finding.consequences:
        yield _row(each, "↳ ")


def _row(finding: Finding, mark: str) -> tuple[object, ...]:
    severity = Markup(f'{mark}<b style="color:{COLORS[finding.severity]}">{finding.severity}</b>')
    line = code(finding.line) if finding.line else Markup("")
    if finding.code:
        line = Markup(f"{line}<br>{code(finding.code)}")
    value = code(finding.value) if finding.value else Markup("")
    if finding.called:
        value = Markup(f"{value}<br>{code(finding.called)}")
    return severity, markup(finding.rule), finding.step or "–", value, finding.evidence, line, finding.suggestion
