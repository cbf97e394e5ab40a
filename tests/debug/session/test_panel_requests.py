"""What the panel asks of a run: frames, variables, source, expressions, edits, what-if, changes of breakpoints."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from opscope import debug
from opscope import events as ev
from opscope.errors import ArgumentError, RunError
from opscope.names.generated_names import is_generated
from opscope.ui.event_fold import Fold
from tests.debug.nets import Net, paddle, static

LONG = 60.0


class Training(Net):
    steps = 4

    def define(self, x):
        hidden = static.nn.fc(x, 3, name="fc")
        loss = paddle.mean(paddle.square(paddle.tanh(hidden)))
        paddle.optimizer.SGD(0.1).minimize(loss)
        return [loss]

    def __call__(self):
        rng = self.begin()
        fetched = []
        for i in range(self.steps):  # noqa: B007 (the stack shows it)
            fetched += self.step(rng)
        return fetched


class Panel:
    """A run that stands, and what its panel knows of it."""

    def __init__(self, body: Any, **options: Any) -> None:
        self.fold = Fold()
        self.run = debug.start(body, sinks=[self.add], **options)
        self.run.until_stopped(LONG)

    def add(self, events: list[ev.Event]) -> None:
        for event in events:
            self.fold.add(event)

    def ask(self, kind: type[ev.Command], **fields: Any) -> Any:
        answer = self.run.ask(kind, LONG, **fields)
        self.run.flush()
        return answer


@pytest.fixture
def panel() -> Iterator[Panel]:
    found = Panel(Training(), breakpoints=[("op:tanh", "step == 3")])
    yield found
    found.run.stop()


def test_the_stack_has_frames_of_python_and_blocks_and_each_has_variables(panel: Panel):
    panel.ask(ev.FetchStack)
    stack = panel.fold.stack
    assert stack is not None and stack.functions[-1] == "block 0" and "step" in stack.functions[-2]
    assert stack.kinds[-2:] == ("python", "block") and stack.texts[-1].split(" = ")[1].startswith("tanh")
    assert (stack.run, stack.tick) == (panel.run.here.run, panel.run.here.tick)
    caller = stack.functions.index("Training.__call__")
    panel.ask(ev.FetchVariables, frame=caller)
    seen = panel.fold.variables
    assert dict(zip(seen.names, seen.texts, strict=True))["i"] == "2"
    panel.ask(ev.FetchVariables, frame=-1)
    assert "fc.w_0" in panel.fold.variables.tensors
    assert "there is no frame 99" in panel.ask(ev.FetchVariables, frame=99).text


def test_variables_of_a_block_have_the_names_of_the_users_code(panel: Panel):
    while "backward" not in panel.run.here.role:
        panel.run.next()
    panel.ask(ev.FetchVariables, frame=-1)
    seen = panel.fold.variables
    called = dict(zip(seen.names, seen.called, strict=True))
    (fetched,) = panel.run.session.driver.navigator.shown_cursor.record.plan.fetches
    assert called[fetched[0]] == "loss" and called["fc.w_0"] == ""
    own, others = seen.names[: seen.own], seen.names[seen.own :]
    assert {"x", "fc.w_0", fetched[0]} <= set(own) and others  # the panel folds the others, as `locals` does
    assert all(is_generated(name) and not called[name] for name in others)


def test_expressions_are_evaluated_in_a_frame_and_statements_run_there(panel: Panel):
    panel.ask(ev.FetchStack)
    caller = panel.fold.stack.functions.index("Training.__call__")
    assert panel.ask(ev.Evaluate, code="i + 1", frame=caller).text == "3"
    assert panel.ask(ev.Evaluate, code="i = 40", frame=caller).text == "done"
    assert panel.ask(ev.Evaluate, code="print(i)", frame=caller).text == "40"
    assert panel.ask(ev.Evaluate, code="print(i) or i", frame=caller).text == "40\n40"
    assert panel.ask(ev.Evaluate, code="!print(i)", frame=caller).text == "40"
    mean = float(panel.run.value("fc.w_0").mean())
    assert float(panel.ask(ev.Evaluate, code="fc.w_0.mean()").text) == pytest.approx(mean)
    refused = panel.ask(ev.Evaluate, code="1 / 0", frame=caller)
    assert not refused.ok and refused.text == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    "code, wanted",
    [
        ("fc.w_0.max()", lambda w: w.max()),
        ("-min(fc.w_0)", lambda w: -w.min()),
        ("fc.w_0.max() - min(fc.w_0)", lambda w: w.max() - w.min()),
        ("2 * max(abs(fc.w_0)) + step", lambda w: 2 * abs(w).max() + 3),
        ("fc.w_0.max() / 1e300", lambda w: float(w.max()) / 1e300),  # nothing in float32
        ("step / 7", lambda w: 3 / 7),
        ("fc.w_0.nan()", lambda w: 0),
    ],
)
def test_numbers_measured_of_narrow_floats_have_their_digits(panel: Panel, code: str, wanted: Any):
    """`act.max()` was 0.693078339099884 where NumPy says 0.69307834."""
    expected = str(wanted(panel.run.value("fc.w_0")))
    assert panel.ask(ev.Evaluate, code=code).text == expected
    panel.ask(ev.WatchExpressions, expressions=(code,))
    assert panel.fold.watched.texts == (expected,)


def test_the_threads_of_the_program_come_with_the_stack():
    """The stack, the variables and the steps are those of the thread that was chosen, as from Python."""
    paddle.disable_static()
    begun, go = threading.Event(), threading.Event()

    def load() -> None:
        begun.set()
        go.wait(LONG)

    def train() -> None:
        loader = threading.Thread(target=load, name="loader")
        loader.start()
        begun.wait(LONG)
        paddle.tanh(paddle.ones([2]))
        loader.join()

    events: list[ev.Event] = []
    run = debug.start(train, title="train", entry=True, sinks=[events.extend])
    assert run.until_stopped(LONG) is not None

    def stack(kind: type[ev.Command], **fields: Any) -> ev.StackSeen:
        assert run.ask(kind, LONG, **fields).ok
        run.flush()
        return [e for e in events if isinstance(e, ev.StackSeen)][-1]

    seen = stack(ev.FetchStack)
    assert (seen.threads, seen.thread_names, seen.chosen) == ((1, 2), ("train", "loader"), 1)
    assert seen.thread_states == ("stopped", "running") and "train" in seen.functions[-1]
    other = stack(ev.SelectThread, number=2)
    assert other.chosen == 2 and "load" in other.functions[-1] and [t.chosen for t in run.threads] == [False, True]
    refused = run.ask(ev.SelectThread, LONG, number=9)
    assert not refused.ok and refused.text == "no thread 9 (use one of 1, 2)"
    changed = run.ask(ev.SetValue, LONG, target="ones", value="0")  # it was set in the thread where the run stands
    assert not changed.ok and changed.text.startswith("thread 2 cannot be changed, because the run has stopped in ")
    with pytest.raises(RunError, match="choose thread 1, or stop in thread 2"):
        run.undo()
    go.set()
    run.cont()
    run.wait(LONG)
    over = stack(ev.FetchStack)
    assert (over.threads, over.chosen) == ((), 0)


def test_watch_expressions_follow_the_run(panel: Panel):
    panel.ask(ev.WatchExpressions, expressions=("step", "fc.w_0.mean()", "nothing"))
    assert panel.fold.watched.texts[0] == "3" and panel.fold.watched.failed == (False, False, True)
    before = float(panel.fold.watched.texts[1])
    panel.run.goto(2)
    panel.run.flush()
    assert panel.fold.watched.texts[0] == "2" and float(panel.fold.watched.texts[1]) != before
    panel.ask(ev.WatchExpressions, expressions=())
    panel.run.next()
    panel.run.flush()
    assert panel.fold.watched.texts == ()


def test_the_source_says_which_operators_each_line_made(panel: Panel):
    assert panel.ask(ev.FetchSource).ok
    source = panel.fold.source
    operators = panel.run.session.driver.navigator.programs().operators
    made = {int(op): line for line, ops in zip(source.op_lines, source.ops, strict=True) for op in ops.split()}
    for operator in operators:
        if source.path.endswith("test_panel_requests.py") and operator.site.filename.endswith(source.path):
            assert made[operator.id] == operator.site.line
    types = {operator.id: operator.type for operator in operators}
    for ops, found in zip(source.ops, source.op_types, strict=True):
        assert [types[int(op)] for op in ops.split()] == found.split()
    assert source.static and "static.nn.fc(x, 3" in source.lines[source.op_lines[0] - source.first]
    assert "/etc/passwd is not a file of this program" in panel.ask(ev.FetchSource, path="/etc/passwd").text


def test_a_part_of_a_value_is_set_and_set_back(panel: Panel):
    name = panel.run.stack()[-1].operator.split("(")[1].rstrip(")")
    before = panel.run.value(name)
    assert panel.ask(ev.SetValue, target=f"{name}[0, 1]", value="2 * 2.5").text == "0 operators computed again"
    assert panel.run.value(name)[0, 1] == 5.0
    assert panel.ask(ev.SetValue, target=name, value="nan").ok
    assert np.isnan(panel.run.value(name)).all()
    assert panel.fold.edits.texts[0] == f"{name}[0, 1] = 5.0"
    assert len(panel.fold.edits.texts) == 2
    assert panel.ask(ev.UndoEdit).text.startswith("taken back: ")
    assert panel.ask(ev.UndoEdit).ok
    assert panel.fold.edits.texts == () and panel.run.value(name).tobytes() == before.tobytes()
    assert "nothing was edited" in panel.ask(ev.UndoEdit).text
    assert "must consist of whole numbers" in panel.ask(ev.SetValue, target=f"{name}[a]", value="1").text


def test_an_edit_in_the_past_of_the_run_that_goes_on_takes_it_back_there(panel: Panel):
    run = panel.run
    run.run_to("op:sgd")
    weight = run.value("fc.w_0")
    run.goto(3)
    assert run.here.past
    assert panel.ask(ev.SetValue, target="fc.w_0", value="fc.w_0 * 0").ok
    assert not run.here.past and not run.value("fc.w_0").any() and weight.any()


def test_an_attribute_is_shown_and_set(panel: Panel):
    mean = next(o for o in panel.run.program().operators if o.type == "reduce_mean")
    assert panel.ask(ev.FetchOperator, op=mean.id).ok
    seen = panel.fold.shown_operator
    assert dict(zip(seen.names, seen.texts, strict=True)) == {"axis": "None", "keepdim": "False"} and not seen.fixed
    assert panel.ask(ev.SetAttribute, op=mean.id, name="axis", value="[0]").ok
    assert panel.fold.edits.texts == ("reduce_mean.axis = (0,)",)
    assert "did you mean 'axis'?" in panel.ask(ev.SetAttribute, op=mean.id, name="axi", value="0").text
    refused = panel.ask(ev.SetAttribute, op=mean.id, name="keepdim", value="yes")
    assert not refused.ok
    assert (
        refused.text
        == "keepdim of reduce_mean must be True or False, not 'yes' (pass a value like the present one, False)"
    )


def test_what_would_have_been_is_what_a_run_with_that_value_returns(panel: Panel):
    run = panel.run
    run.clear()
    run.cont()
    losses = [float(x) for x in run.wait(LONG)]
    panel.ask(ev.TryValue, target="fc.w_0[0]", value="0", step=2)
    (found,) = panel.fold.branches.values()
    assert found.steps == (2, 3, 4) and found.change == "fc.w_0[0] = 0 in step 2"
    assert found.recorded == pytest.approx(losses[1:])
    weight = run.values("fc.w_0", [1])[1]
    weight[0] = 0
    expected = run.branch(2, {"fc.w_0": weight}).edited[found.name]
    assert found.changed == pytest.approx([float(expected[s]) for s in (2, 3, 4)])
    assert found.changed[0] != found.recorded[0]
    panel.ask(ev.TryValue, target="fc.w_0[0]", value="0", step=2, steps=1)
    assert panel.fold.branches[found.name].steps == (2,)
    assert "the run is over" in panel.ask(ev.SetValue, target="fc.w_0", value="0").text


def test_breakpoints_are_switched_changed_and_verified(panel: Panel):
    panel.ask(ev.SetBreakpoint, spec="op:tnah")
    points = panel.fold.breakpoints
    assert points.verified == (True, False) and "did you mean 'op:tanh'?" in points.problems[1]
    assert points.hits[0] == 1  # told at the stop, not asked for
    panel.ask(ev.ChangeBreakpoint, number=1, enabled=False, condition="step > 3", hits=2)
    points = panel.fold.breakpoints
    assert (points.enabled[0], points.conditions[0], points.wanted[0]) == (False, "step > 3", 2)
    assert (
        "is not an expression" not in panel.ask(ev.ChangeBreakpoint, number=1, enabled=True, condition="", hits=1).text
    )
    assert panel.fold.breakpoints.conditions[0] == ""
    assert "hits must be" in panel.ask(ev.ChangeBreakpoint, number=1, enabled=True, condition="", hits=0).text
    panel.ask(ev.SetBreakpoint, spec="op:square", log=True)
    assert panel.fold.breakpoints.logs[-1] == "True"
    panel.run.clear(1)
    panel.run.cont()
    panel.run.wait(LONG)
    panel.run.flush()
    assert ("breakpoint 3", "step 4: op:square") in panel.fold.warnings


def test_hits_that_are_no_number_are_refused_by_name(panel: Panel):
    for spec in ("op:square", "function:train"):
        with pytest.raises(ArgumentError, match="hits must be a whole number greater than 0, but received '200'"):
            panel.run.breakpoint(spec, hits="200")
    with pytest.raises(ArgumentError, match="must be 0 or more, not '2'"):
        panel.run.ignore(1, "2")
    assert [b.spec for b in panel.run.breakpoints] == ["op:tanh"]


def test_a_breakpoint_that_fits_eager_code_is_verified_at_a_stop_and_when_the_code_is_over():
    def train():
        w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        loss = (w * w).sum()
        loss.backward()
        return loss

    paddle.disable_static()
    panel = Panel(train, breakpoints=["op:sum", ("loss", "step > 9")])
    panel.run.flush()
    assert panel.fold.breakpoints.verified == (True, True)
    panel.run.cont()
    panel.run.wait(LONG)
    panel.run.flush()
    points = panel.fold.breakpoints
    assert points.verified == (True, True) and points.hits == (1, 0) and points.ops[0] == points.ops[1] != ""
    panel.ask(ev.SetBreakpoint, spec="los")
    panel.ask(ev.SetBreakpoint, spec="loss")
    assert panel.fold.breakpoints.verified == (True, True, False, True)
    assert [b.pending for b in panel.run.breakpoints] == [False, False, True, False]


def test_eager_code_has_a_stack_and_lines_that_stop_python():
    def train():
        w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        for i in range(3):
            loss = (w * i).sum()
            loss.backward()
        return loss

    paddle.disable_static()
    panel = Panel(train, breakpoints=["op:sum"])
    panel.ask(ev.FetchStack)
    assert panel.fold.stack.functions[-1].endswith("train")
    panel.ask(ev.FetchSource)
    source = panel.fold.source
    line = next(n for n, text in enumerate(source.lines, source.first) if "loss = (w * i).sum()" in text)
    assert not source.static and line in source.op_lines and line in source.code_lines
    assert panel.ask(ev.SetBreakpoint, spec=f"{source.path}:{line + 1}").ok
    assert panel.ask(ev.ChangeBreakpoint, number=1, enabled=False, condition="", hits=1).ok
    panel.run.cont()
    assert panel.run.until_stopped(LONG).at_line
    assert "not run again" in panel.ask(ev.SetAttribute, op=0, name="axis", value="0").text
    assert "step 1 has not finished yet" in panel.ask(ev.TryValue, target="w", value="0").text  # it is not waited for
    panel.run.stop()
