"""Edit log: the values that a user changed in a run, and the tick from which each change counts.

An edit may change how many ticks a run has (another branch, more iterations). When a run is rewound, the later edits
are suspended: they keep the instruction to which they belong and resume when the run reaches that instruction again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array

Edit = tuple[int, str, Any]  # the tick, the variable, its new value


class EditLog:
    """The edits of one run. `entries` is the list in the run's record; the log keeps it up to date."""

    def __init__(self, entries: list[Edit]) -> None:
        self.entries = entries
        self._by_tick: dict[int, list[Edit]] = {}
        self._suspended: dict[int, list[Edit]] = {}  # by instruction of the outermost block; ticks are relative to it
        for edit in entries:
            self._by_tick.setdefault(edit[0], []).append(edit)

    def __bool__(self) -> bool:
        return bool(self._by_tick or self._suspended)

    def at(self, tick: int) -> Sequence[Edit]:
        """The edits at a tick, in the order in which they were made."""
        return self._by_tick.get(tick, ())

    def between(self, begin: int, end: int) -> tuple[Edit, ...]:
        """The edits at ticks strictly between two, with ticks relative to the first."""
        found = [(t - begin, n, a) for t, edits in self._by_tick.items() if begin < t < end for _, n, a in edits]
        return tuple(found)

    def add(self, edit: Edit) -> None:
        """Add an edit."""
        self.entries.append(edit)
        self._by_tick.setdefault(edit[0], []).append(edit)

    def remove(self, array: Array) -> None:
        """Remove the edit that set this array."""
        self.entries[:] = [e for e in self.entries if e[2] is not array]
        for group in (self._by_tick, self._suspended):
            for key, edits in list(group.items()):
                group[key] = [e for e in edits if e[2] is not array]
                if not group[key]:
                    del group[key]

    def suspend(self, start_ticks: Sequence[int], tick: int) -> None:
        """Suspend the edits after `tick`, to which the run was rewound.

        `start_ticks` are the ticks at which the instructions of the outermost block started.
        """
        for later in [t for t in self._by_tick if t > tick]:
            index = bisect_left(start_ticks, later)
            if index == len(start_ticks) or start_ticks[index] != later:
                index = bisect_right(start_ticks, later) - 1
            for _, name, array in self._by_tick.pop(later):
                self._suspended.setdefault(index, []).append((later - start_ticks[index], name, array))
        self.entries[:] = [e for e in self.entries if e[0] <= tick]

    def resume(self, index: int, tick: int) -> None:
        """Re-attach the suspended edits of instruction `index` of the outermost block, which starts at `tick`."""
        for offset, name, array in self._suspended.pop(index, ()):
            self.add((tick + offset, name, array))


def same_edits(some: Sequence[Edit], others: Sequence[Edit]) -> bool:
    """Whether two sequences hold the same edits: equal ticks and names, identical arrays."""
    return len(some) == len(others) and all(
        s == t and n == m and a is b for (s, n, a), (t, m, b) in zip(some, others, strict=True)
    )
