"""Numerical risk of PyTorch's programs: planted ones are found first, healthy ones are quiet, the run is unchanged."""

import numpy as np
import pytest
import torch
from torch import nn

from opscope import debug
from tests.torch_calls.torch_programs import NETS, train

F = nn.functional


def planted_programs():
    def tensor(*numbers):
        return torch.from_numpy(np.array(numbers, "float32"))

    def naive_softmax():
        e = torch.exp(tensor(150.0, 2.0, 1.0))
        return (e / e.sum()).mean()

    def one_minus_cosine():
        return (1 - torch.cos(tensor(1e-4, 2e-4))).mean()

    def log_of_one_plus():
        return torch.log(1 + tensor(3e-8, 1e-7)).mean()

    def variance_of_squares():
        x = torch.from_numpy((np.random.default_rng(0).standard_normal((64, 3)) + 1e4).astype("float32"))
        return torch.sqrt(((x * x).mean(0) - x.mean(0) ** 2).abs()).sum()

    def sum_of_large_numbers():
        return tensor(1e8, 1.25, -1e8, 2.5).sum()

    def cast_that_overflows():
        return tensor(1.0, 1e5).half().float().sum()

    def norm_of_a_tiny_vector():
        return (tensor(1e-25, 2e-25) ** 2).sum().sqrt()

    def log_of_a_sigmoid():
        return -torch.log(torch.sigmoid(tensor(20.0, 25.0))).mean()

    def exp_minus_one():
        return ((torch.exp(tensor(1e-6, 2e-6)) - 1) / 2).mean()

    return {
        naive_softmax: ("large exponent", "softmax(x)"),
        one_minus_cosine: ("cancellation", "sin(x / 2)"),
        log_of_one_plus: ("near a singularity", "log1p"),
        variance_of_squares: ("cancellation", "two passes"),
        sum_of_large_numbers: ("cancellation", "float64"),
        cast_that_overflows: ("cast to a narrow dtype", "GradScaler"),
        norm_of_a_tiny_vector: ("underflow", "norm(x / m)"),
        log_of_a_sigmoid: ("near a singularity", "log_sigmoid"),
        exp_minus_one: ("cancellation", "expm1"),
    }


@pytest.mark.parametrize("program, expected", planted_programs().items(), ids=lambda p: getattr(p, "__name__", ""))
def test_a_planted_risk_is_found_first(program, expected):
    worst = debug.risk(program)[0]
    assert (worst.cause, expected[1] in worst.fix) == (expected[0], True), worst
    assert "test_torch_risks.py" in worst.site and f"in {program.__name__}" in worst.site
    assert worst.elements[0].value != worst.elements[0].exact


@pytest.mark.parametrize("net", NETS)
def test_healthy_nets_are_quiet_and_unchanged(net, begin):
    losses, state = train(net, "loop")
    run = begin(lambda: train(net, "loop"))
    found, now = run.wait()
    risks = run.risk(3)
    assert not len(risks) and risks.measured > 20, risks
    assert found == losses and all(torch.equal(state[name], now[name]) for name in state)


def test_measuring_at_a_stop_is_unseen_by_the_program(begin):
    def body():
        torch.manual_seed(0)
        x = torch.rand(4, requires_grad=True)
        loss = (1 - torch.cos(F.dropout(x * 1e-4, 0.5))).sum()
        loss.backward()
        return x.grad.clone(), torch.rand(2)

    plain = body()
    run = begin(body, breakpoints=["op:sum"])
    run.until_stopped()
    ops = len(run.program().operators)
    assert run.risk()[0].cause == "cancellation"
    assert len(run.program().operators) == ops
    run.cont()
    assert all(torch.equal(a, b) for a, b in zip(run.wait(), plain, strict=True))
