"""The benches run, and all peers compute the same; how fast they are is nobody's test."""

import importlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.bench import harness, names_and_lines, onnx_runtimes, readme_table, report, torch_sessions
from tests.bench.goals import by_hand, in_session, speed
from tests.bench.harness import measure, python_of
from tests.bench.history import CASES, Figure, figure
from tests.bench.peers import opscope
from tests.bench.work import SESSION
from tests.bench.works import WORKS
from tests.examples import ROOT

PEERS = [p for p in ("numpy_by_hand", "torch_eager:1", "paddle262:1", "jax_jit") if python_of(p)]


def answers(peer: str) -> dict[str, float]:
    """What each of the works, made small, computes."""
    command = [python_of(peer) or "", "-m", "tests.bench.peer", peer, "--answers"]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(answer) for answer, _, name in (line.partition(" ") for line in lines)}


def test_the_peers_compute_the_same():
    with ThreadPoolExecutor(2) as pool:
        own, *others = pool.map(answers, ("opscope", *PEERS))
    assert set(own) == {name for name, work in WORKS.items() if work.device == "cpu"}
    for peer, theirs in zip(PEERS, others, strict=True):
        assert theirs == pytest.approx({name: own[name] for name in theirs}, rel=1e-4), peer


def test_the_bench_writes_its_page(tmp_path: Path):
    out = tmp_path / "RESULTS.md"
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", "8x16", "py_func", "--out", str(out)]
    subprocess.run([*command, "--peers", "opscope", "hand"], cwd=ROOT, check=True)
    text = out.read_text()
    assert "| mlp 8x16 b16 |" in text and "| py_func tap |" in text
    assert "| mlp 8x64 b64 |" not in text
    assert "import opscope" in text


