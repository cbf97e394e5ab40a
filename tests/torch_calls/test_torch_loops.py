"""Healthy loops of PyTorch: frozen layers, evaluation, closures, heads in turn. The rules are quiet."""

import pytest
import torch
from torch import nn

F = nn.functional


def batches(count=8):
    generator = torch.Generator().manual_seed(0)
    weight = torch.randn(6, 3, generator=generator)
    for _ in range(count):
        x = torch.randn(16, 6, generator=generator)
        yield x, (x @ weight).argmax(1)


def mlp():
    return nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))


def fit(net, optimizer):
    for x, y in batches():
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()


def frozen_layer():
    net = mlp()
    net[0].requires_grad_(False)
    fit(net, torch.optim.Adam(net.parameters(), 0.01))


def closure():
    net = mlp()
    optimizer = torch.optim.LBFGS(net.parameters(), max_iter=3)
    x, y = next(batches())

    def evaluate():
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(evaluate)


def evaluation():
    net = mlp().eval()
    for x, y in batches():
        F.cross_entropy(net(x), y)


def evaluation_without_gradients():
    net = mlp().eval()
    with torch.no_grad():
        for x, y in batches():
            F.cross_entropy(net(x), y)


def head_on_features():
    encoder, head = nn.Linear(6, 16), nn.Linear(16, 3)
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for x, y in batches():
        with torch.no_grad():
            features = encoder(x)
        optimizer.zero_grad()
        F.cross_entropy(head(features), y).backward()
        optimizer.step()


@pytest.mark.parametrize(
    "loop",
    [frozen_layer, closure, evaluation, evaluation_without_gradients, head_on_features],
    ids=lambda f: f.__name__,
)
def test_a_healthy_loop_has_no_false_finding(loop, begin):
    torch.manual_seed(0)
    run = begin(loop)
    run.wait()
    assert not len(run.findings), run.findings
