"""Journal of a session: the data from which every position of past runs can be computed again, bit for bit.

The journal records only data that cannot be computed: feeds, random states, results of the user's Python functions, and
values that were set from outside. All other values are computed again from the nearest keyframe. A keyframe is a copy
of all persistent values. If a run is executed operator by operator, the journal stores the arrays of the run without a
copy, because no run writes to an array that another run can read. Lowered (compiled) runs update values in place, so
these values are copied into a keyframe. Source: O'Callahan et al. 2017, "Engineering Record and Replay for
Deployability" (rr).
"""

from __future__ import annotations

import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from opscope.core.place import has_numbers
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.core.user_defaults import BUDGET
from opscope.debug.replay.array_slabs import ArraySlabs
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import Arrays, RunRecord, Shapes
from opscope.debug.replay.static_kind import STATIC
from opscope.errors import NotFound
from opscope.ir.clone_prune import clone
from opscope.ir.program.program import Program
from opscope.runtime.frame import Context, Frame
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.trace import ShapeProfile
from opscope.runtime.plan import Plan
from opscope.runtime.scope import Scope

KEYFRAME_INTERVAL = 0.1  # minimum seconds of execution between keyframes, which limits the time of going back
MAX_FETCHED = 16  # elements; larger values that a run returns are recomputed on request
# Keyframes are so rare that their copies take at most this share of the time. The duration of a copy is taken from
# the fastest of the last keyframes: a slow one that other work interrupted would delay the next for a long time.
KEYFRAME_SHARE = 50
MAX_RANGES = 4  # ranges of steps in an error text

NOTHING_RAN = "nothing has run yet"


@dataclass(slots=True)
class Segment:
    """A keyframe (persistent values before the first run), and the records of the runs up to the next keyframe.

    A segment is `isolated` if it contains a record of eager calls, which is not replayed from a keyframe. An isolated
    segment has no keyframe, and `on_record` is not called for an isolated segment.
    """

    keyframe: Arrays
    records: list[RunRecord] = field(default_factory=list[RunRecord])
    isolated: bool = False

    def numbers(self) -> list[tuple[int, int]]:
        """Return the number of each run, and the step of each run."""
        return [(record.run, record.step) for record in self.records]

    def part(self, first: int) -> Segment:
        """Return a segment with the runs from index `first` on. The new segment has a keyframe only if `first` is 0."""
        return Segment({} if first else self.keyframe, self.records[first:])

    @property
    def nbytes(self) -> int:
        """Number of bytes of the keyframe and of all records."""
        return sum(a.nbytes for a in self.keyframe.values()) + sum(r.nbytes for r in self.records)


class PersistentValue:
    """A persistent value after the last recorded run. `array` is a separate array, or None if `tensor` has the value.

    While the version number of the tensor is `version`, the value has not changed. If a recorded run updates the value
    in place, this update does not count as a change.
    """

    __slots__ = ("array", "tensor", "version")

    def __init__(self, array: Any, tensor: DenseTensor | None, version: int) -> None:
        self.array = array
        self.tensor = tensor
        self.version = version

    def is_in(self, tensor: DenseTensor | None) -> bool:
        """Return True if the tensor still contains this value."""
        return tensor is not None and self.tensor is tensor and self.version == tensor.version

    @property
    def nbytes(self) -> int:
        """Number of bytes of the value."""
        array = self.tensor.storage if self.array is None and self.tensor is not None else self.array
        return 0 if array is None else array.nbytes

    def copy(self, slabs: ArraySlabs) -> Any:
        """Return an array that no code modifies; None if the value no longer exists."""
        if self.array is not None or self.tensor is None or self.tensor.storage is None:
            return self.array
        return slabs.copy(self.tensor.storage)


