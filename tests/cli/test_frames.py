"""pdb's words in the prompt: static with a py_func, eager with a PyLayer, a package started with -m."""

import re
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.sessions import Terminal, answers, environment, piped

STATIC = '''\
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [4, 3], "float32")
h = paddle.tanh(x)
out = paddle.static.default_main_program().current_block().create_var(name="out", shape=h.shape, dtype="float32")


def double(values):
    a = np.asarray(values)
    scale = 2.0
    if index == 3:
        breakpoint()
    return a * np.float32(scale)


paddle.static.py_func(double, h, out)
loss = paddle.mean(out)
exe = paddle.static.Executor()


def train(steps, rate=0.5):
    """Run the program."""
    global index
    losses = []
    for step in range(steps):
        index = step
        batch = np.full((4, 3), step, "float32")
        (value,) = exe.run(feed={"x": batch}, fetch_list=[loss])
        losses.append(float(value) * rate)
    return losses


print("losses", *(f"{value:.3f}" for value in train(5)))
'''
IN_STATIC = [
    ("w", r"<module> +program\.py:35 .*\n +train +program\.py:30 +\(value,\).*\n +\d+ of libraries *\n→  block 0"),
    ("w nan", r"where takes \[all\], not 'nan'\n  fix: watch nan sets a watchpoint"),
    ("u op:tanh", r"fix: until op:tanh goes on to an operator"),
    ("a", r"steps +5 *\nrate +0\.5"),
    ("p step", r"0\nstep is the local of train; the run is in step 1"),
    ("p h", r"'tanh_0\.tmp_0' \(h\) has no value here"),
    ("n", r"= py_func\("),
    ("p h.mean() + len(losses)", r" 0\.$"),
    ("u", r"train  program\.py:30 in train\n  \(value,\)"),
    ("l", r"→ +30 "),
    ("l 1, 2", r" +1  import numpy as np\n +2  import paddle"),
    ("ll", r" +23  def train\(steps, rate=0\.5\):\n(.*\n)*.*→ +30(.*\n)* +32 "),
    ("locals", r"steps +5 *\nrate .*\nlosses .*\nstep +0 *\nbatch +float32\[4, 3\] min 0"),
    ("globals", r"x +float32\[4, 3\] .*\n(.*\n)*index +0"),
    ("!rate = 10", r"^$"),
    ("!rates = 10", r"note: train\(\) has no local variable 'rates': only the lines that you type see it"),
    ("!undefined", r"NameError: name 'undefined' is not defined"),
    ("p 1 / 0", r"^\*\*\* ZeroDivisionError: division by zero"),
    ("p rate = 3", r"fix: a statement begins with `!`"),
    ("d", r"block 0 "),
    ("whatis h", r"made by tanh of x\n"),
    ("whatis train", r"function train\(steps, rate=0\.5\)"),
    ("whatis batch", r"ndarray float32\[4, 3\]"),
    ("source train", r"program\.py:23\ndef train\(steps.*\n +\"\"\"Run the program"),
    ("source rate", r"the source code of rate is not available"),
    ("c", r"breakpoint +breakpoint\(\)\nstep 4, forward +\(step=3\)  in .*py_func.*\nprogram\.py:14 in double +break"),
    ("bt", r"train +program.*\n.*libraries *\n +block 0 .*py_func\(.*\n→  double +program\.py:14"),
    ("locals", r"values +float32\[4, 3\].*\na +float32.*\nscale +2\.0"),
    ("!scale = 0.0", r"^$"),
    ("u 2", r"train  program\.py:30"),
    ("pp losses", r"^\[.*\]"),
    ("interact\nfor i in range(2):\n    print('seen', i + len(losses))\n\nprint(rate)\nexit()", ""),
    ("goto 2 op:py_func", r"past, goto"),
    ("w", r"<module> +now .*\n +train +now .*\n.*\n→  block 0 "),
    ("u", r"in train  now"),
    ("locals", r"step +3 +now"),
    ("p step", r"^3\nstep is the local of train; the run is in step 2, counted from 1\nnow: step \(the recording does"),
    ("p h[0, 0]", r"0\.76159"),
    ("c", r"losses 0\.000 15\.232 19\.281 0\.000 19\.987\nThe script has ended"),
    ("locals", r"x +float32\[4, 3\]"),
    ("!1 + 1", r"no Python code is running"),
]


