"""What notebooks show of objects: facts, pictures, no script, nothing from a network, bounded."""

import re
import struct
import xml.etree.ElementTree as ET
import zlib

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.displays import pictures, program_display, variable_display
from opscope.displays.html_block import ROWS, block, table
from opscope.displays.layer_display import OWN
from opscope.displays.summaries_display import POINTS
from opscope.displays.tensor_display import sampled
from opscope.events import ValueSeen
from opscope.paddle.static import nn as static_nn
from tests import fresh

VOID = re.compile(r"<(img|br)([^>]*)>")


def shown(thing):
    """The HTML of an object; well formed, with everything that it shows inside."""
    page = thing._repr_html_()
    ET.fromstring(VOID.sub(r"<\1\2/>", page.replace("&nbsp;", " ")))
    assert "<script" not in page and not re.search(r"(src|href)=.?(https?:|//)", page)
    return page


@pytest.fixture
def program():
    paddle.enable_static()
    programs = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(*programs), paddle.static.scope_guard(paddle.static.Scope()):
        x = paddle.static.data("x", [None, 4], "float32")
        loss = paddle.mean(static_nn.fc(paddle.nn.functional.relu(static_nn.fc(x, 8)), 1))
        paddle.optimizer.SGD(0.01).minimize(loss)
        yield x, loss
    paddle.disable_static()


def seen_value(name):
    where = {"op": 0, "op_type": "tanh", "role": "forward", "grad_of": "", "parameter": False, "site": ""}
    numbers = {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "zeros": 0.0, "nan": 0, "inf": 0}
    return ValueSeen(name=name, step=1, shape=(2,), dtype="float32", **where, **numbers)


def train(loss, steps=5):
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    for _ in range(steps):
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])


def test_a_tensor_has_statistics_elements_and_their_distribution():
    page = shown(paddle.to_tensor(np.array([[1.0, 2.0], [3.0, np.nan]], "float32")))
    for part in ("float32[2, 2]", "mean", "2", "NaN", "<svg", "data:image/png"):
        assert part in page


@pytest.mark.parametrize(
    "value", [np.float32(3), np.zeros((0, 3)), np.array([True, False]), np.array([1 + 2j, 3j]), np.arange(3)]
)
def test_tensors_of_all_kinds(value):
    assert "ensor" in shown(paddle.to_tensor(value))


def test_looking_at_a_tensor_computes_nothing_in_the_program(program):
    x, loss = program
    operators = len(loss.program.operators)
    for each in (x, loss, loss.program):
        shown(each)
    assert len(loss.program.operators) == operators


def test_a_large_tensor_is_sampled_and_says_so():
    every, sample = sampled(np.zeros((4096, 4096), "float32"))
    assert every > 1 and 1000 < sample.size <= 1 << 17
    assert f"of every {every}th position" in shown(paddle.zeros([4096, 4096]))


def test_pixels_become_a_picture_that_can_be_read():
    made = pictures.png(bytes([0, 2, 254, 255]), 2, 2)
    assert made[12:16] == b"IHDR" and struct.unpack(">II", made[16:24]) == (2, 2)
    at = made.index(b"IDAT")
    (size,) = struct.unpack(">I", made[at - 4 : at])
    assert zlib.decompress(made[at + 4 : at + 4 + size]) == bytes([0, 0, 2, 0, 254, 255])
    assert len(pictures.PALETTE) == 3 * 256


def test_a_variable_names_who_makes_and_who_reads_it_with_lines(program):
    x, loss = program
    assert "fed" in shown(x) and "read by" in shown(x) and "test_displays.py" in shown(x)
    page = shown(loss)
    assert "made by" in page and "paddle.mean" in page
    parameter = loss.program.all_parameters()[0]
    assert f"Parameter {parameter.name}" in shown(parameter)


def test_a_program_has_its_operators_feeds_and_parameters(program):
    page = shown(program[1].program)
    for part in ("relu", "sgd", "fc_0.w_0", "float32[4, 8]", "trained", "fed", "<svg"):
        assert part in page
    assert "Program" in shown(paddle.static.Program())


def test_a_layer_has_its_tree_and_parameters():
    net = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.ReLU(), paddle.nn.Sequential(paddle.nn.Linear(8, 2)))
    net[0].weight.stop_gradient = True
    page = shown(net)
    for part in ("Sequential", "Linear(in_features=4", "weight [4, 8]", "58 elements", "32 elements"):
        assert part in page
    assert "ReLU" in shown(paddle.nn.ReLU())


