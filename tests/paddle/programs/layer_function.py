"""A PyLayer that is given the function to apply, and by name: positional, by keyword, and by default."""

import paddle
from paddle.autograd import PyLayer


class Apply(PyLayer):
    @staticmethod
    def forward(ctx, x, func1, func2=paddle.square):
        ctx.func = func2
        y = func1(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, dy):
        (y,) = ctx.saved_tensor()
        return dy * ctx.func(y)


x = paddle.to_tensor([[0.25, -1.0], [2.0, 0.5]], dtype="float64")
x.stop_gradient = False
for kwargs, second in (({}, paddle.square), ({"func2": paddle.exp}, paddle.exp)):
    z = Apply.apply(x, paddle.tanh, **kwargs)
    z.mean().backward()
    want = (second(paddle.tanh(x.detach())) / 4).numpy()
    assert abs(x.grad.numpy() - want).max() < 1e-12
    assert not z.stop_gradient and z.dtype == paddle.float64
    x.clear_gradient()
assert x.grad.numpy().sum() == 0
