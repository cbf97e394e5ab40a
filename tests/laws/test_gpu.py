"""The laws on a real cupy: the fake one cannot know everything. Run with -m gpu on a machine that has one."""

from typing import Any

import numpy as np
import pytest

from opscope.core import place
from opscope.core.random import Generator
from opscope.ops.registry import Op, Sample
from tests.laws.cases import as_grad_op, every_sample, listed, narrowed, run

pytestmark = pytest.mark.gpu


def there(value: Any) -> Any:
    return place.to_device(value, place.CUDAPlace(0)) if isinstance(value, np.ndarray) else value


def on_gpu(op: Op, args: list[Any], attrs: dict[str, Any]) -> list[Any]:
    xp = place.place_module(place.CUDAPlace(0))
    lead = (Generator(11),) if op.random else ()
    return listed(op.kernel_for(xp)(*lead, *map(there, args), **attrs))


@pytest.mark.parametrize("op, sample", every_sample())
@pytest.mark.parametrize("change", [lambda s: s, narrowed], ids=["float64", "float32"])
def test_cupy_gives_the_same(op: Op, sample: Sample, change):
    sample = change(sample)
    for called, args in [(op, list(sample.args)), *filter(None, [as_grad_op(op, sample)])]:
        expected = run(called, args, sample.attrs)
        results = on_gpu(called, args, sample.attrs)
        assert len(results) == len(expected)
        for result, value in zip(results, expected, strict=True):
            assert place.array_module(result) is not np
            back = place.to_host(result)
            assert back.dtype == value.dtype and back.shape == value.shape
            if not called.random:
                single = value.dtype.itemsize < 8
                np.testing.assert_allclose(back, value, rtol=1e-4 if single else 1e-9, atol=1e-6 if single else 1e-12)
