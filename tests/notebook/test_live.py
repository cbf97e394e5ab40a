"""live(): the panel and its run from Python, with and without IPython."""

import gc
import threading
import time
import weakref

import numpy as np
import pytest

pytest.importorskip("IPython")

from opscope import errors, paddle, viz
from opscope.events import GraphDrawn, Pause, Terminated, Warned
from opscope.notebook import latest, live
from opscope.notebook.panel_graph import PanelGraph


@pytest.fixture
def step():
    """One run of a small program."""
    paddle.enable_static()
    x = paddle.static.data("x", [None, 4], "float32")
    y = paddle.nn.functional.relu(x)
    exe = paddle.static.Executor()
    return lambda: exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[y])[0]


def forever(step):
    while True:
        step()


def of(run, kind):
    run.flush()
    return [e for e in run.history.events() if isinstance(e, kind)]


def test_a_run_without_a_notebook(step):
    def train():
        for _ in range(5):
            step()
        return "trained"

    run = live(train, taps="relu*")
    assert run.wait() == "trained"
    assert latest() is run
    assert run.title == "train"
    assert [e.name for e in run.history.of("relu_0.tmp_0")]
    data, _ = run._repr_mimebundle_()
    assert data["text/plain"] == "opscope panel: train, 1 value, finished after 5 steps"
    assert "relu_0.tmp_0" in data["text/html"]


def gone(reference):
    """True once nothing has the object; the threads of a run may still be ending."""
    end = time.monotonic() + 60
    while reference() is not None and time.monotonic() < end:
        gc.collect()
        time.sleep(0.01)
    return reference() is None


def test_a_run_that_nobody_has_goes_with_its_panel_unless_it_was_displayed(step):
    for displayed in (False, True):
        run = live(step)
        run.wait()
        if displayed:
            run._repr_mimebundle_()
        reference, panel = weakref.ref(run), weakref.ref(run.panel)
        del run
        live(step).wait()  # `latest` is another one now
        if displayed:
            gc.collect()
            assert panel() is not None and reference() is not None  # its buttons work
            panel().close()
        assert gone(reference) and gone(panel)


def test_source_is_run_in_the_users_namespace(shell):
    shell.user_ns["a"] = 20
    assert live("b = a + 1\nb * 2").wait() == 42
    assert shell.user_ns["b"] == 21


def test_source_without_ipython(monkeypatch):
    import __main__

    monkeypatch.setattr(__main__, "a", 20, raising=False)
    assert live("a + 1").wait() == 21


def test_the_graph_is_drawn(step):
    run = live(step)
    run.wait()
    (graph,) = of(run, GraphDrawn)
    assert type(graph.svg) is str  # an object with HTML of its own is shown as that by marimo
    assert graph.ops == 1 and "op-0" in graph.svg


def test_a_program_is_drawn_once_and_before_it_is_compiled(monkeypatch):
    """A large one compiles for a second. Neither start-up programs nor evaluations of a training are drawn."""
    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        x = paddle.static.data("x", [2], "float32")
        loss = paddle.mean(paddle.static.create_parameter([2], "float32") * x)
        evaluation = main.clone(for_test=True)
        paddle.optimizer.SGD(0.1).minimize(loss)
    exe, compiled = paddle.static.Executor(), []
    drawing = PanelGraph.drawing

    def noted(self, program):
        compiled.append((program is main, exe.compiled))
        return drawing(self, program)

    monkeypatch.setattr(PanelGraph, "drawing", noted)

    def body():
        exe.run(startup)
        for program in (main, main, evaluation):
            exe.run(program, feed={"x": np.ones(2, "float32")}, fetch_list=[loss])
        exe.run(main, feed={"x": np.ones(2, "float32")})  # other fetches: compiled anew

    run = live(body)
    run.wait()
    assert compiled == [(True, 1)]  # the start-up program


def test_a_graph_that_cannot_be_drawn_is_a_warning(step, monkeypatch):
    def draw(graph, *_, **__):
        raise viz.LayoutError("no engine")

    monkeypatch.setattr(viz.FoldableGraph, "draw", draw)
    run = live(step)
    run.wait()
    assert [w.text for w in of(run, Warned)] == ["no engine"]
    assert run.state == "finished"


def test_drawing_does_not_delay_the_program(step, monkeypatch):
    draw, go_on = viz.FoldableGraph.draw, threading.Event()

    def slowly(graph, *asked, **how):
        assert go_on.wait(60)
        return draw(graph, *asked, **how)

    monkeypatch.setattr(viz.FoldableGraph, "draw", slowly)
    run = live(step)
    while not run.done:
        time.sleep(0.001)
    (end,) = of(run, Terminated)
    assert end.reason == "finished" and not of(run, GraphDrawn)
    go_on.set()
    run.wait()
    assert of(run, GraphDrawn)


def test_the_panel_asks_for_drawings_and_searches(step, monkeypatch):
    run = live(step)
    run.wait()
    shown, answered = [], threading.Event()
    monkeypatch.setattr(run._graph, "_show", lambda events: (shown.extend(events), answered.set()))

    def ask(command):
        answered.clear()
        run.panel._pass_command(command)
        assert answered.wait(60)
        return shown.pop()  # the answer; what comes with it stays in the list

    assert ask({"kind": "SearchGraph", "request": 1, "text": "op:relu"}).ok
    assert shown.pop().ids == ("op-0",)
    everything = {"kind": "DrawGraph", "request": 2, "open": [], "arrangement": "together"}
    assert ask({**everything, "reveal": "op-0"}).ok
    assert (drawn := shown.pop()).reveal == "op-0" and not drawn.eager and "op-0" in drawn.svg and "relu" in drawn.dot
    assert "no node 'op-7'" in ask({**everything, "center": "op-7"}).text
    assert "'sideways'" in ask({**everything, "arrangement": "sideways"}).text


def test_a_click_and_python_pause_alike(step):
    run = live(lambda: forever(step), title="two ways")
    run.panel._pass_command({"kind": "Pause", "request": 1})
    run.pause()
    assert run.state == "paused"
    run.cont()
    assert run.state == "running"
    run.pause()  # at once after Continue
    assert run.state == "paused"
    assert "paused at the end of a run in step" in run._repr_mimebundle_()[0]["text/plain"]
    run.stop()
    assert run.state == "stopped" and run.wait() is None


def test_two_runs_at_once(step):
    one, two = live(lambda: forever(step)), live(lambda: forever(step))
    one.pause()
    steps = two.steps
    while two.steps < steps + 5:
        time.sleep(0.001)
    assert one.state == "paused" and two.state == "running"
    one.stop()
    two.stop()


def test_an_error_is_raised_by_wait(step):
    def train():
        step()
        raise KeyError("mine")

    run = live(train)
    with pytest.raises(KeyError, match="mine"):
        run.wait()
    assert run._repr_mimebundle_()[0]["text/plain"] == "opscope panel: train, 0 values, failed after 1 step"


def test_wait_can_be_bounded(step):
    run = live(lambda: forever(step))
    with pytest.raises(TimeoutError):
        run.wait(0.05)
    run.stop()


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: live(42), "live() runs a function"),
        (lambda: live(print, taps=["foo:x"]), "unknown kind of pattern"),
        (lambda: live(print, hz=0), "hz must be a number greater than 0"),
    ],
)
def test_bad_arguments(call, says):
    with pytest.raises(errors.OpscopeError) as found:
        call()
    assert says in str(found.value)


def test_a_command_after_the_end_is_answered(step):
    run = live(step)
    run.wait()
    answer = run.ask(Pause)
    assert not answer.ok and answer.text == "the run is over"
