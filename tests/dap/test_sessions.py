"""Sessions of a real debug client on three programs; the same stops and values as from Python."""

from __future__ import annotations

import base64
import functools
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opscope import debug
from tests.dap.clients import Bridge, Client, Refused
from tests.examples import ROOT
from tests.npm import install

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
STATIC, DYGRAPH = str(PROGRAMS / "static_py_func.py"), str(PROGRAMS / "dygraph_pylayer.py")


@pytest.fixture(scope="session")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clients' sources with their package installed."""
    folder = tmp_path_factory.mktemp("dap")
    for path in (HERE / "client").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    install(folder)
    return folder


@pytest.fixture(scope="module")
def bridge(client_folder: Path) -> Iterator[Bridge]:
    found = Bridge(client_folder)
    yield found
    found.close()


@pytest.fixture
def client(bridge: Bridge, request: pytest.FixtureRequest) -> Client:
    return Client(bridge, request.node.name)


def launch(client: Client, **options: Any) -> None:
    client.begin({"type": "opscope", "request": "launch", "python": sys.executable, **options})


def line_of(path: str, text: str) -> int:
    """The number of the line that begins with a text."""
    lines = Path(path).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.strip().startswith(text))


def set_lines(client: Client, path: str, *lines: int, **options: Any) -> list[dict[str, Any]]:
    wanted = [{"line": line, **options} for line in lines]
    return client.setBreakpoints(source={"path": path}, breakpoints=wanted)["breakpoints"]


def from_python(path: str, *breakpoints: str, look: str) -> list[tuple[int, int, float]]:
    """(step, line, the value of an expression) of each stop of a run that Python drives."""
    run = debug.Run(functools.partial(runpy.run_path, path, run_name="__main__"))
    for spec in breakpoints:
        run.breakpoint(spec)
    run.start()
    found: list[tuple[int, int, float]] = []
    while (here := run.until_stopped(60)) is not None:
        found.append((here.step, run.stack()[-1].line, float(str(run.evaluate(look, -1)))))
        run.cont()
    run.wait()
    return found


def from_client(client: Client, look: str) -> list[tuple[int, int, float]]:
    """The same, up to the end of the program, from a client that has set its breakpoints."""
    client.configurationDone()
    found: list[tuple[int, int, float]] = []
    while True:
        event = client.message(lambda m: m.get("event") in ("stopped", "terminated"))
        if event["event"] == "terminated":
            return found
        top = client.stackTrace(threadId=1)["stackFrames"][0]
        step = int(event["body"]["description"].removeprefix("step ").partition(",")[0].partition(" ")[0])
        value = client.evaluate(expression=look, frameId=top["id"], context="watch")["result"]
        found.append((step, top["line"], float(value)))
        client.__getattr__("continue")(threadId=1)


# --- threads --------------------------------------------------------------------------------------------


def test_threads_are_listed_with_the_stack_of_each(client: Client):
    path = str(PROGRAMS / "threads.py")
    launch(client, program=path)
    set_lines(client, path, line := line_of(path, "score = "))
    client.configurationDone()
    stop = client.event("stopped")
    assert stop["threadId"] == 2 and stop["allThreadsStopped"]
    assert [(t["id"], t["name"]) for t in client.threads()["threads"]] == [(1, "threads.py"), (2, "evaluation")]
    inner = client.stackTrace(threadId=2)["stackFrames"]
    outer = client.stackTrace(threadId=1)["stackFrames"]
    assert [(f["name"], f["line"]) for f in inner] == [("evaluate", line)]
    assert [(f["name"], f["line"]) for f in outer] == [("<module>", line_of(path, "evaluation.join"))]
    for frame, text, value in (
        (inner, "number", "0"),
        (outer, "evaluation.name", "'evaluation'"),
        (inner, "count", "2"),
    ):
        assert client.evaluate(expression=text, frameId=frame[0]["id"], context="watch")["result"] == value
    client.next(threadId=2)
    assert client.event("stopped")["threadId"] == 2
    set_lines(client, path)
    client.__getattr__("continue")(threadId=2)
    client.event("terminated")


# --- a static program with a py_func --------------------------------------------------------------------


