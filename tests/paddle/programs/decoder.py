"""Greedy decoding: a while_loop that writes words and scores to arrays until the end word comes."""

import numpy as np
import paddle

paddle.enable_static()
END, LONGEST, SIZE, WORDS = 0, 10, 6, 8
rng = np.random.default_rng(11)


def fixed(name, *shape):
    value = rng.normal(0, 1.2, shape).astype("float32")
    attr = paddle.ParamAttr(name=name, initializer=paddle.nn.initializer.Assign(value))
    return paddle.static.create_parameter(list(shape), "float32", attr=attr)


table, across, out = fixed("table", WORDS, SIZE), fixed("across", SIZE, SIZE), fixed("out", SIZE, WORDS)
state = paddle.static.data("state", [1, SIZE])
first = paddle.static.data("first", [1], "int64")
limit = paddle.full([1], LONGEST, "int64")
step = paddle.full([1], 0, "int64")
words = paddle.tensor.array_write(first, step)
scores = paddle.tensor.array_write(paddle.full([1], 0.0), step)


def go_on(step, word, state, words, scores):
    return paddle.logical_and(step < limit, word != END)


def advance(step, word, state, words, scores):
    state = paddle.tanh(paddle.matmul(state, across) + paddle.gather(table, word))
    chances = paddle.nn.functional.log_softmax(paddle.matmul(state, out))
    score = paddle.max(chances, axis=1) + paddle.tensor.array_read(scores, step)
    word = paddle.argmax(chances, axis=1)
    step = step + 1
    paddle.tensor.array_write(word, step, array=words)
    paddle.tensor.array_write(score, step, array=scores)
    return [step, word, state, words, scores]


loop_vars = [step, first, state, words, scores]
step, word, state, words, scores = paddle.static.nn.while_loop(go_on, advance, loop_vars)
fetched = [
    step,
    state,
    paddle.tensor.array_read(scores, step),
    paddle.tensor.array_read(words, paddle.full([1], 1, "int64")),
]

exe = paddle.static.Executor(paddle.CPUPlace())
exe.run(paddle.static.default_startup_program())
results = {}
for start in range(1, 5):
    feed = {"state": np.full((1, SIZE), start / 4, "float32"), "first": np.array([start])}
    steps, last, score, second = exe.run(feed=feed, fetch_list=fetched)
    results[str(start)] = [steps.tolist(), second.tolist(), last.tolist(), score.tolist()]
