"""Logged calls of eager ops.

Logged calls are converted to places (positions) of a record, as if each call had been reported at its start.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import CodeType
from typing import Any

import numpy as np

from opscope.core.checks.finite import surely_finite
from opscope.core.frame_locals import FormerLocals, FrameLocals
from opscope.core.source import UserCall
from opscope.core.tensors.former_elements import FormerPart
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerRecord, PendingCall
from opscope.debug.eager.given_numbers import GivenNumbers
from opscope.debug.eager.tensor_names import LoggedNames, TensorNames
from opscope.debug.eager.tensor_states import NamedStates, TensorStates
from opscope.eager.array_versions import ArrayVersions, Change, WritesPart, WrittenArray
from opscope.eager.held_arrays import BEFORE, Held
from opscope.eager.op_call_log import Caller, LoggedCall, ReturnedCall
from opscope.eager.op_calls import OpCall
from opscope.eager.sparse_gradient import SelectedRows
from opscope.ir.op_roles import BACKWARD, FORWARD, OPTIMIZE


@dataclass
class LoggedCalls:
    """Consecutive logged calls of one thread. `returned` are the public functions that returned between these calls.

    `number` is the number of the first call in its step. `writes` is the part of the list of writes that begins before
    the first call. `end` is a pair: the caller at the end of the step, and the number of writes at the end of the step.
    `end` is None if the step has not ended. `tensors` maps names to the named Tensors that the thread has used. The
    Tensors of the logged calls are added to `tensors`. `until` is the number of writes before the first call that
    follows these calls.
    """

    calls: list[LoggedCall]
    returned: list[ReturnedCall]
    number: int
    program: EagerProgram
    writes: WritesPart
    tensors: TensorNames
    end: tuple[Caller, int] | None = None
    versions: ArrayVersions | None = None
    are_results_finite: bool = False  # each was tested when its call ended
    until: int = 0
    read_last: Callable[[], FrameLocals] | None = None  # reads the locals behind the last call of the run
    former: FormerLocals = field(default_factory=FormerLocals)  # before the first call, if it does not begin the step

    @property
    def ticks(self) -> int:
        """The number of places of the logged calls."""
        return sum([2 if call.has_ended else 1 for call in self.calls]) + (self.end is not None)

    @property
    def end_call(self) -> UserCall | None:
        """The user's function at the end of the calls."""
        return self.end[0][1] if self.end is not None else self.calls[-1].caller[1] if self.calls else None

    @functools.cached_property
    def nbytes(self) -> int:
        """Bytes of a finished log: the inputs and results of the calls, and the overwritten elements."""
        found = {id(array): getattr(array, "nbytes", 0) for array in self.writes.replaced}
        for call in self.calls:
            call.note_memory(found)
        return self.writes.nbytes + sum(found.values())

    @functools.cached_property
    def initial(self) -> list[Held]:
        """Return the named Tensors before the calls.

        Sparse gradients (rows) of Tensors of other code are omitted, because a condensed step cannot contain sparse
        gradients. A Tensor of other code existed before the run, was not changed by the run, and is not read by these
        calls.
        """
        found = [*self.writes.initial.values()]
        if not any(isinstance(held.gradient, SelectedRows) for held in found):
            return found
        read = {id(value) for call in self.calls for value in call.inputs}

        def is_of_other_code(held: Held) -> bool:
            tensor = None if held.tensor is None else held.tensor()
            return held.number == BEFORE and (tensor is None or id(tensor) not in read)

        return [
            held._replace(gradient=None) if isinstance(held.gradient, SelectedRows) and is_of_other_code(held) else held
            for held in found
        ]

    def called(self) -> list[CodeType | FrameLocals | None]:
        """Return the field `called` of each call, in order.

        The local variables in this field contain only arrays that this call or an earlier call has used.
        """
        return [call.read() for call in self.calls]

    def changes(self) -> Iterator[Change]:
        """The changes of arrays and Tensors that were made before the call that follows these calls, in order."""
        for part in self.writes.following(self.until):
            if part.changes and part.changes[-1].number < self.until:
                yield from part.changes
            else:
                yield from (change for change in part.changes if change.number < self.until)

    def arrays(self) -> Iterator[Any]:
        """The arrays of the calls, then the arrays of the changes."""
        yield from chain.from_iterable(call.arrays for call in self.calls)
        yield from chain.from_iterable(call.made for call in self.calls if call.outputs is not None)
        for change in self.changes():
            if isinstance(change, Held):
                yield from (change.array, change.gradient)
            else:
                yield change.owner if isinstance(change, WrittenArray) else change.array

    def then(self, array: Any, count: int) -> Any:
        """Return an array with the elements that it had after a number of writes.

        The result is None if these elements are not stored.
        """
        is_as_it_was = self.versions is not None and not self.versions.is_written_since(array, count)
        return array if is_as_it_was else self.writes.array_then(array, count)

    def all_then(self, arrays: Sequence[Any], count: int) -> Sequence[Any]:
        """Return arrays with the elements that they had after a number of writes.

        The result contains None in place of an array whose elements are not stored.
        """
        if self.versions is not None and self.versions.count <= count:
            return arrays
        return [self.then(array, count) for array in arrays]

    def is_written(self, array: Any) -> bool:
        """Return True if the memory of an array was written to after the first of these calls began."""
        return self.versions is None or self.versions.is_written_since(array, self.writes.first)

    def is_finite(self) -> bool:
        """Return True if all values of the calls, and of Tensors that changed between them, are known to be finite."""
        return self.are_finite([*self.arrays()])

    def are_finite(self, arrays: Sequence[Any], finite_before: Collection[int] = ()) -> bool:
        """Return True if all `arrays`, and all overwritten elements, are known to be finite after the calls.

        `finite_before` are the ids of arrays that are known to be finite when the calls began.
        """
        now = [*dict(zip(map(id, arrays), arrays, strict=True)).values()]
        if {*map(type, now)} != {np.ndarray}:
            if any(not isinstance(array, np.ndarray | np.generic | int | float | None) for array in now):
                return False  # such as a gradient as rows
            now = [array for array in now if isinstance(array, np.ndarray | np.generic)]
        then = [*self.all_then(now, self.until), *self._former_elements(finite_before)]
        return type(None) not in map(type, then) and surely_finite(then)

    def _former_elements(self, finite_before: Collection[int]) -> list[Any]:
        """Return the elements that the calls have overwritten, with None in place of elements that are not stored."""
        found: list[Any] = []
        for part in self.writes.following(self.until):
            for key, writes in part.writes.items():
                former = [each for number, each in writes if number < self.until]
                copies = [each.elements if isinstance(each, FormerPart) else each for each in former]
                found += copies[1:] if part is self.writes and key in finite_before else copies
        return found

    def add_to(self, record: EagerRecord) -> None:
        """Add the places of finished calls to a record. This method can be the function `EagerRecord.read_log`."""
        names = LoggedNames(self.writes, TensorStates(self.writes), None, self.tensors)
        LogReader(self, record, names).read(0)


