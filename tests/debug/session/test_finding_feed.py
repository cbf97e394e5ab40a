"""The feed of findings of a run: what rules, watches for NaN and the end of the run say, as events; and why, there."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.events import CheckGradients, Explain, FindFaults, FindingSeen, Goto, GradientsChecked, ValueExplained
from opscope.paddle.static import nn as static_nn

F = paddle.nn.functional


def trained(last=None, bad_from=10**9, steps=12):
    """A program with a softmax before its loss (a rule finds it), and a function that trains it."""
    x = paddle.static.data("x", [None, 4], "float32")
    y = paddle.static.data("y", [None, 1], "int64")
    logits = static_nn.fc(F.relu(static_nn.fc(x, 8)), 3, activation=last)
    loss = paddle.mean(F.cross_entropy(logits, y)) + 0 * paddle.mean(paddle.log(paddle.abs(x)))
    paddle.optimizer.SGD(0.01).minimize(loss)

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        rng = np.random.default_rng(0)
        for step in range(1, steps + 1):
            batch = rng.standard_normal((16, 4)).astype("float32")
            if step >= bad_from:
                batch[3, 1] = 0
            with np.errstate(all="ignore"):
                exe.run(feed={"x": batch, "y": (batch.argmax(1) % 3)[:, None]}, fetch_list=[loss])

    return train


def feed(run):
    """The newest state of each finding."""
    found = {e.number: e for e in run.history.events() if isinstance(e, FindingSeen)}
    return [found[number] for number in sorted(found)]


def test_what_rules_find_while_the_run_goes_is_in_the_feed(static, capsys):
    run = debug.start(trained("softmax"), rules=True)
    run.wait()
    (found,) = [e for e in feed(run) if e.rule == "activation-before-loss"]
    assert (found.origin, found.severity, found.step, found.cause) == ("rule", "error", 0, 0)
    assert "test_finding_feed.py" in found.site and "static_nn.fc" in found.code and found.op >= 0
    assert capsys.readouterr().err.count("activation-before-loss") == 1


def test_a_run_is_checked_on_request(static):
    run = debug.start(trained("softmax"))
    run.wait()
    assert feed(run) == []
    answer = run.ask(FindFaults)
    assert answer.ok and answer.text == "1 finding"
    assert [e.rule for e in feed(run)] == ["activation-before-loss"]


class Triple(paddle.autograd.PyLayer):
    """Its gradient is that of another function."""

    @staticmethod
    def forward(ctx, x):
        return x * 3.0

    @staticmethod
    def backward(ctx, dy):
        return dy * 2.0


def eager_steps():
    w = paddle.create_parameter([3], "float32")
    optimizer = paddle.optimizer.SGD(0.01, parameters=[w])

    def train():
        for _ in range(6):
            Triple.apply(w).sum().backward()
            optimizer.step()
            optimizer.clear_grad()

    return train, "Triple.backward, gradient of x"


def static_steps():
    x = paddle.static.data("x", [3], "float32")
    h = static_nn.fc(paddle.reshape(x, [1, 3]), 3)
    out = paddle.static.default_main_program().current_block().create_var(name="out", shape=[1, 3], dtype="float32")
    paddle.static.py_func(lambda a: np.array(a) * 3, h, out, backward_func=lambda a, b, d: np.array(d) * 2)
    loss = paddle.sum(out)
    paddle.optimizer.SGD(0.01).minimize(loss)

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        for _ in range(6):
            exe.run(feed={"x": np.ones(3, "float32")}, fetch_list=[loss])

    return train, f"py_func <lambda>, gradient of {h.name} (h)"


@pytest.mark.parametrize("program", [eager_steps, static_steps])
def test_gradients_are_checked_for_a_step_on_request(static, program):
    if program is eager_steps:
        paddle.disable_static()
    train, value = program()
    run = debug.Run(train, breakpoints=["*"])
    run.start()
    assert run.until_stopped(30) is not None
    answer = run.ask(CheckGradients)
    assert answer.ok and answer.text == "checks until the end of step 2"
    assert "until the end of step 2" in run.ask(CheckGradients).text  # a second request waits for the first
    run.session.driver.breakpoints.operators.all.clear()
    run.cont()
    run.wait()
    checked = [e for e in run.history.events() if isinstance(e, GradientsChecked)]
    assert [(e.step, e.text) for e in checked] == [(0, ""), (2, "1 gradient checked: 1 wrong")]
    (found,) = feed(run)
    assert (found.origin, found.rule, found.step, found.value) == ("check", "wrong-gradient", 2, value)
    assert "the slope is 3" in found.evidence and "test_finding_feed.py" in found.site
    assert not run.ask(CheckGradients).ok


def test_a_watch_for_nan_is_in_the_feed_with_its_place_and_the_reason(static):
    run = debug.Run(trained(bad_from=4))
    run.watch("nan")
    run.start()
    here = run.until_stopped(30)
    assert here is not None and here.reason == "data breakpoint", run.error
    (found,) = feed(run)
    assert (found.origin, found.rule, found.severity, found.step) == ("watch", "nan-watch", "error", 4)
    assert "Inf" in found.evidence or "NaN" in found.evidence
    assert "test_finding_feed.py" in found.site
    run.session.driver.breakpoints.operators.all.clear()
    run.cont()
    run.until_stopped(30)
    assert len(feed(run)) == 1
    assert [f.rule for f in run.findings] == ["nan-watch"]
    assert run.ask(Goto, step=found.step, op=found.op).ok and run.here.step == 4
    assert run.ask(Explain, name=found.value, step=4).ok


def test_why_a_value_of_another_step_is_what_it_is(static):
    run = debug.start(trained(bad_from=4))
    run.wait()
    events = []
    run.subscribe(events.extend)
    answer = run.ask(Explain, name="x", step=2)
    assert answer.ok
    refused = run.ask(Explain, name="x", step=99)
    assert not refused.ok and "step 99 is not in the history" in refused.text
    assert run.ask(Explain, name="").ok
    run.flush()
    fed, nan = [e for e in events if isinstance(e, ValueExplained)]
    assert (fed.asked, fed.at, fed.steps, fed.makers) == ("x", 2, (2,), ("fed",))
    assert nan.steps[nan.cause] == 4 and nan.makers[nan.cause] == "log" and "0" in nan.reads[nan.cause]
    assert "test_finding_feed.py" in nan.sites[nan.cause]
    columns = ("values", "makers", "ops", "reads", "notes", "steps", "sites", "sources", "gaps")
    assert len({len(getattr(nan, name)) for name in columns}) == 1


@pytest.mark.parametrize("record", [True, False])
def test_an_error_that_ends_the_run_is_in_the_feed(static, record):
    train = trained(steps=3)

    def failing():
        train()
        raise ZeroDivisionError("no more data")

    run = debug.start(failing, record=record)
    with pytest.raises(ZeroDivisionError):
        run.wait()
    (found,) = feed(run)
    assert (found.origin, found.rule, found.severity) == ("failure", "run-failed", "error")
    assert found.evidence == "ZeroDivisionError: no more data" and "raise ZeroDivisionError" in found.code
    if record:
        (same,) = run.findings
        assert (same.rule, same.evidence, same.line) == (found.rule, found.evidence, found.site)


@pytest.mark.parametrize("rules", [True, False])
def test_a_recording_has_the_error_that_ended_its_run(static, tmp_path, capsys, rules):
    train = trained(steps=3)

    def failing():
        train()
        raise ZeroDivisionError("no more data")

    run = debug.start(failing, to=tmp_path / "kept", rules=rules)
    with pytest.raises(ZeroDivisionError):
        run.wait()
    run.save(tmp_path / "saved")
    for folder in ("kept", "saved"):
        assert [f.evidence for f in debug.open(tmp_path / folder).findings] == ["ZeroDivisionError: no more data"]


def test_a_stop_at_nan_and_what_rules_find_are_findings_together(static, capsys):
    run = debug.Run(trained("softmax", bad_from=4), rules=True)
    run.watch("nan")
    run.start()
    run.until_stopped(30)
    found = run.findings
    assert (
        {f.rule for f in found} == {e.rule for e in feed(run) if not e.cause} >= {"nan-watch", "activation-before-loss"}
    )
    assert {f.rule for f in run.findings} == {f.rule for f in found}
    run.stop()


def test_an_operator_that_fails_is_in_the_feed_with_its_place(static):
    x = paddle.static.data("x", [None, 2], "float32")
    out = paddle.reshape(paddle.exp(x), [3, 2])

    def body():
        exe = paddle.static.Executor()
        for rows in (3, 3, 4):
            exe.run(feed={"x": np.ones((rows, 2), "float32")}, fetch_list=[out])

    run = debug.start(body)
    with pytest.raises(Exception, match="reshape"):
        run.wait()
    (found,) = feed(run)
    assert found.value == out.name and "reshape" in found.operator and "paddle.reshape" in found.code
    assert found.op == out.op.id
    assert found.suggestion and found.suggestion not in found.evidence  # both are shown


def test_an_eager_run_that_fails(capsys):
    def body():
        layer = paddle.nn.Linear(2, 3)
        layer(paddle.ones([4, 2]))
        layer(paddle.ones([4, 5]))

    run = debug.start(body)
    with pytest.raises(Exception, match="5"):
        run.wait()
    (found,) = feed(run)
    assert found.rule == "run-failed" and "test_finding_feed.py" in found.site
