"""The picture of the gradients of a step: a row for each parameter, its name and its size, and which step it is."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from opscope import debug, nn, paddle, viz
from opscope.errors import NotFound


def test_each_parameter_has_a_bar_with_its_name_and_the_step_is_said():
    paddle.disable_static()
    net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 2))
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    sizes = {}

    def train():
        for _ in range(3):
            net(paddle.to_tensor(np.ones((2, 4), "float32"))).mean().backward()
            sizes.update({name: np.sqrt(np.square(p.grad.numpy()).mean()) for name, p in net.named_parameters()})
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(train, taps=["*@GRAD"])
    run.wait()
    root = ET.fromstring(viz.gradient_flow(run))
    step, unit, *rows = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert (step, unit) == ("gradients of 4 parameters in step 3", "rms (log scale)")
    assert dict(zip(rows[::2], map(float, rows[1::2]), strict=True)) == {
        f"net.{name}": pytest.approx(size, rel=5e-3) for name, size in sizes.items()
    }
    assert len(list(root.iter("{http://www.w3.org/2000/svg}rect"))) == 4
    assert re.search(r'viewBox="0 0 640 \d+"', viz.gradient_flow(run, 2))
    with pytest.raises(NotFound):
        viz.gradient_flow(run, 9)
