"""Names that both the user's code and an installed library have: the user's value goes first."""

import sys

import pytest

from opscope import debug, paddle
from tests.debug.eager_runs import LONG

LIBRARY = """
import paddle


class Trainer:
    def __init__(self, optimizer, scale):
        self.optimizer, self.scale = optimizer, scale

    def backward(self, compute):
        loss = compute() / self.scale
        loss.backward()
        rest = paddle.tanh(loss)

    def fit(self, compute, steps):
        for _ in range(steps):
            self.backward(compute)
            self.optimizer.step()
            self.optimizer.clear_grad()
"""


@pytest.fixture
def trainers(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "their_trainers.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setitem(sys.modules, "paddle", paddle)
    import their_trainers

    yield their_trainers
    del sys.modules["their_trainers"]


def train(trainers, losses, scale):
    paddle.seed(0)
    net, data = paddle.nn.Linear(3, 1), paddle.ones([4, 3])

    def compute():
        loss = paddle.mean(net(data) ** 2)
        losses.append(loss.item())
        return loss

    trainers.Trainer(paddle.optimizer.SGD(0.1, parameters=net.parameters()), scale).fit(compute, 3)


def test_the_users_value_goes_before_that_of_a_library(trainers):
    losses = []
    run = debug.start(lambda: train(trainers, losses, 2.0))
    run.wait(LONG)
    assert [float(value) for value in run.values("loss").values()] == losses
    assert len(run.values("rest")) == len(losses)  # a name that only the library has


def test_where_the_library_runs_the_name_is_its_own(trainers):
    losses = []
    run = debug.start(lambda: train(trainers, losses, 2.0), breakpoints=["op:tanh"])
    for step in range(3):
        run.until_stopped(LONG)
        assert float(run.value("loss")) == losses[step] / 2.0
        run.cont()
    run.wait(LONG)
