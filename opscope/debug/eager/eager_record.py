"""Record of eager calls, with a list of places (positions before and after each call).

Eager Python code cannot be executed again, so a step back reads the record of the code's calls.
"""

from __future__ import annotations

import weakref
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from types import CodeType
from typing import Any, NamedTuple, Protocol

from opscope.core.annotations import Array
from opscope.core.checks.finite import surely_finite
from opscope.core.formats.narrow_arrays import widened
from opscope.core.frame_locals import FrameLocals
from opscope.core.source import UserCall
from opscope.debug.eager.condensed_step import CondensedStep
from opscope.debug.eager.eager_program import EagerOperator
from opscope.debug.eager.given_numbers import GivenNumbers
from opscope.debug.eager.tensor_states import UNNAMED, NamedStates
from opscope.debug.replay.earlier_records import earlier_bindings
from opscope.debug.replay.name_bindings import selected_bindings
from opscope.debug.replay.program_kind import (
    RECORD_BYTES,
    AttributeChange,
    ChangedRecords,
    RunRecord,
    ValueChange,
)
from opscope.debug.replay.stops import Position as RunPosition
from opscope.eager.array_versions import WritesPart
from opscope.eager.held_arrays import BEFORE
from opscope.eager.op_call_log import Caller, ReturnedCall
from opscope.eager.op_calls import SET_VALUE, OpCall
from opscope.ir.program.program import GRAD, Operator
from opscope.names.assignment_targets import normalized
from opscope.names.binding import Binding, Names
from opscope.names.bound_names import BoundNames
from opscope.names.call_results import InnerCalls
from opscope.names.program_names import begins_with_variable, bindings_of_network, seen_names
from opscope.names.public_call import PublicCall
from opscope.names.returned_values import Path
from opscope.names.standing_variables import StandingVariables
from opscope.names.user_functions import local_names
from opscope.names.value_name import OF_STEP, value_name

MAX_STEPS_BACK = 4  # steps in which a variable that this step does not assign is searched: each must be read
PLACE_BYTES = 600  # bytes of a place besides its arrays


class EagerPlace(NamedTuple):
    """A place in eager code: a position before an operator, or after an operator (if `after` is True).

    A place without an operator is the end of a step. `values` are copies of the operator's inputs at a place before the
    operator, and of the outputs at a place after the operator. `parent` is the place before the PyLayer call that
    encloses this place; `parent` has no values. `caller` is a pair: the position in the user's code at which the
    operator is called, and the call of the user's function that contains this position. `called` is the function that
    the user calls at this position, or the sequence of function calls between the user's code and the op. If the source
    of the calls reads local variables, `called` contains the local variables of the user's functions. `given` are the
    attributes of the call at this place, and its inputs that are Python numbers, by index. The operator itself cannot
    contain these attributes and numbers, because the same operator stands for the calls of all steps. `states` are
    copies of the Tensors and gradients that other code than the operator has changed since the previous place.
    """

    operator: Operator | None
    after: bool
    parent: EagerPlace | None
    caller: Caller
    values: tuple[tuple[str, Any], ...]
    nbytes: int
    called: InnerCalls | CodeType | FrameLocals | None = None
    given: GivenNumbers | None = None
    states: NamedStates = ()

    @property
    def depth(self) -> int:
        """The number of PyLayer calls that enclose this place."""
        return 0 if self.parent is None else self.parent.depth + 1


class RecordScan(Protocol):
    """Interface of objects that read values of a record before the places of the record are made."""

    def value(self, record: EagerRecord, name: str) -> tuple[Any] | None:
        """Return the value of a name in the user's code at the end of a record, as a tuple of one item.

        The item of the tuple is None if the name has no value; the result None, without a tuple, means that the
        record must be opened.
        """
        ...

    def changed(
        self, records: Sequence[EagerRecord], change: ValueChange | AttributeChange, former: EagerRecord | None
    ) -> ChangedRecords:
        """Compute consecutive condensed steps again, from this record's step on, with a change in this step."""
        ...

    def beginning(self) -> CondensedStep | None:
        """Return the step of the record as the first step of a stretch; None if it cannot be the first step."""
        ...

    def is_declared(self) -> bool:
        """Return True if the program already contains the operators of the record, with their values and names."""
        ...


