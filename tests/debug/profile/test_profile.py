"""Profiles: what they count, that what is profiled stays as it is, and how they are shown."""

import json
import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import opscope
from opscope import debug, paddle
from opscope.core import state
from opscope.debug.profile import profile_table, roofline
from opscope.debug.profile.profile_rows import ProfileRow
from opscope.debug.profile.stopwatch import Stopwatch
from opscope.errors import ArgumentError, NotFound, UsageError
from opscope.paddle import static
from tests.forked import python
from tests.laws import fake_cupy

F = paddle.nn.functional
LIMITS = roofline.MachineLimits(10e9, 100e9)


@pytest.fixture(autouse=True)
def static_mode(monkeypatch):
    paddle.enable_static()
    module = sys.modules[debug.Profile.__module__]
    monkeypatch.setattr(module, "limits", lambda place, dtype: LIMITS)  # there is no time to measure in each test
    monkeypatch.setattr(module, "measure_again", lambda place, dtype: LIMITS)


X = np.random.default_rng(0).normal(size=(8, 1, 6, 6)).astype("float32")
LABELS = np.arange(8).reshape(8, 1) % 3


def classifier(custom=True):
    """Convolution, batch_norm, dropout, a function of the user's, a block, Momentum: all that can be timed."""
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        image = static.data("image", [None, 1, 6, 6], "float32")
        label = static.data("label", [None, 1], "int64")
        h = static.nn.batch_norm(static.nn.conv2d(image, 4, 3))
        if custom:
            out = main.current_block().create_var(name="bent", dtype="float32", shape=h.shape)
            h = static.py_func(np.tanh, h, out, lambda y, dy: np.array(dy) * (1 - np.array(y) ** 2), h)
            h = static.nn.static_pylayer(lambda h: h * F.sigmoid(h), [h], lambda d: d * 0.5)
        h = F.dropout(h, 0.4)
        loss = F.cross_entropy(static.nn.fc(h, 3), label)
        paddle.optimizer.Momentum(0.05, 0.9).minimize(loss)
    return main, startup, loss


FEED = {"image": X, "label": LABELS}


def train(custom, profiled, steps=5):
    """(losses, final scope, next random numbers, the profile) of a training from scratch."""
    state.reset()
    paddle.enable_static()
    main, startup, loss = classifier(custom)
    exe = static.Executor()
    paddle.seed(7)
    exe.run(startup)
    run = lambda: [exe.run(main, feed=FEED, fetch_list=[loss])[0].tobytes() for _ in range(steps)]
    seen = opscope.profile(exe)
    if profiled:
        with seen:
            losses = run()
    else:
        losses = run()
    scope = static.global_scope()
    values = {n: np.array(scope.find_var(n).get_tensor()).tobytes() for n in scope.local_var_names()}
    paddle.disable_static()
    return losses, values, paddle.rand([3]).tolist(), seen


def product(rows=256, inner=384, columns=128):
    """A matmul followed by a tanh, run three times."""
    x = static.data("x", [None, inner], "float32")
    w = static.data("w", [inner, columns], "float32")
    y = paddle.tanh(paddle.matmul(x, w))
    exe = static.Executor()
    feed = {"x": np.ones((rows, inner), "float32"), "w": np.ones((inner, columns), "float32")}
    with opscope.profile(exe) as seen:
        for _ in range(3):
            exe.run(feed=feed, fetch_list=[y])
    return seen, y


# --- what is counted --------------------------------------------------------------------------------


def test_a_row_has_the_operations_and_bytes_of_its_matmul():
    seen, y = product()
    row = seen["matmul_v2"]
    assert row.flops == 2 * 256 * 384 * 128
    assert row.bytes == 4 * (256 * 384 + 384 * 128 + 256 * 128)
    assert seen[y.name].flops == 256 * 128
    assert row.speed == pytest.approx(row.flops / row.seconds)
    assert row.of_matmul == pytest.approx(row.speed / LIMITS.matmul)
    assert row.of_memory == pytest.approx(row.bytes / row.seconds / LIMITS.memory)


