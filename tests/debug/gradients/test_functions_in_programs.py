"""Right functions in programs that spoil their gradients; right code that looks wrong; the line that is named."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle import static

PyLayer = paddle.autograd.PyLayer
F = paddle.nn.functional
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture(autouse=True)
def eager():
    paddle.disable_static()


def tensor(*values: float, dtype: str = "float32") -> Any:
    return paddle.to_tensor(np.array(values, dtype), stop_gradient=False)


def layer(forward: Any, backward: Any) -> Any:
    return type("Own", (PyLayer,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


class Square(PyLayer):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, dy: Any) -> Any:
        (x,) = ctx.saved_tensor()
        return 2 * x * dy


class SquareOfAttribute(Square):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.x = x
        return x * x

    @staticmethod
    def backward(ctx: Any, dy: Any) -> Any:
        return 2 * ctx.x * dy


class SquareOfArray(Square):
    latest = np.zeros(3, "float32")

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        SquareOfArray.latest = x.numpy().copy()
        ctx.x = [SquareOfArray.latest]
        return x * x

    @staticmethod
    def backward(ctx: Any, dy: Any) -> Any:
        return 2 * paddle.to_tensor(ctx.x[0]) * dy


class ShapeOnly(Square):
    @staticmethod
    def backward(ctx: Any, dy: Any) -> Any:
        (x,) = ctx.saved_tensor()
        return paddle.ones(x.shape) * dy * 3

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 3


def overwrite(own: Any, x: Any) -> None:
    if own is SquareOfArray:
        own.latest[...] = 7
    else:
        with paddle.no_grad():
            x.set_value(np.full(3, 7, "float32"))


# --- what forward saved is overwritten -----------------------------------------------------------------


@pytest.mark.parametrize("own", [Square, SquareOfAttribute, SquareOfArray])
def test_a_saved_value_that_is_changed_before_backward(own: Any):
    def body() -> None:
        x = tensor(1, 2, 3) * 1.0
        y = own.apply(x)
        overwrite(own, x)
        y.sum().backward()

    (found,) = debug.check(body).wrong
    assert found.kind == "in place" and "changed before backward reads it" in found.reason
    assert ("ctx.x" if own is SquareOfArray else "x, which") in found.reason


@pytest.mark.parametrize("own, when", [(Square, "after"), (SquareOfAttribute, "after"), (ShapeOnly, "before")])
def test_changes_that_backward_does_not_see(own: Any, when: str):
    """After backward, as an optimizer changes a weight; and of a value of which only the shape is read."""

    def body() -> None:
        for _ in range(3):
            x = tensor(1, 2, 3) * 1.0
            y = own.apply(x)
            if when == "before":
                overwrite(own, x)
            y.sum().backward()
            overwrite(own, x)

    found = debug.check(body)
    assert len(found) == 1 and found[0].verdict == "right", found


def test_a_weight_that_is_updated_between_two_backward_passes_of_two_layers():
    def body() -> None:
        w = paddle.create_parameter([3], "float32")
        optimizer = paddle.optimizer.SGD(0.1, [w])
        for _ in range(3):
            Square.apply(w).sum().backward()
            optimizer.step()
            optimizer.clear_grad()

    assert [f.verdict for f in debug.check(body)] == ["right"]


@pytest.mark.parametrize("writes", [True, False])
def test_a_py_func_that_writes_to_its_input(writes: bool):
    def triple(x: Any) -> Any:
        array = np.array(x)
        if writes:
            x.set(array * 2, paddle.CPUPlace())
        return array * 3

    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [3])
        x.stop_gradient = False
        out = main.current_block().create_var(name="o", shape=[3], dtype="float32")
        static.py_func(triple, x * 1.0, out, backward_func=lambda x, y, dy: np.array(dy) * 3)
        static.gradients([out.sum()], [x])
    found = debug.check(lambda: static.Executor().run(main, feed={"x": np.ones(3, "float32")}))
    assert [f.kind for f in found.wrong] == (["in place"] if writes else [])


# --- what is not wrong ---------------------------------------------------------------------------------


def test_what_has_no_elements_or_no_floats_is_said():
    def body() -> None:
        Square.apply(paddle.zeros([0, 3]) * tensor(1, 1, 1))
        whole = paddle.to_tensor([1, 2])
        whole.stop_gradient = False
        Square.apply(whole)
        Square.apply(paddle.ones([2]))

    why = [s.why for s in debug.check(body).skipped]
    assert why == [
        "its inputs have no elements here", "none of its inputs is a float", "none of its inputs needs a gradient"
    ]  # fmt: skip


def centered(through_mean: float, intended: bool = False) -> Any:
    class Center(PyLayer):
        mean = paddle.zeros([3])

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            Center.mean.set_value(0.9 * Center.mean + 0.1 * x.mean(0))
            return x - Center.mean

        @staticmethod
        def backward(ctx: Any, dy: Any) -> Any:
            return dy - through_mean * dy.mean(0)

    return debug.intended("the running mean is a constant")(Center) if intended else Center


def test_a_running_mean_is_not_called_wrong():
    x = np.random.default_rng(0).standard_normal((4, 3)).astype("float32")

    def verdicts(own: Any) -> list[str]:
        def body() -> None:
            own.apply(paddle.to_tensor(x, stop_gradient=False)).sum().backward()

        return [f.verdict for f in debug.check(body)]

    assert verdicts(centered(0)) == ["unclear"] and verdicts(centered(0, intended=True)) == ["declared"]
    assert verdicts(centered(0.1)) == ["right"]  # that through the mean counts, too


def test_state_that_does_not_come_from_the_input_excuses_nothing():
    class Counted(PyLayer):
        calls = 0

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            Counted.calls += 1
            ctx.calls = Counted.calls
            return x * Counted.calls

        @staticmethod
        def backward(ctx: Any, dy: Any) -> Any:
            return dy * ctx.calls * 2

    assert len(debug.check(lambda: Counted.apply(tensor(1, 2)).sum().backward()).wrong) == 1


def sharp_layers(k: float) -> list[Any]:
    """Sigmoids of k * x with right gradients of several forms; their terms overflow at different places."""

    def of_output(forward: Any) -> Any:
        def saving(ctx: Any, x: Any) -> Any:
            y = forward(x)
            ctx.save_for_backward(y)
            return y

        return layer(saving, lambda ctx, dy: dy * k * ctx.saved_tensor()[0] * (1 - ctx.saved_tensor()[0]))

    def of_input(slope: Any) -> Any:
        def saving(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return F.sigmoid(k * x)

        return layer(saving, lambda ctx, dy: dy * k * slope(ctx.saved_tensor()[0]))

    def exponential(x: Any) -> Any:
        e = paddle.exp(-k * x)
        return e / ((1 + e) * (1 + e))

    return [
        of_output(lambda x: F.sigmoid(k * x)),
        of_output(lambda x: 1 / (1 + paddle.exp(-k * x))),
        of_input(exponential),
        of_input(lambda x: F.sigmoid(k * x) * F.sigmoid(-k * x)),
    ]


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("dtype, limit", [("float16", 11.08), ("float32", 88.7), ("float64", 709.7)])
@pytest.mark.parametrize("k", [10, 200, 1000])
def test_a_sharp_sigmoid_is_not_wrong_where_the_gradient_of_the_program_is_finite(
    k: float, dtype: str, limit: float, order: int
):
    """Near the places where terms of its gradient overflow, and around its jump."""
    rng = np.random.default_rng(k)
    for own in sharp_layers(k):
        places = [-rng.uniform(0.9, 1, 4) * limit / k / half for half in (1, 2)] + [rng.standard_normal(4) / k]
        for x in places:
            grads: list[Any] = []

            def body(own: Any = own, x: Any = x, grads: list[Any] = grads) -> None:
                for _ in range(2):
                    given = tensor(*x, dtype=dtype)
                    (slope,) = paddle.grad(own.apply(given).sum(), given, create_graph=order == 2)
                    grads.append(slope.numpy())
                    if order == 2:
                        slope.sum().backward()
                        grads.append(given.grad.numpy())

            found = debug.check(body, order=order)
            assert not found.wrong or not np.isfinite(grads).all(), (found, x, grads)


def test_nan_in_half_precision_is_wrong_also_where_slopes_say_nothing():
    """The function is rough, so its slopes do not agree; its gradient is NaN in float16, and finite in float64."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return F.softplus(x) + 0.01 * paddle.sin(1e9 * x.astype("float64")).astype(x.dtype)

    def backward(ctx: Any, dy: Any) -> Any:
        e = paddle.exp(ctx.saved_tensor()[0])
        return dy * e / (1 + e)

    found = debug.check(
        lambda: layer(forward, backward).apply(tensor(0.1, 1, 12, 15, dtype="float16")).sum().backward()
    )
    assert [(f.verdict, f.kind) for f in found] == [("wrong", "nonfinite")], found