class Journal:
    """The latest runs, in segments. All segments together take at most `budget` bytes.

    If the budget is full, the oldest segment is dropped. A new segment begins when the newest segment contains
    `keyframe_interval` seconds of execution, unless the keyframes would then take most of the budget. After a record
    was added to a segment, the function `on_record` is called with the segment, and with the number of bytes by which
    the segment has grown. If `on_record` is set, keyframes may take a larger part of the budget.
    """

    def __init__(
        self,
        budget: int = BUDGET,
        keyframe_interval: float = KEYFRAME_INTERVAL,
        on_record: Callable[[Segment, int], None] | None = None,
    ) -> None:
        self.budget = budget
        self._slabs = ArraySlabs(budget)
        self.keyframe_interval = keyframe_interval
        self.segments: deque[Segment] = deque()
        self.nbytes = 0
        self.run_count = 0  # number of runs that have begun
        self.dropped = 0  # number of runs whose records were dropped
        self.thread = 0  # number of the program's thread whose runs are being recorded
        self._pending: RunRecord | None = None  # record of the last run, until it is appended
        self.recording = True  # see `switch`
        self._gap = False  # True if runs were not recorded since the newest segment
        self.on_record = on_record
        self._reported = 0  # bytes of the newest segment at the last call of `on_record`
        self._persistent: dict[str, PersistentValue] = {}  # persistent values after the last run
        self._loaded: Arrays = {}  # values loaded by the current run
        # the last lowered run, the epoch of tensors at its start, and the number of commits in place after it
        self._in_place: tuple[LoweredPlan | None, int, int] = (None, 0, 0)
        self._newest: tuple[LoweredPlan, Plan, Shapes] | None = None  # a lowered plan, and parts that its records share
        self._epoch = 0  # epoch of tensors at the start of the current lowered run
        # by number of a root scope: commits in place that were recorded, or whose values are known
        self._commits: dict[int, int] = {}
        self._keyframe_bytes = 0
        self._keyframe_speeds: deque[float] = deque(maxlen=8)  # seconds per byte of the newest keyframes
        self._keyframe_seconds = 0.0  # duration of the newest keyframe at the fastest of these speeds
        self._segment_bytes: deque[int] = deque()  # by segment
        self._first_segment = 0  # how many segments were dropped
        self._whole: deque[tuple[int, RunRecord]] = deque()  # isolated records, each with the number of its segment
        self._segment_seconds = 0.0  # execution time of the newest segment
        self._shapes: weakref.WeakKeyDictionary[Plan, tuple[ShapeProfile, Shapes]] = weakref.WeakKeyDictionary()
        self._stripped_plans: weakref.WeakKeyDictionary[Plan, Plan] = weakref.WeakKeyDictionary()
        self._programs: weakref.WeakValueDictionary[int, Program] = weakref.WeakValueDictionary()
        self._has_eager_code = False

    def begin(self, frame: Frame, step: int) -> RunRecord:
        """Begin the record of a run that is executed operator by operator.

        At the end of the run, the caller appends the record with `finish`.
        """
        plan, scope = frame.plan, frame.context.scope
        self._note_foreign_commits(scope)
        self._loaded = {name: frame.env[slot] for name, slot in plan.loads}
        changed = self._changes_of_pending()
        for name, value in self._loaded.items():
            known, tensor = self._persistent.get(name), _tensor(scope, name)
            if known is None or not (known.array is value or known.is_in(tensor)):
                changed[name] = value
                known = PersistentValue(value, tensor, 0)
            self._persistent[name] = PersistentValue(known.array, tensor, 0 if tensor is None else tensor.version)
        if self._needs_keyframe():
            self._open_segment()
        record = RunRecord(
            run=self.run_count,
            step=step,
            executor_step=frame.context.step,
            plan=self.strip_probes(plan),
            feeds={name: frame.env[slot] for name, slot in (*plan.feeds, *plan.extra_feeds)},
            scope_changes=changed,
            kind=STATIC,
            rng_state=frame.context.rng.get_state(),
            thread=self.thread,
        )
        self.run_count += 1
        self._pending = record
        return record

    def finish(self, record: RunRecord, frame: Frame) -> None:
        """Append the record of a run that has succeeded, before the results of the run are stored in the scope."""
        for name, slot in frame.plan.fetches:
            _keep_if_small(record.fetched, name, frame.env[slot])
        self.append(record)  # first: if an interrupt comes before it has finished, nothing is stored
        for name, slot in frame.stores:
            value, tensor = frame.env[slot], _tensor(frame.context.scope, name)
            version = 0 if tensor is None else tensor.version + (value is not self._loaded.get(name))
            self._persistent[name] = PersistentValue(value, tensor, version)
        self._in_place = None, 0, 0

    # --- lowered runs -------------------------------------------------------------------------------

    def begin_lowered(self, lowered: LoweredPlan, context: Context, step: int, draws: bool) -> RunRecord:
        """Start the record of a lowered (compiled) run. `draws` is True if the run may draw random numbers.

        At the end of the run, the caller appends the record with `finish_lowered`.
        """
        scope, self._epoch = lowered.scope, DenseTensor.epoch
        self._note_foreign_commits(scope)
        changed = self._changes_of_pending()
        if self._in_place != (lowered, self._epoch, scope.root.commits_in_place):
            for name, _ in lowered.plan.loads:
                known, tensor = self._persistent.get(name), lowered.buffers.tensor(name)
                if known is None or not known.is_in(tensor):
                    changed[name] = value = tensor.array
                    self._persistent[name] = PersistentValue(value, tensor, tensor.version)
        if self._needs_keyframe():
            self._open_segment()
        if self._newest is None or self._newest[0] is not lowered:
            shapes = self.expected_shapes(lowered.plan, lowered.profile)
            self._newest = lowered, self.strip_probes(lowered.plan), shapes
        _, plan, shapes = self._newest
        copy = self._slabs.copy
        record = RunRecord(
            run=self.run_count,
            step=step,
            executor_step=context.step,
            plan=plan,
            feeds={name: copy(array) if self.recording else array for name, array in lowered.feed_arrays},
            scope_changes=changed,
            kind=STATIC,
            rng_state=context.rng.get_state() if draws else None,
            lowered=len(plan.instructions),
            shapes=shapes,
            thread=self.thread,
        )
        self.run_count += 1
        self._pending = record
        return record

    def finish_lowered(self, record: RunRecord, lowered: LoweredPlan) -> None:
        """Append the record of a successful lowered (compiled) run, which has updated persistent values in place."""
        for (name, _), array in zip(lowered.plan.fetches, lowered.fetched_arrays, strict=True):
            _keep_if_small(record.fetched, name, array)
        self.append(record)  # first: after an interrupt before its end, its commit counts as a commit of an unknown run
        root = lowered.scope.root
        if self._in_place[0] is not lowered or record.scope_changes:
            for name, _ in lowered.plan.stores:
                tensor = lowered.buffers.tensor(name)
                self._persistent[name] = PersistentValue(None, tensor, tensor.version)
        # more commits than this run's: the user's functions have also run programs
        if root.commits_in_place - self._commits.get(root.number, 0) <= 1:
            self._commits[root.number] = root.commits_in_place
        self._in_place = lowered, self._epoch, self._commits.get(root.number, 0)

    def _changes_of_pending(self) -> Arrays:
        """Return the scope changes of the last record if an interrupt came before this record was appended.

        Otherwise, return {}.
        """
        pending, self._pending = self._pending, None
        if pending is None:
            return {}
        self.run_count -= 1
        return dict(pending.scope_changes)

    def _note_foreign_commits(self, scope: Scope | None) -> None:
        """If an unrecorded run has updated tensors in place, delete the information about the former values."""
        if scope is not None and scope.root.commits_in_place != self._commits.get(scope.root.number, 0):
            self._persistent = {n: v for n, v in self._persistent.items() if v.array is not None and not _is_home(v)}
            self._commits[scope.root.number] = scope.root.commits_in_place
            self._in_place = None, 0, 0

    def enter_thread(self, number: int) -> None:
        """Set the number of the program's thread to which the next runs belong."""
        self.thread = number

    def switch(self, recording: bool, budget: int | None = None) -> None:
        """Switch recording off or on, or change the budget of the journal.

        Runs that were not recorded are missing in the history.
        """
        self._gap = self._gap or (recording and not self.recording)
        self.recording = recording
        if not recording:
            self._slabs.release()
        if budget is not None:
            self.budget, self._slabs = budget, ArraySlabs(budget)
            self._make_room(0)

    def append(self, record: RunRecord) -> None:
        """Append the record of a run that has succeeded or failed."""
        self._pending = None
        if not self.recording or self._gap:  # with a gap, the run began before recording was switched on
            self.dropped += 1
            return
        if not self.segments:  # the persistent values alone exceed the budget
            self.dropped += 1
            return
        nbytes = record.nbytes
        self._make_room(nbytes)
        if not self.segments:
            self.dropped += 1
            return
        self.segments[-1].records.append(record)
        self._segment_seconds += record.seconds
        self._add_bytes(nbytes)
        self._report()

    def append_isolated(self, record: RunRecord) -> None:
        """Append a record of eager calls, in an isolated segment without a keyframe.

        The record becomes the record of the latest run, and gets a new run number.
        """
        self._has_eager_code = True
        record.run, record.thread = self.run_count, self.thread
        self.run_count += 1
        if not self.recording:
            self.dropped += 1
            return
        self._gap = False
        self.segments.append(Segment({}, isolated=True))
        self._segment_bytes.append(0)
        self.append(record)
        self._whole.append((self._first_segment + len(self.segments) - 1, record))

    def _report(self) -> None:
        """Call `on_record` after a record was added to the newest segment."""
        segment, size = self.segments[-1], self._segment_bytes[-1]
        if self.on_record is None or segment.isolated:  # eager code is reported by its own archive
            return
        added, self._reported = size - (self._reported if len(segment.records) > 1 else 0), size
        self.on_record(segment, added)

    def release(self) -> None:
        """At the end of the session, release the program's plans and persistent values."""
        self._slabs.release()
        self._newest, self._in_place, self._persistent, self._loaded = None, (None, 0, 0), {}, {}

    def strip_probes(self, plan: Plan) -> Plan:
        """Return the plan without the instructions that passes have added, such as the probes of taps."""
        found = self._stripped_plans.get(plan)
        if found is None:
            found = self._stripped_plans[plan] = _strip_probes(plan)
            if plan.feeds or plan.fetches:
                self._programs[plan.block.program.id] = plan.block.program
            _snapshot_program(found)
        return found

    def expected_shapes(self, plan: Plan, profile: ShapeProfile) -> Shapes:
        """Return the expected shapes for the field `shapes` in the record of a lowered (compiled) run."""
        found = self._shapes.get(plan)
        if found is None or found[0] is not profile:
            made = (i for i in plan.instructions if i.kind == "op" and (i.plans or i.operator.op.opaque))
            slots = {slot for instruction in made for slot in instruction.writes}
            shapes = {name: profile.get(slot) for name, slot in plan.slots.items() if slot in slots}
            found = self._shapes[plan] = profile, shapes
        return found[1]

    # --- lookup -------------------------------------------------------------------------------------

    def records(self) -> list[RunRecord]:
        """Return all records in the history, oldest record first."""
        return [record for segment in list(self.segments) for record in segment.records]

    def find(self, run: int) -> tuple[Segment, int] | None:
        """Return the segment that contains a run, and the index of the run in this segment.

        The result is None if the history does not have the run.
        """
        segments, low, high = self.segments, 0, len(self.segments)
        while low < high:  # the first segment that begins after the run; the newest may still be empty
            middle = (low + high) // 2
            records = segments[middle].records
            low, high = (middle + 1, high) if records and records[0].run <= run else (low, middle)
        segment = segments[low - 1] if low else None
        if segment is None or run > segment.records[-1].run:
            return None
        return segment, run - segment.records[0].run

    def neighbor(self, run: int, offset: int) -> int:
        """Return the number of the recorded run before (offset -1) or after (offset 1) a run."""
        beside = run + offset
        if self.find(beside) is not None or (self._pending is not None and self._pending.run == beside):
            return beside
        kept = [s.records[-1 if offset < 0 else 0].run for s in self.segments if s.records]
        kept += [] if self._pending is None else [self._pending.run]
        beyond = [other for other in kept if (other < run if offset < 0 else other > run)]
        return (max if offset < 0 else min)(beyond) if beyond else beside

    @property
    def modes(self) -> set[str]:
        """The types of code whose runs are in the journal: "program", "eager", or both."""
        return {"eager" if segment.isolated else "program" for segment in self.segments if segment.records}

    @property
    def keyframes(self) -> int:
        """Number of keyframes."""
        return len(self.segments)

    def first_run(self) -> int | None:
        """Return the number of the first run in the history."""
        return next((r.run for s in list(self.segments) for r in s.records), None)

    def last_record(self) -> RunRecord | None:
        """Return the record of the last run in the history."""
        return next((s.records[-1] for s in reversed(list(self.segments)) if s.records), None)

    def record_of_step(self, step: int) -> RunRecord | None:
        """Return the record of a step; None if the history does not have the step."""
        for segment in reversed(self.segments):
            for record in reversed(segment.records):
                if record.step == step:
                    return record
                if 0 < record.step < step:
                    return None
        return None

    def nothing_kept(self) -> tuple[str, str]:
        """Return a pair of texts: the reason why the journal has no runs, and a fix."""
        if not self.run_count:
            return NOTHING_RAN, "run the program first"
        if not self.recording:
            return "no run is recorded: recording is off", "run.record('on')"
        return (
            f"the history is empty: a run needs more than the budget of {self.budget:,} bytes",
            "set a larger budget: start(..., record='1GB'), or --budget 1GB",
        )

    def not_kept(self, what: str = "it is") -> NotFound:
        """Make the error for steps that the history does not have.

        `what` is the beginning of the error text, such as `step 3 is`.
        """
        if self.first_run() is None:
            why, fix = self.nothing_kept()
            return NotFound(why, fix=fix)
        kept = steps_text(self.kept_steps())
        return NotFound(f"{what} not in the history", fix=f"choose from the history, which has {kept}")

    def steps(self) -> Iterable[RunRecord]:
        """Return the records of all steps in the history, oldest step first."""
        return [record for record in self.records() if record.step]

    def programs(self) -> KnownPrograms:
        """Return the programs that have run in steps; startup programs are not included."""
        return KnownPrograms(self._programs.values(), complete=not self._has_eager_code)

    def step_range(self) -> tuple[int, int]:
        """Return the first and the last step in the history; (0, 0) if the history has no step."""
        segments = list(self.segments)  # called in any thread, while the program adds and drops segments
        first = next((r.step for s in segments for r in s.records if r.step), 0)
        last = next((r.step for s in reversed(segments) for r in reversed(s.records) if r.step), 0)
        return first, last

    def kept_steps(self) -> list[tuple[int, int]]:
        """Return the steps in the history as ranges (first, last), without unrecorded steps."""
        ends = (
            (next((r.step for r in s.records if r.step), 0), next((r.step for r in reversed(s.records) if r.step), 0))
            for s in list(self.segments)
        )
        return joined_ranges(ends)

    # --- segments -----------------------------------------------------------------------------------

    def _needs_keyframe(self) -> bool:
        if not self.recording:
            return False
        if not self.segments or self.segments[-1].isolated or self._gap:
            return True
        if not self.segments[-1].records:
            return False
        kept, keyframe = self._segment_bytes[-1], self._keyframe_bytes
        if kept - keyframe > self.budget / 4:
            return True
        interval = self.keyframe_interval and max(self.keyframe_interval, KEYFRAME_SHARE * self._keyframe_seconds)
        if self._segment_seconds < interval:
            return False
        frames_fit = keyframe * 2 * (len(self.segments) + 1) < self.budget or self.on_record is not None
        return frames_fit or kept >= 2 * keyframe

    def _open_segment(self) -> None:
        self._gap = False
        if sum(value.nbytes for value in self._persistent.values()) > self.budget:  # nothing is copied or recorded
            self._make_room(self.budget + 1)
            return
        start = time.perf_counter()
        copies = ((name, value.copy(self._slabs)) for name, value in self._persistent.items())
        segment, self._segment_seconds = Segment({name: a for name, a in copies if a is not None}), 0.0
        self._keyframe_bytes = segment.nbytes
        self._keyframe_speeds.append((time.perf_counter() - start) / max(segment.nbytes, 1))
        self._keyframe_seconds = segment.nbytes * min(self._keyframe_speeds)
        self._segment_bytes.append(0)
        self.segments.append(segment)
        self._make_room(self._keyframe_bytes)
        if self.segments:
            self._add_bytes(self._keyframe_bytes)

    def _make_room(self, nbytes: int) -> None:
        """Condense or drop the oldest segments until `nbytes` more bytes fit into the budget.

        If the bytes alone exceed the budget, drop all segments.
        """
        while self.segments and self.nbytes + nbytes > self.budget:
            if not self._condense_oldest():
                self._drop_oldest()

    def condense(self, run: int) -> None:
        """Condense the isolated records up to a run: drop the data that can be computed again."""
        while self._whole and self._whole[0][1].run <= run:
            self._condense_oldest()

    def _condense_oldest(self) -> bool:
        """Condense the oldest isolated record that can be condensed. Returns False if there is no such record."""
        while self._whole:
            number, record = self._whole.popleft()
            index = number - self._first_segment
            if index >= 0 and record.condense():
                freed = self._segment_bytes[index] - record.nbytes
                self._segment_bytes[index] -= freed
                self.nbytes -= freed
                return True
        return False

    def _add_bytes(self, nbytes: int) -> None:
        self._segment_bytes[-1] += nbytes
        self.nbytes += nbytes

    def _drop_oldest(self) -> None:
        self.dropped += len(self.segments.popleft().records)
        self.nbytes -= self._segment_bytes.popleft()
        self._first_segment += 1


