"""Ranks on several hosts: the host file, the verdict about a host that the network does not reach, and a real cut."""

import contextlib
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from opscope import debug
from opscope.errors import UsageError
from opscope.ranks import mpiexec, shared_cores
from opscope.ranks.beats import CUT_OFF
from opscope.ranks.host_probe import HostProbe
from opscope.ranks.hosts import Hosts, read_hosts
from opscope.ranks.verdicts import Seen
from tests.need import need_mpi
from tests.ranks.job import LIMIT, RunningJob
from tests.ranks.test_watch import Listening


@pytest.mark.parametrize(
    "text, words",
    [(None, "No such file"), ("# none\n\n", "contains no host"), ("nohost.invalid slots=2", "is unknown")],
)
def test_a_host_file_without_hosts_is_refused(text, words, tmp_path):
    path = tmp_path / "hosts"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match=words):
        read_hosts(str(path))


def test_the_launcher_listens_where_it_is_asked_to_or_on_the_way_to_the_hosts(tmp_path):
    path = tmp_path / "hosts"
    path.write_text("127.0.0.1 slots=2  # here\n")
    assert read_hosts(str(path)) == Hosts(str(path), "127.0.0.1")
    path.write_text("nohost.invalid\n")
    assert read_hosts(str(path), "10.0.0.1") == Hosts(str(path), "10.0.0.1")


def test_ranks_on_hosts_get_the_variables_of_the_launcher_and_their_share_of_the_cores():
    variables = {"OPSCOPE_WATCH": "a:1", "HOME": "/", "OMP_NUM_THREADS": "3", "FLAGS_x": "1"}
    words = mpiexec.command_on_hosts(Path("mpiexec"), 3, ["-m", "opscope"], Hosts("/hosts", "10.0.0.1"), variables)
    passed_on = [words[i + 1] for i, word in enumerate(words) if word == "-x"]
    assert passed_on == ["FLAGS_x", "OMP_NUM_THREADS", "OPSCOPE_WATCH"]
    assert words[words.index("--hostfile") + 1] == "/hosts" and words[words.index("-n") + 1] == "3"
    assert words[-4:] == [sys.executable, shared_cores.__file__, "-m", "opscope"]


