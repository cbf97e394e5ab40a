"""Eager code in a recording: a program for each thread that contains the operators that the thread has called."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from opscope.core.source import user_stacklevel
from opscope.core.user_defaults import BUDGET
from opscope.debug.disk.code_table import RecordedCodes
from opscope.debug.disk.structure_decoder import RecordedStructure
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.eager.condensed_step import CondensedStep
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerRecord, RecordScan
from opscope.debug.eager.tensor_names import TensorNames
from opscope.debug.replay.program_kind import AttributeChange, ChangedRecords, ValueChange
from opscope.eager.foreign.recorded_operators import is_installed
from opscope.errors import OpscopeWarning, UnsupportedError
from opscope.names.bound_names import BoundNames
from opscope.names.program_names import register_names, seen_names

MAX_THREADS = 10_000


class RecordedTensorNames(TensorNames):
    """The names of the Tensors that existed when the recording was written."""

    def __init__(self) -> None:
        super().__init__()
        self.parameters: set[str] = set()
        self.paths: set[str] = set()

    def is_parameter(self, name: str) -> bool:
        return name in self.parameters

    def has_path(self, name: str) -> bool:
        return name in self.paths


class EagerCode:
    """The recorded eager code of one thread."""

    def __init__(self, codes: RecordedCodes) -> None:
        self.codes = codes
        self._tensors = RecordedTensorNames()
        self.program = EagerProgram(self._tensors)
        self.history = CondensedHistory(self.program, BUDGET)
        register_names(self.program, {})

    def note(self, found: RecordedStructure) -> None:
        """Store the names that the values of a structure have."""
        self.note_parameters(found.parameters, found.paths)
        self.note_names(found.names)

    def note_parameters(self, parameters: Iterable[str], paths: Iterable[str]) -> None:
        """Store the names of parameters, and the names of values that are paths in a network (`0.weight`)."""
        self._tensors.parameters.update(parameters)
        self._tensors.paths.update(paths)

    def note_names(self, names: BoundNames) -> None:
        """Store the names that the user's code gives to values."""
        seen = seen_names(self.program)
        assert seen is not None
        for value, found in names.names.items():
            seen.names.setdefault(value, {}).update(found)


class _Scan(NamedTuple):
    """Reader of a step.

    If the data of the step is damaged, a search finds no value. The error is then raised when the places of the step
    are read.
    """

    scan: RecordScan

    def value(self, record: EagerRecord, name: str) -> tuple[Any] | None:
        try:
            return self.scan.value(record, name)
        except Exception:  # noqa: BLE001 (as any call of an op may raise)
            return None

    def beginning(self) -> CondensedStep | None:
        return self.scan.beginning()

    def is_declared(self) -> bool:
        return self.scan.is_declared()

    def changed(
        self, records: Sequence[EagerRecord], change: ValueChange | AttributeChange, former: EagerRecord | None
    ) -> ChangedRecords:
        return self.scan.changed(records, change, former)


class _KeptScalars(NamedTuple):
    """Reader of the recorded numbers of a step that cannot be computed on this machine."""

    history: CondensedHistory
    step: CondensedStep

    def value(self, record: EagerRecord, name: str) -> tuple[Any] | None:
        return self.history.kept_value(record, self.step, name)

    def beginning(self) -> CondensedStep | None:
        return None

    def is_declared(self) -> bool:
        return self.history.is_declared(self.step)

    def changed(
        self, records: Sequence[EagerRecord], change: ValueChange | AttributeChange, former: EagerRecord | None
    ) -> ChangedRecords:
        raise UnsupportedError("a branch cannot start from a step that cannot be computed on this machine")


def can_compute(found: RecordedStructure) -> bool:
    """Return True if the library that computes the steps of a structure is installed."""
    return not found.library or is_installed(found.library)


class RecordedEager:
    """The eager code of a recording, by thread.

    If the data of a record is damaged or was changed, the function `failed` makes the error for this record.
    """

    def __init__(self, failed: Callable[[EagerRecord, Exception], Exception]) -> None:
        self.codes = RecordedCodes()
        self._failed = failed
        self._threads: dict[int, EagerCode] = {}
        self._is_said = False  # that a library is missing

    def of_thread(self, number: int) -> EagerCode:
        """Return the recorded eager code of a thread of the program."""
        found = self._threads.get(number)
        if found is None:
            if len(self._threads) >= MAX_THREADS:
                raise ValueError("too many threads")
            found = self._threads[number] = EagerCode(self.codes)
        return found

    def let_scan(self, record: EagerRecord, step: CondensedStep) -> None:
        """Make searches in a record possible before the places of the record are computed."""
        self.of_thread(record.thread).history.let_scan(record, step)
        if record.scan is not None:
            record.scan = _Scan(record.scan)

    def let_show_calls(self, record: EagerRecord, found: RecordedStructure, step: CondensedStep) -> None:
        """Give a record the calls and the recorded numbers of a step that cannot be computed on this machine."""
        history = self.of_thread(record.thread).history
        record.finite, record.scan = lambda: step.is_finite, _KeptScalars(history, step)

        def read(to: EagerRecord) -> None:
            to.set_names(found.names)
            history.give_calls(to, step)

        made = self.reading(record, read)

        def read_and_warn(to: EagerRecord) -> None:
            made(to)
            if not self._is_said:
                self._is_said = True
                warnings.warn(OpscopeWarning(_absent_text(to.step, found.library)), stacklevel=user_stacklevel())

        record.reread = record.read_log = read_and_warn

    def reading(self, record: EagerRecord, read: Callable[[EagerRecord], None]) -> Callable[[EagerRecord], None]:
        """Return a function that makes the places of a record.

        If the returned function fails once, each later call raises the same error.
        """

        def read_again(to: EagerRecord) -> None:
            try:
                read(to)
            except Exception as e:
                to.release_places()
                raise self._failed(to, e) from e

        return read_again


def _absent_text(step: int, library: str) -> str:
    return (
        f"the values of step {step} are not shown, because {library} must compute them and is not installed here. "
        f"This applies to most steps of the recording. Without {library}, the recording has the single numbers of each "
        f"step, such as the loss, and all values of the first steps and of the first step with NaN or Inf. To see all "
        f"values, open the recording where {library} is installed"
    )
