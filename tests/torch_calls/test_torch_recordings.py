"""Recordings of PyTorch on disk: their steps are computed again; what they answer without PyTorch; how two differ."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch import nn

from opscope import debug
from opscope.debug.disk import recorded_eager
from opscope.debug.disk.checksummed_jsonl import decode_line
from opscope.debug.eager import condensed_history
from opscope.debug.replay import missing_values
from opscope.errors import NotFound, OpscopeWarning, RecordingError, UnsupportedError
from tests.debug.disk.test_eager_recordings import changed, without_sites
from tests.debug.eager.test_condensed_steps import as_shown
from tests.torch_calls.conftest import LONG
from tests.torch_calls.published_programs import PROGRAMS
from tests.torch_calls.test_torch_walks import parametrized, seeded
from tests.torch_calls.torch_programs import train_to_nan


def test_a_recording_answers_as_the_run(begin, tmp_path):
    """The cause was `your function made it of finite numbers`."""
    run = begin(train_to_nan, to=str(tmp_path / "rec"))
    losses = run.wait(LONG)
    found = debug.open(str(tmp_path / "rec"))
    assert str(found.why()) == str(run.why()) and "log of a negative number" in str(found.why())
    assert str(found.first("nan")) == str(run.first("nan"))
    values = found.values("loss")
    assert list(values) == [1, 2, 3, 4, 5, 6]
    assert np.array_equal([values[step] for step in values], np.float32(losses), equal_nan=True)


LOOK = """
import sys
from opscope import debug
found = debug.open(sys.argv[1])
print(found.why())
print(found.first("nan"))
print(sorted(found.values("loss")))
found.goto(3)
print(found.value("model.fc1.weight").shape)
assert "torch" not in sys.modules
"""


@pytest.mark.thorough
def test_another_process_reads_a_recording_without_pytorch(begin, tmp_path):
    begin(train_to_nan, to=str(tmp_path / "rec")).wait(LONG)
    command = [sys.executable, "-c", LOOK, str(tmp_path / "rec")]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    made = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert made.returncode == 0, made.stderr
    for text in ("cause: log of a negative number", "step 4: log_10", "[1, 2, 3, 4, 5, 6]", "(4, 3)"):
        assert text in made.stdout, made.stdout


@parametrized(PROGRAMS)
def test_a_recording_shows_what_the_run_shows(begin, tmp_path, program):
    """Each place, value, name and line, bit for bit; PyTorch's operators compute the values again."""
    run = begin(seeded(program), to=str(tmp_path / "rec"))
    run.wait(LONG)
    expected = [without_sites(as_shown(record)) for record in run.session.driver.journal.records()]
    opened = debug.open(str(tmp_path / "rec"))
    found = [*opened.session.driver.journal.steps()]
    assert len(found) == len(expected) and not opened.problems
    for index in [*range(len(found)), *reversed(range(len(found)))]:
        assert without_sites(as_shown(found[index])) == expected[index], found[index].step
    assert [record.step for record in found if record.condensed] == [*range(1, run.steps + 1)]
    assert not opened.problems


THERE = """
import sys
from opscope import debug
found = debug.open(sys.argv[1])
assert "torch" not in sys.modules
print({step: value.tobytes().hex() for step, value in found.values("loss").items()})
print(found.why())
for step in (5, 2, 6, 3):
    found.goto(step)
    print(found.value("model.fc1.weight").tobytes().hex())
found.goto(3)
found.step_back()
print(found.here.step)
branch = found.branch(2, {"model.fc1.weight": 0.25}, names=["loss"])
print({step: value.tobytes().hex() for step, value in branch.edited["loss"].items()})
"""


@pytest.mark.thorough
def test_another_process_computes_the_values_again(begin, tmp_path, capfd):
    """The script of the run is not there, and PyTorch has more threads than the run had: other sums, other bits."""
    run = begin(train_to_nan, to=str(tmp_path / "rec"))
    run.wait(LONG)
    weights = {}
    for step in (5, 2, 6, 3):
        run.goto(step)
        weights[step] = run.value("model.fc1.weight").tobytes().hex()
    branch = run.branch(2, {"model.fc1.weight": 0.25}, names=["loss"]).edited["loss"]
    expected = [
        str({step: value.tobytes().hex() for step, value in run.values("loss").items()}),
        *str(run.why()).splitlines(),
        *weights.values(),
        "2",
        str({step: value.tobytes().hex() for step, value in branch.items()}),
    ]
    command = [sys.executable, "-c", THERE, str(tmp_path / "rec")]
    env = {**os.environ, "OMP_NUM_THREADS": "2"}
    made = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines() == expected


def repeated(steps, late=None):
    """Train a small net for some steps; `late` is called with the loss of step 11."""

    def body():
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 16))
        optimizer = torch.optim.Adam(model.parameters(), 0.01)
        for step in range(1, steps + 1):
            x = torch.randn(16, 16)
            hidden = model(x)
            loss = (hidden - x).pow(2).mean()
            if late is not None and step == 11:
                loss = late(loss)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    return body


