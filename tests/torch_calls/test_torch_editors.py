"""Published PyTorch programs in an editor: what its variables, steps and expressions show is what PyTorch computes."""

import base64
import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.dap.ports import Port
from tests.torch_calls import published_programs

SOURCE = Path(published_programs.__file__).read_text(encoding="utf-8")
OPS = {  # an operator of each program, and a part of the line that calls it
    "gpt": ("masked_fill", "att.masked_fill"),
    "unet": ("max_pool2d_with_indices", "self.pool("),
    "resnet": ("_log_softmax", "F.cross_entropy"),
    "lstm": ("nll_loss_forward", "F.nll_loss"),
    "gan": ("leaky_relu", "G(z)"),
    "vae": ("randn_like", "torch.randn_like"),
    "accumulation": ("tanh", "model(x)"),
    "ema": ("native_batch_norm", "model(x)"),
    "checkpointing": ("relu", "checkpoint(a, x"),
    "autocast": ("native_layer_norm", "model(x)"),
    "lbfgs": ("mse_loss", "F.mse_loss"),
    "function": ("sigmoid", "torch.sigmoid(beta"),
}


class Script:
    """A program as a script, and what it computes without a debugger."""

    def __init__(self, folder, name):
        self.path = folder / f"{name}.py"
        main = f"\nif __name__ == '__main__':\n    torch.manual_seed(3)\n    print({name}()[0])\n"
        self.path.write_text(f"{SOURCE}\ntorch.set_num_threads(1)\n{main}")
        lines = self.path.read_text().splitlines()
        start = lines.index(f"def {name}(steps={4 if name == 'autocast' else 3}):")
        is_end = lambda text: text.lstrip().startswith("losses") and "item()" in text
        self.line = next(i for i, text in enumerate(lines[start:], start + 1) if is_end(text))
        self.lines = lines
        self.tensors = []  # of the function at each time that the line is reached, by name
        self._name = name
        printed, former = io.StringIO(), sys.gettrace()
        space = {"__name__": "__main__", "__file__": str(self.path)}
        code = compile(self.path.read_text(), str(self.path), "exec")
        sys.settrace(self._trace)
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, space)
        finally:
            sys.settrace(former)
        self.printed = printed.getvalue().strip()

    def _trace(self, frame, event, argument):
        code = frame.f_code
        if code.co_filename != str(self.path) or code.co_name != self._name:
            return None
        if event == "line" and frame.f_lineno == self.line:
            found = {n: v for n, v in frame.f_locals.items() if isinstance(v, torch.Tensor)}
            self.tensors.append({name: value.detach().numpy().copy() for name, value in found.items()})
        return self._trace


