"""Gradients from gradient rules: `pullback` for values of any kind, `grad_op` for `<op>_grad` operators.

Rules call only ops. The same rule therefore works for arrays, Tensors and Variables. This module makes `<op>_grad` and
its gradients by tracing the rule, so gradients of every order need only the rule of the first order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype, complex64, complex128, float32, int64
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ops.pullback import broadcast_like, pullback, pullback_of, residuals_of, sum_to, zeros_like
from opscope.ops.registry import Attrs, ForwardCall, Op
from opscope.ops.tensor_operators import TensorOperators

__all__ = [
    "AbstractValue",
    "TracedValue",
    "abstract_spec",
    "broadcast_like",
    "grad_op",
    "pullback",
    "residuals_of",
    "sum_to",
    "traced_pullback",
    "zeros_like",
]


# --- grad ops ---------------------------------------------------------------------------------------


def grad_op(op: Op, wrt: tuple[int, ...], n_in: int, n_out: int, missing: tuple[int, ...] = ()) -> Op:
    """Return the operator `<op>_grad`: its inputs are the values of `residuals_of`, its outputs a gradient per `wrt`.

    A gradient op is an ordinary op, so you can tap, step and differentiate it. The forward op keeps its gradient op
    alive.
    """
    key = (wrt, n_in, n_out, missing)
    found = op.grad_ops.get(key)
    if found is None:
        found = op.grad_ops[key] = _make_grad_op(op, *key)
    return found


def _make_grad_op(op: Op, wrt: tuple[int, ...], n_in: int, n_out: int, missing: tuple[int, ...]) -> Op:
    kept = residuals_of(op, wrt, n_in, n_out, missing)

    pull = pullback_of(op, wrt, n_in, n_out)
    slots = (*kept.inputs, *(n_in + j for j in kept.outputs), *(n_in + n_out + j for j in kept.douts))

    def evaluate(given: Sequence[Any], attrs: Attrs) -> list[Any]:
        values: list[Any] = [None] * (n_in + 2 * n_out)
        for slot, value in zip(slots, given, strict=True):
            values[slot] = value
        return pull(values, attrs)

    def kernel(xp: ArrayModule, *values: Array, **attrs: Any) -> Any:
        return evaluate(values, attrs)

    def infer(*specs: TensorSpec | None, **attrs: Any) -> Any:
        grads = evaluate([None if s is None else AbstractValue(s) for s in specs], attrs)
        return [None if g is None else g.spec for g in grads]

    def second_order(values: list[Any], attrs: Attrs, dgrads: Any = None) -> list[Any]:
        if op.opaque:
            raise UnsupportedError(
                f"{op.name}: its backward is a Python function, which has no gradient of its own",
                fix="write a static_pylayer (in dygraph, a PyLayer) whose backward has differentiable ops",
            )
        grads = traced_pullback(lambda boxes: evaluate(boxes, attrs), values, dgrads)
        # no dependence is a gradient of zero: a program has declared a variable for it
        return [zeros_like(v) if g is None and _is_differentiable(v) else g for g, v in zip(grads, values, strict=True)]

    kernel.__name__ = f"{op.name}_grad"
    kernel.__doc__ = f"Gradient of {op.name}."
    kernel.__module__ = op.__module__
    made = Op(kernel, infer=infer, vjp=second_order, outputs=("*grads",))
    made.opaque = op.opaque
    made.forward = ForwardCall(op, wrt, n_in, n_out, kept)
    made.evaluate = evaluate
    return made


def _is_differentiable(value: Array) -> bool:
    return value is not None and value.dtype.kind in "fc"


class AbstractValue(TensorOperators):
    """A value with only a known spec; ops on this value infer the spec of the result."""

    __slots__ = ("spec",)

    def __init__(self, spec: TensorSpec) -> None:
        self.spec = spec

    @property
    def shape(self) -> tuple[int | None, ...]:
        """Dims of the value; None for an unknown dim."""
        return self.spec.shape

    @property
    def dtype(self) -> Any:
        """The DType."""
        return self.spec.dtype

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        like = next(v.spec for v in inputs if isinstance(v, AbstractValue))
        out = op.infer(*(abstract_spec(v, like) for v in inputs), **attrs)
        if isinstance(out, TensorSpec):
            return AbstractValue(out)
        return [None if s is None else AbstractValue(s) for s in out]


def abstract_spec(value: Array, like: TensorSpec | None = None) -> TensorSpec | None:
    """Return the spec of an AbstractValue, array or Python number; a number takes the dtype of `like` if it fits."""
    if value is None:
        return None
    if isinstance(value, AbstractValue):
        return value.spec
    if hasattr(value, "shape"):
        return TensorSpec(tuple(value.shape), as_dtype(value.dtype))
    if isinstance(value, complex):
        narrow = like is not None and like.dtype.name in ("float16", "float32", "complex64")
        return TensorSpec((), complex64 if narrow else complex128)
    if like is not None and (like.dtype.floating or not isinstance(value, float)):
        return TensorSpec((), like.dtype)
    return TensorSpec((), int64 if isinstance(value, int) else float32)


# --- the gradient of a rule -------------------------------------------------------------------------


class TracedValue(TensorOperators):
    """A value inside a rule that is differentiated; it runs ops on the wrapped value, and records these ops."""

    __slots__ = ("tape", "value")

    def __init__(self, value: Array, tape: list[Any]) -> None:
        self.value = value
        self.tape = tape

    @property
    def shape(self) -> Any:
        """Shape of the wrapped value."""
        return self.value.shape

    @property
    def dtype(self) -> Any:
        """DType of the wrapped value."""
        return self.value.dtype

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        tape = next(v.tape for v in inputs if isinstance(v, TracedValue))
        raw = tuple(v.value if isinstance(v, TracedValue) else v for v in inputs)
        result = op.apply(raw, attrs)
        many = isinstance(result, list | tuple)
        outs = [TracedValue(r, tape) for r in result] if many else [TracedValue(result, tape)]
        tape.append((op, list(inputs), outs, attrs))
        return outs if many else outs[0]


def traced_pullback(function: Any, values: Sequence[Any], douts: Sequence[Any]) -> list[Any]:
    """Return the gradients of a function made of ops, at `values`, along `douts`; None for a missing gradient."""
    tape: list[Any] = []
    boxes = [None if v is None else TracedValue(v, tape) for v in values]
    results = function(boxes)
    grads: dict[int, Any] = {}

    def receive(box: Any, grad: Array) -> None:
        if grad is not None and isinstance(box, TracedValue):
            grads[id(box)] = grad if id(box) not in grads else grads[id(box)] + grad

    for result, dout in zip(results, douts, strict=True):
        receive(result, dout)
    for op_, inputs, outs, attrs in reversed(tape):
        given = [grads.get(id(o)) for o in outs]
        wrt = [
            i
            for i, v in enumerate(inputs)
            if isinstance(v, TracedValue) and v.dtype.kind in "fc" and op_.has_gradient(i)
        ]
        if not wrt or all(g is None for g in given):
            continue
        raw = [v.value if isinstance(v, TracedValue) else v for v in inputs]
        for i, grad in zip(wrt, pullback(op_, wrt, raw, [o.value for o in outs], attrs, given), strict=True):
            receive(inputs[i], grad)
    return [None if b is None else grads.get(id(b)) for b in boxes]
