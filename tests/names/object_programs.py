"""Programs whose values are elements and attributes of objects that functions share: methods, arguments, hooks."""

from opscope import paddle

F, nn = paddle.nn.functional, paddle.nn


def numbers(*shape):
    return paddle.rand(list(shape))


class Block(nn.Layer):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)
        self.cache = None

    def forward(self, x):
        before = x * 2
        h = self.fc(before)
        self.hidden = h
        if self.cache is not None:
            h = h + self.cache
        self.cache = h.detach()
        return h


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.blocks = nn.LayerList([Block(3) for _ in range(2)])
        self.fc = nn.Linear(3, 2)

    def features(self, x):
        for block in self.blocks:
            x = block(x)
            last = x * 1
        return x, last

    def forward(self, x):
        f, _ = self.features(x)
        out = self.fc(f)
        self.out = out
        return out


def two_nets():
    """In each block and net, self is another object."""
    a, b = Net(), Net()
    x = numbers(2, 3)
    ya = a(x)
    yb = b(ya.sum() * x)
    z = ya + yb
    y2 = a(x)
    d = a.out + b.out
    return z + d - y2


class Expert(nn.Layer):
    def __init__(self):
        super().__init__()
        self.down = nn.Linear(3, 3)

    def forward(self, x):
        up = F.relu(x)
        return self.down(up)


class Mixture(nn.Layer):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(3, 2)
        self.experts = nn.LayerList([Expert(), Expert()])

    def forward(self, x):
        g = F.softmax(self.gate(x))
        outs = []
        for expert in self.experts:
            o = expert(x)
            outs.append(o * g[:, :1])
        return outs[0] + outs[1]


def mixture():
    net = Mixture()
    y = net(numbers(2, 3))
    return paddle.exp(y)


class Box:
    made = None

    def __init__(self, v):
        self.v, self.n = v, None

    @classmethod
    def make(cls):
        o = cls(numbers(2))
        cls.made = o.v + 1
        return o

    def step(this, other):  # noqa: N805 (the first parameter of a method, whatever its name is)
        old = this.v * 1
        this.v = this.v + other.v
        this.n = old
        other.n = this.v
        return this.v

    def swap(self, other):
        self.v, other.v = other.v, self.v
        return self.v * 1


def boxes():
    a, b = Box(numbers(2)), Box.make()
    r = a.step(b)
    s = b.step(a)
    t = a.swap(b)
    v = a.v + b.v
    w = a.n + b.n
    a, b = b, a
    x = a.v * 2
    a.v = x
    return b.v + a.v + r + s + t + v + w


class Tree:
    def __init__(self, v, kids=()):
        self.v, self.kids = v, [*kids]

    def total(self):
        t = self.v * 1
        for kid in self.kids:
            t = t + kid.total()
        self.t = t
        return t


def trees():
    leaf = Tree(numbers(2))
    root = Tree(numbers(2), [leaf, Tree(numbers(2))])
    t = root.total()
    return root.t + leaf.t + t


def arguments():
    """Functions write to the dicts and lists that they get."""

    def use(d, k):
        a = d["x"] * 2
        d["x"] = a
        d["new"] = a + 1
        b = d["new"] * k
        d = dict(d)
        d["x"] = b
        return d["x"] * 1

    def change(xs, ys):
        a = xs[0] * 2
        xs[1] = a
        ys.append(a + 1)
        ys[0] = a * 3
        b = xs[1] + ys[0]
        xs.pop()
        return b

    st = {"x": numbers(2), "y": numbers(2)}
    o = use(st, 2)
    p = st["x"] + o
    q = st["new"] + st["y"]
    use({**st, "x": p}, 3)
    first, second = [numbers(2), numbers(2), q], [p]
    r = change(first, second)
    s = first[0] + first[1]
    t = second[1] * 2 + second[0]
    return change(ys=second, xs=first) + r + s + t


