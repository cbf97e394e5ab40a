"""The twelve published programs walked over the borders of their steps, changed in the past, and drawn as a report."""

import numpy as np
import pytest
import torch

from opscope.errors import UnsupportedError
from tests.torch_calls.conftest import LONG
from tests.torch_calls.published_programs import PROGRAMS, autocast, checkpointing, function, gan, lbfgs, lstm

REFUSED = {  # what cannot be computed again: the reason
    gan: "uses elements that no call has computed",  # the steps of its generator read those of the discriminator
    autocast: "its results cannot be shown",  # bfloat16: the loss stayed the same, without a word
    lstm: "copy_, depends on the change",  # into memory that PyTorch allocates: it was taken from the run
}
QUICK = (checkpointing, function, autocast)


def seeded(program):
    def body():
        torch.manual_seed(3)
        return program()

    return body


def parametrized(programs):
    marks = {program: [] if program in QUICK else [pytest.mark.thorough] for program in programs}
    cases = [pytest.param(program, marks=marks[program]) for program in programs]
    return pytest.mark.parametrize("program", cases, ids=lambda program: program.__name__)


def first_weight(run):
    return next(name for name in run.names() if name.endswith("weight"))


@parametrized(PROGRAMS)
def test_steps_are_walked_and_reported(begin, tmp_path, program):
    run = begin(seeded(program))
    run.wait(LONG)
    run.goto(2)
    places = [(run.here.step, run.here.tick)]
    for _ in range(6):
        run.step_back()
        places.append((run.here.step, run.here.tick))
    assert places[0] == (2, 0) and places[-1][0] == 1 and places == sorted(places, reverse=True)
    for place in places[-2::-1]:
        run.step_in()
        assert (run.here.step, run.here.tick) == place
    run.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").stat().st_size > 10_000


@parametrized([program for program in PROGRAMS if program not in REFUSED and program is not lbfgs])
def test_a_branch_computes_what_a_run_with_the_value_does(begin, program):
    """Code after the last step was taken for a step, which cannot be computed again: each of them was refused."""
    run = begin(seeded(program))
    plain, _ = run.wait(LONG)
    weight = first_weight(run)
    found = run.branch(2, {weight: 0.25}, names=["loss"])
    assert (found.first, found.last) == (2, run.steps)
    changed = begin(seeded(program), entry=True)
    changed.until_stopped(LONG)
    changed.goto(2)
    changed.until_stopped(LONG)
    changed.set(weight, 0.25)
    changed.cont()
    losses, _ = changed.wait(LONG)
    count = len(plain) // run.steps  # losses of a step
    for step in range(2, run.steps + 1):
        assert found.edited["loss"][step] == np.float32(losses[count * step - 1])
        assert found.untouched["loss"][step] == np.float32(plain[count * step - 1])
    assert losses != plain


@parametrized([*REFUSED])
def test_a_branch_that_cannot_be_computed_is_refused(begin, program):
    run = begin(seeded(program))
    run.wait(LONG)
    with pytest.raises(UnsupportedError, match=REFUSED[program]):
        run.branch(2, {first_weight(run): 0.25})
