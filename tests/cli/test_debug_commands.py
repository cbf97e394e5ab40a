"""Every command of the prompt, once at least, in one long session."""

import re
from pathlib import Path

import pytest

from opscope.commands import groups
from opscope.commands.table import COMMANDS, GROUPS, find
from tests.cli.sessions import TRAIN, answers, piped
from tests.cli.test_debug_lines import LINES
from tests.cli.test_frames import IN_STATIC

groups.load_commands()

# What is typed, and what must be in the answer (a regular expression).
SESSION = [
    ("here", r"entry +before the first operator|run 0, forward"),
    ("help", r"rw +backToWrite +Go back to the last write of a variable\."),
    ("help b", r"break \[SPEC\] \[if COND\] \[hits N\]   \(b\)\nStop before operators"),
    ("? expressions", r"norm +the Euclidean norm"),
    (
        "nextRun",
        r"step 1, forward +\(step=0\)  fc_0\.tmp_0 = mul\(x, fc_0\.w_0\)  op 0\nprogram\.py:10 in <module> +h =",
    ),
    ("next 2", r"step 1, forward +\(step=0\)  h = tanh\(fc_0\.tmp_1\)  op 2"),
    ("n", r"h, dropout_0\.tmp_1 = dropout\(h\)  op 3"),
    (
        "locals",
        r"^label +float32\[8, 1\].*\nx +float32\[8, 4\].*\nh +float32\[8, 6\][\s\S]*\n…  +\d more of the program:",
    ),
    ("locals all", r"\ntanh_0\.tmp_0 \(h\) +float32\[8, 6\]"),
    ("p tanh_0.tmp_0.shape", r"\(8, 6\)"),
    ("pt tanh_0.tmp_0[0, :2]", r"tanh_0\.tmp_0\[0, :2\]  float32\[2\]\n\[.*\]\nmin .* max .* zeros 0%  ok"),
    ("stats tanh_0.tmp_0", r"float32\[8, 6\]  192 bytes  ok\n +min .*NaN 0  Inf 0\n.*[▁▂▃▄▅▆▇█]"),
    ("inputs", r"op 3 .*\n.*name +called +value.*\ntanh_0\.tmp_0 +h +float32\[8, 6\]"),
    ("outputs", r"dropout_0\.tmp_0 +h +no value here"),
    ("info", r"op 3 .*forward\n  p = 0\.2, .*\nprogram\.py:11"),
    ("info tanh_0.tmp_0", r"made by tanh of fc_0\.tmp_1\nread by dropout \(3\), tanh_grad"),
    ("names *tmp_1", r"fc_0\.tmp_1 +float32\[8, 6\] +\[.*…\]"),
    ("names * 2", r"\n  and \d+ more: `names \* \d+` lists all"),
    ("names op:tanh", r"name +called +value +\ntanh_0\.tmp_0 +h +float32\[8, 6\]"),
    ("where", r" <module> +program\.py:37 +.*exe\.run.*\n +\d of libraries *\n→  block 0 +program\.py:11"),
    ("list", r"→ +11  h = paddle\.nn\.functional\.dropout\(h, 0\.2\)"),
    ("ops", r"→ +3  forward  program\.py:11 +dropout_0"),
    ("attr op:dropout p 0.5", r"0 operators computed again"),
    ("n", r"out = py_func\(h\)"),
    ("set h[0] = 0", r"0 operators computed again .*\nedited"),
    ("p h[0].norm()", r"0\.0"),
    ("diff", r"dropout_0\.tmp_0 +\d+ of 48"),
    ("undo", r"taken back: h\[0\] = 0\.0"),
    ("until op:cond", r"= cond\("),
    ("step", r"step 1, forward .*op \d+\nprogram\.py:28 in <lambda>"),
    ("finish", r"= elementwise_sub\(score, label"),
    ("end", r"step 1 +\(step=0\)  the end of this run\nprogram\.py:37 in <module>"),
    ("p loss > 0", r"True"),
    ("stepBack", r"past +the program is in step 1\nstep 1, optimize"),
    ("b op:tanh if step > 4", r"breakpoint 1: op:tanh if step > 4  op 2"),
    ("tb at:program.py:28", r"breakpoint 2: at:program\.py:28  op 5"),
    ("wa --log loss < 0.5", r"breakpoint 3: mean_\d\.tmp_0 < 0\.5"),
    ("disable 3", r"breakpoint 3 is off"),
    ("enable 3", r"breakpoint 3 is on"),
    ("condition 1 step > 6", r"breakpoint 1: op:tanh if step > 6"),
    ("breakpoints", r"1  yes +operator +0  op:tanh if step > 6 +op 2 *\n2  yes +once.*\n3  yes +log"),
    ("b", r"1  yes +operator +0  op:tanh if step > 6 +op 2"),
    ("continue", r"breakpoint +at:program\.py:28\nstep 2, forward"),
    ("c", r"breakpoint +step = 7 > 6\nstep 7, forward"),
    ("clear 1", r"breakpoint 1 is removed"),
    ("goto 3 op:tanh", r"past, goto +the program is in step 7\nstep 3, forward +h = tanh"),
    ("rw fc_0.w_0", r"past, data breakpoint +writes fc_0\.w_0  the program is in step 7\nstep 2, optimize"),
    ("dial loss everything", r"mean_\d\.tmp_0: everything, from the next run on"),
    ("dial nosuch", r"nosuch: statistics, from the next run on\nnote: the tap nosuch matches nothing in this program"),
    ("clear", r"is removed|are removed"),
    ("watch nan", r"breakpoint 4: \* if has_inf_or_nan  everywhere"),
    ("c", r"data breakpoint +out: .* NaN and \d+ Inf among 48 elements, written by py_func\nstep 30, forward"),
    ("why", r"out\[0, \d\] = .* in step 30 .*\ncause: your function spread made it of .*\n.*\n  at program\.py:"),
    ("first", r"step 30: out: .*, written by py_func\n  at program\.py"),
    ("expect mask -inf", r"-inf in mask is expected"),
    ("rw", r"past, data breakpoint +writes out  the program is in step 30\nstep 30, forward +out = py_func"),
    ("rwhen loss < 2", r"past, data breakpoint +mean_\d\.tmp_0 = .* < 2"),
    ("history loss", r"steps 1 to 29  [▁▂▃▄▅▆▇█]{20}.*\n +step +value  health"),
    ("steps", r"steps 1 to 29, .* of 256 MB, \d+ keyframes\nthe program is in step 30\nthe place shown is in step"),
    ("rules saturated*", r"saturated-units +warning [\s\S]*\n  5  \|input\| of a sigmoid or tanh .*DeepDiagnosis"),
    ("findings saturated*", r"^(no findings|no findings of these rules, \d+ of other rules)"),
    ("record 128MB", r"recording: \S+ \w?B of 128 MB|recording: \S+ % · \S+ \w?B of 128 MB"),
    ("cl", r"1 breakpoint is removed"),
    ("b op:mul if step == 10", r"breakpoint 5"),
    ("rc", r"past, breakpoint +step == 10 .*\nstep 10"),
    ("cl", r"1 breakpoint is removed"),
    ("whatif 12 x = x / 2", r"values differ at the end of step 29\n.*\nmean_\d\.tmp_0 +29 +\S+ +\S+"),
    ("whatif 12 x[0, 1:] = 0", r"values differ at the end of step 29\n"),
    ("save night", r"saved in night: opscope\.debug\.open\('night'\) opens the recording"),
    ("c", r"calls: 69\nThe script has ended\. Steps 1 to 33 are recorded.*\npast, end +the script is over\nstep 33"),
    ("quit", r""),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    lines = "".join(f"{line}\n" for line, _ in SESSION)
    done = piped(tmp_path_factory.mktemp("session"), TRAIN, lines)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    return answers(done.stdout)[1:]


@pytest.mark.parametrize("at", range(len(SESSION)), ids=lambda at: f"{at}: {SESSION[at][0]}")
def test_a_command_answers(session: list[tuple[str, str]], at: int):
    line, expected = SESSION[at]
    assert session[at][0] == line
    assert re.search(expected, session[at][1]), session[at][1]


def test_no_answer_is_an_error(session: list[tuple[str, str]]):
    assert not [answer for _, answer in session if "***" in answer or "Traceback" in answer]


def test_every_command_is_used_in_a_session():
    lines = [line for line, _ in (*SESSION, *IN_STATIC, *LINES) if not line.startswith(("!", "twice"))]
    others = {"commands", "display", "undisplay", "restart", "thread", "threads", "risk"}  # in tests of their own
    assert {find(word).name for word in (*(line.split()[0] for line in lines), "!")} | others == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_that_fits_a_narrow_terminal(name: str):
    command = COMMANDS[name]
    assert command.group in GROUPS
    assert 10 < len(command.summary) <= 54 and command.summary.endswith(".")
    assert max(map(len, command.details.splitlines()), default=0) < 116


def test_all_modules_with_commands_are_loaded():
    folder = Path(groups.__file__).parent
    having = {p.stem for p in folder.glob("*.py") if re.search(r"^@command\(", p.read_text(), re.MULTILINE)}
    assert having == {c.function.__module__.rpartition(".")[2] for c in COMMANDS.values()}
