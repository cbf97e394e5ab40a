"""Search for the first value of a step that must be equal on all ranks but is not equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from opscope.debug.comparison.alignment import align
from opscope.debug.comparison.change import Change
from opscope.debug.comparison.program_changes import program_changes
from opscope.debug.comparison.value_difference import ArrayDifference, compare
from opscope.debug.comparison.value_search import step_ratio
from opscope.debug.ranks.step_values import OperatorKey, StepValue, StepValues, ValueKey
from opscope.debug.values.run_trace import operator_key


class RankPrograms:
    """The operators of a step on each rank, and the correspondence between operators of different ranks."""

    def __init__(self, steps: Sequence[StepValues]) -> None:
        self._steps = steps
        self.aligned = [align(steps[0].operators, step.operators) for step in steps]
        self._others: list[dict[OperatorKey, OperatorKey]] = [
            {operator_key(one): operator_key(other) for one, other in found.pairs} for found in self.aligned
        ]

    def row(self, key: ValueKey) -> list[StepValue | None]:
        """Return, for a value on the first rank, the corresponding value on each rank."""
        found: list[StepValue | None] = []
        for step, others in zip(self._steps, self._others, strict=True):
            other = others.get(key.operator)
            found.append(None if other is None else step.values.get(key._replace(operator=other)))
        return found

    def digests(self, key: ValueKey) -> list[bytes] | None:
        """Return the digests (hashes) of a value on all ranks. Return None if a rank has no such value."""
        found = [value.digest for value in self.row(key) if value is not None]
        return found if len(found) == len(self._steps) else None

    def changes(self, wired: bool) -> Iterator[tuple[int, Change]]:
        """Differences between the operators of the first rank and of each other rank, with that rank's number.

        `program_changes` documents the argument `wired`.
        """
        first = self._steps[0]
        for number, step in enumerate(self._steps[1:], 1):
            for change in program_changes(align(first.model, step.model), wired):
                yield number, change


class SharedDifference(NamedTuple):
    """A shared value that differs between ranks: its position, its kind, the ranks that differ, and the difference."""

    key: ValueKey
    value: StepValue
    kind: str
    odd: tuple[int, ...]
    difference: ArrayDifference | None
    ratio: float | None


def first_shared_difference(steps: Sequence[StepValues], programs: RankPrograms) -> SharedDifference | None:
    """Return the first shared value that is not equal on all ranks, in the execution order of the first rank."""
    read: dict[OperatorKey, StepValue] = {}  # the parameter that an optimizer's operator reads, which is its first
    for key, value in steps[0].values.items():
        if not value.kind:
            continue
        if key.side == "in" and key.position == 0:
            read[key.operator] = value
        row = programs.row(key)
        digests = {number: each.digest for number, each in enumerate(row) if each is not None}
        odd = odd_ones(digests)
        if not odd:
            continue
        other = row[odd[-1]]
        base = row[next(number for number in digests if digests[number] != digests[odd[-1]])]
        assert other is not None and base is not None
        ratio, kind = None, value.kind
        if value.operator.phase == "optimize" and key.side == "out" and key.operator in read:
            ratio = step_ratio(read[key.operator].array, base.array, other.array)
            kind = "rate" if ratio is not None else kind
        return SharedDifference(key, value, kind, odd, compare(base.array, other.array), ratio)
    return None


def odd_ones(digests: Mapping[int, object]) -> tuple[int, ...]:
    """Return the keys of the values that differ from the most common value. Without a majority, return all keys.

    >>> odd_ones({0: "a", 1: "a", 2: "b"}), odd_ones({0: "a", 1: "b"}), odd_ones({0: "a", 1: "a"})
    ((2,), (0, 1), ())
    """
    groups: dict[object, list[int]] = {}
    for key, value in digests.items():
        groups.setdefault(value, []).append(key)
    if len(groups) < 2:
        return ()
    most = max(groups.values(), key=len)
    if 2 * len(most) <= len(digests):
        return tuple(digests)
    return tuple(key for key in digests if key not in most)
