"""Lines of the user's code that created operators, with the lines around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from opscope.core.source import Site, display_name
from opscope.core.source_text.notebook_cells import typed_lines
from opscope.viz.graph import Health, worst

AROUND = 2  # lines before and after a line that made operators
MOST = 160  # lines of a page


class SourceLine(NamedTuple):
    """A line of code.

    `operators` is the number of operators that the line created. `health` is the worst health of the outputs of these
    operators. `gap` is True if lines are omitted before this line.
    """

    number: int
    text: str
    operators: int
    health: Health
    gap: bool


class SourceFile(NamedTuple):
    """The lines of a file that the page shows. `left_out` is the number of omitted lines that created operators."""

    name: str
    lines: tuple[SourceLine, ...]
    left_out: int = 0


def source_files(made: Iterable[tuple[Site | None, Health]]) -> list[SourceFile]:
    """Return the files whose lines created operators, in the order of the operators.

    `made` contains a line and a health for each operator.
    """
    counts: Counter[tuple[str, int]] = Counter()
    healths: dict[tuple[str, int], Health] = {}
    texts: dict[str, dict[int, str]] = {}
    for site, health in made:
        if site is None:
            continue
        at = site.filename, site.line
        counts[at] += 1
        healths[at] = worst([healths.get(at, "ok"), health])
        texts.setdefault(site.filename, {}).setdefault(site.line, site.text if site.text is not None else "")
    found: list[SourceFile] = []
    left = MOST
    for filename, known in texts.items():
        whole = typed_lines(filename) if not any(known.values()) else []
        numbers = sorted(
            {n for at in known for n in range(at - AROUND, at + AROUND + 1) if 0 < n <= len(whole)} | set(known)
        )
        lines: list[SourceLine] = []
        for former, number in pairwise([0, *numbers]):
            text = whole[number - 1] if 0 < number <= len(whole) else known[number]
            at = filename, number
            health: Health = healths.get(at, "ok")
            lines.append(SourceLine(number, text, counts[at], health, bool(former) and number > former + 1))
        shown = lines[: max(left, 0)]
        left -= len(shown)
        found.append(
            SourceFile(display_name(filename), tuple(shown), sum(1 for x in lines[len(shown) :] if x.operators))
        )
    return found
