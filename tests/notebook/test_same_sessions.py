"""A session of three programs at the prompt, in the cells of a notebook, and by an editor that attaches to its kernel.

The three show the same stops, values and names. The programs: a static one with a py_func, a dygraph training loop with
a PyLayer, a package that is started with -m.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.sessions import answers, environment
from tests.dap.ports import Port
from tests.notebook.cells import output

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

PROGRAMS = Path(__file__).parents[1] / "dap" / "programs"


class Look(NamedTuple):
    """A move, the line where it leads, the function or block there, and an expression to look at."""

    move: str
    source: str
    function: str
    expression: str


class Session(NamedTuple):
    """The program's arguments, the file of its lines, breakpoints ("": the line of the first stop), and the moves."""

    program: tuple[str, ...]
    file: str
    breakpoints: tuple[str, ...]
    looks: tuple[Look, ...]

    @property
    def places(self) -> list[str]:
        """The breakpoints of the session."""
        name, line = Path(self.file).name, _line(self.file, self.looks[0].source)
        return [each or f"{name}:{line}" for each in self.breakpoints]


STATIC = Session(
    ("static_py_func.py",),
    "static_py_func.py",
    ("", "op:tanh_grad"),
    (
        Look("begin", "scaled = ", "spread", "h.mean()"),
        Look("next", "return scaled", "spread", "scaled.mean()"),
        Look("out", "loss = ", "block 0", "out.mean()"),
        Look("continue", "h = ", "block 0", "out@GRAD.max()"),
        Look("back", "paddle.static.py_func", "block 0", "h.mean()"),
        Look("next", "h = ", "block 0", "h@GRAD.max()"),
        Look("continue", "scaled = ", "spread", "np.asarray(values).mean()"),
    ),
)
DYGRAPH = Session(
    ("dygraph_pylayer.py",),
    "dygraph_pylayer.py",
    ("", "function:Double.backward"),
    (
        Look("begin", "hidden = paddle.tanh", "Net.forward", "hidden.mean()"),
        Look("next", "return Double.apply", "Net.forward", "hidden.max()"),
        Look("step", "return Double.apply", "Net.forward", "hidden.min()"),
        Look("step", "y = x * 2", "Double.forward", "x.max()"),
        Look("out", "loss = net", "train", "batch.sum()"),
        Look("continue", "return dy * 2", "Double.backward", "dy.sum()"),
        Look("out", "hidden = paddle.tanh", "gradient of tanh", "loss * 2"),
        Look("continue", "hidden = paddle.tanh", "Net.forward", "hidden.mean()"),
        Look("back", "hidden = self.fc", "Net.forward", "batch.mean()"),
    ),
)
PACKAGE = Session(
    ("-m", "pkg", "6"),
    "pkg/model.py",
    ("", "op:log"),
    (
        Look("begin", "x = ", "build", "width * 2"),
        Look("next", "hidden = ", "build", "width + 1"),
        Look("continue", "return paddle.mean", "block 0", "score.mean()"),
        Look("back", "score = ", "block 0", "hidden.mean()"),
        Look("next", "return paddle.mean", "block 0", "score.max()"),
    ),
)
SESSIONS = (STATIC, DYGRAPH, PACKAGE)


class Stop(NamedTuple):
    """Where a front end says that the program stands, and what it shows there."""

    file: str
    line: int
    function: str
    value: float
    names: frozenset[str]  # of the function's locals, or of the values of a block


def _line(file: str, source: str) -> int:
    lines = (PROGRAMS / file).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.strip().startswith(source))


def _name(function: str) -> str:
    return re.sub(r"( \(now\)|: .*)$", "", function)


# --- the prompt -----------------------------------------------------------------------------------------

TYPED = {"next": "next", "step": "step", "out": "finish", "back": "stepBack", "continue": "continue"}