def test_a_gradient_counts_what_its_rule_expands_to():
    x = static.data("x", [4, 3], "float32")
    loss = paddle.mean(static.nn.fc(x, 5, bias_attr=False))
    x.stop_gradient = False
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    with opscope.profile(exe) as seen:
        for _ in range(3):
            exe.run(feed={"x": np.ones((4, 3), "float32")}, fetch_list=[loss])
    assert seen["mul"].flops == 2 * 4 * 3 * 5
    assert seen["mul_grad"].flops in (2 * 4 * 3 * 5, 2 * 2 * 4 * 3 * 5), "the gradient of x may not be needed"
    assert seen["sgd"].flops == 2 * 15


def test_shares_are_parts_of_a_whole():
    for custom in (True, False):
        rows = train(custom, profiled=True)[3].rows
        assert sum(r.share for r in rows) == pytest.approx(1.0)
        assert [r.share for r in rows] == sorted((r.share for r in rows), reverse=True)
        assert all(r.seconds >= 0 for r in rows)
        assert "python (executor)" in [r.op for r in rows]


@pytest.mark.parametrize("key", ["type", "site", "role", "scope", "bound"])
def test_sums_lose_nothing(key):
    seen = train(True, profiled=True)[3]
    summed = seen.by(key)
    assert sum(r.total for r in summed) == pytest.approx(sum(r.total for r in seen.rows))
    assert len({r.op for r in summed}) == len(summed)


def test_the_clock_decides_what_a_row_says():
    ticks = iter(range(100_000))
    x = static.data("x", [4], "float32")
    y = paddle.tanh(x)
    exe = static.Executor()
    runs = []
    with Stopwatch(runs.append, clock=lambda: float(next(ticks))).on(exe):
        for _ in range(3):
            exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[y])
    assert [r.lowered for r in runs] == [False, True, True]
    assert all(s.own == s.end - s.start == 1.0 for r in runs for s in r.spans)
    assert [next(s.origin.name for s in r.spans) for r in runs] == ["tanh"] * 3


def test_operators_of_blocks_have_their_own_rows_and_their_time_is_counted_once():
    x = static.data("x", [4], "float32")
    n = paddle.full([1], 0, "int64")
    y = static.nn.while_loop(lambda n, y: n < 3, lambda n, y: [n + 1, paddle.exp(paddle.sin(y))], [n, x])[1]
    exe = static.Executor()
    with opscope.profile(exe) as seen:
        for _ in range(4):
            exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[y])
    assert seen["sin"].calls == 3, "the block ran three times"
    assert seen["while"].seconds >= 0
    for run in seen.timed:
        assert sum(s.own for s in run.spans) <= run.end - run.start


def test_the_user_code_of_a_row_is_unknown_work():
    row = train(True, profiled=True)[3]["py_func"]
    assert row.flops is None and row.bound == "" and row.bytes > 0


# --- what is profiled stays as it is ----------------------------------------------------------------


@pytest.mark.parametrize("custom", [True, False], ids=["with user code", "plain"])
def test_a_profiled_training_is_bit_identical(custom):
    plain, profiled = train(custom, False), train(custom, True)
    assert plain[:3] == profiled[:3]
    assert len(profiled[3].rows) > 5 and not plain[3].rows


def test_afterwards_the_executor_is_as_before():
    exe = static.Executor()
    before, plain = dict(vars(exe)), exe.run.__func__
    with opscope.profile(exe), opscope.profile():
        assert vars(exe).keys() == before.keys() and exe.run.__func__ is not plain
    assert vars(exe).keys() == before.keys()
    assert exe.run.__func__ is static.Executor.run is plain and plain.__module__ == "opscope.runtime.executor"


