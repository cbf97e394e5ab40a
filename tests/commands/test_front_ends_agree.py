"""A static and an eager program from every front end: the same places, values and texts.

The front ends are the prompt, a cell (`%opscope`), the panel (commands of the wire), an editor (requests of DAP), its
console, and Python (the methods of `Run`). Each performs the same acts on a program of its own.
"""

from __future__ import annotations

import contextlib
import functools
import io
import re
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("IPython")

from opscope import dap, debug, paddle
from opscope import events as ev
from opscope.commands.command_session import CommandSession
from opscope.commands.frames_program import FramesProgram, read_nothing
from opscope.commands.groups import load_commands
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import find
from opscope.debug.runs.run import Run
from opscope.errors import NotFound, OpscopeError
from opscope.notebook.cell_session import perform
from opscope.paddle import static
from tests.dap.ports import Port

load_commands()
LONG = 60.0
STEPS = 5


def static_program() -> Callable[[], None]:
    paddle.enable_static()
    paddle.seed(3)
    with static.program_guard(static.Program(), static.Program()), paddle.utils.unique_name.guard():
        return _training()


def _training() -> Callable[[], None]:
    main, startup = static.default_main_program(), static.default_startup_program()
    x = static.data("x", [2, 3])
    hidden = paddle.tanh(static.nn.fc(x, 3, name="fc"))
    loss = paddle.mean(hidden)
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe = static.Executor()
    exe.run(startup)

    def train() -> None:
        for i in range(STEPS):
            exe.run(main, feed={"x": np.full((2, 3), i + 1, "float32")}, fetch_list=[loss])

    return train


def eager_program() -> Callable[[], None]:
    paddle.disable_static()
    paddle.seed(3)
    layer = paddle.nn.Linear(3, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())

    def train() -> None:
        for i in range(STEPS):
            x = paddle.to_tensor(np.full((2, 3), i + 1, "float32"))
            hidden = paddle.tanh(layer(x))
            loss = paddle.mean(hidden)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    return train


PROGRAMS = {"static": static_program, "eager": eager_program}


class FrontEnd:
    """A front end at a run. `do` performs an act and returns the text of the answer; a refusal is its summary."""

    def __init__(self, run: Run) -> None:
        self.run = run

    events: Sequence[ev.Event] = ()

    def do(self, *act: str) -> str:
        raise NotImplementedError

    def pause(self) -> None:
        self.run.pause()

    def close(self) -> None:
        pass


def refusal(error: OpscopeError) -> str:
    return f"refused: {error.summary}"


class Python(FrontEnd):
    """The methods of a run."""

    def do(self, *act: str) -> str:
        run, (name, *given) = self.run, act
        acts: dict[str, Callable[..., Any]] = {
            "break": lambda spec, condition: run.breakpoint(spec, condition) and None,
            "condition": lambda number, condition: run.set_condition(int(number), condition) and None,
            "catch": lambda *names: run.catch(*names),
            "continue": lambda: run.cont() or run.until_stopped(LONG),
            "next": run.next, "step": run.step_in, "finish": run.step_out, "back": run.step_back,
            "goto": lambda step, op=-1: run.goto(int(step), op),
            "until": run.run_to,
            "reverse": run.reverse_continue,
            "set": lambda name, text: run.set(name, run.evaluate(text)),
            "undo": run.undo,
            "whatif": lambda step, name, text: run.branch(int(step), {name: np.full((2, 3), 0.5, "float32")}),
            "evaluate": lambda text: run.evaluate(text),
            "thread": lambda number: run.select_thread(int(number)),
            "threads": lambda: [(t.name, t.state) for t in run.threads],
        }  # fmt: skip
        try:
            found = acts[name](*given)
        except OpscopeError as e:
            return refusal(e)
        return "" if found is None or isinstance(found, ev.Stopped) else str(found)


class Line(FrontEnd):
    """A front end of lines."""

    def line(self, *act: str) -> str:
        name, *given = act
        if name in ("break",):
            return f"break {given[0]} if {given[1]}"
        if name == "set":
            return f"set {given[0]} = {given[1]}"
        if name == "whatif":
            return f"whatif {given[0]} {given[1]} = {given[2]}"
        return " ".join({"evaluate": ["print"]}.get(name, [name]) + given)


