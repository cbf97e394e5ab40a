"""Films recommended by pooled categories and convolved titles, saved for inference and loaded again."""

import os
import tempfile

import numpy as np
import paddle
from paddle import base, static
from paddle.static.nn import sequence_lod as seq

paddle.enable_static()
draws = np.random.RandomState(2)


def attr(name, *shape):
    value = np.random.RandomState(sum(map(ord, name))).uniform(-0.5, 0.5, shape).astype("float32")
    return paddle.ParamAttr(name=name, initializer=paddle.nn.initializer.Assign(value))


def rows(ids, size, name):
    return paddle.reshape(static.nn.embedding(ids, [size, 5], is_sparse=True, param_attr=attr(name, size, 5)), [-1, 5])


main, startup = static.Program(), static.Program()
with static.program_guard(main, startup), paddle.utils.unique_name.guard():
    user = static.data("user", [None, 1], "int64")
    kinds = static.data("kinds", [None, 1], "int64", lod_level=1)
    title = static.data("title", [None, 1], "int64", lod_level=1)
    rating = static.data("rating", [None, 1], "float32")
    kind = seq.sequence_pool(rows(kinds, 9, "kinds.w"), "sum")
    name = seq.sequence_pool(
        seq.sequence_conv(
            rows(title, 12, "title.w"), 5, 3, param_attr=attr("conv", 15, 5), bias_attr=False, act="tanh"
        ),
        "max",
    )
    film = static.nn.fc(
        paddle.concat([kind, name], 1), 4, weight_attr=attr("film", 10, 4), bias_attr=False, activation="tanh"
    )
    person = static.nn.fc(
        rows(user, 6, "user.w"), 4, weight_attr=attr("person", 5, 4), bias_attr=False, activation="tanh"
    )
    guess = paddle.scale(paddle.sum(film * person, 1, keepdim=True), 5.0)
    cost = paddle.mean(paddle.nn.functional.square_error_cost(guess, rating))
    paddle.optimizer.SGD(0.02).minimize(cost)


def sample():
    return (
        [draws.randint(6)], [[int(k)] for k in draws.randint(0, 9, draws.randint(1, 4))],
        [[int(k)] for k in draws.randint(0, 12, draws.randint(2, 6))], [float(draws.randint(1, 6))],
    )  # fmt: skip


batches = [[sample() for _ in range(5)] for _ in range(3)]
feeder = base.DataFeeder(["user", kinds, title, rating], paddle.CPUPlace(), main)
exe = static.Executor(paddle.CPUPlace())
exe.run(startup)
results = {"cost": []}
for _ in range(4):
    for batch in batches:
        (got,) = exe.run(main, feed=feeder.feed(batch), fetch_list=[cost.name])
        results["cost"].append(float(got))

with tempfile.TemporaryDirectory() as directory:
    path = os.path.join(directory, "film")
    static.save_inference_model(path, [user, kinds, title], [guess], exe, program=main)
    with static.scope_guard(static.Scope()):
        program, names, fetches = static.load_inference_model(path, exe)
        fed = feeder.feed(batches[0])
        (got,) = exe.run(program, feed={n: fed[n] for n in names}, fetch_list=fetches)
assert names == ["user", "kinds", "title"]
results["guess"] = got.ravel().tolist()
refused = ""
try:
    exe.run(main, feed=feeder.feed(batches[0]), fetch_list=[kinds])
except RuntimeError as e:
    refused = str(e)
assert "hold LoD information" in refused
