"""The page of the site with every name of Paddle's, what it refuses and what it ignores."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from opscope.cli.api.api_command import counted
from opscope.cli.api.surface import NameEntry
from tests.api_audit.ignored_params import reason
from tests.api_audit.refused_params import home, refused_parameters, unread_parameters


def refused(entry: NameEntry) -> tuple[str, ...]:
    """The parameters of which an entry refuses some values."""
    return refused_parameters(entry.function) if entry.supported else ()


def ignored(entry: NameEntry) -> tuple[str, ...]:
    """The parameters that an entry never reads."""
    return unread_parameters(entry.function) if home(entry.function) else ()


def page(entries: Iterable[NameEntry]) -> str:
    """The page of the documentation: a table for each namespace."""
    entries = sorted(entries, key=lambda e: (_space(e), e.name.lower(), e.name))
    lines = [
        "# Paddle's names in opscope",
        "",
        "`python -m opscope api 'nn.*Loss*'` searches these names in a terminal. The column *refuses* has the "
        "parameters of which some values raise UnsupportedError, as far as the code shows it. Parameters *in italics* "
        "are ignored, for the reasons at the end. Methods are listed with the class that defines them.",
        "",
        counted(entries).replace("\n", ". ") + ".",
    ]
    for space, some in groupby(entries, _space):
        lines += ["", f"## {space}", "", "| name | kind | lives in | also | refuses | what it is |"]
        lines += ["|---|---|---|---|---|---|", *(_row(entry, space) for entry in some)]
    return "\n".join([*lines, "", *_ignored(entries)]) + "\n"


def _ignored(entries: Iterable[NameEntry]) -> list[str]:
    """The part of the page that says which parameters are ignored, and why."""
    found: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        for name in ignored(entry):
            found.setdefault((name, reason(home(entry.function), name)), []).append(entry.name.removeprefix("paddle."))
    lines = ["## Ignored", "", "| parameter | why | of |", "|---|---|---|"]
    return lines + [
        f"| `{name}` | {why} | {' '.join(f'`{n}`' for n in of)} |" for (name, why), of in sorted(found.items())
    ]


def _row(entry: NameEntry, space: str) -> str:
    also = " ".join(f"`{name.removeprefix('paddle.')}`" for name in entry.aliases)
    named = [*(f"`{name}`" for name in refused(entry)), *(f"*{name}*" for name in ignored(entry))]
    not_taken = " ".join(named) if entry.supported else "everything"
    lives = f"`{entry.lives.removeprefix('opscope.')}`" if entry.lives else ""
    cells = (f"`{entry.name.removeprefix(space + '.')}`", entry.kind, lives, also, not_taken, entry.says)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _space(entry: NameEntry) -> str:
    return entry.name.rpartition(".")[0]
