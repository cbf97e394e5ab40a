"""LBFGS: after the same calls of closure at the same places as PyTorch's, with and without a line search."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle.optimizer.line_search import Point, cubic, strong_wolfe

# options, calls of closure, the losses of four steps: of torch.optim.LBFGS, and of Paddle 2.6.2, on `rosenbrock`
KNOWN = [
    ({}, 63, [63.2625, 0.9646092331974322, 0.06498370449498182, 8.0208e-09]),
    ({"line_search_fn": "strong_wolfe"}, 62, [63.2625, 0.756155870980194, 1.2638813366e-05, 5.9010068e-10]),
    (
        {"line_search_fn": "strong_wolfe", "learning_rate": 0.3, "history_size": 2, "max_iter": 7},
        33, [63.2625, 11.450703404222264, 4.249678096047367, 3.2157390032727142],
    ),
    ({"learning_rate": 0.1}, 80, [63.2625, 10.264846042925424, 1.8863282552903924, 0.5403832115411935]),
    ({"max_iter": 3, "max_eval": 3}, 12, [63.2625, 42.66607214287652, 28.126747230585416, 8.397653302824258]),
]  # fmt: skip


def rosenbrock(**options):
    """(parameters, optimizer, closure, calls)."""
    parameters = [paddle.create_parameter([2], "float64"), paddle.create_parameter([1], "float64")]
    parameters[0].set_value(np.array([-1.2, 1.0]))
    parameters[1].set_value(np.array([0.5]))
    optimizer, calls = paddle.optimizer.LBFGS(parameters=parameters, **options), []

    def closure():
        calls.append(1)
        optimizer.clear_grad()
        x, y = parameters
        loss = 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2 + ((y - 3) ** 4).sum()
        loss.backward()
        return loss

    return parameters, optimizer, closure, calls


@pytest.mark.parametrize("options, count, losses", KNOWN, ids=["plain", "search", "short", "slow", "few"])
def test_it_goes_where_torch_goes(options, count, losses):
    _, optimizer, closure, calls = rosenbrock(**options)
    found = [optimizer.step(closure).item() for _ in losses]
    np.testing.assert_allclose(found, losses, rtol=1e-4)
    assert len(calls) == count
    assert optimizer.state_dict()["state"]["func_evals"] == count


def test_a_model_is_fitted():
    paddle.seed(3)
    model = paddle.nn.Linear(3, 1)
    x = paddle.randn([20, 3])
    y = x @ paddle.to_tensor([[1.0], [-2.0], [0.5]]) + 0.25
    optimizer = paddle.optimizer.LBFGS(parameters=model.parameters(), line_search_fn="strong_wolfe")

    def closure():
        optimizer.clear_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        return loss

    optimizer.step(closure)
    np.testing.assert_allclose(model.weight.numpy()[:, 0], [1, -2, 0.5], atol=1e-4)
    assert model.bias.item() == pytest.approx(0.25, abs=1e-4)


def test_single_precision_does_not_stall_the_search():
    """Near a minimum the decrease that the search asks for is less than a bit of the loss.

    Of 40 least squares problems Paddle 2.6.2 ends 36 within 16 calls, and PyTorch 2.13 31; with a bound that is not
    rounded it would be 10.
    """
    quick, errors = 0, []
    for seed in range(40):
        random = np.random.RandomState(seed)
        a, b = random.randn(20, 5).astype("float32"), random.randn(20).astype("float32")
        x = paddle.create_parameter([5], "float32", default_initializer=paddle.nn.initializer.Constant(0.0))
        optimizer, calls = paddle.optimizer.LBFGS(parameters=[x], line_search_fn="strong_wolfe"), []
        matrix, wanted = paddle.to_tensor(a), paddle.to_tensor(b)

        def closure(x=x, optimizer=optimizer, calls=calls, matrix=matrix, wanted=wanted):
            calls.append(1)
            optimizer.clear_grad()
            loss = ((paddle.matmul(matrix, x) - wanted) ** 2).mean()
            loss.backward()
            return loss

        for _ in range(5):
            optimizer.step(closure)
        quick += len(calls) <= 16
        errors.append(abs(x.numpy() - np.linalg.lstsq(a, b, rcond=None)[0]).max())
    assert quick >= 24
    assert np.median(errors) < 2e-5 and max(errors) < 5e-4


def test_it_goes_on_from_its_state():
    parameters, optimizer, closure, _ = rosenbrock(max_iter=4)
    optimizer.step(closure)
    others, second, again, _ = rosenbrock(max_iter=4)
    for other, parameter in zip(others, parameters, strict=True):
        other.set_value(parameter)
    second.set_state_dict(optimizer.state_dict())
    optimizer.step(closure)
    second.step(again)
    assert others[0].tolist() == parameters[0].tolist()


def test_what_is_frozen_or_has_no_gradient_stays():
    used, unused, frozen = (paddle.create_parameter([2], "float32") for _ in range(3))
    frozen.stop_gradient = True
    before = unused.tolist(), frozen.tolist()
    optimizer = paddle.optimizer.LBFGS(parameters=[used, unused, frozen])

    def closure():
        optimizer.clear_grad()
        loss = ((used + frozen - 1) ** 2).sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    assert (unused.tolist(), frozen.tolist()) == before
    np.testing.assert_allclose((used + frozen).numpy(), 1, atol=1e-5)


def test_at_the_minimum_nothing_moves():
    x = paddle.create_parameter([1], "float64")
    x.set_value(np.zeros(1))
    optimizer = paddle.optimizer.LBFGS(parameters=[x])

    def closure():
        optimizer.clear_grad()
        (x**2).sum().backward()
        return (x**2).sum()

    assert optimizer.step(closure).item() == 0 and x.tolist() == [0.0]


def test_the_search_brackets_a_minimum_of_a_hard_function():
    def at(t: float) -> Point:
        return Point(t, float(np.cos(3 * t) + 0.1 * t), np.zeros(1), float(-3 * np.sin(3 * t) + 0.1))

    start = at(0.0)._replace(slope=-1.0)
    for t in (0.01, 0.3, 1.0, 5.0, 40.0):
        found, calls = strong_wolfe(at, start, t, 1.0)
        assert found.loss <= start.loss - 1e-4 * found.t and calls <= 26


def test_a_cubic_without_a_minimum_is_halved():
    flat = [Point(t, t, None, 1.0) for t in (0.0, 2.0)]
    assert cubic(*flat) == 1.0
    assert cubic(flat[0], flat[0], (0.5, 2.5)) == 1.5
    assert cubic(Point(0, 1, None, -2), Point(2, 1, None, 2)) == 1.0
    assert cubic(Point(2, 1, None, 2), Point(0, 1, None, -2)) == 1.0


REFUSED = [
    ({"weight_decay": 0.1}, UnsupportedError, "does not support weight_decay"),
    ({"grad_clip": paddle.nn.ClipGradByNorm(1.0)}, UnsupportedError, "weight_decay and grad_clip"),
    ({"parameters": paddle.ones([1])}, TypeError, "iterable of Tensors"),
]


def test_what_it_does_not_do_is_refused():
    for options, error, words in REFUSED:
        with pytest.raises(error, match=words):
            paddle.optimizer.LBFGS(**{"parameters": [], **options})
    _, optimizer, closure, _ = rosenbrock(line_search_fn="armijo")
    with pytest.raises(RuntimeError, match="must be None or 'strong_wolfe'"):
        optimizer.step(closure)
    with pytest.raises(TypeError, match="closure"):
        optimizer.step()
    with pytest.raises(NotImplementedError, match="does not support minimize"):
        optimizer.minimize(closure())
    with pytest.raises(AssertionError, match="must not be None"):
        paddle.optimizer.LBFGS().step(closure)
    paddle.enable_static()
    with pytest.raises(AssertionError, match="dygraph"):
        paddle.optimizer.LBFGS(parameters=[]).step(closure)
