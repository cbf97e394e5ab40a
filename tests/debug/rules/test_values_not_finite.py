"""No rule fails or warns on losses and values with NaN, Inf and numbers that overflow, which users debug."""

import math
import sys

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from opscope.debug.rules.rule_runner import RuleRunner
from opscope.debug.rules.training_step import LossNoise, TrainingStep
from tests.debug.rules.faulty_programs import CASES
from tests.debug.rules.run_cases import run_case

HUGE = sys.float_info.max
EXTREMES = (math.nan, math.inf, -math.inf, 0.0, HUGE, -HUGE, 5e-324, 1.0)
losses = st.one_of(st.sampled_from(EXTREMES), st.floats(), st.floats(0.1, 10.0))
errors = st.one_of(st.sampled_from((math.nan, math.inf, 0.0, HUGE)), st.floats(0.0, 1.0))


def failures(findings):
    return [f for f in findings.every if "the rule has failed" in f.evidence]


@settings(deadline=None)
@given(st.lists(losses, max_size=12), st.integers(1, 8), st.lists(errors, max_size=12))
@example([1.0, 0.5], 20, [0.1])
@example([1.0] * 30 + [math.nan] * 30, 1, [0.1])
@example([1.0] * 60, 1, [math.nan] * 60)
@example([1.0] * 60, 1, [HUGE] * 60)
@example([HUGE, -HUGE], 30, [])
@example([2.0**n for n in range(60)], 1, [math.inf] * 60)
def test_rules_about_losses(series, times, noises):
    runner = RuleRunner()
    for number, value in enumerate(series * times, 1):
        if number <= len(noises):
            runner.summary.loss_noise.append(LossNoise(number, noises[number - 1], 4))
        runner.note_losses(number, {"loss": value}, None)
        assert not failures(runner.findings())
    found = [f for f in runner.findings().every if f.rule != "not-finite"]
    assert not [f for f in found if "nan" in f.evidence]


def test_losses_that_are_no_numbers_any_more_are_not_called_oscillating():
    runner = RuleRunner()
    for number in range(1, 61):
        runner.summary.loss_noise.append(LossNoise(number, 0.1, 4))
        runner.note_losses(number, {"loss": 1.0 if number <= 30 else math.nan}, None)
    assert {f.rule for f in runner.findings().every} == {"not-finite", "loss-not-falling"}


def corrupted(read, seed):
    """A reader of values that puts numbers of all kinds into one value of three."""
    draws = np.random.default_rng(seed)

    def value(step, name):
        found = read(step, name)
        if found is None or found.dtype.kind != "f" or draws.random() > 1 / 3:
            return found
        made = found.copy()
        kinds = [np.nan, np.inf, -np.inf, 0.0, np.finfo(made.dtype).max, -np.finfo(made.dtype).max]
        made[draws.random(made.shape) < draws.choice([0.05, 0.5, 1.0])] = draws.choice(kinds)
        return made

    return value


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rules_about_steps(monkeypatch, case, seed):
    monkeypatch.setattr(TrainingStep, "value", corrupted(TrainingStep.value, seed))
    monkeypatch.setattr(TrainingStep, "before", corrupted(TrainingStep.before, seed + 1))
    assert not failures(run_case(case, bool(seed), live=False).findings)
