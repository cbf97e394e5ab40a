"""The journal of a session: the data from which any place of a past run can be computed again, bit for bit.

The journal records only what cannot be computed: feeds, random states, results of the user's Python functions and
values set from outside. Everything else is computed again from the nearest keyframe, which holds all persistent
values. Arrays are kept without a copy: a run never writes to an array that another run can see.
Source: O'Callahan et al. 2017, "Engineering Record and Replay for Deployability" (rr).
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from opscope.debug.replay.edit_log import Edit
from opscope.ir.clone_prune import clone
from opscope.ir.program.program import Program
from opscope.runtime.frame import Frame
from opscope.runtime.plan import Plan

DEFAULT_BUDGET = 256 << 20  # bytes
RECORD_BYTES = 2 << 10  # bytes of a record without its arrays, as tracemalloc measures them
RNG_STATE_BYTES = 1 << 10  # bytes of one random state
KEYFRAME_INTERVAL = 0.1  # least seconds of execution between keyframes: the time that going back may take

Arrays = dict[str, Any]  # by name
RngState = dict[str, Any]  # as returned by Generator.get_state


@dataclass(slots=True)
class RunRecord:
    """The record of one run of a program.

    - `run`: the number of the run, from 0, over all programs.
    - `step`: the number of the step, from 1; 0 for a run that is no step (a startup program, an evaluation).
    - `executor_step`: the step number in the executor's context.
    - `scope_changes`: values that the run read from the scope and that the previous run did not leave there.
    - `rng_state`: the random state at the start.
    - `call_results`: results of the user's functions, by tick, by name.
    - `rng_states`: random states by tick, where they do not follow from the run so far.
    - `kept_values`: values recorded in full, for the option `keep`.
    - `edits`: the user's changes.
    - `ticks`: the number of places of the run (see `RunCursor`); 0 if it did not finish.
    - `error`: the error that ended it, "" if none did.
    """

    run: int
    step: int
    executor_step: int
    plan: Plan
    feeds: Arrays
    scope_changes: Arrays
    rng_state: RngState | None = None
    call_results: dict[int, Arrays] = field(default_factory=dict[int, Arrays])
    rng_states: dict[int, RngState] = field(default_factory=dict[int, RngState])
    kept_values: Arrays = field(default_factory=Arrays)
    edits: list[Edit] = field(default_factory=list[Edit])
    seconds: float = 0.0
    ticks: int = 0
    error: str = ""

    @property
    def nbytes(self) -> int:
        """Bytes of this record and of its arrays."""
        groups: list[Iterable[Any]] = [self.feeds.values(), self.scope_changes.values(), self.kept_values.values()]
        groups += [arrays.values() for arrays in self.call_results.values()]
        groups.append(array for _, _, array in self.edits)
        arrays = sum(array.nbytes for group in groups for array in group if array is not None)
        return arrays + RECORD_BYTES + RNG_STATE_BYTES * len(self.rng_states)


@dataclass(slots=True)
class Segment:
    """A keyframe (the persistent values before its first run) and the records of the runs up to the next keyframe.

    An `isolated` segment holds a record that cannot be replayed (eager calls): it has no keyframe, and it is not
    written to disk.
    """

    keyframe: Arrays
    records: list[RunRecord] = field(default_factory=list[RunRecord])
    isolated: bool = False

    @property
    def nbytes(self) -> int:
        """Bytes of the keyframe and of all records."""
        return sum(a.nbytes for a in self.keyframe.values()) + sum(r.nbytes for r in self.records)


class Journal:
    """The latest runs, in segments, within a byte budget. When the budget is full, the oldest segment is dropped.

    A new segment begins when the newest one holds `keyframe_interval` seconds of execution, unless keyframes would
    then take most of the budget. `on_segment` is called with each complete segment; with it, keyframes may take more.
    """

    def __init__(
        self,
        budget: int = DEFAULT_BUDGET,
        keyframe_interval: float = KEYFRAME_INTERVAL,
        on_segment: Callable[[Segment], None] | None = None,
    ) -> None:
        self.budget = budget
        self.keyframe_interval = keyframe_interval
        self.segments: deque[Segment] = deque()
        self.nbytes = 0
        self.run_count = 0  # runs that have begun
        self.dropped = 0  # runs whose records were dropped
        self._record_pending = False  # whether the record of the last run is not appended yet
        self._on_segment = on_segment
        self._persistent: Arrays = {}  # the persistent values after the last run
        self._segment_bytes: deque[int] = deque()  # by segment
        self._segment_seconds = 0.0  # execution time of the newest segment
        self._stripped_plans: weakref.WeakKeyDictionary[Plan, Plan] = weakref.WeakKeyDictionary()

    def begin(self, frame: Frame, step: int) -> RunRecord:
        """Start the record of a run. Append it when the run is over."""
        if self._record_pending:  # an interrupt came before the last record was appended
            self.run_count -= 1
        self._record_pending = True
        plan = frame.plan
        loads = {name: frame.env[slot] for name, slot in plan.loads}
        changed = {name: value for name, value in loads.items() if self._persistent.get(name) is not value}
        self._persistent.update(changed)
        if self._needs_keyframe():
            self._open_segment()
        record = RunRecord(
            run=self.run_count,
            step=step,
            executor_step=frame.context.step,
            plan=self.strip_probes(plan),
            feeds={name: frame.env[slot] for name, slot in (*plan.feeds, *plan.extra_feeds)},
            scope_changes=changed,
            rng_state=frame.context.rng.get_state(),
        )
        self.run_count += 1
        return record

    def finish(self, record: RunRecord, frame: Frame) -> None:
        """Append the record of a run that succeeded, whose results are about to be stored in the scope."""
        self._persistent.update((name, frame.env[slot]) for name, slot in frame.plan.stores)
        self.append(record)

    def append(self, record: RunRecord) -> None:
        """Append the record of a run that succeeded or failed."""
        self._record_pending = False
        if not self.segments:  # the persistent values alone exceed the budget
            self.dropped += 1
            return
        self._make_room(record.nbytes)
        if not self.segments:
            self.dropped += 1
            return
        self.segments[-1].records.append(record)
        self._segment_seconds += record.seconds
        self._add_bytes(record.nbytes)

    def append_isolated(self, record: RunRecord) -> None:
        """Append a record that cannot be replayed, in an isolated segment."""
        self.close()
        self.segments.append(Segment({}, isolated=True))
        self._segment_bytes.append(0)
        self.append(record)

    def close(self) -> None:
        """Complete the newest segment: pass it to `on_segment`."""
        if self.segments and self._on_segment is not None and not self.segments[-1].isolated:
            self._on_segment(self.segments[-1])

    def strip_probes(self, plan: Plan) -> Plan:
        """The plan without the probes of taps."""
        found = self._stripped_plans.get(plan)
        if found is None:
            found = self._stripped_plans[plan] = _strip_probes(plan)
            _snapshot_program(found)
        return found

    # --- lookup -------------------------------------------------------------------------------------

    def records(self) -> list[RunRecord]:
        """All records that are kept, oldest first."""
        return [record for segment in list(self.segments) for record in segment.records]

    def find(self, run: int) -> tuple[Segment, int] | None:
        """The segment of a run and the run's index in it; None if the run is not kept."""
        for segment in reversed(self.segments):
            if segment.records and segment.records[0].run <= run <= segment.records[-1].run:
                return segment, run - segment.records[0].run
        return None

    def neighbor(self, run: int, offset: int) -> int:
        """The number of the run before (offset -1) or after (1) a run, whether it is kept or not."""
        return run + offset

    def first_run(self) -> int | None:
        """The number of the first run that is kept."""
        return next((r.run for s in self.segments for r in s.records), None)

    def last_record(self) -> RunRecord | None:
        """The record of the last run that is kept."""
        return next((s.records[-1] for s in reversed(self.segments) if s.records), None)

    def record_of_step(self, step: int) -> RunRecord | None:
        """The record of a step; None if it is not kept."""
        for segment in reversed(self.segments):
            for record in reversed(segment.records):
                if record.step == step:
                    return record
                if 0 < record.step < step:
                    return None
        return None

    def step_range(self) -> tuple[int, int]:
        """The first and the last step that are kept, (0, 0) if there is none."""
        first = next((r.step for s in self.segments for r in s.records if r.step), 0)
        last = next((r.step for s in reversed(self.segments) for r in reversed(s.records) if r.step), 0)
        return first, last

    # --- segments -----------------------------------------------------------------------------------

    def _needs_keyframe(self) -> bool:
        if not self.segments or self.segments[-1].isolated:
            return True
        if not self.segments[-1].records:
            return False
        kept, keyframe = self._segment_bytes[-1], sum(a.nbytes for a in self._persistent.values())
        if kept > self.budget / 4:
            return True
        frames_fit = keyframe * 2 * (len(self.segments) + 1) < self.budget or self._on_segment is not None
        return self._segment_seconds >= self.keyframe_interval and (frames_fit or kept >= 2 * keyframe)

    def _open_segment(self) -> None:
        self.close()
        segment, self._segment_seconds = Segment(dict(self._persistent)), 0.0
        self._segment_bytes.append(0)
        self.segments.append(segment)
        self._make_room(segment.nbytes)
        if self.segments:
            self._add_bytes(segment.nbytes)

    def _make_room(self, nbytes: int) -> None:
        """Drop the oldest segments until `nbytes` more fit; drop all if they never fit."""
        while self.segments and self.nbytes + nbytes > self.budget:
            self._drop_oldest()

    def _add_bytes(self, nbytes: int) -> None:
        self._segment_bytes[-1] += nbytes
        self.nbytes += nbytes

    def _drop_oldest(self) -> None:
        self.dropped += len(self.segments.popleft().records)
        self.nbytes -= self._segment_bytes.popleft()


_recorded_programs: weakref.WeakKeyDictionary[Plan, Program] = weakref.WeakKeyDictionary()
# by program: the version that was copied, the copy
_latest_clones: weakref.WeakKeyDictionary[Program, tuple[int, Program]] = weakref.WeakKeyDictionary()


def recorded_program(plan: Plan) -> Program:
    """The program of a plan, as it was when the plan was first recorded: the user may have changed it since."""
    found = _recorded_programs.get(plan)
    return plan.block.program if found is None else found


def _snapshot_program(plan: Plan) -> None:
    program = plan.block.program
    version, copy = _latest_clones.get(program, (-1, program))
    if version != program.version:
        copy = clone(program)
        _latest_clones[program] = program.version, copy
    _recorded_programs[plan] = copy


def _strip_probes(plan: Plan) -> Plan:
    plan = plan.map_plans(_strip_probes)
    kept = [i for i in plan.instructions if i.kind == "op"]
    return plan if len(kept) == len(plan.instructions) else plan.with_instructions(kept)
