"""Jobs on MPICH, by its own mpiexec and by `opscope launch`. A rank that dies ends all: only the watch names it."""

import os
import re
import subprocess
import textwrap

import pytest

from tests.examples import ROOT
from tests.need import need_mpich
from tests.ranks.job import LIMIT
from tests.ranks.test_faults import FAULTS, TRAIN

pytestmark = [pytest.mark.thorough, pytest.mark.unmeasured]


def ended(folder, starter, fault):
    """What a job of two ranks has printed, and its status."""
    (folder / "train.py").write_text(textwrap.dedent(TRAIN))
    python = need_mpich()
    words = {
        "mpiexec": [str(python.with_name("mpiexec")), "-n", "2", str(python), "-m", "opscope", "run"],
        "launch": [str(python), "-m", "opscope", "launch", "-n", "2"],
    }
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    command = [*words[starter], "train.py", fault]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=LIMIT)


@pytest.mark.parametrize("starter", ["mpiexec", "launch"])
@pytest.mark.parametrize("fault", ["none", "skip", "raise", "early"])
def test_ranks_agree_on_their_calls(starter, fault, tmp_path):
    done = ended(tmp_path, starter, fault)
    assert (done.returncode == 0) == (fault == "none"), done
    for pattern in FAULTS.get(fault, []):
        assert re.search(pattern, done.stderr), done.stderr


def test_the_watch_names_the_rank_that_is_killed(tmp_path):
    done = ended(tmp_path, "launch", "kill")
    assert done.returncode and re.search(r"opscope launch: ranks? (0, )?1 (is|are) dead", done.stderr), done.stderr


def test_a_host_file_needs_open_mpi(tmp_path):
    python = need_mpich()
    (tmp_path / "hosts").write_text("localhost slots=2\n")
    (tmp_path / "train.py").write_text("")
    done = subprocess.run(
        [str(python), "-m", "opscope", "launch", "-n", "2", "--hostfile", "hosts", "train.py"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT,
    )  # fmt: skip
    assert done.returncode == 2 and "need Open MPI, but this mpiexec is from MPICH" in done.stderr
