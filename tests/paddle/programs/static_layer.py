"""static_pylayer: a function with a gradient of its own, fetched by the names of the variables."""

import numpy as np
import paddle

paddle.enable_static()


def forward(x):
    return paddle.tanh(x)


def backward(dy):
    return 10 * dy + paddle.exp(dy)


main, startup = paddle.static.Program(), paddle.static.Program()
exe = paddle.static.Executor(paddle.CPUPlace())
with paddle.static.program_guard(main, startup):
    x = paddle.static.data(name="In", shape=[None, 3], dtype="float32")
    x.stop_gradient = False
    y = paddle.static.nn.static_pylayer(forward, [x], backward)
    dx = paddle.static.gradients([y], x)[0]

exe.run(startup)
value = np.array([[-1, 0, 1]], "float32")
given, grad, out = exe.run(main, feed={"In": value}, fetch_list=[x.name, dx.name, y.name])
assert x.name == "In" and dx.name == "In@GRAD" and y.name == "_generated_var_0"
assert np.array_equal(given, value)
assert np.allclose(out, np.tanh(value))
assert np.allclose(grad, 10 + np.e)
