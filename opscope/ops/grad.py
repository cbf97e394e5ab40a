"""From gradient rules to gradients: `pullback` for values of any kind, `grad_op` for `<op>_grad` operators.

One rule serves arrays, Tensors and Variables because rules call ops only. Three things happen here and
nowhere else: broadcasting is undone, missing output gradients become zeros, and `<op>_grad` is derived,
including its own gradient (by tracing the rule), so every order comes from the first.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

from opscope.core.dtype import as_dtype, float32, int64
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ops import infer as shapes
from opscope.ops import samples
from opscope.ops.methods import TensorOperators
from opscope.ops.registry import Attrs, Op, Sample, op


def _summed(xp: Any, x: Any, shape: tuple[int, ...]) -> Any:
    lead = x.ndim - len(shape)
    axes = (*range(lead), *(i + lead for i, d in enumerate(shape) if d == 1 and x.shape[i + lead] != 1))
    return xp.reshape(xp.sum(x, axis=axes), shape) if axes else x


@op(
    infer=shapes.like_second,
    vjp={"x": lambda dout, x: broadcast_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(4, 2, 3), samples.array(2, 1))),
        Sample((samples.array(3), samples.array())),
    ],
)
def sum_to(xp: Any, x: Any, like: Any) -> Any:
    """x summed over the dims that broadcasting had stretched, in the shape and dtype of `like`."""
    out = _summed(xp, x, like.shape)
    return out if out.dtype == like.dtype else out.astype(like.dtype)


@op(
    infer=shapes.like_second,
    vjp={"x": lambda dout, x: sum_to(dout, x)},
    samples=lambda: [Sample((samples.array(2, 1), samples.array(4, 2, 3)))],
)
def broadcast_like(xp: Any, x: Any, like: Any) -> Any:
    """x stretched to the shape of `like`, in its dtype: the gradient of sum_to."""
    return xp.broadcast_to(x, like.shape).astype(like.dtype)


@op(infer=shapes.same, vjp={}, samples=samples.unary())
def zeros_like(xp: Any, x: Any) -> Any:
    """Zeros in the shape and dtype of x."""
    return xp.zeros_like(x)


class Kept(NamedTuple):
    """Which values (by position) a backward step reads: the layout of a grad op's inputs."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    douts: tuple[int, ...]


def keeps(op: Op, wrt: Sequence[int], n_in: int, n_out: int, missing: Sequence[int] = ()) -> Kept:
    """What must be kept to compute the gradients of the inputs at `wrt`; `missing` douts do not exist."""
    names = set(op.joint_needs)
    for position in wrt:
        names.update(op.needs.get(op.input_name(position), ()))
    inputs = {i for i in range(n_in) if op.input_name(i) in names}
    if op.infer in shapes.BROADCASTING:
        inputs.update(wrt)  # for their shapes
    output_names = [op.output_name(j) for j in range(n_out)]
    outputs = {j for j, name in enumerate(output_names) if name in names}
    outputs.update(j for j in missing if f"d{output_names[j]}" in names and op.needs_zeros(j))
    douts = tuple(j for j, name in enumerate(output_names) if f"d{name}" in names and j not in missing)
    return Kept(tuple(sorted(inputs)), tuple(sorted(outputs)), douts)


def pullback(
    op: Op,
    wrt: Sequence[int],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    attrs: Attrs,
    douts: Sequence[Any],
) -> list[Any]:
    """Gradients of the inputs at the (flattened) positions `wrt`.

    `inputs` and `outputs` need hold only what `keeps` names, None elsewhere. The values are arrays, Tensors,
    Variables or anything else that ops take. A gradient may be None: there is none.
    """
    douts = [
        zeros_like(outputs[j]) if d is None and outputs[j] is not None and op.needs_zeros(j) else d
        for j, d in enumerate(douts)
    ]
    named = _named(op, inputs, outputs, attrs, douts)
    if op.joint is not None:
        grads = op.joint(**{name: named[name] for name in op.joint_needs})
        grads = list(grads) if isinstance(grads, list | tuple) else [grads]
        return [_unbroadcast(op, grads[i], inputs[i]) for i in wrt]
    results: dict[str, Any] = {}
    out: list[Any] = []
    for position in wrt:
        name = op.input_name(position)
        if name not in results:
            results[name] = op.rules[name](**{n: named[n] for n in op.needs[name]})
        grad = results[name]
        if name == op.variadic:
            grad = grad[position - len(op.inputs)]
        out.append(_unbroadcast(op, grad, inputs[position]))
    return out


def _named(op: Op, inputs: Sequence[Any], outputs: Sequence[Any], attrs: Attrs, douts: Sequence[Any]) -> dict[str, Any]:
    named: dict[str, Any] = op.full_attrs(attrs)
    named["attrs"] = attrs
    named.update(zip(op.inputs, inputs, strict=False))
    if op.variadic:
        named[op.variadic] = list(inputs[len(op.inputs) :])
    if op.variadic_out:
        name = op.outputs[0][1:]
        named[name], named[f"d{name}"] = list(outputs), list(douts)
    else:
        named.update(zip(op.outputs, outputs, strict=True))
        named.update((f"d{name}", d) for name, d in zip(op.outputs, douts, strict=True))
    return named


def _unbroadcast(op: Op, grad: Any, like: Any) -> Any:
    if grad is None or op.infer not in shapes.BROADCASTING:
        return grad
    shape = tuple(like.shape)
    if tuple(grad.shape) == shape and None not in shape and -1 not in shape and grad.dtype == like.dtype:
        return grad
    return sum_to(grad, like)


