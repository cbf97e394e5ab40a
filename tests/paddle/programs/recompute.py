"""A deep net trained with and without recomputation: the losses, and the operators that backward appends."""

import numpy as np
import paddle
from paddle.incubate.optimizer import GradientMergeOptimizer, RecomputeOptimizer

paddle.enable_static()
draws = np.random.RandomState(0)
WEIGHTS = [(draws.randn(6, 6) * 0.5).astype("float32") for _ in range(6)]
X = draws.randn(5, 6).astype("float32")


def build(wrap):
    x = paddle.static.data("x", [None, 6], "float32")
    layers = [x]
    for i, value in enumerate(WEIGHTS):
        attr = paddle.ParamAttr(name=f"w{i}", initializer=paddle.nn.initializer.Assign(value))
        w = paddle.static.create_parameter([6, 6], "float32", attr=attr)
        layers.append(paddle.tanh(paddle.matmul(layers[-1], w)) + 0.1)
    loss = paddle.mean(layers[-1] * layers[-1])
    wrap(layers).minimize(loss)
    return loss


def trained(wrap, steps=6):
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup), paddle.utils.unique_name.guard():
        loss = build(wrap)
    exe, scope = paddle.static.Executor(paddle.CPUPlace()), paddle.static.Scope()
    exe.run(startup, scope=scope)
    losses = [float(exe.run(main, feed={"x": X}, fetch_list=[loss], scope=scope)[0]) for _ in range(steps)]
    again = [o.type for o in main.global_block().ops if ".subprog_" in "".join(o.output_arg_names)]
    return losses, len(again), len(main.global_block().ops)


def recomputed(layers):
    optimizer = RecomputeOptimizer(paddle.optimizer.Adam(0.05))
    optimizer._set_checkpoints([layers[2], layers[4].name])
    return optimizer


def merged(layers):
    return GradientMergeOptimizer(paddle.optimizer.Momentum(0.2, weight_decay=0.01), k_steps=2)


results = {}
plain, _, count = trained(lambda layers: paddle.optimizer.Adam(0.05))
losses, again, more = trained(recomputed)
assert np.allclose(plain, losses, rtol=1e-5) and more == count + again
results["losses"], results["computed again"] = losses, [again]
results["every second run"] = trained(merged)[0]