class Prompt(Line):
    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.text = io.StringIO()
        self.session = CommandSession(run, FramesProgram(), Printer(Console(200, self.text)), "prompt")
        self.session.read_python = read_nothing
        if run.here is not None:
            self.session.names.update()

    def pause(self) -> None:
        self.session.pause()

    def do(self, *act: str) -> str:
        self.text.seek(0)
        self.text.truncate()
        self.session.do(self.line(*act))
        text = self.text.getvalue()
        return f"refused: {text.removeprefix('*** ')}".rstrip() if text.startswith("*** ") else text


class Cell(Line):
    def do(self, *act: str) -> str:
        word, _, rest = self.line(*act).partition(" ")
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                found = perform(self.run, find(word), rest)
        except OpscopeError as e:
            return refusal(e)
        return out.getvalue() + ("" if found is None else repr(found))


class Panel(FrontEnd):
    """Commands of the wire, as the panel sends them."""

    def do(self, *act: str) -> str:
        name, *given = act
        simple: dict[str, type[ev.Command]] = {
            "continue": ev.Continue, "next": ev.Next, "step": ev.StepIn, "finish": ev.StepOut, "undo": ev.UndoEdit,
            "back": ev.StepBack, "reverse": ev.ReverseContinue,
        }  # fmt: skip
        if name in simple:
            return self.ask(simple[name])
        made: dict[str, Callable[..., tuple[type[ev.Command], dict[str, Any]]]] = {
            "break": lambda spec, condition: (ev.SetBreakpoint, {"spec": spec, "condition": condition}),
            "condition": lambda n, condition: (
                ev.ChangeBreakpoint,
                {"number": int(n), "condition": condition, "enabled": True, "hits": 1},
            ),
            "catch": lambda *names: (ev.SetExceptionFilters, {"filters": names}),
            "goto": lambda step, op="": (ev.Goto, {"step": int(step), "op": self.number(op)}),
            "until": lambda op: (ev.RunTo, {"op": self.number(op)}),
            "set": lambda name, text: (ev.SetValue, {"target": name, "value": text}),
            "whatif": lambda step, name, text: (ev.TryValue, {"step": int(step), "target": name, "value": text}),
            "evaluate": lambda text: (ev.Evaluate, {"code": text}),
            "thread": lambda number: (ev.SelectThread, {"number": int(number)}),
        }
        if name == "whatif":
            kind, fields = made[name](*given)
            return self.ask(kind, **fields) or self.numbers()
        if name == "threads":
            answer = self.ask(ev.FetchStack)
            self.run.flush()
            found = next(e for e in reversed(self.events) if isinstance(e, ev.StackSeen))
            return answer or str([*zip(found.thread_names, found.thread_states, strict=True)])
        kind, fields = made[name](*given)
        return self.ask(kind, **fields)

    def numbers(self) -> str:
        """The last numbers of a branch."""
        self.run.flush()
        found = next(e for e in reversed(self.events) if isinstance(e, ev.BranchSeen))
        return f"{found.recorded[-1]:.4f} {found.changed[-1]:.4f}"

    def pause(self) -> None:
        assert self.run.ask(ev.Pause, LONG).ok

    def number(self, op: str) -> int:
        """The number of the first operator of a type."""
        found = (o.id for o in self.run.session.driver.navigator.programs().operators if f"op:{o.type}" == op)
        return next(found, 99) if op else -1

    def ask(self, kind: type[ev.Command], **fields: Any) -> str:
        answer = self.run.ask(kind, LONG, **fields)
        self.run.until_stopped(LONG)
        return answer.text if answer.ok else f"refused: {answer.text}"


