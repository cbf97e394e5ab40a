"""Programs that call functions of Paddle which make several operators, and bind what these return in many ways."""

# ruff: noqa: B007, B905, BLE001, F841, RET504, RUF059 (programs assign in all ways)

import numpy as np

from opscope import paddle

F, nn = paddle.nn.functional, paddle.nn


def numbers(*shape):
    """A tensor of different numbers between 0 and 1."""
    return paddle.to_tensor(np.linspace(0.1, 0.9, int(np.prod(shape)), dtype="float32").reshape(shape))


def labels(*values):
    return paddle.to_tensor(np.array(values, "int64"))


def losses():
    x, y, k = numbers(3, 4), numbers(3, 4) * 0.5, labels(1, 0, 2)
    r = F.nll_loss(F.log_softmax(x), k)
    a = F.mse_loss(x, y)
    b = F.kl_div(F.log_softmax(x), F.softmax(y))
    c = F.smooth_l1_loss(x, y)
    d = F.cosine_embedding_loss(x, y, paddle.to_tensor(np.array([1, -1, 1], "int64")))
    e = F.margin_ranking_loss(x, y, paddle.sign(x - y))
    g = F.cross_entropy(x, k)
    h = F.binary_cross_entropy(x, y)
    i = F.binary_cross_entropy_with_logits(x, y)
    j = F.hinge_embedding_loss(x, paddle.sign(y - 0.2))
    m = F.triplet_margin_loss(x, y, x * 0.3)
    n = F.log_loss(x, y)
    o = F.square_error_cost(x, y)
    p = F.sigmoid_focal_loss(x, y)
    q = F.dice_loss(F.softmax(x), paddle.unsqueeze(k, 1))
    total = r + a + b + c + d + e
    return paddle.tanh(total)


def one_loss():
    x, k = numbers(3, 4), labels(1, 0, 2)
    r = F.nll_loss(F.log_softmax(x), k)


def normed():
    x = numbers(2, 3, 4, 4)
    a = F.layer_norm(x, [4])
    b = nn.BatchNorm2D(3)(x)
    c = F.group_norm(x, 3) if hasattr(F, "group_norm") else x
    d = F.instance_norm(x)
    e = F.normalize(x)
    f = F.local_response_norm(x, 3)
    g = nn.LayerNorm([4, 4])(x)
    s = a + b + d + e + f + g
    return s.mean()


def unpacked():
    x = numbers(4, 6)
    a, b = paddle.split(x, 2)
    c, *d = paddle.unstack(x)
    v, i = paddle.topk(x, 2)
    (m, n), w = F.max_pool2d(x.reshape([1, 1, 4, 6]), 2, return_mask=True), x * 2
    lo, hi = paddle.chunk(x, 2, axis=1)
    mean, (s, t) = x.mean(), paddle.meshgrid(x[0], x[1])
    u, counts = paddle.unique(x, return_counts=True)
    values, indices = paddle.kthvalue(x, 2)
    return a + b + lo.sum() + v.mean() + n.astype("float32").mean() + s.mean()


def kept_whole():
    x = numbers(4, 6)
    parts = paddle.split(x, 2)
    pair = paddle.topk(x, 2)
    rows = paddle.unstack(x)
    q = parts[0] + parts[1]
    z = pair[0].sum() + rows[2].mean()
    return q * z


def swapped():
    x = numbers(3, 3)
    u, v = paddle.exp(x), paddle.log(x)
    t = u + v
    u, v = v, u
    w = paddle.tanh(t)
    u = v
    z = paddle.sin(w)
    v = None
    y = paddle.cos(z)
    a = b = c = F.softmax(y)
    b = x
    d = paddle.sin(c)
    del a
    return paddle.cos(d)


def swapped_in_a_loop():
    a, b = numbers(2, 2), numbers(2, 2) * 2
    for k in range(3):
        a, b = b, paddle.tanh(a + b)
        c = F.mse_loss(a, b)
    d = paddle.exp(c)
    a, b = b, a
    return d + 1


def previous_ones():
    x = numbers(3, 3)
    previous = None
    best = x
    for k in range(4):
        h = F.normalize(paddle.tanh(x * (k + 1)))
        if previous is not None:
            gap = F.l1_loss(h, previous)
        previous = h
        if k == 2:
            best = h
    return paddle.exp(previous)


class Holder:
    """Keeps what a program gives it."""