def lengths():
    """Elements are appended to lists whose length the source does not show, or that other code appends to."""

    def make(a):
        return [a * 7]

    def add(outs, a):
        outs.append(a * 9)

    a, b = numbers(2), numbers(2)
    st = {"b": [a, b]}
    st["b"].append(a * 2)
    c = a + 1
    k = make(a)
    k.append(a * 3)
    d = k[1] + c
    outs = [a]
    add(outs, b)
    outs.append(b * 2)
    e = outs[1] + d
    other = outs
    other.append(a * 4)
    outs.append(a * 5)
    f = outs[3] + e
    kept = []
    for i in range(2):
        g = a * i
        kept.append(g)
    return f + kept[1]


def hooked():
    """A hook changes what the Layer gets: the user's argument is still the same."""
    lin, w = nn.Linear(3, 2), numbers(3)

    def before(layer, given):
        changed = given[0] + 1
        return (changed,)

    def after(layer, given, out):
        doubled = out * 2
        return doubled  # noqa: RET504

    lin.register_forward_pre_hook(before)
    lin.register_forward_post_hook(after)
    y = w * 3
    hidden = lin(y)
    return hidden.sum() + y.sum()


def applied():
    """Functions of Python that call the user's functions return other values."""
    a, b = numbers(2), numbers(2)
    twice = lambda t: t * 2
    ls = list(map(twice, [a, b]))
    c = ls[0] + ls[1]
    top = max([a, b], key=lambda t: float((t * 3).sum()))
    d = top + c
    logits = (lambda h: paddle.matmul(h, nn.Linear(2, 2).weight))(d)
    return logits * 1


class Meter:
    def __init__(self):
        self.sum, self.seen = None, {}

    def update(self, v):
        self.sum = v if self.sum is None else self.sum + v
        self.seen["last"] = v

    def reset(self):
        self.sum = None
        self.seen.clear()


def changed_without_operators():
    """Methods and functions that make no operator change the objects that they get."""

    def swap(d):
        d["a"], d["b"] = d["b"], d["a"]

    meter, st = Meter(), {"a": numbers(2), "b": numbers(2)}
    x = numbers(2)
    for _ in range(2):
        meter.update(x)
        x = x * 2
        meter.update(x)
        y = meter.sum + meter.seen["last"]
        meter.reset()
        z = y + st["a"]
        swap(st)
        x = z * 1
    return x + st["b"]


def two_optimizers():
    """A step of the discriminator, then of the generator: what the first one made is still bound."""
    g, d = nn.Linear(2, 3), nn.Linear(3, 1)
    of_g, of_d = (paddle.optimizer.SGD(0.1, parameters=each.parameters()) for each in (g, d))
    a, b, best = numbers(2), numbers(2) + 1, None
    for _ in range(3):
        z = numbers(4, 2)
        fake = g(z)
        d_loss = d(fake.detach()).mean() - d(numbers(4, 3)).mean()
        d_loss.backward()
        of_d.step()
        of_d.clear_grad()
        g_loss = d(g(z)).mean()
        g_loss.backward()
        of_g.step()
        of_g.clear_grad()
        best = d_loss if best is None else paddle.minimum(best, d_loss)
        a, b = b, a
        total = sum([g_loss, a.sum(), fake.mean()])
        z.scale_(2.0)
        z = fake
    return total + best + b


def train_epoch(net, optimizer, data, log):
    total = 0
    for x in data:
        loss = net(x).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        total = total + loss.detach()
        log["last"] = loss
    return total


def epochs():
    """Each epoch is another call of the same function: it has not assigned its variables yet."""
    net, log = nn.Linear(3, 2), {}
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    first, second = numbers(2, 3), numbers(2, 3)
    for _ in range(2):
        t = train_epoch(net, optimizer, (first, second), log)
        u = t * 1
        v = log["last"] * 2
    return u + v


ALL = [two_nets, mixture, boxes, trees, arguments, lengths, hooked, applied, changed_without_operators]
TRAINING = {two_optimizers: 0.8, epochs: 0.75}  # the share of the names that have a value
