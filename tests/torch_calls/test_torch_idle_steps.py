"""Steps of a run that records nothing: their calls are left out, their losses are seen, and something may ask again."""

import gc

import pytest
import torch
from torch import nn

from opscope import debug
from opscope.debug.eager_calls import call_summaries
from opscope.debug.eager_calls.notified_calls import NotifiedCalls
from opscope.debug.taps.eager_sampling import EagerSampling
from opscope.events import StepFinished
from opscope.torch_calls.dispatch_mode import CallMode
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_programs import NETS, OPTIMIZERS, train

F = nn.functional
STATES = {
    "nothing": {"record": False},
    "some steps": {"record": False, "taps": ["*"], "hz": 1000.0},
    "each value": {"record": False, "taps": ["*"], "hz": None},
    "recorded": {},
}


@pytest.fixture
def seen(monkeypatch):
    """The names of the operators whose calls are logged."""
    found, log = [], CallMode._log
    monkeypatch.setattr(CallMode, "_log", lambda self, *args: (found.append(args[1].op.name), log(self, *args))[1])
    return found


def losses_of(body, **options):
    """The losses of each step by name, as the run has announced them."""
    events = []
    debug.start(body, sinks=[events.extend], **options).wait(LONG)
    found = [each for each in events if isinstance(each, StepFinished)]
    return [dict(zip(each.names, each.scalars, strict=True)) for each in found]


def two_losses(steps=8):
    """A loss with a variable, one without, and one that begins in a later step."""
    torch.manual_seed(0)
    net = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(net.parameters())
    for step in range(steps):
        x = torch.randn(4, 3)
        loss = net(x).pow(2).mean()
        loss.backward()
        F.mse_loss(net(x), torch.ones(4, 2)).backward()
        if step >= 3:
            late = net(x).abs().sum()
            late.backward()
        optimizer.step()
        optimizer.zero_grad()


def test_losses_are_those_of_a_recorded_run():
    recorded, watched = losses_of(two_losses), losses_of(two_losses, record=False)
    assert recorded[3].pop("late")  # the step after the first backward pass of a line is seen, and names its loss
    assert recorded == watched and len(watched) == 8
    assert {"loss", "late"} <= watched[-1].keys() and len(watched[-1]) == 3


def test_calls_are_left_out_after_the_first_step(seen):
    begun = []

    def body():
        for _ in range(3):
            train("lenet", "loop", 1)
            begun.append(len(seen))

    debug.start(body, record=False).wait(LONG)
    assert begun[0] > 100 and begun[1] == begun[2] == begun[0]


def test_calls_without_gradients_are_left_out_also_without_steps(seen):
    """A loop that generates text has no steps, and nothing asks for its calls."""

    def body():
        cache = torch.zeros(4, 3)
        with torch.no_grad():
            for number in range(100):
                cache[number % 4] = cache.sum(0) + 1.0
        return cache

    expected = body()
    run = debug.start(body, record=False)
    run.wait(LONG)
    assert torch.equal(run.result, expected) and len(seen) < 10


def evaluated_in_between(steps=4):
    """Steps with evaluations, and a backward pass, in blocks without gradients."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))
    optimizer = torch.optim.Adam(net.parameters())
    best = torch.zeros(())
    with torch.no_grad():
        for _ in range(3):
            best = best + net(torch.randn(4, 3)).mean()
    for _ in range(steps):
        with torch.no_grad():
            x = torch.randn(4, 3) + best
            x[1].mul_(0.5)
        loss = net(x).pow(2).mean()
        with torch.no_grad():
            error = (net(x) - 1.0).abs().mean()
            best.copy_(error)
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def test_losses_between_calls_that_are_left_out_are_those_of_a_recorded_run():
    recorded = losses_of(evaluated_in_between)
    assert losses_of(evaluated_in_between, record=False) == recorded and all("loss" in each for each in recorded)


def test_code_without_steps_is_looked_at_again(monkeypatch):
    looked = []
    begin = NotifiedCalls._begin
    monkeypatch.setattr(NotifiedCalls, "_begin", lambda self, call: (looked.append(call.op.name), begin(self, call)))
    monkeypatch.setattr(call_summaries, "WINDOW", 50)

    def body():
        two_losses(3)
        looked.clear()
        x = torch.ones(2)
        while "tanh" not in looked:
            x = torch.tanh(x)

    debug.start(body, record=False, taps=["*"]).wait(LONG)


def test_a_command_is_answered_in_the_middle_of_a_step():
    answered = []

    def body():
        two_losses(3)
        x = torch.ones(2)
        while not answered:
            x = torch.tanh(x)

    run = debug.start(body, record=False)
    answered.append(run.session.call(lambda: 7))
    run.wait(LONG)
    assert answered == [7]


def test_checks_of_results_count_as_time_of_taps(monkeypatch):
    spent = []
    monkeypatch.setattr(EagerSampling, "spend_on_checks", lambda self, seconds: spent.append(seconds))
    debug.start(two_losses, record=False, taps=["*"]).wait(LONG)
    assert spent and min(spent) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("optimizer", ["loop", "foreach", "fused"])
@pytest.mark.parametrize("net", NETS)
def test_a_run_has_the_bits_of_the_program_alone(net, optimizer, state):
    assert optimizer in OPTIMIZERS
    plain, found = train(net, optimizer, 20), []
    debug.start(lambda: found.append(train(net, optimizer, 20)), **STATES[state]).wait(LONG)
    assert found[0][0] == plain[0]
    assert all(torch.equal(found[0][1][name], value) for name, value in plain[1].items())
    gc.collect()
