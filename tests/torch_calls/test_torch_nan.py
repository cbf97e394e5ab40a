"""The operator that makes the first NaN or Inf: in forward, backward, an optimizer."""

import numpy as np
import pytest
import torch
from torch import nn

from tests.torch_calls.conftest import LONG


def root_of_a_negative_number():  # pytorch/pytorch#160016
    x = torch.ones(3, requires_grad=True)
    y = torch.sqrt(x - 2)  # here
    z = torch.sqrt(y)
    z.sum().backward()


def replaced_nan():  # the same issue: detect_anomaly passes it
    x = torch.ones(3, requires_grad=True)
    y = torch.log(-x)  # here
    torch.nan_to_num(y).sum().backward()


def gradient_of_a_root():
    x = torch.zeros(3, requires_grad=True)
    y = torch.sqrt(x)  # here
    (y * 0).sum().backward()


def squared_gradient():
    w = nn.Parameter(torch.zeros(2))
    w.grad = torch.full((2,), 1e30)
    torch.optim.Adam([w], foreach=False).step()  # here


def inf():
    x = torch.tensor([100.0])
    torch.exp(x)  # here


CASES = {
    root_of_a_negative_number: ("forward", "sqrt", "square root of a negative number"),
    replaced_nan: ("forward", "log", "log of a negative number"),
    gradient_of_a_root: ("backward", "div", "0 / 0"),
    squared_gradient: ("optimize", "addcmul_", "over 3.4"),
    inf: ("forward", "exp", "exp of more than 88.72"),
}


@pytest.mark.parametrize("body", CASES, ids=lambda body: body.__name__)
def test_the_producer_stops_the_run_with_its_cause(begin, body):
    run = begin(body, entry=True)
    run.until_stopped(LONG)
    run.watch("nan")
    run.cont()
    stop = run.until_stopped(LONG)
    role, kind, cause = CASES[body]
    assert (stop.role, stop.op_type) == (role, kind) and "# here" in stop.source
    assert cause in str(run.why())


def a_row_of_zeros():
    x = torch.ones(4, 3)
    x[2] = 0.0  # the row
    x / x.sum(1, keepdim=True)


def a_nan_of_numpy():
    x = torch.ones(4, 3)
    y = x + 1
    y.numpy()[2, 1] = float("nan")
    y.sum()


def test_why_shows_the_write_into_a_part_of_a_value(begin):
    run = begin(a_row_of_zeros)
    run.wait(LONG)
    last = run.why().chain[-1]
    assert (last.value, last.operator, last.what) == (0.0, "fill_", "a write in place") and "# the row" in last.source


def test_why_shows_that_no_operator_has_made_the_nan(begin):
    run = begin(a_nan_of_numpy)
    run.wait(LONG)
    cause = run.why().cause
    assert (cause.index, cause.kind) == ((2, 1), "outside") and np.isnan(cause.value)


@pytest.mark.parametrize("kind", ["fused", "foreach"])
@pytest.mark.parametrize("name", ["model.weight", "model.bias"])
def test_why_follows_the_member_of_a_list(begin, kind, name):
    """The kernel is not called again: its NaN was "of finite numbers", and the members of others were its operands."""

    def body():
        model = nn.Linear(3, 1)
        opt = torch.optim.AdamW(model.parameters(), **{kind: True})
        for step in range(3):
            x = torch.ones(2, 3)
            y = model(x)
            if step == 1:
                y = y / (y - y)  # here
            opt.zero_grad()
            y.mean().backward()
            opt.step()

    run = begin(body)
    run.wait(LONG)
    found = run.why(name)
    assert "of finite numbers" not in str(found)
    assert f"{name}@GRAD[" in str(found) and any("# here" in each.source for each in found.chain)
    lists = [line for line in str(found).splitlines() if f"_{kind}_" in line and " of " in line]
    other = "bias" if name.endswith("weight") else "weight"
    assert lists and not any(f"model.{other}" in line for line in lists)
