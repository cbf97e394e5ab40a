"""A kind of program that opscope has never heard of: a list of NumPy calls, which a player makes step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import CPU
from opscope.debug.replay.program_kind import (
    Ability,
    Cursor,
    OnPlace,
    ProgramKind,
    ReplayOfPrograms,
    RunRecord,
    ignore_place,
)
from opscope.debug.session.session import Session
from opscope.ir.program.program import Block, Operator, Program
from opscope.ops.registry import Op
from opscope.runtime.plan import Plan


class NumpyCall(NamedTuple):
    """`out = function(*inputs)`, by names."""

    out: str
    function: Callable[..., Any]
    inputs: tuple[str, ...]


class NumpyKind(ProgramKind):
    """Lists of NumPy calls. Their operators are known; the arrays of each place are recorded."""

    name = "a list of NumPy calls"
    abilities: frozenset[Ability] = frozenset(("foresee",))

    def open(self, record: RunRecord, on_place: OnPlace, replay: ReplayOfPrograms) -> Cursor:
        """A cursor at the first place of a record."""
        assert isinstance(record, NumpyRecord)
        return NumpyCursor(record, on_place)


NUMPY = NumpyKind()


@dataclass(slots=True)
class NumpyRecord(RunRecord):
    """One pass through the list. `values` has what each place has added: the inputs, then the result of each call."""

    values: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def operators(self) -> list[Operator]:
        """The operators of the list."""
        return self.plan.block.ops

    def final_value(self, name: str) -> Any:
        """The last value of a name; None if it has none."""
        return next((each[name] for each in reversed(self.values) if name in each), None)

    def results(self) -> Iterator[tuple[str, Any]]:
        """The result of the last call, if it is a number."""
        yield from ((name, value) for name, value in self.values[-1].items() if value.size == 1)


class NumpyCursor(Cursor):
    """A place before a call, or behind the last one: tick i has the values that were there before call i."""

    record: NumpyRecord

    def __init__(self, record: NumpyRecord, on_place: OnPlace, *, live: bool = False) -> None:
        super().__init__(record, on_place, live=live)

    @property
    def next_operator(self) -> Operator | None:
        """The operator of the call that is next."""
        operators = self.record.operators()
        return None if self.at_end else operators[self.tick]

    @property
    def previous_operator(self) -> Operator | None:
        """The operator of the last call."""
        return self.record.operators()[self.tick - 1] if self.tick else None

    @property
    def at_end(self) -> bool:
        """True behind the last call."""
        return self.tick == len(self.record.operators())

    def frames(self) -> list[NumpyFrame]:
        """The list itself."""
        return [NumpyFrame(self)]

    def lookup_own(self, name: str) -> Any:
        """The value of a name at this place."""
        known = reversed(self.record.values[: self.tick + 1])
        return next((each[name] for each in known if name in each), None)

    def seek(self, tick: int) -> None:
        """Go to a place, as far as calls were made."""
        self.tick = max(0, min(tick, len(self.record.values) - 1))

    def run_to_end(self) -> None:
        """Visit the places up to the last call that was made."""
        self.on_place(self)
        while self.tick < len(self.record.values) - 1:
            self.tick += 1
            self.on_place(self)

    def fork(self, on_place: OnPlace) -> NumpyCursor:
        """A cursor of its own at this place."""
        found = NumpyCursor(self.record, on_place)
        found.tick = self.tick
        return found


class NumpyFrame:
    """The list of calls at a place."""

    iteration = 0
    called_at = None
    first_tick = 0

    def __init__(self, cursor: NumpyCursor) -> None:
        self._cursor = cursor
        self.block: Block = cursor.record.plan.block
        self.operators: Sequence[Operator] = cursor.record.operators()
        self.ran: Sequence[Operator] = self.operators[: cursor.tick]
        self.next_operator = cursor.next_operator
        self.previous_operator = cursor.previous_operator
        self.given: Sequence[str] = list(cursor.record.values[0])

    def names(self) -> list[str]:
        """All names that have a value here."""
        return [name for each in self._cursor.record.values[: self._cursor.tick + 1] for name in each]

    def value(self, name: str) -> Any:
        """The value of a name here."""
        return self._cursor.lookup_own(name)


class Player:
    """Makes the calls of a list, one step after the other, under a session that may stop it before each."""

    def __init__(self, calls: Sequence[NumpyCall], inputs: Sequence[str]) -> None:
        self._calls = calls
        self.program = Program()
        block = self.program.global_block()
        for name in (*inputs, *(call.out for call in calls)):
            block.create_var(name=name, shape=[None], dtype="float64", is_data=name in inputs)
        for call in calls:
            block.ops.append(Operator(block, _op(call.function), call.inputs, (call.out,), {}))
            block.ops[-1].type_override = call.function.__name__

    def play(self, session: Session, inputs: dict[str, Any]) -> dict[str, Any]:
        """Make the calls once, as the next step; returns all values."""
        plan = Plan(self.program.global_block(), (), {}, CPU)
        values = {name: np.asarray(value, "float64") for name, value in inputs.items()}
        record = NumpyRecord(0, 0, 0, plan, {}, {}, NUMPY, values=[values])
        cursor = NumpyCursor(record, ignore_place, live=True)
        with session.record_step(cursor) as at_place, np.errstate(all="ignore"):
            for call in self._calls:
                at_place()
                arguments = [record.final_value(name) for name in call.inputs]
                record.values.append({call.out: np.asarray(call.function(*arguments))})
                cursor.tick += 1
            at_place()
        return {name: value for each in record.values for name, value in each.items()}


def _op(function: Callable[..., Any]) -> Op:
    def kernel(xp: Any, *values: Any) -> Any:
        return function(*values)

    return Op(kernel, infer=lambda *specs: specs[0], name=function.__name__)
