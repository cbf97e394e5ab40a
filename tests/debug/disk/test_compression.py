"""Recordings without Zstandard: written uncompressed; those that are compressed say what is missing."""

import subprocess
import sys

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.disk import compression
from opscope.errors import OpscopeError


def train():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main):
        x = paddle.static.data("x", [64, 64])
        loss = paddle.mean(paddle.tanh(x))
        loss.persistable = True
    exe = paddle.static.Executor()
    for _ in range(5):
        exe.run(main, feed={"x": np.zeros((64, 64), "float32")}, fetch_list=[loss])


@pytest.fixture
def without_zstd(monkeypatch):
    return lambda: monkeypatch.setattr(compression, "_zstd", lambda: None)


def test_a_recording_without_it_is_larger_and_reads_the_same(tmp_path, without_zstd):
    for folder in ("with", "without"):
        if folder == "without":
            without_zstd()
        debug.start(train, to=tmp_path / folder).wait(60)
    sizes = {f.name: sum(p.stat().st_size for p in f.rglob("*")) for f in tmp_path.iterdir()}
    assert sizes["without"] > sizes["with"] + 16384  # the feeds of a step
    opened = debug.open(tmp_path / "without")
    assert opened.values("x")[3].tolist() == np.zeros((64, 64)).tolist()


def test_a_compressed_recording_says_what_is_missing(tmp_path, without_zstd):
    debug.start(train, to=tmp_path / "run").wait(60)
    without_zstd()
    with pytest.raises(OpscopeError, match="compressed with Zstandard") as failed:
        debug.open(tmp_path / "run").values("x")
    assert "pip install backports.zstd" in str(failed.value)


def test_it_is_loaded_when_it_is_used():
    code = "import sys, opscope.debug; print([m for m in sys.modules if 'zstd' in m])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout == "[]\n"
