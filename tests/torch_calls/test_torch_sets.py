"""Values of PyTorch that a user sets: what follows equals, bit for bit, a run that really had the value."""

import numpy as np
import pytest
import torch
from torch import nn

from opscope.debug.eager import condensed_history
from opscope.errors import NotFound
from tests.torch_calls.conftest import LONG

data = torch.arange(12.0).reshape(4, 3) / 10
shifts = [torch.full((4, 3), float(i)) for i in range(3)]
options = {"scale": torch.tensor(2.0)}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.frozen, self.fc2 = nn.Linear(3, 4), nn.Linear(4, 4), nn.Linear(4, 1)
        self.frozen.requires_grad_(False)
        self.register_buffer("shift", torch.full((4,), 0.5))
        self.gain = torch.full((4,), 2.0)

    def forward(self, x):
        hidden = torch.relu(self.fc1(x)) * self.gain + self.shift
        return self.fc2(self.frozen(hidden))


with torch.random.fork_rng():
    torch.manual_seed(3)  # with other weights, no unit of the hidden layer may be above 0
    made = Net()  # before any run
INITIAL = {name: value.clone() for name, value in made.state_dict().items()}


@pytest.fixture(autouse=True)
def former_values():
    """Give the tensors that exist before a run their first elements, for each test."""
    restore()
    yield
    restore()


def restore():
    data.copy_(torch.arange(12.0).reshape(4, 3) / 10)
    for i, shift in enumerate(shifts):
        shift.fill_(float(i))
    options["scale"].fill_(2.0)
    made.load_state_dict(INITIAL)
    made.gain = torch.full((4,), 2.0)


def training(of, change=None):
    """A function that trains for four steps; `change` is called with the net before each step."""

    def train():
        torch.manual_seed(3)
        model = made if of == "global" else Net()
        opt = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
        losses = []
        for step in range(1, 5):
            if change is not None:
                change(step, model)
            x = data + shifts[step % 3]
            loss = (model(x) * options["scale"]).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        return losses

    return train


TENSORS = {
    "model.fc1.weight": lambda model: model.fc1.weight,
    "model.frozen.weight": lambda model: model.frozen.weight,
    "model.shift": lambda model: model.shift,
    "model.gain": lambda model: model.gain,
    "data": lambda model: data,
    "shifts[1]": lambda model: shifts[1],
    "options['scale']": lambda model: options["scale"],
}


def losses_with(of, name, at):
    """The losses of a run in which the program itself sets the tensor before step `at`."""

    def change(step, model):
        if step == at:
            with torch.no_grad():
                TENSORS[name](model).fill_(0.25)

    restore()
    plain = training(of)()
    restore()
    found = training(of, change)()
    restore()
    assert found[at - 1 :] != plain[at - 1 :]
    return found


@pytest.mark.parametrize("of", ["own", "global"])
@pytest.mark.parametrize("name", TENSORS)
@pytest.mark.parametrize("at", [1, 2])
def test_a_tensor_that_no_call_has_used_is_set(begin, of, name, at):
    expected = losses_with(of, name, at)
    run = begin(training(of), breakpoints=["op:add"])
    while run.until_stopped(LONG).step != at or run.here.role != "forward":
        run.cont()
    run.set(name, 0.25)
    run.clear()
    run.cont()
    assert run.wait(LONG) == expected
    for step in range(1, 5):
        assert float(run.values("loss")[step]) == np.float32(expected[step - 1])


@pytest.mark.parametrize("name", ["model.fc1.weight", "model.frozen.weight", "model.shift", "data"])
def test_a_set_is_not_lost_where_a_stretch_begins(begin, monkeypatch, name):
    """The first step of a stretch stores its memory: the values behind it were those without the change."""
    monkeypatch.setattr(condensed_history, "MAX_CALLS", 40)
    expected = np.float32(losses_with("global", name, 2))
    run = begin(training("global"))
    run.wait(LONG)
    if name in ("model.frozen.weight", "model.shift"):
        with pytest.raises(NotFound, match="cannot be set at this position"):
            run.branch(2, {name: 0.25}, names=["loss"])
        return
    found = run.branch(2, {name: 0.25}, names=["loss"])
    assert [float(found.edited["loss"][step]) for step in (2, 3, 4)] == expected[1:].tolist()


