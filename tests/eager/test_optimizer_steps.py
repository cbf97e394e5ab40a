"""What listeners learn of an optimizer's step, and that nothing of it stays."""

import contextlib

from opscope import paddle
from opscope.eager.optimizers.optimizer_steps import on_optimizer_step, stepped_parameters


def test_parameters_are_known_during_the_step_only():
    layer = paddle.nn.Linear(2, 1)
    optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
    layer(paddle.ones([1, 2])).sum().backward()
    seen = []

    def listener():
        seen.append([p.name for p in stepped_parameters()])
        return contextlib.nullcontext()

    with on_optimizer_step(listener):
        optimizer.step()
    assert seen == [[p.name for p in layer.parameters()]]
    assert not stepped_parameters()
