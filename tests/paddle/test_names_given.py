"""`name=` names things: the result of `tanh(x, name="h")` is `h.tmp_0`, as in Paddle."""

import pytest

from opscope import paddle


@pytest.fixture
def x():
    paddle.enable_static()
    return paddle.static.data("x", [2, 3], "float32")


def test_an_op_names_its_result(x):
    assert paddle.tanh(x, name="h").name == "h.tmp_0"


def test_a_composition_names_its_results(x):
    assert paddle.reshape(x, [3, 2], name="flat").name == "flat.tmp_0"
    assert paddle.nn.functional.relu6(x, name="six").name.startswith("six.tmp_")


def test_the_name_is_gone_afterwards(x):
    paddle.tanh(x, name="h")
    assert paddle.tanh(x).name == "tanh_0.tmp_0"


def test_the_name_is_gone_after_an_error(x):
    with pytest.raises(ValueError, match="reshape"):
        paddle.reshape(x, [4, 2], name="flat")
    assert paddle.tanh(x).name == "tanh_0.tmp_0"
