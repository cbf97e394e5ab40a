"""Clipping, penalties of single parameters, and parameter groups: dygraph and programs alike."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.paddle import static
from opscope.paddle.nn.clip import ClipGradByGlobalNorm, ClipGradByNorm, ClipGradByValue
from opscope.paddle.optimizer import SGD, Adam, AdamW, Momentum
from opscope.paddle.regularizer import L1Decay, L2Decay
from tests.paddle.optimizer.training import FEEDS, START, by_dygraph, by_hand, by_program, close, gradients, same


def joint(step):
    """As by_hand, where a step needs all gradients at once."""
    values, path = {n: v.copy() for n, v in START.items()}, []
    for feed in FEEDS:
        grads = gradients(values, feed)
        values = {n: v - 0.1 * g for (n, v), g in zip(values.items(), step(grads), strict=True)}
        path.append(values)
    return path


def globally(grads, longest, without=()):
    total = np.sqrt(sum((g**2).sum() for n, g in grads.items() if n not in without))
    return [g if n in without else g * longest / max(total, longest) for n, g in grads.items()]


CLIPS = {
    "value": (ClipGradByValue(0.5), lambda grads: [g.clip(-0.5, 0.5) for g in grads.values()]),
    "value, two bounds": (
        ClipGradByValue(max=0.5, min=-0.1),
        lambda grads: [g.clip(-0.1, 0.5) for g in grads.values()],
    ),
    "norm": (
        ClipGradByNorm(1.0),
        lambda grads: [g / max(np.linalg.norm(g), 1.0) for g in grads.values()],
    ),
    "global norm": (ClipGradByGlobalNorm(1.0), lambda grads: globally(grads, 1.0)),
    "long": (ClipGradByGlobalNorm(1e6), lambda grads: list(grads.values())),
}
every_clip = pytest.mark.parametrize("name", CLIPS)


@every_clip
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_gradients_are_clipped(name, dtype):
    clip, expected = CLIPS[name]

    def make(**k):
        return SGD(0.1, grad_clip=clip, **k)

    path = by_dygraph(make, dtype)
    close(path, joint(expected), rtol=1e-12 if dtype == "float64" else 1e-5)
    same(path, by_program(make, dtype))


@pytest.mark.parametrize("world", [by_dygraph, by_program])
def test_who_does_not_need_clipping_is_not_counted(world):
    path = world(lambda **k: SGD(0.1, grad_clip=ClipGradByGlobalNorm(0.5), **k), need_clip={"w": False, "b": True})
    close(path, joint(lambda grads: globally(grads, 0.5, without="w")))


def test_clips_are_called_with_pairs_and_leave_out_what_is_none():
    a, b = paddle.to_tensor([3.0, 4.0]), paddle.to_tensor([1.0])
    pairs = ClipGradByNorm(1.0)([(a, a), (b, None)])
    assert len(pairs) == 1 and pairs[0][0] is a and np.allclose(pairs[0][1], [0.6, 0.8])


def test_a_long_gradient_in_float16_has_a_length():
    """300 * 300 is too much for float16, so that the sum of squares was inf and the gradient clipped to zeros."""
    grad = paddle.to_tensor(np.full(4, 300.0, "float16"))
    ((_, clipped),) = ClipGradByGlobalNorm(1.0)([(grad, grad)])
    assert clipped.dtype == paddle.float16 and np.allclose(clipped, 0.5, atol=1e-3)


@pytest.mark.parametrize("make", [lambda: ClipGradByValue(-1.0), lambda: ClipGradByNorm("1")], ids=["value", "norm"])
def test_bounds_are_checked(make):
    with pytest.raises((ArgumentError, UsageError)):
        make()


@pytest.mark.parametrize("world", [by_dygraph, by_program])
def test_a_parameters_own_penalty_goes_before_the_optimizers(world):
    path = world(lambda **k: SGD(0.1, weight_decay=0.3, **k), regularizer={"w": L1Decay(0.2), "b": None})
    expected = by_hand(lambda w, g, s: w - 0.1 * (g + (0.2 * np.sign(w) if w.ndim == 2 else 0.3 * w)))
    close(path, expected)


@pytest.mark.parametrize("world", [by_dygraph, by_program])
def test_gradients_are_clipped_before_a_penalty_is_added(world):
    path = world(lambda **k: SGD(0.1, weight_decay=0.3, grad_clip=ClipGradByValue(0.01), **k))
    close(path, by_hand(lambda w, g, s: w - 0.1 * (g.clip(-0.01, 0.01) + 0.3 * w)))


def test_param_attr_says_the_penalty_in_both_worlds():
    attr = paddle.ParamAttr(regularizer=L2Decay(0.5), learning_rate=0.5)
    made = paddle.create_parameter([2], "float32", attr=attr)
    made.grad = paddle.to_tensor([0.0, 0.0])
    before = made.numpy()
    SGD(0.1, parameters=[made]).step()
    np.testing.assert_allclose(made, before * (1 - 0.1 * 0.5 * 0.5), rtol=1e-6)
    paddle.enable_static()
    fixed = paddle.create_parameter([2], "float32", attr=attr)
    SGD(0.1).minimize((fixed * 0.0).sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    value = lambda: np.array(static.global_scope().find_var(fixed.name).get_tensor())
    before = value()
    exe.run()
    np.testing.assert_allclose(value(), before * (1 - 0.1 * 0.5 * 0.5), rtol=1e-6)


def test_append_regularization_ops_is_public():
    w, g = paddle.to_tensor([2.0]), paddle.to_tensor([1.0])
    ((same_w, grad), (_, none)) = SGD().append_regularization_ops([(w, g), (w, None)], L2Decay(0.25))
    assert same_w is w and grad.tolist() == [1.5] and none is None


def test_they_say_what_they_are():
    assert str(ClipGradByValue(0.5)) == "Clip Gradient By Value, min = -0.500000, max=0.500000"
    assert str(ClipGradByNorm(1)) == "Gradient Clip By Norm, clip_norm=1.000000"
    assert str(ClipGradByGlobalNorm(1)) == "Gradient Clip By GlobalNorm, global_norm=1.000000"
    assert str(L2Decay(0.1)) == "L2Decay, coeff=0.100000" and str(L1Decay()) == "L1Decay, coeff=0.000000"
    with pytest.raises(UsageError, match="coeff must be a number"):
        L2Decay("0.1")
    with pytest.raises(UnsupportedError, match="callbacks are supported only in static mode"):
        SGD().backward(paddle.to_tensor(1.0), callbacks=[print])
    assert SGD().apply_gradients([]) == []


# --- groups -----------------------------------------------------------------------------------------


def two(values=(1.0, 1.0), grads=(1.0, 1.0)):
    made = []
    for value, grad in zip(values, grads, strict=True):
        made.append(paddle.to_tensor([value], stop_gradient=False))
        made[-1].grad = paddle.to_tensor([grad])
    return made


def test_a_group_has_its_own_rate_decay_and_options():
    a, b = two()
    groups = [{"params": [a]}, {"params": [b], "learning_rate": 0.5, "weight_decay": 1.0, "momentum": 0.0}]
    optimizer = Momentum(0.1, 0.9, parameters=groups)
    optimizer.step()
    optimizer.step()
    np.testing.assert_allclose(a, 1 - 0.1 * (1 + 1.9), rtol=1e-6)
    np.testing.assert_allclose(b, 1 - 0.05 * (1 + 1) - 0.05 * (1 + 0.9), rtol=1e-6)
    assert optimizer.parameters == [a, b] or all(x is y for x, y in zip(optimizer.parameters, [a, b], strict=True))


def test_groups_that_share_a_clip_are_clipped_apart():
    """In Paddle 2.6.2 each group has a norm of its own, also with one clip for all."""
    a, b = two(grads=(3.0, 4.0))
    SGD(1.0, parameters=[{"params": [a]}, {"params": [b]}], grad_clip=ClipGradByGlobalNorm(2.0)).step()
    np.testing.assert_allclose([a.item(), b.item()], [1 - 2.0, 1 - 2.0], rtol=1e-6)
    a, b = two(grads=(3.0, 4.0))
    SGD(1.0, parameters=[a, b], grad_clip=ClipGradByGlobalNorm(1.0)).step()
    np.testing.assert_allclose([a.item(), b.item()], [1 - 0.6, 1 - 0.8], rtol=1e-6)


def test_a_group_has_a_clip_of_its_own():
    a, b = two(grads=(3.0, 4.0))
    SGD(1.0, parameters=[{"params": [a], "grad_clip": ClipGradByNorm(1.0)}, {"params": [b]}]).step()
    np.testing.assert_allclose([a.item(), b.item()], [0.0, -3.0], atol=1e-6)


def test_groups_of_adamw_decay_each_as_it_says():
    a, b = two(grads=(0.0, 0.0))
    AdamW(0.1, parameters=[{"params": [a], "weight_decay": 0.5}, {"params": [b]}], weight_decay=0.1).step()
    np.testing.assert_allclose([a.item(), b.item()], [0.95, 0.99], rtol=1e-6)


def test_groups_in_programs():
    paddle.enable_static()
    a, b = (static.create_parameter([1], "float32", name=n) for n in "ab")
    optimizer = SGD(1.0, parameters=[{"params": [a]}, {"params": [b], "learning_rate": 0.5, "weight_decay": 2.0}])
    optimizer.minimize((a + b).sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    value = lambda n: np.array(static.global_scope().find_var(n).get_tensor())
    before = value("a"), value("b")
    exe.run()
    np.testing.assert_allclose(value("a"), before[0] - 1)
    np.testing.assert_allclose(value("b"), before[1] - 0.5 * (1 + 2 * before[1]), atol=1e-7)


@pytest.mark.parametrize(
    "parameters, message",
    [
        (lambda a, b: a, "should be an iterable of paddle Tensors, but received type Tensor"),
        (lambda a, b: {"params": [a]}, "should be an iterable of paddle Tensors, but received dict type"),
        (lambda a, b: [{"params": [a]}, b], "each parameter group must be a dict with the key 'params'"),
        (lambda a, b: [{"params": [a], "learing_rate": 1.0}], "did you mean 'learning_rate'"),
    ],
    ids=["tensor", "dict", "mixed", "misspelt"],
)
def test_groups_are_checked(parameters, message):
    with pytest.raises(UsageError, match=message):
        Adam(parameters=parameters(*two()))


@pytest.mark.parametrize("kind", [SGD, Adam, Momentum])
def test_what_is_no_penalty_or_clip_is_refused(kind):
    with pytest.raises(UnsupportedError, match="does not support weight_decay='x'"):
        kind(0.1, weight_decay="x")
    with pytest.raises(TypeError, match=r"'grad_clip' of .* should be an instance of a subclass of ClipGradBase"):
        kind(0.1, grad_clip=1.0)


def test_what_minimize_returns_tells_of_factors_and_what_is_kept_can_be_asked():
    paddle.enable_static()
    attr = paddle.ParamAttr(name="w", learning_rate=2.0)
    out = paddle.static.nn.fc(paddle.static.data("x", [2, 3]), 1, weight_attr=attr, bias_attr=False)
    optimizer = Momentum(0.1, momentum=0.0)
    assert optimizer.type == "momentum" and optimizer._accumulators == {}
    operators, _ = optimizer.minimize(out.mean())
    assert [o.type for o in operators] == ["scale", "momentum"]
    assert {k: [*v] for k, v in optimizer._accumulators.items()} == {"velocity": ["w"]}
    assert optimizer._accumulators["velocity"]["w"].name in operators[1].input_arg_names
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    before, after = (exe.run(feed={"x": np.ones((2, 3), "float32")}, fetch_list=["w", operators]) for _ in range(2))
    assert np.allclose(before[0] - after[0], 0.2)
