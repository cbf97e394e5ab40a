"""A training step in dygraph, op by op; also in a debug session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.bench.goals import in_session, speed
from tests.bench.work import BETA1, BETA2, EPSILON, RATE, SESSION, TORCH, Arrays, Loop, Step
from tests.bench.works.convnets import LeNet
from tests.bench.works.mlp import Mlp


@dataclass(frozen=True)
class EagerMlp(Loop):
    """Relu layers of one width, a squared error, and Adam."""

    net: Mlp

    @property
    def name(self) -> str:
        return f"eager {self.net.name}"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", *TORCH, "paddle262:1", *(f"opscope:{variant}" for variant in SESSION))

    def small(self) -> EagerMlp:
        return replace(self, net=self.net.small())

    def paddle(self, paddle: Any) -> Step:
        paddle.disable_static()

        def parameter(values: Any) -> Any:
            return paddle.to_tensor(values, stop_gradient=False)

        F = paddle.nn.functional
        p = {name: parameter(values) for name, values in self.net.params().items()}
        adam = paddle.optimizer.Adam(RATE, BETA1, BETA2, EPSILON, parameters=list(p.values()))
        x, y = (paddle.to_tensor(values) for values in self.net.feed().values())

        def step() -> Any:
            loss = paddle.mean(paddle.square(self._layers(p, x, F.linear, F.relu) - y))
            loss.backward()
            adam.step()
            adam.clear_grad()
            return loss.numpy()

        return step

    def torch(self) -> Step:
        import torch

        p = {name: torch.tensor(values, requires_grad=True) for name, values in self.net.params().items()}
        adam = torch.optim.Adam(p.values(), RATE, (BETA1, BETA2), EPSILON)
        x, y = (torch.tensor(values) for values in self.net.feed().values())

        def linear(h: Any, w: Any, b: Any) -> Any:
            return torch.addmm(b, h, w)

        def step() -> Any:
            loss = torch.nn.functional.mse_loss(self._layers(p, x, linear, torch.relu), y)
            adam.zero_grad()
            loss.backward()
            adam.step()
            return loss.detach()

        return step

    def _layers(self, p: Arrays, h: Any, linear: Callable[..., Any], relu: Callable[..., Any]) -> Any:
        for i in range(self.net.depth):
            h = relu(linear(h, p[f"w{i}"], p[f"b{i}"]))
        return h


@dataclass(frozen=True)
class EagerLeNet(Loop):
    """The steps of LeNet, with Adam."""

    net: LeNet

    @property
    def name(self) -> str:
        return f"eager {self.net.name}"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", *TORCH, "paddle262:1", *(f"opscope:{variant}" for variant in SESSION))

    def small(self) -> EagerLeNet:
        return replace(self, net=replace(self.net, batch=4))

    def paddle(self, paddle: Any) -> Step:
        paddle.disable_static()
        F = paddle.nn.functional
        p = {name: paddle.to_tensor(values, stop_gradient=False) for name, values in self.net.params().items()}
        adam = paddle.optimizer.Adam(RATE, BETA1, BETA2, EPSILON, parameters=list(p.values()))
        x, y = (paddle.to_tensor(values) for values in self.net.feed().values())

        def step() -> Any:
            h = F.max_pool2d(F.relu(F.conv2d(x, p["c1.w"], p["c1.b"], padding=1)), 2, 2)
            h = F.max_pool2d(F.relu(F.conv2d(h, p["c2.w"], p["c2.b"])), 2, 2).flatten(1)
            for layer in ("f1", "f2"):
                h = F.relu(F.linear(h, p[f"{layer}.w"], p[f"{layer}.b"]))
            loss = F.cross_entropy(F.linear(h, p["f3.w"], p["f3.b"]), y)
            loss.backward()
            adam.step()
            adam.clear_grad()
            return loss.numpy()

        return step

    def torch(self) -> Step:
        import torch

        p = {name: torch.tensor(values, requires_grad=True) for name, values in self.net.params().items()}
        feed = {name: torch.tensor(values) for name, values in self.net.feed().items()}
        adam = torch.optim.Adam(p.values(), RATE, (BETA1, BETA2), EPSILON)

        def step() -> Any:
            loss = self.net.torch(p, feed)
            adam.zero_grad()
            loss.backward()
            adam.step()
            return loss.detach()

        return step


WORKS = [
    EagerMlp(Mlp(8, 64, 64), goals=(speed(1.0), *in_session(1.3, 1.5, 1.3, 1.4, 1.3))),
    EagerLeNet(LeNet(32), goals=(speed(1.0), *in_session(1.15, 1.5, 1.15, 1.2, 1.15))),
]
