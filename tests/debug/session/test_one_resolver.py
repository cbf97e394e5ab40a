"""Every spelling of a name means the same value at every place that takes one, in programs and in eager code."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import opscope as paddle
from opscope import debug
from opscope.debug.session.place_expressions import answer
from opscope.debug.taps.history_plot import curves
from opscope.errors import ArgumentError, NotFound, OpscopeError, OpscopeWarning
from tests.debug.eager_runs import LONG

STEPS = 4
LOW = "-1e30"


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc1 = paddle.nn.Linear(4, 3)

    def forward(self, x):
        hidden = paddle.tanh(self.fc1(x))
        return hidden  # noqa: RET504 (its name is what is tested)


def network(net, x):
    out = net(x)
    outs, doubled = [], out * 2.0
    for i in range(2):
        k = paddle.nn.functional.sigmoid(doubled * float(i + 1))
        outs.append(k)
    loss = paddle.mean(outs[0] * outs[1])
    return out, outs, loss


def feed(step: int) -> Any:
    return np.linspace(-0.2, 0.3, 8, dtype="float32").reshape(2, 4) * (step + 1)


class Static:
    """`seen` has what the program itself fetches: the truth by name, a value for each step."""

    def __init__(self):
        paddle.enable_static()
        paddle.seed(3)
        main, startup = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(main, startup), paddle.utils.unique_name.guard():
            x = paddle.static.data("x", [2, 4])
            net = Net()
            out, outs, loss = network(net, x)
            paddle.optimizer.SGD(0.1, parameters=net.parameters()).minimize(loss)
        gradients = [f"{v.name}@GRAD" for v in (out, outs[1], net.fc1.weight)]
        self.fetched = [out, outs[1], loss, *gradients]
        self.main, self.exe, self.weight = main, paddle.static.Executor(), net.fc1.weight.name
        self.exe.run(startup)
        self.seen: list[dict[str, Any]] = []

    def train(self):
        for step in range(STEPS):
            found = self.exe.run(self.main, feed={"x": feed(step)}, fetch_list=self.fetched)
            names = ("hidden", "outs[1]", "loss", "hidden@GRAD", "outs[1]@GRAD", "self.fc1.weight@GRAD")
            seen = dict(zip(names, found, strict=True))
            seen["self.fc1.weight"] = np.array(paddle.static.global_scope().find_var(self.weight).get_tensor())
            self.seen.append(seen)


class Eager:
    def __init__(self):
        paddle.disable_static()
        paddle.seed(3)
        self.net = Net()
        self.seen: list[dict[str, Any]] = []

    def train(self):
        net = self.net
        opt = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for step in range(STEPS):
            x = paddle.to_tensor(feed(step))
            out, outs, loss = network(net, x)
            for each in (out, outs[1]):
                each.retain_grads()
            loss.backward()
            seen = {"hidden": out, "outs[1]": outs[1], "loss": loss, "hidden@GRAD": out.grad}
            seen |= {"outs[1]@GRAD": outs[1].grad, "self.fc1.weight@GRAD": net.fc1.weight.grad}
            self.seen.append({name: np.array(each.numpy()) for name, each in seen.items()})
            opt.step()
            self.seen[-1]["self.fc1.weight"] = np.array(net.fc1.weight.numpy())
            opt.clear_grad()


MODES = {"static": Static, "eager": Eager}
SPELLINGS = {
    "hidden": "hidden",
    "op:tanh": "hidden",
    "hidd*": "hidden",
    "self.fc1.weight": "self.fc1.weight",
    "net.fc1.weight": "self.fc1.weight",
    "fc1.weight": "self.fc1.weight",
    "outs[1]": "outs[1]",
    "loss": "loss",
    "hidden@GRAD": "hidden@GRAD",
    "grad:hidden": "hidden@GRAD",
    "hidden.grad": "hidden@GRAD",
    "hid*@GRAD": "hidden@GRAD",
    "outs[1]@GRAD": "outs[1]@GRAD",
    "grad:outs[1]": "outs[1]@GRAD",
    "outs[1].grad": "outs[1]@GRAD",
    "fc1.weight@GRAD": "self.fc1.weight@GRAD",
    "grad:self.fc1.weight": "self.fc1.weight@GRAD",
}


def in_expression(name: str) -> str:
    return f"`{name}`" if "*" in name or name.startswith("op:") else name


def total(value: Any) -> float:
    return float(np.asarray(value, "float64").sum())


# --- places that are asked about a run that is over: the value of the last step, or of each step ----------------


ASKED: dict[str, Callable[[Any, str], list[float]]] = {
    "value": lambda run, name: [total(run.value(name))],
    "look": lambda run, name: [total(run.look(name).array)],
    "evaluate": lambda run, name: [total(run.evaluate(in_expression(name)))],
    "evaluate a method": lambda run, name: [run.evaluate(f"{in_expression(name)}.sum()")],
    "the panel's evaluation": lambda run, name: [
        float(run._call(lambda: answer(run._driver, run._frames, f"({in_expression(name)}.sum() + 0) * 1", -1)))
    ],
    "values": lambda run, name: [total(value) for value in run.values(name).values()],
}


@pytest.fixture(scope="module", params=MODES)
def recorded(request: Any):
    body = MODES[request.param]()
    run = debug.start(body.train)
    run.wait(LONG)
    return run, body.seen, request.param


def over(run: Any) -> None:
    """Stand behind the last step, as when the run was over."""
    run._driver.navigator.return_to_live()


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize(
    "place", ["value", "look", "evaluate", "evaluate a method", "the panel's evaluation", "values"]
)
def test_a_place_that_is_asked_knows_every_spelling(recorded, place, spelling):
    run, seen, _ = recorded
    run._call(lambda: over(run))
    truth = [total(step[SPELLINGS[spelling]]) for step in seen]
    found = ASKED[place](run, spelling)
    assert found == pytest.approx(truth[-len(found) :], rel=1e-5)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_searches_and_what_if_know_every_spelling(recorded, spelling):
    run, seen, mode = recorded
    truth = [total(step[SPELLINGS[spelling]]) for step in seen]
    run._call(lambda: over(run))
    before = run.evaluate(f"previous({in_expression(spelling)}).sum()")
    assert before == pytest.approx(truth[-2], rel=1e-5)
    written = run.back_to_write(spelling)
    assert written.step == STEPS
    own = run._navigator.cursor.next_operator.outputs
    assert run.goto(STEPS, spelling).op <= written.op
    assert {*own} & {*run._navigator.cursor.next_operator.outputs}
    assert run.back_to_when(f"step == 2 and {in_expression(spelling)}.sum() > {LOW}").step == 2
    if mode == "static":
        kept = run.branch(2, {}, names=[spelling]).untouched[spelling]
        assert [total(v) for v in kept.values()] == pytest.approx(truth[1:], rel=1e-5)


# --- places that are set before a run ----------------------------------------------------------------------------


def live(mode: str, prepare: Callable[[Any], Any], **options: Any) -> tuple[Any, list[dict[str, Any]]]:
    body = MODES[mode]()
    run = debug.Run(body.train, **options)
    prepare(run)
    run.start()
    run.until_stopped(LONG)
    return run, body.seen


STOPS: dict[str, Callable[[Any, str], Any]] = {
    "breakpoint": lambda run, name: run.breakpoint(name, f"value.sum() > {LOW}"),
    "condition alone": lambda run, name: run.breakpoint("", f"step == 2 and {in_expression(name)}.sum() > {LOW}"),
    "watch": lambda run, name: run.watch(name, f"max_gt({LOW})"),
    "previous": lambda run, name: run.watch("", in_expression(name) + ".sum() > {0} - 1e30".replace(
        "{0}", f"previous({in_expression(name)}).sum()")),
    "log": lambda run, name: run.breakpoint(name, log=f"is {{{in_expression(name)}.sum():.6e}}"),
}  # fmt: skip
STEP_OF_STOP = {"breakpoint": 1, "condition alone": 2, "watch": 1, "previous": 2}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("place", STEP_OF_STOP)
def test_a_stop_knows_every_spelling(mode, spelling, place):
    run, _ = live(mode, lambda run: STOPS[place](run, spelling))
    try:
        assert run.here is not None, run._messages.given
        assert run.here.step == STEP_OF_STOP[place]
        stopped = total(run.value(spelling))
        assert math.isfinite(stopped)
    finally:
        run.stop()
        run.wait(LONG)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "stop, spelling",
    [
        *[("hidden", spelling) for spelling in ("hidden", "op:tanh", "hidd*", "self.fc1.weight")],
        *[("outs[1]", "outs[1]"), ("hidden@GRAD", "grad:hidden"), ("hidden@GRAD", "hidden.grad")],
    ],
)
def test_set_knows_every_spelling(mode, stop, spelling):
    run, _ = live(mode, lambda run: run.breakpoint(stop))
    try:
        run.set(spelling, 0.25)
        assert (run.value(spelling) == 0.25).all() and (run.value(SPELLINGS[spelling]) == 0.25).all()
        with pytest.raises(NotFound) as raised:
            run.set("hiden", 1.0)
        assert raised.value.summary == "no variable 'hiden'" and raised.value.fix == "did you mean 'hidden'?"
    finally:
        run.stop()
        run.wait(LONG)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("spelling", [s for s in SPELLINGS if not s.startswith("op:")])
def test_a_log_message_knows_every_spelling(mode, spelling):
    run, seen = live(mode, lambda run: STOPS["log"](run, spelling))
    run.wait(LONG)
    if mode == "eager" and "weight" in spelling:  # where an optimizer writes, the live Tensor has its former value
        assert len(run._messages.given) == STEPS and not any("no va" in text for _, text in run._messages.given)
        return
    said = [float(text.partition(" is ")[2]) for _, text in run._messages.given]
    truth = [total(step[SPELLINGS[spelling]]) for step in seen]
    assert len(said) >= len(truth) and all(any(math.isclose(t, s, rel_tol=1e-5) for s in said) for t in truth), said


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_taps_and_plots_know_every_spelling(mode, spelling):
    run, seen = live(mode, lambda run: None, taps=[spelling], hz=None)
    run.wait(LONG)
    (name,) = run.history.names()
    last = run.history.of(name)[-1]
    truth = seen[-1][SPELLINGS[spelling]]
    assert last.mean == pytest.approx(float(truth.mean()), rel=1e-4) and last.shape == truth.shape
    statistic = spelling if spelling.startswith("op:") else f"{spelling}.mean()"
    if not spelling.startswith("op:"):
        (curve,) = curves(run.history, statistic, run._named).values()
        assert curve.points[-1][1] == pytest.approx(float(truth.mean()), rel=1e-4)


def test_taps_of_an_executor_know_every_spelling():
    body = Static()
    taps = debug.attach(body.exe).tap("*", "*@GRAD", level="record")
    body.train()
    for spelling, name in SPELLINGS.items():
        truth = body.seen[-1][name]
        np.testing.assert_allclose(taps.value(spelling), truth, rtol=1e-5, err_msg=spelling)
        assert taps[spelling].shape == truth.shape and sum(taps.detail(spelling).counts) == truth.size
        np.testing.assert_allclose(taps.values(spelling)[STEPS], truth, rtol=1e-5, err_msg=spelling)


# --- names that mean nothing, or several values ------------------------------------------------------------------

ASKS: dict[str, Callable[[Any, str], Any]] = {
    "value": lambda run, name: run.value(name),
    "look": lambda run, name: run.look(name),
    "values": lambda run, name: run.values(name),
    "why": lambda run, name: run.why(name),
    "evaluate": lambda run, name: run.evaluate(in_expression(name)),
    "evaluate a method": lambda run, name: run.evaluate(f"{in_expression(name)}.mean()"),
    "previous": lambda run, name: run.evaluate(f"previous({in_expression(name)}).mean()"),
    "back_to_write": lambda run, name: run.back_to_write(name),
    "back_to_when": lambda run, name: run.back_to_when(f"{in_expression(name)}.mean() > 3"),
}


@pytest.mark.parametrize("place", ASKS)
@pytest.mark.parametrize(
    "name, meant",
    [("hiden", "hidden"), ("hiden@GRAD", "hidden@GRAD"), ("grad:hiden", "hidden@GRAD"), ("hiden*", "hidden")],
)
def test_an_unknown_name_is_refused_with_one_reason(recorded, place, name, meant):
    run, _, _ = recorded
    run._call(lambda: over(run))
    with pytest.raises((NotFound, ArgumentError)) as raised:
        ASKS[place](run, name)
    assert raised.value.summary.startswith(f"no variable {name!r}")
    assert raised.value.fix == f"did you mean {meant!r}?"
    assert "ASKS[place](run, name)" in str(raised.value) or "lambda run, name" in str(raised.value)  # the user's line


@pytest.mark.parametrize("mode", MODES)
def test_what_has_no_gradient_is_not_called_unknown(mode):
    run, _ = live(mode, lambda run: None)
    run.wait(LONG)
    with pytest.raises(OpscopeError) as raised:
        run.values("x@GRAD")
    assert "x has no gradient in this program" in raised.value.fix


@pytest.mark.parametrize("place", ["value", "look", "values", "evaluate"])
def test_a_pattern_of_several_values_is_refused_as_ambiguous(recorded, place):
    run, _, _ = recorded
    run._call(lambda: over(run))
    with pytest.raises((NotFound, ArgumentError)) as raised:
        ASKS[place](run, "op:sigmoid")
    said = f"{raised.value.summary} {raised.value.fix}"
    assert "op:sigmoid can be sigmoid_" in said and " or sigmoid_" in said


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wrong", ["hiden", "hiden*", "grad:hiden", "zzzz"])
def test_taps_and_breakpoints_of_unknown_names_warn_with_names(mode, wrong):
    run, _ = live(mode, lambda run: None, taps=[wrong], breakpoints=[wrong])
    run.wait(LONG)
    said = [text for _, text in run._messages.given]
    assert len(said) == 2 and all("matches nothing" in text or "has not stopped" in text for text in said)
    assert all("did you mean 'hidden" in t if wrong != "zzzz" else "there are " in t for t in said), said


def test_a_tap_of_an_unknown_name_warns_with_the_line_that_set_it():
    body = Static()
    debug.attach(body.exe).tap("hiden*")
    with pytest.warns(OpscopeWarning) as caught:
        body.train()
    (warning,) = [str(each.message) for each in caught]
    assert "did you mean 'hidden'" in warning and 'debug.attach(body.exe).tap("hiden*")' in warning


def test_an_index_never_means_a_variable_of_another_name():
    def train():
        h = paddle.to_tensor([1.0, 2.0, 3.0])
        h1 = paddle.tanh(h)
        return h1 * h

    paddle.disable_static()
    run = debug.start(train)
    run.wait(LONG)
    assert run.evaluate("h[1]") == 2.0
    for name in ("h[1]", "h[12]", "h[0]"):
        with pytest.raises(NotFound, match="the value is h; evaluate"):
            run.value(name)


def test_a_breakpoint_of_a_list_element_stops_in_the_only_step():
    def train():
        x, outs = paddle.to_tensor([1.0, 2.0]), []
        for i in range(2):
            k = paddle.tanh(x * float(i))
            outs.append(k)
        return outs

    paddle.disable_static()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = debug.start(train, breakpoints=["outs[1]"])
        here = run.until_stopped(LONG)
    assert here is not None and here.op == 3
    run.stop()
