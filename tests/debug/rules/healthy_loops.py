"""Healthy training loops with frozen parts, unused heads, evaluation and other habits, in eager code."""

from __future__ import annotations

import numpy as np

from opscope import paddle

F, nn = paddle.nn.functional, paddle.nn
LOOPS = []


def loop(function):
    LOOPS.append((function, []))
    return function


def loop_with(*rules):
    """A loop about which rules have something true to say."""

    def register(function):
        LOOPS.append((function, list(rules)))
        return function

    return register


def data(steps=12, rows=16, columns=6, seed=0):
    rng = np.random.default_rng(seed)
    weight = rng.standard_normal((columns, 3))
    for _ in range(steps):
        x = rng.standard_normal((rows, columns)).astype("float32")
        yield paddle.to_tensor(x), paddle.to_tensor((x @ weight).argmax(1))


def mlp(columns=6, hidden=16, classes=3):
    return nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, classes))


def adam(*layers, rate=0.01):
    return paddle.optimizer.Adam(rate, parameters=[p for each in layers for p in each.parameters()])


def fit(net, optimizer, batches=None, loss_of=None):
    for x, y in batches or data():
        loss = F.cross_entropy(net(x), y) if loss_of is None else loss_of(x, y)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


@loop
def frozen_first_layer():
    net = mlp()
    for parameter in net[0].parameters():
        parameter.stop_gradient = True
    fit(net, adam(net))


@loop_with("parameter-without-optimizer")
def frozen_by_the_optimizer():
    net = mlp()
    fit(net, adam(net[2]))


@loop
def an_optimizer_for_each_parameter():
    """A library does so (Pyro). Each optimizer ends a step, and the rules do not examine all of these steps."""
    net = mlp()
    optimizers = [paddle.optimizer.Adam(0.01, parameters=[parameter]) for parameter in net.parameters()]
    for x, y in data():
        F.cross_entropy(net(x), y).backward()
        for optimizer in optimizers:
            optimizer.step()
        for optimizer in optimizers:
            optimizer.clear_grad()


@loop
def frozen_encoder_without_gradients():
    encoder, head = mlp(6, 16, 8), nn.Linear(8, 3)
    encoder.eval()

    def loss_of(x, y):
        with paddle.no_grad():
            features = encoder(x)
        return F.cross_entropy(head(features), y)

    fit(head, adam(head), loss_of=loss_of)


@loop
def detached_encoder_in_the_optimizer():
    encoder, head = mlp(6, 16, 8), nn.Linear(8, 3)
    fit(head, adam(head), loss_of=lambda x, y: F.cross_entropy(head(encoder(x).detach()), y))


@loop
def frozen_then_thawed():
    net = mlp()
    optimizer = adam(net)
    for step, (x, y) in enumerate(data(16)):
        for parameter in net[0].parameters():
            parameter.stop_gradient = step < 8
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.clear_grad()


class TwoHeads(nn.Layer):
    """A net with a head that is not used in training."""

    def __init__(self):
        super().__init__()
        self.body, self.used, self.unused = nn.Linear(6, 16), nn.Linear(16, 3), nn.Linear(16, 2)

    def forward(self, x, extra=False):
        hidden = F.relu(self.body(x))
        return self.unused(hidden) if extra else self.used(hidden)


@loop_with("parameter-unused")
def unused_head():
    net = TwoHeads()
    fit(net, adam(net))


@loop
def heads_in_turn():
    net = TwoHeads()
    optimizer = adam(net)
    for step, (x, y) in enumerate(data(16)):
        loss = F.cross_entropy(net(x), y) if step % 2 else paddle.mean(paddle.square(net(x, extra=True)))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


@loop
def evaluation_only():
    net = mlp()
    net.eval()
    for x, y in data():
        F.cross_entropy(net(x), y)


@loop
def evaluation_without_gradients():
    net = mlp()
    net.eval()
    with paddle.no_grad():
        for x, y in data():
            float(F.cross_entropy(net(x), y))


@loop
def evaluation_after_each_step():
    net = mlp()
    optimizer = adam(net)
    for x, y in data():
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.clear_grad()
        net.eval()
        with paddle.no_grad():
            paddle.mean((paddle.argmax(net(x), axis=1) == y).astype("float32"))
        net.train()