def test_static(client: Client):
    launch(client, program=STATIC, stopOnExit=True)
    made, call = line_of(STATIC, "h = "), line_of(STATIC, "scaled = ")
    moved = line_of(STATIC, "def spread") - 1  # an empty line
    found = set_lines(client, STATIC, made, moved)
    assert [(b["verified"], b["line"]) for b in found] == [(True, made), (True, moved + 1)]
    client.setExceptionBreakpoints(filters=["uncaught"])
    client.configurationDone()

    stop = client.stopped()  # Python builds the program at that line
    assert stop["reason"] == "breakpoint" and stop["hitBreakpointIds"] == [found[0]["id"]]
    assert [(f["name"], f["line"]) for f in stop["frames"]] == [("<module>", made)]
    stop = client.stopped("continue")
    assert stop["frames"][0]["line"] == moved + 1
    stop = client.stopped("continue")  # the operators of that line run
    assert stop["frames"][0]["line"] == made and "mul(" in stop["frames"][0]["name"]
    assert stop["frames"][0]["source"]["path"] == STATIC
    assert stop["frames"][1]["line"] == line_of(STATIC, "(value,)")

    set_lines(client, STATIC, call)
    stop = client.stopped("continue")  # inside the py_func, called by the executor
    assert (stop["frames"][0]["name"], stop["frames"][0]["line"]) == ("spread", call)
    values = client.values(client.scope("Locals"))
    assert values["values"]["type"] == "float32[4, 5]"
    set_lines(client, STATIC)

    info = client.dataBreakpointInfo(name="out")
    assert info["dataId"] == "out" and info["accessTypes"] == ["write"]
    assert client.setDataBreakpoints(breakpoints=[{"dataId": "out"}])["breakpoints"][0]["verified"]
    stop = client.stopped("continue")
    assert (stop["reason"], stop["text"]) == ("data breakpoint", "out")
    top = stop["frames"][0]
    before = float(client.evaluate(expression="out.mean()", frameId=top["id"])["result"])

    # values by the page, slices, memory
    scope = client.scope("Values")
    tensor = client.values(scope)["h.tmp_0"]
    assert (tensor["indexedVariables"], tensor["namedVariables"]) == (4, 1)
    rows = client.variables(variablesReference=tensor["variablesReference"], filter="indexed", start=1, count=2)
    assert [v["name"] for v in rows["variables"]] == ["[1]", "[2]"]
    row = client.evaluate(expression="h[1, :3]", frameId=top["id"])
    assert row["type"] == "float32[3]" and row["indexedVariables"] == 3
    memory = client.readMemory(memoryReference=tensor["memoryReference"], offset=20, count=12)
    elements = np.frombuffer(base64.b64decode(memory["data"]), "float32")
    parts = client.variables(variablesReference=row["variablesReference"], filter="indexed")["variables"]
    assert [v["value"] for v in parts] == [str(e) for e in elements]

    # an edit, and everything that depends on it
    client.stopped("next")
    element = rows["variables"][0]["variablesReference"]
    with pytest.raises(Refused, match="the program has continued"):
        client.setVariable(variablesReference=element, name="[0]", value="100")
    top = client.stackTrace(threadId=1)["stackFrames"][0]
    client.setExpression(expression="h[1, 0]", value="h[1, 0] + 20", frameId=top["id"])
    after = float(client.evaluate(expression="out.mean()", frameId=top["id"])["result"])
    assert after == pytest.approx(before + 2 * 20 / 20, abs=1e-5)
    with pytest.raises(Refused, match="cannot be set"):
        client.setExpression(expression="h", value="'text'", frameId=top["id"])

    # backwards: to the operator that wrote it
    stop = client.stopped("reverseContinue")
    assert stop["reason"] == "data breakpoint"
    stop = client.stopped("stepBack")
    assert "py_func" in stop["frames"][0]["name"]
    targets = client.gotoTargets(source={"path": STATIC}, line=line_of(STATIC, "loss ="))["targets"]
    client.setDataBreakpoints(breakpoints=[])
    stop = client.stopped("goto", targetId=targets[0]["id"])
    assert stop["reason"] == "goto" and stop["frames"][0]["line"] == line_of(STATIC, "loss =")
    stop = client.stopped("restartFrame", frameId=stop["frames"][0]["id"])
    assert stop["frames"][0]["line"] == made and "mul(" in stop["frames"][0]["name"]

    # to the end, and a look back
    stop = client.stopped("continue")
    assert stop["description"].startswith("step 6, end")
    assert client.output("stdout").startswith("done ")
    stop = client.stopped("stepBack")
    assert "sgd" in stop["frames"][0]["name"]
    client.stopped("continue")
    client.__getattr__("continue")(threadId=1)
    assert client.event("exited") == {"exitCode": 0}
    client.event("terminated")
    assert client.end() == 0


def test_static_as_from_python(client: Client):
    launch(client, program=STATIC)
    client.setFunctionBreakpoints(breakpoints=[{"name": "op:py_func"}, {"name": "op:py_func_grad"}])
    expected = from_python(STATIC, "op:py_func", "op:py_func_grad", look="h.mean()")
    assert len(expected) == 12
    assert from_client(client, "h.mean()") == expected
    assert client.end() == 0


# --- dygraph, with a PyLayer and a training loop --------------------------------------------------------


