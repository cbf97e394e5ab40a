"""After any failure the executor is usable and the scope is as it was, bit for bit."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle import static

X = np.random.default_rng(0).normal(size=(8, 4)).astype("float32")
Y = np.ones((8, 1), "float32")


class Broken(Exception):
    pass


class Net:
    """A training program with a py_func, batch_norm, dropout, cond and static_pylayer, that can be told to fail."""

    def __init__(self):
        self.fail: Callable[[str], None] = lambda where: None
        x = static.data("x", [None, 4], "float32")
        y = static.data("y", [None, 1], "float32")
        h = static.nn.batch_norm(static.nn.fc(x, 6))
        out = static.default_main_program().current_block().create_var(name="bent", dtype="float32", shape=[-1, 6])
        h = static.py_func(self.forward, h, out, self.backward, h)
        h = paddle.nn.functional.dropout(h, 0.3)
        h = static.nn.static_pylayer(lambda h: paddle.exp(h), [h], lambda dh: dh)
        h = static.nn.cond(h.mean() > 0, lambda: h * 2, lambda: h)
        self.loss = paddle.nn.functional.square_error_cost(static.nn.fc(h, 1), y).mean()
        paddle.optimizer.Adam(0.01).minimize(self.loss)
        static.py_func(lambda loss: self.fail("after the update"), self.loss, None)
        self.exe = static.Executor()
        paddle.seed(1)
        self.exe.run(static.default_startup_program())
        self.step()

    def forward(self, h):
        self.fail("func")
        return np.tanh(h)

    def backward(self, out, dout):
        self.fail("backward")
        return np.array(dout) * (1 - np.array(out) ** 2)

    def step(self, fetch=(), **feed):
        return self.exe.run(feed={"x": X, "y": Y, **feed}, fetch_list=[self.loss, *fetch])

    def state(self):
        """Every value in the scope, as bytes."""
        scope = static.global_scope()
        found = {n: scope.find_var(n).get_tensor() for n in scope.local_var_names()}
        return {n: (t.shape(), t._dtype().name, np.array(t).tobytes()) for n, t in found.items()}


@pytest.fixture
def net():
    paddle.enable_static()
    return Net()


def check(net, kind, act):
    before = net.state()
    with pytest.raises(kind):
        act()
    assert net.state() == before
    net.fail = lambda where: None
    assert np.isfinite(net.step()[0])
    assert net.state() != before  # and it trains


@pytest.mark.parametrize("where", ["func", "backward", "after the update"])
def test_an_exception_of_the_users(net, where):
    def fail(at):
        if at == where:
            raise Broken(at)

    net.fail = fail
    check(net, Broken, net.step)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, StopIteration])
def test_an_interrupt(net, kind):
    def fail(at):
        if at == "backward":
            raise kind

    net.fail = fail
    check(net, kind, net.step)


@pytest.mark.parametrize(
    "feed",
    [{"x": X.astype("float64")}, {"x": X[:, :3]}, {"x": None}, {"y": Y[:5]}, {"x": "text"}],
    ids=["dtype", "shape", "none", "kernel", "text"],
)
def test_a_wrong_feed(net, feed):
    check(net, (OpscopeError, ValueError), lambda: net.step(**feed))


def test_a_missing_feed(net):
    check(net, RuntimeError, lambda: net.exe.run(feed={"x": X}, fetch_list=[net.loss]))


def test_an_unknown_fetch(net):
    check(net, RuntimeError, lambda: net.step(["nowhere"]))


def test_an_uninitialised_parameter(net):
    check(net, RuntimeError, lambda: net.exe.run(feed={"x": X, "y": Y}, scope=static.Scope()))


def test_a_failure_at_each_operator_in_turn(net):
    program = static.default_main_program()
    before = net.state()
    count = len(net.exe.plan(program, ("x", "y"), (net.loss.name,)).instructions)
    assert count > 30

    for position in range(count):

        def fail_at(plan, position=position):
            def broken(env):
                raise Broken(position)

            if plan.block.idx:
                return plan
            steps = list(plan.instructions)
            steps[position] = replace(steps[position], step=broken, kind="broken")
            return plan.with_instructions(steps)

        net.exe.passes = (fail_at,)
        with pytest.raises(Broken) as e:
            net.step()
        assert e.value.args == (position,) and "created at" in e.value.__notes__[0]
        assert net.state() == before, position
    net.exe.passes = ()
    net.step()
    assert net.state() != before


def test_the_random_stream_goes_on_and_results_are_as_without_the_failure(net):
    def fail(at):
        if at == "func":  # before dropout draws
            raise Broken

    paddle.seed(5)
    state = net.state()
    net.fail = fail
    with pytest.raises(Broken):
        net.step()
    net.fail = lambda where: None
    after_failure = net.step()[0]
    scope = static.global_scope()
    for name, (shape, dtype, data) in state.items():
        scope.find_var(name).get_tensor().set(np.frombuffer(data, dtype).reshape(shape))
    paddle.seed(5)
    assert np.array_equal(after_failure, net.step()[0])
