"""What the tests of watching share: a watcher that writes down, what stands where ops are run, things to watch."""

import numpy as np

from opscope import paddle
from opscope.eager import pylayer
from opscope.eager.backward_pass import BackwardPass
from opscope.eager.tape import TapeNode
from opscope.eager.tensor import Tensor
from opscope.ops.registry import default_interpreters
from opscope.paddle.autograd import PyLayer

F = paddle.nn.functional
SEAMS = [(Tensor, "__apply_op__"), (Tensor, "__setitem__"), (Tensor, "set_value"), (Tensor, "_adopt")]
SEAMS += [(TapeNode, "pull"), (BackwardPass, "run"), (pylayer, "apply_pylayer")]


def seams():
    return [vars(owner)[name] for owner, name in SEAMS] + [default_interpreters[False]]


OFF = seams()  # before anyone watches


class Log:
    """Writes down what it is told."""

    def __init__(self, on_before=None, on_after=None):
        self.calls, self.lines, self.errors = [], [], []
        self.on_before, self.on_after = on_before, on_after

    def before(self, call):
        assert call.outputs == ()
        self.calls.append(call)
        self.lines.append(f"{'  ' * call.depth}{call.op.name}")
        if self.on_before:
            self.on_before(call)

    def after(self, call):
        if self.on_after:
            self.on_after(call)

    def failed(self, call, error):
        self.errors.append((call.number, error))

    def of(self, phase):
        return [call for call in self.calls if call.phase == phase]


def tensor(*values, stop_gradient=False):
    return paddle.to_tensor(list(values), dtype="float64", stop_gradient=stop_gradient)


class Mlp:
    def __init__(self):
        rng = np.random.default_rng(3)
        shapes = {"w1": (4, 8), "b1": (8,), "w2": (8, 3), "b2": (3,)}
        for name, shape in shapes.items():
            value = paddle.to_tensor(rng.standard_normal(shape).astype("f"), stop_gradient=False)
            value.name = name
            setattr(self, name, value)
        self.parameters = [getattr(self, name) for name in shapes]
        self.x = paddle.to_tensor(rng.standard_normal((5, 4)).astype("f"))

    def loss(self):
        h = paddle.tanh(paddle.matmul(self.x, self.w1) + self.b1, name="h")
        h = F.dropout(h, 0.25)
        return paddle.mean(paddle.matmul(h, self.w2) + self.b2)

    def step(self, optimizer):
        loss = self.loss()
        loss.backward()
        grads = [p.grad.numpy().tobytes() for p in self.parameters]
        optimizer.step()
        return [loss.numpy().tobytes(), *grads, *(p.numpy().tobytes() for p in self.parameters)]


class Twice(PyLayer):
    @staticmethod
    def forward(ctx, many, factor):
        ctx.factor = factor
        ctx.save_for_backward(*many)
        return paddle.tanh(many[0]) * factor, [many[1] * 3.0]

    @staticmethod
    def backward(ctx, dy, dz):
        return [dy * ctx.factor, dz[0] * 3.0]


early = Twice.apply  # as programs keep it, before anyone watches
