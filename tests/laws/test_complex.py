"""Gradients of complex numbers: ops whose rules are turned, linear ones, those made for parts; the others refuse.

The gradient g of a real L is dL/d(real x) + i dL/d(imag x): along a direction d, L grows by the real part of conj(g) d.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.errors import UnsupportedError
from opscope.ops import complex_numbers
from opscope.ops.grad_ops import residuals_of
from opscope.ops.registry import REGISTRY, Op, Sample
from opscope.paddle import static
from tests.laws.cases import Case, is_float, law_for, listed, pullback, run, spec_of

NAMES = sorted(complex_numbers.HOLOMORPHIC | complex_numbers.LINEAR | complex_numbers.PARTS)
WHOLE = {"complex", "as_complex", "fft_r2c", "fft_c2r_adjoint", "fft_r2c_adjoint"}  # they take real numbers
QUADRANTS = np.array([0.6 + 0.7j, -0.6 + 0.7j, -0.6 - 0.7j, 0.6 - 0.7j])
# roots, logarithms and inverses jump on the negative real axis, or beyond 1: the samples stay above
rng = np.random.default_rng(4)


def turned(value: Any) -> Any:
    """A sample of floats with imaginary parts."""
    return value + 1j * rng.uniform(0.2, 0.8, value.shape) if is_float(value) else value


def usable(op: Op, sample: Sample) -> bool:
    """Where an attribute names a dtype, it is that of the real numbers."""
    return "dtype" not in sample.attrs and sample.smooth and any(map(is_number, sample.args))


def is_number(value: Any) -> bool:
    return getattr(value, "dtype", None) is not None and value.dtype.kind in "fc"


def over_complex(op: Op) -> list[Sample]:
    found = [s for s in op.samples() if usable(op, s)] if op.samples else []
    keep = op.name in WHOLE
    if op.name in complex_numbers.HOLOMORPHIC and len(op.inputs) == 1 and not op.attrs:
        found.append(Sample((QUADRANTS,)))
    return [s if keep else Sample(tuple(map(turned, s.args)), s.attrs) for s in found]


EVERY = [Case(op, str(i), s) for op in map(REGISTRY.__getitem__, NAMES) for i, s in enumerate(over_complex(op))]


def test_the_names_are_those_of_ops():
    assert not [n for n in NAMES if n not in REGISTRY]
    assert (
        not complex_numbers.HOLOMORPHIC & complex_numbers.LINEAR
        and not complex_numbers.HOLOMORPHIC & complex_numbers.PARTS
    )


def random_like(value: Any) -> Any:
    real = np.asarray(rng.standard_normal(value.shape))
    return real + 1j * rng.standard_normal(value.shape) if value.dtype.kind == "c" else real


def gained(douts: Sequence[Any], outs: Sequence[Any]) -> float:
    return sum(float(np.sum(np.conj(d) * o).real) for d, o in zip(douts, outs, strict=True) if d is not None)


def slope(f: Callable[[list[Any]], list[Any]], args: Sequence[Any], directions: Sequence[Any], douts: Any) -> float:
    def at(h: float) -> float:
        return gained(douts, f([a if d is None else a + h * d for a, d in zip(args, directions, strict=True)]))

    h = 2e-4
    return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h)


def gradients(op: Op, args: Sequence[Any], attrs: dict[str, Any], douts: Sequence[Any], wrt: tuple[int, ...]) -> Any:
    outs = run(op, args, attrs)
    kept = residuals_of(op, wrt, len(args), len(outs), ())
    inputs = [a if i in kept.inputs else None for i, a in enumerate(args)]
    outputs = [o if j in kept.outputs else None for j, o in enumerate(outs)]
    return pullback(op, wrt, inputs, outputs, attrs, [d if j in kept.douts else None for j, d in enumerate(douts)])


def with_gradient(op: Op, args: Sequence[Any]) -> tuple[int, ...]:
    return tuple(i for i, a in enumerate(args) if is_number(a) and op.has_gradient(i))


@law_for(EVERY)
def test_rules_agree_with_differences(op: Op, sample: Sample):
    outs = run(op, sample.args, sample.attrs)
    douts = [random_like(o) for o in outs]
    wrt = with_gradient(op, sample.args)
    grads = gradients(op, sample.args, sample.attrs, douts, wrt)
    for i, grad in zip(wrt, grads, strict=True):
        assert grad.dtype == sample.args[i].dtype and grad.shape == sample.args[i].shape
        directions = [random_like(a) if i == j else None for j, a in enumerate(sample.args)]
        numeric = slope(lambda moved: run(op, moved, sample.attrs), sample.args, directions, douts)
        assert gained([grad], [directions[i]]) == pytest.approx(numeric, rel=1e-6, abs=1e-7), op.input_name(i)


@law_for(EVERY)
def test_infer_tells_the_truth(op: Op, sample: Sample):
    specs = op.infer(*(None if a is None else spec_of(a) for a in sample.args), **sample.attrs)
    told = specs if isinstance(specs, list) else [specs]
    for value, spec in zip(run(op, sample.args, sample.attrs), told, strict=True):
        assert as_dtype(value.dtype) is spec.dtype and dims.refines(value.shape, spec.shape)


def called(op: Op, args: Sequence[Any], attrs: dict[str, Any]) -> list[Any]:
    return listed(
        op(*args[: len(op.inputs)], list(args[len(op.inputs) :]), **attrs) if op.variadic else op(*args, **attrs)
    )


@law_for(EVERY)
def test_gradients_of_gradients_agree_with_differences(op: Op, sample: Sample):
    wrt = with_gradient(op, sample.args)
    if not wrt:
        return
    weights = [random_like(o) for o in run(op, sample.args, sample.attrs)]
    other = [random_like(sample.args[i]) for i in wrt]

    def first(values: Sequence[Any], keep: bool) -> tuple[list[Any], list[Any]]:
        args = [paddle.to_tensor(v) if hasattr(v, "dtype") else v for v in values]
        for i in wrt:
            args[i].stop_gradient = False
        outs = called(op, args, sample.attrs)
        seeds = [paddle.to_tensor(w) for w in weights]
        return args, paddle.grad(outs, [args[i] for i in wrt], seeds, create_graph=keep, allow_unused=True)

    args, grads = first(sample.args, keep=True)
    if all(g.stop_gradient for g in grads):
        return  # linear: there is no second
    live = [(g, o) for g, o in zip(grads, other, strict=True) if not g.stop_gradient]
    seconds = paddle.grad(
        [g for g, _ in live], [args[i] for i in wrt], [paddle.to_tensor(o) for _, o in live], allow_unused=True
    )
    for i, second in zip(wrt, seconds, strict=True):
        directions = [random_like(a) if i == j else None for j, a in enumerate(sample.args)]
        numeric = slope(lambda moved: [g.numpy() for g in first(moved, keep=False)[1]], sample.args, directions, other)
        found = 0.0 if second is None else gained([second.numpy()], [directions[i]])
        assert found == pytest.approx(numeric, rel=1e-5, abs=1e-6), op.input_name(i)


@law_for(EVERY)
def test_programs_give_what_eager_code_gives(op: Op, sample: Sample):
    wrt = with_gradient(op, sample.args)
    weights = [random_like(o) for o in run(op, sample.args, sample.attrs)]
    expected = run(op, sample.args, sample.attrs)
    grads = gradients(op, sample.args, sample.attrs, weights, wrt) if wrt else []
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        feed = {f"x{i}": a for i, a in enumerate(sample.args) if hasattr(a, "dtype")}
        args = [
            static.data(f"x{i}", list(a.shape), str(a.dtype)) if hasattr(a, "dtype") else a
            for i, a in enumerate(sample.args)
        ]
        for i in wrt:
            args[i].stop_gradient = False
        outs = called(op, args, sample.attrs)
        feed |= {f"w{j}": w for j, w in enumerate(weights)}
        seeds = [static.data(f"w{j}", list(w.shape), str(w.dtype)) for j, w in enumerate(weights)]
        back = static.gradients(outs, [args[i] for i in wrt], seeds) if wrt else []
        executor = static.Executor()
        for _ in range(3):  # by the plan, then lowered
            fetched = executor.run(feed=feed, fetch_list=[*outs, *back])
            for value, truth in zip(fetched, [*expected, *grads], strict=True):
                assert value.dtype == truth.dtype
                np.testing.assert_allclose(value, truth, rtol=1e-12, atol=1e-14)


REAL_ONLY = ["maximum", "relu", "max", "softmax", "elementwise_pow", "amax", "clip", "softplus"]


@pytest.mark.parametrize("name", REAL_ONLY)
def test_other_ops_refuse_rather_than_mislead(name: str):
    x = paddle.to_tensor(complex_numbers.some(2, 3), stop_gradient=False)
    with pytest.raises((UnsupportedError, RuntimeError), match=r"not complex numbers|not registered"):
        REGISTRY[name](*[x] * len(REGISTRY[name].inputs)).sum().backward()


def test_a_real_matrix_gets_the_real_part():
    x, y = complex_numbers.some(2, 3), np.arange(6.0).reshape(3, 2)
    matrix = paddle.to_tensor(y, stop_gradient=False)
    paddle.real(paddle.matmul(paddle.to_tensor(x), matrix)).sum().backward()
    np.testing.assert_allclose(matrix.grad.numpy(), x.real.T @ np.ones((2, 2)))


def test_a_real_input_gets_the_real_part():
    x = paddle.to_tensor([2.0, 3.0], "float64", stop_gradient=False)
    y = paddle.to_tensor(np.array([1 + 2j, -0.5 + 0.3j]), stop_gradient=False)
    paddle.real(x * y).sum().backward()
    assert x.grad.dtype is paddle.float64 and x.grad.tolist() == [1.0, -0.5]
    assert y.grad.tolist() == [2, 3]


ARITHMETIC = {
    "c + r": (lambda c, r: c + r, "complex64", 2 + 2j),
    "c * 2": (lambda c, r: c * 2, "complex64", 2 + 4j),
    "c * 2j": (lambda c, r: c * 2j, "complex64", -4 + 2j),
    "r * 2j": (lambda c, r: r * 2j, "complex64", 2j),
    "2j - c": (lambda c, r: 2j - c, "complex64", -1),
    "1 / c": (lambda c, r: 1 / c, "complex64", 0.2 - 0.4j),
    "c.astype('float32')": (lambda c, r: c.astype("float32"), "float32", 1.0),
    "r.astype('complex128')": (lambda c, r: r.astype("complex128"), "complex128", 1.0),
    "paddle.complex(r, r * 3)": (lambda c, r: paddle.complex(r, r * 3), "complex64", 1 + 3j),
    "paddle.polar(r * 2, r * 0)": (lambda c, r: paddle.polar(r * 2, r * 0), "complex64", 2),
    "abs(c * 0)": (lambda c, r: abs(c * 0), "float32", 0),
    "paddle.angle(c)": (lambda c, r: paddle.angle(c), "float32", 1.1071487),
    "paddle.angle(-r)": (lambda c, r: paddle.angle(-r), "float32", np.pi),
    "paddle.sgn(c * 0)": (lambda c, r: paddle.sgn(c * 0), "complex64", 0),
    "paddle.conj(r)": (lambda c, r: paddle.conj(r), "float32", 1),
    "paddle.as_complex(paddle.as_real(c))": (lambda c, r: paddle.as_complex(paddle.as_real(c)), "complex64", 1 + 2j),
    "paddle.isreal(c)": (lambda c, r: paddle.isreal(c), "bool", False),
    "paddle.isreal(r)": (lambda c, r: paddle.isreal(r), "bool", True),
    "c.real()": (lambda c, r: c.real(), "float32", 1),
    "c.imag()": (lambda c, r: c.imag(), "float32", 2),
    "c.conj()": (lambda c, r: c.conj(), "complex64", 1 - 2j),
}


@pytest.mark.parametrize("call, dtype, expected", ARITHMETIC.values(), ids=list(ARITHMETIC))
@pytest.mark.parametrize("mode", ["eager", "static"])
def test_arithmetic_as_in_paddle(call, dtype, expected, mode):
    values = np.array([1 + 2j], "complex64"), np.array([1.0], "float32")
    if mode == "eager":
        out = call(*map(paddle.to_tensor, values))
        assert out.dtype is as_dtype(dtype)
        found = out.numpy()
    else:
        paddle.enable_static()
        out = call(static.data("c", [-1], "complex64"), static.data("r", [-1]))
        assert out.dtype is as_dtype(dtype)
        found = static.Executor().run(feed=dict(zip("cr", values, strict=True)), fetch_list=[out])[0]
    np.testing.assert_allclose(found, [expected], rtol=1e-6)
    assert found.dtype == dtype


def test_what_parts_refuse():
    r = paddle.to_tensor([1.0, 2.0, 3.0])
    for call, error, words in [
        (lambda: paddle.real(r), RuntimeError, "in real"),
        (lambda: paddle.as_complex(r), ValueError, "does not equals 2"),
        (lambda: paddle.complex(paddle.to_tensor([1]), paddle.to_tensor([2])), RuntimeError, "in complex"),
        (lambda: paddle.sgn(paddle.to_tensor([1])), TypeError, "must be one of"),
        (lambda: paddle.polar(paddle.to_tensor([1]), paddle.to_tensor([2])), TypeError, "polar"),
    ]:
        with pytest.raises(error, match=words):
            call()
