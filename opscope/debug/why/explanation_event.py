"""Conversion of an explanation to the event from which the panel draws a card."""

from __future__ import annotations

from opscope.debug.why.explanation import Explanation, Link
from opscope.errors import printable
from opscope.events import ValueExplained


def explained(explanation: Explanation, asked: str, at: int) -> ValueExplained:
    """Make the event for an explanation. `asked` is the name of the value in the command, and `at` is the step."""
    links: list[Link] = []
    gaps: list[int] = []
    gap = 0
    for each in explanation.shown:
        if isinstance(each, int):
            gap = each
        else:
            links.append(each)
            gaps.append(gap)
            gap = 0
    return ValueExplained(
        asked=asked,
        at=at,
        summary=explanation.summary,
        cause=next(i for i, link in enumerate(links) if link is explanation.cause),
        values=tuple(printable(explanation.named(link.element)) for link in links),
        makers=tuple(printable(link.maker) for link in links),
        ops=tuple(link.op for link in links),
        reads=tuple(printable(", ".join(map(explanation.named, link.elements))) for link in links),
        notes=tuple(printable(link.what) for link in links),
        steps=tuple(link.step for link in links),
        sites=tuple(link.site for link in links),
        sources=tuple(printable(link.source) for link in links),
        gaps=tuple(gaps),
        growth=tuple(printable(explanation.named(growth)) for growth in explanation.growth),
    )
