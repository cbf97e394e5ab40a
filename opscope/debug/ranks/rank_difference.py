"""RankDifference: the result of a comparison of ranks, as a text and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from opscope.debug.comparison.difference import plain
from opscope.debug.comparison.value_difference import ArrayDifference, number
from opscope.debug.ranks.outlying_values import OutlyingValue
from opscope.names.shown_name import label
from opscope.ranks.collective import named_ranks


@dataclass(frozen=True)
class RankFault:
    """A difference between ranks in a value that must be equal on all ranks.

    Attributes:
        kind: the type of the value: "program", "initial value", "parameter", "gradient", "rate", "optimizer state", or
            "collective".
        text: a description of the difference, in one line.
        step: the first step that has the difference.
        ranks: the ranks on which the value differs from the value on most ranks. All ranks if no value has a majority.
        name: name of the value on the first rank.
        called: name of the value in the user's code; "" if the name is unknown.
        operator: the operator that made the value, or else the operator that reads the value.
        site: the user's line that made this operator.
        source: the text of the user's line at `site`.
        difference: the difference at the element that differs most, or None for a program.
    """

    kind: str
    text: str
    step: int
    ranks: tuple[int, ...]
    name: str = ""
    called: str = ""
    operator: str = ""
    site: str = ""
    source: str = ""
    difference: ArrayDifference | None = None

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.text.replace(self.name, label(self.name, self.called), 1) if self.name else self.text}"
        )


@dataclass(frozen=True)
class RankDifference:
    """The differences between the ranks of one job. `diff_ranks` returns this object.

    Attributes:
        titles: the titles of the runs, in the order of the ranks.
        steps: number of compared steps.
        faults: the differences in values that must be equal on all ranks, in the first step that has such a difference.
        outlying: the first value that may differ but whose statistics are unusual on a rank, or None if there is no
            such value.
        notes: texts about data that are equal on every rank, random numbers that differ, and steps that only some ranks
            have.
    """

    titles: tuple[str, ...]
    steps: int
    faults: tuple[RankFault, ...] = ()
    outlying: OutlyingValue | None = None
    notes: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """True if all values that must be equal are equal, and no value has unusual statistics."""
        return not self.faults and self.outlying is None

    def to_dict(self) -> dict[str, Any]:
        """Return all attributes as plain data that JSON can represent.

        Returns:
            A dict of dicts, lists, numbers and strings. NaN and Inf are strings.

        Example:
            >>> debug.diff_ranks([train, train]).to_dict()["same"]
            True
        """
        return {"same": self.same, **{f.name: plain(getattr(self, f.name)) for f in fields(self)}}

    def to_json(self) -> str:
        """Return the result of `to_dict` as JSON.

        Returns:
            The JSON text.

        Example:
            >>> debug.diff_ranks([train, train]).to_json()[:13]
            '{"same": true'
        """
        return json.dumps(self.to_dict(), allow_nan=False)

    def __repr__(self) -> str:
        ranks = named_ranks(range(len(self.titles)))
        compared = f"{ranks}, {self.steps:,} step{'' if self.steps == 1 else 's'}"
        if not self.steps:
            lines = [f"{ranks}: no step that all of them have"]
        elif self.faults:
            lines = [f"{compared}: different in step {self.faults[0].step}"]
        else:
            lines = [f"{compared}: program, parameters, averaged gradients and rates are the same, bit for bit"]
        for fault in self.faults:
            lines += [
                f"  {fault}",
                f"    {_who(fault.ranks, len(self.titles))}",
                *_at(fault.operator, fault.site, fault.source),
            ]
        if (found := self.outlying) is not None:
            lines += [
                f"  statistics: {label(found.name, found.called)} stands out{_on(found, len(self.titles))} from step "
                f"{found.step} on: {found.statistic} {_by_rank(found.numbers)}",
                *_at(found.operator, found.site, found.source),
            ]  # fmt: skip
        return "\n".join([*lines, *(f"  note: {note}" for note in self.notes)])


def _who(ranks: tuple[int, ...], size: int) -> str:
    if len(ranks) == size:
        return f"{named_ranks(ranks)} differ from each other"
    return f"{named_ranks(ranks)} differ{'s' if len(ranks) == 1 else ''} from the others"


def _on(found: OutlyingValue, size: int) -> str:
    return "" if len(found.ranks) == size else f" on {named_ranks(found.ranks)}"


def _by_rank(numbers: tuple[float, ...]) -> str:
    shown = numbers if len(numbers) <= 8 else (*numbers[:7], numbers[-1])
    texts = [number(float(f"{each:.3g}")) for each in shown]
    if len(shown) < len(numbers):
        texts.insert(7, "...")
    return f"{', '.join(texts)} (by rank)"


def _at(operator: str, site: str, source: str) -> list[str]:
    return [*([f"    {operator}"] if operator else []), *([f"    at {site}: {source}"] if site else [])]
