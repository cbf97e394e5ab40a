"""Law: where a run stands, every view of a value shows the same numbers, of the same step, and says which step."""

import contextlib
import itertools
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import debug, paddle, viz
from opscope.eager import named_tensors
from opscope.errors import NotFound, RunError
from opscope.ir.program.program import GRAD
from opscope.run_report.report_data import collect
from opscope.run_report.report_page import report_text
from opscope.ui.event_fold import Fold
from opscope.ui.static_table import table

STEPS = 6


def built():
    """A program with a block, that trains."""
    x = paddle.static.data("x", [4, 3], "float32")
    hidden = paddle.tanh(paddle.static.nn.fc(x, 5))
    chosen = paddle.static.nn.cond(paddle.mean(x) > 3, lambda: hidden * 2.0, lambda: hidden + 1.0)
    loss = paddle.mean(paddle.square(paddle.static.nn.fc(chosen, 1) - 1.0))
    paddle.optimizer.Adam(0.05).minimize(loss)
    return loss


def trained(exe, program, loss, steps=STEPS):
    rng = np.random.default_rng(3)
    for step in range(steps):
        exe.run(program, feed={"x": rng.normal(step, 1, (4, 3)).astype("float32")}, fetch_list=[loss])


@pytest.fixture
def static_run():
    paddle.enable_static()
    programs = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(*programs), paddle.static.scope_guard(paddle.static.Scope()):
        loss = built()
        exe = paddle.static.Executor()
        exe.run(programs[1])
        run = debug.start(lambda: trained(exe, programs[0], loss), taps=["*"], entry=True)
        run.until_stopped()
        yield run
        run.stop()
    paddle.disable_static()


@pytest.fixture
def eager_run():
    def train():
        net, rng = paddle.nn.Linear(3, 2), np.random.default_rng(3)
        optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for step in range(STEPS):
            loss = paddle.mean(paddle.square(net(paddle.to_tensor(rng.normal(step, 1, (4, 3)).astype("float32")))))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(train)
    run.wait()
    return run


def check_views(run, seen_events=True):
    """All views at the place where the run stands."""
    here, summaries = run.here, run.summaries()
    drawn = viz.program_graph(run.program(), run=run)
    lines = {node.id: node.detail for node in drawn.nodes}
    shown = re.findall(r'class="note"[^>]*>([^<]*)<', viz.draw(drawn))
    assert shown == [drawn.note]
    assert drawn.note.startswith(f"values of step {here.step}" if summaries else "no values")
    assert (f"(op {here.op})" in drawn.note) == (here.op >= 0)
    left_over = {name for name, _ in named_tensors.all_named()} - {
        *summaries
    }  # by tests that ran before in this process
    for name in run.names():
        is_used = any(name in (*o.inputs, *o.outputs) for o in run.program().operators)
        if name.removesuffix(GRAD) in left_over and not is_used:
            continue
        report = run.look(name)
        found = summaries[name]
        assert found.step == report.step == here.step
        numbers = [getattr(report.statistics, n) for n in ("min", "max", "mean", "std", "zeros")]
        assert numbers == [getattr(found, n) for n in ("min", "max", "mean", "std", "zeros")]
        assert np.array_equal(report.array, run.value(name))
        if f"var-{name}" in lines and found.mean is not None:
            assert any(f"{found.mean:.3g}".replace("-", "\u2212") in line for line in lines[f"var-{name}"])
    assert not {node for node in lines if node.startswith("var-") and node[4:] not in summaries} & {
        node.id for node in drawn.nodes if node.health != "unseen"
    }
    data = collect(run)
    assert {name: seen for name, seen in data.values.items() if name in summaries} == summaries
    assert all(seen.step == data.step == here.step for seen in data.values.values())
    page = report_text(data)
    assert f"of step {here.step}" in page and drawn.note in page
    if seen_events:
        check_panel(run, summaries)


