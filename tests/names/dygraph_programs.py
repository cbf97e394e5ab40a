"""Ten dygraph programs. Each returns its tensors by the names that a reader of the program gives them."""

# ruff: noqa: B010, C400, C408, RET504, RUF059 (programs assign in all ways that users do)

import contextlib

import numpy as np

from opscope import paddle
from opscope.paddle.autograd import PyLayer

F = paddle.nn.functional
nn = paddle.nn


def numbers(*shape):
    """A tensor of different numbers, none of them negative."""
    return paddle.to_tensor(np.linspace(0.1, 1.0, int(np.prod(shape)), dtype="float32").reshape(shape))


def plain_assignments():
    x = numbers(3, 4)
    w = numbers(4, 4)
    h = paddle.matmul(x, w)
    shifted = h + 1.0
    scaled = 2.0 * shifted
    squeezed = F.relu(scaled - 3.0)
    p = F.softmax(squeezed)
    logp = paddle.log(p)
    nll: paddle.Tensor = -logp
    total = nll.sum()
    avg = total / 12.0
    first = second = paddle.exp(avg)
    row = h[0]
    corner = h[1:, :2]
    mask = h > 2.0
    picked = paddle.where(mask, h, x)
    t = x.transpose([1, 0]).matmul(h).mean()
    cosine = paddle.cos(h)
    lifted = h.unsqueeze(0)
    flat = h.reshape([12])
    wide = h.astype("float64")
    larger = paddle.maximum(h, scaled)
    smaller = paddle.minimum(h, scaled)
    power = h**2
    inverse = 1.0 / shifted
    joined = paddle.concat([h, x])
    rounded = paddle.round(h)
    return {
        "cosine": cosine,
        "lifted": lifted,
        "flat": flat,
        "wide": wide,
        "larger": larger,
        "smaller": smaller,
        "power": power,
        "inverse": inverse,
        "joined": joined,
        "rounded": rounded,
        "x": x, "w": w, "h": h, "shifted": shifted, "scaled": scaled, "squeezed": squeezed, "p": p, "logp": logp,
        "nll": nll, "total": total, "avg": avg, "first": first, "second": second, "row": row, "corner": corner,
        "mask": mask, "picked": picked, "t": t,
    }  # fmt: skip


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 8)
        self.fc2 = nn.Linear(8, 2)
        self.scale = self.create_parameter([2])

    def forward(self, inputs):
        hidden = F.relu(self.fc1(inputs))
        self.features = F.tanh(hidden)
        return self.fc2(self.features) * self.scale


def training_loop():
    net = Net()
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    data, label = numbers(6, 4), paddle.to_tensor([0, 1, 0, 1, 1, 0])
    for _ in range(3):
        logits = net(data)
        ce = F.cross_entropy(logits, label)
        penalty = (net.fc1.weight**2).sum() * 0.01
        loss = ce + penalty
        loss.backward()
        then = {"net.fc1.weight@GRAD": net.fc1.weight.grad.numpy(), "net.fc2.bias@GRAD": net.fc2.bias.grad.numpy()}
        optimizer.step()
        optimizer.clear_grad()
    return then | {
        "logits": logits, "ce": ce, "penalty": penalty, "loss": loss, "data": data, "label": label, "inputs": data,
        "net.fc1.weight": net.fc1.weight, "net.fc1.bias": net.fc1.bias, "net.fc2.weight": net.fc2.weight,
        "net.fc2.bias": net.fc2.bias, "self.fc1.weight": net.fc1.weight, "self.scale": net.scale,
        "net.scale": net.scale, "self.features": net.features, "net.features": net.features,
    }  # fmt: skip


