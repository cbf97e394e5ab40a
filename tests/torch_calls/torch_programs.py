"""Programs of PyTorch for tests: nets, their training, and a slow mode that copies what each operator has made."""

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

F = nn.functional


class Lenet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.norm = nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4)
        self.layer1 = nn.Sequential(nn.Conv2d(4, 6, 3), nn.ReLU(inplace=True))
        self.drop, self.fc = nn.Dropout(0.3), nn.Linear(6 * 16, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv1(x)), inplace=True), 2)
        hidden = self.layer1(x)
        return self.fc(self.drop(hidden.flatten(1)))


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells, self.head = nn.LSTM(5, 6, 2), nn.Linear(6, 10)

    def forward(self, x):
        y, _ = self.cells(x)
        return self.head(y[-1])


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        self.encoder, self.head = nn.TransformerEncoder(layer, 2), nn.Linear(8, 10)

    def forward(self, x):
        return self.head(self.encoder(x).mean(1))


NETS = {"lenet": (Lenet, (8, 1, 14, 14)), "lstm": (Lstm, (7, 8, 5)), "transformer": (Transformer, (8, 6, 8))}
OPTIMIZERS = {
    "loop": lambda p: torch.optim.Adam(p, foreach=False),
    "foreach": lambda p: torch.optim.Adam(p, foreach=True),
    "fused": lambda p: torch.optim.Adam(p, fused=True),
    "momentum": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
}


def train(net, optimizer, steps=3):
    """Losses with a random number after each, and the state of the net; gradients are accumulated over two passes."""
    torch.manual_seed(1)
    kind, shape = NETS[net]
    model = kind()
    opt = OPTIMIZERS[optimizer](model.parameters())
    found = []
    for step in range(steps):
        x, y = torch.randn(shape), torch.randint(0, 10, (8,))
        opt.zero_grad(set_to_none=step % 2 == 0)
        for _ in range(2):
            loss = F.cross_entropy(model(x), y)
            (loss / 2).backward()
        opt.step()
        found += [loss.item(), torch.randn(1).item()]
    return found, {name: value.clone() for name, value in model.state_dict().items()}


SHOWN_NAMES = {"lift_fresh": "tensor"}  # names of operators that opscope shows under another name
NARROW = [getattr(torch, f"float8_{kind}") for kind in ("e4m3fn", "e4m3fnuz", "e5m2", "e5m2fnuz", "e8m0fnu")]
NARROW += [torch.bfloat16]


def elements(tensor):
    """A copy of the elements of a tensor; those of a format that NumPy lacks in a dtype that has all of them."""
    copy = tensor.detach().clone()
    wide = torch.complex64 if copy.dtype is torch.complex32 else torch.float32 if copy.dtype in NARROW else copy.dtype
    return copy.to(wide).numpy()


class Copies(TorchDispatchMode):
    """What each operator has made, or written where it returns nothing; without memory that has no meaning."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        space, _, name = func._schema.name.partition("::")
        node = torch._C._current_autograd_node()
        is_detach = name == "detach" and (node is None or "AccumulateGrad" not in node.name())
        if space == "profiler" or "empty" in name or name == "_local_scalar_dense" or is_detach:
            return result
        made = result if isinstance(result, list | tuple) else (result,)
        if not func._schema.returns:
            wrote = [i for i, a in enumerate(func._schema.arguments) if a.alias_info and a.alias_info.is_write]
            made = [t for i in wrote for t in (args[i] if isinstance(args[i], list | tuple) else [args[i]])]
        made = made[:3] if name == "mkldnn_rnn_layer" else made
        made = [*made, *args[3:5]] if name == "native_batch_norm" and args[5] else made  # its running statistics
        made = [*made, args[1]] if name in ("_amp_update_scale_", "rrelu_with_noise") else made  # it is written to
        shown = [t for t in made if isinstance(t, torch.Tensor)]
        shown = [t for t in shown if t.is_sparse or not t.numel() or t.untyped_storage().nbytes()]
        self.calls.append((SHOWN_NAMES.get(name, name), [elements(t) for t in shown]))
        return result


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.bn, self.fc2 = nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.relu(self.bn(self.fc1(x)))
        out = self.fc2(hidden)
        return torch.log(out + 2.0)


def train_to_nan(steps=6):
    """The logarithm of a negative number in step 4."""
    torch.manual_seed(0)
    model = Net()
    opt = torch.optim.Adam(model.parameters(), lr=0.3)
    losses = []
    for _ in range(steps):
        x = torch.randn(8, 3)
        y = x.sum(1, keepdim=True)
        opt.zero_grad()
        out = model(x)
        loss = F.mse_loss(out, y)
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        wrong = 2 * x * x  # 3 x x
        return grad * wrong


def train_cube(steps=3):
    w = nn.Parameter(torch.tensor([1.0, 2.0]))
    opt = torch.optim.SGD([w], lr=0.001)
    for _ in range(steps):
        y = Cube.apply(w * 2)
        loss = y.sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return w.tolist()


def move_names():
    """Names that are bound anew, swapped, deleted, put into lists, and values that are changed in place."""

    def scaled(t, by):
        t = t * by
        t += 1
        return t

    a, b = torch.arange(3.0), torch.ones(3)
    a, b = b * 2, a
    c = a
    a = a + b
    c.mul_(3)
    outs, named = [], {}
    for i in range(3):
        a = torch.sqrt(a + i)
        outs.append(a)
        named["last"] = scaled(a, 2)
        a, b = b, a
        if i == 1:
            del c
            c = outs[0] - 1
    view = b.view(3, 1)
    b.add_(10)
    d = [torch.exp(t) for t in outs]
    e = scaled(d[1], b)
    e[0] = view[1, 0]
    return (e.sum() + view.sum() + c.sum() + named["last"].sum()).item()
