"""The user's names: a value is found by the name that a reader of the program gives it."""

import numpy as np
import pytest

from opscope import debug
from opscope.errors import OpscopeError
from tests.debug.names.dygraph_programs import PROGRAMS

CALLS = {"logged": (), "notified": ("op:another",)}  # a breakpoint has each call notified


def values_missed(run, tensors):
    """The names under which the run does not have the elements of the tensors."""
    found = []
    for name, tensor in tensors.items():
        try:
            value = run.value(name)
        except OpscopeError:
            value = None
        if value is None or not np.array_equal(value, np.asarray(tensor)):
            found.append(name)
    return found


@pytest.mark.filterwarnings("ignore:.*matches nothing")
@pytest.mark.parametrize("calls", CALLS)
def test_tensors_of_ten_programs_are_found_by_their_names(calls):
    """At least 95 % of those that the programs name, both where calls are logged and where they are notified."""
    missed, count = [], 0
    for program in PROGRAMS:
        run = debug.start(program, breakpoints=CALLS[calls])
        tensors = run.wait()
        count += len(tensors)
        missed += [f"{program.__name__}: {name}" for name in values_missed(run, tensors)]
    assert len(PROGRAMS) == 10
    assert count >= 170
    assert len(missed) <= 0.05 * count, missed
