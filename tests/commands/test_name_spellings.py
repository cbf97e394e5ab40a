"""Every spelling of a name means the same value at the prompt, in a cell, in an editor, and as an option of a cell."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

pytest.importorskip("IPython")

from opscope import dap, debug
from opscope.commands.command_session import CommandSession
from opscope.commands.frames_program import FramesProgram
from opscope.commands.groups import load_commands
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import find
from opscope.notebook.cell_session import perform
from opscope.notebook.magics import _run_options, cell_parser
from tests.dap.ports import Port
from tests.debug.session.test_one_resolver import LONG, LOW, MODES, SPELLINGS, in_expression, over, total

load_commands()


class Recorded(NamedTuple):
    """A run that is over, what its program saw, and an editor at it."""

    run: debug.Run
    seen: list[dict[str, Any]]
    editor: Port


@pytest.fixture(scope="module", params=MODES)
def recorded(request: Any) -> Iterator[Recorded]:
    body = MODES[request.param]()
    run = debug.start(body.train)
    run.wait(LONG)
    listener = dap.listen(run)
    editor = Port(listener.host, listener.port)
    editor.ask("initialize", adapterID="test")
    editor.ask("attach", token=listener.token)
    editor.ask("configurationDone")
    yield Recorded(run, body.seen, editor)
    editor.close()
    listener.close()


def at_the_prompt(recorded: Recorded, expression: str) -> float:
    text = io.StringIO()
    session = CommandSession(recorded.run, FramesProgram(), Printer(Console(200, text)))
    session.names.update()
    session.do(f"p {expression}")
    return float(text.getvalue())


PLACES: dict[str, Callable[[Recorded, str], float]] = {
    "prompt": at_the_prompt,
    "cell": lambda recorded, expression: perform(recorded.run, find("print"), expression),
    "editor": lambda recorded, text: float(recorded.editor.ask("evaluate", expression=text, context="watch")["result"]),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("place", PLACES)
def test_a_front_end_knows_every_spelling(recorded: Recorded, place: str, spelling: str):
    recorded.run._call(lambda: over(recorded.run))
    truth = total(recorded.seen[-1][SPELLINGS[spelling]])
    assert PLACES[place](recorded, f"{in_expression(spelling)}.sum()") == pytest.approx(truth, rel=1e-5)


@pytest.mark.parametrize("spelling", ["hidd*", "outs[1]", "net.fc1.weight@GRAD", "hidden.grad"])  # a kind each
@pytest.mark.parametrize("mode", MODES)
def test_an_option_of_a_cell_knows_every_spelling(mode: str, spelling: str):
    """`--break` stops where the value was written."""
    options = cell_parser().parse_line(f'--break "{spelling} if value.sum() > {LOW}"')
    body = MODES[mode]()
    run = debug.start(body.train, breakpoints=_run_options(options)["breakpoints"])
    here = run.until_stopped(LONG)
    assert here is not None and here.reason in ("breakpoint", "data breakpoint") and here.step == 1
    run.stop(LONG)
