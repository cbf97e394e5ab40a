"""The panel of eager code: its graph is that of a step, parameters are known, gradients flow per parameter."""

import time

import pytest

pytest.importorskip("IPython")

from opscope import paddle
from opscope.events import GraphDrawn, ValueSeen
from opscope.notebook import live
from opscope.paddle.autograd import PyLayer


class Double(PyLayer):
    @staticmethod
    def forward(ctx, x):
        return x * 2.0

    @staticmethod
    def backward(ctx, d):
        return d * 2.0


def train(steps=3):
    paddle.seed(0)
    net = paddle.nn.Linear(3, 2)
    adam = paddle.optimizer.Adam(0.1, parameters=net.parameters())
    for _ in range(steps):
        h = net(paddle.ones([4, 3]))
        _ = h.name  # asking for its name gives it one
        Double.apply(h).sum().backward()
        adam.step()
        adam.clear_grad()


def drawn(run):
    while run._drawings.in_progress:
        time.sleep(0.005)
    run.flush()
    return [e for e in run.history.events() if isinstance(e, GraphDrawn)]


def draws(run, ops):
    """Wait until the newest drawing has so many operators."""
    end = time.monotonic() + 60
    while not (found := drawn(run)) or found[-1].ops != ops:
        assert time.monotonic() < end, [e.ops for e in found]
        time.sleep(0.01)


def test_a_step_is_drawn_once_and_again_where_one_stands():
    run = live(train)
    run.wait()
    (first,) = drawn(run)
    assert first.eager
    assert 'id="op-0"' in first.svg and "matmul_v2_grad" in first.svg
    assert 'class="node parameter' in first.svg and "adam" in first.svg
    assert "cluster-Double 3" in first.svg  # the frame around what its functions call
    assert 'data-src="op-2" data-dst="var-add_2"' in first.svg and "generated_tensor" not in first.svg

    stands = live(train, breakpoints=[("op:matmul", "step == 1")])
    stands.until_stopped()
    draws(stands, 2)  # what it has called up to here
    stands.next(2)
    draws(stands, 4)
    stands.clear()
    stands.cont()
    stands.wait()
    draws(stands, first.ops)
    before = len(drawn(stands))
    stands.goto(2, "op:adam")  # which calls the same: what is drawn holds
    assert len(drawn(stands)) == before


def test_gradients_flow_per_parameter():
    run = live(train, taps=["*", "*@GRAD"], hz=None)
    run.wait()
    run.flush()
    seen = {e.name: e for e in run.history.events() if isinstance(e, ValueSeen)}
    assert {n for n, e in seen.items() if e.parameter and not e.grad_of} == {"linear_0.w_0", "linear_0.b_0"}
    assert {e.grad_of for e in seen.values() if e.parameter and e.grad_of} == {"linear_0.w_0", "linear_0.b_0"}