def loops_and_lists():
    x = numbers(2, 3)
    outs = []
    for k in range(4):
        y = x * float(k + 1)
        outs.append(F.sigmoid(y))
    steps = [None] * 3
    for i in range(3):
        steps[i] = outs[i] + outs[i + 1]
    state = paddle.zeros([2, 3])
    for _, out in enumerate(outs):
        state = state + out
        steps.append(state.sum())
    extra = [paddle.exp(x)]
    extra.append(paddle.sqrt(x))
    extra.append(paddle.square(x))
    while float(state.sum()) < 100.0:
        state = state * 2.0
    stacked = paddle.stack(outs)
    best = stacked.max()
    sizes = {}
    for name in ["r", "t"]:
        sizes[name] = x.sum() if name == "r" else x.max()
    pairs = [(paddle.sin(v), paddle.cos(v)) for v in (x, state)]
    return {
        "sizes['r']": sizes["r"],
        "sizes['t']": sizes["t"],
        "pairs[0][0]": pairs[0][0],
        "pairs[0][1]": pairs[0][1],
        "pairs[1][0]": pairs[1][0],
        "pairs[1][1]": pairs[1][1],
        "x": x, "y": y, "outs[0]": outs[0], "outs[1]": outs[1], "outs[2]": outs[2], "outs[3]": outs[3],
        "steps[0]": steps[0], "steps[1]": steps[1], "steps[2]": steps[2], "state": state, "extra[0]": extra[0],
        "extra[1]": extra[1], "extra[2]": extra[2], "stacked": stacked, "best": best,
    }  # fmt: skip


def comprehensions():
    x = numbers(2, 4)
    weights = [numbers(4, n + 1) for n in range(3)]
    products = [paddle.matmul(x, w) for w in weights]
    sums = [p.sum() for p in products]
    by_name = {name: x * float(n) for n, name in enumerate(("low", "middle", "high"))}
    named = {key: paddle.exp(x) for key in ["a", "b"]}
    total = sum(sums[1:], sums[0])
    halves = list(h * 2.0 for h in paddle.split(x, 2, axis=1))
    pair = tuple(paddle.tanh(v) for v in (x, total))
    nested = [[paddle.square(x), paddle.abs(x)], [paddle.cos(x)]]
    several = {"first": paddle.sin(x), "second": [paddle.sign(x)]}
    given = dict(one=paddle.ones([2]), two=paddle.zeros([2]))
    a, b = [F.relu(v) for v in (x, -x)]
    means = {i: v.mean() for i, v in enumerate(products)}
    largest = [v.max() for v in products if v is not None]
    return {
        "means[0]": means[0],
        "means[1]": means[1],
        "means[2]": means[2],
        "largest[0]": largest[0],
        "largest[1]": largest[1],
        "largest[2]": largest[2],
        "x": x, "products[0]": products[0], "products[1]": products[1], "products[2]": products[2],
        "sums[0]": sums[0], "sums[2]": sums[2], "named['a']": named["a"], "named['b']": named["b"], "total": total,
        "halves[0]": halves[0], "halves[1]": halves[1], "pair[0]": pair[0], "pair[1]": pair[1],
        "nested[0][0]": nested[0][0], "nested[0][1]": nested[0][1], "nested[1][0]": nested[1][0],
        "several['first']": several["first"], "several['second'][0]": several["second"][0],
        "given['one']": given["one"], "given['two']": given["two"], "a": a, "b": b, "by_name['low']": by_name["low"],
    }  # fmt: skip


def tuple_targets():
    x = numbers(4, 6)
    a, b = paddle.split(x, 2, axis=1)
    top, *rest = paddle.split(x, 3, axis=1)
    (p, q), r = (paddle.exp(a), paddle.log(b)), paddle.sqrt(x)
    values, indices = paddle.topk(x, 2)
    m, n = a.mean(), b.mean()
    [s, t] = [a + b, a - b]
    p, q = q, p
    for c, d in ((a, b), (b, a)):
        e = c * d
    for piece in paddle.unstack(x):
        f = piece.sum()
    *init, last = paddle.unbind(x)
    u, (v, w) = paddle.cos(x), (paddle.sin(x), paddle.tan(x))
    return {
        "x": x, "a": a, "b": b, "top": top, "rest[0]": rest[0], "rest[1]": rest[1], "r": r, "values": values,
        "indices": indices, "m": m, "n": n, "s": s, "t": t, "e": e, "f": f, "init[0]": init[0], "init[2]": init[2],
        "last": last, "u": u, "v": v, "w": w,
    }  # fmt: skip


