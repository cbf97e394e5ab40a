"""Gradients of PyTorch programs by name, of parameters and of other tensors: `fc1.weight.grad`, `fc1.weight@GRAD`."""

import numpy as np
import pytest
import torch
from torch import nn

from opscope.errors import NotFound
from tests.torch_calls.conftest import LONG


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.relu(self.fc1(x))
        return self.fc2(hidden)


def train():
    """Returns the gradients after each backward pass. That of w is accumulated, since no optimizer has w."""
    torch.manual_seed(0)
    model, w = Net(), nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    found = []
    for _ in range(4):
        x = torch.randn(5, 3, requires_grad=True)
        optimizer.zero_grad()
        loss = model(x * w).square().mean()
        loss.backward()
        found.append({"x": x.grad, "w": w.grad.clone(), "fc1.weight": model.fc1.weight.grad.clone()})
        optimizer.step()
    return [{name: value.numpy().copy() for name, value in each.items()} for each in found]


OWN = {"x": ("x",), "w": ("w",), "fc1.weight": ("fc1.weight", "self.fc1.weight", "model.fc1.weight")}
SPELLINGS = [
    (name, spelling) for name, names in OWN.items() for own in names for spelling in (f"{own}.grad", f"{own}@GRAD")
]


@pytest.mark.parametrize("name, spelling", SPELLINGS, ids=[spelling for _, spelling in SPELLINGS])
def test_each_spelling_of_a_gradient_is_its_value(begin, name, spelling):
    plain = train()
    run = begin(train, breakpoints=[spelling], taps=[spelling])
    for gradients in plain:
        assert run.until_stopped(LONG) is not None
        assert np.array_equal(run.value(spelling), gradients[name])
        assert run.evaluate(f"{spelling}.max()") == gradients[name].max()
        assert np.array_equal(run.look(spelling).array, gradients[name])
        run.cont()
    run.wait(LONG)
    assert all(np.array_equal(value, plain[step - 1][name]) for step, value in run.values(spelling).items())
    assert len(run.values(spelling)) == 4
    highest = max(gradients[name].max() for gradients in plain)
    stop = run.back_to_when(f"{spelling}.max() >= {float(highest)!r}")
    assert plain[stop.step - 1][name].max() == highest


@pytest.mark.parametrize("spelling", ["model.fc1.weight.grad", "model.fc1.weight@GRAD", "grad:model.fc1.weight"])
def test_the_history_of_a_gradient_has_each_spelling(begin, spelling):
    plain = train()
    run = begin(train, taps=[spelling])
    run.wait(LONG)
    last = run.history.of(spelling)[-1]
    assert last.step == 4 and last.max == pytest.approx(plain[-1]["fc1.weight"].max())
    assert len(run.history.to_frame(f"{spelling}.max()"))


def test_a_gradient_is_set_under_each_spelling(begin):
    run = begin(train, breakpoints=["w.grad"])
    run.until_stopped(LONG)
    for spelling in ("w.grad", "w@GRAD", "grad:w"):
        run.set(spelling, 0.5)
        assert np.all(run.value(spelling) == 0.5)
        run.set(spelling, 0.25)
    run.clear()
    run.cont()
    gradients = run.wait(LONG)
    assert np.all(gradients[0]["w"] == 0.25) and not np.all(gradients[0]["fc1.weight"] == 0.25)


def test_a_gradient_without_a_name_is_refused_with_the_reason(begin):
    run = begin(train)
    run.wait(LONG)
    for spelling in ("hidden.grad", "hidden@GRAD", "grad:hidden"):
        with pytest.raises(NotFound, match="hidden has no gradient; after it, leaf tensors and the loss have one"):
            run.value(spelling)
