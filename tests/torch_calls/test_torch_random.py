"""Random operators: a step that is computed again has each number that was drawn in the run, bit for bit."""

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from opscope import debug
from opscope.torch_calls.aten_ops import aten_op
from tests.torch_calls.conftest import LONG
from tests.torch_calls.test_torch_replay import condensed, records
from tests.torch_calls.test_torch_values import recorded
from tests.torch_calls.torch_programs import Copies

F = nn.functional


def samples(x, own):
    """Draw by each function of PyTorch that programs use: of the stream of the process, or of a generator."""
    share = torch.sigmoid(x)
    yield torch.rand(4, 6, generator=own)
    yield torch.randn(4, 6)
    yield torch.randint(0, 5, (4, 6))
    yield torch.randperm(6, generator=own)
    yield torch.multinomial(share, 2)
    yield torch.bernoulli(share, generator=own)
    yield torch.normal(x, 0.1)
    yield torch.normal(0.0, share)
    yield torch.poisson(share * 3, generator=own)
    yield from (torch.rand_like(x), torch.randn_like(x), torch.randint_like(x, 3))
    empty = torch.empty(4, 6)
    for draw in ("exponential_", "normal_", "uniform_", "bernoulli_", "cauchy_", "log_normal_"):
        yield getattr(empty, draw)().clone()
        yield getattr(empty, draw)(generator=own).clone()
    yield empty.geometric_(0.5).clone()
    yield torch.empty(4, 6, dtype=torch.int64).random_(0, 10)
    yield nn.init.trunc_normal_(torch.empty(3, 2))
    yield F.gumbel_softmax(x, hard=True)
    yield F.rrelu(x, training=True)
    yield torch.distributions.Gamma(2.0, 1.0).rsample((3,))
    yield torch.distributions.Dirichlet(torch.ones(3)).sample()
    yield torch.binomial(torch.full((3,), 9.0), torch.full((3,), 0.4))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(7)
        yield torch.randn(3)
    yield torch.randn(3)


class Net(nn.Module):
    """Layers that draw in training."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(6, 8), nn.Dropout(0.4), nn.AlphaDropout(0.2))
        self.rectifier = nn.RReLU()
        self.attention = nn.MultiheadAttention(8, 2, dropout=0.3, batch_first=True)
        self.memory = nn.LSTM(8, 5, num_layers=2, dropout=0.5, batch_first=True)
        self.last = nn.Sequential(nn.Dropout1d(0.5), nn.FeatureAlphaDropout(0.3), nn.Linear(5, 1))

    def forward(self, x):
        hidden = self.rectifier(checkpoint(self.first, x, use_reentrant=False))[None]
        seen, _ = self.attention(hidden, hidden, hidden)
        spread = F.scaled_dot_product_attention(seen, hidden, hidden, dropout_p=0.25)
        return self.last(self.memory(spread)[0])


def draw(steps=3):
    torch.manual_seed(3)
    own = torch.Generator().manual_seed(5)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), 0.01)
    losses = []
    for _ in range(steps):
        x = torch.randn(4, 6)
        loss = net(x).square().mean() + sum(sample.float().clamp(-3, 3).mean() for sample in samples(x, own))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.thorough
def test_each_number_of_a_step_computed_again_is_that_of_the_run(begin):
    with Copies() as copies:
        losses = draw()
    run = begin(draw)
    assert run.wait(LONG) == losses
    steps, found = condensed(run)
    assert len(steps) == len(found) == 3
    again = list(recorded(run))
    assert [name for name, _ in again] == [name for name, _ in copies.calls]
    for number, ((name, values), (_, copied)) in enumerate(zip(again, copies.calls, strict=True)):
        pairs = zip(values, copied, strict=True)
        same = [value.dtype == copy.dtype and value.tobytes() == copy.tobytes() for value, copy in pairs]
        assert all(same), (number, name)
    drawn = {form.op.name for record in records(run) for form in record.condensed.structure.calls if form.op.random}
    assert len(drawn) > 20, drawn


@pytest.mark.thorough
def test_the_stream_of_the_process_goes_on_as_without_a_look_back(begin):
    run = begin(draw)
    run.wait(LONG)
    condensed(run)
    state = torch.get_rng_state()
    assert list(recorded(run)) and torch.equal(torch.get_rng_state(), state)


@pytest.mark.thorough
def test_a_recording_has_the_numbers_that_were_drawn(begin, tmp_path):
    run = begin(draw, to=str(tmp_path / "rec"))
    losses = run.wait(LONG)
    found = debug.open(str(tmp_path / "rec"))
    assert np.array_equal(list(found.values("loss").values()), np.float32(losses))
    for step in (1, 3):
        for opened in (run, found):
            opened.goto(step, "op:mean")
        assert run.value("x").tobytes() == found.value("x").tobytes()


def with_generators():
    """The operators of PyTorch that take a generator."""
    names = {schema.name.partition("::")[2] for schema in torch._C._jit_get_all_schemas() if "aten::" in schema.name}
    for name in sorted(names):
        packet = getattr(torch.ops.aten, name, None)  # some are of TorchScript alone
        for kind in packet.overloads() if isinstance(packet, torch._ops.OpOverloadPacket) else ():
            overload = getattr(packet, kind)
            if any("Generator" in str(argument.type) for argument in overload._schema.arguments):
                yield overload


def test_no_operator_with_a_generator_is_computed_again():
    found = list(with_generators())
    assert len(found) > 80
    assert not [str(overload) for overload in found if aten_op(overload).may_repeat]


@pytest.mark.parametrize("name", ["native_dropout", "_scaled_dot_product_flash_attention", "rrelu_with_noise"])
def test_operators_that_draw_without_a_generator_are_not_computed_again(name):
    assert not aten_op(getattr(torch.ops.aten, name).default).may_repeat