def attributes():
    x, holder = numbers(3, 4), Holder()
    holder.h = F.layer_norm(x, [4])
    holder.out, holder.rest = paddle.split(holder.h, 2, axis=1)
    holder.h = F.softmax(holder.h)
    other = holder.h
    holder.last = holder.out
    z = paddle.exp(holder.last)
    holder.out = None
    return paddle.tanh(z)


def elements():
    x = numbers(3, 4)
    outs, made = [], {}
    for k in range(3):
        z = F.layer_norm(x * (k + 1.0), [4])
        outs.append(z)
    made["a"] = F.softmax(outs[0])
    made["b"], made["c"] = paddle.split(x, 2, axis=1)
    outs[1] = F.log_softmax(x)
    y = paddle.exp(outs[1])
    outs.insert(0, x)
    w = paddle.tanh(y)
    first = outs.pop()
    v = paddle.sin(w)
    made["a"] = x
    outs = outs[::-1]
    return paddle.cos(v)


def comprehensions():
    x = numbers(3, 4)
    hs = [F.layer_norm(x * k, [4]) for k in (1.0, 2.0, 3.0)]
    ls = {k: F.mse_loss(x, x * k) for k in (2.0, 3.0)}
    ts = tuple(F.softmax(h) for h in hs)
    total = sum(F.l1_loss(h, x) for h in hs)
    s = paddle.add_n(hs)
    a, b, c = [paddle.tanh(h) for h in hs]
    first, second = (F.normalize(t) for t in ts[:2])
    return total + s.mean() + a.mean()


def augmented():
    x = numbers(3, 3)
    h = F.normalize(x)
    h += x
    h *= F.mse_loss(h, x)
    g = h
    h -= 0.5
    if (w := F.l1_loss(h, g)) is not None:
        z = paddle.exp(w)
    k = h
    k = k + F.softmax(k)
    h @= x
    return h + z + k


def scaled(x, factor=2.0):
    y = F.normalize(x)
    y = y * factor
    return y


def both(x):
    u = F.softmax(x)
    v = F.log_softmax(x)
    return v, u


def either(x, flag):
    h = paddle.tanh(x)
    if flag:
        return h
    return x


def maybe(x, act=None):
    out = F.normalize(x)
    if act is not None:
        out = act(out)
    return out


def renamed(x):
    x = paddle.tanh(x)
    x, kept = F.softmax(x), x
    return kept


def functions():
    x = numbers(3, 4)
    a = scaled(x)
    b, c = both(a)
    d = either(x, False)
    e = either(x, True)
    f = maybe(x)
    g = maybe(x, paddle.exp)
    h = renamed(x)
    i = scaled(scaled(x), 3.0)
    for n in range(2):
        j = scaled(i, n + 1.0)
    k = [scaled(x, m) for m in (1.0, 2.0)]
    return a + b + c + d + e + f + g + h + i + j


