"""Words of gdb, pdb and rr at the prompt: what is typed does what is expected, or the answer has the words to type."""

import re
from pathlib import Path

import pytest

from opscope.commands import groups
from opscope.commands.other_debuggers import INFO, INSTEAD, python_fix
from opscope.commands.table import COMMANDS, find, names
from opscope.errors import NotFound
from tests.cli.sessions import answers, piped

groups.load_commands()

EAGER = """\
import paddle

def loss_of(w, x):
    score = w * x
    return score.mean()

w = paddle.ones([3])
w.stop_gradient = False
for step in range(4):
    x = paddle.to_tensor([1.0, 2.0, 3.0])
    loss = loss_of(w, x)
    loss.backward()
"""

SESSION = [
    (
        "tbreak 5",
        r"breakpoint 1: id:5, pending\n.*5 is the number of an operator here\. .* type program\.py:5",
    ),
    ("clear", ""),
    ("break program.py:5", r"breakpoint 2: program\.py:5"),
    ("c", r"program\.py:5 in loss_of"),
    ("info b", r"2  yes  line +1  program\.py:5"),
    ("info locals", r"w +float32\[3\][^\n]*\nx +float32\[3\][^\n]*\nscore +"),
    ("info args", r"w +float32\[3\][^\n]*\nx +float32\[3\][^\n]*$"),
    ("info frame", r"loss_of +program\.py:5"),
    ("info source", r"→ +5      return score\.mean\(\)"),
    ("info score", r"made by elementwise_mul"),
    ("backtrace", r"<module> +program\.py:11[^\n]*\n→  loss_of +program\.py:5"),
    ("frame 0", r"no command 'frame'\n  fix: `where` shows the stack; `up` and `down` choose a frame"),
    ("jump 12", r"`goto STEP` goes to a step, `until LINE` runs to a line; no line can be skipped"),
    ("ptype x", r"fix: `whatis NAME`"),
    ("score", r"no command 'score'\n  fix: `p score` prints it"),
    ("x", r"fix: `p x` prints it"),
    ("x.std(axis=0)", r"fix: `p x\.std\(axis=0\)` prints it"),
    ("nosuch", r"no command 'nosuch'\n  fix: `help` lists them"),
    ("n = 3", r"fix: `! n = 3` executes it as Python"),
    ("step + 1", r"fix: `p step \+ 1` prints it"),
    ("set var x = 3", r"fix: `set x = 3`"),
    ("h break", r"fix: `help break`"),
    ("reverse-next", r"score = elementwise_mul"),
    ("reverse-continue", r"what is recorded[\s\S]*so breakpoint 2 cannot stop there\. Use b at:FILE:LINE"),
    ("b at:program.py:4", r"breakpoint 3: at:program\.py:4"),
    ("goto 3", r"step 3"),
    ("rc", r"past, breakpoint +at:program\.py:4"),
]


def test_a_session_of_a_user_of_gdb(tmp_path: Path):
    lines = "".join(f"{typed}\n" for typed, _ in SESSION)
    found = answers(piped(tmp_path, EAGER, lines).stdout)[1:]
    for (typed, expected), (line, answer) in zip(SESSION, found, strict=False):
        assert line == typed and re.search(expected, answer), (typed, answer)


def test_the_words_of_other_debuggers_are_no_commands_and_their_answers_name_commands():
    known = [*names(), "p", "rn", "rc", "rw", "!"]
    for word, text in INSTEAD.items():
        with pytest.raises(NotFound) as error:
            find(word)
        assert error.value.fix == text
        assert set(re.findall(r"`(\S+?)[` ]", text)) <= {*known}, text
    assert set(INFO.values()) <= set(COMMANDS)


@pytest.mark.parametrize(
    "line, is_command, fix",
    [
        ("loss", False, "`p loss` prints it"),
        ("typo", False, ""),
        ("x.mean()", False, "`p x.mean()` prints it"),
        ("len(x)", False, "`p len(x)` prints it"),
        ("s - 1", True, ""),
        ("loss / 2", True, "`p loss / 2` prints it"),
        ("n = 3", True, "`! n = 3` executes it as Python"),
        ("break x", True, ""),
        ("a; b", False, ""),
        ("\0", False, ""),
    ],
)
def test_a_line_of_python(line: str, is_command: bool, fix: str):
    assert python_fix(line, ["loss", "x"], is_command) == fix
