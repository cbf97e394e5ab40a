"""A program whose evaluation has a thread of its own."""

import threading

import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [2], "float32")
y = paddle.exp(x)
exe = paddle.static.Executor()


def evaluate(count):
    for number in range(count):
        score = exe.run(feed={"x": np.full(2, number, "float32")}, fetch_list=[y])[0]
    return score


evaluation = threading.Thread(target=evaluate, args=(2,), name="evaluation")
evaluation.start()
evaluation.join()
print("done")
