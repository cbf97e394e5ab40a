"""Twelve kinds of published training programs: recorded, watched, walked back, and asked for values and causes."""

import numpy as np
import pytest
import torch

from tests.torch_calls.conftest import LONG
from tests.torch_calls.published_programs import PROGRAMS, autocast
from tests.torch_calls.test_torch_values import NOTIFYING, recorded
from tests.torch_calls.torch_programs import Copies

pytestmark = pytest.mark.thorough


def seeded(program):
    """A body that returns the losses, the state and the random state of a program from a fixed seed."""

    def body():
        torch.manual_seed(3)
        losses, state = program()
        return losses, state, torch.get_rng_state()

    return body


def is_same(first, second):
    (losses, state, drawn), (others, other, drawn_too) = first, second
    same = [torch.equal(value, other[name]) for name, value in state.items()]
    return np.array_equal(losses, others, equal_nan=True) and all(same) and torch.equal(drawn, drawn_too)


@pytest.mark.parametrize("options", [{}, NOTIFYING, {"rules": True}], ids=["logged", "notified", "rules"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_program_computes_the_same_and_its_values_are_those_of_its_operators(begin, program, options):
    plain = seeded(program)()
    with Copies() as copies:
        seeded(program)()
    run = begin(seeded(program), **options)
    assert is_same(run.wait(LONG), plain)
    found = list(recorded(run))
    assert [name for name, _ in found] == [name for name, _ in copies.calls]
    for (name, values), (_, copied) in zip(found, copies.calls, strict=True):
        if name == "set_":  # memory that nobody has written to: it may have no value
            continue
        assert len(values) == len(copied), name
        for value, copy in zip(values, copied, strict=True):
            assert value.dtype == copy.dtype and value.shape == copy.shape, name
            assert value.tobytes() == copy.tobytes(), name
    overflows = {"nan-watch", "not-finite", "input-range"}  # of the second batch of autocast
    expected = overflows if program is autocast else set()
    assert {finding.rule for finding in run.findings} <= expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_watch_for_nan_stops_nowhere_but_at_an_overflow(begin, program):
    plain = seeded(program)()
    run = begin(seeded(program), entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    run.cont()
    stops = []
    while (stop := run.until_stopped(LONG)) is not None and not run.done:
        stops.append(stop)
        if len(stops) == 3:
            run.clear()
        run.cont()
    assert is_same(run.wait(LONG), plain)
    assert bool(stops) == (program is autocast)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_past_of_a_program_is_walked_and_asked(begin, program):
    run = begin(seeded(program))
    run.wait(LONG)
    finished = [e for e in run.history.events() if e.kind == "StepFinished"]
    assert run.steps == len(finished) >= 3 and all(e.names for e in finished)
    run.goto(3)
    for _ in range(30):
        run.step_back()
    assert run.here.step == 2
    loss = finished[1].names[0]
    if program is not autocast:  # the loss there is one that is scaled: it has no name
        assert "published_programs.py" in str(run.why(loss))
        assert np.float32(run.value(loss)) == np.float32(finished[1].scalars[0])
    names = [n for n in run.session.thread_calls.program.global_block().vars if n.endswith(".weight")]
    assert names and all(np.isfinite(run.value(name)).all() for name in names)
