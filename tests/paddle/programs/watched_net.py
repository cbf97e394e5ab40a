"""A classifier whose activation is a py_func that does not need its input again, with a debug function a layer."""

import numpy as np
import paddle

paddle.enable_static()
shapes = []


def softsign(x):
    x = np.array(x)
    return x / (1 + np.abs(x))


def softsign_grad(y, dy):
    return np.array(dy) * (1 - np.abs(np.array(y))) ** 2


def look(x):
    shapes.append(x.shape())


def variable(name, like):
    block = paddle.static.default_main_program().current_block()
    return block.create_var(name=name, dtype=like.dtype, shape=like.shape)


features = paddle.static.data(name="features", shape=[None, 6], dtype="float32")
label = paddle.static.data(name="label", shape=[12], dtype="int64")
hidden = features
for layer in range(3):
    flat = paddle.static.nn.fc(hidden, size=20)
    hidden = paddle.static.py_func(
        func=softsign,
        x=flat,
        out=variable(f"bent_{layer}", flat),
        backward_func=softsign_grad,
        skip_vars_in_backward_input=flat,
    )
    assert paddle.static.py_func(func=look, x=hidden, out=None) is None
loss = paddle.nn.CrossEntropyLoss()(paddle.static.nn.fc(hidden, size=4, activation="softmax"), label)
paddle.optimizer.SGD(learning_rate=0.5).minimize(loss)

exe = paddle.static.Executor(paddle.CPUPlace())
exe.run(paddle.static.default_startup_program())
rng = np.random.default_rng(3)
x = rng.random((12, 6)).astype("float32")
y = rng.integers(0, 4, 12)
losses = []
for _ in range(20):
    (value,) = exe.run(paddle.static.default_main_program(), feed={"features": x, "label": y}, fetch_list=[loss.name])
    losses.append(float(value))
assert value.shape == () and loss.name == "mean_0.tmp_0"
assert losses[-1] < losses[0], losses
assert shapes == [[12, 20]] * 60, shapes
