"""Parameters, their moving averages, and runs of a part of a program."""

import numpy as np
import paddle
from paddle import static

paddle.enable_static()
draws = np.random.RandomState(0)
main, startup = static.Program(), static.Program()
results = {"w": [], "average": [], "evaluated": []}


def value(name):
    return np.array(static.global_scope().find_var(name).get_tensor()).ravel().tolist()


with static.program_guard(main, startup), paddle.utils.unique_name.guard():
    x = static.data("x", [None, 3], "float32")
    w = static.create_parameter(
        [3, 2], "float32", attr=paddle.ParamAttr(name="w", initializer=paddle.nn.initializer.Constant(0.5))
    )
    v = static.create_parameter(
        [2], "float32",
        attr=paddle.ParamAttr(name="v", initializer=paddle.nn.initializer.Constant(0.25), do_model_average=False),
    )  # fmt: skip
    out = paddle.matmul(x, w) + v
    loss = paddle.mean(out**2)
    test = main.clone(for_test=True)
    updates, _ = paddle.optimizer.SGD(0.1, parameters=[w]).minimize(loss)
    others, _ = paddle.optimizer.SGD(0.3, parameters=[v]).minimize(paddle.mean(out))
    average = static.ExponentialMovingAverage(0.9)
    average.update()

exe = static.Executor(paddle.CPUPlace())
exe.run(startup)
for _ in range(4):
    exe.run(main, feed={"x": draws.randn(4, 3).astype("float32")})
    results["w"].append(value("w"))
    with average.apply(exe):
        results["average"].append(value("w"))
        assert value("v") != [0.25, 0.25]
        (got,) = exe.run(test, feed={"x": np.ones((1, 3), "float32")}, fetch_list=[out.name])
        results["evaluated"].append(got.ravel().tolist())
    assert value("w") == results["w"][-1]

before = value("w"), value("v")
exe.run(main, feed={"x": np.ones((2, 3), "float32")}, fetch_list=[updates, loss])
assert value("w") != before[0] and value("v") == before[1]  # only the updates in the fetch list ran
(got,) = exe.run(test, feed={out.name: np.full((2, 2), 3.0, "float32")}, fetch_list=[loss.name], use_prune=True)
results["of a fed intermediate"] = [float(got)]
