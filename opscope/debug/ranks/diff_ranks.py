"""diff_ranks: compares the ranks of one job, both the values that must be equal and the values that may differ."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from opscope.core.place import has_numbers, to_host
from opscope.core.progress_bar import progressed
from opscope.debug.comparison.alignment import Alignment
from opscope.debug.comparison.change import where
from opscope.debug.comparison.comparand import Comparand, Unit, comparand, name_in_code
from opscope.debug.comparison.value_difference import number
from opscope.debug.ranks.given_data import GivenData, RankData
from opscope.debug.ranks.manifest import rank_folders
from opscope.debug.ranks.outlying_values import MeasuredValues
from opscope.debug.ranks.rank_difference import RankDifference, RankFault
from opscope.debug.ranks.shared_values import RankPrograms, SharedDifference, first_shared_difference, odd_ones
from opscope.debug.ranks.step_values import OperatorKey, StepValues, digest
from opscope.debug.replay.measured_replay import MeasuredReplay
from opscope.debug.replay.replayer import Replayer
from opscope.debug.values.run_trace import operator_key, trace
from opscope.errors import ArgumentError, UsageError
from opscope.ir.program.program import Operator, Program
from opscope.ranks.collective import named_ranks

R = TypeVar("R")
Output = tuple[OperatorKey, str]
SHOWN = 4  # differences of a program


def diff_ranks(runs: Any) -> RankDifference:
    """Compare the ranks of one job: find the first value that must be equal on all ranks but differs.

    Also find values whose statistics on one rank are unusual. Some values must be equal on all ranks: the program, the
    parameters from the first step on, averaged gradients, rates, the state of optimizers, and results of collectives.
    Other values may differ between ranks: data, activations, a rank's own gradients, and random numbers. Among the
    values that may differ, the report shows the first value whose statistics on one rank are unusual.

    Args:
        runs: the folder that `opscope launch --record FOLDER` has written, or a list with an item for each rank. An
            item is a run, a recording, the folder of a recording, or a function. If an item is a function, diff_ranks
            runs the function first.

    Returns:
        The difference, which you can print. Its attribute `same` is True if the ranks do not differ.

    Raises:
        NotFound: the folder has no recordings of ranks, or the recording of one rank is missing.
        ArgumentError: there are fewer than two runs.
        UsageError: `runs` contains an object that is not a run.
        RunError: the history of one of the runs is empty.

    Example:
        >>> debug.diff_ranks([train, train]).same
        True
    """
    given = list(rank_folders(runs).values()) if isinstance(runs, str | os.PathLike) else runs
    if not isinstance(given, list | tuple):
        raise UsageError(
            f"diff_ranks needs a list of runs, not {type(runs).__name__}",
            fix="pass a folder, or a list such as [run0, run1]",
        )
    if len(given) < 2:
        raise ArgumentError(
            f"diff_ranks needs the runs of two or more ranks, not of {len(given)}", fix="pass the runs of all ranks"
        )
    sides = [comparand(each) for each in given]
    for rank, side in enumerate(sides):
        if side.journal is None:
            raise UsageError(f"rank {rank} is a program, but a program has no values", fix="pass a run of the program")
    return _inside(sides, _RankComparison(sides).run)


def _inside(sides: Sequence[Comparand], function: Callable[[], R]) -> R:
    """Call a function while no other code can change a journal."""
    return sides[0].call(lambda: _inside(sides[1:], function)) if sides else function()


class _RankComparison:
    def __init__(self, sides: Sequence[Comparand]) -> None:
        self._sides = sides
        self._faults: list[RankFault] = []
        self._measured = MeasuredValues()
        self._data = GivenData()
        self._missing: dict[tuple[int, ...], list[int]] = {}  # steps that only some ranks have
        self._same_outputs: dict[tuple[int, ...], list[dict[Output, Output]]] = {}  # by ids of plans that were compared
        self._plans: list[Any] = []  # keeps them alive
        self._quick = [_WrittenByOptimizers() for _ in sides]
        self._replays = [Replayer(_journal(side)) for side in sides]
        self._steps = 0

    def run(self) -> RankDifference:
        eager = any(_is_eager(side) for side in self._sides)
        found = [side.steps() if eager else (u for u in side.runs() if u.record.step) for side in self._sides]
        for step, units in progressed(self._common(found), "comparing ranks"):
            self._steps += 1
            if not self._faults:
                self._compare(step, units, eager)
        return RankDifference(
            titles=tuple(side.title for side in self._sides),
            steps=self._steps,
            faults=tuple(self._faults),
            outlying=self._measured.outlying(),
            notes=(*self._data.notes(self._steps), *self._notes()),
        )

    def _common(self, found: Sequence[Iterator[Unit]]) -> Iterator[tuple[int, list[Unit]]]:
        """Yield the steps that all recordings contain, with the runs of the step on each rank."""
        units = [next(each, None) for each in found]
        while any(unit is not None for unit in units):
            step = min(unit.key.step for unit in units if unit is not None)
            here = [unit for unit in units if unit is not None and unit.key.step == step]
            if len(here) == len(units):
                yield step, here
            else:
                ranks = tuple(r for r, unit in enumerate(units) if unit is not None and unit.key.step == step)
                self._missing.setdefault(ranks, []).append(step)
            units = [
                next(each, None) if unit is not None and unit.key.step == step else unit
                for unit, each in zip(units, found, strict=True)
            ]

    def _compare(self, step: int, units: Sequence[Unit], eager: bool) -> None:
        plans = tuple(id(unit.record.plan) for unit in units)
        measured = _is_measured(self._steps)
        if not eager:
            self._add_feeds(step, units)
            if not measured and plans in self._same_outputs and self._written_alike(units, plans):
                return
        values = [
            StepValues([e for record in unit.records for e in trace(replay, record)], measured)
            for unit, replay in zip(units, self._replays, strict=True)
        ]
        programs = RankPrograms(values)
        if eager or plans not in self._same_outputs:
            self._add_program_faults(step, programs, not eager)
            self._same_outputs[plans] = [_same_outputs(found) for found in programs.aligned[1:]]
            self._plans += [unit.record.plan for unit in units]
        if eager:
            self._add_given(step, programs, values[0])
        self._add_drawn(step, programs, values[0])
        if (found := first_shared_difference(values, programs)) is not None:
            self._faults.append(_fault(found, step, units))
        if measured and not self._faults:
            self._measured.add(step, units[0], values, programs)

    def _written_alike(self, units: Sequence[Unit], plans: tuple[int, ...]) -> bool:
        """Return True if it is certain that the optimizers of all ranks have written equal values."""
        written = [quick.digests(unit) for quick, unit in zip(self._quick, units, strict=True)]
        first = written[0]
        for other, same in zip(written[1:], self._same_outputs[plans], strict=True):
            if first is None or other is None or len(first) != len(other):
                return False
            if any(first.get(same.get(key, key)) != value for key, value in other.items()):
                return False
        return True

    def _add_program_faults(self, step: int, programs: RankPrograms, wired: bool) -> None:
        texts: dict[str, tuple[list[int], RankFault]] = {}
        for rank, change in programs.changes(wired):
            fault = RankFault(
                "program", f"rank 0 -> rank {rank}: {change.text}", step, (), change.name, change.called, "",
                change.site or change.other_site, change.source or change.other_source,
            )  # fmt: skip
            texts.setdefault(change.text, ([], fault))[0].append(rank)
        for ranks, fault in list(texts.values())[:SHOWN]:
            odd = odd_ones({rank: rank in ranks for rank in range(len(self._sides))})
            self._faults.append(replace(fault, ranks=odd))

    def _add_feeds(self, step: int, units: Sequence[Unit]) -> None:
        names = [name for name in units[0].record.feeds if all(name in unit.record.feeds for unit in units)]
        digests = {n: [digest(to_host(unit.record.feeds[n])) for unit in units] for n in names}
        self._data.add(step, {name: RankData(name, found) for name, found in digests.items()})

    def _add_given(self, step: int, programs: RankPrograms, first: StepValues) -> None:
        found: dict[Hashable, RankData] = {}
        for key, value in first.data:
            if (digests := programs.digests(key)) is not None:
                found[first.place(key)] = RankData(value.name, digests)
        self._data.add(step, found)

    def _add_drawn(self, step: int, programs: RankPrograms, first: StepValues) -> None:
        for key, value in first.values.items():
            drawn = value.operator.op.random and key.side == "out" and (key.position or not value.operator.inputs)
            if drawn and (digests := programs.digests(key)) is not None:
                self._data.add_drawn(step, first.place(key), RankData(value.name, digests))

    def _notes(self) -> Iterator[str]:
        for ranks, steps in self._missing.items():
            first, last = steps[0], steps[-1]
            which = f"step {first:,}" if first == last else f"steps {first:,} to {last:,}"
            yield f"only {named_ranks(ranks)} recorded {which}"


class _WrittenByOptimizers:
    """Digests (hashes) of the values that the optimizers of a program write in a run, from a replay at full speed."""

    def __init__(self) -> None:
        self._found: dict[Output, bytes] = {}
        self._replay = MeasuredReplay(_is_of_optimizer, self._note)

    def digests(self, unit: Unit) -> dict[Output, bytes] | None:
        """Return the digests, as a dict by operator key and value name. Return None if no digests were measured."""
        self._found = {}
        segment = unit.segment
        if segment is None or unit.record.error:
            return None
        self._replay.open(segment, next(i for i, each in enumerate(segment.records) if each is unit.record))
        return self._found if self._replay.run() else None

    def _note(self, name: str, operator: Operator, value: Any) -> None:
        if has_numbers(value):
            self._found[operator_key(operator), name] = digest(to_host(value))


def _is_of_optimizer(name: str, operator: Operator, program: Program) -> bool:
    return operator.phase == "optimize"


def _same_outputs(aligned: Alignment) -> dict[Output, Output]:
    """Return a dict from each output on another rank to the corresponding output on the first rank."""
    return {
        (operator_key(other), y): (operator_key(one), x)
        for one, other in aligned.pairs
        for x, y in zip(one.outputs, other.outputs, strict=False)
        if x is not None and y is not None
    }


def _is_measured(number: int) -> bool:
    """Return True for the steps 1, 2, 3, 4, 6, 8, 12, 16, 24, ... Statistics of all steps would take too long."""
    while number % 2 == 0:
        number //= 2
    return number in (1, 3)


def _fault(found: SharedDifference, step: int, units: Sequence[Unit]) -> RankFault:
    value, kind = found.value, found.kind
    if kind == "parameter" and found.key.side == "in" and step == 1:
        kind = "initial value"
    text = value.name if found.difference is None else f"{value.name}: {found.difference.text}"
    if found.ratio is not None:
        text = f"{value.name} changes {number(float(f'{found.ratio:.6g}'))} times as much for the same gradient"
    made_by = value.operator
    return RankFault(
        kind, text, step, found.odd, value.name, name_in_code(units[0], value.name),
        f"{'read' if found.key.side == 'in' else 'made'} by {made_by!r}", *where(made_by.site), found.difference,
    )  # fmt: skip


def _is_eager(side: Comparand) -> bool:
    """Return True if the last run of a rank is eager code."""
    last = _journal(side).last_record()
    return last is not None and last.kind.interleaved


def _journal(side: Comparand) -> Any:
    assert side.journal is not None
    return side.journal
