"""A third kind of program, of one file, is paused, stepped both ways, searched and shown as those that opscope has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from opscope import debug
from opscope import events as ev
from opscope.errors import NotFound, OpscopeError, OpscopeWarning, RunError, UnsupportedError
from opscope.notebook.live import Live
from tests.debug.nets import DropoutAdam
from tests.debug.toy_kind.numpy_calls import NumpyCall, Player

E = TypeVar("E")
LONG = 60.0
CALLS = [
    NumpyCall("y", np.subtract, ("x", "b")),
    NumpyCall("z", np.sqrt, ("y",)),
    NumpyCall("w", np.square, ("z",)),
    NumpyCall("loss", np.sum, ("w",)),
]
B = [0.0, 1.0, 2.0, 3.0]  # in step 4, b is 3: sqrt([2, 1, -1]) has a NaN


class Played:
    """A run of a player: four steps of four calls, in a panel."""

    def __init__(self, **options: Any) -> None:
        self.events, self.returned = list[ev.Event](), list[dict[str, Any]]()
        player = Player(CALLS, ["x", "b"])

        def body() -> None:
            for b in B:
                self.returned.append(player.play(self.run.session, {"x": [5.0, 4.0, 2.0], "b": b}))

        self.run = Live(body, sinks=[self.events.extend], **options)

    def start(self) -> Live:
        self.run.start()
        self.run.until_stopped(LONG)
        return self.run

    def seen(self, kind: type[E]) -> list[E]:
        self.run.flush()
        return [each for each in self.events if isinstance(each, kind)]


@pytest.fixture
def played() -> Iterator[Played]:
    made = Played(entry=True, taps=["loss"], hz=None)
    yield made
    if not made.run.done:
        made.run.stop()


@pytest.fixture
def over() -> Live:
    run = Played().start()
    run.wait(LONG)
    return run


def place(run: Live) -> tuple[int, str]:
    here = run.here
    assert here is not None
    return here.step, here.op_type


def test_is_stepped_forward_and_back_while_it_runs(played: Played):
    run = played.start()
    assert place(run) == (1, "subtract")
    assert place(run.next() and run) == (1, "sqrt")
    np.testing.assert_array_equal(run.value("y"), [5, 4, 2])
    run.next(3)
    assert place(run) == (2, "subtract")
    run.step_back()
    assert place(run) == (1, "sum")
    assert run.here.past
    np.testing.assert_allclose(run.value("w"), [5, 4, 2])
    run.next()
    assert place(run) == (2, "subtract")
    assert not run.here.past
    run.cont()
    run.wait(LONG)
    assert [round(float(each["loss"]), 12) for each in played.returned[:3]] == [11.0, 8.0, 5.0]


def test_is_paused_by_a_breakpoint_and_goes_to_steps(played: Played):
    played.run.breakpoint("op:square")
    run = played.start()
    run.cont()
    assert run.until_stopped(LONG).reason == "breakpoint"
    assert place(run) == (1, "square")
    run.clear(1)
    run.goto(3)
    assert place(run) == (3, "subtract")
    run.goto(1, "op:sqrt")
    assert place(run) == (1, "sqrt")
    with pytest.raises(NotFound, match="operator op:tanh did not run in step 1"):
        run.goto(1, "op:tanh")


@pytest.mark.parametrize("step, b", list(enumerate(B, 1)))
def test_each_step_has_its_values(over: Live, step: int, b: float):
    over.goto(step, "op:sqrt")
    np.testing.assert_array_equal(over.value("y"), np.array([5, 4, 2]) - b)
    np.testing.assert_array_equal(over.value("b"), b)


def test_stops_at_nan_and_is_searched():
    made = Played()
    made.run.watch("nan")
    run = made.start()
    assert place(run) == (4, "square")  # behind sqrt, which made it
    first = run.first("nan")
    assert first is not None
    assert (first.step, first.operator, first.name) == (4, "sqrt", "z")
    run.back_to_when("loss < 6")
    assert run.here.step == 3
    assert float(run.value("loss")) == pytest.approx(5)
    run.back_to_write("z")
    assert place(run) == (3, "sqrt")
    found = run.why("z") if run.goto(4, "op:sum") else None
    assert found is not None
    assert "sqrt" in str(found)


def test_refuses_what_it_cannot(played: Played):
    run = played.start()
    run.next()
    for change in (lambda: run.set("y", 0.0), lambda: run.set_attr(0, "axis", 1), lambda: run.compare()):
        with pytest.raises(OpscopeError, match="a list of NumPy calls is not run again"):
            change()
    run.step_back()
    with pytest.raises(RunError, match="nothing can be changed: a list of NumPy calls is not run again"):
        run.set("y", 0.0)


def test_is_compared_and_looked_through_as_a_whole(over: Live, tmp_path: Path):
    other = Played().start()
    other.wait(LONG)
    assert "the same, bit for bit, in 4 runs" in str(debug.diff(over, other))
    assert [step for step, _ in over.values("loss").items()] == [1, 2, 3, 4]
    assert not over.findings
    assert "NaN of finite numbers: y[2] = -1" in str(over.why("loss"))
    with pytest.raises(RunError, match="a list of NumPy calls can be stepped only while it runs, and cannot be saved"):
        over.save(tmp_path / "saved")
    with pytest.raises(UnsupportedError, match="step 2 is a list of NumPy calls, which is not run again"):
        over.branch(2, {"y": 0.0})
    assert "have no times: a list of NumPy calls is not run again" in over.ask(ev.MeasureOperators, by="time").text


def test_saving_names_the_kind_that_is_left_out(tmp_path: Path):
    player, net, made = Player(CALLS, ["x", "b"]), DropoutAdam(), list[debug.Run]()

    def body() -> None:
        player.play(made[0].session, {"x": [5.0, 4.0, 2.0], "b": 1.0})
        net()

    made.append(debug.Run(body))
    made[0].start().wait(LONG)
    with pytest.warns(OpscopeWarning, match="^1 steps or parts of a list of NumPy calls are not in the recording"):
        made[0].save(tmp_path / "saved")
    assert debug.open(tmp_path / "saved").steps == (2, 4)


def test_steps_from_line_to_line_between_its_calls(played: Played):
    run = played.start()
    run.next()
    run.next(by="line")
    assert "arguments = " in run.here.source
    run.step_back()
    assert place(run) == (1, "subtract")
    assert "steps back do not stop at lines" in run.here.text


def test_is_shown_in_the_panel(played: Played):
    run = played.start()
    run.next(2)
    assert [each.op_type for each in played.seen(ev.Stopped)] == ["subtract", "sqrt", "square"]
    assert (run.panel.place["op_type"], run.panel.place["step"]) == ("square", 1)
    run.ask(ev.FetchStack, LONG)
    run.ask(ev.FetchSlice, LONG, name="z", index="")
    assert played.seen(ev.StackSeen)
    assert played.seen(ev.SliceSeen)[-1].name == "z"
    run.cont()
    run.wait(LONG)
    assert any("sqrt" in each.svg for each in played.seen(ev.GraphDrawn))
    losses = [dict(zip(each.names, each.scalars, strict=True))["loss"] for each in played.seen(ev.StepFinished)]
    assert losses[:3] == pytest.approx([11, 8, 5])
    assert losses[3] is None  # NaN
    assert played.seen(ev.ValueSeen)[-1].nan == 1
