"""Gradient rules agree with finite differences, and the gradients of the gradients too."""

import pytest

from opscope.ops.registry import Op, Sample
from tests.laws.cases import (
    Second,
    as_grad_op,
    check_gradient,
    every_sample,
    inputs_with_gradient,
    law_for,
    narrowed,
    run,
    seeds,
)

pytestmark = pytest.mark.unmeasured  # test_infer calls the same kernels, test_forms the same rules


def smooth(op: Op, sample: Sample) -> bool:
    return sample.smooth and bool(inputs_with_gradient(op, sample.args))


def has_gradient_op(op: Op, sample: Sample) -> bool:
    return sample.smooth and as_grad_op(op, sample) is not None


def many_outputs(op: Op, sample: Sample) -> bool:
    return smooth(op, sample) and sum(d is not None for d in seeds(op, run(op, sample.args, sample.attrs))) > 1


@law_for(every_sample(has_gradient_op))
def test_rules_agree_with_differences(op: Op, sample: Sample):
    douts = seeds(op, run(op, sample.args, sample.attrs))
    check_gradient(op, sample.args, sample.attrs, douts, inputs_with_gradient(op, sample.args))


@law_for(every_sample(many_outputs))
def test_rules_agree_for_each_output_alone(op: Op, sample: Sample):
    """Where an output gets no gradient its part is zero, not garbage."""
    douts = seeds(op, run(op, sample.args, sample.attrs))
    for j in [j for j, d in enumerate(douts) if d is not None]:
        alone = [d if i == j else None for i, d in enumerate(douts)]
        check_gradient(op, sample.args, sample.attrs, alone, inputs_with_gradient(op, sample.args))


@law_for(every_sample(lambda op, s: has_gradient_op(op, s) and not op.opaque))
def test_second_order_agrees_with_differences(op: Op, sample: Sample):
    Second(op, sample).check()


@law_for(every_sample(has_gradient_op))
def test_gradients_keep_float32(op: Op, sample: Sample):
    sample = narrowed(sample)
    made = as_grad_op(op, sample)
    assert made is not None
    results = run(made[0], made[1], sample.attrs)
    assert [r.dtype for r in results] == [sample.args[i].dtype for i in inputs_with_gradient(op, sample.args)]