def test_a_run_its_history_and_its_recording(program, tmp_path):
    run = debug.start(lambda: train(program[1]), taps=["fc_*"], to=tmp_path / "kept", title="tiny")
    run.wait()
    for part in ("tiny", "finished", "steps 1 to 5", "fc_0.tmp_0", "<polyline"):
        assert part in shown(run)
    assert "fc_0.tmp_0" in shown(run.history) and "<polyline" in shown(run.history)
    opened = debug.open(tmp_path / "kept")
    assert "1 to 5" in shown(opened) and "<polyline" in shown(opened)


def test_a_run_that_goes_on_shows_no_numbers_that_change():
    run = debug.Run(lambda: None, title="new one")
    assert shown(run) == block("new one", [("state", "new")])
    assert repr(run) == "<run new one: new>"


def test_a_failed_run_says_why():
    def body():
        raise ZeroDivisionError("a < b & c")

    run = debug.start(body)
    with pytest.raises(ZeroDivisionError):
        run.wait()
    assert "a &lt; b &amp; c" in shown(run)
    assert [f.rule for f in run.findings] == ["run-failed"] and "1, see run.findings" in shown(run)


HOSTILE = "a\x1b]0;title\x07\u202e<b>"


def test_texts_steer_no_terminal():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        total = paddle.sum(paddle.static.data(HOSTILE, [2], "float32"))

    def body():
        paddle.static.Executor().run(main, {HOSTILE: np.ones(2, "float32")}, [total])
        raise ValueError(HOSTILE)

    run = debug.start(body, title=HOSTILE, taps=["*"])
    with pytest.raises(ValueError, match="<b>") as error:
        run.wait()
    breakpoints = [run.breakpoint(HOSTILE), run.breakpoint("function:body", log=HOSTILE)]
    history, failure = run.history, debug.post_mortem(error.value)
    seen = history.of(HOSTILE)[-1]
    things = [run, history, failure, seen, main, run.look(HOSTILE), run.why(HOSTILE), run.stack(), run.findings]
    for each in [*things, *breakpoints, run.breakpoints, run.summaries(), run.recording]:
        assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", f"{each!r}{each}"), type(each)


def test_lists_of_small_objects_are_readable(program):
    run = debug.start(lambda: train(program[1]), taps=["fc_*"], entry=True)
    run.until_stopped()
    run.goto(2)
    run.breakpoint("op:relu", "step > 3")
    assert repr(run.breakpoints) == "[<breakpoint 1: op:relu if step > 3; 0 hits>]"
    assert re.fullmatch(r"<frame train  exe.run\(.*\)  \S*test_displays.py:\d+ in train>", repr(run.stack()[-2]))
    assert re.fullmatch(r"<recording: .* of 256 MB; step 1>", repr(run.recording))
    value = repr(run.summaries(1)["fc_0.tmp_1"])
    assert re.fullmatch(
        r"<fc_0.tmp_1 float32\[2, 8\] in step 1: mean \S+, std \S+, min \S+, max \S+, .*% zeros>", value
    )
    run.stop()


def test_ipython_shows_the_begin_of_a_long_program(program):
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    small = program[1].program
    assert f"{pretty(small)}\n" == str(small)
    with paddle.static.program_guard(small):
        for _ in range(200):
            paddle.abs(program[0])
    for each, total in ((small, str(small).count("\n")), (small.global_block(), str(small.global_block()).count("\n"))):
        lines = pretty(each).splitlines()
        assert lines[:-1] == str(each).splitlines()[:40]
        assert lines[-1] == f"... and {total - 40:,} more lines: print() shows all"


def test_taps_list_their_patterns_and_values(program):
    exe = paddle.static.Executor()
    taps = debug.attach(exe).tap("fc_*", level="health").tap("x")
    exe.run(paddle.static.default_startup_program())
    exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[program[1]])
    assert taps.patterns == {"fc_*": "health", "x": "statistics"}
    page = shown(taps)
    assert "fc_* (health), x (statistics)" in page and "float32[2, 4]" in page


