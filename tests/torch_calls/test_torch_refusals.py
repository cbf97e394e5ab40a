"""PyTorch's machinery that a run does not look into: the program computes what it computes without a run."""

import threading
import warnings

import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._python_dispatch import _get_current_dispatch_mode_stack
from torch.utils._pytree import tree_map

import opscope
from tests.torch_calls.conftest import LONG


def net():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


COMPILED = []


def backend(graph, inputs):
    """Note that a graph is compiled, and run it as it is."""
    COMPILED.append(graph)
    return graph.forward


def compiled_whole():
    @torch.compile(backend=backend, fullgraph=True)
    def f(x):
        return torch.relu(x * 2).sum()

    return f(torch.ones(3)).item(), f(torch.ones(3)).item()


def traced_by_jit():
    traced = torch.jit.trace(net(), torch.ones(2, 4))
    return traced(torch.ones(3, 4)).sum().item()


def convolution():
    torch.manual_seed(0)
    return nn.Sequential(nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3), nn.ReLU())


def traced_convolution():
    """Return what a traced net computes. PyTorch fails to trace a convolution under any dispatch mode."""
    traced = torch.jit.trace(convolution(), torch.randn(2, 2, 5, 5))
    loss = traced(torch.ones(2, 2, 5, 5)).sum()
    loss.backward()
    return loss.item(), len(str(traced.inlined_graph)) > 0, torch.rand(2).tolist()


def traced_function():
    traced = torch.jit.trace(lambda x, w: torch.conv2d(x, w).relu(), (torch.ones(1, 2, 5, 5), torch.ones(3, 2, 3, 3)))
    return traced(torch.ones(1, 2, 5, 5), torch.ones(3, 2, 3, 3)).sum().item(), traced.code


def scripted():
    loss = torch.jit.script(net())(torch.ones(3, 4)).sum()
    loss.backward()
    return loss.item()


class Data(torch.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.full((4,), float(index)) * 2


def workers():
    return [batch.sum().item() for batch in torch.utils.data.DataLoader(Data(), 4, num_workers=2)]


def thread():
    found = []
    other = threading.Thread(target=lambda: found.append(net()(torch.ones(1, 4)).sum().item()))
    other.start()
    other.join()
    return found


def nested():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ragged = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)])
        jagged = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)], layout=torch.jagged)
        return (ragged * 2).to_padded_tensor(0).sum().item(), torch.relu(jagged * 2).values().sum().item()


class Sub(torch.Tensor):
    """A subclass without a dispatch of its own."""


def subclass():
    a, w = torch.ones(3).as_subclass(Sub), nn.Parameter(torch.ones(3))
    (a * w).sum().backward()
    return w.grad.tolist(), type(a * 2).__name__


class Wrapper(torch.Tensor):
    """A subclass whose elements are those of another tensor."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        args, kwargs = tree_map(lambda x: x.inner if isinstance(x, Wrapper) else x, (args, kwargs or {}))
        return tree_map(lambda x: Wrapper(x) if isinstance(x, torch.Tensor) else x, func(*args, **kwargs))


def wrapper():
    return torch.relu(Wrapper(torch.ones(3)) * 2).inner.tolist()


def fake():
    with FakeTensorMode():
        made = nn.Linear(4, 2)(torch.ones(3, 4))
    return tuple(made.shape)


def traced_by_fx():
    graph = make_fx(lambda x: torch.sin(x) * 2)(torch.ones(3))
    return graph(torch.ones(3)).sum().item(), [str(n.target) for n in graph.graph.nodes]


def inference():
    model = net()
    with torch.inference_mode():
        hidden = model(torch.ones(2, 4))
        hidden += 1
    return hidden.sum().item()


def functional():
    double = torch.vmap(lambda t: (t * 2).sum())(torch.ones(3, 4))
    return double.tolist(), torch.func.jacrev(lambda t: t**2)(torch.ones(3)).tolist()


def branches():
    return torch.cond(torch.tensor(True), lambda x: x + 1, lambda x: x - 1, (torch.ones(2),)).tolist()


def quantized():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = torch.ao.quantization.quantize_dynamic(net(), {nn.Linear}, dtype=torch.qint8)
    return model(torch.ones(2, 4)).sum().item()


BODIES = (
    *(traced_by_jit, traced_convolution, traced_function),
    *(scripted, workers, thread, nested, subclass, wrapper, fake, traced_by_fx, inference, functional),
    *(branches, quantized),
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", [{}, {"breakpoints": ["op:no_such_operator"]}], ids=["logged", "notified"])
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_it_computes_as_without_a_run(begin, body, options):
    plain = body()
    run = begin(body, **options)
    assert run.wait(LONG) == plain
    for record in [r for s in run.session.driver.journal.segments for r in s.records]:
        assert len(record.places) == record.ticks


@pytest.mark.filterwarnings("ignore")
def test_a_trace_changes_no_past_value(begin):
    """The trace of a net in training mode writes to running_mean, and opscope does not see this write."""

    def body():
        model = convolution()
        x = torch.randn(2, 2, 5, 5)
        model(x)
        means.append(model[1].running_mean.tolist())
        traced = torch.jit.trace(model, x, check_trace=False)
        traced(x).sum().backward()
        means.append(model[1].running_mean.tolist())

    means = []
    run = begin(body)
    run.wait(LONG)
    assert run.value("model.1.running_mean").tolist() == means[-1]
    assert run.goto(1, "op:relu") is not None
    assert run.value("model.1.running_mean").tolist() == means[0] != means[1]
    assert not _get_current_dispatch_mode_stack() and not hasattr(torch._C._create_function_from_trace, "__wrapped__")


@pytest.mark.filterwarnings("ignore")
def test_a_profiled_program_traces_a_convolution():
    plain = traced_convolution()
    with opscope.profile():
        assert traced_convolution() == plain


def test_nothing_is_recorded_of_tensors_that_compute_nothing(begin):
    run = begin(fake)
    run.wait(LONG)
    assert not [o for s in run.session.driver.journal.segments for r in s.records for o in r.operators()]


def test_compiled_functions_run_eagerly_and_that_is_said_once(begin):
    """A compiled function of the whole graph raised below a run."""
    torch._dynamo.reset()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        run = begin(compiled_whole)
        assert run.wait(LONG) == (6.0, 6.0)
    assert len([w for w in said if "torch.compile runs eagerly" in str(w.message)]) == 1
    names = [o.op.name for s in run.session.driver.journal.segments for r in s.records for o in r.operators()]
    assert names.count("relu") == 2 and not COMPILED
    assert not hasattr(torch.compile, "__wrapped__")
    assert compiled_whole() == (6.0, 6.0)  # and is compiled again afterwards
    assert COMPILED
    COMPILED.clear()


def test_a_filter_that_makes_errors_of_warnings_does_not_stop_the_program(begin, capsys):
    torch._dynamo.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert begin(compiled_whole).wait(LONG) == (6.0, 6.0)
    assert "torch.compile runs eagerly" in capsys.readouterr().err