def line_of_step(folder, step):
    """The data of a step on disk, and its bytes there, with those of the arrays that it has alone."""
    for path in folder.glob("0*.jsonl"):
        for line in path.read_bytes().splitlines(keepends=True)[1:]:
            data = decode_line(line)
            if data.get("step") == step:
                return data, len(line)
    raise AssertionError(f"no step {step}")


def test_a_step_on_disk_has_its_numbers_alone(begin, tmp_path, monkeypatch):
    """It had all values: 48 kB for this net."""
    monkeypatch.setattr(condensed_history, "MAX_SECONDS", LONG)  # on a busy machine a stretch would end earlier
    begin(repeated(31), to=str(tmp_path / "rec")).wait(LONG)
    kept = [step for step in range(1, 32) if "kept" in line_of_step(tmp_path / "rec", step)[0]]
    assert kept[:8] == [*range(1, 9)] and 16 in kept and len(kept) < 14
    assert all(line_of_step(tmp_path / "rec", step)[1] < 2_500 for step in range(1, 32) if step not in kept)
    for step in set(range(1, 32)) - {*kept}:  # it has its random input, and the first step of a stretch the weights
        entries = [entry for _, entry in line_of_step(tmp_path / "rec", step)[0]["stored"]]
        assert sum(size for _, size, *_ in entries) <= 1024, step


def test_without_pytorch_the_values_that_are_not_kept_are_named(begin, tmp_path, monkeypatch):
    monkeypatch.setattr(condensed_history, "MAX_SECONDS", LONG)  # on a busy machine a stretch would end earlier
    run = begin(repeated(13, late=torch.log), to=str(tmp_path / "rec"))
    run.wait(LONG)
    for module in (recorded_eager, missing_values):
        monkeypatch.setattr(module, "is_installed", lambda library: False)
    with pytest.warns(
        OpscopeWarning, match="not shown, because torch must compute them and is not installed here"
    ) as said:
        opened = shown_without_pytorch(run, tmp_path / "rec")
    assert [each.filename for each in said if "not shown" in str(each.message)] == [__file__]  # the line that asked
    with pytest.raises(UnsupportedError):
        opened.branch(10, {"0.weight": 0.5})
    opened.goto(10, "op:mean")
    with pytest.raises(NotFound) as missing:  # the reason was a write by code that opscope does not observe
        opened.look("hidden")
    assert missing.value.fix.startswith("torch must compute the value and is not installed here")


def shown_without_pytorch(run, folder):
    """Compare what an opened recording shows with the run, and open it."""
    opened = debug.open(str(folder))
    losses, own_losses = ({n: v.tobytes() for n, v in each.values("loss").items()} for each in (opened, run))
    assert losses == own_losses and len(losses) == 13
    shown = {record.step: record for record in opened.session.driver.journal.steps()}
    own = {record.step: record for record in run.session.driver.journal.records()}
    without = [step for step in range(1, 14) if "kept" not in line_of_step(folder, step)[0]]
    assert {9, 10} <= {*without}
    for step in range(1, 14):
        found, expected = (without_sites(as_shown(each[step])) for each in (shown, own))
        if step not in without:
            assert found == expected
            continue
        assert calls_of(shown[step]) == calls_of(own[step])
        values = {name for place in shown[step].places for name, _ in (*place.values, *place.states)}
        assert values and all(own[step].final_value(name).size == 1 for name in values)
        opened.goto(step, "op:tanh_backward")
        assert opened.value("loss").tobytes() == losses[step]
        with pytest.raises(NotFound):
            opened.value("hidden")
    return opened


def calls_of(record):
    """The operators of a record, their names and lines."""
    operators = [place.operator for place in record.places if place.operator is not None]
    return [(each.op.name, each.inputs, each.outputs, without_sites(each.site), each.layer_path) for each in operators]


def forged(folder, change):
    """Change a structure of each recorded step, with the right checksums."""
    for name in sorted(path.name for path in (folder / "plans").iterdir()):
        changed(folder, f"plans/{name}", lambda lines: change(lines[0]["structure"]))


def call_of(data, name):
    """The call of the first operator with a name."""
    return next(call for call in data["calls"] if call[-1] is not None and call[-1][1].startswith(f"aten::{name}"))


def with_operator(name, lengths=()):
    return lambda data: call_of(data, "tanh.").__setitem__(-1, ["torch", name, [*lengths], 1])


def with_attribute(operator, name, value):
    return lambda data: call_of(data, operator)[4]["dict"].update({name: value})


def with_library(data):
    call_of(data, "tanh.")[-1][0] = "os"


