"""Pauses of all ranks: one decision for all, at the same collective; what the launcher asks, and withdraws."""

import json
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.cli import rank_prompt
from opscope.cli.rank_prompt import RankPrompt
from opscope.commands import rank_debugger
from opscope.errors import RankError
from opscope.ranks.collective import Collective
from opscope.ranks.job_control import Answer, JobControl
from opscope.ranks.job_state import STATE, Entered
from opscope.ranks.joint_pause import JointPause
from tests.need import need_mpi
from tests.ranks.job import LIMIT, RunningJob
from tests.ranks.test_watch import Listening


@given(st.integers(1, 5), st.data())
def test_all_ranks_stop_at_the_same_collectives_whenever_requests_reach_them(size, data):
    ranks = [JointPause() for _ in range(size)]
    stops = [[] for _ in ranks]
    for rank, pause in enumerate(ranks):
        pause.stop_later = lambda rank=rank: stops[rank].append(collectives[-1]) is None
    requests, collectives = 0, []
    for collective in range(12):
        collectives.append(collective)
        requests += data.draw(st.booleans())
        for pause in ranks:
            if data.draw(st.booleans()):
                pause.ask(requests)
        if data.draw(st.booleans()):
            ranks[data.draw(st.integers(0, size - 1))].release(0)
        largest = max(pause.asked for pause in ranks)  # what the agreement of a collective finds
        for pause in ranks:
            pause.agree(largest)
    assert all(found == stops[0] for found in stops) and len(stops[0]) <= requests


def test_a_rank_without_a_debugger_stands_still_in_the_collective_until_it_is_released():
    pause = JointPause()
    thread = threading.Thread(target=pause.agree, args=(1,))
    thread.start()
    deadline = time.monotonic() + LIMIT
    while not pause.is_held:
        assert time.monotonic() < deadline
    pause.release(1)
    thread.join(LIMIT)
    assert not thread.is_alive() and not pause.is_held
    pause.agree(1)  # the same request again: it has been obeyed


class Controlled(Listening):
    """A launcher with ranks that beat until they are told to pause, each in a thread."""

    def __init__(self, size, deaf=()):
        super().__init__()
        self.control, self.over, self.got = JobControl(self.watch, size), False, []
        self.stops: dict[int, str] = {}  # places where ranks stop by themselves
        self.calls: dict[int, float] = {}  # seconds that ranks are in a collective
        self.sockets = [self.rank(number) for number in range(size)]
        self.threads = [threading.Thread(target=self._live, args=(number, number in deaf)) for number in range(size)]
        for thread in self.threads:
            thread.start()
        assert self.control.await_ranks(LIMIT)

    def _live(self, rank, deaf):
        socket, paused, agreed, released = self.sockets[rank], "", 0, 0
        socket.settimeout(0.02)
        while not self.over:
            paused = self.stops.pop(rank, paused)
            beat = {"call": None, "counts": [], "lines": [], "paused": paused, "agreed": agreed}
            if (seconds := self.calls.get(rank)) is not None:
                call = {"text": "barrier", "where": "a.py:1", "group": 0, "number": 1, "members": []}
                beat["call"] = {**call, "seconds": seconds}
            beat["released"] = released
            socket.sendall(json.dumps(beat).encode() + b"\n")
            try:
                lines = socket.recv(1 << 16).splitlines()
            except TimeoutError:
                continue
            for request in map(json.loads, lines):
                self.got.append((rank, request))
                if "pause" in request and not deaf:
                    paused, agreed = "step 3", request["pause"]
                elif "release" in request:
                    paused, released, agreed = "", request["release"], max(agreed, request["again"])
                    paused = "step 3" if request["again"] and not deaf else ""
                elif "words" in request:
                    text = f"{request['words']} on {rank}"
                    socket.sendall(json.dumps({"reply": request["id"], "ok": True, "text": text}).encode() + b"\n")

    def end(self):
        self.over = True
        for thread in self.threads:
            thread.join(LIMIT)
        for connection in self.connections:
            connection.close()
        self.watch.stop()


@pytest.fixture
def controlled():
    found = []

    def start(size, **options):
        found.append(Controlled(size, **options))
        return found[-1].control

    start.all = found
    yield start
    for each in found:
        each.end()


def test_a_pause_returns_the_place_of_each_rank_and_a_step_waits_for_the_next_pause(controlled):
    control = controlled(2)
    assert control.pause(LIMIT) == {0: "step 3", 1: "step 3"}
    before = [seen.agreed for seen in control.ranks]
    assert control.step(LIMIT) == {0: "step 3", 1: "step 3"}
    assert all(now.agreed > then for now, then in zip(control.ranks, before, strict=True))
    control.cont()
    deadline = time.monotonic() + LIMIT
    while any(seen.paused for seen in control.ranks):
        assert time.monotonic() < deadline


def test_a_pause_that_a_rank_does_not_reach_names_it_and_is_withdrawn(controlled):
    control = controlled(2, deaf={1})
    with pytest.raises(RankError, match=r"have not paused within 0.2 s: ranks? (0, )?1 did not come"):
        control.pause(0.2)
    deadline = time.monotonic() + LIMIT
    while control.ranks[0].paused:  # it is released, though it had stopped
        assert time.monotonic() < deadline


