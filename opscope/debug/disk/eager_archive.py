"""Eager archive: passes each finished record of eager code to the writer of a recording."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from opscope.debug.disk.array_file import can_write
from opscope.debug.disk.structure_encoder import StructureData, encode_structure
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.eager.condensed_step import CondensedStep, StepStructure
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.eager_segment import EagerSegment, HeldValues, KeptPlaces, WrittenRecord
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.replay.journal import Journal, Segment
from opscope.errors import UnsupportedError
from opscope.ir.program.program import GRAD
from opscope.ir.serialize.attribute_json import MAX_INT
from opscope.names.binding import SeenNames
from opscope.names.bound_names import BoundNames

MAX_RECORDS = 64  # of a step, in one segment: they are read together
FIRST_STEPS = 8  # these, and steps 16, 32, 64, ... also keep their values if a library computes them again


class EagerWriter:
    """Builder of the segments that are written to disk, from the records of one thread.

    A segment contains condensed steps, or records with all values. A condensed step does not contain values that can be
    computed again. The function `write` is called with a segment and the number of bytes by which the segment has
    grown.
    """

    def __init__(self, program: EagerProgram, write: Callable[[Segment, int], None]) -> None:
        self._program, self._write = program, write
        self._seen = SeenNames()  # not that of the run: its names are those of what was read
        self._structures: weakref.WeakKeyDictionary[StepStructure, StructureData | None] = weakref.WeakKeyDictionary()
        self._segment = EagerSegment({}, isolated=True)
        self._last_run = -2
        self._was_finite = True  # the condensed step before

    def keep(self, record: EagerRecord) -> None:
        """Write a record of eager code with its values."""
        kept = self._kept(record)
        former = self._segment.written[-1] if self._segment.written else None
        goes_on = (
            former is not None and former.kept is not None and record.first_call > 0
            and record.run == former.run + 1 and len(self._segment.written) < MAX_RECORDS
        )  # fmt: skip
        self._append(_written(record, kept.nbytes, kept=kept), not goes_on)

    def condense(self, record: EagerRecord, step: CondensedStep, data: StructureData, begins: bool) -> None:
        """Write a condensed step.

        For some steps, also write all values, for readers that cannot compute these values.
        """
        kept = self._kept(record) if step.structure.repeats and self._is_example(record, step, data) else None
        nbytes = step.nbytes + (0 if kept is None else kept.nbytes)
        self._was_finite = step.is_finite
        self._append(_written(record, nbytes, step, data, kept), begins)

    def _is_example(self, record: EagerRecord, step: CondensedStep, data: StructureData) -> bool:
        """Return True for steps whose values are also written.

        These are early steps, the first step with a certain structure, and the first step with NaN or Inf.
        """
        is_first, data.is_used = not data.is_used, True
        is_early = record.step <= FIRST_STEPS or not record.step & (record.step - 1)
        return is_first or is_early or (self._was_finite and not step.is_finite)

    def _kept(self, record: EagerRecord) -> KeptPlaces:
        places = list(record.places)
        values = {name for place in places for name, _ in (*place.values, *place.states)}
        return KeptPlaces(places, self._names(record), list(_start(record)), *self._kinds([*values]))

    def _append(self, written: WrittenRecord, begins: bool) -> None:
        if begins:
            self._segment = EagerSegment({}, isolated=True)
        self._segment.written.append(written)
        self._last_run = written.run
        self._write(self._segment, written.nbytes)

    def _structure(self, step: CondensedStep, record: EagerRecord) -> StructureData | None:
        """Return the data of a step's structure. Return None if another process could not compute or show the step."""
        structure = step.structure
        if not all(map(can_write, step.stored)):
            return None
        if any(type(each) is int and not -MAX_INT <= each <= MAX_INT for each in step.numbers):
            return None
        if structure not in self._structures:
            values = [name for place in record.places for name, _ in (*place.values, *place.states)]
            kinds = self._kinds([*dict.fromkeys(values), *(held.name for held in structure.initial)])
            try:
                made = encode_structure(structure, self._names(record), len(record.places), *kinds)
            except UnsupportedError:
                made = None
            self._structures[structure] = made
        return self._structures[structure]

    def _names(self, record: EagerRecord) -> BoundNames:
        # a later step with this structure begins in the function in which this one ends
        names = BoundNames(self._seen, record.began_in or record.places[-1].caller[1])
        names.update(record.places, True, record.returned, record.last_locals)
        return names

    def _kinds(self, names: list[str]) -> tuple[list[str], list[str]]:
        """Return two parts of a list of names: the names of parameters, and the names that are paths in a network."""
        tensors = self._program.tensors
        return [n for n in names if tensors.is_parameter(n)], [n for n in names if tensors.has_path(n)]


