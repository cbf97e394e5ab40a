"""The journal: what must be kept of past runs so that any point of them can be computed again, bit for bit.

Everything that is not a function of what came before is written down at the boundary (feeds, random state, results of
the user's Python functions, values set from outside); the rest is recomputed from the nearest keyframe, which has
all that persists. Arrays are kept as they are: a run never writes to an array that another one can see.
Source: O'Callahan et al. 2017, "Engineering Record and Replay for Deployability" (rr).
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from opscope.ir.clone_prune import clone
from opscope.ir.program.program import Program
from opscope.runtime.frame import Frame
from opscope.runtime.plan import Plan

BUDGET = 256 << 20  # bytes
RECORD = 2 << 10  # bytes that a record takes beside its arrays, as tracemalloc sees them
STATE = 1 << 10  # and the state of a random stream
SPACING = 0.1  # seconds of running between keyframes, at least: what going back may take

Arrays = dict[str, Any]  # by name
State = dict[str, Any]  # of a random stream, as Generator.get_state gives it


@dataclass(slots=True)
class RunRecord:
    """One run of a program.

    `run` counts all runs from 0; `step` is which step it is (0: none, as a startup program or an evaluation),
    `count` what the executor calls the step. `changed` holds what the run read from the scope where it differs from
    what the run before it left there; `results` what the user's functions gave, by tick, by name; `states` where the
    random stream stands at a tick, if that does not follow from what came before; `kept` the values that are recorded
    in full; `edits` what the user has changed, as (tick, name, array). `ticks` is how many places it
    has to stand at (0: it did not come to its end), `error` what it failed with.
    """

    run: int
    step: int
    count: int
    plan: Plan
    feeds: Arrays
    changed: Arrays
    rng: State | None = None
    results: dict[int, Arrays] = field(default_factory=dict[int, Arrays])
    states: dict[int, State] = field(default_factory=dict[int, State])
    kept: Arrays = field(default_factory=Arrays)
    edits: list[tuple[int, str, Any]] = field(default_factory=list[tuple[int, str, Any]])
    seconds: float = 0.0
    ticks: int = 0
    error: str = ""

    @property
    def nbytes(self) -> int:
        """Bytes of this record and of the arrays that only it keeps."""
        groups: list[Iterable[Any]] = [self.feeds.values(), self.changed.values(), self.kept.values()]
        groups += [arrays.values() for arrays in self.results.values()]
        groups.append(array for _, _, array in self.edits)
        arrays = sum(array.nbytes for group in groups for array in group if array is not None)
        return arrays + RECORD + STATE * len(self.states)


@dataclass(slots=True)
class Segment:
    """A keyframe (what persisted when the first of the runs began) and the runs up to the next one."""

    keyframe: Arrays
    records: list[RunRecord] = field(default_factory=list[RunRecord])
    apart: bool = False  # of what is no run of a program: nothing is computed again from here, or written to disk

    @property
    def nbytes(self) -> int:
        """Bytes of the keyframe and of all records."""
        return sum(a.nbytes for a in self.keyframe.values()) + sum(r.nbytes for r in self.records)


class Journal:
    """The latest runs, in segments, within a byte budget: when it is full the oldest segment goes.

    A new segment begins when going back to the last keyframe would take more than `spacing` seconds, unless keyframes
    would then take most of the budget. `on_segment` is given each segment that is complete: where these go, there is
    room for keyframes.
    """

    def __init__(
        self,
        budget: int = BUDGET,
        spacing: float = SPACING,
        on_segment: Callable[[Segment], None] | None = None,
    ) -> None:
        self.budget = budget
        self.spacing = spacing
        self.segments: deque[Segment] = deque()
        self.nbytes = 0
        self.runs = 0  # how many have begun
        self._begun = False  # whether the last of them is not entered yet
        self.dropped = 0  # how many have been let go
        self._on_segment = on_segment
        self._state: Arrays = {}  # what persists, as the run before left it
        self._bytes: deque[int] = deque()  # of each segment
        self._seconds = 0.0  # that the runs of the newest segment took
        self._plain: weakref.WeakKeyDictionary[Plan, Plan] = weakref.WeakKeyDictionary()

    def begin(self, frame: Frame, step: int) -> RunRecord:
        """A run begins; its record, which is entered when it is over."""
        if self._begun:  # an interrupt came before that one could be entered
            self.runs -= 1
        self._begun = True
        plan = frame.plan
        loads = {name: frame.env[slot] for name, slot in plan.loads}
        changed = {name: value for name, value in loads.items() if self._state.get(name) is not value}
        self._state.update(changed)
        if self._due():
            self._open()
        record = RunRecord(
            run=self.runs,
            step=step,
            count=frame.context.step,
            plan=self.plain(plan),
            feeds={name: frame.env[slot] for name, slot in (*plan.feeds, *plan.given)},
            changed=changed,
            rng=frame.context.rng.get_state(),
        )
        self.runs += 1
        return record

    def finish(self, record: RunRecord, frame: Frame) -> None:
        """The run has come to its end: what it wrote will be stored."""
        self._state.update((name, frame.env[slot]) for name, slot in frame.plan.stores)
        self.enter(record)

    def enter(self, record: RunRecord) -> None:
        """Keep a record: of a run that is over, or has failed."""
        self._begun = False
        if not self.segments:  # what persists takes more than all that may be kept
            self.dropped += 1
            return
        self._make_room(record.nbytes)
        if not self.segments:
            self.dropped += 1
            return
        self.segments[-1].records.append(record)
        self._seconds += record.seconds
        self._count(record.nbytes)

    def enter_apart(self, record: RunRecord) -> None:
        """Keep a record of what is no run of a program, in a segment of its own."""
        self.close()
        self.segments.append(Segment({}, apart=True))
        self._bytes.append(0)
        self.enter(record)

    def close(self) -> None:
        """Nothing more will come, or not into this segment."""
        if self.segments and self._on_segment is not None and not self.segments[-1].apart:
            self._on_segment(self.segments[-1])

    def plain(self, plan: Plan) -> Plan:
        """The plan without what watchers put in."""
        found = self._plain.get(plan)
        if found is None:
            found = self._plain[plan] = _plain(plan)
            _remember(found)
        return found

    # --- looking back -------------------------------------------------------------------------------

    def records(self) -> list[RunRecord]:
        """All records kept, oldest first."""
        return [record for segment in list(self.segments) for record in segment.records]

    def find(self, run: int) -> tuple[Segment, int] | None:
        """The segment of a run and where in it the run is; None if it is not kept."""
        for segment in reversed(self.segments):
            if segment.records and segment.records[0].run <= run <= segment.records[-1].run:
                return segment, run - segment.records[0].run
        return None

    def beside(self, run: int, by: int) -> int:
        """The number of the run before (by = -1) or after (1) a run, whether it is kept or not."""
        return run + by

    def first(self) -> int | None:
        """The first run that is kept."""
        return next((r.run for s in self.segments for r in s.records), None)

    def last(self) -> RunRecord | None:
        """The last run that is kept."""
        return next((s.records[-1] for s in reversed(self.segments) if s.records), None)

    def of_step(self, step: int) -> RunRecord | None:
        """The run that is this step; None if it is not kept."""
        for segment in reversed(self.segments):
            for record in reversed(segment.records):
                if record.step == step:
                    return record
                if 0 < record.step < step:
                    return None
        return None

    def steps(self) -> tuple[int, int]:
        """The first and the last step kept, (0, 0) if there is none."""
        first = next((r.step for s in self.segments for r in s.records if r.step), 0)
        last = next((r.step for s in reversed(self.segments) for r in reversed(s.records) if r.step), 0)
        return first, last

    # --- segments -----------------------------------------------------------------------------------

    def _due(self) -> bool:
        if not self.segments or self.segments[-1].apart:
            return True
        if not self.segments[-1].records:
            return False
        kept, keyframe = self._bytes[-1], sum(a.nbytes for a in self._state.values())
        if kept > self.budget / 4:
            return True
        frames_fit = keyframe * 2 * (len(self.segments) + 1) < self.budget or self._on_segment is not None
        return self._seconds >= self.spacing and (frames_fit or kept >= 2 * keyframe)

    def _open(self) -> None:
        self.close()
        segment, self._seconds = Segment(dict(self._state)), 0.0
        self._bytes.append(0)
        self.segments.append(segment)
        self._make_room(segment.nbytes)
        if self.segments:
            self._count(segment.nbytes)

    def _make_room(self, nbytes: int) -> None:
        """Let the oldest segments go; all, when what is to come takes more than there may be."""
        while self.segments and self.nbytes + nbytes > self.budget:
            self._drop()

    def _count(self, nbytes: int) -> None:
        self._bytes[-1] += nbytes
        self.nbytes += nbytes

    def _drop(self) -> None:
        self.dropped += len(self.segments.popleft().records)
        self.nbytes -= self._bytes.popleft()


_programs: weakref.WeakKeyDictionary[Plan, Program] = weakref.WeakKeyDictionary()
_latest: weakref.WeakKeyDictionary[Program, tuple[int, Program]] = weakref.WeakKeyDictionary()  # its version, a copy


def as_it_was(plan: Plan) -> Program:
    """The program of a plan as it was when that was first recorded: the user may have changed it since."""
    found = _programs.get(plan)
    return plan.block.program if found is None else found


def _remember(plan: Plan) -> None:
    program = plan.block.program
    version, copy = _latest.get(program, (-1, program))
    if version != program.version:
        copy = clone(program)
        _latest[program] = program.version, copy
    _programs[plan] = copy


def _plain(plan: Plan) -> Plan:
    plan = plan.map_plans(_plain)
    kept = [i for i in plan.instructions if i.kind == "op"]
    return plan if len(kept) == len(plan.instructions) else plan.with_instructions(kept)