class Net(nn.Layer):
    """Calls functions that make several operators."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.drop = nn.Dropout(0.5)
        self.rnn = nn.GRU(4, 4)

    def forward(self, x, skip=None):
        h = self.norm(self.fc(x))
        h = self.drop(h)
        self.kept = h
        out, last = self.rnn(h)
        x = out + x
        if skip is not None:
            x = x + skip
        return x, last


def layers():
    net, x = Net(), numbers(2, 3, 4)
    net.eval()
    y, state = net(x)
    z, _ = net(y, x)
    loss = F.mse_loss(z, y)
    loss.backward()
    w = paddle.tanh(z)
    return w


def attention():
    x = numbers(2, 3, 8)
    out = nn.MultiHeadAttention(8, 2)(x, x, x)
    y = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0)(x)
    q = F.scaled_dot_product_attention(*[x.reshape([2, 3, 2, 4])] * 3)
    s, (h, c) = nn.LSTM(8, 4)(x)
    z = nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.LayerNorm(4))(out)
    return z + s.mean() + y.mean() + q.mean()


def looped():
    x = numbers(2, 2)
    i, total = paddle.to_tensor(0), x * 1.0
    i, total = paddle.static.nn.while_loop(lambda i, t: i < 3, lambda i, t: [i + 1, paddle.tanh(t) + x], [i, total])
    z = total * 2
    n = 0
    while n < 3:
        n += 1
        z = F.normalize(z)
        if n == 2:
            continue
        w = z
    for row in x:
        r = F.softmax(row)
    for a, b in zip(x, paddle.unstack(z)):
        s = F.mse_loss(a, b)
    p = paddle.exp(s)
    return p + w.mean()


def guarded():
    x = numbers(2, 2)
    try:
        h = F.normalize(x)
        h = paddle.matmul(h, numbers(3, 3))
    except Exception:
        g = h
    finally:
        f = paddle.exp(x)
    with paddle.no_grad() as n:
        h = F.softmax(f)
    k = h if x.shape[0] > 3 else f
    m = paddle.sin(k)
    return m


def gradients():
    x = numbers(2, 2)
    x.stop_gradient = False
    y = F.mse_loss(x, x.detach() * 2)
    (g,) = paddle.grad(y, [x], create_graph=True)
    z = (g * g).sum()
    h = paddle.grad(z, x)[0]
    return h * 2


def rebound():
    x = numbers(3, 4)
    h = F.normalize(x)
    g = paddle.exp(h)
    h = x
    k = paddle.tanh(g)
    h = [g, k]
    m = paddle.sin(k)
    g, k = 1.0, "text"
    n = paddle.cos(m)
    x = n
    return paddle.exp(n)


class Doubled(nn.Layer):
    """A layer that returns what a layer in it returns."""

    def __init__(self):
        super().__init__()
        self.inner, self.norm = nn.Linear(4, 4), nn.LayerNorm(4)

    def forward(self, x):
        h = F.relu(self.inner(x))
        return self.norm(x + h)


def appended_layers():
    blocks = nn.LayerList([Doubled() for _ in range(2)])
    x = numbers(3, 4) * 1.0
    hs = [x]
    for block in blocks:
        hs.append(block(hs[-1]))
    y = paddle.tanh(hs[1])
    return y + hs[2] - hs[0]


def keys_and_rest():
    x = numbers(3, 4)
    sums = {name: paddle.add_n([x, x * 2.0]) for name in ["a", "b"][:2]}
    rows = {k: F.softmax(r) for k, r in enumerate(paddle.unstack(x))}
    y = sums["a"] - rows[1]
    first, *mid, last = paddle.unstack(y)
    z = first + mid[0]
    p, *q, s = paddle.exp(z), paddle.tanh(z), paddle.sin(z)
    kept = {}
    for name in ("u", "v"):
        kept[name] = F.normalize(x + z)
        w = paddle.cos(kept[name])
    return w + q[0]


def deleted_elements():
    x = paddle.exp(numbers(3, 4))
    xs = [x * k for k in (1.0, 2.0, 3.0)]
    y = xs[0] + 1.0
    del xs[0]
    z = paddle.exp(y)
    w = z + xs[0]
    return w * 2.0


def mapped():
    def half(t):
        return t * 0.5

    q, k = paddle.split(numbers(2, 4), 2, axis=1)
    q, k = map(half, (q, k))
    y = paddle.exp(q) + k
    return y * 2.0


def grouped():
    groups = {"a": [numbers(2), numbers(2) * 2.0], "b": [numbers(2) * 5.0, numbers(2) * 6.0]}
    sums = {key: paddle.add_n(parts) for key, parts in groups.items()}
    total = sums["a"] + sums["b"]
    return total * 2.0


def keywords():
    def scaled_sum(*terms, **options):
        total = terms[0] + terms[1]
        scaled = options["scale"] * total
        return paddle.tanh(scaled)

    x = numbers(3, 4)
    a, b, c = paddle.unstack(x)
    d = scaled_sum(a, b, scale=c)
    e = scaled_sum(b, c, scale=d)
    return e * 2.0


EAGER = [
    losses, one_loss, normed, unpacked, kept_whole, swapped, swapped_in_a_loop, previous_ones, attributes, elements,
    comprehensions, augmented, functions, layers, attention, looped, guarded, gradients, rebound,
    appended_layers, keys_and_rest, keywords, deleted_elements, mapped, grouped,
]  # fmt: skip


# --- programs of operators ------------------------------------------------------------------------------


def data(name, *shape, dtype="float32"):
    return paddle.static.data(name, list(shape), dtype)


def static_losses():
    x, y, k = data("x", 3, 4), data("y", 3, 4), data("k", 3, 1, dtype="int64")
    flat = paddle.flatten(k)
    r = F.nll_loss(F.log_softmax(x), flat)
    a = F.cross_entropy(x, k)
    b = F.smooth_l1_loss(x, y)
    c = F.dice_loss(F.softmax(x), k)
    d = F.kl_div(x, y)
    e = F.npair_loss(x, y, flat)
    total = r + a + b
    p, q = F.softmax_with_cross_entropy(x, k, return_softmax=True)
    return paddle.mean(total + d)


def static_layers():
    x = data("x", 2, 3, 8, 8)
    h = paddle.static.nn.conv2d(x, 4, 3, act="relu")
    b = paddle.static.nn.batch_norm(h)
    n = paddle.static.nn.layer_norm(b)
    f = paddle.static.nn.fc(n, 5, activation="tanh")
    g = paddle.static.nn.group_norm(h, 2)
    outs = [paddle.static.nn.fc(f, 2) for _ in range(3)]
    u, v = outs[0], outs[2]
    u, v = v, u
    w = paddle.tanh(u)
    s = paddle.static.nn.prelu(w, "all")
    return w + v


def static_fluid():
    words = paddle.static.data("words", [None, 1], "int64", lod_level=1)
    layers = paddle.fluid.layers
    emb = layers.embedding(words, size=[10, 4])
    proj = layers.fc(emb, 12)
    hidden, cell = layers.dynamic_lstm(proj, 12)
    rnn = layers.DynamicRNN()
    with rnn.block():
        word = rnn.step_input(hidden)
        before = rnn.memory(shape=[3], value=0.0)
        now = layers.fc([word, before], 3, act="tanh")
        rnn.update_memory(before, now)
        rnn.output(now)
    out = rnn()
    last = layers.sequence_last_step(out)
    pooled = layers.sequence_pool(hidden, "max")
    return layers.mean(last)


def static_control():
    x, i = data("x", 2, 2), paddle.full([1], 0, "int64")
    t = x * 1.0
    i, t = paddle.static.nn.while_loop(lambda i, t: i < 3, lambda i, t: [i + 1, paddle.tanh(t) + x], [i, t])
    c = paddle.static.nn.cond(paddle.mean(t) > 0, lambda: F.softmax(t), lambda: t - 1.0)
    k = paddle.static.nn.case([(paddle.mean(x) > 0, lambda: x + 1)], default=lambda: x - 1)
    a, b = paddle.static.nn.cond(paddle.mean(t) > 0, lambda: (t, x), lambda: (x, t))
    return c + k + a


def static_rnn():
    x = data("x", 5, 2, 4)
    rnn = paddle.fluid.layers.StaticRNN()
    with rnn.step():
        word = rnn.step_input(x)
        before = rnn.memory(shape=[-1, 4], batch_ref=word)
        now = paddle.fluid.layers.fc([word, before], 4, act="relu")
        rnn.update_memory(before, now)
        rnn.step_output(now)
    out = rnn()
    h = paddle.tanh(out)
    return h


def static_swaps():
    x = data("x", 2, 4)
    u, v = paddle.split(x, 2, axis=1)
    t = u + v
    u, v = v, u
    w = paddle.tanh(t)
    keep = u
    u = F.normalize(u)
    t, p = p0, t = F.softmax(w), u
    for _ in range(2):
        t, w = w, F.mse_loss(t, w)
    r = paddle.exp(t)
    return r


def static_functions():
    x = data("x", 3, 4)
    a = scaled(x)
    b, c = both(a)
    d = either(x, False)
    e = either(x, True)
    f = maybe(x)
    g = maybe(x, paddle.exp)
    h = renamed(x)
    for n in range(2):
        i = scaled(h, n + 1.0)
    return a + b + c + d + e + f + g + h + i


def static_attributes():
    x, holder = data("x", 3, 4), Holder()
    holder.h = F.layer_norm(x, [4])
    holder.out, holder.rest = paddle.split(holder.h, 2, axis=1)
    outs, made = [], {}
    for k in range(3):
        z = F.layer_norm(x * (k + 1.0), [4])
        outs.append(z)
    made["a"] = F.softmax(outs[0])
    outs[1] = F.log_softmax(x)
    y = paddle.exp(outs[1])
    holder.h = outs[0]
    last = outs.pop()
    return paddle.tanh(y)


def static_dygraph_layers():
    x = data("x", 2, 3, 4)
    net = Net()
    net.eval()
    y, state = net(x)
    s, (h, c) = nn.LSTM(4, 4)(y)
    out = nn.MultiHeadAttention(4, 2)(s, s, s)
    return paddle.mean(out)


STATIC = [
    static_losses, static_layers, static_fluid, static_control, static_rnn, static_swaps, static_functions,
    static_attributes, static_dygraph_layers,
]  # fmt: skip
