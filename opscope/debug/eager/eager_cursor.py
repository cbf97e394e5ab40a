"""Cursor over recorded eager calls, with the same interface as a cursor over the run of a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from opscope.core.frame_locals import FrameLocals
from opscope.core.source import CodePosition
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord
from opscope.debug.eager.named_writes import is_called, values_named_here
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.debug.replay.program_frame import OperatorCall
from opscope.debug.replay.program_kind import Cursor, OnPlace, ignore_place
from opscope.ir.program.program import GRAD, Block, Operator
from opscope.names.binding import Binding
from opscope.names.standing_variables import StandingVariables
from opscope.names.user_functions import local_names
from opscope.names.value_name import value_name

_BY_POSITION = re.compile(r"(in|out)(\d+)", re.ASCII)


class EagerCursor(Cursor):
    """A cursor over recorded eager calls. A move of the cursor only selects another position.

    `live_value` returns the value of a Tensor that still exists, by name. A cursor at a past position reads only
    recorded values. If no Tensor has the requested name, the name may be an alias of an input or output of the current
    op: `x`, `out`, `in0`, `out1`.
    """

    may_bind_names = True

    def __init__(
        self,
        eager_record: EagerRecord,
        on_place: OnPlace,
        live_value: Callable[[str], Any] | None = None,
    ) -> None:
        super().__init__(eager_record, on_place, live=live_value is not None)
        self.eager_record = eager_record
        self._live_value = live_value

    @property
    def place(self) -> EagerPlace:
        """The current position of the cursor."""
        return self.eager_record.places[self.tick]

    @property
    def next_operator(self) -> Operator | None:
        """The operator that runs next; None at a position after an operator, and at the end of a step."""
        place = self.place
        return None if place.after else place.operator

    @property
    def previous_operator(self) -> Operator | None:
        """The operator that has just run; None at a position before an operator."""
        place = self.place
        return place.operator if place.after else None

    @property
    def behind(self) -> Operator | None:
        """The operator that has just run; None at a position before an operator."""
        return self.previous_operator

    @property
    def depth(self) -> int:
        """The number of PyLayer calls that enclose the current call."""
        return self.place.depth

    @property
    def at_end(self) -> bool:
        """True at the end of a step."""
        return self.place.operator is None

    def frames(self) -> list[EagerFrame]:
        """Return the PyLayer calls around this position, outermost first, and then the calls at the position."""
        place: EagerPlace | None = self.place
        found: list[EagerFrame] = []
        while place is not None:
            found.append(EagerFrame(self, place))
            place = place.parent
        return found[::-1]

    @property
    def last_value(self) -> Any:
        """The first output of the op that ran last; None if no op has run yet."""
        for place in reversed(self.eager_record.places[: self.tick + 1]):
            if place.after:
                return place.values[0][1] if place.values else None
        return None

    def lookup(self, name: str) -> Any:
        """Return the value of a Tensor by name, or of an input or output of the current op by alias; else None.

        If `bindings` returns exactly one value for a name, the method returns this value. Tensors that the run has not
        used are searched last, because such Tensors may belong to other code. If a local variable and a Tensor from
        before the run have the same name, the name refers to the local variable.
        """
        if (standing := self._standing) is not None and standing.has(value_name(name)[0]):
            return self._standing_value(standing, name)
        spellings = name, str(value_name(name))  # w.grad is w@GRAD
        value = next((found for text in spellings if (found := self.lookup_own(text)) is not None), None)
        if value is None and not self._has_no_gradient(name):
            found = self.bindings(name)
            if len(found) == 1:
                return self.lookup_own(found[0].value)
            if not found and not self.eager_record.holds(name, self.tick) and not self.means_other_code(name):
                return self.eager_record.value_before(name)
        return value

    def means_other_code(self, name: str) -> bool:
        """Return True if a local variable of the user's functions has the name of a Tensor from before the run.

        The result is also True for each name in the user's code if opscope has read the local variables of the frames,
        because then the names of Tensors are never used for local variables.
        """
        if not self._is_users_name(name):
            return False
        return isinstance(self.place.called, FrameLocals) or self.eager_record.is_of_other_code(name)

    def _has_no_gradient(self, name: str) -> bool:
        """Return True for the gradient of a value that has no gradient at this position."""
        of, is_gradient, rest = str(value_name(name)).partition(GRAD)
        return bool(is_gradient) and not rest and self.eager_record.value(of, self.tick) is not None

    def bindings(self, name: str) -> list[Binding]:
        """Return the bindings of a name: the values to which the name refers at this position.

        If the name is ambiguous, there are several bindings. Raises ArgumentError if the name is an invalid pattern.
        """
        if (standing := self._standing) is not None and standing.has(value_name(name)[0]):
            return self._standing_bindings(standing, name)
        return self._recorded_bindings(name)

    def _recorded_bindings(self, name: str) -> list[Binding]:
        own = next((text for text in (name, str(value_name(name))) if self._recorded_value(text) is not None), "")
        return [Binding(name, own, self.tick, None, None)] if own else self.eager_record.bindings(name, self.tick)

    def has_variable(self, name: str) -> bool:
        """Return True if a function of the user that has called an operator of the step has a variable with a name."""
        calls = {place.caller[1] for record in self.eager_record.step_records for place in record.places}
        while calls := calls - {None}:
            if any(name in local_names(call.code) for call in calls if call is not None):
                return True
            calls = {call.outer for call in calls if call is not None}
        return False

    def is_awaited(self, name: str) -> bool:
        """Return True if a later operator in the recording of the step gives a value to a name.

        The result is also True if the program waits at this position, because its next operators are not known.
        """
        if self.live and not self.at_end:
            return True
        base, gradient = value_name(name)
        values, after = {name, self.own_name(name)}, self.tick
        records = self.eager_record.step_records
        for record in records[records.index(self.eager_record) :]:
            bindings = [b for b in record.names.bindings.get(base, ()) if b.value]
            values.update(b.value + gradient for b in bindings)
            results = (place.operator.outputs for place in record.places[after + 1 :] if place.after and place.operator)
            if any(b.tick > after and not gradient for b in bindings) or any(map(values.intersection, results)):
                return True
            after = -1
        return False

    def standing_with(self, variables: StandingVariables) -> AbstractContextManager[None]:
        """Inside the `with` block, names mean the variables of the functions that wait at this position."""
        return self.eager_record.standing_with(variables)

    @property
    def _standing(self) -> StandingVariables | None:
        """The variables of the functions that wait at this position. None at other positions."""
        found = self.eager_record.standing
        return found if found is not None and found.tick == self.tick else None

    def _standing_value(self, standing: StandingVariables, name: str) -> Any:
        """Return the value of a variable of a waiting function, or the gradient of this value. Otherwise None."""
        base, gradient = value_name(name)
        if not gradient:
            return standing.array(base)
        found = self._standing_bindings(standing, name)
        return self._recorded_value(found[0].value) if found else None

    def _standing_bindings(self, standing: StandingVariables, name: str) -> list[Binding]:
        """Return the binding of a variable of a waiting function. Return [] if the variable is not a tensor."""
        base, gradient = value_name(name)
        array = standing.array(base)
        if array is None:
            return []
        recorded = self._recorded_bindings(base)  # such as a value of the step before
        for value in (standing.value_of(base), *(each.value for each in recorded[:1])):
            if value and have_same_bits(self._recorded_value(value), array):
                return [Binding(name, value + gradient, self.tick, None, None)]
        return [] if gradient else [Binding(name, base, self.tick, None, None)]

    def user_names(self) -> dict[str, str]:
        """Return the names in the user's code at this position, each with the value to which the name refers.

        Ambiguous names are omitted.
        """
        known = dict.fromkeys(name for record in self._records() for name in record.names.bindings)
        known |= dict.fromkeys(self.eager_record.standing or ())
        found = {name: self.bindings(name) for name in known}
        return {name: bindings[0].value for name, bindings in found.items() if len(bindings) == 1}

    def values_here(self) -> Iterable[tuple[str, Any]]:
        """At a position before an op, return the values that the op reads; after the op, return the op's results."""
        return self.place.values

    def is_called(self, pattern: str, value: str) -> bool:
        """Return True if a name or a pattern selects a value at this position."""
        return is_called(self.eager_record, self.tick, pattern, value)

    def values_named_here(self, pattern: str) -> Iterable[tuple[str, Operator]]:
        """Return the values that get a name in the user's code at this position, each with its operator."""
        return values_named_here(self.eager_record, self.tick, pattern)

    def positional_names(self) -> list[str]:
        """Return the aliases of the inputs before an op (`in0`), or of the outputs after the op (`out0`)."""
        operator, after = self.place.operator, self.place.after
        if operator is None:
            return []
        side, among = ("out", operator.outputs) if after else ("in", operator.inputs)
        return [f"{side}{i}" for i, name in enumerate(among) if name is not None]

    def local_value(self, name: str) -> str:
        """Return the name of the value of a local variable at this position; "" if this name is unknown."""
        own = self.own_name(name)
        return "" if own == name else own

    def lookup_own(self, name: str) -> Any:
        """Return the value of a Tensor by its own name, or of a value of the current op by alias; otherwise None."""
        if (standing := self._standing) is not None and standing.has(name):
            found = self._standing_bindings(standing, name)
            return standing.array(name) if found and found[0].value == name else None
        return self._recorded_value(name)

    def _recorded_value(self, name: str) -> Any:
        here, value = self.place, None
        is_result = here.after and here.operator is not None and name in here.operator.outputs
        if self._live_value is not None and not is_result:  # an optimizer writes its results after the op
            value = self._live_value(name)
        if value is None:
            value = self.eager_record.value(name, self.tick)
        if value is None and (own := self.resolve_alias(name)):
            value = self.eager_record.value(own, self.tick)
        return value

    def resolve_alias(self, name: str) -> str | None:
        """Return the name of the value to which an alias (`x`, `out`, `in0`, `out1`) refers at the current op.

        The result is None if the name is not an alias. If the user's code has a variable `x`, the name `x` of an op's
        parameter is not an alias.
        """
        operator, after = self.place.operator, self.place.after
        if operator is None:
            return None
        op, names = operator.op, operator.outputs if after else operator.inputs
        found = _BY_POSITION.fullmatch(name)
        if found is not None and (found[1] == "out") == after and int(found[2]) < len(names):
            return names[int(found[2])]
        called = [o.removeprefix("*") for o in op.outputs] if after else op.inputs
        found_name = next((n for n, c in zip(names, called, strict=False) if c == name), None)
        return None if found_name is None or self._is_users_name(name) else found_name

    def _is_users_name(self, name: str) -> bool:
        """Return True if a function on the stack, or the record, has a variable with this name."""
        call = self.place.caller[1]
        while call is not None:
            if name in call.code.co_varnames or name in call.code.co_cellvars:
                return True
            call = call.outer
        return any(name in record.names.bindings for record in self._records())

    @property
    def lost_calls(self) -> int:
        """The number of calls at the start of the step that were dropped from the history."""
        return self.eager_record.step_records[0].first_call

    def _records(self) -> list[EagerRecord]:
        """Return the records of the step up to the current record, latest first."""
        return [self.eager_record, *self.eager_record.earlier]

    # --- movement -----------------------------------------------------------------------------------

    def advance_to_latest(self) -> None:
        """Move to the latest position, at which the program itself is now."""
        self.tick = len(self.eager_record.places) - 1

    def run_to_end(self) -> None:
        """Visit all positions from the current position to the last position of the record."""
        self.on_place(self)
        while self.tick + 1 < len(self.eager_record.places):
            self.tick += 1
            self.on_place(self)

    def seek(self, tick: int) -> None:
        """Move to the position with the number `tick`, or to the last position if no position has this number."""
        self.tick = max(0, min(tick, len(self.eager_record.places) - 1))

    def fork(self, on_place: OnPlace) -> EagerCursor:
        """Return a cursor at this position, which reads only recorded values."""
        fork = EagerCursor(self.eager_record, on_place)
        fork.tick = self.tick
        return fork

    def fork_at_end(self, last: int) -> EagerCursor:
        """Return a cursor at the last position of the step, which reads only recorded values."""
        record = self.eager_record.step_records[-1]
        fork = EagerCursor(record, ignore_place)
        fork.seek(len(record.places))
        return fork

    def calls(self, until: int | None) -> list[OperatorCall]:
        """Return the calls of the record up to the position `until` (None: all calls), ordered by their starts."""
        found: list[OperatorCall] = []
        running: dict[int, OperatorCall] = {}
        places = self.eager_record.places
        for tick, place in enumerate(places if until is None else places[: until + 1]):
            operator = place.operator
            if operator is None:
                continue
            if place.after:
                if (call := running.pop(place.depth, None)) is not None:
                    made = dict(place.values)
                    call.operator, call.end = operator, tick  # some ops know the number of their results only now
                    call.outputs = tuple((n, made.get(n or "")) for n in operator.outputs)
                continue
            read = dict(place.values)
            attrs, numbers = (operator.attrs, {}) if place.given is None else place.given
            inputs = tuple((n, numbers.get(i) if n is None else read.get(n)) for i, n in enumerate(operator.inputs))
            running[place.depth] = OperatorCall(operator, attrs, inputs, tick, place.depth)
            found.append(running[place.depth])
        return found


