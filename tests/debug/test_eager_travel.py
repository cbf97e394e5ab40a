"""Travel in eager code: wherever commands lead, forward or back, live or past, all is what it was when the code ran."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from opscope import debug, paddle
from opscope.errors import NotFound
from tests.debug.eager_film import EagerFilm, EagerPlace, same, stand, texts_of
from tests.debug.eager_runs import LONG
from tests.debug.eager_trainings import LAYERS, OPTIMIZERS, RandomTraining
from tests.debug.stops import seen

pytestmark = pytest.mark.filterwarnings("ignore::opscope.errors.OpscopeWarning")  # of places that never come
MOVES = 12
LIVE = ("next", "step_in", "step_out", "run_to", "run_to_end", "next_run", "cont", "goto")
PAST = ("step_back", "stand", "reverse_continue", "back_to_write")

# Calls that are notified one by one name the gradients of a value before a write in place, of logged calls they do not.
RENAMED = {"in place"}


class Walk:
    """A run that is moved by chance, beside the film of its body; every place where it stops is compared."""

    def __init__(self, run: Any, film: EagerFilm, chance: random.Random) -> None:
        self.run, self.film, self.chance = run, film, chance
        self.is_over = run.done
        self.done: list[Any] = []

    def go(self, moves: int) -> None:
        for _ in range(moves):
            name = self.chance.choice((*LIVE, *PAST))
            if self.run.here is None and (self.is_over or self.run.done):
                name = "goto"
            at = None if self.run.here is None else self.film.at(self.run.here)
            self.done.append((name, at and at[:5]))
            expected = getattr(self, name)(at)
            self.check(expected)

    def check(self, expected: EagerPlace | None) -> None:
        here = self.run.here
        if here is None:
            assert self.run.done and expected is None, self.done
            self.is_over = True
            return
        place = self.film.at(here)
        assert expected is None or place[:2] == expected[:2], (self.done, place, expected)
        texts, values = self.film.shown[place[:2]]
        now = texts_of(self.run)
        assert now == texts, (self.done, place, {n: (texts[n], now[n]) for n in texts if texts[n] != now[n]})
        found = seen(self.run)
        other = {n for n in values.keys() | found.keys() if n not in values or n not in found}
        other |= {n for n in values.keys() & found.keys() if not same(values[n], found[n])}
        assert not other, (self.done, place, {n: (n in values, n in found) for n in other})

    # --- moves: each makes the move, and returns the place where it must have led (None: the end, or unknown) -----

    def next(self, at: EagerPlace) -> EagerPlace | None:
        self.run.next(timeout=LONG)
        return self._on(at, lambda p: p.stands and (p.run != at.run or p.depth <= at.depth))

    def step_in(self, at: EagerPlace) -> EagerPlace | None:
        self.run.step_in(LONG)
        return self._on(at, lambda p: p.stands)

    def step_out(self, at: EagerPlace) -> EagerPlace | None:
        self.run.step_out(LONG)
        return self._on(at, lambda p: p.stands and (p.run != at.run or p.depth < at.depth)) if at.depth else None

    def run_to(self, at: EagerPlace) -> EagerPlace | None:
        number = self.chance.randint(0, 60)
        self.done.append(number)
        try:
            self.run.run_to(number, LONG)
        except NotFound:
            return at
        return self._on(at, lambda p: p.stands and p.op == number)

    def run_to_end(self, at: EagerPlace) -> EagerPlace | None:
        self.run.run_to_end(LONG)
        return self._on(at, lambda p: p.ends)

    def next_run(self, at: EagerPlace) -> EagerPlace | None:
        self.run.next_run(LONG)
        return self._on(at, lambda p: p.step != at.step)

    def step_back(self, at: EagerPlace) -> EagerPlace | None:
        self.run.step_back()
        test = lambda p: p.stands and (p.run != at.run or p.depth <= at.depth)
        found = self.film.before(at, lambda p: test(p) or p.is_empty_step)
        return found or self.film.places[0]

    def goto(self, at: EagerPlace | None) -> EagerPlace | None:
        place = self.chance.choice([p for p in self.film.places if p.stands])
        self.done.append(place[:5])
        self.run.goto(place.step, place.op, LONG)
        return place

    def stand(self, at: EagerPlace) -> EagerPlace:
        live = self.run.session.driver.navigator.live
        until = None if live is None else (live.record.run, live.tick)
        place = self.chance.choice([p for p in self.film.places if until is None or p[:2] <= until])
        stand(self.run, place)
        return place

    def cont(self, at: EagerPlace) -> EagerPlace | None:
        kind = self._breakpoint()
        self.run.cont()
        self.run.until_stopped(LONG)
        self.run.clear()
        return self._on(at, lambda p: p.stands and kind in (p.type, p.name))

    def reverse_continue(self, at: EagerPlace) -> EagerPlace | None:
        kind = self._breakpoint()
        self.run.reverse_continue()
        self.run.clear()
        return self.film.before(at, lambda p: p.stands and kind in (p.type, p.name)) or self.film.places[0]

    def back_to_write(self, at: EagerPlace) -> EagerPlace | None:
        try:
            self.run.back_to_write("h")
        except NotFound:  # no place on the way here has it
            return at
        return None

    def _breakpoint(self) -> str:
        kind = self.chance.choice(sorted({p.type for p in self.film.places if p.stands}))
        self.done.append(kind)
        self.run.breakpoint(f"op:{kind}")
        return kind

    def _on(self, at: EagerPlace, test: Any) -> EagerPlace | None:
        found = self.film.after(at, test)
        return self.film.places[-1] if found is None and self.is_over else found


def check(body: RandomTraining, chance: random.Random, folder: Path | None = None) -> None:
    film, is_stepped = EagerFilm(body), RENAMED.isdisjoint(body.layers)
    run: Any = debug.Run(body, entry=is_stepped, to=folder).start()
    if is_stepped:
        run.until_stopped(LONG)
        Walk(run, film, chance).go(MOVES)
        run.clear()
    while run.here is not None and not run.done:
        run.cont()
        run.until_stopped(LONG)
    assert run.wait(LONG) == film.result
    Walk(run, film, chance).go(MOVES)
    if folder is not None:
        run.stop()
        Walk(debug.open(folder), film, chance).go(MOVES)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(24))
def test_random_moves(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    layers = [chance.choice(sorted(LAYERS)) for _ in range(chance.randint(1, 3))]
    first, second = (chance.choice(sorted(OPTIMIZERS)) for _ in range(2))
    check(RandomTraining(layers, first, seed % 2 == 0, second if seed % 3 else ""), chance, tmp_path / "recording")


@pytest.mark.parametrize(
    "layer", [n if n == "fc" else pytest.param(n, marks=pytest.mark.thorough) for n in sorted(LAYERS)]
)
def test_each_layer(layer: str, tmp_path: Path) -> None:
    check(RandomTraining([layer], "adam"), random.Random(layer), tmp_path / "recording")


def without_gradients() -> None:
    """Two optimizers, the second of which has no gradients: each second step has no calls."""
    fc, other = paddle.nn.Linear(2, 2), paddle.nn.Linear(2, 2)
    optimizers = [paddle.optimizer.SGD(0.1, parameters=net.parameters()) for net in (fc, other)]
    for _ in range(2):
        paddle.mean(fc(paddle.ones([1, 2]))).backward()
        for optimizer in optimizers:
            optimizer.step()
            optimizer.clear_grad()


@pytest.mark.parametrize("entry", [False, True])
def test_a_step_without_calls_has_a_place_whether_the_program_stops_or_not(entry: bool) -> None:
    run: Any = debug.Run(without_gradients, entry=entry).start()
    if entry:
        run.until_stopped(LONG)
        run.next(2, LONG)
        assert run.goto(4, timeout=LONG).step == 4
        run.cont()
    run.wait(LONG)
    assert [(r.run, r.step, r.ticks) for r in run.session.driver.journal.records() if r.step % 2 == 0] == [
        (1, 2, 1), (3, 4, 1),
    ]  # fmt: skip
    run.goto(3)
    here = run.step_back()
    assert (here.step, here.op, here.run, here.tick) == (2, -1, 1, 0)
    assert run.step_back().step == 1 and run.here.op_type == "sgd" and run.next(2).step == 3
