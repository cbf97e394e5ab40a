"""StepRecorder: writes the eager calls of a thread into records.

If a step has too many values for one record, the step has several records.
"""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

from opscope.core.formats.narrow_arrays import widened
from opscope.core.source import UserCall
from opscope.debug.disk.eager_archive import EagerArchive
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_editor import EagerEditor
from opscope.debug.eager.eager_kind import new_record
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord, PendingCall
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager.tensor_names import TensorNames
from opscope.debug.eager.tensor_states import NamedStates, TensorStates
from opscope.debug.eager_calls.unsealed_records import UnsealedRecords
from opscope.debug.replay.program_kind import ignore_place
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.values.step_counter import StepCounter
from opscope.eager.array_versions import ArrayVersions, WritesPart
from opscope.eager.op_calls import OpCall
from opscope.ir.program.program import GRAD
from opscope.names.call_results import InnerCalls
from opscope.names.program_names import register_eager

MAX_PLACES = 20_000  # places of one record
BUDGET_SHARE = 8  # a record takes at most budget / BUDGET_SHARE of the journal
UNRECORDED_BYTES = 1 << 22  # of the log in a run that is not recorded


class StepRecorder:
    """The records of the current step of a thread, with the cursor and the editor for the newest record.

    `running` are the reported calls that have begun but not ended. `suspended` is the number of runs of programs that
    are in progress. Eager calls inside these runs are not recorded. `number` is the number of the next call in the
    step.
    """

    def __init__(self, counter: StepCounter, driver: RunDriver, threads: ProgramThreads) -> None:
        self._counter = counter
        self._driver = driver
        self._threads = threads
        self.names = TensorNames()
        self.program = EagerProgram(self.names)
        self.versions = ArrayVersions(driver.journal.budget // BUDGET_SHARE if driver.records else 0)
        self.running: list[PendingCall] = []
        self.number = 0
        self.suspended = 0
        self.inner = InnerCalls(None)  # calls around the running op
        self._named: EagerRecord | None = None  # the record from which breakpoints and taps get the user's names
        self._of_step: list[weakref.ref[EagerRecord]] = []  # records of this step, including the current one
        self._last: weakref.ref[EagerRecord] | None = None  # the newest record of this thread
        self._end_call: UserCall | None = None  # the user's function at the end of the newest complete record
        self._kept: list[EagerRecord] = []  # written ones, kept even if the journal drops them
        self._past = CondensedHistory(self.program, driver.journal.budget)
        self._archive: EagerArchive | None = None  # on disk
        if (write := driver.journal.on_record) is not None:
            self._archive = EagerArchive(self._past, self.program, driver.journal, write)
        self._unsealed = UnsealedRecords(
            self.versions, lambda: self.share, lambda record: driver.journal.find(record.run) is not None
        )
        self._edits: EagerEditor | None = None  # editor of the current record
        self._unrecorded: EagerCursor | None = None  # cursor of this step, in a run that is not recorded
        register_eager(self.program, self._read_names)

    def _read_names(self) -> None:
        if self._named is not None:
            _ = self._named.names

    @property
    def named(self) -> EagerRecord | None:
        """The record from which breakpoints and taps read the names in the user's code."""
        return self._named

    def use_names(self, record: EagerRecord) -> None:
        """Set the record from which breakpoints and taps read the names in the user's code."""
        self._named = record

    @property
    def share(self) -> int:
        """The largest number of bytes that a record or a log of calls may take."""
        return self._driver.journal.budget // BUDGET_SHARE if self._driver.records else UNRECORDED_BYTES

    # --- calls --------------------------------------------------------------------------------------

    def take_numbers(self, count: int) -> int:
        """Reserve numbers in the step for the next `count` calls.

        Returns the number of the first of these calls.
        """
        first, self.number = self.number, self.number + count
        return first

    def enter(self, frame: FrameType | None) -> InnerCalls:
        """Return the function calls between the user's code and an op that begins in the Python frame `frame`."""
        self.inner.release()
        self.inner = InnerCalls(frame, self.inner)
        return self.inner

    @property
    def around(self) -> EagerPlace | None:
        """The position of the call that will enclose the next call; None if no call is in progress."""
        return self.running[-1].parent_place if self.running else None

    def states(self) -> NamedStates:
        """Return the Tensors' values that have changed since the last place, such as the statistics of a batch norm."""
        found = self.names.states.until(self.versions.count, self.names.name_of)
        self.program.declare_values(found)
        return found

    def suspend(self) -> None:
        """Do not record calls until `resume` is called."""
        self.suspended += 1

    def resume(self) -> None:
        """Record calls again, as soon as `resume` was called as many times as `suspend`."""
        self.suspended -= 1

    # --- records ------------------------------------------------------------------------------------

    @property
    def cursor(self) -> EagerCursor | None:
        """The cursor of the current record of the thread that has the turn to run; None if there is no record."""
        live = self._threads.live
        return live if isinstance(live, EagerCursor) else None

    def begin(self, first_call: int, start: WritesPart | None = None) -> EagerCursor:
        """Return the cursor of the record to which the current calls are added.

        If necessary, a new record begins. `first_call` is the number of the first call of a new record in the step.
        `start` is the part of the list of array changes at which a new record begins; by default, a new record begins
        with the current state.
        """
        driver = self._driver
        if not driver.records:
            return self._unrecorded_cursor(first_call)
        live = self.cursor
        if live is not None:
            record, budget = live.eager_record, self.share
            if self.running or (len(record.places) < MAX_PLACES and record.held_bytes < budget):
                record.trim(budget)
                return live
            self.flush()
        start = start or self.versions.start_part()
        record = self._following(first_call, start)
        self.names.states = TensorStates(start)
        cursor = EagerCursor(record, driver.on_place, self._live_value)
        self._edits = EagerEditor(cursor, self.names)
        self._threads.begin_run(cursor, self._edits)
        return cursor

    def _following(self, first_call: int, start: WritesPart | None) -> EagerRecord:
        """Return a new record of this step, which follows the last record."""
        record = self._new_record(self._driver.journal.run_count, first_call, self._of_step, start)
        record.former, self._last = self._last, weakref.ref(record)
        record.began_in = self._end_call
        return record

    def _new_record(
        self,
        run: int,
        first_call: int,
        of_step: list[weakref.ref[EagerRecord]] | None = None,
        start: WritesPart | None = None,
    ) -> EagerRecord:
        return new_record(self.program.global_block(), run, self._counter.steps + 1, first_call, of_step, start)

    def _unrecorded_cursor(self, first_call: int) -> EagerCursor:
        """Return the cursor of a step that is not recorded.

        The record of this cursor describes results, but has no elements.
        """
        found, step = self._unrecorded, self._counter.steps + 1
        if found is None or len(found.eager_record.places) >= MAX_PLACES or found.eager_record.step != step:
            found = EagerCursor(self._new_record(0, first_call), ignore_place, self._live_value)
            self._unrecorded = found
            self.names.states = TensorStates(self.versions.start_part())
        found.eager_record.trim(0)
        return found

    def _live_value(self, name: str) -> Any:
        """Return the current value of the program's Tensor with the given name; None if there is no such Tensor.

        For the name `NAME@GRAD`, return the gradient of the Tensor; None during a backward pass.
        """
        found = self.names.live_tensor(name)
        if found is not None:
            return widened(found._value)
        owner = self.names.live_tensor(name.removesuffix(GRAD)) if name.endswith(GRAD) else None
        backward = any(r.operator.phase == "backward" for r in self.running)
        return None if owner is None or owner._grad is None or backward else widened(owner._grad._value)

    def check_stop(self, cursor: EagerCursor, call: OpCall | None) -> None:
        """Stop the run at the last position of the record if there is a breakpoint, or if a move ends there.

        The last position of the record is before or after the call `call`.
        """
        driver, edits = self._driver, self._edits
        if edits is not driver.edits or not driver.is_active:
            return
        if edits is None:  # nothing is recorded that could be edited
            driver.on_place(cursor)
            return
        edits.call = call
        try:
            driver.on_place(cursor)
        finally:
            edits.call = None

    def of_log(self, logged: LoggedCalls) -> EagerRecord:
        """Return a record that contains the logged calls of an unrecorded run.

        The returned record is not written to the journal.
        """
        record = self._new_record(0, logged.number, None, logged.writes)
        record.read_log, record.ticks = logged.add_to, logged.ticks
        return record

    def add_log(self, logged: LoggedCalls) -> EagerRecord:
        """Return a new record for logged calls; the record reads the log of these calls on request.

        `write_log` writes the record.
        """
        record = self._following(logged.number, logged.writes)
        record.read_log, record.ticks, record.thread = logged.add_to, logged.ticks, self._driver.journal.thread
        return record

    def write_log(self, record: EagerRecord, logged: LoggedCalls) -> None:
        """Write a record of complete logged calls to the journal and to disk; condense the record if possible."""
        record.unread(logged.add_to)
        self._end_call = logged.end_call or self._end_call
        record.ends = logged.end is not None
        recording = self._driver.journal.recording
        if recording:
            (self._archive or self._past).follow(record, logged)
        self._unsealed.note_changes(logged.writes, recording and not record.condensed_bytes)
        if not record.condensed_bytes:
            record.logged_bytes = logged.nbytes
            self._unsealed.add(record, logged)
        self._write(record)

    def flush(self, error: str = "") -> None:
        """End the current record of calls and write it to the journal.

        `error` is the text of the error that has ended the code; "" without an error.
        """
        live = self.cursor
        if live is None:
            return
        self.inner.end()
        record = live.eager_record
        record.ticks, record.error = len(record.places), error
        self._end_call = record.places[-1].caller[1] if record.places else self._end_call
        self._threads.end_run()
        self._driver.navigator.return_to_live()
        self._edits = None
        self.names.end_record()
        self._unsealed.note_changes(record.start, self._driver.journal.recording)
        self._unsealed.add(record)
        self._write(record)
        if self._archive is not None:
            self._archive.keep(record)

    def _write(self, record: EagerRecord) -> None:
        """Write a record to the journal.

        If the memory budget of the journal allows it, also keep the record until its step ends.
        """
        journal = self._driver.journal
        journal.append_isolated(record)
        self._kept.append(record)
        while self._kept and sum(each.nbytes for each in self._kept) > journal.budget:
            del self._kept[0]

    def start_step(self) -> None:
        """Start a new step, because an optimizer has updated parameters."""
        self.number = 0
        self.names.start_step()
        self._kept, self._of_step, self._unrecorded = [], [], None
        self.inner.end()
