"""Names in a step whose values take so much memory that the step has several records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import opscope
from opscope import debug
from opscope.errors import NotFound

torch = pytest.importorskip("torch")


def enlarged(total: Any) -> Any:
    for _ in range(60):
        total = total + 1.0
    return total


def doubled(hidden: Any) -> Any:
    hidden = hidden * 2
    return hidden.sum()


def same_name_in_another_function() -> Any:
    hidden = torch.randn(5)
    shifted = hidden + 1
    total = enlarged(torch.zeros(100, 100))
    _ = total + doubled(torch.ones(3)) + shifted.sum()
    return hidden


def another_tensor_at_the_end() -> Any:
    hidden, other = torch.randn(5), torch.randn(5)
    both = hidden + other
    total = enlarged(torch.zeros(100, 100))
    hidden = other
    _ = total + both.sum()
    return hidden


def another_tensor_before_a_record() -> Any:
    hidden, other = torch.randn(5), torch.randn(5)
    _ = hidden + other
    total = enlarged(torch.zeros(100, 100))
    hidden = other
    enlarged(total)
    return hidden


def no_tensor_at_the_end() -> Any:
    hidden = torch.randn(5)
    _ = hidden + 1
    total = enlarged(torch.zeros(100, 100))
    hidden = None
    enlarged(total)
    return hidden


def write_in_another_function() -> Any:
    hidden = torch.randn(5)
    _ = hidden + 1

    def written(given: Any) -> None:
        total = enlarged(torch.zeros(100, 100))
        given.add_(1)
        enlarged(total)

    written(hidden)
    return hidden


def write_by_numpy() -> Any:
    hidden = torch.randn(5)
    _ = hidden + 1
    total = enlarged(torch.zeros(100, 100))
    hidden.numpy()[0] = 9
    enlarged(total)
    return hidden


def write_to_the_buffer_of_a_tensor() -> Any:
    buffer = np.ones(5, np.float32)
    hidden = torch.from_numpy(buffer)
    _ = hidden + 1
    total = enlarged(torch.zeros(100, 100))
    buffer[0] = 9
    enlarged(total)
    return hidden


def steps_of_an_optimizer() -> Any:
    model = torch.nn.Linear(100, 100)
    optimizer = torch.optim.Adam(model.parameters())
    hidden = torch.zeros(())
    for _ in range(2):
        hidden = torch.randn(100, 100)
        enlarged(model(hidden)).sum().backward()
        optimizer.step()
    return hidden


def recorded(program: Callable[[], Any]) -> tuple[Any, Any]:
    run = opscope.debug(program, record="8MB")
    value = run.wait()
    of_last_step = [record for record in run._driver.journal.records() if record.step == max(run.steps, 1)]
    assert len(of_last_step) > 1
    return run, value


@pytest.mark.parametrize("program", [same_name_in_another_function, steps_of_an_optimizer])
def test_a_name_has_its_value_after_a_step_of_several_records(program, tmp_path):
    run, truth = recorded(program)
    assert np.array_equal(run.value("hidden"), truth)
    run.save(tmp_path / "recording")
    past = debug.open(tmp_path / "recording")
    assert np.array_equal(past.value("hidden"), truth)
    assert np.array_equal(past.values("hidden", [past.steps[1]])[past.steps[1]], truth)


@pytest.mark.parametrize(
    "program",
    [
        another_tensor_at_the_end,
        another_tensor_before_a_record,
        no_tensor_at_the_end,
        write_in_another_function,
        write_by_numpy,
        write_to_the_buffer_of_a_tensor,
    ],
)
def test_a_change_that_the_record_does_not_name_leaves_no_former_value(program, tmp_path):
    run, _ = recorded(program)
    with pytest.raises(NotFound, match="hidden"):
        run.value("hidden")
    run.save(tmp_path / "recording")
    with pytest.raises(NotFound, match="hidden"):
        debug.open(tmp_path / "recording").value("hidden")
