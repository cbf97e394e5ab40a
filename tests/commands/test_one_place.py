"""A command is added in one place: a function under `@command`. Every front end then has it, with help and Tab."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Annotated

import numpy as np
import pytest

pytest.importorskip("IPython")

from opscope import dap, debug, paddle
from opscope.commands import table
from opscope.commands.command_session import CommandSession
from opscope.commands.completion import candidates
from opscope.commands.frames_program import FramesProgram
from opscope.commands.grammar import Kind
from opscope.commands.groups import load_commands
from opscope.commands.kinds import Count, ValueName, one_of
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import command
from opscope.notebook.line_commands import find, help_text
from opscope.notebook.line_commands import names as notebook_names
from tests.dap.ports import Port

load_commands()
LONG = 60.0
Side = Annotated[str, Kind("SIDE", complete=one_of("left", "right"), fits=lambda text: text in ("left", "right"))]


@pytest.fixture
def toy() -> Iterator[str]:
    @command("wiggle", "wig", group="looking")
    def wiggle(debugger: CommandSession, name: ValueName, side: Side = "left", count: Count = 1) -> None:
        """Wiggle a value.

        wiggle h right 3
        """
        debugger.printer.line(f"{name} {side} {count}: {debugger.run.value(name).shape}")

    yield "wiggle"
    del table.COMMANDS["wiggle"]
    for each in ("wiggle", "wig"):
        del table.SHARED._names[each]


@pytest.fixture
def run() -> Iterator[debug.Run]:
    def body() -> None:
        paddle.disable_static()
        h = paddle.to_tensor(np.ones((2, 3), "float32"))
        for _ in range(3):
            paddle.tanh(h)

    found = debug.start(body, entry=True)
    found.until_stopped(LONG)
    yield found
    found.stop(10.0)


def test_the_prompt_has_a_new_command_with_its_help_and_completion(toy: str, run: debug.Run):
    text = io.StringIO()
    session = CommandSession(run, FramesProgram(), Printer(Console(100, text)))
    session.names.update()
    for line in ("wig h right 3", "wiggle h 2", "wiggle", "wiggle h up", "help wiggle", "help"):
        session.do(line)
    answers = text.getvalue()
    assert " right 3: (2, 3)\n" in answers and " left 2: (2, 3)\n" in answers
    assert "*** wiggle needs a variable\n  fix: wiggle h right 3\n" in answers
    assert "*** 'up' is not a positive whole number\n" in answers
    assert "wiggle NAME [SIDE] [COUNT]   (wig)\nWiggle a value.\n\nwiggle h right 3\n" in answers
    assert re.search(r"^  wig +wiggle +Wiggle a value\.$", answers, re.MULTILINE)
    words = candidates(session)
    assert "wiggle" in [*words("")] and "h" in [*words("wig ")] and [*words("wig h ")] == ["left", "right"]


def test_a_notebook_has_it(toy: str):
    assert toy in notebook_names() and find(toy, "h") == table.COMMANDS[toy]
    assert "wiggle NAME [SIDE] [COUNT]" in help_text()


def test_an_editor_has_it_in_its_console(toy: str, run: debug.Run):
    listener = dap.listen(run)
    editor = Port(listener.host, listener.port)
    try:
        editor.ask("initialize", adapterID="test")
        editor.ask("attach", token=listener.token)
        editor.ask("configurationDone")
        answer = editor.ask("evaluate", expression="%wiggle h right", context="repl")
        assert answer["result"].endswith(" right 1: (2, 3)")
        refused = editor.send("evaluate", expression="%wiggle", context="repl")
        assert "wiggle needs a variable: wiggle h right 3" in str(refused["body"])
    finally:
        editor.close()
        listener.close()


def test_a_cell_performs_it(toy: str, run: debug.Run, capsys: pytest.CaptureFixture[str]):
    from opscope.notebook.cell_session import perform

    perform(run, table.COMMANDS[toy], "h right 2")
    assert capsys.readouterr().out.endswith(" right 2: (2, 3)\n")
