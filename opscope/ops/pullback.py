"""Apply gradient rules to values of any kind: `residuals_of` (the values that backward keeps) and `pullback`.

Rules are written for real numbers and equal shapes. Only this file undoes broadcasting, replaces missing gradients of
outputs by zeros, and conjugates complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.errors import UnsupportedError
from opscope.ops import complex_numbers, samples
from opscope.ops import infer as shapes
from opscope.ops.registry import Attrs, Op, Residuals, Sample, op


def sum_to_shape(x: Array, shape: tuple[int, ...]) -> Any:
    """Sum x over the dims that broadcasting stretched."""
    lead = x.ndim - len(shape)
    stretched = [i + lead for i, d in enumerate(shape) if d == 1 and x.shape[i + lead] != 1] if 1 in shape else ()
    if not lead and not stretched:
        return x
    out = x.sum(axis=(*range(lead), *stretched))  # the method: for small arrays NumPy's function takes twice as long
    return out if out.shape == shape else out.reshape(shape)


@op(
    infer=shapes.like_second,
    vjp={"x": lambda dout, x: broadcast_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(4, 2, 3), samples.array(2, 1))),
        Sample((samples.array(3), samples.array())),
    ],
)
def sum_to(xp: ArrayModule, x: Array, like: Array) -> Array:
    """Sum x over the dims that broadcasting stretched, and return it in the shape and dtype of `like`."""
    out = sum_to_shape(x, like.shape)
    return out if out.dtype == like.dtype else complex_numbers.in_dtype(out, like.dtype)


@op(
    infer=shapes.like_second,
    vjp={"x": lambda dout, x: sum_to(dout, x)},
    samples=lambda: [Sample((samples.array(2, 1), samples.array(4, 2, 3)))],
)
def broadcast_like(xp: ArrayModule, x: Array, like: Array) -> Array:
    """Broadcast x to the shape of `like`, in the dtype of `like`: the gradient of sum_to."""
    return complex_numbers.in_dtype(xp.broadcast_to(x, like.shape), like.dtype)


@op(infer=shapes.same, vjp={}, samples=samples.unary())
def zeros_like(xp: ArrayModule, x: Array) -> Array:
    """Return zeros in the shape and dtype of x."""
    return xp.zeros_like(x)


def residuals_of(op: Op, wrt: Sequence[int], n_in: int, n_out: int, missing: Sequence[int] = ()) -> Residuals:
    """Return the values to keep for the gradients of the inputs at `wrt`; the douts in `missing` do not exist."""
    names = set(op.joint_vjp_params)
    for position in wrt:
        names.update(op.vjp_params.get(op.input_name(position), ()))
    inputs = {i for i in range(n_in) if op.input_name(i) in names}
    if op.infer in shapes.BROADCASTING:
        inputs.update(wrt)  # for their shapes
    output_names = [op.output_name(j) for j in range(n_out)]
    outputs = {j for j, name in enumerate(output_names) if name in names}
    outputs.update(j for j in missing if f"d{output_names[j]}" in names and op.needs_zeros(j))
    douts = tuple(j for j, name in enumerate(output_names) if f"d{name}" in names and j not in missing)
    return Residuals(tuple(sorted(inputs)), tuple(sorted(outputs)), douts)


class Pullback:
    """Gradient rules of an op. The sources of the rules' arguments are computed once.

    `wrt` are the wanted inputs that can have a gradient. A call takes a list of values: [*inputs, *outputs, *gradients
    of the outputs]. Only the values at `slots` are needed; `kept` has their names in the same order. The call may
    change the list. The object has no reference to its op, because the op keeps it, and an op may exist for a single
    call.
    """

    __slots__ = (
        *("_broadcasts", "_calls", "_douts", "_extras", "_name", "_result_index", "_conjugated", "_zeros"),
        *("kept_inputs", "kept_outputs", "n_in", "n_out", "residuals", "slots", "wrt"),
    )

    def __init__(self, op: Op, wanted: Sequence[int], n_in: int, n_out: int) -> None:
        self.n_in, self.n_out = n_in, n_out
        self.wrt = tuple(i for i in wanted if op.has_gradient(i))
        self.residuals = residuals_of(op, self.wrt, n_in, n_out)
        inputs, outputs, douts = self.kept_inputs, self.kept_outputs, _ = self.residuals
        self.slots = (*inputs, *(n_in + j for j in outputs), *(n_in + n_out + j for j in douts))
        self._douts = tuple(n_in + n_out + j for j in douts)
        self._name, self._conjugated = op.name, complex_numbers.conjugation_of(op)
        self._zeros = tuple(j for j in range(n_out) if op.needs_zeros(j))
        self._broadcasts = op.infer in shapes.BROADCASTING
        self._extras: list[Callable[[list[Any], Attrs], Any]] = []
        names = [op.input_name(i) for i in self.wrt]
        if op.joint_vjp is not None:
            self._calls = [(op.joint_vjp, self._arguments(op, op.joint_vjp_params))]
            self._result_index: list[tuple[int, int | None]] | None = [(0, i) for i in self.wrt]
            return
        calls = {name: k for k, name in enumerate(dict.fromkeys(names))}
        self._calls = [(op.vjps[name], self._arguments(op, op.vjp_params[name])) for name in calls]
        self._result_index = None  # where there is a rule for each gradient; else (rule, which of its results)
        if op.variadic in calls:
            many = len(op.inputs)
            self._result_index = [
                (calls[name], i - many if i >= many else None) for i, name in zip(self.wrt, names, strict=True)
            ]

    def _arguments(self, op: Op, names: Sequence[str]) -> Callable[[list[Any]], Sequence[Any]]:
        """Return the function that takes a rule's arguments from the list; missing arguments are added to the list."""
        n_in, n_out = self.n_in, self.n_out
        at = dict(zip(op.inputs, range(n_in), strict=False))
        if not op.variadic_out:
            at.update({name: n_in + j for j, name in enumerate(op.outputs)})
            at.update({f"d{name}": n_in + n_out + j for j, name in enumerate(op.outputs)})
        found: list[int] = []
        for name in names:
            if name not in at:
                found.append(n_in + 2 * n_out + len(self._extras))
                self._extras.append(self._extra(op, name))
            else:
                found.append(at[name])
        if len(found) > 1:
            return itemgetter(*found)
        return itemgetter(slice(found[0], found[0] + 1) if found else slice(0))  # a list of one, or none

    def _extra(self, op: Op, name: str) -> Callable[[list[Any], Attrs], Any]:
        n_in, n_out, first = self.n_in, self.n_out, len(op.inputs)
        if op.variadic_out and name == op.outputs[0][1:]:
            return lambda values, attrs: values[n_in : n_in + n_out]
        if op.variadic_out and name == f"d{op.outputs[0][1:]}":
            return lambda values, attrs: values[n_in + n_out : n_in + 2 * n_out]
        if name == op.variadic:
            return lambda values, attrs: values[first:n_in]
        if name == "attrs":
            return lambda values, attrs: attrs
        default = op.attrs[name]
        return lambda values, attrs: attrs.get(name, default)

    def __call__(self, values: list[Any], attrs: Attrs) -> list[Any]:
        """Return the gradients of the inputs at `wrt`. The values are of any kind that ops accept."""
        n_in, douts = self.n_in, self.n_in + self.n_out
        for j in self._zeros:
            if values[douts + j] is None and values[n_in + j] is not None:
                values[douts + j] = zeros_like(values[n_in + j])
        is_complex = False
        for j in self._douts:
            dout = values[j]
            if dout is not None and dout.dtype.kind == "c":
                is_complex = True
        if is_complex:
            self._conjugate(values)
        for extra in self._extras:
            values.append(extra(values, attrs))
        if len(self._calls) == 1:
            rule, arguments = self._calls[0]
            grads = [rule(*arguments(values))]
        else:
            grads = [rule(*arguments(values)) for rule, arguments in self._calls]
        if self._result_index is not None:
            grads = [grads[k] if part is None else _as_list(grads[k])[part] for k, part in self._result_index]
        if is_complex:
            grads = [self._complex_grad(g, values[i]) for g, i in zip(grads, self.wrt, strict=True)]
        if self._broadcasts:
            for k, i in enumerate(self.wrt):
                grads[k] = _unbroadcast(grads[k], values[i])
        return grads

    def _conjugate(self, values: list[Any]) -> None:
        """Return conjugated gradients of the outputs, for rules that are written for real numbers.

        Raises UnsupportedError if the op has no rule for complex numbers.
        """
        if self._conjugated is None:
            raise UnsupportedError(
                f"the gradient of {self._name} supports only real numbers, not complex numbers",
                fix="compute with real(x) and imag(x), or detach() x",
            )
        for j in self._douts if self._conjugated else ():
            if values[j] is not None:
                values[j] = complex_numbers.conj(values[j])

    def _complex_grad(self, grad: Array, like: Any) -> Any:
        """Return the gradient of a complex input; for a real input, return the real part of the gradient."""
        if grad is None or grad.dtype.kind != "c":
            return grad
        if like is not None and hasattr(like, "dtype") and like.dtype.kind != "c":
            return complex_numbers.real(grad)
        return complex_numbers.conj(grad) if self._conjugated else grad