def test_other_executors_are_not_timed_unless_all_are():
    x = static.data("x", [4], "float32")
    y = paddle.tanh(x)
    one, other = static.Executor(), static.Executor()
    feed = {"x": np.ones(4, "float32")}
    with opscope.profile(one) as seen, opscope.profile() as every:
        other.run(feed=feed, fetch_list=[y])
    assert not seen.rows and every["tanh"].runs == 1


def test_a_run_that_fails_leaves_everything_usable():
    x = static.data("x", [None, 3], "float32")
    out = static.default_main_program().current_block().create_var(name="out", shape=[-1, 3], dtype="float32")
    bad = []

    def function(x):
        if bad:
            raise bad.pop()
        return np.array(x) * 2

    static.py_func(function, x, out)
    y = paddle.tanh(out)
    exe = static.Executor()
    feed = {"x": np.ones((2, 3), "float32")}
    with opscope.profile(exe) as seen:
        for fails in (False, True, False, True, False):
            bad[:] = [KeyError("mine")] if fails else []
            if fails:
                with pytest.raises(KeyError, match="mine") as raised:
                    exe.run(feed=feed, fetch_list=[y])
                assert "py_func" in "".join(raised.value.__notes__)
            else:
                np.testing.assert_array_equal(exe.run(feed=feed, fetch_list=[y])[0], np.tanh(feed["x"] * 2))
    assert len(seen.timed) == 3
    with pytest.raises(ZeroDivisionError), opscope.profile(exe):
        1 / 0  # noqa: B018
    assert "run" not in vars(exe)


def test_a_function_that_makes_something_else_than_before_goes_on_in_a_frame():
    x = static.data("x", [None], "float32")
    out = static.default_main_program().current_block().create_var(name="out", shape=[-1], dtype="float32")
    count = iter([2, 2, 2, 3, 3])
    static.py_func(lambda x: np.ones(next(count), "float32"), x, out)
    y = paddle.exp(out)
    exe = static.Executor()
    with opscope.profile(exe) as seen:
        sizes = [exe.run(feed={"x": np.ones(1, "float32")}, fetch_list=[y])[0].size for _ in range(5)]
    assert sizes == [2, 2, 2, 3, 3]
    assert [any(s.origin.name == "exp" for s in run.spans) for run in seen.timed] == [True] * 5


def test_a_function_may_run_a_program_of_its_own():
    inner, main = static.Program(), static.Program()
    with static.program_guard(inner):
        a = static.data("a", [3], "float32")
        b = paddle.cos(a)
    exe = static.Executor()
    with static.program_guard(main):
        x = static.data("x", [3], "float32")
        out = main.current_block().create_var(name="out", shape=[3], dtype="float32")
        static.py_func(lambda x: exe.run(inner, feed={"a": np.array(x)}, fetch_list=[b])[0], x, out)
    with opscope.profile(exe) as seen:
        for _ in range(3):
            (made,) = exe.run(main, feed={"x": np.zeros(3, "float32")}, fetch_list=[out])
    assert made.tolist() == [1, 1, 1]
    assert {r.program for r in seen.rows if r.op in ("cos", "py_func")} == {inner.id, main.id}


def test_what_a_debugger_drives_is_not_timed_and_that_is_said():
    x = static.data("x", [4], "float32")
    y = paddle.tanh(x)
    exe = static.Executor()
    with opscope.profile(exe) as seen:
        debug.start(lambda: exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[y]), taps=["*"]).wait()
    assert "1 runs were not timed: another profile, or a debugger, drives them" in repr(seen)


def test_taps_have_a_row():
    main, startup, loss = classifier(custom=False)
    exe = static.Executor()
    exe.run(startup)
    debug.attach(exe).tap("*")
    with opscope.profile(exe) as seen:
        for _ in range(3):
            exe.run(main, feed=FEED, fetch_list=[loss])
    assert seen["taps"].calls > 5 and seen["conv2d"].flops == 2 * 8 * 4 * 4 * 4 * 9