class EagerFrame:
    """The calls of the user's code around a position, or the calls inside the PyLayer that is running there."""

    iteration = 0

    def __init__(self, cursor: EagerCursor, place: EagerPlace) -> None:
        self._cursor = cursor
        self._place = place

    @property
    def block(self) -> Block:
        """The block to which the variables of the calls belong."""
        return self._cursor.record.plan.block

    @property
    def next_operator(self) -> Operator | None:
        """The operator that runs next or is running.

        The operator is None at a position after an operator, and at the end of a step.
        """
        return None if self._place.after else self._place.operator

    @property
    def previous_operator(self) -> Operator | None:
        """The operator that has just run; None at a position before an operator."""
        return self._place.operator if self._place.after else None

    @property
    def first_tick(self) -> int:
        """The tick (number) of the first position of the record."""
        return 0

    @property
    def called_at(self) -> CodePosition | None:
        """The position in the user's code at which the operator is called."""
        return self._place.caller[0]

    @property
    def given(self) -> tuple[str, ...]:
        """An empty tuple, because eager code has no feeds: the user's code passes values to the calls."""
        return ()

    @property
    def operators(self) -> list[Operator]:
        """The operators of the calls of the step, in order."""
        return [call for each in self._cursor.eager_record.step_records for call in self._calls(each.places)]

    @property
    def ran(self) -> list[Operator]:
        """The operators of the step's calls that have run before this position."""
        record = self._cursor.eager_record
        found = [call for each in record.earlier[::-1] for call in self._calls(each.places)]
        found += self._calls(record.places[: self._cursor.tick + 1])
        return found[:-1] if found and self.next_operator is not None else found

    def _calls(self, places: Sequence[EagerPlace]) -> list[Operator]:
        around = self._place.parent
        return [p.operator for p in places if p.operator is not None and not p.after and p.parent is around]

    def names(self) -> Iterable[str]:
        """Return the names that have values in the step; the names in the cursor's record come first."""
        records = self._cursor._records()
        names = (name for record in records for name in (*record.ticks_by_name, *self._names_held(record)))
        return dict.fromkeys(filter(None, names))

    def _names_held(self, record: EagerRecord) -> list[str]:
        return [name for name in record.names_held if not self._cursor.means_other_code(name)]

    def value(self, name: str) -> Any:
        """Return the value that a name has at this position; None if the name has no value."""
        return self._cursor.lookup(name)