# --- grad ops ---------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4096)
def grad_op(op: Op, wrt: tuple[int, ...], n_in: int, n_out: int, missing: tuple[int, ...] = ()) -> Op:
    """The operator `<op>_grad`: takes the values that `keeps` lists, in that order, gives one gradient per `wrt`.

    It is an ordinary op: it can be tapped, stepped, and differentiated again.
    """
    kept = keeps(op, wrt, n_in, n_out, missing)

    def evaluate(values: Sequence[Any], attrs: Attrs) -> list[Any]:
        rest = iter(values)
        inputs: list[Any] = [None] * n_in
        outputs: list[Any] = [None] * n_out
        douts: list[Any] = [None] * n_out
        for target, positions in ((inputs, kept.inputs), (outputs, kept.outputs), (douts, kept.douts)):
            for position in positions:
                target[position] = next(rest)
        return pullback(op, wrt, inputs, outputs, attrs, douts)

    def kernel(xp: Any, *values: Any, **attrs: Any) -> Any:
        return evaluate(values, attrs)

    def infer(*specs: TensorSpec | None, **attrs: Any) -> Any:
        grads = evaluate([None if s is None else Abstract(s) for s in specs], attrs)
        return [None if g is None else g.spec for g in grads]

    def second(values: list[Any], attrs: Attrs, dgrads: Any = None) -> list[Any]:
        if op.opaque:
            raise UnsupportedError(
                f"{op.name}: its backward is a Python function, which has no gradient of its own",
                fix="write the op as a PyLayer whose backward is made of differentiable ops",
            )
        grads = traced_pullback(lambda boxes: evaluate(boxes, attrs), values, dgrads)
        # no dependence is a gradient of zero: a program has declared a variable for it
        return [zeros_like(v) if g is None and _carries(v) else g for g, v in zip(grads, values, strict=True)]

    kernel.__name__ = f"{op.name}_grad"
    kernel.__doc__ = f"Gradient of {op.name}."
    kernel.__module__ = op.__module__
    made = Op(kernel, infer=infer, vjp=second, outputs=("*grads",))
    made.opaque = op.opaque
    return made


def _carries(value: Any) -> bool:
    return value is not None and value.dtype.kind in "fc"


class Abstract(TensorOperators):
    """A value known by its spec alone; ops on it infer."""

    __slots__ = ("spec",)

    def __init__(self, spec: TensorSpec) -> None:
        self.spec = spec

    @property
    def shape(self) -> tuple[int | None, ...]:
        """Dims, None where unknown."""
        return self.spec.shape

    @property
    def dtype(self) -> Any:
        """The DType."""
        return self.spec.dtype

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        like = next(v.spec for v in inputs if isinstance(v, Abstract))
        out = op.infer(*(spec_of(v, like) for v in inputs), **attrs)
        if isinstance(out, TensorSpec):
            return Abstract(out)
        return [None if s is None else Abstract(s) for s in out]


def spec_of(value: Any, like: TensorSpec | None = None) -> TensorSpec | None:
    """The spec of an Abstract, array or Python number (which takes the dtype of `like` where it fits)."""
    if value is None:
        return None
    if isinstance(value, Abstract):
        return value.spec
    if hasattr(value, "shape"):
        return TensorSpec(tuple(value.shape), as_dtype(value.dtype))
    if like is not None and (like.dtype.floating or not isinstance(value, float)):
        return TensorSpec((), like.dtype)
    return TensorSpec((), int64 if isinstance(value, int) else float32)


# --- the gradient of a rule -------------------------------------------------------------------------


class Traced(TensorOperators):
    """A value inside a rule being differentiated: runs ops on what it wraps and writes them down."""

    __slots__ = ("tape", "value")

    def __init__(self, value: Any, tape: list[Any]) -> None:
        self.value = value
        self.tape = tape

    @property
    def shape(self) -> Any:
        """The wrapped value's."""
        return self.value.shape

    @property
    def dtype(self) -> Any:
        """The wrapped value's."""
        return self.value.dtype

    @staticmethod
    def __apply_op__(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
        tape = next(v.tape for v in inputs if isinstance(v, Traced))
        raw = [v.value if isinstance(v, Traced) else v for v in inputs]
        result = op(*raw, **attrs) if not op.variadic else op(*raw[: len(op.inputs)], raw[len(op.inputs) :], **attrs)
        many = isinstance(result, list | tuple)
        outs = [Traced(r, tape) for r in result] if many else [Traced(result, tape)]
        tape.append((op, list(inputs), outs, attrs))
        return outs if many else outs[0]


def traced_pullback(function: Any, values: Sequence[Any], douts: Sequence[Any]) -> list[Any]:
    """Gradients of a function made of ops, at `values`, along `douts`; None where there is none."""
    tape: list[Any] = []
    boxes = [None if v is None else Traced(v, tape) for v in values]
    results = function(boxes)
    grads: dict[int, Any] = {}

    def receive(box: Any, grad: Any) -> None:
        if grad is not None and isinstance(box, Traced):
            grads[id(box)] = grad if id(box) not in grads else grads[id(box)] + grad

    for result, dout in zip(results, douts, strict=True):
        receive(result, dout)
    for op_, inputs, outs, attrs in reversed(tape):
        given = [grads.get(id(o)) for o in outs]
        wrt = [
            i for i, v in enumerate(inputs) if isinstance(v, Traced) and v.dtype.kind in "fc" and op_.has_gradient(i)
        ]
        if not wrt or all(g is None for g in given):
            continue
        raw = [v.value if isinstance(v, Traced) else v for v in inputs]
        for i, grad in zip(wrt, pullback(op_, wrt, raw, [o.value for o in outs], attrs, given), strict=True):
            receive(inputs[i], grad)
    return [None if b is None else grads.get(id(b)) for b in boxes]
