"""What the laws quantify over: ops with samples, specs with dims hidden, derivatives by differences."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import pytest

from opscope.core import state
from opscope.core.dtype import as_dtype
from opscope.core.random import Generator
from opscope.core.spec import TensorSpec
from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.ops.grad_ops import grad_op, pullback, residuals_of
from opscope.ops.registry import REGISTRY, Op, Sample
from tests.laws.own import samples_of

OPS = sorted([*REGISTRY, *PROGRAM_OPS.values()], key=lambda op: op.name)


class Case(NamedTuple):
    """An op with a sample, and how to call the sample in a message."""

    op: Op
    label: str
    sample: Sample


def every_sample(which: Callable[[Op, Sample], bool] = lambda op, sample: True) -> list[Case]:
    """The ops with their samples, those that a law is about."""
    return [Case(op, str(i), s) for op in OPS for i, s in enumerate(samples_of(op)) if which(op, s)]


@contextmanager
def failures_of(what: str) -> Iterator[None]:
    """Say in an error inside the block what it is about."""
    try:
        yield
    except Exception as e:
        e.add_note(what)
        raise


def law_for(cases: Iterable[Case]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator of a law `(op, sample, ...)`: one test for each op, which checks its samples one after the other.

    With a test for each sample, pytest would take longer than the laws. Each sample finds the state of a fresh import.
    """
    samples: dict[Op, list[Case]] = {}
    for case in cases:
        samples.setdefault(case.op, []).append(case)

    def made(law: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(law)
        def test(op: Op, samples: list[Case], **fixtures: Any) -> None:
            static = state.mode.static  # as a fixture has set it
            for case in samples:
                state.reset()
                state.mode.static = static
                with failures_of(f"sample {case.label} of {op.name}"):
                    law(op=op, sample=case.sample, **fixtures)

        of_law = inspect.signature(law).parameters.values()
        named = [p.replace(name="samples", annotation=list) if p.name == "sample" else p for p in of_law]
        test.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
        given = [pytest.param(op, cases, id=op.name) for op, cases in samples.items()]
        return pytest.mark.parametrize("op, samples", given)(test)

    return made


def listed(value: Any) -> list[Any]:
    """Outputs as a list."""
    return list(value) if isinstance(value, list | tuple) else [value]


def run(op: Op, args: Sequence[Any], attrs: dict[str, Any]) -> list[Any]:
    """The outputs of the kernel; randomness is the same each time."""
    return listed(op.run(args, attrs, rng=Generator(11)))


def spec_of(value: Any) -> TensorSpec | None:
    """The true spec of an argument."""
    if value is None:
        return None
    if isinstance(value, bool | int | float):
        return TensorSpec((), as_dtype("int64" if isinstance(value, int) else "float32"))
    return TensorSpec(tuple(value.shape), as_dtype(value.dtype))


def with_dims_hidden(args: Sequence[Any]) -> Iterator[list[TensorSpec | None]]:
    """The specs of the arguments: complete, with each dim hidden in turn, each first dim, and all of them."""
    specs = [spec_of(a) for a in args]
    yield specs
    places = [(i, axis) for i, s in enumerate(specs) if s for axis in range(s.rank)]
    sets = [{place} for place in places]
    sets += [{place for place in places if place[1] == 0}, {place for place in places if place[1] < 2}, set(places)]
    for hidden in sets:
        yield [
            s and s.with_shape(tuple(None if (i, axis) in hidden else d for axis, d in enumerate(s.shape)))
            for i, s in enumerate(specs)
        ]


def is_float(value: Any) -> bool:
    """True for arrays that carry gradients."""
    return getattr(value, "dtype", None) is not None and value.dtype.kind == "f"


def narrowed(sample: Sample) -> Sample:
    """The sample with float32 instead of float64."""
    attrs = {k: v.astype("float32") if is_float(v) else v for k, v in sample.attrs.items()}
    return Sample(tuple(a.astype("float32") if is_float(a) else a for a in sample.args), attrs, sample.smooth)


# --- derivatives ------------------------------------------------------------------------------------


def inputs_with_gradient(op: Op, args: Sequence[Any]) -> tuple[int, ...]:
    """Positions of the arguments that a gradient can be asked for."""
    return tuple(i for i, a in enumerate(args) if is_float(a) and op.has_gradient(i))


def seeds(op: Op, outs: Sequence[Any], seed: int = 5) -> list[Any]:
    """A gradient for every output that a rule reads, None for the others."""
    named = {name for needs in (*op.vjp_params.values(), op.joint_vjp_params) for name in needs}
    rng = np.random.default_rng(seed)
    return [
        rng.uniform(0.5, 1.5, o.shape).astype(o.dtype) if is_float(o) and f"d{op.output_name(j)}" in named else None
        for j, o in enumerate(outs)
    ]


def gradients(
    op: Op, args: Sequence[Any], attrs: dict[str, Any], douts: Sequence[Any], wrt: tuple[int, ...]
) -> list[Any]:
    """What the rules say, given only what `residuals_of` promises to keep."""
    outs = run(op, args, attrs)
    kept = residuals_of(op, wrt, len(args), len(outs), tuple(j for j, d in enumerate(douts) if d is None))
    inputs = [a if i in kept.inputs else None for i, a in enumerate(args)]
    outputs = [o if j in kept.outputs else None for j, o in enumerate(outs)]
    given = [d if j in kept.douts else None for j, d in enumerate(douts)]
    return pullback(op, wrt, inputs, outputs, attrs, given)


def as_grad_op(op: Op, sample: Sample) -> tuple[Op, list[Any]] | None:
    """The derived `<op>_grad` and its arguments for this sample; None where the op has no gradient."""
    wrt = inputs_with_gradient(op, sample.args)
    if not wrt:
        return None
    outs = run(op, sample.args, sample.attrs)
    douts = seeds(op, outs)
    missing = tuple(j for j, d in enumerate(douts) if d is None)
    if len(missing) == len(outs):
        return None
    kept = residuals_of(op, wrt, len(sample.args), len(outs), missing)
    values = [*(sample.args[i] for i in kept.inputs), *(outs[j] for j in kept.outputs), *(douts[j] for j in kept.douts)]
    return grad_op(op, wrt, len(sample.args), len(outs), missing), values


def along(
    f: Callable[[list[Any]], list[Any]], args: Sequence[Any], directions: Sequence[Any], douts: Sequence[Any]
) -> float:
    """The derivative of sum(douts * f(args)) along the directions, by central differences of fourth order."""

    def total(t: float) -> float:
        moved = [a if d is None else a + t * d for a, d in zip(args, directions, strict=True)]
        return sum(float(np.sum(o * d)) for o, d in zip(f(moved), douts, strict=True) if d is not None)

    h = 2e-4
    return (8 * (total(h) - total(-h)) - (total(2 * h) - total(-2 * h))) / (12 * h)


class Second:
    """The gradients of an op as a function of its inputs and its outputs' gradients: what second order differentiates.

    The outputs that `<op>_grad` reads follow the inputs: their part goes back through the op itself.
    """

    def __init__(self, op: Op, sample: Sample) -> None:
        self.op, self.args, self.attrs = op, list(sample.args), sample.attrs
        self.wrt = inputs_with_gradient(op, sample.args)
        self.outs = run(op, sample.args, sample.attrs)
        self.douts = seeds(op, self.outs)
        missing = tuple(j for j, d in enumerate(self.douts) if d is None)
        self.kept = residuals_of(op, self.wrt, len(sample.args), len(self.outs), missing)
        self.grad = grad_op(op, self.wrt, len(sample.args), len(self.outs), missing)

    def values(self, args: Sequence[Any], douts: Sequence[Any]) -> list[Any]:
        outs = run(self.op, args, self.attrs)
        kept = self.kept
        return [*(args[i] for i in kept.inputs), *(outs[j] for j in kept.outputs), *(douts[j] for j in kept.douts)]

    def __call__(self, moved: Sequence[Any]) -> list[Any]:
        n = len(self.args)
        return run(self.grad, self.values(moved[:n], moved[n:]), self.attrs)

    def check(self) -> None:
        everything = [*self.args, *self.douts]
        ddgrads = [np.random.default_rng(9).uniform(0.5, 1.5, g.shape) for g in self(everything)]
        values = self.values(self.args, self.douts)
        wrt = inputs_with_gradient(self.grad, values)
        found = dict(zip(wrt, gradients(self.grad, values, self.attrs, ddgrads, wrt), strict=True))
        kept, n = self.kept, len(self.args)
        total = dict.fromkeys(range(len(everything)), 0.0)
        back: list[Any] = [None] * len(self.outs)
        for position, target in enumerate([*kept.inputs, *((j,) for j in kept.outputs), *(n + j for j in kept.douts)]):
            grad = found.get(position)
            if grad is None:
                continue
            if isinstance(target, tuple):
                back[target[0]] = grad
            else:
                total[target] = total[target] + grad
        if any(b is not None for b in back):
            for i, grad in zip(self.wrt, gradients(self.op, self.args, self.attrs, back, self.wrt), strict=True):
                total[i] = total[i] + (0.0 if grad is None else grad)
        moving = [i for i, v in enumerate(everything) if is_float(v) and (i >= n or i in self.wrt or i in kept.inputs)]
        rng = np.random.default_rng(3)
        for positions in [*([i] for i in moving), moving]:
            directions = [rng.standard_normal(v.shape) if i in positions else None for i, v in enumerate(everything)]
            numeric = along(self, everything, directions, ddgrads)
            analytic = sum(float(np.sum(total[i] * directions[i])) for i in positions)
            assert analytic == pytest.approx(numeric, rel=1e-6, abs=1e-6), positions


def check_gradient(
    op: Op, args: Sequence[Any], attrs: dict[str, Any], douts: Sequence[Any], wrt: tuple[int, ...]
) -> None:
    """Rules against differences: each input on its own, then all together, each along a random direction."""
    grads = gradients(op, args, attrs, douts, wrt)
    for position, grad in zip(wrt, grads, strict=True):
        if grad is not None:
            assert grad.shape == args[position].shape, f"{op.input_name(position)}: the gradient has another shape"
            assert grad.dtype == args[position].dtype, f"{op.input_name(position)}: the gradient has another dtype"
    rng = np.random.default_rng(3)
    chosen = [*([i] for i in wrt), list(wrt)] if len(wrt) > 1 else [list(wrt)]
    for positions in itertools.chain(chosen, chosen[-1:]):
        directions = [rng.standard_normal(a.shape) if i in positions else None for i, a in enumerate(args)]
        numeric = along(lambda moved: run(op, moved, attrs), args, directions, douts)
        pairs = zip(wrt, grads, strict=True)
        analytic = sum(float(np.sum(g * directions[i])) for i, g in pairs if i in positions and g is not None)
        assert analytic == pytest.approx(numeric, rel=1e-6, abs=1e-7), [op.input_name(i) for i in positions]
