"""Programs whose frames the tests look at."""

import numpy as np

from opscope import paddle
from opscope.paddle import static
from opscope.paddle.autograd import PyLayer


class Static:
    """A static program with a function of the user's and a branch; `at` says in which step the function stops."""

    def __init__(self, at=0):
        paddle.enable_static()
        self.at, self.step, self.seen = at, 0, []
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            x = static.data("x", [2, 3], "float32")
            self.h = paddle.tanh(x)
            self.out = self.main.current_block().create_var(name="out", shape=[2, 3], dtype="float32")
            static.py_func(self.double, self.h, self.out)
            self.score = static.nn.cond(paddle.mean(self.out) > 100, lambda: self.out * 0.0, lambda: self.out * 3.0)
            self.loss = paddle.mean(self.score)
        self.exe = static.Executor()

    def double(self, values):
        factor = 2.0
        self.seen.append(self.step)
        if self.step == self.at:
            breakpoint()
        return np.asarray(values) * np.float32(factor)

    def __call__(self):
        h, losses = self.h, []
        for index in range(4):
            self.step = index + 1
            batch = np.full((2, 3), self.step / 4, "float32")
            (value,) = self.exe.run(self.main, feed={"x": batch}, fetch_list=[self.loss])
            losses.append(float(value))
        assert h is self.h
        return losses


class Square(PyLayer):
    """The square, which stops the run if `stops` says so."""

    stops = ()

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        squared = x * x
        if "forward" in Square.stops:
            breakpoint()
        return squared

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        slope = x * 2.0
        if "backward" in Square.stops:
            breakpoint()
        return dy * slope


def train(steps=3, hook=None):
    """Eager training with a PyLayer."""
    paddle.disable_static()
    paddle.seed(3)
    layer = paddle.nn.Linear(3, 2)
    optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
    losses, rate = [], 0.5
    for step in range(steps):
        x = paddle.full([2, 3], float(step + 1))
        hidden = layer(x)
        if hook is not None:
            hidden.register_hook(hook)
        loss = Square.apply(hidden).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(float(loss) * rate)
    return losses
