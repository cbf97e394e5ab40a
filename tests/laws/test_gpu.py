"""The laws on a real cupy: the fake one cannot know everything. Run with -m gpu on a machine that has one."""

from typing import Any

import numpy as np
import pytest

from opscope.core import place
from opscope.core.random import Generator
from opscope.ops.registry import Op, Sample
from tests.laws.cases import as_grad_op, every_sample, law_for, listed, narrowed, run

pytestmark = pytest.mark.gpu


def moved(value: Any) -> Any:
    return place.to_device(value, place.CUDAPlace(0)) if isinstance(value, np.ndarray) else value


def on_gpu(op: Op, args: list[Any], attrs: dict[str, Any]) -> list[Any]:
    xp = place.place_module(place.CUDAPlace(0))
    lead = (Generator(11),) if op.random else ()
    return listed(op.kernel_for(xp)(*lead, *map(moved, args), **attrs))


def comparable(op: Op, outs: list[Any]) -> list[Any]:
    """What has one true value: the signs of singular vectors and eigenvectors have none, what they multiply to has."""
    if op.name == "svd":
        u, s, vh = outs
        return [(u[..., : s.shape[-1]] * s[..., None, :]) @ vh[..., : s.shape[-1], :], s, abs(u), abs(vh)]
    if op.name == "eigh":
        w, v = outs
        return [(v * w[..., None, :]) @ v.conj().swapaxes(-1, -2), w, abs(v)]
    return outs


@law_for(every_sample())
@pytest.mark.parametrize("change", [lambda s: s, narrowed], ids=["float64", "float32"])
def test_cupy_gives_the_same(op: Op, sample: Sample, change):
    sample = change(sample)
    for called, args in [(op, list(sample.args)), *filter(None, [as_grad_op(op, sample)])]:
        expected = run(called, args, sample.attrs)
        results = on_gpu(called, args, sample.attrs)
        assert len(results) == len(expected) and all(place.array_module(r) is not np for r in results)
        there = [place.to_host(r) for r in results]
        assert [(v.dtype, v.shape) for v in there] == [(v.dtype, v.shape) for v in expected]
        if called.random:
            continue
        for result, value in zip(comparable(called, there), comparable(called, expected), strict=True):
            single = value.dtype.kind in "fc" and np.finfo(value.dtype).eps > 1e-12
            np.testing.assert_allclose(result, value, rtol=1e-4 if single else 1e-9, atol=1e-6 if single else 1e-12)
