"""Slices and pins of a recorded run: of the place where it is, compared with another step."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.events import FetchSlice, Goto, PinChanged, PinValue, SliceSeen

TANH_OF_STEP_3 = (3, (3, 5, 6), ("reduce_sum", "reduce_sum_grad", "tanh_grad"))  # step, numbers, types


@pytest.fixture
def run():
    paddle.enable_static()
    x = paddle.static.data("x", [2, 3], "float32")
    paddle.tanh(paddle.scale(x, 2.0, name="doubled"))
    y = paddle.static.default_main_program().global_block().ops[-1].outputs[0]
    exe = paddle.static.Executor()

    def train():
        for step in range(1, 4):
            exe.run(feed={"x": np.full((2, 3), step, "float32")}, fetch_list=[y])

    run = debug.start(train)
    run.wait()
    return run


def asked(run, kind, **fields):
    found = []
    run.subscribe(found.extend)
    answer = run.ask(kind, **fields)
    run.flush()
    run.unsubscribe(found.extend)
    return answer, next((e for e in found if isinstance(e, SliceSeen | PinChanged)), None)


def test_a_pin_of_one_step_is_compared_with_another(run):
    doubled = paddle.static.default_main_program().global_block().ops[0].outputs[0]
    last = paddle.static.default_main_program().global_block().ops[-1].id
    assert run.ask(Goto, step=1, op=last).ok
    _, pinned = asked(run, PinValue, name=doubled)
    assert (pinned.name, pinned.step, pinned.shape) == (doubled, 1, (2, 3))
    assert run.ask(Goto, step=3, op=last).ok
    _, slice_ = asked(run, FetchSlice, name=doubled)
    assert slice_.step == 3 and set(slice_.numbers) == {"6.0"}
    assert (slice_.readers, slice_.reader_types) == ((last,), ("tanh",))
    assert slice_.writers == (paddle.static.default_main_program().global_block().ops[0].id,)
    assert asked(run, FetchSlice, name="x")[1].writers == (-1,)  # no operator of the program
    _, difference = asked(run, FetchSlice, name=doubled, difference=True)
    assert set(difference.numbers) == {"4.0"} and difference.difference == f"{doubled} of step 1"


def test_what_cannot_be_shown_is_refused(run):
    x = "x"
    assert run.ask(Goto, step=2).ok
    assert "no value was pinned" in asked(run, FetchSlice, name=x, difference=True)[0].text
    assert "has no value here" in asked(run, FetchSlice, name="nothing")[0].text
    assert "axis" in asked(run, FetchSlice, name=x, rows=0, cols=-1, index="0,9")[0].text
    assert asked(run, PinValue, name="")[1] == PinChanged()


def test_readers_of_eager_code_are_those_of_the_step_of_the_value():
    """The first step has a call more, so other calls have the numbers in later steps."""

    def train():
        weight = paddle.create_parameter([2], "float32")
        sgd = paddle.optimizer.SGD(0.1, parameters=[weight])
        for step in range(3):
            x = paddle.full([2], 3.0) if step else paddle.full([2], 1.0) + 2.0
            h = paddle.tanh(x * weight)
            loss = h.sum()
            unread = paddle.exp(x)  # noqa: F841
            loss.backward()
            sgd.step()
            sgd.clear_grad()

    run = debug.start(train, taps=["*"])
    run.wait()

    def users(name):
        found = asked(run, FetchSlice, name=name)[1]
        return found.step, found.readers, found.reader_types

    assert [users(name) for name in ("tanh_2", "exp_4")] == [TANH_OF_STEP_3, (3, (-1,), ())]
    run.goto(1)
    assert [users(name) for name in ("tanh_2", "exp_4")] == [TANH_OF_STEP_3, (3, (-1,), ())]
    assert [users(name) for name in ("tanh_3", "exp_5")] == [
        (1, (4, 6, 7), ("reduce_sum", "reduce_sum_grad", "tanh_grad")),
        (1, (-1,), ()),
    ]
    run.goto(3)
    assert "read by reduce_sum (3), reduce_sum_grad (5)" in str(run.look("h"))  # of step 2
