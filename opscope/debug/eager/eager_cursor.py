"""Cursor over recorded eager calls, with the interface of a cursor over the run of a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast, overload

from opscope.core.place import CPU, Place
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord
from opscope.debug.replay.run_cursor import OnPlace, RunCursor
from opscope.ir.program.program import GRAD, Operator
from opscope.names.binding import Binding
from opscope.names.value_name import value_name
from opscope.runtime.plan import Instruction

_BY_POSITION = re.compile(r"(in|out)(\d+)", re.ASCII)


class EagerCursor(RunCursor):
    """A cursor over recorded eager calls. Eager code cannot be executed again, so moving only selects a place.

    `live_value` gives the value of a live Tensor by name; a cursor in the past reads recorded values only. A name
    that no Tensor has may be an alias of an input or output of the op here: `x`, `out`, `in0`, `out1`.
    """

    def __init__(
        self,
        eager_record: EagerRecord,
        on_place: OnPlace,
        live_value: Callable[[str], Any] | None = None,
    ) -> None:
        super().__init__(eager_record, on_place, live=live_value is not None)
        self.eager_record = eager_record
        self.stack = cast("list[Any]", _EagerStack(self))
        self._live_value = live_value

    @property
    def place(self) -> EagerPlace:
        """The current place."""
        return self.eager_record.places[self.tick]

    @property
    def context(self) -> None:
        """Eager code has no execution context."""

    @property
    def next_operator(self) -> Operator | None:
        """The operator that is next; None after an operator, and at the end of a step."""
        place = self.place
        return None if place.after else place.operator

    @property
    def previous_operator(self) -> Operator | None:
        """The operator that has just run; None before an operator."""
        place = self.place
        return place.operator if place.after else None

    @property
    def depth(self) -> int:
        """The number of PyLayer calls around the current one."""
        return self.place.depth

    @property
    def iterations(self) -> tuple[int, ...]:
        """None: the loops of eager code are Python's."""
        return ()

    @property
    def at_end(self) -> bool:
        """True at the end of a step."""
        return self.place.operator is None

    @property
    def frame(self) -> Any:
        """The innermost frame, in the form that inspection expects."""
        return self.stack[-1].frame

    @property
    def last_value(self) -> Any:
        """The first output of the op that ran last; None if no op has run before here."""
        for place in reversed(self.eager_record.places[: self.tick + 1]):
            if place.after:
                return place.values[0][1] if place.values else None
        return None

    def lookup(self, name: str) -> Any:
        """The value of a Tensor by name, or of an input or output of the op here by alias; None if there is none.

        A name is any that `bindings` resolves, and not ambiguous. Tensors that the code has not used come last: they
        may be those of other code.
        """
        value = self.lookup_own(name)
        if value is None and not self._has_no_gradient(name):
            found = self.bindings(name)
            if len(found) == 1:
                return self.lookup_own(found[0].value)
            if not found and not self.eager_record.holds(name, self.tick):
                return self.eager_record.value_before(name)
        return value

    def _has_no_gradient(self, name: str) -> bool:
        """True for the gradient of a value that has none here."""
        of, is_gradient, rest = str(value_name(name)).partition(GRAD)
        return bool(is_gradient) and not rest and self.eager_record.value(of, self.tick) is not None

    def bindings(self, name: str) -> list[Binding]:
        """Meanings of a name here; several values if it is ambiguous. Raises ArgumentError."""
        own = next((text for text in (name, str(value_name(name))) if self.lookup_own(text) is not None), "")
        return [Binding(name, own, self.tick, None, None)] if own else self.eager_record.bindings(name, self.tick)

    def user_names(self) -> dict[str, str]:
        """Bindings of the user's names here, without ambiguous names."""
        known = dict.fromkeys(name for record in self._records() for name in record.names.bindings)
        found = {name: self.bindings(name) for name in known}
        return {name: bindings[0].value for name, bindings in found.items() if len(bindings) == 1}

    def own_name(self, name: str) -> str:
        """The value that a name means here; the name itself if it means none, or several."""
        found = self.bindings(name)
        return found[0].value if len(found) == 1 else name

    def lookup_own(self, name: str) -> Any:
        """The value of a Tensor by its own name, or of an input or output of the op here by alias; None if none."""
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
        """The name of the value with an alias (`x`, `out`, `in0`, `out1`) at the op here; None if there is none.

        What the op calls `x` is not meant where the user's code has an `x` of its own.
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
        """Return True if a function on the stack here has a local variable of that name, or the record binds it."""
        call = self.place.caller[1]
        while call is not None:
            if name in call.code.co_varnames or name in call.code.co_cellvars:
                return True
            call = call.outer
        return any(name in record.names.bindings for record in self._records())

    @property
    def lost_calls(self) -> int:
        """The number of calls at the start of the step that are not kept."""
        return self.eager_record.step_records[0].first_call

    def _records(self) -> list[EagerRecord]:
        """The records of the step up to this one, which comes first."""
        return [self.eager_record, *self.eager_record.earlier]

    # --- movement -----------------------------------------------------------------------------------

    def advance_to_latest(self) -> None:
        """Go to the place that was added last: the program is there."""
        self.tick = len(self.eager_record.places) - 1

    def run_to_end(self) -> None:
        """Visit all places up to the last."""
        self.on_place(self)
        while self.tick + 1 < len(self.eager_record.places):
            self.tick += 1
            self.on_place(self)

    def seek(self, tick: int) -> None:
        """Go to a place; to the end if there is no such place."""
        self.tick = max(0, min(tick, len(self.eager_record.places) - 1))

    def fork(self, on_place: OnPlace) -> EagerCursor:
        """Copy the cursor at this place, over recorded values only."""
        fork = EagerCursor(self.eager_record, on_place)
        fork.tick = self.tick
        return fork

    def fork_at_end_of_step(self, on_place: OnPlace) -> EagerCursor:
        """Copy the cursor at the last place of the step, over recorded values only."""
        last = self.eager_record.step_records[-1]
        fork = EagerCursor(last, on_place)
        fork.seek(len(last.places))
        return fork


# --- the stack, frames and plans that inspection expects of a cursor ------------------------------------


class _EagerReplayFrame(NamedTuple):
    frame: _EagerFrame


class _EagerStack(Sequence[_EagerReplayFrame]):
    """The PyLayer calls around a place and the place itself, outermost first, built when read."""

    def __init__(self, cursor: EagerCursor) -> None:
        self.cursor = cursor

    def _all(self) -> list[_EagerReplayFrame]:
        place: EagerPlace | None = self.cursor.place
        found: list[_EagerReplayFrame] = []
        while place is not None:
            found.append(_EagerReplayFrame(_EagerFrame(self.cursor, place)))
            place = place.parent
        return found[::-1]

    @overload
    def __getitem__(self, index: int) -> _EagerReplayFrame: ...
    @overload
    def __getitem__(self, index: slice) -> list[_EagerReplayFrame]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._all()[index]

    def __len__(self) -> int:
        return self.cursor.depth + 1

    def __iter__(self) -> Iterator[_EagerReplayFrame]:
        return iter(self._all())


class _EagerFrame:
    """A frame of the stack: the calls made in it, and which of them is next or running."""

    context = None

    def __init__(self, cursor: EagerCursor, place: EagerPlace) -> None:
        self.cursor, self.place = cursor, place
        self.plan = _EagerPlan(cursor, place.parent)

    @property
    def done(self) -> bool:
        return self.place.after or self.place.operator is None

    @property
    def next(self) -> Instruction:
        assert self.place.operator is not None
        return Instruction(_run_by_program, self.place.operator)

    @property
    def pc(self) -> int:
        known = len(self.plan.calls_until(self.cursor.tick))
        return known if self.done else max(known - 1, 0)

    def value(self, name: str) -> Any:
        return self.cursor.lookup(name)


class _EagerPlan:
    """A plan of the calls of one frame."""

    feeds = loads = stores = fetches = ()
    place: Place = CPU

    def __init__(self, cursor: EagerCursor, around: EagerPlace | None) -> None:
        self.cursor, self.around = cursor, around
        self.block = cursor.eager_record.plan.block

    def calls_until(self, tick: int) -> list[Operator]:
        """The calls of the step up to a place of the cursor's record."""
        record = self.cursor.eager_record
        earlier = [call for each in record.earlier[::-1] for call in self._calls(each.places)]
        return earlier + self._calls(record.places[: tick + 1])

    def _calls(self, places: Sequence[EagerPlace]) -> list[Operator]:
        return [p.operator for p in places if p.operator is not None and not p.after and p.parent is self.around]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """The calls of the step, in their order."""
        records = self.cursor.eager_record.step_records
        calls = [call for each in records for call in self._calls(each.places)]
        return tuple(Instruction(_run_by_program, operator) for operator in calls)

    @property
    def slots(self) -> dict[str, int]:
        """A number for each value that the step has, those of the cursor's record first."""
        records = self.cursor._records()
        known = dict.fromkeys(name for record in records for name in (*record.ticks_by_name, *record.names_held))
        return {name: index for index, name in enumerate(known)}


def _run_by_program(env: list[Any]) -> None:
    """The step of an instruction: nothing, since the program itself runs eager calls."""
