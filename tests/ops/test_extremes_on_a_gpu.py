"""The largest and smallest values of places named twice, as NumPy finds them.

On the stand-in, whose atomic functions are as incomplete as cupy's; with -m gpu on a real one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope.ops.indexing.extremes import keep_extremes
from tests.laws import fake_cupy


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    return fake_cupy.install(monkeypatch) if request.param == "stand-in" else pytest.importorskip("cupy")


def values_of(dtype: str, count: int) -> Any:
    rng = np.random.default_rng(0)
    if np.dtype(dtype).kind != "f":
        limits = np.iinfo(dtype)
        drawn = rng.integers(limits.min, limits.max, (count, 3), dtype=dtype, endpoint=True)
        drawn[:2] = [[limits.min], [limits.max]]
        return drawn
    drawn = rng.standard_normal((count, 3)).astype(dtype)
    drawn[0], drawn[1], drawn[2], drawn[3] = np.inf, -np.inf, [0.0, -0.0, np.finfo(dtype).tiny], np.nan
    return drawn


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int32", "int64", "uint64"])
def test_every_dtype_to_the_last_digit(dtype: str, largest: bool, cupy: Any):
    values, index = values_of(dtype, 20), np.random.default_rng(1).integers(0, 9, 20)
    wanted = values_of(dtype, 24)[14:]
    there = cupy.asarray(wanted)
    (np.maximum if largest else np.minimum).at(wanted, index, values)
    keep_extremes(cupy, there, cupy.asarray(index), cupy.asarray(values), largest)
    np.testing.assert_array_equal(cupy.asnumpy(there), wanted)
