"""Custom ops are checked wherever they run, and nothing that the program computes or keeps is touched."""

from __future__ import annotations

import itertools
import random
import threading
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, UsageError
from opscope.paddle import static
from opscope.paddle.autograd import PyLayer


class Wrong(PyLayer):
    """A square whose gradient lacks the 2."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, d: Any) -> Any:
        return d * ctx.saved_tensor()[0]


class Reversal(PyLayer):
    """A gradient reversal."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 1.0

    @staticmethod
    @debug.intended("gradient reversal")
    def backward(ctx: Any, d: Any) -> Any:
        return -d


def leaf(*values: float, dtype: str = "float32") -> Any:
    return paddle.to_tensor(np.array(values, dtype), stop_gradient=False)


def wrong_func(variable: Any, out_shape: list[int]) -> Any:
    out = variable.block.program.current_block().create_var(shape=out_shape, dtype="float32")
    return static.py_func(
        lambda a: np.array(a) ** 2, variable, out, backward_func=lambda a, y, d: np.array(d) * np.array(a)
    )


def told(found: debug.Checks) -> set[tuple[str, str]]:
    return {(c.name.partition(" ")[0], c.verdict) for c in found}


def test_in_a_thread_that_the_body_starts():
    def body() -> None:
        thread = threading.Thread(target=lambda: Wrong.apply(leaf(1, 2)))
        thread.start()
        thread.join()

    assert told(debug.check(body)) == {("Wrong.backward", "wrong")}


def test_in_a_function_that_is_traced():
    traced = paddle.jit.to_static(lambda x: Reversal.apply(Wrong.apply(x) + 1.0).sum())
    x = leaf(1, 2, 3)
    found = debug.check(lambda: traced(x).backward())
    assert {(c.name, c.verdict) for c in found} == {
        ("static_pylayer Wrong", "wrong"),
        ("static_pylayer Reversal", "declared"),
    }


def test_in_branches_and_loops():
    paddle.enable_static()
    x = static.data("x", [4], "float32")
    x.stop_gradient = False
    y = static.nn.cond(paddle.mean(x) > -100.0, lambda: wrong_func(x, [4]), lambda: x)

    def body(i: Any, a: Any) -> list[Any]:
        a = static.nn.static_pylayer(lambda b: paddle.tanh(b), [a], lambda d: d * 0.5)
        return [i + 1, a]

    i = paddle.zeros([1], "int64")
    _, z = static.nn.while_loop(lambda i, a: i < 3, body, [i, x])
    (grad,) = static.gradients([paddle.sum(y) + paddle.sum(z)], [x])
    exe = static.Executor()
    feed = {"x": np.array([0.1, 0.5, -1, 2], "float32")}
    found = debug.check(lambda: [exe.run(feed=feed, fetch_list=[grad]) for _ in range(3)])
    assert told(found) == {("py_func", "wrong"), ("static_pylayer", "wrong")}


@pytest.mark.parametrize("inside", [True, False])
def test_beside_a_debugged_run(inside: bool):
    paddle.enable_static()
    x = static.data("x", [4], "float32")
    x.stop_gradient = False
    (grad,) = static.gradients([paddle.sum(wrong_func(x, [4]))], [x])
    exe = static.Executor()
    calls: list[int] = []

    def train() -> None:
        for _ in range(4):
            calls.append(1)
            exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[grad])

    if inside:
        found = debug.check(lambda: debug.start(train).wait(60))
    else:
        results: list[debug.Checks] = []
        debug.start(lambda: results.append(debug.check(train))).wait(60)
        (found,) = results
    assert told(found) == {("py_func", "wrong")} and found[0].applications == 4 == len(calls)


def test_every_application_is_looked_at():
    calls: list[int] = []

    class Late(PyLayer):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            calls.append(1)
            ctx.factor = 2.0 if len(calls) < 20 else 3.0
            return x * 2.0

        @staticmethod
        def backward(ctx: Any, d: Any) -> Any:
            return d * ctx.factor

    x = leaf(1, 2, 3)
    found = debug.check(lambda: [Late.apply(x) for _ in range(25)])
    assert len(calls) == 25 and found[0].applications == 25
    assert found[0].verdict == "wrong" and "from call 20 on" in found[0].reason
    calls.clear()
    assert debug.check(lambda: [Late.apply(x) for _ in range(25)], times=5)[0].verdict == "right"
    with pytest.raises(ArgumentError, match="times must be a whole number greater than 0, but received 0"):
        debug.check(lambda: None, times=0)


def test_what_functions_keep_is_put_back():
    assert kept_by(debug.check) == kept_by(lambda body: body())


