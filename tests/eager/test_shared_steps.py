"""Steps that are counted: of all optimizers, or of those with parameters that all ranks have in common."""

import pytest

from opscope.eager.optimizers import optimizer_steps as steps


@pytest.fixture(autouse=True)
def no_shared_parameters(monkeypatch):
    monkeypatch.setattr(steps, "_shared", {})
    monkeypatch.setattr(steps, "_counts", {"steps": 7})


class Parameter:
    pass


def counted(*parameters):
    before = steps.optimizer_steps()
    with steps.optimizer_step(parameters):
        pass
    return steps.optimizer_steps() - before


def test_every_step_counts_while_nothing_is_shared():
    assert counted() == 1 and counted(Parameter()) == 1


def test_only_steps_with_a_shared_parameter_count_then_from_zero():
    ours, own = Parameter(), Parameter()
    steps.share_parameters([ours])
    assert steps.optimizer_steps() == 0
    assert counted(own) == 0 and counted(own, ours) == 1 and counted() == 0
    steps.share_parameters([own])  # another model: the count goes on
    assert steps.optimizer_steps() == 1 and counted(own) == 1


def test_a_parameter_with_the_id_of_one_that_is_gone_is_not_shared():
    ours, other = Parameter(), Parameter()
    steps.share_parameters([ours])
    steps._shared[id(other)] = steps._shared.pop(id(ours))
    assert not steps.is_shared(other) and steps.has_shared()