class EagerArchive(EagerWriter):
    """Writer of the records of one thread, during the run.

    If the values of a record can be computed again, the record is written as a condensed step. Otherwise, the record is
    written with all values.

    All methods run in the thread that makes the recorded calls.
    """

    def __init__(
        self,
        history: CondensedHistory,
        program: EagerProgram,
        journal: Journal,
        write: Callable[[Segment, int], None],
    ) -> None:
        super().__init__(program, write)
        self._history, self._journal = history, journal

    def follow(self, record: EagerRecord, logged: LoggedCalls) -> None:
        """Write a record whose log of calls is complete and whose places were not read."""
        if record.run != self._last_run + 1:  # a program has run, or another thread
            self._history.begin_stretch()
        step = self._history.step_of(record, logged)
        data = None if step is None else self._structure(step, record)
        if step is None or data is None:
            self.keep(record)
        else:
            self.condense(record, step, data, step.index == 0)
        record.unread(logged.add_to)
        if step is None:
            record.finite = logged.is_finite
        else:
            self._history.drop_log(record, step)

    def keep(self, record: EagerRecord) -> None:
        if self._journal.recording:
            self._history.begin_stretch()
            super().keep(record)


class EagerSaver(EagerWriter):
    """Writer of records that are already in memory.

    If the previous step is not on disk, a step is written with the arrays that it needs from that step.
    """

    def __init__(self, program: EagerProgram, write: Callable[[Segment, int], None]) -> None:
        super().__init__(program, write)
        self._former: CondensedStep | None = None  # the condensed step that was written last

    def add(self, record: EagerRecord) -> None:
        """Write a record of eager code."""
        step, former = record.condensed, self._former
        self._former = None
        data = None if step is None or record.scan is None else self._structure(step, record)
        goes_on = (
            step is not None and former is not None and record.run == self._last_run + 1 and step.former is former
        )  # fmt: skip
        first = step if step is None or goes_on or record.scan is None else record.scan.beginning()
        if step is None or data is None or first is None:
            self.keep(record)
        else:
            self.condense(record, first, data, not goes_on)
            self._former = step


def _written(
    record: EagerRecord,
    nbytes: int,
    step: CondensedStep | None = None,
    data: StructureData | None = None,
    kept: KeptPlaces | None = None,
) -> WrittenRecord:
    is_finite = record.is_finite if step is None else step.is_finite
    return WrittenRecord(
        record.run, record.step, record.thread, record.first_call, record.ticks, record.error, is_finite, nbytes, step,
        data, kept,
    )  # fmt: skip


def _start(record: EagerRecord) -> list[HeldValues]:
    states = {} if record.start is None else record.start.initial
    return [
        HeldValues(name, record.is_of_other_code(name), record.value_before(name), record.value_before(name + GRAD))
        for name in states
    ]


def segments_to_write(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yield the segments of a journal in the form that is written to disk. Eager code has separate segments."""
    savers: dict[EagerProgram, EagerSaver] = {}
    grown: list[Segment] = []  # the segment that the next records may continue

    def note(segment: Segment, nbytes: int) -> None:
        if not grown or grown[-1] is not segment:
            grown.append(segment)

    for segment in segments:
        for record in segment.records if segment.isolated else ():
            program = cast(EagerProgram, record.plan.block.program)  # an isolated record that can be written is eager
            if program not in savers:
                savers[program] = EagerSaver(program, note)
            savers[program].add(cast(EagerRecord, record))
            yield from grown[:-1]
            del grown[:-1]
        if not segment.isolated:
            yield from grown
            grown.clear()
            yield segment
    yield from grown