class Editor:
    """A client of an adapter that launches a script."""

    def __init__(self, script):
        command = [sys.executable, "-m", "opscope", "dap", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = json.loads(self.process.stdout.readline())
        self.script, self.port = script, Port(said["host"], said["port"])
        self.port.connection.settimeout(300)
        self.port.ask("initialize", adapterID="test", linesStartAt1=True, columnsStartAt1=True)
        self.port.ask("launch", program=str(script.path), token=said["token"])
        self.port.event("initialized")

    def set_line(self, *lines):
        wanted = [{"line": line} for line in lines]
        return self.port.ask("setBreakpoints", source={"path": str(self.script.path)}, breakpoints=wanted)[
            "breakpoints"
        ]

    def set_operator(self, *specs):
        self.port.ask("setFunctionBreakpoints", breakpoints=[{"name": spec} for spec in specs])

    def stop(self, command="", **arguments):
        """The next stop, with its frames; None at the end of the program."""
        if command:
            self.port.ask(command, threadId=1, **arguments)
        message = self.port.read(lambda m: m.get("event") in ("stopped", "terminated"))
        if message["event"] == "terminated":
            return None
        self.frames = self.port.ask("stackTrace", threadId=1)["stackFrames"]
        return message["body"]

    def tensors(self):
        """The tensors among the variables of the innermost frame, by name: those that are as they were there."""
        scope = self.port.ask("scopes", frameId=self.frames[0]["id"])["scopes"][0]
        found = {}
        for each in self.port.ask("variables", variablesReference=scope["variablesReference"])["variables"]:
            if "memoryReference" in each and not each["value"].endswith("(now)"):
                dtype, _, shape = each["type"].partition("[")
                dims = [int(n) for n in shape[:-1].split(", ") if n]
                count = int(np.prod(dims)) * np.dtype(dtype).itemsize
                read = self.port.ask("readMemory", memoryReference=each["memoryReference"], count=count)
                found[each["name"]] = np.frombuffer(base64.b64decode(read["data"]), dtype).reshape(dims)
        return found

    def evaluate(self, text):
        return self.port.ask("evaluate", expression=text, frameId=self.frames[0]["id"], context="watch")["result"]

    def close(self):
        with contextlib.suppress(OSError, EOFError):
            self.port.send("disconnect", terminateDebuggee=True)
        self.port.close()
        self.process.terminate()
        self.process.communicate()


@pytest.fixture
def opened(tmp_path):
    editors = []

    def start(name):
        editors.append(Editor(Script(tmp_path, name)))
        return editors[-1]

    yield start
    for editor in editors:
        editor.close()


def assert_same(found, expected):
    assert found.keys() <= expected.keys()
    for name, value in found.items():
        assert value.dtype == expected[name].dtype and value.shape == expected[name].shape, name
        assert value.tobytes() == expected[name].tobytes(), name


@pytest.mark.thorough
@pytest.mark.parametrize("name", OPS)
def test_a_program_is_debugged_in_an_editor(opened, name):
    editor = opened(name)
    script, (op, call) = editor.script, OPS[name]
    assert [b["verified"] for b in editor.set_line(script.line)] == [True]
    editor.port.ask("configurationDone")
    for expected in script.tensors[:2]:
        stop = editor.stop("" if expected is script.tensors[0] else "continue")
        assert stop["reason"] == "breakpoint"
        assert (editor.frames[0]["name"], editor.frames[0]["line"]) == (name, script.line)
        found = editor.tensors()
        assert found.keys() == expected.keys()
        assert_same(found, expected)
        for each in expected:
            if not expected[each].shape:
                number = float(editor.evaluate(f"{each}.item()"))
                assert np.array_equal(number, expected[each].item(), equal_nan=True)
                assert editor.evaluate(each) == str(expected[each][()])
    for _ in range(2):
        stop = editor.stop("stepBack")
        assert "in the past" in stop["description"]
        found = editor.tensors()
        assert_same(found, script.tensors[1])
    if name != "lbfgs":  # its tensors are made before the first step, its loss in the closure
        assert len(found) >= len(script.tensors[1]) / 2
    editor.set_line()
    editor.set_operator(f"op:{op}")
    stop = editor.stop("continue")
    assert stop["reason"] == "function breakpoint" and f"op:{op}" in stop["description"]
    assert call in script.lines[editor.frames[0]["line"] - 1]
    editor.set_operator()
    assert editor.stop("continue") is None
    printed = [m["body"]["output"] for m in editor.port._unread if m.get("event") == "output"]
    assert script.printed in "".join(printed)


@pytest.mark.thorough
def test_the_exception_filter_stops_at_the_operator_that_makes_the_first_nan(opened):
    editor = opened("autocast")
    editor.port.ask("setExceptionBreakpoints", filters=["harmful"])
    editor.port.ask("configurationDone")
    stop = editor.stop()
    assert stop["reason"] == "exception" and "native_layer_norm" in stop["description"] and "NaN" in stop["description"]
    assert "loss = model(x)" in editor.script.lines[editor.frames[0]["line"] - 1]
    assert editor.evaluate("i") == "1"


@pytest.mark.thorough
def test_a_module_and_its_tensors_are_opened_and_set(opened):
    editor = opened("vae")
    editor.set_line(line := next(i for i, text in enumerate(editor.script.lines, 1) if "recon, mu" in text))
    editor.port.ask("configurationDone")
    editor.stop()
    assert editor.frames[0]["line"] == line
    children = lambda each: {
        v["name"]: v for v in editor.port.ask("variables", variablesReference=each["variablesReference"])["variables"]
    }
    scope = editor.port.ask("scopes", frameId=editor.frames[0]["id"])["scopes"][0]
    weight = children(children(children(scope)["model"])["fc1"])["weight"]
    assert weight["type"] == "float32[8, 10]" and weight["evaluateName"] == "model.fc1.weight"
    assert {"grad", "requires_grad", "statistics", "[0]", "[7]"} <= children(weight).keys()
    answer = editor.port.ask("setExpression", expression="x[0, 1]", value="0.5", frameId=editor.frames[0]["id"])
    assert answer["value"] == editor.evaluate("x[0, 1]") == editor.evaluate("x[0, 1].item()") == "0.5"
    editor.port.ask("evaluate", expression="x[0, 2] = 0.25", frameId=editor.frames[0]["id"], context="repl")
    assert editor.evaluate("x[0, 2]") == "0.25"
    editor.set_operator("op:sigmoid")
    editor.stop("continue")
    assert editor.frames[0]["name"] == "Vae.forward"
    assert editor.evaluate("x[0, 1].item()") == "0.5" and editor.evaluate("x[0, 2].item()") == "0.25"


@pytest.mark.thorough
def test_a_present_value_in_the_past_is_called_one(opened):
    editor = opened("ema")
    editor.set_line(editor.script.line)
    editor.port.ask("configurationDone")
    editor.stop()
    editor.stop("reverseContinue")
    for text in ("loss", "loss.item()", "losses"):
        name = text.partition(".")[0]
        assert editor.evaluate(text).endswith(f"now: {name} (the recording does not have it)")
