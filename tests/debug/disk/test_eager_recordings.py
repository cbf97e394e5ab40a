"""Eager code on disk: an opened recording shows, bit for bit, what the run shows, without the user's code."""

import gc
import re
import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.source import Site
from opscope.debug.disk import place_encoder, segment_writer
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.eager import condensed_history
from opscope.debug.eager.condensed_step import StepStructure
from opscope.errors import NotFound, OpscopeWarning, RecordingError
from opscope.paddle import static
from tests.debug.eager import test_logged_calls as logged
from tests.debug.eager import test_past_of_tensors as past
from tests.debug.eager.test_condensed_steps import as_shown, trained
from tests.debug.eager_runs import LONG
from tests.debug.recordings import files
from tests.fresh import python

thorough = pytest.mark.thorough


def tanh_program():
    """A program of x [2], and its output."""
    main = static.Program()
    paddle.enable_static()
    with static.program_guard(main):
        out = paddle.tanh(static.data("x", [2], "float32"))
    paddle.disable_static()
    return main, out


def recorded(body, folder, **options):
    """A run that is over, with its recording in a folder."""
    gc.collect()  # Tensors of former runs have values before this one
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        run = debug.Run(body, to=folder, **options)
        run.start().wait(LONG)
    return run


def without_sites(shown):
    """What is shown, with the lines of the user as text: those of a recording have their text with them."""
    if isinstance(shown, Site):
        return shown.where, shown.code
    if isinstance(shown, dict):
        return {name: without_sites(value) for name, value in shown.items()}
    return [*map(without_sites, shown)] if isinstance(shown, list | tuple) else shown


def condensed_steps(body, folder):
    """Compare all places of an opened recording with those of the run; returns which steps were condensed."""
    run = recorded(body, folder)
    expected = [as_shown(record) for record in run.session.driver.journal.records()]
    opened = debug.open(folder)
    records = [*opened.session.driver.journal.steps()]
    assert len(records) == len(expected) and not opened.problems
    for index in [*range(len(records)), *reversed(range(len(records)))]:
        assert without_sites(as_shown(records[index])) == without_sites(expected[index]), records[index].step
    return [record.step for record in records if record.condensed_bytes]


@pytest.mark.parametrize("body", logged.BODIES, ids=lambda body: body.__name__)
def test_a_recording_shows_what_the_run_shows(body, tmp_path):
    kept = (logged.without_steps, logged.gradients_of_gradients)
    assert condensed_steps(body, tmp_path / "r") == ([] if body in kept else [1, 2, 3])


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=thorough) for n in range(1, 16))])
def test_recordings_of_random_programs_show_what_the_run_shows(seed, tmp_path):
    assert condensed_steps(logged.by_chance(seed), tmp_path / "logged")[:2] == [1, 2]
    assert condensed_steps(past.by_chance(seed), tmp_path / "past") or seed in (8, 14)


def saved(body, folder, dropped=0):
    """Compare an opened saved recording of a run, whose first steps were dropped, with the run."""
    gc.collect()
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        run = debug.Run(body)
        run.start().wait(LONG)
    journal = run.session.driver.journal
    journal.condense(journal.run_count)
    for _ in range(dropped):
        journal._drop_oldest()
    run.save(folder)
    expected = [as_shown(record) for record in journal.records() if record.kind.interleaved]
    opened = debug.open(folder)
    records = [record for record in opened.session.driver.journal.steps() if record.kind.interleaved]
    assert len(records) == len(expected) and not opened.problems and opened.steps == journal.step_range()
    for index in [*range(len(records)), *reversed(range(len(records)))]:
        assert without_sites(as_shown(records[index])) == without_sites(expected[index]), records[index].step
    return run, opened


@pytest.mark.parametrize("body", logged.BODIES, ids=lambda body: body.__name__)
def test_a_saved_run_shows_what_the_run_shows(body, tmp_path):
    saved(body, tmp_path / "r", dropped=body is not logged.without_steps)


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=thorough) for n in (0, *range(2, 12)))])
def test_a_saved_random_program_shows_what_the_run_shows(seed, tmp_path):
    saved(logged.by_chance(seed), tmp_path / "r", dropped=seed % 2)