def test_words_go_to_one_rank_or_to_all(controlled):
    control = controlled(2)
    assert control.ask("where", timeout=LIMIT) == {0: Answer(True, "where on 0"), 1: Answer(True, "where on 1")}
    assert control.ask("p x", 1, timeout=LIMIT) == {1: Answer(True, "p x on 1")}
    with pytest.raises(RankError, match="rank 7 does not run"):
        control.ask("p x", 7)


def test_a_rank_that_stops_by_itself_is_shown_at_the_prompt(controlled, monkeypatch):
    control, said = controlled(2), []
    launcher = controlled.all[-1]
    lines = iter(["cont", "quit"])

    def typed(prompt):
        """Type a line as soon as the stop before it is shown."""
        line = next(lines)
        deadline = time.monotonic() + LIMIT
        if line == "quit":
            while sum("release" in request for _, request in launcher.got) < 2:  # it would release the stop, too
                assert time.monotonic() < deadline
            launcher.stops = {1: "step 4, before relu (breakpoint: op:relu)"}
        while not any("(breakpoint: op:relu)" in text for text in said) and line == "quit":
            assert time.monotonic() < deadline
        return line

    monkeypatch.setattr("builtins.input", typed)
    RankPrompt(control, said.append).run()
    assert said[1:3] == [
        "rank 1: stopped in step 4, before relu (breakpoint: op:relu)",
        "rank 0: running until the next collective with a stopped rank",
    ]
    assert len(said) == 3 and control.has_quit


def test_a_prompt_begins_when_all_ranks_have_stopped_before_their_first_operator(controlled, monkeypatch):
    control, said = controlled(2), []
    controlled.all[-1].stops = {0: "step 1 (entry)", 1: "step 1 (entry)"}
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    RankPrompt(control, said.append, entry=True).run()
    assert said == ["2 ranks; help lists the commands", "ranks 0, 1: stopped in step 1 (entry)"]


def test_ranks_that_all_wait_for_each_other_have_not_stopped(controlled, monkeypatch):
    control, said = controlled(2), []
    launcher = controlled.all[-1]
    launcher.calls = {0: 1.2, 1: 1.4}  # a slow connection of all ranks

    def stop_later():
        time.sleep(1.0)
        launcher.calls = {1: 2.5}
        launcher.stops = {0: "step 1 (entry)"}

    stopping = threading.Thread(target=stop_later)
    stopping.start()
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    RankPrompt(control, said.append, entry=True).run()
    stopping.join()
    assert said == ["2 ranks; help lists the commands", "rank 0: stopped in step 1 (entry)"]


def test_a_command_to_continue_releases_one_rank(controlled):
    control = controlled(2)
    control.pause(LIMIT)
    RankPrompt(control, lambda text: None).do("1: c")
    deadline = time.monotonic() + LIMIT
    while list(control.stopped) != [0] or control.ranks[1].paused:
        assert time.monotonic() < deadline


def test_ranks_that_end_because_the_user_quits_are_not_named_as_dead():
    launcher = Listening()
    control, connection = JobControl(launcher.watch, 1), launcher.rank(0)
    launcher.beat_until(lambda: control.ranks, (connection, {}))
    control.end_job()
    connection.close()
    deadline = time.monotonic() + LIMIT
    while control.present:
        assert time.monotonic() < deadline
    time.sleep(0.5)  # a verdict would come with the next look
    launcher.end()
    assert launcher.ended and not launcher.said


JOB = """
    import paddle, paddle.distributed as dist
    dist.init_parallel_env()
    net = paddle.DataParallel(paddle.nn.Linear(4, 4))
    sgd = paddle.optimizer.SGD(0.001, parameters=net.parameters())
    for step in range(100_000):
        loss = net(paddle.full([2, 4], dist.get_rank() + 1.0)).mean()
        loss.backward(); sgd.step(); sgd.clear_grad()
        if step == 0: print("begun.", flush=True)
"""


class Prompt(RunningJob):
    """A job with a prompt, whose lines are written one after the other."""

    def do(self, line, answer=""):
        """Type a line, and wait for an answer with a text. Returns all output."""
        before = self.out.read_text().count(answer)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        if answer:
            self.wait_for(answer, before + 1)
        return self.out.read_text()


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_ranks_of_a_debugged_job_pause_at_the_same_step_and_answer(tmp_path):
    need_mpi()
    job = Prompt(tmp_path, 2, JOB, options=("--debug", "--no-stop"), piped=True)
    job.wait_for("begun.", 2)
    job.do("pause", answer="ranks 0, 1: paused in step")
    job.do("step", answer="ranks 0, 1: paused in step")
    out = job.do("where", answer="ranks 0, 1: →")
    first, second = [int(line.split("step ")[1].split(",")[0]) for line in out.splitlines() if "paused in" in line]
    assert second == first + 1
    job.do("1: p 6 * 7", answer="rank 1: 42")
    job.do("ranks", answer="rank 1  step")
    job.do("quit")
    assert job.wait().status == 0


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_debugged_ranks_stop_at_their_start_and_one_that_stops_alone_is_shown(tmp_path):
    need_mpi()
    job = Prompt(tmp_path, 2, JOB, options=("--debug",), piped=True)
    job.wait_for("(entry)")
    assert "begun." not in job.out.read_text()
    job.do("1: break op:mean", answer="rank 1: breakpoint 1")
    job.do("cont", answer="rank 1: stopped in step 1, before")
    job.wait_for("rank 0: running until")
    job.do("1: clear", answer="rank 1: 1 breakpoint is removed")
    job.do("cont", answer="begun.")
    job.do("quit")
    ended = job.wait()
    assert ended.status == 0 and "dead" not in ended.err


