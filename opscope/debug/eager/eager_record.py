"""What is kept of eager calls, place by place: eager Python cannot be run again, so going back is looking at this."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NamedTuple

from opscope.core.place import CPU
from opscope.core.source import Call, Site
from opscope.debug.replay.journal import RunRecord
from opscope.eager.op_calls import OpCall
from opscope.ir.program.program import Block, Operator
from opscope.ops.registry import Attrs, Op
from opscope.runtime.plan import Plan

PLACE = 600  # bytes that a place takes beside its arrays


class EagerOperator(Operator):
    """An op as eager code calls it: `id` counts the calls of a step from 0, and `call` is the user's line."""

    __slots__ = ()

    def __init__(
        self,
        block: Block,
        number: int,
        op: Op,
        inputs: tuple[str | None, ...],
        outputs: tuple[str | None, ...],
        attrs: Attrs,
        role: int,
        call: Call | Site | None,
    ) -> None:
        self.block, self.id, self.op = block, number, op  # not as Operator does, which takes a program's next number
        self.inputs, self.outputs, self.attrs = inputs, outputs, attrs
        self.role, self.namescope, self.call = role, "/", call
        self.role_var, self.type_override, self.user_attrs, self.device = [], "", {}, ""


class Stood(NamedTuple):
    """A place. `values` are copies of what the op reads (before it) or made (`behind` it).

    Without an operator it is the end of a step. `around` is the place before the PyLayer call that this one is in,
    without values; `user` the user's function that was running, and how many Python frames were below it.
    """

    operator: Operator | None
    behind: bool
    around: Stood | None
    user: tuple[Any, int]
    values: tuple[tuple[str, Any], ...]
    nbytes: int

    @property
    def depth(self) -> int:
        """How many calls are around."""
        return 0 if self.around is None else self.around.depth + 1


@dataclass(slots=True)
class EagerRecord(RunRecord):
    """Eager calls in a row: up to the end of a step, the next run of a program, or where it has grown too long."""

    places: list[Stood] = field(default_factory=list[Stood])
    named: dict[str, list[int]] = field(default_factory=dict[str, list[int]])  # the ticks at which a name has a value
    counted: set[int] = field(default_factory=set[int])  # ids of the arrays in `held`
    held: int = 0  # bytes of the arrays
    forgotten: int = 0  # places whose values were let go

    @property
    def nbytes(self) -> int:
        """Bytes of the places and their arrays."""
        return self.held + PLACE * len(self.places)

    def add(
        self,
        operator: Operator | None,
        behind: bool,
        around: Stood | None,
        user: tuple[Any, int],
        values: tuple[tuple[str, Any], ...] = (),
    ) -> Stood:
        """The next place."""
        tick, nbytes = len(self.places), 0
        for name, array in values:
            ticks = self.named.setdefault(name, [])
            if not ticks or ticks[-1] != tick:
                ticks.append(tick)
            if id(array) not in self.counted:
                self.counted.add(id(array))
                nbytes += array.nbytes
        self.held += nbytes
        place = Stood(operator, behind, around, user, values, nbytes)
        self.places.append(place)
        return place

    def trim(self, budget: int) -> None:
        """Let the oldest values go until the rest fits; what ran stays known."""
        while self.held > budget and self.forgotten < len(self.places) - 1:
            place = self.places[self.forgotten]
            self.held -= place.nbytes
            self.counted.difference_update(id(array) for _, array in place.values)
            self.places[self.forgotten] = place._replace(values=(), nbytes=0)
            self.forgotten += 1

    def amend(self, tick: int, name: str, array: Any) -> Callable[[], None]:
        """A value was set from outside while the program stood here; what it returns takes that back."""
        place, held, ticks = self.places[tick], self.held, self.named.setdefault(name, [])
        values = (*(pair for pair in place.values if pair[0] != name), (name, array))
        self.places[tick] = place._replace(values=values, nbytes=place.nbytes + array.nbytes)
        self.held += array.nbytes
        new = not ticks or ticks[-1] != tick
        if new:
            ticks.append(tick)

        def take_back() -> None:
            self.places[tick], self.held = place, held
            if new:
                ticks.pop()

        return take_back

    def value(self, name: str, tick: int) -> Any:
        """What a name was last read or written as, up to a place; None if it was not, or that is not kept."""
        ticks = self.named.get(name, [])
        index = bisect_right(ticks, tick) - 1
        values = self.places[ticks[index]].values if index >= 0 else ()
        return next((array for n, array in reversed(values) if n == name), None)


class Running:
    """A call that is under way, and where it was written down."""

    def __init__(self, call: OpCall, number: int, operator: EagerOperator, place: Stood, trace: EagerRecord) -> None:
        self.call, self.number, self.operator, self.place = call, number, operator, place
        self._trace, self._tick = trace, len(trace.places) - 1
        self._shell: Stood | None = None

    @property
    def around(self) -> Stood:
        """The place before it, without values: those are the record's to let go."""
        if self._shell is None:
            self._shell = self.place._replace(values=(), nbytes=0)
        return self._shell

    def correct(self, operator: EagerOperator) -> None:
        """It has turned out to write something else."""
        places = self._trace.places
        places[self._tick] = places[self._tick]._replace(operator=operator)


def new_record(block: Block, run: int, step: int) -> EagerRecord:
    """The record of eager calls that are about to begin."""
    return EagerRecord(run=run, step=step, count=0, plan=Plan(block, (), {}, CPU), feeds={}, changed={})


def user_of(call: Call | Site | None) -> tuple[Any, int]:
    """The user's function that is running, and how many Python frames are below it."""
    if call is None or isinstance(call, Site):
        return None, 0
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code is not call[0]:
        frame = frame.f_back
    below = 0
    while frame is not None:
        below, frame = below + 1, frame.f_back
    return call[0], below
