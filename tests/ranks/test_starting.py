"""Ranks that a program, or Paddle's launcher, starts: spawn and `python -m paddle.distributed.launch`."""

import os
import subprocess
import sys
import textwrap

import pytest

from opscope.cli import main
from opscope.errors import UnsupportedError, UsageError
from opscope.paddle import distributed as dist
from opscope.paddle.distributed import starting
from tests.examples import ROOT
from tests.need import need_mpi
from tests.ranks.job import LIMIT

SPAWN = """
    import paddle
    import paddle.distributed as dist

    def train(start, fails=False):
        dist.init_parallel_env()
        x = paddle.full([2], float(start + dist.get_rank()))
        dist.all_reduce(x)
        if fails and dist.get_rank():
            raise ValueError("planted")
        print("sum", x.tolist(), flush=True)

    if __name__ == "__main__":
        dist.spawn(train, (3,), nprocs=2)
        ranks = dist.spawn(train, (4,), nprocs=2, join=False)
        assert ranks.join()
        try:
            dist.spawn(train, (3, True), nprocs=2)
        except RuntimeError as error:
            print("failed:", str(error).splitlines()[0])
"""


def ended(tmp_path, code, *words):
    path = tmp_path / "train.py"
    path.write_text(textwrap.dedent(code))
    command = [sys.executable, "-m", "opscope", "run", *words, str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=LIMIT)


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_spawn_calls_a_function_of_the_script_on_each_rank(tmp_path):
    need_mpi()
    done = ended(tmp_path, SPAWN)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("sum [7.0, 7.0]") == 3 and done.stdout.count("sum [9.0, 9.0]") == 2, done.stdout
    assert "failed: spawn: the ranks have ended with status" in done.stdout and "ValueError: planted" in done.stderr


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_the_launcher_of_paddle_starts_ranks(tmp_path):
    need_mpi()
    code = "import paddle.distributed as dist\ndist.init_parallel_env()\nprint('ranks:', dist.get_world_size())"
    done = ended(tmp_path, code, "-m", "paddle.distributed.launch", "--devices", "0,1")
    assert done.returncode == 0 and done.stdout.count("ranks: 2") == 2, done


@pytest.mark.parametrize(
    "words, text",
    [
        (["--nnodes", "2", "--nproc_per_node", "2"], "ranks run on this machine only"),
        ([], "the number of ranks is missing"),
        (["--log_dir", "logs", "--nproc_per_node", "2"], "log_dir"),
        (["--nproc_per_node", "2"], "no such file: train.py"),
    ],
)
def test_arguments_of_the_launcher_that_do_not_apply_are_refused(words, text, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["launch", *words, "train.py"])
    with pytest.raises(SystemExit):
        dist.launch()
    assert text in capsys.readouterr().err


def test_what_spawn_cannot_do_is_refused(monkeypatch):
    monkeypatch.setattr(starting, "mpiexec", lambda: None)
    with pytest.raises(UsageError, match="spawn cannot send the function"):
        dist.spawn(lambda: 0, nprocs=2)
    with pytest.raises(UnsupportedError, match="spawn does not support gpus='0,1'"):
        dist.spawn(print, nprocs=2, gpus="0,1")
    assert main(["run", "-m", "paddle.distributed.nothing"]) == 2
