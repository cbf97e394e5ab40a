"""NaN is not lost: a function of one tensor, element by element, gives NaN where it gets NaN."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.ops.registry import Op, Sample
from opscope.paddle import static
from opscope.paddle.nn import functional as F  # noqa: N812
from tests.laws.cases import every_sample, law_for, run

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

# their purpose; and, measured with Paddle 2.6.2, heaviside(nan, y) and angle(nan) are 0
WITHOUT = {"nan_to_num", "heaviside", "zeros_like", "full_like", "cast_narrow", "dropout", "angle"} | {
    "delayed",
    "tril",
    "triu",
    "uniform_like",
    "randint_like",
}


# an infinite weight meets the zeros of the padding, as in Paddle; a format without Inf; Inf // y; masks of maxima
MIXED = {
    "conv2d", "conv3d", "conv2d_grad_weight", "conv3d_grad_weight", "cast_narrow", "floor_divide", "max_pool2d_gather",
    "max_pool2d_scatter",
}  # fmt: skip
SELECTING = ("opscope.ops.nn.", "opscope.ops.indexing.", "opscope.ops.manipulation.", "opscope.ops.elementwise.")


def poisoned(op: Op, sample: Sample) -> tuple[int, list[Any], list[Any]] | None:
    """The place of the op's one tensor of floats, the results, and those with NaN for its first element."""
    places = [k for k, a in enumerate(sample.args) if isinstance(a, np.ndarray)]
    if len(places) != 1 or sample.args[places[0]].dtype.kind != "f" or not sample.args[places[0]].size:
        return None
    args = list(sample.args)
    args[places[0]] = args[places[0]].copy()
    args[places[0]].reshape(-1)[0] = np.nan
    try:
        with np.errstate(all="ignore"):
            return places[0], run(op, sample.args, sample.attrs), run(op, args, sample.attrs)
    except (OpscopeError, ValueError, np.linalg.LinAlgError):  # NaN is refused
        return None


def elementwise(op: Op, sample: Sample) -> bool:
    """The op has one tensor, and an element of its result depends on that element alone."""
    found = None if op.name in WITHOUT else poisoned(op, sample)
    if found is None or not found[1]:  # a NaN is refused, or there is no result
        return False
    x, before, after = sample.args[found[0]], found[1][0], found[2][0]
    if before.shape != x.shape or before.dtype.kind != "f":
        return False
    return np.array_equal(before.reshape(-1)[1:], after.reshape(-1)[1:], equal_nan=True)


@law_for(every_sample(elementwise))
def test_nan_stays_nan(op: Op, sample: Sample):
    found = poisoned(op, sample)
    assert found is not None
    assert np.isnan(found[2][0].reshape(-1)[0])


# of [nan, inf, -inf], measured with Paddle 2.6.2 but for these, where an infinity is the truth: relu(nan) (0 there),
# log_sigmoid(-inf), softshrink(inf, -inf), hardswish and the others of -inf (NaN there)
ACTIVATIONS = {
    "celu": [np.inf, -1], "elu": [np.inf, -1], "hardshrink": [np.inf, -np.inf], "hardsigmoid": [1, 0],
    "hardtanh": [1, -1], "leaky_relu": [np.inf, -np.inf], "log_sigmoid": [0, -np.inf], "relu": [np.inf, 0],
    "relu6": [6, 0], "selu": [np.inf, -1.7580993], "sigmoid": [1, 0], "softplus": [np.inf, 0],
    "softshrink": [np.inf, -np.inf], "tanh": [1, -1], "thresholded_relu": [np.inf, 0],
    "tanhshrink": [np.inf, -np.inf],
}  # fmt: skip


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_of_nan_and_infinities(name: str):
    x = np.array([np.nan, np.inf, -np.inf], "float32")
    wanted = [np.nan, *ACTIVATIONS[name]]
    function = getattr(F, name)
    np.testing.assert_allclose(function(paddle.to_tensor(x)).numpy(), wanted, rtol=1e-6)
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        out = function(static.data("x", [3]) * 1.0)
    exe = static.Executor()
    for _ in range(3):  # by the plan, then lowered
        np.testing.assert_allclose(exe.run(main, feed={"x": x}, fetch_list=[out])[0], wanted, rtol=1e-6)
    assert exe.lowered


def first_changed(op: Op, args: Sequence[Any], attrs: dict[str, Any], place: int, value: float) -> list[Any]:
    """The results with that number for the first element of an argument."""
    given = list(args)
    given[place] = given[place].copy()
    given[place].reshape(-1)[0] = value
    return run(op, given, attrs)


def floats(op: Op, sample: Sample) -> list[int]:
    """The places of the tensors of floats."""
    return [k for k, a in enumerate(sample.args) if isinstance(a, np.ndarray) and a.dtype.kind == "f" and a.size]


def selects(op: Op, sample: Sample) -> bool:
    return op.name not in MIXED and op.__module__.startswith(SELECTING) and bool(floats(op, sample))


@law_for(every_sample(selects))
def test_an_element_that_is_not_finite_stays_where_it_counts(op: Op, sample: Sample):
    """Results that do not depend on an element are the same where it is Inf: it is chosen, not multiplied by 0."""
    for place in floats(op, sample):
        try:
            with np.errstate(all="ignore"):
                before = run(op, sample.args, sample.attrs)
                number = float(sample.args[place].reshape(-1)[0])
                others = [first_changed(op, sample.args, sample.attrs, place, number * f) for f in (1.1, 0.9, 1.01)]
                infinite = first_changed(op, sample.args, sample.attrs, place, np.inf)
        except (OpscopeError, ValueError, np.linalg.LinAlgError):  # refused
            continue
        for k, (was, now) in enumerate(zip(before, infinite, strict=True)):
            if was is None or was.dtype.kind != "f" or was.shape != now.shape:
                continue
            free = np.logical_and.reduce([o[k] == was for o in others])
            lost = free & np.isfinite(was) & np.isnan(now)
            assert not lost.any(), f"argument {place}, result {k}"
