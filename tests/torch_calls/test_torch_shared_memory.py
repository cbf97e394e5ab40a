"""Memory that NumPy writes to as well: a place of the past has the values of that time, or none."""

import numpy as np
import pytest
import torch

from opscope import debug
from opscope.errors import NotFound
from tests.torch_calls.conftest import LONG

STEPS, PARTS = 5, 2


def trained(body, size=3):
    """Train a vector with the loss that `body(weights, step, part)` returns, in several parts of each step."""
    weights = torch.nn.Parameter(torch.ones(size))
    optimizer = torch.optim.SGD([weights], 0.1)
    for step in range(1, STEPS + 1):
        for part in range(PARTS):
            body(weights, step, part).backward()
        optimizer.step()
        optimizer.zero_grad()
    return weights


def ended(body, watch=None, **options):
    run = debug.Run(body, **options)
    if watch:
        run.watch(watch)
    run.start()
    run.wait(LONG)
    assert run.error is None
    return run


def values_before(run, step, operator, name):
    """The values of a name at the places before an operator, in the order of the step."""
    run.goto(step)
    found = []
    while run.here.step == step:
        if str(run.here).startswith(f"<step {step}, before {operator}"):
            found.append(np.asarray(run.value(name)).tolist())
        run.next()
    return found


def refilled(true, size=3):
    """A buffer is filled for each part, and made into a tensor each time."""
    buffer = np.zeros(size, np.float32)

    def loss_of(weights, step, part):
        buffer[:] = 10 * step + part
        true.setdefault(step, []).append(buffer[:3].tolist())
        x = torch.from_numpy(buffer)
        scaled = x * weights
        return scaled.sum()

    return trained(loss_of, size)


in_each_way = pytest.mark.parametrize(
    "options", [{}, {"breakpoints": ["op:log"]}, {"watch": "nan"}], ids=["log", "notify", "nan"]
)


@in_each_way
def test_a_buffer_that_is_refilled_in_the_step(options):
    true = {}
    run = ended(lambda: refilled(true), **options)
    for step in range(1, STEPS):
        assert values_before(run, step, "sum", "x") == true[step]


def test_a_buffer_that_is_refilled_is_right_on_disk(tmp_path):
    true = {}
    ended(lambda: refilled(true), to=tmp_path / "run")
    run = debug.open(tmp_path / "run")
    for step in range(1, STEPS):
        assert values_before(run, step, "sum", "x") == true[step]


def test_a_large_buffer_has_no_value_where_its_elements_are_unknown():
    true = {}
    run = ended(lambda: refilled(true, size=1 << 19))
    run.goto(2, "op:sum")
    with pytest.raises(NotFound, match="'x' has no value here") as error:
        run.value("x")
    assert "overwritten" in error.value.fix
    assert run.value("scaled").shape == (1 << 19,)


@in_each_way
def test_a_tensor_made_once_of_a_buffer(options):
    true, buffer = {}, np.zeros(3, np.float32)
    x = torch.from_numpy(buffer)

    def loss_of(weights, step, part):
        buffer[:] = 10 * step + part
        true.setdefault(step, []).append(buffer.tolist())
        scaled = x * weights
        return scaled.sum()

    run = ended(lambda: trained(loss_of), **options)
    for step in range(1, STEPS):
        assert values_before(run, step, "sum", "x") == true[step]


@in_each_way
def test_rows_that_are_changed_after_their_use(options):
    rows = np.arange(30, dtype=np.float32).reshape(10, 3)
    table, true = torch.from_numpy(rows), {}

    def loss_of(weights, step, part):
        row = 2 * (step - 1) + part
        x = table[row]
        true.setdefault(step, []).append(rows[row].tolist())
        loss = (x * weights).sum()
        rows[row] += 100
        return loss

    run = ended(lambda: trained(loss_of), **options)
    for step in range(1, STEPS):
        assert values_before(run, step, "sum", "x") == true[step]


@in_each_way
def test_a_weight_that_is_written_through_its_array(options):
    """The write is behind the step, so the next step begins with it."""
    true, after = {}, {}

    def loss_of(weights, step, part):
        if not part:
            weights.detach().numpy()[0] = step
        true.setdefault(step, []).append(weights.tolist())
        scaled = weights * torch.full((3,), 0.5)
        loss = scaled.sum()
        after[step] = weights.tolist()
        return loss

    run = ended(lambda: trained(loss_of), **options)
    for step in range(1, STEPS):
        assert values_before(run, step, "sum", "weights") == true[step]
    assert {step: value.tolist()[1] for step, value in run.values("weights").items()} == pytest.approx(
        {step: 1 - 0.1 * step for step in range(1, STEPS + 1)}
    )


@in_each_way
def test_a_result_that_is_written_through_its_array(options):
    true = {}

    def loss_of(weights, step, part):
        hidden = torch.full((3,), float(step)) + part
        shown = hidden.numpy()
        doubled = weights * hidden
        true.setdefault(step, []).append(hidden.tolist())
        shown[0] = 50
        return (doubled + hidden).sum() + doubled.mean()

    run = ended(lambda: trained(loss_of), **options)
    for step in range(1, STEPS):
        assert values_before(run, step, "mul -> doubled", "hidden") == true[step]
        assert [hidden[0] for hidden in values_before(run, step, "mean", "hidden")] == [50, 50]


def test_the_same_numbers_with_a_run_and_the_same_method_after_it():
    plain, method = refilled({}), torch.Tensor.numpy
    found = []
    ended(lambda: found.append(refilled({})))
    assert torch.equal(found[0], plain) and torch.Tensor.numpy is method


@pytest.mark.parametrize("options", [{}, {"watch": "nan"}, {"taps": ["*"], "hz": None}], ids=["log", "nan", "tapped"])
def test_memory_can_still_be_resized(options):
    """Tensor.numpy() would forbid it to the program."""

    def loss_of(weights, step, part):
        doubled = torch.full((3,), float(step)) * 2
        loss = (weights + doubled).sum()
        doubled.resize_(6)
        return loss

    ended(lambda: trained(loss_of), **options)


def test_a_tensor_of_an_earlier_step_has_no_former_value_after_a_write():
    """The value of the earlier step was shown, although NumPy had written to the tensor."""

    def body():
        hidden = torch.arange(3.0)
        shown = hidden.numpy()
        doubled = hidden * 2

        def loss_of(weights, step, part):
            if (step, part) == (3, 1):
                shown[0] = 50
            return weights.sum() + doubled.sum()

        return trained(loss_of), hidden

    run = ended(body)
    run.goto(2)
    assert run.value("hidden").tolist() == [0, 1, 2]
    for step in (4, STEPS):
        run.goto(step)
        with pytest.raises(NotFound, match="hidden"):
            run.value("hidden")