def test_checks_say_what_is_wrong_first():
    class Wrong(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, dy):
            return dy * 3

    def body():
        x = paddle.ones([3])
        x.stop_gradient = False
        Wrong.apply(x).sum().backward()

    page = shown(debug.check(body))
    assert "wrong" in page and "Wrong" in page and "test_displays.py" in page


def test_tables_are_cut_and_text_is_escaped():
    page = table(("a",), [[f"<b>{i}\x1b"] for i in range(100)], "things")
    assert "and 60 more things" in page and "<b>0" not in page and "&lt;b&gt;0\\x1b" in page


def test_a_layer_with_many_parameters_shows_the_first_ones():
    paddle.disable_static()
    layer = paddle.nn.Layer()
    for i in range(100):
        layer.add_parameter(f"w{i}", layer.create_parameter([2]))
    page = shown(layer)
    assert "w0 [2], w1 [2], " in page and f"w{OWN - 1} [2], and {100 - OWN} more<" in page and f"w{OWN} " not in page


def test_a_long_program_shows_the_first_variables_and_counts_all(monkeypatch):
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        x = paddle.static.data("x", [None, 4], "float32")
        for _ in range(ROWS):
            paddle.static.nn.fc(x, 2)
    drawn = []
    spec = program_display._spec
    monkeypatch.setattr(program_display, "_spec", lambda variable: drawn.append(variable) or spec(variable))
    page = shown(main)
    assert len(drawn) == ROWS and f"and {ROWS + 1} more variables" in page  # x, a weight and a bias for each fc
    assert f"{2 * ROWS} with {10 * ROWS} elements" in page


FIRST_LOOK = """
import sys
import numpy as np
from opscope import debug, paddle
from opscope.paddle.static import nn

values = [paddle.ones([4, 4]), paddle.nn.Linear(4, 2)]
paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
loss = paddle.mean(nn.fc(x, 2))
exe = paddle.static.Executor()

def train():
    exe.run(paddle.static.default_startup_program())
    for _ in range(3):
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])

run = debug.start(train, taps=["*"], to="kept")
run.wait()
taps = debug.attach(exe).tap("*", level="health")
before = set(sys.modules)
for each in (*values, loss, loss.program, run, run.history, run.findings, taps, debug.open("kept"), debug.check(print)):
    assert each._repr_html_()
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def test_a_first_look_loads_only_what_its_picture_needs(tmp_path):
    """Graphviz and a compiler of kernels took most of the time of a first display."""
    loaded = fresh.python("-c", FIRST_LOOK, cwd=tmp_path).stdout.split()
    assert {"graphviz", "llvmlite", "subprocess", "wasmtime", "pandas"}.isdisjoint(loaded) and "opscope" in loaded


def test_a_display_reads_no_more_values_than_it_shows(monkeypatch):
    history = debug.History()
    for i in range(3 * ROWS):
        history.add(seen_value(f"v{i}"))
    read = []
    monkeypatch.setattr(history, "of", lambda name: read.append(name) or debug.History.of(history, name))
    assert f"and {2 * ROWS} more values" in shown(history)
    assert len(read) == ROWS


def test_a_variable_with_many_readers_shows_the_first_ones(program, monkeypatch):
    x, _ = program
    for _ in range(2 * ROWS):
        paddle.tanh(x)
    rows = []
    row = variable_display._row
    monkeypatch.setattr(variable_display, "_row", lambda *each: rows.append(each) or row(*each))
    page = shown(x)
    assert len(rows) == ROWS and f"and {ROWS + 3} more operators" in page  # fed; mul, mul_grad and tanh read it


@pytest.mark.parametrize("levels", [{"*": "statistics"}, {"*": "health", "fc_0.*": "statistics"}])
def test_taps_look_the_same_before_and_after_their_summaries_are_made(program, levels):
    exe = paddle.static.Executor()
    taps = debug.attach(exe)
    for pattern, level in levels.items():
        taps.tap(pattern, level=level)
    exe.run(paddle.static.default_startup_program())
    for i in range(POINTS // 2):
        feed = np.full((2, 4), i if i != 7 else np.nan, "float32")
        exe.run(feed={"x": feed}, fetch_list=[program[1]])
    page, names = shown(taps), taps.names()
    assert "fc_0.tmp_0" in page
    assert taps.history.of("fc_0.tmp_0")  # all summaries are made
    assert taps.names() == names
    assert re.sub("<svg.*?</svg>", "", shown(taps)) == re.sub("<svg.*?</svg>", "", page)