def check(output: str, session: list[tuple[str, str]]) -> None:
    found = answers(output)[1:]
    for (typed, expected), (line, answer) in zip(session, found, strict=False):
        assert line == typed.partition("\n")[0]
        assert re.search(expected, answer.strip("\n")), f"{line}: {expected!r} is not in\n{answer}"


def test_static_with_a_py_func(tmp_path: Path):
    run = piped(tmp_path, STATIC, "".join(f"{line}\n" for line, _ in IN_STATIC), width=160)
    assert "Traceback (most" not in run.stderr and run.returncode == 0, run.stderr
    seen = run.stdout.partition("seen 3\nseen 4\n")[2].splitlines()
    assert seen[:4] == [
        "note: train() has no local variable 'i': only the lines that you type see it",
        ">>> print(rate)",
        "10",
        ">>> exit()",
    ]
    check(run.stdout, IN_STATIC)


EAGER = """\
import paddle
from paddle.autograd import PyLayer


class Square(PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x * x
        return y

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        slope = 2.0 * x
        if paused:
            import pdb; pdb.set_trace()
        return dy * slope


paused = False
layer = paddle.nn.Linear(3, 4)
opt = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
for step in range(3):
    paused = step == 1
    x = paddle.full([2, 3], float(step + 1))
    hidden = layer(x)
    loss = Square.apply(hidden).mean()
    loss.backward()
    opt.step()
    opt.clear_grad()
print("done", step)
"""
IN_EAGER = [
    ("w", r"→  <module> +program\.py:26 +x = paddle\.full"),
    ("c", r"breakpoint +set_trace\(\)\nstep 2 +\(step=1\) .*\nprogram\.py:17 in backward +import pdb; pdb\.set_trace"),
    ("w", r"<module> +program\.py:29 .*\n.*libraries *\n +gradient of Square .*\n→  Square\.backward +program\.py:17"),
    ("locals", r"ctx .*\ndy +float32\[2, 4\] = .*\nx +float32.*\nslope +float32\[2, 4\]"),
    ("p slope / x", r"\[\[2\. 2\. 2\. 2\.\]"),
    ("p ctx", r"Square"),
    ("!slope = slope * 0.0", r"^$"),
    ("u 2", r"<module>  program\.py:29"),
    ("p hidden.shape", r"\(2, 4\)|\[2, 4\]"),
    ("p layer.weight.shape", r"\[3, 4\]"),
    ("!step = 7", r"^$"),
    ("locals", r"step +7"),
    ("n", r"program\.py:18 in backward +return dy \* slope"),
    ("p dy * slope", r"\[\[ *-?0\. +-?0\."),
    ("c", r"done 2\nThe script has ended"),
]


def test_eager_with_a_pylayer(tmp_path: Path):
    run = piped(tmp_path, EAGER, "".join(f"{line}\n" for line, _ in IN_EAGER), width=160)
    assert run.returncode == 0, run.stderr
    check(run.stdout, IN_EAGER)


