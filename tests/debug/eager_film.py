"""Every place of a run of eager code: what a watcher has copied there, and what a run shows that keeps everything."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from opscope import debug
from opscope.core.place import has_numbers
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.replay.stops import Position, StopReason
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from tests.debug.eager.test_past_of_tensors import Everything
from tests.debug.eager_runs import LONG
from tests.debug.stops import seen

TEXTS = ("step", "op", "op_type", "name", "called", "depth", "role", "behind", "site", "path", "line", "source")


class EagerPlace(NamedTuple):
    """A place before an operator (`stands`), after an operator, or at the end of a step (`op` is -1)."""

    run: int
    tick: int
    step: int
    op: int
    name: str
    type: str
    depth: int
    after: bool

    @property
    def stands(self) -> bool:
        return self.op >= 0 and not self.after

    @property
    def ends(self) -> bool:
        return self.op < 0

    @property
    def is_empty_step(self) -> bool:
        return self.ends and not self.tick


class CopiedValues(Everything):
    """A watcher that copies all named Tensors, and what the operator at the place reads or has made."""

    def __init__(self) -> None:
        super().__init__()
        self.of_calls: list[list[tuple[int, Any]]] = []

    def before(self, call: Any) -> None:
        super().before(call)
        self.of_calls.append(copies(call.inputs))

    def after(self, call: Any) -> None:
        super().after(call)
        self.of_calls.append(copies(call.outputs))


def copies(values: Any) -> list[tuple[int, Any]]:
    arrays = [(i, v._value if isinstance(v, Tracked) else v) for i, v in enumerate(values)]
    return [(i, np.array(array)) for i, array in arrays if has_numbers(array)]


class EagerFilm:
    """All places of a body in order, what a run that keeps everything shows there, and what a watcher has copied."""

    def __init__(self, body: Callable[[], Any]) -> None:
        gc.collect()
        copied = CopiedValues()
        with watched(copied):
            self.result = body()
        run = kept_run(body)
        self.places = [
            EagerPlace(record.run, tick, record.step, *operator_of(place), place.depth, place.after)
            for record in run.session.driver.journal.records()
            for tick, place in enumerate(record.places)
        ]
        self._index = {(p.run, p.tick): i for i, p in enumerate(self.places)}
        called = [p for p in self.places if not p.ends]
        assert [p.name for p in called] == [op for op, _, _ in copied.places]
        copies_at = {p[:2]: (c[2], of) for p, c, of in zip(called, copied.places, copied.of_calls, strict=True)}
        self.shown: dict[tuple[int, int], tuple[dict[str, Any], dict[str, Any]]] = {}
        for place in self.places:  # all of them now: the Tensors of this run have the names of the next one
            stand(run, place)
            self.shown[place[:2]] = texts_of(run), (values := seen(run))
            check_copies(run, place, values, *copies_at.get(place[:2], ({}, [])))
        del run
        gc.collect()

    def at(self, here: Any) -> EagerPlace:
        return self.places[self._index[here.run, here.tick]]

    # --- the places to which commands lead, by definition -----------------------------------------------

    def after(self, at: EagerPlace, test: Callable[[EagerPlace], bool]) -> EagerPlace | None:
        return next((p for p in self.places[self._index[at[:2]] + 1 :] if test(p)), None)

    def before(self, at: EagerPlace, test: Callable[[EagerPlace], bool]) -> EagerPlace | None:
        return next((p for p in self.places[: self._index[at[:2]]][::-1] if test(p)), None)


def check_copies(run: Any, place: EagerPlace, values: dict[str, Any], named: dict[str, Any], of_call: Any) -> None:
    """What the run shows is what the watcher has copied."""
    for name, value in named.items():
        assert value is None or name not in values or same(values[name], value), (place, name)
    cursor = run.session.driver.navigator.past
    for number, value in of_call:
        shown = cursor.lookup_own(f"{'out' if place.after else 'in'}{number}")
        assert shown is None or same(shown, value), (place, number)


def operator_of(place: Any) -> tuple[int, str, str]:
    return (-1, "", "") if place.operator is None else (place.operator.id, place.operator.op.name, place.operator.type)


def kept_run(body: Callable[[], Any]) -> Any:
    """A run that is over and keeps all values."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CondensedHistory, "_is_worthwhile", lambda self: False)
        run = debug.Run(body).start()  # not the newest one of the process, which would keep its Tensors
        run.wait(LONG)
    return run


def stand(run: Any, place: EagerPlace) -> None:
    """Move to any place by its number, also behind an operator."""
    navigator = run.session.driver.navigator
    run.session.call(
        lambda: run.session.commands.move(lambda: navigator.move_to(Position(*place[:2]), StopReason("goto")))
    )


def texts_of(run: Any) -> dict[str, Any]:
    return {name: getattr(run.here, name) for name in TEXTS}


def same(a: Any, b: Any) -> bool:
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
