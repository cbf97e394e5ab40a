"""Differences in the external data of two recorded runs. All other values of a run are computed from its external data.

For recordings on disk, arrays with equal checksums count as equal, and are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from opscope.core.place import CPUPlace
from opscope.debug.comparison.alignment import Alignment
from opscope.debug.comparison.change import Change, ChangeKind, errors_text, where
from opscope.debug.comparison.comparand import Unit
from opscope.debug.comparison.value_difference import ArrayDifference, compare
from opscope.debug.disk.lazy_values import LazyValue
from opscope.debug.replay.call_log import plan_layout
from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.edited_parts import part_text
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import Arrays, RngState, RunRecord
from opscope.ir.program.program import Variable
from opscope.names.shown_name import name_beside
from opscope.runtime.plan import Plan

SEEDS = 4096  # seeds tried in order to find the seed of a random state


class RecordComparison:
    """Comparison of the external data of recorded runs, pair by pair, in the order of the runs."""

    def __init__(self) -> None:
        self._loaded: set[str] = set()  # persistent values that runs have loaded or stored so far

    def changes(self, a: Unit, b: Unit, aligned: Alignment, rtol: float) -> list[Change]:
        """List the differences in the external data of two runs.

        Return [] for eager code, because the external data of eager code is not recorded.
        """
        one, other = a.record, b.record
        if a.segment is None or b.segment is None or a.segment.isolated or b.segment.isolated:
            return []
        found = [*_state_changes(one, other)]
        given = [_given(one, a.segment), _given(other, b.segment)]
        for name, _ in one.plan.loads:
            other_name = aligned.other_name(name)
            if name not in self._loaded:
                change = _compared("initial value", one, name, given[0], given[1], other_name, rtol)
            else:
                change = _compared("outside write", one, name, one.scope_changes, other.scope_changes, other_name, rtol)
            found += [] if change is None else [change]
        self._loaded.update(name for name, _ in (*one.plan.loads, *one.plan.stores))
        for name in one.feeds:
            change = _compared("feed", one, name, one.feeds, other.feeds, aligned.other_name(name), rtol)
            found += [] if change is None else [change]
        return [*found, *_result_changes(one, other, aligned, rtol), *_edit_changes(one, other)]


def _given(record: RunRecord, segment: Segment) -> Arrays:
    """Return the recorded persistent values at the start of a run."""
    return segment.keyframe | record.scope_changes if segment.records[0] is record else record.scope_changes


def differs(a: Arrays, name: str, b: Arrays, other: str, rtol: float) -> ArrayDifference | None:
    """Return the difference between two recorded values. Return None if the values are equal or a value is missing."""
    one, two = (dict.get(values, n) for values, n in ((a, name), (b, other)))
    if one is None or two is None or _same_on_disk(one, two):
        return None
    return compare(a[name], b[other], rtol)


def _same_on_disk(one: Any, other: Any) -> bool:
    if not isinstance(one, LazyValue) or not isinstance(other, LazyValue):
        return False
    (entry, row), (other_entry, other_row) = one.key, other.key
    return (
        row == other_row and entry[1:] == other_entry[1:]
    )  # without the offset in the file: size, CRC-32, dtype, shape


def _compared(
    kind: ChangeKind, record: RunRecord, name: str, a: Arrays, b: Arrays, other: str, rtol: float
) -> Change | None:
    if kind == "outside write" and (name in a) != (other in b):
        which = "first" if name in a else "second"
        return _change(kind, f"{name} is written from outside the program only in the {which} run", record, name)
    found = differs(a, name, b, other, rtol)
    return None if found is None else _change(kind, f"{name}: {found.text}", record, name)


def _change(kind: ChangeKind, text: str, record: RunRecord, name: str) -> Change:
    variable = _variable(record.plan, name)
    maker = None if variable is None or kind != "function result" else variable.op
    site = maker.site if maker is not None else None if variable is None else variable.site
    called = name_beside(record.plan.block.program, name)
    return Change(kind, text, *where(site), step=record.step, name=name, called=called)


def _variable(plan: Plan, name: str) -> Variable | None:
    found = plan.block.find(name)
    if found is not None:
        return found
    return next((b.vars[name] for b in plan.block.program.blocks if name in b.vars), None)


def _state_changes(a: RunRecord, b: RunRecord) -> Iterator[Change]:
    places = [_place_text(record) for record in (a, b)]
    if places[0] != places[1]:
        yield Change("place", f"{places[0]} -> {places[1]}", step=a.step)
    draws = plan_layout(a.plan).draws or plan_layout(b.plan).draws
    if draws and a.rng_state is not None and b.rng_state is not None and not _same_state(a.rng_state, b.rng_state):
        yield Change("seed", _seed_text(a.rng_state, b.rng_state), step=a.step)
    if a.error != b.error:
        yield Change("error", errors_text(a.error, b.error), step=a.step)


def _place_text(record: RunRecord) -> str:
    place = record.plan.place
    return "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"


def _same_state(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    for name, value in a.items():
        other = b[name]
        if isinstance(value, Mapping):
            if not _same_state(value, other):
                return False
        elif not np.array_equal(value, other):
            return False
    return True


def _seed_text(a: RngState, b: RngState) -> str:
    keys = [state["state"]["key"] for state in (a, b)]
    if np.array_equal(*keys):
        return "the random stream is at another position: one run has drawn more numbers before"
    seeds = [_seed(key) for key in keys]
    if None in seeds:
        return "the random state at the start differs"
    return f"paddle.seed({seeds[0]}) -> paddle.seed({seeds[1]})"


def _seed(key: Any) -> int | None:
    """Return the seed from which a random state was made, if this seed is below SEEDS. Otherwise return None."""
    wanted = key.tolist()
    found = (seed for seed in range(SEEDS) if np.random.Philox(seed).state["state"]["key"].tolist() == wanted)
    return next(found, None)


def _result_changes(a: RunRecord, b: RunRecord, aligned: Alignment, rtol: float) -> Iterator[Change]:
    if not aligned.same_operators:  # the ticks are different places
        return
    for tick in a.call_results.keys() & b.call_results.keys():
        results, others = a.call_results[tick], b.call_results[tick]
        for name in results:
            found = differs(results, name, others, aligned.other_name(name), rtol)
            if found is not None:
                yield _change("function result", f"{name}: {found.text}", a, name)


def _edit_changes(a: RunRecord, b: RunRecord) -> Iterator[Change]:
    for record, others, which in ((a, b.edits, "first"), (b, a.edits, "second")):
        for edit in record.edits:
            if not any(_is_equal_edit(edit, other) for other in others):
                what = part_text(edit.name, edit.part)
                yield _change("edit", f"{what} was set by hand, in the {which} run", record, edit.name)


def _is_equal_edit(edit: Edit, other: Edit) -> bool:
    if (edit.tick, edit.name) != (other.tick, other.name) or compare(edit.array, other.array) is not None:
        return False
    if isinstance(edit.part, np.ndarray) or isinstance(other.part, np.ndarray):
        return np.array_equal(edit.part, other.part)
    return edit.part == other.part
