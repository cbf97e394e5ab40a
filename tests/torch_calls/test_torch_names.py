"""Law of the names of PyTorch programs: a name has the value of the variable of the function that owns it, or none."""

import numpy as np
import pytest
import torch

from opscope import debug
from tests.names.frame_reference import compared
from tests.torch_calls import name_programs, published_programs, wrapped_programs
from tests.torch_calls.conftest import LONG
from tests.torch_calls.torch_frames import FrameTensors

# The share of the names with a value at their places, of 32 to 115,538 names. The others are names of data that no
# operator has used so far, and of values that a former step has made, while a function that has them waits and writes.
SHARES = {
    "gpt": 0.85, "unet": 0.9, "resnet": 0.84, "lstm": 0.7, "gan": 0.97, "vae": 0.99, "accumulation": 0.98,
    "ema": 0.9, "checkpointing": 0.99, "autocast": 0.99, "lbfgs": 0.99, "function": 0.99,
    "global_data": 0.8, "global_of_a_callback": 0.8, "shadowed": 0.99, "changed_later": 0.84,
    "losses_of_closures": 0.93, "attributes_of_another_self": 0.99, "unbound_loop_variable": 0.9,
    "given_results": 0.75,
    "data_parallel": 0.99, "weight_norm": 0.99, "parametrized": 0.99, "adapted": 0.99,
    "delegated": 0.99,
}  # fmt: skip
QUICK = (*name_programs.PROGRAMS, published_programs.function, published_programs.vae)
THOROUGH = [program for program in published_programs.PROGRAMS if program not in QUICK] + [*wrapped_programs.PROGRAMS]


def seeded(program):
    def body():
        torch.manual_seed(3)
        return program()

    return body


def same_bits(value, right):
    return value.dtype == right.dtype and np.array_equal(value, right, equal_nan=True)


def names_answered(run, program):
    """The names that mean something else than in the user's functions, and the share of names that have a value."""
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    with FrameTensors({name for record in records for name in record.names.bindings}) as notes:
        seeded(program)()
    return compared(records, notes.places, same_bits)


@pytest.mark.parametrize(
    "program",
    [*QUICK, *(pytest.param(program, marks=pytest.mark.thorough) for program in THOROUGH)],
    ids=lambda program: program.__name__,
)
def test_a_name_has_the_value_of_its_variable_or_none(begin, program):
    """Names of a step that was condensed were those of what the search for its loss had read before: 3,612 of 7,922."""
    run = begin(seeded(program))
    run.wait(LONG)
    wrong, share = names_answered(run, program)
    assert not wrong
    assert share > SHARES[program.__name__]


def test_names_of_memory_to_which_an_operator_writes_its_results_in_a_run_with_breakpoints(begin):
    """Names had the former elements behind the operator."""
    program = name_programs.given_results
    run = begin(seeded(program), breakpoints=["op:no_such_operator"])
    run.wait(LONG)
    wrong, share = names_answered(run, program)
    assert not wrong
    assert share > SHARES[program.__name__]


def stepping():
    torch.manual_seed(0)
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    data = torch.arange(6.0).reshape(2, 3)
    for _ in range(4):
        out = model(data)
        loss = out.square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


@pytest.mark.thorough
@pytest.mark.parametrize("program", wrapped_programs.PROGRAMS, ids=lambda program: program.__name__)
def test_the_names_of_the_parameters_of_a_wrapped_model_are_their_paths(begin, program):
    run = begin(seeded(program))
    _, model = run.wait(LONG)
    parameters = {f"model.{name}": value for name, value in model.named_parameters()}
    named = [name for name in run.session.thread_calls.program.global_block().vars if name in parameters]
    assert len(named) >= len(parameters) - 1  # a parametrization has used its own before the model runs
    for name in named:
        assert np.array_equal(run.value(name), parameters[name].detach().numpy())


