"""Recordings of PyTorch on disk: what they answer where PyTorch is not imported, and how two of them differ."""

import os
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch import nn

from opscope import debug
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_programs import train_to_nan


def test_a_recording_answers_as_the_run(begin, tmp_path):
    """The cause was `your function made it of finite numbers`."""
    run = begin(train_to_nan, to=str(tmp_path / "rec"))
    losses = run.wait(LONG)
    found = debug.open(str(tmp_path / "rec"))
    (said, *chain), (cause, *others) = (
        str(each.why()).split("\n  step 4  out (log_10)[5, 0]") for each in (found, run)
    )
    assert said == cause and "log of a negative number" in cause
    assert chain[0].splitlines()[:2] == others[0].splitlines()[:2]  # further ones need PyTorch's operators
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