def test_each_rank_on_a_host_has_its_share_of_the_cores_there_unless_the_user_has_chosen():
    environment = {**os.environ, "OMPI_COMM_WORLD_LOCAL_SIZE": "1", "MKL_NUM_THREADS": "7"}
    environment.pop("OMP_NUM_THREADS", None)
    code = "import os; print(*(os.environ[name] for name in ('OMP_NUM_THREADS', 'MKL_NUM_THREADS', 'OPSCOPE_DAEMON')))"
    found = subprocess.run(
        [sys.executable, shared_cores.__file__, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == [str(shared_cores.own_cores()), "7", str(os.getpid())]


def test_a_rank_of_another_address_is_on_another_host_whose_processes_are_not_touched(monkeypatch):
    killed = []
    monkeypatch.setattr(os, "kill", lambda pid, number: killed.append(pid))
    heard = Listening()
    address, _, port = heard.watch.address.rpartition(":")
    try:
        connection = socket.create_connection((address, int(port)), source_address=("127.0.0.2", 0))
    except OSError as e:
        heard.watch.stop()
        pytest.skip(f"this system has no address 127.0.0.2: {e}")
    heard.connections.append(connection)
    heard.say_first(connection, 1, host="there")
    zero = heard.rank(0)
    heard.beat_until(lambda: len(heard.watch.ranks) == 2, (zero, {}), (connection, {}))
    assert {seen.rank: seen.host for seen in heard.watch.ranks} == {0: "", 1: "there"}
    heard.end()
    assert killed == [2**30]  # the process of rank 0 only


def test_ranks_give_up_a_launcher_that_they_do_not_reach_after_it_has_given_up_them():
    heard, patient = Listening(timeout=3.0), Listening()
    assert float(heard.watch.environment[CUT_OFF]) == 5.0 and patient.watch.environment[CUT_OFF] == ""
    heard.end()
    patient.end()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what the other end has not acknowledged")
def test_a_host_that_acknowledges_is_reached_however_silent_its_rank_is():
    server = socket.create_server(("127.0.0.1", 0))
    connection = socket.create_connection(server.getsockname())
    other, _ = server.accept()
    connection.setblocking(False)
    seen, probe = Seen(1, 7, heard=0.0, host="there"), HostProbe(connection)
    deadline, now = time.monotonic() + LIMIT, 0.4
    probe.look(seen, now)
    assert select.select([other], [], [], LIMIT)[0]  # it has arrived: what arrives is acknowledged
    while probe._unacknowledged():
        assert time.monotonic() < deadline
    probe.look(seen, 2.0)
    assert seen.unreached is None
    with contextlib.suppress(BlockingIOError):  # until the memory of the other end is full
        while connection.send(b" " * 65_536):
            pass
    probe.look(seen, 3.0)
    assert seen.unreached == 2.0
    seen.heard = 3.9  # a beat
    probe.look(seen, 4.0)
    assert seen.unreached is None
    for each in (connection, other, server):
        each.close()


TRAIN = """
    import os, sys, time
    import paddle, paddle.distributed as dist
    dist.init_parallel_env()
    print("threads", os.environ["OPENBLAS_NUM_THREADS"], flush=True)
    net = paddle.DataParallel(paddle.nn.Linear(3, 1))
    sgd = paddle.optimizer.SGD(parameters=net.parameters())
    for step in range(int(sys.argv[1])):
        net(paddle.ones([2, 3])).sum().backward()
        sgd.step(); sgd.clear_grad()
        if step == 5: print("begun.", flush=True)
        time.sleep(0.01)
    print("done.", flush=True)
"""


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_a_host_file_of_this_machine_runs_all_ranks_here(tmp_path, monkeypatch):
    need_mpi()
    for name in shared_cores.THREADS:
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "hosts").write_text("localhost slots=2\n")
    done = RunningJob(tmp_path, 2, TRAIN, "8", options=("--hostfile", str(tmp_path / "hosts")), threads=None).wait()
    assert done.status == 0 and done.out.count("done.") == 2, done
    assert done.out.count(f"threads {max(1, shared_cores.own_cores() // 2)}\n") == 2
    assert re.search(r"127\.0\.0\.1:\d+ is open to the ranks of .*hosts, unencrypted", done.err)


_NAMES = f"opscope-a-{os.getpid()}", f"opscope-b-{os.getpid()}"


class Network:
    """Two network namespaces with a link, as two hosts: the launcher's, and another."""

    def __init__(self, folder: Path) -> None:
        self.here, self.there = _NAMES
        subnet = f"10.213.{os.getpid() % 250}"
        self.addresses = f"{subnet}.1", f"{subnet}.2"
        for name in (self.here, self.there):
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        _ip("-n", self.here, "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", self.there)
        for name, address in zip((self.here, self.there), self.addresses, strict=True):
            _ip("-n", name, "addr", "add", f"{address}/24", "dev", "wire")
            _ip("-n", name, "link", "set", "wire", "up")
        self.hosts = folder / "hosts"
        self.hosts.write_text("".join(f"{address} slots=1\n" for address in self.addresses))
        agent = folder / "agent"
        agent.write_text(
            f'#!/bin/sh\nshift\nexec ip netns exec {self.there} unshare --uts sh -c "hostname there; $*"\n'
        )
        agent.chmod(0o755)
        self.agent = str(agent)
        self.prefix = (
            "ip",
            "netns",
            "exec",
            self.here,
            "unshare",
            "--uts",
            "sh",
            "-c",
            'hostname here; exec "$@"',
            "-",
        )

    def link(self, state: str) -> None:
        _ip("-n", self.here, "link", "set", "wire", state)

    def processes(self) -> list[int]:
        """The processes on both hosts."""
        return [int(pid) for name in (self.here, self.there) for pid in _ip("netns", "pids", name).split()]

    def remove(self) -> None:
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        self.remove_namespaces()

    @staticmethod
    def remove_namespaces() -> None:
        for name in _NAMES:
            with contextlib.suppress(subprocess.CalledProcessError):
                _ip("netns", "delete", name)


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def network(tmp_path):
    need_mpi()
    if sys.platform != "linux" or os.geteuid() or not shutil.which("ip") or not shutil.which("unshare"):
        pytest.skip("network namespaces need Linux, root and iproute2")
    try:
        found = Network(tmp_path)
    except subprocess.CalledProcessError as e:
        Network.remove_namespaces()
        pytest.skip(f"this machine makes no network namespaces: {e.stderr.strip()}")
    yield found
    found.remove()


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_a_host_that_the_network_does_not_reach_is_named_and_everything_ends(network, tmp_path, monkeypatch):
    monkeypatch.setenv("PRTE_MCA_plm_ssh_agent", network.agent)
    folder = tmp_path / "ranks"
    options = ("--hostfile", str(network.hosts), "--timeout", "2", "--record", str(folder))
    job = RunningJob(tmp_path, 2, TRAIN, "100000", options=options, prefix=network.prefix)
    job.wait_for("begun.", 2)
    network.link("down")
    job.wait_for("the job ends: nothing has changed for 2 s")
    done = job.wait()
    pattern = (
        r"rank 1 is cut off: its host there has acknowledged nothing for \d.\d s\n  .*train.py:\d+ in <module>.*\n"
        r"  rank 0 waits in DataParallel average of the gradients .* in step \d+ for .*train.py:9"
    )
    assert done.status != 0 and re.search(pattern, done.err), done.err
    assert re.findall(r"rank (\d) is", done.err) == ["1"] and "done." not in done.out
    deadline = time.monotonic() + LIMIT
    while network.processes():  # those on the other host end by themselves
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert all(debug.open(folder / f"rank-{rank}").steps[1] > 5 for rank in range(2))


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_a_job_goes_on_when_the_network_is_back(network, tmp_path, monkeypatch):
    monkeypatch.setenv("PRTE_MCA_plm_ssh_agent", network.agent)
    options = ("--hostfile", str(network.hosts), "--timeout", "never")
    job = RunningJob(tmp_path, 2, TRAIN, "200", options=options, prefix=network.prefix)
    job.wait_for("begun.", 2)
    network.link("down")
    job.wait_for("rank 1 is cut off")
    network.link("up")
    done = job.wait()
    assert done.status == 0 and done.out.count("done.") == 2, done
    assert re.findall(r"rank (\d) is (cut|back)", done.err) == [("1", "cut"), ("1", "back")], done.err
