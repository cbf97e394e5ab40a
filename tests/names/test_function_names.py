"""A name means what it means in the user's function, or nothing: functions that make several operators.

The reference reads the variables of the functions that are running (`frame_reference`).
"""

from collections import Counter

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.ir.program.program import Program
from opscope.names.program_names import bindings_at, static_names
from tests.names import function_programs, rebinding_programs, swapping_programs
from tests.names.frame_reference import seen_in_eager, seen_in_program

EAGER = function_programs.EAGER + rebinding_programs.EAGER + swapping_programs.EAGER
STATIC = function_programs.STATIC + rebinding_programs.STATIC
# of programs of which less is found: names that statements bind in one of several ways, elements of lists that change
SHARES = {"previous_ones": 0.5, "elements": 0.65, "comprehensions": 0.8, "looped": 0.85, "guarded": 0.7}
SHARES |= {"swapped_by_another": 0.7}
SHARES |= {"static_attributes": 0.85, "accumulated": 0.7, "helped": 0.7, "static_helped": 0.7}
SHARES |= {"differentiated": 0.85, "differentiated_in_turn": 0.85}  # names of the step before; elements of a list
SHARES |= {"listed": 0.4, "generated": 0.4, "held": 0.5}  # generators; values that another record has
SHARES |= {"appended_layers": 0.9, "keys_and_rest": 0.8, "deleted_elements": 0.6, "mapped": 0.85}
CALLS = {"logged": (), "notified": ("op:another",)}  # a breakpoint has each call notified


F = paddle.nn.functional


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
    found = Answers()
    for number, ((record, tick), (frame, names, others)) in enumerate(zip(places, reference, strict=True)):
        if frame is None:
            continue
        is_behind, later = record.places[tick].after, []
        if is_behind:  # an op has made what will have the name when the statement is over
            later = [names for at, names, _ in reference[number + 1 :] if at is frame][:1]
        for name in {*names, *(n for n in record.names.bindings if is_checked(n, names, others))}:
            bound = record.bindings(name, tick)
            value = record.value(bound[0].value, tick) if len(bound) == 1 and bound[0].tick <= tick else None
            if is_behind and not any(name in each for each in later) and value is not None and bound[0].tick == tick:
                continue  # the function returns, or the next statement binds the name anew: nobody sees it
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
@pytest.mark.parametrize("body", EAGER, ids=lambda body: body.__name__)
def test_a_name_in_dygraph_means_what_the_user_means_or_nothing(body, calls):
    found = answers_in_eager(body, CALLS[calls])
    assert not found.wrong
    assert found.found >= SHARES.get(body.__name__, 0.95) * found.asked, found.missed


@pytest.mark.parametrize("build", STATIC, ids=lambda build: build.__name__)
def test_a_name_in_a_program_means_what_the_user_means_or_nothing(build):
    found = answers_in_program(build)
    assert not found.wrong
    assert found.found >= SHARES.get(build.__name__, 0.95) * found.asked, found.missed


LOSSES = {
    "nll_loss": lambda x, k: F.nll_loss(F.log_softmax(x), k),
    "cross_entropy": lambda x, k: F.cross_entropy(x, k),
    "smooth_l1": lambda x, k: F.smooth_l1_loss(x, x * 0.5),
    "dice": lambda x, k: F.dice_loss(F.softmax(x), paddle.unsqueeze(k, 1)),
    "margin": lambda x, k: F.margin_ranking_loss(x, x * 0.5, paddle.sign(x)),
    "triplet": lambda x, k: F.triplet_margin_loss(x, x * 0.5, x * 0.3),
}


@pytest.mark.parametrize("name", LOSSES)
def test_the_last_result_of_a_dygraph_program_is_found(name):
    """The losses that make several operators were not."""
    paddle.disable_static()
    kept = []

    def body():
        x, k = function_programs.numbers(3, 4), function_programs.labels(1, 0, 2)
        r = LOSSES[name](x, k)
        kept.append(r)

    run = debug.start(body)
    run.wait()
    np.testing.assert_array_equal(run.value("r"), kept[0].numpy())
    (found,) = run.values("r").values()
    np.testing.assert_array_equal(found, kept[0].numpy())


@pytest.mark.parametrize("name", ["nll_loss", "cross_entropy", "smooth_l1", "triplet"])
def test_the_result_in_a_static_program_is_the_one_that_was_returned(name):
    """r was an inner product, [1 1 1]."""
    paddle.enable_static()
    x, k = function_programs.data("x", 3, 4), paddle.static.data("k", [3], "int64")
    r = LOSSES[name](x, k)
    u, v = paddle.exp(x), paddle.tanh(x)
    u, v = v, u
    exe = paddle.static.Executor()
    feed = {"x": np.linspace(0.1, 0.9, 12, dtype="float32").reshape(3, 4), "k": np.array([1, 0, 2])}
    run = debug.start(lambda: exe.run(feed=feed, fetch_list=[r, u, v]))
    fetched = run.wait()
    for called, value in zip(("r", "u", "v"), fetched, strict=True):
        np.testing.assert_array_equal(run.value(called), value, called)
        np.testing.assert_array_equal(run.evaluate(f"{called} * 1"), value, called)
        assert run.look(called).name == {"r": r, "u": u, "v": v}[called].name
