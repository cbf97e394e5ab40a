"""Each op in every dtype: it computes what it computes in float64, in the dtype that its shape rule says, or refuses.

The law varies the arrays that are floats in the samples; indices, masks and labels keep their own dtypes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.errors import DTypeError, NotFound
from opscope.ops.registry import Op, Sample
from tests.laws.cases import (
    OPS,
    as_grad_op,
    every_sample,
    failures_of,
    gradients,
    inputs_with_gradient,
    is_float,
    law_for,
    narrowed,
    run,
    seeds,
    spec_of,
)
from tests.laws.own import samples_of

pytestmark = pytest.mark.unmeasured  # test_infer calls the same kernels

DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64")
# How far a value may be from that of float64: of the largest of them, as sums cancel.
TOLERANCE = {"float16": 2e-2, "float32": 2e-5, "float64": 1e-9}
# Their attributes become numbers of the dtype of x first: a whole number is scaled by 0, not by 0.5.
IN_DTYPE = {"clip", "pow", "scale"}


def turned(value: Any, dtype: str) -> Any:
    """A float array in another dtype: what is false, small whole numbers of the same sign, or itself, rounded."""
    if not is_float(value):
        return value
    if dtype == "bool":
        return np.asarray(value > 0)
    if dtype[0] in "ui":
        whole = np.ceil(np.abs(value)) * (np.sign(value) if dtype[0] == "i" else 1)
        return np.asarray(np.nan_to_num(whole, posinf=1, neginf=1)).astype(dtype)
    return value.astype(dtype)


def told(op: Op, args: Sequence[Any], attrs: dict[str, Any]) -> list[TensorSpec]:
    """What the shape rule says of these arguments."""
    found = op.infer(*map(spec_of, args), **attrs)
    return [found] if isinstance(found, TensorSpec) else list(found)


def told_unless_refused(op: Op, args: Sequence[Any], attrs: dict[str, Any]) -> list[TensorSpec] | None:
    try:
        return told(op, args, attrs)
    except DTypeError:
        return None


def exactly(op: Op, sample: Sample, args: Sequence[Any], dtype: str) -> list[Any]:
    """The outputs from the same numbers in float64."""
    wide = [a if a is None or b is a else a.astype("float64") for a, b in zip(args, sample.args, strict=True)]
    attrs = dict(sample.attrs)
    if op.name in IN_DTYPE:
        attrs = {k: np.array(v).astype(dtype).item() if type(v) is float else v for k, v in attrs.items()}
    return run(op, wide, attrs)


def close(op: Op, value: Any, truth: Any, dtype: str) -> None:
    """As close to the truth as its own dtype, and that of the inputs, let it be."""
    if value.dtype.kind == "b":
        assert np.array_equal(value, truth != 0), op.name
    elif value.dtype.kind in "iu":
        wrapped = np.trunc(np.nan_to_num(truth)).astype("int64").astype(value.dtype)
        assert np.array_equal(value, wrapped), op.name
    else:
        coarse = max(TOLERANCE[d] for d in (dtype, value.dtype.name) if d in TOLERANCE)
        top = np.max(np.abs(truth[np.isfinite(truth)]), initial=1.0)
        np.testing.assert_allclose(value, truth, rtol=coarse, atol=coarse * top, err_msg=op.name)


def varied(op: Op) -> list[Sample]:
    """The samples with floats to vary; beside numbers of Python the dtype is theirs."""
    return [
        s
        for s in samples_of(op)
        if any(map(is_float, s.args)) and all(hasattr(a, "dtype") for a in s.args if a is not None)
    ]


VARIED = [op for op in OPS if varied(op)]


@pytest.mark.parametrize("op", VARIED, ids=lambda op: op.name)
def test_an_op_computes_in_every_dtype_or_refuses(op: Op):
    for dtype in DTYPES:
        with failures_of(dtype):
            computes_or_refuses(op, dtype)


def computes_or_refuses(op: Op, dtype: str) -> None:
    for sample in varied(op):
        args = [turned(a, dtype) for a in sample.args]
        specs = told_unless_refused(op, args, sample.attrs)
        if specs is None:
            with pytest.raises((DTypeError, NotFound), match=f"(received|not) {dtype}"):
                op.run(args, sample.attrs)
            continue
        with np.errstate(all="ignore"):
            values = run(op, args, sample.attrs)
            truth = exactly(op, sample, args, dtype)
        for value, spec, true in zip(values, specs, truth, strict=True):
            assert as_dtype(value.dtype) is spec.dtype and dims.refines(value.shape, spec.shape), op.name
            close(op, value, true, dtype)


def has_gradient(op: Op, sample: Sample) -> bool:
    return sample.smooth and as_grad_op(op, sample) is not None


@law_for(every_sample(has_gradient))
def test_gradients_of_float32_are_those_of_float64(op: Op, sample: Sample):
    """In float64 the rules agree with differences; here they agree with themselves."""
    small = narrowed(sample)
    exact = Sample(tuple(a.astype("float64") if is_float(a) else a for a in small.args), sample.attrs)
    wrt = inputs_with_gradient(op, exact.args)
    douts = seeds(op, run(op, small.args, small.attrs))
    wide = [None if d is None else d.astype("float64") for d in douts]
    found = gradients(op, small.args, small.attrs, douts, wrt)
    truth = gradients(op, exact.args, exact.attrs, wide, wrt)
    for grad, true in zip(found, truth, strict=True):
        assert (grad is None) == (true is None)
        if grad is not None:
            assert grad.dtype == np.float32
            close(op, grad, true, "float32")
