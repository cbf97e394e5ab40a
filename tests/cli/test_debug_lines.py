"""The commands of the prompt about lines of Python, and pdb's, on three programs: static, eager, a package."""

import re
import subprocess
import sys

import pytest

from tests.cli.sessions import answers, environment, piped

EAGER = '''\
"""Trains a PyLayer; nothing here is an operator before line 20."""

import numpy as np
import paddle
from paddle.autograd import PyLayer


class Double(PyLayer):
    @staticmethod
    def forward(ctx, x):
        scale = 2.0
        return x * scale

    @staticmethod
    def backward(ctx, grad):
        return grad * 2.0


def batches(count):
    for number in range(count):
        yield np.full(3, number, "float32")


def train(weight, sgd):
    losses = []
    for step, batch in enumerate(batches(4)):
        hidden = Double.apply(weight * paddle.to_tensor(batch))
        loss = (hidden * hidden).sum()
        loss.backward()
        sgd.step()
        sgd.clear_grad()
        losses.append(float(loss))
        try:
            {}[step]
        except KeyError:
            pass
    return losses


weight = paddle.to_tensor(np.ones(3, "float32"), stop_gradient=False)
sgd = paddle.optimizer.SGD(0.1, parameters=[weight])
print(len(train(weight, sgd)), "losses")
'''

# What is typed, and what must be in the answer (a regular expression).
LINES = [
    ("b program.py:28", r"breakpoint 1: program\.py:28"),
    ("c", r"breakpoint +program\.py:28\nstep 1 .*\nprogram\.py:28 in train +loss = \(hidden"),
    ("n", r"step 1 .*behind .*reduce_sum.*\nprogram\.py:29 in train +loss\.backward\(\)"),
    ("b 31 if step == 2", r"breakpoint 2: program\.py:31 if step == 2"),
    ("disable 1", r"breakpoint 1 is off"),
    ("rn", r"past.*the last operator before program\.py:29"),
    ("c", r"breakpoint +program\.py:31: step == 2\n.*\nprogram\.py:31 in train"),
    ("unt 35", r"program\.py:35 in train"),
    ("enable 1", r"breakpoint 1 is on"),
    ("ignore 1 1", r"breakpoint 1 skips its next hit"),
    ("b Double.forward", r"breakpoint 3: function:Double\.forward"),
    ("c", r"breakpoint +function:Double\.forward\n.*\nprogram\.py:11 in forward +scale"),
    ("return", r"forward returns Tensor.*\n.*\nprogram\.py:12 in forward"),
    ("finish", r"program\.py:28 in train|program\.py:27 in train"),
    ("catch raised LookupError", r"stops at exceptions of LookupError: raised, uncaught"),
    ("c", r"exception +raised KeyError: 3\n.*\nprogram\.py:34 in train"),
    ("catch off", r"stops at exceptions: none"),
    ("log program.py:37 {len(losses)} losses", r"breakpoint 4: program\.py:37, logs"),
    ("alias twice nextLine ;; nextLine", r""),
    ("alias", r"twice = nextLine ;; nextLine"),
    ("twice", r"program\.py:35 in train.*\n(.*\n)*.*program\.py:36 in train"),
    ("unalias twice", r""),
    ("tbreak program.py:42", r"breakpoint 5: program\.py:42"),
    ("stepLine", r"program\.py:26 in train"),
    ("nextLine", r"program\.py:37 in train"),
    ("c", r"4 losses\n(.*\n)*.*The script has ended"),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    lines = "".join(f"{line}\n" for line, _ in LINES)
    done = piped(tmp_path_factory.mktemp("lines"), EAGER, lines)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    return answers(done.stdout)[1:]


@pytest.mark.parametrize("at", range(len(LINES)), ids=lambda at: f"{at}: {LINES[at][0]}")
def test_a_command_answers(session, at):
    line, expected = LINES[at]
    assert session[at][0] == line
    assert re.search(expected, session[at][1]), session[at][1]
    assert "***" not in session[at][1]


STATIC = """\
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [2, 3], "float32")
out = paddle.static.default_main_program().current_block().create_var(name="out", shape=[2, 3], dtype="float32")


def spread(values):
    doubled = np.asarray(values) * 2
    return doubled


paddle.static.py_func(spread, x, out)
loss = paddle.mean(out)
exe = paddle.static.Executor()
for step in range(4):
    (value,) = exe.run(feed={"x": np.full([2, 3], step, "float32")}, fetch_list=[loss])
print("last", float(value))
"""


def test_lines_inside_py_func_and_between_runs(tmp_path):
    """A line before the first operator, one in a function that a run calls, commands of a breakpoint, a restart."""
    typed = ["b 11 if values.shape()[0] == 2", "commands", "silent", "display step", "end", "c", "step", "rn",
             "undisplay", "tb program.py:19", "disable 2", "c", "restart", "breakpoints", "q"]  # fmt: skip
    done = piped(tmp_path, STATIC, "".join(f"{line}\n" for line in typed), "-b", "program.py:5")
    assert "Traceback" not in done.stderr, done.stderr
    said = answers(done.stdout)
    assert re.search(r"breakpoint +program\.py:5\n.*before the first operator\nprogram\.py:5 in <module>", said[0][1])
    assert "*** " not in done.stdout, done.stdout
    by = dict(said)
    assert by["commands"].startswith("(commands) silent\n(commands) display step\n(commands) end\n")
    assert "step  " not in by["step"] and "loss = reduce_mean(out)" in by["step"], by["step"]
    assert done.stdout.count("program.py:5 in <module>") == 2, done.stdout  # also in the new process


def test_a_package_and_its_first_line(tmp_path):
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "model.py").write_text("def double(x):\n    y = x * 2\n    return y\n")
    (package / "__main__.py").write_text(
        "import sys\n\nfrom pack.model import double\n\nprint(double(len(sys.argv)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "opscope", "debug", "--first-line", "-b", "pack/model.py:2", "-m", "pack", "a", "b"],
        cwd=tmp_path, env=environment(tmp_path, COLUMNS="100"), input="c\nreturn\nc\n", capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    said = answers(done.stdout)
    assert "__main__.py:1 in <module>   import sys" in said[0][1]
    assert re.search(r"breakpoint +pack/model\.py:2\n.*\npack/model\.py:2 in double +y = x \* 2", said[1][1]), said[1][
        1
    ]
    assert "double returns 6" in said[2][1] and "6\n" in said[3][1], done.stdout
