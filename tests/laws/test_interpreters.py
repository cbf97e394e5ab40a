"""Eager = static = kernel: values and gradients, the program being built with first dims that are not known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope.core import random, state
from opscope.core.dtype import as_dtype
from opscope.eager.autograd import grad
from opscope.eager.tensor import Tensor
from opscope.errors import ShapeError
from opscope.ir.gradients.backward import gradients as append_gradients
from opscope.ir.program.context import data, program_guard
from opscope.ir.program.program import Program
from opscope.ops.registry import Op, Sample
from opscope.runtime.executor import Executor
from opscope.runtime.instrument import instrumented
from tests.laws.cases import every_sample, gradients, inputs_with_gradient, law_for, listed, narrowed, seeds

pytestmark = pytest.mark.unmeasured  # test_infer, test_forms and the tests of backward run the same code


def expected(op: Op, sample: Sample) -> tuple[list[Any], list[Any], list[Any], tuple[int, ...]]:
    """(outputs, seeds, gradients, positions of the gradients), by kernel and rule."""
    random.seed(11)
    outs = listed(op.run(sample.args, sample.attrs))
    douts = seeds(op, outs)
    wrt = inputs_with_gradient(op, sample.args) if any(d is not None for d in douts) else ()
    return outs, douts, gradients(op, sample.args, sample.attrs, douts, wrt) if wrt else [], wrt


def called(op: Op, args: list[Any], attrs: dict[str, Any]) -> list[Any]:
    return listed(op(*args[: len(op.inputs)], args[len(op.inputs) :], **attrs) if op.variadic else op(*args, **attrs))


def same(actual: list[Any], wanted: list[Any]) -> None:
    assert len(actual) == len(wanted)
    for a, w in zip(actual, wanted, strict=True):
        if w is not None:
            assert a.dtype == w.dtype and a.shape == w.shape
            np.testing.assert_allclose(a, w, rtol=1e-12)


BOTH = [lambda s: s, narrowed]


# A seed of 0 draws from the interpreter's own stream: test_random has its law.
def reproducible(op: Op, sample: Sample) -> bool:
    return not op.random or bool(sample.attrs.get("seed")) or not sample.attrs.get("training", True)


@law_for(every_sample(reproducible))
@pytest.mark.parametrize("change", BOTH, ids=["float64", "float32"])
def test_eager_is_the_kernel(op: Op, sample: Sample, change):
    sample = change(sample)
    outs, douts, grads, wrt = expected(op, sample)
    args = [Tensor(a) if isinstance(a, np.ndarray) else a for a in sample.args]
    for i in wrt:
        args[i].stop_gradient = False
    results = called(op, args, sample.attrs)
    same([r.numpy() for r in results], outs)
    if wrt:
        pairs = [(r, Tensor(d)) for r, d in zip(results, douts, strict=True) if d is not None]
        found = grad([r for r, _ in pairs], [args[i] for i in wrt], [d for _, d in pairs], allow_unused=True)
        same([None if g is None else g.numpy() for g in found], grads)


def build(
    op: Op, sample: Sample, douts: list[Any], wrt: tuple[int, ...], known: bool
) -> tuple[Any, Any, dict[str, Any]]:
    """(outputs, gradients, feed): the program of one op, and of its gradient."""
    feed: dict[str, Any] = {}

    def declared(name: str, value: Any) -> Any:
        feed[name] = value
        shape = list(value.shape) if known or not value.shape else [-1, *value.shape[1:]]
        return data(name, shape, as_dtype(value.dtype))

    args = [declared(f"x{i}", np.asarray(a)) if hasattr(a, "dtype") else a for i, a in enumerate(sample.args)]
    for i in wrt:
        args[i].stop_gradient = False
    results = called(op, args, sample.attrs)
    found = []
    if wrt:
        pairs = [
            (r, declared(f"d{j}", d)) for j, (r, d) in enumerate(zip(results, douts, strict=True)) if d is not None
        ]
        found = append_gradients([r for r, _ in pairs], [args[i] for i in wrt], [d for _, d in pairs])
    return results, found, feed


@law_for(every_sample(reproducible))
@pytest.mark.parametrize("change", BOTH, ids=["float64", "float32"])
def test_static_is_the_kernel(op: Op, sample: Sample, change):
    sample = change(sample)
    outs, douts, grads, wrt = expected(op, sample)
    state.mode.static = True
    for known in (False, True):
        with program_guard(Program(), Program()):
            try:
                results, found, feed = build(op, sample, douts, wrt, known)
            except ShapeError as e:
                if known or "must be known" not in str(e):
                    raise
                continue
            random.seed(11)
            fetches = [*results, *(g for g in found if g is not None)]
            with instrumented(lower=False):  # compiled functions round otherwise
                fetched = [t.array for t in Executor().run(feed=feed, fetch_list=fetches, return_numpy=False)]
        same(fetched[: len(outs)], outs)
        same(fetched[len(outs) :], [w for g, w in zip(found, grads, strict=True) if g is not None])
