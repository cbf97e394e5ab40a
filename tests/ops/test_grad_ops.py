"""What a grad op says of itself, and the values it takes."""

from __future__ import annotations

import numpy as np
import pytest

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.ops.grad_ops import AbstractValue, grad_op, residuals_of
from opscope.ops.pullback import pullback_of, sum_to
from opscope.ops.registry import REGISTRY, Op, Sample
from tests.laws.cases import as_grad_op, every_sample, law_for, spec_of

# Sizes of their gradients are values of tensors.
BY_VALUES = {"slice_to_add", "tile_to_sum", "tensor_array_to_tensor_grad"}


def test_only_grad_ops_have_a_forward():
    assert all(op.forward is None and op.evaluate is None for op in REGISTRY)


@law_for(every_sample(lambda op, sample: as_grad_op(op, sample) is not None))
def test_a_grad_op_names_its_forward_and_evaluates_anything(op: Op, sample: Sample):
    made = as_grad_op(op, sample)
    assert made is not None
    grad, values = made
    assert grad.forward is not None and grad.evaluate is not None
    forward, wrt, n_in, _, kept = grad.forward
    assert forward is op and n_in == len(sample.args) and sum(map(len, kept)) == len(values)
    arrays = [None if a is None else np.asarray(a) for a in grad.evaluate(values, sample.attrs)]
    assert len(arrays) == len(wrt)
    specs = grad.evaluate([None if v is None else AbstractValue(spec_of(v)) for v in values], sample.attrs)
    for box, array in zip(specs, arrays, strict=True):
        assert (box is None) == (array is None)
        if array is not None:
            assert dims.refines(array.shape, box.shape) and box.dtype is as_dtype(array.dtype)
            assert None not in box.shape or op.name in BY_VALUES


def test_slots_say_where_the_kept_values_go():
    add, divide = REGISTRY["add"], REGISTRY["divide"]
    pull = pullback_of(divide, (1,), 2, 1)
    assert pull.residuals == residuals_of(divide, (1,), 2, 1) and pull.slots == (1, 2, 3)  # y, out, dout
    assert grad_op(add, (0,), 2, 1).forward.residuals == ((0,), (), (0,))


@pytest.mark.parametrize("shape", [(), (1,), (3,), (4, 1, 3), (1, 1, 1), (4, 2, 3), (1, 2, 3)], ids=str)
def test_sums_undo_every_way_of_stretching(shape: tuple[int, ...]):
    x = np.arange(24.0).reshape(4, 2, 3)
    like = np.zeros(shape, "f")
    out = sum_to(x, like)
    padded = (1,) * (3 - len(shape)) + shape
    axes = tuple(i for i in range(3) if padded[i] == 1)
    assert out.dtype == like.dtype and type(out) is np.ndarray
    np.testing.assert_array_equal(out, x.sum(axis=axes, keepdims=True).reshape(shape).astype("f"))
