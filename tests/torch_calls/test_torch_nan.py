"""The operator that makes the first NaN or Inf: in forward, backward, an optimizer."""

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
