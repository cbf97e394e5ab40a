"""Programs of PyTorch whose functions read tensors of their module, or bind names in ways that are easily mixed up."""

import torch
from torch import nn

DATA, TARGET = torch.arange(12.0).reshape(6, 2) / 12, torch.ones(3, 1)
ROWS = torch.tensor([0, 2, 4])
TABLE = {"scale": torch.tensor(2.0)}
STATE = torch.zeros(1)


def global_data():
    """Data of the module, of which a part is taken in each step; a global is bound anew while an outer one waits."""
    global STATE
    STATE = torch.zeros(1)
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for _ in range(3):
        batch = DATA[ROWS]
        scaled = batch * TABLE["scale"]
        loss = _loss(model(scaled))
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return STATE.item()


def _loss(out):
    difference = out - TARGET
    _count(difference)
    return difference.square().mean() + STATE.detach().sum() * 0


def _count(difference):
    global STATE
    STATE = STATE + difference.detach().abs().sum()
    STATE = STATE * 0.5


class Callback(nn.Module):
    def forward(self, x):
        global STATE
        STATE = STATE + 1
        inner = x + STATE
        return _reads_nothing(inner)


def _reads_nothing(x):
    y = x * 2
    return y.sqrt()


def global_of_a_callback():
    """A global that modules of a Sequential bind anew while the function that reads it waits in one expression."""
    global STATE
    STATE = torch.ones(2)
    net = nn.Sequential(Callback(), Callback(), nn.ReLU(), Callback())
    out = net(STATE * 1.0) + STATE
    return (out * STATE).sum().item()


def shadowed(DATA=None):
    """A parameter that hides the global of its name."""
    DATA = torch.ones(2) if DATA is None else DATA
    total = DATA + 1
    if total.sum() < 100:
        return shadowed(total * 3)
    return (total - DATA).sum().item()


def changed_later():
    """Tensors of a former step, which this step changes: by a view, in a function, by `.data`, in a backward pass."""
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    sums, total, gradient, rows = torch.zeros(3), torch.zeros(1), None, []
    first, loose, kept, half = sums[:2], sums.data, None, None
    weights = model.weight.data.view(-1)
    for step in range(5):
        kept = total
        out = model(DATA[:3])
        _add_to(sums if step % 2 else first, out.detach())
        if step == 2:
            total = torch.full((1,), float(step))
        loose.data.mul_(0.5)
        half = half if step % 2 else out.detach() * 0.5
        loss = (out - TARGET).square().mean() + weights.sum() * 0
        loss.backward()
        gradient = model.weight.grad if gradient is None else gradient
        rows.append(loss.detach())
        if step == 3:
            total += loss.detach()
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)
    return _of_all(sums, total, gradient, kept, half), [row.item() for row in rows]


def _add_to(values, out):
    scaled = out.mean() * 2
    values[0] = scaled
    values.add_(0.5)
    return scaled.exp()


def _of_all(*values):
    return [value.sum().item() for value in values]


def losses_of_closures():
    """A closure of the optimizer binds a name of the function around it."""
    model = nn.Linear(2, 1)
    optimizer = torch.optim.LBFGS(model.parameters(), 0.1, max_iter=3)
    loss = last = None

    def closure():
        nonlocal loss
        optimizer.zero_grad()
        loss = (model(DATA[ROWS]) - TARGET).square().mean()
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(closure)
        before, last = last, loss
        scaled = DATA * 2
        total = scaled.sum() if before is None else before + last
    return total.item()


class Cell:
    def __init__(self):
        self.h = None

    def reset(self, count):
        self.h = torch.zeros(count)
        self.start = self.h + 1


class Loop:
    def __init__(self):
        self.cell = Cell()

    def step(self, x):
        self.cell.reset(2)
        part = x[:, 1]
        return self.cell.h + part


def attributes_of_another_self():
    """A method calls a method of another object, whose attributes its own `self` does not have."""
    loop, total = Loop(), torch.ones(2, 2)
    for _ in range(2):
        out = loop.step(total)
        total = total * out
    return total.sum().item()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(2, 2), nn.Linear(2, 1)

    def forward(self, x):
        hidden = self.fc1(x)
        return self.fc2(hidden)


def unbound_loop_variable():
    """A variable that only the last step binds, in a loop without an operator."""
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for step in range(3):
        loss = model(DATA).mean()
        loss.backward()
        for p in model.parameters() if step == 2 else ():
            p.requires_grad_(False)
        total = loss + 1
        optimizer.step()
        optimizer.zero_grad()
    return total.item()


def given_results():
    """Operators write to memory that was given as `out`, which other names show, too."""
    base = torch.arange(6.0).reshape(2, 3)
    first, second = base.unbind(0)
    torch.add(first, 1, out=second)
    doubled = base * 2
    torch.mul(doubled, 2, out=doubled)
    product = torch.zeros(2, 2)
    torch.mm(base, base.t(), out=product)
    grown = torch.ones(2)
    torch.add(grown, grown, out=grown)
    whole = torch.empty(0)
    torch.stack([first, second], out=whole)
    return (whole.sum() + doubled.sum() + product.sum() + grown.sum()).item()


PROGRAMS = (
    global_data,
    global_of_a_callback,
    shadowed,
    changed_later,
    losses_of_closures,
    attributes_of_another_self,
    unbound_loop_variable,
    given_results,
)
