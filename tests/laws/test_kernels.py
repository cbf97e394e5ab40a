"""Kernels: arrays out, inputs untouched, the dtype kept, and the same code on another array library."""

import numpy as np
import pytest

from opscope.core.random import Generator
from opscope.ops.registry import Op, Sample
from tests.laws import fake_cupy
from tests.laws.cases import OPS, as_grad_op, every_sample, is_float, law_for, listed, narrowed, run
from tests.laws.own import samples_of

pytestmark = pytest.mark.unmeasured  # test_infer calls the same kernels on the same samples

# Their dtype is an attribute, or they count: float64 need not come from float64.
OWN_DTYPE = {"cast", "assign_value", "full", "full_like", "sum", "cast_like", "auc"}


def frozen(value: object) -> object:
    if isinstance(value, np.ndarray):
        value = value.copy()
        value.flags.writeable = False
    return value


@law_for(every_sample())
def test_kernels_do_not_write_to_their_inputs(op: Op, sample: Sample):
    run(op, [frozen(a) for a in sample.args], sample.attrs)
    made = as_grad_op(op, sample)
    if made is not None:
        run(made[0], [frozen(a) for a in made[1]], sample.attrs)


@law_for(every_sample())
def test_kernels_return_arrays(op: Op, sample: Sample):
    """As plans run them: a scalar of NumPy counts as an array of rank 0, a Python number does not."""
    lead = (Generator(1),) if op.random else ()
    out = op.kernel_for(np)(*lead, *sample.args, **sample.attrs)
    assert isinstance(out, list | tuple) == (len(op.outputs) > 1 or op.variadic_out)
    assert all(isinstance(o, np.ndarray | np.generic) for o in listed(out))


@law_for(every_sample(lambda op, s: op.name not in OWN_DTYPE and any(map(is_float, s.args))))
def test_float32_stays_float32(op: Op, sample: Sample):
    sample = narrowed(sample)
    assert not [o.dtype for o in run(op, sample.args, sample.attrs) if o.dtype == np.float64]


@law_for(every_sample())
@pytest.mark.parametrize("change", [lambda s: s, narrowed], ids=["float64", "float32"])
def test_another_library_gives_the_same(op: Op, sample: Sample, change, monkeypatch: pytest.MonkeyPatch):
    """A cupy that refuses every implicit conversion: the kernel and its gradient run, with NumPy's results."""
    sample = change(sample)
    cupy = fake_cupy.install(monkeypatch)
    calls = [(op, list(sample.args)), *filter(None, [as_grad_op(op, sample)])]
    for called, args in calls:
        expected = run(called, args, sample.attrs)
        there = [cupy.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
        results = run(called, there, sample.attrs) if there else on(cupy, called, sample)
        assert all(isinstance(r, cupy.ndarray) for r in results)
        for result, value in zip(results, expected, strict=True):
            back = cupy.asnumpy(result)
            assert back.dtype == value.dtype and back.shape == value.shape
            if not called.random:
                np.testing.assert_allclose(back, value, rtol=1e-12)


def on(cupy: object, op: Op, sample: Sample) -> list[object]:
    """A kernel without inputs, on a library."""
    lead = (Generator(11),) if op.random else ()
    return [cupy.asarray(o) for o in listed(op.kernel_for(cupy)(*lead, **sample.attrs))]


@law_for(every_sample(lambda op, s: op.random))
def test_randomness_comes_from_the_stream(op: Op, sample: Sample):
    """The same state gives the same values, and the state moves on unless the op has a seed of its own."""
    first, again = Generator(1), Generator(1)
    one, two = (listed(op.run(sample.args, sample.attrs, rng=g)) for g in (first, again))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    draws = sample.attrs.get("training", True) and not sample.attrs.get("seed")
    moved = repr(first.get_state()) != repr(Generator(1).get_state())
    assert moved == bool(draws)


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_an_op_is_complete(op: Op):
    """Samples for the laws, and a first docstring sentence that ends."""
    assert samples_of(op), f"{op.name} has no samples: of an op that only programs have, they are in tests/laws/own.py"
    assert op.__doc__ and op.__doc__.split("\n")[0].rstrip().endswith(
        (".", ",", "+", ")", ":", "and", "-", "sum", "are")
    )
    assert all(name not in op.inputs for name in op.attrs)
