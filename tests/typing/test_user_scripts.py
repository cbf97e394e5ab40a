"""What editors and type checkers make of programs that use opscope: one run of pyright over small scripts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples import ROOT

PYRIGHT = Path(sys.executable).with_name("pyright")

# name -> lines; `# -> type` behind an expression is what pyright reveals, `# error: rule` what it finds in the line
SCRIPTS = {
    "eager": """
from opscope import paddle
x = paddle.to_tensor([1.0])
x  # -> Tensor
paddle.tanh(x)  # -> Tensor
x + 1  # -> Tensor
1 - x  # -> Tensor
x @ x  # -> Tensor
x == x  # -> Tensor
x > 0  # -> Tensor
-x  # -> Tensor
x[0]  # -> Tensor
x.T  # -> Tensor
x.sum()  # -> Tensor
x.reshape([1, 1]).astype("int64")  # -> Tensor
x.split(2)  # -> list[Tensor]
x.topk(1)  # -> tuple[Tensor, Tensor]
x.exp_()  # -> Tensor
paddle.matmul(x, x)  # -> Tensor
paddle.concat([x, x])  # -> Tensor
paddle.split(x, 2)  # -> list[Tensor]
paddle.topk(x, 1)  # -> tuple[Tensor, Tensor]
paddle.zeros([2])  # -> Tensor
paddle.randn([2, 3])  # -> Tensor
paddle.add(x, 1.0)  # -> Tensor
paddle.is_tensor(x)  # -> bool
paddle.nn.functional.relu(x)  # -> Tensor
paddle.nn.functional.cross_entropy(x, x)  # -> Tensor
paddle.linalg.norm(x)  # -> Tensor
paddle.fft.fft(x)  # -> Tensor
layer = paddle.nn.Linear(2, 3)
layer(x)  # -> Tensor
paddle.nn.ReLU()(x)  # -> Tensor
layer(1)  # error: reportArgumentType
x.numpy()  # -> ndarray[Any, Any]
x.shape  # -> list[int]
x.grad  # -> Tensor | None
paddle.tanh(x, axis=1)  # error: reportCallIssue
paddle.no_such_name  # error: reportAttributeAccessIssue
""",
    "layers": """
from opscope.paddle import Tensor, nn
class Net(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(2, 3)
    def forward(self, x: Tensor, scale: float = 1.0) -> tuple[Tensor, Tensor]:
        hidden = nn.functional.relu(self.first(x))
        return hidden, hidden * scale
def run(x: Tensor, net: Net):
    net(x)  # -> tuple[Tensor, Tensor]
    net(x, scale=2.0)  # -> tuple[Tensor, Tensor]
    net(x, wrong=2.0)  # error: reportCallIssue
""",
    "static": """
from opscope import paddle
v = paddle.static.data("x", [None, 4])
v  # -> Variable
paddle.tanh(v)  # -> Variable
v + 1  # -> Variable
v[0]  # -> Variable
v.sum()  # -> Variable
paddle.concat([v, paddle.zeros([2, 4])])  # -> Variable
paddle.static.nn.fc(v, 8)  # -> Variable
paddle.nn.Linear(4, 2)(v)  # -> Variable
exe = paddle.static.Executor()
exe.run(feed={"x": 1.0}, fetch_list=[v])  # -> list[Any]
paddle.static.default_main_program()  # -> Program
""",
    "tool": """
import opscope
from opscope import paddle
def f() -> None: ...
opscope.debug(f)  # -> Run
opscope.debug.start(f)  # -> Run
exe = paddle.static.Executor()
opscope.debug.attach(exe)  # -> Taps
opscope.debug.attach(exe).tap("x")  # -> Taps
opscope.live(f)  # -> Live
opscope.profile()  # -> Profile
opscope.check(f)  # -> Checks
opscope.open("x")  # -> Recording
opscope.attach(exe, no_such_option=1)  # error: reportCallIssue
opscope.check(f, no_such_option=1)  # error: reportCallIssue
opscope.debug(f, breakpoint="op:tanh")  # error: reportCallIssue
opscope.live(f, tap=["h"])  # error: reportCallIssue
""",
    "as_paddle": """
import opscope as paddle
x = paddle.to_tensor([1.0])
paddle.tanh(x)  # -> Tensor
paddle.nn.functional.softmax(x)  # -> Tensor
paddle.get_flags("FLAGS_check_nan_inf")
""",
    "imports": """
import opscope.debug
from opscope import debug
from opscope.debug import Run
from opscope.debug.gradients import Checks
from opscope.paddle.nn import functional as F
from opscope.paddle.tensor.math import add
def f() -> None: ...
debug(f)  # -> Run
opscope.debug.check(f)  # -> Checks
""",
}


def revealing(line: str) -> str:
    """The line as pyright sees it: with reveal_type around an expression whose type is expected."""
    code, expects, _ = line.partition("  # -> ")
    indent = code[: len(code) - len(code.lstrip())]
    return f"{indent}reveal_type({code.strip()})" if expects else line


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict[tuple[str, int], list[str]]:
    """What pyright says, by script and line."""
    if not PYRIGHT.exists():
        pytest.skip("pyright is not installed beside Python")
    folder = tmp_path_factory.mktemp("scripts")
    for name, script in SCRIPTS.items():
        (folder / f"{name}.py").write_text("\n".join(map(revealing, script.splitlines())))
    settings = {"extraPaths": [str(ROOT)], "pythonVersion": "3.11", "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [PYRIGHT, "--outputjson", "--project", folder, "--pythonpath", sys.executable]
    output = subprocess.run(command, capture_output=True, text=True, cwd=folder).stdout
    said: dict[tuple[str, int], list[str]] = {}
    for note in json.loads(output)["generalDiagnostics"]:
        key = (Path(note["file"]).stem, note["range"]["start"]["line"])
        if note["severity"] == "information":
            said.setdefault(key, []).append(note["message"].rpartition(" is ")[2].strip('"'))
        else:
            said.setdefault(key, []).append(f"error: {note.get('rule', note['message'])}")
    return said


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_has_the_types_that_its_comments_say(found, script):
    expected, actual = [], []
    for number, line in enumerate(SCRIPTS[script].splitlines()):
        code, _, comment = line.partition("  # ")
        expected += [(code, comment.removeprefix("-> "))] if comment else []
        actual += [(code, text) for text in found.get((script, number), [])]
    assert actual == expected
