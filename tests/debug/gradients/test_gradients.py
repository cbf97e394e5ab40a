"""A check of gradients finds the wrong ones, says how they are wrong and where they are written; it touches nothing."""

import random
import re
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle.autograd import PyLayer

NUMBERS = (i for i in range(1, 1000))


def layer(forward: Any, backward: Any) -> type[PyLayer]:
    return type("Own", (PyLayer,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def saving(forward: Any) -> Any:
    def saved(ctx: Any, *xs: Any) -> Any:
        ctx.save_for_backward(*xs)
        return forward(*xs)

    return saved


def tensor(*shape: int, dtype: str = "float32") -> Any:
    rng = np.random.default_rng(3)
    values = rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if dtype[0] == "c" else 0)
    found = paddle.to_tensor(np.asarray(values, dtype))
    found.stop_gradient = False
    return found


def checked(own: type[PyLayer], *args: Any, **kwargs: Any) -> debug.Checks:
    return debug.check(lambda: own.apply(*args, **kwargs))


TWICE = saving(lambda x: paddle.tanh(x))
BACK = lambda ctx, d: d * (1 - paddle.tanh(ctx.saved_tensor()[0]) ** 2)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (20, 20)])
def test_a_right_gradient_is_right(shape: tuple[int, ...], dtype: str):
    (found,) = checked(layer(TWICE, BACK), tensor(*shape, dtype=dtype))
    assert found.right is True and found.of == "argument 0"


@pytest.mark.parametrize("factor", [0.998, 1.005, 1.01, 1.03, 1.3])
def test_a_small_factor_is_wrong_at_any_value(factor: float):
    """The steps that confirm a fault end where rounding would hide it: shorter ones agreed with three of five."""
    own = layer(saving(lambda x: x * x), lambda ctx, d: 2 * factor * d * ctx.saved_tensor()[0])
    for value in np.random.default_rng(0).uniform(-5, 5, 12):
        (found,) = checked(own, paddle.to_tensor([value], "float32", stop_gradient=False))
        assert found.right is False, value


def test_a_term_that_vanishes_near_zero_is_not_missing_elsewhere_only():
    """Without its second term the gradient of a swish is nearly right where |x| < 0.02: that is not a boundary."""
    own = layer(
        saving(lambda x: x * paddle.nn.functional.sigmoid(x)),
        lambda ctx, d: d * paddle.nn.functional.sigmoid(ctx.saved_tensor()[0]),
    )
    for seed in range(5):
        x = np.random.default_rng(seed).standard_normal((16, 16)).astype("float32")
        (found,) = checked(own, paddle.to_tensor(x, stop_gradient=False))
        assert found.kind == "term", found