def begins_with_values_of_the_step_before(run, losses):
    for step in range(2, 5):
        run.goto(step)
        look = run.look("loss")
        assert look.name.endswith(f"@STEP@{step - 1}") and look.step == step - 1
        assert f"computed in step {step - 1}, and not yet in the step of this place" in str(look)
        assert run.value("loss") == losses[step - 1]
        assert run.evaluate("loss * 2") == losses[step - 1] * 2
        assert f"loss = {losses[step - 1]:.6g} in step {step - 1}" in str(run.why("loss"))
        assert np.array_equal(run.value("data"), np.arange(6.0).reshape(2, 3))


def test_a_step_begins_with_the_values_of_the_step_before(begin, tmp_path):
    """`loss` was "not computed yet", and `why("loss")` NotFound, though the variable has a value."""
    run = begin(stepping, to=str(tmp_path / "rec"))
    run.wait(LONG)
    losses = run.values("loss")
    assert list(losses) == [1, 2, 3, 4]  # a value belongs to the step that made it
    begins_with_values_of_the_step_before(run, losses)
    begins_with_values_of_the_step_before(debug.open(str(tmp_path / "rec")), losses)


def looked_up():
    batch = TABLE[CHOSEN]
    return torch.log(batch - 9)


TABLE, CHOSEN = torch.arange(6.0).reshape(3, 2), torch.tensor([0, 2])


def test_causes_have_the_names_of_tensors_of_the_module(begin):
    """They were `index_0.x`."""
    run = begin(looked_up)
    run.wait(LONG)
    assert "index of TABLE[0, 0] = 0" in str(run.why())


def passed_on():
    def doubled(x):
        return x * 2

    def forward(values):
        hidden = torch.tanh(values)
        return doubled(hidden)

    w = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(3):
        forward(w).sum().backward()
        optimizer.step()


def test_the_name_of_a_result_is_the_variable_of_its_line_and_not_a_later_parameter(begin):
    """`hidden = torch.tanh(values)` was shown as `x = tanh(values)`: x is the parameter of the function after it."""
    run = begin(passed_on)
    run.wait(LONG)
    for step in (2, 3):
        assert run.goto(step, "op:tanh").called == "hidden"
        run.next()
        assert str(run.look("x")).startswith("tanh_0 (hidden, x)")


def test_a_constant_has_the_name_of_the_users_call(begin):
    """ATen calls the operator lift_fresh, which no user calls."""

    def program():
        a = torch.tensor([1.0, 2.0])
        return (a * torch.tensor([3.0, 4.0])).sum().item()

    run = begin(program, breakpoints=["op:tensor"])
    stop = run.until_stopped(LONG)
    assert (stop.op_type, stop.name) == ("tensor", "tensor_0")
    assert run.value("tensor_0.data").tolist() == [1.0, 2.0]
    run.clear()
    run.cont()
    assert run.wait(LONG) == 11.0
    shown = [operator.type for operator in run.session.driver.navigator.journal.last_record().operators()]
    assert shown == ["tensor", "tensor", "mul", "sum"]


def written_in_place(write):
    """A tensor of which only parts are computed, written after other tensors were made."""

    def body():
        torch.manual_seed(0)
        weight = torch.ones(3, 3, requires_grad=True)
        optimizer, found = torch.optim.SGD([weight], 0.1), []
        for _ in range(3):
            x = torch.randn(4, 3)
            total = torch.zeros_like(x)
            hidden = x @ weight
            write(total, hidden)
            found.append(total.detach().numpy().copy())
            loss = (total - x).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return found

    return body


WRITES = {
    "+=": lambda total, hidden: total.add_(hidden),
    "copy": lambda total, hidden: total.copy_(hidden),
    "rows": lambda total, hidden: total.index_add_(0, torch.tensor([2, 0]), hidden[:2]),
    "part": lambda total, hidden: total[1:].mul_(2.0).add_(hidden[1:]),
    "twice": lambda total, hidden: total.add_(hidden).div_(2.0),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_tensor_that_is_written_in_place_keeps_its_name(begin, write):
    """A write took the name away: only at places was there a `total`, and no values by step."""
    run = begin(written_in_place(write))
    found = run.wait(LONG)
    for step, value in run.values("total").items():
        assert same_bits(value, found[step - 1])
    assert len(run.values("total")) == 3