def test_a_saved_run_has_programs_in_between_and_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 40)
    main, out = tanh_program()

    def body():
        trained(6)
        paddle.enable_static()
        static.Executor().run(main, feed={"x": np.ones(2, "float32")}, fetch_list=[out])
        paddle.disable_static()
        trained(6)

    run, opened = saved(body, tmp_path / "r", dropped=2)
    assert len([*tmp_path.joinpath("r").glob("*.jsonl")]) > 3
    assert opened.values("loss").keys() == run.values("loss").keys()
    assert {n: v.tobytes() for n, v in opened.values("loss").items()} == {
        n: v.tobytes() for n, v in run.values("loss").items()
    }
    found, expected = (each.branch(4, {"linear_0.w_0": 0.0}, names=["loss"], until=5) for each in (opened, run))
    assert found.edited["loss"][5].tobytes() == expected.edited["loss"][5].tobytes()


TRAIN = """\
import numpy as np
import paddle

class Doubled(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        return paddle.to_tensor(x.numpy() * 2)

    @staticmethod
    def backward(ctx, dout):
        return paddle.to_tensor(dout.numpy() * 2)

def train(net, optimizer, steps):
    for step in range(steps):
        hidden = Doubled.apply(net(paddle.full([2, 4], float(step))))
        if step == 5:
            hidden = hidden / 0.0
        loss = paddle.mean(hidden * hidden)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        print(float(loss), flush=True)

net = paddle.nn.Linear(4, 3)
train(net, paddle.optimizer.Adam(0.1, parameters=net.parameters()), 8)
"""
LOOK = """\
import sys
from opscope import debug
past = debug.open(sys.argv[1])
past.goto(3, "op:reduce_mean")
(frame, *_) = past.stack()
print(frame.function, frame.source)
print(past.value("hidden").tobytes() == past.value("Doubled_3").tobytes(), past.value("net.weight").shape)
print(*(past.goto(n, "op:reduce_mean_grad") and float(past.value("loss")) for n in range(1, 9)))
print(past.first("nan").step)
past.goto(6, "op:reduce_mean")
print(past.why())
print(past.findings)
"""


def test_another_process_needs_neither_the_script_nor_its_python(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(TRAIN)
    done = python("-m", "opscope", "record", "train.py", "-o", "night", cwd=tmp_path)
    assert done.returncode == 0 and "steps 1 to 8" in done.stderr, done.stderr
    script.unlink()
    found = python("-c", LOOK, "night", cwd=tmp_path)
    assert found.returncode == 0 and found.stderr == "", found.stderr
    stack, same, losses, first, *rest = found.stdout.splitlines()
    assert (stack, same, first) == ("train loss = paddle.mean(hidden * hidden)", "True (4, 3)", "6")
    assert np.array_equal([*map(float, losses.split())], [*map(float, done.stdout.split())], equal_nan=True)
    text = "\n".join(rest)
    assert "at train.py:17 in train: hidden = hidden / 0.0" in text
    assert re.search(r"hidden( \(\w+\))?\[0, 0\] = -?Inf", text)
    assert "scale_4 is the first value of the step with 6 Inf" in text


def test_steps_between_programs_and_in_threads_are_those_of_the_run(tmp_path):
    """What another thread or a program does in between begins a new stretch."""
    main, out = tanh_program()

    def body():
        w = logged.weight(3)
        logged.steps(lambda n: paddle.sum(w * float(n)), w)
        paddle.enable_static()
        static.Executor().run(main, {"x": np.ones(2, "float32")}, [out])
        paddle.disable_static()
        other = threading.Thread(target=lambda: trained(2))
        other.start()
        other.join(LONG)
        trained(3)

    run = recorded(body, tmp_path / "r")
    journal = debug.open(tmp_path / "r").session.driver.journal
    expected = [(record.run, record.step, record.thread) for record in run.session.driver.journal.records()]
    found = [(record.run, record.step, record.thread) for record in journal.steps()]
    assert found == [each for each in expected if each[1]] and len({thread for *_, thread in found}) == 2
    for record in run.session.driver.journal.records():
        (segment, index) = journal.find(record.run)
        if segment.isolated:
            assert without_sites(as_shown(segment.records[index])) == without_sites(as_shown(record))


def test_a_budget_on_disk_keeps_the_last_steps(tmp_path, monkeypatch):
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 200)
    monkeypatch.setattr(StepStructure, "nbytes", 1000)
    monkeypatch.setattr(segment_writer, "INTERVAL", 0.0)
    budget, seen = 60_000, {}
    recorded(lambda: trained(60, seen), tmp_path / "r", disk=budget)
    opened = debug.open(tmp_path / "r")
    first, last = opened.steps
    assert last == 60 and 1 < first < 60 and sum(files(tmp_path / "r").values()) <= budget
    for number in (first, last, first + 1):
        opened.goto(number, "op:reduce_mean_grad")
        assert opened.value("loss").tobytes() == seen[number][0].tobytes()