def kept_by(run: Any) -> Any:
    """What a body computes, and what its function keeps, behind three calls."""

    class Kept(PyLayer):
        calls = 0
        mean = np.zeros(3)
        seen: list[float] = []  # noqa: RUF012 (users write so)
        numbers = itertools.count(5)
        stream = np.random.default_rng(1)

        @classmethod
        def note(cls, x: Any) -> None:
            cls.calls += 1
            cls.mean[...] = 0.9 * cls.mean + x.numpy().mean()
            cls.seen.append(float(cls.mean[0]))

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            Kept.note(x)
            ctx.factor = float(next(Kept.numbers) + Kept.stream.random() + random.random() + paddle.rand([1]).item())
            return x * ctx.factor

        @staticmethod
        def backward(ctx: Any, d: Any) -> Any:
            return d * ctx.factor

    def body() -> list[Any]:
        random.seed(3)
        paddle.seed(4)
        outs = [Kept.apply(x).numpy().tolist() for _ in range(3)]
        return [outs, Kept.calls, Kept.mean.tolist(), list(Kept.seen), next(Kept.numbers), random.random()]

    x = leaf(1, 2, 3)
    results: list[Any] = []
    found = run(lambda: results.append(body()))
    assert found is None or [c.verdict for c in found] == ["right"]
    return results[0]


def test_one_variable_given_twice():
    paddle.enable_static()
    x = static.data("x", [3], "float32")
    x.stop_gradient = False
    y = static.nn.static_pylayer(lambda a, b: a * b, [x, x], lambda d: (d * x, d * 2.0 * x))
    (grad,) = static.gradients([paddle.sum(y)], [x])
    exe = static.Executor()
    found = debug.check(lambda: exe.run(feed={"x": np.array([1, 2, 3], "float32")}, fetch_list=[grad]))
    assert [(c.of, c.verdict) for c in found] == [("x", "wrong")] and "1.5 times" in found[0].reason


@pytest.mark.parametrize("detached, verdict", [(False, "right"), (True, "wrong")])
def test_gradients_of_second_order_are_checked_where_asked_for(detached: bool, verdict: str):
    class Cube(PyLayer):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, d: Any) -> Any:
            return d * 3.0 * (ctx.saved_tensor()[0] ** 2).detach() if detached else d * 3.0 * ctx.saved_tensor()[0] ** 2

    x = leaf(1, 2, -3)
    found = debug.check(lambda: Cube.apply(x), order=2)
    verdicts = {c.name: c.verdict for c in found}
    assert verdicts == {"Cube.backward": "right", "Cube.backward (second order)": verdict}, found


def test_what_is_not_checked_is_said_with_the_reason():
    with_gradient, without = leaf(1, 2), paddle.to_tensor([1.0])

    def body() -> None:
        with paddle.no_grad():
            Wrong.apply(with_gradient)
        Wrong.apply(without)

    found = debug.check(body)
    assert not len(found) and [s.why for s in found.skipped] == [
        "the PyLayer was applied where no gradients are recorded",
        "none of its inputs needs a gradient",
    ]
    assert "next: set stop_gradient = False" in repr(found)


def test_a_required_gradient_raises_if_it_is_wrong_and_strictly_if_it_is_unclear():
    wrong = debug.check(lambda: Wrong.apply(leaf(1, 2)))
    with pytest.raises(UsageError, match=r"Wrong\.backward"):
        wrong.require()
    unclear = debug.check(lambda: Wrong.apply(leaf(float("nan"))))
    unclear.require()
    with pytest.raises(UsageError, match="NaN or Inf"):
        unclear.require(strict=True)


def test_declared_gradients_still_have_to_be_finite():
    class Broken(PyLayer):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2.0

        @staticmethod
        def backward(ctx: Any, d: Any) -> Any:
            return d * float("nan")

    assert debug.check(lambda: Broken.apply(leaf(1, 2)), intended=["Broken"])[0].verdict == "wrong"
    assert debug.check(lambda: Reversal.apply(leaf(1, 2)))[0].right is True


def test_a_backward_that_applies_another_layer_is_right_in_the_second_order():
    """It was called wrong: the inner layer's gradient for `dy`, which stopped gradients, was refused."""

    class Product(PyLayer):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, d):
            a, b = ctx.saved_tensor()
            return d * b, d * a

    class Square(PyLayer):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, dy):
            (x,) = ctx.saved_tensor()
            return Product.apply(dy, x * 2.0)

    x = paddle.to_tensor([1.0, 2.0, -3.0], stop_gradient=False)
    for ends in (lambda y: y, lambda y: y.sum(), lambda y: y.mean()):
        found = debug.check(lambda ends=ends: ends(Square.apply(x)), order=2)
        verdicts = {c.name: c.verdict for c in found}
        assert verdicts == {"Square.backward": "right", "Square.backward (second order)": "right"}, found
