"""The watch of a launcher: beats over a socket become verdicts on the terminal, and jobs that cannot go on end."""

import json
import os
import re
import signal
import socket
import time

import pytest

from opscope.ranks.beat_watch import BeatWatch, is_stopped
from opscope.ranks.beats import ADDRESS, TOKEN
from tests.need import need_mpi
from tests.ranks.job import LIMIT, RunningJob

CALL = {"text": "barrier", "where": "a.py:1", "group": 0, "number": 1, "members": [], "seconds": 9.0}


class Listening:
    """A watch, what it has said, and connections of ranks."""

    def __init__(self, timeout=None):
        self.said, self.ended, self.connections = [], [], []
        self.watch = BeatWatch(self.said.append, timeout, lambda: self.ended.append(True))
        self.watch.start()

    def say_first(self, connection, number, **fields):
        """Send what a rank sends first."""
        first = {"token": self.watch.environment[TOKEN], "rank": number, "pid": 2**30, **fields}
        connection.sendall(json.dumps(first).encode() + b"\n")

    def end(self):
        if not self.watch.has_stopped:
            self.watch.stop()
        for connection in self.connections:
            connection.close()

    def connect(self, first):
        host, _, port = self.watch.environment[ADDRESS].rpartition(":")
        connection = socket.create_connection((host, int(port)))
        connection.settimeout(LIMIT)
        connection.sendall(json.dumps(first).encode() + b"\n")
        self.connections.append(connection)
        return connection

    def rank(self, number):
        return self.connect({"token": self.watch.environment[TOKEN], "rank": number, "pid": 2**30})

    def beat_until(self, reached, *beats):
        deadline = time.monotonic() + LIMIT
        while not reached():
            assert time.monotonic() < deadline, self.said
            for connection, beat in beats:
                connection.sendall(json.dumps({"call": None, "counts": [], "lines": [], **beat}).encode() + b"\n")
            time.sleep(0.05)


@pytest.fixture
def listening():
    found = []

    def start(timeout=None):
        found.append(Listening(timeout))
        return found[-1]

    yield start
    for each in found:
        each.end()


def test_a_late_rank_is_named_once_and_its_return_too(listening):
    heard = listening()
    zero, one = heard.rank(0), heard.rank(1)
    in_call = {"call": CALL, "counts": [[0, 1]]}
    at = {"lines": [["b.py", 3, "slow"]]}
    heard.beat_until(lambda: heard.said, (zero, in_call), (one, at))
    assert heard.said[0].endswith("\n  rank 0 waits in barrier for 9.0 s: a.py:1")
    assert heard.said[0].startswith(("rank 1 is late\n", "rank 1 is silent for"))  # silent before its first beat
    heard.beat_until(
        lambda: heard.said[-1].startswith("rank 1 is back after "), (zero, {}), (one, {"counts": [[0, 1]]})
    )
    assert len(heard.said) < 4 and not heard.ended


def test_a_job_that_cannot_go_on_ends_after_the_timeout(listening):
    heard = listening(timeout=0.2)
    zero, one = heard.rank(0), heard.rank(1)
    heard.beat_until(lambda: len(heard.watch.ranks) == 2, (zero, {}), (one, {}))
    one.close()
    heard.beat_until(lambda: heard.ended, (zero, {}))
    end = "the job ends: nothing has changed for 0.2 s (--timeout)"
    assert heard.said == ["rank 1 is dead: its process has ended", end]


def test_a_rank_that_has_died_first_is_named_at_the_end(listening):
    heard = listening()
    zero, one = heard.rank(0), heard.rank(1)
    heard.beat_until(lambda: len(heard.watch.ranks) == 2, (zero, {}), (one, {}))
    heard.watch.close_verdicts()
    one.close()
    heard.watch.stop(name_dead=True)
    assert heard.said == ["rank 1 is dead: its process has ended"]


@pytest.mark.parametrize("first", [{"token": "", "rank": 0, "pid": 1}, {"rank": 0}, [], "x"], ids=str)
def test_who_does_not_know_the_token_is_hung_up_on(first, listening):
    heard = listening()
    assert heard.connect(first).recv(1) == b"" and not heard.said and not heard.watch.ranks


NO_BEATS = {
    "empty": b"{}",
    "nested": b"[" * 50_000,
    "long": b"x" * (1 << 17),
    "of another type": b'{"counts": [], "call": {"text": 1}, "lines": []}',
}


@pytest.mark.parametrize("beat", NO_BEATS.values(), ids=NO_BEATS)
def test_what_is_no_beat_is_the_end_of_a_rank(beat, listening):
    heard = listening()
    heard.rank(0).sendall(beat + b"\n")
    heard.beat_until(lambda: heard.said)
    assert heard.said == ["rank 0 is dead: its process has ended"]


def test_this_process_is_not_stopped():
    assert not is_stopped(os.getpid()) and not is_stopped(2**30)


JOB = """
    import os, signal, sys, time
    import paddle
    import paddle.distributed as dist
    fault = sys.argv[1]
    def evaluate():
        if fault == "slow":
            while not os.path.exists(sys.argv[2]):
                time.sleep(0.05)
        if fault == "stop": os.kill(os.getpid(), signal.SIGSTOP)
        if fault == "hold":
            import ctypes
            ctypes.PyDLL(None).sleep(1000)
        if fault == "wait": dist.recv(paddle.ones([2]), 0)
    dist.init_parallel_env()
    for i in range(5):
        if i == 3 and dist.get_rank() == 1:
            evaluate()
        dist.all_reduce(paddle.ones([3]))
    print("done", flush=True)
"""


@pytest.mark.unmeasured
def test_a_slow_rank_is_named_and_the_job_goes_on(tmp_path):
    need_mpi()
    go = tmp_path / "go"
    job = RunningJob(tmp_path, 2, JOB, "slow", str(go))
    job.wait_for(" in evaluate: ")
    go.touch()
    done = job.wait()
    assert done.status == 0 and done.out.count("done") == 2, done
    named = r"rank 1 is late\n  at .*train.py:[89] in evaluate: .*\n  called at .*\n  rank 0 waits in all_reduce SUM of"
    assert re.search(named, done.err), done.err


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_ranks_end_with_their_launcher(tmp_path):
    need_mpi()
    job = RunningJob(tmp_path, 2, "import os, time\nprint(f'rank {os.getpid()}.', flush=True)\ntime.sleep(1000)")
    job.wait_for(".\n", 2)
    job.kill()
    ranks = [int(number) for number in re.findall(r"rank (\d+)\.", job.out.read_text())]
    deadline = time.monotonic() + LIMIT
    while any(os.path.exists(f"/proc/{rank}") for rank in ranks):
        assert time.monotonic() < deadline, ranks
        time.sleep(0.05)


@pytest.mark.thorough
@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "fault, words",
    [
        ("stop", "rank 1 is stopped by a signal"),
        ("wait", "ranks 0, 1 wait for each other"),
    ],
)
def test_a_rank_that_cannot_come_is_named_and_the_job_ends(fault, words, tmp_path):
    need_mpi()
    done = RunningJob(tmp_path, 2, JOB, fault, options=("--timeout", "2")).wait()
    assert done.status != 0 and words in done.err and "the job ends: nothing has changed for 2 s" in done.err, done
    assert "done" not in done.out


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_c_code_that_holds_the_interpreter_is_named(tmp_path):
    need_mpi()
    job = RunningJob(tmp_path, 2, JOB, "hold")
    job.wait_for("rank 1 is silent for")
    os.killpg(job.process.pid, signal.SIGINT)
    assert "a C function holds the interpreter" in job.wait().err
