"""A generator and a discriminator in static mode: two programs over the same parameters, an optimizer each."""

import numpy as np
import paddle
from paddle import static
from paddle.nn.functional import binary_cross_entropy_with_logits, relu

paddle.enable_static()
rng = np.random.default_rng(5)
values = {}


def attr(name, *shape):
    if name not in values:
        values[name] = rng.normal(0, 0.5, shape).astype("float32")
    return paddle.ParamAttr(name=name, initializer=paddle.nn.initializer.Assign(values[name]))


def generator(noise):
    hidden = relu(static.nn.fc(noise, 8, weight_attr=attr("g_w0", 2, 8), bias_attr=attr("g_b0", 8)))
    return static.nn.fc(hidden, 2, weight_attr=attr("g_w1", 8, 2), bias_attr=attr("g_b1", 2))


def discriminator(point):
    hidden = relu(static.nn.fc(point, 8, weight_attr=attr("d_w0", 2, 8), bias_attr=attr("d_b0", 8)))
    return static.nn.fc(hidden, 1, weight_attr=attr("d_w1", 8, 1), bias_attr=attr("d_b1", 1))


startup, judge, forge = static.Program(), static.Program(), static.Program()
with static.program_guard(judge, startup):
    real = static.data("real", [None, 2])
    noise = static.data("noise", [None, 2])
    says_real, says_fake = discriminator(real), discriminator(generator(noise))
    judged = binary_cross_entropy_with_logits(says_real, paddle.ones_like(says_real))
    judged = judged + binary_cross_entropy_with_logits(says_fake, paddle.zeros_like(says_fake))
    own = [p for p in judge.all_parameters() if p.name.startswith("d_")]
    paddle.optimizer.SGD(0.1).minimize(judged, parameters=own)
with static.program_guard(forge, startup):
    noise = static.data("noise", [None, 2])
    says_fake = discriminator(generator(noise))
    forged = binary_cross_entropy_with_logits(says_fake, paddle.ones_like(says_fake))
    own = [p.name for p in forge.all_parameters() if p.name.startswith("g_")]
    paddle.optimizer.Adam(0.02).minimize(forged, parameters=own)

exe = static.Executor(paddle.CPUPlace())
exe.run(startup)
parameter = lambda name: np.array(static.global_scope().find_var(name).get_tensor())
results = {"judged": [], "forged": []}
for _ in range(8):
    points = rng.normal((2, -1), 0.2, (16, 2)).astype("float32")
    seeds = rng.normal(0, 1, (16, 2)).astype("float32")
    before = parameter("g_w0"), parameter("d_w0")
    (value,) = exe.run(judge, feed={"real": points, "noise": seeds}, fetch_list=[judged])
    assert np.array_equal(parameter("g_w0"), before[0]) and not np.array_equal(parameter("d_w0"), before[1])
    results["judged"].append(float(value))
    before = parameter("g_w0"), parameter("d_w0")
    (value,) = exe.run(forge, feed={"noise": seeds}, fetch_list=[forged])
    assert not np.array_equal(parameter("g_w0"), before[0]) and np.array_equal(parameter("d_w0"), before[1])
    results["forged"].append(float(value))
