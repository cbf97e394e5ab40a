"""What the shape rule refuses when a program is built, the kernel refuses when values arrive: never a silent number."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.spec import TensorSpec, spec_of
from opscope.errors import OpscopeError
from opscope.ops.registry import Op, Sample
from tests.laws.cases import Case, every_sample, law_for, run

FAR = 99
UPDATES = frozenset(("sgd", "momentum", "adam", "adamw", "adamax", "adagrad"))
UPDATES |= {"adadelta", "rmsprop", "centered_rmsprop", "lamb"}
KERNEL_ERRORS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError)


def others(op: Op, sample: Sample) -> Iterator[tuple[str, Sample]]:
    """The sample with an axis far outside, with one more place along a dim, with one dim more and one less."""
    if isinstance(sample.attrs.get("axis", (op.kernel.__kwdefaults__ or {}).get("axis")), int):
        for axis in (FAR, -FAR):
            yield f"axis={axis}", Sample(sample.args, {**sample.attrs, "axis": axis})
    for i, value in enumerate(sample.args):
        if not isinstance(value, np.ndarray):
            continue

        def given(array: Any, i: int = i) -> Sample:
            return Sample((*sample.args[:i], array, *sample.args[i + 1 :]), sample.attrs)

        for axis in (a for a, d in enumerate(value.shape) if d):
            yield f"input {i} longer along {axis}", given(np.concatenate([value, value.take([0], axis)], axis))
        yield f"input {i} of higher rank", given(value[None])
        if value.size and value.ndim:
            yield f"input {i} of lower rank", given(np.asarray(value[0]))


def refuses(op: Op, sample: Sample) -> bool:
    try:
        op.infer(*map(spec_of, sample.args), **sample.attrs)
    except (OpscopeError, *KERNEL_ERRORS, RuntimeError):
        return True
    return False


def is_update(op: Op, sample: Sample) -> bool:
    """Steps of optimizers, which check gradient shapes themselves: see tests/paddle/optimizer/test_gradients_fit.py."""
    return op.name in UPDATES


@law_for(every_sample(lambda op, sample: not is_update(op, sample)))
def test_kernels_refuse_what_their_shape_rule_refuses(op: Op, sample: Sample):
    silent = []
    for what, other in others(op, sample):
        if refuses(op, other):
            try:
                with np.errstate(all="ignore"):
                    run(op, other.args, other.attrs)
            except KERNEL_ERRORS:
                continue
            silent.append(what)
    assert not silent


INSIDE = frozenset(("delayed", "linear_scan", "pick_along", "spread", "tensor_array_to_tensor_grad"))
INSIDE |= {"repeat_interleave_sum", "tensor_unfold_sum"}


def has_axis(op: Op, sample: Sample) -> bool:
    """An op that users call with one axis; gradients get theirs from an op that has checked it."""
    axis = sample.attrs.get("axis", (op.kernel.__kwdefaults__ or {}).get("axis"))
    return type(axis) is int and op.name not in INSIDE and not op.name.endswith("_like")


@law_for(every_sample(has_axis))
def test_an_axis_that_does_not_exist_is_refused_when_the_program_is_built(op: Op, sample: Sample):
    assert all(refuses(op, Sample(sample.args, {**sample.attrs, "axis": axis})) for axis in (FAR, -FAR))


def scalars() -> list[Case]:
    """Samples of ops of one input, each of its first value alone, along the first and the last axis if it has one."""
    made = []
    one_array = lambda op, sample: len(sample.args) == 1 and isinstance(sample.args[0], np.ndarray)
    for op, label, sample in every_sample(one_array):
        value, axis = sample.args[0], sample.attrs.get("axis")
        if not value.size or not value.ndim or op.name in ("gaussian_to", "lod_array_length"):
            continue  # the last two read only shapes of arrays that are never without dims
        for along in (0, -1) if isinstance(axis, int) else (axis,):
            attrs = sample.attrs if along is axis else {**sample.attrs, "axis": along}
            other = Sample((np.asarray(value.reshape(-1)[0]),), attrs)
            made.append(Case(op, f"{label}, axis {along}", other))
    return made


@law_for(scalars())
def test_values_without_dims_are_taken_or_refused_as_their_rule_says(op: Op, sample: Sample):
    refused = refuses(op, sample)
    try:
        with np.errstate(all="ignore"):
            found = run(op, sample.args, sample.attrs)
    except OpscopeError:  # a kernel may know better, if it says so
        return
    except KERNEL_ERRORS:
        assert refused
        return
    assert not refused
    specs = op.infer(*map(spec_of, sample.args), **sample.attrs)
    specs = [specs] if isinstance(specs, TensorSpec) else specs
    assert all(dims.refines(a.shape, s.shape) for a, s in zip(found, specs, strict=True))
