"""Parameters of two networks of one class: `teacher.fc.weight` is the teacher's weight, or it has no value."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound
from opscope.paddle import nn
from tests.debug.eager_runs import LONG


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc, self.out = nn.Linear(3, 3), nn.Linear(3, 1)

    def forward(self, x):
        return self.out(paddle.tanh(self.fc(x)))


def trained(make, kept):
    """The teacher is used only after all steps, so that its weights stay the same."""

    def body():
        paddle.seed(0)
        student, teacher = make(), make()
        kept["teacher"] = teacher.parameters()[0].numpy().copy()
        optimizer = paddle.optimizer.SGD(0.1, parameters=student.parameters())
        x = paddle.ones([2, 3])
        for step in range(2):
            loss = paddle.mean(student(x))
            loss.backward()
            kept[step + 1] = student.parameters()[0].numpy().copy()
            optimizer.step()
            optimizer.clear_grad()
        return teacher(paddle.exp(loss) * x)

    return body


NETS = {"own": (Net, "fc.weight"), "Sequential": (lambda: nn.Sequential(nn.Linear(3, 3), nn.Tanh()), "0.weight")}


def value_or_none(run, name):
    try:
        return np.array(run.value(name))
    except NotFound:
        return None


def is_right_or_absent(run, path, kept):
    teacher = value_or_none(run, f"teacher.{path}")
    return teacher is None or np.array_equal(teacher, kept["teacher"])


@pytest.mark.parametrize("kind", NETS)
def test_a_network_that_has_not_run_has_not_the_weights_of_another_one(kind):
    make, path = NETS[kind]
    kept = {}
    run = debug.start(trained(make, kept), breakpoints=["op:tanh", "op:exp"])
    for _ in range(4):  # before tanh in each step, before exp, before the teacher's tanh
        run.until_stopped(LONG)
        assert is_right_or_absent(run, path, kept)
        run.cont()
    run.wait(LONG)
    for step in (1, 2):
        run.goto(step, "op:tanh")
        assert np.array_equal(value_or_none(run, f"student.{path}"), kept[step])
        assert is_right_or_absent(run, path, kept)


def test_the_error_names_the_parameter_that_may_be_meant():
    def fit(model):
        return paddle.mean(model(paddle.ones([2, 3])))

    def body():
        net = Net()
        fit(net)

    run = debug.start(body)
    run.wait(LONG)
    run.goto(1, "op:tanh")
    assert run.value("model.fc.weight").shape == (3, 3)
    with pytest.raises(NotFound, match=r"model\.fc\.weight.* may belong to another network"):
        run.value("net.fc.weight")