def augmented():
    x = numbers(3, 3)
    acc = paddle.zeros([3, 3])
    acc += x
    acc *= 2.0
    acc -= 1.0
    weights = {"k": x * 1.0}
    weights["k"] += acc
    items = [x + 1.0, x + 2.0]
    items[1] *= 3.0
    if (norm := paddle.sqrt((x * x).sum())) > 0:
        unit = x / norm
    while (size := unit.sum()) < 20.0:
        unit = unit * 2.0
    both = (left := paddle.exp(x)) + (right := paddle.abs(x))
    chosen = paddle.ones([2]) if float(size) > 0 else paddle.zeros([2])
    either = None or paddle.full([2], 3.0)
    clipped = x.clip(0.2, 0.5)
    y = x.clone()
    y.add_(paddle.ones([3, 3]))
    z = numbers(3)
    z[0] = 5.0
    c = d = e = x - 1.0
    (only,) = [paddle.tan(x)]
    u1, u2, u3 = paddle.unbind(x)
    return {
        "c": c,
        "d": d,
        "e": e,
        "only": only,
        "u1": u1,
        "u2": u2,
        "u3": u3,
        "x": x, "acc": acc, "weights['k']": weights["k"], "items[0]": items[0], "items[1]": items[1], "norm": norm,
        "unit": unit, "size": size, "both": both, "left": left, "right": right, "chosen": chosen, "either": either,
        "clipped": clipped, "y": y, "z": z,
    }  # fmt: skip


def normalize(values, eps=1e-5):
    mean = values.mean()
    centered = values - mean
    std = paddle.sqrt((centered * centered).mean() + eps)
    return centered / std, {"mean": mean, "std": std}


def attend(query, key, *, value):
    scores = paddle.matmul(query, key, transpose_y=True)
    weights = F.softmax(scores)
    return paddle.matmul(weights, value)


def pick(flag, tensor):
    if flag:
        return paddle.exp(tensor)
    out = paddle.log(tensor)
    if float(out.sum()) < 0:
        out = -out
    return out


def functions():
    x = numbers(2, 4)
    normal, moments = normalize(x)
    att = attend(normal, x, value=paddle.abs(x))
    up, down = pick(True, x), pick(False, x)
    double = lambda v: v + v
    twice = double(double(x))
    chain = F.relu(paddle.tanh(normal).sum(axis=1)).mean()

    def inner(z):
        local = z * att.sum()
        return local

    result = inner(x)
    final = attend(query=up, key=down, value=x)
    return {
        "x": x, "normal": normal, "moments['mean']": moments["mean"], "moments['std']": moments["std"],
        "mean": moments["mean"], "std": moments["std"], "att": att, "up": up, "down": down, "twice": twice,
        "chain": chain, "result": result, "local": result, "final": final, "centered": x - x.mean(),
    }  # fmt: skip


class Cell(nn.Layer):
    def __init__(self, size):
        super().__init__()
        self.gate = nn.Linear(size, size)
        self.update = nn.Linear(size, size)

    def forward(self, x, state):
        g = F.sigmoid(self.gate(x))
        new = F.tanh(self.update(state))
        return g * new + (1.0 - g) * state, g


class Recurrent(nn.Layer):
    def __init__(self):
        super().__init__()
        self.cell = Cell(4)
        self.blocks = nn.LayerList([nn.Linear(4, 4) for _ in range(2)])
        self.head = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))
        self.norm = nn.LayerNorm(4)

    def forward(self, sequence):
        h = paddle.zeros([1, 4])
        self.states = []
        for t in range(3):
            h, gate = self.cell(sequence[t : t + 1], h)
            self.states.append(h)
        for block in self.blocks:
            h = h + F.relu(block(h))
        normed = self.norm(h)
        return {"score": self.head(normed), "state": normed}


