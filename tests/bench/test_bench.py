"""The benches run, and all peers compute the same."""

import subprocess
import sys
from pathlib import Path

from tests.bench.__main__ import measure
from tests.examples import ROOT


def test_the_bench_writes_its_table(tmp_path: Path):
    out = tmp_path / "RESULTS.md"
    subprocess.run([sys.executable, "-m", "tests.bench", "--quick", "--out", str(out)], cwd=ROOT, check=True)
    text = out.read_text()
    assert "mlp 8x16 b16" in text
    assert "import opscope" in text


def test_the_peers_compute_the_same_loss():
    _, losses = measure("mlp 8x16 b16", 1, 1)
    values = [float(loss) for loss in losses.values()]
    assert max(values) - min(values) < 1e-4 * values[0], losses
