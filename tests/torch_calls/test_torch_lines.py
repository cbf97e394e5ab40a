"""Law: an operator of a backward pass has the line of the traceback that PyTorch's anomaly mode keeps for its node."""

import re
import sys

import pytest
import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.checkpoint import checkpoint

from tests.torch_calls import published_programs
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_frames import is_unseen
from tests.torch_calls.torch_programs import SHOWN_NAMES


def penalty(steps=2):
    """A critic with a penalty on its gradient, which a second backward pass goes through."""
    critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = torch.optim.Adam(critic.parameters(), 1e-3)
    for _ in range(steps):
        real, fake = torch.randn(5, 3), torch.randn(5, 3)
        mixed = torch.lerp(real, fake, torch.rand(5, 1)).requires_grad_()
        scores = critic(mixed).sum()
        (slope,) = torch.autograd.grad(scores, mixed, create_graph=True)
        loss = critic(fake).mean() - critic(real).mean() + 10 * (slope.norm(2, dim=1) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def written_views(steps=2):
    """Writes to views, which give PyTorch's graph nodes that are made when the operator is over."""
    weight = nn.Parameter(torch.ones(4, 3))
    optimizer = torch.optim.SGD([weight], 0.1)
    for _ in range(steps):
        table = weight * 2
        table[1] = table[0] * 3
        count = torch.arange(3.0)
        rows = table.view(12)
        rows[2:4].mul_(0.5)
        is_large = rows > 100
        table.t()[0] += count.sum()
        loss = torch.where(is_large, rows, rows.exp() * 1e-3).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Stage(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        hidden = torch.relu(self.fc(x))
        return hidden * x


def recomputed(steps=2):
    """Checkpoints of both kinds around code of the user's, and a graph that two steps go through."""
    first, second = Stage(), Stage()
    optimizers = [torch.optim.SGD(net.parameters(), 0.1) for net in (first, second)]
    for _ in range(steps):
        x = torch.randn(2, 4, requires_grad=True)
        h = checkpoint(first, x, use_reentrant=True)
        out = checkpoint(second, h, use_reentrant=False)
        loss = out.pow(2).mean()
        loss.backward(retain_graph=True, inputs=[*second.parameters()])
        optimizers[1].step()
        other = torch.randn(2, 4).requires_grad_()
        more = first(other).sum()
        more.backward()
        optimizers[0].step()


PROGRAMS = (penalty, written_views, recomputed, *published_programs.PROGRAMS)
SLOW = ("gpt", "lstm", "resnet", "unet", "lbfgs", "gan")
FILES = (re.escape(__file__), re.escape(published_programs.__file__))
LINE = re.compile(rf'File "(?:{"|".join(FILES)})", line (\d+)')


class AnomalyLines(TorchDispatchMode):
    """The line of each call that a node of a graph makes, by anomaly mode; None for other calls."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        node = torch._C._current_autograd_node()
        if not is_unseen(func, node):
            line = None if node is None or "AccumulateGrad" in node.name() else own_line() or self._line(node)
            name = func._schema.name.partition("::")[2]
            self.calls.append((SHOWN_NAMES.get(name, name), line))
        return func(*args, **(kwargs or {}))

    @staticmethod
    def _line(node):
        while node.metadata.get("parent_") is not None:  # made in a backward pass, by the node of a forward call
            node = node.metadata["parent_"]
        found = [int(line) for text in node.metadata.get("traceback_", ()) for line in LINE.findall(text)]
        return found[-1] if found else 0


def own_line():
    """The line of the user's code that a node runs: a Function's backward, or a checkpoint's forward; 0 without one."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_name != "_engine_run_backward":
        if frame.f_code.co_filename in (__file__, published_programs.__file__):
            return frame.f_lineno
        frame = frame.f_back
    return 0


def seeded(program):
    def body():
        torch.manual_seed(3)
        return program()

    return body


@pytest.mark.parametrize("options", [{}, {"breakpoints": ["op:no_such_operator"]}], ids=["logged", "notified"])
@pytest.mark.parametrize(
    "program",
    [pytest.param(p, marks=[pytest.mark.thorough] if p.__name__ in SLOW else []) for p in PROGRAMS],
    ids=lambda program: program.__name__,
)
def test_an_operator_of_backward_has_the_line_of_anomaly_mode(begin, program, options):
    """Those of a GAN's generator, of recomputed calls and of written views had none."""
    run = begin(seeded(program), **options)
    run.wait(LONG)
    with AnomalyLines() as expected, torch.autograd.set_detect_anomaly(True, check_nan=False):
        seeded(program)()
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    operators = [operator for record in records for operator in record.operators()]
    assert [operator.op.name for operator in operators] == [name for name, _ in expected.calls]
    found = [
        (operator.op.name, operator.site and operator.site.line, line)
        for operator, (_, line) in zip(operators, expected.calls, strict=True)
        if line is not None
    ]
    assert [each for each in found if each[1] != each[2]] == []
    assert len(found) > 20
