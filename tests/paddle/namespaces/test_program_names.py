"""Paddle's private names of programs: masks of attention, inputs and outputs of a block."""

import importlib

import pytest

from opscope import paddle
from opscope.paddle import static


def test_masks_are_converted():
    convert = importlib.import_module("opscope.paddle.nn.layer.transformer")._convert_attention_mask
    assert convert(None, "float32") is None
    for mask in ([True, False], [1, 0]):
        assert convert(paddle.to_tensor(mask), "float32").tolist() == [0, -1e9]
    floats = convert(paddle.to_tensor([0.5, -3.0], "float64"), "float32")
    assert floats.dtype is paddle.float32 and floats.tolist() == [0.5, -3.0]


def test_what_a_block_takes_and_writes():
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, i = static.data("x", [1]), paddle.full([1], 0, "int64")
        static.nn.while_loop(lambda i, y: i < 3, lambda i, y: [i + 1, y + x], [i, paddle.ones([1])])
    body = main.block(2)
    read, written = paddle.utils.get_inputs_outputs_in_block(body)
    assert "x" in read and all(not body.has_var(n) for n in read | written)
    for given, words in ((main.block(0), "sub-block"), (main, "needs a Block")):
        with pytest.raises(AssertionError, match=words):
            paddle.utils.get_inputs_outputs_in_block(given)
