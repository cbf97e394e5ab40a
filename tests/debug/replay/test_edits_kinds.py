"""What can be edited, and what is said of it: parts, feeds, parameters, attributes, differences, functions, noise."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, NotFound, RunError, UnsupportedError
from opscope.paddle import static
from tests.debug.nets import Cond, DropoutAdam, Net, NotSSA, While
from tests.debug.stops import Film, alike, check_values, different, same, seen

LONG = 60.0


def standing(body, op, run_number=2, **options):
    """A run that stands before an operator of one of its runs, and its film."""
    film = Film(body)
    run = debug.start(body, entry=True, **options)
    run.until_stopped(LONG)
    for _ in range(run_number):
        run.next_run(LONG)
    run.run_to(op, LONG)
    return run, film, film.runs[run_number][run.here.tick]


def back_as_it_was(run, film, place):
    while run.session.driver.edits.applied:
        run.undo()
    check_values(place, seen(run))
    run.cont()
    assert alike(run.wait(LONG), film.result)


class Two(Net):
    """Two functions: `first` is upstream of h, `second` downstream of it, `other` of neither."""

    def define(self, x):
        block = self.main.current_block()

        def function(name, of):
            out = block.create_var(name=name, shape=[4, 3], dtype="float32")

            def called(a):
                self.calls.append(name)
                return np.array(a) + 1

            static.py_func(called, of, out)
            return out

        self.h = function("first", x) * 2.0
        self.noise = paddle.nn.functional.dropout(self.h, 0.5)
        return [paddle.sum(function("second", self.noise)), paddle.sum(function("other", x * 3.0))]


def test_part_of_a_value():
    body = DropoutAdam()
    run, film, place = standing(body, "op:square")
    old = run.value(body.h.name)
    run.set(body.h.name, 7.0, np.s_[1, 2:4])
    new = run.value(body.h.name)
    assert (new[1, 2:4] == 7).all() and new.dtype == old.dtype
    new[1, 2:4] = old[1, 2:4]
    assert same(new, old)
    with pytest.raises(ArgumentError, match="cannot be set"):
        run.set(body.h.name, 7.0, np.s_[99])
    back_as_it_was(run, film, place)


@pytest.mark.parametrize("name", ["x", "fc_0.w_0", "learning_rate_0"])
def test_feeds_parameters_and_the_rate(name):
    body = DropoutAdam()
    run, film, place = standing(body, "op:adam")
    if name not in place.values:  # it is read later
        pytest.fail(f"{name} has no value")
    old = run.value(name)
    count = run.set(name, old * 0.5)
    assert same(run.value(name), old * old.dtype.type(0.5)) and (count == 0) == (name == "learning_rate_0")
    back_as_it_was(run, film, place)


def test_what_was_fed_stays_the_users():
    body = DropoutAdam()
    given = []
    feed = body.feed
    body.feed = lambda rng: given.append(feed(rng)) or given[-1]
    run, _film, _ = standing(body, "op:square")
    before = given[-1]["x"].copy()
    run.set("x", 0.0)
    assert same(given[-1]["x"], before)
    run.cont()
    run.wait(LONG)


def test_functions_are_called_where_they_are_downstream_and_nowhere_else():
    body = Two()
    run, _film, place = standing(body, "op:reduce_sum")
    run.run_to_end(LONG)
    body.calls.clear()
    assert run.set(body.h.name, 0.5) == 3  # the noise, the second function, its sum
    assert body.calls == ["second"]
    assert set(np.unique(run.value(body.noise.name))) <= {0.0, 1.0}
    run.undo()
    assert body.calls == ["second"]
    run.set("x", 1.0)
    assert body.calls == ["second", "first", "second", "other"]
    run.undo()
    assert body.calls == ["second", "first", "second", "other"] and place
    run.cont()
    run.wait(LONG)


def test_random_operators_keep_their_noise():
    body = Two()
    run, film, _ = standing(body, "other")
    mask = film.runs[2][-1].values[body.noise.name] != 0
    run.set(body.h.name, 3.0)
    assert ((run.value(body.noise.name) != 0) == mask).all() and 0 < mask.sum() < mask.size
    run.set(body.h.name, 5.0)
    assert (run.value(body.noise.name)[mask] == 10).all()
    run.undo()
    assert (run.value(body.noise.name)[mask] == 6).all()
    back_as_it_was(run, film, film.runs[2][run.here.tick])


@pytest.mark.parametrize("net", [DropoutAdam, While, Cond])
def test_compare_says_what_differs_and_by_how_much(net):
    body = net()
    run, _film, place = standing(body, "op:*mean_grad")
    assert run.compare() == []
    run.set(body.h.name, run.value(body.h.name) * 0.5)
    run.set("x", run.value("x") * 0.9)
    found = {d.name: d for d in run.compare()}
    values = seen(run)
    expected = {n for n in values.keys() & place.values.keys() if not np.array_equal(values[n], place.values[n])}
    assert found.keys() == expected and expected
    for name, d in found.items():
        gap = np.abs(values[name].astype("float64") - place.values[name].astype("float64"))
        assert (d.differing, d.size) == ((gap > 0).sum(), gap.size) and d.largest == gap.max()
    check_alive = list(body.calls)
    run.undo()
    run.undo()
    assert run.compare() == [] and body.calls == check_alive
    back_as_it_was(run, _film, place)


def test_an_attribute_is_changed_for_this_run_only():
    body = DropoutAdam()
    run, _film, place = standing(body, "op:square")
    name = place.values.keys() & {o.outputs[0] for o in body.main.operators if o.type == "dropout"}
    (dropped,) = name
    count = run.set_attr("op:dropout", "p", 0.0)
    assert count == 3  # the noise and the layer behind it
    assert same(run.value(dropped), place.values[next(o for o in body.main.operators if o.type == "dropout").inputs[0]])
    assert {d.name for d in run.compare()} >= {dropped}
    changed = seen(run)
    run.undo()
    check_values(place, seen(run))
    run.set_attr("op:dropout", "p", 0.0)
    tick = run.here.tick
    run.next_run(LONG)
    after = run.here.run
    run.goto(2)
    while run.here.tick < tick:
        run.next(timeout=LONG)
    assert alike(seen(run), changed)  # the record of the run has it
    run.goto(after)
    run.run_to("op:square", LONG)
    assert (run.value(dropped) == 0).any()  # the next run does not
    run.cont()
    run.wait(LONG)


def test_attributes_that_are_not_there():
    body = Two()
    run, film, place = standing(body, "op:reduce_sum")
    with pytest.raises(NotFound, match="no attribute 'q'"):
        run.set_attr("op:dropout", "q", 1)
    with pytest.raises(UnsupportedError, match="own functions"):
        run.set_attr("op:py_func", "forward_callable_id", 1)
    with pytest.raises(NotFound, match="no operator"):
        run.set_attr(4711, "p", 1)
    with pytest.raises(NotFound, match="no variable"):
        run.set("nothing", 1)
    with pytest.raises(RunError, match="nothing was edited"):
        run.undo()
    back_as_it_was(run, film, place)


def test_an_attribute_that_does_not_work_is_taken_back():
    body = DropoutAdam()
    run, film, place = standing(body, "op:square")
    with pytest.raises(ArgumentError, match="mul"):
        run.set_attr("op:mul", "x_num_col_dims", 17)
    back_as_it_was(run, film, place)


@pytest.mark.parametrize(
    "op, name, value, kind",
    [
        ("op:dropout", "p", "half", "a number"),
        ("op:dropout", "p", True, "a number"),
        ("op:dropout", "seed", 1.5, "a whole number"),
        ("op:dropout", "mode", 3, "a text"),
        ("op:reduce_sum", "axis", ["a"], "an axis, or a list of axes"),
    ],
)
def test_an_attribute_of_another_kind_is_refused_before_its_operator_runs(op, name, value, kind):
    body = Two()
    run, film, place = standing(body, "op:dropout")
    with pytest.raises(ArgumentError, match=f"{name} of {op[3:]} must be {kind}"):
        run.set_attr(op, name, value)
    back_as_it_was(run, film, place)


def test_an_axis_may_be_none_a_number_or_a_list():
    run, _, _ = standing(Two(), "op:dropout")
    for axis in (0, [0], None):
        run.set_attr("op:reduce_sum", "axis", axis)
    run.stop(LONG)


@pytest.mark.parametrize("deeper", [False, True])
def test_standing_in_the_past_the_run_itself_comes_back(deeper):
    """Also while the program stands in a block of a later operator."""
    body = While()
    run, film, _ = standing(body, "op:while")
    if deeper:
        for _ in range(5):
            run.step_in(LONG)
        assert run.here.depth == 1
    run.goto(2, "op:scale")
    assert run.here.past
    place = film.runs[2][run.here.tick]
    run.set(body.h.name, 0.25)
    assert (run.here.run, run.here.tick, run.here.past) == (2, place.tick, False)
    assert run.next(timeout=LONG).tick == place.tick + 1
    assert (seen(run)[body.h.name] == 0.25).all()
    run.run_to_end(LONG)
    run.undo()
    check_values(film.runs[2][run.here.tick], seen(run))
    back_as_it_was(run, film, film.runs[2][run.here.tick])


def test_in_a_block_and_behind_it():
    body = While()
    run, film, _ = standing(body, "op:sin")
    place, inner = film.runs[2][run.here.tick], run.here
    assert inner.depth == 1
    name = place.op.inputs[0]
    assert run.set(name, 0.5) == 0 and (run.value(name) == 0.5).all()
    run.next(timeout=LONG)
    assert same(run.value(place.op.outputs[0]), np.sin(np.full((4, 3), 0.5, "float32")))
    run.step_back()
    assert run.here.past and (run.value(name) == 0.5).all()
    run.run_to_end(LONG)
    assert different(seen(run), film.runs[2][-1].values)
    run.undo()  # that block is over: its operator is run again
    check_values(film.runs[2][-1], seen(run))
    back_as_it_was(run, film, film.runs[2][-1])


def test_in_place_functions_and_values_written_twice():
    body = NotSSA()
    run, film, _ = standing(body, "op:increment")
    calls = len(body.calls)
    run.set(body.h.name, 1.0)  # what it is now: behind the last function that sets it
    assert len(body.calls) == calls
    run.undo()
    check_values(film.runs[2][run.here.tick], seen(run))
    run.set("counter", [9.0])
    run.run_to_end(LONG)
    assert run.value("counter").item() == 12.0
    run.undo()
    back_as_it_was(run, film, film.runs[2][-1])


def test_an_edit_of_what_persists_reaches_the_next_run():
    body = DropoutAdam()
    run, _film, _ = standing(body, "op:square")
    run.run_to_end(LONG)
    run.set("fc_1.b_0", 3.0)
    number = run.here.run
    run.next_run(LONG)
    assert (run.value("fc_1.b_0") == 3).all()
    run.step_back()
    assert run.here.run == number and (run.value("fc_1.b_0") == 3).all()
    run.cont()
    run.wait(LONG)
    assert (run.values("fc_1.b_0")[number] == 3).all()
