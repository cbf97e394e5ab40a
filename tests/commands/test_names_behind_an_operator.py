"""At a place behind an operator, Python has not assigned the result yet: its name has the new value nevertheless."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.commands.command_session import CommandSession
from opscope.commands.frames_program import FramesProgram
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer

LONG = 60.0


def body() -> None:
    weight = paddle.to_tensor(np.ones((2, 2), "float32"))
    hidden, other = None, paddle.to_tensor([7.0])
    for step in range(1, 5):
        hidden = paddle.nn.functional.relu(weight * float(step))
        other = paddle.tanh(hidden) + other


@pytest.fixture
def stopped() -> Iterator[tuple[debug.Run, CommandSession]]:
    """A program at the place where `hidden` becomes 3, in its third turn."""
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.breakpoint("hidden", "hidden.max() > 2.5")
    run.cont()
    run.until_stopped(LONG)
    session = CommandSession(run, FramesProgram(), Printer(Console(200, io.StringIO())))
    session.names.update()
    yield run, session
    run.stop(10.0)


def test_an_expression_reads_the_result_of_the_operator(stopped: tuple[debug.Run, CommandSession]):
    run, session = stopped
    assert run.value("hidden").max() == 3.0
    for text in ("hidden.max()", "hidden.numpy().max()", "hidden[0, 1]", "float(hidden.sum()) / 4"):
        assert float(session.evaluate(text).value) == 3.0, text
    assert np.asarray(run.locals()["hidden"].value).max() == 3.0


def test_other_names_have_the_values_of_python(stopped: tuple[debug.Run, CommandSession]):
    run, session = stopped
    expected = 7.0 + np.tanh(1.0) + np.tanh(2.0)
    assert float(session.evaluate("other.max()").value) == pytest.approx(expected)
    assert np.asarray(run.locals()["other"].value).max() == pytest.approx(expected)
    assert session.evaluate("step").value == 3


def test_an_edit_of_the_result_is_seen_under_its_name(stopped: tuple[debug.Run, CommandSession]):
    run, session = stopped
    run.set("hidden", 1.0, (0,))
    for _ in range(2):  # behind the operator, and then before the next one
        assert np.asarray(session.evaluate("hidden[0]").value).tolist() == [1.0, 1.0]
        session.do("n")