def prompt(session: Session) -> subprocess.Popen[str]:
    """The session, started; `prompt_stops` reads it."""
    options = [option for place in session.places for option in ("-b", place)]
    return subprocess.Popen(
        [sys.executable, "-m", "opscope", "debug", "--no-stop", *options, *session.program],
        cwd=PROGRAMS, env=environment(PROGRAMS, COLUMNS="200"), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def prompt_stops(session: Session, process: subprocess.Popen[str]) -> list[Stop]:
    typed = [
        line
        for look in session.looks
        for line in (TYPED.get(look.move, ""), "where", f"p {look.expression}", "locals all")
        if line
    ]
    shown, errors = process.communicate("\n".join([*typed, "quit", ""]), timeout=120)
    assert "Traceback" not in errors, errors
    found = [answer for line, answer in answers(shown) if line.split(" ")[0] in ("where", "p", "locals")]
    return [_prompt_stop(*found[at : at + 3]) for at in range(0, len(found), 3)]


def _prompt_stop(where: str, value: str, names: str) -> Stop:
    at = re.search(r"^→ +(.+?) {2,}(?:\w+ +)?\S*?(\w+\.py):(\d+)", where, re.MULTILINE)
    number = re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", value)
    assert at is not None and number, (where, value)
    return Stop(
        at[2], int(at[3]), at[1], float(number[-1]), frozenset(line.split()[0] for line in names.splitlines() if line)
    )


# --- a notebook, and an editor that attaches to its run -------------------------------------------------

SETUP = f"""
%load_ext opscope
import json, os, runpy, sys
import opscope
from opscope import paddle
os.chdir({str(PROGRAMS)!r})
sys.path.insert(0, {str(PROGRAMS)!r})

def start(program, places, show):
    def body():
        paddle.disable_static()
        static = paddle.static
        with static.program_guard(static.Program(), static.Program()), paddle.utils.unique_name.guard():
            if program[0] == "-m":
                sys.argv[:] = program[1:]
                runpy.run_module(program[1], run_name="__main__")
            else:
                runpy.run_path(program[0], run_name="__main__")
    begin = opscope.live if show else opscope.debug
    return begin(body, breakpoints=places)
"""
CELLS = {
    "begin": "here = run.until_stopped(60)",
    "continue": "%opscope continue\nhere = run.until_stopped(60)",
}


def notebook_stops(session: Session, client: Any) -> list[Stop]:
    output(client, f"run = start({session.program!r}, {session.places!r}, True)")
    found = []
    for look in session.looks:
        output(client, CELLS.get(look.move, f"%opscope {look.move}"))
        where = output(client, "%opscope where")
        value = float(output(client, f"value = %opscope p {look.expression}\nprint(float(value))"))
        names = output(client, "%opscope locals all")
        at = re.search(r"^→ +(.+?) {2,}(?:\w+ +)?\S*?(\w+\.py):(\d+)", where, re.MULTILINE)
        assert at is not None, where
        locals_ = frozenset(line.partition(" ")[0] for line in names.splitlines())
        found.append(Stop(at[2], int(at[3]), at[1], value, locals_))
    output(client, "run.stop()")
    return found


REQUESTS = {"next": "next", "step": "stepIn", "out": "stepOut", "back": "stepBack", "continue": "continue"}


def editor_stops(session: Session, client: Any) -> list[Stop]:
    """`opscope.dap.listen` in the kernel; the editor is here."""
    output(client, f"run = start({session.program!r}, {session.places!r}, False)\nlistener = opscope.dap.listen(run)")
    how = json.loads(output(client, "here = run.until_stopped(60)\nprint(listener)"))
    editor = Port(how["host"], how["port"])
    editor.ask("initialize", adapterID="test")
    editor.ask("attach", token=how["token"])
    editor.ask("configurationDone")
    found = []
    for look in session.looks:
        if look.move in REQUESTS:
            editor.ask(REQUESTS[look.move], threadId=1)
        editor.event("stopped")
        top = editor.ask("stackTrace", threadId=1)["stackFrames"][0]
        value = editor.ask("evaluate", expression=look.expression, frameId=top["id"], context="watch")["result"]
        scope = editor.ask("scopes", frameId=top["id"])["scopes"][0]["variablesReference"]
        names = frozenset(v["name"] for v in editor.ask("variables", variablesReference=scope)["variables"])
        number = re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", value)
        assert number, value
        found.append(Stop(top["source"]["name"], top["line"], _name(top["name"]), float(number[-1]), names))
    editor.ask("disconnect")
    editor.close()
    output(client, "listener.close()\nrun.stop()")
    return found


# --- the law --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prompts() -> Iterator[list[subprocess.Popen[str]]]:
    """All sessions of the prompt, which run beside each other."""
    started = [prompt(session) for session in SESSIONS]
    yield started
    for process in started:
        process.kill()
        if process.stdout is not None and not process.stdout.closed:
            process.communicate()


@pytest.mark.parametrize("number", range(len(SESSIONS)), ids=["static", "dygraph", "package"])
def test_the_front_ends_show_the_same(number: int, prompts: list[subprocess.Popen[str]], client: Any):
    session = SESSIONS[number]
    expected = [(Path(session.file).name, _line(session.file, look.source), look.function) for look in session.looks]
    typed = prompt_stops(session, prompts[number])
    output(client, SETUP)
    cells, edited = notebook_stops(session, client), editor_stops(session, client)
    for found in (typed, cells, edited):
        assert [(stop.file, stop.line, stop.function) for stop in found] == expected
        assert [stop.value for stop in found] == pytest.approx([stop.value for stop in typed], rel=1e-3)
        assert [stop.names for stop in found] == [stop.names for stop in typed]
    assert len({stop.value for stop in typed}) > 2
