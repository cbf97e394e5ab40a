"""A PyLayer that keeps what backward needs: by save_for_backward, or as attributes of its context."""

import paddle
from paddle.autograd import PyLayer, PyLayerContext


class Cube(PyLayer):
    @staticmethod
    def forward(ctx: PyLayerContext, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: PyLayerContext, dy):
        (x,) = ctx.saved_tensor()
        return 3 * x * x * dy


class Scale(PyLayer):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, dy):
        return dy * ctx.factor


data = paddle.to_tensor([1.0, -2.0, 3.0], stop_gradient=False)
out = Scale.apply(Cube.apply(data), 0.5)
out.sum().backward()
assert out.tolist() == [0.5, -4.0, 13.5]
assert data.grad.tolist() == [1.5, 6.0, 13.5]
