"""Names of elements and attributes mean what they mean in the function that owns their variable, or nothing."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.eager.watch import watched
from tests.names.frame_reference import FrameNames, compared
from tests.names.object_programs import ALL, TRAINING, two_optimizers


def names_answered(body):
    """The names that mean something else than in the user's functions, and the share of names that have a value."""
    paddle.disable_static()
    paddle.seed(0)
    run = debug.start(body)
    run.wait()
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    notes = FrameNames({name for record in records for name in record.names.bindings})
    paddle.seed(0)
    with watched(notes):
        body()
    return compared(records, notes.places, np.array_equal)


@pytest.mark.parametrize("body", ALL, ids=lambda body: body.__name__)
def test_an_element_of_an_object_is_that_of_the_running_function(body):
    """In the second of two blocks self.hidden was that of the first; st['x'] was what it was before `use(st)`."""
    wrong, share = names_answered(body)
    assert not wrong
    assert share > 0.6


@pytest.mark.parametrize("body", TRAINING, ids=lambda body: body.__name__)
def test_a_variable_has_its_value_after_the_step_that_made_it(body):
    """In a GAN 539 of 1,372 names had no value: the discriminator's step was over."""
    wrong, share = names_answered(body)
    assert not wrong
    assert share > TRAINING[body]


def test_the_name_of_a_value_of_an_earlier_step_shows_the_step():
    paddle.disable_static()
    run = debug.start(two_optimizers)
    run.wait()
    losses = run.values("d_loss")
    assert {1, 3, 5} <= set(losses)
    assert not {2, 4, 6} & set(losses)  # a value belongs to the step that made it
    run.goto(4, "op:matmul_v2")
    assert run.look("d_loss").name.endswith("@STEP@3")
    assert run.look("d_loss").step == 3 and "in step 4" not in str(run.look("d_loss"))
    assert run.value("d_loss") == losses[3]
    assert run.evaluate("d_loss * 2") == losses[3] * 2
    assert run.value("d_loss@GRAD") == 1.0
    why = run.why("d_loss")
    assert why.chain[0].step == 3 and why.chain[0].value == losses[3]  # it was "given", in step 4


def summed():
    net = paddle.nn.Linear(2, 2)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    for _ in range(4):
        losses = []
        for _ in range(3):
            loss = net(paddle.ones([2, 2])).mean()
            loss.backward()
            losses.append(loss)
        total = sum(losses)
        optimizer.step()
        optimizer.clear_grad()
    return total


def test_a_function_of_python_names_its_result_in_warm_code():
    """CPython 3.11 stands at another instruction of `sum(losses)` once it is warm: then there was no name."""
    paddle.disable_static()
    run = debug.start(summed)
    run.wait()
    assert list(run.values("total")) == [1, 2, 3, 4]
