"""What-if in the past of eager code: with the unchanged value the recorded values, with another one those of a run."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager import condensed_history
from opscope.errors import NotFound, UnsupportedError
from opscope.events import BranchSeen, TryValue
from opscope.paddle.autograd import PyLayer
from opscope.paddle.optimizer import SGD, Adam, Momentum
from tests.debug.eager import test_logged_calls as logged
from tests.debug.eager.test_condensed_steps import run_of
from tests.debug.eager_runs import LONG

F = paddle.nn.functional
thorough = pytest.mark.thorough
STEPS = 5


class Cube(PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        return 3.0 * x * x * dy


class NumpyTanh(PyLayer):
    """A PyLayer whose values leave the operators."""

    @staticmethod
    def forward(ctx, x):
        y = paddle.to_tensor(np.tanh(x.numpy()))
        ctx.save_for_backward(y)
        return y * 1.0

    @staticmethod
    def backward(ctx, dy):
        (y,) = ctx.saved_tensor()
        return dy * (1.0 - y * y)


def net(kind, optimizer=Adam, at=0, new=None, seen=None):
    """A training in whose step `at` the memory of `h` is set to `new`; `seen` takes losses, and weights after steps."""
    first, second = paddle.nn.Linear(6, 4), paddle.nn.Linear(4, 3)
    norm = paddle.nn.BatchNorm1D(4)
    parameters = [*first.parameters(), *second.parameters(), *norm.parameters()]
    optim = optimizer(0.05, parameters=parameters)
    data = np.random.default_rng(0)
    for number in range(1, STEPS + 1):
        x = paddle.to_tensor(data.normal(size=(5, 6)).astype("float32"))
        h = paddle.tanh(first(x), name="h")
        if number == at:
            h._value[...] = new
        y = h
        if kind == "norm":
            y = norm(h)
        elif kind == "PyLayer":
            y = Cube.apply(h)
        elif kind == "hook":
            h.register_hook(lambda gradient: gradient * 0.5)
        elif kind == "in place":
            y = h * 1.0
            y.add_(paddle.ones([4]))
        elif kind == "numpy":
            y = NumpyTanh.apply(h)
        elif kind == "dropout":
            y = F.dropout(h, 0.5)
        loss = paddle.mean(second(y) ** 2, name="loss")
        loss.backward()
        optim.step()
        optim.clear_grad()
        if seen is not None:
            seen[number] = loss.numpy(), second.weight.numpy()


def ended(make):
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        run = debug.start(make)
        run.wait(LONG)
    return run


def after_h(run, step):
    """The operator behind the one that made `h`."""
    run.goto(step, "op:tanh")
    return run.here.op + 1


def same(found):
    return all(
        found.untouched[name][step].tobytes() == found.edited[name][step].tobytes()
        for name in found.untouched
        for step in found.untouched[name]
    )


@pytest.mark.parametrize("kind", ["plain", "norm", "PyLayer", "hook", "in place"])
@pytest.mark.parametrize("optimizer", [Adam, SGD, pytest.param(Momentum, marks=thorough)])
def test_another_value_gives_what_a_run_with_it_gives(kind, optimizer, monkeypatch):
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 40)  # so the change goes on from one stretch to the next
    run = ended(lambda: net(kind, optimizer))
    new, seen = np.linspace(-1, 1, 20, dtype="float32").reshape(5, 4), {}
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        net(kind, optimizer, 2, new, seen)
    found = run.branch(2, {"h": new}, op=after_h(run, 2), names=["loss", "linear_1.w_0"])
    for number in range(2, STEPS + 1):
        for name, expected in zip(("loss", "linear_1.w_0"), seen[number], strict=True):
            assert found.edited[name][number].tobytes() == expected.tobytes(), (number, name)
    assert not same(found) and "linear_1.w_0" in {d.name for d in found.differences}
    assert "the Python code did not run again" in repr(found)
    recorded = run.values("loss")
    assert all(found.untouched["loss"][n].tobytes() == recorded[n].tobytes() for n in found.untouched["loss"])


@pytest.mark.parametrize("body", logged.BODIES, ids=lambda body: body.__name__)
def test_the_unchanged_value_changes_nothing(body):
    changes_nothing(body)


@pytest.mark.parametrize("seed", [3, *(pytest.param(n, marks=thorough) for n in range(4, 12))])
def test_the_unchanged_value_changes_nothing_in_a_random_program(seed):
    changes_nothing(logged.by_chance(seed))


def changes_nothing(body):
    run = run_of(lambda: body, False)
    journal = run.session.driver.journal
    records = [record for record in journal.records() if record.step]
    journal.condense(records[-1].run)
    step, last = records[0].step, next((r.step - 1 for r in records if not r.condensed_bytes), records[-1].step)
    if last < records[-1].step:
        with pytest.raises(UnsupportedError, match=f"step {last + 1} is eager code"):
            run.branch(step, {})
    if last < step:
        return
    run.goto(step)
    at = run.session.driver.navigator.require_cursor()
    names = [name for name in at.frames()[-1].names() if at.lookup(name) is not None]
    found = run.branch(step, {name: run.value(name) for name in names}, until=last)
    assert found.differences == [] and same(found)


@pytest.mark.parametrize("kind, text", [("numpy", "runs Python code"), ("dropout", "draws random numbers")])
def test_what_an_opaque_call_would_make_of_the_change_is_not_invented(kind, text):
    run = ended(lambda: net(kind))
    op = after_h(run, 3)
    with pytest.raises(UnsupportedError, match=text):
        run.branch(3, {"h": 0.5}, op=op)
    assert same(run.branch(3, {"h": run.branch(3, {}, names=["h"]).untouched["h"][3]}, op=op, names=["loss"]))
    run.goto(3, "op:reduce_mean")  # behind the call, only the backward pass and the next steps depend on it
    found = run.branch(3, {"in0": 2.0}, op=run.here.op, until=3, names=["loss"])
    assert found.edited["loss"][3].tolist() == 2.0 != found.untouched["loss"][3].tolist()


def test_a_part_of_a_parameter_before_the_first_operator():
    run = ended(lambda: net("plain", SGD))
    found = run.branch(1, {"linear_1.w_0": 0.0}, names=["loss"], index=(slice(None), 1))
    assert [*found.edited["loss"]] == [*range(1, STEPS + 1)] and not same(found)
    assert found.edited["loss"][1] < found.untouched["loss"][1]


@pytest.mark.parametrize("optimizer", [Adam, SGD])
def test_a_parameter_and_a_moment_behind_their_update(optimizer):
    """The result of the update was written to the memory of the parameter, which the next step reads."""
    run = ended(lambda: net("plain", optimizer))
    run.goto(2, f"op:{optimizer.__name__.lower()}")
    behind = run.here.op + 1
    name = next(n for n in run.session.driver.navigator.require_cursor().next_operator.outputs if n)
    assert name == "linear_0.w_0"
    found = run.branch(2, {name: 0.0}, op=behind, until=3, names=["loss", name])
    assert found.untouched["loss"][2] == found.edited["loss"][2]
    assert found.untouched["loss"][3] != found.edited["loss"][3]
    assert not found.edited[name][2].any() and found.untouched[name][2].any()


@pytest.mark.parametrize("op", ["first", "own"])
def test_a_gradient_before_the_updates(op):
    """The gradient of a parameter is a copy of what the call has made: the copy is what the optimizer reads."""
    run = ended(lambda: net("plain", SGD))
    run.goto(2, "op:sgd")
    at = run.here.op if op == "first" else "linear_1.w_0"
    found = run.branch(2, {"linear_1.w_0@GRAD": 0.0}, op=at, until=3, names=["linear_1.w_0"])
    before = run.values("linear_1.w_0", [1])[1]
    assert found.edited["linear_1.w_0"][2].tobytes() == before.tobytes()
    assert found.untouched["linear_1.w_0"][2].tobytes() != before.tobytes()


def test_the_calls_of_the_steps_on_the_way_to_a_later_step_are_repeated(begin):
    run = begin(lambda: net("plain", SGD), breakpoints=["op:tanh"])
    assert run.until_stopped(LONG).step == 1
    run.clear()
    for step, op in ((4, -1), (5, "op:sgd")):  # its first operator, or another one
        run.goto(step, op)
        here = run.until_stopped(LONG)
        assert (here.reason, here.step, here.past) == ("goto", step, False) and (here.op == 0) == (op == -1)
    assert not same(run.branch(2, {"linear_1.w_0": 0.0}, until=3, names=["loss"]))
    for number in (1, 4):  # the program has stopped in these steps
        with pytest.raises(UnsupportedError, match=f"step {number} is eager code"):
            run.branch(number, {})
    run.cont()
    assert run.wait(LONG) is None


def test_unknown_names_and_operators():
    run = ended(lambda: net("plain"))
    with pytest.raises(NotFound, match="loss"):
        run.branch(2, {"loss": 0.0})  # it is computed later
    with pytest.raises(NotFound, match="no op"):
        run.branch(2, {"linear_1.w_0": 0.0}, op="op:conv2d")
    with pytest.raises(NotFound, match="nowhere"):
        run.branch(2, {"nowhere": 0.0})


def test_the_result_of_another_call_is_no_source_of_an_assignment():
    """What was assigned had the same bits as the result of the call before: it is still what was assigned."""

    def body():
        w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        kept = paddle.to_tensor([5.0, 5.0])
        optim = SGD(0.1, parameters=[w])
        for _ in range(3):
            h = paddle.tanh(w * 0.0, name="h")
            kept.set_value(np.zeros(2, "float32"))
            ((h + kept * w) * w).sum().backward()
            optim.step()
            optim.clear_grad()

    run = ended(body)
    run.goto(2, "op:tanh")
    found = run.branch(2, {"h": 1.0}, op=run.here.op + 1, until=2, names=["kept"])
    assert found.edited["kept"][2].tolist() == [0.0, 0.0]


def test_the_panel_tries_a_value_in_a_step_of_the_past():
    run = ended(lambda: net("plain"))
    answer = run.ask(TryValue, LONG, step=2, target="linear_1.w_0", value="0", steps=4)
    assert answer.ok, answer.text
    run.flush()
    seen = [event for event in run.history.events() if isinstance(event, BranchSeen)]
    assert [(event.name, event.steps) for event in seen] == [("loss", (2, 3, 4, 5))]
    assert "the Python code did not run again" in seen[0].change and seen[0].recorded != seen[0].changed


def test_a_recording_on_disk_gives_the_same_branch(tmp_path):
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        run = debug.start(lambda: net("norm"), to=tmp_path / "run")
        run.wait(LONG)
    found = run.branch(2, {"linear_1.w_0": 0.0}, names=["loss"])
    run.stop()
    opened = debug.open(tmp_path / "run").branch(2, {"linear_1.w_0": 0.0}, names=["loss"])
    assert not same(found) and [*opened.edited["loss"]] == [2, 3, 4, 5]
    assert all(opened.edited["loss"][n].tobytes() == found.edited["loss"][n].tobytes() for n in range(2, 6))
    assert {d.name: d for d in opened.differences}["linear_1.w_0"] == {d.name: d for d in found.differences}[
        "linear_1.w_0"
    ]
