"""Random training by eager code, made of layers that each use one facility of dygraph."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope import paddle
from opscope.paddle import nn
from opscope.paddle.autograd import PyLayer
from tests.debug.test_one_arithmetic import LAYERS as OF_PROGRAMS

F = nn.functional
ROWS, STEPS = 7, 4


class Cube(PyLayer):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, dy: Any) -> Any:
        (x,) = ctx.saved_tensor()
        return dy * 3.0 * x * x


class Outside(PyLayer):
    """A function that leaves the operators: its results are not repeatable."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        made = np.tanh(x.numpy()) * 1.5
        ctx.made = made
        return paddle.to_tensor(made)

    @staticmethod
    def backward(ctx: Any, dy: Any) -> Any:
        return paddle.to_tensor(dy.numpy() * (1 - np.square(ctx.made) / 3))


class Layers(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.fc, self.norm = nn.Linear(8, 8), nn.BatchNorm1D(8)
        self.table = nn.Embedding(7, 8, sparse=True)


def _in_place(h: Any, net: Layers) -> Any:
    made = h * 2.0
    made.add_(paddle.ones([8]))
    made[:, 1] = made[:, 0] * 0.5
    return made


def _view(h: Any, net: Layers) -> Any:
    made = h * 1.0
    paddle.reshape(made, [-1])[:4].scale_(0.5)
    return made[:, ::2].tile([1, 2])


def _hook(h: Any, net: Layers) -> Any:
    made = paddle.tanh(h)
    made.register_hook(lambda gradient: gradient * 0.5)
    return made


def _no_grad(h: Any, net: Layers) -> Any:
    with paddle.no_grad():
        scale = paddle.max(paddle.abs(h)) + 1.0
    return h / scale


def _second_order(h: Any, net: Layers) -> Any:
    (slope,) = paddle.grad(paddle.sum(paddle.sin(h)), [h], create_graph=True)
    return h + slope * slope


def _written(h: Any, net: Layers) -> Any:
    net.fc.bias.set_value(net.fc.bias.numpy() * np.float32(0.9))
    return net.fc(h)


def _rows(h: Any, net: Layers) -> Any:
    ids = paddle.cast(paddle.clip(paddle.abs(h) * 3, 0, 6), "int64")
    return h + net.table(ids[:, 0]) * net.table(ids[:, 1])


SHARED = ("relu", "gelu", "softplus", "dropout", "layer_norm", "softmax", "logsumexp", "std", "transpose", "double")
LAYERS: dict[str, Any] = {
    **{name: lambda h, net, make=OF_PROGRAMS[name]: make(h) for name in SHARED},
    "fc": lambda h, net: net.fc(h),
    "fc twice": lambda h, net: net.fc(net.fc(h)),
    "batch norm": lambda h, net: net.norm(h),
    "in place": _in_place,
    "view": _view,
    "hook": _hook,
    "no grad": _no_grad,
    "second order": _second_order,
    "written": _written,
    "rows": _rows,
    "pylayer": lambda h, net: Cube.apply(h) * 0.1,
    "pylayer with numpy": lambda h, net: Outside.apply(h),
}
OPTIMIZERS: dict[str, Any] = {
    "sgd": lambda ps: paddle.optimizer.SGD(0.05, parameters=ps),
    "momentum": lambda ps: paddle.optimizer.Momentum(0.05, 0.9, parameters=ps, use_nesterov=True),
    "adam": lambda ps: paddle.optimizer.Adam(0.01, parameters=ps, grad_clip=nn.ClipGradByGlobalNorm(1.0)),
    "adamw": lambda ps: paddle.optimizer.AdamW(0.01, parameters=ps, weight_decay=0.1),
    "lamb": lambda ps: paddle.optimizer.Lamb(0.01, parameters=ps),
}


class RandomTraining:
    """Some training steps of eager code made of layers, the same in each call; `second` trains two of the layers."""

    def __init__(self, layers: list[str], optimizer: str, scaled: bool = False, second: str = "") -> None:
        self.layers, self.optimizer, self.scaled, self.second = layers, optimizer, scaled, second

    def __call__(self) -> tuple[list[bytes], dict[str, bytes]]:
        """The bits of the loss of every step, and of all parameters and buffers at the end."""
        paddle.disable_static()
        paddle.seed(11)
        rng, losses = np.random.default_rng(5), []
        with paddle.utils.unique_name.guard():
            net = Layers()
            last = [*net.norm.parameters(), *net.table.parameters()] if self.second else []
            first = [parameter for parameter in net.parameters() if all(parameter is not each for each in last)]
            optimizers = [OPTIMIZERS[self.optimizer](first)]
            optimizers += [OPTIMIZERS[self.second](last)] if self.second else []
            scaler = paddle.amp.GradScaler(enable=self.scaled, init_loss_scaling=1024.0)
            for _ in range(STEPS):
                h = net.fc(paddle.to_tensor(rng.standard_normal((ROWS, 8)).astype("float32")))
                for layer in self.layers:
                    h = LAYERS[layer](h, net)
                loss = paddle.mean(paddle.square(paddle.sin(h)))
                scaler.scale(loss).backward()
                for optimizer in optimizers:
                    scaler.step(optimizer)
                scaler.update()
                for optimizer in optimizers:
                    optimizer.clear_grad()
                losses.append(loss.numpy().tobytes())
            return losses, {name: value.numpy().tobytes() for name, value in net.state_dict().items()}
