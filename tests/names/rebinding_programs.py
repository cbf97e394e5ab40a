"""Programs that bind names anew, exchange and share them, in functions, loops and lists."""

# ruff: noqa: B007, C408, F841, RET504, RUF059 (programs assign in all ways)

import numpy as np

from opscope import paddle
from tests.names.function_programs import data, numbers

F, nn = paddle.nn.functional, paddle.nn


class Box:
    "Keeps what a program gives it."


def exchanged():
    x = numbers(3, 4)
    y = numbers(3, 4) * 0.3
    pair = (F.softmax(x), F.log_softmax(y))
    a, b = pair
    b, a = pair
    c = F.mse_loss(a, b)
    for n, t in enumerate((a, b)):
        d = F.normalize(t)
    e = [d, c][1]
    f = paddle.tanh(e)
    (g := f)
    f = g * 2
    g, h = f, g
    return paddle.exp(h)


def accumulated():
    x = numbers(2, 6)
    acc = None
    best = None
    for k in range(3):
        y = F.gelu(x * k)
        acc = y if acc is None else acc + F.softmax(y)
        if best is None or k == 1:
            best = y
        x, y = y, x
    z = F.l1_loss(acc, best)
    return paddle.exp(z)


def helper(a, b=None):
    if b is None:
        b = a
    c = F.layer_norm(a, [4])
    a = b
    return a, c


def outer(t):
    def inner():
        nonlocal t
        t = F.softmax(t)
        return t

    u = inner()
    v = inner()
    return u, v, t


def helped():
    x = numbers(3, 4)
    p, q = helper(x)
    r, s = helper(x, q)
    t = outer(q)
    u, v, w = outer(s)
    m = paddle.tanh(u)
    lst = [helper(z)[1] for z in (x, q)]
    n = sum(lst)
    k = max([1, 2])
    dct = dict(a=F.softmax(x), b=n)
    o = dct["a"] + dct["b"]
    return paddle.exp(o)


def held():
    x = numbers(2, 3, 4)
    box = Box()
    lin = nn.Linear(4, 4)
    drop = nn.Dropout(0.5)
    drop.eval()
    box.h = lin(x)
    box.g = box.h
    box.h = drop(box.h)
    y = box.h
    box.h, box.g = box.g, box.h
    z = F.normalize(box.h)
    box = Box()
    box.h = z
    w = paddle.exp(box.h)
    del box.h
    opt = paddle.optimizer.SGD(0.1, parameters=lin.parameters())
    for i in range(3):
        loss = F.mse_loss(lin(x), x)
        loss.backward()
        opt.step()
        opt.clear_grad()
        last = loss
    return paddle.tanh(last)


def listed():
    x = numbers(4, 4)
    outs = []
    for k in range(2):
        h = F.normalize(x + k)
        outs.append(h)
    outs.append(paddle.exp(x))
    outs.extend([x, x])
    outs2 = outs
    outs2[0] = F.softmax(x)
    a = outs[0]
    b = outs[-1]
    c = paddle.tanh(a)
    del outs[0]
    d = paddle.sin(c)
    outs.reverse()
    e = paddle.cos(d)
    rows = {i: F.softmax(r) for i, r in enumerate(paddle.unstack(x))}
    f, g = rows[0], rows[1]
    while True:
        e = F.normalize(e)
        if float(e.sum()) > -1:
            break
    f, (g, h) = g, (f, e)
    return paddle.sin(f)


def softened(x):
    for k in range(3):
        y = F.softmax(x * k)
        yield y


def generated():
    x = numbers(3, 3)
    for t in softened(x):
        u = paddle.tanh(t)
    a, b, c = softened(x)
    lst = list(softened(x))
    try:
        v = F.normalize(a)
        raise ValueError
    except ValueError:
        v = b
    finally:
        w = c
    z = paddle.exp(v)
    s = F.cross_entropy(x, paddle.to_tensor(np.array([0, 1, 2])), reduction="none")
    s = s.mean() if s.ndim > 0 else s
    k, s = s, None
    return paddle.exp(k)


