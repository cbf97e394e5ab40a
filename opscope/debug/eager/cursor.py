"""The walk that stands among eager calls, and what those who look at walks find there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast, overload

from opscope.core.place import CPU, Place
from opscope.debug.eager.eager_record import EagerRecord, Stood
from opscope.debug.replay.interpreter import Look, Walk
from opscope.ir.program.program import Operator
from opscope.runtime.plan import Instruction

_BY_POSITION = re.compile(r"(in|out)(\d+)", re.ASCII)


class EagerWalk(Walk):
    """Stands among eager calls. `alive` gives the value of a live Tensor by name; the past has what was kept.

    A name that no Tensor has may be that of an input or output of the op here: `x`, `out`, `in0`, `out1`.
    """

    def __init__(self, trace: EagerRecord, look: Look, alive: Callable[[str], Any] | None = None) -> None:
        super().__init__(trace, look, live=alive is not None)
        self.trace = trace
        self.levels = cast("list[Any]", _Levels(self))
        self._alive = alive

    @property
    def place(self) -> Stood:
        """Where it stands."""
        return self.trace.places[self.tick]

    @property
    def context(self) -> None:
        """Eager code has none."""

    @property
    def operator(self) -> Operator | None:
        """The operator that is next; None behind one, and at the end of a step."""
        place = self.place
        return None if place.behind else place.operator

    @property
    def came(self) -> Operator | None:
        """The operator that has just run, None before one."""
        place = self.place
        return place.operator if place.behind else None

    @property
    def depth(self) -> int:
        """How many PyLayer calls are around."""
        return self.place.depth

    @property
    def over(self) -> bool:
        """True at the end of a step."""
        return self.place.operator is None

    @property
    def frame(self) -> Any:
        """The innermost level, as looks ask for it."""
        return self.levels[-1].frame

    @property
    def value(self) -> Any:
        """The first value that the op made that ran last; None if nothing ran here before."""
        for place in reversed(self.trace.places[: self.tick + 1]):
            if place.behind:
                return place.values[0][1] if place.values else None
        return None

    def find(self, name: str) -> Any:
        """The value of a Tensor by name, or of an input or output of the op here; None if there is none."""
        value = None if self._alive is None else self._alive(name)
        if value is None:
            value = self.trace.value(name, self.tick)
        if value is None and (own := self.own_name(name)):
            value = self.trace.value(own, self.tick)
        return value

    def own_name(self, name: str) -> str | None:
        """The name of what the op here calls `x`, `out`, `in0` or `out1`; None if it has no such value."""
        operator, behind = self.place.operator, self.place.behind
        if operator is None:
            return None
        op, names = operator.op, operator.outputs if behind else operator.inputs
        found = _BY_POSITION.fullmatch(name)
        if found is not None and (found[1] == "out") == behind and int(found[2]) < len(names):
            return names[int(found[2])]
        called = [o.removeprefix("*") for o in op.outputs] if behind else op.inputs
        return next((n for n, c in zip(names, called, strict=False) if c == name), None)

    # --- walking ------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """The program has come to the place that was added last."""
        self.tick = len(self.trace.places) - 1

    def go(self) -> None:
        """Through the places, to the last."""
        self.look(self)
        while self.tick + 1 < len(self.trace.places):
            self.tick += 1
            self.look(self)

    def goto(self, tick: int) -> None:
        """Stand at a place; beyond the end, at the end."""
        self.tick = max(0, min(tick, len(self.trace.places) - 1))

    def fork(self, look: Look) -> EagerWalk:
        """Another one that stands here, among what is kept."""
        twin = EagerWalk(self.trace, look)
        twin.tick = self.tick
        return twin


# --- as looks see it: levels, frames and plans ----------------------------------------------------------


class _Level(NamedTuple):
    frame: _Frame


class _Levels(Sequence[_Level]):
    """The PyLayer calls around a place and the place itself, made when someone looks."""

    def __init__(self, walk: EagerWalk) -> None:
        self.walk = walk

    def _all(self) -> list[_Level]:
        place: Stood | None = self.walk.place
        found: list[_Level] = []
        while place is not None:
            found.append(_Level(_Frame(self.walk, place)))
            place = place.around
        return found[::-1]

    @overload
    def __getitem__(self, index: int) -> _Level: ...
    @overload
    def __getitem__(self, index: slice) -> list[_Level]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._all()[index]

    def __len__(self) -> int:
        return self.walk.depth + 1

    def __iter__(self) -> Iterator[_Level]:
        return iter(self._all())


class _Frame:
    """One level: the calls that are made in it, and which of them is next or under way."""

    context = None

    def __init__(self, walk: EagerWalk, place: Stood) -> None:
        self.walk, self.place = walk, place
        self.plan = _Plan(walk, place.around)

    @property
    def done(self) -> bool:
        return self.place.behind or self.place.operator is None

    @property
    def next(self) -> Instruction:
        assert self.place.operator is not None
        return Instruction(_nothing, self.place.operator)

    @property
    def pc(self) -> int:
        known = len(self.plan.calls(self.walk.tick + 1))
        return known if self.done else max(known - 1, 0)

    def value(self, name: str) -> Any:
        return self.walk.find(name)


class _Plan:
    """What a plan says, of the calls of one level."""

    feeds = loads = stores = fetches = ()
    place: Place = CPU

    def __init__(self, walk: EagerWalk, around: Stood | None) -> None:
        self.walk, self.around = walk, around
        self.block = walk.trace.plan.block

    def calls(self, until: int | None = None) -> list[Operator]:
        places = self.walk.trace.places[:until]
        return [p.operator for p in places if p.operator is not None and not p.behind and p.around is self.around]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        return tuple(Instruction(_nothing, operator) for operator in self.calls())

    @property
    def slots(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.walk.trace.named)}


def _nothing(env: list[Any]) -> None:
    """Eager calls are run by the program itself."""
