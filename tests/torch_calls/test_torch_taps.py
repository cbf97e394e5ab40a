"""Taps of PyTorch programs by the names of the user's code, in recorded and in watched runs."""

import numpy as np
import pytest
import torch
from torch import nn

from tests.torch_calls.conftest import LONG


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.relu(self.fc1(x))
        return self.fc2(hidden)


def train():
    """Returns the losses, the greatest elements of the input, and the result of an op after the last step."""
    torch.manual_seed(0)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    losses, greatest = [], []
    for _ in range(6):
        x = torch.randn(5, 3)
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        greatest.append(float(x.numpy().max()))
    after = loss * 2
    return losses, greatest, after.item()


def seen(run, name):
    """The greatest element by step, of all values that have this name."""
    return {e.step: e.max for e in run.history.events() if e.kind == "ValueSeen" and name in e.called.split(", ")}


@pytest.mark.parametrize("record", [True, False], ids=["recorded", "watched"])
def test_a_tap_finds_each_value_by_its_name_in_the_users_code(begin, record):
    """A call was summarized when it ended: the user's function has a name for its result only after that."""
    losses, greatest, _ = train()
    run = begin(train, record=record, taps=["loss", "x", "hidden"], hz=None)
    run.wait(LONG)
    assert seen(run, "hidden").keys() >= {2, 3, 4, 5, 6}
    for step in range(2, 7):
        assert seen(run, "loss")[step] == pytest.approx(losses[step - 1])
        assert seen(run, "x")[step] == pytest.approx(greatest[step - 1])


def test_a_watched_run_summarizes_values_under_the_users_names(begin):
    losses, *_ = train()
    run = begin(train, record=False, taps=["loss"])
    run.wait(LONG)
    found = seen(run, "loss")
    assert found and all(value == pytest.approx(losses[step - 1]) for step, value in found.items())
    assert np.isfinite(list(found.values())).all()
