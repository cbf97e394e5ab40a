"""Functions as programs use them, written as Paddle's operators: what is read again computes the same."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.paddle.model_files.read_program import read_program, read_spec
from opscope.paddle.model_files.schema import program_desc_class
from opscope.paddle.static.inference import serialize_program
from opscope.runtime.executor import Executor

F = paddle.nn.functional


@pytest.fixture
def static_mode():
    paddle.enable_static()


FEED = {
    "x": np.sin(np.arange(48) * 1.3).reshape(2, 3, 8).astype("float32"),
    "im": np.cos(np.arange(288)).reshape(2, 4, 6, 6).astype("float32"),
    "i": np.array([[1, 0, 2], [2, 2, 1]]),
}
# Paddle 2.6.2 opens the files of all of these, and computes the same
FUNCTIONS = {
    "norm": lambda x, im, i: paddle.norm(x),
    "norm of an axis": lambda x, im, i: paddle.norm(x, 1, -1),
    "normalize": lambda x, im, i: F.normalize(x, axis=2),
    "logsumexp": lambda x, im, i: paddle.logsumexp(x, [1]),
    "cumprod": lambda x, im, i: paddle.cumprod(x, 1),
    "argsort": lambda x, im, i: paddle.argsort(x, 1, descending=True),
    "median": lambda x, im, i: paddle.median(x, 1),
    "expand_as": lambda x, im, i: paddle.expand_as(x[:, :1], x),
    "roll": lambda x, im, i: paddle.roll(x, 2),
    "roll of axes": lambda x, im, i: paddle.roll(x, [1, 2], [1, 2]),
    "turned": lambda x, im, i: x[:, ::-1],
    "turned in part": lambda x, im, i: x[:, :, 6:1:-2],
    "a new axis": lambda x, im, i: x[:, None, 0, ..., None],
    "strided_slice": lambda x, im, i: paddle.strided_slice(x, [1, 2], [0, 6], [3, 0], [2, -2]),
    "index_sample": lambda x, im, i: paddle.index_sample(x[:, 0], i),
    "take_along_axis": lambda x, im, i: paddle.take_along_axis(x[:, 0], i, -1),
    "where of a number": lambda x, im, i: paddle.where(x > 0, x, paddle.zeros([1])),
    "where of shapes": lambda x, im, i: paddle.where(x[:1] > 0, x[:, :, :1], x[0, 0]),
    "atan2": lambda x, im, i: paddle.atan2(x, x + 2),
    "lerp": lambda x, im, i: paddle.lerp(x, x * 2, 0.3),
    "eye": lambda x, im, i: paddle.eye(3) + x[0, :, :3],
    "diag": lambda x, im, i: paddle.diag(x[0, 0]),
    "diagonal": lambda x, im, i: paddle.diagonal(x, 1, 1, 2),
    "trace": lambda x, im, i: paddle.trace(x, -1, 2, 1),
    "linspace": lambda x, im, i: paddle.linspace(0, 1, 8) + x,
    "zeros_like": lambda x, im, i: paddle.zeros_like(x) + 1,
    "numel": lambda x, im, i: paddle.numel(x),
    "unfold": lambda x, im, i: F.unfold(im, 3, 1, 1),
    "add_n": lambda x, im, i: paddle.add_n([x, x, x]),
    "meshgrid": lambda x, im, i: paddle.meshgrid(x[0, 0], x[0, 1])[1],
    "multiplex": lambda x, im, i: paddle.multiplex([x[:, 0], x[:, 1]], paddle.cast(i[:, :1] * 0 + 1, "int32")),
    "searchsorted": lambda x, im, i: paddle.searchsorted(paddle.arange(5, dtype="float32"), x),
    "binary_cross_entropy": lambda x, im, i: F.binary_cross_entropy_with_logits(x, F.sigmoid(x)),
    "attention": lambda x, im, i: F.softmax(paddle.matmul(x, x, transpose_y=True) / 8**0.5, -1) @ x,
}


def run(program, feed, fetches):
    return Executor().run(program, feed={k: v for k, v in feed.items() if program.global_block().has_var(k)},
                          fetch_list=fetches)  # fmt: skip


def written(function):
    """(the program of a function, its result, the bytes of its file)."""
    with static.program_guard(program := static.Program(), static.Program()):
        x, im = static.data("x", [None, 3, 8]), static.data("im", [None, 4, 6, 6])
        i = static.data("i", [None, 3], "int64")
        out = function(x, im, i)
        used = {n for operator in program.global_block().ops for n in operator.input_arg_names}
        feeds = [v for v in (x, im, i) if v.name in used]
        return program, out, serialize_program(feeds, [out], program=program, format="paddle")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, static_mode):
    program, out, content = written(FUNCTIONS[name])
    again, _, fetches = read_program(content)
    (made,), (wanted,) = run(again, FEED, fetches), run(program, FEED, [out])
    assert (made.dtype, made.shape) == (wanted.dtype, wanted.shape)
    np.testing.assert_allclose(made, wanted, rtol=1e-6, atol=1e-7)


def test_what_paddle_writes_beside_the_attributes_that_count(static_mode):
    """frobenius_norm has out_dtype -1, statistics [N * C] have the dim -4: neither warns, or is refused."""
    desc = program_desc_class().FromString(written(lambda x, im, i: paddle.sum(x, [1]))[2])
    desc.blocks[0].ops[1].attrs.add(name="out_dtype", type=0, i=-1)
    extra = desc.blocks[0].vars.add(name="statistics")
    extra.CopyFrom(desc.blocks[0].vars[-2])
    extra.name, extra.type.lod_tensor.tensor.dims[:] = "statistics", [-4]
    program, _, fetches = read_program(desc.SerializeToString())
    np.testing.assert_allclose(run(program, FEED, fetches)[0], FEED["x"].sum(1), rtol=1e-6)
    assert read_spec(extra.type.lod_tensor.tensor, "statistics").shape == (None,)


@pytest.mark.parametrize("start, end, stride, wanted", [
    (5, -1, -1, [5, 4, 3, 2, 1, 0]), (2**31 - 1, -1, -2, [5, 3, 1]), (3, -1, -1, [3, 2, 1, 0]),
    (-1, -6, -1, [5, 4, 3, 2, 1]), (0, -1, 1, [0, 1, 2, 3, 4]),
])  # fmt: skip
def test_an_end_of_minus_one_with_a_negative_stride(start, end, stride, wanted):
    """Paddle 2.6.2's numbers; its files of x[::-1] have this end."""
    assert paddle.strided_slice(paddle.arange(6), [0], [start], [end], [stride]).tolist() == wanted


def test_one_hot_of_numbers_that_are_no_class(static_mode):
    block = static.default_main_program().global_block()
    ids = static.data("ids", [None], "int64")
    for name, allowed in (("open", True), ("closed", False)):
        out = block.create_var(name=name, dtype="float32", shape=[-1, 3])
        attrs = {"depth": 3, "dtype": 5, "allow_out_of_range": allowed}
        block.append_op(type="one_hot_v2", inputs={"X": [ids]}, outputs={"Out": [out]}, attrs=attrs)
    feed = {"ids": np.array([1, 7, -1])}
    exe = Executor()
    (made,) = exe.run(feed=feed, fetch_list=["open"], use_prune=True)
    assert made.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    with pytest.raises(ValueError, match="7"):
        exe.run(feed=feed, fetch_list=["closed"])
