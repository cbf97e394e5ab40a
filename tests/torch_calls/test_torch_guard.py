"""The guard for NaN and Inf of pytest's plugin, on PyTorch: where it fails, and what it passes."""

from contextlib import nullcontext, suppress

import pytest
import torch
from torch import nn

from opscope import debug
from opscope.debug.nan_guard import guarding
from opscope.eager.call_sources import open_call_sources
from opscope.eager.watch import watched
from opscope.errors import RunError
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_programs import train, train_to_nan


def masked_attention():
    mask = nn.Transformer.generate_square_subsequent_mask(4)
    scores = torch.ones(4, 4)
    masked = scores.masked_fill(mask < 0, -torch.inf)
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    loss = (
        layer(torch.ones(2, 4, 8), src_mask=mask).sum() + masked.softmax(-1).sum() + (scores + mask).softmax(-1).sum()
    )
    loss.backward()


def root_of_zero():
    torch.sqrt(torch.zeros(2, requires_grad=True)).sum().backward()


def step_of_the_optimizer():
    """The gradient is finite, its square is not."""
    w = nn.Parameter(torch.zeros(2))
    w.grad = torch.full((2,), 1e30)
    torch.optim.Adam([w], foreach=True).step()


def caught():
    with suppress(RunError):
        torch.zeros(2).log_()


BAD = {
    train_to_nan: ["log made 2 NaN", "x[5, 0]", "-1.34640", "torch_programs.py", "return torch.log(out + 2.0)"],
    root_of_zero: ["div made 2 Inf", "torch.sqrt(torch.zeros(2, requires_grad=True)).sum().backward()"],
    step_of_the_optimizer: ["made 2 Inf", "torch.optim.Adam([w], foreach=True).step()"],
    caught: ["log_ made 2 Inf", "x[0]           0.0", "torch.zeros(2).log_()"],
}


@pytest.mark.parametrize("body", BAD, ids=lambda body: body.__name__)
def test_it_fails_at_the_operator_that_makes_a_nan_or_inf(body):
    with guarding() as guard, nullcontext() if body is caught else pytest.raises(RunError):
        body()
    assert [text for text in BAD[body] if text not in str(guard.found[0])] == [], guard.found[0]
    assert torch.zeros(2).log().isinf().all(), "it ends with the block"


@pytest.mark.parametrize("body", [masked_attention, lambda: train("transformer", "loop", 2)], ids=["masks", "training"])
def test_it_passes_finite_programs_and_masks(body):
    with guarding() as guard:
        body()
    assert guard.found == []


def test_an_expected_inf_passes():
    with guarding({"op:log": "-inf"}):
        torch.zeros(2).log()
        with pytest.raises(RunError, match="log made"):
            (torch.zeros(2) - 1).log()


def test_a_training_is_the_same_below_it():
    plain = train("lenet", "foreach", 2)
    with guarding():
        guarded = train("lenet", "foreach", 2)
    assert guarded[0] == plain[0]
    assert all(torch.equal(guarded[1][name], value) for name, value in plain[1].items())


def test_a_run_inside_of_it_is_guarded_too():
    with guarding() as guard:
        run = debug.start(train_to_nan)
        with pytest.raises(RunError, match="log made"):
            run.wait(LONG)
        torch.ones(2).log()
    assert len(guard.found) == 1


def test_each_call_is_seen_once_where_blocks_are_nested_in_a_thread():
    class Names(list):
        def before(self, call):
            self.append(call.op.name)

        def after(self, call): ...

        def failed(self, call, error): ...

    names = Names()
    with watched(names), open_call_sources():
        torch.ones(2).exp()
        with open_call_sources():
            torch.ones(2).exp()
        torch.ones(2).exp()
    torch.ones(2).exp()
    assert names.count("exp") == 3
