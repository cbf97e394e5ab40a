"""A name means what it means in the user's function, or nothing: functions that make several operators.

The reference reads the variables of the functions that are running (`frame_reference`).
"""

from collections import Counter

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.ir.program.program import Program
from opscope.names.program_names import bindings_at, static_names
from tests.names.frame_reference import seen_in_eager, seen_in_program
from tests.names.function_programs import EAGER, STATIC

SHARES = {"comprehensions": 0.8, "appended_layers": 0.9, "keys_and_rest": 0.8}  # of programs of which less is found
BOUND_ANEW = (  # names that statements without an operator bind to something else
    *(
        "swapped",
        "swapped_in_a_loop",
        "previous_ones",
        "attributes",
        "elements",
        "functions",
        "layers",
        "guarded",
        "looped",
    ),
    *("rebound", "static_swaps", "static_functions", "static_attributes"),
)
CALLS = {"logged": (), "notified": ("op:another",)}  # a breakpoint has each call notified


class Answers:
    """How many names were found, at all places, and which were wrong there."""

    def __init__(self):
        self.asked = self.found = 0
        self.wrong, self.missed = Counter(), Counter()

    def add(self, name, means, right):
        """`right` are the values that the name may mean, `means` what it is said to mean; None: nothing."""
        self.asked += bool(right)
        if means is None:
            self.missed[name] += bool(right)
        elif any(np.array_equal(means, each) for each in right):
            self.found += 1
        else:
            self.wrong[name] += 1


def is_checked(name, names, others):
    """Whether the reference knows the meaning of a name: that of a variable, or of an element one level below."""
    base = name.split("[")[0].split(".")[0]
    if name in names or name in others:
        return True
    return (
        base not in names
        and "." not in name.partition(".")[2]
        and any(n.startswith((f"{base}[", f"{base}.")) for n in names)
    )


def answers_in_eager(body, breakpoints=()):
    paddle.disable_static()
    paddle.seed(0)
    reference = seen_in_eager(body)
    paddle.seed(0)
    run = debug.start(body, breakpoints=breakpoints)
    run.wait()
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    places = [(r, tick) for r in records for tick, place in enumerate(r.places) if place.operator is not None]
    assert len(places) >= len(reference) - 1  # an op that fails has no place behind it
    found = Answers()
    for number, ((record, tick), (position, names, others)) in enumerate(zip(places, reference, strict=False)):
        if position is None:
            continue
        later = []  # behind an op its result may have its name, or get it when the function returns
        if record.places[tick].after:
            later = [names for at, names, _ in reference[number + 1 :] if at is not None and at[0] is position[0]][:1]
        for name in {*names, *(n for n in record.names.bindings if is_checked(n, names, others))}:
            bound = record.bindings(name, tick)
            value = record.value(bound[0].value, tick) if len(bound) == 1 else None
            found.add(name, value, [each[name] for each in (names, *later) if name in each])
    return found


def answers_in_program(build):
    paddle.enable_static()
    main = Program()
    with paddle.static.program_guard(main, Program()), paddle.utils.unique_name.guard():
        _, reference = seen_in_program(build)
    found = Answers()
    for operator in main.operators:
        position, names, others = reference[main].get(operator.id, (None, {}, set()))
        if position is None or operator.phase != "forward":
            continue
        for name in {*names, *(n for n in static_names(main).bindings if is_checked(n, names, others))}:
            bound = bindings_at(main, name, operator)
            means = bound[0].value if len(bound) == 1 and bound[0].tick <= operator.id else None
            found.add(name, means, [names[name]] if name in names else [])
    return found


@pytest.mark.filterwarnings("ignore:.*matches nothing")
@pytest.mark.parametrize("calls", CALLS)
@pytest.mark.parametrize("body", [b for b in EAGER if b.__name__ not in BOUND_ANEW], ids=lambda body: body.__name__)
def test_a_name_in_dygraph_means_what_the_user_means_or_nothing(body, calls):
    found = answers_in_eager(body, CALLS[calls])
    assert not found.wrong
    assert found.found >= SHARES.get(body.__name__, 0.95) * found.asked, found.missed


@pytest.mark.parametrize("build", [b for b in STATIC if b.__name__ not in BOUND_ANEW], ids=lambda build: build.__name__)
def test_a_name_in_a_program_means_what_the_user_means_or_nothing(build):
    found = answers_in_program(build)
    assert not found.wrong
    assert found.found >= SHARES.get(build.__name__, 0.95) * found.asked, found.missed