def test_dygraph(client: Client):
    launch(client, program=DYGRAPH)
    forward, last = line_of(DYGRAPH, "hidden = paddle.tanh"), line_of(DYGRAPH, "total += ")
    loop = line_of(DYGRAPH, "batch = ")
    client.setBreakpoints(
        source={"path": DYGRAPH},
        breakpoints=[
            {"line": loop, "condition": "i == 1"},
            {"line": last, "logMessage": "step {i}: {round(float(loss), 3)}"},
        ],
    )
    client.setFunctionBreakpoints(breakpoints=[{"name": "Double.backward", "hitCondition": ">= 2"}, {"name": "op:tan"}])
    client.configurationDone()

    stop = client.stopped()  # a condition of Python, at a line
    assert [f["name"] for f in stop["frames"]] == ["train", "<module>"]
    assert client.values(client.scope("Locals"))["i"]["value"] == "1"
    assert "step 0: " in client.output("console")
    top = stop["frames"][0]["id"]
    assert client.evaluate(expression="i + 1", frameId=top, context="hover")["result"] == "2"
    assert client.evaluate(expression="None if i else i", frameId=top, context="watch")["result"] == "None"
    with pytest.raises(Refused, match="no variable"):
        client.evaluate(expression="nothing_of_that_name", frameId=top, context="repl")

    # by lines: over one, then into the model
    assert client.stopped("next", granularity="line")["frames"][0]["line"] == loop + 1
    stop = client.stopped("stepIn")
    while stop["frames"][0]["name"] != "Net.forward":
        stop = client.stopped("stepIn")
    assert [f["name"] for f in stop["frames"]] == ["Net.forward", "train", "<module>"]
    stop = client.stopped("next", granularity="line")
    assert stop["frames"][0]["line"] == forward
    children = client.values(client.scope("Locals"))
    assert children["hidden"]["type"] == "float32[2, 4]"
    layer = client.values(children["self"]["variablesReference"])
    assert {"fc", "training"} <= layer.keys() and layer["fc"]["evaluateName"] == "self.fc"
    top = stop["frames"][0]["id"]
    targets = client.completions(text="hid", column=4, frameId=top)["targets"]
    assert {"label": "hidden", "type": "variable", "start": 0, "length": 3} in targets

    # a value, an element of it, and a statement
    whole = children["hidden"]
    row = client.values(whole["variablesReference"], filter="indexed")["[0]"]
    assert client.setVariable(variablesReference=row["variablesReference"], name="[0]", value="7.0")["value"] == "7.0"
    assert client.evaluate(expression="float(hidden[0, 0])", frameId=top)["result"] == "7.0"
    client.evaluate(expression="hidden = hidden * 0", frameId=top, context="repl")
    assert client.evaluate(expression="float(hidden.sum())", frameId=top)["result"] == "0.0"

    # the backward of the PyLayer: a frame between Python and the gradient that calls it
    stop = client.stopped("continue")
    assert stop["reason"] == "function breakpoint"
    names = [f["name"].partition(":")[0] for f in stop["frames"]]
    assert names == ["Double.backward", "gradient of Double", "train", "<module>"]
    assert client.values(client.scope("Locals"))["dy"]["value"] == "float32[2, 4] = " + "".join(
        "[[0.125 0.125 0.125 0.125] [0.125 0.125 0.125 0.125]]"
    )

    # back over operators, and forwards again
    client.setFunctionBreakpoints(breakpoints=[{"name": "op:tanh"}])
    stop = client.stopped("reverseContinue")
    assert "in the past" in stop["description"] and stop["frames"][0]["line"] == forward
    with pytest.raises(Refused, match="does not run Python code twice"):
        client.restartFrame(frameId=stop["frames"][0]["id"])
    client.setFunctionBreakpoints(breakpoints=[])
    client.setBreakpoints(source={"path": DYGRAPH}, breakpoints=[])
    client.__getattr__("continue")(threadId=1)
    client.event("terminated")
    assert client.output("stdout").splitlines()[:5] == [f"step {i}" for i in range(5)]
    assert client.end() == 0


def test_dygraph_as_from_python(client: Client):
    launch(client, program=DYGRAPH)
    line = line_of(DYGRAPH, "loss.backward()")
    set_lines(client, DYGRAPH, line)
    expected = from_python(DYGRAPH, f"{DYGRAPH}:{line}", look="float(loss)")
    assert [at for _, at, _ in expected] == [line] * 5
    assert from_client(client, "float(loss)") == expected
    assert client.end() == 0


# --- a package that is started with -m ------------------------------------------------------------------


