"""Eager programs that run anew with a change of memory at a place, and what the past shows after the same change."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope import debug, paddle
from opscope.debug.replay.stops import Position, StopReason
from opscope.eager import named_tensors
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from opscope.errors import NotFound, UnsupportedError
from opscope.ir.program.program import GRAD
from tests.debug.eager_film import CopiedValues, same
from tests.debug.eager_runs import LONG

Body = Callable[[], Any]


class Change(NamedTuple):
    """A value that is set at place number `place`: a value of the op there by number, or a Tensor by name."""

    place: int
    of: int | str


class PlaceOfRun(NamedTuple):
    """A place before or after an op."""

    run: int
    tick: int
    step: int
    operator: Any
    after: bool

    @property
    def names(self) -> Sequence[str | None]:
        return self.operator.outputs if self.after else self.operator.inputs


def other(value: Any) -> Any:
    """Other elements of the same form, some of them far away."""
    found = np.array(value)
    return (found * found.dtype.type(-1.75) + found.dtype.type(0.5)).astype(found.dtype)


class ChangedRun(CopiedValues):
    """A watcher that writes to memory at a place, and copies everything at all places.

    It ignores the Tensors that exist before the run. Some of them have the names of Tensors of the run: the record of
    another run may keep its Tensors alive.
    """

    def __init__(self, change: Change | None) -> None:
        super().__init__()
        self.change = change
        self.is_made = False
        self.earlier = {id(tensor): tensor for _, tensors in named_tensors.all_named() for tensor in tensors}

    def named(self) -> Iterator[tuple[str, list[Any]]]:
        for name, tensors in named_tensors.all_named():
            if own := [tensor for tensor in tensors if id(tensor) not in self.earlier]:
                yield name, own

    def before(self, call: Any) -> None:
        self._write(call.inputs)
        super().before(call)

    def after(self, call: Any) -> None:
        self._write(call.outputs)
        super().after(call)

    def _write(self, values: Sequence[Any]) -> None:
        if self.change is None or len(self.places) != self.change.place:
            return
        of = self.change.of
        if isinstance(of, str):
            (found,) = dict(self.named())[of]
        else:
            found = values[of]
        array = found._value if isinstance(found, Tracked) else found
        if array.flags.writeable:
            array[...] = other(array)
            self.is_made = True


def run_with(body: Body, change: Change | None) -> ChangedRun | None:
    """Run a body with a change; None if its memory cannot be written to."""
    gc.collect()
    found = ChangedRun(change)
    with paddle.utils.unique_name.guard(), watched(found), np.errstate(all="ignore"):
        paddle.seed(0)
        body()
    found.earlier.clear()  # the copy must not keep them alive
    return found if found.is_made or change is None else None


def recorded(body: Body, **options: Any) -> Any:
    """A run of a body that is over."""
    gc.collect()
    with paddle.utils.unique_name.guard():
        paddle.seed(0)
        run = debug.start(body, **options)
        run.wait(LONG)
    return run


def places_of(journal: Any) -> list[PlaceOfRun]:
    """The places before and after ops, in order."""
    return [
        PlaceOfRun(record.run, tick, record.step, place.operator, place.after)
        for record in journal.steps()
        for tick, place in enumerate(record.places)
        if place.operator is not None
    ]


def names_used(places: Sequence[PlaceOfRun]) -> set[str]:
    """The names of the values of a program, without those of other Tensors of the process."""
    return {name for place in places for name in place.names if name}


def changes_by_chance(places: Sequence[PlaceOfRun], plain: ChangedRun, count: int, seed: Any) -> list[Change]:
    """Changes of values of ops, of gradients, parameters, buffers and optimizer states, at places by chance."""
    chance, found, used = random.Random(seed), list[Change](), names_used(places)
    while len(found) < count:
        at = chance.randrange(len(places))
        place, named = places[at], plain.places[at][2]
        of: list[int | str] = [i for i, value in plain.of_calls[at] if value.dtype.kind == "f" and value.ndim]
        names = [n for n in named.keys() & used if not n.endswith(GRAD) and named[n].dtype.kind == "f"]
        names.sort()
        if not of + names:
            continue
        chosen = chance.choice([*of, *chance.sample(names, min(2, len(names)))])
        if place.after and chosen in place.names:  # the name stands for the result, which the Tensor takes later
            chosen = place.names.index(chosen)
        name = chosen if isinstance(chosen, str) else next(iter(place.names[chosen : chosen + 1]), None)
        if name and place.names.count(name) < 2:
            found.append(Change(at, chosen))
    return found


def check_change(run: Any, places: Sequence[PlaceOfRun], change: Change, expected: ChangedRun) -> str:
    """Set a value in the past of a run, and compare every later value with those of the program that ran with it.

    Returns the reason why a step, or the change, is refused; "" if all steps were compared.
    """
    at, navigator = places[change.place], run.session.driver.navigator
    position, name = Position(at.run, at.tick), change.of if isinstance(change.of, str) else at.names[change.of]
    navigator.return_to_live()
    run.session.call(lambda: run.session.commands.move(lambda: navigator.move_to(position, StopReason("goto"))))
    compared, used = 0, names_used(places)
    try:
        run.set(name, other(run.value(name)))
    except (NotFound, UnsupportedError) as error:
        return str(error)
    try:
        records = {record.run: record for record in navigator.journal.steps()}
        for number in range(change.place, len(places)):
            place = places[number]
            if place.run not in records:
                break  # the code behind the last step
            record = records[place.run]
            now = record.places[place.tick]
            assert (now.operator.op.name, now.after) == (place.operator.op.name, place.after)
            names = now.operator.outputs if now.after else now.operator.inputs
            of_call = [
                (names[i], value)
                for i, value in expected.of_calls[number]
                if names[i : i + 1] and names.count(names[i]) < 2
            ]
            named = [(each, value) for each, value in expected.places[number][2].items() if each in used]
            for each, value in (*of_call, *named):
                shown = None if each is None else record.value(each, place.tick)
                if shown is not None and value is not None:
                    compared += 1
                    assert same(shown, value), (name, at, each, place, shown, value)
    except UnsupportedError as error:
        return str(error)
    assert compared
    return ""
