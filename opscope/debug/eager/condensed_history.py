"""Condensed history of a thread's eager code: past steps, without arrays that repeated calls can compute.

A step is condensed at its end, so that the next step uses memory that is still in the processor's caches. Condensing
takes time if each step differs from the earlier steps. A step that differs from all earlier steps is condensed only
when the journal needs memory, oldest step first. If the results of a step are perhaps not reproducible, the values of
the step stay in memory. Steps with equal calls have one structure. The steps of a structure are counted, and the steps
number 1, 2, 4, 8, ... 256, 512, 768, ... are computed again at once. The computed results are compared bit by bit with
the recorded results. For all other steps, only a checksum of the small results is stored.
"""

from __future__ import annotations

import contextlib
import threading
import time
import warnings
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.core.checks.sample_checksum import sample_checksum
from opscope.core.collector_pause import collector_paused
from opscope.debug.eager.changed_steps import ChangedStates, changed_stretch, step_with_change
from opscope.debug.eager.condensed_step import (
    SOURCE_BYTES,
    STEP_BYTES,
    CondensedStep,
    NotCertainError,
    Source,
    StepStructure,
    Stretch,
)
from opscope.debug.eager.eager_kind import new_record
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.identity_pattern import items_at
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager.step_encoder import EncodedStep, KnownArrays, StepEncoder
from opscope.debug.eager.step_matcher import StepMatcher
from opscope.debug.eager.step_replay import State, StepReplay, UncomputedStep, copied, logged_calls
from opscope.debug.eager.step_scan import StepScan
from opscope.debug.eager.step_states import StepStates
from opscope.debug.eager.stored_elements import StoredElements
from opscope.debug.eager.structure_columns import StructureColumns
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.debug.replay.program_kind import AttributeChange, ChangedRecords, ValueChange
from opscope.eager.array_versions import WritesPart, WrittenArray
from opscope.eager.tensor_memory import owner_of
from opscope.errors import OpscopeWarning

MAX_CALLS = 8_000  # calls of a stretch, which a move into the past repeats
MAX_SECONDS = 0.1  # of these calls
FARTHEST = 2.0  # a stretch has at most so many times MAX_CALLS and MAX_SECONDS, where the budget has room for ...
KEYFRAMES = 512  # ... so many first steps of stretches; else more, in proportion
STRETCH_SHARE = 8  # a stretch has at most budget / STRETCH_SHARE bytes of data, or twice the bytes of its first step
STRUCTURE_SHARE = 4  # structures take at most budget / STRUCTURE_SHARE; steps of further structures keep their values
MAX_DIFFERENT = 24  # successive steps without a known structure, after which steps are condensed only on trial
TRIAL_STEPS, TRIALS = 32, 3  # then the first of so many steps
TRIED_STEPS = 256  # each step of a structure with a multiple of this number is computed again and compared
READ_SHARE = 8  # records that were read take at most budget / READ_SHARE


class _Head:
    """The newest condensed step, the structure of the newest step, and the arrays after the step."""

    def __init__(self) -> None:
        self.step: CondensedStep | None = None
        self.structure: StepStructure | None = None
        self.known: KnownArrays | None = None