@dataclass(slots=True, weakref_slot=True)
class EagerRecord(RunRecord):
    """Consecutive eager calls of a step.

    A record ends at the end of the step, at the next run of a program, or at the size limit of a record.

    `first_call` is the number of the first call of the record in the step, counted from 0. `of_step` are references to
    the records of the step, in order. The history may have dropped some of these records. The methods of this record
    can also return values from earlier records of the step. The function `read_log` makes the places of logged calls on
    request. `logged_bytes` is the size of the log of calls. `start` contains the state of named Tensors before the
    record. The function `condenser` drops the data of the log that can be computed again, and returns the number of
    bytes that remain. After the places of a condensed record were released, the function `reread` makes the places
    again. `scan` reads values of a condensed record before its places are made. The function `finite` tests if all
    values of a log are finite.
    """

    first_call: int = 0
    of_step: list[weakref.ref[EagerRecord]] = field(default_factory=list["weakref.ref[EagerRecord]"])
    read_log: Callable[[EagerRecord], None] | None = None
    logged_bytes: int = 0
    start: WritesPart | None = None
    condenser: Callable[[EagerRecord], int | None] | None = None
    reread: Callable[[EagerRecord], None] | None = None
    condensed_bytes: int = 0
    finite: Callable[[], bool] | None = None
    ends: bool | None = None  # the answer of `ends_step`; None: the places have it
    scan: RecordScan | None = None
    condensed: CondensedStep | None = None
    held_bytes: int = 0  # bytes of the arrays
    counted_arrays: set[int] = field(default_factory=set[int])  # ids of these arrays
    trimmed_places: int = 0  # places whose values were dropped
    returned: list[PublicCall] = field(default_factory=list[PublicCall])  # functions that the user's code has called
    unnamed: list[tuple[dict[Path, str], Path, Any]] = field(default_factory=list[tuple[dict[Path, str], Path, Any]])
    former: Callable[[], EagerRecord | None] | None = None  # returns the record before this one in its thread
    kept_end: tuple[BoundNames, bool] | None = None  # see `at_end`
    carried: dict[tuple[UserCall, str], str] = field(default_factory=dict[tuple[UserCall, str], str])
    began_in: UserCall | None = None  # the function in which the record before this one has ended
    standing: StandingVariables | None = None  # while the program waits behind the last place
    last_locals: FrameLocals | None = None  # behind the last call of the run, if its source reads locals
    _places: list[EagerPlace] = field(default_factory=list[EagerPlace])
    _ticks_by_name: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    _names: BoundNames | None = None

    @property
    def places(self) -> list[EagerPlace]:
        """The places of the record, in the order of the execution."""
        self._read()
        return self._places

    @property
    def ticks_by_name(self) -> dict[str, list[int]]:
        """The ticks (numbers of positions) at which a name gets or loses a value."""
        self._read()
        return self._ticks_by_name

    @property
    def names_held(self) -> list[str]:
        """The names of the Tensors and gradients that have a value before the record begins."""
        self._read()
        found: list[str] = []
        for name, state in ({} if self.start is None else self.start.initial).items():
            found += [name] if state.gradient is None else [name, name + GRAD]
        return found

    @property
    def ends_step(self) -> bool:
        """True if the step ends with this record."""
        return any(place.operator is None for place in self.places[-1:]) if self.ends is None else self.ends

    @property
    def step_records(self) -> list[EagerRecord]:
        """The records of the step that are in the history, in order, including this record and later records."""
        return [record for each in self.of_step if (record := each()) is not None] or [self]

    @property
    def earlier(self) -> list[EagerRecord]:
        """The earlier records of the step that are in the history, latest record first."""
        found: list[EagerRecord] = []
        for record in self.step_records:
            if record is self:
                break
            found.insert(0, record)
        return found

    @property
    def names(self) -> BoundNames:
        """The names that the values of the record have in the user's code."""
        if self._names is None:
            self._names = BoundNames(seen_names(self.plan.block.program), self.began_in)
        places = self.places
        ended = bool(self.ticks) and self.ticks == len(places)
        self._names.update(places, ended, self.returned, self.last_locals)
        return self._names

    def bindings(self, name: str, tick: int) -> list[Binding]:
        """Return the bindings of a name: the values to which the name refers at a tick (the number of a position).

        opscope looks first for a value whose own name is equal to the name, then for the value that the name has in the
        user's code at the tick, and then for values that the name selects as a pattern. If the name is ambiguous, there
        are several bindings. Raises ArgumentError if the name is an invalid pattern.
        """
        own = next((text for text in (name, str(value_name(name))) if self.value(text, tick) is not None), "")
        if own:
            return [Binding(name, own, tick, None, None)]
        places, program, (base, gradient) = self.places, self.plan.block.program, value_name(name)
        call = places[min(tick, len(places) - 1)].caller[1] if places else None
        known = self._find(base, tick, call)
        if known and not any(b.value for b in known):
            return []  # bound to an unknown object
        found = [b._replace(value=b.value + gradient) for b in known if b.value]
        found = found or bindings_of_network(program, name, call, places) or self._awaited(name, tick)
        if not found and not begins_with_variable(base, call):
            found = selected_bindings(program, name)
            # none has a value yet: the name refers to the first value that it will have
            found = [b for b in found if self.value(b.value, tick) is not None] or found[:1]
        return found

    def _awaited(self, name: str, tick: int) -> list[Binding]:
        """Return the result of the operator if a later statement gives the requested name to this result.

        An example of such a statement is `outs.append(k)`.
        """
        place = self.places[min(tick, len(self.places) - 1)] if self.places else None
        if place is None or not place.after or place.operator is None:
            return []
        base, gradient = value_name(name)
        found = self.names.awaited(base, tick, place.caller[1])
        found = [b._replace(value=b.value + gradient) for b in found]
        return [b for b in found if b.value in place.operator.outputs][:1]

    def declare_values(self) -> None:
        """Add the operators of the calls, with their values and names, to the program, but only once."""
        if self.read_log is None or self.scan is None or not self.scan.is_declared():
            _ = self.names

    def bindings_at_end(self, name: str) -> list[Binding]:
        """Return the bindings of a name: the values to which the name refers at the end of this record.

        If the name is ambiguous, there are several bindings. Raises ArgumentError if the name is an invalid pattern.
        """
        return [b for b in self.bindings(name, len(self.places)) if OF_STEP not in b.value]

    @contextmanager
    def standing_with(self, variables: StandingVariables) -> Iterator[None]:
        """Inside the `with` block, the program waits after the last position, in functions with these variables."""
        self.standing = variables
        try:
            yield
        finally:
            self.standing = None

    def note_last_locals(self, found: FrameLocals) -> None:
        """Record the names of the values in the local variables behind the last call of the run."""
        self.last_locals = found

    def set_names(self, names: BoundNames) -> None:
        """Set the names that the values have in the user's code, if these names were stored with the places."""
        self._names = names

    def _find(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        found = self.own_bindings(name, tick, call)
        if not found and (carried := self._carried_value(name, tick, call)):
            return [Binding(name, carried, 0, call, None)]
        return earlier_bindings(self, found, name, tick, call)

    def own_bindings(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        """Return the bindings of a name, including a value of the previous step if the name still has this value."""
        found = self.names.find(name, tick, call)
        return [b._replace(value=self._left_value(b, tick)) if b.value == OF_STEP else b for b in found]

    def _left_value(self, binding: Binding, tick: int) -> str:
        """Return the value of the previous step that a name still has at a tick; "" if the value is unknown."""
        if binding.call is None or self.writes_elsewhere(self.names.last_look(binding, tick), tick):
            return ""
        return self._value_before(binding.name, binding.call, MAX_STEPS_BACK)

    def _value_before(self, name: str, call: UserCall, steps: int) -> str:
        """Return the value that a name in a running call had at the end of the previous step; "" if unknown."""
        former = None if self.former is None else self.former()
        if former is None or not steps or former.step < self.step - 1:
            return ""
        if former.step == self.step:
            return former._value_before(name, call, steps)
        found = former._last_binding(name, call)
        if found is None or found[1].call is None or not found[1].value:
            return ""
        record, binding = found
        if binding.value == OF_STEP:
            return record._value_before(name, found[1].call, steps - 1)
        if value_name(binding.value)[1]:  # the parameter may have another gradient now
            return ""
        if former._is_held(binding.value) or self._is_held(binding.value):  # what is written to it has its name
            return binding.value if self._is_held(binding.value) else ""
        return f"{binding.value}{OF_STEP}{former.step}"

    def _last_binding(self, name: str, call: UserCall) -> tuple[EagerRecord, Binding] | None:
        """Return the last binding of a name, up to the end of this record, in a call that is still running."""
        for record in (self, *self.earlier):
            running = record.places[-1].caller[1] if record.places else None
            while running is not None and not running.is_like(call):
                running = running.outer
            for binding in reversed(record.names.bindings.get(name, ())):
                if running is not None and binding.call is running:
                    return record, binding
        return None

    def writes_elsewhere(self, since: int, tick: int) -> bool:
        """Return True if a call or NumPy may write, after the position `since`, to memory from before the record.

        Writes to the memory of named Tensors do not count, because the record contains these writes under the names of
        the Tensors.
        """
        if any(since < at <= tick for at in self.ticks_by_name.get(UNNAMED, ())):
            return True
        writers = [place.operator for place in self.places[since + 1 : tick + 1] if place.after]
        targets = [n for each in writers if each is not None for n in _written(each) if n and not self._is_held(n)]
        if not targets:
            return False
        makers = (p.operator for p in self.places[: tick + 1] if p.after and p.operator and p.operator.op.makes_memory)
        return not {*targets} <= {name for each in makers for name in each.outputs}

    def _carried_value(self, name: str, tick: int, call: UserCall | None) -> str:
        """Return the value that a variable of a running function got in an earlier record; "" if unknown."""
        if not self.names.reads_code:
            return ""
        owner = self.names.owner(normalized(name), tick, call)
        if owner is None or self.former is None:
            return ""
        if owner not in self.carried:
            self.carried[owner] = self._carry(*owner, MAX_STEPS_BACK)
        value = self.carried[owner]
        is_changed = self.names.has_changed(owner[1], owner[0], tick) or (OF_STEP in value and self._may_write(tick))
        return "" if is_changed else value

    def _carry(self, call: UserCall, name: str, steps: int) -> str:
        former = None if self.former is None else self.former()
        if former is None or not steps:
            return ""
        names, may_write = former.at_end
        source = None if names.left is None else self.at_end[0].source(name, call, names.left)
        if names.left is None or source is None:
            return ""
        value = names.left.values.get((call, source))
        if value is None and source not in local_names(call.code):  # an element may have changed in between
            return ""
        if value is None:
            value = former._carry(call, source, steps - (former.step != self.step))
            value = "" if OF_STEP in value and may_write else value
        is_same = not value or former.step == self.step or OF_STEP in value or self._is_held(value)
        return value if is_same else f"{value}{OF_STEP}{former.step}"

    @property
    def at_end(self) -> tuple[BoundNames, bool]:
        """A pair: the names at the end of the record, and True if a call may write to a Tensor from another step.

        When the record is complete, the names at its end are cached.
        """
        if self.kept_end is not None:
            return self.kept_end
        found = self.names, self._may_write(len(self.places))
        if self.ticks:
            self.kept_end = found
        return found

    def _may_write(self, tick: int) -> bool:
        """Return True if a call up to a tick writes to a Tensor that may come from another step."""
        for place in self.places[: tick + 1]:
            operator = place.operator
            writes = operator is not None and (operator.op is SET_VALUE or operator.op.writes_first_input)
            if writes and operator is not None and not self._is_held(operator.outputs[0] or ""):
                return True
        return False

    def home(self, name: str) -> tuple[RunRecord, str]:
        """Return the record at the end of step 3 and the name `tanh_4` for a name such as `tanh_4@STEP@3`."""
        value, found, rest = name.partition(OF_STEP)
        number, at, gradient = rest.partition("@")
        record: EagerRecord | None = self if found else None
        while record is not None and record.former is not None:
            record = record.former()
            if record is not None and str(record.step) == number:
                return record, value + at + gradient
        return self, name

    def _value_of_step(self, name: str) -> Any:
        """Return the value that a name such as `tanh_4@STEP@3` had at the end of step 3."""
        record, own = self.home(name)
        return None if record is self or not isinstance(record, EagerRecord) else record.final_value(own)

    def _read(self) -> None:
        if self.read_log is not None:
            read, self.read_log = self.read_log, None
            if self.condenser is None:
                self.logged_bytes = 0
            else:  # the log is kept, so that it can still be condensed
                self.reread = read
            read(self)

    def condense(self) -> bool:
        """Drop the data of this record that can be computed again. Returns False if nothing was dropped."""
        condenser, self.condenser = self.condenser, None
        return condenser is not None and condenser(self) is not None

    def unread(self, log: Callable[[EagerRecord], None]) -> None:
        """Release the places if they were made from the log. The log makes the places again on request."""
        if self.read_log is None:
            self.reread = log
            self.release_places()
            self.reread = None

    def release_places(self) -> None:
        """Release the places; the function `reread` makes the places again."""
        if self.reread is not None:
            self.read_log, self._places, self._ticks_by_name, self._names = self.reread, [], {}, None
            self.held_bytes, self.counted_arrays, self.trimmed_places = 0, set(), 0
            self.returned, self.unnamed = [], []

    def drop_values(self, but: Callable[[Any], bool] | None = None) -> None:
        """Drop the values of all places, except arrays for which `but` returns True.

        All states (copies of changed Tensors) are also dropped. The places themselves stay in the record.
        """
        places, self._places = self.places, []
        self.held_bytes, self.counted_arrays, self._ticks_by_name = 0, set(), {}
        for tick, place in enumerate(places):
            values = () if but is None else tuple([p for p in place.values if p[1] is not None and but(p[1])])
            for name, _ in values:
                self._ticks_by_name.setdefault(name, []).append(tick)
            self._places.append(place._replace(values=values, nbytes=0, states=()))

    @property
    def learning_rates(self) -> list[float]:
        """The learning rates that the optimizers have used in the record, in order."""
        found: list[float] = []
        for place in self.places:
            op = None if place.operator is None or place.after else place.operator.op
            if op is None or op.outputs[:1] != ("param_out",) or "learning_rate" not in op.inputs:
                continue
            position = op.inputs.index("learning_rate")
            rate = None if place.given is None else place.given.inputs.get(position)
            name = None if place.operator is None else place.operator.inputs[position]
            array = next((a for n, a in place.values if n == name), None)
            if isinstance(rate, int | float):
                found.append(float(rate))
            elif array is not None and array.size == 1:
                found.append(float(array.reshape(())))
        return found

    @property
    def nbytes(self) -> int:
        """Number of bytes of the record's places and of their arrays."""
        if self.condensed_bytes:  # who has read it counts the bytes of what was read
            return RECORD_BYTES + self.condensed_bytes
        arrays = max(self.held_bytes, self.logged_bytes)  # places that were read show the arrays of a log that is kept
        return arrays + PLACE_BYTES * (len(self._places) or self.ticks)

    @property
    def prepares(self) -> bool:
        """False, because a record of eager code is always part of a step."""
        return False

    def operators(self) -> list[Operator]:
        """Return the operators of the finished calls, in the order in which the calls ended."""
        return [place.operator for place in self.places if place.after and place.operator is not None]

    def value_names(self) -> Names:
        """Return the names that the values of the record have in the user's code, by value."""
        return self.names.names

    @property
    def is_finite(self) -> bool:
        """True if all values at the places of the record are known to be finite."""
        if self.read_log is not None and self.finite is not None:
            return self.finite()
        arrays = (array for place in self.places for _, array in chain(place.states, place.values))
        return not self.error and surely_finite(array for array in arrays if array is not None)

    def scanned_value(self, name: str) -> tuple[Any] | None:
        """Return the value that a name in the user's code has at the end of the record, as a tuple of one item.

        The result is None if the places of the record must be read to find the value.
        """
        return None if self.read_log is None or self.scan is None else self.scan.value(self, name)

    def results(self) -> Iterator[tuple[str, Any]]:
        """Yield the values of the forward calls before the last backward pass, and then of later forward calls.

        The values before and the values after the last backward pass are both ordered from the latest to the earliest
        value.
        """
        made = [(place.operator.phase, place.values) for place in self.places if place.after and place.operator]
        passes = [number for number, (phase, _) in enumerate(made) if phase == "backward"]
        until = passes[-1] if passes else len(made)
        for phase, values in reversed([*made[until:], *made[:until]]):
            if phase == "forward":
                yield from values

    def result_names(self) -> list[str]:
        """Return the names, in the user's code, of the floating-point numbers that forward calls have computed."""
        found: dict[str, None] = {}
        for place in self.places:
            operator = place.operator
            if operator is not None and place.after and operator.phase == "forward":
                own = [name for name, array in place.values if array.size == 1 and array.dtype.kind == "f"]
                found.update(dict.fromkeys(name for each in own for name in self.names.names.get(each, ())))
        return [name for name in found if len(self.bindings_at_end(name)) == 1]

    def values_at_end(self) -> Iterator[tuple[str, Any]]:
        """Yield all names with their values at the end of the record, in the order of the first value of each name."""
        for name in filter(None, dict.fromkeys((*self.names_held, *self.ticks_by_name))):
            yield name, self.final_value(name)

    def final_value(self, name: str) -> Any:
        """Return the last value of a name that was recorded; None if no value of the name was recorded."""
        return self.value(name, len(self.places))

    def holds_at_end(self, name: str) -> bool:
        """Return True if a place of this record has a value of a name, or a note that the name has no value."""
        return self.holds(name, len(self.places))

    def add(
        self,
        operator: Operator | None,
        after: bool,
        parent: EagerPlace | None,
        caller: Caller,
        values: tuple[tuple[str, Any], ...] = (),
        called: InnerCalls | CodeType | FrameLocals | None = None,
        given: GivenNumbers | None = None,
        states: NamedStates = (),
    ) -> EagerPlace:
        """Append a place to the record."""
        tick, nbytes = len(self.places), 0
        for name, array in chain(states, values):
            ticks = self.ticks_by_name.setdefault(name, [])
            if not ticks or ticks[-1] != tick:
                ticks.append(tick)
            if array is not None and id(array) not in self.counted_arrays:
                self.counted_arrays.add(id(array))
                nbytes += array.nbytes
        self.held_bytes += nbytes
        place = EagerPlace(operator, after, parent, caller, values, nbytes, called, given, states)
        self.places.append(place)
        return place

    def note_return(self, call: ReturnedCall, name_of: Callable[[Any], str]) -> None:
        """Record that a public function has returned to the user's code; `name_of` returns the names of arrays."""
        position, user = call.caller
        if position is None or user is None:
            return
        given: dict[Path, str] = {}
        made: dict[Path, str] = {}
        for found, named in ((call.given, given), (call.made, made)):
            for path, array in found.items():
                if name := name_of(array):
                    named[path] = name
                else:
                    self.unnamed.append((named, path, array))
        self.returned.append(PublicCall(len(self.places) - 1, position, user, given, made, call.length))

    def name_returned(self, name_of: Callable[[Any], str]) -> None:
        """Give names to the returned values that no operator has read yet.

        If this method is not called, a result of `to_tensor` has no name until an operator reads the result.
        """
        for named, path, array in self.unnamed:
            if name := name_of(array):
                named[path] = name
        self.unnamed = []

    def trim(self, budget: int) -> None:
        """Drop the oldest values of the record until the other values fit into the memory budget.

        No places are dropped.
        """
        while self.held_bytes > budget and self.trimmed_places < len(self.places) - 1:
            place = self.places[self.trimmed_places]
            self.held_bytes -= place.nbytes
            self.counted_arrays.difference_update(id(array) for _, array in chain(place.states, place.values))
            self.places[self.trimmed_places] = place._replace(values=(), nbytes=0, states=())
            self.trimmed_places += 1

    def record_edit(self, tick: int, name: str, array: Array) -> Callable[[], None]:
        """Record a value that the user set at a position.

        Returns a function that removes this value from the record.
        """
        place, held, ticks = self.places[tick], self.held_bytes, self.ticks_by_name.setdefault(name, [])
        values = (*(pair for pair in place.values if pair[0] != name), (name, array))
        self.places[tick] = place._replace(values=values, nbytes=place.nbytes + array.nbytes)
        self.held_bytes += array.nbytes
        new = not ticks or ticks[-1] != tick
        if new:
            ticks.append(tick)

        def take_back() -> None:
            self.places[tick], self.held_bytes = place, held
            if new:
                ticks.pop()

        return take_back

    def value(self, name: str, tick: int) -> Any:
        """Return the value that a name has at a tick of this record.

        The result is None if the name has no value, or if its value is unknown. Otherwise, the result is the last value
        of the name up to the tick. If no place has a value of the name, the result is the value that the Tensor or
        gradient with this name has at the start of the record. If this value is also missing, the result comes from an
        earlier record of the step.
        """
        if OF_STEP in name:
            return self._value_of_step(name)
        if self.holds(name, tick):
            return self._own_value(name, tick)
        if name.removesuffix(GRAD) in self.plan.block.vars and self._is_held(name):
            return self.value_before(name)
        for record in self.earlier:
            if record.holds(name, len(record.places)):
                return record._own_value(name, len(record.places))
        return None

    def value_before(self, name: str) -> Any:
        """Return the value of a named Tensor or its gradient at the record's start; None if it is unknown."""
        if not self._is_held(name) or self.start is None:
            return None
        state = self.start.initial[name.removesuffix(GRAD)]
        array = state.gradient if name.endswith(GRAD) else state.array
        return widened(self.start.elements_then(array, self.start.first))

    def is_of_other_code(self, name: str) -> bool:
        """True if the Tensor with the given name existed before the run, and the run has not used or changed it yet."""
        state = None if self.start is None else self.start.initial.get(name.removesuffix(GRAD))
        return state is not None and state.number == BEFORE

    def _is_held(self, name: str) -> bool:
        self._read()
        return self.start is not None and name.removesuffix(GRAD) in self.start.initial

    def holds(self, name: str, tick: int) -> bool:
        """Return True if a place up to a tick has a value of a name, or a note that the name has no value."""
        ticks = self.ticks_by_name.get(name)
        return bool(ticks) and ticks[0] <= tick

    def _own_value(self, name: str, tick: int) -> Any:
        ticks = self.ticks_by_name.get(name, [])
        index = bisect_right(ticks, tick) - 1
        place = self.places[ticks[index]]
        return next((array for n, array in reversed((*place.states, *place.values)) if n == name), None)


def _written(operator: Operator) -> tuple[str | None, ...]:
    """Return the names of the values to whose memory an operator may write."""
    op = operator.op
    if op is SET_VALUE or op.writes_first_input:
        return operator.outputs[:1]
    if not op.writes_inputs:
        return ()
    return (*operator.inputs, *operator.outputs) if None in operator.inputs else operator.inputs


class PendingCall:
    """A call that is still running, and the place before the call in the record."""

    def __init__(
        self, call: OpCall, number: int, operator: EagerOperator, place: EagerPlace, trace: EagerRecord
    ) -> None:
        self.call, self.number, self.operator, self.place = call, number, operator, place
        self._record, self._tick = trace, len(trace.places) - 1
        self._parent_place: EagerPlace | None = None

    @property
    def parent_place(self) -> EagerPlace:
        """Return the place before the call without its values, so that only the record keeps these values."""
        if self._parent_place is None:
            self._parent_place = self.place._replace(values=(), nbytes=0, states=())
        return self._parent_place

    @property
    def position(self) -> RunPosition:
        """The position of the call's place in the run."""
        return RunPosition(self._record.run, self._tick)

    def set_operator(self, operator: EagerOperator) -> None:
        """Replace the operator of a call as soon as the real outputs of the call are known."""
        places = self._record.places
        places[self._tick] = places[self._tick]._replace(operator=operator)