FORGED = {
    "file": with_operator("aten::from_file.default"),
    "memory": with_operator("aten::set_.source_Tensor"),
    "resize": with_operator("aten::resize_.default"),
    "random": with_operator("aten::rand_like.default"),
    "text": with_operator("aten::_print.default"),
    "unknown": with_operator("aten::nothing.default"),
    "space": with_operator("prims::sin.default"),
    "module": with_operator("os.system"),
    "class": with_operator("aten::__class__.mro"),
    "short": with_operator("aten::tanh"),
    "lengths": with_operator("aten::tanh.default", [None, 3]),
    "list": with_operator("aten::cat.default", [3]),
    "format": with_attribute("ones_like", "memory_format", "load"),
    "dtype": with_attribute("ones_like", "dtype", "compiler"),
    "device": with_attribute("ones_like", "device", "cuda"),
    "pinned": with_attribute("ones_like", "pin_memory", True),
    "library": with_library,
}


@pytest.mark.parametrize("change", FORGED.values(), ids=[*FORGED])
def test_a_forged_call_is_not_made(begin, tmp_path, change):
    begin(repeated(3), to=str(tmp_path / "rec")).wait(LONG)
    forged(tmp_path / "rec", change)
    opened = debug.open(str(tmp_path / "rec"))
    with pytest.raises(RecordingError):
        opened.goto(2, "op:tanh_backward")
    assert opened.problems


def test_a_call_of_another_size_takes_no_memory(begin, tmp_path):
    """The steps make a result of 64 GB, recorded as a small one."""
    begin(repeated(3), to=str(tmp_path / "rec")).wait(LONG)
    numbers_before: list[int] = []  # by structure: the numbers of the calls before the one that is changed

    def enlarge(data):
        at = data["calls"].index(call_of(data, "tanh."))
        numbers_before.append(sum(numbers_of_call(call) for call in data["calls"][:at]))
        data["calls"][at][-1] = ["torch", "aten::expand_copy.default", [], 1]
        data["calls"][at][4] = {"dict": {"size": [0, 0, 0]}}

    def enlarge_steps(lines):
        for line in lines[2:]:
            if "structure" in line:
                start = numbers_before[line["structure"] - 1]
                line["numbers"][start:start] = [1 << 26, 16, 16]

    forged(tmp_path / "rec", enlarge)
    for path in (tmp_path / "rec").glob("0*.jsonl"):
        changed(tmp_path / "rec", path.name, enlarge_steps)
    opened = debug.open(str(tmp_path / "rec"))
    with pytest.raises(
        RecordingError, match="tanh has 68719476736 bytes, but in the recorded step this result had 1024 bytes"
    ):
        opened.goto(2, "op:tanh_backward")


def numbers_of_call(call):
    return call[2].count([]) + len(re.findall(r"\b0\b", str(call[4])))


def test_other_results_than_in_the_run_show_no_values(begin, tmp_path):
    """As with another version of PyTorch."""
    begin(repeated(3), to=str(tmp_path / "rec")).wait(LONG)
    last = max(path.name for path in (tmp_path / "rec").glob("0*.jsonl"))
    changed(tmp_path / "rec", last, lambda lines: lines[-1].update(checksum=1))
    opened = debug.open(str(tmp_path / "rec"))
    with pytest.warns(OpscopeWarning, match="the calls of step 3 now give other results .* PyTorch"):
        opened.goto(3, "op:tanh_backward")
    with pytest.raises(NotFound):
        opened.value("loss")


def trained(seed=0, rate=0.1, activation=nn.ReLU):
    def body():
        torch.manual_seed(seed)
        model = nn.Sequential(nn.Linear(4, 8), activation(), nn.Linear(8, 1))
        optimizer = torch.optim.SGD(model.parameters(), rate)
        losses = []
        for _ in range(3):
            x = torch.randn(8, 4)
            loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 100.0)
            optimizer.step()
            losses.append(loss.item())
        return losses

    return body


@pytest.mark.parametrize(
    "other, line",
    [
        (trained(seed=1), "model = nn.Sequential"),
        (trained(rate=0.2), "optimizer.step()"),
        (trained(activation=nn.GELU), "loss = (model(x) - x.sum"),
    ],
    ids=["seed", "rate", "activation"],
)
def test_the_loss_of_two_recordings_is_the_value_of_the_backward_pass(begin, tmp_path, other, line):
    """It was the gradient of the loss, `ones_like_12`; a norm of gradients comes later."""
    bodies = (trained(), other)
    losses = [begin(body, to=str(tmp_path / str(i))).wait(LONG) for i, body in enumerate(bodies)]
    found = debug.diff(*(debug.open(str(tmp_path / str(i))) for i in range(2)))
    assert found.loss_called == "loss" and found.loss.startswith("mean_")
    pairs = {pair.step: (np.float32(pair.a), np.float32(pair.b)) for pair in found.losses}
    assert pairs == {i: (np.float32(a), np.float32(b)) for i, (a, b) in enumerate(zip(*losses, strict=True), 1)}
    assert line in str(found).partition("\n")[2].partition("\n")[0], str(found)