def _as_list(grads: Array) -> Any:
    return grads if isinstance(grads, list | tuple) else [grads]


def _unbroadcast(grad: Array, like: Any) -> Any:
    if grad is None:
        return None
    if type(grad) is np.ndarray and type(like) is np.ndarray:
        fits = grad.shape == like.shape and grad.dtype == like.dtype
        return grad if fits else sum_to.run((grad, like), {})
    shape = tuple(like.shape)
    if tuple(grad.shape) != shape or grad.dtype != like.dtype or None in shape or -1 in shape:
        return sum_to(grad, like)
    return grad


def pullback_of(op: Op, wanted: tuple[int, ...], n_in: int, n_out: int) -> Pullback:
    """Return the pullback for calls of the op with these numbers of inputs and outputs. The op keeps the pullback."""
    key = wanted, n_in, n_out
    found = op.pullbacks.get(key)
    if found is None:
        found = op.pullbacks[key] = Pullback(op, wanted, n_in, n_out)
    return found


def pullback(
    op: Op,
    wrt: Sequence[int],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    attrs: Attrs,
    douts: Sequence[Any],
) -> list[Any]:
    """Return the gradients of the inputs at the (flattened) positions `wrt`.

    `inputs` and `outputs` need only the values that `residuals_of` names, and None elsewhere. The values are arrays,
    Tensors, Variables or any other values that ops accept. A gradient is None if it does not exist.
    """
    return pullback_of(op, tuple(wrt), len(inputs), len(outputs))([*inputs, *outputs, *douts], attrs)
