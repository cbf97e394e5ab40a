"""fluid's spelling, without enable_static: square by py_func, its backward once with the input and once without.

Both py_funcs write the same variable, so the second one counts, in the gradient too.
"""

import numpy as np
import paddle.fluid as fluid

calls = []


def square(x):
    return np.square(x)


def square_grad(x, y, dy):
    calls.append("full")
    assert np.allclose(np.array(x) ** 2, np.array(y))
    return 2 * np.array(x) * np.array(dy)


def square_grad_of_out(y, dy):
    calls.append("skipping x")
    return 2 * np.sqrt(np.array(y)) * np.array(dy)


def squared(name, **options):
    out = fluid.default_main_program().current_block().create_var(name=name, dtype="float32", shape=[-1, 4])
    fluid.layers.py_func(func=square, x=x, out=out, backward_func=square_grad, **options)
    fluid.layers.py_func(func=square, x=x, out=out, backward_func=square_grad_of_out, skip_vars_in_backward_input=x)
    return out


x = fluid.layers.data(name="x", shape=[4], dtype="float32", stop_gradient=False)
assert x.shape == (-1, 4)
loss = fluid.layers.mean(squared("squared"))
(dx,) = fluid.gradients([loss], [x])

exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
value = np.array([[1, 2, 3, 4]], "float32")
got, grad = exe.run(fluid.default_main_program(), feed={"x": value}, fetch_list=[loss, dx])
assert np.allclose(got, (value**2).mean())
assert np.allclose(grad, 2 * value / 4), grad  # once, not twice
assert calls == ["skipping x"], calls
