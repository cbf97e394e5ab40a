"""Public functions that are made of ops: a program with unknown dims gives what eager code gives, gradients too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from opscope import paddle
from opscope.ops import samples
from opscope.paddle import static
from tests.laws.cases import along, listed


class Case(NamedTuple):
    """A call: of which arrays, and whether finite differences apply."""

    call: Callable[..., Any]
    arrays: tuple[Any, ...]
    smooth: bool = True


A = samples.array(2, 3)
B = samples.array(4, 3, seed=1)
NANS = np.where(samples.flags(3, 4), np.nan, samples.distinct(3, 4))
ROWS = samples.distinct(3, 4)

CASES = {
    "hypot": Case(paddle.hypot, (A, A + 1.0)),
    "ldexp": Case(paddle.ldexp, (A, A + 0.5)),
    "lerp a number": Case(lambda x, y: paddle.lerp(x, y, 0.25), (A, A + 1.0)),
    "rad2deg": Case(paddle.rad2deg, (A,)),
    "deg2rad": Case(paddle.deg2rad, (A,)),
    "polygamma 0": Case(lambda x: paddle.polygamma(x, 0), (A + 3.0,)),
    "polygamma 2": Case(lambda x: paddle.polygamma(x, 2), (A + 3.0,)),
    "multigammaln": Case(lambda x: paddle.multigammaln(x, 3), (A + 5.0,)),
    "cumprod": Case(lambda x: paddle.cumprod(x, -1), (A,)),
    "logcumsumexp flat": Case(paddle.logcumsumexp, (A,)),
    "logcumsumexp": Case(lambda x: paddle.logcumsumexp(x, 0), (A,)),
    "cummax flat": Case(lambda x: paddle.cummax(x)[0], (ROWS,)),
    "cummin": Case(lambda x: paddle.cummin(x, 1)[0], (ROWS,)),
    "nansum": Case(lambda x: paddle.nansum(x, axis=1), (NANS,), smooth=False),
    "nanmean": Case(lambda x: paddle.nanmean(x, axis=-1, keepdim=True), (NANS,), smooth=False),
    "count_nonzero": Case(lambda x: paddle.count_nonzero(x, axis=0), (np.round(A),), smooth=False),
    "diff": Case(lambda x: paddle.diff(x, axis=0), (B,)),
    "diff twice, joined": Case(lambda x, y: paddle.diff(x, 2, -1, prepend=y, append=y), (A, A[:, :1])),
    "trapezoid": Case(lambda y: paddle.trapezoid(y, dx=0.5), (A,)),
    "trapezoid of places": Case(lambda y, x: paddle.trapezoid(y, x, axis=0), (B, samples.array(4))),
    "trapezoid of all places": Case(paddle.trapezoid, (A, A * 2.0)),
    "cumulative_trapezoid": Case(paddle.cumulative_trapezoid, (A, samples.array(3))),
    "outer": Case(paddle.outer, (A, samples.array(4))),
    "inner": Case(paddle.inner, (A, B)),
    "inner of rank 1": Case(paddle.inner, (samples.array(3), B)),
    "inner of rank 3": Case(paddle.inner, (A, samples.array(2, 5, 3))),
    "kron": Case(paddle.kron, (A, B)),
    "kron of ranks": Case(paddle.kron, (samples.array(3), samples.array(2, 2, 1))),
    "cross": Case(paddle.cross, (A, A + 1.0)),
    "dist": Case(paddle.dist, (A, A[:1] + 1.0)),
    "dist 3": Case(lambda x, y: paddle.dist(x, y, 3), (A, A + 1.0)),
    "cdist": Case(paddle.cdist, (A, B)),
    "cdist 1": Case(lambda x, y: paddle.cdist(x, y, p=1), (samples.array(2, 2, 3), B)),
    "cdist by products": Case(
        lambda x, y: paddle.cdist(x, y, compute_mode="use_mm_for_euclid_dist"), (samples.array(2, 2, 3), B)
    ),
    "renorm": Case(lambda x: paddle.renorm(x, 2.0, 0, 1.5), (B,)),
    "renorm of a vector": Case(lambda x: paddle.renorm(x, 1.0, -1, 1.0), (samples.array(4),)),
    "take": Case(lambda x: paddle.take(x, paddle.to_tensor([[0, -1], [5, 5]])), (A,)),
    "take wrap": Case(lambda x: paddle.take(x, paddle.to_tensor([6, -7]), mode="wrap"), (A,)),
    "take clip": Case(lambda x: paddle.take(x, paddle.to_tensor([6, -7]), mode="clip"), (A,)),
    "vander": Case(lambda x: paddle.vander(x, 4), (samples.array(3),)),
    "vander increasing": Case(lambda x: paddle.vander(x, 3, True), (np.array([0.0, 2.0, -1.0]),)),
    "multiplex": Case(lambda x, y: paddle.multiplex([x, y], paddle.to_tensor([[1], [0]])), (A, A + 1.0)),
    "median": Case(paddle.median, (ROWS,)),
    "median of rows": Case(lambda x: paddle.median(x, axis=1, keepdim=True), (ROWS,)),
    "median with NaN": Case(lambda x: paddle.median(x, axis=1), (NANS,), smooth=False),
    "nanmedian": Case(lambda x: paddle.nanmedian(x, axis=[0, -1], keepdim=True), (NANS,), smooth=False),
    "nanmedian of columns": Case(lambda x: paddle.nanmedian(x, axis=0), (NANS,), smooth=False),
    "quantile": Case(lambda x: paddle.quantile(x, [0.3, 0.77], axis=0), (ROWS,)),
    "quantile of all": Case(lambda x: paddle.quantile(x, 0.3, keepdim=True), (ROWS,)),
    "nanquantile": Case(lambda x: paddle.nanquantile(x, 0.4, axis=[1], keepdim=True), (NANS,), smooth=False),
    "mode": Case(lambda x: paddle.mode(x)[0], (ROWS,)),
    "kthvalue": Case(lambda x: paddle.kthvalue(x, 2, axis=0)[0], (ROWS,)),
    "kthvalue kept": Case(lambda x: paddle.kthvalue(x, 4, keepdim=True)[0], (ROWS,)),
}
CALLS = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


def eagerly(case: Case, arrays: list[Any]) -> tuple[list[Any], list[Any]]:
    """(outputs, gradients of their sum)."""
    inputs = [paddle.to_tensor(a, stop_gradient=False) for a in arrays]
    outs = listed(case.call(*inputs))
    if outs[0].dtype in (paddle.float32, paddle.float64):
        outs[0].sum().backward()
    return [o.numpy() for o in outs], [None if i.grad is None else i.grad.numpy() for i in inputs]


@CALLS
def test_a_program_gives_what_eager_code_gives(case: Case):
    outs, grads = eagerly(case, list(case.arrays))
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        inputs = [static.data(f"x{i}", [-1, *a.shape[1:]], "float64") for i, a in enumerate(case.arrays)]
        for variable in inputs:
            variable.stop_gradient = False
        found = listed(case.call(*inputs))
        wanted = [v for v, g in zip(inputs, grads, strict=True) if g is not None]
        back = static.gradients(paddle.sum(found[0]), wanted) if wanted else []
        feed = {f"x{i}": a for i, a in enumerate(case.arrays)}
        fetched = static.Executor().run(feed=feed, fetch_list=[*found, *back])
    expected = [*outs, *(g for g in grads if g is not None)]
    for value, truth, variable in zip(fetched, expected, [*found, *back], strict=True):
        assert value.dtype == truth.dtype and value.shape == truth.shape
        assert all(d in (-1, n) for d, n in zip(variable.shape, truth.shape, strict=True))
        np.testing.assert_allclose(value, truth, rtol=1e-12)


@pytest.mark.parametrize("case", [c for c in CASES.values() if c.smooth], ids=[k for k, c in CASES.items() if c.smooth])
def test_gradients_agree_with_differences(case: Case):
    _, grads = eagerly(case, list(case.arrays))
    rng = np.random.default_rng(3)
    directions = [rng.standard_normal(a.shape) for a in case.arrays]

    def value(moved: list[Any]) -> list[Any]:
        return [case.call(*map(paddle.to_tensor, moved)).sum().numpy()]

    numeric = along(value, case.arrays, directions, [1.0])
    analytic = sum(float(np.sum(g * d)) for g, d in zip(grads, directions, strict=True))
    assert analytic == pytest.approx(numeric, rel=1e-6, abs=1e-7)
