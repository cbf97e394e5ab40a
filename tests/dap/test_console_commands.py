"""Commands in the console of an editor: those of the prompt, behind a %."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import opscope
from opscope import dap, debug, paddle
from opscope.commands.groups import load_commands
from opscope.commands.latest_session import LatestSession
from opscope.commands.table import COMMANDS
from opscope.dap import console_commands
from tests.dap.ports import Port

load_commands()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[debug.Run]:
    # a process debugs one program: the displays and aliases of this run are not those of other tests
    monkeypatch.setattr(console_commands, "_session_of", LatestSession("editor").of)

    def body() -> None:
        paddle.disable_static()
        x = paddle.to_tensor(np.ones((2, 2), "float32"))
        for _ in range(50):
            x = paddle.tanh(x)

    found = opscope.debug(body, breakpoints=["op:tanh"])
    found.until_stopped(30)
    yield found
    found.clear()
    if not found.done:
        found.stop(10.0)


@pytest.fixture
def editor(run: debug.Run) -> Iterator[Port]:
    listener = dap.listen(run)
    found = Port(listener.host, listener.port)
    found.ask("initialize", adapterID="test")
    found.ask("attach", token=listener.token)
    found.ask("configurationDone")
    found.event("stopped")
    yield found
    found.close()
    listener.close()


def console(editor: Port, line: str) -> str:
    return editor.ask("evaluate", expression=line, context="repl")["result"]


def test_the_console_has_the_commands_of_the_prompt(run: debug.Run, editor: Port):
    assert "tanh(" in console(editor, "%here")
    assert console(editor, "%p x.shape").endswith("(2, 2)")
    assert console(editor, "%display x.max()").startswith("x.max()  1")
    assert console(editor, "%alias m p %1.max()") == ""
    assert console(editor, "%threads").startswith("→")
    place = run.here
    assert "tanh(" in console(editor, "%next") and run.here != place
    assert console(editor, "%help goto").startswith("goto STEP [OP]   (g)")


def test_a_refusal_is_that_of_the_prompt(editor: Port):
    for line, problem in (
        ("%goto", "goto takes STEP [OP], not nothing"),
        ("%nexxt", "no command 'nexxt'"),
        *((f"%{name}", reason) for name, c in COMMANDS.items() if (reason := c.absent.get("editor")) is not None),
    ):
        answer = editor.send("evaluate", expression=line, context="repl")
        assert not answer["success"] and problem in str(answer["body"]), (line, answer)


def test_other_lines_are_python(editor: Port):
    assert console(editor, "7 % 4") == "3"
    answer = editor.send("evaluate", expression="%here", context="watch")
    assert not answer["success"]
