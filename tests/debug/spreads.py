"""Arrays whose standard deviation is difficult to compute, and what it is."""

import math

import numpy as np
import pytest

from opscope.runtime.lower.moments import CHUNK


def exact(array):
    """(mean, standard deviation, exponent) of array / 2 ** exponent, in the widest floats that NumPy has."""
    exponent = math.frexp(float(np.abs(array).max()))[1]
    scaled = np.ldexp(array.astype(np.longdouble), -exponent)
    mean = scaled.mean()
    return mean, np.sqrt(((scaled - mean) ** 2).mean()), exponent


RNG = np.random.default_rng(0)
SIZES = (2, 1000, CHUNK, 3 * CHUNK + 77)  # of arrays in one chunk, and in several
DIFFICULT = {
    "mean 1e4 sd": lambda n: RNG.normal(1e4, 1, n),
    "mean -1e4 sd, tiny": lambda n: RNG.normal(-1e-6, 1e-10, n),
    "mean 1e7 sd": lambda n: RNG.normal(1e6, 0.1, n),
    "two values": lambda n: np.where(np.arange(n) % 2, 1.001, 1),
    "two values, apart": lambda n: np.where(np.arange(n) % 2, 1.35, 1.1),
    "one outlier, first": lambda n: np.where(np.arange(n) == 0, 1e5, RNG.normal(0, 1, n)),
    "an outlier at the start of the second chunk": lambda n: np.where(np.arange(n) == CHUNK, 1e6, RNG.normal(0, 1, n)),
    "chunks with means of their own": lambda n: np.arange(n) // CHUNK * 1e3 + RNG.normal(0, 1, n),
    "a slope": lambda n: 1e5 + np.linspace(0, 1, n),
    "squares below float32": lambda n: RNG.normal(0, 1e-21, n),
    "squares at float32's end": lambda n: RNG.normal(0, 1e-16, n),
    "squares above float32": lambda n: RNG.uniform(-1, 1, n) * 3e38,
    "denormal float32": lambda n: RNG.integers(1, 99, n) * 1.5e-45,
    "squares below float64": lambda n: RNG.normal(0, 1e-180, n),
    "squares above float64": lambda n: RNG.normal(0, 1e200, n),
    "near 1.7e308": lambda n: RNG.uniform(1.69e308, 1.7e308, n),
    "of both signs, near 1.7e308": lambda n: RNG.choice([-1.7e308, 1.7e308, 1.6e308], n),
    "denormal": lambda n: RNG.integers(1, 10**6, n) * 5e-324,
}


def difficult_arrays(sizes=SIZES):
    """Arrays of these sizes, as parameters of a test."""
    for name, make in DIFFICULT.items():
        for dtype in ("float32", "float64"):
            if "float32" in name or (np.abs(make(1000)).max() < 3e38 and np.abs(make(1000)).max() > 1e-40):
                yield from (pytest.param(make(n).astype(dtype), id=f"{name}-{dtype}-{n}") for n in sizes)
            elif dtype == "float64":
                yield from (pytest.param(make(n), id=f"{name}-{dtype}-{n}") for n in sizes)


def is_right(found, array):
    """Mean and standard deviation within 1e-4 of the standard deviation, or what the dtype can hold."""
    mean, std, exponent = exact(array)
    resolution = max(float(np.spacing(abs(float(mean)))), math.ldexp(1.0, max(-1074 - exponent, -1074)))
    allowed = 1e-4 * float(std) + 2 * resolution
    assert abs(math.ldexp(found.mean, -exponent) - mean) <= allowed
    assert abs(math.ldexp(found.std, -exponent) - std) <= allowed
    assert (found.min, found.max) == (array.min(), array.max())
