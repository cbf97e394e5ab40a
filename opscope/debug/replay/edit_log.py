"""Edit log: the changes of values that the user has made in a run, each with its tick (the number of its position).

An edit may change the number of ticks of a run, because another branch runs or a loop has more iterations. When a run
goes back to a tick, the edits after this tick are suspended. A suspended edit belongs to an instruction. The edit
applies again when the run reaches this instruction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from opscope.core.annotations import Array
from opscope.debug.replay.edited_parts import Part, with_part


class Edit(NamedTuple):
    """A change of a variable, made by the user at a tick.

    `part` selects the elements that the user has changed; `...` selects all elements. `array` has the new values of
    these elements.
    """

    tick: int
    name: str
    array: Any
    part: Part = ...

    @property
    def nbytes(self) -> int:
        """Number of bytes of the new value, and of the mask if `part` is a mask."""
        return getattr(self.array, "nbytes", 0) + getattr(self.part, "nbytes", 0)


# For each edit of a part, by the id of its array: the edit, and pairs of a value before and after the edit.
# Shared by the cursors of one run, whose cached results are compared by identity of arrays.
EditedValues = dict[int, tuple[Edit, list[tuple[Any, Any]]]]


class EditLog:
    """Edits of one run. `entries` is the list of edits in the record of the run; the edit log updates this list."""

    def __init__(self, entries: list[Edit], edited_values: EditedValues | None = None) -> None:
        self.entries = entries
        self.edited_values: EditedValues = {} if edited_values is None else edited_values
        self._by_tick: dict[int, list[Edit]] = {}
        self._suspended: dict[int, list[Edit]] = {}  # by instruction of the outermost block; with relative ticks
        for edit in entries:
            self._by_tick.setdefault(edit.tick, []).append(edit)

    def __bool__(self) -> bool:
        return bool(self._by_tick or self._suspended)

    def names_at(self, tick: int) -> Sequence[str]:
        """Return the names of the variables that the user has set at a tick."""
        return [edit.name for edit in self._by_tick.get(tick, ())]

    def edited(self, tick: int, name: str, value: Any) -> Any:
        """Return the value that a variable has after the edits at a tick.

        `value` is the value before these edits, or the value after them if the edits were already applied.

        If several calls have the same `value`, they return the same array object. Raises RunError if an edited part
        is outside the value.
        """
        edits = [edit for edit in self._by_tick.get(tick, ()) if edit.name == name]
        if any(made is value for _, made in self._values_of(edits[-1])):
            return value
        for edit in edits:
            value = edit.array if edit.part is ... else self._with_part(edit, value)
        return value

    def _with_part(self, edit: Edit, value: Any) -> Any:
        known = self._values_of(edit)
        for before, made in known:
            if before is value or made is value:
                return made
        made = with_part(value, edit.part, edit.array, edit.name)
        known.append((value, made))
        return made

    def _values_of(self, edit: Edit) -> list[tuple[Any, Any]]:
        if edit.part is ...:
            return []
        return self.edited_values.setdefault(id(edit.array), (edit, []))[1]

    def between(self, begin: int, end: int) -> tuple[Edit, ...]:
        """Return the edits after the tick `begin` and before the tick `end`.

        In the returned edits, ticks are counted from `begin`.
        """
        found = [e._replace(tick=t - begin) for t, edits in self._by_tick.items() if begin < t < end for e in edits]
        return tuple(found)

    def add(self, edit: Edit) -> None:
        """Add an edit of the user to the log."""
        self.entries.append(edit)
        self._by_tick.setdefault(edit.tick, []).append(edit)

    def add_made(self, edit: Edit, before: Any, made: Any) -> None:
        """Add an edit to the log; the edit has changed the value `before` to the value `made`."""
        self.add(edit)
        if edit.part is not ...:
            self._values_of(edit).append((before, made))

    def remove(self, array: Array) -> None:
        """Remove the edit whose new value is the array `array`."""
        self.entries[:] = [e for e in self.entries if e.array is not array]
        for group in (self._by_tick, self._suspended):
            for key, edits in list(group.items()):
                group[key] = [e for e in edits if e.array is not array]
                if not group[key]:
                    del group[key]

    def suspend(self, start_ticks: Sequence[int], tick: int) -> None:
        """Suspend the edits after `tick`, because the run has gone back to this tick.

        `start_ticks` are the ticks at which the instructions of the outermost block start.
        """
        for later in [t for t in self._by_tick if t > tick]:
            index = bisect_left(start_ticks, later)
            if index == len(start_ticks) or start_ticks[index] != later:
                index = bisect_right(start_ticks, later) - 1
            for edit in self._by_tick.pop(later):
                self._suspended.setdefault(index, []).append(edit._replace(tick=later - start_ticks[index]))
        self.entries[:] = [e for e in self.entries if e.tick <= tick]

    def resume(self, index: int, tick: int) -> None:
        """Resume the suspended edits of instruction `index` (in the outermost block), which starts at `tick`."""
        for edit in self._suspended.pop(index, ()):
            self.add(edit._replace(tick=tick + edit.tick))


def same_edits(some: Sequence[Edit], others: Sequence[Edit]) -> bool:
    """Return True if two sequences contain the same edits: equal ticks, equal names, and the same array objects."""
    return len(some) == len(others) and all(
        s.tick == t.tick and s.name == t.name and s.array is t.array for s, t in zip(some, others, strict=True)
    )
