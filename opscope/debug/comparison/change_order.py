"""Order of the changes between two runs. Changes of packages come first, and changes of random streams come last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from opscope.debug.comparison.change import Change

_KINDS = ("version", "variable", "mode", "place")  # what surrounds the program comes first
_DATA = ("initial value", "feed", "seed", "random stream")  # what it is given comes last
_PROGRAM = len(_KINDS)


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Sort changes between two runs by kind: environment, program, optimizer, initial values, data, random streams."""
    return sorted(changes, key=_rank)


def _rank(change: Change) -> int:
    if change.kind in _KINDS:
        return _KINDS.index(change.kind)
    if change.kind in _DATA:
        return _PROGRAM + 2 + _DATA.index(change.kind)
    return _PROGRAM + (change.phase == "optimize")


def joined(changes: Iterable[Change]) -> list[Change]:
    """Join changes into one change if the same attribute changes in the updates of several parameters."""
    groups: dict[tuple[str, ...], list[Change]] = {}
    for change in changes:
        head, colon, text = change.text.partition(": ")
        kind, of, _ = head.partition(" of ")
        is_update = change.kind == "attribute" and change.phase == "optimize" and colon and of
        key = (kind, text) if is_update else (change.kind, change.name, change.text)
        groups.setdefault(key, []).append(change)
    return [each[0] if len(each) == 1 else _of_all(each) for each in groups.values()]


def _of_all(changes: list[Change]) -> Change:
    head, _, text = changes[0].text.partition(": ")
    return replace(changes[0], text=f"{head.partition(' of ')[0]} of {len(changes)} parameters: {text}", called="")
