"""Stepping to and fro leads where the words say, shows what was there, and changes nothing of what the program does."""

import random

import pytest

from opscope import debug
from opscope.errors import NotFound
from tests.debug.nets import NETS, Cond, While
from tests.debug.stops import Film, Map, alike, check_values, seen

LONG = 60.0
MOVES = ["next", "step_in", "step_out", "step_back", "run_to_end", "next_run", "run_to", "goto", "back_to_write"]


class Pilot:
    """Sends commands to a run that stands still, and holds against the map where they lead."""

    def __init__(self, body, seed):
        self.film = Film(body)
        self.calls = list(body.calls)
        self.map = Map(self.film)
        self.random = random.Random(seed)
        self.body = body
        self.run = debug.start(body, entry=True)
        self.run.until_stopped(LONG)
        self.at = self.map.all[0]
        self.steps = {}

    def check(self, values=True):
        here = self.run.here
        assert (here.run, here.tick, here.depth) == self.at[:3]
        assert here.op == (-1 if self.at.op is None else self.at.op.id)
        self.steps[here.step] = here.run
        if values:
            check_values(self.at, seen(self.run))

    def move(self, name):
        """One command; False where it would not lead to any place."""
        argument = self.argument(name)
        if argument is None:
            return False
        at = self.at if name == "goto" else getattr(self.map, name)(self.at, *argument)
        if name == "goto":
            at = self.first(*argument)
        if at is None:
            if name == "back_to_write":
                with pytest.raises(NotFound):
                    self.run.back_to_write(*argument)
            return False
        getattr(self.run, name)(*argument)
        if name == "step_in" and self.run.here.text.startswith("inside"):
            self.run.step_out()  # the rule of a gradient is not a place of the run
            at = self.map.next(self.at)
        self.at = at
        return True

    def argument(self, name):
        if name == "run_to":
            return (self.random.choice([p.op.id for p in self.film.runs[self.at.run] if p.op is not None]),)
        if name == "back_to_write":
            return (self.random.choice(sorted(self.at.values) or ["?"]),)
        if name == "goto":
            step = self.random.choice(sorted(self.steps) or [0])
            if not step:
                return None
            ops = [p.op.id for p in self.film.runs[self.steps[step]] if p.op is not None]
            return step, self.random.choice([-1, *ops])
        return ()

    def first(self, step, op):
        places = self.film.runs[self.steps[step]]
        return places[0] if op == -1 else next(p for p in places if p.op is not None and p.op.id == op)

    def finish(self):
        self.run.cont()
        assert alike(self.run.wait(LONG), self.film.result)
        assert self.body.calls == self.calls


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("net", NETS)
def test_to_and_fro(net, seed):
    pilot = Pilot(net(), seed)
    for _ in range(40):
        name = pilot.random.choice(MOVES)
        if pilot.move(name):
            pilot.check(values=pilot.random.random() < 0.3)
    pilot.finish()


@pytest.mark.parametrize("net", NETS)
def test_step_back_undoes_a_step(net):
    """A step that does not leave its block; from the outer block there is no way back into one that is over."""
    pilot = Pilot(net(), 3)
    for _ in range(25):
        pilot.move(pilot.random.choice(["next", "step_in"]))
        before, name = pilot.at, pilot.random.choice(["next", "step_in"])
        if not pilot.move(name):
            break
        pilot.check()
        if before.run == pilot.at.run and pilot.at.depth >= before.depth:
            pilot.move("step_back")
            assert pilot.at[:2] == before[:2]
            pilot.check()
            pilot.move(name)
            pilot.check()
    pilot.finish()


@pytest.mark.parametrize("net", [While, Cond])
def test_past_and_present_lead_to_the_same_places(net):
    """The same words from the same place: first the program itself goes there, then its past is walked through."""
    pilot = Pilot(net(), 4)
    pilot.run.next_run(LONG)
    pilot.at = pilot.map.next_run(pilot.at)
    begin, stops = pilot.run.here, []
    for _ in range(30):
        word = pilot.random.choice(MOVES[:3])
        if pilot.move(word):
            stops.append((word, pilot.run.here))
            assert not pilot.run.here.past
    pilot.run.goto(begin.step)
    for word, stop in stops:
        getattr(pilot.run, word)()
        if pilot.run.here.text.startswith("inside"):
            pilot.run.step_out()
        assert (pilot.run.here.run, pilot.run.here.tick, pilot.run.here.depth) == (stop.run, stop.tick, stop.depth)
    pilot.finish()
