"""Lines that a user types in a waiting PyTorch program: which values they show, and what they change."""

import warnings
from contextlib import closing

import numpy as np
import pytest
import torch

from opscope import dap
from opscope.dap.values import array_of, full_text, value_text
from opscope.dap.variables import object_item
from tests.dap.ports import Port
from tests.torch_calls.conftest import LONG


def program():
    x = torch.zeros(2, 3)
    w = torch.ones(3, requires_grad=True)
    y = x * 2
    x.exp()
    z = (y + w).sum()
    z.backward()
    return z.item()


@pytest.fixture
def run(begin):
    found = begin(program, breakpoints=["op:exp"])
    found.until_stopped(LONG)
    yield found
    found.clear()


def test_a_write_in_the_console_is_what_the_program_and_its_past_see(run):
    assert run.execute("y[0, 0] = 5.0", -1).error is None
    assert float(run.evaluate("y[0, 0]", -1)) == float(run.evaluate("y.max()", -1)) == 5.0
    assert np.asarray(run.locals(-1)["y"].value.detach()).max() == 5.0
    run.clear()
    run.cont()
    assert run.wait(LONG) == 5.0 + 6.0
    run.goto(1, "op:sum")
    assert run.evaluate("y[0, 0]", -1) == 5.0 and run.value("add_4").max() == 6.0


def test_a_local_tensor_without_a_name_of_its_own_is_set(run):
    run.set("y", 3.0, (0, 1))
    run.set("x", 7.0)
    assert float(run.evaluate("y[0, 1]", -1)) == 3.0 and float(run.evaluate("x.max()", -1)) == 7.0
    run.clear()
    run.cont()
    assert run.wait(LONG) == 3.0 + 6.0


def test_a_look_is_no_call_of_the_program(begin):
    seen = []

    class Mode(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    def body():
        with Mode():
            x = torch.ones(2, requires_grad=True)
            y = x * 2
            y.sum().backward()

    run = begin(body, breakpoints=["op:sum"])
    run.until_stopped(LONG)
    count = len(seen)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # PyTorch warns of the gradient of a tensor that is no leaf
        at = next(frame for frame in run.stack() if frame.function.endswith("body"))
        texts = {name: variable.summary for name, variable in run.locals(at).items()}
    assert texts["x"] == "float32[2] = [1. 1.]" and texts["y"] == "float32[2] = [2. 2.]"
    assert len(seen) == count


def test_a_tensor_whose_memory_has_been_released_is_shown_without_elements(begin):
    def body():
        freed, part = torch.ones(3), torch.ones(6)
        freed.untyped_storage().resize_(0)
        part.untyped_storage().resize_(8)
        zero = torch._efficientzerotensor(3)
        torch.ones(2).exp()
        return freed, part, zero

    run = begin(body, breakpoints=["op:exp"])
    run.until_stopped(LONG)
    found = run.locals(-1)
    expected = {
        "freed": "float32[3] without elements: its storage has only 0 bytes",
        "part": "float32[6] without elements: its storage has only 8 bytes",
    }
    for name, text in expected.items():
        value = found[name].value
        assert found[name].summary == value_text(value) == full_text(value) == text
        assert object_item(name, value).children is None
    assert "zero" in found and array_of(found["zero"].value) is None


def test_an_editor_sets_a_tensor_that_was_made_before_the_run(begin):
    x, w = torch.zeros(2, 3), torch.nn.Parameter(torch.ones(2, 3))
    layer = torch.nn.Linear(3, 1)

    def body():
        kept, module, weight = x, layer, w
        torch.ones(1).exp()
        return (kept * weight).sum().item(), kept is x, module.bias.item()

    run = begin(body, breakpoints=["op:exp"])
    run.until_stopped(LONG)
    with closing(dap.listen(run)) as listener, closing(Port(listener.host, listener.port)) as client:
        client.ask("initialize", adapterID="test")
        client.ask("attach", token=listener.token)
        client.ask("configurationDone")
        client.event("stopped")
        frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]["id"]
        texts = {"kept": "2.0", "kept[0, 1]": "5.0", " weight[0, 1]": "5.0", "module.bias": "5.0"}
        for expression, text in texts.items():
            client.ask("setExpression", expression=expression, value=text, frameId=frame)
        client.ask("disconnect")
    run.clear()
    run.cont()
    assert run.wait(LONG) == (5 * 2.0 + 5.0 * 5.0, True, 5.0)
