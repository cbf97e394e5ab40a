"""Values by the names of variables while a program of PyTorch waits at a line: they are those of the variables."""

import torch

from opscope import debug
from tests.debug.lines.test_variables_at_lines import compared, line_of, scaled

LONG = 60.0


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = torch.nn.Linear(3, 4), torch.nn.Linear(4, 1)

    def forward(self, x):
        h = torch.tanh(self.fc1(x))
        wide = scaled(h)
        return self.fc2(wide)


def train():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), 0.01)
    losses, best = [], None
    for s in range(3):
        x = torch.randn(5, 3)
        y = net(x)
        loss = (y - 1).pow(2).mean()
        best = loss if s % 2 else -loss
        losses.append(loss)
        optimizer.zero_grad()
        loss.backward()
        g = net.fc1.weight.grad
        length = g.norm()
        optimizer.step()
        total = sum(losses)
    return best, total, length


def array_of(value):
    return value.detach().clone().numpy() if isinstance(value, torch.Tensor) else None


def test_values_while_stepping_by_lines():
    """Values of the round before were shown: each name was read at the operator before."""
    run = debug.start(train, breakpoints=[line_of(train, "x = torch.randn")])
    wrong, missing, equal = compared(run, array_of, 150)
    assert not wrong and not missing and equal > 300


def test_a_name_that_the_last_operator_binds_at_a_call_of_breakpoint():
    def body():
        weights = torch.nn.Parameter(torch.ones(3))
        optimizer = torch.optim.SGD([weights], 0.1)
        for step in range(2):
            x = torch.arange(3.0) + step
            loss = (x * weights).sum()
            breakpoint()
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()

    run = debug.start(body)
    for expected in (3.0, 5.2):
        run.until_stopped(LONG)
        assert abs(float(run.value("loss")) - expected) < 1e-5 and abs(run.evaluate("loss") - expected) < 1e-5
        run.cont()
    run.wait(LONG)
