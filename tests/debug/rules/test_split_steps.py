"""Steps of eager code whose values are too many for one record, or for the whole history."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound

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


def test_values_of_all_records_of_the_step_are_found():
    run = run_of(24 * DEPTH * WEIGHT)
    step = [r for r in run.session.driver.journal.records() if r.step == STEPS]
    assert len(step) > 1
    calls = {p.operator.id: p.operator for r in step for p in r.places if p.operator is not None and not p.after}
    assert sorted(calls) == list(range(len(calls)))  # the history has the whole step
    assert [op.id for op in run.program().global_block().ops] == sorted(calls)
    made = {name for call in calls.values() for name in call.outputs if name}
    assert made <= set(run.names())
    assert run.value("loss").shape == () and run.evaluate("abs(x).max()") == np.abs(run.value("x")).max()
    x = run.look("x")
    assert x.statistics.mean == pytest.approx(run.value("x").mean()) and x.readers[0] == "matmul_v2 (0)"
    assert next(op.inputs[0] for op in calls.values() if op.type == "matmul_v2") == x.name
    chain = run.why("loss").chain
    assert chain[0].operator == "reduce_mean" and len(chain) > 3
    run.goto(STEPS, "loss")
    assert run.value("x") is not None and run.look("x").readers[0] == "matmul_v2 (0)"
    with pytest.raises(NotFound, match="not computed yet"):
        run.value("loss")


def test_a_value_of_calls_that_are_not_kept_is_said_to_be_so():
    run = run_of(8 * DEPTH * WEIGHT)
    with pytest.raises(NotFound, match=r"operators of step 4: set a larger budget"):
        run.value("loss")


@pytest.mark.parametrize("rules", [False, True])
def test_a_step_that_the_history_cannot_hold_is_not_judged(rules: bool, capsys: pytest.CaptureFixture[str]):
    run = run_of(2 * DEPTH * WEIGHT, rules=rules)
    said = capsys.readouterr().err
    assert said.count("does not fit into a history of 0.819 MB") == 1 and 'record="' in said
    assert not [f for f in run.findings if f.rule == "parameter-unused"]