@pytest.mark.parametrize("of", ["own", "global"])
@pytest.mark.parametrize("name", ["model.fc1.weight", "model.frozen.weight", "model.shift", "data"])
def test_a_tensor_that_no_step_writes_is_set_in_the_past(begin, of, name):
    expected = np.float32(losses_with(of, name, 2))
    run = begin(training(of))
    run.wait(LONG)
    found = run.branch(2, {name: 0.25}, names=["loss"])
    assert [float(found.edited["loss"][step]) for step in (2, 3, 4)] == expected[1:].tolist()
    run.goto(2)
    run.set(name, 0.25)
    assert [float(run.values("loss")[step]) for step in (1, 2, 3, 4)] == expected.tolist()
    run.undo()
    assert float(run.values("loss")[2]) != expected[1]


def test_a_tensor_that_a_step_has_not_used_yet_is_refused_in_its_past(begin):
    run = begin(training("own"))
    run.wait(LONG)
    run.goto(3)
    with pytest.raises(NotFound, match=r"no operator of step 3 has used shifts\[1\] before this position"):
        run.set("shifts[1]", 0.25)
    run.goto(4, "op:add")  # reads it
    run.set("shifts[1]", 0.25)


def test_a_value_that_is_set_is_no_value_of_the_name_after_the_program_writes_to_it(begin):
    weights = torch.ones(3)

    def program():
        y = data + 1
        weights.mul_(2)
        return (y * weights).sum().item()

    run = begin(program, breakpoints=["op:add"])
    run.until_stopped(LONG)
    run.set("weights", 5.0)
    assert run.here.step == 1 and weights.tolist() == [5.0] * 3
    run.clear()
    run.cont()
    assert run.wait(LONG) == ((data + 1) * 10).sum().item()
    run.goto(1, "op:sum")
    assert run.value("weights").tolist() == [10.0] * 3
    run.goto(1, "op:mul_")
    assert run.value("weights").tolist() == [5.0] * 3


def test_undo_gives_a_tensor_of_a_variable_its_former_elements(begin):
    plain = training("own")()
    run = begin(training("own"), breakpoints=["op:add"])
    run.until_stopped(LONG)
    run.set("shifts", 0.25, 1)  # as the prompt's `set shifts[1] = 0.25` reads it
    assert shifts[1].tolist() == [[0.25] * 3] * 4
    assert run.undo() == "shifts[1] = 0.25"
    run.clear()
    run.cont()
    assert run.wait(LONG) == plain


@pytest.mark.parametrize("state", ["exp_avg", "exp_avg_sq", "step"])
def test_the_state_of_an_optimizer_can_be_set_before_an_operator_of_the_step_has_used_it(begin, state):
    """It was refused in the step after the first: the state would no longer exist."""

    def train(value=None):
        torch.manual_seed(3)
        model = Net()
        opt = torch.optim.Adam(model.parameters(), lr=0.01)
        losses = []
        for step in range(1, 5):
            if step == 2 and value is not None:
                opt.state[model.fc2.weight][state].fill_(value)
            loss = model(data).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        return losses

    name = f"model.fc2.weight.{state}"
    changed, plain = train(0.5), train()
    assert changed != plain
    for is_undone in (False, True):
        run = begin(train, breakpoints=[("op:relu", "step == 2")])
        run.until_stopped(LONG)
        former = run.value(name)
        run.set(name, 0.5)
        assert (run.value(name) == 0.5).all()
        if is_undone:
            run.undo()
            assert np.array_equal(run.value(name), former)
        run.clear()
        run.cont()
        assert run.wait(LONG) == (plain if is_undone else changed)
        run.goto(2, "op:mean")
        assert np.array_equal(run.value(name), former if is_undone else np.full_like(former, 0.5))


def test_a_later_run_shows_no_value_of_an_earlier_one(begin):
    first = begin(training("global"))
    first.wait(LONG)
    with torch.no_grad():
        made.fc2.weight.fill_(7.0)
    run = begin(training("global"), breakpoints=["op:add"])
    run.until_stopped(LONG)
    with pytest.raises(NotFound, match=r"no variable 'model\.fc2\.weight'"):
        run.value("model.fc2.weight")
    assert first.value("model.fc2.weight").max() < 7.0
    run.clear()
    run.cont()
    run.wait(LONG)
    run.goto(1, "op:relu")
    assert run.value("model.fc2.weight").tolist() == [[7.0] * 4]
