"""Implementation of `opscope api`. It collects Paddle's names from opscope's code each time that it runs."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from opscope.cli.api.surface import NameEntry, look_up, surface
from opscope.cli.api.used_names import Use, used
from opscope.cli.recording_folder import folder_text
from opscope.cli.styled_text import terminal_printer
from opscope.errors import OpscopeError, nearest

HEADINGS = ("name", "kind", "supported", "lives in", "what it is", "also")

NARROW = 70  # width of a terminal below which a table has fewer columns


def show_api(options: argparse.Namespace) -> int:
    """Run the subcommand.

    Returns the exit status: 1 if no name matches the pattern, or if a name in the file does not exist in opscope. The
    status is 0 in all other cases.
    """
    if options.missing:
        return _report(options.missing, surface(private=True), options.json)
    entries = [e for e in surface(options.private) if not options.pattern or matches(e, options.pattern)]
    if not entries:
        print(f"opscope api: no name matches {options.pattern!r}", file=sys.stderr)
        return 1
    if options.count and options.json:
        print(json.dumps({"names": sum(len(e.names) for e in entries if e.supported)}))
    elif options.count:
        print(counted(entries))
    elif options.json:
        print(json.dumps([_document(e) for e in entries], indent=1))
    else:
        _print(*_table(entries))
    return 0


def matches(entry: NameEntry, pattern: str) -> bool:
    """Return True if a name of the entry matches a glob pattern.

    The pattern may omit the prefix `paddle.`. A pattern without a dot is compared with the last part of each name.
    """
    whole = f"paddle.{pattern.removeprefix('paddle.')}"
    return any(
        fnmatchcase(name, whole) or ("." not in pattern and fnmatchcase(name.rpartition(".")[2], pattern))
        for name in entry.names
    )


def counted(entries: Iterable[NameEntry]) -> str:
    """Count names by kind: `17 names of 12 objects: 9 functions, 3 classes`."""
    entries = list(entries)
    have = [e for e in entries if e.supported]
    kinds = Counter(e.kind for e in have).most_common()
    by_kind = ", ".join(f"{n} {_several(kind) if n > 1 else kind}" for kind, n in kinds)
    names = sum(len(e.names) for e in have)
    refused = (
        f"\n{len(entries) - len(have)} more raise an error when they are called" if len(have) < len(entries) else ""
    )
    return f"{names} names of {len(have)} objects: {by_kind}{refused}"


def _several(kind: str) -> str:
    return {"class": "classes", "property": "properties"}.get(kind, f"{kind}s")


def _table(entries: Iterable[NameEntry]) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return the headings and rows of the table. A terminal gets fewer columns than a pipe or a file."""
    if not sys.stdout.isatty():
        return HEADINGS, [_cells(e) for e in entries]
    return ("name", "kind", "lives in", "what it is"), [_short(e) for e in entries]


def _short(entry: NameEntry) -> tuple[str, ...]:
    return (
        entry.name.removeprefix("paddle."),
        entry.kind,
        entry.lives.removeprefix("opscope.").removeprefix("paddle."),
        entry.says,
    )


def _cells(entry: NameEntry) -> tuple[str, ...]:
    also = " ".join(name.removeprefix("paddle.") for name in entry.aliases)
    supported = "yes" if entry.supported else "no"
    return (entry.name, entry.kind, supported, entry.lives, entry.says, also)


def _document(entry: NameEntry) -> dict[str, Any]:
    """Return an entry as JSON."""
    return {name: getattr(entry, name) for name in ("name", "kind", "supported", "lives", "says", "aliases")}


# --- the names of a program ----------------------------------------------------------------------------


def _report(path: str, entries: Sequence[NameEntry], as_json: bool) -> int:
    """Print the names of a file that opscope does not have or refuses. Returns 1 if there are such names, else 0."""
    if not os.path.isfile(path):
        text = folder_text(path) if os.path.isdir(path) else f"no such file: {path}"
        print(f"opscope api: {text}", file=sys.stderr)
        return 2
    try:
        uses = used(path)
    except OpscopeError as e:
        print(f"opscope api: {e}", file=sys.stderr)
        return 2
    known = {spelling: entry for entry in entries for spelling in entry.names}
    answers = [(use, answer(use.name, known)) for use in uses]
    order = {"no": 0, "refused": 1, "yes": 2}
    answers.sort(key=lambda found: order[found[1][0]])
    have = sum(here == "yes" for _, (here, _) in answers)
    if as_json:
        found = [{**use._asdict(), "here": here, "where": where} for use, (here, where) in answers]
        print(json.dumps(found, indent=1))
        return int(have < len(uses))
    rows = [_found(use, *said) for use, said in answers if said[0] != "yes"]
    headings = ("name", "here", "uses", "first", "why, or what comes nearest")
    if sys.stdout.isatty() and shutil.get_terminal_size().columns < NARROW:
        headings, rows = (*headings[:2], headings[-1]), [(*row[:2], row[-1]) for row in rows]
    if rows:
        _print(headings, rows, right=("uses",))
    print(f"{have} of {len(uses)} names exist")
    return int(have < len(uses))


def _found(use: Use, here: str, where: str) -> tuple[str, ...]:
    return (use.name, here, str(use.times), f"line {use.line}", where)


def answer(name: str, known: Mapping[str, NameEntry]) -> tuple[str, str]:
    """Return (`yes`, module) for a supported name, (`refused`, reason), or (`no`, similar name) for a missing name.

    `known` maps each spelling of a name to its entry.
    """
    if (entry := known.get(name)) is not None:
        return ("yes", entry.lives) if entry.supported else ("refused", entry.says)
    try:
        value = look_up(name)
    except LookupError:
        return "no", _near(name, known)
    return "yes", getattr(value, "__module__", None) or getattr(value, "__name__", "")


def _near(name: str, known: Iterable[str]) -> str:
    """Return the same name in another module. If there is none, return the most similar name in the same module."""
    space, _, last = name.rpartition(".")
    elsewhere = [n for n in known if n.rpartition(".")[2] == last]
    if elsewhere:
        return f"the name is {min(elsewhere, key=lambda n: (n.count('.'), n))}"
    return nearest(name, (n for n in known if n.rpartition(".")[0] == space))


def _print(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = ()) -> None:
    """Print a table. On a terminal, lines are cut to the terminal's width. In a pipe or a file, lines are complete."""
    if sys.stdout.isatty():
        terminal_printer(pages=sys.stdin.isatty()).rows(headings, rows, right)
        return
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = (c.rjust(w) if h in right else c.ljust(w) for c, w, h in zip(row, widths, headings, strict=True))
        print("  ".join(cells).rstrip())
