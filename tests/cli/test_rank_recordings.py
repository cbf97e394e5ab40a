"""Recordings of ranks in one folder: `opscope launch --record`, and `record` in each process of a launcher."""

import json

import pytest

from opscope import debug
from opscope.cli import main
from opscope.core import state
from opscope.debug.ranks.manifest import read_manifest

SCRIPT = """\
import os
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
loss = paddle.mean(paddle.square(paddle.static.nn.fc(x, 3)))
paddle.optimizer.SGD(0.1).minimize(loss)
exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
for step in range(3):
    exe.run(feed={"x": np.ones((2, 4), "float32") * (1 + int(os.environ["RANK"]))}, fetch_list=[loss])
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(SCRIPT)
    return str(path)


def test_each_rank_records_into_a_folder_of_its_own(script, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "ranks"
    monkeypatch.setenv("WORLD_SIZE", "2")
    for rank in range(2):
        state.reset()
        monkeypatch.setenv("RANK", str(rank))
        assert main(["record", script]) == 2 and "2 ranks need one folder to record into" in capsys.readouterr().err
        assert main(["record", "-o", str(folder), script]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["rank-0", "rank-1", "ranks.json"]
    manifest = read_manifest(folder)
    assert (manifest["size"], manifest["script"], manifest["format"]) == (2, script, 1) and manifest["host"]
    assert debug.open(folder / "rank-1").steps == (1, 3)
    assert main(["diff", "--json", str(folder)]) == 1  # they were not averaged
    found = json.loads(capsys.readouterr().out)
    assert (found["faults"][0]["kind"], found["faults"][0]["step"]) == ("gradient", 1)


def test_a_folder_with_files_is_refused_before_ranks_start(script, tmp_path, capsys):
    assert main(["launch", "-n", "2", "--record", str(tmp_path), script]) == 2
    assert "not an empty folder" in capsys.readouterr().err
    assert main(["launch", "-n", "2", "--record", script, script]) == 2
