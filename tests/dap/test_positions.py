"""Lines and columns of clients that count from 0 or from 1; the Python that a launch names."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dap.ports import Port

PROGRAM = """\
import paddle

def double(x):
    twice = x * 2
    return twice + 1

print(double(paddle.ones([2])).sum())
"""
IN_FUNCTION = 4  # the line of `twice`, counted from 1


@pytest.fixture
def port() -> Iterator[Port]:
    """A connection to an adapter that launches programs."""
    command = [sys.executable, "-m", "opscope", "dap", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())
    made = Port(said["host"], said["port"])
    made.token = said["token"]
    yield made
    made.close()
    process.terminate()
    process.communicate()


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize("lines", [True, False])
def test_lines_and_columns_are_counted_as_the_client_counts(port: Port, tmp_path: Path, lines: bool, columns: bool):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    line, source = IN_FUNCTION - (not lines), {"path": str(program)}
    port.ask("initialize", adapterID="test", linesStartAt1=lines, columnsStartAt1=columns)
    port.ask("launch", program=str(program), token=port.token)
    port.event("initialized")
    found = port.ask("breakpointLocations", source=source, line=line, endLine=line)
    assert [each["line"] for each in found["breakpoints"]] == [line]
    set_here = port.ask("setBreakpoints", source=source, breakpoints=[{"line": line}])["breakpoints"]
    assert [each["line"] for each in set_here] == [line]
    port.ask("configurationDone")
    assert port.event("stopped")["body"]["reason"] == "breakpoint"
    frames = port.ask("stackTrace", threadId=1)["stackFrames"]
    assert (frames[0]["line"], frames[0]["column"]) == (line, int(columns))
    outer = next(each for each in frames if each["name"] == "<module>")
    assert outer["line"] == PROGRAM.splitlines().index("print(double(paddle.ones([2])).sum())") + lines
    text = "dou = 1"
    typed = port.ask("completions", text=text, column=len("dou") + columns, frameId=frames[0]["id"])
    assert "double" in [each["label"] for each in typed["targets"]]
    port.ask("disconnect", terminateDebuggee=True)


@pytest.mark.parametrize("python", ["/no/such/python", "no-such-python"])
def test_a_python_that_does_not_exist_is_refused(port: Port, tmp_path: Path, python: str):
    program = tmp_path / "program.py"
    program.write_text("print(1)\n")
    port.ask("initialize", adapterID="test")
    answer: dict[str, Any] = port.send("launch", program=str(program), python=python, token=port.token)
    assert not answer["success"] and f"python is {python}, " in answer["message"]
    assert json.dumps(sys.executable) in answer["message"]
    port.ask("launch", program=str(program), python=sys.executable, token=port.token)
