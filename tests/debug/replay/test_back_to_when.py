"""`back_to_when` stands where a condition came true last, wherever the keyframes happen to lie."""

import itertools

import numpy as np
import pytest

from opscope import paddle
from opscope.debug.conditions.condition import Condition
from opscope.debug.navigation.backward_search import BackwardSearch
from opscope.debug.replay.journal import Journal
from opscope.debug.session.session import Session
from opscope.errors import NotFound
from tests.debug.nets import Net

STEPS = 5
ALL = ["".join(signs) for signs in itertools.product("-+", repeat=STEPS)]


class Signs(Net):
    """A run for each sign, which is that of m."""

    steps = STEPS
    signs = ""

    def define(self, x):
        self.m = paddle.mean(x)
        return [self.m]

    def feed(self, rng):
        sign = self.signs[self.exe.steps.get(self.main, 0)]
        return {"x": np.full((1, 3), int(f"{sign}1"), "float32")}


class Cut(Journal):
    """Keyframes before the steps in `cuts`, and nowhere else."""

    cuts = ()

    def begin(self, frame, step):
        self.step = step
        return super().begin(frame, step)

    def begin_lowered(self, lowered, context, step, draws):
        self.step = step
        return super().begin_lowered(lowered, context, step, draws)

    def _needs_keyframe(self):
        return not self.segments or self.step in self.cuts


@pytest.mark.parametrize("signs", ALL)
def test_wherever_the_keyframes_lie(signs):
    body = Signs()
    body.signs, condition = signs, Condition.parse(f"{body.m.name} > 0")
    rises = [step for step in range(1, STEPS + 1) if f"-{signs}"[step - 1 : step + 1] == "-+"]
    for count in range(STEPS):
        for cuts in itertools.combinations(range(2, STEPS + 1), count):
            journal = Cut()
            journal.cuts = cuts
            session = Session(lambda event: None, journal=journal)
            with session.in_thread():
                body()
            assert len(journal.segments) == count + 1
            navigator, found = session.driver.navigator, []
            for _ in rises:
                stop = BackwardSearch(navigator).to_rise(condition)
                assert stop.text == f"{body.m.name} = 1 > 0" and navigator.past.previous_operator is body.m.op
                found.append(navigator.past.record.step)
            assert found == rises[::-1], cuts
            here = navigator.position
            with pytest.raises(NotFound, match="was not true at any recorded place"):
                BackwardSearch(navigator).to_rise(condition)
            assert navigator.position == here, cuts
