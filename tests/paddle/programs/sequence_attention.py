"""Sequences weighted by attention: softmax over each one, expansion of a query, and padding for a recurrent net."""

import numpy as np
import paddle
from paddle import base, static
from paddle.static.nn import sequence_lod as seq

paddle.enable_static()
draws = np.random.RandomState(1)


def attr(name, *shape):
    value = np.random.RandomState(sum(map(ord, name))).uniform(-0.5, 0.5, shape).astype("float32")
    return paddle.ParamAttr(name=name, initializer=paddle.nn.initializer.Assign(value))


main, startup = static.Program(), static.Program()
with static.program_guard(main, startup), paddle.utils.unique_name.guard():
    x = static.data("x", [None, 4], "float32", lod_level=1)
    query = static.data("query", [None, 4], "float32")
    x.stop_gradient = query.stop_gradient = False
    keys = static.nn.fc(x, 4, weight_attr=attr("keys", 4, 4), bias_attr=False)
    wide = seq.sequence_expand_as(query, keys)
    score = static.nn.fc(paddle.tanh(keys + wide), 1, weight_attr=attr("score", 4, 1), bias_attr=False)
    weights = seq.sequence_softmax(score)
    context = seq.sequence_pool(x * weights, "sum")
    back = seq.sequence_reverse(x)
    both = seq.sequence_concat([x, back])
    padded, lengths = seq.sequence_pad(both, paddle.full([1], 0.5, "float32"))
    again = seq.sequence_unpad(padded, lengths)
    ends = seq.sequence_last_step(again) - seq.sequence_first_step(again)
    loss = paddle.mean(context * query) + paddle.mean(ends * ends) + paddle.mean(padded)
    grads = static.gradients(loss, [x, query])

exe = static.Executor(paddle.CPUPlace())
exe.run(startup)
results = {}
for run, lengths_ in enumerate(([3, 1, 2], [3, 1, 2], [1, 4, 0], [2, 2])):
    rows = draws.uniform(-1, 1, (sum(lengths_), 4)).astype("float32")
    fed = {
        "x": base.create_lod_tensor(rows, [lengths_], paddle.CPUPlace()),
        "query": draws.uniform(-1, 1, (len(lengths_), 4)).astype("float32"),
    }
    made = exe.run(main, feed=fed, fetch_list=[loss, weights, context, again, *grads], return_numpy=False)
    results[f"lod {run}"] = [t.lod() for t in made]
    results[f"values {run}"] = [np.array(t).ravel().tolist() for t in made]
