"""Programs that the tests of the debugger step through: each a class whose instance is a body that can be run again.

A body starts from the same state whenever it is called, so two calls do the same to the bit.
"""

from __future__ import annotations

import numpy as np

from opscope import paddle
from opscope.core import random
from opscope.demo.model import build
from opscope.ir.control_flow.while_loop import loop_values
from opscope.ops.registry import REGISTRY
from opscope.paddle import static

F = paddle.nn.functional


class Net:
    """`define` makes the main program and returns what is fetched; `steps` runs follow the startup program's."""

    steps = 3

    def __init__(self):
        paddle.enable_static()
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            self.x = static.data("x", [None, 3], "float32")
            self.fetch = self.define(self.x)
        self.exe, self.scope = static.Executor(), static.Scope()
        self.calls = []

    def define(self, x):
        raise NotImplementedError

    def begin(self):
        paddle.seed(7)
        self.calls.clear()
        self.exe.steps.clear()
        self.scope = static.Scope()
        self.exe.run(self.startup, scope=self.scope)
        return np.random.default_rng(3)

    def feed(self, rng):
        return {"x": rng.standard_normal((4, 3)).astype("float32")}

    def step(self, rng):
        return self.exe.run(self.main, feed=self.feed(rng), fetch_list=self.fetch, scope=self.scope)

    def __call__(self):
        """All that was fetched, and all that persists at the end."""
        rng = self.begin()
        fetched = [self.step(rng) for _ in range(self.steps)]
        return fetched, self.persists()

    def persists(self):
        return {n: np.array(self.scope.find_var(n).get_tensor()) for n in sorted(self.scope.local_var_names())}


class DropoutAdam(Net):
    def define(self, x):
        h = F.dropout(static.nn.fc(x, 5, activation="tanh"), 0.5)
        loss = paddle.mean(paddle.square(static.nn.fc(h, 2)))
        paddle.optimizer.Adam(0.05).minimize(loss)
        self.h = h
        return [loss]


class While(Net):
    """A loop with a gradient, of a length that depends on the data, and noise in its body."""

    def define(self, x):
        with static.name_scope("start"):
            h = static.nn.fc(x, 3, activation="tanh")
        i = paddle.full([1], 0, "int64")
        many = paddle.cast(paddle.sum(x) > 0, "int64") + 2

        def body(i, y):
            return i + 1, paddle.sin(F.dropout(y, 0.3) * 1.5)

        _, y = static.nn.while_loop(lambda i, y: i < many, body, [i, h])
        loss = paddle.mean(y * y)
        paddle.optimizer.Momentum(0.1, 0.9).minimize(loss)
        self.h = h
        return [loss]


class TwoLoops(Net):
    """The first decides how many places are before the second."""

    def define(self, x):
        def loop(many, y, rate):
            i = paddle.full([1], many, "int64")
            _, y = loop_values(lambda i, y: i > 0, lambda i, y: (i - 1, paddle.tanh(F.dropout(y, rate))), [i, y])
            return i, y

        self.i, first = loop(3, x, 0.2)
        aside = paddle.sum(F.dropout(x, 0.5))  # draws, and has nothing to do with the loops
        self.between = first * 2.0
        _, self.y = loop(3, self.between, 0.3)
        return [paddle.sum(F.dropout(self.y, 0.5)), aside]


class Sick(Net):
    """Values of every kind: NaN, Inf, large, small, none at all."""

    steps = 8

    def define(self, x):
        self.h = h = x * 2.0
        loss = paddle.mean(paddle.tanh(static.nn.fc(h, 2)))
        paddle.optimizer.SGD(0.0).minimize(loss)
        return [h]

    def feed(self, rng):
        step = self.exe.steps.get(self.main, 0)
        x = rng.standard_normal((4, 3)) * [1, 1, 10, 0.01, 1, 1, 1, 1][step % 8] + [0, 0, 0, 0, 5, -5, 0, 0][step % 8]
        if step % 8 in (1, 6):
            x[0, 0] = np.nan
        if step % 8 in (6, 7):
            x[1, 1] = np.inf
        return {"x": x.astype("float32")[: 0 if step % 8 == 3 else 4]}