@loop
def evaluation_at_the_end():
    net = mlp()
    fit(net, adam(net))
    net.eval()
    for x, y in data(4, seed=1):
        F.cross_entropy(net(x), y)


@loop
def gradient_penalty():
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))

    def loss_of(x, y):
        x.stop_gradient = False
        out = net(x)
        (grad,) = paddle.grad(out.sum(), [x], create_graph=True)
        return paddle.mean(paddle.square(out[:, 0] - y.astype("float32"))) + 0.1 * paddle.mean(paddle.square(grad))

    fit(net, adam(net), loss_of=loss_of)


@loop
def embedding_with_a_padding_index():
    table, head = nn.Embedding(20, 8, padding_idx=0), nn.Linear(8, 3)
    rng = np.random.default_rng(0)

    def loss_of(x, y):
        words = paddle.to_tensor(rng.integers(0, 20, (16, 5)))
        return F.cross_entropy(head(table(words).mean(1)), y)

    fit(head, adam(table, head), loss_of=loss_of)


@loop
def tied_weights():
    table = nn.Embedding(12, 8)
    rng = np.random.default_rng(0)
    optimizer = adam(table)
    for _ in range(12):
        words = paddle.to_tensor(rng.integers(0, 12, (16,)))
        loss = F.cross_entropy(paddle.matmul(table(words), table.weight, transpose_y=True), words)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


@loop
def moving_average_of_the_weights():
    net, average = mlp(), mlp()
    average.set_state_dict(net.state_dict())
    optimizer = adam(net)
    for x, y in data():
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.clear_grad()
        with paddle.no_grad():
            for slow, fast in zip(average.parameters(), net.parameters(), strict=True):
                slow.set_value(0.9 * slow + 0.1 * fast)


@loop
def teacher_and_student():
    teacher, student = mlp(), mlp()
    teacher.eval()

    def loss_of(x, y):
        with paddle.no_grad():
            target = F.softmax(teacher(x))
        return F.cross_entropy(student(x), target, soft_label=True)

    fit(student, adam(student), loss_of=loss_of)


@loop
def low_rank_adapter():
    base = nn.Linear(6, 3)
    for parameter in base.parameters():
        parameter.stop_gradient = True
    down, up = nn.Linear(6, 2, bias_attr=False), nn.Linear(2, 3, bias_attr=False)
    up.weight.set_value(paddle.zeros([2, 3]))
    fit(up, adam(down, up), loss_of=lambda x, y: F.cross_entropy(base(x) + up(down(x)), y))


@loop
def accumulated_gradients():
    net = mlp()
    optimizer = adam(net)
    for step, (x, y) in enumerate(data(16)):
        (F.cross_entropy(net(x), y) / 4).backward()
        if step % 4 == 3:
            optimizer.step()
            optimizer.clear_grad()


@loop
def scheduled_rate_and_clipped_gradients():
    net = mlp()
    rate = paddle.optimizer.lr.CosineAnnealingDecay(0.01, T_max=16)
    clip = nn.ClipGradByGlobalNorm(1.0)
    optimizer = paddle.optimizer.AdamW(rate, parameters=net.parameters(), grad_clip=clip)
    for x, y in data(16):
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.clear_grad()
        rate.step()


@loop
def optimizer_before_the_loop_ends_early():
    net = mlp()
    optimizer = adam(net)
    for step, (x, y) in enumerate(data()):
        F.cross_entropy(net(x), y).backward()
        if step == 5:
            break
        optimizer.step()
        optimizer.clear_grad()


@loop
def losses_of_several_parts():
    net = TwoHeads()

    def loss_of(x, y):
        return F.cross_entropy(net(x), y) + 0.1 * paddle.mean(paddle.square(net(x, extra=True)))

    fit(net, adam(net), loss_of=loss_of)


@loop
def two_examples_a_step():
    """The loss falls, but four losses of two examples each do not show it: it "stayed" at the loss of guessing."""
    paddle.seed(1)
    net = mlp(8, 32)
    rng = np.random.default_rng(0)
    x = rng.standard_normal((256, 8)).astype("float32")
    y = (x @ rng.standard_normal((8, 3))).argmax(1)
    order = np.random.default_rng(9).permutation(256).reshape(-1, 2)
    batches = ((paddle.to_tensor(x[i]), paddle.to_tensor(y[i])) for i in order)
    fit(net, paddle.optimizer.SGD(0.02, parameters=net.parameters()), batches)