RAISES = """
    import paddle, paddle.distributed as dist
    dist.init_parallel_env()
    rank = dist.get_rank()
    net = paddle.DataParallel(paddle.nn.Linear(4, 4))
    for step in range(10):
        loss = net(paddle.full([2, 4], rank + 1.0)).mean()
        if rank == 1 and step == 3: raise ValueError("bad batch")
        loss.backward()
"""


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_a_rank_stops_where_it_raises_and_the_other_that_waits_says_so(tmp_path):
    need_mpi()
    job = Prompt(tmp_path, 2, RAISES, options=("--debug", "--no-stop"), piped=True)
    job.wait_for("rank 1: stopped in step 1, ")
    assert "train.py:8 in <module> (exception: ValueError: bad batch)" in job.out.read_text()
    assert "RankError" not in job.err.read_text() and "ValueError: bad batch" in job.err.read_text()
    job.do("1: p step", answer="\n3\n")
    answer = job.do("0: p step", answer="a waiting rank executes no commands")
    assert "this rank waits for other ranks in DataParallel average of the gradients" in answer
    job.do("1: cont", answer="RankError: rank 1 raised ValueError: bad batch")  # rank 0 does not stop at it
    assert job.wait().status == 1


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_breakpoints_of_the_command_line_are_set_on_each_rank(tmp_path):
    need_mpi()
    options = ("--debug", "--no-stop", "-b", "train.py:9 if step == 2")
    job = Prompt(tmp_path, 2, RAISES, options=options, piped=True)
    job.wait_for("train.py:9 in <module> (breakpoint: train.py:9: step == 2)")
    assert "ranks 0, 1: breakpoint 1: train.py:9 if step == 2" in job.out.read_text()
    job.do("p step", answer="\n2\n")
    job.do("quit")
    assert job.wait().status == 0


@pytest.mark.parametrize("before", ["", "help ", "1: "])
def test_tab_completes_commands(before):
    assert rank_prompt.commands_after(before, "brea") == ["break", "breakpoints"]
    assert {"pause", "ranks", "cont"} <= set(rank_prompt.commands_after(before, ""))
    assert rank_prompt.commands_after("p ", "l") == []


def test_words_that_a_rank_cannot_take_while_it_waits(monkeypatch):
    assert rank_debugger.waiting_text() == ""
    call = Collective("all_reduce", "SUM", "w", "float32", (2,), 3, None)
    monkeypatch.setattr(STATE, "now", Entered(call, 0, 1, [0, 1], time.monotonic() - 5))
    found = rank_debugger.waiting_text()
    assert "waits for other ranks in all_reduce SUM of w float32[2] in step 3" in found and "fix:" in found


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_without_a_prompt_an_error_of_a_debugged_rank_ends_the_job(tmp_path):
    need_mpi()
    job = Prompt(tmp_path, 2, RAISES, options=("--debug", "--no-stop"), piped=True)
    job.wait_for("2 ranks; help lists")
    job.process.stdin.close()
    ended = job.wait()
    assert ended.status == 1 and "RankError: rank 1 raised ValueError: bad batch" in ended.err


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_without_a_prompt_no_breakpoint_holds_a_rank(tmp_path):
    need_mpi()
    job = Prompt(tmp_path, 2, RAISES, options=("--debug", "--no-stop", "-b", "op:mean"), piped=True)
    job.wait_for("ranks 0, 1: stopped in step 1, before")
    job.process.stdin.close()
    ended = job.wait()
    assert ended.status == 1 and "RankError: rank 1 raised ValueError: bad batch" in ended.err


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_fifty_pauses_stop_all_ranks_at_the_same_step_and_leave_none_paused(tmp_path):
    need_mpi()
    job = Prompt(tmp_path, 3, JOB, options=("--debug", "--no-stop"), piped=True)
    job.wait_for("begun.", 3)
    for _ in range(50):
        job.do("pause", answer="paused in step")
        job.do("cont")
    out = job.do("pause", answer="paused in step")
    places = [line for line in out.splitlines() if "paused in step" in line]
    assert len(places) == 51 and all(place.startswith("ranks 0-2: ") for place in places), places
    steps = [int(place.split("step ")[1].split(",")[0]) for place in places]
    assert steps == sorted(set(steps))  # each time the job had gone on
    job.do("quit")
    assert job.wait().status == 0
