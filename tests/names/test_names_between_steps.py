"""Names of a step, where the user's functions make Tensors between the steps: the same in runs that may stop."""

from __future__ import annotations

import io

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.commands.command_session import CommandSession
from opscope.commands.frames_program import FramesProgram
from opscope.commands.groups import load_commands
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.errors import NotFound
from opscope.paddle.nn import functional

load_commands()
LONG = 60.0
STEPS = 6


def make_batch(rng):
    data = rng.randn(4, 3).astype("float32")
    return paddle.to_tensor(data), paddle.to_tensor(data.sum(1, keepdims=True))


def training(seen):
    def train():
        rng = np.random.RandomState(0)
        layer = paddle.nn.Linear(3, 1)
        optimizer = paddle.optimizer.SGD(0.05, parameters=layer.parameters())
        for step in range(1, STEPS + 1):
            x, y = make_batch(rng)
            hidden = functional.relu(layer(x))
            loss = functional.mse_loss(hidden, y)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
            seen[step] = loss.numpy(), hidden.numpy()

    return train


def stopping_run(seen, where="op:relu"):
    run = debug.start(training(seen), entry=True)
    run.until_stopped(LONG)
    run.breakpoint(where)
    return run


def test_a_run_with_a_breakpoint_has_the_values_of_all_steps():
    seen = {}
    run = stopping_run(seen, "op:tanh")
    run.cont()
    run.wait(LONG)
    for number, name in enumerate(("loss", "hidden")):
        values = run.values(name)
        assert [*values] == [*range(1, STEPS + 1)]
        assert all(np.array_equal(values[step], seen[step][number]) for step in values)


def test_a_stopped_run_has_the_values_of_the_steps_before():
    seen = {}
    run = stopping_run(seen)
    for step in range(1, 5):
        run.cont()
        run.until_stopped(LONG)
        assert run.here.step == step
    assert [*run.values("loss")] == [1, 2, 3]
    run.stop(10.0)


@pytest.mark.parametrize("where", ["op:matmul_v2", "op:reduce_mean_grad"], ids=["before it is made", "behind it"])
def test_the_prompt_keeps_a_name_that_means_another_value_in_each_step(where):
    """A breakpoint, a watch and a history of `loss`, typed before or after this step has computed it."""
    run = stopping_run({}, where)
    for _ in range(2):
        run.cont()
        run.until_stopped(LONG)
    text = io.StringIO()
    session = CommandSession(run, FramesProgram(), Printer(Console(200, text)))
    session.names.update()
    run.clear()
    session.do("history loss")
    session.do("b loss if step == 4")
    session.do("wa loss > 1e9 * previous(loss)")
    assert [str(each.spec) for each in run.breakpoints] == ["loss", "loss > 1e9 * previous(loss)"]
    assert "@STEP@" not in text.getvalue()
    assert "stop so far" not in text.getvalue() and "\n      1  " in text.getvalue()
    run.cont()
    run.until_stopped(LONG)
    assert run.here.step == 4
    run.stop(10.0)


def test_a_value_of_an_earlier_step_has_a_note_also_within_an_expression():
    """`p loss.min()` printed the number of the step before without its step; only `p loss` showed the step."""
    run = stopping_run({})
    for _ in range(3):
        run.cont()
        run.until_stopped(LONG)
    run.goto(2, "op:relu")
    note = "loss was computed in step 1, and not yet in the step of this place\n"
    assert printed(run, "p loss").endswith(note)
    assert printed(run, "p loss.min()").endswith(note)
    assert printed(run, "p hidden.mean() / loss.min()").count(" was computed in step 1, ") == 2
    assert printed(run, "p float(loss)").endswith(note)
    assert printed(run, "p x.mean()").count("\n") == 1
    run.clear()
    run.cont()
    run.wait(LONG)
    run.goto(3, "op:relu")
    assert printed(run, "p loss.min()").endswith(note.replace("step 1", "step 2"))


def printed(run, line):
    text = io.StringIO()
    session = CommandSession(run, FramesProgram(), Printer(Console(200, text)))
    session.names.update()
    session.do(line)
    return text.getvalue()


def test_values_that_are_computed_behind_the_step_of_the_optimizer():
    scores = []

    def train():
        paddle.seed(0)
        net = paddle.nn.Linear(3, 2)
        sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        data = paddle.randn([4, 3])
        for _ in range(3):
            net(data).square().mean().backward()
            sgd.step()
            sgd.clear_grad()
            score = net(data).mean()
            scores.append(score)

    run = debug.start(train)
    run.wait(LONG)
    found = {step: float(value) for step, value in run.values("score").items()}
    assert found == {step: float(score) for step, score in zip((2, 3, 4), scores, strict=True)}


@pytest.mark.parametrize("to_disk", [False, True], ids=["memory", "disk"])
def test_elements_of_a_list_that_all_steps_append_to(to_disk, tmp_path):
    """The numbers began with 0 again in each step: `hist[0]` was the element of the newest step."""
    hist = []
    net = paddle.nn.Linear(3, 1)
    sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def train():
        hist.clear()
        doubled = []
        for _ in range(4):
            parts = []
            for scale in (1.0, 2.0):
                parts.append(net(paddle.full([2, 3], scale)).sum())
            (parts[0] + parts[1]).backward()
            sgd.step()
            sgd.clear_grad()
            doubled.append(parts[0] * 2)
            hist.append(parts[1])

    run = debug.start(train, to=tmp_path / "run" if to_disk else None)
    run.wait(LONG)
    run = debug.open(tmp_path / "run") if to_disk else run
    with pytest.raises(NotFound):
        run.values("doubled[0]")
    assert [float(value) for value in run.values("parts[1]").values()][:4] == [float(each) for each in hist]