def joined_ranges(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join adjacent ranges of steps, and omit empty ranges (0, 0)."""
    found: list[tuple[int, int]] = []
    for first, last in ranges:
        if not first:
            continue
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def steps_text(ranges: Sequence[tuple[int, int]]) -> str:
    """Format ranges of steps as text: `step 1`, `steps 1 to 40 and 61 to 90`.

    >>> steps_text([(1, 1)]), steps_text([(1, 2), (5, 5)])
    ('step 1', 'steps 1 to 2 and 5')
    """
    is_one = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    return f"{'step' if is_one else 'steps'} {ranges_text(ranges)}"


def ranges_text(ranges: Sequence[tuple[int, int]]) -> str:
    """Format several ranges of steps as text: `1 to 40 and 61 to 90`.

    If there are many ranges, the text has only the last ranges.

    >>> ranges_text([(1, 40), (50, 50), (61, 90)])
    '1 to 40, 50 and 61 to 90'
    """
    texts = [f"{first} to {last}" if last > first else str(first) for first, last in ranges]
    texts = texts if len(texts) <= MAX_RANGES else ["...", *texts[-MAX_RANGES:]]
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def _keep_if_small(kept: Arrays, name: str, value: Any) -> None:
    if has_numbers(value) and value.size < MAX_FETCHED:
        kept[name] = value.copy()


def _tensor(scope: Scope | None, name: str) -> DenseTensor | None:
    found = None if scope is None else scope.find_var(name)
    return None if found is None else found.get_tensor()


def _is_home(value: PersistentValue) -> bool:
    """Return True if lowered (compiled) runs update the value in place, in the tensor of the value."""
    return value.tensor is not None and value.tensor.home is not None


_recorded_programs: weakref.WeakKeyDictionary[Plan, Program] = weakref.WeakKeyDictionary()
# by program: the copied version, the copy
_latest_clones: weakref.WeakKeyDictionary[Program, tuple[int, Program]] = weakref.WeakKeyDictionary()


def recorded_program(plan: Plan) -> Program:
    """Return the program of a plan, as the program was when the plan was first recorded.

    The user may have changed the program after the plan was first recorded.
    """
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
    kept = [i for i in plan.instructions if i.kind == "op"]
    if kept != list(plan.instructions):
        plan = plan.with_instructions(kept)
    return plan.map_plans(_strip_probes)