class LogReader:
    """Converter that reads logged calls, and adds their places to a record."""

    def __init__(self, logged: LoggedCalls, record: EagerRecord, names: LoggedNames) -> None:
        self._logged = logged
        self._record = record
        self._names = names
        self._running: list[tuple[LoggedCall, PendingCall]] = []
        self._returned = 0  # number of functions so far

    def read(self, depth: int) -> list[tuple[LoggedCall, PendingCall]]:
        """Add the places of the logged calls to the record.

        Returns the calls that are still running. `depth` is the number of calls that enclose the next call.
        """
        for number, call in enumerate(self._logged.calls, self._logged.number):
            self._end_calls(call.depth)
            self._return(number - self._logged.number)
            self._begin(call, number)
        self._end_calls(depth)
        self._return(len(self._logged.calls))
        self._record.name_returned(self._names.name_of)
        if self._logged.read_last is not None:  # while the calls keep the arrays alive
            last = self._logged.former.renamed(self._logged.read_last(), self._names.name_of)
            self._record.note_last_locals(last)
        if self._logged.end is not None:
            caller, writes = self._logged.end
            self._record.add(None, False, None, caller, states=self._states(writes, is_between=True))
        return self._running

    def _begin(self, logged: LoggedCall, number: int) -> None:
        call, names = OpCall.of_logged(logged, number), self._names
        names.at(logged.inputs, logged.arrays, logged.writes)
        states = self._states(logged.writes, is_between=True)
        read, values = names.input_names(call, number)
        role = OPTIMIZE if logged.updating else BACKWARD if call.phase == "backward" else FORWARD
        expected = names.expected_outputs(call, number)
        around = self._running[-1][1].operator if self._running else None
        made, path = self._logged.program.origin(call, logged.caller[1], logged.layer, around)
        operator = self._logged.program.operator(call, number, read, expected, role, made, path)
        given = GivenNumbers.of(call)
        called = logged.called
        if isinstance(called, FrameLocals):
            called = self._logged.former.renamed(called, names.name_of)
        place = self._record.add(operator, False, self._around, logged.caller, values, called, given, states)
        self._running.append((logged, PendingCall(call, number, operator, place, self._record)))

    def _end_calls(self, depth: int) -> None:
        while self._running and self._running[-1][0].depth >= depth:
            logged, running = self._running.pop()
            if logged.outputs is not None:
                self._end(logged, logged.outputs, running)

    def _end(self, logged: LoggedCall, outputs: Sequence[Any], running: PendingCall) -> None:
        operator, names = running.operator, self._names
        names.at((*logged.inputs, *outputs), (*logged.arrays, *logged.made), logged.writes_until)
        states = self._states(logged.writes_until)
        made, values = names.output_names(running.call, running.number, operator.outputs)
        if made != operator.outputs:
            operator = self._logged.program.operator(
                running.call, running.number, operator.inputs, made, operator.role, operator.call, operator.layer_path
            )
            running.set_operator(operator)
        if logged.node is None:
            self._logged.program.note_outputs(operator, outputs)
        self._logged.program.declare(operator, running.place.values, values)
        self._record.add(operator, True, self._around, running.place.caller, values, states=states)
        running.call.release()

    def _return(self, until: int) -> None:
        """Add to the record the public functions that have returned after the first `until` calls."""
        while self._returned < len(self._logged.returned) and self._logged.returned[self._returned].until <= until:
            self._record.note_return(self._logged.returned[self._returned], self._names.name_of)
            self._returned += 1

    @property
    def _around(self) -> Any:
        return self._running[-1][1].parent_place if self._running else None

    def _states(self, writes: int, is_between: bool = False) -> NamedStates:
        found = self._names.states.until(writes, self._names.name_of, is_between)
        self._logged.program.declare_values(found)
        return found