def check_panel(run, summaries):
    fold = Fold()
    for event in run.history.events():
        fold.add(event)
    for event in events_at(run):
        fold.add(event)
    page = table("run", fold)
    for name, seen in fold.values.items():
        if name not in fold.place.absent and name in summaries:
            assert (seen.step, seen.mean) == (summaries[name].step, summaries[name].mean), name
        else:
            assert re.search(rf"{re.escape(name)}</code> <i>(later in )?step {seen.step}</i>", page), name


def events_at(run):
    """The events about the place where the run stands, as the panel gets them."""
    found = []
    run.subscribe(found.extend)
    here = run.here
    run.goto(here.step, here.op) if here.op >= 0 else run.step_back()
    run.flush()
    run.unsubscribe(found.extend)
    return found


MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("goto"), st.integers(1, STEPS)),
        st.tuples(st.just("step_back"), st.integers(1, 4)),
        st.tuples(st.just("next"), st.integers(1, 12)),
        st.tuples(st.just("set"), st.floats(-2, 2, width=32)),
    ),
    min_size=1,
    max_size=4,
)


def moved(run, moves):
    for move, amount in moves:
        if run.here is None:
            run.goto(STEPS)
        if move == "set":
            if "x" in run.names() and not run.done:
                with contextlib.suppress(RunError):  # only the current run can be edited
                    run.set("x", np.float32(amount), index=(0, 0))
        else:
            getattr(run, move)(amount)
    return run.here is not None


def test_every_view_agrees_at_random_places_of_a_program(static_run):
    @settings(max_examples=8, deadline=None, database=None)
    @given(MOVES)
    def law(moves):
        if moved(static_run, moves):
            check_views(static_run, seen_events=False)

    law()


def test_every_view_agrees_at_random_places_of_eager_code(eager_run):
    @settings(max_examples=6, deadline=None, database=None)
    @given(MOVES)
    def law(moves):
        if moved(eager_run, [move for move in moves if move[0] != "set"] or [("goto", 2)]):
            check_views(eager_run, seen_events=False)

    law()


def test_the_panel_shows_the_numbers_of_the_place(static_run):
    for step, count in itertools.product((2, 5), (0, 3)):
        static_run.goto(step)
        if count:
            static_run.next(count)
        check_views(static_run)


def test_a_picture_of_a_run_that_is_over_is_of_its_last_step(static_run):
    static_run.cont()
    static_run.wait()
    drawn = viz.program_graph(static_run.program(), run=static_run)
    assert drawn.note == f"values of step {STEPS}"
    flow = viz.gradient_flow(static_run)
    assert f"in step {STEPS}" in flow
    static_run.goto(3)
    assert "in step 3, later in that step" in viz.gradient_flow(static_run)
    static_run.run_to("role:optimize")
    assert "in step 3<" in viz.gradient_flow(static_run)


def test_gradients_of_a_step_that_is_not_over_are_those_of_the_step_before(static_run):
    with pytest.raises(NotFound, match="no parameter has a gradient"):
        viz.gradient_flow(static_run)  # in step 1
    static_run.next_run()
    assert "in step 1; step 2 has no gradients yet<" in viz.gradient_flow(static_run)


def test_the_program_of_a_run_is_that_of_the_place():
    paddle.enable_static()
    first, second = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(first):
        a = paddle.tanh(paddle.static.data("a", [2], "float32"))
    with paddle.static.program_guard(second):
        b = paddle.exp(paddle.static.data("b", [2], "float32"))
    exe = paddle.static.Executor()

    def body():
        exe.run(first, feed={"a": np.ones(2, "float32")}, fetch_list=[a])
        exe.run(second, feed={"b": np.ones(2, "float32")}, fetch_list=[b])

    run = debug.start(body)
    run.wait()
    assert run.program().id == second.id
    run.goto(1)
    assert run.program().id == first.id
    paddle.disable_static()
