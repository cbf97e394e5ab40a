"""The benches run, and all peers compute the same; how fast they are is nobody's test."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.bench.goals import by_hand, speed
from tests.bench.harness import python_of
from tests.bench.peers import opscope
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


def test_without_instrumentation_the_plan_is_the_same_object():
    import opscope as paddle

    try:
        assert opscope.same_plan(WORKS["mlp 8x16 b16"])
    finally:
        paddle.disable_static()


def test_goals_say_what_is_missing():
    times = {"opscope": 2.0, "numpy_by_hand": 1.0}
    assert by_hand(1.2).reached(times, 1) == ("time / by hand ≤ 1.2: 2.00 no", False)
    assert speed(1.5).reached(times, 1) == ("speed ≥ 1.5: -", None)
    assert speed(1.5).reached(times | {"jax_jit": 3.0, "paddle262:1": 9.0}, 1) == ("speed ≥ 1.5: 1.50 yes", True)