class Swish(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        s = F.sigmoid(x)
        ctx.save_for_backward(x, s)
        y = x * s
        return y

    @staticmethod
    def backward(ctx, dy):
        x, s = ctx.saved_tensor()
        x = x * (1 - s)
        return dy * s * (1 + x)


class Cube(paddle.autograd.PyLayer):
    "Computes with NumPy: no operator is made inside it."

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return paddle.to_tensor(x.numpy() ** 3)

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        return paddle.to_tensor(dy.numpy() * 3 * x.numpy() ** 2)


class Both(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        y = Swish.apply(x)
        z = Cube.apply(y)
        return y, z

    @staticmethod
    def backward(ctx, dy, dz):
        return dy + dz


class Block(nn.Layer):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, x):
        h = self.inner(x)
        x = Cube.apply(Swish.apply(h))
        return x


def differentiated():
    block = Block()
    opt = paddle.optimizer.SGD(0.1, parameters=block.parameters())
    for step in range(3):
        x = numbers(2, 4)
        hidden = Swish.apply(block.inner(x))
        cube = Cube.apply(hidden)
        ratio = cube / (step + 1)
        hidden = block(ratio)
        y, z = Both.apply(hidden)
        for t in (y, z):
            t = Swish.apply(t)
            t = Cube.apply(t)
            u = paddle.tanh(t)
        loss = (u + ratio).square().mean()
        loss.backward()
        opt.step()
        opt.clear_grad()
    last = Cube.apply(loss)
    return paddle.tanh(last)


def differentiated_in_turn():
    x = numbers(2, 4)
    x.stop_gradient = False
    losses = [Swish.apply(x).mean(), Cube.apply(x).mean()]
    for each in losses:
        each.backward()
        part = paddle.exp(each)
    for each in (Swish.apply(part).mean() for part in (x, x * 2)):
        each.backward()
    return paddle.exp(x)


def cell(x, h, c):
    gate = F.sigmoid(x + h)
    h, c = gate * paddle.tanh(c), paddle.sin(c * h)
    return h, c


def bound_together():
    x = numbers(2, 3)
    a, b, h = x * 2, x * 3, x * 4
    for i in range(3):
        a, b = F.relu(x + i), F.tanh(a)
        h, c = paddle.tanh(h + a), paddle.sin(h * b)
        parts = [paddle.cos(a), paddle.tanh(b)]
        named = {"x": paddle.cos(c), "y": paddle.tanh(c)}
        e = (paddle.cos(h), parts[0] + named["x"])
        g = (k := paddle.cos(a)) + k
        h = F.relu(paddle.cos(h)) + paddle.tanh(h)
        m = e[1] + h
        h, c = cell(g, h, c)
        n = h + c
    return paddle.tanh(m + n)


def named_within_statements():
    x = numbers(3)
    for _ in range(2):
        x = x + 1.0
        if (m := x.max()) > 1.0 and (n := F.softmax(x)).sum() > 0.0:
            y = m * n
        while (z := y * 0.5).sum() > 1.0:
            y = z
    hs = [w for v in (x, y) if (w := v * 2.0).sum() > 0.0]
    return paddle.exp(hs[0] + z)


EAGER = [
    named_within_statements,
    exchanged,
    accumulated,
    helped,
    held,
    listed,
    generated,
    differentiated,
    differentiated_in_turn,
]
EAGER += [bound_together]


def static_helped():
    x = data("x", 3, 4)
    p, q = helper(x)
    r, s = helper(x, q)
    t = outer(q)
    u, v, w = outer(s)
    m = paddle.tanh(u)
    lst = [helper(z)[1] for z in (x, q)]
    o = paddle.add_n(lst)
    o, m = m, o
    h = paddle.static.nn.fc(o, 3)
    h = h * 1.0 if True else h
    acc = None
    for k in range(3):
        h = paddle.static.nn.layer_norm(h)
        acc = h if acc is None else acc + F.softmax(h)
    return paddle.mean(acc)


def static_images():
    L = paddle.fluid.layers
    x = data("x", 2, 3, 8, 8)
    c = L.conv2d(x, 4, 3, act="relu")
    pool = L.pool2d(c, 2, "max")
    bn = L.batch_norm(pool)
    n = paddle.fluid.nets.simple_img_conv_pool(x, 4, 3, 2, 2, act="relu")
    d = L.dropout(bn, 0.3)
    f = L.fc(d, 10, act="softmax")
    lab = paddle.static.data("l", [2, 1], "int64")
    ce = L.cross_entropy(f, lab)
    avg = L.mean(ce)
    acc = L.accuracy(f, lab)
    k, ix = L.topk(f, 2)
    s = L.split(f, 2, dim=1)
    a, b = s
    a, b = b, a
    u = L.concat([a, b], axis=1)
    l2 = L.l2_normalize(u, 1)
    ie = L.IfElse(L.cast(lab, "bool"))
    with ie.true_block():
        t = ie.input(f)
        t2 = L.fc(t, 3)
        ie.output(t2)
    with ie.false_block():
        g = ie.input(f)
        g2 = L.fc(g, 3)
        ie.output(g2)
    out = ie()[0]
    m = L.reduce_mean(out)
    opt = paddle.fluid.optimizer.SGD(0.1)
    opt.minimize(avg)
    return m


STATIC = [static_helped, static_images]