def test_on_a_gpu_each_call_is_waited_for(monkeypatch):
    waits = []
    cupy = fake_cupy.install(monkeypatch)
    cupy.cuda.get_current_stream = lambda: SimpleNamespace(ptr=0, synchronize=lambda: waits.append(1))
    x = static.data("x", [None, 3], "float32")
    y = paddle.mean(paddle.matmul(paddle.tanh(x), x, transpose_y=True))
    exe = static.Executor(paddle.CUDAPlace(0))
    with opscope.profile(exe) as seen:
        for _ in range(2):
            exe.run(feed={"x": np.ones((4, 3), "float32")}, fetch_list=[y])
    assert [run.lowered for run in seen.timed] == [False, True]
    assert len(waits) == (1 + 3) + (1 + 3 + 1)  # operators; calls, and what is stored
    assert seen["matmul_v2"].flops == 2 * 4 * 3 * 4


@pytest.mark.gpu
def test_limits_of_a_gpu():
    found = roofline.limits(paddle.CUDAPlace(0))
    assert found.memory > 1e11 and found.matmul > 1e12


# --- fused ------------------------------------------------------------------------------------------


def test_what_runs_as_one_is_one_row():
    x = static.data("x", [None, 512], "float32")
    y = F.gelu(paddle.tanh(x * 3.0) + x)
    exe = static.Executor()
    with opscope.profile(exe) as seen:
        for _ in range(3):
            exe.run(feed={"x": np.ones((1024, 512), "float32")}, fetch_list=[y])
    row = max(seen.rows, key=lambda r: len(r.operators))
    assert row.op.endswith(f"({len(row.operators)} fused)") and len(row.operators) == 4
    assert row.bytes == 4 * 2 * 1024 * 512, "only what goes in and comes out"
    assert row.flops > 4 * 1024 * 512


def test_the_update_is_one_row_for_all_parameters():
    seen = train(False, profiled=True)[3]
    row = next(r for r in seen.rows if "parameters" in r.op)
    assert row.op == "momentum of 6 parameters" and row.role == "optimize" and len(row.operators) == 6


# --- how it is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120, 160])
def test_the_text_is_as_wide_as_the_terminal_at_most(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    lines = repr(train(True, profiled=True)[3]).splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[0].startswith("operator") and lines[0].endswith("bound")
    assert ("GB/s" in lines[0]) == (width >= 110)
    assert lines[-1].startswith("measured limits: 10.0 GB/s")
    assert lines[-2].startswith("a run takes") and "left out" in lines[-2]


def test_a_long_table_says_what_it_leaves_out(monkeypatch):
    monkeypatch.setattr(profile_table, "SHOWN", 10)
    seen = train(True, profiled=True)[3]
    assert re.search(rf"… {len(seen.rows) - 10} more: \d", repr(seen))
    assert len(repr(seen).splitlines()) == 2 + 10 + 1 + 2


def test_the_page_has_the_same_numbers_and_no_markup_of_the_users():
    seen, _ = product()
    page = seen._repr_html_()
    assert page.count("<tr>") == len(seen.rows) + 1
    assert profile_table.seconds(seen["matmul_v2"].seconds) in page
    row = seen["tanh"]
    shown = profile_table.html([row.__class__(op="<b>", type="<i>", limits=LIMITS)], "operator", ["<note>"])
    assert "<b>" not in shown and "<i>" not in shown and "<note>" not in shown


def test_numbers_have_three_digits():
    assert [profile_table.unit(n, ("B", "KB", "MB")) for n in (0, 1, 12.34, 999, 1000, 1.5e6, 2e9)] == [
        "0 B",
        "1.00 B",
        "12.3 B",
        "999 B",
        "1.00 KB",
        "1.50 MB",
        "2000 MB",
    ]
    assert (
        profile_table.seconds(1.5e-3) == "1.50 ms"
        and profile_table.percent(None) == "–"
        and profile_table.percent(0.5) == "50%"
    )


def test_the_trace_is_what_perfetto_opens(tmp_path):
    seen = train(True, profiled=True)[3]
    path = tmp_path / "trace.json"
    seen.save(path)
    events = json.loads(path.read_text())["traceEvents"]
    assert all({"ph", "ts", "dur", "pid", "tid", "name"} <= e.keys() for e in events)
    spans = [e for e in events if e["ph"] == "X"]
    assert {e["cat"] for e in spans} == {"run", "forward", "backward", "optimize"}
    assert len([e for e in spans if e["cat"] == "run"]) == 5
    assert all(e["dur"] >= 0 and e["ts"] >= 0 for e in spans)
    (conv, *_) = [e for e in spans if e["name"] == "conv2d"]
    assert conv["args"]["flops"] == 2 * 8 * 4 * 4 * 4 * 9 and conv["args"]["site"].startswith(__file__)
    names = {e["args"]["name"] for e in events if e["name"] == "thread_name"}
    assert names == {"run", "forward", "backward", "optimize", "debug"}


def test_the_trace_keeps_as_many_runs_as_asked_for():
    x = static.data("x", [4], "float32")
    exe = static.Executor()
    with opscope.profile(exe, steps=2) as seen:
        for _ in range(5):
            exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[paddle.tanh(x)])
    assert len(seen.timed) == 2


