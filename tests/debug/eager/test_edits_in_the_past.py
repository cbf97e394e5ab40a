"""Values set in the past of eager code: the past is shown as that of a run with them; the program is unchanged."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager import condensed_history
from opscope.debug.replay.stops import Position, StopReason
from opscope.errors import NotFound, RunError, UnsupportedError
from opscope.events import EditsChanged, Stopped
from opscope.paddle.optimizer import SGD, Adam
from tests.debug.eager import test_logged_calls as logged
from tests.debug.eager.test_condensed_steps import as_shown, bits_of, run_of
from tests.debug.eager.test_what_if_of_calls import STEPS, ended, net
from tests.debug.eager_runs import LONG

thorough = pytest.mark.thorough
NEW = np.linspace(-1, 1, 20, dtype="float32").reshape(5, 4)


def move_on(run, run_number, tick):
    """Move to a place by its number; places behind operators, too."""
    run.session.commands.move(
        lambda: run.session.driver.navigator.move_to(Position(run_number, tick), StopReason("goto"))
    )


def behind(run, step, op):
    """Go behind an operator of a step."""
    here = run.goto(step, op)
    move_on(run, here.run, here.tick + 1)


def behind_tanh(run, step):
    """Go behind the operator that makes `h`."""
    behind(run, step, "op:tanh")
    assert run.value("h").shape == (5, 4)


def at_ends(journal):
    """All values at the end of each step."""
    found = {}
    for record in journal.steps():
        values = ((name, bits_of(value)) for name, value in record.values_at_end() if name in record.ticks_by_name)
        found[record.step] = {name: value for name, value in values if value is not None}
    return found


@pytest.mark.parametrize("kind", ["plain", "norm", "PyLayer", "hook", "in place"])
@pytest.mark.parametrize("optimizer", [Adam, pytest.param(SGD, marks=thorough)])
def test_from_the_change_on_the_past_is_that_of_a_run_with_the_value(kind, optimizer, monkeypatch):
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 40)  # so the change goes on from one stretch to the next
    run, losses = ended(lambda: net(kind, optimizer)), {}
    recorded = at_ends(run.session.driver.journal)
    other = ended(lambda: net(kind, optimizer, 2, NEW, losses))
    expected = at_ends(other.session.driver.journal)
    behind_tanh(run, 2)
    assert run.set("h", NEW) > 0
    assert run.here.past and "set" not in run.here.text and "h = float32 [5, 4] in step 2" in run.here.text
    assert bits_of(run.value("h")) == bits_of(NEW)
    found = at_ends(run.session.driver.navigator.journal)
    assert found[1] == recorded[1] and found == expected != recorded
    for number in range(2, STEPS + 1):
        assert run.values("loss")[number].tobytes() == losses[number][0].tobytes()
    assert at_ends(run.session.driver.journal) == recorded
    assert "h = float32" in run.undo() and run.here.text == "edited" and bits_of(run.value("h")) != bits_of(NEW)
    assert at_ends(run.session.driver.navigator.journal) == recorded


def changes_nothing_here(body, seed):
    """Setting each value to itself, at places by chance, changes nothing of what any place shows."""
    run, by_chance = run_of(lambda: body, False), np.random.default_rng(seed)
    journal, navigator = run.session.driver.journal, run.session.driver.navigator
    journal.condense(journal.run_count)
    records = [record for record in journal.records() if record.condensed_bytes]
    if not records:
        return None
    expected, count = [as_shown(record) for record in records], 0
    for _ in range(8):
        record = records[by_chance.integers(len(records))]
        navigator.return_to_live()
        move_on(run, record.run, int(by_chance.integers(record.ticks)))
        at = navigator.require_cursor()
        names = [name for name in at.frames()[-1].names() if at.lookup(name) is not None]
        if not names:
            continue
        tick, name = at.tick, names[by_chance.integers(len(names))]
        try:
            run.set(name, run.value(name))
        except (NotFound, UnsupportedError):
            continue  # what no code could set there, or inside a function of the user that is not run again
        count += 1
        assert (navigator.past.record.run, navigator.past.tick) == (record.run, tick)
        now = [as_shown(each) for each in navigator.journal.steps()][: len(expected)]
        for index, (a, b) in enumerate(zip(now, expected, strict=False)):
            then = [{name: shown for name, shown in each if name in dict(b[2][i])} for i, each in enumerate(a[2])]
            assert (a[0], a[1], then) == (b[0], b[1], [*map(dict, b[2])]), (name, tick, records[index].step)
    return count


@pytest.mark.parametrize("body", logged.BODIES, ids=lambda body: body.__name__)
def test_a_value_set_to_itself_changes_nothing_anywhere(body):
    assert changes_nothing_here(body, 0) != 0


@pytest.mark.parametrize("seed", [5, *(pytest.param(n, marks=thorough) for n in range(6, 16))])
def test_a_value_set_to_itself_changes_nothing_in_a_random_program(seed):
    assert changes_nothing_here(logged.by_chance(seed), seed) != 0


def test_a_change_holds_from_its_place_on_and_not_before():
    run = ended(lambda: net("plain", SGD))
    run.goto(2, "op:sgd")
    before = run.value("linear_0.w_0")
    run.set("linear_0.w_0", 0.5, (0, slice(None)))
    tick = run.here.tick
    assert (
        run.value("linear_0.w_0")[0].tolist() == [0.5] * 4
        and run.value("linear_0.w_0")[1].tolist() == before[1].tolist()
    )
    run.goto(2)
    assert bits_of(run.value("linear_0.w_0")) == bits_of(before)
    while run.here.tick < tick:
        assert bits_of(run.value("linear_0.w_0")) == bits_of(before), run.here.tick
        run.step_in()
    assert run.value("linear_0.w_0")[0].tolist() == [0.5] * 4


def test_changes_of_a_branch_and_back():
    run = ended(lambda: net("plain", SGD))
    recorded = run.values("loss")
    behind_tanh(run, 4)
    run.set("h", 0.0)
    late = run.values("loss")
    behind_tanh(run, 2)  # before the first change, which holds
    run.set("h", 0.25, 0)
    both = run.values("loss")
    assert [both[n].tobytes() == late[n].tobytes() for n in range(1, 6)] == [True, False, False, False, False]
    behind_tanh(run, 4)
    assert not run.value("h").any()
    differing = {d.name for d in run.compare()}
    assert "linear_0.w_0" in differing
    run.undo()
    assert {n: v.tobytes() for n, v in run.values("loss").items()} == {n: v.tobytes() for n, v in late.items()}
    run.undo()
    assert {n: v.tobytes() for n, v in run.values("loss").items()} == {n: v.tobytes() for n, v in recorded.items()}
    with pytest.raises(RunError, match="no value was set"):
        run.undo()
    assert run.compare() == []


def test_a_number_of_numpy_and_what_is_computed_from_it():
    def body():
        w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        optim = SGD(0.1, parameters=[w])
        for _ in range(3):
            scale = paddle.sum(w, name="scale")
            (w * scale).sum().backward()
            optim.step()
            optim.clear_grad()

    run = ended(body)
    behind(run, 2, "op:reduce_sum")
    recorded = run.value("scale")
    run.set("scale", 10.0)
    assert run.value("scale") == 10.0 != recorded
    run.goto(2, "op:reduce_sum")
    run.goto(2, "op:elementwise_mul")
    assert run.value("in1") == 10.0
    weights = np.float32([1.0, 2.0])
    for scale in (None, np.float32(10.0)):
        total = weights.sum(dtype="float32") if scale is None else scale
        weights = weights - np.float32(0.1) * (total + weights.sum(dtype="float32"))
    run.goto(3, "op:reduce_sum")
    assert np.allclose(run.value("in0"), weights)


def test_an_attribute_of_a_call_and_of_its_gradient():
    def body(slope=0.2, at=0):
        w = paddle.to_tensor([-1.0, 2.0], stop_gradient=False)
        optim = SGD(0.1, parameters=[w])
        for number in range(3):
            y = paddle.nn.functional.leaky_relu(w, slope if number == at else 0.2)
            paddle.sum(y, name="loss").backward()
            optim.step()
            optim.clear_grad()

    run, other = ended(body), ended(lambda: body(0.5, 1))
    run.goto(2)
    assert run.set_attr("op:leaky_relu", "negative_slope", 0.5) > 0
    assert "leaky_relu.negative_slope = 0.5 in step 2" in run.here.text
    assert [v.tobytes() for v in run.values("loss").values()] == [v.tobytes() for v in other.values("loss").values()]
    with pytest.raises(NotFound, match="no attribute"):
        run.set_attr("op:leaky_relu", "nothing", 0.5)
    with pytest.raises(NotFound, match="no op"):
        run.set_attr("op:conv2d", "negative_slope", 0.5)


@pytest.mark.parametrize("kind, text", [("numpy", "runs Python code"), ("dropout", "draws random numbers")])
def test_a_step_that_cannot_be_computed_with_the_change_is_refused_each_time(kind, text):
    run = ended(lambda: net(kind))
    behind_tanh(run, 3)
    for _ in range(2):
        with pytest.raises(UnsupportedError, match=text):
            run.set("h", 0.5)
        assert not run.here.text and run.session.driver.navigator.changes == ()
    run.goto(3, "op:reduce_mean")  # later steps depend on it through the weights
    run.set("linear_1.w_0", 2.0)
    for _ in range(2):
        with pytest.raises(UnsupportedError, match=f"step 4.*{text}"):
            run.goto(4, "op:reduce_mean")
        assert run.here.step == 3 and run.value("linear_1.w_0").max() == 2.0


def test_the_program_goes_on_unchanged_and_its_place_leaves_the_branch(begin):
    def body(seen):
        net("plain", SGD)
        breakpoint()
        net("plain", SGD, seen=seen)

    expected, seen = {}, {}
    with paddle.utils.unique_name.guard():
        paddle.seed(0)
        net("plain", SGD)
        net("plain", SGD, seen=expected)
        paddle.seed(0)
        run = begin(lambda: body(seen))
    run.until_stopped(LONG)
    behind_tanh(run, 2)
    for _ in range(2):
        run.set("h", 0.0)
    assert len(run.session.driver.navigator.changes) == 2
    run.goto(1)
    assert "in step 2" in run.here.text  # the branch, before its change
    run.cont()
    assert run.wait(LONG) is None and not run.session.driver.navigator.changes
    assert [(a.tobytes(), b.tobytes()) for a, b in seen.values()] == [
        (a.tobytes(), b.tobytes()) for a, b in expected.values()
    ]


def test_a_place_of_the_step_in_progress_is_refused_with_the_reason(begin):
    run = begin(lambda: net("plain", SGD), breakpoints=["op:mean"])
    run.until_stopped(LONG)
    run.goto(1, "op:tanh")
    with pytest.raises(RunError, match="in the past, so nothing can be changed"):
        run.set("in0", 0.0)
    run.stop()


def test_what_the_panel_shows():
    run = ended(lambda: net("plain", SGD))
    behind_tanh(run, 2)
    run.set("h", 0.0)
    run.flush()
    events = run.history.events()
    assert [e.texts for e in events if isinstance(e, EditsChanged)][-1] == ("h = 0.0 in step 2",)
    assert [e.text for e in events if isinstance(e, Stopped)][-1] == "edited; with h = 0.0 in step 2"
    run.goto(4)
    assert run.here.text == "with h = 0.0 in step 2"
    run.undo()
    run.flush()
    assert [e.texts for e in run.history.events() if isinstance(e, EditsChanged)][-1] == ()


def test_an_opened_recording_is_changed_in_the_same_way(tmp_path):
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        run = debug.start(lambda: net("norm"), to=tmp_path / "run")
        run.wait(LONG)
    behind_tanh(run, 2)
    run.set("h", NEW)
    expected = {n: v.tobytes() for n, v in run.values("loss").items()}
    run.stop()
    opened = debug.open(tmp_path / "run")
    recorded = {n: v.tobytes() for n, v in opened.values("loss").items()}
    behind_tanh(opened, 2)
    opened.set("h", NEW)
    assert {n: v.tobytes() for n, v in opened.values("loss").items()} == expected != recorded
    opened.goto(3)
    assert {n for n, _ in opened.session.driver.navigator.past.record.values_at_end()} and opened.here.text
    opened.undo()
    assert {n: v.tobytes() for n, v in opened.values("loss").items()} == recorded
