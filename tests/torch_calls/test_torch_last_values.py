"""Names that the last operator of a function binds: no operator follows at which the locals could be read."""

import pytest
import torch

from opscope import debug
from opscope.errors import NotFound

LONG = 60.0


def scaled_sums(kept):
    """Three rounds of a loop, without a step; the last value is bound behind the last operator."""
    torch.manual_seed(0)
    for _ in range(3):
        x = torch.randn(3)
        total = (x * 2).sum()
    kept.append(total)  # to read its number would be an operator


def run_to_end(body, **options):
    """Run a body to its end, also through stops."""
    run = debug.start(body, **options)
    while run.until_stopped(LONG) is not None:
        run.cont()
    run.wait(LONG)
    return run


@pytest.mark.parametrize(
    "options", [{}, {"breakpoints": ["op:mul"]}, {"taps": ["*"], "hz": None}], ids=["logged", "notified", "tapped"]
)
def test_the_last_value_of_a_run(options):
    kept = []
    run = run_to_end(lambda: scaled_sums(kept), **options)
    assert run.value("total") == kept[0].item()
    assert [float(value) for value in run.values("total").values()] == [kept[0].item()]


def test_the_last_value_of_a_recording(tmp_path):
    kept = []
    run_to_end(lambda: scaled_sums(kept), to=tmp_path / "run")
    assert debug.open(tmp_path / "run").value("total") == kept[0].item()


def test_the_last_value_before_an_error():
    def body():
        half = torch.ones(4) / 2
        total = half.sum()
        raise ValueError(total.shape)

    run = debug.start(body)
    with pytest.raises(ValueError, match="Size"):
        run.wait(LONG)
    assert run.value("total") == 2


def loss_of(net, x, kept):
    for weight in (1.0, 2.0, 3.0):
        scaled = net(x).square().mean() * weight
    kept.append(scaled)
    return scaled


@pytest.mark.parametrize("options", [{}, {"breakpoints": ["op:addmm"]}], ids=["logged", "notified"])
def test_the_last_value_of_a_function_that_has_returned(options):
    kept = []

    def train():
        torch.manual_seed(0)
        net = torch.nn.Linear(3, 2)
        sgd = torch.optim.SGD(net.parameters(), 0.1)
        for _ in range(3):
            loss_of(net, torch.randn(4, 3), kept).backward()
            sgd.step()
            sgd.zero_grad()

    run = run_to_end(train, **options)
    assert [float(value) for value in run.values("scaled").values()] == [each.item() for each in kept]


def test_values_behind_the_step_of_the_optimizer():
    kept = []

    def train():
        torch.manual_seed(0)
        net = torch.nn.Linear(3, 2)
        sgd = torch.optim.SGD(net.parameters(), 0.1)
        data = torch.randn(4, 3)
        for _ in range(3):
            net(data).square().mean().backward()
            sgd.step()
            sgd.zero_grad()
            with torch.no_grad():
                score = net(data).mean()
            kept.append(score)

    run = run_to_end(train)
    found = {step: float(value) for step, value in run.values("score").items()}
    assert found == {step: each.item() for step, each in zip((2, 3, 4), kept, strict=True)}


def test_the_last_values_before_an_error_in_a_function():
    """The error ends the log before the end of the run: the arrays of the log's calls were dropped."""

    def inner(x):
        kept = x * 3
        moved, kept = kept, None
        raise ValueError(moved.shape)

    def body():
        start = torch.ones(2) + 4
        doubled = start * 2
        inner(doubled)

    run = debug.start(body)
    with pytest.raises(ValueError, match="Size"):
        run.wait(LONG)
    found = {name: run.value(name).tolist() for name in ("start", "doubled", "x", "moved")}
    assert found == {"start": [5, 5], "doubled": [10, 10], "x": [10, 10], "moved": [30, 30]}
    with pytest.raises(NotFound):
        run.value("kept")


def test_names_that_a_program_has_before_and_behind_a_stop_in_its_code():
    def body():
        first = torch.ones(2) * 2
        second = first * 3
        third = second * 4
        breakpoint()
        other = torch.zeros(2) + 1
        return first, second, third, other

    run = run_to_end(body)
    found = {name: run.value(name).tolist() for name in ("first", "second", "third", "other")}
    assert found == {"first": [2, 2], "second": [6, 6], "third": [24, 24], "other": [1, 1]}


@pytest.mark.parametrize("other", [None, 5, "text"])
def test_a_name_of_the_last_function_is_not_the_name_of_an_ended_function(other):
    """The value of the ended function was shown, although the user's variable is no tensor."""

    def doubled(x):
        x = x * 2
        return x.sum()

    def body():
        x = other
        total = doubled(torch.ones(3)) + 1
        return x, total

    run = run_to_end(body)
    assert run.value("total").item() == 7
    with pytest.raises(NotFound, match="x"):
        run.value("x")