def test_the_graph_is_hotter_where_it_took_longer():
    pytest.importorskip("graphviz")
    seen, y = product(2048, 512, 512)
    program = static.default_main_program()
    heat = seen.heat(program)
    hot, cold = program.global_block().ops[0].id, y.op.id
    assert heat[hot] > heat[cold]
    drawn = seen.graph()
    fill = lambda op: re.search(rf'id="op-{op}".*?fill-opacity:([\d.]+)', drawn, re.DOTALL)[1]
    assert float(fill(hot)) == 1.0 > float(fill(cold))
    assert f"{heat[hot]:.1%}" in drawn
    assert "fill-opacity" not in opscope.viz.draw(opscope.viz.program_graph(program))


def test_the_command_line_profiles_a_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import numpy as np, paddle, sys\n"
        "paddle.enable_static()\n"
        "x = paddle.static.data('x', [4], 'float32')\n"
        "y = paddle.tanh(x)\n"
        "for _ in range(3):\n"
        "    paddle.static.Executor().run(feed={'x': np.ones(4, 'float32')}, fetch_list=[y])\n"
        "sys.exit(3)\n"
    )
    done = python("-m", "opscope", "profile", "--trace", str(tmp_path / "t.json"), str(script))
    assert done.returncode == 3, done.stderr
    assert "tanh" in done.stdout and "measured limits" in done.stdout
    assert json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    done = python("-m", "opscope", "profile", "--by", "colour", str(script))
    assert "times cannot be summed by 'colour'" in done.stderr and "tanh" not in done.stdout


# --- limits, and mistakes ---------------------------------------------------------------------------


def test_limits_are_measured_once():
    first = roofline.limits()
    assert first == roofline.limits() and first.memory > 1e8 and first.matmul > 1e8
    assert first.copied >= 2**26 and f"GB/s ({first.copied >> 20} MiB copied)" in str(first)  # beyond its caches
    assert first.dtype == "float32"
    assert roofline.limits(dtype="float64").memory == first.memory


def test_a_display_measures_nothing(monkeypatch):
    module, measured = sys.modules[debug.Profile.__module__], []
    monkeypatch.setattr(roofline, "_measured", {})
    monkeypatch.setattr(module, "limits", roofline.limits)
    monkeypatch.setattr(roofline, "_memory", lambda place: measured.append("memory") or 10e9)
    monkeypatch.setattr(roofline, "_matmul", lambda place, dtype: measured.append("matmul") or 100e9)
    seen, _ = product()
    assert measured == ["memory", "matmul"]  # at the end of the profile
    assert "measured limits: 10.0 GB/s" in repr(seen) and seen._repr_html_() and repr(seen.by("type"))
    assert measured == ["memory", "matmul"]


