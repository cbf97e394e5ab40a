"""Gradients as rows: shown under the name of the gradient as the program has them, never as row numbers."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle.optimizer import SGD, Adagrad, Adam
from tests.debug.eager_runs import LONG

TABLE = "embedding_0.w_0"
MADE = {
    "sgd_rows": lambda ps: SGD(0.1, parameters=ps),
    "adagrad_rows": lambda ps: Adagrad(0.1, parameters=ps),
    "adam_rows": lambda ps: Adam(0.1, parameters=ps, lazy_mode=True),
}


def ended(body):
    """A run that is over, and that is not the newest one of the process: its Tensors end with it."""
    run = debug.Run(body).start()
    run.wait(LONG)
    return run


def train(make, scale, seen):
    """Steps of two optimizers, so that the gradient of the table is of the step before; `seen` takes gradients."""
    with paddle.utils.unique_name.guard():
        paddle.seed(0)
        table, fc = paddle.nn.Embedding(30, 4, sparse=True), paddle.nn.Linear(4, 1)
        first, second = Adam(0.1, parameters=fc.parameters()), make(table.parameters())
        scaler = paddle.amp.GradScaler(enable=scale, init_loss_scaling=512.0)
        rng = np.random.default_rng(0)
        for _ in range(4):
            ids = paddle.to_tensor(rng.integers(0, 30, 6))
            loss = paddle.mean((fc(table(ids)) - 1.0) ** 2)
            scaler.scale(loss).backward()
            for optimizer in (first, second):
                scaler.step(optimizer)
            seen.append((table.weight.grad.numpy(), table.weight.numpy()))
            scaler.update()
            for optimizer in (first, second):
                optimizer.clear_grad()


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("op", MADE)
def test_the_gradient_of_a_table_is_what_the_program_has(op, scale):
    seen = []
    run = ended(lambda: train(MADE[op], scale, seen))
    for number, (gradient, weight) in enumerate(seen):
        run.goto(2 * number + 2, f"op:{op}")
        assert run.value(TABLE + "@GRAD").tobytes() == gradient.tobytes(), number
        rows = run.value("rows")
        assert rows.dtype == "int64" and sorted({*rows.tolist()}) == [*np.flatnonzero(gradient.any(axis=1))]
        run.run_to_end()
        assert run.value(TABLE + "@GRAD").tobytes() == gradient.tobytes()
        assert run.value(TABLE).tobytes() == weight.tobytes()


@pytest.mark.parametrize("op", ["adagrad_rows", "adam_rows"])
def test_what_an_update_of_rows_makes_has_the_names_of_the_state(op):
    run = ended(lambda: train(MADE[op], False, []))
    run.goto(4, f"op:{op}")
    record = run.session.driver.navigator.past.record
    made = next(o for o in record.operators() if o.type.startswith(op.removesuffix("_rows")) or o.op.name == op)
    states = [name for name in made.op.inputs if name not in ("param", "rows", "values", "learning_rate")]
    assert list(made.outputs) == [TABLE, *(made.inputs[made.op.inputs.index(state)] for state in states)]
    assert all(name.startswith(TABLE) for name in made.outputs)


@pytest.mark.parametrize("op", MADE)
def test_no_rule_fails_where_a_gradient_is_of_rows(op):
    def body():
        paddle.seed(0)
        table, fc = paddle.nn.Embedding(30, 4, sparse=True), paddle.nn.Linear(4, 1)
        optimizer = MADE[op]([*table.parameters(), *fc.parameters()])
        for number in range(4):
            paddle.mean((fc(table(paddle.to_tensor([1, 2, 3, 4, 5, 6 + number]))) - 1.0) ** 2).backward()
            optimizer.step()
            optimizer.clear_grad()

    run = ended(body)
    assert not [finding for finding in run.findings if "the rule has failed" in finding.evidence]


def test_one_optimizer_with_scaling_shows_the_unscaled_gradient_when_it_has_unscaled_it():
    kept = []

    def body():
        table = paddle.nn.Embedding(30, 4, sparse=True)
        table.weight.name = "table"
        optimizer = SGD(0.1, parameters=table.parameters())
        scaler = paddle.amp.GradScaler(init_loss_scaling=512.0)
        for number in range(3):
            scaler.scale(paddle.mean(table(paddle.to_tensor([1, 2, number])) ** 2)).backward()
            kept.append(table.weight.grad.numpy())
            scaler.unscale_(optimizer)
            paddle.tanh(paddle.ones([2]))
            kept.append(table.weight.grad.numpy())
            scaler.step(optimizer)
            scaler.update()
            optimizer.clear_grad()

    run = ended(body)
    for number in range(3):
        run.goto(number + 1, "op:tanh")
        assert run.value("table@GRAD").tobytes() == kept[2 * number + 1].tobytes() != kept[2 * number].tobytes()


def test_steps_are_condensed_beside_rows_of_other_code():
    """A gradient as rows of a Tensor that the run does not use, such as one of a cell before, prevents nothing."""
    table = paddle.nn.Embedding(30, 4, sparse=True)
    table(paddle.to_tensor(np.array([1, 2]))).sum().backward()
    assert table.weight.grad is not None

    def body():
        fc = paddle.nn.Linear(4, 1)
        optimizer = SGD(0.1, parameters=fc.parameters())
        for _ in range(4):
            paddle.mean(fc(paddle.ones([2, 4])) ** 2).backward()
            optimizer.step()
            optimizer.clear_grad()

    steps = [*ended(body).session.driver.journal.steps()]
    assert len(steps) == 4 and all(record.condensed_bytes for record in steps)
    with_rows = [*ended(lambda: train(MADE["sgd_rows"], False, [])).session.driver.journal.steps()]
    assert not any(record.condensed_bytes for record in with_rows[1:])  # these read rows, or change them
