"""Steps of eager code whose values are too many for one record, or for the whole history."""

import numpy as np
import pytest

from opscope import debug, paddle

WIDTH, DEPTH, STEPS = 32, 100, 4  # a record ends between hundreds of calls
WEIGHT = 4 * WIDTH * WIDTH  # bytes


@pytest.fixture(autouse=True)
def _eager():
    paddle.disable_static()


def train(unused: bool = False) -> None:
    paddle.seed(0)
    net = paddle.nn.Sequential(*(paddle.nn.Linear(WIDTH, WIDTH) for _ in range(DEPTH)))
    given = [*net.parameters(), *(paddle.nn.Linear(WIDTH, 1).parameters()[:1] if unused else [])]
    optimizer = paddle.optimizer.Momentum(1e-2, parameters=given)
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        x = paddle.to_tensor(rng.standard_normal((16, WIDTH)).astype("float32"))
        loss = paddle.mean(paddle.square(net(x) - x))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


def run_of(budget: int, unused: bool = False, rules: bool = False) -> debug.Run:
    run = debug.start(lambda: train(unused), record=budget, rules=rules)
    run.wait()
    return run


@pytest.mark.parametrize("rules", [False, True])
def test_a_step_of_several_records_is_looked_at_as_a_whole(rules: bool):
    budget = 24 * DEPTH * WEIGHT
    run = run_of(budget, rules=rules)
    records = list(run.session.driver.journal.records())
    assert {record.first_call > 0 for record in records} == {True, False}
    assert not [f for f in run.findings if f.rule == "parameter-unused"]
    assert [f.rule for f in run_of(budget, True, rules).findings].count("parameter-unused") == 1


@pytest.mark.parametrize("rules", [False, True])
def test_a_step_that_the_history_cannot_hold_is_not_judged(rules: bool, capsys: pytest.CaptureFixture[str]):
    run = run_of(2 * DEPTH * WEIGHT, rules=rules)
    said = capsys.readouterr().err
    assert said.count("does not fit into a history of 0.819 MB") == 1 and 'record="' in said
    assert not [f for f in run.findings if f.rule == "parameter-unused"]