def test_mistakes_are_told():
    seen, _ = product()
    with pytest.raises(ArgumentError, match=r"(?s)times cannot be summed by 'typ'\s.*did you mean 'type'"):
        seen.by("typ")
    with pytest.raises(NotFound, match="no operator 'matmul' was profiled"):
        seen["matmul"]
    with pytest.raises(UsageError, match="profile needs an Executor"):
        opscope.profile("exe")
    with pytest.raises(UsageError, match=r"(?s)received function.*fix: write `with debug.profile\(\) as seen"):
        opscope.profile(product)
    with pytest.raises(UsageError, match="no Executor has run a program"):
        opscope.profile().graph()
    assert repr(opscope.profile()).splitlines()[-1] == (
        "nothing was timed: no Executor has run a program, and this thread has run no eager code"
    )


@pytest.mark.parametrize(
    "numbers, over",
    [
        ({"seconds": 0.01, "bytes": 50_000_000, "flops": 500_000_000}, ""),
        ({"seconds": 0.001, "bytes": 50_000_000}, "cache"),
        ({"seconds": 0.01, "bytes": 500_000_000}, "limits"),
        ({"seconds": 0.01, "bytes": 500_000_000, "calls": 10}, "cache"),
        ({"seconds": 0.01, "bytes": 50_000_000, "flops": 5_000_000_000}, "limits"),
        ({"seconds": 0.01, "bytes": None, "flops": None}, ""),
    ],
)
def test_shares_over_100_percent_are_marked_with_the_reason(numbers, over):
    row = ProfileRow(op="mul", type="mul", limits=LIMITS, **{"calls": 1, **numbers})
    assert row.over == over
    assert all(len(line) <= 40 for line in profile_table.text([row], "operator", (), width=40).splitlines())
    (cells,) = profile_table.text([row], "operator", (), width=200).splitlines()[2:]
    assert ("%*" in cells) == bool(over) and ("%*" in profile_table.html([row], "operator", ())) == bool(over)


def test_limits_that_a_program_exceeds_are_measured_again(monkeypatch):
    """Once in a profile; what stays over them is marked, and a line says why."""
    module, known = sys.modules[debug.Profile.__module__], [roofline.MachineLimits(10e9, 1.0)]
    monkeypatch.setattr(module, "limits", lambda place, dtype: known[-1])
    asked = []

    def measure_again(place, dtype):
        asked.append(dtype)
        known.append(roofline.MachineLimits(10e9, faster))
        return known[-1]

    monkeypatch.setattr(module, "measure_again", measure_again)
    for faster in (1e15, 2.0):
        known[:], asked[:] = known[:1], []
        seen = train(False, True)[3]
        assert seen.rows and seen.by("type") and seen["fc_0.tmp_0"] and asked == ["float32"]
        assert all(row.limits is known[-1] for row in seen.rows)
        assert ("measured again" in repr(seen)) == (faster == 2.0) == any(row.over == "limits" for row in seen.rows)


def test_measured_again_the_larger_figures_count(monkeypatch):
    monkeypatch.setattr(roofline, "_measured", {})
    figures = iter([2.0, 30.0, 1.0, 40.0])
    monkeypatch.setattr(roofline, "_memory", lambda place: next(figures))
    monkeypatch.setattr(roofline, "_matmul", lambda place, dtype: next(figures))
    first = roofline.limits()
    assert (first.memory, first.matmul) == (2.0, 30.0) and roofline.limits() == first
    again = roofline.measure_again()
    assert (again.memory, again.matmul) == (2.0, 40.0) and roofline.limits() == again
