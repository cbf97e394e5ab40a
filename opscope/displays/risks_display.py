"""Display of numerical risks: a row for each call, with its worst elements. The worst call comes first."""

from __future__ import annotations

from opscope.debug.risk.risks import Risk, Risks, element_text, times_text
from opscope.displays.html_block import Markup, block, code, markup, table

HEADS = ("value", "cause", "amplified", "elements", "your line", "effect", "try")


def html(risks: Risks) -> str:
    """Return the HTML of the risks of a step."""
    notes = "".join(f"<div>{markup(note)}</div>" for note in risks.notes)
    return block("numerical risk", [("", risks.summary)], table(HEADS, [_row(risk) for risk in risks], "calls"), notes)


def _row(risk: Risk) -> tuple[object, ...]:
    value = f"{code(risk.name)}<br>{code(risk.called)}" if risk.called else code(risk.name)
    made = f"<br>{markup(risk.operator)}{'' if risk.phase == 'forward' else markup(f', {risk.phase}')}"
    line = f"{code(risk.site)}<br>{code(risk.source)}" if risk.site else ""
    elements = "<br>".join(markup(element_text(risk, element)) for element in risk.elements)
    return (
        Markup(value + made), Markup(f"<b>{markup(risk.cause)}</b><br>{markup(risk.text)}"), times_text(risk),
        Markup(elements), Markup(line), risk.effect, risk.fix,
    )  # fmt: skip