def layers():
    model = Recurrent()
    sequence = numbers(3, 4)
    output = model(sequence)
    score = output["score"].sum()
    score.backward()
    cell = model.cell
    return {
        "sequence": sequence, "output['score']": output["score"], "output['state']": output["state"],
        "normed": output["state"], "score": score, "model.cell.gate.weight": cell.gate.weight,
        "model.cell.update.bias": cell.update.bias, "self.cell.gate.weight": cell.gate.weight,
        "self.gate.weight": cell.gate.weight, "self.states[0]": model.states[0], "self.states[2]": model.states[2],
        "model.states[1]": model.states[1], "model.norm.weight": model.norm.weight,
        "self.gate.weight@GRAD": cell.gate.weight.grad,
    }  # fmt: skip


class Cube(PyLayer):
    @staticmethod
    def forward(ctx, a):
        square = a * a
        ctx.save_for_backward(a, square)
        return square * a

    @staticmethod
    def backward(ctx, dy):
        a, square = ctx.saved_tensor()
        slope = 3.0 * square
        return dy * slope


@contextlib.contextmanager
def exponential(tensor):
    yield paddle.exp(tensor)


def halves(tensor):
    yield tensor[:3]
    yield tensor[3:]


def custom_gradients():
    w = paddle.to_tensor([0.5, -1.0, 2.0], stop_gradient=False)
    v = numbers(3)
    v.stop_gradient = False
    cubed = Cube.apply(w)
    mixed = paddle.concat([cubed, v])
    loss = (mixed**2).sum()
    loss.backward()
    u = numbers(3) * 2.0
    u.stop_gradient = False
    (du,) = paddle.grad([paddle.square(u).sum()], [u])
    with paddle.no_grad():
        moved = w - 0.1 * w.grad
        kept = moved.detach() + 0.0
    with exponential(v) as managed:
        tail = managed.max()
    parts = []
    for part in halves(mixed):
        parts.append(part.sum())
    return {
        "w": w, "v": v, "cubed": cubed, "square": w * w, "mixed": mixed, "loss": loss, "w@GRAD": w.grad,
        "v.grad": v.grad, "moved": moved, "kept": kept, "managed": managed, "tail": tail, "du": du, "u": u,
        "part": part, "parts[0]": parts[0], "parts[1]": parts[1],
    }  # fmt: skip


class Model:
    """A class of the user's own, without layers."""

    def __init__(self, depth):
        self.weights = [numbers(3, 3) for _ in range(depth)]
        self.bias = numbers(3)
        self.cache = {}

    def step(self, x):
        self.cache["in"] = x * 1.0
        for i, weight in enumerate(self.weights):
            x = paddle.matmul(x, weight)
            self.cache[i] = F.relu(x)
        self.out = x + self.bias
        return self.out

    @property
    def energy(self):
        return (self.out * self.out).sum()

    def __call__(self, x):
        return self.step(x).mean()


def objects():
    model = Model(2)
    x = numbers(2, 3)
    value = model(x)
    energy = model.energy
    other = model.step(x * 2.0)
    results = {}
    for name in ("sum", "max"):
        results[name] = getattr(paddle, name)(other)
    setattr(model, "extra", paddle.exp(x))
    squares = [*(paddle.square(v) for v in (x, value))]
    z, model.last = paddle.tanh(x), paddle.cos(x)
    return {
        "x": x, "value": value, "energy": energy, "other": other, "model.out": other, "self.out": other,
        "self.cache[1]": model.cache[1], "self.cache['in']": model.cache["in"], "model.bias": model.bias,
        "self.bias": model.bias, "results['sum']": results["sum"], "results['max']": results["max"],
        "model.extra": model.extra, "z": z, "model.last": model.last, "squares[0]": squares[0],
    }  # fmt: skip


PROGRAMS = (
    plain_assignments, training_loop, loops_and_lists, comprehensions, tuple_targets, augmented, functions, layers,
    custom_gradients, objects,
)  # fmt: skip
