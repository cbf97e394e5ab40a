"""Display of checked gradients: the verdict on each gradient, with evidence and the user's line."""

from __future__ import annotations

from opscope.debug.gradients.report import CheckedGradient, Checks
from opscope.displays.html_block import ROWS, Markup, block, code, markup, table
from opscope.names.shown_name import label

COLORS = {"wrong": "#d6006f", "unclear": "#b8860b", "declared": "#3d74d6", "right": "#2e8b57"}


def html(checks: Checks) -> str:
    """Return the HTML of Checks, with wrong gradients first."""
    found = sorted(checks, key=lambda each: list(COLORS).index(each.verdict))
    verdicts = [each.verdict for each in found]
    facts = [(verdict, verdicts.count(verdict)) for verdict in COLORS if verdict in verdicts]
    rows: list[tuple[object, ...]] = [_row(each) for each in found[:ROWS]]
    rows += [("not checked", code(s.name), f"{s.why}; next: {s.fix}", code(s.site)) for s in checks.skipped[:ROWS]]
    total = len(found) + len(checks.skipped)
    title = "Gradients checked" if found else "No gradient was checked"
    return block(title, facts, table(("verdict", "gradient", "evidence", "your line"), rows, "gradients", total))


def _row(each: CheckedGradient) -> tuple[object, ...]:
    verdict = Markup(f'<b style="color:{COLORS[each.verdict]}">{each.verdict}</b>')
    head, *lines = str(each).splitlines()
    evidence = [head.partition(": ")[2], *(line.strip() for line in lines)]
    shown = [line for line in evidence if line and not line.startswith(("backward:", "applied:"))]
    text = Markup("<br>".join(map(markup, shown)))
    return verdict, code(f"{each.name}, of {label(each.of, each.called)}"), text, code(each.backward or each.site)
