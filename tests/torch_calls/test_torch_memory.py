"""Memory that PyTorch frees or moves, and that is written to after the run, while a record shows it without copies."""

import warnings

import numpy as np
import pytest
import torch

from tests.torch_calls.conftest import LONG
from tests.torch_calls.test_torch_values import NOTIFYING, recorded
from tests.torch_calls.torch_programs import Copies

SIZE = 1000


def grow(t):
    t.resize_(50 * SIZE)


def shrink(t):
    t.resize_(SIZE // 2)
    t.mul_(3)


def free(t):
    t.untyped_storage().resize_(0)


def grow_untyped(t):
    t.untyped_storage().resize_(400 * SIZE)


def grow_typed(t):
    with warnings.catch_warnings(action="ignore"):
        t.storage().resize_(50 * SIZE)


def share(t):
    t.share_memory_()


def write_larger(t):
    with warnings.catch_warnings(action="ignore"):  # PyTorch warns once that this is deprecated
        torch.mul(torch.ones(50 * SIZE), 2, out=t)


def write_as_large(t):
    torch.mul(torch.ones(SIZE), 2, out=t)


def write_to_seen_memory(t):
    seen = t.numpy()
    torch.mul(torch.ones(SIZE), 2, out=t)
    assert (seen == 2).all()


def grow_as(t):
    t.resize_as_(torch.ones(50, SIZE))


def set_larger(t):
    t.set_(t.untyped_storage(), 0, (50 * SIZE,), (1,))


def other_data(t):
    t.data = torch.zeros(3)


def grow_without_seeing(t):
    with torch.utils._python_dispatch._disable_current_modes():
        t.untyped_storage().resize_(400 * SIZE)


MOVES = (
    *(grow, shrink, free, grow_untyped, grow_typed, share, write_larger, write_as_large, write_to_seen_memory),
    *(grow_as, set_larger, other_data, grow_without_seeing),
)


def moved(move):
    """Values that were made and changed in place before their memory is moved, and other memory in its place then."""
    x = torch.arange(float(SIZE)) * 2
    part = x[10:20]
    x.add_(1)
    y = part * 5
    move(x)
    filling = [torch.full((SIZE,), 9.0) for _ in range(20)]
    return (y.sum() + sum(t[0] for t in filling)).item()


@pytest.mark.parametrize("options", [{}, NOTIFYING], ids=["logged", "notified"])
@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.__name__)
def test_values_stay_where_pytorch_moves_their_memory(begin, move, options):
    plain = moved(move)
    with Copies() as copies:
        moved(move)
    run = begin(lambda: moved(move), **options)
    assert run.wait(LONG) == plain
    found = list(recorded(run))
    calls = [(name, values) for name, values in copies.calls if move is not share or name not in ("set_", "copy_")]
    assert [name for name, _ in found] == [name for name, _ in calls]
    for (name, values), (_, copied) in zip(found, calls, strict=True):
        for value, copy in zip(values, copied, strict=True):
            size = SIZE if name.startswith(("resize", "set")) else copy.size  # the rest has no elements yet
            assert np.array_equal(value.ravel()[:size], copy.ravel()[:size]), name


@pytest.mark.parametrize("change", [torch.Tensor.zero_, free, grow], ids=["written", "freed", "grown"])
def test_values_stay_when_the_run_is_over(begin, change):
    kept = []

    def body():
        model = torch.nn.Linear(50, 20)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(2):
            x = torch.ones(3, 50)
            model(x).sum().backward()
            optimizer.step()
        y = x * 2
        kept.append((model.weight.detach().clone().numpy(), y.clone().numpy()))
        kept.append((model, x, y))

    run = begin(body)
    run.wait(LONG)
    (weight, y), (model, *changed) = kept
    for tensor in (model.weight, model.bias, *changed):
        change(tensor.data)
    filling = [torch.full((20, 50), 9.0) for _ in range(20)]
    assert np.array_equal(run.value("model.weight"), weight)
    run.goto(3, "op:clone")
    assert np.array_equal(run.value("model.weight"), weight)
    run.goto(3, 2)
    assert np.array_equal(run.value("y"), y) and filling
