"""Ranks of a notebook end with its process, however that ends."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.examples import ROOT
from tests.need import need_engines
from tests.ranks.job import LIMIT

KILLED = """
import os, signal
import opscope
ranks = opscope.ranks.connect(2, timeout=600)
ranks.execute("import opscope.paddle.distributed as dist; dist.init_parallel_env()")
print("ready", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def marked(mark):
    """The processes that a process has started, and those that they have: all have its environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            text = (process / "environ").read_bytes()
        except OSError:  # it has ended, or is another user's
            continue
        if mark.encode() in text:
            found.append(int(process.name))
    return found


@pytest.mark.thorough
@pytest.mark.unmeasured
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found by /proc")
def test_all_processes_of_the_ranks_end_with_a_client_that_is_killed():
    need_engines()
    mark = f"OPSCOPE_TEST_MARK={os.getpid()}-{time.time_ns()}"
    name, _, value = mark.partition("=")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", name: value}
    client = subprocess.Popen([sys.executable, "-c", KILLED], env=environment, stdout=subprocess.PIPE, text=True)
    assert client.stdout.readline() == "ready\n"
    client.stdout.close()
    client.wait()
    deadline = time.monotonic() + LIMIT
    while left := marked(mark):
        assert time.monotonic() < deadline, left
        time.sleep(0.1)
