"""A small convolutional network in static mode; its activation and its regularizing noise gate are py_funcs."""

import numpy as np
import paddle
from paddle.nn.initializer import Assign

paddle.enable_static()
rng = np.random.default_rng(7)


def start(*shape):
    value = rng.normal(0, 0.3, shape).astype("float32")
    return paddle.ParamAttr(initializer=Assign(value))


def variable(name, like):
    block = paddle.static.default_main_program().current_block()
    return block.create_var(name=name, dtype=like.dtype, shape=like.shape)


def swish(x):
    x = np.array(x)
    return x / (1 + np.exp(-x))


def swish_grad(x, y, dy):
    x, y = np.array(x), np.array(y)
    gate = 1 / (1 + np.exp(-x))
    return np.array(dy) * (gate + y * (1 - gate))


def bent(x, name):
    return paddle.static.py_func(swish, x, variable(name, x), backward_func=swish_grad)


image = paddle.static.data("image", [None, 1, 8, 8])
label = paddle.static.data("label", [None, 1], "int64")
hidden = paddle.static.nn.conv2d(image, 4, 3, padding=1, param_attr=start(4, 1, 3, 3), bias_attr=start(4))
hidden = bent(hidden, "bent_0")
hidden = paddle.nn.functional.max_pool2d(hidden, 2)
hidden = paddle.static.nn.conv2d(hidden, 6, 3, param_attr=start(6, 4, 3, 3), bias_attr=start(6))
hidden = bent(hidden, "bent_1")
logits = paddle.static.nn.fc(hidden, 3, weight_attr=start(24, 3), bias_attr=start(3))
loss = paddle.mean(paddle.nn.functional.softmax_with_cross_entropy(logits, label))
accuracy = paddle.static.accuracy(paddle.nn.functional.softmax(logits), label)
paddle.optimizer.Momentum(0.05, momentum=0.9).minimize(loss)

exe = paddle.static.Executor(paddle.CPUPlace())
exe.run(paddle.static.default_startup_program())
labels = np.arange(12).reshape(12, 1) % 3
images = rng.normal(0, 0.2, (12, 1, 8, 8)).astype("float32") + (labels[:, :, None, None] - 1).astype("float32")
losses = []
for _ in range(12):
    value, right = exe.run(feed={"image": images, "label": labels}, fetch_list=[loss, accuracy])
    losses.append(float(value))
assert losses[-1] < 0.5 * losses[0], losses
results = {"losses": losses, "accuracy": float(np.ravel(right)[0])}
