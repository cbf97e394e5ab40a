"""Errors of ops that run at once say which op, on which values, on which line, how to mend it: never bare NumPy's."""

import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle.nn import functional as F  # noqa: N812


def ones(*shape: int):
    return paddle.ones(list(shape))


def ids(*values: int):
    return paddle.to_tensor(list(values))


# what is called, the error's built-in type, its words
CASES = {
    "matmul": (lambda: paddle.matmul(ones(2, 3), ones(4, 5)), ValueError, "matmul: the inner dims differ, 3 and 4"),
    "add": (
        lambda: ones(2, 3) + ones(4, 5),
        ValueError,
        r"add: Broadcast dimension mismatch. Operands could not be broadcast together with the shape of X = \[2, 3\]",
    ),
    "axis": (lambda: paddle.argmax(ones(2, 3), 5), ValueError, "argmax: axis 5 is out of range for rank 2"),
    "concat": (lambda: paddle.concat([ones(2, 3), ones(4, 5)]), ValueError, "concat: the shapes of the inputs differ"),
    "gather": (
        lambda: paddle.gather(ones(2, 3), ids(7)),
        IndexError,
        "The element of Index must be less than the size of input dim size of axis which is 2, but received index "
        "element which is 7",
    ),
    "gather below": (lambda: paddle.gather(ones(2, 3), ids(-1)), IndexError, "or equal to 0, but .* which is -1"),
    "getitem": (lambda: ones(2, 3)[5], ValueError, "getitem: index 5 is out of range for a dim of 2"),
    "channels": (lambda: F.conv2d(ones(1, 3, 4, 4), ones(2, 2, 3, 3)), ValueError, "conv2d: x has 3 channels"),
    "embedding": (
        lambda: F.embedding(ids(9), ones(3, 2)),
        ValueError,
        r"Variable value \(input\) of OP\(fluid.layers.embedding\) expected >= 0 and < 3, but got 9",
    ),
    "embedding below": (lambda: F.embedding(ids(-1), ones(3, 2)), ValueError, "but got -1"),
    "one_hot": (
        lambda: F.one_hot(ids(5), 3),
        ValueError,
        r"Illegal index value, Input\(input\) value should be less than Input\(depth\), but received input \(5\) "
        r"not less than depth \(3\)",
    ),
    "label": (
        lambda: F.cross_entropy(ones(2, 3), ids(1, 5)),
        IndexError,
        r"label value should less than the shape of axis dimension when label value\(5\) not equal to "
        r"ignore_index\(-100\), But received label value as 5 and shape of axis dimension is 3",
    ),
    "label below": (lambda: F.cross_entropy(ones(2, 3), ids(1, -5)), IndexError, r"label value should >= 0 when"),
    "nll label": (lambda: F.nll_loss(ones(2, 3), ids(1, 3)), ValueError, "label value should less than"),
    "topk": (lambda: paddle.topk(ones(2, 3), 9), ValueError, "topk: k = 9 is more than the 3 values"),
    "layer_norm": (lambda: F.layer_norm(ones(2, 3), [4]), ValueError, r"layer_norm: the last dims of x must be \[4\]"),
    "dtype": (lambda: ones(2) & ones(2), (TypeError, RuntimeError), "bitwise_and"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_every_error_is_explained(name: str):
    call, kind, words = CASES[name]
    with pytest.raises(kind, match=words) as raised:
        call()
    assert isinstance(raised.value, OpscopeError)
    text = str(raised.value)
    assert "created at " in text and "test_errors.py:" in text
    assert "float32[" in text or "int64[" in text


def test_the_values_and_attributes_are_shown():
    with pytest.raises(ValueError, match="cumsum") as raised:
        paddle.cumsum(ones(2, 3), axis=4)
    lines = [line.strip() for line in str(raised.value).splitlines()]
    assert "x     float32[2, 3]" in lines and "axis  4" in lines
    assert "paddle.cumsum(ones(2, 3), axis=4)" in lines


def test_labels_to_ignore_are_no_error():
    """And the mean is over the others, as in Paddle 2.6.2, also with the default of -100."""
    logits = paddle.to_tensor([[0.0, 1, 2], [3, 4, 5]])
    for ignored in (-100, -1, 0):
        loss = F.cross_entropy(logits, ids(ignored, 1), ignore_index=ignored)
        assert float(loss) == pytest.approx(1.4076058864593506)


def test_a_program_refuses_labels_in_its_run():
    """In the plan (first run) and lowered (later ones); the executor stays usable."""
    paddle.enable_static()
    logits = paddle.static.data("logits", [None, 3])
    loss = F.cross_entropy(logits, paddle.static.data("label", [None, 1], "int64"))
    exe = paddle.static.Executor()

    def run(*labels: int):
        fed = {"logits": [[0.0, 1, 2], [3, 4, 5]], "label": [[v] for v in labels]}
        return float(exe.run(feed=fed, fetch_list=[loss])[0])

    for _ in range(3):
        assert run(0, 1) == pytest.approx(1.9076058864593506)
        with pytest.raises(IndexError, match="label value should less than") as raised:
            run(0, 3)
        assert "F.cross_entropy(logits" in str(raised.value)


def test_an_error_of_the_user_s_own_function_stays_itself():
    class Mine(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Mine.apply(ones(2))