@pytest.mark.parametrize(
    "forward, backward, told",
    [
        (TWICE, lambda ctx, d: 1.01 * BACK(ctx, d), "the gradient is 1.01 times the slope"),
        (lambda ctx, x: x.t() * 2.0, lambda ctx, d: d * 2.0, "the transpose of the right gradient"),
        (TWICE, lambda ctx, d: None, "no gradient arrives"),
        (lambda ctx, x: x * 0.0 + 1.0, lambda ctx, d: d, "the output does not depend on the input"),
        (lambda ctx, x: x.sum(0), lambda ctx, d: d, r"has the shape \[4\], but the input has \[4, 4\]"),
        (
            saving(lambda x: x * x),
            lambda ctx, d: d * ctx.saved_tensor()[0] ** 2,
            "a term of the chain rule",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*returned a gradient of shape")
def test_a_wrong_gradient_is_named_with_what_is_wrong_and_where(forward: Any, backward: Any, told: str):
    (found,) = checked(layer(forward, backward), tensor(4, 4))
    assert found.right is False
    assert found.name == "Own.backward"
    assert re.search(told, found.reason), found.reason
    assert "test_gradients.py:" in found.site and "test_gradients.py:" in found.backward


def test_a_bound_needs_several_elements_on_each_side():
    """Two elements near zero are right because the missing term vanishes there, not because of a bound."""
    values = np.r_[[0.001, 0.002], np.linspace(0.6, 1.4, 12)]
    own = layer(saving(lambda x: x + x**3), lambda ctx, d: d * 1.0)
    (found,) = checked(own, paddle.to_tensor(values, "float32", stop_gradient=False))
    assert found.right is False and "only where" not in found.reason, found


def test_a_bound_is_given_with_the_number_of_elements_on_each_side():
    own = layer(saving(lambda x: x * x), lambda ctx, d: d * 2 * ctx.saved_tensor()[0] *
                paddle.where(ctx.saved_tensor()[0] > 1, 0.5, 1.0))  # fmt: skip
    (found,) = checked(own, paddle.to_tensor([0.2, 0.4, 0.6, 0.8, 1.2, 1.4, 1.6], "float32", stop_gradient=False))
    assert (
        "only where x > 1 (3 wrong and 4 right elements were measured); there the gradient is 0.5 times" in found.reason
    )


def test_of_several_inputs_the_wrong_one_is_named():
    def forward(ctx: Any, x: Any, others: Any, scale: float = 2.0) -> Any:
        ctx.save_for_backward(x, *others)
        ctx.scale = scale
        return x * others[0] * scale, others[1] + x

    def backward(ctx: Any, d: Any, e: Any) -> Any:
        x, y, _ = ctx.saved_tensor()
        return d * y * ctx.scale, [d * x * ctx.scale, e]  # + e is missing

    found = checked(layer(forward, backward), tensor(3), [tensor(3), tensor(3)], scale=3.0)
    assert {c.of: c.right for c in found} == {"x": False, "others[0]": True, "others[1]": True}
    assert [c.of for c in found.wrong] == ["x"] and "3 gradients checked: 1 wrong, 2 right\nWRONG" in repr(found)


def test_complex_gradients_follow_the_convention():
    square = saving(lambda z: z * z)
    right = checked(
        layer(square, lambda ctx, d: 2 * d * paddle.conj(ctx.saved_tensor()[0])), tensor(3, dtype="complex64")
    )
    wrong = checked(layer(square, lambda ctx, d: 2 * d * ctx.saved_tensor()[0]), tensor(3, dtype="complex64"))
    assert right[0].right is True and wrong[0].right is False


@pytest.mark.parametrize(
    "forward, told",
    [
        (lambda ctx, x: x * random.SystemRandom().random(), "returns different values in each call"),
        (lambda ctx, x: x * float("nan"), "NaN or Inf"),
        (lambda ctx, x: x.astype("float32") * 1e-9 + 1.0, "too small"),
        (lambda ctx, x: x * next(NUMBERS), "NUMBERS, a generator, whose state cannot be restored"),
    ],
)
def test_what_cannot_be_told_is_not_called_wrong(forward: Any, told: str):
    (found,) = checked(layer(forward, lambda ctx, d: d * 2e-9), tensor(3))
    assert found.right is None and told in found.reason


def test_random_numbers_are_the_same_in_a_check_and_go_on_as_ever_behind_it():
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mask = (paddle.rand(x.shape) > 0.5).astype("float32")
        return x * ctx.mask

    own, x = layer(forward, lambda ctx, d: d * ctx.mask), tensor(4, 4)
    results: list[Any] = []
    for run in (debug.check, lambda body: body()):
        paddle.seed(5)
        run(lambda: results.append((own.apply(x).numpy(), paddle.rand([3]).numpy())))
    for with_check, without in zip(*results, strict=True):
        np.testing.assert_array_equal(with_check, without)
    assert debug.check(lambda: own.apply(x))[0].right is True


def test_programs_are_checked_in_blocks_too():
    paddle.enable_static()
    x = paddle.static.data("x", [None, 3], "float32")
    x.stop_gradient = False

    def squared(a: Any) -> Any:
        out = a.block.program.current_block().create_var(name="out", shape=[-1, 3], dtype="float32")
        back = lambda a, out, d: np.array(d) * np.array(a)  # 2 is missing
        return paddle.static.py_func(lambda a: np.array(a) ** 2, a, out, backward_func=back)

    w = paddle.create_parameter([3, 3], "float32")
    forward = lambda a, b: paddle.matmul(a, b)
    y = paddle.static.nn.static_pylayer(
        forward, [x, w], lambda d: (paddle.matmul(d, w, False, True), paddle.matmul(x, d))
    )
    z = paddle.static.nn.cond(paddle.mean(y) > -1e9, lambda: squared(y), lambda: y)
    loss = paddle.mean(z)
    paddle.optimizer.SGD(0.1).minimize(loss)
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    feed = {"x": np.random.default_rng(0).standard_normal((3, 3)).astype("float32")}
    found = debug.check(lambda: exe.run(feed=feed, fetch_list=[loss]))
    assert {(c.name, c.of): c.right for c in found} == {
        ("static_pylayer <lambda>", "x"): True,
        ("static_pylayer <lambda>", w.name): False,
        ("py_func <lambda>", y.name): False,
    }
    assert "0.5 times" in {c.name: c.reason for c in found}["py_func <lambda>"]


def test_a_check_leaves_the_training_as_it_is():
    paddle.enable_static()
    paddle.seed(1)
    x = paddle.static.data("x", [None, 4], "float32")
    h = paddle.nn.functional.dropout(paddle.static.nn.fc(x, 4), 0.5)
    out = h.block.create_var(name="out", shape=h.shape, dtype="float32")
    paddle.static.py_func(np.tanh, h, out, backward_func=lambda h, y, d: np.array(d) * (1 - np.array(y) ** 2))
    loss = paddle.mean(out)
    paddle.optimizer.Adam(0.1).minimize(loss)
    exe = paddle.static.Executor()
    feed = {"x": np.ones((2, 4), "float32")}

    def train() -> list[float]:
        paddle.seed(2)
        exe.run(paddle.static.default_startup_program())
        return [float(exe.run(feed=feed, fetch_list=[loss])[0]) for _ in range(3)]

    losses: list[list[float]] = []
    found = debug.check(lambda: losses.append(train()))
    assert [c.right for c in found] == [True]
    assert losses == [train()]


def test_nothing_to_check_says_so():
    assert "no gradient was checked" in repr(debug.check(lambda: tensor(3).sum().backward()))
