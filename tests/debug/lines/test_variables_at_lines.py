"""Values by the names of variables while a program waits at a line: they are those of the variables."""

import inspect

import numpy as np
import pytest

import opscope as paddle
from opscope import debug
from opscope.errors import NotFound

LONG = 60.0


def scaled(v, by=2.0):
    out = v * by
    for i in range(2):
        out = out + i
    return out


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = paddle.nn.Linear(3, 4), paddle.nn.Linear(4, 1)

    def forward(self, x):
        h = paddle.tanh(self.fc1(x))
        wide = scaled(h)
        return self.fc2(wide)


def train():
    """Names that statements without an operator bind, also under a condition, and names of the step before."""
    paddle.seed(0)
    net = Net()
    optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
    losses, best = [], None
    for s in range(3):
        x = paddle.randn([5, 3])
        y = net(x)
        loss = (y - 1).pow(2).mean()
        best = loss if s % 2 else -loss
        losses.append(loss)
        loss.backward()
        g = net.fc1.weight.grad
        length = g.norm()
        optimizer.step()
        optimizer.clear_grad()
        total = sum(losses)
    return best, total, length


def line_of(function, text):
    lines, first = inspect.getsourcelines(function)
    return f"{inspect.getsourcefile(function)}:{first + next(i for i, line in enumerate(lines) if text in line)}"


def compared(run, array_of, lines):
    """Step by line. At each stop, compare the values with the arrays of the variables.

    Returns the wrong values, those missing at a line, and the number of equal values.
    """
    wrong, missing, equal = [], [], 0
    for _ in range(lines):
        if run.until_stopped(LONG) is None or not run.stack():
            break
        at_operator = "before" in str(run.here).splitlines()[0] or "at the end" in str(run.here).splitlines()[0]
        for name, variable in run.locals(-1).items():
            true = array_of(variable.value)
            if true is None:
                continue
            try:
                found = np.asarray(run.value(name))
            except NotFound:
                missing += [] if at_operator else [(name, str(run.here))]
                continue
            if found.shape == true.shape and np.array_equal(found, true):
                equal += 1
            else:
                wrong.append((name, str(run.here), found, true))
        run.step_in(by="line")
    run.stop()
    return wrong, missing, equal


def test_values_while_stepping_by_lines():
    run = debug.start(train, breakpoints=[line_of(train, "x = paddle.randn")])
    wrong, missing, equal = compared(run, lambda v: np.array(v._value) if isinstance(v, paddle.Tensor) else None, 150)
    assert not wrong and not missing and equal > 300


def test_the_gradient_of_a_variable_with_the_name_of_its_tensor():
    def body():
        w = paddle.create_parameter([2], "float32", name="w")
        for s in range(2):
            loss = (w * paddle.ones([2])).sum() * (s + 1)
            loss.backward()
            k = s
            w.clear_gradient()
        return k

    run = debug.start(body, breakpoints=[line_of(body, "k = s")])
    for expected in (1, 2):
        run.until_stopped(LONG)
        assert run.value("w@GRAD").tolist() == run.value("w.grad").tolist() == [expected, expected]
        assert run.evaluate("w.grad.sum()") == 2 * expected and run.value("w").shape == (2,)
        run.cont()
    run.wait(LONG)


def test_an_element_of_a_list_and_a_variable_of_an_outer_function():
    def inner(x):
        k = 3
        return x + k

    def body():
        x = paddle.ones([2])
        outs = [x * 2]
        outs.append(outs[0] + 1)
        outs.reverse()
        y = 1
        return inner(outs[0]) + y

    run = debug.start(body, breakpoints=[line_of(inner, "return x + k"), line_of(body, "y = 1")])
    run.until_stopped(LONG)
    assert run.value("outs[0]").tolist() == [3, 3] and run.value("outs[1]").tolist() == [2, 2]
    with pytest.raises(NotFound):
        run.value("outs[2]")
    run.cont()
    run.until_stopped(LONG)
    assert run.value("x").tolist() == [3, 3]  # of the inner function
    assert run.value("outs[1]").tolist() == [2, 2]
    run.stop()
