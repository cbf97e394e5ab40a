"""Steps of PyTorch's optimizers: skipped ones, ones that raise, closures, several optimizers, gradient accumulation."""

import contextlib

import numpy as np
import pytest
import torch
from torch import nn

from tests.torch_calls.conftest import LONG
from tests.torch_calls.published_programs import accumulation, autocast, gan, lbfgs

SKIPPED = "has skipped the optimizer's step"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.relu(self.fc1(x))
        return self.fc2(hidden)


def scaled(skipped=(2, 3), steps=5, make=lambda p: torch.optim.SGD(p, 0.1), enabled=True, unscale=False):
    """Train with a GradScaler; the gradients of fc2 are Inf in some steps. Returns the weight after each step."""

    def body():
        torch.manual_seed(0)
        model, found = Net(), []
        optimizer = make(model.parameters())
        scaler = torch.amp.GradScaler("cpu", init_scale=4.0, enabled=enabled)
        for step in range(1, steps + 1):
            x = torch.randn(8, 3)
            optimizer.zero_grad()
            loss = model(x).square().mean()
            scaler.scale(loss).backward()
            if step in skipped:
                model.fc2.weight.grad.fill_(float("inf"))
            if unscale:
                scaler.unscale_(optimizer)
            scaler.step(optimizer)
            scaler.update()
            found.append(model.fc2.weight.detach().clone().numpy())
        return found

    return body


def said(run):
    return [e.text for e in run.history.events() if e.kind == "Warned" and SKIPPED in e.text]


FUSED = lambda p: torch.optim.Adam(p, 0.1, fused=True)


@pytest.mark.parametrize(
    "options",
    [{}, {"unscale": True}, {"make": FUSED}, {"make": torch.optim.Adam}],
    ids=["plain", "unscaled", "fused", "adam"],
)
@pytest.mark.parametrize("record", [True, False], ids=["recorded", "watched"])
def test_a_step_that_gradient_scaling_skips_is_counted_and_reported(begin, capfd, options, record):
    plain = scaled(**options)()
    run = begin(scaled(**options), record=record)
    weights = run.wait(LONG)
    assert np.array_equal(weights, plain) and run.steps == 5
    printed = [line for line in capfd.readouterr().err.splitlines() if SKIPPED in line]
    assert len(printed) == 2 and "step 2: " in printed[0] and "step 3: " in printed[1]
    if record:
        assert all("NaN or Inf in the gradients of model.fc2.weight; no parameter has changed" in p for p in printed)
        for step, weight in enumerate(weights[:-1], 2):
            run.goto(step)
            assert np.array_equal(run.value("fc2.weight"), weight)
        assert np.array_equal(weights[0], weights[1]) and np.array_equal(weights[1], weights[2])
        assert not np.array_equal(weights[2], weights[3])


def test_a_report_of_skipped_steps_comes_to_an_end(begin):
    run = begin(scaled(skipped=range(1, 40), steps=40))
    run.wait(LONG)
    assert run.steps == 40 and len(said(run)) == 20 and said(run)[-1].endswith("(later skipped steps are not reported)")


def test_no_step_is_reported_as_skipped_without_gradient_scaling(begin):
    run = begin(scaled(enabled=False))
    run.wait(LONG)
    assert run.steps == 5 and not said(run)
    assert not hasattr(torch.amp.GradScaler.step, "__wrapped__")


def test_a_program_with_gradient_scaling_has_all_its_steps(begin):
    run = begin(autocast)
    run.wait(LONG)
    assert run.steps == 4 and len(said(run)) == 1 and said(run)[0].startswith("step 2: ")


def test_a_skipped_step_of_one_of_two_optimizers(begin):
    def body():
        model, other = Net(), Net()
        optimizers = [torch.optim.SGD(each.parameters(), 0.1) for each in (model, other)]
        scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        for step in range(3):
            loss = model(torch.ones(2, 3)).sum() + other(torch.ones(2, 3)).sum()
            for optimizer in optimizers:
                optimizer.zero_grad()
            scaler.scale(loss).backward()
            if step == 1:
                other.fc1.bias.grad.fill_(float("nan"))
            for optimizer in optimizers:
                scaler.step(optimizer)
            scaler.update()

    run = begin(body)
    run.wait(LONG)
    assert run.steps == 6 and len(said(run)) == 1
    assert said(run)[0].startswith("step 4: ") and "gradients of other.fc1.bias;" in said(run)[0]


def test_a_step_that_raises_is_no_step_and_its_calls_are_no_update_of_later_ones(begin):
    class Broken(torch.optim.SGD):
        def step(self, closure=None):
            if self.param_groups[0]["lr"] == 0.0:
                raise ValueError("no lr")
            return super().step(closure)

    def body():
        torch.manual_seed(0)
        model = Net()
        optimizer = Broken(model.parameters(), 0.1)
        for step in range(4):
            optimizer.param_groups[0]["lr"] = 0.0 if step == 1 else 0.1
            optimizer.zero_grad()
            loss = model(torch.ones(2, 3)).sum()
            loss.backward()
            with contextlib.suppress(ValueError):
                optimizer.step()
            after = torch.exp(loss)
        return after

    run = begin(body)
    run.wait(LONG)
    assert run.steps == 3
    first, second, *_ = [r for segment in run.session.driver.journal.segments for r in segment.records]
    for record, count in ((first, 0), (second, 2)):  # after the first step, and after the one that raised
        phases = [o.phase for o in record.operators() if o.type == "exp"]
        assert phases == ["forward"] * count


@pytest.mark.parametrize(
    "program, steps", [(gan, 6), (accumulation, 3), (lbfgs, 3)], ids=["gan", "accumulation", "lbfgs"]
)
def test_each_step_of_an_optimizer_is_one_step(begin, program, steps):
    run = begin(program)
    run.wait(LONG)
    assert run.steps == steps and not said(run)
