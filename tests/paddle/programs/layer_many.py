"""A PyLayer of two inputs and two outputs, one of which is not used: its gradient arrives as zeros."""

import paddle
from paddle.autograd import PyLayer


class SumAndProduct(PyLayer):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a * b

    @staticmethod
    def backward(ctx, dsum, dproduct):
        a, b = ctx.saved_tensor()
        assert (dproduct == 0).all()
        return dsum + dproduct * b, dsum + dproduct * a


a = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
b = paddle.to_tensor([5.0, 7.0], stop_gradient=False)
total, product = SumAndProduct.apply(a, b)
total.sum().backward()
assert product.tolist() == [5.0, 14.0]
assert a.grad.tolist() == [1.0, 1.0] == b.grad.tolist()
