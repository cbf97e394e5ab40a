"""auto_cast: what runs in float16, what in float32, and that gradients come back in the parameters' dtype."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.state import mode, reset
from opscope.eager.watch import watched
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UnsupportedError, UsageError
from opscope.ops.registry import REGISTRY
from opscope.paddle.amp import amp_guard, auto_cast, is_bfloat16_supported, is_float16_supported
from opscope.paddle.optimizer import SGD

F = paddle.nn.functional
RNG = np.random.default_rng(0)


def full(*shape):
    return paddle.to_tensor(RNG.uniform(0.5, 1.5, shape).astype("float32"))


def half(*shape):
    return full(*shape).astype("float16")


WHITE = {
    "matmul": lambda x: paddle.matmul(x(2, 3), x(3, 2)),
    "conv2d": lambda x: F.conv2d(x(1, 1, 3, 3), x(1, 1, 2, 2)),
    "mixed inputs": lambda x: paddle.matmul(half(2, 3), x(3, 2)),
}
BLACK = {
    "softmax": lambda x: F.softmax(x(2, 3)),
    "log": lambda x: paddle.log(x(2, 3)),
    "mean": lambda x: x(2, 3).mean(),
    "sum": lambda x: x(2, 3).sum(),
    "cross_entropy": lambda x: F.cross_entropy(x(2, 3), paddle.to_tensor([0, 1])),
    "layer_norm": lambda x: F.layer_norm(x(2, 3), 3),
}
OTHERS = {
    "relu": lambda x: F.relu(x(2, 3)),
    "add": lambda x: x(2, 3) + x(3),
    "concat": lambda x: paddle.concat([x(1), x(2)]),
}
kinds = pytest.mark.parametrize("x", [full, half], ids=["float32", "float16"])


@kinds
@pytest.mark.parametrize("name", WHITE)
def test_white_ops_run_in_float16_at_every_level(name, x):
    for level in ("OD", "O1", "O2"):
        with auto_cast(level=level):
            assert WHITE[name](x).dtype == paddle.float16


@kinds
@pytest.mark.parametrize("name", BLACK)
def test_black_ops_run_in_float32(name, x):
    with auto_cast():
        assert BLACK[name](x).dtype == paddle.float32
    with auto_cast(level="O2"):  # which has them not on its list
        assert BLACK[name](x).dtype == x(1).dtype


@kinds
@pytest.mark.parametrize("name", OTHERS)
def test_other_ops_take_what_is_widest(name, x):
    for level in ("O1", "O2"):
        with auto_cast(level=level):
            assert OTHERS[name](x).dtype == x(1).dtype
    with auto_cast(level="OD"):
        assert OTHERS[name](x).dtype == paddle.float32
    with auto_cast(level="O2", use_promote=False):
        assert OTHERS[name](x).dtype == paddle.float16


def test_mixed_inputs_of_other_ops_become_float32():
    with auto_cast():
        assert (half(2) + full(2)).dtype == paddle.float32
    with auto_cast(level="O2", use_promote=False):
        assert (half(2) + full(2)).dtype == paddle.float16


def test_only_float16_and_float32_are_cast():
    wide, whole = paddle.to_tensor(np.ones((2, 2))), paddle.to_tensor([1, 2])
    with auto_cast():
        assert paddle.matmul(wide, wide).dtype == paddle.float64
        assert (whole + whole).dtype == paddle.int64
        assert paddle.zeros([2]).dtype == paddle.float32
        assert full(2).astype("float64").dtype == paddle.float64


def test_custom_lists_go_before():
    with auto_cast(custom_white_list={"elementwise_add", "softmax"}, custom_black_list={"matmul_v2"}):
        assert (full(2) + full(2)).dtype == F.softmax(full(2)).dtype == paddle.float16
        assert paddle.matmul(half(2, 2), half(2, 2)).dtype == paddle.float32


def test_a_name_that_is_no_operators_is_reported():
    said = "contains 'sofmax', but opscope has no operator(.|\n)*did you mean 'softmax'"
    with pytest.warns(OpscopeWarning, match=said) as seen, auto_cast(custom_white_list=["sofmax"]):
        pass
    assert seen[0].filename == __file__
    with auto_cast(custom_black_list={"c_softmax_with_cross_entropy"}):  # Paddle's own
        pass


def test_normalization_follows_x_and_leaves_its_statistics():
    ones, zeros = (paddle.to_tensor(np.full(2, v, "float32")) for v in (1, 0))
    for x in (full(4, 2), half(4, 2)):
        with auto_cast():
            y, mean, *_ = REGISTRY["batch_norm"](x, zeros, ones, ones, ones)
        assert y.dtype == x.dtype and mean.dtype == paddle.float32
    with auto_cast(level="O2", use_promote=False):
        y, mean, *_ = REGISTRY["batch_norm"](full(4, 2), zeros, ones, ones, ones)
    assert y.dtype == paddle.float16 and mean.dtype == paddle.float32


def test_gradients_come_back_in_the_dtype_of_the_parameters():
    x, w = full(4, 3), full(3, 2)
    w.stop_gradient = False
    with auto_cast():
        loss = F.softmax(paddle.matmul(x, w)).square().mean()
    loss.backward()
    mixed = w.grad.numpy()
    w.clear_grad(False)
    F.softmax(paddle.matmul(x, w)).square().mean().backward()
    assert mixed.dtype == np.float32 and not np.array_equal(mixed, w.grad)
    np.testing.assert_allclose(mixed, w.grad, atol=2e-3)


def test_optimizers_are_left_alone():
    w = full(3)
    w.stop_gradient, w.grad = False, full(3)
    before, grad = w.numpy(), w.grad.numpy()
    with auto_cast(level="O2", use_promote=False):
        SGD(0.1, parameters=[w], weight_decay=0.25).step()
        assert mode.cast is not None
    wanted = before - np.float32(0.1) * (grad + before * np.float32(0.25))
    assert w.dtype == paddle.float32 and np.array_equal(w, wanted)


def test_the_block_ends_and_may_be_nested():
    with auto_cast():
        with auto_cast(enable=False):
            assert paddle.matmul(full(2, 2), full(2, 2)).dtype == paddle.float32
        with auto_cast(level="O0"):
            assert paddle.matmul(full(2, 2), full(2, 2)).dtype == paddle.float32
        assert paddle.matmul(full(2, 2), full(2, 2)).dtype == paddle.float16
    assert mode.cast is None
    with pytest.raises(KeyError), amp_guard():
        raise KeyError
    assert mode.cast is None
    with auto_cast():
        reset()
        assert mode.cast is None


def test_as_a_decorator():
    @auto_cast()
    def product(x):
        return paddle.matmul(x, x)

    assert product(full(2, 2)).dtype == paddle.float16 and mode.cast is None


class Notes:
    def __init__(self):
        self.seen = []

    def before(self, call):
        self.seen.append((call.op.name, call.depth))

    def after(self, call):
        pass


def test_casts_are_seen_by_who_watches_wherever_the_blocks_begin():
    casts = [("matmul", 0), ("cast", 1), ("cast", 1)]
    x = full(2, 2)
    notes = Notes()
    with auto_cast(), watched(notes):
        paddle.matmul(x, x)
    assert notes.seen == casts
    notes = Notes()
    with watched(notes), auto_cast():
        paddle.matmul(x, x)
    assert notes.seen == casts


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"dtype": "bfloat16"}, UnsupportedError, "bfloat16 is not supported, because NumPy has no bfloat16"),
        ({"dtype": "float64"}, ArgumentError, "dtype should be 'float16' or 'bfloat16'"),
        ({"level": "O3"}, ArgumentError, "level should be O0, OD, O1 or O2"),
        ({"custom_white_list": "matmul"}, UsageError, "must be a set of operator names"),
        ({"custom_white_list": {1}}, UsageError, "must be a set of operator names"),
        (
            {"custom_white_list": {"exp"}, "custom_black_list": {"exp"}},
            ArgumentError,
            "both contain exp",
        ),
    ],
    ids=["bfloat16", "float64", "level", "string", "number", "both"],
)
def test_arguments_are_checked(options, error, message):
    with pytest.raises(error, match=message), auto_cast(**options):
        pass


def test_programs_have_their_own():
    paddle.enable_static()
    with pytest.raises(ModeError, match="auto_cast works only in dygraph mode"), auto_cast():
        pass


def test_what_is_supported():
    assert is_float16_supported() and not is_bfloat16_supported()