class Editor(Line):
    """Requests of DAP, and lines of its console for what they do not have."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.listener = dap.listen(run)
        self.port = Port(self.listener.host, self.listener.port)
        self.port.ask("initialize", adapterID="test")
        self.port.ask("attach", token=self.listener.token)
        self.port.ask("configurationDone")

    def pause(self) -> None:
        self.port.ask("pause", threadId=1)

    def do(self, *act: str) -> str:
        name, *given = act
        moves = {"next": "next", "step": "stepIn", "finish": "stepOut", "back": "stepBack", "continue": "continue",
                 "reverse": "reverseContinue"}  # fmt: skip
        if name in moves:
            return self.answer(moves[name], threadId=0)
        if name in ("break", "condition"):
            spec, condition = ("op:tanh", given[1]) if name == "condition" else given
            wanted = [{"name": spec, "condition": condition}]
            (made,) = self.port.ask("setFunctionBreakpoints", breakpoints=wanted)["breakpoints"]
            waits = made["verified"] or made["message"].startswith("nothing in the program matches so far")
            return "" if waits else f"refused: {made['message']}"
        if name == "catch":
            return self.answer("setExceptionBreakpoints", filters=given)
        if name == "set":
            return self.answer("setExpression", expression=given[0], value=given[1])
        if name == "evaluate":
            return self.answer("evaluate", expression=given[0], context="watch")
        return self.answer("evaluate", expression=f"%{self.line(*act)}", context="repl")

    def answer(self, request: str, **arguments: Any) -> str:
        response = self.port.send(request, **arguments)
        if not response["success"]:
            return f"refused: {response['body']['error']['format']}"
        self.run.until_stopped(LONG)
        found = response.get("body") or {}
        return str(found.get("result", found.get("value", "")))

    def close(self) -> None:
        self.port.close()
        self.listener.close()


class EditorConsole(Editor):
    """The commands of the console alone."""

    def do(self, *act: str) -> str:
        return self.answer("evaluate", expression=f"%{self.line(*act)}", context="repl")


FRONT_ENDS: dict[str, type[FrontEnd]] = {
    "Python": Python, "prompt": Prompt, "cell": Cell, "panel": Panel, "editor": Editor, "console": EditorConsole,
}  # fmt: skip

ACTS = [
    ("break", "op:tanh", "step == 2"), ("continue",), ("next",), ("step",), ("back",), ("evaluate", "step * 2"),
    ("set", "hidden", "0"), ("evaluate", "hidden.max()"), ("undo",), ("evaluate", "hidden.max()"), ("undo",),
    ("set", "nosuch", "0"), ("set", "hidden", "nosuch + 1"), ("evaluate", "nosuch + 1"),
    ("condition", "1", "step >"), ("condition", "1", "step == 3"), ("condition", "9", "step == 3"),
    ("until", "op:sgd"), ("set", "hidden", "hidden * 3"), ("evaluate", "hidden.max()"), ("undo",), ("back",),
    ("goto", "5"), ("next",), ("set", "hidden", "hidden * 2"), ("undo",), ("goto", "1"), ("next",), ("goto", "99"),
    ("whatif", "1", "x", "x / 2"), ("whatif", "9", "x", "x / 2"), ("reverse",), ("catch", "raised"),
    ("catch", "raisd"), ("threads",), ("thread", "7"), ("finish",), ("goto", "2"), ("back",), ("goto", "7"),
    ("until", "op:tanh"), ("goto", "0"), ("goto", "4"),
]  # fmt: skip
LINES = ("cell", "console")


class Outcome(NamedTuple):
    """Where the run stands after an act, a value there, what the front end answers, and warnings of all kinds."""

    place: tuple[Any, ...] | None
    value: str
    text: str
    warned: frozenset[str]

    @property
    def is_refused(self) -> bool:
        return self.text.startswith("refused: ")


@contextlib.contextmanager
def started(body: Callable[[], None], front_end: str, **options: Any) -> Iterator[FrontEnd]:
    events: list[ev.Event] = []
    run = debug.start(body, title="train", sinks=[events.extend], **options)
    if options:
        run.until_stopped(LONG)
    found = FRONT_ENDS[front_end](run)
    found.events = events
    try:
        yield found
    finally:
        found.close()
        with contextlib.suppress(NotFound):  # the editor that leaves clears those that it has set
            run.clear()
        if not run.done:
            run.stop(10.0)


@functools.cache
def session(program: str, front_end: str) -> list[Outcome]:
    with started(PROGRAMS[program](), front_end, entry=True) as found:
        return [outcome(found, act) for act in ACTS]


def outcome(front: FrontEnd, act: tuple[str, ...]) -> Outcome:
    before = len(front.events)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = front.do(*act)
    front.run.flush()
    here = front.run.here
    place = None if here is None else (here.reason, here.step, here.op_type, here.past, here.depth, here.text)
    try:
        value = str(front.run.value("hidden"))
    except OpscopeError as e:
        value = e.summary
    warned = frozenset(e.text for e in front.events[before:] if isinstance(e, ev.Warned) and e.subject == "goto")
    return Outcome(place, value, text.rstrip(), warned)


@pytest.mark.parametrize("front_end", [name for name in FRONT_ENDS if name != "Python"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_places_values_and_refusals_are_the_same(program: str, front_end: str):
    differ = []
    for act, python, other in zip(ACTS, session(program, "Python"), session(program, front_end), strict=True):
        refused = python.text.partition("\n")[0]
        known = any((program, name, act) in ANSWERED_OTHERWISE for name in ("Python", front_end))
        same_text = other.text.startswith(refused) if python.is_refused else not other.is_refused
        if (python.place, python.value, python.warned) != (other.place, other.value, other.warned):
            differ.append((act, python, other))
        elif not (same_text or known):
            differ.append((act, python.text, other.text))
    assert not differ, "\n".join(map(repr, differ))


PAST_FIRST = "eager code in the past is not edited, whatever the name: an assignment of an editor is about a name first"
BY_THE_CLIENT = "the breakpoints of an editor have no numbers"
ANSWERED_OTHERWISE: dict[tuple[str, str, tuple[str, ...]], str] = {
    ("eager", "editor", ("set", "nosuch", "0")): PAST_FIRST,
    **{(program, "editor", ("condition", "9", "step == 3")): BY_THE_CLIENT for program in PROGRAMS},
}


def shared(text: str) -> str:
    """An answer without the names of layers, which are counted in a process, and of what the program is called."""
    return re.sub(r"linear_\d+", "linear", text.replace("script", "run")).replace(", pending", "")


@pytest.mark.parametrize("front_end", LINES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_answers_in_lines_are_the_same(program: str, front_end: str):
    """A refusal has its fix behind it, in the form of each front end; every other text is the same to the letter."""
    for act, prompt, other in zip(ACTS, session(program, "prompt"), session(program, front_end), strict=True):
        expected, found = (list(map(str.rstrip, shared(each.text).splitlines())) for each in (prompt, other))
        notes = [line for line in expected if line.startswith("note: ")]  # the others warn: Python shows it
        if not prompt.is_refused:
            assert found == [line for line in expected if line not in notes], act


@pytest.mark.parametrize("front_end", ["cell", "panel", "editor", "console", "Python"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_numbers_have_the_same_digits(program: str, front_end: str):
    """`hidden.max()` was 0.10177573 in the panel, and 0.10177572816610336 everywhere else."""
    for act, prompt, other in zip(ACTS, session(program, "prompt"), session(program, front_end), strict=True):
        if act[0] == "evaluate" and not prompt.is_refused:
            assert other.text == prompt.text, act


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_panel_answers_as_the_prompt(program: str):
    for act, prompt, panel in zip(ACTS, session(program, "prompt"), session(program, "panel"), strict=True):
        if act[0] in ("set", "undo") and not prompt.is_refused:
            assert panel.text and prompt.text.startswith(panel.text), act


def test_another_value_has_the_same_effect_from_every_front_end():
    """`x / 2` was half of the x where the run stood in the panel, and half of that of the step at the prompt."""
    index = ACTS.index(("whatif", "1", "x", "x / 2"))
    answers = {name: session("static", name)[index].text for name in FRONT_ENDS}
    numbers = {name: re.findall(r"-?\d\.\d+", text)[-2:] for name, text in answers.items()}
    was, changed = map(float, numbers["Python"])
    for name, found in numbers.items():
        assert [float(each) for each in found] == pytest.approx([was, changed], abs=1e-3), name
    assert was != changed


def endless() -> Callable[[], None]:
    paddle.disable_static()
    x = paddle.ones([2])

    def train() -> None:
        while True:
            paddle.tanh(x)
            time.sleep(0.001)

    return train


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_every_front_end_pauses(front_end: str):
    with started(endless(), front_end) as front:
        front.pause()
        here = front.run.until_stopped(LONG)
        assert here is not None and here.reason == "pause" and here.op_type == "tanh"