class Cond(Net):
    def define(self, x):
        h = static.nn.fc(x, 4)
        r = static.nn.cond(paddle.mean(h) > 0, lambda: F.dropout(h, 0.5) * 2.0, lambda: paddle.exp(h) * h)
        loss = paddle.mean(F.dropout(r, 0.2))
        paddle.optimizer.SGD(0.1).minimize(loss)
        self.h = h
        return [loss]


class Pylayer(Net):
    def define(self, x):
        h = static.nn.fc(x, 4)
        y = static.nn.static_pylayer(lambda v: paddle.round(v * 4.0) / 4.0, [h], lambda d: d * paddle.abs(h))
        loss = paddle.mean(y * y)
        paddle.optimizer.SGD(0.1).minimize(loss)
        return [loss]


class PyFunc(Net):
    """Functions that note their calls and draw from the library's random stream; one has a backward."""

    def define(self, x):
        h = static.nn.fc(x, 4)
        self.out = self.main.current_block().create_var(name="o", shape=[-1, 4], dtype="float32")

        def forward(a):
            self.calls.append("forward")
            return np.array(a) * random.default.array_generator(np).random() + len(self.calls)

        def backward(a, out, dout):
            self.calls.append("backward")
            return np.array(dout) * random.default.array_generator(np).random()

        static.py_func(forward, h, self.out, backward_func=backward)
        static.py_func(lambda a: self.calls.append("seen"), self.out, None)
        loss = paddle.mean(F.dropout(self.out, 0.5))
        paddle.optimizer.Adam(0.1).minimize(loss)
        self.h = h
        return [loss]


class PyFuncInLoop(Net):
    def define(self, x):
        i = paddle.full([1], 0, "int64")
        h = static.nn.fc(x, 3)

        def called(a):
            self.calls.append("called")
            return np.array(a) * 0.5 + random.default.array_generator(np).random() + len(self.calls)

        def body(i, y):
            o = self.main.current_block().create_var(name=f"o{len(self.main.blocks)}", shape=[-1, 3], dtype="float32")
            static.py_func(called, y, o)
            return i + 1, F.dropout(o, 0.5) + 1.0

        _, y = static.nn.while_loop(lambda i, y: i < 3, body, [i, h])
        self.h, self.y = h, y
        return [paddle.mean(F.dropout(y, 0.5))]


class LoopThenFunctions(PyFuncInLoop):
    """A loop, and then functions in a loop that has nothing to do with it."""

    def define(self, x):
        self.i = paddle.full([1], 2, "int64")
        _, first = loop_values(lambda i, y: i > 0, lambda i, y: (i - 1, F.dropout(y, 0.2)), [self.i, x])
        return [*super().define(x), paddle.sum(first)]


class NotSSA(Net):
    """Variables that are written twice, an input that a function sets in place, a buffer that it gives twice."""

    def define(self, x):
        block, buffer = self.main.current_block(), np.zeros((4, 3), "float32")
        h = paddle.tanh(x * 2.0)
        before = paddle.sum(h)
        block.append(REGISTRY["exp"], [h], {}, outputs=[h])
        out = block.create_var(name="o", shape=[4, 3], dtype="float32")

        def sets(a):
            self.calls.append("sets")
            a.set(np.array(a) + 1)
            buffer[:] = np.array(a) * len(self.calls)
            return buffer

        static.py_func(sets, h, out)
        middle = paddle.sum(out)
        static.py_func(sets, h, out)
        w = static.create_global_var([1], 1.0, "float32", persistable=True, name="counter")
        block.append(REGISTRY["increment"], [w], {"value": 2.0}, outputs=[w])
        w2 = w * 3.0
        block.append(REGISTRY["increment"], [w], {"value": 1.0}, outputs=[w])
        self.h = h
        return [before, middle, paddle.sum(h), w2, w]


