"""Programs whose model is wrapped: DataParallel, weight normalization, a parametrization, adapters of low rank."""

import torch
from torch import nn

F = nn.functional


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.relu(self.fc1(x))
        return self.fc2(hidden)


def _train(model, parameters=None):
    optimizer = torch.optim.SGD(model.parameters() if parameters is None else parameters, 0.1)
    losses = []
    for _ in range(3):
        x = torch.randn(5, 3)
        optimizer.zero_grad()
        out = model(x)
        loss = out.square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, model


def data_parallel():
    return _train(nn.DataParallel(Inner()))


def weight_norm():
    model = Inner()
    model.fc1 = nn.utils.parametrizations.weight_norm(model.fc1)
    return _train(model)


class Symmetric(nn.Module):
    def forward(self, weight):
        weight = weight.triu()
        return weight + weight.transpose(-1, -2)


def parametrized():
    model = nn.Sequential(nn.Linear(3, 3), Inner())
    nn.utils.parametrize.register_parametrization(model[0], "weight", Symmetric())
    return _train(model)


class Adapted(nn.Module):
    """A frozen layer with an adapter of low rank."""

    def __init__(self, layer):
        super().__init__()
        self.layer, self.scale = layer, 0.5
        self.down, self.up = nn.Parameter(torch.randn(2, 3) * 0.1), nn.Parameter(torch.zeros(4, 2))
        for parameter in layer.parameters():
            parameter.requires_grad_(False)

    def forward(self, x):
        weight = self.up @ self.down
        change = F.linear(x, weight)
        return self.layer(x) + change * self.scale


def adapted():
    model = Inner()
    model.fc1 = Adapted(model.fc1)
    return _train(model, [p for p in model.parameters() if p.requires_grad])


def delegated():
    """A wrapper without parameters of its own, whose forward has the same names as the wrapped one."""

    class Wrapper(nn.Module):
        def __init__(self, module):
            super().__init__()
            self.module = module

        def forward(self, x):
            x = x * 2
            hidden = self.module(x)
            return hidden + 1

    return _train(Wrapper(Wrapper(Inner())))


PROGRAMS = (data_parallel, weight_norm, parametrized, adapted, delegated)
