"""Search for parameters and learning rates that grew fast before an overflow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from opscope.core.place import has_numbers, to_host
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.debug.replay.replayer import find_record
from opscope.debug.why.executions import ExecutedOp, writer_before
from opscope.debug.why.run_history import RunHistory

FACTOR = 100.0  # growth that counts as an explosion
RATE_FACTOR = 10.0  # the same for a learning rate
MAX_RUNS = 4000  # number of runs before the overflow that are examined
MAX_EAGER_RECORDS = 200


@dataclass(frozen=True)
class Growth:
    """Growth of the largest magnitude in a value. `start` and `end` are tuples (step, magnitude)."""

    name: str
    start: tuple[int, float]
    end: tuple[int, float]
    points: tuple[tuple[int, float], ...]

    @property
    def rate(self) -> float:
        """The factor by which the magnitude grows per step, on average."""
        steps = max(self.end[0] - self.start[0], 1)
        low = max(self.start[1], np.finfo("float32").tiny)
        return float((self.end[1] / low) ** (1 / steps))

    def __str__(self) -> str:
        (first, low), (last, high) = self.start, self.end
        rate = f"{self.rate:.3g} times a step"
        return f"{self.name} grew from {low:.3g} in step {first} to {high:.3g} in step {last}, {rate}"


def grown(history: RunHistory, run: int, names: Iterable[str]) -> list[Growth]:
    """Return the values among `names` that grew fast before a run, fastest growth first.

    The names are names of persistent values, which are stored between runs.
    """
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return []
    series = (
        _recorded_magnitudes(history, run, wanted)
        if "recompute" not in history.record(run).kind.abilities
        else _magnitudes(history, run, wanted)
    )
    found = [g for name in wanted if (g := _growth(name, series.get(name, []))) is not None]
    return sorted(found, key=lambda g: -g.rate)


def grown_rate(history: RunHistory, run: int, name: str | None) -> Growth | None:
    """Return a learning rate that grew fast before a run.

    In programs, the user's code can change the learning rate between runs.
    """
    recorded = "recompute" not in history.record(run).kind.abilities
    points: list[tuple[int, float]] = []
    first: RunRecord | None = None
    for record in _records_before(history, run, MAX_EAGER_RECORDS if recorded else MAX_RUNS):
        points += [(record.step, rate) for rate in record.learning_rates[-1:]]
        if name in record.scope_changes:
            points.append((record.step, _largest(record.scope_changes[name])))
        first = record
    if (
        first is not None
        and name is not None
        and not recorded
        and has_numbers(before := history.loaded(first.run, name))
    ):
        points.append((first.step, _largest(before)))
    return _growth("the learning rate", points[::-1], RATE_FACTOR)


def _records_before(history: RunHistory, run: int, limit: int) -> Iterator[RunRecord]:
    """Yield the records of the steps up to a run, latest step first."""
    for _ in range(limit):
        record = find_record(history.journal, run)
        if record is None and history.navigator.live is not None and history.navigator.live.record.run == run:
            record = history.navigator.live.record
        if record is not None and record.step:
            yield record
        before = history.journal.neighbor(run, -1)
        if before >= run:
            return
        run = before


def _largest(value: Any) -> float:
    return float(np.abs(to_host(value)).max())


def parameters_behind(executions: list[ExecutedOp], call: ExecutedOp) -> list[str]:
    """Return the names of the values on which a call depends and which existed before the run."""
    found: dict[str, None] = {}
    seen: set[int] = set()
    waiting = [call]
    while waiting:
        at = waiting.pop()
        if id(at) in seen:
            continue
        seen.add(id(at))
        for name, value in at.inputs:
            if name is None or not has_numbers(value):
                continue
            writer = writer_before(executions, name, value, at.tick)
            if writer is None:
                found[name] = None
            else:
                waiting.append(writer[0])
    return list(found)


def _growth(name: str, points: list[tuple[int, float]], factor: float = FACTOR) -> Growth | None:
    finite = [(s, v) for s, v in points if np.isfinite(v)]
    if len(finite) < 2:
        return None
    end = finite[-1]
    low = min(v for _, v in finite if v > 0) if any(v > 0 for _, v in finite) else 0.0
    if low == 0 or end[1] < factor * low:
        return None
    # growth begins after the last point close to the minimum
    start = max((p for p in finite if p[1] <= 2 * low), key=lambda p: p[0])
    return Growth(name, start, end, tuple(points))


def _magnitudes(history: RunHistory, run: int, names: list[str]) -> dict[str, list[tuple[int, float]]]:
    """Recompute up to about MAX_RUNS runs before `run`. Returns the largest magnitude of each value in each step."""
    series: dict[str, list[tuple[int, float]]] = {name: [] for name in names}
    journal = history.journal
    found = journal.find(journal.neighbor(run, -1))
    segments = []
    count = 0
    while found is not None and not found[0].isolated and count < MAX_RUNS:
        segments.append(found[0])
        count += len(found[0].records)
        found = journal.find(journal.neighbor(found[0].records[0].run, -1))
    for segment in reversed(segments):
        replay = ReplayScope()
        replay.restore(segment.keyframe)
        for record in segment.records:
            if record.run >= run:
                break
            history.navigator.search.advance()
            replay.run(record)
            if record.step:
                _note(series, record.step, ((name, replay.scope.array(name)) for name in names))
    live = history.record(run)
    if live.step:
        _note(series, live.step, ((name, history.loaded(run, name)) for name in names if name not in live.feeds))
    return series


def _recorded_magnitudes(history: RunHistory, run: int, names: list[str]) -> dict[str, list[tuple[int, float]]]:
    series: dict[str, list[tuple[int, float]]] = {name: [] for name in names}
    records: list[RunRecord] = []
    run = history.journal.neighbor(run, -1)  # values at the end of the run itself were written after the overflow
    while len(records) < MAX_EAGER_RECORDS and (record := find_record(history.journal, run)) is not None:
        if "recompute" not in record.kind.abilities and record.step:
            records.append(record)
        run = history.journal.neighbor(run, -1)
    for record in reversed(records):
        history.navigator.search.check()
        _note(series, record.step, ((name, record.final_value(name)) for name in names))
    return series


def _note(series: dict[str, list[tuple[int, float]]], step: int, values: Iterable[tuple[str, Any]]) -> None:
    for name, value in values:
        if has_numbers(value) and value.size and value.dtype.kind == "f":
            series[name].append((step, _largest(value)))