class CondensedHistory:
    """Condenses the records of past steps, and computes the values of condensed steps again."""

    def __init__(
        self,
        program: EagerProgram,
        budget: int,
        states: StepStates | None = None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        self._program = program
        self._budget = budget
        self._lock = lock or threading.RLock()  # any thread may read while the program's thread condenses
        self._structures: dict[Any, StepStructure] = {}
        self._sources: dict[Any, tuple[Source, ...]] = {}  # shared by steps with equal sources
        self._store = StoredElements()
        self._newest, self._late = _Head(), _Head()  # of steps that were condensed when they ended; of others
        self._head = self._newest  # of the step that is condensed
        self._until = 0  # number of changes up to the end of the newest condensed step
        self._steps = 0
        self._different = 0  # successive steps that had to be encoded
        # by the state of the stretch and id of a structure: the structure of the step that has followed last
        self._following: dict[tuple[bool, int | None], StructureColumns] = {}
        self._structure_bytes = 0
        self._declared: set[int] = set()  # ids of structures whose operators were added to the program
        self._read: OrderedDict[int, tuple[weakref.ref[EagerRecord], int]] = OrderedDict()
        self._states = states or StepStates(budget)
        self._scan = StepScan(self._states)

    # --- condensing ---------------------------------------------------------------------------------

    def follow(self, record: EagerRecord, logged: LoggedCalls) -> None:
        """Condense a record of complete logged calls now, or later when the journal needs memory."""
        record.finite = logged.is_finite
        if not _is_whole_step(record, logged):
            return
        record.condenser = lambda record: self._condense(record, logged)
        if self._is_worthwhile():
            record.condense()

    def step_of(self, record: EagerRecord, logged: LoggedCalls) -> CondensedStep | None:
        """Return the condensed step of a record that still has its log of calls.

        Returns None if the values of the step cannot be computed again from its calls.
        """
        with self._lock:
            return self._step(record, logged)

    def let_scan(self, record: EagerRecord, step: CondensedStep) -> None:
        """Allow searches in the record of a condensed step before the places of the record are made."""
        record.condensed, record.finite, record.scan = step, lambda: step.is_finite, _Scan(self, step)

    def begin_stretch(self) -> None:
        """Begin a new sequence of steps, so that the next step does not depend on earlier steps."""
        self._newest.known = None

    def _condense(self, record: EagerRecord, logged: LoggedCalls) -> int | None:
        """Condense the log of a record, and release the places of the record.

        Returns the new size of the record in bytes; None if the record cannot be condensed.
        """
        with self._lock:
            step = self._step(record, logged)
            return None if step is None else self.drop_log(record, step)

    def drop_log(self, record: EagerRecord, step: CondensedStep) -> int:
        """Drop the log of a record that has a condensed step.

        Returns the size of the record without the log, in bytes.
        """
        if record.read_log is None:
            record.release_places()
        record.read_log = record.reread = lambda to: self.give_values(to, step)
        self.let_scan(record, step)
        record.start, record.condensed_bytes, record.logged_bytes = None, step.nbytes, 0
        return record.nbytes

    def _is_worthwhile(self) -> bool:
        """Return True if it is useful to condense a step at its end.

        The result is False if each step differs from the earlier steps.
        """
        self._steps += 1
        return self._different < MAX_DIFFERENT or self._steps % TRIAL_STEPS < TRIALS

    def _step(self, record: EagerRecord, logged: LoggedCalls) -> CondensedStep | None:
        self._head = self._late if logged.writes.first < self._until else self._newest
        step = known = None
        if _is_whole_step(record, logged):
            with contextlib.suppress(NotCertainError):
                step, known = self._encoded(logged)
        self._head.step, self._head.known = step, known
        self._until = max(self._until, logged.until)
        return step

    def _encoded(self, logged: LoggedCalls) -> tuple[CondensedStep, KnownArrays]:
        known, last = self._head.known, self._head.step
        former = known if known is not None and known.until >= logged.writes.first else None
        if former is None or last is None or self._is_long(last.stretch):
            known = last = None
        stretch = Stretch() if last is None else last.stretch
        self._store.begin_step()
        structure, encoded, nbytes = self._in_structure(logged, known)
        key = tuple(encoded.sources)
        sources = self._sources.get(key)
        if sources is None:
            sources = self._sources[key] = tuple(Source(*each) for each in key)
            nbytes += SOURCE_BYTES * len(sources)
        nbytes += self._store.new_bytes
        if nbytes > self._budget // 2:
            raise NotCertainError("the stored arrays of the step would take too much of the budget for the history")
        step = CondensedStep(
            structure, sources, tuple(encoded.stored), tuple(encoded.numbers), encoded.checksum, nbytes, stretch,
            last, _scalars(structure, encoded, logged),
            _is_finite(structure, encoded, logged, last is not None and last.is_finite),
        )  # fmt: skip
        structure.uses += 1
        if not structure.uses & (structure.uses - 1) or not structure.uses % TRIED_STEPS:
            self._try(step, logged, known)
        if known is None and former is not None:
            places = ((s.slot, _slot_in(former, encoded.arrays[s.slot], logged)) for s in step.sources)
            stretch.links = {slot: place for slot, place in places if place is not None}
        stretch.add(step)
        stretch.calls += len(structure.calls)
        stretch.seconds += structure.seconds
        stretch.nbytes += STEP_BYTES + self._store.new_bytes
        stretch.first_nbytes = stretch.first_nbytes or stretch.nbytes
        kept = [encoded.arrays[source.slot] for source in step.sources]
        samples = self._samples(step, encoded, logged, known)
        return step, KnownArrays(encoded.slots, encoded.arrays, logged.until, samples, encoded.memories, kept)

    def _in_structure(self, logged: LoggedCalls, known: KnownArrays | None) -> tuple[StepStructure, EncodedStep, int]:
        """Return the structure of a step, the condensed step, and the size of the structure if the structure is new."""
        last = self._head.structure
        place = known is None, None if last is None else id(last)
        expected = self._following.get(place)
        encoded = None
        if expected is not None:
            encoded = StepMatcher(expected, logged, known, self._store).match()
        nbytes, structure = STEP_BYTES, None if expected is None or encoded is None else expected.structure
        self._different = 0 if structure is not None else self._different + 1
        if structure is None or encoded is None:
            encoder = StepEncoder(logged, known, self._store)
            encoded = encoder.encoded
            structure = self._structures.get(encoder.key)
            if structure is None:
                structure = self._new_structure(encoder)
                nbytes += structure.nbytes
            self._following[place] = StructureColumns(structure, encoded)
        self._head.structure = structure
        if not structure.is_certain:
            raise NotCertainError("a second computation of the step gave other results")
        return structure, encoded, nbytes

    def _new_structure(self, encoder: StepEncoder) -> StepStructure:
        structure = encoder.structure()
        if self._structure_bytes + structure.nbytes > self._budget // STRUCTURE_SHARE:
            raise NotCertainError("the run has too many different steps")
        structure.keeps, structure.scalars = encoder.keeps(), encoder.scalars()
        named = {form.name for form in structure.tensors}
        self._program.note_kinds(named | {held.name for held in structure.initial})
        self._structures[encoder.key] = structure
        self._structure_bytes += structure.nbytes
        return structure

    def _is_long(self, stretch: Stretch) -> bool:
        """Return True if a new stretch (sequence of steps) must begin, with copies of all arrays that it needs.

        A stretch of MAX_CALLS calls ends if these copies are not larger than the other steps of the stretch. A longer
        stretch ends if the memory budget has room for the copies. A stretch with much data ends earlier, because all
        its data stays in memory until its last step is dropped.
        """
        reach = max(stretch.calls / MAX_CALLS, stretch.seconds / MAX_SECONDS)
        crowded = max(1.0, KEYFRAMES * stretch.first_nbytes / self._budget)
        is_due = stretch.nbytes >= 2 * stretch.first_nbytes or reach >= FARTHEST * crowded
        is_large = stretch.nbytes >= max(2 * stretch.first_nbytes, self._budget // STRETCH_SHARE)
        return (is_large or (reach >= 1.0 and is_due)) and self._has_room_for_first_step()

    def _has_room_for_first_step(self) -> bool:
        """Return True if the budget has room for the structure of the first step of a new sequence of steps.

        A known structure needs no additional room. If there is no room, the current sequence of steps continues,
        because all values of a step without a structure would stay in memory.
        """
        last = self._head.structure
        if last is None or (True, id(last)) in self._following:
            return True
        return self._structure_bytes + last.nbytes <= self._budget // STRUCTURE_SHARE

    def _samples(
        self, step: CondensedStep, encoded: EncodedStep, logged: LoggedCalls, known: KnownArrays | None
    ) -> dict[int, int]:
        """Return the checksums, by slot, of the source arrays to which the step has not written."""
        found: dict[int, int] = {}
        samples = {} if known is None else known.samples
        for slot, is_stored, place in step.sources:
            if not is_stored and place not in samples:
                continue
            array = encoded.arrays[slot]
            if not logged.is_written(array):
                of_zeros = self._store.zero_sample(step.stored[place]) if is_stored else samples[place]
                found[slot] = sample_checksum(array) if of_zeros is None else of_zeros
        return found

    def _try(self, step: CondensedStep, logged: LoggedCalls, known: KnownArrays | None) -> None:
        """Compute a step again from the arrays that exist before the step, and compare all results.

        Raises NotCertainError if a result differs.
        """
        structure = step.structure

        def compare(number: int, found: list[Any]) -> None:
            call = logged.calls[number]
            for array, made in zip(found, call.made, strict=True):
                then = None if made is None else logged.then(made, call.writes_until)
                if not _has_form(array, made) or not _has_bits(array, then):
                    raise NotCertainError(f"a second computation of call {number}, {call.op.name}, gave other results")

        try:
            before: State = {}
            if known is not None:
                actual = {s.place: known.array(s.place) for s in step.sources if not s.is_stored}
                before = copied(actual, lambda owner: logged.then(owner, logged.writes.first))
            replay, start = StepReplay(step, before), time.thread_time()
            replay.run(compare)
            structure.seconds = min(structure.seconds, time.thread_time() - start)
            if replay.checksum != step.checksum:
                raise NotCertainError("the checksum of the step differs")
        except Exception as error:
            structure.is_certain = False
            raise NotCertainError(str(error)) from error

    # --- reading ------------------------------------------------------------------------------------

    def give_values(self, record: EagerRecord, step: CondensedStep) -> None:
        """Add the places of a condensed step to its record."""
        with self._lock:
            self._read_again(record, step)

    def _read_again(self, record: EagerRecord, step: CondensedStep) -> None:
        """Compute a step again, and add its calls to the record."""
        part = WritesPart(0, {})
        with collector_paused():  # a full collection would visit all steps of the history
            replay, is_same = self._states.replay(step, part, arrays_are_kept=True)
            logged, alive = logged_calls(replay, part, self._program)
            record.start = part if is_same else None
            logged.add_to(record)
            _ = record.names
        self._declared.add(id(step.structure))
        del alive
        if not is_same:
            record.drop_values()
            warnings.warn(OpscopeWarning(_differs_text(record.step, step.structure.limited)), stacklevel=2)
        self._note_read(record, step, part)

    def give_calls(self, record: EagerRecord, step: CondensedStep) -> None:
        """Add the places of a step to its record, without computing the step: only scalars have values."""
        with self._lock, collector_paused():
            logged, alive = logged_calls(UncomputedStep(step), WritesPart(0, {}), self._program)
            logged.add_to(record)
            _ = record.names
            del alive
            record.drop_values(but=lambda array: array.size > 0)
            self._declared.add(id(step.structure))

    def scanned_value(self, record: EagerRecord, step: CondensedStep, name: str) -> tuple[Any] | None:
        """Return the value of a name at the end of a step, in a tuple; None if the places of the step must be read."""
        with self._lock:
            return self._scan.value(record, step, name)

    def kept_value(self, record: EagerRecord, step: CondensedStep, name: str) -> tuple[Any] | None:
        """Return the value of a name at the end of a step without computing the step.

        The result is None if the value is not stored.
        """
        with self._lock:
            return self._scan.kept_value(record, step, name)

    def changed(
        self, records: Sequence[EagerRecord], change: ValueChange | AttributeChange, former: EagerRecord | None
    ) -> ChangedRecords:
        """Compute consecutive condensed steps again, with a change in the first step.

        `former` is the record of the step before the first step. The first step is computed at once, and the other
        steps are computed on request.
        """
        first = records[0].condensed
        assert first is not None
        with self._lock:
            made = step_with_change(records[0], self._states.before(first), change)
            before = None if former is None else former.condensed
            steps = changed_stretch(records, self._states.before(first), before, made)
            states = ChangedStates(self._budget, self._states)
            history = CondensedHistory(self._program, self._budget, states, self._lock)
            found = [history.record_of(step, record) for step, record in zip(steps, records, strict=True)]
            _ = found[0].places
        return ChangedRecords(found, made.values, made.recomputed)

    def record_of(self, step: CondensedStep, recorded: EagerRecord) -> EagerRecord:
        """Return a record of a step.

        The argument `recorded` is another record of this step, with an equal number of places.
        """
        found = new_record(recorded.plan.block, recorded.run, recorded.step, 0)
        found.thread, found.ticks, found.ends, found.condensed_bytes = recorded.thread, recorded.ticks, True, 1

        def read(to: EagerRecord) -> None:
            if step.structure.limited:  # without the code nothing can derive the names
                to.set_names(recorded.names)
            try:
                self.give_values(to, step)
            except BaseException:
                to.release_places()  # it fails in the same way each time
                raise

        self.let_scan(found, step)
        found.reread = found.read_log = read
        return found

    def beginning(self, step: CondensedStep) -> CondensedStep | None:
        """Return a copy of a step that does not depend on other steps, so that it can begin a stretch.

        The result is None if the step reads arrays that share memory.
        """
        if not step.index:
            return step
        with self._lock:
            before = self._states.before(step)
        read = [source.place for source in step.sources if not source.is_stored]
        if any(before[place] is None or owner_of(before[place]) is not before[place] for place in read):
            return None
        numbers = {place: len(step.stored) + i for i, place in enumerate(read)}
        sources = tuple(s if s.is_stored else Source(s.slot, True, numbers[s.place]) for s in step.sources)
        stored = (*step.stored, *(before[place] for place in read))
        return replace(step, sources=sources, stored=stored, stretch=Stretch(), former=None)

    def is_declared(self, step: CondensedStep) -> bool:
        """Return True if the program contains a step's operators, because a step with equal calls was read before."""
        return id(step.structure) in self._declared

    def _note_read(self, record: EagerRecord, step: CondensedStep, part: WritesPart) -> None:
        """Release the places of earlier records if these places take too much memory."""
        nbytes = (
            record.held_bytes + part.nbytes + sum(h.array.nbytes for h in part.initial.values() if h.array is not None)
        )
        self._read[id(step)] = weakref.ref(record), nbytes
        while len(self._read) > 1 and sum(n for _, n in self._read.values()) > self._budget // READ_SHARE:
            _, (ref, _) = self._read.popitem(last=False)
            other = ref()
            if other is not None and other.read_log is None:
                other.release_places()


class _Scan(NamedTuple):
    """Reader of the record of a condensed step."""

    history: CondensedHistory
    step: CondensedStep

    def value(self, record: EagerRecord, name: str) -> tuple[Any] | None:
        """Return the value of a name in the user's code at the end of a record, as a tuple of one item.

        The item of the tuple is None if the name has no value; the result None, without a tuple, means that the
        record must be opened.
        """
        return self.history.scanned_value(record, self.step, name)

    def beginning(self) -> CondensedStep | None:
        """Return the step of the record as the first step of a stretch; None if it cannot be the first step."""
        return self.history.beginning(self.step)

    def is_declared(self) -> bool:
        """Return True if the program already contains the operators of the record, with their values and names."""
        return self.history.is_declared(self.step)

    def changed(
        self, records: Sequence[EagerRecord], change: ValueChange | AttributeChange, former: EagerRecord | None
    ) -> ChangedRecords:
        """Compute condensed steps again, with a change in the first step, which is the step of this record."""
        return self.history.changed(records, change, former)


def _is_whole_step(record: EagerRecord, logged: LoggedCalls) -> bool:
    """Return True if a record has all calls of its step."""
    return logged.end is not None and not record.first_call and len(record.of_step) <= 1


def _slot_in(former: KnownArrays, array: Any, logged: LoggedCalls) -> int | None:
    """Return the slot of an array in a former step; None if the step did not have the array."""
    return former.slot_of(array, lambda: logged.then(array, logged.writes.first))


def _is_finite(structure: StepStructure, encoded: EncodedStep, logged: LoggedCalls, is_before: bool) -> bool:
    """Return True if all values of a step are certainly finite.

    `is_before` is True if all earlier values are finite.
    """
    arrays = encoded.arrays
    if not is_before:
        return logged.are_finite(arrays)
    known = {slot for slot, is_stored, _ in encoded.sources if not is_stored}
    owners = [change.owner for change in logged.changes() if isinstance(change, WrittenArray)]
    written = {encoded.slots[id(owner)] for owner in owners if id(owner) in encoded.slots}
    slots = ({*range(len(arrays))} - known | written) - structure.copied_slots
    if logged.are_results_finite:
        slots -= structure.result_slots - written
    new = items_at(arrays, [*slots]) + [owner for owner in owners if id(owner) not in encoded.slots]
    return logged.are_finite(new, {id(arrays[slot]) for slot in known & written})


def _scalars(structure: StepStructure, encoded: EncodedStep, logged: LoggedCalls) -> bytes | None:
    """Return the elements of the scalars of a step; None if their layout differs from the layout in the structure."""
    found: list[bytes] = []
    for _, slot, shape, dtype in structure.scalars:
        array = encoded.arrays[slot]
        if array.shape != shape or array.dtype != dtype or logged.is_written(array):
            return None
        found.append(array.tobytes())
    return b"".join(found)


def _has_form(array: Any, made: Any) -> bool:
    """Return True if two arrays have equal types and strides, and if both or none of them are views."""
    if not isinstance(array, np.ndarray) or not isinstance(made, np.ndarray):
        return type(array) is type(made)
    return array.strides == made.strides and (owner_of(array) is array) == (owner_of(made) is made)


def _has_bits(array: Any, then: Any) -> bool:
    if array is None or isinstance(array, np.generic):
        return array is None or array.tobytes() == then.tobytes()
    return have_same_bits(array, then)


def _differs_text(step: int, is_recorded: bool) -> str:
    other = "the processor, NumPy or PyTorch here differs, or " if is_recorded else ""
    return (
        f"the calls of step {step} now give other results than in the run, so its values are not shown: {other}"
        "code that opscope does not observe has written to an array of the step"
    )