def test_a_session_computes_the_same_in_all_its_forms(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # eight processes at once: more threads would wait for each other
    monkeypatch.setattr(harness, "THREADS", ())
    work = WORKS["LeNet b32"]
    peers = ["opscope", *(f"opscope:{variant}" for variant in SESSION)]
    assert set(peers) <= set(work.peers)
    result = measure(work, peers, 1, 0.02)
    assert not result.failed
    assert result.answers == pytest.approx(dict.fromkeys(peers, result.answers["opscope"]), rel=1e-4)
    row = report.session_row(result)
    assert row.startswith("| LeNet b32 |") and "- |" not in row.removesuffix("- | - |"), row
    page = report.document([result], [], {"pass": 1.0, "import numpy": 1.0, "import opscope": 1.0}, "yes", False)
    assert row in page.splitlines()


def test_the_bench_looks_into_the_past(tmp_path: Path):
    out = tmp_path / "RESULTS.md"
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", "history", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True)
    text = out.read_text()
    assert "failed" not in text
    for part in (
        "that the journal held",
        "`debug.open`",
        "`goto(step, op)`",
        "`step_back`",
        "`reverse_continue`",
        "`pause`",
        "eager: steps kept in",
    ):
        assert part in text, part


def test_the_bench_runs_beside_a_busy_process(tmp_path: Path):
    out = tmp_path / "RESULTS.md"
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", "busy", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True)
    lines = [line for line in out.read_text().splitlines() if line.startswith("| mlp 8x64 b64: opscope")]
    assert len(lines) == 1 and "≤ 2.5" in lines[0], out.read_text()


def test_the_bench_compares_runtimes_of_onnx_models():
    pytest.importorskip("onnxruntime")
    found = {f.what: f for f in onnx_runtimes.measured(quick=True)}
    assert not [f for f in found.values() if "failed" in f.seen]
    assert all(f.reached for what, f in found.items() if "found at" in what or "relative difference" in what), found
    assert any("over that of one run" in what for what in found) and any(
        "times the reference" in what for what in found
    )


def test_the_bench_has_a_section_on_names_and_lines():
    found = names_and_lines.measured(True)
    assert [each.goal for each in found] == ["≤ 1", "≤ 1.05"], found
    assert all(0.1 < float(each.seen) < 10 for each in found)
    costs = {"pass": 1.0, "import numpy": 1.0, "import opscope": 1.0}
    page = report.document([], [], costs, "yes", False, python=found)
    assert report.NAMES_AND_LINES in page and all(report.figure_row(each) in page for each in found)


@pytest.mark.browser
def test_the_bench_shows_a_panel(tmp_path: Path):
    pytest.importorskip("jupyterlab")
    out = tmp_path / "RESULTS.md"
    subprocess.run(
        [sys.executable, "-m", "tests.bench", "--quick", "--only", "panel", "--out", str(out)], cwd=ROOT, check=True
    )
    page = out.read_text()
    for row, goal in (
        ("recorded, 60 taps, panel visible, processor time of the kernel", "-"),
        ("panel visible over no panel shown", "≤ 1.15"),
        ("seconds from the cell to the first paint", "≤ 2"),
        ("60 values: seconds of a later pause", "≤ 0.2"),
        ("4096x4096: seconds of a later selection", "≤ 0.1"),
        ("1,111 values that change 20 times a second: kB a second that are sent", "≤ 200"),
    ):
        (line,) = [line for line in page.splitlines() if row in line]
        measured, found = line.strip("| ").split(" | ")[1:3]
        assert float(measured) > 0 and found == goal, line


def test_a_figure_says_whether_its_goal_is_reached():
    assert set(CASES) == {"budget", "disk", "backwards", "moves", "eager"}
    assert figure("goto", 250.0, " ms", 200.0) == Figure("goto", "250 ms", "≤ 200 ms", False)
    assert report.figure_row(figure("goto", 250.0, " ms", 200.0)) == "| goto | 250 ms | ≤ 200 ms | **no** |"
    assert report.figure_row(figure("open", 0.5, " s", 1.0)) == "| open | 0.5 s | ≤ 1 s | yes |"
    assert report.figure_row(figure("step", 0.5, " ms")) == "| step | 0.5 ms | - | - |"


def test_without_instrumentation_the_plan_is_the_same_object():
    from opscope import paddle

    try:
        assert opscope.same_plan(WORKS["mlp 8x16 b16"])
    finally:
        paddle.disable_static()


def test_goals_say_what_is_missing():
    times = {"opscope": 2.0, "numpy_by_hand": 1.0}
    assert by_hand(1.2).reached(times, 1) == ("time / by hand ≤ 1.2: 2.00 no", False)
    assert speed(1.5).reached(times, 1) == ("speed ≥ 1.5: -", None)
    recorded, *_ = in_session(1.3, 1.4, 1.3, 1.5)
    assert recorded.reached(times, 1) == ("recorded ≤ 1.3: -", None)
    session = {"opscope:alone": 2.0, "opscope:recorded": 3.0}
    assert recorded.reached(session, 1) == ("recorded ≤ 1.3: 1.50 no", False)
    assert speed(1.5).reached(times | {"jax_jit": 3.0, "paddle262:1": 9.0}, 1) == ("speed ≥ 1.5: 1.50 yes", True)


def test_rows_of_watched_pytorch_programs_reach_the_tables_of_the_documentation():
    head, states = "| times a plain step | MLP 8x64 | Other |\n|---|---|---|\n", ("watched", "recorded")
    page = (
        head
        + "".join(f"| opscope, {state} | 1.5 | {7 + i} |\n" for i, state in enumerate(states))
        + "| TorchLens | 9 |  |\n"
    )
    found = torch_sessions.figures(page)
    assert [each.what for each in found][-1] == "Other: opscope, recorded" and len(found) == 5
    costs = {"pass": 1.0, "import numpy": 1.0, "import opscope": 1.0}
    measured = readme_table.RESULTS.read_text("utf-8")
    for net in readme_table.torch_figures(measured):  # that were measured with PyTorch
        measured = "".join(line for line in measured.splitlines(True) if not line.startswith(f"| {net}: "))
    results = measured + report.document([], [], costs, "yes", False, theirs=found)
    assert "| PyTorch, Other | - | - | - | - | 7 | 8 | - | - |" in readme_table.table(results)
    assert "| PyTorch, Other | - | 7 | 8 | - | - | - |" in readme_table.cost_table(results)
    assert "| opscope, recorded | 1.5 | 8 |\n| TorchLens | 9 | - |\n" in readme_table.torch_table(results)


def test_watched_steps_of_pytorch_are_compared_with_plain_ones():
    pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    watchers = importlib.import_module("tests.bench.torch_watchers")
    for state in ("plain, again", "opscope, recorded", "opscope.profile, a sample of the steps"):
        assert watchers.ratio(watchers.stepper("MLP 8x64")[0], watchers.STATES[state], 0.01, 1) > 0
