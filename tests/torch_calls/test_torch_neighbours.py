"""PyTorch's other machinery beside a run, and programs without PyTorch."""

import gc
import os
import subprocess
import sys
import threading
import weakref

import pytest
import torch
from torch import nn
from torch.optim import optimizer
from torch.utils._python_dispatch import _get_current_dispatch_mode
from torch.utils.checkpoint import checkpoint

from opscope import debug
from tests.torch_calls.conftest import LONG


def autocast():
    torch.manual_seed(0)
    model = nn.Linear(4, 4)
    opt = torch.optim.SGD(model.parameters(), 0.1)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(torch.ones(2, 4)).float().pow(2).mean()
    loss.backward()
    opt.step()
    return loss.item()


def functional():
    x = torch.arange(3.0)
    return torch.func.grad(lambda t: (t**3).sum())(x).tolist(), torch.vmap(lambda t: t * 2)(x).tolist()


def checkpointed():
    torch.manual_seed(0)
    model, x = nn.Linear(3, 3), torch.ones(2, 3, requires_grad=True)
    checkpoint(lambda t: torch.relu(model(t)), x, use_reentrant=False).sum().backward()
    return x.grad.tolist()


def closure():
    w = nn.Parameter(torch.ones(2))
    opt = torch.optim.LBFGS([w], max_iter=3)

    def loss():
        opt.zero_grad()
        found = ((w - 3) ** 2).sum()
        found.backward()
        return found

    opt.step(loss)
    return w.tolist()


def kinds_of_memory():
    a, grown = torch.zeros(3), torch.empty(0)
    torch.add(a, 1, out=a)
    torch.mul(torch.ones(4), 2, out=grown)
    sparse = (torch.eye(3).to_sparse() @ torch.ones(3, 1)).sum()
    conjugate = torch.complex(torch.ones(2), torch.ones(2)).conj() * 1
    part = a[::2]
    part += 1
    a.resize_(2)
    a.numpy()[0] = 9
    half = torch.ones(2, dtype=torch.bfloat16) * 3
    return a.tolist(), grown.tolist(), sparse.item(), conjugate.tolist(), half.tolist(), torch.empty(0).sum().item()


def twice_differentiated():
    x = torch.tensor(2.0, requires_grad=True)
    (first,) = torch.autograd.grad(x**3, x, create_graph=True)
    return torch.autograd.grad(first, x)[0].item()


def in_a_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(torch.ones(3).sum().item()))
    thread.start()
    thread.join()
    return found


def compiled():
    torch.manual_seed(0)
    return torch.compile(nn.Linear(4, 4), backend="eager")(torch.ones(2, 4)).sum().item()


class Wrapper:
    """An object with an attribute that has a name of PyTorch, as the nets of skorch have it."""

    def __init__(self, net):
        self.net, self._modules, self._parameters = net, ["net"], None

    def loss(self, x):
        return self.net(x).sum()


class Proxy(Wrapper):
    """An object whose attributes must not be read, but for some."""

    def __getattribute__(self, name):
        if name in ("net", "loss"):
            return super().__getattribute__(name)
        raise RuntimeError(f"outside of a request: {name}")

    def __bool__(self):
        raise RuntimeError("outside of a request")

    __eq__ = __len__ = __hash__ = __bool__


class Closed(Wrapper):
    """An object whose `__dict__` is a property."""

    __slots__ = ("_modules", "_parameters", "net")

    @property
    def __dict__(self):
        raise RuntimeError("no attributes")


def odd_objects():
    torch.manual_seed(0)
    net = nn.Linear(2, 2)
    return [kind(net).loss(torch.ones(1, 2)).item() for kind in (Wrapper, Proxy, Closed)]


BODIES = (
    *(autocast, functional, checkpointed, closure, kinds_of_memory, twice_differentiated, in_a_thread, compiled),
    odd_objects,
)


@pytest.mark.parametrize("options", [{}, {"breakpoints": ["op:no_such_operator"]}], ids=["logged", "notified"])
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_it_works_as_without_a_run(begin, body, options):
    plain = body()
    run = begin(body, **options)
    assert run.wait(LONG) == plain
    for record in [r for s in run.session.driver.journal.segments for r in s.records]:
        assert len(record.places) == record.ticks


def test_nothing_stays_behind_a_run():
    alive = []

    def body():
        model = nn.Linear(4, 4)
        opt = torch.optim.SGD(model.parameters(), 0.1)
        alive.append(weakref.ref(model.weight))
        for _ in range(3):
            model(torch.ones(1, 4)).sum().backward()
            opt.step()
        return _get_current_dispatch_mode() is not None

    assert debug.start(body).wait(LONG)
    gc.collect()
    assert alive[0]() is None and _get_current_dispatch_mode() is None
    assert not optimizer._global_optimizer_post_hooks


def test_a_mode_that_the_program_leaves_open_does_no_harm(begin):
    class Other(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    def body():
        Other().__enter__()
        return torch.ones(2).sum().item()

    assert begin(body).wait(LONG) == 2.0


PROGRAM = """
import sys
from opscope import debug
def body():
    return __import__("torch").ones(2).cos().sum().item() > 0
assert "torch" not in sys.modules
run = debug.start(body)
assert run.wait(60), run.result
print(sorted({o.op.name for s in run.session.driver.journal.segments for r in s.records for o in r.operators()}))
assert not any(type(f).__module__.startswith("opscope.torch") for f in sys.meta_path)
"""


def test_torch_that_is_imported_inside_of_the_run_is_seen():
    made = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert "'cos'" in made.stdout


@pytest.mark.thorough
def test_a_recording_on_disk_has_the_values(tmp_path):
    (tmp_path / "train.py").write_text("from tests.torch_calls.torch_programs import train_to_nan\ntrain_to_nan()\n")
    paths = os.pathsep.join(filter(None, [os.getcwd(), os.environ.get("PYTHONPATH")]))
    options = {"capture_output": True, "text": True, "cwd": tmp_path, "env": {**os.environ, "PYTHONPATH": paths}}
    command = [sys.executable, "-m", "opscope"]
    made = subprocess.run([*command, "record", "train.py"], check=False, **options)
    assert "steps 1 to 6" in made.stdout + made.stderr, made.stderr
    looks = "goto 2\np model.fc1.weight\nquit\n"
    shown = subprocess.run([*command, "debug", "train-recording"], check=False, input=looks, **options)
    assert "model.fc1.weight  float32[4, 3]" in shown.stdout, shown.stdout