# --- the line ------------------------------------------------------------------------------------------


def line_with(function: Any, mark: str) -> int:
    lines, first = inspect.getsourcelines(function)
    return next(first + i for i, text in enumerate(lines) if f"# {mark}" in text)


def product(ctx: Any, x: Any, w: Any) -> Any:
    ctx.save_for_backward(x, w)
    return x * w


def plain(ctx: Any, dy: Any) -> Any:
    x, w = ctx.saved_tensor()
    dx = dy * w
    dw = dy * x
    dw = dw * 2  # the line
    return dx, dw


def in_the_return(ctx: Any, dy: Any) -> Any:
    x, w = ctx.saved_tensor()
    return (
        dy * w,
        dy * x * 2,  # the line
    )


def in_place(ctx: Any, dy: Any) -> Any:
    x, w = ctx.saved_tensor()
    dx, dw = dy * w, dy * x
    dw *= 2  # the line
    return dx, dw


def in_a_branch(ctx: Any, dy: Any) -> Any:
    x, w = ctx.saved_tensor()
    dx = dy * w
    dw = dy * x
    if w.shape:
        dw = dw * 2
    return dx, dw  # the line


@pytest.mark.parametrize("backward", [plain, in_the_return, in_place, in_a_branch])
def test_the_line_of_the_wrong_gradient_is_named(backward: Any):
    found = debug.check(lambda: layer(product, backward).apply(tensor(1, 2), tensor(3, 4)).sum().backward()).wrong
    assert [f.of for f in found] == ["w"]
    assert f":{line_with(backward, 'the line')} in {backward.__name__}" in found[0].backward


def test_the_line_in_programs():
    def funced(x: Any, w: Any, y: Any, dy: Any) -> Any:
        dx = np.array(dy) * np.array(w)
        dw = np.array(dy) * np.array(x) * 2  # the line
        return [dx, dw]

    def blocked(dy: Any) -> Any:
        dx = dy * 3.0
        dw = dy * 4.0  # the line
        return dx, dw

    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, w = static.data("x", [2]), static.data("w", [2])
        x.stop_gradient = w.stop_gradient = False
        out = main.current_block().create_var(name="o", shape=[2], dtype="float32")
        static.py_func(lambda x, w: np.array(x) * np.array(w), [x, w], out, backward_func=funced)
        other = static.nn.static_pylayer(lambda x, w: 3 * x + w, [x, w], blocked)
        static.gradients([(out + other).sum()], [x, w])
    feed = {"x": np.array([1, 2], "float32"), "w": np.array([3, 4], "float32")}
    found = debug.check(lambda: static.Executor().run(main, feed=feed)).wrong
    places = {f.backward.partition(":")[2] for f in found}
    assert places == {f"{line_with(f, 'the line')} in {f.__name__}" for f in (funced, blocked)}, found
