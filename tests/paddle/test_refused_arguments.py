"""What Paddle 2.6.2 refuses, and what would be a wrong result in silence."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle import static

F = paddle.nn.functional

REFUSED = {
    "classes that are not integers": (lambda x, i: F.cross_entropy(x, x), r"takes integers as labels.*float32"),
    "several classes a row": (
        lambda x, i: F.cross_entropy(x, paddle.concat([i, i], 1)), r"takes one label for each row, but received 2"
    ),
    "integers as probabilities": (
        lambda x, i: F.cross_entropy(x, i, soft_label=True), r"takes probabilities as labels.*int64"
    ),
    "more shifts than axes": (lambda x, i: paddle.roll(x, [1, 2], axis=[0]), r"one shift for each axis.*2 and 1"),
    "a text as an axis": (lambda x, i: paddle.sum(x, axis="0"), r"an axis must be a whole number.*not '0'"),
    "no number to fill with": (lambda x, i: paddle.full([2], None), r"takes a number as fill_value"),
    "a mask of integers": (lambda x, i: paddle.masked_select(x, i), r"the mask of masked_select must be bool.*int64"),
    "no probabilities": (lambda x, i: paddle.bernoulli(x), r"bernoulli needs probabilities"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("mode", ["static", "dygraph"])
def test_it_is_refused(mode, name):
    call, text = REFUSED[name]
    values = np.arange(12, dtype="float32").reshape(3, 4), np.array([[0], [1], [2]])
    (paddle.enable_static if mode == "static" else paddle.disable_static)()

    def run():
        if mode == "dygraph":
            return call(*map(paddle.to_tensor, values))
        with static.program_guard(static.Program()):
            out = call(static.data("x", [None, 4], "float32"), static.data("i", [None, 1], "int64"))
            return static.Executor().run(feed=dict(zip("xi", values, strict=True)), fetch_list=[out])

    with pytest.raises(OpscopeError, match=f"(?s){text}"):
        run()


def test_a_branch_is_not_chosen_by_many_elements():
    """It was NumPy's "truth value of an array", when the program ran."""
    paddle.enable_static()
    with static.program_guard(static.Program()):
        x = static.data("x", [None, 4], "float32")
        with pytest.raises(OpscopeError, match=r"(?s)pred of cond must have one element.*paddle\.any"):
            static.nn.cond(x < 1, lambda: x, lambda: -x)
        static.nn.cond(static.data("any", [None], "bool"), lambda: x, lambda: -x)  # known when it runs


def test_what_is_meant_goes_on():
    paddle.disable_static()
    x = paddle.to_tensor(np.arange(6, dtype="float32").reshape(2, 3))
    labels = paddle.to_tensor([1, 2])
    hard = F.cross_entropy(x, labels)
    soft = F.cross_entropy(x, F.one_hot(labels, 3), soft_label=True)
    assert float(hard) == pytest.approx(float(soft))
    assert float(F.cross_entropy(x, labels, label_smoothing=0.1)) > 0
    for shifts, axis in ((1, None), ([1], 0), (1, [1]), ([1, 2], [0, 1]), ([1, 2], None)):
        np.testing.assert_array_equal(paddle.roll(x, shifts, axis).numpy().sum(), x.numpy().sum())