def test_a_package_started_with_m(tmp_path: Path):
    package = tmp_path / "mynet"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "model.py").write_text(
        "import paddle\n\n\ndef forward(x):\n    doubled = x * 2.0\n    breakpoint()\n    return doubled\n"
    )
    (package / "__main__.py").write_text(
        "import sys\nimport paddle\nfrom mynet.model import forward\n\nx = paddle.ones([2])\n"
        "print('sum', float(forward(x).sum()), sys.argv[1:])\n"
    )
    session = [
        ("c", r"breakpoint +breakpoint\(\)\n.*\n.*model\.py:6 in forward +breakpoint\(\)"),
        ("w", r"^   <module> +\S*__main__\.py:6 .*\n→  forward +\S*model\.py:6"),
        ("!doubled = doubled + 1.0", r"^$"),
        ("p doubled", r"\[3\. 3\.\]"),
        ("c", r"sum 6\.0 \['--fast'\]"),
    ]
    run = subprocess.run(
        [sys.executable, "-m", "opscope", "debug", "-m", "mynet", "--fast"], cwd=tmp_path,
        env=environment(tmp_path, COLUMNS="120"), input="".join(f"{line}\n" for line, _ in session),
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    check(run.stdout, session)


def test_ctrl_c_ends_a_line_that_runs_for_ever(tmp_path: Path):
    terminal = Terminal(tmp_path, STATIC)
    try:
        terminal.until("(opscope) ")
        terminal.type("!import pathlib; pathlib.Path('started').touch(); exec('while True: pass')\r")
        end = time.monotonic() + 60
        while not (tmp_path / "started").exists() and time.monotonic() < end:
            time.sleep(0.02)
        terminal.type("\x03")
        assert "KeyboardInterrupt" in terminal.until("only the lines that you type see it")
        terminal.until("(opscope) ")
        assert "42" in terminal.ask("p 6 * 7")
        assert "train" in terminal.ask("w")
    finally:
        terminal.kill()


def test_an_error_before_anything_has_run_is_looked_at(tmp_path: Path):
    code = "def fails(n):\n    return 1 / n\n\n\nimport paddle\npaddle.ones([2])\nfails(0)\n"
    session = [
        ("c", r"ZeroDivisionError"),
        ("w", r"→  fails +program\.py:2 +return 1 / n"),
        ("a", r"n +0"),
        ("p n", "0"),
    ]
    run = piped(tmp_path, code, "".join(f"{line}\n" for line, _ in session))
    check(run.stdout, session)


FAILS = """\
import paddle


def ratio(values, at):
    total = sum(values)
    return values[at] / (total - 6)


x = paddle.ones([2]) * 3.0
print("ratio", ratio([1, 2, 3], 2))
"""


def test_post_mortem_looks_at_the_frames_of_the_exception(tmp_path: Path):
    session = [
        ("w", r"<module> +program\.py:10 +print.*\n→  ratio +program\.py:6 +return values"),
        ("a", r"values +\[1, 2, 3\] *\nat +2"),
        ("p values[at] + total", "^9"),
        ("!total = 7", r"note: ratio\(\) has ended, so it does not see the new 'total'"),
        ("u", r"<module>  program\.py:10"),
        ("p x.sum()", r"6\."),
    ]
    run = piped(tmp_path, FAILS, "".join(f"{line}\n" for line, _ in session), "--pm")
    assert run.returncode == 1 and "ZeroDivisionError" in run.stdout
    check(run.stdout, session)
    run = piped(tmp_path, FAILS.replace("- 6", "- 5"), "w\n", "--pm")
    assert run.returncode == 0 and "ratio 3.0" in run.stdout and "(opscope)" not in run.stdout
    assert "--pm stops only at exceptions" in piped(tmp_path, FAILS, "", "--pm", "-b", "x").stderr


EMPTY = """def mean(values):
    return sum(values) / len(values)


mean([])
"""


def test_post_mortem_of_a_script_that_fails_before_any_operator(tmp_path: Path):
    nothing = r"\*\*\* nothing has run yet"
    session = [
        ("w", r"<module> +program\.py:5 +mean.*\n→  mean +program\.py:2 +return sum"),
        ("p len(values)", "^0"),
        ("in", nothing),
        ("ou", nothing),
        ("ops", nothing),
        ("why", nothing),
        ("!lost", r"Traceback \(most recent call last\):\n  File \"<line \d+>\".*\n.*\n.*NameError: name 'lost'"),
    ]
    run = piped(tmp_path, EMPTY, "".join(f"{line}\n" for line, _ in session), "--pm")
    assert run.returncode == 1 and "exception                   ZeroDivisionError" in run.stdout
    check(run.stdout, session)
    assert "During handling" not in run.stdout