def test_package(client: Client):
    launch(client, module="pkg", args=["6"], cwd=str(PROGRAMS), env={"OPSCOPE_SEEN": "1"})
    model = str(PROGRAMS / "pkg" / "model.py")
    client.setExceptionBreakpoints(filters=["uncaught"], filterOptions=[{"filterId": "nan"}])
    client.setFunctionBreakpoints(breakpoints=[{"name": "build"}])
    client.configurationDone()

    stop = client.stopped()
    assert [f["name"] for f in stop["frames"]][:2] == ["build", "<module>"]
    assert client.values(client.scope("Locals"))["width"]["value"] == "6"
    stop = client.stopped("continue")
    assert (stop["reason"], stop["frames"][0]["source"]["path"]) == ("exception", model)
    assert client.exceptionInfo(threadId=1)["exceptionId"].startswith("log_0")
    assert stop["frames"][0]["line"] == line_of(model, "return")

    # the block of cond is a frame
    client.setExceptionBreakpoints(filters=[])
    client.setFunctionBreakpoints(breakpoints=[{"name": "op:scale"}])
    stop = client.stopped("reverseContinue")
    assert "block" in stop["frames"][0]["name"] and len(stop["frames"]) >= 3
    stop = client.stopped("stepOut")
    client.setFunctionBreakpoints(breakpoints=[])
    client.__getattr__("continue")(threadId=1)
    assert client.event("exited") == {"exitCode": 3}
    assert client.output("stdout").startswith("value")
    assert client.end() == 0


# --- errors, pauses, malformed messages -----------------------------------------------------------------

FAILS = """\
import sys
from opscope import paddle

x, limit = paddle.to_tensor([1.0]), 3.0
while len(sys.argv) == 1:
    x = x * 1.0
    if float(x) > limit:
        raise ValueError("too large")
"""


def test_errors(client: Client, tmp_path: Path):
    path = str(tmp_path / "fails.py")
    Path(path).write_text(FAILS)
    with pytest.raises(Refused, match="no file /nowhere"):
        launch(client, program="/nowhere.py")
    request = {"do": "request", "client": client.name, "command": "launch"}
    with pytest.raises(Refused, match="did you mean 'stopOnEntry'"):
        client.bridge.order(**request, args={"program": path, "stopOnEntri": True})
    with pytest.raises(Refused, match="there is no program yet"):
        client.stackTrace(threadId=1)
    client.bridge.order(**request, args={"program": path})
    client.setExceptionBreakpoints(filters=["uncaught"])
    with pytest.raises(Refused, match="did you mean 'uncaught'"):
        client.setExceptionBreakpoints(filters=["uncaugt"])
    client.configurationDone()
    with pytest.raises(Refused, match="the program is running"):
        client.stackTrace(threadId=1)
    stop = client.stopped("pause")
    assert stop["frames"][0]["name"] == "<module>"

    # what is malformed is refused, and the session goes on
    client.raw("GET / HTTP/1.1\r\n\r\n")
    client.raw('Content-Length: 9\r\n\r\n{"broken"')
    refusals = [client.message(lambda m: m.get("success") is False)["message"] for _ in range(2)]
    assert "bytes were skipped" in refusals[0] and "not JSON" in refusals[1]
    top = client.stackTrace(threadId=1)["stackFrames"][0]["id"]
    for command, arguments, answer in [
        ("variables", {"variablesReference": "1"}, "integer"),
        ("variables", {"variablesReference": 4711}, "no variables have the reference 4711"),
        ("scopes", {"frameId": 4711}, "no frame 4711"),
        ("evaluate", {"expression": ["x"]}, "expression of evaluate is a text"),
        ("goto", {"targetId": 1}, "goto has no target with the number 1"),
        ("readMemory", {"memoryReference": "x", "count": 1}, "no memory"),
        ("frobnicate", {}, "frobnicate is not supported"),
    ]:
        with pytest.raises(Refused, match=answer):
            getattr(client, command)(**arguments)

    client.evaluate(expression="limit = 0.5", frameId=top, context="repl")
    stop = client.stopped("continue")
    assert (stop["reason"], stop["text"]) == ("exception", "ValueError: too large")
    assert stop["frames"][0]["line"] == line_of(path, "raise")
    info = client.exceptionInfo(threadId=1)
    assert (info["exceptionId"], info["description"]) == ("ValueError", "too large")
    client.__getattr__("continue")(threadId=1)
    assert client.event("exited") == {"exitCode": 1}
    assert 'raise ValueError("too large")' in client.output("stderr")
    assert client.end() == 0


@pytest.mark.unmeasured
def test_a_port_and_a_program_that_is_busy(client: Client, tmp_path: Path):
    path = tmp_path / "busy.py"
    path.write_text("print('begun')\nwhile True:\n    pass\n")
    command = [sys.executable, "-m", "opscope", "dap", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        configuration = {**json.loads(server.stdout.readline()), "program": str(path)}
        with pytest.raises(Refused, match="token"):
            client.begin({**configuration, "token": "guess"})
        client.begin(configuration)
        client.configurationDone()
        client.event("output")
        client.disconnect()  # the program comes to no operator: the process ends
        assert server.wait(120) == 1
