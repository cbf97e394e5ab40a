"""The twelve published programs walked over the borders of their steps, changed in the past, and drawn as a report."""

import numpy as np
import pytest
import torch

from opscope.errors import UnsupportedError
from tests.torch_calls.conftest import LONG
from tests.torch_calls.published_programs import PROGRAMS, autocast, checkpointing, function, gan, lbfgs, lstm

REFUSED = {  # what cannot be computed again: the reason
    gan: "uses elements that no call has computed",  # the steps of its generator read those of the discriminator
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


def losses_of(program, result):
    """The losses that a program has returned."""
    return result[0][::2] if program is autocast else result[0]


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
    plain = losses_of(program, run.wait(LONG))
    weight = first_weight(run)
    first = 3 if program is autocast else 2  # its step 2 is skipped: it only reads the parameters
    found = run.branch(first, {weight: 0.25}, names=["loss"])
    assert (found.first, found.last) == (first, run.steps)
    changed = begin(seeded(program), entry=True)
    changed.until_stopped(LONG)
    changed.goto(first)
    changed.until_stopped(LONG)
    changed.set(weight, 0.25)
    changed.cont()
    losses = losses_of(program, changed.wait(LONG))
    count = len(plain) // run.steps  # losses of a step
    for step in range(first, run.steps + 1):
        assert found.edited["loss"][step] == np.float32(losses[count * step - 1])
        assert found.untouched["loss"][step] == np.float32(plain[count * step - 1])
    assert not np.array_equal(losses, plain, equal_nan=True)


@parametrized([*REFUSED])
def test_a_branch_that_cannot_be_computed_is_refused(begin, program):
    run = begin(seeded(program))
    run.wait(LONG)
    with pytest.raises(UnsupportedError, match=REFUSED[program]):
        run.branch(2, {first_weight(run): 0.25})