class Digits(Net):
    def __init__(self):
        paddle.enable_static()
        self.net = build()
        self.main, self.startup, self.fetch = self.net.main, self.net.startup, [self.net.loss, self.net.accuracy]
        self.exe, self.calls = static.Executor(), []

    steps = 2

    def feed(self, rng):
        return {
            "image": rng.standard_normal((6, 1, 8, 8)).astype("float32"),
            "label": rng.integers(0, 10, (6, 1)),
        }


class BatchNorm(Net):
    """Trained, and evaluated in between by a clone; a parameter is set by the user between two runs."""

    def define(self, x):
        h = static.nn.batch_norm(static.nn.fc(x, 4))
        loss = paddle.mean(F.dropout(F.relu(h), 0.5))
        self.test = self.main.clone(for_test=True)
        paddle.optimizer.Momentum(0.1, 0.9).minimize(loss)
        return [loss]

    def step(self, rng):
        found = super().step(rng)
        parameter = self.main.all_parameters()[0].name
        tensor = self.scope.find_var(parameter).get_tensor()
        tensor.set(np.array(tensor) * np.float32(0.5))
        return found + self.exe.run(self.test, feed=self.feed(rng), fetch_list=self.fetch, scope=self.scope)


class TwoScopes(Net):
    def define(self, x):
        loss = paddle.mean(paddle.square(static.nn.fc(x, 2)))
        paddle.optimizer.Adam(0.1).minimize(loss)
        return [loss]

    def begin(self):
        rng = super().begin()
        self.other = static.Scope()
        self.exe.run(self.startup, scope=self.other)
        return rng

    def step(self, rng):
        found = super().step(rng)
        self.scope, self.other = self.other, self.scope
        return found


class Gan(Net):
    """Two optimizers in two programs that share parameters, run in turn."""

    def define(self, x):
        self.judge = static.Program()

        def judged(v):
            return paddle.mean(static.nn.fc(v, 1, weight_attr=paddle.ParamAttr("judge.w"), bias_attr=False))

        def made(noise):
            return static.nn.fc(noise, 3, weight_attr=paddle.ParamAttr("maker.w"), bias_attr=False)

        fake = judged(made(paddle.randn([4, 2])))
        paddle.optimizer.Adam(0.1).minimize(-fake, parameters=["maker.w"])
        with static.program_guard(self.judge, self.startup):
            real = static.data("x", [None, 3], "float32")
            self.loss = judged(made(paddle.randn([4, 2]))) - judged(real)
            paddle.optimizer.SGD(0.05).minimize(self.loss, parameters=["judge.w"])
        return [fake]

    def step(self, rng):
        found = self.exe.run(self.judge, feed=self.feed(rng), fetch_list=[self.loss], scope=self.scope)
        return found + self.exe.run(self.main, fetch_list=self.fetch, feed=self.feed(rng), scope=self.scope)


class Nested(Net):
    """A function of the run runs another program: which draws, and writes what the next run reads."""

    def define(self, x):
        inner = static.Program()
        with static.program_guard(inner, self.startup):
            v = static.data("v", [None, 3], "float32")
            w = static.create_parameter([3], "float32", name="shared")
            y = F.dropout(v * w, 0.5)
            loss = paddle.mean(y * y)
            paddle.optimizer.SGD(0.5).minimize(loss)
        out = self.main.current_block().create_var(name="o", shape=[-1, 3], dtype="float32")

        def runs(a):
            self.calls.append("runs")
            return self.exe.run(inner, feed={"v": np.array(a)}, fetch_list=[y], scope=self.scope)[0]

        static.py_func(runs, x, out)
        mine = static.create_parameter([3], "float32", name="shared")
        return [paddle.sum(F.dropout(out, 0.5) * mine)]


NETS = [DropoutAdam, While, Cond, Pylayer, PyFunc, PyFuncInLoop, NotSSA, Digits, BatchNorm, TwoScopes, Gan, Nested]
