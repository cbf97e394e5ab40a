"""Amendments: what the user has changed in a run, and at which place each change counts.

Places are counted, and an edit may change how many there are (another branch, more iterations). When a run is put
back, the edits behind wait for the instruction that they belong to, wherever that then comes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

Edit = tuple[int, str, Any]  # at which tick, the variable, its new value


class Amendments:
    """The edits of a run. `noted` is the record's list of them, which is kept up to date."""

    def __init__(self, noted: list[Edit]) -> None:
        self.noted = noted
        self._at: dict[int, list[Edit]] = {}
        self._waiting: dict[int, list[Edit]] = {}  # by instruction of the outermost block, with ticks counted from it
        for edit in noted:
            self._at.setdefault(edit[0], []).append(edit)

    def __bool__(self) -> bool:
        return bool(self._at or self._waiting)

    def at(self, tick: int) -> Sequence[Edit]:
        """The edits that count from a place on, in the order in which they were made."""
        return self._at.get(tick, ())

    def within(self, begin: int, end: int) -> tuple[Edit, ...]:
        """The edits at places between two, with ticks counted from the first."""
        found = [(t - begin, n, a) for t, edits in self._at.items() if begin < t < end for _, n, a in edits]
        return tuple(found)

    def add(self, edit: Edit) -> None:
        """Another one."""
        self.noted.append(edit)
        self._at.setdefault(edit[0], []).append(edit)

    def remove(self, array: Any) -> None:
        """Take one away: that of this array."""
        self.noted[:] = [e for e in self.noted if e[2] is not array]
        for kept in (self._at, self._waiting):
            for place, edits in list(kept.items()):
                kept[place] = [e for e in edits if e[2] is not array]
                if not kept[place]:
                    del kept[place]

    def lift(self, begins: Sequence[int], tick: int) -> None:
        """The run was put back to a place: those behind it wait. `begins` are where its instructions began."""
        for place in [t for t in self._at if t > tick]:
            index = bisect_left(begins, place)
            if index == len(begins) or begins[index] != place:
                index = bisect_right(begins, place) - 1
            for _, name, array in self._at.pop(place):
                self._waiting.setdefault(index, []).append((place - begins[index], name, array))
        self.noted[:] = [e for e in self.noted if e[0] <= tick]

    def land(self, index: int, tick: int) -> None:
        """The run has come to an instruction of the outermost block: what waits for it counts from here on."""
        for behind, name, array in self._waiting.pop(index, ()):
            self.add((tick + behind, name, array))


def same(some: Sequence[Edit], others: Sequence[Edit]) -> bool:
    """Whether these are the same edits."""
    return len(some) == len(others) and all(
        s == t and n == m and a is b for (s, n, a), (t, m, b) in zip(some, others, strict=True)
    )