def test_values_that_are_no_numbers_are_left_out_and_that_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(place_encoder, "can_write", lambda array: array.dtype.kind in "iuf")

    def body():
        embedding = paddle.nn.Embedding(4, 3, sparse=True)  # whose step keeps its values
        logged.steps(lambda n: paddle.sum(embedding(paddle.to_tensor([1, n])) * 1.0), embedding.weight)
        _ = paddle.to_tensor([1.0]) > 0.0

    recorded(body, tmp_path / "r")
    assert "values of bool are left out: only numbers can be written" in capsys.readouterr().err
    opened = debug.open(tmp_path / "r")
    assert re.search(r"lacks \d values whose dtype cannot be written", capsys.readouterr().err) and opened.problems
    assert opened.goto(3, "op:reduce_sum").op_type == "reduce_sum"


@pytest.fixture
def folder(tmp_path):
    recorded(lambda: trained(6), tmp_path / "r")
    return tmp_path / "r"


def changed(folder, name, change):
    """Change the data of lines of a file, and write them with the right checksums and sizes."""
    lines = [decode_line(line) for line in (folder / name).read_bytes().splitlines(keepends=True)]
    change(lines)
    if name.endswith("jsonl"):
        lines[0]["bytes"][1] = sum(len(encode_line(line)) for line in lines[1:])
    (folder / name).write_bytes(b"".join(map(encode_line, lines)))


def test_other_results_than_in_the_run_show_no_values(folder):
    """As on another processor, which rounds otherwise."""
    changed(folder, last_lines(folder), lambda lines: lines[-1].update(checksum=1))
    opened = debug.open(folder)
    opened.goto(5, "op:reduce_mean_grad")
    assert opened.value("loss").size == 1
    with pytest.warns(OpscopeWarning, match="the calls of step 6 now give other results .* the processor, NumPy or"):
        opened.goto(6, "op:reduce_mean_grad")
    with pytest.raises(NotFound):
        opened.value("loss")


def last_lines(folder):
    return max(name for name in files(folder) if name.endswith(".jsonl"))


def test_a_call_of_another_size_is_damage_and_takes_no_memory(folder):
    """The structure of the steps makes a result of 16 GB, recorded as a small one."""

    def enlarge(lines):
        data = lines[0]["structure"]
        call = next(each for each in data["calls"] if data["ops"][each[0]] == "mean")
        call[0], call[4] = len(data["ops"]), {"dict": {"repeat_times": {"tuple": [1 << 20, 1 << 10]}}}
        data["ops"].append("tile")

    for name in files(folder):
        if name.startswith("plans"):
            changed(folder, name, enlarge)
    opened = debug.open(folder)
    with pytest.raises(RecordingError, match=r"calls of step 2 that cannot be computed again .* a result of tile has"):
        opened.goto(2)
    assert opened.problems


def test_damaged_arrays_are_found_where_they_are_read(folder):
    for name in files(folder):
        if name.endswith(".arrays") and (folder / name).stat().st_size:
            content = bytearray((folder / name).read_bytes())
            content[len(content) // 2] ^= 1
            (folder / name).write_bytes(content)
    opened = debug.open(folder)
    for step in (6, 1):
        with pytest.raises(RecordingError, match="does not match its checksum"):
            opened.goto(step)
    assert opened.problems
