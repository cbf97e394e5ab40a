"""Words tagged by what stands beside them, sentence by sentence; costs are averaged within each."""

import numpy as np
import paddle
from paddle import base, static
from paddle.static.nn import sequence_lod as seq

paddle.enable_static()
draws = np.random.RandomState(3)


def attr(name, *shape):
    value = np.random.RandomState(sum(map(ord, name))).uniform(-0.5, 0.5, shape).astype("float32")
    return paddle.ParamAttr(name=name, initializer=paddle.nn.initializer.Assign(value))


main, startup = static.Program(), static.Program()
with static.program_guard(main, startup), paddle.utils.unique_name.guard():
    words = static.data("words", [None, 1], "int64", lod_level=1)
    tags = static.data("tags", [None, 1], "int64", lod_level=1)
    emb = paddle.reshape(static.nn.embedding(words, [20, 6], param_attr=attr("emb", 20, 6)), [-1, 6])
    near = seq.sequence_enumerate(words, 2, pad_value=0)
    after = paddle.sum(static.nn.embedding(near, [20, 6], param_attr=attr("near", 20, 6)), 1)
    emb = static.nn.fc(
        [emb, after], 6, weight_attr=[attr("p", 6, 6), attr("q", 6, 6)], bias_attr=False, activation="relu"
    )
    score = static.nn.fc(emb, 4, weight_attr=attr("score", 6, 4), bias_attr=False)
    cost, probabilities = paddle.nn.functional.softmax_with_cross_entropy(score, tags, return_softmax=True)
    each = seq.sequence_pool(cost, "average")
    loss = paddle.mean(each)
    best = seq.sequence_pool(probabilities, "max")
    part = seq.sequence_slice(emb, paddle.zeros([3, 1], "int64"), paddle.ones([3, 1], "int64"))
    shape = seq.sequence_reshape(emb, 3)
    paddle.optimizer.Momentum(0.1, 0.9).minimize(loss)

exe = static.Executor(paddle.CPUPlace())
exe.run(startup)
results = {"loss": [], "each": [], "lods": []}
for run in range(6):
    lengths = [[2, 3, 1], [1, 1, 4]][run % 2]
    fed = {
        "words": base.create_lod_tensor(draws.randint(0, 20, (6, 1)).astype("int64"), [lengths], paddle.CPUPlace()),
        "tags": base.create_lod_tensor(draws.randint(0, 4, (6, 1)).astype("int64"), [lengths], paddle.CPUPlace()),
    }
    value, single = exe.run(main, feed=fed, fetch_list=[loss, each])
    results["loss"].append(float(value))
    results["each"].append(single.ravel().tolist())
    made = exe.run(main, feed=fed, fetch_list=[score, probabilities, best, part, shape, near], return_numpy=False)
    results["lods"].append([t.recursive_sequence_lengths() for t in made])
results["last"] = [np.array(t).ravel().tolist() for t in made]
